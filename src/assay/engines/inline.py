"""The engine of this very process, one task after the other: for tests, notebooks and a handful of candidates."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable

from assay.engines.base import PAUSE_SECONDS, Answer, Task
from assay.engines.settling import settle
from assay.engines.workplace import Workplace
from assay.errors import Fault
from assay.records import Trial
from assay.spec import Judging, Machine


class InlineEngine:
    """Judges here; only the candidates run elsewhere, in the sandbox's own processes.

    >>> from assay.records import Candidate, Case, Cases, Problem
    >>> problem = Problem("double", Cases("double", (Case((2,), 4),)))
    >>> engine = InlineEngine()
    >>> engine.start(Judging())
    >>> engine.trial(Task(0, problem, Candidate("def double(x): return 2 * x"))).verdict
    <Verdict.PASSED: 'passed'>
    >>> engine.close()
    """

    room = 1

    def __init__(self, workplace: Callable[[Judging], Workplace] = Workplace) -> None:
        self.stopped = False
        self.judge = ""
        self._make_workplace = workplace
        self._judging: Judging | None = None
        self._workplace: Workplace | None = None

    def start(self, judging: Judging) -> None:
        if self._judging is not None:
            assert judging == self._judging, "an engine works in one way"
        self._judging, self.judge = judging, judging.judge

    def machine(self) -> Machine:
        return self._place().machine

    def trials(self, tasks: Iterable[Task | None]) -> Generator[Answer | None, None, None]:
        for task in tasks:
            if task is None:
                time.sleep(PAUSE_SECONDS)
                yield None
            else:
                yield task, self.trial(task)

    def trial(self, task: Task) -> Trial:
        """Return the trial of one task."""
        return settle(self, task)

    def close(self) -> None:
        self.stopped = True
        self.renew()

    def attempt(self, task: Task) -> Trial | None:
        """Try the task once; a sandbox that does not start is a fault like any other."""
        try:
            return self._place().trial(task.problem, task.candidate, probed=task.probed, limits=task.limits)
        except Fault as fault:
            return Trial(task.problem.id, task.candidate, None, fault=str(fault), judge=self.judge)

    def renew(self) -> None:
        """End the sandbox; the next task gets another."""
        if self._workplace is not None:
            self._workplace.close()
            self._workplace = None

    def _place(self) -> Workplace:
        assert self._judging is not None, "an engine is started before it works"
        if self._workplace is None:
            self._workplace = self._make_workplace(self._judging)
        return self._workplace
