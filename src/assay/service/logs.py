"""What the service logs: a line that comes again and again is left out, so that nobody can fill a disk with them."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable

SAME_LINES = 10
"""Lines alike that are logged in each span of time."""
SPAN_SECONDS = 60.0
MOST_KINDS = 1000
LOGGERS = ("assay.service", "uvicorn.error")


class Seldom(logging.Filter):
    """Lets only so many lines alike pass in a minute; the first of the next minute says how many were left out.

    Lines are alike that come from the same place in the code; what stands in them does not matter.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._seen: OrderedDict[tuple[str, int, str], tuple[float, int]] = OrderedDict()
        """Place → when its span began, and how many lines came in it."""

    def filter(self, record: logging.LogRecord) -> bool:
        now = self._clock()
        place = (record.pathname, record.lineno, _failure(record))
        began, count = self._seen.pop(place, (now, 0))
        left_out = 0
        if now - began >= SPAN_SECONDS:
            began, left_out, count = now, max(0, count - SAME_LINES), 0
        self._seen[place] = (began, count + 1)
        if len(self._seen) > MOST_KINDS:
            self._seen.popitem(last=False)
        if left_out:
            record.msg = f"{record.getMessage()} ({left_out:,} more lines like this were left out)"
            record.args = None
        return count < SAME_LINES


def _failure(record: logging.LogRecord) -> str:
    """Return which kind of error a line is about, if any, so that a new one is not taken for another."""
    kind = record.exc_info[0] if record.exc_info else None
    return "" if kind is None else kind.__name__


_SELDOM = Seldom()


def keep_short() -> None:
    """Leave out repeated lines of the loggers of the service; to call this twice changes nothing."""
    for name in LOGGERS:
        logging.getLogger(name).addFilter(_SELDOM)
