"""Live comparisons: advice in words, unequal arms, other mixes; size and coverage under 5,000 looks, by simulation."""

from __future__ import annotations

import math
from datetime import timedelta

import numpy as np
import pytest

from assay.errors import InvalidValue, UnknownNameError
from assay.monitoring.experiments import Experiment, compare_arms, difference_of
from assay.monitoring.windows import Level
from assay.observations import Observation
from assay.statistics.deciding import Decision
from assay.store.memory import MemoryStore
from tests.monitoring.building import NOW, level


def compared(*groups: list[Observation], margin: float = 0.02) -> Experiment:
    store = MemoryStore()
    for group in groups:
        store.add_observations(group)
    return compare_arms(store, "a", "b", margin=margin)


def arms(first: tuple[int, int], second: tuple[int, int]) -> list[Observation]:
    return [*level(*first, NOW, arm="a"), *level(*second, NOW, arm="b")]


@pytest.mark.parametrize(
    ("first", "second", "decision", "sentence"),
    [
        ((4000, 3200), (4000, 3400), Decision.BETTER, "stop: b is better than a by 5.0 points (2.4 – 7.6)"),
        ((4000, 3400), (1000, 700), Decision.WORSE, "stop: a is better than b by 15.0 points (10.3 – 19.7)"),
        (
            (20000, 16000),
            (20000, 16010),
            Decision.SAME,
            "stop: no difference beyond ±2 points: 0.0 points (−1.3 – 1.4)",
        ),
        ((10, 8), (10, 9), Decision.UNCLEAR, "go on: too few observations to say anything"),
        (
            (1000, 800),
            (1000, 810),
            Decision.UNCLEAR,
            "go on: some 24,000 more observations would tell 2 points; now +1.0 points (−4.4 – 6.4)",
        ),
    ],
)
def test_advice(first: tuple[int, int], second: tuple[int, int], decision: Decision, sentence: str) -> None:
    found = compared(arms(first, second))

    assert (found.decision, found.sentence) == (decision, sentence)
    assert found.is_over == (decision is not Decision.UNCLEAR)


def test_swapping_the_arms_turns_the_difference_around() -> None:
    one, other = difference_of(Level(900, 700), Level(500, 430)), difference_of(Level(500, 430), Level(900, 700))

    assert one is not None
    assert other is not None
    assert one.value == pytest.approx(-other.value)
    assert one.interval == pytest.approx((-other.interval[1], -other.interval[0]))
    assert one.e_value == pytest.approx(other.e_value)


def test_another_mix_is_said_and_does_not_fool_the_advice() -> None:
    """Simpson: b is worse at each kind, and better over all, since it gets the easy tasks."""
    easy_a, hard_a = level(1000, 920, NOW, arm="a", task_type="easy"), level(3000, 1800, NOW, arm="a", task_type="hard")
    easy_b, hard_b = level(3000, 2600, NOW, arm="b", task_type="easy"), level(1000, 530, NOW, arm="b", task_type="hard")
    found = compared(easy_a, hard_a, easy_b, hard_b)

    assert found.difference is not None
    assert found.stratified is not None
    assert found.difference.value > 0.05 > -0.05 > found.stratified.value
    assert found.decision is Decision.WORSE
    assert "at the same mix" in found.sentence
    assert found.warnings == ("the arms differ in task types: 50.0 % would have to move",)


def test_arms_that_ran_at_other_times_are_warned_about() -> None:
    found = compared(level(500, 400, NOW, arm="a"), level(500, 400, NOW - timedelta(days=3), arm="b"))

    assert found.stratified is None
    assert found.warnings == (
        "the arms differ in days: 100.0 % would have to move",
        "they share too few task types and days to be compared at the same mix",
    )


def test_versions_can_be_arms_and_unknown_names_are_refused() -> None:
    store = MemoryStore()
    store.add_observations([*level(50, 40, NOW, model_version="1"), *level(50, 41, NOW, model_version="2")])

    assert compare_arms(store, "1", "2", by="model_version").levels == (Level(50, 40), Level(50, 41))
    with pytest.raises(UnknownNameError, match="No model version is named '3'"):
        compare_arms(store, "1", "3", by="model_version")
    for wrong in ({"by": "message"}, {"margin": 0.0}, {"margin": math.nan}):
        with pytest.raises(InvalidValue):
            compare_arms(store, "1", "2", **wrong)
    with pytest.raises(InvalidValue, match="with itself"):
        compare_arms(store, "1", "1", by="model_version")


def test_a_stream_is_a_world_of_its_own() -> None:
    store = MemoryStore()
    for stream, passed in (("production", 40), ("canary", 10)):
        store.add_observations(
            [*level(50, passed, NOW, stream=stream, arm="a"), *level(50, 50, NOW, stream=stream, arm="b")]
        )

    assert compare_arms(store, "a", "b").levels == (Level(50, 40), Level(50, 50))
    assert compare_arms(store, "a", "b", slices={"stream": "canary"}).levels == (Level(50, 10), Level(50, 50))
    assert compare_arms(store, "production", "canary", by="stream").levels == (Level(100, 90), Level(100, 60))


def ever_outside(rates: tuple[float, float], share: float, *, series: int, looks: int) -> float:
    """Return how often an interval, looked at after every observation, ever leaves out the true difference."""
    rng = np.random.default_rng(5)
    outside = 0
    for _ in range(series):
        second = rng.random(looks) < share
        passed = rng.random(looks) < np.where(second, rates[1], rates[0])
        counts = [np.cumsum(mask) for mask in (~second, ~second & passed, second, second & passed)]
        for place in range(40, looks, 7):
            n, good, other_n, other_good = (int(count[place]) for count in counts)
            found = difference_of(Level(n, good), Level(other_n, other_good))
            if found is not None and not found.interval[0] <= rates[1] - rates[0] <= found.interval[1]:
                outside += 1
                break
    return outside / series


@pytest.mark.slow
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("rates", [(0.5, 0.5), (0.8, 0.8), (0.95, 0.95), (0.99, 0.99), (0.8, 0.85), (0.95, 0.90)])
@pytest.mark.parametrize("share", [0.5, 0.1])
def test_the_interval_holds_at_all_of_5000_looks_together(rates: tuple[float, float], share: float) -> None:
    series = 200
    found = ever_outside(rates, share, series=series, looks=5_000)

    assert found <= 0.05 + 2 * math.sqrt(0.05 * 0.95 / series)
