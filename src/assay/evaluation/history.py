"""What past runs say about a model's chances: attempts of finished runs, with what is known of their problems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from assay.choices import Choices
from assay.errors import UsageError
from assay.evaluation.planning import benchmark_of
from assay.solvers.calibration import Estimator, PastAttempts, Traits, traits_of
from assay.solvers.visible import visible_part
from assay.spec import PROGRAM_PAIRS, Run, RunState
from assay.store.base import Store

MOST_RUNS = 200
"""The newest runs that are looked at."""


@dataclass(frozen=True, slots=True)
class History:
    """The attempts of past runs, and the runs whose problems are not at hand any more."""

    attempts: tuple[PastAttempts, ...] = ()
    runs: int = 0
    left_out: tuple[str, ...] = ()
    """Ids of runs."""


def history_of(store: Store, choices: Choices, *, benchmark: str | None = None, limit: int = MOST_RUNS) -> History:
    """Return the judged attempts of the newest finished runs, of one benchmark or of all.

    Benchmarks are loaded as each run names them; one that cannot be loaded, or was changed since, leaves out its runs.
    """
    known: dict[str, dict[str, Traits] | None] = {}
    attempts: list[PastAttempts] = []
    used, left_out = 0, []
    for run in store.runs(limit=limit, benchmark=benchmark):
        if run.state is not RunState.FINISHED or run.spec is None or run.benchmark == PROGRAM_PAIRS:
            continue
        key = repr(run.spec.benchmark)
        if key not in known:
            known[key] = _traits(run, choices)
        traits = known[key]
        if traits is None:
            left_out.append(run.id)
            continue
        used += 1
        attempts += _attempts(store, run, traits)
    return History(tuple(attempts), used, tuple(left_out))


def estimator_from(store: Store, choices: Choices) -> Estimator:
    """Return an estimator of the chance of success that has learned from the runs of a store."""
    return Estimator(history_of(store, choices).attempts)


def _traits(run: Run, choices: Choices) -> dict[str, Traits] | None:
    try:
        benchmark = benchmark_of(run, choices)
    except UsageError:
        return None
    return {problem.id: traits_of(visible_part(problem)) for problem in benchmark}


def _attempts(store: Store, run: Run, traits: dict[str, Traits]) -> Iterator[PastAttempts]:
    passed: Counter[tuple[str, str]] = Counter()
    of: Counter[tuple[str, str]] = Counter()
    for trial in store.trials(run.id):
        if trial.verdict is None or trial.problem_id not in traits:
            continue
        key = trial.problem_id, run.writer(trial.candidate).model
        of[key] += 1
        passed[key] += trial.passed
    for (problem, model), count in of.items():
        yield PastAttempts(traits[problem], model, passed[problem, model], count)
