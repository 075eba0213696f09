"""What an engine is: it takes tasks and gives trials. `tests/engines/test_contract.py` holds for every one of them."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import Protocol

from assay.records import Candidate, Problem, Trial
from assay.spec import Judging, Machine

TICK_SECONDS = 0.2
"""How long an engine keeps its caller waiting before it says that there is no trial yet."""
PROBE_WALL_SECONDS = 600.0
"""Wall time after which a worker that still asks one probe about one trial hangs."""


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


Answer = tuple[Task, Trial]


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

    def trials(self, tasks: Iterable[Task]) -> Generator[Answer | None, None, None]:
        """Give each task with its trial, in the order in which trials end; `None` every `TICK_SECONDS` without one.

        Tasks are pulled lazily. Whoever closes the iterator early gives up the tasks that are not answered.
        Raises what the caller must know: a problem that cannot be judged, or workers that do not start.
        """

    def close(self) -> None:
        """End all workers at once; nothing of them is left."""
