"""The cases and the suite of a problem, and what a trial says, for tests that look into them."""

from __future__ import annotations

from assay.records import Case, Cases, FunctionCheck, Problem, Suite, Trial


def cases_of(problem: Problem) -> tuple[Case, ...]:
    """Return the cases of a problem that has some."""
    assert isinstance(problem.check, Cases)
    return problem.check.cases


def called_in(problem: Problem) -> FunctionCheck:
    """Return what a problem calls, with the files around it."""
    assert isinstance(problem.check, FunctionCheck)
    return problem.check


def suite_of(problem: Problem) -> Suite:
    """Return the suite of a problem that has one."""
    assert isinstance(problem.check, Suite)
    return problem.check


def complaint(trial: Trial) -> str:
    """Return what a trial says, without the notes of a pass on its control."""
    return "" if trial.passed and trial.detail.startswith(("no control: ", "weak control: ")) else trial.detail
