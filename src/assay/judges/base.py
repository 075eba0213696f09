"""What every judge does: one candidate in, one trial out; and the judges by name."""

from __future__ import annotations

from functools import cache
from typing import Protocol

from assay.errors import InvalidProblem
from assay.records import Candidate, Check, Limits, Problem, Trial
from assay.registry import Registry
from assay.sandbox.base import Sandbox


class Judge(Protocol):
    """Decides about a candidate."""

    def judge(self, problem: Problem, candidate: Candidate) -> Trial:
        """The trial of one attempt; our own failure is a trial with a fault and no verdict, never an exception."""


class AdjustableJudge(Judge, Protocol):
    """A judge of which there can be another for other limits, at no cost."""

    def under(self, limits: Limits) -> AdjustableJudge:
        """Return a judge that works under other limits; what was prepared for problems serves both."""


class JudgeKind(Protocol):
    """The class of a judge."""

    name: str
    takes: tuple[type[Check], ...]
    """The kinds of check that such a judge carries out; it refuses a problem of any other kind."""

    def layers(self, sandbox: Sandbox, limits: Limits) -> str:
        """Return the layers in force where candidates run; starts what the first of them needs."""

    def __call__(
        self, sandbox: Sandbox, limits: Limits | None = None, *, first_failure: bool = False
    ) -> AdjustableJudge:
        """Return a judge; `first_failure` stops a candidate at its first case that does not pass."""


JUDGES: Registry[JudgeKind] = Registry(
    "judge",
    {
        "programs": "assay.judges.programs:ProgramsJudge",
        "separate": "assay.judges.separate:SeparateJudge",
        "shared": "assay.judges.shared:SharedJudge",
    },
)
"""The judges that a benchmark can ask for."""


def judge_of(problem: Problem) -> str:
    """Return the name of the judge for a problem of which nobody said it: `separate`, where that takes its check.

    >>> from assay.records import Case, Cases
    >>> judge_of(Problem("p", Cases("f", (Case(),))))
    'separate'
    """
    name = _judge_for(type(problem.check))  # type: ignore[arg-type]  # mypy asks instances whether a class has a hash
    if name is None:
        raise InvalidProblem(f"problem {problem.id!r}: no judge takes {type(problem.check).__name__}")
    return name


@cache
def _judge_for(kind: type[Check]) -> str | None:
    """The judge of a kind of check; remembered, for to look up what is installed takes longer than a trial."""
    names = sorted(JUDGES, key=lambda name: name != "separate")
    return next((name for name in names if kind in JUDGES.get(name).takes), None)


def not_taken(problem: Problem, judge: str, takes: tuple[type[Check], ...]) -> InvalidProblem:
    """Return the error of a problem whose check is of a kind that the judge does not take.

    >>> from assay.records import Case, Cases, Suite
    >>> not_taken(Problem("p", Cases("f", (Case(),))), "shared", (Suite,))
    InvalidProblem("problem 'p': the shared judge takes Suite, got Cases")
    """
    kinds, got = " and ".join(kind.__name__ for kind in takes), type(problem.check).__name__
    return InvalidProblem(f"problem {problem.id!r}: the {judge} judge takes {kinds}, got {got}")
