"""Builders for tests of strategies: answers by one letter, problems with and without visible cases, short histories."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from assay.models import Completion, Message, ModelUnavailable, ScriptedModel
from assay.models.scripted import Answer
from assay.records import Case, Cases, Problem, Untested
from assay.solutions import Cost, Solution, Step, StepKind, cost_of
from assay.solvers.base import Strategy, Tester
from assay.solvers.budget import UNBOUNDED, Budget
from assay.solvers.solving import Solver
from assay.solvers.testing import ScriptedTester

OF = 3
"""Visible cases of the problem `WITH_CASES`."""
CHECK = Cases("f", tuple(Case((number,), number) for number in range(OF)))
WITH_CASES = Problem("p", CHECK, prompt="Return what is given.", examples=CHECK)
WITHOUT_CASES = Problem("p", Untested("f"), prompt="Return what is given.")


def code(letter: str) -> str:
    """The code that stands for a letter."""
    return f"def f(x): return {letter!r}"


def letter_of(source: str) -> str:
    """The letter that code stands for."""
    found = re.search(r"return '(.*?)'", source)
    return found[1] if found else source


def answer(letter: str) -> Completion:
    """An answer of known size, price and time."""
    return Completion(f"Here it is:\n```python\n{code(letter)}\n```\n", 10, 5, 2, cost_usd=0.5, seconds=2.0)


def model_of(letters: str) -> ScriptedModel:
    """A model that answers with these letters, one after the other, and is gone then.

    Of several answers that are drawn side by side, each gets the letter of its number, whichever is drawn first.
    """
    first: dict[tuple[Message, ...], int] = {}
    used: set[int] = set()

    def said(messages: Sequence[Message], number: int) -> Answer:
        place = first.setdefault(tuple(messages), len(used)) + number
        if place in used:
            place = next(one for one in range(len(letters) + 1) if one not in used)
        if place >= len(letters):
            return ModelUnavailable("the model is gone")
        used.add(place)
        return answer(letters[place])

    return ScriptedModel(said)


def scripted(passed: Mapping[str, int], behaves: Mapping[str, str | None] | None = None) -> ScriptedTester:
    """A tester that knows how many of the cases each letter passes, and what it does; of others, none."""
    words = {code(letter): word for letter, word in (behaves or {}).items()}
    return ScriptedTester({code(letter): count for letter, count in passed.items()}, of=OF, behaves=words)


def solved(
    strategy: Strategy,
    model: ScriptedModel,
    tester: Tester,
    problem: Problem = WITH_CASES,
    budget: Budget = UNBOUNDED,
) -> Solution:
    """What a strategy makes of the problem."""
    return Solver(strategy, model, tester, budget=budget).solve(problem)


def letters_of(solution: Solution) -> str:
    """The drafts of a solution, as letters."""
    return "".join(letter_of(draft.source) for draft in solution.drafts)


def history(steps: Sequence[Step]) -> list[str]:
    """Each step in a word or two: `plain a`, `tried a 0`, and notes up to their first colon."""
    said = []
    for step in steps:
        if step.completion is not None:
            said.append(f"{step.template.partition('@')[0]} {letter_of(step.completion.text)}")
        elif step.kind is StepKind.TRIED:
            said.append(f"tried {letter_of(step.source)} {step.passed}")
        else:
            said.append(step.text)
    return said


def asked_cost(solution: Solution) -> Cost:
    """What the answers took, without the time of the tries."""
    return cost_of([step for step in solution.steps if step.completion is not None])
