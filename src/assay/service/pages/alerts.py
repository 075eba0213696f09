"""Alerts: what fires now, what happened, the rules as they were read, and the messages that were sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta, tzinfo
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from assay.alerts import Alert, AlertEvent, AlertState, Delivery
from assay.errors import InvalidValue, UsageError
from assay.monitoring.alerting.conditions import about_words, slice_name
from assay.monitoring.alerting.handling import acknowledge, mute, unmute
from assay.monitoring.alerting.reading import read_rules
from assay.monitoring.alerting.rules import AlertRule, Severity
from assay.monitoring.wording import span
from assay.reports import figures
from assay.service.authority import sender_of
from assay.service.context import Context, Role, context_of, require
from assay.service.drawing.canvas import cut
from assay.service.filters import filters_of
from assay.service.forms import checked_form
from assay.service.rendering import render
from assay.service.shown import Pager, Row, Table, in_words, table
from assay.service.times import moment
from assay.store.base import Alerts

router = APIRouter()
Form = Annotated[dict[str, str], Depends(checked_form)]
PER_PAGE = 30
MOST_SHOWN = 200
"""Alerts that fire or are muted, on one page."""
MUTES = (1, 4, 24, 168)
"""Hours of silence that the page offers."""
FIRST_COMMANDS = (
    ("assay monitor rules --example > alerts.yaml", "Write a file of rules to begin with, each explained"),
    ("assay monitor check --rules alerts.yaml", "Hold them against what was observed"),
    ("assay serve --rules alerts.yaml", "Have the service do so all the time"),
)


@dataclass(frozen=True, slots=True)
class _Rules:
    """The rules as the page shows them."""

    rows: Table | None
    error: str = ""
    """Why the file cannot be read."""


@router.get("/alerts", response_class=HTMLResponse, include_in_schema=False, dependencies=[Depends(require(Role.READ))])
def alerts(request: Request, before: Annotated[int | None, Query(ge=0, lt=2**63)] = None) -> HTMLResponse:
    """Return the page; `before` is the number of the event that the next page of the history goes on from."""
    context = context_of(request)
    store, now, clock = context.store, context.now(), filters_of(request).clock
    standing = store.alerts()
    firing = sorted((one for one in standing if one.state is AlertState.FIRING), key=_weight)
    events = store.alert_events(after=before, limit=PER_PAGE + 1)
    return render(
        request,
        "alerts.html",
        headline=_headline(firing, standing, has_rules=context.settings.rules is not None),
        firing=firing[:MOST_SHOWN],
        pending=[one for one in standing if one.state is AlertState.PENDING][:MOST_SHOWN],
        muted=[one for one in standing if one.muted_until is not None and one.muted_until > now][:MOST_SHOWN],
        now=now,
        clock=clock,
        events=_event_table(events[:PER_PAGE], clock),
        pager=_pager(events, is_first=before is None),
        deliveries=_delivery_table(store.deliveries(limit=PER_PAGE), clock),
        rules=_rules(context),
        file=context.settings.rules,
        mutes=[(hours, span(timedelta(hours=hours))) for hours in MUTES],
        commands=FIRST_COMMANDS,
        about_words=about_words,
    )


@router.post("/alerts/acknowledge", include_in_schema=False, dependencies=[Depends(require(Role.ADMIN))])
def acknowledge_alert(request: Request, form: Form) -> RedirectResponse:
    """Note that somebody knows of an alert, and go back to the page."""
    store, now = context_of(request).store, context_of(request).now()
    acknowledge(store, *_alert(store, form), by=_who(request), now=now)
    return RedirectResponse("/alerts", 303)


@router.post("/alerts/mute", include_in_schema=False, dependencies=[Depends(require(Role.ADMIN))])
def mute_alert(request: Request, form: Form) -> RedirectResponse:
    """Send no messages about an alert for some hours, and go back to the page."""
    store, now = context_of(request).store, context_of(request).now()
    hours = form.get("hours", "")
    if hours not in map(str, MUTES):
        raise InvalidValue(f"hours: must be one of {', '.join(map(str, MUTES))}, got {hours!r:.80}")
    mute(store, *_alert(store, form), until=now + timedelta(hours=int(hours)), by=_who(request), now=now)
    return RedirectResponse("/alerts", 303)


@router.post("/alerts/unmute", include_in_schema=False, dependencies=[Depends(require(Role.ADMIN))])
def unmute_alert(request: Request, form: Form) -> RedirectResponse:
    """Send messages about an alert again, and go back to the page."""
    store, now = context_of(request).store, context_of(request).now()
    unmute(store, *_alert(store, form), by=_who(request), now=now)
    return RedirectResponse("/alerts", 303)


def _alert(store: Alerts, form: dict[str, str]) -> tuple[str, str]:
    """Return the rule and the slice that a form names; there must be such an alert."""
    rule, about = form.get("rule", ""), form.get("about", "")
    if store.alert(rule, about) is None:
        raise InvalidValue(f"rule: there is no alert of {rule!r:.80} about {about!r:.80}")
    return rule, about


def _who(request: Request) -> str:
    sender = sender_of(request)
    return "" if sender is None else sender.name


def _headline(firing: Sequence[Alert], standing: Sequence[Alert], *, has_rules: bool) -> str:
    if firing:
        return f"{figures.counted(len(firing), 'alert')} firing"
    if not has_rules and not standing:
        return "No rules yet"
    return "Nothing is firing"


def _weight(alert: Alert) -> tuple[int, str, str]:
    """Return a key that puts what matters most first."""
    order = [severity.value for severity in reversed(Severity)]
    return order.index(alert.severity) if alert.severity in order else len(order), *alert.key


def _event_table(events: Sequence[AlertEvent], clock: tzinfo) -> Table | None:
    rows: list[Row] = [
        [
            moment(one.at, clock),
            one.change.value,
            cut(one.rule, 60),
            cut(about_words(one.about), 60),
            cut(one.summary, 200),
            cut(one.by, 40),
        ]
        for one in events
    ]
    return (
        table("what happened, the newest first", ["when !", "what !", "rule", "about", "seen", "by"], rows)
        if rows
        else None
    )


def _pager(events: Sequence[AlertEvent], *, is_first: bool) -> Pager:
    older = f"/alerts?before={events[PER_PAGE - 1].number}" if len(events) > PER_PAGE else ""
    return Pager("Pages of the history", "" if is_first else "/alerts", older, newer_words="newest")


def _delivery_table(found: Sequence[Delivery], clock: tzinfo) -> Table | None:
    rows: list[Row] = [
        [
            moment(one.created, clock),
            cut(one.channel, 60),
            one.state.value,
            f"{one.tries:,}",
            moment(one.ended or one.due, clock),
            cut(one.error, 200),
        ]
        for one in found
    ]
    head = ["made !", "channel", "state", "attempts #", "sent or due !", "error"]
    return table("messages, the newest first", head, rows) if rows else None


def _rules(context: Context) -> _Rules:
    if context.settings.rules is None:
        return _Rules(None)
    try:
        book = read_rules(context.settings.rules)
    except UsageError as error:
        return _Rules(None, str(error))
    rows: list[Row] = [
        [
            rule.name,
            in_words(rule.kind.value),
            _bound(rule),
            _about(rule),
            span(rule.window),
            rule.severity.value,
            ", ".join(rule.notify),
        ]
        for rule in book.rules
    ]
    head = ["rule", "kind", "fires when", "about", "window", "severity", "told"]
    return _Rules(table("rules", head, rows) if rows else None)


def _bound(rule: AlertRule) -> str:
    """Return in words when a rule fires."""
    match rule.kind.value:
        case "accuracy":
            doubt = f", beyond doubt ({rule.confidence:g})" if rule.certain else ""
            return f"accuracy below {figures.share(rule.bound)}{doubt}"
        case "cost":
            return f"{rule.measure} cost above {figures.dollars(rule.bound or 0.0)}"
        case "latency":
            return f"latency {rule.measure} above {figures.seconds(rule.bound or 0.0)}"
        case "drift":
            return f"accuracy drops; one false alarm in {rule.false_alarm_days:g} days"
        case _:
            return f"nothing for {span(rule.window)}"


def _about(rule: AlertRule) -> str:
    where = about_words(slice_name(rule.where))
    each = f"each {rule.by.replace('_', ' ')}" if rule.by else ""
    return "; ".join(filter(None, (where, each))) or "all"
