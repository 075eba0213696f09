"""Standard errors: published values, an outside library, and laws."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue
from assay.statistics.standard_errors import clustered_mean, repeats, standard_error

FAMILIES = [[1, 1, 0], [0, 0], [1, 1, 1, 1], [0]]
REPEATED = [[1, 1, 1, 1], [1, 0, 1, 0], [0, 0, 0, 0], [1, 1, 0, 1], [0, 1, 0, 0]]


def flat(groups: Sequence[Sequence[float]]) -> tuple[list[float], list[str]]:
    """The values of all groups, and the name of the group of each."""
    return [value for one in groups for value in one], [str(number) for number, one in enumerate(groups) for _ in one]


def test_the_error_of_half_of_164() -> None:
    assert standard_error([1.0] * 82 + [0.0] * 82) == pytest.approx(0.03916302, abs=5e-9)
    assert standard_error([1.0] * 82 + [0.0] * 82) * math.sqrt(163 / 164) == pytest.approx(0.03904344, abs=5e-9)


def test_values_of_families() -> None:
    found = clustered_mean(*flat(FAMILIES))

    assert (found.mean, found.clusters) == (0.6, 4)
    assert found.naive_error == pytest.approx(0.1632993, abs=5e-8)
    assert found.plain_error == pytest.approx(0.2097618, abs=5e-8)
    assert found.error == pytest.approx(0.2422120, abs=5e-8)
    assert found.design_effect == pytest.approx(2.2)


@pytest.mark.slow  # for the outside library's import
@pytest.mark.parametrize("corrected", [False, True])
def test_the_errors_are_those_of_statsmodels(corrected: bool) -> None:
    import statsmodels.api as sm

    values, clusters = flat(FAMILIES)
    fit = sm.OLS(np.array(values), np.ones(len(values))).fit(
        cov_type="cluster", cov_kwds={"groups": np.array(clusters, dtype=int), "use_correction": corrected}
    )
    found = clustered_mean(values, clusters)

    assert (found.error if corrected else found.plain_error) == pytest.approx(float(fit.bse[0]), abs=1e-9)


def test_the_interval_is_by_students_t() -> None:
    found = clustered_mean(*flat(FAMILIES))
    reach = 3.182446305 * 0.2422120  # the quantile of 0.975 with 3 degrees of freedom

    assert found.interval == pytest.approx((0.6 - reach, 0.6 + reach), abs=1e-6)


def test_repeated_attempts() -> None:
    found = repeats(REPEATED)

    assert found.mean == 0.5
    assert found.error == pytest.approx(0.1767767, abs=5e-8)
    assert found.within == pytest.approx(0.1666667, abs=5e-8)
    assert found.between == pytest.approx(0.1145833, abs=5e-8)
    assert found.error == pytest.approx(clustered_mean(*flat(REPEATED)).error)


@given(st.lists(st.lists(st.integers(0, 1), min_size=1, max_size=5), min_size=2, max_size=12), st.randoms())
def test_neither_the_order_of_values_nor_of_clusters_matters(groups: list[list[int]], random: object) -> None:
    values, clusters = flat(groups)
    pairs = sorted(zip(values, clusters, strict=True), key=lambda _: random.random())  # type: ignore[attr-defined]  # a random.Random
    found = clustered_mean(values, clusters)
    mixed = clustered_mean([value for value, _ in pairs], [cluster for _, cluster in pairs])

    assert (mixed.mean, mixed.error, *mixed.interval) == pytest.approx((found.mean, found.error, *found.interval))
    assert found.interval[0] <= found.mean <= found.interval[1]


@given(st.lists(st.floats(0, 1), min_size=2, max_size=30))
def test_clusters_of_one_value_each_change_nothing(values: list[float]) -> None:
    found = clustered_mean(values, [str(number) for number in range(len(values))])

    assert found.error == pytest.approx(found.naive_error, abs=1e-12)


def test_without_spread_there_is_no_design_effect() -> None:
    assert clustered_mean([1.0, 1.0, 1.0], ["a", "a", "b"]).design_effect is None


@pytest.mark.parametrize(
    ("values", "clusters", "complaint"),
    [
        ([1.0], ["a"], "at least two values"),
        ([1.0, 0.0], ["a", "a"], "at least two clusters"),
        ([1.0, 0.0], ["a"], "every value needs its cluster"),
    ],
)
def test_too_little_is_refused(values: list[float], clusters: list[str], complaint: str) -> None:
    with pytest.raises(InvalidValue, match=complaint):
        clustered_mean(values, clusters)


@pytest.mark.parametrize("attempts", [[], [[1], [0]], [[1, 0], [1]]])
def test_uneven_repeats_are_refused(attempts: list[list[int]]) -> None:
    with pytest.raises(InvalidValue, match="the same number of attempts"):
        repeats(attempts)
