"""`assay show`: a run's score and its failures, a page at a time, or everything about the attempts at one problem."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from assay.cli.listing import with_trials
from assay.cli.run import flag, opened, show_details
from assay.cli.runs import benchmark_of, choices_with, trials_of
from assay.cli.screens import program, put, screen
from assay.errors import InvalidValue
from assay.text import json_text

if TYPE_CHECKING:
    from assay.benchmarks.base import Benchmark
    from assay.records import Trial
    from assay.reports.listing import ProblemRow
    from assay.reports.screen import Screen
    from assay.spec import Run
    from assay.store.base import Store

T = TypeVar("T")
SHOWN_ATTEMPTS = 10


@dataclass(frozen=True, slots=True)
class Wish:
    """What of a run is to be shown."""

    problem: str | None = None
    failed: bool = False
    suspicious: bool = False
    details: bool = False
    steps: bool = False
    """The solver's prompts and answers in full."""
    page: int | None = None
    everything: bool = False
    """All pages at once."""

    def check(self) -> None:
        """Refuse flags that do not go together."""
        if self.steps and self.problem is None:
            raise InvalidValue("--steps: needs --problem ID, whose steps are shown")
        if self.page is not None and self.everything:
            raise InvalidValue("--page: --all shows all pages, so leave one of them out")
        if self.failed and self.suspicious:
            raise InvalidValue("--suspicious: shows other trials than --failed, so leave one of them out")


def show_run(name: str, wish: Wish, *, as_json: bool, store: str | None) -> None:
    """Print what is wished for of a run."""
    wish.check()
    choices = choices_with(store)
    with opened(choices) as kept:
        run = with_trials(kept.find_run(name), kept)
        benchmark = benchmark_of(run, choices)
        if wish.problem is not None:
            flag(
                "--problem",
                wish.problem,
                lambda name: _show_problem(kept, run, benchmark, name, wish=wish, as_json=as_json),
            )
            return
        _show_report(kept, run, benchmark, wish=wish, as_json=as_json)


def _show_report(store: Store, run: Run, benchmark: Benchmark | None, *, wish: Wish, as_json: bool) -> None:
    from assay.evaluation.reporting import make_report, report_of
    from assay.evaluation.viewing import problem_rows
    from assay.reports.brief import one_line_parts, score_block, signature_lines
    from assay.reports.screen import GAP, packed

    report = report_of(run, store) or make_report(run, store, benchmark)
    if as_json:
        rows = [row for row in problem_rows(run, store, benchmark) if row.failed or not wish.failed]
        print(json_text({**report.to_dict(), "per_problem": [_data(row) for row in rows]}))
        return
    place = screen()
    brief = (wish.failed or wish.suspicious) and not wish.details
    block = (
        ["", *score_block(report, place, program=program()), ""]
        if not brief
        else [*map(place.bold, packed(one_line_parts(report), place, between=GAP)), ""]
    )
    if wish.details:
        put(block)
        show_details(report)
        put(signature_lines(report))
        return
    if wish.suspicious:
        body = _suspicious(store, run, wish, place)
    else:
        body = _problems(problem_rows(run, store, benchmark), run, wish, place)
    put([*block, *body, "", *signature_lines(report)])


def _problems(rows: list[ProblemRow], run: Run, wish: Wish, place: Screen) -> list[str]:
    from assay.reports.brief import quoted
    from assay.reports.listing import failed_lines, problem_lines

    failing = [row for row in rows if row.failed]
    listed = failing if wish.failed else failing + [row for row in rows if not row.failed]
    shown, more = _page(listed, run, wish, place)
    lines = (failed_lines if wish.failed else problem_lines)(shown, place)
    if not listed:
        return ["every candidate passed" if rows else "nothing was judged yet"]
    example = f"{program()} show {run.id} --problem {quoted(listed[0].problem)}"
    return [*lines, "", *more, place.faint(example)]


def _suspicious(store: Store, run: Run, wish: Wish, place: Screen) -> list[str]:
    from assay.evaluation.viewing import suspects_of
    from assay.reports.listing import suspect_lines

    found = list(suspects_of(run, store))
    if not found:
        return ["nothing is suspicious"]
    shown, more = _page(found, run, wish, place)
    return [*suspect_lines(shown, place), *more]


def _page(found: Sequence[T], run: Run, wish: Wish, place: Screen) -> tuple[Sequence[T], list[str]]:
    """Return what is on the wished page, and how to see the others; a pipe gets all unless a page is wished."""
    from assay.reports.listing import PAGE, pages

    if wish.everything or (wish.page is None and place.width is None):
        return found, []
    number, last = wish.page or 1, pages(len(found))
    if not 1 <= number <= last:
        raise InvalidValue(f"--page: there {'is 1 page' if last == 1 else f'are {last} pages'}, got {number}")
    if last == 1:
        return found, []
    chosen = " --failed" if wish.failed else " --suspicious" if wish.suspicious else ""
    following = f"--page {number + 1}" if number < last else "--all"
    more = f"page {number} of {last}   {program()} show {run.id}{chosen} {following}"
    return found[(number - 1) * PAGE : number * PAGE], [place.faint(more)]


def _data(row: ProblemRow) -> dict[str, Any]:  # Any: JSON
    first = row.left if row.first is None else row.first.call or row.first.what
    return {
        "problem": row.problem,
        "attempts": row.letters,
        "passed": row.passed,
        "judged": row.judged,
        "first": first,
    }


def _show_problem(store: Store, run: Run, benchmark: Benchmark | None, name: str, *, wish: Wish, as_json: bool) -> None:
    from assay.cli.history import history_data, print_history

    found = None if benchmark is None else benchmark.find(name)
    problem_id = name if found is None else found.id
    solution = next(store.solutions(run.id, problem=problem_id), None)
    if solution is None:
        trials = trials_of(store, run, benchmark, name)
    else:  # it may have no attempt, or none that is judged yet
        trials = list(store.trials(run.id, problem=problem_id))
    if as_json:
        solved = {} if solution is None else {"solution": history_data(solution, whole=wish.steps)}
        print(json_text({"trials": [trial.to_dict() for trial in trials], **solved}))
        return
    _show_attempts(trials, run, benchmark, wish)
    if solution is not None:
        print_history(solution, whole=wish.steps)


def _show_attempts(trials: Sequence[Trial], run: Run, benchmark: Benchmark | None, wish: Wish) -> None:
    from assay.evaluation.viewing import problem_of, problem_page, trial_page
    from assay.reports.attempts import attempt_lines
    from assay.reports.brief import quoted

    place, shown = screen(), trials if wish.everything else trials[:SHOWN_ATTEMPTS]
    for trial in shown:
        problem = problem_of(benchmark, trial)
        page = trial_page(trial, problem)
        which = f" --attempt {trial.candidate.attempt}" if len(trials) > 1 else ""
        again = f"{program()} replay {run.id} {quoted(trial.problem_id)}{which}" if page.can_be_replayed else ""
        about = None if problem is None else problem_page(problem)
        writer = run.writer(trial.candidate)
        model = str(writer) if writer.model else ""
        put([*attempt_lines(page, about, place, model=model, again=again), ""])
    if len(shown) < len(trials):
        left = len(trials) - len(shown)
        put([f"{left:,} more attempts   {program()} show {run.id} --problem {quoted(trials[0].problem_id)} --all"])
