"""Patches whose paths are too deep, too long or too many to be walked are invalid, whatever the rest of them does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.judges.repository import RepositoryJudge
from assay.records import Candidate, Verdict
from assay.sandbox.warm import WarmPython
from tests.repositories.small import GOLD, Small


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RepositoryJudge]:
    folder: Path = tmp_path_factory.mktemp("calibrations")
    with WarmPython() as sandbox:
        yield Small().judge(sandbox, folder)


def new_file(path: str) -> str:
    return f"diff --git a/{path} b/{path}\nnew file mode 100644\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+x = 1\n"


def new_link(path: str, target: str) -> str:
    head = f"diff --git a/{path} b/{path}\nnew file mode 120000\n--- /dev/null\n+++ b/{path}\n"
    return f"{head}@@ -0,0 +1 @@\n+{target}\n\\ No newline at end of file\n"


DEEP = {
    "1,500 folders": new_file("a/" * 1500 + "x.py"),
    "201 folders": new_file("a/" * 201 + "x.py"),
    "as long as a path may be": new_file("a/" * 2040 + "x.py"),
    "longer than a path may be": new_file("a/" * 2100 + "x.py"),
    "in a folder of tests": new_file("tests/" + "a/" * 1500 + "test_x.py"),
    "under a name that is taken back": new_file("conftest.py/" + "a/" * 1500 + "x.py"),
    "in place of a module of Python": new_file("json/" + "a/" * 1500 + "__init__.py"),
    "many of them": "".join(new_file(f"{name}/" + "a/" * 1200 + "x.py") for name in "bcdefghij"),
    "a link at the end": new_link("a/" * 1500 + "x", "x"),
    "quoted": new_file("a/" * 1500 + "x.py").replace("b/a/", '"b/a/').replace("x.py\n@@", 'x.py"\n@@'),
}


@pytest.mark.parametrize("place", DEEP)
def test_a_patch_with_deep_paths_is_invalid(judge: RepositoryJudge, place: str) -> None:
    trial = judge.judge(Small().problem, Candidate(GOLD + DEEP[place]))

    assert (trial.fault, trial.verdict) == ("", Verdict.INVALID), trial.detail


@pytest.mark.parametrize("path", ["a/" * 40 + "x.py", ("b" * 250 + "/") * 15 + "x.py"], ids=["deep", "long names"])
def test_a_patch_with_an_ordinary_depth_is_judged(judge: RepositoryJudge, path: str) -> None:
    trial = judge.judge(Small().problem, Candidate(GOLD + new_file(path)))

    assert (trial.fault, trial.verdict) == ("", Verdict.PASSED), trial.detail
