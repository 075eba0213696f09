"""Alerts and the messages about them, in a store that lives as long as its process."""

from __future__ import annotations

import threading
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import count

from assay.alerts import LONGEST_WAIT, Alert, AlertEvent, AlertState, Delivery, DeliveryState


class MemoryAlerts:
    """The part of a memory store that keeps alerts."""

    def __init__(self) -> None:
        super().__init__()
        self._alerts: dict[tuple[str, str], Alert] = {}
        self._alert_events: list[AlertEvent] = []
        self._deliveries: dict[str, Delivery] = {}
        self._numbers = count(1)
        self._alerting = threading.Lock()

    def alert(self, rule: str, about: str = "") -> Alert | None:
        return self._alerts.get((rule, about))

    def alerts(
        self, *, state: AlertState | None = None, after: tuple[str, str] | None = None, limit: int = 10_000
    ) -> list[Alert]:
        with self._alerting:
            found = sorted(self._alerts.items())
        chosen = [alert for key, alert in found if after is None or key > after]
        return [alert for alert in chosen if state is None or alert.state is state][: max(limit, 0)]

    def change_alerts(
        self, changed: Sequence[Alert], *, events: Sequence[AlertEvent] = (), deliveries: Sequence[Delivery] = ()
    ) -> bool:
        with self._alerting:
            for alert in changed:
                kept = self._alerts.get(alert.key)
                if alert.version != (0 if kept is None else kept.version):
                    return False
            self._alerts |= {alert.key: replace(alert, version=alert.version + 1) for alert in changed}
            self._alert_events += [replace(event, number=next(self._numbers)) for event in events]
            self._deliveries |= {delivery.id: delivery for delivery in deliveries}
            return True

    def alert_events(
        self, *, since: datetime | None = None, after: int | None = None, limit: int = 100
    ) -> list[AlertEvent]:
        with self._alerting:
            found = [
                event
                for event in reversed(self._alert_events)
                if (since is None or event.at >= since) and (after is None or event.number < after)
            ]
        return found[: max(limit, 0)]

    def deliveries(
        self,
        *,
        state: DeliveryState | None = None,
        since: datetime | None = None,
        after: str | None = None,
        limit: int = 100,
    ) -> list[Delivery]:
        with self._alerting:
            found = list(reversed(self._deliveries.values()))
        if after is not None:
            ids = [delivery.id for delivery in found]
            found = found[ids.index(after) + 1 :] if after in ids else []
        chosen = [
            delivery
            for delivery in found
            if (state is None or delivery.state is state) and (since is None or delivery.created >= since)
        ]
        return chosen[: max(limit, 0)]

    def claim_deliveries(
        self, channels: Collection[str], *, now: datetime, until: datetime, limit: int = 20
    ) -> list[Delivery]:
        with self._alerting:
            due = [
                replace(one, due=until)
                for one in self._deliveries.values()
                if one.state is DeliveryState.WAITING
                and not now < one.due <= now + LONGEST_WAIT
                and one.channel in channels
            ][: max(limit, 0)]
            self._deliveries |= {delivery.id: delivery for delivery in due}
            return due

    def _prune_alerts(self, border: float) -> None:
        """Take out what happened before a time, in seconds since 1970, and the messages that ended before it."""
        with self._alerting:
            self._alert_events = [event for event in self._alert_events if event.at.timestamp() >= border]
            self._deliveries = {
                name: one
                for name, one in self._deliveries.items()
                if one.ended is None or one.ended.timestamp() >= border
            }

    def update_delivery(self, delivery: Delivery) -> None:
        with self._alerting:
            self._deliveries[delivery.id] = delivery
