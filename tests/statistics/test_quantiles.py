"""Quantiles and their intervals: reference ranks, laws, and that the intervals cover as often as they say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue
from assay.statistics.quantiles import quantile, quantile_ranks


@pytest.mark.parametrize(
    ("n", "share", "value", "low", "high", "coverage"),
    [
        pytest.param(100, 0.95, 95, 90, 100, 0.98261, id="published"),
        pytest.param(100, 0.5, 50, 40, 61, 0.96480, id="median"),
        pytest.param(6, 0.5, 3, 1, 6, 1 - 2 / 64, id="fewest-for-a-median"),
        pytest.param(5, 0.5, 3, None, None, None, id="too-few-for-a-median"),
        pytest.param(72, 0.95, 69, 64, 72, 0.96549, id="fewest-for-p95"),
        pytest.param(71, 0.95, 68, 63, None, None, id="no-upper-end"),
        pytest.param(1, 0.95, 1, None, None, None, id="one-value"),
    ],
)
def test_ranks(n: int, share: float, value: int, low: int | None, high: int | None, coverage: float | None) -> None:
    ranks = quantile_ranks(n, share)

    assert (ranks.value, ranks.low, ranks.high) == (value, low, high)
    if coverage is not None:
        assert ranks.coverage == pytest.approx(coverage, abs=1e-5)
    assert (ranks.coverage is None) is (low is None or high is None)


@given(st.integers(1, 3_000), st.sampled_from([0.05, 0.25, 0.5, 0.9, 0.95, 0.99]))
def test_an_interval_holds_its_quantile_and_is_as_sure_as_asked(n: int, share: float) -> None:
    ranks = quantile_ranks(n, share)

    assert 1 <= ranks.value <= n
    if ranks.coverage is not None and ranks.low is not None and ranks.high is not None:
        assert 1 <= ranks.low <= ranks.value <= ranks.high <= n
        assert 0.95 - 1e-9 <= ranks.coverage <= 1


def test_many_values_cost_little() -> None:
    ranks = quantile_ranks(200_000, 0.95)

    assert (ranks.low, ranks.value, ranks.high) == (189_809, 190_000, 190_192)


def test_the_order_of_the_values_does_not_matter() -> None:
    values = [float(number) for number in range(1, 101)]

    assert quantile(values[::-1], 0.95) == quantile(values, 0.95) == (95.0, (90.0, 100.0))


def test_the_interval_covers_the_true_quantile() -> None:
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(400):
        _, interval = quantile(rng.lognormal(size=120).tolist(), 0.9)
        assert interval is not None
        covered += interval[0] <= np.exp(1.2815515655446004) <= interval[1]

    assert covered / 400 >= 0.93


@pytest.mark.parametrize(("values", "share"), [([], 0.5), ([1.0], 0.0), ([1.0], 1.0)])
def test_what_has_no_quantile_is_refused(values: list[float], share: float) -> None:
    with pytest.raises(InvalidValue, match="a quantile needs values"):
        quantile(values, share)
