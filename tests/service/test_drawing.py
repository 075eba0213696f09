"""Charts: gaps where there is no data, labels that do not overlap, ticks that are round where people are."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from xml.etree import ElementTree
from zoneinfo import ZoneInfo

import pytest

from assay.errors import InvalidValue
from assay.reports import figures
from assay.service.drawing.canvas import LETTER, Drawing
from assay.service.drawing.clock import time_ticks
from assay.service.drawing.scatter import Spot, draw_scatter
from assay.service.drawing.timeline import Event, Reading, Timeline, draw_timeline

START = datetime(2026, 3, 1, tzinfo=UTC)


def reading(hour: int, value: float = 0.8, limit: float | None = 0.7) -> Reading:
    return Reading(START + timedelta(hours=hour), value, max(0.0, value - 0.1), min(1.0, value + 0.1), 50, limit)


def shapes(drawing: Drawing, kind: str) -> list[ElementTree.Element]:
    return [one for one in ElementTree.fromstring(drawing.wide).iter() if one.get("class") == kind]


def span_of(name: ElementTree.Element) -> tuple[float, float]:
    """Where a text begins and ends."""
    place, wide = float(name.get("x", 0)), LETTER * len(name.text or "")
    return (place - wide, place) if name.get("text-anchor") == "end" else (place, place + wide)


def test_a_gap_in_the_data_is_a_gap_in_the_line() -> None:
    hours = [*range(10), *range(20, 30)]

    found = draw_timeline(Timeline("t", [reading(hour) for hour in hours], step=timedelta(hours=1)))

    assert (len(shapes(found, "line")), len(shapes(found, "band")), len(shapes(found, "limit"))) == (2, 2, 2)


def test_two_readings_far_apart_are_two_points() -> None:
    """However few there are: what lies between them is not known."""
    readings = [reading(0), reading(29)]

    found = draw_timeline(Timeline("t", readings, step=timedelta(hours=1)))

    assert (len(shapes(found, "line")), len(shapes(found, "band")), len(shapes(found, "dot"))) == (0, 0, 2)
    assert len(shapes(draw_timeline(Timeline("t", readings)), "line")) == 1


@pytest.mark.parametrize(
    "readings",
    [
        pytest.param([], id="none"),
        pytest.param([reading(0)], id="one"),
        pytest.param([reading(0, 0.0), reading(1, 1.0)], id="from-0-to-1"),
        pytest.param([reading(hour, limit=None) for hour in range(3)], id="no-limit"),
        pytest.param([reading(0), reading(5_000)], id="far-apart"),
        pytest.param([reading(hour) for hour in range(2_000)], id="many"),
    ],
)
def test_whatever_there_is_can_be_drawn_within_its_frame(readings: list[Reading]) -> None:
    found = draw_timeline(Timeline("<t>", readings, [Event(START, "v&1"), Event(START, "down", is_alarm=True)]))

    for picture in (found.wide, found.narrow):
        root = ElementTree.fromstring(picture)
        width, height = map(float, root.get("viewBox", "").split()[2:])
        places = [(float(one.get("x", 0)), float(one.get("y", 0))) for one in root.iter("text")]
        assert all(-5 <= x <= width and 0 <= y <= height for x, y in places)


def test_names_of_versions_do_not_overlap() -> None:
    events = [Event(START + timedelta(hours=hour), f"version 2.{hour}") for hour in range(0, 40)]

    found = draw_timeline(Timeline("t", [reading(hour) for hour in range(40)], events))

    spans = sorted((one.get("y"), *span_of(one)) for one in shapes(found, "version-name"))
    for (row, _, right), (other_row, other_left, _) in pairwise(spans):
        assert row != other_row or right <= other_left
    assert len(shapes(found, "version")) == 40
    assert 3 <= len(spans) < 40


def test_no_line_of_an_event_crosses_a_name() -> None:
    """Also where many events come at the end, and on a narrow screen."""
    hours = (2, 20, 33, 35, 36, 36, 37, 38, 39)
    events = [Event(START + timedelta(hours=hour), f"fingerprint {hour}", is_alarm=hour == 36) for hour in hours]

    found = draw_timeline(Timeline("t", [reading(hour) for hour in range(40)], events))

    for picture in (found.wide, found.narrow):
        parts = list(ElementTree.fromstring(picture).iter())
        lines = [one for one in parts if one.get("class") in ("version", "alarm-line")]
        names = [one for one in parts if one.get("class") in ("version-name", "alarm-name")]
        assert "alarm-name" in [one.get("class") for one in names]
        for name in names:
            (left, right), bottom = span_of(name), float(name.get("y", 0))
            crossing = [
                one for one in lines if left < float(one.get("x1", 0)) < right and float(one.get("y1", 0)) < bottom - 9
            ]
            assert crossing == []


def test_a_chart_has_no_styles_and_obeys_no_text() -> None:
    event = Event(START, '"><script>alert(1)</script>\u202e')

    found = draw_timeline(Timeline("<b>\u202e", [reading(0), reading(1)], [event])).wide

    assert not re.search("style=|<script|<b>|\u202e", found)


@pytest.mark.parametrize(
    ("hours", "zone", "most", "labels"),
    [
        pytest.param(6, "UTC", 8, ["1 Mar", "01:00", "02:00", "03:00", "04:00", "05:00", "06:00"], id="hours"),
        pytest.param(24, "UTC", 4, ["1 Mar", "06:00", "12:00", "18:00", "2 Mar"], id="a-day"),
        pytest.param(24, "Asia/Kolkata", 4, ["06:00", "12:00", "18:00", "2 Mar"], id="half-past-hours"),
        pytest.param(24 * 7, "UTC", 8, [f"{day} Mar" for day in range(1, 9)], id="a-week"),
        pytest.param(24 * 60, "UTC", 4, ["Mar 2026", "Apr 2026"], id="two-months"),
        pytest.param(24 * 365, "UTC", 6, ["Apr 2026", "Jul 2026", "Oct 2026", "Jan 2027"], id="year"),
        pytest.param(24 * 4000, "UTC", 4, ["Jan 2030", "Jan 2035"], id="decade"),
    ],
)
def test_ticks_are_round_in_the_zone_that_was_asked_for(hours: int, zone: str, most: int, labels: list[str]) -> None:
    found = time_ticks(START, START + timedelta(hours=hours), ZoneInfo(zone), most=most)

    assert [words for _, words in found] == labels


def test_midnight_is_midnight_also_when_clocks_change() -> None:
    zone = ZoneInfo("Europe/Berlin")
    start = datetime(2026, 3, 28, tzinfo=zone)

    found = time_ticks(start, start + timedelta(days=4), zone, most=5)

    assert [at.astimezone(zone).hour for at, _ in found] == [0] * 5
    assert (found[2][0].astimezone(UTC) - found[1][0].astimezone(UTC)) == timedelta(hours=23)


def test_an_axis_that_ends_before_it_begins_is_refused() -> None:
    with pytest.raises(InvalidValue, match="an axis of time"):
        time_ticks(START, START - timedelta(hours=1), UTC, most=4)


def test_points_on_the_front_are_joined_and_others_hollow() -> None:
    spots = [
        Spot("a", 0.01, 0.62, 0.6, 0.64, on_front=True),
        Spot("b", 0.03, 0.70, 0.6, 0.8, on_front=False),
        Spot("d", 0.028, 0.70, 0.6, 0.8, on_front=True),
    ]

    found = draw_scatter("t", spots, across="cost", figure=figures.dollars)

    assert [len(shapes(found, kind)) for kind in ("dot", "off", "front")] == [2, 1, 1]
    (front,) = shapes(found, "front")
    (start, end) = [tuple(map(float, point.split())) for point in re.split("[ML]", front.get("d", ""))[1:]]
    for name in (one for one in ElementTree.fromstring(found.wide).iter("text") if one.text in ("a", "b", "d")):
        left, bottom = float(name.get("x", 0)), float(name.get("y", 0))
        share = (left + LETTER / 2 - start[0]) / (end[0] - start[0])
        height = start[1] + share * (end[1] - start[1])
        assert not (0 <= share <= 1 and bottom - 10 <= height <= bottom)
    assert draw_scatter("t", [], across="cost", figure=figures.dollars).wide
