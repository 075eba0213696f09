"""The planted drop of the demonstration: alarmed at the right hour, with the right version, and nothing before."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import pairwise

import pytest

from assay.monitoring.demonstration import PLANTED, feedback_of_month, month
from assay.monitoring.drift import watch
from assay.monitoring.experiments import compare_arms
from assay.monitoring.watched import Course, Watched
from assay.observations import Chosen, Observation
from assay.statistics.deciding import Decision
from assay.store.base import Store
from assay.store.opening import open_store
from tests.monitoring.building import NOW

HOUR = PLANTED.hour(NOW)


def kept(observations: list[Observation], folder: pytest.TempPathFactory) -> Store:
    store = open_store(folder.mktemp("month") / "a.db")
    store.add_observations(observations)
    return store


@pytest.fixture(scope="module")
def observations() -> list[Observation]:
    return list(month(0, now=NOW))


@pytest.fixture(scope="module")
def store(observations: list[Observation], tmp_path_factory: pytest.TempPathFactory) -> Store:
    return kept(observations, tmp_path_factory)


@pytest.fixture(scope="module")
def found(store: Store) -> Watched:
    return watch(store, now=NOW)


def test_a_month_is_plausible(observations: list[Observation]) -> None:
    assert 25_000 < len(observations) < 60_000
    assert all(one.at <= other.at for one, other in pairwise(observations))
    assert observations[-1].at <= NOW < observations[-1].at + timedelta(hours=1)
    assert len({one.id for one in observations}) == len(observations)
    assert all(bool(one.error_class) != one.passed and bool(one.message) != one.passed for one in observations)
    assert sorted({one.agent_version for one in observations}) == ["2.1", "2.2", "2.3"]
    assert {one.arm for one in observations} == {"", "control", "short-plan"}
    first = min(one.at for one in observations if one.agent_version == PLANTED.agent_version)
    assert HOUR <= first < HOUR + timedelta(hours=1)


def test_the_same_seed_gives_the_same_month(observations: list[Observation]) -> None:
    again = month(0, now=NOW)

    assert [next(again) for _ in range(100)] == observations[:100]
    said = list(feedback_of_month(observations, now=NOW))
    assert said == list(feedback_of_month(observations, now=NOW))
    assert len(observations) * 0.03 < len(said) < len(observations) * 0.07


def test_the_drop_is_found_in_the_words_of_the_headline(found: Watched) -> None:
    assert found.course is Course.DOWN
    assert found.headline == (
        "Accuracy 74.2 % in the last 24 h (71.7 – 76.6), down 8.3 points since 14 March 09:00, agent version 2.3"
    )
    assert found.promise == "one false alarm in 100 days"


def test_the_alarm_has_the_right_hour_and_version(found: Watched) -> None:
    alarm = found.alarm
    assert alarm is not None
    assert abs(alarm.since - HOUR) <= timedelta(hours=2)
    assert [(one.field, one.value) for one in alarm.releases] == [("agent_version", PLANTED.agent_version)]
    assert HOUR < alarm.raised <= HOUR + timedelta(hours=24)
    assert len(found.shifts) == 1  # nothing before
    assert alarm.interval is not None
    assert alarm.interval[0] < -0.07 < alarm.interval[1]


def test_nothing_is_alarmed_before_the_drop(store: Store) -> None:
    before = watch(store, Chosen(until=HOUR), now=HOUR)

    assert (before.course, before.alarm, before.shifts) == (Course.STEADY, None, ())
    assert "steady beside 82.0 % of the first 7 days" in before.headline


def test_the_charts_confirm_it(found: Watched) -> None:
    since = {one.chart: one.since for one in found.answers}

    assert since["evidence"] is not None
    assert since["cusum"] is not None
    assert all(HOUR <= one <= HOUR + timedelta(hours=24) for one in (since["evidence"], since["cusum"]))
    assert [one.evidence for one in found.hours[:24]] == [None] * 24  # the baseline
    assert found.hours[-1].evidence is not None
    assert found.hours[-1].evidence > 1


def test_the_kind_that_suffers_most_comes_first(found: Watched) -> None:
    first = found.moved[0]

    assert (first.field, first.value) == ("task_type", PLANTED.kind)
    assert first.change < -0.1
    assert first.p < 1e-6
    assert first.alarm is not None
    assert first.alarm > HOUR


def test_hardly_any_of_it_is_due_to_the_mix(found: Watched) -> None:
    by_type = next(one for one in found.mixes if one.field == "task_type")

    assert by_type.mix + by_type.performance == pytest.approx(by_type.change)
    assert abs(by_type.mix) < 0.01


def test_the_fingerprint_is_marked_with_its_hour(found: Watched) -> None:
    marks = [(one.field, one.value, one.at.hour) for one in found.releases]

    assert ("fingerprint", "fp_s7c04d1", 14) in marks
    assert ("agent_version", "2.2", 10) in marks


def test_the_better_arm_is_found(store: Store) -> None:
    found = compare_arms(store, "control", "short-plan")

    assert found.decision is Decision.BETTER
    assert found.sentence.startswith("stop: short-plan is better than control by 3.")
    assert found.warnings == ()


def test_all_of_it_is_plain_data(found: Watched) -> None:
    data = found.to_dict(hourly=True)

    assert data["shift"]["releases"][0]["value"] == "2.3"
    assert len(data["hours"]) == len(found.hours)
    assert "hours" not in found.to_dict()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_other_months_have_their_drop_found_too(tmp_path_factory: pytest.TempPathFactory) -> None:
    now = datetime.fromisoformat("2026-07-01T20:00:00+00:00")
    planted, early = PLANTED.hour(now), 0
    for seed in range(1, 21):
        store = kept(list(month(seed, now=now)), tmp_path_factory)
        found = watch(store, now=now)
        store.close()

        assert found.alarm is not None, seed
        assert abs(found.alarm.since - planted) <= timedelta(hours=2), seed
        assert [one.value for one in found.alarm.releases] == [PLANTED.agent_version], seed
        early += len(found.shifts) - 1
    assert early <= 10  # twenty times 19 days are promised to have fewer than four on average
