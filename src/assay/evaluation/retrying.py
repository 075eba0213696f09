"""Some trials of a run judged again: those our side failed on, or those that ran out of time."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from assay.benchmarks.base import Benchmark
from assay.errors import InvalidValue, UnknownNameError
from assay.evaluation.crew import Crew
from assay.evaluation.evaluating import Progress, Watcher, ignore
from assay.evaluation.reporting import make_report
from assay.evaluation.runs import keep_report
from assay.evaluation.worker import Setup, Task
from assay.records import Limits, Run, Trial, Verdict
from assay.reports.report import Report
from assay.settings import format_seconds, parse_seconds

if TYPE_CHECKING:
    from assay.store.base import Store, Wanted

WHICH: dict[str, Wanted] = {"faults": "unjudged", "timeouts": Verdict.TIMED_OUT}


def retry(
    run: Run,
    store: Store,
    benchmark: Benchmark,
    *,
    which: Sequence[str],
    time: str | None = None,
    watch: Watcher = ignore,
    workers: int | None = None,
) -> tuple[int, Report]:
    """How many trials were judged again, and the report after that; each is replaced as soon as it is judged."""
    setup = setup_of(run, time)
    again = _chosen(run, store, which)
    if again:
        _judge(run, store, benchmark, setup, again, watch, workers)
    if time is not None:
        run = replace(run, facts={**run.facts, "retried": f"{'+'.join(which)}@{format_seconds(setup.limits.seconds)}"})
    return len(again), keep_report(store, make_report(run, store, benchmark, k=run.options.get("k")))


def setup_of(run: Run, time: str | None = None) -> Setup:
    """How the trials of a run were judged, with another time limit where one is given."""
    options: dict[str, Any] = dict(run.options)  # Any: JSON
    limits = Limits(**options["limits"])
    if time is not None:
        limits = limits.flat(_seconds(time))
    return Setup(options["judge"], limits, options["isolation"], options["python"], options["first_failure"])


def _seconds(text: str) -> float:
    try:
        return parse_seconds(text)
    except InvalidValue as error:
        raise InvalidValue(f"--time: {error}") from None


def _chosen(run: Run, store: Store, which: Sequence[str]) -> list[Trial]:
    for name in which:
        if name not in WHICH:
            raise UnknownNameError("kind of trial", name, WHICH)
    if not which:
        raise InvalidValue(f"say which trials: {' or '.join(f'--{name}' for name in WHICH)}")
    return [trial for name in which for trial in store.trials(run.id, verdict=WHICH[name])]


def _judge(
    run: Run,
    store: Store,
    benchmark: Benchmark,
    setup: Setup,
    again: Sequence[Trial],
    watch: Watcher,
    workers: int | None,
) -> None:
    progress = Progress(len(again))
    crew = Crew(workers or os.cpu_count() or 1)
    try:
        crew.start(setup)
        crew.hello()
        waiting = iter(again)
        while progress.done < len(again):
            while crew.waiting < crew.room and (one := next(waiting, None)) is not None:
                crew.put(_task(one, benchmark))
            answer = crew.get(timeout=0.2)
            watch(progress)
            if answer is None:
                continue
            trial = answer[1]
            store.replace_trials(run.id, [trial])
            progress.done += 1
            progress.passed += trial.verdict is Verdict.PASSED
    finally:
        crew.close()


def _task(trial: Trial, benchmark: Benchmark) -> Task:
    problem = benchmark.find(trial.problem_id)
    if problem is None:
        raise InvalidValue(f"problem {trial.problem_id!r} is not in {benchmark.name} {benchmark.version} any more")
    return Task(0, problem, trial.candidate)
