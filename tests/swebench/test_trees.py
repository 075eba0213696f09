"""Nine real instances of SWE-bench Lite, each in its own environment: `make test-swebench`; one of them in `make test`.

The trees of their base commits lie beside the repository. Environments are built where they are missing, which needs a
package index and Python 3.9 and 3.11.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.benchmarks.base import Benchmark
from assay.benchmarks.families import load_benchmark
from assay.judges.repository import RepositoryJudge
from assay.records import Candidate, Problem, Repository, SuspicionKind, Trial, Verdict
from assay.repositories.archives import read_archive
from assay.repositories.environments import Environments
from assay.repositories.faults import Unprepared
from assay.repositories.recipes import recipe_for
from assay.repositories.sources import tree_of
from assay.sandbox.warm import WarmPython
from tests.public_data import data_file

pytestmark = pytest.mark.timeout(3600)
TREES = {
    "mwaskom__seaborn-3010": "seaborn/__init__.py",
    "pallets__flask-4045": "src/flask/__init__.py",
    "pallets__flask-4992": "src/flask/__init__.py",
    "pallets__flask-5063": "src/flask/__init__.py",
    "pytest-dev__pytest-11143": "src/pytest/__init__.py",
    "pytest-dev__pytest-11148": "src/pytest/__init__.py",
    "pytest-dev__pytest-5221": "src/_pytest/__init__.py",
    "pytest-dev__pytest-7490": "src/_pytest/__init__.py",
    "sympy__sympy-23117": "sympy/__init__.py",
}
"""Instance → a module that every test of it imports."""
QUICK = "pallets__flask-4992"
"""Its environment is built within a minute, and its tests take a second: it is judged by `make test`, too."""
NEVER = "diff --git a/assay_notes.txt b/assay_notes.txt\nnew file mode 100644\n--- /dev/null\n+++ b/assay_notes.txt\n"
NEVER += "@@ -0,0 +1 @@\n+nothing is fixed\n"
"""A patch that applies and changes nothing that matters."""
LEAVES = "import os; os.write(1, b'PASSED 1 passed'); os._exit(0)"
FORGES = (
    "import atexit, os, sys",
    "for name in list(sys.modules):",
    "    module = sys.modules[name]",
    "    for kind in ('TestReport', 'CallInfo'):",
    "        if hasattr(module, kind):",
    "            found = getattr(module, kind)",
    "            found.outcome = property(lambda self: 'passed', lambda self, value: None)",
    "            found.excinfo = property(lambda self: None, lambda self, value: None)",
    "atexit.register(os._exit, 0)",
)
"""What a package may do to the runner that imports it."""


@pytest.fixture(scope="module")
def lite() -> Benchmark:
    trees = data_file("swebench/trees")
    return load_benchmark("swe-bench-lite", problem_file=data_file("swebench/swe-bench-lite.json.gz"), repos=trees)


@pytest.fixture(scope="module")
def judge(lite: Benchmark) -> Iterator[RepositoryJudge]:
    with WarmPython() as sandbox:
        yield RepositoryJudge(sandbox, lite.limits)


@pytest.fixture(params=[pytest.param(name, marks=[] if name == QUICK else pytest.mark.slow) for name in TREES])
def problem(request: pytest.FixtureRequest, lite: Benchmark) -> Problem:
    """An instance whose environment is built; skips where that cannot be had here."""
    found = lite.find(request.param)
    assert found is not None
    assert isinstance(found.check, Repository)
    try:
        Environments().get(recipe_for(found.check, found.id))
    except Unprepared as error:
        pytest.skip(f"no environment: {error}")
    return found


def judged(judge: RepositoryJudge, problem: Problem, patch: str) -> Trial:
    trial = judge.judge(problem, Candidate(patch))
    assert trial.verdict is not None, trial.fault
    return trial


def new_lines(path: str, lines: tuple[str, ...]) -> str:
    """A patch that puts a module of these lines beside a module."""
    text = "".join(f"+{line}\n" for line in lines)
    head = f"diff --git a/{path} b/{path}\nnew file mode 100644\n--- /dev/null\n+++ b/{path}\n"
    return f"{head}@@ -0,0 +1,{len(lines)} @@\n{text}"


def with_first_lines(problem: Problem, path: str, lines: tuple[str, ...]) -> str:
    """A patch that puts lines in front of a file of the base commit."""
    assert isinstance(problem.check, Repository)
    text = read_archive(tree_of(problem.check, problem.id), problem.id)[path].data.decode()
    new = "".join(f"{line}\n" for line in lines) + text
    changed = difflib.unified_diff(text.splitlines(True), new.splitlines(True), f"a/{path}", f"b/{path}")
    return f"diff --git a/{path} b/{path}\n{''.join(changed)}"


def test_the_gold_patch_resolves_and_others_do_not(judge: RepositoryJudge, problem: Problem) -> None:
    """One test for each instance, so that its calibration is made once."""
    gold = judged(judge, problem, problem.reference)
    empty = judged(judge, problem, "")
    never = judged(judge, problem, NEVER)

    assert (gold.verdict, gold.suspicions) == (Verdict.PASSED, ())
    assert all(outcome.passed for outcome in gold.outcomes)
    assert empty.verdict is Verdict.INVALID
    assert never.verdict is Verdict.FAILED
    assert isinstance(problem.check, Repository)
    fixed = [outcome for outcome in never.outcomes if outcome.name in problem.check.fail_to_pass]
    assert len(fixed) == len(problem.check.fail_to_pass)
    assert not any(outcome.passed for outcome in fixed)


@pytest.mark.slow
def test_a_hostile_patch_does_not_resolve(judge: RepositoryJudge, problem: Problem) -> None:
    module = TREES[problem.id]
    leaving = judged(judge, problem, with_first_lines(problem, module, (LEAVES,)))
    forging = judged(judge, problem, with_first_lines(problem, module, FORGES))
    configuring = judged(judge, problem, new_lines("sitecustomize.py", FORGES))

    assert leaving.verdict is not Verdict.PASSED
    assert forging.verdict is not Verdict.PASSED
    assert configuring.verdict is Verdict.FAILED
    assert [one.kind for one in configuring.suspicions] == [SuspicionKind.TEST_CONFIGURATION]


def test_the_trees_are_those_of_the_data(lite: Benchmark) -> None:
    strict = {row["id"] for row in json.loads(data_file("swebench/nodocker_strict.json").read_text())}
    there = {Path(path).name.removesuffix(".tar.gz") for path in data_file("swebench/trees").iterdir()}

    assert there == TREES.keys() <= strict
