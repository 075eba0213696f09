"""How often the words are wrong: simulated pairs of systems on problems whose difficulty both share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import pytest

from assay.statistics.deciding import Decision
from assay.statistics.pairing import paired_difference

if TYPE_CHECKING:
    from numpy.typing import NDArray

Pair = tuple["NDArray[np.float64]", "NDArray[np.float64]"]
AT_THE_MARGIN = 0.2129165
"""The shift of the second system's log-odds that makes it 3 points better than the first."""


def alike(rng: np.random.Generator, n: int, attempts: int, *, shift: float) -> Pair:
    """Draw two systems that find the same problems hard, as systems do: outcomes correlate at about 0.5."""
    base = rng.normal(0.5, 2.0, n)
    chances = [1 / (1 + np.exp(-(base + rng.normal(0, 0.8, n) + move))) for move in (0.0, shift)]
    return rng.binomial(attempts, chances[0]) / attempts, rng.binomial(attempts, chances[1]) / attempts


def rarely_apart(rng: np.random.Generator, n: int, attempts: int) -> Pair:
    """Draw two systems that do the same but on 3 % of the problems, which only the second solves."""
    apart = rng.random(n) < 0.03
    shared = rng.binomial(attempts, 0.9, n) / attempts
    return np.where(apart, 0.0, shared), np.where(apart, 1.0, shared)


def words(draw: Callable[[np.random.Generator], Pair], times: int, seed: int) -> Counter[Decision]:
    rng = np.random.default_rng(seed)
    found: Counter[Decision] = Counter()
    for _ in range(times):
        first, second = draw(rng)
        found[paired_difference(first.tolist(), second.tolist()).decision] += 1
    return found


def test_equal_systems_are_seldom_told_apart() -> None:
    found = words(lambda rng: alike(rng, 30, 1, shift=0.0), 400, seed=1)

    assert found[Decision.BETTER] + found[Decision.WORSE] <= 0.05 * 400
    assert found[Decision.SAME] == 0  # 30 problems cannot show that


@pytest.mark.slow
@pytest.mark.parametrize("attempts", [1, 5])
@pytest.mark.parametrize("n", [30, 164, 1000])
def test_words_are_wrong_in_at_most_5_percent(n: int, attempts: int) -> None:
    """Within three standard errors of the simulation itself: 0.05 + 3 · sqrt(0.05 · 0.95 / 1000) = 0.0707."""
    equal = words(lambda rng: alike(rng, n, attempts, shift=0.0), 1_000, seed=n)
    apart = words(lambda rng: alike(rng, n, attempts, shift=AT_THE_MARGIN), 1_000, seed=n + 1)
    rare = words(lambda rng: rarely_apart(rng, n, attempts), 1_000, seed=n + 2)

    assert (equal[Decision.BETTER] + equal[Decision.WORSE]) / 1_000 <= 0.0707
    assert (apart[Decision.SAME] + apart[Decision.WORSE]) / 1_000 <= 0.0707
    assert (rare[Decision.SAME] + rare[Decision.WORSE]) / 1_000 <= 0.0707


@pytest.mark.slow
@pytest.mark.parametrize("attempts", [(1, 10), (1, 5), (2, 10), (5, 10)])
@pytest.mark.parametrize(("n", "chance"), [(20, 0.95), (20, 0.05), (50, 0.97), (164, 0.98)])
def test_equals_that_were_asked_unequally_often_are_seldom_told_apart(
    n: int, chance: float, attempts: tuple[int, int]
) -> None:
    def draw(rng: np.random.Generator) -> Pair:
        first, second = (rng.binomial(count, chance, n) / count for count in attempts)
        return first, second

    found = words(draw, 1_000, seed=n)

    assert (found[Decision.BETTER] + found[Decision.WORSE]) / 1_000 <= 0.0707


@pytest.mark.slow
@pytest.mark.parametrize(("n", "gained"), [(76, 0.0), (99, 0.0), (120, 0.0), (164, 0.0), (400, 0.02), (1000, 0.05)])
def test_a_loss_of_the_margin_is_seldom_called_no_difference(n: int, gained: float) -> None:
    def draw(rng: np.random.Generator) -> Pair:
        place = rng.random(n)
        lost, won = place < 0.03 + gained, (place >= 0.03 + gained) & (place < 0.03 + 2 * gained)
        return np.where(won, 0.0, 1.0), np.where(lost, 0.0, 1.0)

    assert words(draw, 1_000, seed=n)[Decision.SAME] / 1_000 <= 0.0707


@pytest.mark.slow
def test_enough_problems_find_the_right_word() -> None:
    found = words(lambda rng: alike(rng, 3_000, 5, shift=0.0), 200, seed=3)
    apart = words(lambda rng: alike(rng, 1_000, 5, shift=2 * AT_THE_MARGIN), 200, seed=4)

    assert found[Decision.SAME] >= 0.9 * 200
    assert apart[Decision.BETTER] >= 0.95 * 200
