"""`assay.judge` and `assay.ajudge`: one piece of code, one problem, one verdict."""

from __future__ import annotations

import asyncio
from contextlib import closing
from dataclasses import replace
from types import NoneType

from assay.engines.base import Task
from assay.engines.inline import InlineEngine
from assay.errors import require
from assay.front.arguments import require_candidate
from assay.judges.base import judge_of
from assay.records import Candidate, Limits, Problem, Trial
from assay.spec import Judging


def judge(
    code: str | bytes | Candidate,
    problem: Problem,
    *,
    limits: Limits | None = None,
    python: str | None = None,
    isolation: str = "full",
    first_failure: bool = False,
) -> Trial:
    """Judge one candidate in a sandbox that lives as long as the call, and return the trial.

    Where our side fails, the trial has a fault and no verdict. For many candidates `evaluate` is faster: it starts its
    sandboxes once. Code is judged as it is given; `evaluate` also reads completions and answers in chat.

    Args:
        code: the source, or a `Candidate`.
        problem: what it must solve.
        limits: of time, memory and output; by default `Limits()`.
        python: the interpreter that it runs under; by default this one.
        isolation: the weakest level to accept: `full`, `seccomp` or `process`.
        first_failure: stop at the first case that does not pass.

    >>> from assay.records import Case, Cases
    >>> judge("def double(x): return x + x", Problem("double", Cases("double", (Case((2,), 4),))))
    <Trial double: passed, 1 of 1 cases>
    """
    require("code", code, (str, bytes, Candidate), "text, bytes or a Candidate")
    require("problem", problem, (Problem,), "a Problem")
    require("limits", limits, (Limits, NoneType), "Limits")
    candidate = code if isinstance(code, Candidate) else Candidate(code)
    require_candidate("code", candidate)
    if problem.properties:
        problem = _with_inputs(problem, python, isolation)
    judging = Judging(judge_of(problem), limits or Limits(), python, isolation, first_failure)
    with closing(InlineEngine()) as engine:
        engine.start(judging)
        trial = engine.trial(Task(0, problem, candidate))
    return replace(trial, candidate=candidate)


async def ajudge(
    code: str | bytes | Candidate,
    problem: Problem,
    *,
    limits: Limits | None = None,
    python: str | None = None,
    isolation: str = "full",
    first_failure: bool = False,
) -> Trial:
    """Do as `judge` does, beside the event loop; a cancelled candidate still ends at the latest by its limits."""
    return await asyncio.to_thread(
        judge, code, problem, limits=limits, python=python, isolation=isolation, first_failure=first_failure
    )


def _with_inputs(problem: Problem, python: str | None, isolation: str) -> Problem:
    from assay.probes.properties.preparing import with_inputs
    from assay.sandbox.warm import WarmPython

    return with_inputs([problem], lambda: WarmPython(python=python, isolation_level=isolation))[0]
