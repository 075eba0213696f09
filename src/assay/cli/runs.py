"""Commands on stored runs: export, rescore, retry, replay."""

from __future__ import annotations

import contextlib
import difflib
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from assay.choices import Choices
from assay.cli import configuration
from assay.cli.progress import watching
from assay.cli.run import flag, opened, show
from assay.errors import InvalidValue, UnknownNameError, UsageError
from assay.files import writing
from assay.settings import flag_of, parse_seconds
from assay.text import json_text, one_line

if TYPE_CHECKING:
    from assay.benchmarks.base import Benchmark
    from assay.records import Problem, Trial
    from assay.spec import Run
    from assay.store.base import Store


_SHOWN = 5
"""Problems that are listed where none has the name that was typed."""


class UnknownProblem(UnknownNameError):
    """A run has no attempt at a problem of that name."""

    def __init__(self, run: str, name: str, known: Sequence[str]) -> None:
        near = difflib.get_close_matches(name, known, n=_SHOWN)
        listed = ", ".join(known[:_SHOWN]) + (f" and {len(known) - _SHOWN:,} more" if len(known) > _SHOWN else "")
        told = f"It has {listed}." if known else "Nothing is judged yet."
        told = f"Did you mean {' or '.join(map(repr, near))}?" if near else told
        UsageError.__init__(self, f"No problem of run {run} is named {name!r}. {told}")


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


def trials_of(store: Store, run: Run, benchmark: Benchmark | None, name: str) -> list[Trial]:
    """Return the attempts at a problem, which may be named without its beginning or in other case."""
    from assay.evaluation.viewing import nearest_problem
    from assay.store.base import UNJUDGED

    found = None if benchmark is None else benchmark.find(name)
    trials = list(store.trials(run.id, problem=name if found is None else found.id))
    if not trials:
        found_ids = {problem for problem, _ in store.judged(run.id)}
        known = sorted(found_ids | {trial.problem_id for trial in store.trials(run.id, verdict=UNJUDGED)}, key=_natural)
        meant = nearest_problem(name, known)
        if meant is not None:
            return list(store.trials(run.id, problem=meant))
        raise UnknownProblem(run.id, name, known)
    return trials


def _natural(name: str) -> tuple[str, int]:
    """Return what sorts names by their text, then by the number at their end."""
    match = re.fullmatch(r"(.*?)(\d{0,9})", name, re.DOTALL)
    assert match is not None, "everything matches"
    return match[1], int(match[2] or 0)


def export_run(
    name: str, *, form: str, output: str | None, store: str | None, training: Mapping[str, Any]
) -> None:  # Any: numbers and a switch
    """Write a run in the format of another tool; `training` has what was chosen for rows that train a model."""
    from assay.reports.exporting import FOLDER, FORMATS, SWE_BENCH, SWE_BENCH_INSTANCES, export, left_out
    from assay.reports.training import FORMS

    of_benchmark = (SWE_BENCH, SWE_BENCH_INSTANCES)

    if form in FORMS:
        from assay.cli.training import export_training

        export_training(name, form=form, output=output, store=store, chosen=training)
        return
    known = (*FORMATS, FOLDER, *of_benchmark)
    if form not in known:
        raise InvalidValue(f"--format: {UnknownNameError('export format', form, [*known, *FORMS])}")
    if form == FOLDER and output is None:
        raise InvalidValue(f"--format {FOLDER} writes one file a problem: name a folder with --output DIR")
    if training:
        raise InvalidValue(f"{flag_of(next(iter(training)))} belongs to --format {' or '.join(FORMS)}, got {form!r}")
    choices = choices_with(store)
    with opened(choices) as kept:
        run = kept.find_run(name)
        if form == FOLDER:
            count = _written_folder(run, kept, Path(output or ""))
        elif form in of_benchmark:
            count = _written_swe_bench(run, kept, form, output, choices)
        else:
            with written(output) as file:
                count = export(run, kept, form, file)
    if missing := left_out(run, form):
        print(f"note: {one_line(missing)}", file=sys.stderr)
    if output is not None:
        print(f"{count} trials of run {run.id} written to {output}")


def _written_folder(run: Run, store: Store, folder: Path) -> int:
    """Write a run as a folder of files."""
    from assay.reports.exporting import export_folder

    try:
        return export_folder(run, store, folder)
    except OSError as error:
        raise InvalidValue(f"--output {str(folder)!r}: {error.strerror}") from None


