"""What is said of changes is true: mixes, new kinds, rises, further drops, recoveries, innocent releases, few data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from assay.monitoring.alerting.conditions import crossings
from assay.monitoring.alerting.rules import AlertRule, RuleKind
from assay.monitoring.drift import watch
from assay.monitoring.hours import Expected, Hours, expected_of
from assay.monitoring.watched import Course, Watched
from assay.monitoring.windows import Level
from assay.observations import HOUR, Chosen, Observation
from assay.store.base import Store
from assay.store.memory import MemoryStore
from tests.monitoring.building import NOW, seen

TOP = NOW.replace(minute=0)
Fields = Mapping[str, Any]  # Any: fields of an observation


def made(
    days: int,
    per_hour: int,
    rate: Callable[[int, Fields], float],
    fields: Callable[[int, Random], Fields],
    seed: int = 0,
) -> Store:
    """Return a store of observations whose rate and fields depend on the day before now, which counts down to 0."""
    draw, found = Random(seed), list[Observation]()
    for hour in range(days * 24, 0, -1):
        at = TOP - hour * HOUR + timedelta(minutes=1)
        for _ in range(per_hour):
            own = fields(hour, draw)
            found.append(seen(draw.random() < rate(hour, own), at, **own))
    store = MemoryStore()
    store.add_observations(found)
    return store


def plain(hour: int, draw: Random) -> Fields:
    return {}


def said(store: Store) -> Watched:
    return watch(store, now=TOP)


def mixed(seed: int, per_hour: int = 10) -> Store:
    """Return easy and hard tasks of constant rates; for five days most are hard."""

    def kind(hour: int, draw: Random) -> Fields:
        return {"task_type": "hard" if draw.random() < (0.7 if hour <= 120 else 0.2) else "easy"}

    return made(14, per_hour, lambda _, own: {"easy": 0.95, "hard": 0.6}[own["task_type"]], kind, seed)


@pytest.mark.parametrize("seed", range(2))
def test_another_mix_is_no_alarm_and_said_to_be_one(seed: int) -> None:
    found = said(mixed(seed))

    assert found.course is Course.STEADY
    assert "points below the first 7 days, " in found.headline
    assert "by another mix of task types" in found.headline


def test_few_tasks_an_hour_of_a_hard_kind_do_not_look_like_a_drop() -> None:
    found = [said(mixed(seed, per_hour=2)).is_alarm for seed in range(3)]

    assert sum(found) <= 1


def test_a_drop_beside_another_mix_has_the_size_of_the_drop() -> None:
    def kind(hour: int, draw: Random) -> Fields:
        return {"task_type": "hard" if draw.random() < (0.7 if hour <= 120 else 0.2) else "easy"}

    def rate(hour: int, own: Fields) -> float:
        return {"easy": 0.95, "hard": 0.6}[own["task_type"]] - (0.12 if hour <= 120 else 0.0)

    found = said(made(14, 10, rate, kind, 1))
    assert found.alarm is not None
    assert found.alarm.change == pytest.approx(-0.12, abs=0.04)
    assert found.alarm.mix == pytest.approx(-0.175, abs=0.03)
    assert ", and −1" in found.headline
    assert found.headline.endswith("points by another mix of task types")
    split = next(one for one in found.mixes if one.field == "task_type")
    assert split.performance == pytest.approx(found.alarm.change)
    assert split.mix == pytest.approx(found.alarm.mix)


def test_a_new_kind_is_named_and_no_drop_of_the_others() -> None:
    def kind(hour: int, draw: Random) -> Fields:
        return {"task_type": "add_feature" if hour <= 120 and draw.random() < 0.3 else "fix"}

    found = said(made(14, 10, lambda _, own: {"fix": 0.9, "add_feature": 0.5}[own["task_type"]], kind))

    assert found.alarm is None
    assert "% of tasks are of a new type, add_feature: 5" in found.headline
    assert [one.value for one in found.moved if one.field == "task_type"] == []


def test_a_new_kind_is_watched_once_it_has_a_week_of_its_own() -> None:
    def kind(hour: int, draw: Random) -> Fields:
        return {"task_type": "new" if hour <= 288 else "old"}

    found = said(made(20, 8, lambda hour, _: 0.6 if hour <= 72 else 0.85, kind))

    assert found.alarm is not None
    assert abs(found.alarm.since - (TOP - 72 * HOUR)) <= 6 * HOUR


def test_models_that_were_swapped_have_no_mix_to_split() -> None:
    store = made(12, 8, lambda hour, _: 0.7 if hour <= 96 else 0.85, lambda hour, _: {"model": f"m{1 + (hour <= 96)}"})
    found = said(store)

    assert found.mixes == ()
    assert found.headline.endswith(", model m2")


def test_a_rise_that_held_is_the_baseline_in_words_and_charts() -> None:
    found = said(made(20, 8, lambda hour, _: 0.85 if hour <= 216 else 0.7, plain))

    assert found.course is Course.STEADY
    assert found.baseline is not None
    assert found.baseline.source.startswith("the 7 days from 9 March")
    assert found.baseline.source in found.headline
    assert [one.since for one in found.answers] == [None, None, None]
    assert (found.hours[0].usual or 0) < 0.75 < 0.82 < (found.hours[-1].usual or 0)


def test_a_fall_from_a_rise_is_seen_even_to_where_all_began() -> None:
    found = said(made(24, 8, lambda hour, _: 0.85 if 72 < hour <= 300 else 0.7, plain))

    assert found.course is Course.DOWN
    assert found.alarm is not None
    assert abs(found.alarm.since - (TOP - 72 * HOUR)) <= 12 * HOUR


def test_a_further_and_larger_drop_is_the_one_that_is_named() -> None:
    def version(hour: int, _: Random) -> Fields:
        return {"model_version": "1" if hour > 240 else "2" if hour > 96 else "3"}

    found = said(made(20, 10, lambda _, own: {"1": 0.90, "2": 0.76, "3": 0.50}[own["model_version"]], version))

    assert [[one.value for one in shift.releases] for shift in found.shifts] == [["2"], ["3"]]
    assert found.alarm == found.shifts[1]
    assert "since 14 March 15:00, version 3; 38.1" in found.headline
    assert found.headline.endswith("points below the first 7 days")
    assert all(shift.until is None for shift in found.shifts)


def test_an_alarm_is_told_though_the_last_day_has_few_observations() -> None:
    def quiet(hour: int) -> bool:
        return hour % 12 == 0

    draw, found = Random(0), list[Observation]()
    for hour in range(24 * 24, 0, -1):
        for _ in range(1 if hour <= 240 and not quiet(hour) else 4 if hour > 240 else 0):
            rate = 0.4 if hour <= 240 else 0.85
            found.append(seen(draw.random() < rate, TOP - hour * HOUR + timedelta(minutes=1)))
    few = [one for one in found if one.at < TOP - 24 * HOUR] + [one for one in found if one.at >= TOP - 24 * HOUR][:5]
    store = MemoryStore()
    store.add_observations(few)

    assert " in the last 7 days (" in said(store).headline
    assert ", down 4" in said(store).headline
    silent = MemoryStore()
    silent.add_observations([one for one in few if one.at < TOP - 30 * HOUR])
    assert said(silent).headline.startswith("No observations in the last 24 h; the last came at ")
    assert "; down 4" in said(silent).headline


@pytest.mark.parametrize("seed", range(2))
def test_an_alarm_ends_with_the_drop(seed: int) -> None:
    found = said(made(16, 12, lambda hour, _: 0.7 if 96 < hour <= 144 else 0.85, plain, seed))

    assert found.course is Course.RECOVERED
    assert found.shift is not None
    assert found.shift.until is not None
    assert abs(found.shift.until - (TOP - 96 * HOUR)) <= 8 * HOUR


def test_half_a_recovery_is_none() -> None:
    found = said(made(16, 20, lambda hour, _: 0.85 if hour > 168 else 0.6 if hour > 96 else 0.73, plain))

    assert found.is_alarm


@pytest.mark.parametrize("seed", range(2))
def test_a_release_twelve_hours_before_a_drop_is_not_blamed(seed: int) -> None:
    def version(hour: int, _: Random) -> Fields:
        return {"model_version": "2.3" if hour <= 108 else "2.2"}

    found = said(made(14, 16, lambda hour, _: 0.75 if hour <= 96 else 0.87, version, seed))

    assert found.alarm is not None
    assert found.alarm.releases == ()
    assert abs(found.alarm.since - (TOP - 96 * HOUR)) <= 6 * HOUR


def test_a_release_that_fell_with_all_others_is_not_blamed() -> None:
    def version(hour: int, draw: Random) -> Fields:
        return {"model_version": "2.3" if hour <= 96 and draw.random() < 0.3 else "2.2"}

    found = said(made(14, 16, lambda hour, _: 0.72 if hour <= 96 else 0.87, version))

    assert found.alarm is not None
    assert found.alarm.releases == ()


def test_releases_of_one_hour_are_named_together() -> None:
    def released(hour: int, _: Random) -> Fields:
        late = hour <= 96
        return {"agent_version": "1.1" if late else "1.0", "model": "m2" if late else "m1", "model_version": "7"}

    found = said(made(14, 10, lambda hour, _: 0.7 if hour <= 96 else 0.85, released))

    assert found.headline.endswith("since 14 March 15:00, agent version 1.1 and model m2")


def test_before_there_is_a_baseline_nothing_is_promised() -> None:
    found = said(made(1, 10, lambda hour, _: 0.85, plain))

    assert found.promise == ""
    assert found.missing == "a baseline needs 7 days of data, there is 1"
    assert found.headline.endswith(f"; {found.missing}")


def test_a_rule_about_drift_says_what_watching_says() -> None:
    store = made(60, 4, lambda hour, _: 0.7 if hour <= 40 * 24 else 0.85, plain)
    (crossing,) = crossings(AlertRule("drift", RuleKind.DRIFT), store, TOP)
    found = watch(store, Chosen(), now=TOP)

    assert found.is_alarm
    assert (crossing.crossed, crossing.summary) == (True, found.headline)


def test_a_mix_that_the_baseline_knows_little_of_is_held_against_less() -> None:
    import numpy as np

    def table(easy: float, hard: float) -> tuple[list[float], list[float]]:
        return [easy, hard], [round(0.9 * easy), round(0.6 * hard)]

    rows = [table(20, 1)] * 168 + [table(1, 20)] * 168
    hours = Hours(TOP, ("easy", "hard"), *(np.array([row[side] for row in rows]) for side in (0, 1)))
    expected = expected_of(hours, 0, 168)
    fair, lean = (expected.counts(hours, lean=lean)[-1] for lean in (False, True))

    assert expected.levels == {"easy": Level(3360, 3024), "hard": Level(168, 168)}
    assert lean[1] - expected.bound() * lean[0] > fair[1] - expected.rate * fair[0]


def test_what_an_hour_cannot_hold_is_carried_over() -> None:
    import numpy as np

    n = np.array([[0.0, 1.0]] * 50)
    passed = np.array([[0.0, float(place % 5 < 3)] for place in range(50)])
    expected = Expected(Level(1000, 880), {"easy": Level(800, 760), "hard": Level(200, 120)})
    counts = expected.counts(Hours(TOP, ("easy", "hard"), n, passed))

    assert all(0 <= good <= size for size, good in counts)
    assert sum(good for _, good in counts) == pytest.approx(50 * expected.rate, abs=0.5)
