"""Looking at processes from outside."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path


def children(pid: int) -> set[int]:
    """The processes that a process has started, and theirs."""
    found: set[int] = set()
    for place in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            listed = place.read_text().split()
        except OSError:  # the thread has ended meanwhile
            continue
        for child in map(int, listed):
            found |= {child} | children(child)
    return found


def left_of(processes: Callable[[], set[int]], before: set[int]) -> set[int]:
    """The processes that are there in addition; those that are about to end get a moment for it."""
    for _ in range(100):
        if not processes() - before:
            return set()
        time.sleep(0.1)
    return processes() - before
