"""What every request of the service can reach: the store, the settings, the clock; and who may ask for what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import IntEnum
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


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(slots=True)
class Context:
    """The parts of a running service; `parts` holds what a router has put there when the service started."""

    store: Store
    settings: ServiceSettings
    now: Callable[[], datetime] = _now
    parts: dict[str, Any] = field(default_factory=dict)  # Any: each router knows its own


def context_of(request: Request) -> Context:
    """Return the context of the service that a request came to."""
    found: Context = request.app.state.context
    return found


def require(role: Role) -> Callable[[Request], None]:
    """Return a dependency that lets a request through if whoever sends it has this role."""

    def check(request: Request) -> None:
        """Where no tokens are required, everybody who can reach the service has every role."""

    return check
