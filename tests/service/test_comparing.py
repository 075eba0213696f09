"""What pages hold against each other, with and without an alarm."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from assay.monitoring.watched import Course, Shift, Watched
from assay.monitoring.windows import Level
from assay.observations import Chosen
from assay.service.comparing import Periods, periods_of

NOW = datetime(2026, 3, 18, 15, tzinfo=UTC)
DROP = NOW - timedelta(days=3)
WEEK = Chosen(since=NOW - timedelta(days=7), slices={"stream": "production"})
DAY = Chosen(since=NOW - timedelta(days=1))


def watched(*, is_alarm: bool) -> Watched:
    shift = Shift(DROP, DROP + timedelta(hours=5), Level(100, 90), Level(100, 70), 0.001)
    return Watched(Course.DOWN, "", "", Level(100, 70), timedelta(days=1), NOW, shift=shift, is_alarm=is_alarm)


@pytest.mark.parametrize(
    ("chosen", "is_alarm", "expected"),
    [
        pytest.param(
            WEEK,
            True,
            Periods(Chosen(DROP, None, WEEK.slices), Chosen(WEEK.since, DROP, WEEK.slices), DROP),
            id="a-drop-parts-the-time",
        ),
        pytest.param(
            WEEK, False, Periods(WEEK, Chosen(NOW - timedelta(days=14), WEEK.since, WEEK.slices)), id="no-alarm"
        ),
        pytest.param(
            DAY, True, Periods(DAY, Chosen(NOW - timedelta(days=2), DAY.since)), id="a-drop-before-the-chosen-time"
        ),
        pytest.param(Chosen(), True, Periods(Chosen(DROP), Chosen(until=DROP), DROP), id="all-the-time"),
        pytest.param(Chosen(), False, Periods(Chosen(), None), id="all-the-time-without-an-alarm"),
        pytest.param(
            Chosen(until=DROP), True, Periods(Chosen(until=DROP), None), id="the-drop-is-after-the-chosen-time"
        ),
    ],
)
def test_a_drop_parts_the_time_that_is_compared(chosen: Chosen, is_alarm: bool, expected: Periods) -> None:
    assert periods_of(watched(is_alarm=is_alarm), chosen, now=NOW) == expected
