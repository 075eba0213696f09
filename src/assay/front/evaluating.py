"""`assay.evaluate` and `assay.aevaluate`: candidates of any kind on problems of any kind, as one stored, scored run."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from assay.benchmarks.base import Benchmark
from assay.benchmarks.candidates import select_problems
from assay.choices import Choices
from assay.engines.base import Engine
from assay.errors import InvalidValue, require, require_text
from assay.evaluation.planning import candidates_at, read, spec_of
from assay.evaluation.pump import Watcher, ignore
from assay.front.arguments import require_candidate
from assay.front.calling import Call, Problems
from assay.hashing import content_digest
from assay.records import Attempt, Candidate
from assay.reports.report import Report
from assay.spec import FROM_PYTHON, CandidatesRef, RunSpec, Subset
from assay.store.base import Store

Candidates = str | os.PathLike[str] | Iterable[object]
"""A path; or rows (mappings, programs, lists of programs); or `Attempt`s; or `Candidate`s for the only problem."""


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

    >>> from assay.records import Case, Cases, Problem
    >>> double = Problem("double", Cases("double", (Case((2,), 4),)))
    >>> evaluate([Candidate("def double(x): return 2 * x")], double, store="memory:", workers=1).passed
    True
    """
    return _call(candidates, on, store=store, engine=engine, watch=watch, options=options).run()


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
    call = _call(candidates, on, store=store, engine=engine, watch=watch, options=options)
    return await call.run_beside()


def _call(candidates: Candidates, on: Problems, **rest: Any) -> Call:  # Any: see `Call`
    require("candidates", candidates, (str, os.PathLike, Iterable), "a path, rows, attempts or candidates")

    def plan(benchmark: Benchmark, choices: Choices, store: Store) -> tuple[RunSpec, Iterable[Attempt]]:
        return _planned(candidates, benchmark, choices)

    return Call(plan, on, **rest)


def _planned(candidates: Candidates, benchmark: Benchmark, choices: Choices) -> tuple[RunSpec, Iterable[Attempt]]:
    """Return what decides the run, and its attempts."""
    if isinstance(candidates, str | os.PathLike):
        path = os.fspath(candidates)
        require_text("candidates", path, "a path, rows, attempts or candidates")
        spec = spec_of(choices, benchmark, candidates_at(path))
        return spec, read(spec, benchmark, path)
    if isinstance(candidates, bytes | dict):
        raise InvalidValue(f"candidates: must be a path, rows, attempts or candidates, got {candidates!r:.80}")
    first, given = _peeked(candidates)
    is_rows = not isinstance(first, Attempt | Candidate)
    if is_rows and not isinstance(given, Sequence):
        given = list(given)
    digest = _digest(given) if isinstance(given, Sequence) else ""
    spec = spec_of(choices, benchmark, CandidatesRef(FROM_PYTHON, digest))
    if is_rows and isinstance(given, Sequence):
        return spec, read(spec, benchmark, given)
    return spec, _selected(_as_attempts(given, benchmark), benchmark, spec.subset)


def _peeked(candidates: Iterable[object]) -> tuple[object, Iterable[object]]:
    """Return the first of them, and all of them."""
    given = candidates if isinstance(candidates, Sequence) else iter(candidates)
    for first in given:
        return first, given if isinstance(given, Sequence) else chain([first], given)
    raise InvalidValue(f"candidates: must be at least one, got {candidates!r:.80}")


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
    """Yield the attempts that a choice of problems and attempts leaves."""
    unwanted = {problem.id for problem in benchmark} - {problem.id for problem in select_problems(benchmark, subset)}
    counted: Counter[str] = Counter()
    for attempt in attempts:
        counted[attempt.problem_id] += 1
        within = subset.attempts is None or counted[attempt.problem_id] <= subset.attempts
        if within and attempt.problem_id not in unwanted:
            yield attempt


def _digest(given: Sequence[object]) -> str:
    return content_digest(repr(list(given))).hex()
