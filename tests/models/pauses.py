"""Time that passes only when somebody waits."""

from __future__ import annotations

import threading


class CountedPauses:
    """Waits in no time, and keeps how long each wait would have been."""

    def __init__(self) -> None:
        self.slept: list[float] = []
        self._now = 0.0
        self._lock = threading.Lock()

    def now(self) -> float:
        """Return the seconds that were waited for so far."""
        with self._lock:
            return self._now

    def sleep(self, seconds: float) -> bool:
        """Let the time pass at once."""
        with self._lock:
            self.slept.append(seconds)
            self._now += seconds
        return True

    def end(self) -> None:
        """Do nothing: nobody waits."""
