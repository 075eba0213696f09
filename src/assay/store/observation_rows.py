"""Observations and feedback as the rows of a database, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from assay.observations import SLICED, Feedback, Observation
from assay.store.codec import from_column, from_json_column, json_column, to_column
from assay.store.hours import microseconds, moment
from assay.store.rows import Values

if TYPE_CHECKING:
    from sqlalchemy import Row


def observation_values(observation: Observation, slice_number: int) -> Values:
    """Return an observation's columns."""
    return {
        "id": to_column(observation.id),
        "at": microseconds(observation.at),
        "slice": slice_number,
        "task": to_column(observation.task_id),
        "error_class": to_column(observation.error_class),
        "cost": observation.cost_usd,
        "latency": observation.latency_seconds,
        "run": to_column(observation.run),
        "message": to_column(observation.message),
        "labels": json_column(dict(observation.labels)) if observation.labels else "",
    }


def observation_of_row(row: Row[Any]) -> Observation:  # Any: a row of observations and slices
    """Return the observation that a row tells of."""
    return Observation(
        task_id=from_column(row.task),
        passed=not row.error_class,
        at=moment(row.at),
        id=from_column(row.id),
        error_class=from_column(row.error_class),
        message=from_column(row.message),
        cost_usd=row.cost,
        latency_seconds=row.latency,
        run=from_column(row.run),
        labels=from_json_column(row.labels) if row.labels else {},
        **{name: from_column(getattr(row, name)) for name in SLICED},
    )


def feedback_values(feedback: Feedback) -> Values:
    """Return the columns of what a person said."""
    return {
        "id": to_column(feedback.id),
        "observation": to_column(feedback.observation),
        "at": microseconds(feedback.at),
        "person": to_column(feedback.by),
        "thumb": None if feedback.thumb is None else int(feedback.thumb),
        "stars": feedback.stars,
        "words": to_column(feedback.text),
        "accepted": None if feedback.accepted is None else int(feedback.accepted),
        "edit": to_column(feedback.edit),
    }


def feedback_of_row(row: Row[Any]) -> Feedback:  # Any: a row of feedback
    """Return what a person said, as a row tells."""
    return Feedback(
        observation=from_column(row.observation),
        at=moment(row.at),
        id=from_column(row.id),
        by=from_column(row.person),
        thumb=None if row.thumb is None else bool(row.thumb),
        stars=row.stars,
        text=from_column(row.words),
        accepted=None if row.accepted is None else bool(row.accepted),
        edit=from_column(row.edit),
    )
