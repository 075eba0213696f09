"""How often somebody may ask: a bucket of permissions for each, which fills up as time goes by."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

MOST_KEYS = 10_000
"""Senders that are remembered; whoever was not seen for longest is forgotten, with what they had used up."""


class Rates:
    """Counts what each sender asks for; thread-safe.

    >>> now = [0.0]
    >>> rates = Rates(2.0, burst=2, clock=lambda: now[0])
    >>> [rates.wait_of("ann") for _ in range(3)], rates.wait_of("bob")
    ([0.0, 0.0, 0.5], 0.0)
    >>> now[0] = 0.5
    >>> rates.wait_of("ann")
    0.0
    """

    def __init__(self, per_second: float, *, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def wait_of(self, key: str) -> float:
        """Return 0 and count one, or return the seconds until the next is allowed and count nothing."""
        with self._lock:
            now = self._clock()
            left, seen = self._left.pop(key, (float(self._burst), now))
            left = min(left + (now - seen) * self._per_second, self._burst)
            allowed = left >= 1
            self._left[key] = (left - 1 if allowed else left, now)
            if len(self._left) > MOST_KEYS:
                self._left.popitem(last=False)
            return 0.0 if allowed else (1 - left) / self._per_second
