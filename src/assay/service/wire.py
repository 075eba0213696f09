"""HTTP on one connection: uvicorn's protocol with bounds on how long and how slow the head of a request may be."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from assay.service.context import ServiceBounds
from assay.service.guard import SECURITY_HEADERS

_REASONS = {400: "Bad Request", 431: "Request Header Fields Too Large"}
_DISCARDED = 8
"""Times the bound of a body that are read after it was refused, so that whoever sends it can read why."""


class BoundedProtocol(HttpToolsProtocol):
    """A connection that is cut where the head of a request does not end, or comes too slowly."""

    bounds = ServiceBounds()

    def __init__(self, *arguments: Any, **named: Any) -> None:  # Any: as uvicorn makes its protocols
        super().__init__(*arguments, **named)
        self._head_bytes = 0
        self._discarded_bytes = 0
        self._is_in_head = True
        self._is_in_body = False
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._is_in_head:
            self._head_bytes += len(data)
        elif self._is_in_body and self.cycle.response_complete:
            self._discarded_bytes += len(data)
            if self._discarded_bytes > _DISCARDED * self.bounds.body_bytes:
                self._give_up()
                return
        super().data_received(data)
        # A piece holds at most 256 KiB, so what lies in it behind the head does no harm.
        if self._is_in_head and self._head_bytes > self.bounds.header_bytes and not self.transport.is_closing():
            self._refuse(431, f"the headers are longer than {self.bounds.header_bytes:,} bytes")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if not self._is_in_head:
            self._await_head()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header of the head; raise for one behind the body, which would change what the guard has checked."""
        if not self._is_in_head:
            raise ValueError("headers behind the body are not taken")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._is_in_head, self._is_in_body = False, True
        self._head_bytes = self._discarded_bytes = 0
        self._cancel_timer()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._is_in_body = False
        self._cancel_timer()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._is_in_body:
            self._timer = self.loop.call_later(self.bounds.body_seconds, self._give_up)

    def send_400_response(self, msg: str) -> None:
        self._refuse(400, "this is no HTTP request that makes sense")

    def _await_head(self) -> None:
        self._is_in_head = True
        self._cancel_timer()
        self._timer = self.loop.call_later(self.bounds.header_seconds, self._give_up)

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _refuse(self, status: int, error: str) -> None:
        body = f'{{"error":"{error}"}}'.encode()
        headers = [
            *SECURITY_HEADERS,
            (b"cache-control", b"no-store"),
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        lines = [b"HTTP/1.1 %d %s" % (status, _REASONS[status].encode()), *(b"%s: %s" % pair for pair in headers)]
        self.transport.write(b"\r\n".join(lines) + b"\r\n\r\n" + body)
        self.transport.close()


def protocol_with(bounds: ServiceBounds) -> type[BoundedProtocol]:
    """Return the protocol with the bounds of a service."""
    return type("BoundedProtocol", (BoundedProtocol,), {"bounds": bounds})
