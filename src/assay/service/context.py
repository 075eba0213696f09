"""What every request of the service can reach: the store, the settings, the clock; and who may ask for what."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import IntEnum
from functools import cache
from typing import Any

from fastapi import Request

from assay.store.base import Store


class Role(IntEnum):
    """What the holder of a token may do; a higher role may do all that a lower one may."""

    READ = 1
    WRITE = 2
    """Also sends observations and feedback, and has code judged."""
    ADMIN = 3
    """Also makes tokens and changes alerts."""


@dataclass(frozen=True, slots=True)
class ServiceBounds:
    """How much one request, and all together, may take of the service."""

    body_bytes: int = 8 << 20
    """Of what a request sends, as it arrives; what its headers claim does not count."""
    body_seconds: float = 30.0
    """Until all of a request has arrived."""
    stalled_seconds: float = 30.0
    """How long somebody may leave a piece of an answer unread before the connection is cut."""
    header_bytes: int = 32 << 10
    header_seconds: float = 10.0
    """Until the head of a request has arrived."""
    query_bytes: int = 8 << 10
    """Of path and query."""
    requests: int = 256
    """Requests in work at once; as many may be on their way, with bodies that are not complete."""
    streams: int = 128
    """Answers without an end, such as the progress of a run, at once."""
    streams_each: int = 16
    """Of these, for one token."""
    requests_per_second: float | None = None
    """For each token or address; `None`: 100 where tokens are required, no limit elsewhere."""
    stop_seconds: float = 20.0
    """How long a stop waits for what was accepted."""


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """How a service runs; nothing that a request says can change it."""

    host: str = "127.0.0.1"
    port: int = 8642
    tokens_required: bool = False
    """Always so where other machines can reach the service."""
    isolation: str = "full"
    """The weakest isolation that code is judged with."""
    workers: int | None = None
    """Processes that judge; `None`: one for each core."""
    rules: str | None = None
    """The file with the rules of alerts."""
    is_demo: bool = False
    benchmarks: tuple[str, ...] = ()
    """Benchmarks of your own that requests may name: a path, or `name=path`, which for a public one is its problems."""
    engine: str = "local"
    """Where runs are judged; single candidates are always judged on this machine."""
    address: str | None = None
    """Of the cluster, where the engine has one."""
    most_seconds: float = 60.0
    """The longest time for one candidate that a request may ask for."""
    most_memory_bytes: int = 4 << 30
    """The most memory for one candidate that a request may ask for."""
    allowed_hosts: tuple[str, ...] = ()
    """Names under which the service is reached, besides its address and those of this machine."""
    bounds: ServiceBounds = ServiceBounds()


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(slots=True)
class Context:
    """The parts of a running service; `parts` holds what a router has put there when the service started."""

    store: Store
    settings: ServiceSettings
    now: Callable[[], datetime] = _now
    parts: dict[str, Any] = field(default_factory=dict)  # Any: each router knows its own
    readiness: list[Callable[[], str | None]] = field(default_factory=list)
    """Asked by `/readyz`: each returns why the service cannot work now, or `None`."""
    stopping: threading.Event = field(default_factory=threading.Event)
    """Set when the service is told to stop: streams end, nothing new begins."""


def context_of(request: Request) -> Context:
    """Return the context of the service that a request came to."""
    found: Context = request.app.state.context
    return found


@cache
def require(role: Role) -> Callable[[Request], None]:
    """Return a dependency that lets a request through if whoever sends it has this role."""

    def check(request: Request) -> None:
        """Where no tokens are required, everybody who can reach the service has every role."""
        from assay.service.authority import check_role  # which stands on this module

        check_role(request, role)

    return check
