"""Intervals: reference values, and that 95 % means 95 % on simulated data."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue
from assay.statistics.intervals import clustered, ratio_interval, wilson

SHARES = st.lists(st.integers(0, 4).map(lambda passed: passed / 4), min_size=1, max_size=40)


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        (7, 50, 0.069508, 0.261862),
        (0, 10, 0.0, 0.277533),
        (150, 164, 0.861819, 0.948469),
        (82, 164, 0.424357, 0.575643),
        (29, 30, 0.833296, 0.994091),
        (10, 10, 0.722467, 1.0),
    ],
)
def test_wilson_has_the_published_values(successes: int, n: int, low: float, high: float) -> None:
    assert wilson(successes, n) == pytest.approx((low, high), abs=1e-6)


@given(st.integers(1, 2_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_solves_its_equation(counts: tuple[int, int]) -> None:
    """Each end is a proportion that lies exactly z standard errors of its own from the observed one."""
    successes, n = counts
    share = successes / n
    for end in wilson(successes, n):
        if 0 < end < 1:
            assert abs(share - end) / math.sqrt(end * (1 - end) / n) == pytest.approx(1.959964, rel=1e-5)


@pytest.mark.parametrize(("successes", "n"), [(-1, 5), (6, 5), (0, 0)])
def test_wilson_refuses_impossible_counts(successes: int, n: int) -> None:
    with pytest.raises(InvalidValue, match="successes must be from 0 to n"):
        wilson(successes, n)


@given(SHARES, st.integers(0, 3))
def test_the_interval_holds_the_mean_and_stays_in_range(shares: list[float], seed: int) -> None:
    low, high = clustered(shares, seed=seed, resamples=1_000)

    assert 0 <= low <= math.fsum(shares) / len(shares) + 1e-12
    assert math.fsum(shares) / len(shares) - 1e-12 <= high <= 1


@given(SHARES, st.randoms())
def test_the_order_of_problems_does_not_matter(shares: list[float], random: object) -> None:
    mixed = sorted(shares, key=lambda _: random.random())  # type: ignore[attr-defined]  # a random.Random

    assert clustered(mixed, resamples=200) == clustered(shares, resamples=200)


def test_the_same_seed_gives_the_same_interval_and_another_a_close_one() -> None:
    shares = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0] * 10

    assert clustered(shares, seed=1) == clustered(shares, seed=1)
    assert clustered(shares, seed=1) != clustered(shares, seed=2)
    assert clustered(shares, seed=1) == pytest.approx(clustered(shares, seed=2), abs=0.02)


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        pytest.param([0.0] * 10, wilson(0, 10), id="none"),
        pytest.param([1.0] * 10, wilson(10, 10), id="all"),
        pytest.param([0.5], wilson(0.5, 1), id="one-problem-says-nothing-about-others"),
    ],
)
def test_without_spread_it_is_wilson_over_problems(shares: list[float], expected: tuple[float, float]) -> None:
    assert clustered(shares) == expected


def test_many_equal_problems_and_single_draws_agree() -> None:
    """Drawing equal problems together is the same resampling as drawing one by one."""
    few = [0.0, 0.25, 0.5, 1.0] * 50
    apart = [share + index * 1e-9 for index, share in enumerate(few) if share < 1] + [1.0] * 50

    assert clustered(few, resamples=20_000) == pytest.approx(clustered(apart, resamples=20_000), abs=0.005)


def test_the_interval_of_a_mean_is_close_to_the_normal_one() -> None:
    rng = np.random.default_rng(3)
    shares = rng.beta(2, 3, 400)
    error = shares.std(ddof=1) / math.sqrt(400)

    assert clustered(shares.tolist()) == pytest.approx(
        (shares.mean() - 1.96 * error, shares.mean() + 1.96 * error), abs=0.003
    )


def test_a_ratio_weighs_problems_by_their_wholes() -> None:
    low, high = clustered([90, 1], [100, 2], resamples=1_000)

    assert low == 0.5
    assert high == 0.9


@pytest.mark.parametrize(
    ("parts", "wholes"), [([], None), ([1.5], None), ([-0.1], None), ([1.0], [0.0]), ([1.0], [1.0, 1.0])]
)
def test_impossible_parts_are_refused(parts: list[float], wholes: list[float] | None) -> None:
    with pytest.raises(InvalidValue):
        clustered(parts, wholes)


@pytest.mark.slow
@pytest.mark.parametrize(("problems", "attempts"), [(40, 5), (164, 10)])
def test_the_clustered_interval_covers_the_truth_as_often_as_it_says(problems: int, attempts: int) -> None:
    """Problems differ much in difficulty; an interval over pooled attempts would cover far too rarely."""
    rng = np.random.default_rng(11)
    truth, rounds, covered, naive = 0.4, 1_000, 0, 0
    for seed in range(rounds):
        chances = rng.beta(0.8, 1.2, problems)
        passed = rng.binomial(attempts, chances)
        low, high = clustered((passed / attempts).tolist(), seed=seed, resamples=1_000)
        covered += low <= truth <= high
        low, high = wilson(int(passed.sum()), problems * attempts)
        naive += low <= truth <= high

    assert 0.92 <= covered / rounds <= 0.975
    assert naive / rounds < 0.85


AMOUNTS = st.lists(st.tuples(st.floats(0, 1e6), st.integers(1, 3).map(float)), min_size=2, max_size=30)


@given(AMOUNTS, st.integers(0, 3))
def test_the_interval_of_a_ratio_holds_it(pairs: list[tuple[float, float]], seed: int) -> None:
    parts, wholes = zip(*pairs, strict=True)
    found = ratio_interval(parts, wholes, seed=seed, resamples=200)

    value = math.fsum(parts) / math.fsum(wholes)
    assert found is not None
    assert 0 <= found[0] <= value * (1 + 1e-9)
    assert value * (1 - 1e-9) <= found[1]
    assert found == ratio_interval(parts[::-1], wholes[::-1], seed=seed, resamples=200)


@pytest.mark.parametrize(
    ("parts", "wholes"),
    [
        pytest.param([1.0], None, id="one-problem"),
        pytest.param([], None, id="none"),
        pytest.param([1.0] * 50, [0.0] * 50, id="nothing-solved"),
        pytest.param([1.0] * 50, [1.0, *[0.0] * 49], id="one-of-fifty-solved"),
        pytest.param([0.0] * 9, [0.0] * 9, id="nothing-of-nothing"),
    ],
)
def test_where_a_ratio_has_no_upper_end_it_has_no_interval(parts: list[float], wholes: list[float] | None) -> None:
    assert ratio_interval(parts, wholes) is None


def test_the_interval_of_a_mean_covers_it() -> None:
    rng = np.random.default_rng(3)
    covered = 0
    for _ in range(200):
        found = ratio_interval(rng.exponential(size=60).tolist(), seed=int(rng.integers(1 << 30)), resamples=400)
        assert found is not None
        covered += found[0] <= 1.0 <= found[1]

    assert 0.88 <= covered / 200 <= 1


@pytest.mark.parametrize(
    ("parts", "wholes"), [([-1.0, 1.0], None), ([1.0, math.inf], None), ([1.0, 1.0], [1.0]), ([1.0, 1.0], [1.0, -1.0])]
)
def test_amounts_that_make_no_ratio_are_refused(parts: list[float], wholes: list[float] | None) -> None:
    with pytest.raises(InvalidValue, match="whole"):
        ratio_interval(parts, wholes)
