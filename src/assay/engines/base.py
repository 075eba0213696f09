"""What an engine is: it takes tasks and gives trials. `tests/engines/test_contract.py` holds for every one of them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from assay.records import Candidate, Limits, Problem, Trial
from assay.spec import Judging, Machine

TICK_SECONDS = 0.2
"""How long an engine keeps its caller waiting before it says that there is no trial yet."""
PAUSE_SECONDS = 0.02
"""After how long a source that had no task yet is asked again, where no trial ends before."""
PROBE_WALL_SECONDS = 600.0
"""Wall time after which a worker that still asks one probe about one trial hangs."""


def _always() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Task:
    """One trial to be made."""

    sequence: int
    """Its place in the run."""
    problem: Problem
    candidate: Candidate
    key: str = ""
    """Under which its verdict is kept for the next time; empty: it is not."""
    probed: bool = True
    """Whether the probes of the run are asked about it; not where they may be what ends its worker."""
    is_tolerant: bool = False
    """Whether a problem that cannot be judged gives a trial without a verdict; if not, it ends the run."""
    limits: Limits | None = None
    """Under which it is judged; `None`: those that the workers were told with how to judge."""
    is_wanted: Callable[[], bool] = _always
    """Says whether somebody still waits for the trial; an engine may give up a task whose trial nobody wants."""


Answer = tuple[Task, Trial]


class Supply:
    """The tasks of one caller, taken one at a time; the caller says `None` where it has none yet.

    >>> supply = Supply([None])
    >>> supply.take(), supply.ended, supply.take(), supply.ended
    (None, False, None, True)
    """

    def __init__(self, tasks: Iterable[Task | None]) -> None:
        self.ended = False
        """Whether there will be no more."""
        self._tasks = iter(tasks)

    def take(self) -> Task | None:
        """The next task; `None`: there is none yet, or, where it has `ended`, none any more."""
        for task in self._tasks:
            return task
        self.ended = True
        return None

    def wait_seconds(self, *, full: bool) -> float:
        """How long to wait for a trial before the next task is asked for; `full`: no task is wanted now."""
        return TICK_SECONDS if full or self.ended else PAUSE_SECONDS


class Engine(Protocol):
    """Workers that judge side by side, and the way to them.

    An engine serves one caller at a time. A worker that dies is replaced and its task done again. A task whose workers
    keep dying or failing is settled as `assay.engines.settling` says: it is the candidate's failure if a harmless
    candidate of the same problem can be judged, and else a trial with a fault and no verdict.
    """

    room: int
    """How many tasks it pulls at most beyond those whose trials it gave."""

    def start(self, judging: Judging) -> None:
        """Let the workers begin, without waiting for them; the same again changes nothing."""

    def machine(self) -> Machine:
        """What the workers found; waits for them, and raises the error that keeps them from working."""

    def trials(self, tasks: Iterable[Task | None]) -> Generator[Answer | None, None, None]:
        """Give each task with its trial, in the order in which trials end; `None` every `TICK_SECONDS` without one.

        Tasks are pulled lazily. A source that has none yet, because it waits for somebody, yields `None`: it is asked
        again when a trial has ended, or after `PAUSE_SECONDS`; meanwhile trials that end are given. Whoever closes the
        iterator early gives up the tasks that are not answered. Raises what the caller must know: a problem that
        cannot be judged, or workers that do not start.
        """

    def close(self) -> None:
        """End all workers at once; nothing of them is left."""


@runtime_checkable
class ShowsWork(Protocol):
    """An engine that knows what its workers do right now."""

    def longest_in_work(self) -> tuple[str, float] | None:
        """Return the problem whose candidate has been in work for longest, and the seconds; `None`: nothing is."""
