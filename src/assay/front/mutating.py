"""`assay.mutate`: how many small faults in a piece of code its tests notice; also for a whole benchmark."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from assay.errors import InvalidProblem, InvalidValue, require
from assay.probes.inputs.given import given_inputs
from assay.probes.mutation.asking import BrokenTests, MutationOptions, Watch, ignore
from assay.probes.mutation.forms import problem_of
from assay.probes.mutation.problems import mutate_problem
from assay.probes.mutation.projects import PytestProject, calls_in_tests, mutate_project, source_text
from assay.probes.mutation.results import MutationResult
from assay.probes.mutation.triage import TriageOptions
from assay.probes.mutation.triage import triage as triage_survivors
from assay.records import Cases, Problem, Suite
from assay.results import Result
from assay.sandbox.base import Sandbox
from assay.sandbox.warm import WarmPython
from assay.statistics.intervals import clustered

if TYPE_CHECKING:
    from assay.benchmarks.base import Benchmark


class MutateOptions(TypedDict, total=False):
    """Which mutants are made, and how they are run."""

    operators: tuple[str, ...] | None
    """Names of the operators; by default all."""
    within: str | None
    """Only inside the function of that name."""
    sample: int | None
    """At most so many mutants, drawn at random."""
    seed: int
    matrix: bool
    """Run every test that reaches a mutant, and not only until one notices it."""
    workers: int
    """How many mutants run side by side, where the tests are a pytest suite."""
    watch: Watch
    """Is called with how many mutants are done, and how many there are."""


def mutate(
    code: str | os.PathLike[str],
    tests: object,
    *,
    entry_point: str | None = None,
    triage: bool = False,
    python: str | None = None,
    root: str | os.PathLike[str] | None = None,
    **options: Unpack[MutateOptions],
) -> MutationResult:
    """Make mutants of a piece of code, run its tests on them in the sandbox, and return how many the tests notice.

    Args:
        code: the source; or its `Path`, which it must be where the tests are a pytest suite.
        tests: a `Problem`; a list of assertions, or test code as text; a list of `Case`s; or the `Path` of a file or a
            folder of pytest tests.
        entry_point: the function that is called; by default the one that the tests call.
        triage: look for an input that tells each survivor from the original: that is a missing test.
        python: the interpreter that runs them; by default this one.
        root: the folder of the project that pytest runs in; by default found from `code` and `tests`.
        options: `operators`, `within`, `sample`, `seed`, `matrix`, `workers` and `watch`.

    Tests that fail on the code itself raise `BrokenTests`: they have no score.

    >>> mutate("def add(a, b):\\n    return a + b\\n", ["assert add(1, 2) == 3"], operators=("arithmetic",)).score
    1.0
    """
    require("code", code, (str, os.PathLike), "source text or a path")
    require("entry_point", entry_point, (str, NoneType), "a name")
    wanted = MutationOptions(**options)
    if isinstance(tests, os.PathLike):
        if isinstance(code, str):
            raise InvalidValue(f"code: must be the Path of a file where the tests are a pytest suite, got {code!r:.80}")
        project = PytestProject.at(code, tests, root=root, python=python)
        return mutate_suite(project, wanted, triage=triage)
    source = code if isinstance(code, str) else source_text(Path(code))
    name = "" if isinstance(code, str) else Path(code).name
    problem = problem_of(source, tests, entry_point=entry_point, name=name)
    with WarmPython(python=python) as sandbox:
        return mutate_against(problem, source, wanted, triage=triage, sandbox=sandbox)


def mutate_suite(
    project: PytestProject, options: MutationOptions, *, triage: bool = False, triage_watch: Watch = ignore
) -> MutationResult:
    """Run the mutants of a file against the pytest suite of its project; with `triage`, look for missing tests."""
    with WarmPython(python=project.python) as sandbox:
        result = mutate_project(project, options, sandbox=sandbox)
        if not triage or result.stopped:
            return result
        source = source_text(project.target)
        given = calls_in_tests(project)
        searching = TriageOptions(seed=options.seed, watch=triage_watch)
        return triage_survivors(result, source, given=given, options=searching, sandbox=sandbox)


def mutate_against(
    problem: Problem,
    source: str,
    options: MutationOptions,
    *,
    triage: bool = False,
    sandbox: Sandbox,
    triage_watch: Watch = ignore,
) -> MutationResult:
    """Run the mutants of a source against the tests of a problem; with `triage`, look for missing tests."""
    result = mutate_problem(problem, source, options, sandbox=sandbox)
    if not triage or result.stopped:
        return result
    given = given_inputs(problem)
    return triage_survivors(
        result,
        source,
        entry_point=problem.check.entry_point,
        given=lambda name: given,
        options=TriageOptions(seed=options.seed, watch=triage_watch),
        sandbox=sandbox,
    )


@dataclass(frozen=True, slots=True, repr=False)
class BenchmarkMutationResult(Result):
    """How strong the tests of a benchmark are: the mutants of every reference against the problem's own tests."""

    name: str
    problems: tuple[MutationResult, ...]
    """One for each problem whose reference passes its tests."""
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Id of a problem → why it has no score."""
    stopped: bool = False

    @property
    def judged(self) -> int:
        """How many mutants could be judged."""
        return sum(one.judged for one in self.problems)

    @property
    def detected(self) -> int:
        """How many mutants the tests notice."""
        return sum(one.detected for one in self.problems)

    @property
    def score(self) -> float | None:
        """The share of all mutants that the tests notice; `None` where there are none."""
        return self.detected / self.judged if self.judged else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Of the score: problems are resampled, for the mutants of one problem are alike."""
        some = [one for one in self.problems if one.judged]
        return clustered([one.detected for one in some], [one.judged for one in some]) if some else None

    def headline(self) -> str:
        """Return the score, the interval and the counts in one line."""
        rest = f"; {len(self.left_out)} problems without a score" if self.left_out else ""
        rest += "; stopped before the end" if self.stopped else ""
        if self.score is None or self.interval is None:
            return f"{self.name}: no mutants{rest}"
        low, high = self.interval
        return (
            f"{self.name}: mutation score {self.score:.1%} [{100 * low:.1f}, {100 * high:.1f}], {self.detected} of "
            f"{self.judged} mutants killed, {len(self.problems)} problems{rest}"
        )

    def table(self) -> list[dict[str, Any]]:  # Any: texts and numbers
        """Return a row for each problem, the weakest tests first."""
        rows = sorted(self.problems, key=lambda one: (1.0 if one.score is None else one.score, one.name))
        return [
            {
                "problem": one.name,
                "score": one.score,
                "low": None if one.interval is None else one.interval[0],
                "high": None if one.interval is None else one.interval[1],
                "killed": one.detected,
                "mutants": one.judged,
                "tests": len(one.tests),
            }
            for one in rows
        ]

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return everything as plain data."""
        return {
            "name": self.name,
            "score": self.score,
            "interval": self.interval,
            "judged": self.judged,
            "detected": self.detected,
            "left_out": dict(self.left_out),
            "stopped": self.stopped,
            "problems": [one.to_dict() for one in self.problems],
        }


def mutate_benchmark(
    benchmark: str | os.PathLike[str] | Benchmark,
    *,
    triage: bool = False,
    python: str | None = None,
    limit: int | None = None,
    **options: Unpack[MutateOptions],
) -> BenchmarkMutationResult:
    """Run the mutants of every reference of a benchmark against the problem's own tests.

    Args:
        benchmark: its name, the path of one of your own, or a loaded one.
        triage: look for the tests that are missing.
        python: the interpreter that runs them.
        limit: only the first problems.
        options: as `mutate` takes them; `watch` counts problems.
    """
    from assay.benchmarks.base import Benchmark
    from assay.benchmarks.families import load_benchmark

    loaded = benchmark if isinstance(benchmark, Benchmark) else load_benchmark(os.fspath(benchmark))
    watch = options.pop("watch", None)
    wanted = MutationOptions(**options)
    problems = list(loaded)[:limit]
    found: list[MutationResult] = []
    left_out: dict[str, str] = {}
    stopped = False
    with WarmPython(python=python) as sandbox:
        for number, problem in enumerate(problems, start=1):
            why = _unfit(problem)
            try:
                if not why:
                    found.append(mutate_against(problem, problem.reference, wanted, triage=triage, sandbox=sandbox))
            except (BrokenTests, InvalidProblem, InvalidValue) as error:
                why = str(error)
            except KeyboardInterrupt:
                stopped = True
            stopped = stopped or bool(found and found[-1].stopped)
            if stopped:
                break
            if why:
                left_out[problem.id] = why
            if watch is not None:
                watch(number, len(problems))
    return BenchmarkMutationResult(loaded.name, tuple(found), left_out, stopped)


def _unfit(problem: Problem) -> str:
    """Return why a problem's tests cannot be measured; empty where they can."""
    if problem.language != "python" or not isinstance(problem.check, Cases | Suite):
        return "only Python functions are measured"
    return "" if problem.reference else "it has no reference"
