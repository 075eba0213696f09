"""Simple problems go to a cheap strategy or model, hard ones to a strong one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import NoneType

from assay.errors import InvalidValue, require, require_method
from assay.models.base import Model
from assay.records import ProblemKind
from assay.solutions import Draft
from assay.solvers.base import Strategy
from assay.solvers.calibration import Estimator, traits_of
from assay.solvers.desk import Desk
from assay.solvers.strategies.composing import as_strategy, asked_model
from assay.solvers.strategies.shared import require_share, signature_of
from assay.solvers.visible import VisibleProblem

BOUNDS: Mapping[str, float] = {"difficulty": 2, "length": 800, "estimate": 0.7}
"""What problems can be sorted by, with the bound that is taken where none is given."""
DIFFICULTY_OF_KIND: Mapping[ProblemKind, int] = {
    ProblemKind.FUNCTION: 1,
    ProblemKind.ALGORITHM: 2,
    ProblemKind.REPOSITORY: 3,
}
"""What a problem counts as where nobody said how difficult it is."""


@dataclass(frozen=True, slots=True)
class Route:
    """Send simple problems to one strategy or model, and hard ones to another.

    A problem is hard whose difficulty (1 to 3) or whose prompt's length in characters is at least `bound`, or which
    the first one solves with an estimated chance below `bound`.
    """

    simple: Strategy | Model
    hard: Strategy | Model
    by: str = "difficulty"
    """`difficulty`, `length` or `estimate`."""
    bound: float | None = None
    """`None`: 2 for the difficulty, 800 for the length, 0.7 for the estimate."""
    estimator: Estimator = field(default_factory=Estimator)
    """What estimates are made by; without a history, by the kind of problem alone."""

    def __post_init__(self) -> None:
        as_strategy(self.simple, "simple"), as_strategy(self.hard, "hard")
        require_method("estimator", self.estimator, "estimate", "an Estimator")
        require("bound", self.bound, (int, float, NoneType), "a number")
        if self.by not in list(BOUNDS):
            raise InvalidValue(f"by must be {', '.join(BOUNDS)}, got {self.by!r}")
        if self.by == "estimate":
            require_share("bound", self._bound)
        elif not self._bound > 0:
            raise InvalidValue(f"bound must be above 0, got {self.bound!r}")

    @property
    def signature(self) -> str:
        """The name with both ways, and how one is chosen."""
        return signature_of(
            "route",
            as_strategy(self.simple).signature,
            as_strategy(self.hard).signature,
            by=self.by,
            bound=f"{self._bound:g}",
            history=self.estimator.signature if self.by == "estimate" else "",
        )

    def solve(self, problem: VisibleProblem, desk: Desk) -> Sequence[Draft]:
        """Return what the chosen strategy returns."""
        is_hard, why = self._choice(problem, desk)
        chosen = as_strategy(self.hard if is_hard else self.simple)
        desk.note(f"route: {'hard' if is_hard else 'simple'} ({why}), so {chosen.signature}")
        return chosen.solve(problem, desk)

    @property
    def _bound(self) -> float:
        return BOUNDS[self.by] if self.bound is None else self.bound

    def _choice(self, problem: VisibleProblem, desk: Desk) -> tuple[bool, str]:
        bound = self._bound
        if self.by == "length":
            length = len(problem.prompt)
            return length >= bound, f"a prompt of {length} characters, {bound:g} or more are hard"
        if self.by == "estimate":
            found = self.estimator.estimate(traits_of(problem), asked_model(self.simple, desk.model))
            said = f"estimated chance {found.chance:.2f} by {found.basis}, below {bound:g} is hard"
            return found.chance < bound, said
        if problem.difficulty is not None:
            return problem.difficulty >= bound, f"difficulty {problem.difficulty}, {bound:g} or more is hard"
        assumed = DIFFICULTY_OF_KIND[problem.kind]
        said = f"difficulty unknown, of the kind {problem.kind} and so taken for {assumed}, {bound:g} or more is hard"
        return assumed >= bound, said
