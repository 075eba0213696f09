"""Iterative refinement: code is given back with the visible cases that it fails, to be mended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.models.base import Model
from assay.solutions import Draft
from assay.solvers.desk import Desk
from assay.solvers.strategies.shared import (
    REVIEW,
    Improver,
    ask_for_code,
    best_reviewed,
    is_enough,
    model_name,
    prompts_of,
    require_count,
    require_share,
    signature_of,
)
from assay.solvers.visible import VisibleProblem


@dataclass(frozen=True, slots=True)
class Refine:
    """Mends code at most `iterations` times, until it passes all visible cases.

    Each time the best code so far is worked on, the newest of equally good ones, so that a change for the worse is
    dropped; the best is returned, never just the last. Without visible cases the model reviews its own code, until it
    changes nothing.
    """

    iterations: int = 3
    start: str | None = None
    """The code to begin with; `None`: the model writes it, which is one question more."""
    prompt: str = "plain"
    """The name of the template of that first question, or the path of one; the others are asked with `fix`."""
    model: Model | None = None
    quality_bound: float | None = None
    """Without visible cases: the form of code, from 0 to 1 as `assay.quality` sees it, that is enough."""
    temperature: float | None = None
    """`None`: 0, and 0.8 for a question that was asked before."""

    def __post_init__(self) -> None:
        require_count("iterations", self.iterations)
        require_share("quality_bound", self.quality_bound)

    @property
    def signature(self) -> str:
        """The name with everything that decides what it does."""
        return signature_of(
            "refine",
            self.iterations,
            start=None if self.start is None else "given",
            prompt=prompts_of(self.prompt, "fix", REVIEW),
            model=model_name(self.model),
            quality_bound=self.quality_bound,
            temperature=self.temperature,
        )

    def solve(self, problem: VisibleProblem, desk: Desk) -> Sequence[Draft]:
        """Return the best state of the code."""
        since = len(desk.drafts)
        with desk.until_ended():
            self._work(desk)
        return best_reviewed(desk, since, self.quality_bound)

    def _work(self, desk: Desk) -> None:
        current = self._first(desk)
        improver = Improver(desk, "fix", self.model, self.temperature or 0.0)
        for _ in range(self.iterations):
            if is_enough(desk, current, self.quality_bound):
                return
            new = improver.improved(current)
            if new is None:
                return
            current = new if new.rank >= current.rank else current

    def _first(self, desk: Desk) -> Draft:
        if self.start is None:
            return ask_for_code(desk, self.prompt, model=self.model, temperature=self.temperature)
        return desk.try_out(Draft(self.start))
