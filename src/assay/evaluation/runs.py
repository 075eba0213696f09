"""A run from beginning to end: what is asked for, the evaluation, the report that is kept with it."""

from __future__ import annotations

import os
import secrets
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay import __version__
from assay.benchmarks.base import Benchmark
from assay.benchmarks.families import family_name
from assay.errors import InvalidValue, UsageError
from assay.evaluation.crew import Crew
from assay.evaluation.digests import Keys
from assay.evaluation.evaluating import Attempt, Evaluation, Progress, Watcher, ignore
from assay.evaluation.reporting import make_report
from assay.evaluation.worker import Hello, Setup
from assay.hashing import content_digest, file_digest
from assay.metrics.catalog import all_metrics
from assay.metrics.scoring import FIRST_FAILURE
from assay.records import Limits, Run, RunState
from assay.reports.report import Report
from assay.sandbox import clock
from assay.settings import format_memory, format_seconds
from assay.store.leases import Holder, Holding, TakenOver, take_up

if TYPE_CHECKING:
    from assay.benchmarks.candidates import Given, Reading
    from assay.store.base import Store


@dataclass(frozen=True, slots=True)
class Request:
    """What a user asks for."""

    benchmark: Benchmark
    candidates: str
    """A file or a folder."""
    setup: Setup = field(default_factory=Setup)
    workers: int = 0
    """0: one per core."""
    cache: bool = True
    k: tuple[int, ...] | None = None
    """`None`: 1, 5, 10 and 100, as far as there are attempts."""
    problems: str | None = None
    limit: int | None = None
    attempts: int | None = None
    form: str | None = None
    extract: str = "auto"
    name: str = ""
    model: str = ""
    """Files the run, and stands for candidates whose rows name no model."""
    model_version: str = ""
    fallback_model: str = ""
    """The same, where neither `model` nor the rows say it."""
    labels: Mapping[str, str] = field(default_factory=dict)
    source: str = ""
    """What the candidates are called in the report; empty: their path."""
    benchmark_path: str = ""
    """As the user named the benchmark, for doing it again."""
    problem_file: str = ""
    challenge: bool = False
    """The challenge assertions of MBPP decide, for doing it again."""
    quality: bool = False
    """Add form and quality in six dimensions."""
    codebleu: bool = False
    """Add the similarity to the references."""
    codebleu_weights: tuple[float, float, float, float] | None = None
    fresh: bool = False
    """Begin a new run even if one of the same plan is unfinished."""
    take_over: bool = False
    """Go on with an unfinished run of the same plan even if the process that makes it seems to live."""


class Interrupted(KeyboardInterrupt):
    """The run was stopped; what was judged is kept."""

    def __init__(self, run: Run) -> None:
        super().__init__(run.id)
        self.run = run


def evaluate(request: Request, store: Store, *, crew: Crew | None = None, watch: Watcher = ignore) -> Report:
    """Judges all candidates, keeps every trial, and scores the run; an unfinished run of the same plan goes on.

    `crew` is one that several requests of the same setup share; its owner closes it.
    """
    if crew is not None:
        return _evaluate(request, store, crew, watch)
    crew = Crew(request.workers or os.cpu_count() or 1)
    try:
        return _evaluate(request, store, crew, watch)
    finally:
        crew.close()


def _evaluate(request: Request, store: Store, crew: Crew, watch: Watcher) -> Report:
    crew.start(request.setup)
    reading = read(request)
    attempts = iter(reading)
    first = list(islice(attempts, 1))  # a file that cannot be read is told before anything is kept
    hello = crew.hello()
    run, holder = _begin(request, reading, hello, store)
    with closing(Holding(store, run.id, holder).start()) as holding:
        keys = Keys(request.setup, hello) if request.cache else None
        evaluation = Evaluation(run, crew, store, keys, watch=_watching(watch, holding))
        if watch is not ignore:
            threading.Thread(target=_count, args=(request, evaluation.progress), daemon=True).start()
        _judge(evaluation, chain(first, attempts, _ready_to_score()))
        return _finish(store, run, evaluation, request, reading)


def _watching(watch: Watcher, holding: Holding) -> Watcher:
    """Is told as often as `watch`, and ends the evaluation when the run was taken over."""

    def watch_both(progress: Progress) -> None:
        holding.check()
        watch(progress)

    return watch_both


