"""Self-verification: code is tried on the visible cases, and what failed is told to the model."""

from __future__ import annotations

from dataclasses import dataclass

from assay.solutions import Draft
from assay.solvers.desk import Desk
from assay.solvers.strategies.improving import Improving
from assay.solvers.strategies.shared import Improver, is_enough, require_count


@dataclass(frozen=True, slots=True)
class Verify(Improving):
    """Asks until an answer passes all visible cases, at most `attempts` times, each time with what failed last.

    Returns the best attempt, not the last. A model that says the same again is asked at a higher temperature; when it
    says the same once more, no more is asked. Without visible cases there is nothing to verify and one answer is all,
    unless a quality bound says when code is good enough: then the model is asked to review its own code.
    """

    attempts: int = 3

    def __post_init__(self) -> None:
        require_count("attempts", self.attempts)
        Improving.__post_init__(self)

    @property
    def signature(self) -> str:
        """The name with everything that decides what it does."""
        return self.signed("verify", "feedback", self.attempts)

    def work(self, desk: Desk) -> None:
        """Ask anew with what failed, until an attempt passes all visible cases."""
        draft: Draft | None = self.first(desk)
        if not desk.has_cases and self.quality_bound is None:
            if self.attempts > 1:
                desk.note("not verified: there are no visible cases")
            return
        improver = Improver(desk, "feedback", self.model, self.temperature or 0.0)
        for _ in range(1, self.attempts):
            if draft is None or is_enough(desk, draft, self.quality_bound):
                return
            draft = improver.improved(draft)
