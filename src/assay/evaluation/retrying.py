"""Some trials of a run judged again: those our side failed on, or those that ran out of time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from assay.benchmarks.base import Benchmark
from assay.engines.base import Engine, Task
from assay.errors import InvalidValue, UnknownNameError
from assay.evaluation.observing import observe
from assay.evaluation.pump import Progress, Pump, Watcher, ignore
from assay.evaluation.reporting import keep_report, make_report
from assay.records import Trial, Verdict
from assay.reports.report import Report
from assay.settings import flag_of, format_seconds
from assay.spec import Judging, Run

if TYPE_CHECKING:
    from assay.store.base import Store, Wanted

WHICH: dict[str, Wanted] = {"faults": "unjudged", "timeouts": Verdict.TIMED_OUT}


def retry(
    run: Run,
    store: Store,
    benchmark: Benchmark,
    *,
    engine: Engine,
    which: Sequence[str],
    seconds: float | None = None,
    watch: Watcher = ignore,
) -> tuple[int, Report]:
    """Judge the chosen trials again and put the new ones in their place; how many, and the report after that."""
    judging = judging_of(run, seconds)
    counts = store.counts(run.id)
    wanted = _wanted(which)
    again = sum(counts.get(None if one == "unjudged" else Verdict(one), 0) for one in wanted)
    if again:

        def keep(trials: Sequence[tuple[int, Trial]]) -> None:
            store.replace_trials(run.id, [trial for _, trial in trials])

        engine.start(judging)
        engine.machine()
        Pump(engine, keep, progress=Progress(again), watch=watch).judge(_tasks(run, store, benchmark, wanted))
    if seconds is not None:
        run = replace(run, facts={**run.facts, "retried": f"{'+'.join(which)}@{format_seconds(seconds)}"})
    observe(run, store, benchmark)
    k = None if run.spec is None else run.spec.scoring.k
    return again, keep_report(store, make_report(run, store, benchmark, k=k))


def judging_of(run: Run, seconds: float | None = None) -> Judging:
    """How the trials of a run were judged, with another time limit where one is given."""
    if run.spec is None:
        raise InvalidValue(f"run {run.id}: nobody noted how it was judged")
    judging = run.spec.judging
    return judging if seconds is None else replace(judging, limits=judging.limits.flat(seconds))


def _wanted(which: Sequence[str]) -> list[Wanted]:
    for name in which:
        if name not in WHICH:
            raise UnknownNameError("kind of trial", name, WHICH)
    if not which:
        raise InvalidValue(f"say which trials: {' or '.join(map(flag_of, WHICH))}")
    return [WHICH[name] for name in which]


def _tasks(run: Run, store: Store, benchmark: Benchmark, wanted: Sequence[Wanted]) -> Iterator[Task]:
    for trial in [trial for one in wanted for trial in store.trials(run.id, verdict=one)]:
        problem = benchmark.find(trial.problem_id)
        if problem is None:
            raise InvalidValue(f"problem {trial.problem_id!r} is not in {benchmark.name} {benchmark.version} any more")
        yield Task(0, problem, trial.candidate)
