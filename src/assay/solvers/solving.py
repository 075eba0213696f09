"""A solver: a strategy with its model, its tester and its budgets; a problem in, a solution out."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from assay.models.base import Model
from assay.records import Problem
from assay.solutions import AS_SERVED, Sampling, Solution, first_token_seconds
from assay.solvers.base import Strategy, Tester
from assay.solvers.budget import UNBOUNDED, Budget, Purse
from assay.solvers.desk import Desk, directly
from assay.solvers.visible import visible_part


@dataclass(frozen=True, slots=True)
class Solver:
    """Solves one problem after the other, from any thread."""

    strategy: Strategy
    model: Model
    tester: Tester
    sampling: Sampling = AS_SERVED
    budget: Budget = UNBOUNDED
    """Of one problem."""
    purse: Purse = field(default_factory=Purse)
    """Of all problems together."""
    shown: int = 0
    """How many cases of each check are shown, beside those that may be seen anyway."""
    stop: threading.Event = field(default_factory=threading.Event)
    through: Callable[[Model], Model] = directly
    """What stands before every model that a strategy asks, such as a cache of answers."""

    def solve(self, problem: Problem) -> Solution:
        """Return what the strategy made of the problem, of which it is given the visible part alone."""
        visible = visible_part(problem, shown=self.shown)
        desk = Desk(
            visible,
            self.model,
            tester=self.tester,
            sampling=self.sampling,
            budget=self.budget,
            purse=self.purse,
            stop=self.stop,
            through=self.through,
        )
        drafts = tuple(self.strategy.solve(visible, desk))
        ended = desk.ended
        notes = [step.text for step in desk.steps if step.text]
        return Solution(
            problem.id,
            drafts,
            tuple(desk.steps),
            ended=None if ended is None else ended.by,
            detail=ended.detail if ended is not None else "" if drafts else (notes or [""])[-1],
            abstained=not drafts and ended is None,
            confidence=desk.confidence,
            cost=desk.cost,
            first_token_seconds=first_token_seconds(desk.steps),
        )
