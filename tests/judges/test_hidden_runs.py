"""The first run of a trial shows nothing of what tests ask for, whatever form their assertions have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assay.judges import repository
from assay.judges.repository import AMONG_OTHERS, SHOWN
from assay.records import Candidate, Verdict
from assay.repositories.recipes import Runner
from assay.repositories.running import RepositoryRun, run_tests
from assay.sandbox.warm import WarmPython
from tests.repositories.small import BASE, Small, patch

RIGHT = {
    "pkg/sums.py": (
        "def total(numbers):\n    if not numbers:\n        raise ValueError('nothing to add')\n"
        "    return sum(numbers)\n\n\n"
        "def count(numbers):\n    return len(numbers)\n\n\ndef is_even(number):\n    return number % 2 == 0\n"
    )
}
FLIPS = {
    "pkg/sums.py": RIGHT["pkg/sums.py"].partition("def is_even")[0] + "class Both:\n    asked = 0\n\n"
    "    def __bool__(self):\n        Both.asked += 1\n        return Both.asked % 2 == 1\n\n\n"
    "def is_even(number):\n    return Both()\n"
}
TRUTHS = {
    Runner.PYTEST: "def test_even():\n    assert is_even(4)\n    assert not is_even(7), 'odd'\n",
    Runner.FUNCTIONS: "def test_even():\n    assert is_even(4)\n    assert not is_even(7), 'odd'\n",
    Runner.UNITTEST: "class SumsTest(unittest.TestCase):\n    def test_even(self):\n"
    "        self.assertTrue(is_even(4))\n        self.assertFalse(is_even(7), 'odd')\n",
}
LABELS = {
    Runner.PYTEST: "tests/test_sums.py::test_even",
    Runner.FUNCTIONS: "test_even",
    Runner.UNITTEST: "test_even (tests.test_sums.SumsTest)",
}
ASKS = {
    "all forms": (
        "    assert 'text' not in str(total([1]))\n    assert total([1, 1]) == pytest.approx(2.0)\n"
        "    assert total([1]) is not None\n    assert 1 < total([1, 1]) < 3\n    assert total([2]) <= 2\n"
        "    assert '3' in str(total([3]))\n",
        (6, 0, 0),
    ),
    "one is not": ("    assert total(NUMBERS) == sum(NUMBERS)\n    assert total(NUMBERS)\n", (1, 0, 1)),
    "in other ways": ("    assert is_even(4)\n    [3].index(total(NUMBERS))\n", (1, 0, 1)),
    "kept truths": ("    kept = []\n    kept.append(total(NUMBERS) == 3)\n    assert kept[0]\n", (1, 0, 1)),
    "exceptions": ("    with pytest.raises(ValueError, match='nothing to'):\n        total([])\n", (0, 1, 0)),
}
"""Body of a test → how many of its assertions are hidden as a whole, how many others have values to plant, the rest."""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as sandbox:
        yield sandbox


def small(tests: str, label: str, runner: Runner = Runner.PYTEST) -> Small:
    imports = "import unittest\n\nimport pytest\n\nfrom pkg.sums import count, is_even, total\n\nNUMBERS = [1, 2]\n\n\n"
    files = {**BASE, "tests/__init__.py": ""} if runner is Runner.UNITTEST else BASE
    texts = {"tests/test_sums.py": imports + tests}
    return Small(files, texts, (label,), (), reference=patch(files, RIGHT), runner=runner)


@pytest.mark.parametrize("runner", list(Runner))
def test_an_answer_that_is_true_or_false_as_often_as_it_is_asked_does_not_pass(
    runner: Runner, sandbox: WarmPython, tmp_path: Path
) -> None:
    repository = small(TRUTHS[runner], LABELS[runner], runner)
    judge = repository.judge(sandbox, tmp_path)

    gold = judge.judge(repository.problem, Candidate(repository.reference))
    flips = judge.judge(repository.problem, Candidate(patch(repository.files, FLIPS)))

    assert (gold.verdict, gold.detail) == (Verdict.PASSED, "")  # all is hidden, so the control is not weak
    assert flips.verdict is Verdict.FAILED


@pytest.mark.parametrize("name", list(ASKS))
def test_a_calibration_counts_what_is_hidden(name: str, sandbox: WarmPython, tmp_path: Path) -> None:
    body, counts = ASKS[name]
    repository = small(f"def test_total():\n{body}", "tests/test_sums.py::test_total")

    gold = repository.judge(sandbox, tmp_path).judge(repository.problem, Candidate(repository.reference))

    (kept,) = tmp_path.glob("*.json")
    assert json.loads(kept.read_bytes())["assertions"] == {"tests/test_sums.py::test_total": list(counts)}
    assert gold.verdict is Verdict.PASSED
    half = dict.fromkeys(("one is not", "in other ways", "kept truths"), SHOWN.format(1, 2))
    assert gold.detail == {**half, "exceptions": AMONG_OTHERS.format(1, 1)}.get(name, "")


def test_who_reads_the_part_of_a_text_that_is_asked_for_does_not_pass(sandbox: WarmPython, tmp_path: Path) -> None:
    """Where several are shown it takes the right one; where none is, it has none."""
    test = "def test_total():\n    assert 'total 6' in str(total([1, 2, 3]))\n"
    right = {"pkg/sums.py": RIGHT["pkg/sums.py"].replace("sum(numbers)", "f'total {sum(numbers)}'")}
    code = (
        "import re\n\n\ndef total(numbers):\n    text = open('tests/test_sums.py').read()\n"
        "    return 'total 6' if re.search(r\"'total \\d\", text) else ''\n\n\n"
        "def count(numbers):\n    return len(numbers)\n\n\ndef is_even(number):\n    return True\n"
    )
    repository = replace(small(test, "tests/test_sums.py::test_total"), reference=patch(BASE, right))
    judge = repository.judge(sandbox, tmp_path)

    gold = judge.judge(repository.problem, Candidate(repository.reference))
    trial = judge.judge(repository.problem, Candidate(patch(BASE, {"pkg/sums.py": code})))

    assert (gold.verdict, gold.detail) == (Verdict.PASSED, "")
    assert trial.verdict is Verdict.FAILED
    assert trial.detail.startswith("1 of 1 FAIL_TO_PASS")
    assert "'total 6' in" in trial.outcomes[0].error


def test_a_failing_variant_that_leaves_a_setting_behind_is_not_held_against_a_patch(
    sandbox: WarmPython, tmp_path: Path
) -> None:
    tests = (
        "SETTING = {'on': False}\n\n\n"
        "def test_switch():\n    SETTING['on'] = True\n    assert total([1, 2]) == 3\n    SETTING['on'] = False\n\n\n"
        "def test_after():\n    assert total([4]) == 4\n    assert not SETTING['on']\n"
    )
    labels = ("tests/test_sums.py::test_switch", "tests/test_sums.py::test_after")
    repository = replace(small(tests, labels[0]), fail_to_pass=labels)
    judge = repository.judge(sandbox, tmp_path)

    gold = [judge.judge(repository.problem, Candidate(repository.reference)) for _ in range(3)]
    base = judge.judge(repository.problem, Candidate(patch(repository.files, {"README": "Another.\n"})))

    assert [(trial.verdict, trial.fault) for trial in gold] == [(Verdict.PASSED, "")] * 3
    assert base.verdict is Verdict.FAILED


def test_the_hidden_run_is_the_first_and_a_wrong_answer_there_is_the_end(
    sandbox: WarmPython, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    test = "@pytest.mark.parametrize('given, expected', [([1, -1], 0), ([1, 2], 3)])\n"
    test += "def test_total(given, expected):\n    assert total(given) == expected\n"
    labels = [f"tests/test_sums.py::test_total[given{one}]" for one in ("0-0", "1-3")]
    base = replace(small(test, labels[0]), fail_to_pass=tuple(labels))
    judge = base.judge(sandbox, tmp_path)
    judge.judge(base.problem, Candidate(base.reference))  # which calibrates
    shown = list[bool]()

    def run(*given: Any, **options: Any) -> RepositoryRun:  # Any: as `run_tests` has them
        shown.append(not any(b"assay_hidden" in data for data in given[2].laid.values()))
        assert options["fresh"]
        return run_tests(*given, **options)

    monkeypatch.setattr(repository, "run_tests", run)
    right = judge.judge(base.problem, Candidate(base.reference))
    assert (right.verdict, shown[0], all(shown[1:])) == (Verdict.PASSED, False, True)
    assert 2 <= len(shown) <= 3  # the second planted run is one of the reference
    shown.clear()
    half = {"pkg/sums.py": RIGHT["pkg/sums.py"].replace("sum(numbers)", "0")}
    wrong = judge.judge(base.problem, Candidate(patch(base.files, half)))
    assert (wrong.verdict, shown, wrong.suspicions) == (Verdict.FAILED, [False], ())
    assert [one.passed for one in wrong.outcomes] == [True, False]
    assert "`3` does not hold for what the tests told: == 0" in wrong.outcomes[1].error
