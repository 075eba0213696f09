"""`assay.compare`: two runs that a store keeps, held against each other."""

from __future__ import annotations

import os
from contextlib import ExitStack, closing

from assay.benchmarks.base import Benchmark
from assay.choices import Choices
from assay.errors import InvalidValue, UsageError, require
from assay.evaluation.comparing import compare_runs
from assay.evaluation.planning import benchmark_of
from assay.reports.comparison import RunComparison
from assay.reports.report import Report
from assay.reports.tradeoff import check_runs
from assay.spec import Run
from assay.statistics.pairing import MARGIN
from assay.store.base import Store
from assay.store.opening import open_store


def compare(
    first: str | Run | Report,
    second: str | Run | Report,
    *,
    on: Benchmark | None = None,
    store: Store | str | os.PathLike[str] | None = None,
    margin: float | str = MARGIN,
    allow_different: bool = False,
) -> RunComparison:
    """Return the second run beside the first: whether it is better, how sure that is, and which problems changed.

    Args:
        first: the baseline: what `evaluate` returned, or the id or the name of a run.
        second: the run that is held against it.
        on: the benchmark of both, for the parts by kind, difficulty and tag; by default loaded from where it came.
        store: that keeps the trials of both: a place for `open_store`, or an open one; by default that of the command.
        margin: how much of a difference does not matter, such as 0.03 or "3%".
        allow_different: compare also runs on other problems, or judged under other limits.

    >>> from assay.front.evaluating import evaluate
    >>> from assay.records import Candidate, Case, Cases, Problem
    >>> double = Problem("double", Cases("double", (Case((2,), 4),)))
    >>> with closing(open_store("memory:")) as kept:
    ...     good, bad = (
    ...         evaluate([Candidate(f"def double(x): return x {sign} 2")], double, store=kept, workers=1, name=sign)
    ...         for sign in "*-"
    ...     )
    ...     compare(good, bad, store=kept).now_fail
    1
    """
    require("first", first, (str, Run, Report), "a report, a run, or its id or name")
    require("second", second, (str, Run, Report), "a report, a run, or its id or name")
    with ExitStack() as stack:
        if store is None or isinstance(store, str | os.PathLike):
            store = stack.enter_context(closing(open_store(store)))
        elif not hasattr(store, "find_run"):
            raise InvalidValue(f"store: must be a place for a store, or an open one, got {store!r:.80}")
        baseline, other = _run(first, store), _run(second, store)
        check_runs((baseline, other), allow_different=allow_different)
        benchmark = _benchmark(baseline) if on is None else on
        return compare_runs(baseline, other, store, benchmark, margin=margin, allow_different=allow_different)


def _run(given: str | Run | Report, store: Store) -> Run:
    """Return the run that is meant, as the store has it now."""
    name = given if isinstance(given, str) else given.id if isinstance(given, Run) else given.run.id
    return store.find_run(name)


def _benchmark(run: Run) -> Benchmark | None:
    try:
        return benchmark_of(run, Choices())
    except UsageError:
        return None  # problems of a Python call, or a file that is gone: the rest can still be compared
