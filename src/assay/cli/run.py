"""`assay run`: candidates in, a stored and scored run out."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from assay.cli import configuration
from assay.cli.progress import Mentioned, watching
from assay.errors import AssayError, InvalidValue, UnknownNameError, UsageError
from assay.settings import Settings, isolation_level, parse_count, parse_k, parse_memory, parse_seconds
from assay.text import json_text

if TYPE_CHECKING:
    from assay.benchmarks.base import Benchmark
    from assay.evaluation.crew import Crew
    from assay.evaluation.runs import Request
    from assay.evaluation.worker import Setup
    from assay.metrics.base import ScoringTerms
    from assay.records import Run
    from assay.reports.report import Report
    from assay.store.base import Store

T = TypeVar("T")
_OF_K = re.compile(r"pass[@^](\d+)(?: \(\w+\))?")
_THRESHOLD = re.compile(r"([^=]+)=(\d+(?:\.\d*)?|\.\d+)(%?)")


@dataclass(frozen=True, slots=True)
class Options:
    """The flags of `assay run`, as typed."""

    benchmark: str
    candidates: Sequence[str] = ()
    problem_file: str | None = None
    challenge: bool = False
    problems: str | None = None
    limit: int | None = None
    attempts: int | None = None
    form: str | None = None
    extract: str = "auto"
    name: str = ""
    model: str = ""
    model_version: str = ""
    labels: Sequence[str] = ()
    time: str | None = None
    memory: str | None = None
    workers: int | None = None
    k: str | None = None
    python: str | None = None
    isolation: str | None = None
    store: str | None = None
    quality: bool = False
    codebleu: bool = False
    cache: bool = True
    first_failure: bool = False
    fresh: bool = False
    take_over: bool = False
    quiet: bool = False
    as_json: bool = False
    fail_under: Sequence[str] = ()


class BelowThreshold(AssayError):
    """A score is below what `--fail-under` asks for."""

    exit_code = 1


def run(options: Options) -> None:
    """Evaluates every candidate file, prints the reports, and holds them against `--fail-under`."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a polite end is kept like Ctrl-C
    thresholds = dict(_threshold(text) for text in options.fail_under)
    try:
        reports = _reports(options, thresholds)
    except KeyboardInterrupt as stopped:
        _say_how_to_go_on(getattr(stopped, "run", None))
    if options.as_json:
        data = [report.as_data() for report in reports]
        print(json_text(data[0] if len(data) == 1 else {"runs": data}))
    elif len(reports) > 1:
        show_together(reports)
    if not options.as_json and not options.quiet:
        _next_commands(reports[-1])
    _hold(reports, thresholds)


def _reports(options: Options, thresholds: Mapping[str, float]) -> list[Report]:
    if options.name == "latest":
        raise InvalidValue("--name: 'latest' always means the newest run; choose another name")
    from assay.evaluation.crew import Crew

    settings = with_flags(configuration.settings(), options)
    _check_sources(options.candidates)
    crew = Crew(settings.workers or os.cpu_count() or 1)  # its processes start while everything else is read
    try:
        benchmark = load(options.benchmark, options.problem_file, settings, challenge=options.challenge)
        _check_choice(options, benchmark)
        crew.start(_setup(options, settings, benchmark))
        if thresholds:
            _check_bounds(thresholds, terms_of(options, settings, benchmark))
        return _all_reports(options, settings, benchmark, thresholds, crew)
    finally:
        crew.close()


def _all_reports(
    options: Options, settings: Settings, benchmark: Benchmark, thresholds: Mapping[str, float], crew: Crew
) -> list[Report]:
    """The report of every source, after each was looked at for what can be seen before anything is judged."""
    reports: list[Report] = []
    with contextlib.ExitStack() as stack:
        requests = [
            _request(options, settings, benchmark, stack.enter_context(_as_path(source)), source)
            for source in options.candidates or _bundled(benchmark)
        ]
        for request in requests:
            _check_attempts(request, thresholds)
        store = stack.enter_context(opened(settings))
        for request in requests:
            reports.append(_one(options, request, store, crew))
            if not options.as_json:
                show(reports[-1])
    return reports


def _check_sources(sources: Sequence[str]) -> None:
    """Names what cannot be read before the first candidate is judged."""
    if sources.count("-") > 1:
        raise InvalidValue("--candidates: standard input (-) can be read once")
    missing = [source for source in sources if source != "-" and not Path(source).exists()]
    if missing:
        raise InvalidValue(f"--candidates: {missing[0]}: no such file or folder")


