"""Self-verification: code is tried on the visible cases, and what failed is told to the model."""

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
class Verify:
    """Asks until an answer passes all visible cases, at most `attempts` times, each time with what failed last.

    Returns the best attempt, not the last. A model that says the same again is asked at a higher temperature; when it
    says the same once more, no more is asked. Without visible cases there is nothing to verify and one answer is all,
    unless a quality bound says when code is good enough: then the model is asked to review its own code.
    """

    attempts: int = 3
    prompt: str = "plain"
    """The name of the first question's template, or the path of one; the others are asked with `feedback`."""
    model: Model | None = None
    quality_bound: float | None = None
    """Without visible cases: the form of code, from 0 to 1 as `assay.quality` sees it, that is enough."""
    temperature: float | None = None
    """`None`: 0, and 0.8 for a question that was asked before."""

    def __post_init__(self) -> None:
        require_count("attempts", self.attempts)
        require_share("quality_bound", self.quality_bound)

    @property
    def signature(self) -> str:
        """The name with everything that decides what it does."""
        return signature_of(
            "verify",
            self.attempts,
            prompt=prompts_of(self.prompt, "feedback", REVIEW),
            model=model_name(self.model),
            quality_bound=self.quality_bound,
            temperature=self.temperature,
        )

    def solve(self, problem: VisibleProblem, desk: Desk) -> Sequence[Draft]:
        """Return the attempt that did best on the visible cases."""
        since = len(desk.drafts)
        with desk.until_ended():
            self._work(desk)
        return best_reviewed(desk, since, self.quality_bound)

    def _work(self, desk: Desk) -> None:
        draft: Draft | None = ask_for_code(desk, self.prompt, model=self.model, temperature=self.temperature)
        if not desk.has_cases and self.quality_bound is None:
            if self.attempts > 1:
                desk.note("not verified: there are no visible cases")
            return
        improver = Improver(desk, "feedback", self.model, self.temperature or 0.0)
        for _ in range(1, self.attempts):
            if draft is None or is_enough(desk, draft, self.quality_bound):
                return
            draft = improver.improved(draft)
