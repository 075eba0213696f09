"""Alerts as they are kept: how each stands, what happened to it, and the messages about it that are to be sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from assay.observations import new_id

LONGEST_WAIT: Final = timedelta(hours=3)
"""No attempt at a message is put off for longer: one that is due later was kept when the clock was ahead."""
_TIMES = frozenset(
    ("since", "fired", "resolved", "clear_since", "unknown_since", "checked", "told_at", "acknowledged", "muted_until")
)


class AlertState(StrEnum):
    """How an alert stands."""

    CLEAR = "clear"
    """Its bound is kept, or nobody has seen that it is not."""
    PENDING = "pending"
    """Its bound is crossed, but not for as long as the rule asks."""
    FIRING = "firing"


class AlertChange(StrEnum):
    """What can happen to an alert."""

    FIRED = "fired"
    RESOLVED = "resolved"
    ACKNOWLEDGED = "acknowledged"
    MUTED = "muted"
    UNMUTED = "unmuted"


class DeliveryState(StrEnum):
    """How a message to a webhook stands."""

    WAITING = "waiting"
    SENT = "sent"
    FAILED = "failed"
    """It was tried as often as it may be."""


@dataclass(frozen=True, slots=True)
class Alert:
    """One bound of a rule, held against everything that the rule is about, or against one slice of it."""

    rule: str
    """The name of the rule."""
    about: str = ""
    """The slice, such as `task_type=refactor`; empty: everything that the rule is about."""
    kind: str = ""
    severity: str = ""
    state: AlertState = AlertState.CLEAR
    summary: str = ""
    """One sentence about what was seen last."""
    value: float | None = None
    """What was seen last; `None`: too little to tell."""
    bound: float | None = None
    n: int = 0
    """How many observations the value is made of."""
    since: datetime | None = None
    """When what it is pending or firing for began."""
    fired: datetime | None = None
    """When it began to fire, the last time that it did."""
    resolved: datetime | None = None
    """When it stopped firing, the last time that it did."""
    clear_since: datetime | None = None
    """Since when a firing alert has been seen clear; it is resolved when that has lasted."""
    unknown_since: datetime | None = None
    """Since when there has been too little to tell."""
    checked: datetime | None = None
    """When it was written last by a check."""
    told_firing: bool = False
    """Whether the last message about it said that it fires."""
    told_at: datetime | None = None
    acknowledged: datetime | None = None
    """When a person said that they know; no more reminders until it fires again."""
    acknowledged_by: str = ""
    muted_until: datetime | None = None
    """Until then no messages about it; muting the alert without a slice mutes every slice of its rule."""
    version: int = 0
    """How often it was written; 0: it is not kept yet."""

    @property
    def key(self) -> tuple[str, str]:
        """What it is kept under: rule and slice."""
        return self.rule, self.about

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the alert as plain data; what is empty is left out."""
        found = {one.name: getattr(self, one.name) for one in fields(self)}
        found |= {name: found[name].isoformat() for name in _TIMES if found[name] is not None}
        return {name: value for name, value in found.items() if value not in ("", None)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Alert:  # Any: JSON
        """Return the alert that `to_dict` wrote."""
        known = {one.name for one in fields(cls)}
        given = {name: value for name, value in data.items() if name in known}
        given |= {name: datetime.fromisoformat(given[name]) for name in _TIMES & given.keys()}
        given["state"] = AlertState(given.get("state", AlertState.CLEAR))
        return cls(**given)


@dataclass(frozen=True, slots=True)
class AlertEvent:
    """Something that happened to an alert."""

    at: datetime
    rule: str
    about: str
    change: AlertChange
    summary: str = ""
    by: str = ""
    """Who did it, where a person did."""
    number: int = 0
    """Its place among all events of the store; 0: it is not kept yet."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """One message to one channel, kept until it is sent or given up."""

    channel: str
    """The name of the channel; where it leads stands in the file of rules alone."""
    body: str
    """JSON."""
    created: datetime
    due: datetime
    """When it may be tried; whoever tries it moves this on, so that nobody else does at the same time."""
    id: str = field(default_factory=new_id)
    """The same in every attempt, so that the receiver can drop what it has already."""
    state: DeliveryState = DeliveryState.WAITING
    tries: int = 0
    error: str = ""
    """Why the last attempt did not succeed."""
    ended: datetime | None = None
