"""What people do with alerts: say that they know, and ask for silence until a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from assay.alerts import Alert, AlertChange, AlertEvent, AlertState
from assay.errors import InvalidValue
from assay.store.base import Alerts, StoreFault

_TRIES = 20


def acknowledge(store: Alerts, rule: str, about: str = "", *, by: str = "", now: datetime) -> Alert:
    """Note that somebody knows of a firing alert: it is not repeated until it has been resolved and fires again."""

    def change(alert: Alert) -> Alert:
        if alert.state is not AlertState.FIRING:
            raise InvalidValue(
                f"the alert {rule!r} {about}".rstrip() + " does not fire, so there is nothing to confirm"
            )
        return replace(alert, acknowledged=now, acknowledged_by=by)

    return _changed(store, (rule, about), change, AlertEvent(now, rule, about, AlertChange.ACKNOWLEDGED, by=by))


def mute(store: Alerts, rule: str, about: str = "", *, until: datetime, by: str = "", now: datetime) -> Alert:
    """Send no messages about an alert until a time; without a slice, none about any slice of the rule."""
    if until <= now:
        raise InvalidValue(f"until: must lie in the future, got {until.isoformat()!r}")
    event = AlertEvent(now, rule, about, AlertChange.MUTED, f"until {until.isoformat()}", by)
    return _changed(store, (rule, about), lambda alert: replace(alert, muted_until=until), event)


def unmute(store: Alerts, rule: str, about: str = "", *, by: str = "", now: datetime) -> Alert:
    """Send messages about an alert again; what changed meanwhile is told at the next check."""
    event = AlertEvent(now, rule, about, AlertChange.UNMUTED, by=by)
    return _changed(store, (rule, about), lambda alert: replace(alert, muted_until=None), event)


def _changed(store: Alerts, key: tuple[str, str], change: Callable[[Alert], Alert], event: AlertEvent) -> Alert:
    for _ in range(_TRIES):
        alert = change(store.alert(*key) or Alert(*key))
        if store.change_alerts([alert], events=[event]):
            return replace(alert, version=alert.version + 1)
    raise StoreFault(f"the alert {key[0]!r} is being changed all the time; try again")
