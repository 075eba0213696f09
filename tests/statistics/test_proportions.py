"""Intervals of one proportion and of pass@k of one problem: published values, an outside library, and laws."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue
from assay.metrics.passk import compute_pass_at_k, compute_pass_hat_k
from assay.statistics.bayes import bayesian_pass_at_k
from assay.statistics.intervals import clopper_pearson, jeffreys, normal_quantile, wilson
from assay.statistics.quantiles import quantile_ranks

COUNTS = st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
METHODS = {"wilson": wilson, "beta": clopper_pearson, "jeffreys": jeffreys}
"""By the names that statsmodels has for them."""


@pytest.mark.parametrize(
    ("n", "c", "k", "expected"),
    [(10, 3, 1, 0.3), (10, 3, 5, 0.9166667), (20, 1, 10, 0.5), (200, 37, 10, 0.8773746), (5, 0, 3, 0), (5, 5, 3, 1)],
)
def test_pass_at_k(n: int, c: int, k: int, expected: float) -> None:
    assert compute_pass_at_k(n, c, k) == pytest.approx(expected, abs=5e-8)


@pytest.mark.parametrize(("n", "c", "k", "expected"), [(8, 6, 3, 0.3571429), (10, 9, 4, 0.6), (4, 3, 4, 0)])
def test_pass_hat_k(n: int, c: int, k: int, expected: float) -> None:
    assert compute_pass_hat_k(n, c, k) == pytest.approx(expected, abs=5e-8)


def test_more_attempts_than_there_are_say_nothing() -> None:
    with pytest.raises(InvalidValue, match="k: must be from 1 to the number of attempts, 3, got 4"):
        compute_pass_at_k(3, 3, 4)


@pytest.mark.parametrize(
    ("n", "c", "k", "mean", "low", "high"),
    [
        (10, 3, 1, 0.333333, 0.109263, 0.609743),
        (10, 3, 5, 0.818681, 0.439280, 0.990948),
        (10, 0, 5, 0.3125, 0.011442, 0.813022),
    ],
)
def test_bayesian_pass_at_k(n: int, c: int, k: int, mean: float, low: float, high: float) -> None:
    found = bayesian_pass_at_k(n, c, k)

    assert found.mean == pytest.approx(mean, abs=1e-6)
    assert found.interval == pytest.approx((low, high), abs=1e-6)


@given(COUNTS, st.integers(1, 200))
def test_what_is_believed_of_pass_at_k_lies_in_its_interval_and_grows_with_k(counts: tuple[int, int], k: int) -> None:
    passed, attempts = counts
    found, more = (bayesian_pass_at_k(attempts, passed, number) for number in (k, k + 1))

    assert 0 <= found.interval[0] <= found.interval[1] <= 1
    assert 0 < found.mean <= more.mean <= 1


def test_no_attempt_leaves_what_was_believed_before() -> None:
    assert bayesian_pass_at_k(0, 0, 1).mean == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("method", "low", "high"),
    [("wilson", 0.069508, 0.261862), ("beta", 0.058192, 0.267396), ("jeffreys", 0.064872, 0.255325)],
)
def test_seven_of_fifty(method: str, low: float, high: float) -> None:
    assert METHODS[method](7, 50) == pytest.approx((low, high), abs=1e-6)


@pytest.mark.slow  # for the outside library's import
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("successes", "n"), [(1, 3), (7, 50), (150, 164), (29, 30)])
def test_the_intervals_are_those_of_statsmodels(method: str, successes: int, n: int, confidence: float) -> None:
    from statsmodels.stats.proportion import proportion_confint

    expected = proportion_confint(successes, n, alpha=1 - confidence, method=method)
    assert METHODS[method](successes, n, confidence=confidence) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("method", METHODS)
@given(COUNTS, st.floats(0.01, 0.999))
def test_an_interval_holds_its_estimate_and_mirrors(method: str, counts: tuple[int, int], confidence: float) -> None:
    successes, n = counts
    low, high = METHODS[method](successes, n, confidence=confidence)
    mirrored = METHODS[method](n - successes, n, confidence=confidence)

    if method != "jeffreys" or confidence > 0.5:  # a narrow one lies around the median of what is believed
        assert 0 <= low <= successes / n <= high <= 1
    assert (low, high) == pytest.approx((1 - mirrored[1], 1 - mirrored[0]), abs=1e-9)


@pytest.mark.parametrize("method", METHODS)
def test_more_confidence_is_a_wider_interval(method: str) -> None:
    ends = [METHODS[method](7, 50, confidence=confidence) for confidence in (0.5, 0.9, 0.99)]

    assert ends[2][0] < ends[1][0] < ends[0][0] < ends[0][1] < ends[1][1] < ends[2][1]


@pytest.mark.parametrize("confidence", [0.0, 1.0, -0.5, 95.0, math.nan])
def test_a_confidence_that_is_none_is_refused(confidence: float) -> None:
    for method in (*METHODS.values(), lambda c, n, confidence: bayesian_pass_at_k(n, c, 1, confidence=confidence)):
        with pytest.raises(InvalidValue, match="confidence must be between 0 and 1"):
            method(7, 50, confidence=confidence)  # type: ignore[operator]  # all take the same


@pytest.mark.parametrize(("successes", "n"), [(-1, 5), (6, 5), (0, 0)])
def test_impossible_counts_are_refused(successes: int, n: int) -> None:
    for method in METHODS.values():
        with pytest.raises(InvalidValue, match="successes must be from 0 to n"):
            method(successes, n)
    with pytest.raises(InvalidValue, match="passed must be from 0 to the attempts"):
        bayesian_pass_at_k(n, successes - (not n), 1)


def test_the_usual_confidence_is_the_constant() -> None:
    assert normal_quantile(0.95) == pytest.approx(normal_quantile(0.95 + 1e-12), abs=1e-9)


def coverage(method: str, n: int, rates: np.ndarray[tuple[int], np.dtype[np.float64]]) -> list[float]:
    """How often the interval of n trials holds the rate, computed from all outcomes and their chances."""
    from scipy.special import comb

    counts = np.arange(n + 1)
    ends = np.array([METHODS[method](successes, n) for successes in range(n + 1)])
    chances = [comb(n, counts) * rate**counts * (1 - rate) ** (n - counts) for rate in rates]
    held = [(ends[:, 0] <= rate) & (rate <= ends[:, 1]) for rate in rates]
    return [float(chance[inside].sum()) for chance, inside in zip(chances, held, strict=True)]


@pytest.mark.parametrize("n", [10, 30, 164])
def test_how_often_the_intervals_cover(n: int) -> None:
    """By all outcomes, not by simulation: Wilson about as often as it says, the exact one never less often."""
    rates = np.linspace(0.02, 0.98, 97)
    wilsons, exact = coverage("wilson", n, rates), coverage("beta", n, rates)

    assert min(exact) >= 0.95
    assert 0.94 <= np.mean(wilsons) <= 0.965
    assert min(wilsons) >= 0.83


@pytest.mark.slow  # for the outside library's import
@pytest.mark.parametrize(("n", "share"), [(100, 0.95), (100, 0.5), (164, 0.9), (72, 0.95), (1000, 0.05)])
def test_order_statistics_are_those_of_scipy(n: int, share: float) -> None:
    from scipy.stats import quantile_test

    values = np.arange(1, n + 1, dtype=np.float64)
    found = quantile_test(values, p=share, q=share * n).confidence_interval(confidence_level=0.95)
    ranks = quantile_ranks(n, share)

    assert (ranks.low, ranks.high) == (found.low, found.high)


def test_the_p95_of_a_hundred_values_lies_between_the_ranks_90_and_100() -> None:
    ranks = quantile_ranks(100, 0.95)

    assert (ranks.low, ranks.high) == (90, 100)
    assert ranks.coverage == pytest.approx(0.98261, abs=5e-6)
