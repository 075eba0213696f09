"""On a model that errs at random, strategies are as accurate as probability says, and better than one attempt."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random

import pytest

from assay.models import Message, ScriptedModel
from assay.records import Problem, Untested
from assay.solvers import Ensemble, Once, Refine, Verify
from assay.solvers.base import Strategy
from tests.solvers.solving_kit import CHECK, OF, code, letter_of, scripted, solved

PROBLEMS = 300
SEED = 20_260
RIGHT = "r"
Kinds = Mapping[str, float]
"""What a model answers, a letter each, and how likely."""
SPREAD: Kinds = {RIGHT: 0.4, "w": 0.15, "x": 0.15, "y": 0.15, "z": 0.15}
"""Right with p = 0.4; wrong in one of four ways, which do different things."""
LUCKY: Kinds = {RIGHT: 0.4, "l": 0.1, "w": 0.5}
"""One wrong answer in six passes all visible cases."""
ALIKE: Kinds = {RIGHT: 0.6, "w": 0.4}
"""All wrong answers do the same."""
PASSED = {RIGHT: OF, "l": OF, "w": 1, "x": 1, "y": 0, "z": 2}


def erring(kinds: Kinds) -> ScriptedModel:
    """A model whose answers are drawn anew for every request, and are the same each time that it is made."""

    def said(messages: Sequence[Message], number: int) -> str:
        chance = Random(f"{SEED}/{messages!r}/{model.asked[-1].sampling.temperature}/{number}")
        (letter,) = chance.choices(list(kinds), list(kinds.values()))
        return f"{code(letter)}  # {chance.randrange(10**9)}"

    model = ScriptedModel(said)
    return model


class Oracle:
    """A tester that knows each letter, whatever comment stands behind the code; so no two answers are the same text."""

    def __init__(self) -> None:
        words = {letter: letter for letter in PASSED}
        self._known = scripted(PASSED, dict(words))

    def trial(self, problem: object, source: str) -> object:
        return self._known.trial(problem, source.partition("  #")[0])  # type: ignore[arg-type]  # passed on

    def grouping(self, problem: object, sources: Sequence[str], *, inputs: int = 100) -> object:
        plain = [source.partition("  #")[0] for source in sources]
        return self._known.grouping(problem, plain, inputs=inputs)  # type: ignore[arg-type]  # passed on

    def close(self) -> None:
        """There is nothing to let go of."""


def accuracy(strategy: Strategy, kinds: Kinds, *, cases: bool = True) -> float:
    """The share of problems whose draft is right, which the model and the strategy cannot see."""
    model, tester, right = erring(kinds), Oracle(), 0
    for number in range(PROBLEMS):
        prompt = f"Return what is given. This is problem {number}."
        check = CHECK if cases else Untested("f")
        problem = Problem(f"p{number}", check, prompt=prompt, examples=CHECK if cases else None)
        (draft,) = solved(strategy, model, tester, problem).drafts  # type: ignore[arg-type]  # see Oracle
        right += letter_of(draft.source) == RIGHT
    return right / PROBLEMS


@cache
def accuracy_of_once(kinds: tuple[tuple[str, float], ...]) -> float:
    """The share for one attempt, which visible cases do not change."""
    return accuracy(Once(), dict(kinds))


def at_least_one(p: float, draws: int) -> float:
    """The chance that one of several draws is right, with visible cases that never lie."""
    return 1 - (1 - p) ** draws


def first_that_passes(kinds: Kinds, draws: int) -> float:
    """The chance that the first draw which passes all visible cases is right; with none, nothing is."""
    passes = sum(share for letter, share in kinds.items() if PASSED[letter] == OF)
    return kinds[RIGHT] / passes * (1 - (1 - passes) ** draws)


def vote(kinds: Kinds, draws: int) -> float:
    """The chance that the largest group of draws is right, of equal ones the earliest, over all sequences of draws."""
    total = 0.0
    for drawn in itertools.product(kinds, repeat=draws):
        winner = max(dict.fromkeys(drawn), key=drawn.count)
        total += math.prod(kinds[one] for one in drawn) * (winner == RIGHT)
    return total


@pytest.mark.parametrize(
    ("strategy", "kinds", "cases", "expected"),
    [
        pytest.param(Verify(3), SPREAD, True, at_least_one(0.4, 3), id="verify"),
        pytest.param(Refine(3), SPREAD, True, at_least_one(0.4, 4), id="refine"),
        pytest.param(Ensemble(5), SPREAD, True, at_least_one(0.4, 5), id="ensemble"),
        pytest.param(
            Ensemble(5, early=True), SPREAD, True, at_least_one(0.4, 5), id="ensemble-early", marks=pytest.mark.slow
        ),
        pytest.param(
            Verify(3), LUCKY, True, first_that_passes(LUCKY, 3), id="verify-with-weak-cases", marks=pytest.mark.slow
        ),
        pytest.param(Ensemble(5), SPREAD, False, vote(SPREAD, 5), id="vote"),
        pytest.param(Ensemble(5), ALIKE, False, vote(ALIKE, 5), id="majority", marks=pytest.mark.slow),
    ],
)
def test_the_gain_is_what_the_theory_says(strategy: Strategy, kinds: Kinds, cases: bool, expected: float) -> None:
    once = accuracy_of_once(tuple(kinds.items()))
    found = accuracy(strategy, kinds, cases=cases)

    assert once == pytest.approx(kinds[RIGHT], abs=three_errors(kinds[RIGHT]))
    assert found == pytest.approx(expected, abs=three_errors(expected))
    assert found > once


def three_errors(p: float) -> float:
    """Three standard errors of a share of so many problems."""
    return 3 * math.sqrt(p * (1 - p) / PROBLEMS)


@pytest.mark.parametrize(
    ("theory", "expected"),
    [
        (lambda: at_least_one(0.4, 3), 0.784),
        (lambda: at_least_one(0.4, 4), 0.8704),
        (lambda: first_that_passes(LUCKY, 3), 0.7),
        (lambda: vote(ALIKE, 5), sum(math.comb(5, k) * 0.6**k * 0.4 ** (5 - k) for k in (3, 4, 5))),
    ],
)
def test_the_theory_itself(theory: Callable[[], float], expected: float) -> None:
    assert theory() == pytest.approx(expected)
