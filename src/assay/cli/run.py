"""`assay run`: candidates in, a stored and scored run out."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from assay.choices import Choices
from assay.cli import configuration
from assay.cli.progress import Mentioned, saying, watching
from assay.cli.screens import program, put, screen
from assay.errors import AssayError, InvalidOption, InvalidValue, UnknownNameError, UsageError
from assay.text import json_text

if TYPE_CHECKING:
    from assay.benchmarks.base import Benchmark
    from assay.engines.base import Engine
    from assay.evaluation.evaluating import Evaluation
    from assay.metrics.base import ScoringTerms
    from assay.records import Attempt
    from assay.reports.report import Report
    from assay.spec import Run, RunSpec
    from assay.store.base import Store

T = TypeVar("T")
_ENDINGS = frozenset(
    (".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".parquet", ".txt", ".py", ".gz", ".bz2", ".xz", ".zst", ".zip",
     ".tar", ".tgz")
)  # fmt: skip
"""Ends of file names that say how a file is written, and nothing about who wrote what is in it."""
_OF_K = re.compile(r"pass[@^](\d{1,9})(?: \(\w+\))?", re.ASCII)
_THRESHOLD = re.compile(r"([^=]+)=(\d+(?:\.\d*)?|\.\d+)(%?)", re.ASCII)


class BelowThreshold(AssayError):
    """A score is below what `--fail-under` asks for."""

    exit_code = 1


def run(
    benchmark: str,
    candidates: Sequence[str],
    chosen: Mapping[str, object],
    *,
    fail_under: Sequence[str] = (),
    quiet: bool = False,
    as_json: bool = False,
    details: bool = False,
) -> None:
    """Evaluate every candidate file, print the reports, and hold them against `--fail-under`; `chosen` is by option."""
    choices, thresholds = begun(benchmark, chosen, fail_under)
    _check_sources(candidates)
    session = _Session(choices, thresholds, quiet=quiet, shown=not as_json, details=details)
    try:
        reports = session.reports(candidates)
    except KeyboardInterrupt:
        say_how_to_go_on(session.run)
    if as_json:
        data = [report.to_dict() for report in reports]
        print(json_text(data[0] if len(data) == 1 else {"runs": data}))
    hold(reports, thresholds)


def begun(benchmark: str, chosen: Mapping[str, object], fail_under: Sequence[str]) -> tuple[Choices, dict[str, float]]:
    """What the user chose, with the bounds of `--fail-under`; from here on a polite end is kept like Ctrl-C."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    thresholds = dict(_threshold(text) for text in fail_under)
    choices = configuration.choices().changed(**chosen)
    return replace(choices, benchmark=replace(choices.benchmark, place=benchmark)), thresholds


class _Session:
    """One call of the command: all its sources are judged by the same workers."""

    def __init__(
        self, choices: Choices, thresholds: Mapping[str, float], *, quiet: bool, shown: bool, details: bool
    ) -> None:
        self.choices = choices
        self.thresholds = thresholds
        self.quiet = quiet
        self.shown = shown
        self.details = details
        self.evaluation: Evaluation | None = None

    @property
    def run(self) -> Run | None:
        """The run that is in work."""
        return None if self.evaluation is None else self.evaluation.run

    def reports(self, sources: Sequence[str]) -> list[Report]:
        """The report of every source."""
        from assay.engines.opening import open_engine

        engine = open_engine(self.choices.resources)  # its processes start while everything else is read
        try:
            from assay.evaluation.planning import judging_of

            check_interpreter(self.choices)
            benchmark = load(self.choices)
            check_problems(self.choices, benchmark)
            engine.start(judging_of(self.choices, benchmark))
            if self.thresholds:
                check_bounds(self.thresholds, terms_of(self.choices, benchmark))
            return self._judged(sources, benchmark, engine)
        finally:
            engine.close()

    def _judged(self, sources: Sequence[str], benchmark: Benchmark, engine: Engine) -> list[Report]:
        """The reports, after each source was looked at for what can be seen before anything is judged."""
        from assay.evaluation.planning import candidates_at, read, spec_of

        reports: list[Report] = []
        with contextlib.ExitStack() as stack:
            planned = []
            for source in sources or _bundled(benchmark):
                path = stack.enter_context(_as_path(source))
                fallback = title_of(source) if len(sources) != 1 else ""
                spec = spec_of(self.choices, benchmark, candidates_at(path, name=source), fallback_model=fallback)
                planned.append((spec, read(spec, benchmark, path)))
            for spec, attempts in planned:
                _check_attempts(spec, attempts, self.thresholds)
            self._prepare(benchmark, [attempts for _, attempts in planned])
            store = stack.enter_context(opened(self.choices))
            for spec, attempts in planned:
                reports.append(self._one(spec, attempts, benchmark, engine, store))
            if self.shown:
                self._show(reports, store, benchmark)
        return reports

    def _prepare(self, benchmark: Benchmark, readings: Sequence[Iterable[Attempt]]) -> None:
        """Build what tests of repositories need before a worker asks for it, and say so.

        The nodes of a cluster do it themselves.
        """
        from assay.records import Repository

        if self.choices.resources.engine != "local" or not any(isinstance(one.check, Repository) for one in benchmark):
            return
        from assay.repositories.checkouts import build_environments

        tried = {attempt.problem_id for attempts in readings for attempt in attempts}
        with saying(quiet=self.quiet) as say:
            build_environments([problem for problem in benchmark if problem.id in tried], say)

    def _show(self, reports: Sequence[Report], store: Store, benchmark: Benchmark) -> None:
        if len(reports) > 1 and not self.quiet:
            show_together(reports, store, benchmark, details=self.details)
            return
        for report in reports:
            show(report, store, benchmark, quiet=self.quiet, details=self.details)

    def _one(
        self, spec: RunSpec, attempts: Iterable[Attempt], benchmark: Benchmark, engine: Engine, store: Store
    ) -> Report:
        from assay.evaluation.evaluating import Evaluation

        with watching(title_of(spec.candidates.name), quiet=self.quiet) as watch:
            self.evaluation = Evaluation(
                spec,
                attempts,
                engine=engine,
                store=store,
                benchmark=benchmark,
                sitting=self.choices.sitting,
                watch=watch,
            )
            return self.evaluation.finish()


