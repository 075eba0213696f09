"""Runs as the pages need them: the run that an address names, its problems, its report, and its attempts as lines."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from itertools import islice
from typing import Generic, TypeVar

from assay.benchmarks.base import Benchmark
from assay.choices import Choices
from assay.errors import UsageError
from assay.evaluation import planning
from assay.evaluation.reporting import make_report, report_of
from assay.evaluation.viewing import problem_of, trial_line
from assay.reports.report import Report
from assay.reports.trials import TrialLine
from assay.service.context import Context
from assay.spec import Run
from assay.store.base import UnknownRun

MOST_LINES = 50_000
"""Attempts of a run that its page lists: the first ones."""
KEPT_RUNS = 4
"""Runs whose attempts stay in memory, since people open page after page of the same run."""
KEPT_BENCHMARKS = 4

T = TypeVar("T")


@dataclass(slots=True)
class Recent(Generic[T]):
    """The last few things that were made, by what they were made from."""

    size: int
    _kept: OrderedDict[Hashable, T] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what is kept under this key, or make it; two that ask at once may both make it."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > self.size:
                self._kept.popitem(last=False)
        return made


def run_named(context: Context, run_id: str) -> Run | None:
    """Return the run of exactly that id; `None` where there is none."""
    try:
        return context.store.get_run(run_id)
    except UnknownRun:
        return None


def benchmark_of(context: Context, run: Run) -> Benchmark | None:
    """Return the problems of a run; `None` where they are not to be had any more, or were changed since."""
    recent: Recent[Benchmark | None] = context.parts.setdefault("benchmarks", Recent(KEPT_BENCHMARKS))
    return None if run.spec is None else recent.get(run.spec.benchmark, lambda: _loaded(run))


def report_for(context: Context, run: Run) -> Report:
    """Return what a run says; for one that is not finished, from the trials that it has so far."""
    found = report_of(run, context.store)
    return make_report(run, context.store, benchmark_of(context, run)) if found is None else found


def lines_for(context: Context, run: Run) -> tuple[TrialLine, ...]:
    """Return the attempts of a run, a line each in the order of the store, at most `MOST_LINES`."""
    recent: Recent[tuple[TrialLine, ...]] = context.parts.setdefault("lines", Recent(KEPT_RUNS))
    return recent.get(stamp_of(context, run), lambda: _lines(context, run))


def stamp_of(context: Context, run: Run) -> Hashable:
    """Return what changes whenever the trials of a run do: under it, things that were made from them are kept."""
    counts = tuple(sorted((str(verdict), count) for verdict, count in context.store.counts(run.id).items()))
    return run.id, run.state, run.seconds, run.scores, counts


def _lines(context: Context, run: Run) -> tuple[TrialLine, ...]:
    benchmark = benchmark_of(context, run)
    trials = islice(context.store.trials(run.id), MOST_LINES)
    return tuple(trial_line(trial, problem_of(benchmark, trial)) for trial in trials)


def _loaded(run: Run) -> Benchmark | None:
    try:
        return planning.benchmark_of(run, Choices())
    except UsageError:
        return None
