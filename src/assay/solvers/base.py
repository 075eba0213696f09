"""What every strategy does: it draws drafts of a solution to a problem, at a desk that asks, tries and keeps count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from assay.records import Trial
from assay.solutions import Draft
from assay.solvers.grouping import INPUTS, Grouping
from assay.solvers.visible import VisibleProblem

if TYPE_CHECKING:
    from assay.solvers.desk import Desk


class Strategy(Protocol):
    """How attempts at a problem are drawn."""

    @property
    def signature(self) -> str:
        """The name with everything that decides what it does, such as `once(prompt=plain@1)`."""

    def solve(self, problem: VisibleProblem, desk: Desk) -> Sequence[Draft]:
        """Return the answers, the first attempt first; none: it abstains.

        Works inside `with desk.until_ended():`, so that when a budget is used up or the model is gone, it returns the
        best that it has by then.
        """


class Tester(Protocol):
    """Tries drafts on visible cases; may be used from several threads at once."""

    def trial(self, problem: VisibleProblem, source: str) -> Trial:
        """Return how the draft does on the cases of this problem; our own failure is a trial without a verdict."""

    def close(self) -> None:
        """Let go of what the tries needed."""

    def grouping(self, problem: VisibleProblem, sources: Sequence[str], *, inputs: int = INPUTS) -> Grouping:
        """Return which of some drafts do the same on at most so many inputs; with 0, only which of them can be loaded.

        Where our own side fails, equal text is one group.
        """
