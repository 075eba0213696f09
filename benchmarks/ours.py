"""Assay itself: two worker processes, each with a warm sandbox and the separate judge, every layer on.

Run as a module, this file is the worker.
"""

from __future__ import annotations

import copy
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from benchmarks import data
from benchmarks.contender import Answer, answer
from benchmarks.crew import Crew

if TYPE_CHECKING:
    from assay.records import Candidate, Case, Cases, Problem
    from assay.sandbox.base import SessionJob
    from assay.sandbox.warm import WarmPython

    Work = tuple[Problem, Candidate]

PLUS_SECONDS = 60.0
EVALPLUS_RTOL = 1e-7
EVALPLUS_FLOAT_ATOL = 1e-6
ACCEPT_ZERO = """
def accept(result, coefficients):
    return abs(sum(c * result ** i for i, c in enumerate(coefficients))) <= {atol!r}
"""


def missing() -> str:
    """Why Assay cannot be measured, or nothing."""
    try:
        return "" if find_spec("assay.judges.separate") else "assay.judges.separate is not there"
    except ModuleNotFoundError as error:
        return str(error)


class AssaySuites:
    """The tests of HumanEval as they are: `check(candidate)`."""

    work = "suites"

    def __init__(self) -> None:
        self._crew = Crew(["-m", "benchmarks.ours", self.work])

    def judge(self, order: Sequence[int]) -> Answer:
        return self._crew.judge(order)

    def close(self) -> None:
        self._crew.close()


class AssayCases(AssaySuites):
    """EvalPlus's own base inputs as data cases, with EvalPlus's rules of comparison."""

    work = "cases"


class AssayPlus(AssaySuites):
    """All inputs of HumanEval+, base and plus, as data cases."""

    work = "plus"


class AssayStages(AssaySuites):
    """As `AssaySuites`, with a clock at the seam between judge and sandbox; not for the ratios."""

    work = "stages"


def suites() -> list[Work]:
    from assay.records import Candidate, Problem, Suite, SuiteStyle

    return [
        (
            Problem(
                row["task_id"],
                Suite(row["entry_point"], source=row["test"], style=SuiteStyle.CHECK, prelude=row["prompt"]),
            ),
            Candidate(data.reference(row)),
        )
        for row in data.rows(data.HUMANEVAL)
    ]


def cases(*, plus: bool = False) -> list[Work]:
    from assay.records import Candidate, Problem

    return [
        (Problem(row["task_id"], Cases(row["entry_point"], _cases(row, inputs))), Candidate(data.reference(row)))
        for row in data.rows(data.HUMANEVAL_PLUS)
        for inputs in ([*row["base_input"], *row["plus_input"]] if plus else row["base_input"],)
    ]


def _cases(row: data.Row, inputs: list[Any]) -> tuple[Case, ...]:  # Any: JSON
    namespace: dict[str, Any] = {}  # Any: what the reference defines
    exec(data.reference(row), namespace)
    return tuple(_case(row, arguments, namespace[row["entry_point"]]) for arguments in inputs)


def _case(row: data.Row, arguments: list[Any], function: Callable[..., object]) -> Case:
    """One input with the reference's output, compared as EvalPlus compares it."""
    from assay.records import EXACT, Case, Comparator

    expected = function(*copy.deepcopy(arguments))
    comparator = EXACT
    if row["entry_point"] == "find_zero":
        comparator = Comparator.predicate(ACCEPT_ZERO.format(atol=row["atol"]))
    elif row["atol"] or _is_floats(expected):
        comparator = Comparator.close(atol=row["atol"] or EVALPLUS_FLOAT_ATOL, rtol=EVALPLUS_RTOL)
    return Case(tuple(arguments), expected, comparator=comparator)


def _is_floats(value: object) -> bool:
    if isinstance(value, list | tuple) and value:
        return all(isinstance(item, float) for item in value)
    return isinstance(value, float)


class Timed:
    """A sandbox or a session with a clock on each of its methods; what they do is left alone."""

    def __init__(self, inner: Any, stages: Counter[str], names: dict[str, str]) -> None:  # Any: either of the two
        self._inner = inner
        self._stages = stages
        self._names = names

    def __getattr__(self, name: str) -> Any:  # Any: whatever the inner object has
        found = getattr(self._inner, name)
        stage = self._names.get(name)
        return found if stage is None else self._clocked(stage, found)

    def session(self, job: SessionJob, limits: Any) -> Timed:  # Any: Limits
        names = {"next": "load and run", "detach": "load and run", "send": "load and run", "end": "reap"}
        return Timed(self._clocked("spawn", self._inner.session)(job, limits), self._stages, names)

    def _clocked(self, stage: str, act: Callable[..., Any]) -> Callable[..., Any]:  # Any: as the method has it
        def timed(*arguments: Any, **keywords: Any) -> Any:
            started = time.perf_counter()
            try:
                return act(*arguments, **keywords)
            finally:
                self._stages[stage] += time.perf_counter() - started  # type: ignore[assignment]  # a Counter of seconds

        return timed


def serve(kind: str) -> None:
    """The worker: lists of positions in, how many passed out."""
    from assay.judges.separate import SeparateJudge
    from assay.records import Limits
    from assay.sandbox.warm import WarmPython

    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    work = cases(plus=kind == "plus") if kind in ("cases", "plus") else suites()
    limits = Limits(seconds=PLUS_SECONDS) if kind == "plus" else Limits()
    stages: Counter[str] = Counter()
    with WarmPython() as warm:
        sandbox: Any = Timed(warm, stages, {}) if kind == "stages" else warm  # Any: stands in for the sandbox
        with SeparateJudge(sandbox, limits) as judge:
            for line in sys.stdin:
                stages.clear()
                started = time.perf_counter()
                result = judge_all(judge, [work[position] for position in json.loads(line)])
                result["stages"] = stage_seconds(warm, stages, time.perf_counter() - started)
                print(json.dumps(result), file=answers, flush=True)


def judge_all(judge: Any, work: Sequence[Work]) -> Answer:  # Any: a Judge, and mypy may not see the package
    trials = [judge.judge(problem, candidate) for problem, candidate in work]
    failed = [f"{trial.problem_id}: {trial.fault or trial.detail}" for trial in trials if trial.verdict is None]
    failed += [
        f"{trial.problem_id}: {trial.detail}"
        for trial in trials
        if trial.verdict is not None and not trial.verdict.passed
    ]
    return answer(len(trials) - len(failed), note="; ".join(failed[:5]))


def stage_seconds(sandbox: WarmPython, seam: Counter[str], total: float) -> dict[str, float]:
    """Seconds by stage since the last list: the sandbox's own, where it keeps them, else those of the seam."""
    own: dict[str, float] = dict(getattr(sandbox, "stages", {}))
    stages = own or dict(seam)
    return {**stages, "judge and the rest": total - sum(stages.values()), "in all": total} if stages else {}


if __name__ == "__main__":
    serve(sys.argv[1])
