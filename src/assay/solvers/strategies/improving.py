"""What strategies that improve code step by step share: whom they ask, when code is enough, and what they return."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from assay.models.base import Model
from assay.solutions import Draft
from assay.solvers.desk import Desk
from assay.solvers.strategies.shared import (
    REVIEW,
    ask_for_code,
    best_reviewed,
    model_name,
    prompts_of,
    require_share,
    signature_of,
)
from assay.solvers.visible import VisibleProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class Improving(ABC):
    """A strategy whose every question is about the code so far; it returns the best state, not the last."""

    prompt: str = "plain"
    """The name of the first question's template, or the path of one."""
    model: Model | None = None
    """Who is asked; `None`: the model that all strategies of the run are given."""
    quality_bound: float | None = None
    """Without visible cases: the form of code, from 0 to 1 as `assay.quality` sees it, that is enough."""
    temperature: float | None = None
    """`None`: 0, and 0.8 for a question that was asked before."""

    def __post_init__(self) -> None:
        require_share("quality_bound", self.quality_bound)

    @property
    @abstractmethod
    def signature(self) -> str:
        """The name with everything that decides what it does."""

    def solve(self, problem: VisibleProblem, desk: Desk) -> Sequence[Draft]:
        """Return the best state of the code."""
        since = len(desk.drafts)
        with desk.until_ended():
            self.work(desk)
        return best_reviewed(desk, since, self.quality_bound)

    @abstractmethod
    def work(self, desk: Desk) -> None:
        """Ask until the code is good enough, or there is nothing more to be had."""

    def first(self, desk: Desk) -> Draft:
        """Return the code that the first question brings."""
        return ask_for_code(desk, self.prompt, model=self.model, temperature=self.temperature)

    def signed(self, name: str, then: str, *parameters: object, **options: object) -> str:
        """Return the signature of a strategy that asks with the template `then` after the first question."""
        return signature_of(
            name,
            *parameters,
            **options,
            prompt=prompts_of(self.prompt, then, REVIEW),
            model=model_name(self.model),
            quality_bound=self.quality_bound,
            temperature=self.temperature,
        )
