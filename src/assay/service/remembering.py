"""What pages have worked out already: kept as long as nothing new is in the store, so that many readers cost as one."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from datetime import timedelta
from typing import TypeVar, cast

from assay.hashing import content_digest
from assay.service.context import Context

T = TypeVar("T")

MOST_KEPT = 32
SLOT = timedelta(minutes=5)
"""Figures of the last hours move with the clock: so long they may stay as they are."""
_PART = "remembered"
_LOCK = threading.Lock()


def remembered(context: Context, key: Hashable, work: Callable[[], T]) -> T:
    """Return what the work gives; it is done once for each state of the store, and by one of those who ask at once."""
    kept = _kept(context)
    whole = (key, state_of(context))
    with _LOCK:
        lock = kept.locks.setdefault(whole, threading.Lock())
    with lock:
        if (known := kept.get(whole)) is not None:
            return cast(T, known[0])
        found = work()
        kept.put(whole, found)
        return found


def state_of(context: Context) -> str:
    """Return a digest of what is in the store: it changes with every observation, word, run and change of an alert."""
    store, now = context.store, context.now()
    said = [one.id for one in store.feedback(limit=1)]
    happened = [str(one.number) for one in store.alert_events(limit=1)]
    runs = [f"{one.id} {one.state} {one.trials}" for one in store.runs(limit=3)]
    slot = f"{now.timestamp() // SLOT.total_seconds():.0f}"
    parts = (slot, store.observed(), "said", *said, "alerts", *happened, "runs", *runs)
    return content_digest(*parts).hex()[:24]


class _Kept:
    """The newest results, and who works on which."""

    def __init__(self) -> None:
        self.found: OrderedDict[Hashable, object] = OrderedDict()
        self.locks: dict[Hashable, threading.Lock] = {}

    def get(self, key: Hashable) -> tuple[object] | None:
        """Return a result, alone in a tuple; `None` where it is not kept."""
        with _LOCK:
            if key not in self.found:
                return None
            self.found.move_to_end(key)
            return (self.found[key],)

    def put(self, key: Hashable, value: object) -> None:
        """Keep a result, and forget the one that nobody asked for the longest."""
        with _LOCK:
            self.found[key] = value
            while len(self.found) > MOST_KEPT:
                oldest, _ = self.found.popitem(last=False)
                self.locks.pop(oldest, None)


def _kept(context: Context) -> _Kept:
    with _LOCK:
        found: _Kept = context.parts.setdefault(_PART, _Kept())
        return found
