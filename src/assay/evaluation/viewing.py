"""Trials as people see them: a line each for lists of failures, and a page each for reports."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from assay.benchmarks.base import Benchmark
from assay.evaluation.wording import call_of, case_text, lines_named, shortened, what_came
from assay.judges.complaints import difference_in_words
from assay.metrics.analysis import error_class
from assay.records import Cases, CaseStatus, ProbeOutcome, Problem, Repository, Suite, Trial, Verdict
from assay.reports.figures import counted
from assay.reports.listing import LETTERS, SHOWN_DISAGREEMENTS, Disagreement, ProblemRow, Suspect
from assay.reports.trials import UNJUDGED, CaseLine, ProblemPage, TrialLine, TrialPage
from assay.spec import Run
from assay.store.base import Store
from assay.text import legible

LONGEST_TEXT = 20_000
"""Characters of code or of a traceback that a page shows."""
LONGEST_LINE = 200
MOST_CASES = 20
_UNSHOWN = (CaseStatus.PASSED, CaseStatus.NOT_RUN)


def trial_line(trial: Trial, problem: Problem | None) -> TrialLine:
    """Return one attempt in one line; without its problem, as far as the trial itself says it."""
    passed = CaseStatus.PASSED  # asking each outcome takes twice as long
    number = next((place for place, outcome in enumerate(trial.outcomes) if outcome.status is not passed), None)
    found = None if trial.verdict is None else error_class(trial.verdict, trial.outcomes, trial.detail)
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


def trial_page(trial: Trial, problem: Problem | None, line: TrialLine | None = None) -> TrialPage:
    """Return everything about one attempt, bounded; `line` is that of `trial_line`, where it is there already."""
    statuses = [outcome.status for outcome in trial.outcomes]
    failing = [place for place, status in enumerate(statuses) if status not in _UNSHOWN]
    source = trial.candidate.source
    code, left_out = _listing(source.decode("utf-8", "replace") if isinstance(source, bytes) else source)
    return TrialPage(
        trial_line(trial, problem) if line is None else line,
        code,
        "python" if problem is None else problem.language,
        tuple(_case(trial, problem, place) for place in failing[:MOST_CASES]),
        statuses.count(CaseStatus.PASSED),
        len(trial.outcomes),
        _cut(trial.fault if trial.verdict is None else trial.detail),
        tuple(_cut(f"{one.kind.value}: {one.evidence}") for one in trial.suspicions),
        failing_line=_failing_line(trial, failing[:MOST_CASES]),
        mend="" if trial.candidate.mend is None else trial.candidate.mend.value.replace("_", " "),
        probes=tuple(_cut(_probe(probe)) for probe in trial.probes),
        can_be_replayed=bool(failing) and problem is not None and isinstance(problem.check, Cases | Suite | Repository),
        log=_log(trial),
        code_left_out=left_out,
    )


def problem_page(problem: Problem) -> ProblemPage:
    """Return what a page shows of a problem."""
    prompt, prompt_left_out = _listing(problem.prompt)
    reference, reference_left_out = _listing(problem.reference or "")
    return ProblemPage(
        problem.id,
        prompt,
        reference,
        problem.language,
        prompt_left_out=prompt_left_out,
        reference_left_out=reference_left_out,
    )


def lines_of(run: Run, store: Store, benchmark: Benchmark | None, *, failed: bool = False) -> Iterator[TrialLine]:
    """Give the attempts of a run in the order of the store; `failed`: only those that did not pass."""
    for trial in store.trials(run.id):
        if not failed or trial.verdict is not Verdict.PASSED:
            yield trial_line(trial, problem_of(benchmark, trial))


def pages_of(run: Run, store: Store, benchmark: Benchmark | None) -> Iterator[TrialPage]:
    """Give everything about each attempt of a run, in the order of the store."""
    for trial in store.trials(run.id):
        yield trial_page(trial, problem_of(benchmark, trial))


def problem_rows(run: Run, store: Store, benchmark: Benchmark | None) -> list[ProblemRow]:
    """Return the problems of a run with all attempts at them, in the order of the benchmark."""
    letters: dict[str, list[str]] = {}
    firsts: dict[str, TrialLine] = {}
    for trial in store.trials(run.id):
        found = letters.setdefault(trial.problem_id, [])
        found.append(LETTERS[UNJUDGED if trial.verdict is None else trial.verdict.value])
        if trial.verdict is not Verdict.PASSED and trial.problem_id not in firsts:
            firsts[trial.problem_id] = trial_line(trial, problem_of(benchmark, trial))
    rows = {problem: ProblemRow(problem, "".join(found), firsts.get(problem)) for problem, found in letters.items()}
    for solution in store.solutions(run.id, steps=False):
        if not solution.drafts:
            why = "abstained" if solution.ended is None else f"no answer, ended by {solution.ended.value}"
            said = _short(f"{why}: {solution.detail}" if solution.detail else why)
            rows.setdefault(solution.problem_id, ProblemRow(solution.problem_id, left=said))
    order = places(benchmark)
    return sorted(rows.values(), key=lambda row: (order.get(row.problem, len(order)), row.problem))


def suspects_of(run: Run, store: Store) -> Iterator[Suspect]:
    """Give each reason to suspect a trial of a run."""
    for trial in store.trials(run.id):
        verdict = UNJUDGED if trial.verdict is None else trial.verdict.value
        for one in trial.suspicions:
            yield Suspect(trial.problem_id, trial.candidate.attempt, verdict, one.kind.value, _short(one.evidence))


def disagreements_of(runs: Sequence[Run], store: Store, benchmark: Benchmark | None) -> list[Disagreement]:
    """Return the problems that not all runs solve equally often, in the order of the benchmark."""
    found: list[dict[str, str]] = []
    for run in runs:
        letters: dict[str, str] = {}
        for trial in store.trials(run.id):
            letter = LETTERS[UNJUDGED if trial.verdict is None else trial.verdict.value]
            letters[trial.problem_id] = letters.get(trial.problem_id, "") + letter
        found.append(letters)
    order = places(benchmark)
    problems = sorted({name for one in found for name in one}, key=lambda name: (order.get(name, len(order)), name))
    rows = [(name, [one.get(name, "") for one in found]) for name in problems]
    rows = [(name, results) for name, results in rows if len({_share(one) for one in results} - {None}) > 1]
    return [
        Disagreement(
            name,
            tuple(map(_result, results)),
            _first_failure(name, runs, store, benchmark) if place < SHOWN_DISAGREEMENTS else None,
        )
        for place, (name, results) in enumerate(rows)
    ]


def _first_failure(name: str, runs: Sequence[Run], store: Store, benchmark: Benchmark | None) -> TrialLine | None:
    """Return the first attempt at a problem that did not pass, of the first run that has one."""
    trials = (trial for run in runs for trial in store.trials(run.id, problem=name))
    failed = (trial_line(one, problem_of(benchmark, one)) for one in trials if one.verdict is not Verdict.PASSED)
    return next(failed, None)


def nearest_problem(name: str, known: Collection[str]) -> str | None:
    """Return the one known id that is meant by a name without its beginning, or in other case; `None` for none or more.

    >>> nearest_problem("humaneval/41", ["HumanEval/41", "HumanEval/4"]), nearest_problem("41", ["HumanEval/41"])
    ('HumanEval/41', 'HumanEval/41')
    """
    wanted = name.strip().casefold()
    for same in (str.casefold, lambda text: text.casefold().rpartition("/")[2]):
        found = [one for one in known if same(one) == wanted]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def places(benchmark: Benchmark | None) -> dict[str, int]:
    """Return the place of each problem in its benchmark."""
    return {} if benchmark is None else {problem.id: place for place, problem in enumerate(benchmark)}


def problem_of(benchmark: Benchmark | None, trial: Trial) -> Problem | None:
    """Return the problem of a trial, where the benchmark is at hand."""
    return None if benchmark is None else benchmark.find(trial.problem_id)


def _share(letters: str) -> float | None:
    judged = len(letters) - letters.count(LETTERS[UNJUDGED])
    return letters.count(LETTERS["passed"]) / judged if judged else None


def _result(letters: str) -> str:
    return letters if len(letters) < 2 else f"{letters.count(LETTERS['passed'])}/{len(letters)}"


def _failing_line(trial: Trial, failing: Sequence[int]) -> int | None:
    named = lines_named(trial.outcomes[failing[0]].error if failing else trial.detail)
    return named[-1] if named else None


def _probe(probe: ProbeOutcome) -> str:
    return f"{probe.probe}: {f'failed on our side: {probe.fault}' if probe.fault else probe.detail}"


def _case(trial: Trial, problem: Problem | None, place: int) -> CaseLine:
    outcome = trial.outcomes[place]
    call = call_of(problem, trial, place) or shortened(case_text(problem, trial, place))
    error = difference_in_words(outcome.error)
    return CaseLine(place, outcome.status.value, _cut(call), _cut(outcome.expected), _cut(outcome.actual), _cut(error))


def _short(text: str) -> str:
    """Return the lines of a text as one, cut; blanks inside of a line stay, for a value may be made of them."""
    joined = " ".join(filter(None, map(str.strip, text[: 4 * LONGEST_LINE].splitlines())))
    return joined if len(joined) <= LONGEST_LINE else f"{joined[: LONGEST_LINE - 1]}…"


def _listing(text: str) -> tuple[str, int]:
    """Return as many whole lines as a page shows, and how many characters are left out; a line may be cut alone."""
    if len(text) <= LONGEST_TEXT:
        return text, 0
    shown = text[: text.rfind("\n", 0, LONGEST_TEXT) + 1] or text[:LONGEST_TEXT]
    return shown, len(text) - len(shown)


def _log(trial: Trial) -> str:
    """Return the end of what the tests of a repository wrote; other judges keep no log."""
    if trial.judge != "repository" or not trial.executions:
        return ""
    return legible(trial.executions[0].stderr[-LONGEST_TEXT:].decode("utf-8", "replace"))


def _cut(text: str) -> str:
    left = len(text) - LONGEST_TEXT
    return text if left <= 0 else f"{text[:LONGEST_TEXT]}\n… and {counted(left, 'character')} more"
