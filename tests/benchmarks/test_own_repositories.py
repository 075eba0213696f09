"""Repository tasks in a user's own benchmark: read from TOML and JSONL, with their patches in files, and refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from assay.benchmarks.own import load_own
from assay.benchmarks.trees import source_of
from assay.errors import InvalidProblem
from assay.records import Problem, ProblemKind, Repository

PAGE = Path(__file__).resolve().parents[2] / "docs" / "problems.md"
TASK = """
prompt = "total() forgets the tax."
reference_file = "fix.diff"

[repository]
name = "acme/shop"
base = "0123456789abcdef"
source = "../trees/shop.tar.gz"
test_patch_file = "tests.diff"
fail_to_pass = ["tests/test_total.py::test_tax"]
pass_to_pass = ["tests/test_total.py::test_empty"]
environment = "shop"
"""
CHECK = Repository(
    "acme/shop",
    "0123456789abcdef",
    "the tests\n",
    ("tests/test_total.py::test_tax",),
    ("tests/test_total.py::test_empty",),
    environment="shop",
)


def benchmark(folder: Path, task: str = TASK) -> Path:
    (folder / "problems").mkdir(parents=True)
    (folder / "trees").mkdir()
    (folder / "benchmark.toml").write_text("")
    (folder / "trees" / "shop.tar.gz").write_bytes(b"")
    (folder / "problems" / "fix.diff").write_text("the fix\n")
    (folder / "problems" / "tests.diff").write_text("the tests\n")
    (folder / "problems" / "tax.toml").write_text(task)
    return folder


def test_a_task_is_read_with_its_files(tmp_path: Path) -> None:
    found = load_own(benchmark(tmp_path))

    (problem,) = found.problems
    assert problem == Problem(
        "tax",
        CHECK,
        prompt="total() forgets the tax.",
        reference="the fix\n",
        language="diff",
        kind=ProblemKind.REPOSITORY,
    )
    assert source_of(problem) == str(tmp_path / "trees" / "shop.tar.gz")
    assert (found.judge, found.limits.seconds, found.limits.reference_factor) == ("repository", 600.0, 0.0)


def test_the_example_of_the_page_is_read(tmp_path: Path) -> None:
    found = re.findall(r"^```toml\n(.*?)^```", PAGE.read_text(), re.M | re.S)
    (example,) = [text for text in found if "[repository]" in text]
    folder = benchmark(tmp_path, example)
    for name in ("problems/tax.diff", "problems/tax.tests.diff", "trees/shop-4f2c9a1.tar.gz"):
        (folder / name).write_text("something\n")

    (problem,) = load_own(folder).problems

    assert isinstance(problem.check, Repository)
    assert (problem.check.environment, problem.reference) == ("shop-2", "something\n")


def test_a_row_says_the_same(tmp_path: Path) -> None:
    table = {
        "name": "acme/shop",
        "base": "0123456789abcdef",
        "test_patch": "the tests\n",
        "fail_to_pass": list(CHECK.fail_to_pass),
        "pass_to_pass": list(CHECK.pass_to_pass),
        "environment": "shop",
    }
    file = tmp_path / "own.jsonl"
    file.write_text(json.dumps({"id": "tax", "reference": "the fix\n", "repository": table}))

    (problem,) = load_own(file).problems

    assert (problem.check, problem.reference, source_of(problem)) == (CHECK, "the fix\n", "")


def test_another_patch_in_a_file_is_another_benchmark(tmp_path: Path) -> None:
    before = load_own(benchmark(tmp_path)).digest

    (tmp_path / "problems" / "tests.diff").write_text("other tests\n")

    assert load_own(tmp_path).digest != before


def test_functions_and_tasks_stand_side_by_side(tmp_path: Path) -> None:
    folder = benchmark(tmp_path)
    (folder / "problems" / "f.toml").write_text('entry_point = "f"\n[[cases]]\ncall = "f(1)"\nreturns = "2"\n')

    found = load_own(folder)

    assert (found.judge, found.limits.reference_factor) == ("repository+separate", 4.0)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("fail_to_pass", "fails_to_pass", "Did you mean 'fail_to_pass'?"),
        ('["tests/test_total.py::test_tax"]', "[]", "fail_to_pass must name at least one test"),
        ('"0123456789abcdef"', '"main"', "base must be the hexadecimal id of a commit, got 'main'"),
        ('"tests.diff"', '"none.diff"', "test_patch_file must be a path from"),
        ("../trees/shop.tar.gz", "../trees/shop.zip", "source must be a path from"),
        ("test_patch_file", 'test_patch = "x"\ntest_patch_file', "give either test_patch or test_patch_file, got both"),
        ('prompt = "', 'entry_point = "total"\nprompt = "', "'entry_point' belongs to a function"),
    ],
)
def test_a_mistake_is_named_with_its_place(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(InvalidProblem) as caught:
        load_own(benchmark(tmp_path, TASK.replace(old, new, 1)))

    assert said in str(caught.value)
    assert "tax.toml" in str(caught.value)
