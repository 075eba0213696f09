"""The patrol: a thread that has the rules checked now and then, and soon after something was observed."""

from __future__ import annotations

import logging
import threading
from typing import Final

from assay.alerts import Alert
from assay.errors import AssayError
from assay.monitoring.alerting.courier import Courier
from assay.monitoring.alerting.watchman import RoundLeft, Watchman

EVERY_SECONDS: Final = 60.0
"""How often the rules are checked when nothing happens: only a clock notices that nothing happens."""
PAUSE_SECONDS: Final = 5.0
"""The time from one check to the next, however much is observed."""

LONGEST_STOP_SECONDS: Final = 1.0
"""How long a stop waits for the rule that is being checked."""

log = logging.getLogger("assay.alerts")


class Patrol:
    """Checks rules and sends messages in a thread of its own, from `start` to `stop`."""

    def __init__(
        self,
        watchman: Watchman,
        courier: Courier,
        *,
        every_seconds: float = EVERY_SECONDS,
        pause_seconds: float = PAUSE_SECONDS,
    ) -> None:
        self.error = ""
        """Why the last round did not succeed; empty: it did."""
        self.alerts: list[Alert] = []
        """How the alerts stood after the last round."""
        self.rounds = 0
        self._watchman = watchman
        self._courier = courier
        self._every = every_seconds
        self._pause = pause_seconds
        self._wake = threading.Event()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._walk, name="assay-alerts", daemon=True)

    def start(self) -> Patrol:
        """Begin; the first round is walked at once."""
        self._thread.start()
        return self

    def noticed(self) -> None:
        """Say that something was observed: a round follows soon. Costs nothing, however often it is said."""
        self._wake.set()

    def stop(self) -> None:
        """End; a round that is being walked is left at the next rule, and nothing of it is kept.

        Whoever stops does not wait for a rule that takes long: what it does is kept in one step, or not at all.
        """
        self._stopped.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(LONGEST_STOP_SECONDS)

    def walk_once(self) -> None:
        """Check all rules and send what is due; what goes wrong is logged and tried again in the next round."""
        try:
            self.alerts = self._watchman.check(is_over=self._stopped.is_set)
            self._courier.deliver()
            self.error = ""
        except RoundLeft:
            return
        except AssayError as error:
            if self._stopped.is_set():
                return
            self.error = str(error)
            log.warning("alerts could not be checked: %s", error)
        except Exception as error:  # the thread must live on: without it nobody would be told of anything
            if self._stopped.is_set():
                return  # the store may be closed by now
            self.error = f"{type(error).__name__}: {error}"
            log.exception("alerts could not be checked")
        self.rounds += 1

    def _walk(self) -> None:
        while not self._stopped.is_set():
            self._wake.clear()
            self.walk_once()
            self._stopped.wait(self._pause)
            self._wake.wait(max(0.0, self._every - self._pause))
