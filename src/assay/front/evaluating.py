"""`assay.evaluate` and `assay.aevaluate`: candidates of any kind on problems of any kind, as one stored, scored run."""

from __future__ import annotations

import asyncio
import os
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from itertools import chain

from assay.benchmarks.base import Benchmark
from assay.benchmarks.candidates import select_problems
from assay.choices import Choices
from assay.engines.base import Engine
from assay.engines.opening import open_engine
from assay.errors import InvalidValue
from assay.evaluation.digests import problem_digest
from assay.evaluation.evaluating import Evaluation
from assay.evaluation.planning import candidates_at, load, read, spec_of
from assay.evaluation.pump import Stopped, Watcher, ignore
from assay.front.arguments import require, require_candidate
from assay.hashing import content_digest
from assay.judges.base import judge_of
from assay.records import Attempt, Candidate, Problem
from assay.reports.report import Report
from assay.spec import CandidatesRef, RunSpec, Subset
from assay.store.base import Store
from assay.store.opening import open_store

Candidates = str | os.PathLike[str] | Iterable[object]
"""A path; or rows (mappings, programs, lists of programs); or `Attempt`s; or `Candidate`s for the only problem."""
Problems = str | os.PathLike[str] | Benchmark | Problem | Sequence[Problem]
"""The name or the path of a benchmark, a loaded one, or problems."""


def evaluate(
    candidates: Candidates,
    on: Problems,
    *,
    store: Store | str | os.PathLike[str] | None = None,
    engine: Engine | str | None = None,
    watch: Watcher = ignore,
    **options: object,
) -> Report:
    """Judge all candidates, keep the run, and return its report.

    Args:
        candidates: the path of a file or a folder in any format that `assay run` reads; or rows, which are what such a
            file holds (`{"task_id": …, "completion": …}`, or programs in the order of the problems); or `Attempt`s,
            also from a generator; or `Candidate`s, numbered in their order, where there is one problem.
        on: the name of a benchmark (`"humaneval"`), the path of one of your own, one that `load_benchmark` returned,
            a `Problem`, or several.
        store: a place for `open_store`, or an open store; by default that of the command. `"memory:"` keeps nothing.
        engine: who judges, by name (`"ray"`, with its `address`) or as an open one, which stays open; by default,
            processes of this machine that end with the call.
        watch: is called with the `Progress` of the run, often.
        options: those of `assay run` by name, such as `k`, `time`, `memory`, `limit`, `workers` or `model`.

    A call that was stopped goes on where it was when it is made again, unless the candidates come from a generator.

    >>> from assay.records import Case, Cases
    >>> double = Problem("double", Cases("double", (Case((2,), 4),)))
    >>> evaluate([Candidate("def double(x): return 2 * x")], double, store="memory:", workers=1).passed
    True
    """
    return _Call(candidates, on, store=store, engine=engine, watch=watch, options=options).run()


async def aevaluate(
    candidates: Candidates,
    on: Problems,
    *,
    store: Store | str | os.PathLike[str] | None = None,
    engine: Engine | str | None = None,
    watch: Watcher = ignore,
    **options: object,
) -> Report:
    """Do as `evaluate` does, beside the event loop; cancelling stops the run, and what is judged by then is kept.

    `watch` is called in another thread.
    """
    call = _Call(candidates, on, store=store, engine=engine, watch=watch, options=options)
    work = asyncio.ensure_future(asyncio.to_thread(call.run))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        call.stop()
        with suppress(Exception):  # that it was stopped is known
            await work
        raise


class _Call:
    """One call of `evaluate`: `run` makes it, `stop` ends it from another thread."""

    def __init__(
        self,
        candidates: Candidates,
        on: Problems,
        *,
        store: Store | str | os.PathLike[str] | None,
        engine: Engine | str | None,
        watch: Watcher,
        options: dict[str, object],
    ) -> None:
        require("candidates", candidates, (str, os.PathLike, Iterable), "a path, rows, attempts or candidates")
        require("on", on, (str, os.PathLike, Iterable, Problem), "the name of a benchmark, or problems")
        if isinstance(engine, str):
            engine, options = None, {**options, "engine": engine}
        self._choices = Choices().changed(**options)
        self._candidates = candidates
        self._on = on
        self._store = store
        self._engine = engine
        self._watch = watch
        self._lock = threading.Lock()
        self._stopped = False
        self._evaluation: Evaluation | None = None

    def run(self) -> Report:
        with ExitStack() as stack:
            benchmark, choices = _benchmark(self._on, self._choices)
            spec, attempts = _planned(self._candidates, benchmark, choices)
            store = self._store
            if store is None or isinstance(store, str | os.PathLike):
                store = stack.enter_context(closing(open_store(store)))
            elif not hasattr(store, "unfinished"):
                raise InvalidValue(f"store: must be a place for a store, or an open one, got {store!r:.80}")
            engine = self._engine or stack.enter_context(closing(open_engine(choices.resources)))
            evaluation = Evaluation(
                spec,
                attempts,
                engine=engine,
                store=store,
                benchmark=benchmark,
                sitting=choices.sitting,
                watch=self._watch,
            )
            self._begin(evaluation)
            return evaluation.finish()

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            if self._evaluation is not None:
                self._evaluation.stop()

    def _begin(self, evaluation: Evaluation) -> None:
        with self._lock:
            if self._stopped:
                raise Stopped("the run was stopped before it began")
            self._evaluation = evaluation


