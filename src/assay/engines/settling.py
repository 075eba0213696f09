"""Tries a task until it has a verdict, or until it is known who is to blame that it has none.

A candidate with which no worker can finish is told apart from a machine on which nothing works: a harmless candidate
of the same problem is judged. If that succeeds, the failure is the candidate's and it gets a verdict like any other.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from assay.engines.base import Task
from assay.errors import UsageError
from assay.records import Candidate, Problem, Repository, Suspicion, SuspicionKind, Trial, Verdict

MAX_DEATHS = 3
"""How often the worker of one task may die before it is asked who is to blame."""
MAX_FAULTS = 2
"""How often one task may come back without a verdict before it is asked who is to blame."""
HARMLESS_PATCH = (
    "diff --git a/assay-harmless.txt b/assay-harmless.txt\nnew file mode 100644\n--- /dev/null\n"
    "+++ b/assay-harmless.txt\n@@ -0,0 +1 @@\n+nothing\n"
)
"""Adds a file that nobody reads: an empty patch would be refused before anything is tried."""
GIVEN_UP = "nobody waited for its verdict any more"


class Attempting(Protocol):
    """A worker that can be asked to try a task, again and again."""

    stopped: bool
    """Nobody waits for the trial any more."""
    judge: str
    """The name of the judge, for a trial without a verdict."""

    def attempt(self, task: Task) -> Trial | None:
        """Try the task once; `None` when the worker died or did not answer."""

    def renew(self) -> None:
        """Start afresh, so that nothing of the tries before is left."""


def settle(worker: Attempting, task: Task) -> Trial:
    """Return the trial of a task; what fails again and again is blamed on the candidate if others can be judged.

    A problem that cannot be judged raises `UsageError`, or is the fault of the trial where the task is tolerant.
    """
    try:
        return _settled(worker, task)
    except UsageError as error:
        if not task.is_tolerant:
            raise
        return Trial(task.problem.id, task.candidate, None, fault=str(error), judge=worker.judge)


def _settled(worker: Attempting, task: Task) -> Trial:
    why, deaths, faults = "", 0, 0
    while deaths < MAX_DEATHS and faults < MAX_FAULTS and not _is_given_up(worker, task):
        trial = worker.attempt(task)
        if trial is None:
            deaths += 1
            why = f"the process that judged it ended {deaths} times"
        elif trial.settled:
            return replace(trial, candidate=task.candidate)
        else:
            faults += 1
            why = trial.fault
        task = replace(task, probed=deaths < MAX_DEATHS - 1)
    if not _is_given_up(worker, task):
        worker.renew()
        harmless = worker.attempt(replace(task, candidate=Candidate(_harmless(task.problem))))
        if harmless is not None and harmless.verdict is not None:
            return _blamed(task, why, harmless)
    return Trial(task.problem.id, task.candidate, None, fault=why or GIVEN_UP, judge=worker.judge)


def _is_given_up(worker: Attempting, task: Task) -> bool:
    return worker.stopped or not task.is_wanted()


def _blamed(task: Task, why: str, harmless: Trial) -> Trial:
    return replace(
        harmless,
        candidate=task.candidate,
        verdict=Verdict.CRASHED,
        outcomes=(),
        suspicions=(Suspicion(SuspicionKind.GARBAGE, why[:500]),),
        detail=f"it could not be judged while other candidates can: {why}",
        executions=(),
        accuracy=None,
        probes=(),
    )


def _harmless(problem: Problem) -> str:
    """A candidate that has what the tests ask for and does nothing."""
    if isinstance(problem.check, Repository):
        return HARMLESS_PATCH
    return "\n".join(f"def {name}(*given, **named): return None" for name in dict.fromkeys(problem.check.required))
