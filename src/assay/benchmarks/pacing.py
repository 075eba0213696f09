"""How fast references are: measured in the sandbox when first asked for, and kept on disk, one file a problem."""

from __future__ import annotations

import json
import os
import pickle
import tempfile
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from assay.benchmarks.base import Benchmark
from assay.errors import AssayError
from assay.files import private_folder
from assay.hashing import content_digest
from assay.judges.base import Judge, judge_kind
from assay.records import Candidate, Limits, Pace, Problem, Repository
from assay.sandbox.base import Sandbox

FORMAT = "assay-pace-3"
LIMITS = Limits(seconds=120.0)
"""References are given more than any candidate: that is what is to be found out."""
MOST_SECONDS = 10 * LIMITS.seconds
"""More than any measurement gives: whoever finds more has a broken file."""
LONG_SECONDS = 0.1
"""What a case has to take to be told apart from the others."""
UNKNOWN = Pace(0.0, known=False)


def warm() -> Sandbox:
    """The sandbox of references, where nobody names another."""
    from assay.sandbox.warm import WarmPython

    return WarmPython()


class LazyPace(Pace):
    """A pace that is found when it is first looked at; anywhere else it arrives as a plain one.

    >>> LazyPace(lambda: Pace(2.0)).seconds
    2.0
    """

    __slots__ = ("_find", "_found")
    _find: Callable[[], Pace]
    _found: Pace | None

    def __init__(self, find: Callable[[], Pace]) -> None:
        object.__setattr__(self, "_find", find)
        object.__setattr__(self, "_found", None)

    @property
    def found(self) -> Pace:
        if self._found is None:
            object.__setattr__(self, "_found", self._find())
        assert self._found is not None, "it was just found"
        return self._found

    @property
    def seconds(self) -> float:
        return self.found.seconds

    @property
    def cases(self) -> Mapping[int, float]:
        return self.found.cases

    @property
    def known(self) -> bool:
        return self.found.known

    def __reduce__(self) -> tuple[Any, ...]:  # Any: as pickle wants it
        return Pace, (self.seconds, dict(self.cases), self.known)


def with_paces(benchmark: Benchmark, folder: Path, sandbox: Callable[[], Sandbox]) -> Benchmark:
    """Return the benchmark with the pace of every problem that has a reference, found when it is looked at."""
    paces = Paces(benchmark.judge, folder, sandbox)
    problems = tuple(
        replace(problem, pace=LazyPace(partial(paces.of, problem)))
        if problem.reference and problem.pace is None and not isinstance(problem.check, Repository)
        else problem
        for problem in benchmark.problems
    )
    return replace(benchmark, problems=problems)


class Paces:
    """The paces of references, each found when it is first asked for: in the folder, else by running the reference.

    A kept file is one more copy of what can be measured: where it is broken or cannot be written, nothing is lost.
    """

    def __init__(self, judge: str, folder: Path, sandbox: Callable[[], Sandbox]) -> None:
        self._judge_name = judge
        self._folder = folder / "pace"
        self._sandbox = sandbox
        self._judge: Judge | None = None
        self._python = ""
        self._lock = threading.Lock()  # problems are sent to workers by several threads

    def of(self, problem: Problem) -> Pace:
        """How fast the reference is; unknown where it cannot be judged or does not pass."""
        with self._lock:
            judge = self._started()
            path = self._folder / f"{self._key(problem)}.json"
            kept = _read(path)
            if kept is None:
                kept = _measured(judge, problem)
                if kept is None:  # perhaps another time: nothing is known that could be kept
                    return UNKNOWN
                data = {"known": kept.known, "seconds": kept.seconds, "cases": kept.cases}
                keep(path, json.dumps(data).encode())
            return kept

    def _key(self, problem: Problem) -> str:
        parts = (FORMAT, self._judge_name, self._python, problem.reference, *problem.check.content(),
                 *problem.properties)  # fmt: skip
        return content_digest(pickle.dumps(parts, protocol=4)).hex()[:32]

    def _started(self) -> Judge:
        """One sandbox for all references; it ends with these paces, at the latest with the process."""
        if self._judge is None:
            box = self._sandbox()
            weakref.finalize(self, box.close)
            self._python = box.python
            self._judge = judge_kind(self._judge_name)(box, LIMITS)
        return self._judge


def _measured(judge: Judge, problem: Problem) -> Pace | None:
    """The pace of the reference, unknown where it does not pass; `None` where it could not be judged."""
    try:
        trial = judge.judge(replace(problem, pace=None), Candidate(problem.reference))
    except AssayError:  # whoever judges candidates of this problem will say so
        return None
    if trial.verdict is None:
        return None
    if not trial.verdict.passed:
        return UNKNOWN
    return pace_of(
        sum(execution.effective_seconds for execution in trial.executions), [one.seconds for one in trial.outcomes]
    )


def pace_of(seconds: float, of_cases: Sequence[float]) -> Pace:
    """Return the pace of a reference that took that long in all, and that long for each case."""
    long = {number: round(taken, 2) for number, taken in enumerate(of_cases) if taken >= LONG_SECONDS}
    return Pace(round(seconds, 2), long)


def _read(path: Path) -> Pace | None:
    """The pace in a file, or `None` where there is none or it cannot be used."""
    try:
        data = json.loads(path.read_bytes())
        return read_pace(data["seconds"], data["cases"]) if data["known"] else UNKNOWN
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        return None


def read_pace(seconds: Any, cases: Any) -> Pace:  # Any: whatever JSON holds
    """The pace in a file that anybody may have changed; raises one of the errors of a value that is not one.

    >>> read_pace(1e300, {})
    Traceback (most recent call last):
    ValueError: no reference takes 1e+300 seconds
    """
    pace = Pace(float(seconds), {int(number): float(taken) for number, taken in cases.items()})
    for taken in (pace.seconds, *pace.cases.values()):
        if not 0 <= taken <= MOST_SECONDS:
            raise ValueError(f"no reference takes {taken} seconds")
    return pace


def keep(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all; where it cannot be written, nothing is kept."""
    with suppress(OSError):
        private_folder(path.parent)
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
            os.replace(name, path)
        finally:
            Path(name).unlink(missing_ok=True)
