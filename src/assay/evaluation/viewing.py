"""Trials as people see them: a line each for lists of failures, and a page each for reports."""

from __future__ import annotations

from collections.abc import Iterator

from assay.benchmarks.base import Benchmark
from assay.evaluation.replay import case_text
from assay.evaluation.wording import call_of, shortened, what_came
from assay.metrics.analysis import error_class
from assay.records import Problem, Trial, Verdict
from assay.reports.trials import UNJUDGED, CaseLine, ProblemPage, TrialLine, TrialPage
from assay.spec import Run
from assay.store.base import Store

LONGEST_TEXT = 20_000
"""Characters of code or of a traceback that a page shows."""
LONGEST_LINE = 200
MOST_CASES = 20


def trial_line(trial: Trial, problem: Problem | None) -> TrialLine:
    """Return one attempt in one line; without its problem, as far as the trial itself says it."""
    number = next((place for place, outcome in enumerate(trial.outcomes) if not outcome.passed), None)
    found = None if trial.verdict is None else error_class(trial.verdict, trial.outcomes)
    return TrialLine(
        trial.problem_id,
        trial.candidate.attempt,
        UNJUDGED if trial.verdict is None else trial.verdict.value,
        call=_short(call_of(problem, trial, number)),
        what=_short(what_came(trial, number)),
        kind="" if problem is None else problem.kind.value,
        difficulty="" if problem is None or problem.difficulty is None else str(problem.difficulty),
        tags=() if problem is None else tuple(problem.tags),
        error_class="" if found is None else found.value,
        suspicions=tuple(dict.fromkeys(suspicion.kind.value for suspicion in trial.suspicions)),
        model=trial.candidate.model,
    )


def trial_page(trial: Trial, problem: Problem | None) -> TrialPage:
    """Return everything about one attempt, bounded."""
    failing = [place for place, outcome in enumerate(trial.outcomes) if not outcome.passed][:MOST_CASES]
    source = trial.candidate.source
    return TrialPage(
        trial_line(trial, problem),
        _cut(source.decode("utf-8", "replace") if isinstance(source, bytes) else source),
        "python" if problem is None else problem.language,
        tuple(_case(trial, problem, place) for place in failing),
        sum(outcome.passed for outcome in trial.outcomes),
        len(trial.outcomes),
        _cut(trial.fault if trial.verdict is None else trial.detail),
        tuple(_cut(f"{one.kind.value}: {one.evidence}") for one in trial.suspicions),
    )


def problem_page(problem: Problem) -> ProblemPage:
    """Return what a page shows of a problem."""
    return ProblemPage(problem.id, _cut(problem.prompt), _cut(problem.reference or ""), problem.language)


def lines_of(run: Run, store: Store, benchmark: Benchmark | None, *, failed: bool = False) -> Iterator[TrialLine]:
    """Give the attempts of a run in the order of the store; `failed`: only those that did not pass."""
    for trial in store.trials(run.id):
        if not failed or trial.verdict is not Verdict.PASSED:
            yield trial_line(trial, None if benchmark is None else benchmark.find(trial.problem_id))


def pages_of(run: Run, store: Store, benchmark: Benchmark | None) -> Iterator[TrialPage]:
    """Give everything about each attempt of a run, in the order of the store."""
    for trial in store.trials(run.id):
        yield trial_page(trial, None if benchmark is None else benchmark.find(trial.problem_id))


def _case(trial: Trial, problem: Problem | None, place: int) -> CaseLine:
    outcome = trial.outcomes[place]
    call = call_of(problem, trial, place) or shortened(case_text(problem, trial, place))
    return CaseLine(
        place, outcome.status.value, _cut(call), _cut(outcome.expected), _cut(outcome.actual), _cut(outcome.error)
    )


def _short(text: str) -> str:
    joined = " ".join(text[: 4 * LONGEST_LINE].split())
    return joined if len(joined) <= LONGEST_LINE else f"{joined[: LONGEST_LINE - 1]}…"


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}\n… {len(text) - LONGEST_TEXT:,} more"
