"""A run from beginning to end: attempts are judged and kept, the run is scored, its report is kept with it."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain, islice
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from assay.benchmarks.base import Benchmark
from assay.benchmarks.candidates import select_problems
from assay.choices import Sitting
from assay.engines.base import Engine, Task
from assay.errors import InvalidOption, InvalidValue, UsageError
from assay.evaluation.digests import Keys
from assay.evaluation.observing import observe
from assay.evaluation.planning import check_languages, load
from assay.evaluation.pump import Progress, Pump, Watcher, ignore
from assay.evaluation.reporting import keep_report, make_report
from assay.evaluation.stopping import Placed, Stopping
from assay.metrics.catalog import all_metrics
from assay.records import Attempt, Problem, Trial, Verdict
from assay.reports.report import Report
from assay.settings import flag_of
from assay.spec import Machine, Run, RunSpec, RunState
from assay.store.leases import Holder, Holding, TakenOver, take_up

if TYPE_CHECKING:
    from assay.store.base import Store, TrialKey


class Reporter(Protocol):
    """Makes the report of a run whose trials are all there."""

    def __call__(self, run: Run, store: Store, benchmark: Benchmark) -> Report: ...


@runtime_checkable
class Accountable(Protocol):
    """Attempts that can be counted beforehand, and that tell afterwards what was left out, as those of a file can."""

    def notes_about(self, judged: Collection[str] | None) -> Sequence[str]:
        """What a reader of the scores must know about them, in words; `judged` are the problems they were judged for.

        `None`: those were all.
        """

    def count(self) -> int:
        """How many there are; may be asked while they are gone through."""


@runtime_checkable
class Written(Protocol):
    """Attempts that are written for the run itself, as those of a solver are."""

    def begin(self, run: Run) -> None:
        """Be told the run, after the first attempt was asked for and before the second is."""

    def missing(self) -> Exception | None:
        """Return why attempts are missing, when all came; `None`: none is."""


def evaluate(
    spec: RunSpec,
    attempts: Iterable[Attempt | None],
    *,
    engine: Engine,
    store: Store,
    benchmark: Benchmark | None = None,
    sitting: Sitting | None = None,
    watch: Watcher = ignore,
) -> Report:
    """Judge all attempts, keep every trial, and score the run; an unfinished run of the same plan goes on.

    Attempts may come from a file (`assay.evaluation.planning.read`), a list or a generator, which may yield `None` to
    say that it has none yet, so that what is judged meanwhile is kept and told. The caller closes engine and store.
    `benchmark` is that of the spec, where it is loaded already.
    """
    return Evaluation(
        spec, attempts, engine=engine, store=store, benchmark=benchmark, sitting=sitting, watch=watch
    ).finish()


class Evaluation:
    """One run: `finish` makes it, `stop` ends it early, from any thread."""

    def __init__(
        self,
        spec: RunSpec,
        attempts: Iterable[Attempt | None],
        *,
        engine: Engine,
        store: Store,
        benchmark: Benchmark | None = None,
        sitting: Sitting | None = None,
        watch: Watcher = ignore,
    ) -> None:
        self.run: Run | None = None
        """As it stood last; `None`: it is not begun."""
        if spec.subset.stop_when is not None and isinstance(attempts, Written):
            raise InvalidOption("stop_when", "is for candidates that are there before the run, not for a solver's")
        self._spec = spec
        self._attempts = attempts
        self._engine = engine
        self._store = store
        self._benchmark = benchmark
        self._sitting = sitting or Sitting()
        self._watch = watch
        self._pump = Pump(engine, self._keep, verdicts=store if self._sitting.cache else None, watch=self._look_around)
        self._holding: Holding | None = None
        self._stopping: Stopping | None = None
        """Decides about an early end; `None`: the run goes on to its end."""
        self._started = time.monotonic()

    @property
    def progress(self) -> Progress:
        """How far it is."""
        return self._pump.progress

    def stop(self) -> None:
        """End it soon, from any thread: `finish` raises `Stopped`, and the same spec again goes on from there."""
        self._pump.stop()

    def finish(self, reporter: Reporter | None = None) -> Report:
        """Judge what is not judged yet, and return the report; on any exception, what is done has been kept.

        `reporter` makes the report from the trials that were kept; `None`: it has all scores of the spec.
        """
        self._engine.start(self._spec.judging)
        benchmark = self._benchmark or load(self._spec.benchmark, self._spec.judging)
        check_languages(benchmark, select_problems(benchmark, self._spec.subset))
        attempts = iter(self._attempts)
        first = list(islice(attempts, 1))  # what cannot be read is told before anything is kept
        placed = self._placed(chain(first, attempts, _ready_to_score() if reporter is None else ()), benchmark)
        machine = self._engine.machine()
        self.run, holder = self._begin(benchmark, machine)
        with closing(Holding(self._store, self.run.id, holder).start()) as self._holding:
            if self._watch is not ignore and isinstance(self._attempts, Accountable):
                threading.Thread(target=self._count, args=(self._attempts,), daemon=True).start()
            keys = Keys(self._spec.judging, machine) if self._sitting.cache else None
            if isinstance(self._attempts, Written):
                self._attempts.begin(self.run)
            with _left_at_the_end(attempts):
                self._judge(_tasks(placed, benchmark, self._done_before(), keys))
            self._check_missing()
            return self._close(benchmark, reporter or self._scored)

    def _placed(self, attempts: Iterator[Attempt | None], benchmark: Benchmark) -> Iterator[Placed | None]:
        """Give the attempts as they come; in random order, and until that is decided, where the run may end early."""
        rule = self._spec.subset.stop_when
        if rule is None:
            return _numbered(attempts)
        known = [
            replace(one, problem_id=_problem(benchmark, one, place).id)
            for place, one in enumerate(one for one in attempts if one is not None)
        ]
        self._stopping = self._pump.gate = Stopping(rule, known, room=self._engine.room)
        return self._stopping.attempts()

    def _begin(self, benchmark: Benchmark, machine: Machine) -> tuple[Run, Holder]:
        """The run to go on with, or a new one."""
        plan = self._spec.plan(machine)
        if self._sitting.run_id:
            return self._go_on(self._store.get_run(self._sitting.run_id), machine, plan)
        found = None if self._sitting.fresh or not plan else self._store.unfinished(plan)
        return take_up(
            self._store,
            found,
            lambda: new_run(self._spec, benchmark, facts=self._spec.facts(machine), plan=plan),
            by_force=self._sitting.take_over,
        )

    def _go_on(self, run: Run, machine: Machine, plan: str) -> tuple[Run, Holder]:
        """Return that very run, from here on this process's; it must have been begun in the same way, or not yet."""
        if run.plan not in ("", plan):
            raise InvalidValue(f"run {run.id} was begun in another way, so it cannot go on here: {dict(run.facts)}")
        found = replace(run, plan=plan, facts={**run.facts, **self._spec.facts(machine)})
        return take_up(self._store, found, lambda: _in_work_elsewhere(run), by_force=self._sitting.take_over)

    def _done_before(self) -> set[TrialKey]:
        """What earlier sittings judged, which the progress counts from the beginning."""
        run_id = self._begun().id
        done = self._store.judged(run_id)
        self.progress.done = self.progress.before = len(done)
        self.progress.passed = self._store.counts(run_id).get(Verdict.PASSED, 0)
        if self._stopping is not None:
            for trial in self._store.trials(run_id):
                if trial.verdict is not None:
                    self._stopping.recall(trial)
        return done

    def _judge(self, tasks: Iterator[Task | None]) -> None:
        """Judge all tasks; where that ends early, the run's record says so."""
        try:
            self._pump.judge(tasks)
        except TakenOver:  # the record is another one's
            raise
        except BaseException:
            self._note_interruption()
            raise

    def _check_missing(self) -> None:
        """Leave a run unfinished that lacks attempts which may still come: the same again goes on with it."""
        missing = self._attempts.missing() if isinstance(self._attempts, Written) else None
        if missing is not None:
            self._note_interruption()
            raise missing

    def _keep(self, trials: Sequence[tuple[int, Trial]]) -> None:
        self._store.add_trials(self._begun().id, trials)

    def _look_around(self, progress: Progress) -> None:
        if self._holding is not None:
            self._holding.check()
        self._watch(progress)

    def _count(self, attempts: Accountable) -> None:
        """Finds out how many there are, beside the judging; what cannot be read is told by who judges it."""
        with suppress(UsageError):
            self.progress.total = attempts.count()

    def _note_interruption(self) -> None:
        kept = self._store.get_run(self._begun().id)
        if kept.state is not RunState.FINISHED:
            trials = sum(self._store.counts(kept.id).values())
            kept = replace(kept, state=RunState.INTERRUPTED, seconds=self._seconds(), trials=trials)
            self._store.update_run(kept)
        self.run = kept

    def _close(self, benchmark: Benchmark, reporter: Reporter) -> Report:
        run = self._begun()
        run = replace(
            run,
            seconds=self._seconds(),
            trials=sum(self._store.counts(run.id).values()),
            notes=tuple(self._notes()),
            state=RunState.FINISHED,
            facts={**run.facts, **({} if self._stopping is None else self._stopping.fact())},
        )
        run = replace(run, notes=(*run.notes, *observe(run, self._store, benchmark)))
        report = keep_report(self._store, reporter(run, self._store, benchmark))
        self.run = report.run
        return report

    def _notes(self) -> Iterator[str]:
        """Give what a reader must know of the attempts; after an early end, of those at problems that were judged."""
        if self._stopping is not None:
            yield from self._stopping.notes()
        if isinstance(self._attempts, Accountable):
            early = self._stopping is not None and self._stopping.stopped_early
            judged = {problem for problem, _ in self._store.judged(self._begun().id)} if early else None
            yield from self._attempts.notes_about(judged)

    def _scored(self, run: Run, store: Store, benchmark: Benchmark) -> Report:
        report = make_report(run, store, benchmark, k=self._spec.scoring.k)
        return _filed(report, self._spec.about.model)

    def _begun(self) -> Run:
        assert self.run is not None, "the run was begun"
        return self.run

    def _seconds(self) -> float:
        """Of this sitting and those before."""
        return self._begun().seconds + time.monotonic() - self._started