def title_of(source: str) -> str:
    """Return the name of a file or folder of candidates, without what only says how it is written.

    >>> [title_of(name) for name in ("out/gpt-3.5.jsonl.gz", "gpt-3.5", "samples.v2.jsonl", ".jsonl", "-")]
    ['gpt-3.5', 'gpt-3.5', 'samples.v2', '.jsonl', 'stdin']
    """
    if source == "-":
        return "stdin"
    name = Path(os.path.abspath(source)).name
    while (ending := Path(name).suffix) and ending.lower() in _ENDINGS:
        name = name.removesuffix(ending)
    return name


def _check_sources(sources: Sequence[str]) -> None:
    """Names what cannot be read before the first candidate is judged."""
    if sources.count("-") > 1:
        raise InvalidOption("candidates", "standard input (-) can be read once")
    missing = [source for source in sources if source != "-" and not (source.strip() and Path(source).exists())]
    if missing:
        raise InvalidOption("candidates", f"{missing[0] or repr('')}: no such file or folder")


def check_problems(choices: Choices, benchmark: Benchmark) -> None:
    """Refuses a choice of problems that the benchmark does not have."""
    from assay.benchmarks.candidates import select_problems
    from assay.spec import Subset

    if choices.subset.problems is not None:
        flag("--problems", choices.subset.problems, lambda ids: select_problems(benchmark, Subset(problems=ids)))
    select_problems(benchmark, choices.subset)


def check_interpreter(choices: Choices) -> None:
    """Names an interpreter that is not there, before a worker finds out."""
    from assay.sandbox.interpreters import interpreter

    if choices.judging.python is not None:
        interpreter(choices.judging.python)


def flag(name: str, value: Any, parse: Callable[[Any], T]) -> T:  # Any: as it was typed
    """The value of a flag, or an error that names it."""
    try:
        return parse(value)
    except UsageError as error:
        raise InvalidValue(f"{name}: {error}") from None


def load(choices: Choices) -> Benchmark:
    """The chosen benchmark; where its references have to run first, how far they are is said."""
    from assay.evaluation import planning

    name = choices.benchmark.place
    return planning.load(
        choices.benchmark,
        choices.judging,
        cache_folder=choices.resources.cache_folder,
        progress=Mentioned(f"{name}: references run, their answers kept", "problems"),
    )


@contextlib.contextmanager
def opened(choices: Choices) -> Iterator[Store]:
    """The store in force, closed at the end."""
    from assay.store.opening import open_store

    store = flag("--store or ASSAY_STORE", choices.resources.store, open_store)
    try:
        yield store
    finally:
        store.close()


def _bundled(benchmark: Benchmark) -> list[str]:
    """The candidate files that come with a benchmark."""
    if benchmark.name != "starter":
        raise InvalidOption("candidates", f"name a file or a folder; {benchmark.name} comes with none")
    from assay.benchmarks.starter import candidate_files

    return [str(path) for path in candidate_files()]


@contextlib.contextmanager
def _as_path(source: str) -> Iterator[str]:
    """A path to the candidates; what comes on standard input is put down first, so that it can be read twice."""
    if source != "-":
        yield source
        return
    with tempfile.TemporaryDirectory(prefix="assay-") as folder:
        from assay.benchmarks.candidates.digests import copy_stdin

        path = Path(folder, "standard-input.jsonl")
        copy_stdin(path)
        yield str(path)


def show(
    report: Report, store: Store, benchmark: Benchmark | None, *, quiet: bool = False, details: bool = False
) -> None:
    """Print what a run says in a dozen lines, with all tables behind them where they are wanted; one line if quiet."""
    from assay.reports.brief import brief_lines, one_liner

    if quiet:
        print(one_liner(report))
        return
    from assay.evaluation.briefing import brief_of

    put(brief_lines(brief_of(report, store, benchmark), screen(), program=program(), now=datetime.now().astimezone()))
    if details:
        show_details(report)


