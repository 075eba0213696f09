"""`assay.solve` and `assay.asolve`: a model writes candidates for problems, which are judged as one stored run."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from assay.benchmarks.base import Benchmark
from assay.benchmarks.candidates import select_problems
from assay.choices import Choices
from assay.engines.base import Engine
from assay.errors import InvalidValue
from assay.evaluation.planning import spec_of
from assay.evaluation.pump import Watcher, ignore
from assay.evaluation.solving import SolvedAttempts, plan_solving
from assay.front.calling import Call, Problems
from assay.models.base import Model
from assay.reports.report import Report
from assay.solvers.base import Strategy
from assay.spec import RunSpec
from assay.store.base import Store


def solve(
    on: Problems,
    model: str | Model | Sequence[str | Model] = (),
    strategy: str | Strategy = "once",
    *,
    store: Store | str | os.PathLike[str] | None = None,
    engine: Engine | str | None = None,
    watch: Watcher = ignore,
    **options: object,
) -> Report:
    """Let a model solve problems, judge what it writes, keep the run, and return its report.

    Args:
        on: the name of a benchmark, the path of one of your own, a loaded one, a `Problem`, or several.
        model: the name of a model that a server at `base_url` has; or a model object, such as a `ScriptedModel`; or
            several, the cheapest first.
        strategy: how attempts are drawn, as `assay solve --strategy` writes it or as an object of `assay.solvers`.
        store: a place for `open_store`, or an open store; by default that of the command.
        engine: who judges, by name or as an open one; by default, processes of this machine that end with the call.
        watch: is called with the `Progress` of the run, often.
        options: those of `assay solve` by name, such as `base_url`, `prompt`, `budget`, `concurrency` or `limit`.

    A call that was stopped goes on where it was when it is made again, and pays for no answer twice.

    >>> from assay.models import ScriptedModel
    >>> from assay.records import Case, Cases, Problem
    >>> double = Problem("double", Cases("double", (Case((2,), 4),)), prompt="def double(x):")
    >>> solve(double, ScriptedModel(["def double(x): return x + x"]), store="memory:", workers=1).passed
    True
    """
    return _call(on, model, strategy, store=store, engine=engine, watch=watch, options=options).run()


async def asolve(
    on: Problems,
    model: str | Model | Sequence[str | Model] = (),
    strategy: str | Strategy = "once",
    *,
    store: Store | str | os.PathLike[str] | None = None,
    engine: Engine | str | None = None,
    watch: Watcher = ignore,
    **options: object,
) -> Report:
    """Do as `solve` does, beside the event loop; cancelling stops the run, and what is done by then is kept."""
    call = _call(on, model, strategy, store=store, engine=engine, watch=watch, options=options)
    return await call.run_beside()


def _call(
    on: Problems, model: str | Model | Sequence[str | Model], strategy: str | Strategy, **rest: Any
) -> Call:  # Any: see `Call`
    asked: list[Any] = list(model) if isinstance(model, list | tuple) else [model]  # Any: whatever was given
    if any(not isinstance(one, str) and not hasattr(one, "complete") for one in asked):
        raise InvalidValue(f"model: must be the name of a model, a model, or several, got {model!r:.80}")
    if not isinstance(strategy, str) and not hasattr(strategy, "solve"):
        raise InvalidValue(f"strategy: must be text such as 'verify(3)', or a strategy, got {strategy!r:.80}")

    def plan(benchmark: Benchmark, choices: Choices, store: Store) -> tuple[RunSpec, SolvedAttempts]:
        return _planned(asked, strategy, benchmark, choices, store)

    return Call(plan, on, **rest)


def _planned(
    asked: Sequence[str | Model], strategy: str | Strategy, benchmark: Benchmark, choices: Choices, store: Store
) -> tuple[RunSpec, SolvedAttempts]:
    if isinstance(strategy, str):
        choices = choices.changed(strategy=strategy)
    plan = plan_solving(choices, asked, store, strategy=None if isinstance(strategy, str) else strategy)
    choices = replace(choices, about=replace(choices.about, model=choices.about.model or plan.who))
    spec = replace(spec_of(choices, benchmark, plan.candidates), solving=plan.solving)
    problems = select_problems(benchmark, choices.subset)
    return spec, plan.attempts(spec, problems, store, choices)
