"""Parts shared by the calls that make a run: problems of any kind, a store, an engine, and a way to stop."""

from __future__ import annotations

import asyncio
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import replace

from assay.benchmarks.base import Benchmark
from assay.choices import Choices
from assay.engines.base import Engine
from assay.engines.opening import open_engine
from assay.errors import InvalidValue, naming, require, require_method, require_text
from assay.evaluation.digests import problem_digest
from assay.evaluation.evaluating import Evaluation
from assay.evaluation.planning import load
from assay.evaluation.pump import Stopped, Watcher
from assay.hashing import content_digest
from assay.judges.base import judge_of
from assay.records import Attempt, Problem
from assay.reports.report import Report
from assay.spec import RunSpec
from assay.store.base import Store
from assay.store.opening import open_store

Problems = str | os.PathLike[str] | Benchmark | Problem | Sequence[Problem]
"""The name or the path of a benchmark, a loaded one, or problems."""
Plan = Callable[[Benchmark, Choices, Store], tuple[RunSpec, Iterable[Attempt | None]]]


class Call:
    """One call that makes a run: `run` makes it, `stop` ends it from another thread.

    `plan` is given the problems, the choices and the store, and returns what decides the run with its attempts.
    """

    def __init__(
        self,
        plan: Plan,
        on: Problems,
        *,
        store: Store | str | os.PathLike[str] | None,
        engine: Engine | str | None,
        watch: Watcher,
        options: dict[str, object],
    ) -> None:
        require("on", on, (str, os.PathLike, Iterable, Problem), "the name of a benchmark, or problems")
        require("watch", watch, (Callable,), "a function that is called with the progress")  # type: ignore[arg-type]  # isinstance takes it
        if isinstance(engine, str):
            engine, options = None, {**options, "engine": engine}
        elif engine is not None:
            require_method("engine", engine, "start", "the name of an engine, or an open one")
        self._choices = Choices().changed(**options)
        self._plan = plan
        self._on = on
        self._store = store
        self._engine = engine
        self._watch = watch
        self._lock = threading.Lock()
        self._stopped = False
        self._evaluation: Evaluation | None = None

    def run(self) -> Report:
        """Make the run, and return its report."""
        with ExitStack() as stack:
            with naming("on", self._on):
                benchmark, choices = _benchmark(self._on, self._choices)
            store = self._store
            if store is None or isinstance(store, str | os.PathLike):
                store = stack.enter_context(closing(open_store(store)))
            require_method("store", store, "unfinished", "a place for a store, or an open one")
            spec, attempts = self._plan(benchmark, choices, store)
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

    async def run_beside(self) -> Report:
        """Make the run beside the event loop; cancelling stops it, and what is judged by then is kept."""
        work = asyncio.ensure_future(asyncio.to_thread(self.run))
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            self.stop()
            with suppress(Exception):  # that it was stopped is known
                await work
            raise

    def stop(self) -> None:
        """End the run soon."""
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
        require_text("on", os.fspath(on), "the name or the path of a benchmark")
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
