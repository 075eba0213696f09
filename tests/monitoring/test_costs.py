"""Cost and latency: per task and per solved task, with intervals, and which versions are the best there are."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from assay.monitoring.costs import latency_measured, price_of_all, prices
from assay.observations import Chosen, Observation, latency_bucket
from assay.store.memory import MemoryStore

NOW = datetime(2026, 3, 14, 12, tzinfo=UTC)


def store_of(*groups: tuple[str, int, float, float | None, float | None]) -> MemoryStore:
    """A store with, for each version: how many observations, which share passed, the cost and the latency of each."""
    store = MemoryStore()
    for version, count, share, cost, seconds in groups:
        store.add_observations(
            [
                Observation(
                    f"t{number}", number < share * count, NOW - timedelta(hours=number % 48), id=f"{version}-{number}",
                    agent_version=version, cost_usd=cost, latency_seconds=seconds,
                )
                for number in range(count)
            ]
        )  # fmt: skip
    return store


def test_a_solved_task_costs_what_all_tasks_cost_together() -> None:
    store = MemoryStore()
    store.add_observations(
        [
            Observation("t", task < min(hour, 20), NOW - timedelta(hours=hour), cost_usd=0.1, latency_seconds=2.0)
            for hour in range(24)
            for task in range(20)
        ]
    )

    found = price_of_all(store, Chosen())

    assert found.cost_per_task.value == pytest.approx(0.10)
    assert found.cost_per_solved.value == pytest.approx(0.10 * 480 / 270)
    low, high = found.cost_per_solved.interval or (0.0, 0.0)
    assert low < 0.10 * 480 / 270 < high
    assert found.seconds_p50.value == pytest.approx(2.0, rel=0.03)


def test_what_was_not_sent_is_not_known() -> None:
    found = price_of_all(store_of(("1", 20, 0.0, None, None)), Chosen())

    assert found.cost_per_task.value is None
    assert found.seconds_p95.value is None
    assert price_of_all(store_of(("1", 20, 0.0, 0.1, None)), Chosen()).cost_per_solved.note == "nothing is solved"
    assert price_of_all(MemoryStore(), Chosen()).accuracy.value is None


def test_the_best_there_are_by_accuracy_cost_and_latency() -> None:
    store = store_of(("A", 100, 0.62, 0.010, 3.0), ("B", 100, 0.70, 0.030, 6.0), ("C", 100, 0.60, 0.020, 2.0),
                     ("D", 100, 0.70, 0.028, 5.0), ("E", 100, 0.90, None, 9.0))  # fmt: skip

    found = {one.name: one.on_front for one in prices(store, Chosen(), by="agent_version").rows}

    assert found == {"A": True, "B": False, "C": True, "D": True, "E": None}


@pytest.mark.parametrize("count", [1_000, 200_000])
def test_an_interval_of_a_latency_reaches_to_the_ends_of_its_buckets(count: int) -> None:
    buckets = {latency_bucket(1.0): count // 2, latency_bucket(10.0): count - count // 2}

    found = latency_measured(buckets, 0.95)

    assert found.interval is not None
    assert found.interval[0] < (found.value or 0.0) < found.interval[1]
    assert found.n == count


def test_rare_values_are_counted_and_left_out() -> None:
    found = prices(store_of(*((f"v{number}", 2, 1.0, 0.1, 1.0) for number in range(40))), Chosen(), by="agent_version")

    assert (len(found.rows), found.left_out) == (30, 10)
