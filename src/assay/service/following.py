"""How runs stand, asked of the store once for all who follow the same run."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from starlette.concurrency import run_in_threadpool

T = TypeVar("T")

MOST_KEPT = 256


class Following(Generic[T]):
    """Asks about things by name; an answer serves everybody who asks within some seconds of the question.

    Everything here but `ask` happens in the thread of the event loop.
    """

    def __init__(self, ask: Callable[[str], T], *, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._ask = ask
        self._seconds = seconds
        self._clock = clock
        self._asked: dict[str, tuple[float, asyncio.Task[T]]] = {}
        """The one that was asked about longest ago first."""

    async def look(self, name: str, *, anew: bool = False) -> T:
        """Return the answer about a thing, which may be some seconds old; `anew`: the question is put now."""
        now = self._clock()
        known = self._asked.get(name)
        if anew or known is None or (known[1].done() and now - known[0] >= self._seconds):
            self._asked.pop(name, None)
            known = self._asked[name] = (now, asyncio.create_task(run_in_threadpool(self._ask, name)))
            known[1].add_done_callback(_noticed)
            while len(self._asked) > MOST_KEPT:
                del self._asked[next(iter(self._asked))]
        return await asyncio.shield(known[1])  # whoever leaves does not end it for the others


def _noticed(task: asyncio.Task[T]) -> None:
    """Take note of a failure, also where everybody has left who would be told of it."""
    if not task.cancelled():
        task.exception()
