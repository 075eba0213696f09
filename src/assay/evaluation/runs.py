"""A run from beginning to end: what is asked for, the evaluation, the report that is kept with it."""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay import __version__
from assay.benchmarks.base import Benchmark
from assay.errors import InvalidValue
from assay.evaluation.crew import Crew
from assay.evaluation.digests import Keys
from assay.evaluation.evaluating import Evaluation, Watcher, ignore
from assay.evaluation.extras import quality_scores, similarity_scores
from assay.evaluation.reporting import make_report
from assay.evaluation.worker import Hello, Setup
from assay.records import Run, RunState, Score
from assay.reports.report import Report
from assay.sandbox import clock
from assay.settings import format_memory, format_seconds

if TYPE_CHECKING:
    from assay.benchmarks.candidates import Reading
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
    model_version: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    source: str = ""
    """What the candidates are called in the report; empty: their path."""
    benchmark_path: str = ""
    """As the user named the benchmark, for doing it again."""
    problem_file: str = ""
    quality: bool = False
    """Add form and quality in six dimensions."""
    codebleu: bool = False
    """Add the similarity to the references."""
    codebleu_weights: tuple[float, float, float, float] | None = None
    fresh: bool = False
    """Begin a new run even if one of the same plan is unfinished."""


class Interrupted(KeyboardInterrupt):
    """The run was stopped; what was judged is kept."""

    def __init__(self, run: Run) -> None:
        super().__init__(run.id)
        self.run = run


def evaluate(request: Request, store: Store, *, watch: Watcher = ignore) -> Report:
    """Judges all candidates, keeps every trial, and scores the run; an unfinished run of the same plan goes on."""
    reading = read(request)
    crew = Crew(request.setup, request.workers or os.cpu_count() or 1)
    try:
        hello = crew.start()
        run = _begin(request, hello, store)
        keys = Keys(request.setup, hello) if request.cache else None
        evaluation = Evaluation(run, crew, store, keys, watch=watch, total=_lines(Path(request.candidates)))
        try:
            evaluation.judge(reading)
        except KeyboardInterrupt:
            raise Interrupted(_sit_up(store, run, evaluation, RunState.INTERRUPTED)) from None
        except BaseException:
            _sit_up(store, run, evaluation, RunState.INTERRUPTED)
            raise
    finally:
        crew.close()
    return _finish(store, run, evaluation, request, reading)


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


def _begin(request: Request, hello: Hello, store: Store) -> Run:
    plan = plan_of(request, hello)
    found = None if request.fresh else store.unfinished(plan)
    if found is not None:
        run = replace(found, state=RunState.RUNNING)
        store.update_run(run)
        return run
    run = Run(
        id=secrets.token_hex(4),
        benchmark=request.benchmark.name,
        benchmark_version=request.benchmark.version,
        name=request.name,
        created=datetime.now(UTC).isoformat(timespec="microseconds"),
        model=request.model,
        model_version=request.model_version,
        labels=dict(request.labels),
        source=request.source or request.candidates,
        plan=plan,
        facts=facts_of(request.setup, hello),
        options=options_of(request),
        problems=len(request.benchmark),
    )
    store.add_run(run)
    return run


def facts_of(setup: Setup, hello: Hello) -> dict[str, str]:
    """What moves every score of a run, as its signatures say it."""
    facts = {
        "time": format_seconds(setup.limits.seconds),
        "mem": format_memory(setup.limits.memory_bytes),
        "judge": setup.judge,
        "iso": hello.isolation,
        "py": ".".join(hello.python.split(".")[:2]),
        "hashseed": "0",
        "assay": __version__,
    }
    return facts if clock.available() else {**facts, "clock": "cpu"}


def options_of(request: Request) -> dict[str, Any]:  # Any: JSON
    """What is needed to load the same problems and judge in the same way again."""
    return {
        "benchmark": request.benchmark_path or request.benchmark.name,
        "problem_file": request.problem_file,
        "digest": request.benchmark.digest,
        "judge": request.setup.judge,
        "isolation": request.setup.isolation,
        "python": request.setup.python,
        "limits": asdict(request.setup.limits),
        "k": None if request.k is None else list(request.k),
        "problems": request.problems,
        "limit": request.limit,
        "attempts": request.attempts,
        "form": request.form,
        "extract": request.extract,
    }


def plan_of(request: Request, hello: Hello) -> str:
    """A digest of everything that was asked for: problems, candidates, limits, and how they are judged."""
    whole = hashlib.sha256()
    names = (request.name, request.model, request.model_version, sorted(request.labels.items()))
    parts = (
        request.benchmark.name,
        request.benchmark.version,
        options_of(request),
        facts_of(request.setup, hello),
        names,
    )
    whole.update(repr(parts).encode())
    for path in _files(Path(request.candidates)):
        with path.open("rb") as file:
            whole.update(repr((path.name, hashlib.file_digest(file, "sha256").hexdigest())).encode())
    return whole.hexdigest()


def _lines(path: Path) -> int | None:
    """How many candidates there will be, where that is easily seen: for the progress alone."""
    if not path.is_file() or path.suffix != ".jsonl":
        return None
    with path.open("rb") as file:
        return sum(part.count(b"\n") for part in iter(lambda: file.read(1 << 20), b""))


def _files(path: Path) -> list[Path]:
    if not path.exists():
        raise InvalidValue(f"--candidates: no file or folder at {str(path)!r}")
    return sorted(found for found in path.rglob("*") if found.is_file()) if path.is_dir() else [path]


def _sit_up(store: Store, run: Run, evaluation: Evaluation, state: RunState) -> Run:
    """Keeps the record of a run whose sitting ends."""
    ended = replace(run, state=state, seconds=evaluation.seconds, trials=evaluation.progress.done)
    store.update_run(ended)
    return ended


def _finish(store: Store, run: Run, evaluation: Evaluation, request: Request, reading: Reading) -> Report:
    counts = store.counts(run.id)
    run = replace(run, seconds=evaluation.seconds, trials=sum(counts.values()), notes=tuple(reading.notes))
    report = make_report(run, store, request.benchmark, k=request.k)
    return keep_report(store, replace(report, scores=(*report.scores, *_extras(run, store, request))))


def _extras(run: Run, store: Store, request: Request) -> Iterator[Score]:
    if request.quality:
        yield from quality_scores(run, store, request.benchmark)
    if request.codebleu:
        yield from similarity_scores(run, store, request.benchmark, weights=request.codebleu_weights)


def keep_report(store: Store, report: Report) -> Report:
    """Keeps a report with its run, which is finished by that."""
    run = replace(report.run, state=RunState.FINISHED, scores=report.scores)
    report = replace(report, run=run)
    data = report.as_data()
    kept = {key: data[key] for key in KEPT}
    store.update_run(replace(run, options={**run.options, "report": kept}))
    return report


KEPT = ("scores", "words", "groups", "verdicts", "errors", "most_common_error", "unjudged", "faults", "suspicions",
        "suspected_passes", "missing_packages", "errata")  # fmt: skip


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