def _benchmark(on: Problems, choices: Choices) -> tuple[Benchmark, Choices]:
    """Return the problems, and the choices with the place that they came from."""
    if isinstance(on, Benchmark):
        if any(problem.properties for problem in on):
            on = replace(on, problems=_with_inputs(on.problems, choices))
        return on, choices
    if isinstance(on, str | os.PathLike):
        choices = replace(choices, benchmark=replace(choices.benchmark, place=os.fspath(on)))
        return load(choices.benchmark, choices.judging, cache_folder=choices.resources.cache_folder), choices
    problems = (on,) if isinstance(on, Problem) else tuple(on)
    if not problems or not all(isinstance(problem, Problem) for problem in problems):
        raise InvalidValue(f"on: must be the name of a benchmark, or problems, got {on!r:.80}")
    repeated = [name for name, count in Counter(problem.id for problem in problems).items() if count > 1]
    if repeated:
        raise InvalidValue(f"on: several of these problems have the id {repeated[0]!r}")
    judges = {judge_of(problem) for problem in problems}
    if len(judges) > 1:
        raise InvalidValue(f"on: these problems need several judges, so evaluate them apart: {', '.join(judges)}")
    if any(problem.properties for problem in problems):
        problems = _with_inputs(problems, choices)
    digest = content_digest(b"".join(map(problem_digest, problems))).hex()
    return Benchmark("problems", digest[:8], problems, digest=digest, judge=judges.pop()), choices


def _with_inputs(problems: tuple[Problem, ...], choices: Choices) -> tuple[Problem, ...]:
    """Return the problems with inputs for the properties that have none yet."""
    from assay.probes.properties.preparing import with_inputs
    from assay.sandbox.warm import WarmPython

    judging = choices.judging
    return with_inputs(problems, lambda: WarmPython(python=judging.python, isolation_level=judging.isolation))


def _planned(candidates: Candidates, benchmark: Benchmark, choices: Choices) -> tuple[RunSpec, Iterable[Attempt]]:
    """Return what decides the run, and its attempts."""
    if isinstance(candidates, str | os.PathLike):
        path = os.fspath(candidates)
        spec = spec_of(choices, benchmark, candidates_at(path))
        return spec, read(spec, benchmark, path)
    if isinstance(candidates, bytes | dict):
        raise InvalidValue(f"candidates: must be a path, rows, attempts or candidates, got {candidates!r:.80}")
    first, given = _peeked(candidates)
    is_rows = not isinstance(first, Attempt | Candidate)
    if is_rows and not isinstance(given, Sequence):
        given = list(given)
    digest = _digest(given) if isinstance(given, Sequence) else ""
    spec = spec_of(choices, benchmark, CandidatesRef("python", digest))
    if is_rows and isinstance(given, Sequence):
        return spec, read(spec, benchmark, given)
    return spec, _selected(_as_attempts(given, benchmark), benchmark, spec.subset)


def _peeked(candidates: Iterable[object]) -> tuple[object, Iterable[object]]:
    """Return the first of them, and all of them."""
    given = candidates if isinstance(candidates, Sequence) else iter(candidates)
    for first in given:
        return first, given if isinstance(given, Sequence) else chain([first], given)
    raise InvalidValue("candidates: there is none")


def _as_attempts(given: Iterable[object], benchmark: Benchmark) -> Iterator[Attempt]:
    for number, one in enumerate(given):
        if isinstance(one, Attempt):
            require_candidate(f"candidates[{number}].candidate", one.candidate)
            yield one
        elif not isinstance(one, Candidate):
            raise InvalidValue(f"candidates[{number}]: must be an Attempt or a Candidate, got {one!r:.80}")
        elif len(benchmark) > 1:
            raise InvalidValue(
                f"candidates[{number}]: which of the {len(benchmark)} problems of {benchmark.name} it is for must be"
                " said: give Attempt(problem_id, candidate)"
            )
        else:
            require_candidate(f"candidates[{number}]", one)
            yield Attempt(benchmark.problems[0].id, replace(one, attempt=number))


def _selected(attempts: Iterable[Attempt], benchmark: Benchmark, subset: Subset) -> Iterator[Attempt]:
    """Yield the attempts that the options `problems`, `limit` and `attempts` leave."""
    wanted = None if subset.problems is None else [subset.problems]
    unwanted = {problem.id for problem in benchmark}
    unwanted -= {problem.id for problem in select_problems(benchmark, wanted, limit=subset.limit)}
    counted: Counter[str] = Counter()
    for attempt in attempts:
        counted[attempt.problem_id] += 1
        within = subset.attempts is None or counted[attempt.problem_id] <= subset.attempts
        if within and attempt.problem_id not in unwanted:
            yield attempt


def _digest(given: Sequence[object]) -> str:
    return content_digest(repr(list(given))).hex()
