"""Runs, scores, trials and solutions as the rows of a database, and back."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from assay.records import Score, Trial
from assay.solutions import Solution
from assay.spec import Run, RunSpec, RunState
from assay.store.codec import Packed, from_column, from_json_column, from_real, json_column, to_column, to_real
from assay.store.hours import checked_time
from assay.store.solution_codec import PackedSolution

if TYPE_CHECKING:
    from sqlalchemy import Row

Values = dict[str, Any]  # Any: what a database takes
_TEXTS = ("id", "name", "benchmark", "benchmark_version", "created", "model", "model_version", "source", "plan")
_LARGEST = 2**63 - 1


def run_values(run: Run) -> Values:
    """A run's columns, without its scores."""
    return {name: to_column(getattr(run, name)) for name in _TEXTS} | {
        "state": run.state.value,
        "problems": run.problems,
        "selected_problems": run.selected_problems,
        "benchmark_problems": run.benchmark_problems,
        "trials": run.trials,
        "seconds": to_real(run.seconds),
        "labels": json_column(dict(run.labels)),
        "facts": json_column(dict(run.facts)),
        "spec": json_column(None if run.spec is None else run.spec.as_dict()),
        "notes": json_column(run.notes),
    }


def run_of(row: Row[Any], scores: Iterable[Score]) -> Run:  # Any: a row of any columns
    """The run that a row tells of."""
    return Run(
        **{name: from_column(getattr(row, name)) for name in _TEXTS} | {"created": _created(from_column(row.created))},
        state=RunState(row.state),
        problems=whole(row.problems),
        selected_problems=whole(row.selected_problems),
        benchmark_problems=whole(row.benchmark_problems),
        trials=whole(row.trials),
        seconds=float(row.seconds),
        labels=texts_of(row.labels),
        facts=texts_of(row.facts),
        spec=_spec_of(row.spec),
        notes=_notes(row.notes),
        scores=tuple(scores),
    )


def whole(value: object) -> int:
    """Return a value of a column of whole numbers; SQLite keeps any other there too."""
    if type(value) is not int:
        raise TypeError(f"a whole number is kept as {value!r:.80}")
    return value


def texts_of(text: str) -> dict[str, str]:
    """Return texts by name from a column of JSON."""
    found = from_json_column(text)
    if not isinstance(found, dict) or not all(isinstance(one, str) for one in found.values()):
        raise TypeError(f"texts by name are kept as {text!r:.80}")
    return found


def _notes(text: str) -> tuple[str, ...]:
    found = from_json_column(text)
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise TypeError(f"a list of texts is kept as {text!r:.80}")
    return tuple(found)


def _created(text: str) -> str:
    """Return when a run was made, unless that is a time which another zone does not have."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return text  # shown as it is
    checked_time(found)
    return text


def _spec_of(text: str) -> RunSpec | None:
    data = from_json_column(text)
    return None if data is None else RunSpec.from_dict(data)


def score_values(run: int, scores: Sequence[Score]) -> list[Values]:
    """The rows of a run's scores."""
    return [
        {
            "run": run,
            "place": place,
            "metric": to_column(score.metric),
            "k": score.k,
            "value": to_real(score.value),
            "n": score.n,
            "low": to_real(score.interval[0]) if score.interval else None,
            "high": to_real(score.interval[1]) if score.interval else None,
            "pooled": to_real(score.pooled),
            "signature": to_column(score.signature),
            "note": to_column(score.note),
        }
        for place, score in enumerate(scores)
    ]


def score_of(row: Row[Any]) -> Score:  # Any: a row of any columns
    """The score that a row tells of."""
    low, high = from_real(row.low), from_real(row.high)
    return Score(
        metric=from_column(row.metric),
        value=from_real(row.value),
        n=whole(row.n),
        interval=None if low is None or high is None else (low, high),
        signature=from_column(row.signature),
        k=None if row.k is None else whole(row.k),
        note=from_column(row.note),
        pooled=from_real(row.pooled),
    )


def trial_values(run: int, sequence: int, trial: Trial, packed: Packed) -> Values:
    """A trial's columns: its body, and the facts that people ask a database for."""
    return {
        "run": run,
        "sequence": sequence,
        "problem": to_column(trial.problem_id),
        "attempt": trial.candidate.attempt,
        "verdict": None if trial.verdict is None else trial.verdict.value,
        "fault": to_column(trial.fault),
        "model": to_column(trial.candidate.model),
        "model_version": to_column(trial.candidate.model_version),
        "seconds": to_real(math.fsum(execution.effective_seconds for execution in trial.executions)),
        "memory_bytes": min(max((execution.memory_bytes for execution in trial.executions), default=0), _LARGEST),
        "cases": len(trial.outcomes),
        "cases_passed": sum(outcome.passed for outcome in trial.outcomes),
        "suspicions": ",".join(sorted({suspicion.kind.value for suspicion in trial.suspicions})),
        "names": packed.names_digest,
        "body": packed.body,
    }


def solution_values(run: int, solution: Solution, packed: PackedSolution) -> Values:
    """A solution's columns: its body, its steps, and the facts that people ask a database for."""
    cost = solution.cost
    return {
        "run": run,
        "problem": to_column(solution.problem_id),
        "drafts": len(solution.drafts),
        "abstained": int(solution.abstained),
        "ended": None if solution.ended is None else solution.ended.value,
        "calls": min(cost.calls, _LARGEST),
        "tokens_in": min(cost.tokens_in, _LARGEST),  # what a server says, which may be anything
        "tokens_out": min(cost.tokens_out, _LARGEST),
        "cost_usd": to_real(cost.cost_usd),
        "seconds": to_real(cost.seconds),
        "body": packed.body,
        "steps": packed.steps,
    }