def _written_swe_bench(run: Run, store: Store, form: str, output: str | None, choices: Choices) -> int:
    """Write a run of repository tasks as SWE-bench does; its problems say which instances nobody tried."""
    from assay.evaluation import planning
    from assay.records import Repository
    from assay.reports.exporting import export_swe_bench

    benchmark = planning.benchmark_of(run, choices)
    if not any(isinstance(problem.check, Repository) for problem in benchmark):
        raise InvalidValue(f"--format {form} is for repository tasks, and run {run.id} is on {run.benchmark}")
    with written(output) as file:
        return export_swe_bench(run, store, form, file, benchmark.problems)


@contextlib.contextmanager
def written(output: str | None, *, binary: bool = False) -> Iterator[IO[Any]]:  # Any: text or bytes
    """Open the file to write, which is in its place when all of it is there; without a name, standard output."""
    if output is None:
        yield sys.stdout
        return
    with writing(output, binary=binary, wrong=lambda why: InvalidValue(f"--output {why}")) as file:
        yield file


def rescore_run(
    name: str, *, k: str | None, seed: int, as_json: bool, details: bool = False, store: str | None = None
) -> None:
    """Scores the kept trials anew, without judging anything."""
    from assay.evaluation.planning import benchmark_of as known_benchmark
    from assay.evaluation.reporting import keep_report, make_report

    choices = choices_with(store)
    values = choices.changed(k=k).scoring.k
    with opened(choices) as kept:
        run = kept.find_run(name)
        benchmark = known_benchmark(run, choices)
        report = keep_report(kept, make_report(run, kept, benchmark, k=values, seed=seed))
        if not as_json:
            show(report, kept, benchmark, details=details)
    if as_json:
        print(json_text(report.to_dict()))


def retry_run(
    name: str, *, which: Sequence[str], time: str | None, quiet: bool, details: bool = False, store: str | None = None
) -> None:
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
        if not quiet:
            print(f"{count} trials judged again")
        show(report, kept, benchmark, quiet=quiet, details=details)


def replay_run(
    name: str, problem: str, *, attempt: int | None, case: int | None, output: str | None, store: str | None
) -> None:
    """Writes a script that shows a failing case again."""
    from assay.evaluation.planning import benchmark_of as known_benchmark
    from assay.evaluation.replay import replay
    from assay.judges.bundle import bundle
    from assay.judges.separate import source_bytes
    from assay.records import Repository

    choices = choices_with(store)
    with opened(choices) as kept:
        run = kept.find_run(name)
        benchmark = known_benchmark(run, choices)
        trials = trials_of(kept, run, benchmark, problem)
    found = benchmark.find(trials[0].problem_id)
    if found is None:
        raise InvalidValue(f"{benchmark.name} has no problem {trials[0].problem_id!r}, which run {run.id} tried")
    trial = _chosen(trials, attempt)
    if isinstance(found.check, Repository):
        _replay_repository(found, trial, output)
        return
    source = bundle(found, source_bytes(trial.candidate)).decode("utf-8", "surrogatepass")
    if case is None:
        script = replay(found, trial, source, None)
    else:
        script = flag("--case", case, lambda number: replay(found, trial, source, number))
    if output is None:
        print(script)
        return
    with written(output) as file:
        file.write(script)
    print(f"written to {output}; run it with: python {output}")


def _replay_repository(problem: Problem, trial: Trial, output: str | None) -> None:
    """Write a folder in which the tests of a repository can be run again."""
    from assay.evaluation.repository_replay import folder_name, write_folder

    script = write_folder(problem, trial, Path(output or folder_name(problem.id, trial.candidate.attempt)))
    print(f"written to {script.parent}; run it with: sh {script}")


def _chosen(trials: Sequence[Trial], attempt: int | None) -> Trial:
    if attempt is None:
        return next((trial for trial in trials if trial.verdict is not None and not trial.verdict.passed), trials[0])
    for trial in trials:
        if trial.candidate.attempt == attempt:
            return trial
    raise InvalidValue(f"--attempt: {trials[0].problem_id} has the attempts "
                       f"{', '.join(str(trial.candidate.attempt) for trial in trials)}, got {attempt}")  # fmt: skip
