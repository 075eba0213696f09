"""Several attempts that know nothing of each other, as pass@k wants them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from assay.solutions import Draft
from assay.solvers.base import Strategy
from assay.solvers.desk import Desk
from assay.solvers.strategies.composing import warmed
from assay.solvers.strategies.once import Once
from assay.solvers.strategies.shared import SEVERAL, draw_code, require_count, signature_of
from assay.solvers.visible import VisibleProblem


@dataclass(frozen=True, slots=True)
class Repeat:
    """Solves a problem `n` times, and returns all that comes, one draft for each attempt."""

    n: int
    inner: Strategy = field(default_factory=Once)
    """How each attempt is made; answers of `Once` are drawn side by side."""

    def __post_init__(self) -> None:
        require_count("n", self.n)

    @property
    def signature(self) -> str:
        """The name with everything that decides what it does."""
        return signature_of("repeat", self.n, self.inner.signature)

    def solve(self, problem: VisibleProblem, desk: Desk) -> Sequence[Draft]:
        """Return the drafts of all attempts, in their order."""
        found: list[Draft] = []
        with desk.until_ended():
            for draft in self._attempts(problem, desk):
                found.append(draft)  # one by one: what came before an end is kept
        return found

    def _attempts(self, problem: VisibleProblem, desk: Desk) -> Iterator[Draft]:
        one = self.inner
        if isinstance(one, Once):
            warm = one.temperature
            yield from draw_code(desk, self.n, one.prompt, model=one.model, temperature=warm, tried=False)
            return
        inner = one if self.n == 1 else warmed(one, SEVERAL)
        for _ in range(self.n):
            yield from inner.solve(problem, desk)
            if desk.ended is not None:
                return
