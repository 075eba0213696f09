"""The judged trials of a run as observations, so that a benchmark is watched over time as production is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, Final

from assay.benchmarks.base import Benchmark
from assay.errors import InvalidValue
from assay.evaluation.wording import what_came
from assay.hashing import content_digest
from assay.metrics.analysis import error_class
from assay.observations import EARLIEST, LATEST_AHEAD, LONGEST_NAME, LONGEST_TEXT, MOST_LABELS, PRODUCTION, Observation
from assay.records import CaseStatus, Trial, Writer
from assay.spec import Run
from assay.text import legible, one_line

if TYPE_CHECKING:
    from assay.store.base import Store

MOST_WRITERS: Final = 64
"""Models and versions of one run that are told apart: the rows of a file may name any number."""
_OTHERS = Writer("(others)")
_BATCH = 1000
_LONGEST_STACK = 2000


def observe(run: Run, store: Store, benchmark: Benchmark | None) -> Sequence[str]:
    """Keep each judged trial of a run as an observation, in the place of what was kept of the run before.

    Returns what a reader of the run must know: that the store does not take its observations, where that is so.
    """
    store.remove_observations(run.id)
    found = observations_of(run, store, benchmark)
    try:
        while batch := list(islice(found, _BATCH)):
            store.add_observations(batch)
    except InvalidValue as error:  # the run itself is as good as any
        store.remove_observations(run.id)
        return (f"the trials of this run are not among the observations: {error}",)
    return ()


def observations_of(run: Run, store: Store, benchmark: Benchmark | None) -> Iterator[Observation]:
    """Give the judged trials of a run as observations; the same trial always has the same id and time."""
    at, spent = _ended(run), _spent(run, store)
    stream = _name(run.benchmark) if run.benchmark != PRODUCTION else f"{PRODUCTION} (benchmark)"
    labels = {_name(key): _name(value) for key, value in islice(run.labels.items(), MOST_LABELS - 1)}
    writers: set[Writer] = set()
    for trial in store.trials(run.id):
        if trial.verdict is None:
            continue
        problem = None if benchmark is None else benchmark.find(trial.problem_id)
        writer = run.writer(trial.candidate)
        if writer not in writers:
            writer = writer if len(writers) < MOST_WRITERS else _OTHERS
            writers.add(writer)
        failure = error_class(trial.verdict, trial.outcomes, trial.detail)
        cost, seconds = spent.get(trial.problem_id, (None, None))
        yield Observation(
            task_id=_name(trial.problem_id) or "(none)",
            passed=trial.passed,
            at=at,
            id=observation_id(run.id, trial),
            stream=stream,
            model=_name(writer.model),
            model_version=_name(writer.model_version),
            task_type="" if problem is None else problem.kind.value,
            error_class="" if failure is None else failure.value,
            message=_message(trial),
            cost_usd=cost,
            latency_seconds=seconds,
            run=_name(run.id),
            labels={**labels, "attempt": str(trial.candidate.attempt)},
        )


def observation_id(run_id: str, trial: Trial) -> str:
    """Return the id of the observation that a trial becomes."""
    return content_digest(run_id, trial.problem_id, str(trial.candidate.attempt)).hex()[:32]


def _ended(run: Run) -> datetime:
    """Return when a run was done: it began then, and took so long."""
    try:
        began = datetime.fromisoformat(run.created)
        began = began if began.tzinfo else began.replace(tzinfo=UTC)
        return max(EARLIEST, min(began + timedelta(seconds=run.seconds), datetime.now(UTC) + LATEST_AHEAD))
    except (ValueError, OverflowError):
        return datetime.now(UTC)


def _spent(run: Run, store: Store) -> Mapping[str, tuple[float | None, float | None]]:
    """Return what each problem cost and how long it took, for one of its attempts."""
    found: dict[str, tuple[float | None, float | None]] = {}
    for solution in store.solutions(run.id, steps=False):
        attempts = max(1, len(solution.drafts))
        cost = solution.cost.cost_usd
        found[solution.problem_id] = None if cost is None else cost / attempts, solution.cost.seconds / attempts
    return found


def _message(trial: Trial) -> str:
    """Return what a trial failed with: one line, and the stack where there is one."""
    if trial.passed:
        return ""
    passed = CaseStatus.PASSED
    number = next((place for place, outcome in enumerate(trial.outcomes) if outcome.status is not passed), None)
    stack = trial.detail if number is None else trial.outcomes[number].error
    words = what_came(trial, number)
    text = f"{words}\n{stack[-_LONGEST_STACK:]}" if "\n" in stack.strip() else words
    return legible(text)[:LONGEST_TEXT]


def _name(text: str) -> str:
    """Return a name that any store takes: on one line, and where it is too long, cut with its digest at the end."""
    plain = one_line(text)
    if len(plain) <= LONGEST_NAME:
        return plain
    return f"{plain[: LONGEST_NAME - 18]}… {content_digest(plain).hex()[:16]}"
