"""Checks of all four kinds: what a problem says of each, and what it refuses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assay.errors import InvalidProblem
from assay.judges.base import JUDGES
from assay.records import (
    Candidate,
    Case,
    CaseKind,
    CaseOutcome,
    Cases,
    CaseStatus,
    Check,
    Problem,
    ProgramInput,
    Programs,
    ProgramSource,
    Repository,
    Suite,
    Trial,
    Verdict,
)
from assay.sandbox.scripted import ScriptedSandbox

CASES = Cases("f", (Case((1,), 2), Case((0,), 0, kind=CaseKind.EDGE)))
SUITE = Suite("f", "assert f(1) == g", names=("g",))
PROGRAMS = Programs((ProgramInput(b"1\n"),), ProgramSource(b"print(input())", "python"))
REPOSITORY = Repository("somewhere", "abc", "+a test", ("tests/test_a.py::test_b",), ("tests/test_a.py::test_c",))


@pytest.mark.parametrize(
    ("check", "counts", "required", "one_file"),
    [
        pytest.param(CASES, (1, 1), ("f",), True, id="cases"),
        pytest.param(SUITE, (1, 0), ("f", "g"), True, id="suite"),
        pytest.param(PROGRAMS, (1, 0), (), False, id="programs"),
        pytest.param(REPOSITORY, (2, 0), (), False, id="repository"),
        pytest.param(Cases("f", (Case(),), target="a.py", files={"b.py": ""}), (1, 0), ("f",), False, id="files"),
    ],
)
def test_every_check_says_what_it_asks_for(
    check: Check, counts: tuple[int, int], required: tuple[str, ...], one_file: bool
) -> None:
    found = Problem("p", check).check

    assert (found.counts(), found.required, found.one_file) == (counts, required, one_file)


@pytest.mark.parametrize(
    ("check", "why"),
    [
        (Cases("f", ()), "there must be at least one case"),
        (Suite("a b", "assert f()"), "entry_point must be a name, got 'a b'"),
        (Suite("f", "assert f()", files={"a.py": ""}), "with files, target must be the path of a .py file, got ''"),
        (Programs(()), "there must be at least one input"),
        (Programs(), "without a ground truth, every input must say what is expected"),
        (Repository("somewhere", "abc", "", ()), "fail_to_pass must name at least one test"),
        (Repository("somewhere", " ", "+", ("test",)), "base must not be empty"),
        (Repository("it", "abc", "", ("test",)), "without a test_patch, files must name the test files that are run"),
        (
            Repository("it", "abc", "", ("t",), files=("../t.py",)),
            "files: '../t.py' is not a path inside the repository",
        ),
    ],
)
def test_a_check_that_cannot_decide_is_refused(check: Check, why: str) -> None:
    with pytest.raises(InvalidProblem) as caught:
        Problem("p", check)

    assert str(caught.value) == f"problem 'p': {why}"


def test_where_a_repository_lies_moves_no_verdict() -> None:
    moved = replace(REPOSITORY, source="/elsewhere/it.tar")

    assert moved == REPOSITORY
    assert moved.content() == REPOSITORY.content()
    assert "elsewhere" not in repr(moved.content())


@pytest.mark.parametrize("name", ["separate", "shared"])
@pytest.mark.parametrize("check", [CASES, PROGRAMS, REPOSITORY], ids=["cases", "programs", "repository"])
def test_a_judge_refuses_what_it_does_not_take(name: str, check: Check) -> None:
    kind = JUDGES.get(name)
    if isinstance(check, kind.takes):
        return
    judge = kind(ScriptedSandbox())

    with pytest.raises(InvalidProblem, match=f"the {name} judge takes .*, got {type(check).__name__}"):
        judge.judge(Problem("p", check), Candidate(""))


@pytest.mark.parametrize("verdict", [None, *Verdict])
@pytest.mark.parametrize("judge", list(JUDGES))
def test_a_trial_that_was_judged_and_did_not_pass_has_a_case_that_did_not(judge: str, verdict: Verdict | None) -> None:
    """A candidate that a control refuses after it passed every case is given no credit for them."""
    passed, failed = (CaseOutcome(status, seconds=1.0) for status in (CaseStatus.PASSED, CaseStatus.FAILED))
    refused = Trial("p", Candidate(""), verdict, (passed, passed), detail="why", judge=judge)

    is_refused = verdict not in (None, Verdict.PASSED)
    assert refused.outcomes == ((replace(failed, error="why") if is_refused else passed),) * 2
    assert Trial("p", Candidate(""), verdict, (passed, failed), judge=judge).outcomes == (passed, failed)
