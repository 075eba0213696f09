"""Drift: every course in words, baselines of every kind, late data, slices, mixes; and the promise, by simulation."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from assay.errors import InvalidValue
from assay.monitoring.baselines import baseline_of_run, period_of
from assay.monitoring.drift import watch
from assay.monitoring.hours import Expected, Hours, expected_of
from assay.monitoring.watched import Baseline, Course
from assay.monitoring.windows import Level
from assay.observations import HOUR, Chosen, Observation
from assay.records import Score
from assay.statistics.control import average_run_length, cusum_of_counts, ewma_of_counts, lattice
from assay.statistics.detecting import drop_evidence, rise_evidence
from assay.store.base import Store
from assay.store.memory import MemoryStore
from tests.monitoring.building import NOW, level, seen, steady
from tests.monitoring.simulating import PROMISED_DAYS, Traffic, watched
from tests.store.builders import a_run


def kept(*groups: list[Observation]) -> Store:
    store = MemoryStore()
    for group in groups:
        store.add_observations(group)
    return store


def changing(before: float, after: float, *, since: timedelta, days: int = 14, per_hour: int = 8) -> list[Observation]:
    """Return observations of one rate, and of another since some time ago."""
    change = NOW - since
    return [
        *steady(before, days=days - since.days, per_hour=per_hour, until=change, seed=1, agent_version="1"),
        *steady(after, days=since.days, per_hour=per_hour, seed=2, agent_version="2"),
    ]


def test_without_observations_there_is_nothing_to_say() -> None:
    found = watch(kept(), now=NOW)

    assert (found.course, found.headline, found.level.accuracy) == (Course.EMPTY, "No observations yet", None)


def test_a_dozen_is_too_few() -> None:
    found = watch(kept(level(12, 9, NOW - HOUR)), now=NOW)

    assert found.course is Course.FEW
    assert found.headline == "Accuracy 75.0 % in the last 24 h (46.8 – 91.1), 12 observations: too few to say"


def test_a_baseline_is_gathered_for_a_week() -> None:
    found = watch(kept(list(steady(0.8, days=3, per_hour=20))), now=NOW)

    assert found.course is Course.FEW
    assert found.headline.endswith("; a baseline needs 7 days of data, there are 3")
    assert found.alarm is None


def test_silence_is_said() -> None:
    found = watch(kept(list(steady(0.8, days=10, per_hour=6))), now=NOW + timedelta(days=3))

    assert found.headline == "No observations in the last 24 h; the last came at 18 March 14:00"


def test_steady_accuracy_is_called_steady() -> None:
    found = watch(kept(list(steady(0.8, days=12, per_hour=8))), now=NOW)

    assert found.course is Course.STEADY
    assert ", steady beside " in found.headline
    assert found.baseline is not None
    assert found.baseline.source == "the first 7 days"
    assert [one.since for one in found.answers] == [None, None, None]


def test_a_drop_is_dated_and_the_version_named() -> None:
    found = watch(kept(changing(0.85, 0.70, since=timedelta(days=4))), now=NOW, zone="Europe/Berlin")

    assert found.course is Course.DOWN
    assert found.headline.endswith("since 14 March 16:00, version 2")
    assert found.is_alarm


def test_a_drop_without_a_release_names_none() -> None:
    observations = [replace(one, agent_version="1") for one in changing(0.85, 0.70, since=timedelta(days=4))]
    found = watch(kept(observations), now=NOW)

    assert found.alarm is not None
    assert found.alarm.releases == ()


def test_a_release_that_was_good_before_the_drop_is_not_blamed() -> None:
    early = NOW - timedelta(days=6)
    observations = [
        replace(one, agent_version="2" if one.at >= early else "1")
        for one in changing(0.85, 0.70, since=timedelta(days=4))
    ]
    found = watch(kept(observations), now=NOW)

    assert found.alarm is not None
    assert found.alarm.releases == ()


def test_a_rise_is_said_and_wakes_nobody_unless_asked() -> None:
    store = kept(changing(0.70, 0.85, since=timedelta(days=4)))
    found = watch(store, now=NOW)

    assert found.course is Course.UP
    assert ", up 1" in found.headline
    assert found.alarm is None
    assert watch(store, now=NOW, both_ways=True).alarm is not None


def test_a_rise_becomes_the_baseline_after_a_week_so_that_a_fall_from_it_is_seen() -> None:
    risen = changing(0.60, 0.85, since=timedelta(days=14), days=24)
    fallen = [one for one in risen if one.at < NOW - timedelta(days=3)]
    fallen += steady(0.70, days=3, per_hour=8, seed=5, agent_version="3")
    found = watch(kept(fallen), now=NOW)

    assert found.course is Course.DOWN  # 0.70 is above where all began
    assert found.alarm is not None
    assert abs(found.alarm.since - (NOW - timedelta(days=3))) <= 2 * HOUR


def test_recovery_is_said_for_a_week() -> None:
    observations = [
        *steady(0.85, days=9, per_hour=8, until=NOW - timedelta(days=8), seed=1),
        *steady(0.65, days=3, per_hour=8, until=NOW - timedelta(days=5), seed=2),
        *steady(0.85, days=5, per_hour=8, seed=3),
    ]
    found = watch(kept(observations), now=NOW)

    assert found.course is Course.RECOVERED
    assert found.alarm is None
    assert ", back since 1" in found.headline
    assert found.shift is not None
    assert found.shift.until is not None
    assert abs(found.shift.until - (NOW - timedelta(days=5))) <= 12 * HOUR
    assert watch(kept(observations), now=NOW + timedelta(days=4)).course is Course.STEADY


def test_late_and_disordered_data_change_nothing() -> None:
    observations = changing(0.85, 0.70, since=timedelta(days=4))
    in_time = watch(kept(observations), now=NOW)
    late = watch(kept(observations[1::2][::-1], observations[::2]), now=NOW)

    assert late == in_time


def test_a_drop_that_arrives_late_is_alarmed_where_it_belongs() -> None:
    observations = changing(0.85, 0.70, since=timedelta(days=4))
    border = NOW - timedelta(days=3)
    store = kept([one for one in observations if one.at < NOW - timedelta(days=4)])
    assert watch(store, now=NOW).alarm is None

    store.add_observations([one for one in observations if one.at >= NOW - timedelta(days=4)])
    alarm = watch(store, now=NOW).alarm
    assert alarm is not None
    assert alarm.since < border


def test_a_period_can_be_the_baseline() -> None:
    store = kept(changing(0.85, 0.70, since=timedelta(days=4)))
    low = (NOW - timedelta(days=4), NOW - timedelta(days=2))

    assert watch(store, baseline=low, now=NOW).alarm is None
    with pytest.raises(InvalidValue, match="no observations from"):
        watch(store, baseline=(NOW + HOUR, NOW + 2 * HOUR), now=NOW)


def test_a_run_can_be_the_baseline() -> None:
    run = a_run(scores=(Score("pass@1", 0.9, 500, (0.87, 0.92), "", k=1),))
    baseline = baseline_of_run(run)
    found = watch(kept(list(steady(0.8, days=3, per_hour=12))), baseline=baseline, now=NOW)

    assert baseline.level == Level(500, 450)
    assert found.alarm is not None
    assert found.alarm.before == baseline.level
    assert found.moved == ()
    with pytest.raises(InvalidValue, match=r"has no pass@1"):
        baseline_of_run(a_run(scores=()))


@pytest.mark.parametrize("text", ["yesterday", "2026-03-08..2026-03-01", "..", "2999-01-01..2999-01-02", "a..b"])
def test_periods_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(InvalidValue, match="baseline: "):
        period_of(text, now=NOW)


@pytest.mark.parametrize("days", [0.0, -1.0, float("nan"), float("inf")])
def test_promises_that_make_no_sense_are_refused(days: float) -> None:
    with pytest.raises(InvalidValue, match="false_alarm_days"):
        watch(kept(), now=NOW, false_alarm_days=days)


def test_more_hard_tasks_are_another_mix_and_no_drop() -> None:
    def mixed(hard: int, *, days: int, until: datetime, seed: int) -> list[Observation]:
        return [
            *steady(0.95, days=days, per_hour=20 - hard, until=until, seed=seed, task_type="easy"),
            *steady(0.60, days=days, per_hour=hard, until=until, seed=seed + 1, task_type="hard"),
        ]

    change = NOW - timedelta(days=5)
    store = kept(mixed(4, days=9, until=change, seed=1), mixed(12, days=5, until=NOW, seed=3))
    found = watch(store, now=NOW)
    split = next(one for one in found.mixes if one.field == "task_type")

    assert found.alarm is None
    assert found.level.accuracy is not None
    assert found.baseline is not None
    assert found.level.accuracy < (found.baseline.level.accuracy or 0) - 0.1
    assert split.mix == pytest.approx(split.change, abs=0.02)


def test_a_drop_in_one_slice_is_found_there() -> None:
    def slices(rate: float, *, days: int, until: datetime, seed: int) -> list[Observation]:
        return [
            *steady(0.9, days=days, per_hour=18, until=until, seed=seed, task_type="common"),
            *steady(rate, days=days, per_hour=2, until=until, seed=seed + 1, task_type="rare"),
        ]

    change = NOW - timedelta(days=5)
    found = watch(kept(slices(0.9, days=9, until=change, seed=1), slices(0.5, days=5, until=NOW, seed=3)), now=NOW)

    assert [(one.field, one.value) for one in found.moved] == [("task_type", "rare")]
    assert found.moved[0].alarm is not None
    assert found.moved[0].alarm > change


def test_only_what_is_chosen_is_watched() -> None:
    store = kept(changing(0.85, 0.70, since=timedelta(days=4)), [seen(True, NOW, stream="humaneval")])

    assert watch(store, Chosen(slices={"stream": "humaneval"}), now=NOW).level == Level(1, 1)
    assert watch(store, Chosen(until=NOW - timedelta(days=5)), now=NOW).alarm is None


def test_hostile_names_stay_on_one_line() -> None:
    observations = [
        replace(one, agent_version="2\x1b[31m\n<script>" if one.agent_version == "2" else "1")
        for one in changing(0.85, 0.70, since=timedelta(days=4))
    ]
    found = watch(kept(observations), now=NOW)

    assert "\x1b" not in found.headline
    assert "\n" not in found.headline


def test_evidence_grows_with_a_drop_and_not_with_gaps() -> None:
    values = list(drop_evidence([(10, 8), (0, 0), (10, 2)], usual=0.8))

    assert values[0] == values[1] < values[2]
    assert list(rise_evidence([(10, 2)], usual=0.2)) == pytest.approx(list(drop_evidence([(10, 8)], usual=0.8)))
    with pytest.raises(InvalidValue, match="needs a rate"):
        next(drop_evidence([(1, 1)], usual=1.0))


def test_evidence_is_expected_to_grow_by_one_an_hour_at_the_usual_rate() -> None:
    """So that it reaches c on average not before c hours: the mean over all outcomes of two hours is 1, then 2."""
    from math import comb, exp

    chances = [comb(3, k) * 0.8**k * 0.2 ** (3 - k) for k in range(4)]
    first = sum(chances[k] * exp(next(drop_evidence([(3, k)], usual=0.8))) for k in range(4))
    second = sum(
        chances[k] * chances[j] * exp(list(drop_evidence([(3, k), (3, j)], usual=0.8))[1])
        for k in range(4)
        for j in range(4)
    )
    assert [first, second] == pytest.approx([1.0, 2.0])


def test_a_cusum_of_counts_is_never_above_that_of_attempts() -> None:
    rng = np.random.default_rng(0)
    m, down = lattice(0.8, 0.75)
    passes = rng.random(2_000) < 0.78
    counts = [(10.0, float(passes[start : start + 10].sum())) for start in range(0, 2_000, 10)]
    by_count = cusum_of_counts(counts, usual=0.8, worse=0.75)
    value, by_attempt = 0.0, []
    for one in passes:
        value = max(0.0, value + (0 if one else 1) - down / m)
        by_attempt.append(value)

    assert all(one <= other + 1e-9 for one, other in zip(by_count, by_attempt[9::10], strict=True))
    assert average_run_length(0.2, 5, *lattice(0.8, 0.77)) > average_run_length(0.23, 5, *lattice(0.8, 0.77))


def test_a_moving_average_of_few_observations_has_wider_limits() -> None:
    (_, wide), (_, narrow) = (ewma_of_counts([(n, 0.8 * n)], usual=0.8)[0] for n in (10, 1_000))

    assert wide < narrow < 0.8


def test_a_rate_that_varies_more_than_by_chance_counts_for_less() -> None:
    hours = np.arange(24 * 14)
    n = np.full((len(hours), 1), 500.0)
    rates = np.where(hours % 24 < 12, 0.75, 0.85)[:, None]
    wavy = Hours(datetime(2026, 1, 5, tzinfo=UTC), ("",), n, np.round(n * rates))
    flat = Hours(wavy.start, ("",), n, np.round(n * 0.8))

    assert expected_of(wavy, 0, 168).spread > 10
    assert expected_of(flat, 0, 168).spread == 1.0


def test_a_small_baseline_is_trusted_less() -> None:
    bounds = [Expected(Level(n, int(0.8 * n)), {}).bound() for n in (50, 500, 50_000)]

    assert bounds == sorted(bounds)
    assert bounds[-1] < 0.8 < Expected(Level(50, 40), {}).bound(upper=True)
    assert Baseline(Level(10, 5), "run x").to_dict()["since"] is None


@pytest.mark.slow
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("kinds", [True, False], ids=["kinds known", "kinds unknown"])
@pytest.mark.parametrize("per_day", [20, 200, 2_000, 20_000])
def test_three_steady_months_raise_no_more_false_alarms_than_promised(per_day: int, kinds: bool) -> None:
    alarms, days = 0, 0.0
    for rate in (0.5, 0.8, 0.95):
        rng = np.random.default_rng(11)
        for _ in range(20):
            hours = Traffic(per_day, rate, kinds=kinds).hours(rng)
            course, start = watched(hours)
            alarms += sum(one.falls for one in course.found)
            days += (len(hours) - start) / 24
    promised = days / PROMISED_DAYS

    assert alarms <= promised + 2 * promised**0.5


@pytest.mark.slow
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize(
    ("per_day", "drop", "within"), [(200, 0.10, 240), (2_000, 0.05, 72), (2_000, 0.10, 24), (20_000, 0.03, 24)]
)
def test_drops_are_found_soon(per_day: int, drop: float, within: int) -> None:
    rng = np.random.default_rng(3)
    traffic = Traffic(per_day, 0.8, drop=drop)
    delays = []
    for _ in range(15):
        course, _ = watched(traffic.hours(rng, days=60))
        raised = [one.raised for one in course.found if one.falls and one.raised >= traffic.since]
        delays.append(min(raised, default=10**6) - traffic.since)

    assert sorted(delays)[7] <= within
