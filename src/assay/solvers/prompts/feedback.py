"""What a trial on visible cases says, in words for a model: bounded, the same every time, marked off as data."""

from __future__ import annotations

from assay.errors import require
from assay.records import CaseOutcome, CaseStatus, Trial, Verdict
from assay.solvers.prompts.quoting import fenced, settled

MAX_FAILURES = 5
"""Failing cases that are told."""
MAX_VALUE = 600
"""Characters of each value, call or error."""
_ENDINGS = {
    CaseStatus.TIMED_OUT: "It did not end in time.",
    CaseStatus.OUT_OF_MEMORY: "It used too much memory.",
    CaseStatus.NOT_RUN: "It was not run.",
    CaseStatus.SKIPPED: "It was skipped.",
}


def feedback_of(trial: Trial) -> str:
    """Return how many visible cases passed, and those that failed; empty where our side failed to judge.

    >>> from assay.records import Candidate
    >>> outcome = CaseOutcome(CaseStatus.FAILED, name="double(2)", actual="5", expected="4")
    >>> print(feedback_of(Trial("p", Candidate(""), Verdict.FAILED, (outcome,))))
    0 of 1 visible cases passed.
    <BLANKLINE>
    Case 1:
    ```
    case: double(2)
    expected: 4
    got: 5
    ```
    """
    require("trial", trial, (Trial,), "a Trial")
    if trial.verdict is None:
        return ""
    passed, of = sum(one.passed for one in trial.outcomes), len(trial.outcomes)
    counted = f"{passed} of {of} visible cases passed." if of else ""
    return "\n\n".join(filter(None, [counted, failures_of(trial)]))


def failures_of(trial: Trial) -> str:
    """Return the visible cases that failed, each with what was called, what was expected and what came; empty for none.

    Where the code could not be loaded, it is the reason for that instead.
    """
    require("trial", trial, (Trial,), "a Trial")
    if trial.verdict is None or trial.verdict is Verdict.PASSED:
        return ""
    failed = [(number, one) for number, one in enumerate(trial.outcomes, 1) if not one.passed]
    ran = [(number, one) for number, one in failed if one.status is not CaseStatus.NOT_RUN]
    if not ran:
        return _not_loaded(trial)
    told = [f"Case {number}:{_ending(one)}\n{fenced(_facts(one))}" for number, one in ran[:MAX_FAILURES]]
    if len(failed) > len(told):
        told.append(f"{len(failed) - len(told)} more did not pass.")
    return "\n\n".join(told)


def _not_loaded(trial: Trial) -> str:
    why = "is not valid" if trial.verdict is Verdict.INVALID else "could not be run"
    return f"The code {why}:\n{fenced(_told(trial.detail))}"


def _ending(outcome: CaseOutcome) -> str:
    ending = _ENDINGS.get(outcome.status)
    return f" {ending}" if ending else ""


def _facts(outcome: CaseOutcome) -> str:
    """The lines about one case; every value on lines of its own where it has several."""
    crashed = outcome.status is CaseStatus.CRASHED
    facts = {
        "case": outcome.name,
        "expected": outcome.expected,
        "got": "" if crashed else outcome.actual,
        "error": outcome.error.removeprefix("prediction: ") if crashed or _is_told_by_error(outcome) else "",
    }
    return "\n".join(f"{key}:{_placed(_told(value))}" for key, value in facts.items() if value)


def _is_told_by_error(outcome: CaseOutcome) -> bool:
    """Whether there is nothing but the error; how long a case took that did not end in time is not said."""
    return outcome.status is CaseStatus.FAILED and not outcome.actual


def _placed(text: str) -> str:
    text = text.rstrip("\n")
    return f"\n{text}" if "\n" in text else f" {text}"


def _told(text: str) -> str:
    return settled(text, MAX_VALUE)