def _check_choice(options: Options, benchmark: Benchmark) -> None:
    """Names the flag whose value makes no sense before the first candidate is judged."""
    from assay.benchmarks.candidates import extracting_of, form_of, select_problems

    if options.form is not None:
        flag("--form", options.form, form_of)
    flag("--extract", options.extract, extracting_of)
    if options.problems is not None:
        flag("--problems", [options.problems], lambda wanted: select_problems(benchmark, wanted))


def with_flags(settings: Settings, options: Options) -> Settings:
    """The settings, changed by the flags that were given."""
    changes: dict[str, object] = {}
    if options.time is not None:
        changes["seconds"] = flag("--time", options.time, parse_seconds)
    if options.memory is not None:
        changes["memory_bytes"] = flag("--memory", options.memory, parse_memory)
    if options.workers is not None:
        changes["workers"] = flag("--workers", options.workers, _workers)
    if options.k is not None:
        changes["k_values"] = flag("--k", options.k, parse_k)
    if options.isolation is not None:
        changes["isolation"] = flag("--isolation", options.isolation, isolation_level)
    if options.python is not None:
        changes["python"] = flag("--python", options.python, _python)
    if options.store is not None:
        changes["store"] = options.store
    return replace(settings, **changes)  # type: ignore[arg-type]  # each reader gives its field's type


def flag(name: str, value: Any, parse: Callable[[Any], T]) -> T:  # Any: as it was typed
    """The value of a flag, or an error that names it."""
    try:
        return parse(value)
    except UsageError as error:
        raise InvalidValue(f"{name}: {error}") from None


def _workers(number: int) -> int:
    from assay.evaluation.crew import checked_workers

    return checked_workers(parse_count(number))


def _python(path: str) -> str:
    from assay.sandbox.interpreters import interpreter

    interpreter(path)
    return path


def load(name: str, problem_file: str | None, settings: Settings, *, challenge: bool = False) -> Benchmark:
    """The benchmark of that name, from where the settings say."""
    from assay.benchmarks.families import load_benchmark
    from assay.sandbox.warm import WarmPython

    return load_benchmark(
        name,
        problem_file=problem_file,
        cache_folder=None if settings.cache is None else Path(settings.cache),
        sandbox=lambda: WarmPython(python=settings.python, isolation_level=settings.isolation),
        progress=Mentioned(f"{name}: references run, their answers kept", "problems"),
        challenge=challenge,
    )


@contextlib.contextmanager
def opened(settings: Settings) -> Iterator[Store]:
    """The store in force, closed at the end."""
    from assay.store.opening import open_store

    store = flag("--store or ASSAY_STORE", settings.store, open_store)
    try:
        yield store
    finally:
        store.close()


def _bundled(benchmark: Benchmark) -> list[str]:
    """The candidate files that come with a benchmark."""
    if benchmark.name != "starter":
        raise InvalidValue(f"--candidates: name a file or a folder; {benchmark.name} comes with none")
    from assay.benchmarks.starter import candidate_files

    return [str(path) for path in candidate_files()]


def _one(options: Options, request: Request, store: Store, crew: Crew) -> Report:
    from assay.evaluation.runs import evaluate

    title = Path(request.source).stem if request.source != "-" else "stdin"
    with watching(title, quiet=options.quiet or options.as_json) as watch:
        return evaluate(request, store, crew=crew, watch=watch)


def _request(options: Options, settings: Settings, benchmark: Benchmark, path: str, source: str) -> Request:
    from assay.benchmarks.families import family_name
    from assay.evaluation.runs import Request

    several = len(options.candidates) != 1
    return Request(
        benchmark,
        path,
        _setup(options, settings, benchmark),
        cache=options.cache,
        k=settings.k_values,
        problems=options.problems,
        limit=options.limit,
        attempts=options.attempts,
        form=options.form,
        extract=options.extract,
        name=options.name,
        model=options.model,
        model_version=options.model_version,
        fallback_model=Path(source).stem.split(".")[0] if several else "",
        labels=labels_of(options.labels),
        source=source,
        benchmark_path=family_name(options.benchmark) or options.benchmark,
        problem_file=options.problem_file or "",
        challenge=options.challenge,
        quality=options.quality,
        codebleu=options.codebleu or settings.metrics_enabled,
        codebleu_weights=settings.code_bleu_weights,
        fresh=options.fresh,
        take_over=options.take_over,
    )


