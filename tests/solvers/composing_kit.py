"""Builders for tests of strategies made of others: numbered problems, models of known skill and price, fixed drafts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from assay.models import Message, Model, ScriptedModel
from assay.records import Case, Cases, Problem, ProblemKind, Untested
from assay.solutions import Draft, Solution, StepKind
from assay.solvers.base import Strategy
from assay.solvers.budget import UNBOUNDED, Budget
from assay.solvers.desk import Desk
from assay.solvers.solving import Solver
from assay.solvers.testing import ScriptedTester
from assay.solvers.visible import VisibleProblem

RIGHT, WRONG, HALF = ("def f(): return 'right'", "def f(): return 'wrong'", "def f(): return 'half'")
SHOWN = Cases("f", (Case((1,), 1), Case((2,), 2)))


def problem(number: int = 0, *, shown: bool = True, difficulty: int | None = None, words: int = 0) -> Problem:
    """Problem number so, with two visible cases or none; `words` make its prompt longer."""
    prompt = f"Problem {number}: return it." + " again" * words
    return Problem(f"p{number}", SHOWN, prompt=prompt, difficulty=difficulty, examples=SHOWN if shown else None)


def algorithm(number: int) -> Problem:
    return Problem(f"a{number}", Untested("f"), prompt=f"Algorithm {number}.", kind=ProblemKind.ALGORITHM)


def model(name: str, solves: Collection[int], *, cost_usd: float = 0.0) -> ScriptedModel:
    """A model that solves the problems of these numbers and no other, at a price for each answer."""

    def answer(messages: Sequence[Message], number: int) -> str:
        asked = messages[-1].content
        return RIGHT if any(f"Problem {one}:" in asked for one in solves) else WRONG

    return ScriptedModel(answer, name=name, cost_usd=cost_usd)


def tester() -> ScriptedTester:
    return ScriptedTester({RIGHT: 2, HALF: 1}, of=2)


def solve(
    strategy: Strategy, given: Problem | Iterable[Problem], usual: Model | None = None, *, budget: Budget = UNBOUNDED
) -> list[Solution]:
    """What a strategy makes of problems."""
    solver = Solver(strategy, usual or model("usual", ()), tester(), budget=budget)
    return [solver.solve(one) for one in ([given] if isinstance(given, Problem) else given)]


def accuracy(solutions: Sequence[Solution]) -> float:
    """The share of problems whose first draft is right."""
    return sum(bool(one.drafts) and one.drafts[0].source.strip() == RIGHT for one in solutions) / len(solutions)


def cost(solutions: Iterable[Solution]) -> float:
    return round(sum(one.cost.cost_usd or 0.0 for one in solutions), 6)


def notes(solution: Solution) -> list[str]:
    return [step.text for step in solution.steps if step.kind is StepKind.NOTED]


@dataclass(frozen=True)
class Says:
    """A strategy that has its drafts ready, and asks nobody."""

    drafts: tuple[Draft, ...]

    @property
    def signature(self) -> str:
        return "says"

    def solve(self, problem: VisibleProblem, desk: Desk) -> Sequence[Draft]:
        desk.note(f"says {self.drafts[0].source if self.drafts else 'nothing'}")
        return self.drafts
