"""What the service runs with: its store, its bounds, its isolation, and who may use it."""

from __future__ import annotations

import platform
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Annotated, cast

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from assay import __version__
from assay.access import ROLES, Token, new_token
from assay.errors import Fault, InvalidOption
from assay.observations import Chosen
from assay.service.authority import sender_of
from assay.service.context import Context, Role, context_of, require
from assay.service.filters import filters_of
from assay.service.forms import checked_form
from assay.service.rendering import render
from assay.service.shown import Row, Table, table
from assay.service.times import moment

if TYPE_CHECKING:
    from assay.sandbox.examination import Examination

router = APIRouter()
Form = Annotated[dict[str, str], Depends(checked_form)]
DAYS = {"7": "7 days", "30": "30 days", "90": "90 days", "365": "a year", "": "until it is revoked"}
_EXAMINED = "examination"
_UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB")


@router.get(
    "/settings", response_class=HTMLResponse, include_in_schema=False, dependencies=[Depends(require(Role.READ))]
)
def settings(request: Request) -> HTMLResponse:
    """Return the page."""
    return _page(request)


@router.post("/settings/tokens", include_in_schema=False, dependencies=[Depends(require(Role.ADMIN))])
def make_token(request: Request, form: Form) -> HTMLResponse:
    """Make a token, and show its secret this once."""
    context, days = context_of(request), form.get("days", "")
    if days not in DAYS:
        raise InvalidOption("days", f"must be one of {', '.join(filter(None, DAYS))} or empty, got {days!r:.80}")
    made = new_token(form.get("name", ""), form.get("role", ""), now=context.now(), days=float(days) if days else None)
    context.store.add_token(made.token)
    answer = _page(request, made=made.token, secret=made.secret)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@router.post("/settings/tokens/revoke", include_in_schema=False, dependencies=[Depends(require(Role.ADMIN))])
def revoke_token(request: Request, form: Form) -> RedirectResponse:
    """End a token with all its sessions, and go back to the page."""
    context_of(request).store.revoke_token(form.get("id", ""))
    return RedirectResponse("/settings", 303)


def _page(request: Request, *, made: Token | None = None, secret: str = "") -> HTMLResponse:
    context, sender = context_of(request), sender_of(request)
    is_admin = sender is not None and sender.role >= Role.ADMIN
    return render(
        request,
        "settings.html",
        service=_facts(context),
        kept=_kept(context),
        examination=_examined(context),
        layers=_layers(_examined(context)),
        is_admin=is_admin,
        tokens=context.store.tokens() if is_admin else [],
        made=made,
        secret=secret,
        roles=ROLES,
        days=DAYS,
        now=context.now(),
        clock=filters_of(request).clock,
        ends=_ends,
    )


def _facts(context: Context) -> list[tuple[str, str]]:
    found = context.settings
    bounds = found.bounds
    return [
        ("version", f"Assay {__version__}, Python {platform.python_version()}"),
        ("listens on", f"{found.host}, port {found.port}"),
        ("tokens", "required" if found.tokens_required else "not required: only this machine can reach it"),
        ("names that reach it", ", ".join(found.allowed_hosts) or "this machine's"),
        ("isolation of what is judged", f"{found.isolation} at least"),
        ("processes that judge", "one for each core" if found.workers is None else f"{found.workers:,}"),
        ("rules of alerts", found.rules or "none"),
        ("largest request", size_in_words(bounds.body_bytes)),
        ("requests at once", f"{bounds.requests:,}"),
    ]


def _kept(context: Context) -> list[tuple[str, str]]:
    size = context.store.size()
    observed = sum(one.tally.n for one in context.store.tallies(Chosen()))
    return [
        ("place", size.location),
        ("size", size_in_words(size.total_bytes)),
        ("observations", f"{observed:,}"),
        ("runs", f"{size.runs:,}"),
        ("trials", f"{size.trials:,}"),
        ("verdicts in the cache", f"{size.verdicts:,} ({size_in_words(size.cache_bytes)})"),
        ("answers of models kept", f"{size.responses:,} ({size_in_words(size.response_bytes)})"),
    ]


def _examined(context: Context) -> Examination | str:
    """Return what this machine can enforce, looked at once for each service; a text says why that is not known."""
    if _EXAMINED not in context.parts:
        from assay.sandbox.examination import examine

        try:
            context.parts[_EXAMINED] = examine()
        except Fault as error:
            context.parts[_EXAMINED] = str(error)
    return cast("Examination | str", context.parts[_EXAMINED])


def _layers(found: Examination | str) -> Table | None:
    if isinstance(found, str):
        return None
    rows: list[Row] = [
        [one.name, "✓ in force" if one.in_force else "✗ not in force", one.detail] for one in found.layers
    ]
    return table("layers of the sandbox", ["layer", "state", "detail"], rows)


def _ends(token: Token, now: datetime, clock: tzinfo) -> str:
    if token.expires is None:
        return "until it is revoked"
    return f"{'until' if now < token.expires else 'ended'} {moment(token.expires, clock, year=True)}"


def size_in_words(size: float) -> str:
    """Return a number of bytes in the largest unit that fits.

    >>> size_in_words(512), size_in_words(8 << 20)
    ('512 bytes', '8.0 MiB')
    """
    unit = 0
    while size >= 1024 and unit + 1 < len(_UNITS):
        size, unit = size / 1024, unit + 1
    return f"{size:,.1f} {_UNITS[unit]}" if unit else f"{size:,.0f} {_UNITS[unit]}"
