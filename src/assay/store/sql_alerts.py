"""Alerts, what happened to them, and the messages about them, in a database."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from assay.alerts import LONGEST_WAIT, Alert, AlertChange, AlertEvent, AlertState, Delivery, DeliveryState
from assay.store.codec import from_column, from_json_column, json_column, to_column
from assay.store.connections import corrupt
from assay.store.database import Database, select, upsert
from assay.store.rows import Values
from assay.store.schema import tables

if TYPE_CHECKING:
    from sqlalchemy import Connection

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class _Overtaken(Exception):
    """Somebody else changed an alert after it was read."""


class SqlAlerts(Database):
    """The part of a store in a database that keeps alerts."""

    def alert(self, rule: str, about: str = "") -> Alert | None:
        """The alert of a rule about a slice; `None`: nothing was ever kept about it."""
        kept = tables().alerts
        rows = self._rows(select(kept).where(kept.c.rule == to_column(rule), kept.c.about == to_column(about)))
        return self._alert(rows[0]) if rows else None

    def alerts(
        self, *, state: AlertState | None = None, after: tuple[str, str] | None = None, limit: int = 10_000
    ) -> list[Alert]:
        """At most `limit` alerts in the order of rule and slice; `after`: those that follow this rule and slice."""
        kept = tables().alerts
        found = sorted(map(self._alert, self._rows(select(kept))), key=lambda alert: alert.key)
        chosen = [alert for alert in found if after is None or alert.key > after]
        return [alert for alert in chosen if state is None or alert.state is state][: max(limit, 0)]

    def change_alerts(
        self, changed: Sequence[Alert], *, events: Sequence[AlertEvent] = (), deliveries: Sequence[Delivery] = ()
    ) -> bool:
        """Keep alerts, events and messages, all or none; `False`: somebody else changed one of the alerts meanwhile."""
        known = tables()
        try:
            with self._writing() as connection:
                for alert in sorted(
                    changed, key=lambda alert: alert.key
                ):  # one order for all, so nobody waits in a ring
                    self._change(connection, alert)
                if events:
                    connection.execute(known.alert_events.insert(), list(map(_event_values, events)))
                if deliveries:
                    connection.execute(known.deliveries.insert(), list(map(_delivery_values, deliveries)))
        except _Overtaken:
            return False
        return True

    def alert_events(
        self, *, since: datetime | None = None, after: int | None = None, limit: int = 100
    ) -> list[AlertEvent]:
        """At most `limit` of what happened, the newest first; `after`: those older than the event of this number."""
        kept = tables().alert_events
        where = [] if since is None else [kept.c.at >= _micros(since)]
        where += [] if after is None else [kept.c.number < after]
        statement = select(kept).where(*where).order_by(kept.c.number.desc()).limit(max(limit, 0))
        return [
            AlertEvent(
                _moment(row.at),
                from_column(row.rule),
                from_column(row.about),
                AlertChange(row.change),
                from_column(row.summary),
                from_column(row.by),
                row.number,
            )
            for row in self._rows(statement)
        ]

    def deliveries(
        self,
        *,
        state: DeliveryState | None = None,
        since: datetime | None = None,
        after: str | None = None,
        limit: int = 100,
    ) -> list[Delivery]:
        """At most `limit` messages, the newest first; `since` is about when they were made."""
        kept = tables().deliveries
        where = [] if state is None else [kept.c.state == state.value]
        where += [] if since is None else [kept.c.created >= _micros(since)]
        if after is not None:
            place = select(kept.c.number).where(kept.c.id == to_column(after)).scalar_subquery()
            where.append(kept.c.number < place)
        statement = select(kept).where(*where).order_by(kept.c.number.desc()).limit(max(limit, 0))
        return list(map(_delivery, self._rows(statement)))

    def claim_deliveries(
        self, channels: Collection[str], *, now: datetime, until: datetime, limit: int = 20
    ) -> list[Delivery]:
        """Messages to these channels that are due, each moved on to `until`: nobody else takes it before then."""
        from sqlalchemy import or_

        kept = tables().deliveries
        due = (
            kept.c.state == DeliveryState.WAITING.value,
            or_(kept.c.due <= _micros(now), kept.c.due > _micros(now + LONGEST_WAIT)),
            kept.c.channel.in_(list(map(to_column, channels))),
        )
        chosen = select(kept).where(*due).order_by(kept.c.number).limit(max(limit, 0))
        if not self._rows(chosen.limit(1)):  # mostly so, and without the writers' lock
            return []
        with self._writing() as connection:
            rows = connection.execute(chosen.with_for_update(skip_locked=True)).all()
            numbers = [row.number for row in rows]
            connection.execute(kept.update().where(kept.c.number.in_(numbers)).values(due=_micros(until)))
        return [replace(_delivery(row), due=until) for row in rows]

    def update_delivery(self, delivery: Delivery) -> None:
        """Keep how a message stands after an attempt."""
        kept = tables().deliveries
        values = _delivery_values(delivery)
        with self._writing() as connection:
            connection.execute(kept.update().where(kept.c.id == values.pop("id")).values(**values))

    def _prune_alerts(self, connection: Connection, border: int) -> None:
        """Take out what happened before a time, in microseconds since 1970, and the messages that ended before it."""
        events, deliveries = tables().alert_events, tables().deliveries
        connection.execute(events.delete().where(events.c.at < border))
        connection.execute(deliveries.delete().where(deliveries.c.ended < border))

    def _change(self, connection: Connection, alert: Alert) -> None:
        kept = tables().alerts
        rule, about = map(to_column, alert.key)
        now_kept = replace(alert, version=alert.version + 1)
        values = {"version": now_kept.version, "body": json_column(now_kept.to_dict())}
        if alert.version:
            statement = kept.update().where(
                kept.c.rule == rule, kept.c.about == about, kept.c.version == alert.version
            ).values(**values)  # fmt: skip
        else:
            statement = upsert(connection, kept).values(rule=rule, about=about, **values)
            statement = statement.on_conflict_do_nothing(index_elements=["rule", "about"])
        if connection.execute(statement.execution_options(preserve_rowcount=True)).rowcount != 1:
            raise _Overtaken

    def _alert(self, row: Any) -> Alert:  # Any: a row of alerts
        try:
            return Alert.from_dict(from_json_column(row.body))
        except (ValueError, TypeError) as error:
            raise corrupt(self.location, f"an alert cannot be read: {error}") from error


def _event_values(event: AlertEvent) -> Values:
    return {
        "at": _micros(event.at),
        "rule": to_column(event.rule),
        "about": to_column(event.about),
        "change": event.change.value,
        "summary": to_column(event.summary),
        "by": to_column(event.by),
    }


def _delivery_values(delivery: Delivery) -> Values:
    return {
        "id": to_column(delivery.id),
        "channel": to_column(delivery.channel),
        "created": _micros(delivery.created),
        "due": _micros(delivery.due),
        "state": delivery.state.value,
        "tries": delivery.tries,
        "body": to_column(delivery.body),
        "error": to_column(delivery.error),
        "ended": None if delivery.ended is None else _micros(delivery.ended),
    }


def _delivery(row: Any) -> Delivery:  # Any: a row of deliveries
    return Delivery(
        channel=from_column(row.channel),
        body=from_column(row.body),
        created=_moment(row.created),
        due=_moment(row.due),
        id=from_column(row.id),
        state=DeliveryState(row.state),
        tries=row.tries,
        error=from_column(row.error),
        ended=None if row.ended is None else _moment(row.ended),
    )


def _micros(moment: datetime) -> int:
    return (moment - _EPOCH) // timedelta(microseconds=1)


def _moment(micros: int) -> datetime:
    return _EPOCH + timedelta(microseconds=micros)