def _judge(evaluation: Evaluation, attempts: Iterable[Attempt]) -> None:
    """Judges all attempts; where that ends early, the run's record says so."""
    try:
        evaluation.judge(attempts)
    except TakenOver:  # the record is another one's
        raise
    except KeyboardInterrupt:
        raise Interrupted(_sit_up(evaluation)) from None
    except BaseException:
        _sit_up(evaluation)
        raise


def _ready_to_score() -> Iterator[Given]:
    """No candidate more: loads what scores are computed with, while the last trials are still in work."""
    import numpy  # noqa: F401  # a tenth of a second

    list(all_metrics())
    yield from ()


def read(request: Request) -> Reading:
    """The candidates of a request, read lazily."""
    from assay.benchmarks.candidates import read_candidates

    return read_candidates(
        request.candidates,
        request.benchmark,
        form=request.form,
        extract=request.extract,
        attempts=request.attempts,
        problems=None if request.problems is None else request.problems.split(","),
        limit=request.limit,
    )


def _begin(request: Request, reading: Reading, hello: Hello, store: Store) -> tuple[Run, Holder]:
    """The run to go on with, or a new one."""
    plan = plan_of(request, hello)
    found = None if request.fresh else store.unfinished(plan)
    return take_up(store, found, lambda: _new_run(request, reading, hello, plan), by_force=request.take_over)


def _new_run(request: Request, reading: Reading, hello: Hello, plan: str) -> Run:
    return Run(
        id=secrets.token_hex(4),
        benchmark=request.benchmark.name,
        benchmark_version=request.benchmark.version,
        name=request.name,
        created=datetime.now(UTC).isoformat(timespec="microseconds"),
        model=request.model or request.fallback_model,
        model_version=request.model_version,
        labels=dict(request.labels),
        source=request.source or request.candidates,
        plan=plan,
        facts={**selection_of(request), **facts_of(request.setup, hello)},
        options=options_of(request),
        selected_problems=len(reading.selected),
        benchmark_problems=len(request.benchmark),
    )


def facts_of(setup: Setup, hello: Hello) -> dict[str, str]:
    """What moves every score of a run, as its signatures say it."""
    facts = {
        **time_facts(setup.limits),
        "mem": format_memory(setup.limits.memory_bytes),
        "judge": setup.judge,
        **({"stop": FIRST_FAILURE} if setup.first_failure else {}),
        "iso": hello.isolation,
        "py": ".".join(hello.python.split(".")[:2]),
        "hashseed": "0",
        "assay": __version__,
    }
    return facts if clock.available() else {**facts, "clock": "cpu"}


def selection_of(request: Request) -> dict[str, str]:
    """Which problems were asked for and how texts were read, as signatures say it; nothing where it is as usual.

    A long list of ids is named by a digest: two runs of the same list have the same one.
    """
    facts = {}
    if request.problems is not None:
        text = ",".join(part.strip() for part in request.problems.split(",") if part.strip())
        if text:
            facts["problems"] = text if len(text) <= LONGEST_SELECTION else f"sha256-{content_digest(text).hex()[:16]}"
    if request.limit is not None:
        facts["limit"] = str(request.limit)
    if request.form is not None:
        facts["form"] = request.form
    if request.extract != "auto":
        facts["extract"] = request.extract
    return facts


def time_facts(limits: Limits) -> dict[str, str]:
    """How long a candidate may take, as a signature says it: in all, for a case, after a failure.

    >>> time_facts(Limits(seconds=60.0, case_seconds=1.0, reference_factor=4.0))
    {'time': '60s', 'case': '1s', 'ref': '4x'}
    """
    facts = {"time": format_seconds(limits.seconds)}
    if limits.case_seconds is not None:
        facts["case"] = format_seconds(limits.case_seconds)
    if limits.failed_seconds is not None:
        facts["failed"] = format_seconds(limits.failed_seconds)
    if limits.reference_factor:
        facts["ref"] = f"{limits.reference_factor:g}x"
    return facts


