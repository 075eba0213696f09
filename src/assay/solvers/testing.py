"""Tries drafts on visible cases, in sandboxes of its own: as many at a time as there are, each for one thread."""

from __future__ import annotations

import queue
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from assay.errors import Fault
from assay.judges.base import JUDGES, Judge, judge_of
from assay.records import Candidate, CaseOutcome, CaseStatus, Limits, Trial, Verdict
from assay.sandbox.warm import WarmPython
from assay.solvers.grouping import INPUTS, Grouping, by_labels, by_text, group
from assay.solvers.visible import VisibleProblem


class SandboxTester:
    """Judges drafts as a run would, but on visible cases alone.

    Sandboxes are started when they are first needed, at most `workers` of them, and end with `close`.
    """

    def __init__(
        self, limits: Limits | None = None, *, python: str | None = None, isolation: str = "full", workers: int = 1
    ) -> None:
        self._limits = limits or Limits()
        self._python = python
        self._isolation = isolation
        self._places: queue.LifoQueue[_Place | None] = queue.LifoQueue()
        for _ in range(workers):
            self._places.put(None)
        self._workers = workers

    def trial(self, problem: VisibleProblem, source: str) -> Trial:
        """Return how a draft does; waits for a free sandbox."""
        try:
            with self._place() as place:
                return place.judge(problem, self._limits).judge(problem, Candidate(source))
        except Fault as fault:
            return Trial(problem.id, Candidate(source), None, fault=str(fault))

    def grouping(self, problem: VisibleProblem, sources: Sequence[str], *, inputs: int = INPUTS) -> Grouping:
        """Return which drafts do the same, all run in one sandbox; waits for a free one."""
        try:
            with self._place() as place:
                return group(place.sandbox, problem, sources, inputs=inputs)
        except Fault as fault:
            return by_text(sources, f"they could not be run: {fault}")

    def close(self) -> None:
        """End all sandboxes; waits for those that are in use."""
        for _ in range(self._workers):
            place = self._places.get()
            if place is not None:
                place.sandbox.close()

    @contextmanager
    def _place(self) -> Iterator[_Place]:
        """Lend a sandbox; one that fails is ended, and the next who asks gets a new one."""
        place = self._places.get()
        try:
            place = place or _Place(WarmPython(python=self._python, isolation_level=self._isolation))
            yield place
        except Fault:
            if place is not None:
                place.sandbox.close()
                place = None
            raise
        finally:
            self._places.put(place)


@dataclass(slots=True)
class _Place:
    """A sandbox, with the judges that were made for it."""

    sandbox: WarmPython
    judges: dict[str, Judge] = field(default_factory=dict)

    def judge(self, problem: VisibleProblem, limits: Limits) -> Judge:
        name = judge_of(problem)
        if name not in self.judges:
            self.judges[name] = JUDGES.get(name)(self.sandbox, limits)
        return self.judges[name]


class ScriptedTester:
    """Knows beforehand how many visible cases each draft passes, and which drafts do the same: for tests and trials.

    `behaves` says in a word what a draft does, by its source; `None`: it returns nothing for any input. Drafts with the
    same word do the same; one of which nothing is said does the same as no other text.

    >>> from assay.records import Case, Cases, Problem
    >>> tester = ScriptedTester({"good": 2, "half": 1}, of=2)
    >>> tester.trial(VisibleProblem(Problem("p", Cases("f", (Case(),)))), "half")
    <Trial p: failed, 1 of 2 cases>
    """

    def __init__(self, passed: Mapping[str, int], *, of: int, behaves: Mapping[str, str | None] | None = None) -> None:
        self._passed = passed
        self._behaves = behaves or {}
        self._of = of
        self.tried: list[str] = []

    def trial(self, problem: VisibleProblem, source: str) -> Trial:
        """Return a trial with as many passed cases as was said; of unknown source, none."""
        self.tried.append(source)
        passed = self._passed.get(source.strip(), 0)
        statuses = [CaseStatus.PASSED] * passed + [CaseStatus.FAILED] * (self._of - passed)
        verdict = Verdict.PASSED if passed == self._of else Verdict.FAILED
        outcomes = tuple(CaseOutcome(status, name=f"case {number}") for number, status in enumerate(statuses))
        return Trial(problem.id, Candidate(source), verdict, outcomes)

    def close(self) -> None:
        """There is nothing to let go of."""

    def grouping(self, problem: VisibleProblem, sources: Sequence[str], *, inputs: int = INPUTS) -> Grouping:
        """Return the drafts grouped by what was said that they do."""
        words = [self._behaves.get(source.strip(), source) for source in sources]
        failed = frozenset(number for number, word in enumerate(words) if word is None)
        return by_labels(words, failed=failed, inputs=inputs)
