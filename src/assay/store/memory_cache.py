"""A cache in memory that several threads may use: what was not used for longest leaves it when it is too large."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class _Entry(Generic[T]):
    value: T
    size: int
    used: float


class MemoryCache(Generic[T]):
    """Values under their keys, each with its size and the time it was last used.

    >>> cache: MemoryCache[str] = MemoryCache(10, clock=lambda: 0.0)
    >>> for key in "abc":
    ...     cache.put(key, key.upper(), size=4)
    >>> cache.get("a"), cache.get("c"), cache.size
    (None, 'C', 8)
    """

    def __init__(self, most_bytes: int, *, clock: Callable[[], float]) -> None:
        self.size = 0
        """Of all values together, in bytes."""
        self._most_bytes = most_bytes
        self._clock = clock
        self._entries: dict[str, _Entry[T]] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: str) -> T | None:
        """The value of a key, which counts as used now."""
        with self._lock:
            entry = self._entries.pop(key, None)
            if entry is None:
                return None
            entry.used = self._clock()
            self._entries[key] = entry  # behind the others: they stand in the order of their use
            return entry.value

    def put(self, key: str, value: T, *, size: int) -> None:
        """Keep a value, in the place of the one that the key had."""
        with self._lock:
            self._drop(key)
            self._entries[key] = _Entry(value, size, self._clock())
            self.size += size
            self._trim(self._most_bytes)

    def cut(self, most_bytes: int | None = None, *, unused_since: float | None = None) -> None:
        """Let go of what was not used since a time, and then of what is too much."""
        with self._lock:
            if unused_since is not None:
                for key in [key for key, entry in self._entries.items() if entry.used < unused_since]:
                    self._drop(key)
            self._trim(self._most_bytes if most_bytes is None else most_bytes)

    def _trim(self, most_bytes: int) -> None:
        while self._entries and self.size > most_bytes:
            self._drop(next(iter(self._entries)))

    def _drop(self, key: str) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None:
            self.size -= entry.size
