"""Iterative refinement: code is given back with the visible cases that it fails, to be mended."""

from __future__ import annotations

from dataclasses import dataclass

from assay.solutions import Draft
from assay.solvers.desk import Desk
from assay.solvers.strategies.improving import Improving
from assay.solvers.strategies.shared import Improver, is_enough, require_count


@dataclass(frozen=True, slots=True)
class Refine(Improving):
    """Mends code at most `iterations` times, until it passes all visible cases.

    Each time the best code so far is worked on, the newest of equally good ones, so that a change for the worse is
    dropped; the best is returned, never just the last. Without visible cases the model reviews its own code, until it
    changes nothing.
    """

    iterations: int = 3
    start: str | None = None
    """The code to begin with; `None`: the model writes it, which is one question more."""

    def __post_init__(self) -> None:
        require_count("iterations", self.iterations)
        Improving.__post_init__(self)

    @property
    def signature(self) -> str:
        """The name with everything that decides what it does."""
        return self.signed("refine", "fix", self.iterations, start=None if self.start is None else "given")

    def work(self, desk: Desk) -> None:
        """Mend the best code so far, until it passes all visible cases."""
        current = self.first(desk) if self.start is None else desk.try_out(Draft(self.start))
        improver = Improver(desk, "fix", self.model, self.temperature or 0.0)
        for _ in range(self.iterations):
            if is_enough(desk, current, self.quality_bound):
                return
            new = improver.improved(current)
            if new is None:
                return
            current = new if new.rank >= current.rank else current
