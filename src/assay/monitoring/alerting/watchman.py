"""The watchman: holds every rule against what was observed, keeps how each alert stands, and says once what changed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final, Protocol

from assay.alerts import Alert, AlertChange, AlertEvent, AlertState, Delivery
from assay.monitoring.alerting.conditions import Crossing, crossings
from assay.monitoring.alerting.messages import News, body_of, title_of
from assay.monitoring.alerting.rules import AlertRule, Rulebook, RuleKind
from assay.observations import HOUR
from assay.store.base import Alerts, Observations

if TYPE_CHECKING:
    from collections.abc import Mapping

STALE: Final = timedelta(days=1)
"""An alert about which nothing can be told for so long (or for two windows, if that is longer) is resolved."""
DRIFT_PAUSE: Final = timedelta(minutes=10)
"""From one look for drift to the next."""
TRIES: Final = 5
"""How often a check begins again because another service was faster."""

log = logging.getLogger("assay.alerts")


class AlertingStore(Observations, Alerts, Protocol):
    """What a watchman needs of a store."""


@dataclass(slots=True)
class _Round:
    """What one check found, before it is kept."""

    alerts: list[Alert] = field(default_factory=list)
    changed: list[Alert] = field(default_factory=list)
    events: list[AlertEvent] = field(default_factory=list)
    deliveries: list[Delivery] = field(default_factory=list)
    logged: list[News] = field(default_factory=list)


class RoundLeft(Exception):
    """A check that was left before its end, because it is not wanted any more."""


class Watchman:
    """Holds rules against a store; several may do so at once, and each change is told by one of them alone."""

    def __init__(
        self, store: AlertingStore, rules: Rulebook, *, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self.rules = rules
        self._store = store
        self._now = now
        self._drifts: dict[str, tuple[datetime, list[Crossing]]] = {}
        """What rules about drift saw last, and when: looking takes half a second, and hours are what they look at."""

    def look(self) -> list[Alert]:
        """Return how every alert would stand, without keeping anything or telling anybody."""
        return _ordered(self._round(self._now()).alerts)

    def check(self, *, is_over: Callable[[], bool] = lambda: False) -> list[Alert]:
        """Return how every alert stands, those that fire first; changes are kept, and messages about them queued.

        `is_over` is asked before every rule; where it says so, the check ends with `RoundLeft` and keeps nothing.
        """
        for _ in range(TRIES):
            found = self._round(self._now(), is_over)
            if not (found.changed or found.events) or self._store.change_alerts(
                found.changed, events=found.events, deliveries=found.deliveries
            ):
                for news in found.logged:
                    log.warning("%s", title_of(news))
                break
        return _ordered(found.alerts)

    def _round(self, now: datetime, is_over: Callable[[], bool] = lambda: False) -> _Round:
        found = _Round()
        kept = {alert.key: alert for alert in self._store.alerts()}
        for rule in self.rules.rules:
            if is_over():
                raise RoundLeft
            seen = {one.about: one for one in self._crossings(rule, now)}
            gone = {about for name, about in kept if name == rule.name} - seen.keys()
            for about in [*seen, *sorted(gone)]:
                before = _as_of(kept.get((rule.name, about), Alert(rule.name, about)), now)
                crossing = seen.get(about) or Crossing(about, None, "nothing is observed of it any more")
                if about in gone and before.state is AlertState.CLEAR and not before.told_firing:
                    continue
                found.alerts.append(_stepped(rule, before, crossing, now))
        found.alerts += [_retired(alert, now) for alert in kept.values() if self._is_orphan(alert, now)]
        self._tell(found, kept, now)
        for after in found.alerts:
            before = kept.get(after.key, Alert(*after.key))
            found.events += _events(before, after, now)
            if _is_worth_keeping(before, after, now):
                found.changed.append(replace(after, checked=now))
        return found

    def _crossings(self, rule: AlertRule, now: datetime) -> list[Crossing]:
        if rule.kind is not RuleKind.DRIFT:
            return crossings(rule, self._store, now)
        at, seen = self._drifts.get(rule.name, (None, []))
        if at is None or not timedelta(0) <= now - at < DRIFT_PAUSE:
            at, seen = now, crossings(rule, self._store, now)
            self._drifts[rule.name] = at, seen
        return seen

    def _is_orphan(self, alert: Alert, now: datetime) -> bool:
        """Tell whether no service has a rule for an alert any more: nobody checked it for a day."""
        known = self.rules.rule(alert.rule) is not None
        return (
            not known and alert.state is not AlertState.CLEAR and (alert.checked is None or now - alert.checked > STALE)
        )

    def _tell(self, found: _Round, kept: Mapping[tuple[str, str], Alert], now: datetime) -> None:
        """Put what is news into one message for each channel; where a channel had enough of them, it waits."""
        full = self._full(now)
        muted = {alert.rule for alert in kept.values() if not alert.about and _is_muted(alert, now)}
        news: dict[str, News] = {}
        for place, alert in enumerate(found.alerts):
            rule = self.rules.rule(alert.rule)
            if rule is None or alert.rule in muted or _is_muted(alert, now) or full & set(rule.notify):
                continue
            kind = _news_of(alert, rule, now)
            if kind is None:
                continue
            for channel in rule.notify:
                getattr(news.setdefault(channel, News()), kind).append(alert)
            firing = alert.state is AlertState.FIRING
            found.alerts[place] = replace(alert, told_firing=firing, told_at=now)
        for channel, message in news.items():
            if channel in self.rules.webhooks:
                delivery = Delivery(channel, "", now, now)
                found.deliveries.append(replace(delivery, body=body_of(message, delivery.id, now)))
            else:
                found.logged.append(message)

    def _full(self, now: datetime) -> set[str]:
        """Return the channels that had as many messages in the last hour as they may have."""
        if not self.rules.webhooks:
            return set()
        limit = self.rules.messages_per_hour
        recent = self._store.deliveries(since=now - HOUR, limit=limit * len(self.rules.webhooks) + 1)
        counts: dict[str, int] = {}
        for delivery in recent:
            if delivery.created > now:
                continue  # the clock was ahead then
            counts[delivery.channel] = counts.get(delivery.channel, 0) + 1
        return {name for name, count in counts.items() if count >= limit}


def _as_of(alert: Alert, now: datetime) -> Alert:
    """Return an alert without moments that are still to come: it was kept when the clock was ahead."""
    return replace(
        alert,
        since=_earlier(alert.since, now),
        clear_since=_earlier(alert.clear_since, now),
        unknown_since=_earlier(alert.unknown_since, now),
        told_at=_earlier(alert.told_at, now),
    )


def _earlier(moment: datetime | None, now: datetime) -> datetime | None:
    return None if moment is None else min(moment, now)


def _stepped(rule: AlertRule, before: Alert, seen: Crossing, now: datetime) -> Alert:
    """Return how an alert stands after one more look."""
    alert = replace(
        before,
        kind=rule.kind.value,
        severity=rule.severity.value,
        summary=seen.summary,
        value=seen.value,
        bound=rule.bound,
        n=seen.n,
        unknown_since=(before.unknown_since or now) if seen.crossed is None else None,
    )
    if seen.crossed is None:
        return _while_unknown(rule, alert, now)
    if seen.crossed:
        return _while_crossed(rule, alert, seen, now)
    if alert.state is AlertState.FIRING:
        clear_since = alert.clear_since or now
        alert = replace(alert, clear_since=clear_since)
        return _resolved(alert, now) if now - clear_since >= rule.clear_for else alert
    return replace(alert, state=AlertState.CLEAR, since=None, clear_since=None)


def _while_unknown(rule: AlertRule, alert: Alert, now: datetime) -> Alert:
    since = alert.unknown_since or now
    if alert.state is AlertState.CLEAR or now - since < max(STALE, 2 * rule.window):
        return alert
    return _resolved(alert, now) if alert.state is AlertState.FIRING else replace(alert, state=AlertState.CLEAR)


def _while_crossed(rule: AlertRule, alert: Alert, seen: Crossing, now: datetime) -> Alert:
    if alert.state is AlertState.FIRING:
        return replace(alert, clear_since=None, since=seen.since or alert.since)
    began = alert.since if alert.state is AlertState.PENDING and alert.since is not None else now
    if now - began < rule.lasting:
        return replace(alert, state=AlertState.PENDING, since=began)
    return replace(
        alert,
        state=AlertState.FIRING,
        since=seen.since or began,
        fired=now,
        clear_since=None,
        acknowledged=None,
        acknowledged_by="",
    )


def _resolved(alert: Alert, now: datetime) -> Alert:
    return replace(alert, state=AlertState.CLEAR, since=None, clear_since=None, resolved=now)


def _retired(alert: Alert, now: datetime) -> Alert:
    """Return an alert whose rule is gone: it is over, and nobody is told."""
    return replace(_resolved(alert, now), summary="no rule watches this any more", told_firing=False)


def _is_muted(alert: Alert, now: datetime) -> bool:
    return alert.muted_until is not None and now < alert.muted_until


def _news_of(alert: Alert, rule: AlertRule, now: datetime) -> str | None:
    """Return under which heading of a message an alert belongs; `None`: there is nothing new about it."""
    firing = alert.state is AlertState.FIRING
    if firing != alert.told_firing:
        return "firing" if firing else "resolved"
    told = alert.told_at
    due = firing and rule.remind_every is not None and told is not None and now - told >= rule.remind_every
    return "still_firing" if due and alert.acknowledged is None else None


def _events(before: Alert, after: Alert, now: datetime) -> Iterator[AlertEvent]:
    was, firing = before.state is AlertState.FIRING, after.state is AlertState.FIRING
    if was != firing:
        change = AlertChange.FIRED if firing else AlertChange.RESOLVED
        yield AlertEvent(now, after.rule, after.about, change, after.summary)


def _is_worth_keeping(before: Alert, after: Alert, now: datetime) -> bool:
    """Tell whether an alert must be written: it changed, or is to be known as watched; not if it never crossed."""
    if after == before and (after.state is AlertState.CLEAR or before.checked is None or now - before.checked < HOUR):
        return False
    return before.version > 0 or after.state is not AlertState.CLEAR


def _ordered(alerts: Sequence[Alert]) -> list[Alert]:
    rank = {AlertState.FIRING: 0, AlertState.PENDING: 1, AlertState.CLEAR: 2}
    return sorted(alerts, key=lambda alert: (rank[alert.state], alert.key))
