"""What `--prefer` stands for: a strategy for accuracy, for speed, or for both in balance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.errors import InvalidOption, UnknownNameError
from assay.models.base import Model
from assay.solutions import Draft
from assay.solvers.base import Strategy
from assay.solvers.desk import Desk
from assay.solvers.strategies.cascade import Cascade
from assay.solvers.strategies.ensemble import Ensemble
from assay.solvers.strategies.once import Once
from assay.solvers.strategies.verify import Verify
from assay.solvers.visible import VisibleProblem
from assay.spec import PREFERENCES


@dataclass(frozen=True, slots=True)
class Preferred:
    """A strategy that was chosen by what matters most; it says so in the history of every problem."""

    prefer: str
    inner: Strategy

    @property
    def signature(self) -> str:
        """That of the strategy which was chosen."""
        return self.inner.signature

    def solve(self, problem: VisibleProblem, desk: Desk) -> Sequence[Draft]:
        """Return what the chosen strategy returns."""
        desk.note(f"prefer {self.prefer}: {self.signature}")
        return self.inner.solve(problem, desk)


def preferred(prefer: str, models: Sequence[Model], *, prompt: str = "plain") -> Preferred:
    """Return the strategy for `accuracy`, `balanced` or `speed`, with one model or several, the cheapest first.

    - speed: one attempt with the cheapest model.
    - balanced: one attempt with each model from the cheapest on, and up to three verified ones with the strongest; it
      ends with the first that passes all visible cases. With one model, the verified ones are all: they begin with one
      attempt as it is.
    - accuracy: up to three verified attempts with the strongest model, and where they fail, an ensemble of five.
    """
    if prefer not in PREFERENCES:
        raise UnknownNameError("preference", prefer, PREFERENCES)
    if not models:
        raise InvalidOption("prefer", "needs at least one model")
    several = len(models) > 1
    cheap, strong = (models[0], models[-1]) if several else (None, None)
    if prefer == "speed":
        return Preferred(prefer, Once(prompt, cheap))
    verified = Verify(3, prompt=prompt, model=strong)
    if prefer == "accuracy":
        return Preferred(prefer, Cascade((verified, Ensemble(5, prompt=prompt, model=strong))))
    first = [Once(prompt, model) for model in models[:-1]]
    return Preferred(prefer, Cascade((*first, verified)) if first else verified)
