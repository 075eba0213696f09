"""Ensembles: several answers to the same question, of which one is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.errors import UnknownNameError, naming
from assay.models.base import Model
from assay.solutions import Draft
from assay.solvers.desk import Desk
from assay.solvers.strategies.choosing import SELECTIONS, choose, is_valid
from assay.solvers.strategies.shared import (
    SEVERAL,
    draw_code,
    is_enough,
    model_name,
    prompts_of,
    require_count,
    require_share,
    signature_of,
)
from assay.solvers.visible import VisibleProblem

ROUND = 2
"""Answers that are drawn at a time where drawing may end early."""


@dataclass(frozen=True, slots=True)
class Ensemble:
    """Draws `n` answers side by side, and returns the one that is chosen by `select`.

    The names of `select`, and what they do, are in `assay.solvers.strategies.choosing`.
    """

    n: int = 5
    select: str = "auto"
    prompt: str = "plain"
    """The name of a template, or the path of one."""
    model: Model | None = None
    early: bool = False
    """Whether two answers are drawn at a time, and no more once one is good enough: saves calls, and takes longer."""
    quality_bound: float | None = None
    """With `early` and without visible cases: the form of code, as `assay.quality` sees it, that is good enough."""
    judge: Model | None = None
    """Who chooses, with `select="judge"`; `None`: the model that is asked."""
    temperature: float | None = None
    """`None`: 0.8, and 0 for a single answer."""

    def __post_init__(self) -> None:
        require_count("n", self.n)
        require_share("quality_bound", self.quality_bound)
        if self.select not in list(SELECTIONS):
            with naming("select", self.select):
                raise UnknownNameError("selection", self.select, SELECTIONS)

    @property
    def signature(self) -> str:
        """The name with everything that decides what it does."""
        return signature_of(
            "ensemble",
            self.n,
            select=self.select,
            prompt=prompts_of(self.prompt, *(["choose"] if self.select == "judge" else [])),
            model=model_name(self.model),
            early=self.early,
            quality_bound=self.quality_bound,
            judge=model_name(self.judge),
            temperature=self.temperature,
        )

    def solve(self, problem: VisibleProblem, desk: Desk) -> Sequence[Draft]:
        """Return the draft that is chosen, with the share of its group as its confidence where there are groups."""
        drafts: list[Draft] = []
        with desk.until_ended():
            self._draw(desk, drafts)
        return [choose(desk, drafts, self.select, judge=self.judge or self.model)] if drafts else []

    def _draw(self, desk: Desk, drafts: list[Draft]) -> None:
        """Fill in the drafts, so that those before an end are kept."""
        warm = SEVERAL if self.temperature is None and self.n > 1 else self.temperature
        while len(drafts) < self.n:
            count = min(ROUND if self.early else self.n, self.n - len(drafts))
            fresh = draw_code(desk, count, self.prompt, model=self.model, temperature=warm)
            for draft in fresh:
                drafts.append(draft)  # one by one: what came before an end is kept
            if self.early and len(drafts) < self.n and any(self._is_enough(desk, one) for one in drafts[-count:]):
                desk.note(f"stopped after {len(drafts)} of {self.n} answers: one is good enough")
                return

    def _is_enough(self, desk: Desk, draft: Draft) -> bool:
        if self.select == "first_valid" and not desk.has_cases:
            return is_valid(desk, draft)
        return is_enough(desk, draft, self.quality_bound)
