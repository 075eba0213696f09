"""Connections with one deadline for a whole request: a server that sends a byte now and then does not hold us for ever.

The timeouts of httpx are for each read. What is put around its connections here has the same methods as they have.
"""

from __future__ import annotations

import math
import threading
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import httpcore
    import httpx


class Deadline(threading.local):
    """The moment when the request that a thread has sent must be over; each thread has its own."""

    at = math.inf

    def begin(self, seconds: float) -> None:
        """Give the next request so many seconds, from now on."""
        self.at = time.monotonic() + seconds

    def left(self, most: float | None) -> float | None:
        """Return the seconds that are left, at most `most`; raises the timeout of the HTTP library where none are."""
        import httpcore

        left = self.at - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout("the time for the whole answer is over")
        return left if most is None else min(left, most)


class _TimedStream:
    """A connection; see `httpcore.NetworkStream`."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._deadline.left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._deadline.left(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None) -> Any:
        # Any: as the library has it
        left = self._deadline.left(timeout)
        return _TimedStream(self._stream.start_tls(ssl_context, server_hostname, left), self._deadline)

    def get_extra_info(self, info: str) -> Any:  # Any: as the library has it
        return self._stream.get_extra_info(info)


class _TimedBackend:
    """Opens connections; see `httpcore.NetworkBackend`."""

    def __init__(self, deadline: Deadline) -> None:
        import httpcore

        self._backend = httpcore.SyncBackend()
        self._deadline = deadline

    def connect_tcp(self, host: str, port: int, timeout: float | None = None, *more: Any, **options: Any) -> Any:
        # Any: as the library has it
        left = self._deadline.left(timeout)
        return _TimedStream(self._backend.connect_tcp(host, port, left, *more, **options), self._deadline)


def timed_transport(deadline: Deadline, *, connections: int, secure: bool) -> httpx.HTTPTransport:
    """Return a transport for `httpx.Client` whose connections keep the deadline of the thread that uses them."""
    import httpcore
    import httpx

    transport = httpx.HTTPTransport(verify=secure)
    # httpx has no argument for this; a test with a server that drips tells when it no longer works.
    transport._pool = httpcore.ConnectionPool(
        ssl_context=httpx.create_ssl_context(verify=secure),
        max_connections=connections,
        max_keepalive_connections=connections,
        keepalive_expiry=5.0,
        network_backend=_TimedBackend(deadline),  # type: ignore[arg-type]  # it has the methods that are used
    )
    return transport
