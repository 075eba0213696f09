"""Accuracy over HTTP: now, over time, whether it has changed, and two arms of a live comparison."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from assay.errors import InvalidValue
from assay.monitoring.drift import watch
from assay.monitoring.experiments import compare_arms
from assay.monitoring.windows import STEPS, in_production, level_of, trend
from assay.observations import LONGEST_NAME, SLICED, Chosen
from assay.service.answers import json_answer
from assay.service.api.asking import AskedObservations
from assay.service.api.shapes import AccuracyShape, DriftShape, ExperimentShape, TrendShape
from assay.service.context import context_of
from assay.service.remembering import remembered

router = APIRouter(prefix="/v1", tags=["monitoring"])
LONGEST_WINDOW = timedelta(days=3660)
USUAL_TREND = timedelta(days=7)

_SPAN = re.compile(r"([0-9]{1,6})(m|h|d|w)")
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


@router.get("/accuracy", response_model=AccuracyShape)
def accuracy(
    request: Request,
    chosen: AskedObservations,
    window: Annotated[
        str, Query(max_length=20, description="Until now: 30m, 1h, 24h, 7d or 4w; not with since.")
    ] = "1h",
) -> Response:
    """Say how many passed in the last hour, or in another time, with n and a 95 % interval; nothing is null, not 0."""
    context = context_of(request)
    if chosen.since is None and chosen.until is None:
        now = context.now()
        chosen = Chosen(now - _span(window), now, chosen.slices)
    level = level_of(context.store, in_production(chosen))
    return json_answer({**level.to_dict(), **_period(chosen)})


@router.get("/trend", response_model=TrendShape)
def accuracy_trend(
    request: Request,
    chosen: AskedObservations,
    by: Annotated[str, Query(max_length=10, description=f"One of {', '.join(STEPS)}.")] = "hour",
    zone: Annotated[str, Query(max_length=60, description="Where days and weeks begin at midnight.")] = "UTC",
) -> Response:
    """Give accuracy by hour, day or week, the oldest first; without `since`, of the last seven days.

    `since` and `until` of the answer say which time it is about.
    """
    context = context_of(request)
    now = context.now()
    until = chosen.until or now
    asked = Chosen(chosen.since or until - USUAL_TREND, chosen.until, chosen.slices)
    points = trend(context.store, in_production(asked), by=by, zone=zone, now=now)
    return json_answer({"items": [point.to_dict() for point in points], **_period(replace(asked, until=until))})


@router.get("/drift", response_model=DriftShape)
def drift(
    request: Request,
    chosen: AskedObservations,
    false_alarm_days: Annotated[float, Query(ge=1, le=1e6, description="Days between false alarms.")] = 100.0,
    hourly: Annotated[bool, Query(description="With every hour and its control limit.")] = False,
) -> Response:
    """Say whether accuracy has changed, since when, with which version, for which slices, and how sure that is."""
    context = context_of(request)
    key = ("drift", chosen.since, chosen.until, tuple(sorted(chosen.slices.items())), false_alarm_days)
    found = remembered(
        context, key, lambda: watch(context.store, chosen, false_alarm_days=false_alarm_days, now=context.now())
    )
    return json_answer(found.to_dict(hourly=hourly))


@router.get("/ab", response_model=ExperimentShape)
def live_comparison(
    request: Request,
    chosen: AskedObservations,
    first: Annotated[str, Query(max_length=LONGEST_NAME, description="The arm that is held against.")],
    second: Annotated[str, Query(max_length=LONGEST_NAME, description="The arm beside it.")],
    by: Annotated[str, Query(max_length=40, description=f"What tells them apart: one of {', '.join(SLICED)}.")] = "arm",
) -> Response:
    """Compare two arms of a live experiment; it may be asked at any time, and says whether to stop."""
    context, slices = context_of(request), chosen.slices
    found = remembered(
        context,
        ("ab", first, second, by, chosen.since, chosen.until, tuple(sorted(slices.items()))),
        lambda: compare_arms(
            context.store, first, second, by=by, since=chosen.since, until=chosen.until, slices=slices
        ),
    )
    return json_answer(found.to_dict())


def _period(chosen: Chosen) -> dict[str, str | None]:
    """Return the time that an answer is about."""
    ends = {"since": chosen.since, "until": chosen.until}
    return {name: None if moment is None else moment.isoformat() for name, moment in ends.items()}


def _span(text: str) -> timedelta:
    found = _SPAN.fullmatch(text)
    span = timedelta(**{_UNITS[found[2]]: int(found[1])}) if found else timedelta(0)
    if not timedelta(0) < span <= LONGEST_WINDOW:
        raise InvalidValue(f"window: must be a time such as 30m, 1h, 24h or 7d, got {text!r:.40}")
    return span
