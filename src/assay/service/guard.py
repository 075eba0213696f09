"""The guard in front of every route: what comes from elsewhere, is too much or too slow never reaches one."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from assay.service.answers import error_answer
from assay.service.context import Context
from assay.service.forms import FORM_COOKIE, new_form_secret

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SECURITY_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
_LOG = logging.getLogger("assay.service")


class Guard:
    """An ASGI application around another one."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app = app
        self._context = context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope.setdefault("state", {})
        started = False

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message = {**message, "headers": [*message.get("headers", ()), *_added(scope, message)]}
            await send(message)

        try:
            await self._app(scope, receive, send_guarded)
        except Exception:
            _LOG.exception("a request failed by a mistake of ours")
            if started:
                raise
            answer = error_answer(500, "this is a mistake of ours, not of the request; the service's log says more")
            await answer(scope, receive, send_guarded)


def _added(scope: Scope, message: Message) -> list[tuple[bytes, bytes]]:
    """Return the headers that every answer gets."""
    names = {name.lower() for name, _ in message.get("headers", ())}
    added = [pair for pair in SECURITY_HEADERS if pair[0] not in names]
    if b"cache-control" not in names:
        added.append((b"cache-control", b"no-store"))
    secret = new_form_secret(scope["state"])
    if secret is not None:
        added.append((b"set-cookie", f"{FORM_COOKIE}={secret}; HttpOnly; SameSite=Strict; Path=/".encode()))
    return added
