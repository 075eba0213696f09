"""The page of one trial: its code, the cases that failed, the way to the reference, and what its process did."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from fastapi import APIRouter, Request, Response

from assay.evaluation.flips import diff_of
from assay.evaluation.viewing import problem_of, problem_page, trial_page
from assay.records import Execution, Trial
from assay.reports import figures
from assay.reports.page.view import FACTS, SIGNS
from assay.reports.trials import ProblemPage, TrialLine, TrialPage
from assay.service.context import Context, context_of
from assay.service.links import problem_key, run_address, trial_address
from assay.service.pages.missing import missing
from assay.service.rendering import render
from assay.service.runs import benchmark_of, lines_for, run_named
from assay.settings import flag_of
from assay.spec import Run
from assay.text import typable

router = APIRouter(include_in_schema=False)
LONGEST_OUTPUT = 20_000
"""Characters of what a program wrote that are shown."""
MOST_ATTEMPTS = 100
"""Attempts at the problem that the page names."""
LIMITS = ("time", "case", "failed", "ref", "mem", "judge", "iso", "py")
"""Facts of a run that bound what a candidate may do."""
DIFF_SIGNS = {"-": "gone", "+": "come", "@": "skip", "…": "skip"}


@dataclass(frozen=True, slots=True)
class ShownOutput:
    """What one process of a trial wrote and took."""

    ended: str
    took: str
    stdout: str
    stderr: str


@router.get("/runs/{run_id}/trial")
def keyed_trial(request: Request, run_id: str, problem: str = "", attempt: str = "") -> Response:
    """Return the page of a trial whose problem has an id that no path can carry: `problem` is its key."""
    context = context_of(request)
    run = run_named(context, run_id)
    names = (line.problem for line in (() if run is None else lines_for(context, run)))
    return _answer(request, run_id, next((name for name in names if problem_key(name) == problem), problem), attempt)


@router.get("/runs/{run_id}/trials/{problem:path}/{attempt}")
def trial(request: Request, run_id: str, problem: str, attempt: str) -> Response:
    """Return the page of a trial."""
    return _answer(request, run_id, problem, attempt)


def _answer(request: Request, run_id: str, problem: str, attempt: str) -> Response:
    context = context_of(request)
    run = run_named(context, run_id)
    if run is None:
        return missing(request, f"There is no run {run_id!r:.80}.", back="/runs")
    attempts = list(context.store.trials(run.id, problem=problem))
    found = next((one for one in attempts if str(one.candidate.attempt) == attempt), None)
    if found is None:
        what = f"Run {run.id} has no attempt {attempt!r:.40} at a problem {problem!r:.200}."
        return missing(request, what, back=run_address(run.id))
    return _page(request, run, found, attempts)


def _page(request: Request, run: Run, found: Trial, attempts: Sequence[Trial]) -> Response:
    context = context_of(request)
    problem = problem_of(benchmark_of(context, run), found)
    page = _with_cost(context, run, trial_page(found, problem))
    about = None if problem is None else problem_page(problem)
    before, after = _neighbours(lines_for(context, run), page.line)
    return render(
        request,
        "trial.html",
        run=run,
        who=str(run.writer(found.candidate)),
        page=page,
        problem=about,
        difference=list(_difference(page, about)),
        outputs=[_output(one) for one in found.executions],
        limits=[(FACTS.get(name, name), run.facts[name]) for name in LIMITS if name in run.facts],
        facts=list(_facts(found, page)),
        attempts=[one.candidate.attempt for one in attempts[:MOST_ATTEMPTS]],
        before=None if before is None else trial_address(run.id, before.problem, before.attempt),
        after=None if after is None else trial_address(run.id, after.problem, after.attempt),
        again=_again(run, page, len(attempts)),
        signs=SIGNS,
    )


def _with_cost(context: Context, run: Run, page: TrialPage) -> TrialPage:
    solution = next(context.store.solutions(run.id, problem=page.line.problem, steps=False), None)
    return page if solution is None else replace(page, cost_usd=solution.cost.cost_usd, seconds=solution.cost.seconds)


def _neighbours(lines: Sequence[TrialLine], line: TrialLine) -> tuple[TrialLine | None, TrialLine | None]:
    """Return the failures before and after an attempt, in the order of the run."""
    before: TrialLine | None = None
    seen = False
    for one in lines:
        if (one.problem, one.attempt) == (line.problem, line.attempt):
            seen = True
        elif not one.passed:
            if seen:
                return before, one
            before = one
    return (before if seen else None), None


def _difference(page: TrialPage, problem: ProblemPage | None) -> Iterator[tuple[str, str, str]]:
    """Give how the candidate differs from the reference: a sign, the class of its colour, and the line."""
    if problem is None or not problem.reference.strip():
        return
    for line in filter(None, diff_of(problem.reference, page.code).split("\n")):
        yield line[0], DIFF_SIGNS.get(line[0], ""), line[1:] if line[0] in " +-" else line


def _facts(found: Trial, page: TrialPage) -> Iterator[tuple[str, str]]:
    """Give what the trial took, as far as that is known."""
    if found.executions:
        yield "Time", figures.seconds(sum(one.effective_seconds for one in found.executions))
    if memory := max((one.memory_bytes for one in found.executions), default=0):
        yield "Memory, at most", _mebibytes(memory)
    if page.seconds is not None:
        yield "Solver took", figures.seconds(page.seconds)
    if page.cost_usd is not None:
        yield "Solver cost", figures.dollars(page.cost_usd)
    if page.line.error_class:
        yield "Class of error", page.line.error_class.replace("_", " ")
    if page.line.kind:
        yield "Task type", page.line.kind.replace("_", " ")
    if page.line.difficulty:
        yield "Difficulty", page.line.difficulty
    if page.mend:
        yield "Mended", page.mend


def _output(one: Execution) -> ShownOutput:
    if one.killed_by is not None:
        ended = f"ended by its limit: {one.killed_by.value.replace('_', ' ')}"
    else:
        ended = f"ended by signal {one.signal}" if one.exit_code is None else f"ended with status {one.exit_code}"
    took = f"{figures.seconds(one.effective_seconds)}, {_mebibytes(one.memory_bytes)}"
    return ShownOutput(ended, took, _text(one.stdout), _text(one.stderr))


def _mebibytes(memory_bytes: int) -> str:
    return f"{memory_bytes / 2**20:,.1f} MiB"


def _text(data: bytes) -> str:
    text = data[: 4 * LONGEST_OUTPUT].decode("utf-8", "replace")
    left = len(data) - LONGEST_OUTPUT
    return text if left <= 0 else f"{text[:LONGEST_OUTPUT]}\n… and about {left:,} bytes more"


def _again(run: Run, page: TrialPage, attempts: int) -> str:
    """Return the command that shows the failing case again; empty where there is none that can be typed."""
    if not (page.can_be_replayed and typable(page.line.problem)):
        return ""
    which = f" {flag_of('attempt')} {page.line.attempt}" if attempts > 1 else ""
    return f"assay replay {run.id} {shlex.quote(page.line.problem)}{which}"
