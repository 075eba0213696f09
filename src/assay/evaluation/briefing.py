"""What is told of a run at its end: the first failures, and what changed since the run before."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from assay.benchmarks.base import Benchmark
from assay.evaluation.viewing import places, problem_of, trial_line
from assay.records import Trial, Verdict
from assay.reports.brief import SHOWN_FAILURES, Change, RunBrief
from assay.reports.report import Report
from assay.reports.tradeoff import differences
from assay.spec import Run, RunState
from assay.store.base import UNJUDGED, Store, Wanted

SEARCHED_RUNS = 30
"""How many of the newest runs of a benchmark are looked at for one to compare with."""
LARGEST_COMPARED = 5_000
"""Trials of a run that are read only to say in a line what changed; of larger ones the command is named."""


def brief_of(report: Report, store: Store, benchmark: Benchmark | None, *, compared: bool = True) -> RunBrief:
    """Return what is told of a run; `compared`: with the change since the run before."""
    found = _first_failures(report, store, benchmark)
    failures = tuple(trial_line(trial, problem_of(benchmark, trial)) for trial in found)
    return RunBrief(report, failures, change_of(report.run, store) if compared else None)


def previous_run(run: Run, store: Store) -> Run | None:
    """Return the newest finished run before this one that asked the same problems under the same conditions.

    One of the same model is preferred to those of others.
    """
    if run.state is not RunState.FINISHED or not run.problems:
        return None
    fitting = [
        other
        for other in store.runs(limit=SEARCHED_RUNS, benchmark=run.benchmark)
        if other.id != run.id
        and other.created <= run.created
        and other.state is RunState.FINISHED
        and _selection(other) == _selection(run)
        and not any(differences([other, run]))
    ]
    return next((other for other in fitting if other.model == run.model), fitting[0] if fitting else None)


def change_of(run: Run, store: Store) -> Change | None:
    """Return what changed since the run before; nothing where there is none to compare with."""
    previous = previous_run(run, store)
    if previous is None:
        return None
    if max(run.trials, previous.trials) > LARGEST_COMPARED:
        return Change(previous)
    first, second = _shares(previous, store), _shares(run, store)
    shared = sorted(first.keys() & second.keys())
    if not shared:
        return None
    values = [first[problem] for problem in shared], [second[problem] for problem in shared]
    if not {*values[0], *values[1]} <= {0.0, 1.0}:  # a word on repeated attempts takes half a second, for scipy
        return Change(previous, math.fsum(values[1]) / len(shared) - math.fsum(values[0]) / len(shared))
    from assay.statistics.pairing import paired_difference

    difference = paired_difference(*values)
    return Change(previous, difference.value, difference.decision)


def _shares(run: Run, store: Store) -> dict[str, float]:
    """Return how often the attempts at each problem passed, of those that have a verdict."""
    judged = Counter(problem for problem, _ in store.judged(run.id))
    passed = Counter(trial.problem_id for trial in store.trials(run.id, verdict=Verdict.PASSED))
    return {problem: passed[problem] / count for problem, count in judged.items()}


def _selection(run: Run) -> tuple[object, ...]:
    subset = None if run.spec is None else replace(run.spec.subset, attempts=None, stop_when=None)
    return run.problems, run.selected_problems, subset


def _first_failures(report: Report, store: Store, benchmark: Benchmark | None) -> list[Trial]:
    """Return one failed trial of each of the first problems that have one, in the order of the benchmark."""
    wanted: list[Wanted] = [verdict for verdict in Verdict if not verdict.passed and report.verdicts.get(verdict)]
    wanted += [UNJUDGED] if report.unjudged else []
    found: dict[str, Trial] = {}
    for verdict in wanted:
        for trial in islice(_one_each(store.trials(report.run.id, verdict=verdict)), SHOWN_FAILURES):
            known = found.get(trial.problem_id)
            if known is None or trial.candidate.attempt < known.candidate.attempt:
                found[trial.problem_id] = trial
    order = places(benchmark)
    return sorted(found.values(), key=lambda trial: order.get(trial.problem_id, len(order)))[:SHOWN_FAILURES]


def _one_each(trials: Iterator[Trial]) -> Iterator[Trial]:
    seen = set()
    for trial in trials:
        if trial.problem_id not in seen:
            seen.add(trial.problem_id)
            yield trial
