"""Windows and trends: exact in every zone, honest about gaps, and indifferent to the order in which things come."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

import assay
from assay.errors import InvalidValue
from assay.monitoring.monitor import AccuracyMonitor
from assay.monitoring.windows import Level, TrendPoint, trend
from assay.observations import HOUR, Chosen
from assay.store.base import Store
from assay.store.memory import MemoryStore
from assay.store.opening import open_store
from tests.monitoring.building import NOW, level, seen


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return MemoryStore() if request.param == "memory" else open_store(tmp_path / "a.db")


def told(points: list[TrendPoint]) -> list[tuple[str, int, float | None]]:
    return [(one.start.isoformat(), one.n, one.accuracy) for one in points]


def test_no_data_is_none_and_never_zero(store: Store) -> None:
    monitor = AccuracyMonitor(store, now=lambda: NOW)

    assert monitor.current_accuracy() is None
    assert monitor.accuracy_trend() == []
    assert Level().interval is None


def test_the_window_is_the_last_hour_or_another_one(store: Store) -> None:
    monitor = AccuracyMonitor(store, now=lambda: NOW)
    monitor.log_result("t1", True, NOW)
    monitor.log_result("t2", False, NOW - timedelta(minutes=60))
    monitor.log_result("t3", False, NOW - timedelta(minutes=61))

    assert monitor.current_accuracy() == 0.5
    assert monitor.current_accuracy(timedelta(minutes=59)) == 1.0
    assert monitor.current_accuracy(timedelta(hours=2)) == pytest.approx(1 / 3)
    with pytest.raises(InvalidValue, match="window: must be positive"):
        monitor.current_accuracy(timedelta(0))


def test_known_names_become_fields_and_other_texts_labels(store: Store) -> None:
    monitor = AccuracyMonitor(store, now=lambda: NOW)
    name = monitor.log_result(
        "t1",
        False,
        NOW.timestamp(),
        model_version="2.3",
        error_class="timeout",
        cost_usd=0.25,
        message="m",
        team="a",
    )

    kept = store.observation(name)
    assert kept is not None
    assert (kept.model_version, kept.error_class, kept.cost_usd, kept.message) == ("2.3", "timeout", 0.25, "m")
    assert kept.labels == {"team": "a"}
    assert monitor.current_accuracy(model_version="2.3") == 0.0
    assert monitor.current_accuracy(model_version="2.4") is None


def test_the_same_id_counts_once_and_late_ones_count_where_they_belong(store: Store) -> None:
    monitor = AccuracyMonitor(store, now=lambda: NOW)
    for _ in range(2):
        monitor.log_result("t1", True, NOW, observation_id="one")
    monitor.log_result("t2", False, NOW - 2 * HOUR)

    assert [one.n for one in monitor.accuracy_trend(since=NOW - 2 * HOUR)] == [1, 0, 1]


def test_runs_are_no_production_unless_asked_for(store: Store) -> None:
    monitor = AccuracyMonitor(store, now=lambda: NOW)
    monitor.log_result("HumanEval/1", True, NOW, stream="humaneval")

    assert monitor.current_accuracy() is None
    assert monitor.current_accuracy(stream="humaneval") == 1.0


def test_feedback_is_kept_with_its_observation(store: Store) -> None:
    monitor = AccuracyMonitor(store, now=lambda: NOW)
    name = monitor.log_result("t1", True)
    monitor.log_feedback(name, thumb=True, text="thanks")

    assert [(one.thumb, one.text) for one in store.feedback(observation_id=name)] == [(True, "thanks")]
    with pytest.raises(InvalidValue, match="stars"):
        monitor.log_feedback(name, stars=6)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"timestamp": "yesterday"}, "timestamp: must be a time"),
        ({"timestamp": "2026-01-01T00:00:00"}, "timestamp: needs a time zone"),
        ({"team": 3}, "labels must be text"),
        ({"cost_usd": -1}, "cost_usd"),
    ],
)
def test_what_cannot_be_an_outcome_is_refused(store: Store, fields: dict[str, object], words: str) -> None:
    with pytest.raises(InvalidValue, match=words):
        AccuracyMonitor(store, now=lambda: NOW).log_result("t", True, **fields)  # type: ignore[arg-type]  # the point


def test_gaps_are_points_without_an_accuracy(store: Store) -> None:
    start = datetime(2026, 3, 14, 9, tzinfo=UTC)
    store.add_observations([seen(True, start), *level(4, 1, start + 2 * HOUR)])

    points = trend(store, Chosen(until=start + 3 * HOUR), now=NOW)
    assert [(one.n, one.accuracy) for one in points] == [(1, 1.0), (0, None), (4, 0.25)]
    assert points[1].interval is None
    assert points[2].interval == pytest.approx((0.0456, 0.6994), abs=1e-4)


def test_days_of_berlin_have_23_and_25_hours(store: Store) -> None:
    zone = ZoneInfo("Europe/Berlin")
    for day in (datetime(2026, 3, 28, tzinfo=zone), datetime(2026, 10, 24, tzinfo=zone)):
        moments = [day.astimezone(UTC) + hour * HOUR for hour in range(72)]
        store.add_observations([seen(True, moment) for moment in moments])
    now = datetime(2026, 11, 1, tzinfo=UTC)

    def days(first: datetime) -> list[TrendPoint]:
        return trend(store, Chosen(first, first + timedelta(days=2)), by="day", zone="Europe/Berlin", now=now)

    spring, autumn = days(datetime(2026, 3, 28, tzinfo=zone)), days(datetime(2026, 10, 24, tzinfo=zone))
    assert told(spring) == [("2026-03-28T00:00:00+01:00", 24, 1.0), ("2026-03-29T00:00:00+01:00", 23, 1.0)]
    assert told(autumn) == [("2026-10-24T00:00:00+02:00", 24, 1.0), ("2026-10-25T00:00:00+02:00", 25, 1.0)]


def test_days_of_a_zone_at_half_past_are_exact(store: Store) -> None:
    midnight = datetime(2026, 3, 14, 18, 30, tzinfo=UTC)  # in Kolkata
    store.add_observations([seen(False, midnight - timedelta(seconds=1)), seen(True, midnight), seen(True, NOW)])

    found = trend(store, Chosen(until=midnight + 24 * HOUR), by="day", zone="Asia/Kolkata", now=NOW)
    assert told(found) == [("2026-03-14T23:30:00+05:30", 1, 0.0), ("2026-03-15T00:00:00+05:30", 1, 1.0)]
    hours = trend(store, Chosen(midnight - HOUR, midnight + HOUR), by="hour", zone="Asia/Kolkata", now=NOW)
    assert [one.start.minute for one in hours][1:] == [30, 30]


def test_weeks_begin_on_monday(store: Store) -> None:
    sunday = datetime(2026, 3, 15, 23, 59, tzinfo=UTC)
    store.add_observations([seen(True, sunday), seen(False, sunday + timedelta(minutes=1))])

    assert told(trend(store, Chosen(), by="week", now=NOW)) == [
        ("2026-03-15T23:00:00+00:00", 1, 1.0),
        ("2026-03-16T00:00:00+00:00", 1, 0.0),
    ]


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"by": "minute"}, "by: must be one of hour, day, week"),
        ({"zone": "Mars/Olympus"}, "zone: no time zone is named"),
        ({"zone": "../../etc/passwd"}, "zone: no time zone is named"),
        ({"by": "hour", "since": "2000-01-02T00:00:00Z"}, "at most 20,000 points"),
        ({"colour": "red"}, "not by 'colour'"),
    ],
)
def test_wishes_that_make_no_sense_are_refused(store: Store, wish: dict[str, str], words: str) -> None:
    monitor = AccuracyMonitor(store, now=lambda: NOW)
    monitor.log_result("t", True, NOW)

    with pytest.raises(InvalidValue, match=words):
        monitor.accuracy_trend(**wish)


def test_the_front_door_has_the_monitor(tmp_path: Path) -> None:
    with assay.AccuracyMonitor(tmp_path / "a.db") as monitor:
        monitor.log_result("t", True)
    with assay.AccuracyMonitor(str(tmp_path / "a.db")) as again:
        assert again.current_accuracy() == 1.0
