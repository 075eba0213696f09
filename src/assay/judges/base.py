"""What every judge does: one candidate in, one trial out; and the judges by name."""

from __future__ import annotations

import copy
import enum
from collections.abc import Collection, Sequence
from functools import cache
from typing import Protocol, Self, runtime_checkable

from assay.errors import InvalidProblem
from assay.records import Candidate, Check, Limits, Problem, Suite, Trial
from assay.registry import Registry
from assay.sandbox.base import Sandbox

SHARED = "shared"
"""The judge that runs a suite in the candidate's process."""


class ControlGap(enum.StrEnum):
    """A gap in the negative control of a pass; the detail of its trial begins with it."""

    NONE = "no control"
    WEAK = "weak control"


def control_gap(trial: Trial) -> ControlGap | None:
    """Return what the control of a pass lacks; `None` for other trials and where it lacks nothing."""
    return next((gap for gap in ControlGap if trial.passed and trial.detail.startswith(f"{gap}: ")), None)


class Judge(Protocol):
    """Decides about a candidate."""

    def judge(self, problem: Problem, candidate: Candidate) -> Trial:
        """The trial of one attempt; our own failure is a trial with a fault and no verdict, never an exception."""


class AdjustableJudge(Judge, Protocol):
    """A judge of which there can be another for other limits, at no cost."""

    def under(self, limits: Limits) -> AdjustableJudge:
        """Return a judge that works under other limits; what was prepared for problems serves both."""


class UnderLimits:
    """What all judges share that keep their limits in one place."""

    limits: Limits

    def under(self, limits: Limits) -> Self:
        """Return a judge that works under other limits; what was prepared for problems serves both."""
        other = copy.copy(self)
        other.limits = limits
        return other


@runtime_checkable
class SetsAside(Protocol):
    """A judge that can do without single cases of a problem."""

    def set_aside(self, problem: Problem, names: Collection[str]) -> None:
        """Judge nobody by the cases of these names from now on."""


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
        "repository": "assay.judges.repository:RepositoryJudge",
        "separate": "assay.judges.separate:SeparateJudge",
        SHARED: "assay.judges.shared:SharedJudge",
    },
)
"""The judges that a benchmark can ask for."""


class MixedJudge:
    """Several judges, of which each problem gets the first one that takes its check."""

    def __init__(self, judges: Sequence[tuple[JudgeKind, AdjustableJudge]]) -> None:
        self._judges = judges

    def judge(self, problem: Problem, candidate: Candidate) -> Trial:
        """Return the trial of one attempt."""
        return self._of(problem).judge(problem, candidate)

    def under(self, limits: Limits) -> MixedJudge:
        """Return a judge that works under other limits; what was prepared for problems serves both."""
        return MixedJudge([(kind, judge.under(limits)) for kind, judge in self._judges])

    def _of(self, problem: Problem) -> AdjustableJudge:
        for kind, judge in self._judges:
            if _takes(kind, problem.check):
                return judge
        names = "+".join(kind.name for kind, _ in self._judges)
        raise not_taken(problem, names, tuple(check for kind, _ in self._judges for check in kind.takes))


class MixedKind:
    """The kind of a judge that is made of several."""

    def __init__(self, kinds: Sequence[JudgeKind]) -> None:
        self.name = "+".join(kind.name for kind in kinds)
        self.takes = tuple(check for kind in kinds for check in kind.takes)
        self.kinds = kinds

    def layers(self, sandbox: Sandbox, limits: Limits) -> str:
        """Return the layers in force where candidates run, after `shared` where some of them run with their tests."""
        shared = any(kind.name == SHARED for kind in self.kinds[1:])
        return f"{SHARED}+" * shared + self.kinds[0].layers(sandbox, limits)

    def __call__(
        self, sandbox: Sandbox, limits: Limits | None = None, *, first_failure: bool = False
    ) -> AdjustableJudge:
        """Return a judge; `first_failure` stops a candidate at its first case that does not pass."""
        return MixedJudge([(kind, kind(sandbox, limits, first_failure=first_failure)) for kind in self.kinds])


def judge_kind(names: str) -> JudgeKind:
    """Return the kind of judge of that name, or of several names with `+` between, for benchmarks of several kinds.

    >>> judge_kind("programs+separate").name
    'programs+separate'
    """
    kinds = tuple(JUDGES.get(name) for name in names.split("+"))
    return kinds[0] if len(kinds) == 1 else MixedKind(kinds)


def judge_of(problem: Problem) -> str:
    """Return the name of the judge for a problem of which nobody said it: `separate`, where that takes its check.

    >>> from assay.records import Case, Cases
    >>> judge_of(Problem("p", Cases("f", (Case(),))))
    'separate'
    """
    if isinstance(problem.check, Suite) and problem.check.together:
        return SHARED
    name = _judge_for(type(problem.check))  # type: ignore[arg-type]  # mypy asks instances whether a class has a hash
    if name is None:
        raise InvalidProblem(f"problem {problem.id!r}: no judge takes {type(problem.check).__name__}")
    return name


def _takes(kind: JudgeKind, check: Check) -> bool:
    together = isinstance(check, Suite) and check.together
    return isinstance(check, kind.takes) and (kind.name == SHARED or not together)


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