@contextmanager
def _left_at_the_end(attempts: Iterator[Attempt | None]) -> Iterator[None]:
    """Ends whoever writes the attempts as soon as nobody takes them any more, and not some time later."""
    try:
        yield
    finally:
        if isinstance(attempts, Generator):
            attempts.close()


def _in_work_elsewhere(run: Run) -> Run:
    raise InvalidValue(f"run {run.id} is in work in another process")


def new_run(spec: RunSpec, benchmark: Benchmark, *, facts: Mapping[str, str], plan: str) -> Run:
    """Return a run that nothing was judged of yet; `facts` and `plan` are empty where the workers are not known yet."""
    about = spec.about
    return Run(
        id=secrets.token_hex(4),
        benchmark=benchmark.name,
        benchmark_version=benchmark.version,
        name=about.name,
        created=datetime.now(UTC).isoformat(timespec="microseconds"),
        model=about.model or about.fallback_model,
        model_version=about.model_version,
        labels=dict(about.labels),
        source=spec.candidates.name,
        plan=plan,
        facts=facts,
        spec=spec,
        selected_problems=len(select_problems(benchmark, spec.subset)),
        benchmark_problems=len(benchmark),
    )


def _tasks(
    placed: Iterable[Placed | None], benchmark: Benchmark, done: set[TrialKey], keys: Keys | None
) -> Iterator[Task | None]:
    """The attempts that have no trial yet, each with its problem; `None` where there is none yet."""
    distinct = _Distinct()
    for one in placed:
        if one is None:
            yield None
            continue
        sequence, attempt = one
        problem = _problem(benchmark, attempt, sequence)
        distinct.check(problem.id, attempt.candidate.attempt)
        if (problem.id, attempt.candidate.attempt) not in done:
            key = "" if keys is None else keys.key(problem, attempt.candidate)
            yield Task(sequence, problem, attempt.candidate, key)


