"""Abstaining: a problem is attempted only where the estimated chance of success is high enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from assay.errors import require_method
from assay.models.base import Model
from assay.solutions import Draft
from assay.solvers.base import Strategy
from assay.solvers.calibration import THRESHOLD, Estimator, traits_of
from assay.solvers.desk import Desk
from assay.solvers.strategies.composing import as_strategy, asked_model
from assay.solvers.strategies.once import Once
from assay.solvers.strategies.shared import require_share, signature_of
from assay.solvers.visible import VisibleProblem


@dataclass(frozen=True, slots=True)
class AttemptIf:
    """Attempt a problem only where the estimated chance of success is at least a threshold; abstain elsewhere.

    The chance is that of one attempt of the model in past runs, whatever strategy they were made with.
    """

    threshold: float = THRESHOLD
    inner: Strategy | Model = field(default_factory=Once)
    estimator: Estimator = field(default_factory=Estimator)
    """What estimates are made by; without a history, by the kind of problem alone."""

    def __post_init__(self) -> None:
        as_strategy(self.inner, "inner")
        require_share("threshold", self.threshold)
        require_method("estimator", self.estimator, "estimate", "an Estimator")

    @property
    def signature(self) -> str:
        """The name with the threshold, what is attempted with, and a digest of the history behind the estimates."""
        inner = as_strategy(self.inner).signature
        return signature_of("attempt", f"{self.threshold:g}", inner, history=self.estimator.signature)

    def solve(self, problem: VisibleProblem, desk: Desk) -> Sequence[Draft]:
        """Return what the inner strategy returns; nothing where the chance is too low."""
        found = self.estimator.estimate(traits_of(problem), asked_model(self.inner, desk.model))
        desk.confidence = found.chance
        said = f"estimated chance {found.chance:.2f} by {found.basis}"
        if found.chance < self.threshold:
            desk.note(f"abstained: {said}, and {self.threshold:g} is wanted")
            return []
        desk.note(f"attempted: {said}, at least {self.threshold:g}")
        return as_strategy(self.inner).solve(problem, desk)
