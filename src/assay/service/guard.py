"""The guard in front of every route: what comes from elsewhere, is too much or too slow never reaches one."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from assay.access import id_of
from assay.service.admission import EVICTED, STRANGER_BODY_BYTES, VISIT, Admission, Visit
from assay.service.answers import Refused, error_answer
from assay.service.authority import shown_secret
from assay.service.context import Context, ServiceSettings
from assay.service.forms import FORM_COOKIE, new_form_secret
from assay.service.origins import Origins
from assay.service.rates import Rates
from assay.service.telemetry import telemetry_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SECURITY_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
USUAL_RATE = 100.0
"""Requests a second of one sender, where tokens are required."""
TOKENS_OF_AN_ADDRESS = 10
"""One address may ask as often as that many tokens."""
UNLIMITED = ("/healthz",)
"""Paths that are answered however busy the service is."""
ONCE = ("host", "origin", "content-length", "authorization", "content-type", "sec-fetch-site")
"""Headers that may stand once: of two, others might take the other one."""
CLIENT_CLOSED = 499
"""What is counted where the sender went away before all of the request was there."""

_LOG = logging.getLogger("assay.service")


class Guard:
    """An ASGI application around another one."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app = app
        self._context = context
        self._bounds = context.settings.bounds
        self._origins = Origins(context.settings)
        self._rates = _rates(context.settings, 1)
        self._address_rates = _rates(context.settings, TOKENS_OF_AN_ADDRESS)
        self._figures = telemetry_of(context)
        self._admission = Admission(context.settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope.setdefault("state", {})
        visit = self._admission.visit(_address(scope), shown_secret(HTTPConnection(scope)))
        scope["state"][VISIT] = visit
        answer = _Answer(scope, send, self._bounds.stalled_seconds)
        body = _Body(scope, receive, visit, self._context.settings)
        began = time.monotonic()
        try:
            self._check(scope, visit)
            await self._app(scope, body.receive, answer.send)
        except Refused as refused:
            if not answer.status:
                await _refusal(refused)(scope, receive, answer.send)
        except asyncio.CancelledError:
            if not self._context.stopping.is_set():
                raise
            await _stopped(scope, receive, answer)
        except Exception:
            await self._failed(scope, receive, answer, body)
        finally:
            self._leave(visit, scope, answer)
            route = getattr(scope.get("route"), "path", "none")
            status = answer.status or (CLIENT_CLOSED if body.is_torn else 0)
            self._figures.requests.labels(_method(scope), route, str(status)).inc()
            self._figures.seconds.labels(route).observe(time.monotonic() - began)

    async def _failed(self, scope: Scope, receive: Receive, answer: _Answer, body: _Body) -> None:
        """Say and log that a request failed by a mistake of ours, where that is so and somebody listens."""
        if answer.is_cut or body.is_torn:
            return
        _LOG.exception("a request failed by a mistake of ours")
        if answer.status:
            raise
        sorry = error_answer(500, "this is a mistake of ours, not of the request; the service's log says more")
        await sorry(scope, receive, answer.send)

    def _leave(self, visit: Visit, scope: Scope, answer: _Answer) -> None:
        if answer.status == 401:
            self._admission.forget(visit)
        else:
            self._admission.learn(visit, scope["state"].get("sender"))
        self._admission.leave(visit)

    def _check(self, scope: Scope, visit: Visit) -> None:
        """Refuse a request by its head alone."""
        headers = _headers(scope, self._bounds.header_bytes)
        _check_target(scope, self._bounds.query_bytes)
        host = headers.get("host")
        if host is None or not self._origins.knows(host):
            raise Refused(
                421, "the service is not known by this name; `assay serve --allow-host NAME` adds one", field="host"
            )
        complaint = self._origins.complaint(scope["method"], scope["path"], headers)
        if complaint is not None:
            raise Refused(403, complaint, field="origin")
        if scope["path"] in UNLIMITED:
            return
        self._admission.enter(visit)
        self._check_rate(scope, headers)
        length = headers.get("content-length", "")
        if length.isdecimal() and int(length[:20]) > self._bounds.body_bytes:
            raise _too_large(self._bounds.body_bytes)

    def _check_rate(self, scope: Scope, headers: dict[str, str]) -> None:
        """Count a request for the token that it claims and for its address, which may have several.

        So whoever invents tokens, in order to be counted anew, soon meets the bound of the address.
        """
        if self._rates is None or self._address_rates is None:
            return
        address = _address(scope)
        claimed = id_of(headers.get("authorization", "").partition(" ")[2].strip()) or ""
        wait = self._address_rates.wait_of(address) or self._rates.wait_of(f"{address} {claimed}")
        if wait:
            seconds = str(max(1, math.ceil(wait)))
            raise Refused(429, "too many requests; try again later", headers={"Retry-After": seconds})


class _Body:
    """What a request sends, counted and timed as it comes."""

    def __init__(self, scope: Scope, receive: Receive, visit: Visit, settings: ServiceSettings) -> None:
        self.is_torn = False
        """Whether the sender went away in the middle of it."""
        self._scope = scope
        self._receive = receive
        self._visit = visit
        self._most = settings.bounds.body_bytes
        self._deadline = time.monotonic() + settings.bounds.body_seconds
        self._seen = 0
        self._is_over = False

    async def receive(self) -> Message:
        if self._is_over:
            return await self._receive()  # waits for the end of the connection
        if not self._seen:
            self._visit.admission.learn(self._visit, self._scope["state"].get("sender"))
            self._visit.admission.await_body(self._visit)
        message = await self._next()
        self._seen += len(message.get("body", b""))
        self.is_torn = message["type"] == "http.disconnect"
        self._is_over = not message.get("more_body", False)
        most = self._most if self._visit.is_known else min(self._most, STRANGER_BODY_BYTES)
        if self._seen > most:
            raise _too_large(most)
        if self._is_over:
            self._visit.admission.has_arrived(self._visit)
        return message

    async def _next(self) -> Message:
        seconds = 0.0 if self._visit.is_evicted else max(self._deadline - time.monotonic(), 0.0)
        try:
            async with asyncio.timeout(seconds) as timeout:
                with self._visit.waiting(timeout):
                    return await self._receive()
        except TimeoutError:
            self._is_over = True
            why = EVICTED if self._visit.is_evicted else "the request came too slowly"
            raise Refused(408, why, headers={"Connection": "close"}) from None


class _Answer:
    """What is sent back: with the headers that every answer gets, and cut off where nobody reads it."""

    def __init__(self, scope: Scope, send: Send, stalled_seconds: float) -> None:
        self._scope = scope
        self._send = send
        self._stalled_seconds = stalled_seconds
        self.status: int | None = None
        """`None`: nothing was sent yet."""
        self.is_cut = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            given = list(message.get("headers", ()))
            message = {**message, "headers": [*given, *_added(self._scope, given)]}
        try:
            async with asyncio.timeout(self._stalled_seconds):
                await self._send(message)
        except TimeoutError:
            self.is_cut = True
            raise


def _rates(settings: ServiceSettings, times: int) -> Rates | None:
    per_second = settings.bounds.requests_per_second
    if per_second is None and not settings.tokens_required:
        return None
    rate = times * (USUAL_RATE if per_second is None else per_second)
    return Rates(rate, burst=max(1, round(2 * rate)))


def _address(scope: Scope) -> str:
    return scope["client"][0] if scope.get("client") else ""


async def _stopped(scope: Scope, receive: Receive, answer: _Answer) -> None:
    """Tell the sender of a request that the service stops before it could be answered."""
    if not answer.status:
        sorry = error_answer(503, "the service stops; send this again later", headers={"Retry-After": "5"})
        await sorry(scope, receive, answer.send)


def _headers(scope: Scope, most: int) -> dict[str, str]:
    """Return the headers by name; too many, and those that may stand only once but do not, are refused."""
    if sum(len(name) + len(value) + 4 for name, value in scope["headers"]) > most:
        raise Refused(431, f"the headers are longer than {most:,} bytes")
    found: dict[str, str] = {}
    for raw_name, raw_value in scope["headers"]:
        name = raw_name.decode("latin-1").lower()
        if name in found and name in ONCE:
            raise Refused(400, f"the header {name} stands twice", field=name)
        found[name] = raw_value.decode("latin-1")
    return found


def _check_target(scope: Scope, most: int) -> None:
    path, query = scope["path"], scope.get("query_string", b"")
    if len(path) + len(query) > most:
        raise Refused(414, f"path and query are longer than {most:,} bytes")
    if "\0" in path or b"%00" in query or b"\0" in query:
        raise Refused(400, "path and query must not hold NUL characters")


def _refusal(refused: Refused) -> ASGIApp:
    return error_answer(refused.status_code, refused.detail, field=refused.field, headers=refused.headers)


def _too_large(most: int) -> Refused:
    return Refused(413, f"at most {most:,} bytes can be sent in one request")


def _method(scope: Scope) -> str:
    known = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
    return scope["method"] if scope["method"] in known else "other"


def _added(scope: Scope, given: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return the headers that every answer gets besides its own."""
    names = {name.lower() for name, _ in given}
    added = [pair for pair in SECURITY_HEADERS if pair[0] not in names]
    if b"cache-control" not in names:
        added.append((b"cache-control", b"no-store"))
    secret = new_form_secret(scope["state"])
    if secret is not None:
        added.append((b"set-cookie", f"{FORM_COOKIE}={secret}; HttpOnly; SameSite=Strict; Path=/".encode()))
    return added
