"""Observations and feedback as the rows of a database, and back."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from assay.observations import SLICED, Feedback, Observation
from assay.store.codec import from_column, json_column, to_column
from assay.store.hours import microseconds, moment
from assay.store.rows import texts_of, whole

if TYPE_CHECKING:
    from sqlalchemy import Row


OBSERVATION_COLUMNS: Final = (
    "id", "at", "slice", "task", "error_class", "cost", "latency", "run", "message", "labels",
)  # fmt: skip
FEEDBACK_COLUMNS: Final = ("id", "observation", "at", "person", "thumb", "stars", "words", "accepted", "edit")


def observation_row(observation: Observation, slice_number: int) -> tuple[Any, ...]:  # Any: what a database takes
    """Return the values of `OBSERVATION_COLUMNS`."""
    return (
        to_column(observation.id),
        microseconds(observation.at),
        slice_number,
        to_column(observation.task_id),
        to_column(observation.error_class),
        observation.cost_usd,
        observation.latency_seconds,
        to_column(observation.run),
        to_column(observation.message),
        json_column(dict(observation.labels)) if observation.labels else "",
    )


def observation_of_row(row: Row[Any]) -> Observation:  # Any: a row of observations and slices
    """Return the observation that a row tells of."""
    return Observation(
        task_id=from_column(row.task),
        passed=not row.error_class,
        at=moment(row.at),
        id=from_column(row.id),
        error_class=from_column(row.error_class),
        message=from_column(row.message),
        cost_usd=_amount(row.cost),
        latency_seconds=_amount(row.latency),
        run=from_column(row.run),
        labels=texts_of(row.labels) if row.labels else {},
        **{name: from_column(getattr(row, name)) for name in SLICED},
    )


def feedback_row(feedback: Feedback) -> tuple[Any, ...]:  # Any: what a database takes
    """Return the values of `FEEDBACK_COLUMNS`."""
    return (
        to_column(feedback.id),
        to_column(feedback.observation),
        microseconds(feedback.at),
        to_column(feedback.by),
        None if feedback.thumb is None else int(feedback.thumb),
        feedback.stars,
        to_column(feedback.text),
        None if feedback.accepted is None else int(feedback.accepted),
        to_column(feedback.edit),
    )


def feedback_of_row(row: Row[Any]) -> Feedback:  # Any: a row of feedback
    """Return what a person said, as a row tells."""
    return Feedback(
        observation=from_column(row.observation),
        at=moment(row.at),
        id=from_column(row.id),
        by=from_column(row.person),
        thumb=None if row.thumb is None else bool(row.thumb),
        stars=_stars(row.stars),
        text=from_column(row.words),
        accepted=None if row.accepted is None else bool(row.accepted),
        edit=from_column(row.edit),
    )


def _amount(value: float | None) -> float | None:
    """Return a number of dollars or seconds; `ValueError` for any that nobody may send."""
    if value is not None and not 0 <= value < math.inf:
        raise ValueError(f"a cost or a latency is kept as {value!r}")
    return value


def _stars(value: object) -> int | None:
    if value is not None and not 1 <= whole(value) <= 5:
        raise ValueError(f"stars from 1 to 5 are kept as {value!r}")
    return None if value is None else whole(value)