def _setup(options: Options, settings: Settings, benchmark: Benchmark) -> Setup:
    """How candidates are judged: the limits of the benchmark, changed by what the user says."""
    from assay.evaluation.worker import Setup

    limits = benchmark.limits
    if settings.seconds is not None:
        limits = limits.flat(settings.seconds)
    if settings.memory_bytes is not None:
        limits = replace(limits, memory_bytes=settings.memory_bytes)
    return Setup(benchmark.judge, limits, settings.isolation, settings.python, options.first_failure)


def labels_of(texts: Sequence[str]) -> dict[str, str]:
    """The labels of `--label key=value`."""
    found = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not key or not equals:
            raise InvalidValue(f"--label: must be key=value, got {text!r}")
        if key in found:
            raise InvalidValue(f"--label: {key!r} is given twice")
        found[key] = value
    return found


@contextlib.contextmanager
def _as_path(source: str) -> Iterator[str]:
    """A path to the candidates; what comes on standard input is put down first, so that it can be read twice."""
    if source != "-":
        yield source
        return
    with tempfile.TemporaryDirectory(prefix="assay-") as folder:
        path = Path(folder, "standard-input.jsonl")
        with path.open("wb") as file:
            while part := sys.stdin.buffer.read(1 << 20):
                file.write(part)
        yield str(path)


def show(report: Report) -> None:
    """Prints a report."""
    from assay.reports import terminal

    is_terminal = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    terminal.render(report, terminal.console(sys.stdout, terminal=is_terminal), terminal=is_terminal)


def show_together(reports: Sequence[Report]) -> None:
    """Prints several runs beside each other."""
    from assay.reports import terminal

    is_terminal = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    terminal.render_together(reports, terminal.console(sys.stdout, terminal=is_terminal), terminal=is_terminal)


def _next_commands(report: Report) -> None:
    command = "assay" if shutil.which("assay") or sys.argv[0].endswith(".py") else os.path.relpath(sys.argv[0])
    run = report.run.id
    print(f"\nnext: {command} show {run} --failed · {command} show {run} --problem ID · {command} list runs")


def _say_how_to_go_on(run: Run | None) -> NoReturn:
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


def terms_of(options: Options, settings: Settings, benchmark: Benchmark) -> ScoringTerms:
    """Return what decides which scores a run with these flags will have."""
    from assay.metrics.base import ScoringTerms
    from assay.metrics.scoring import FIRST_FAILURE

    asked = {"quality": options.quality, "codebleu": options.codebleu or settings.metrics_enabled}
    return ScoringTerms(
        benchmark.name,
        facts={"stop": FIRST_FAILURE} if options.first_failure else {},
        k=settings.k_values,
        parts=benchmark.parts,
        requested=[name for name in asked if asked[name]],
    )


def bounds_of(terms: ScoringTerms) -> list[str]:
    """Return the names of the scores that a run of these terms can be held against."""
    from assay.metrics.scoring import chosen_metrics, is_left_out

    chosen = [metric for metric in chosen_metrics(terms) if not is_left_out(metric, terms)]
    return [name for metric in chosen for name in metric.score_names(terms)]


def _check_bounds(thresholds: Mapping[str, float], terms: ScoringTerms) -> None:
    """Refuse a bound on what this run will not score, before anything is judged."""
    from assay.metrics.catalog import built_in

    known = bounds_of(terms)
    on_request = [metric for metric in built_in().values() if metric.on_request]
    for name in thresholds:
        if name not in known:
            of_k = _OF_K.fullmatch(name)
            flags = [f"--k {of_k[1]}"] if of_k and f"pass@{of_k[1]}" not in known else []
            flags += [f"--{metric.name}" for metric in on_request if name in metric.score_names(terms)]
            hint = f" {name!r} needs {flags[0]}." if flags else ""
            raise InvalidValue(f"--fail-under: {UnknownNameError('score of this run', name, known)}{hint}")


def _check_attempts(request: Request, thresholds: Mapping[str, float]) -> None:
    """Refuses a bound on pass@k where a problem has fewer attempts: reads the candidates once, and judges none."""
    highest = max((int(found[1]) for metric in thresholds if (found := _OF_K.fullmatch(metric))), default=1)
    if highest == 1:
        return
    from assay.evaluation.runs import read

    counted = Counter(attempt.problem.id for attempt in read(request))
    for problem_id, count in counted.items():
        if count < highest:
            raise InvalidValue(
                f"--fail-under: k={highest} needs as many attempts at every problem: "
                f"{request.source}: {problem_id!r} has {count}"
            )


def _hold(reports: Sequence[Report], thresholds: Mapping[str, float]) -> None:
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