def options_of(request: Request) -> dict[str, Any]:  # Any: JSON
    """What is needed to load the same problems and judge in the same way again."""
    return {
        "benchmark": family_name(request.benchmark_path) or _absolute(request.benchmark_path) or request.benchmark.name,
        "problem_file": _absolute(request.problem_file),
        "challenge": request.challenge,
        "digest": request.benchmark.digest,
        "judge": request.setup.judge,
        "isolation": request.setup.isolation,
        "python": request.setup.python,
        "limits": asdict(request.setup.limits),
        "first_failure": request.setup.first_failure,
        "k": None if request.k is None else list(request.k),
        "problems": request.problems,
        "limit": request.limit,
        "attempts": request.attempts,
        "form": request.form,
        "extract": request.extract,
        "quality": request.quality,
        "codebleu": list(request.codebleu_weights or EVEN) if request.codebleu else None,
    }


def _absolute(name: str) -> str:
    """A path as it is found from anywhere; a name stays a name."""
    return str(Path(name).resolve()) if name and Path(name).exists() else name


def plan_of(request: Request, hello: Hello) -> str:
    """A digest of everything that was asked for: problems, candidates, limits, and how they are judged."""
    names = (
        request.name,
        request.model or request.fallback_model,
        request.model_version,
        sorted(request.labels.items()),
    )
    parts = (
        request.benchmark.name,
        request.benchmark.version,
        options_of(request),
        facts_of(request.setup, hello),
        names,
    )
    root = Path(request.candidates)
    files = [("" if path == root else str(path.relative_to(root)), file_digest(path)) for path in _files(root)]
    return content_digest(repr(parts), repr(files)).hex()


def _count(request: Request, progress: Progress) -> None:
    """Finds out how many candidates there are, beside the judging; what cannot be read is told by who judges it."""
    with suppress(UsageError):
        progress.total = read(request).count()


def _files(path: Path) -> list[Path]:
    if not path.exists():
        raise InvalidValue(f"--candidates: no file or folder at {str(path)!r}")
    return sorted(found for found in path.rglob("*") if found.is_file()) if path.is_dir() else [path]


def _sit_up(evaluation: Evaluation) -> Run:
    """Keeps the record of a run whose sitting ends before it does."""
    store = evaluation.store
    kept = store.get_run(evaluation.run.id)
    if kept.state is RunState.FINISHED:
        return kept
    ended = replace(kept, state=RunState.INTERRUPTED, seconds=evaluation.seconds, trials=evaluation.progress.done)
    store.update_run(ended)
    return ended


def _finish(store: Store, run: Run, evaluation: Evaluation, request: Request, reading: Reading) -> Report:
    counts = store.counts(run.id)
    run = replace(
        run,
        seconds=evaluation.seconds,
        trials=sum(counts.values()),
        notes=tuple(reading.notes),
        state=RunState.FINISHED,
    )
    report = make_report(run, store, request.benchmark, k=request.k)
    return keep_report(store, _filed(report, request))


def _filed(report: Report, request: Request) -> Report:
    """The report under the model that the rows name, where they name one and the request does not."""
    if len(report.writers) != 1:
        return report
    (writer,) = report.writers
    run = report.run
    if request.model and writer.model != request.model:
        note = f"the rows name the model {writer.model!r}; the run is filed under --model {request.model!r}"
        return replace(report, run=replace(run, notes=(*run.notes, note)))
    return replace(report, run=replace(run, model=writer.model, model_version=writer.model_version))


def keep_report(store: Store, report: Report) -> Report:
    """Keeps a report with its run."""
    run = replace(report.run, scores=report.scores)
    report = replace(report, run=run)
    data = report.as_data()
    kept = {key: data[key] for key in KEPT}
    store.update_run(replace(run, options={**run.options, "report": kept}))
    return report


EVEN = (0.25, 0.25, 0.25, 0.25)
KEPT = ("scores", "words", "groups", "verdicts", "errors", "most_common_error", "unjudged", "faults", "suspicions",
        "suspected_passes", "missing_packages", "errata", "cautions", "writers", "mended")  # fmt: skip
LONGEST_SELECTION = 60
"""Characters of `--problems` that a signature shows as they are."""


def report_of(run: Run, store: Store) -> Report | None:
    """The report that was kept with a run, or the scores that were; `None` where it is not finished."""
    kept = run.options.get("report")
    if kept is not None:
        return Report.from_data(run, kept)
    if not run.scores:
        return None
    counts = store.counts(run.id)
    verdicts = {verdict.value: count for verdict, count in counts.items() if verdict is not None}
    return Report(run, run.scores, verdicts=verdicts, unjudged=counts.get(None, 0))
