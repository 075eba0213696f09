"""Writes of several threads in one go: each waits until its own is kept, and one transaction keeps many."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting(Generic[T]):
    """One thing to write; its answer is whether the thread that brought it is to write it, with those that wait."""

    item: T
    answer: Future[bool] = field(default_factory=Future)


class GroupedWrites(Generic[T]):
    """Writes what several threads bring at the same time with one call of `write`.

    While one thread writes, the others put theirs on a list; then the first of them writes the whole list. So a
    thread that is alone never waits for others, and a hundred threads need few transactions.

    >>> kept: list[str] = []
    >>> GroupedWrites(kept.extend).put("a")
    >>> kept
    ['a']
    """

    def __init__(self, write: Callable[[list[T]], None]) -> None:
        self._write = write
        self._waiting: list[_Waiting[T]] = []
        self._is_writing = False
        self._lock = threading.Lock()

    def put(self, item: T) -> None:
        """Return when the item is written; raises what `write` raised for the group that it was in."""
        mine = _Waiting(item)
        with self._lock:
            self._waiting.append(mine)
            writes, self._is_writing = not self._is_writing, True
        try:
            writes = writes or mine.answer.result()
        except BaseException:
            self._withdraw(mine)
            raise
        if writes:
            self._write_group(mine)

    def _write_group(self, mine: _Waiting[T]) -> None:
        with self._lock:
            group, self._waiting = self._waiting, []
        others = [one for one in group if one is not mine]
        try:
            self._write([one.item for one in group])
        except Exception as error:
            for one in others:
                one.answer.set_exception(error)
            raise
        except BaseException:  # this thread alone is interrupted, so the others write theirs themselves
            with self._lock:
                self._waiting = others + self._waiting
            raise
        else:
            for one in others:
                one.answer.set_result(False)
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        """Let the first that waits write the next group."""
        with self._lock:
            if self._waiting:
                self._waiting[0].answer.set_result(True)
            else:
                self._is_writing = False

    def _withdraw(self, mine: _Waiting[T]) -> None:
        """Leave the list, because this thread was interrupted while it waited."""
        with self._lock:
            self._waiting = [one for one in self._waiting if one is not mine]
        if mine.answer.done() and mine.answer.exception() is None and mine.answer.result():
            self._pass_on()
