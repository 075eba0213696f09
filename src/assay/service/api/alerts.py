"""Alerts over HTTP: how they stand, and what people do with them."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response

from assay.alerts import Alert, AlertState
from assay.errors import InvalidValue
from assay.monitoring.alerting.handling import acknowledge, mute, unmute
from assay.service.answers import Refused, json_answer
from assay.service.api.shapes import AlertPage, AlertShape, alert_body
from assay.service.authority import sender_of
from assay.service.context import Context, Role, context_of, require
from assay.service.paging import AskedPage, cut
from assay.service.reading import body_of, json_of

router = APIRouter(prefix="/v1", tags=["alerts"])
LONGEST = 200
MOST_HOURS = 24 * 366
_BETWEEN = "\n"
"""Between rule and slice in a cursor."""
Body = Annotated[bytes, Depends(body_of)]


@router.get("/alerts", response_model=AlertPage)
def list_alerts(
    request: Request,
    page: AskedPage,
    state: Annotated[AlertState | None, Query(description="Only those that stand so.")] = None,
) -> Response:
    """List alerts in the order of rule and slice."""
    after = None
    if page.after is not None:
        rule, _, about = page.after.partition(_BETWEEN)
        after = (rule, about)
    found = context_of(request).store.alerts(state=state, after=after, limit=page.enough)
    return json_answer(cut(found, page, lambda one: _BETWEEN.join(one.key)).to_dict(Alert.to_dict))


@router.post(
    "/alerts/acknowledge",
    dependencies=[Depends(require(Role.ADMIN))],
    response_model=AlertShape,
    openapi_extra=alert_body(),
)
def acknowledge_alert(request: Request, body: Body) -> Response:
    """Say that somebody knows of a firing alert, so that it is not repeated."""
    context = context_of(request)
    rule, about, _ = _asked(request, context, body)
    return json_answer(acknowledge(context.store, rule, about, by=_by(request), now=context.now()).to_dict())


@router.post(
    "/alerts/mute",
    dependencies=[Depends(require(Role.ADMIN))],
    response_model=AlertShape,
    openapi_extra=alert_body("hours"),
)
def mute_alert(request: Request, body: Body) -> Response:
    """Send no messages about an alert for some hours; 0 ends the silence."""
    context = context_of(request)
    rule, about, hours = _asked(request, context, body)
    now, by = context.now(), _by(request)
    if hours == 0:
        return json_answer(unmute(context.store, rule, about, by=by, now=now).to_dict())
    found = mute(context.store, rule, about, until=now + timedelta(hours=hours), by=by, now=now)
    return json_answer(found.to_dict())


def _asked(request: Request, context: Context, body: bytes) -> tuple[str, str, float]:
    """Return rule, slice and hours of what a request sends; the alert has to be there."""
    given: Any = json_of(request, body)
    if not isinstance(given, dict):
        raise InvalidValue(f"send an object with rule and about, got {given!r:.80}")
    rule, about, hours = given.get("rule"), given.get("about", ""), given.get("hours", 0)
    for name, value in (("rule", rule), ("about", about)):
        if not isinstance(value, str) or len(value) > LONGEST:
            raise InvalidValue(f"{name}: must be a text of at most {LONGEST} characters, got {value!r:.80}")
    if type(hours) not in (int, float) or not 0 <= hours <= MOST_HOURS:
        raise InvalidValue(f"hours: must be a number from 0 to {MOST_HOURS:,}, got {hours!r:.80}")
    if context.store.alert(str(rule), about) is None:
        raise Refused(404, f"no alert of the rule {rule!r:.80} about {about!r:.80} was ever kept", field="rule")
    return str(rule), about, hours


def _by(request: Request) -> str:
    sender = sender_of(request)
    return "" if sender is None else sender.name
