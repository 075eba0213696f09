"""The service as a process: its socket, its server, and a stop that loses nothing that was accepted."""

from __future__ import annotations

import asyncio
import ipaddress
import math
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn
from starlette.concurrency import run_in_threadpool

from assay.errors import InvalidOption
from assay.service.app import create_app
from assay.service.context import Context, ServiceSettings
from assay.service.judging import PART as DESK
from assay.service.judging import desk_of
from assay.service.logs import keep_short
from assay.service.wire import protocol_with

BACKLOG = 512
UNJUDGED_SECONDS = 5.0
"""How long a stop waits after that, until everybody is told that their candidates are unjudged."""
LOCAL_NAMES = ("localhost", "localhost.localdomain")


def is_local(host: str) -> bool:
    """Tell whether only this machine can reach what listens on a host.

    >>> is_local("127.0.0.1"), is_local("::1"), is_local("localhost"), is_local("0.0.0.0"), is_local("example.org")
    (True, True, True, False, False)
    """
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() in LOCAL_NAMES


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; port 0 is any that is free."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError) as error:
        raise InvalidOption(
            "host", f"must be an address or a name of this machine, got {host!r:.80} ({error})"
        ) from None
    made = socket.socket(family, kind, protocol)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(BACKLOG)
    except OSError as error:
        made.close()
        raise InvalidOption("port", f"cannot listen on {host}:{port}: {error.strerror}; name another port") from None
    return made


def address_of(settings: ServiceSettings, port: int) -> str:
    """Return what to open in a browser on this machine."""
    host = settings.host.strip("[]")
    if host in ("0.0.0.0", "::", ""):
        host = "127.0.0.1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class _Server(uvicorn.Server):
    """A server that tells the service when it is to stop, and that ends without the signal that stopped it."""

    def __init__(self, config: uvicorn.Config, context: Context) -> None:
        super().__init__(config)
        self._context = context

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer what was accepted; what is not judged in time is told so, before connections are cut."""
        self._context.stopping.set()
        giving_up = asyncio.create_task(self._give_up())
        try:
            await super().shutdown(sockets)
        finally:
            giving_up.cancel()

    async def _give_up(self) -> None:
        await asyncio.sleep(self._context.settings.bounds.stop_seconds)
        if DESK in self._context.parts:
            await run_in_threadpool(desk_of(self._context).pool.close)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._captured_signals.clear()  # a stop that was asked for is no failure
        self._context.stopping.set()


def server_of(context: Context) -> uvicorn.Server:
    """Return a server around the application of a context; it listens on the sockets that `run` is given."""
    stop_seconds = context.settings.bounds.stop_seconds + UNJUDGED_SECONDS
    server = _Server(
        uvicorn.Config(
            create_app(context),
            http=protocol_with(context.settings.bounds),
            ws="none",
            lifespan="on",
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=math.ceil(stop_seconds),
        ),
        context,
    )
    keep_short()
    return server


def serve(context: Context, sock: socket.socket, *, announce: Callable[[], None] = lambda: None) -> None:
    """Answer requests on a socket until a signal says stop; what was accepted is answered before this returns.

    `announce` is called when requests can come.
    """
    server = server_of(context)
    announce()  # the socket listens already: whoever connects now waits a moment
    server.run([sock])