def _numbered(attempts: Iterable[Attempt | None]) -> Iterator[Placed | None]:
    """The attempts with their places; `None` has none."""
    place = 0
    for attempt in attempts:
        yield None if attempt is None else (place, attempt)
        place += attempt is not None


def _problem(benchmark: Benchmark, attempt: Attempt, sequence: int) -> Problem:
    """The problem of an attempt, or an error that says which attempt has none."""
    problem = benchmark.find(attempt.problem_id)
    if problem is None:
        raise InvalidValue(f"attempt {sequence}: {benchmark.name} has no problem {attempt.problem_id!r}")
    return problem


class _Distinct:
    """Refuses an attempt that comes twice: its trial would take the place of the first one's."""

    def __init__(self) -> None:
        self._next: dict[str, int] = {}
        """Problem → all numbers below this one have come; that is all there is to remember where they come in order."""
        self._apart: set[TrialKey] = set()

    def check(self, problem_id: str, number: int) -> None:
        expected = self._next.get(problem_id, 0)
        if number < expected or (problem_id, number) in self._apart:
            raise InvalidValue(f"attempt {number} at {problem_id!r} comes twice; number the attempts at each problem")
        if number > expected:
            self._apart.add((problem_id, number))
            return
        expected += 1
        while (problem_id, expected) in self._apart:
            self._apart.remove((problem_id, expected))
            expected += 1
        self._next[problem_id] = expected


def _ready_to_score() -> Iterator[Attempt]:
    """No attempt more: loads what scores are computed with, while the last trials are still in work."""
    import numpy  # noqa: F401  # a tenth of a second

    list(all_metrics())
    yield from ()


def _filed(report: Report, model: str) -> Report:
    """The report under the model that the rows name, where they name one and nobody else said `model`."""
    if len(report.writers) != 1:
        return report
    (writer,) = report.writers
    run = report.run
    if model and writer.model != model:
        note = f"the rows name the model {writer.model!r}; the run is filed under {flag_of('model')} {model!r}"
        return replace(report, run=replace(run, notes=(*run.notes, note)))
    return replace(report, run=replace(run, model=writer.model, model_version=writer.model_version))
