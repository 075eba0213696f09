"""One answer: what every other strategy is measured against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.models.base import Model
from assay.solutions import Draft
from assay.solvers.desk import Desk
from assay.solvers.prompts import load_template
from assay.solvers.strategies.shared import draw_code, model_name, signature_of
from assay.solvers.visible import VisibleProblem


@dataclass(frozen=True, slots=True)
class Once:
    """Asks once, and returns what comes."""

    prompt: str = "plain"
    """The name of a template, or the path of one."""
    model: Model | None = None
    """Who is asked; `None`: the model that all strategies of the run are given."""
    temperature: float | None = None
    """`None`: 0. The user's own choice for the whole run comes first."""

    @property
    def signature(self) -> str:
        """The name with everything that decides what it does."""
        prompt = load_template(self.prompt).signature
        return signature_of("once", prompt=prompt, model=model_name(self.model), temperature=self.temperature)

    def solve(self, problem: VisibleProblem, desk: Desk) -> Sequence[Draft]:
        """Return the one draft."""
        since = len(desk.drafts)
        with desk.until_ended():
            next(draw_code(desk, 1, self.prompt, model=self.model, temperature=self.temperature, tried=False))
        return desk.best(since)
