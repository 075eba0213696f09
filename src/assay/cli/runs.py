"""What is done with runs that are kept: list, show, export, rescore, retry, replay."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from assay.choices import Choices
from assay.cli import configuration
from assay.cli.progress import watching
from assay.cli.run import flag, opened, show
from assay.errors import InvalidValue, UnknownNameError, UsageError
from assay.settings import flag_of, parse_seconds
from assay.spec import read_labels
from assay.text import json_text, one_line

if TYPE_CHECKING:
    from assay.benchmarks.base import Benchmark
    from assay.records import Problem, Trial
    from assay.spec import Run
    from assay.store.base import Store

LETTERS = {"passed": "P", "failed": "F", "crashed": "C", "timed_out": "T", "out_of_memory": "M", "invalid": "I"}
SHOWN_ATTEMPTS = 20
LISTS = ("benchmarks", "languages", "metrics", "prompts", "runs", "strategies")


def choices_with(store: str | None) -> Choices:
    """The choices in force, with the store that a flag names."""
    return configuration.choices().changed(store=store)


def benchmark_of(run: Run, choices: Choices) -> Benchmark | None:
    """The benchmark that a run was made on; `None` where it is not to be had any more, or was changed since."""
    from assay.evaluation import planning

    try:
        return planning.benchmark_of(run, choices)
    except UsageError:
        return None


# ---- list ----------------------------------------------------------------------------------------------------------


def list_things(
    what: str, *, as_json: bool, limit: int, store: str | None, benchmark: str | None = None, labels: Sequence[str] = ()
) -> None:
    """Prints what there is of a kind."""
    if what not in LISTS:
        raise UnknownNameError("list", what, LISTS)
    found = _runs(choices_with(store), limit, benchmark, read_labels(labels)) if what == "runs" else _named(what)
    rows = list(found)
    if as_json:
        print(json_text({what: rows}))
        return
    if what == "runs":
        rows = [_listed(row) for row in rows]
    if not rows:
        print(f"no {what} yet")
    widths = {key: max(len(one_line(str(row[key]))) for row in rows) for key in rows[0]} if rows else {}
    for row in rows:
        print("  ".join(one_line(str(value)).ljust(widths[key]) for key, value in row.items()).rstrip())


def _named(what: str) -> Iterator[dict[str, Any]]:  # Any: JSON
    if what == "metrics":
        from assay.metrics.catalog import all_metrics

        metrics = sorted(all_metrics(), key=lambda metric: metric.name)
        yield from ({"name": metric.name, "what": metric.summary} for metric in metrics)
    elif what == "strategies":
        from assay.solvers.grammar import strategy_names

        yield from ({"name": name, "what": summary} for name, summary in strategy_names().items())
    elif what == "benchmarks":
        from assay.benchmarks.family import families

        yield from ({"name": name, "what": family.summary} for name, family in families().items())
    elif what == "prompts":
        from assay.solvers.prompts import builtin_templates

        for name, template in builtin_templates().items():
            yield {"name": name, "version": template.signature.partition("@")[2], "what": template.summary}
    else:
        from assay.sandbox.toolchains import examine_toolchains

        for found in examine_toolchains():
            yield {"name": found.language, "what": found.version or f"missing: {found.detail}"}


def _runs(
    choices: Choices, limit: int, benchmark: str | None, labels: Mapping[str, str]
) -> Iterator[dict[str, Any]]:  # Any: JSON
    from assay.benchmarks.families import family_name
    from assay.reports.report import who, writers_from
    from assay.spec import RunState

    wanted = benchmark and (family_name(benchmark) or benchmark)
    with opened(choices) as store:
        for found in store.runs(limit=limit, benchmark=wanted, labels=labels):
            run = _with_trials(found, store)
            first = run.scores[0] if run.scores else None
            done = run.state is RunState.FINISHED
            yield {
                "run": run.id,
                "created": run.created[:16].replace("T", " "),
                "benchmark": run.benchmark,
                "model": who(run, writers_from(store.report(run.id) or {})) or Path(run.source).name,
                "name": run.name,
                "labels": " ".join(f"{key}={value}" for key, value in run.labels.items()),
                "state": run.state.value,
                "trials": run.trials,
                "problems": run.problems if done else len({problem for problem, _ in store.judged(run.id)}),
                "selected_problems": run.selected_problems,
                "benchmark_problems": run.benchmark_problems,
                "score": "" if first is None or first.value is None else f"{first.metric} {first.value:.1%}",
            }


def _with_trials(run: Run, store: Store) -> Run:
    """The run with the number of trials it has by now; one that was killed did not write it down."""
    from assay.spec import RunState

    if run.state is RunState.FINISHED:
        return run
    return replace(run, trials=sum(store.counts(run.id).values()))


def _listed(row: dict[str, Any]) -> dict[str, Any]:  # Any: JSON
    """The row of a run as a person reads it: the three counts of problems as one."""
    known = row["benchmark_problems"]
    shown = {**row, "problems": f"{row['problems']} of {known} problems answered" if known else row["problems"]}
    return {key: value for key, value in shown.items() if key not in ("selected_problems", "benchmark_problems")}


# ---- show ----------------------------------------------------------------------------------------------------------


def show_run(
    name: str, *, problem: str | None, failed: bool, as_json: bool, store: str | None, steps: bool = False
) -> None:
    """Prints the report of a run with a line per problem, or everything about one problem."""
    if steps and problem is None:
        raise InvalidValue("--steps: needs --problem ID, whose steps are shown")
    choices = choices_with(store)
    with opened(choices) as kept:
        run = _with_trials(kept.find_run(name), kept)
        benchmark = benchmark_of(run, choices)
        if problem is not None:
            flag(
                "--problem",
                problem,
                lambda name: _show_problem(kept, run, benchmark, name, steps=steps, as_json=as_json),
            )
            return
        _show_report(kept, run, benchmark, failed=failed, as_json=as_json)


def _show_report(store: Store, run: Run, benchmark: Benchmark | None, *, failed: bool, as_json: bool) -> None:
    from assay.evaluation.reporting import make_report, report_of

    report = report_of(run, store) or make_report(run, store, benchmark)
    lines = list(_per_problem(store, run, benchmark, failed=failed))
    if as_json:
        print(json_text({**report.to_dict(), "per_problem": lines}))
        return
    show(report)
    print()
    width = max((len(one_line(line["problem"])) for line in lines), default=0)
    for line in lines:
        attempts = line["attempts"][:SHOWN_ATTEMPTS] + ("…" if len(line["attempts"]) > SHOWN_ATTEMPTS else "")
        share = f"{line['passed']}/{line['judged']}"
        print(f"{one_line(line['problem']):<{width}}  {attempts}  {share}  {line['first']}".rstrip())
    letters = ", ".join(f"{letter} {name}" for name, letter in LETTERS.items())
    print(f"\n{letters}, ? unjudged; assay show {run.id} --problem ID shows the failing case")


def _per_problem(
    store: Store, run: Run, benchmark: Benchmark | None, *, failed: bool
) -> Iterator[dict[str, Any]]:  # Any: JSON
    from assay.evaluation.replay import case_text

    lines: dict[str, dict[str, Any]] = {}  # Any: JSON
    for trial in store.trials(run.id):
        line = lines.setdefault(
            trial.problem_id, {"problem": trial.problem_id, "attempts": "", "passed": 0, "judged": 0, "first": ""}
        )
        verdict = None if trial.verdict is None else trial.verdict.value
        line["attempts"] += "?" if verdict is None else LETTERS[verdict]
        line["judged"] += verdict is not None
        line["passed"] += verdict == "passed"
        if verdict != "passed" and not line["first"]:
            number = next((i for i, outcome in enumerate(trial.outcomes) if not outcome.passed), None)
            where = "" if number is None else case_text(_problem(benchmark, trial), trial, number)
            line["first"] = _one_line(where or trial.detail or trial.fault)
    for solution in store.solutions(run.id, steps=False):
        if not solution.drafts:
            why = "abstained" if solution.ended is None else f"no answer, ended by {solution.ended.value}"
            left = {"problem": solution.problem_id, "attempts": "", "passed": 0, "judged": 0}
            lines.setdefault(solution.problem_id, {**left, "first": _one_line(f"{why}: {solution.detail}")})
    order = {} if benchmark is None else {problem.id: place for place, problem in enumerate(benchmark)}
    for line in sorted(lines.values(), key=lambda line: (order.get(line["problem"], len(order)), line["problem"])):
        if not failed or line["passed"] < len(line["attempts"]):
            yield line


def _one_line(text: str) -> str:
    return one_line(" ".join(text.split())[:100])


def _problem(benchmark: Benchmark | None, trial: Trial) -> Problem | None:
    return None if benchmark is None else benchmark.find(trial.problem_id)


def _show_problem(
    store: Store, run: Run, benchmark: Benchmark | None, name: str, *, steps: bool, as_json: bool
) -> None:
    from assay.cli.history import history_data, print_history

    found = None if benchmark is None else benchmark.find(name)
    problem_id = name if found is None else found.id
    solution = next(store.solutions(run.id, problem=problem_id), None)
    if solution is None:
        trials = _trials_of(store, run, benchmark, name)
    else:  # it may have no attempt, or none that is judged yet
        trials = list(store.trials(run.id, problem=problem_id))
    if as_json:
        solved = {} if solution is None else {"solution": history_data(solution, whole=steps)}
        print(json_text({"trials": [trial.to_dict() for trial in trials], **solved}))
        return
    for trial in trials:
        _show_trial(trial, _problem(benchmark, trial))
    if solution is not None:
        print_history(solution, whole=steps)


def _trials_of(store: Store, run: Run, benchmark: Benchmark | None, name: str) -> list[Trial]:
    found = None if benchmark is None else benchmark.find(name)
    trials = list(store.trials(run.id, problem=name if found is None else found.id))
    if not trials:
        known = sorted({problem for problem, _ in store.judged(run.id)})
        raise UnknownNameError("problem of this run", name, known)
    return trials


def _show_trial(trial: Trial, problem: Problem | None) -> None:
    from assay.evaluation.replay import case_text

    verdict = "unjudged" if trial.verdict is None else trial.verdict.value
    passed = sum(outcome.passed for outcome in trial.outcomes)
    which = f"{trial.problem_id} attempt {trial.candidate.attempt}"
    print(one_line(f"{which}: {verdict}, {passed} of {len(trial.outcomes)} cases"))
    number = next((i for i, outcome in enumerate(trial.outcomes) if not outcome.passed), None)
    if number is not None:
        outcome = trial.outcomes[number]
        print(f"  case {number} ({outcome.kind.value}): {outcome.status.value}")
        print_field("input", case_text(problem, trial, number))
        print_field("expected", outcome.expected)
        print_field("actual", outcome.actual)
        print_field("error", outcome.error)
    print_field("why", trial.detail if number is None else "")
    print_field("fault", trial.fault)
    for suspicion in trial.suspicions:
        print_field("suspicion", f"{suspicion.kind.value}: {suspicion.evidence}")
    for probe in trial.probes:
        said = f"failed on our side: {probe.fault}" if probe.fault else probe.detail
        print_field("probe", f"{probe.probe}: {said}")
    if trial.candidate.mend is not None:
        print_field("mended", trial.candidate.mend.value.replace("_", " "))
    source = trial.candidate.source
    print_field("source", source.decode("utf-8", "replace") if isinstance(source, bytes) else source)
    print()


def print_field(name: str, text: str) -> None:
    """A field with the lines of its text below each other; what a terminal would obey is shown, not obeyed."""
    if not text:
        return
    first, *rest = text[:20_000].rstrip("\n").split("\n")
    print(f"  {name:<9}  {one_line(first)}")
    for line in rest:
        print(f"  {'':<9}  {one_line(line)}")


# ---- export, rescore, retry, replay ----------------------------------------------------------------------------------


def export_run(
    name: str, *, form: str, output: str | None, store: str | None, training: Mapping[str, Any]
) -> None:  # Any: numbers and a switch
    """Write a run in the format of another tool; `training` has what was chosen for rows that train a model."""
    from assay.reports.exporting import FORMATS, export, left_out
    from assay.reports.training import FORMS

    if form in FORMS:
        from assay.cli.training import export_training

        export_training(name, form=form, output=output, store=store, chosen=training)
        return
    if form not in FORMATS:
        raise InvalidValue(f"--format: {UnknownNameError('export format', form, [*FORMATS, *FORMS])}")
    if training:
        raise InvalidValue(f"{flag_of(next(iter(training)))} belongs to --format {' or '.join(FORMS)}, got {form!r}")
    with opened(choices_with(store)) as kept:
        run = kept.find_run(name)
        with written(output) as file:
            count = export(run, kept, form, file)
    if missing := left_out(run, form):
        print(f"note: {one_line(missing)}", file=sys.stderr)
    if output is not None:
        print(f"{count} trials of run {run.id} written to {output}")


@contextlib.contextmanager
def written(output: str | None, *, binary: bool = False) -> Iterator[IO[Any]]:  # Any: text or bytes
    """Open the file to write, which is in its place when all of it is there; without a name, standard output."""
    if output is None:
        yield sys.stdout
        return
    path = Path(output)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.part")
        with part.open("wb") if binary else part.open("w", encoding="utf-8", newline="") as file:
            yield file
        part.replace(path)
    except OSError as error:
        raise InvalidValue(f"--output {output!r}: {error.strerror}") from None


def rescore_run(name: str, *, k: str | None, seed: int, as_json: bool, store: str | None) -> None:
    """Scores the kept trials anew, without judging anything."""
    from assay.evaluation.planning import benchmark_of as known_benchmark
    from assay.evaluation.reporting import keep_report, make_report

    choices = choices_with(store)
    values = choices.changed(k=k).scoring.k
    with opened(choices) as kept:
        run = kept.find_run(name)
        report = keep_report(kept, make_report(run, kept, known_benchmark(run, choices), k=values, seed=seed))
    if as_json:
        print(json_text(report.to_dict()))
    else:
        show(report)


def retry_run(name: str, *, which: Sequence[str], time: str | None, quiet: bool, store: str | None) -> None:
    """Judge some trials of a run again, and score it anew."""
    from assay.engines.opening import open_engine
    from assay.evaluation.planning import benchmark_of as known_benchmark
    from assay.evaluation.retrying import retry

    choices = choices_with(store)
    seconds = None if time is None else flag("--time", time, parse_seconds)
    with opened(choices) as kept, contextlib.closing(open_engine(choices.resources)) as engine:
        run = kept.find_run(name)
        benchmark = known_benchmark(run, choices)
        with watching(f"retry {run.id}", quiet=quiet) as watch:
            count, report = retry(run, kept, benchmark, engine=engine, which=which, seconds=seconds, watch=watch)
    print(f"{count} trials judged again")
    show(report)


def replay_run(
    name: str, problem: str, *, attempt: int | None, case: int | None, output: str | None, store: str | None
) -> None:
    """Writes a script that shows a failing case again."""
    from assay.evaluation.planning import benchmark_of as known_benchmark
    from assay.evaluation.replay import replay
    from assay.judges.bundle import bundle
    from assay.judges.separate import source_bytes

    choices = choices_with(store)
    with opened(choices) as kept:
        run = kept.find_run(name)
        benchmark = known_benchmark(run, choices)
        trials = _trials_of(kept, run, benchmark, problem)
    found = benchmark.find(trials[0].problem_id)
    assert found is not None, "the problems are those of the run"
    trial = _chosen(trials, attempt)
    source = bundle(found, source_bytes(trial.candidate)).decode("utf-8", "surrogatepass")
    if case is None:
        script = replay(found, trial, source, None)
    else:
        script = flag("--case", case, lambda number: replay(found, trial, source, number))
    if output is None:
        print(script)
        return
    Path(output).write_text(script, encoding="utf-8", errors="surrogatepass")
    print(f"written to {output}; run it with: python {output}")


def _chosen(trials: Sequence[Trial], attempt: int | None) -> Trial:
    if attempt is None:
        return next((trial for trial in trials if trial.verdict is not None and not trial.verdict.passed), trials[0])
    for trial in trials:
        if trial.candidate.attempt == attempt:
            return trial
    raise InvalidValue(f"--attempt: {trials[0].problem_id} has the attempts "
                       f"{', '.join(str(trial.candidate.attempt) for trial in trials)}, got {attempt}")  # fmt: skip
