"""Charts that watch a rate, and where it changed: published values, and promises kept on simulated series."""

from __future__ import annotations

import numpy as np
import pytest

from assay.errors import InvalidValue
from assay.statistics.changepoints import change_point
from assay.statistics.control import (
    average_run_length,
    cusum,
    cusum_steps,
    ewma,
    lattice,
    lower_limit,
    threshold_for,
)

ATTEMPTS = [True, True, False, True, False, False, True, False, False, False]
DROPPED = [True] * 15 + [False, True, False, False, True, False, False, True, False, False]


def test_the_cusum_as_published() -> None:
    expected = [0, 0, 0.405465, 0.271934, 0.677399, 1.082864, 0.949333, 1.354798, 1.760263, 2.165728]

    assert cusum_steps(0.8, 0.7) == pytest.approx((0.405465, -0.133531), abs=1e-6)
    assert cusum(ATTEMPTS, usual=0.8, worse=0.7) == pytest.approx(expected, abs=2e-6)


@pytest.mark.parametrize(
    ("threshold", "lengths"),
    [
        (5, (554.8650, 69.5795, 30.8640)),
        (6, (1060.2157, 88.5498, 37.5321)),
        (8, (3558.9962, 127.5626, 50.8647)),
    ],
)
def test_average_run_lengths_as_published(threshold: int, lengths: tuple[float, float, float]) -> None:
    found = [average_run_length(failing, threshold, *lattice(0.8, 0.7)) for failing in (0.2, 0.3, 0.4)]

    assert found == pytest.approx(lengths, abs=1e-4)


def test_the_average_run_length_is_that_of_simulated_series() -> None:
    failed = np.random.default_rng(0).random((400, 2_000)) < 0.3
    values = np.zeros(400)
    alarms = np.zeros(400)
    for place in range(failed.shape[1]):
        values = np.maximum(0.0, values + np.where(failed[:, place], 0.75, -0.25))
        alarms[(alarms == 0) & (values >= 5 - 1e-9)] = place + 1

    assert (alarms > 0).all()
    assert abs(alarms.mean() - 69.5795) < 3 * alarms.std() / 20


@pytest.mark.parametrize("wanted", [50, 555, 10_000, 1e6])
@pytest.mark.parametrize(("usual", "worse"), [(0.8, 0.7), (0.95, 0.9), (0.5, 0.3)])
def test_the_threshold_is_the_lowest_that_keeps_the_promise(wanted: float, usual: float, worse: float) -> None:
    m, down = lattice(usual, worse)
    found = threshold_for(wanted, usual=usual, worse=worse)

    assert average_run_length(1 - usual, found, m, down) >= wanted
    assert found * m == 1 or average_run_length(1 - usual, found - 1 / m, m, down) < wanted


def test_the_moving_average_as_published() -> None:
    found = ewma([0.8, 0.78, 0.75, 0.70, 0.68], n=50, usual=0.8)

    assert [value for value, _ in found] == pytest.approx([0.8, 0.796, 0.7868, 0.76944, 0.751552])
    assert [limit for _, limit in found] == pytest.approx([0.766059, 0.756534, 0.751408, 0.748394, 0.746555], abs=1e-6)
    assert all(value > limit for value, limit in found)
    assert lower_limit(0.8, 50) == pytest.approx(0.630294, abs=1e-6)


def test_the_place_of_a_change_as_published() -> None:
    found = change_point(DROPPED)

    assert (found.place, found.before, found.after) == (15, 1.0, 0.3)
    assert found.statistic == pytest.approx(17.430380, abs=1e-6)
    assert found.p == pytest.approx(0.002, abs=5e-4)
    assert found == change_point(DROPPED)


def test_turned_around_the_change_is_at_the_other_end() -> None:
    found = change_point(DROPPED[::-1])

    assert (found.place, found.before, found.after) == (10, 0.3, 1.0)
    assert found.statistic == pytest.approx(17.430380, abs=1e-6)


def test_series_without_a_change_seldom_show_one() -> None:
    rng = np.random.default_rng(1)
    found = [change_point((rng.random(60) < 0.7).tolist(), permutations=99) for _ in range(200)]

    assert sum(one.p <= 0.05 for one in found) <= 0.05 * 200 + 3 * (200 * 0.05 * 0.95) ** 0.5
    assert change_point([True] * 30).p == 1.0


@pytest.mark.parametrize(
    "call",
    [
        lambda: cusum_steps(0.7, 0.8),
        lambda: cusum_steps(1.0, 0.5),
        lambda: average_run_length(0.0, 5, 4),
        lambda: average_run_length(0.2, 1e9, 4),
        lambda: threshold_for(1e300, usual=0.51, worse=0.5),
        lambda: ewma([0.5], n=0, usual=0.5),
        lambda: lower_limit(1.5, 10),
        lambda: change_point([True]),
        lambda: change_point(DROPPED, permutations=0),
    ],
)
def test_what_makes_no_sense_is_refused(call: object) -> None:
    assert callable(call)
    with pytest.raises(InvalidValue):
        call()