def show_details(report: Report) -> None:
    """Print all tables of a report."""
    from assay.reports import terminal

    is_terminal = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    terminal.render(report, terminal.console(sys.stdout, terminal=is_terminal), terminal=is_terminal)


def show_together(reports: Sequence[Report], store: Store, benchmark: Benchmark, *, details: bool) -> None:
    """Print several runs beside each other, and the problems they disagree on."""
    from assay.evaluation.viewing import disagreements_of
    from assay.reports.listing import together_lines

    found = disagreements_of([report.run for report in reports], store, benchmark)
    put(together_lines(reports, found, screen()))
    for report in reports if details else ():
        show(report, store, benchmark, details=True)
    ids = " ".join(report.run.id for report in reports)
    put(["", f"next   {program()} compare {ids}", f"       {program()} show {reports[-1].run.id} --failed"])


def say_how_to_go_on(run: Run | None) -> NoReturn:
    kept = "nothing was judged yet" if run is None else f"{run.trials} trials of run {run.id} are kept"
    print(f"\nassay: stopped; {kept}. The same command again goes on from there.", file=sys.stderr)
    sys.exit(130)


def _threshold(text: str) -> tuple[str, float]:
    match = _THRESHOLD.fullmatch(text.strip())
    if match is None:
        raise InvalidValue(f"--fail-under: must be metric=value such as pass@1=0.6, got {text!r}")
    value = float(match[2]) / (100 if match[3] else 1)
    if value > 1:
        raise InvalidValue(f"--fail-under: must be a share from 0 to 1, or a percentage with %, got {text!r}")
    return match[1].strip(), value


def terms_of(choices: Choices, benchmark: Benchmark) -> ScoringTerms:
    """Return what decides which scores a run with these choices will have."""
    from assay.evaluation.stopping import scored_k
    from assay.metrics.base import ScoringTerms
    from assay.metrics.catalog import requested
    from assay.spec import FIRST_FAILURE

    return ScoringTerms(
        benchmark.name,
        facts={"stop": FIRST_FAILURE} if choices.judging.first_failure else {},
        k=scored_k(choices.scoring.k, choices.subset.stop_when),
        parts=benchmark.parts,
        requested=requested(choices.scoring, choices.judging.probes),
    )


def bounds_of(terms: ScoringTerms) -> list[str]:
    """Return the names of the scores that a run of these terms can be held against."""
    from assay.metrics.scoring import chosen_metrics, is_left_out

    chosen = [metric for metric in chosen_metrics(terms) if not is_left_out(metric, terms)]
    return [name for metric in chosen for name in metric.score_names(terms)]


def check_bounds(thresholds: Mapping[str, float], terms: ScoringTerms) -> None:
    """Refuse a bound on what this run will not score, before anything is judged."""
    from assay.metrics.catalog import built_in

    known = bounds_of(terms)
    on_request = {name: f"--{name}" for name, metric in built_in().items() if metric.on_request}
    on_request |= {name: f"--probe {metric.probe}" for name, metric in built_in().items() if metric.probe}
    for name in thresholds:
        if name not in known:
            of_k = _OF_K.fullmatch(name)
            flags = [f"--k {of_k[1]}"] if of_k and f"pass@{of_k[1]}" not in known else []
            flags += [flag for metric, flag in on_request.items() if name in built_in()[metric].score_names(terms)]
            hint = f" {name!r} needs {flags[0]}." if flags else ""
            raise InvalidValue(f"--fail-under: {UnknownNameError('score of this run', name, known)}{hint}")


def _check_attempts(spec: RunSpec, attempts: Iterable[Attempt], thresholds: Mapping[str, float]) -> None:
    """Refuses a bound on pass@k where a problem has fewer attempts: reads the candidates once, and judges none."""
    highest = max((int(found[1]) for metric in thresholds if (found := _OF_K.fullmatch(metric))), default=1)
    if highest == 1:
        return
    counted = Counter(attempt.problem_id for attempt in attempts)
    for problem_id, count in counted.items():
        if count < highest:
            raise InvalidValue(
                f"--fail-under: k={highest} needs as many attempts at every problem: "
                f"{spec.candidates.name}: {problem_id!r} has {count}"
            )


def hold(reports: Sequence[Report], thresholds: Mapping[str, float]) -> None:
    """Raises where a score is below its bound."""
    below = []
    for report in reports:
        scores = {score.metric: score for score in report.scores}
        for metric, wanted in thresholds.items():
            if metric not in scores:
                raise InvalidValue(f"--fail-under: the run has no {metric!r}; it has {', '.join(scores)}")
            score = scores[metric]
            if score.value is None:
                why = f" ({score.note})" if score.note else ""
                below.append(f"{metric} of run {report.run.id} could not be measured{why}, wanted {wanted}")
            elif score.value < wanted:
                below.append(f"{metric} of run {report.run.id} is {round(score.value, 4)}, below {wanted}")
    if below:
        raise BelowThreshold("; ".join(below))
