"""The shapes of what the API takes and gives, for its OpenAPI document; requests are read by hand, which is faster."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from assay.observations import LONGEST_NAME, LONGEST_TEXT

_TIME = {"type": "string", "description": "ISO 8601 with a zone, or seconds since 1970 as a number; missing: now."}
_MOMENT = {"anyOf": [_TIME, {"type": "number"}]}


def _text(description: str, longest: int = LONGEST_NAME) -> dict[str, Any]:  # Any: JSON Schema
    return {"type": "string", "maxLength": longest, "description": description}


OBSERVATION: dict[str, Any] = {  # Any: JSON Schema
    "type": "object",
    "required": ["task_id", "passed"],
    "properties": {
        "task_id": {**_text("What was worked on."), "minLength": 1},
        "passed": {"type": "boolean"},
        "at": _MOMENT,
        "id": _text("Whoever sends it again under the same id changes nothing; missing: a new one."),
        "stream": _text("What belongs together; missing: production."),
        "model": _text("The model's name."),
        "model_version": _text("Its version."),
        "agent_version": _text("The version of the agent around it."),
        "task_type": _text("The kind of task."),
        "arm": _text("The side of a live comparison."),
        "fingerprint": _text("What the server says of the system behind the model."),
        "error_class": _text("How it failed, such as timeout."),
        "message": _text("What it failed with.", LONGEST_TEXT),
        "cost_usd": {"type": "number", "minimum": 0, "maximum": 1e9},
        "latency_seconds": {"type": "number", "minimum": 0, "maximum": 1e9},
        "run": _text("The run that it comes from."),
        "labels": {"type": "object", "additionalProperties": _text("Any text."), "maxProperties": 20},
    },
    "additionalProperties": _text("Fields of other names become labels."),
}
FEEDBACK: dict[str, Any] = {  # Any: JSON Schema
    "type": "object",
    "required": ["observation"],
    "properties": {
        "observation": {**_text("The id of the observation."), "minLength": 1},
        "at": _MOMENT,
        "id": _text("Whoever sends it again under the same id changes nothing."),
        "by": _text("Who says so."),
        "thumb": {"type": "boolean"},
        "stars": {"type": "integer", "minimum": 1, "maximum": 5},
        "text": _text("In words.", LONGEST_TEXT),
        "accepted": {"type": "boolean", "description": "Whether the code was kept."},
        "edit": _text("What the person made of it.", LONGEST_TEXT),
    },
    "additionalProperties": False,
}


def body_of_rows(row: dict[str, Any], example: dict[str, Any]) -> dict[str, Any]:  # Any: OpenAPI
    """Return the description of a body that is one thing, an array of them, or one on each line."""
    one_or_many = {"anyOf": [row, {"type": "array", "items": row}]}
    return {
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {
                    "schema": one_or_many,
                    "examples": {"one": {"value": example}, "several": {"value": [example]}},
                },
                "application/x-ndjson": {"schema": {"type": "string", "description": "One object on each line."}},
            },
        }
    }


class RefusedRow(BaseModel):
    """One of several things that were sent, and why it was not kept."""

    index: int
    field: str | None = None
    error: str


class AddedShape(BaseModel):
    """What became of things that were sent."""

    accepted: int
    duplicates: int = Field(description="Those whose id was known already.")
    ids: list[str] = Field(description="Of all that were good, in the order of sending.")
    refused: list[RefusedRow] | None = Field(default=None, description="With `partial`: what was not kept.")
    refused_count: int | None = None


class ObservationShape(BaseModel):
    """One observation; what is empty is left out."""

    task_id: str
    passed: bool
    at: str
    id: str
    stream: str
    error_class: str | None = None
    message: str | None = None
    cost_usd: float | None = None
    latency_seconds: float | None = None
    labels: dict[str, str] | None = None


class ObservationPage(BaseModel):
    """One page of observations, the newest first."""

    items: list[ObservationShape]
    next: str | None = Field(description="`after` of the next page; null on the last one.")


class FeedbackShape(BaseModel):
    """What a person said; what was not said is left out."""

    observation: str
    at: str
    id: str


class FeedbackPage(BaseModel):
    """One page of what people said, the newest first."""

    items: list[FeedbackShape]
    next: str | None


class RunShape(BaseModel):
    """A run, as far as a list says it."""

    id: str
    name: str
    benchmark: str
    created: str
    state: str
    model: str
    trials: int


class RunPage(BaseModel):
    """One page of runs, the newest first."""

    items: list[RunShape]
    next: str | None


class TrialShape(BaseModel):
    """One attempt at a problem, in a line."""

    problem: str
    attempt: int
    verdict: str


class TrialPageShape(BaseModel):
    """One page of the attempts of a run, in their order."""

    items: list[TrialShape]
    next: str | None


class LevelShape(BaseModel):
    """How many of some observations passed; where there are none, accuracy and interval are null."""

    n: int
    passed: int
    accuracy: float | None
    interval: list[float] | None = Field(description="Low and high end, of 95 % confidence.")


class AccuracyShape(LevelShape):
    """How many passed in a time."""

    since: str | None
    until: str | None


class TrendPointShape(LevelShape):
    """How many passed in one hour, day or week."""

    start: str
    end: str


class TrendShape(BaseModel):
    """Accuracy over time, the oldest first."""

    items: list[TrendPointShape]
    since: str = Field(description="From when on it is about.")
    until: str = Field(description="Until when.")


class DriftShape(BaseModel):
    """Whether accuracy has changed, and everything that speaks for it."""

    course: str
    headline: str
    promise: str
    level: LevelShape
    is_alarm: bool


class ExperimentShape(BaseModel):
    """Two arms beside each other."""

    by: str
    first: LevelShape
    second: LevelShape
    decision: str
    sentence: str


class AlertShape(BaseModel):
    """How an alert stands; what is empty is left out."""

    rule: str
    state: str
    about: str | None = None
    severity: str | None = None
    summary: str | None = None


class AlertPage(BaseModel):
    """One page of alerts."""

    items: list[AlertShape]
    next: str | None


def alert_body(*more: str) -> dict[str, Any]:  # Any: OpenAPI
    """Return the description of a body that names an alert, and perhaps hours."""
    properties: dict[str, Any] = {"rule": _text("The name of the rule."), "about": _text("The slice; missing: none.")}
    if "hours" in more:
        properties["hours"] = {"type": "number", "minimum": 0, "maximum": 24 * 366}
    schema = {"type": "object", "required": ["rule", *more], "properties": properties}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}
