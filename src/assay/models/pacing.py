"""When a request may be sent, and when again: how long one waits, and how all wait while the server asks for it."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Protocol

from assay.errors import InvalidValue


class Pauses(Protocol):
    """Tells the time and lets it pass; tests have one where waiting takes none."""

    def now(self) -> float:
        """Return seconds since some fixed moment."""

    def sleep(self, seconds: float) -> bool:
        """Wait; return whether the time has passed, and not somebody ended it."""

    def end(self) -> None:
        """Let nobody wait from now on."""


class RealPauses:
    """Waits in real time, until it is ended."""

    def __init__(self) -> None:
        self._ended = threading.Event()

    def now(self) -> float:
        """Return the seconds of the monotonic clock."""
        return time.monotonic()

    def sleep(self, seconds: float) -> bool:
        """Wait, unless or until it is ended."""
        return not self._ended.wait(seconds)

    def end(self) -> None:
        """Wake up everybody who waits, and let nobody wait any more."""
        self._ended.set()


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a server is waited for, and how often it is asked again."""

    timeout_seconds: float = 600.0
    """Of one answer, from the request to its end."""
    tries: int = 6
    first_wait_seconds: float = 1.0
    """Before the second try; doubles with each one."""
    longest_wait_seconds: float = 60.0
    """Before any try, even where the server asks for more."""
    seed: int = 0
    """Of the chance that keeps waiting requests from coming back at the same moment."""

    def __post_init__(self) -> None:
        for name in ("timeout_seconds", "first_wait_seconds", "longest_wait_seconds"):
            if not 0 < getattr(self, name) < float("inf"):
                raise InvalidValue(f"{name} must be a number above 0, got {getattr(self, name)!r}")
        if self.tries < 1:
            raise InvalidValue(f"tries must be at least 1, got {self.tries!r}")

    def wait_seconds(self, key: str, tried: int, asked: float | None) -> float:
        """Return how long to wait after the try numbered `tried`, from 1; `asked` is what the server asked for.

        The wait depends on the request and on the try alone, not on what other threads do.

        >>> Patience().wait_seconds("a", 1, asked=None) <= 1.0, Patience().wait_seconds("a", 1, asked=9999)
        (True, 60.0)
        """
        chance = random.Random(f"{self.seed}:{key}:{tried}").random()
        doubled = self.first_wait_seconds * 2 ** min(tried - 1, 30)
        wait = doubled * (0.5 + chance / 2) if asked is None else asked + self.first_wait_seconds * chance / 4
        return min(wait, self.longest_wait_seconds)


class Gate:
    """Lets requests to one server through: so many at a time, and none while the server asks to wait."""

    def __init__(self, at_once: int, pauses: Pauses) -> None:
        if at_once < 1:
            raise InvalidValue(f"concurrency must be at least 1, got {at_once!r}")
        self._pauses = pauses
        self._places = threading.BoundedSemaphore(at_once)
        self._lock = threading.Lock()
        self._not_before = float("-inf")

    def __enter__(self) -> None:
        self._places.acquire()
        try:
            while (wait := self._left()) > 0 and self._pauses.sleep(wait):
                pass
        except BaseException:
            self._places.release()
            raise

    def __exit__(self, *_: object) -> None:
        self._places.release()

    def close_for(self, seconds: float) -> None:
        """Let no request through for that long."""
        with self._lock:
            self._not_before = max(self._not_before, self._pauses.now() + seconds)

    def _left(self) -> float:
        with self._lock:
            return self._not_before - self._pauses.now()


def asked_wait(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that a server asks to be left alone for; `None`: it does not, or says nothing readable.

    >>> asked_wait({"retry-after": "7"})
    7.0
    >>> asked_wait({"retry-after": "Mon, 01 Jan 2024 00:01:30 GMT", "date": "Mon, 01 Jan 2024 00:01:00 GMT"})
    30.0
    """
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) * unit
        except ValueError:
            continue
        if 0 <= seconds < float("inf"):
            return seconds
    until = _moment(headers.get("retry-after", ""))
    if until is None:
        return None
    since = _moment(headers.get("date", "")) or datetime.now(UTC)  # the server's own clock, where it shows it
    return max(0.0, (until - since).total_seconds())


def _moment(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
