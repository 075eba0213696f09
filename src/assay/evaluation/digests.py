"""What decides a verdict, as one key: the same key has the same verdict, so it need not be judged again."""

from __future__ import annotations

import functools
import pickle
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from assay.benchmarks.base import Benchmark
from assay.hashing import content_digest, stable_bytes
from assay.records import Attempt, Candidate, Limits, Problem, Repository
from assay.spec import Judging, Machine

MOST_PROBLEMS = 4096
"""Problems whose digest is remembered."""
MOST_LIMITS = 64
"""Limits for which what all trials share is remembered."""
_PACKAGES = (
    "import importlib.metadata as m; "
    "print('\\n'.join(sorted({f'{d.name}=={d.version}' for d in m.distributions() if d.name})))"
)


class Keys:
    """Makes the keys of one run: what all its trials share is hashed once.

    `key` under other limits than the run's is the key that a run with those limits makes.
    """

    def __init__(self, judging: Judging, machine: Machine) -> None:
        self._judging = judging
        self._machine = machine
        self._shared: dict[Limits, bytes] = {}
        """What all trials share, by their limits."""
        self._problems: dict[str, tuple[Problem, bytes]] = {}

    def _shared_by(self, limits: Limits) -> bytes:
        judging, machine = self._judging, self._machine
        stop = str(judging.first_failure)
        shared = (
            judging.judge,
            repr(limits),
            stop,
            machine.isolation,
            machine.python,
            packages(judging.python),
            own_code(),
            *_of_probes(judging),
        )
        return content_digest(*shared)

    def key(self, problem: Problem, candidate: Candidate, limits: Limits | None = None) -> str:
        """Return the key of a candidate; `limits`, where they are not those of the run."""
        limits = limits or self._judging.limits
        if limits not in self._shared:
            if len(self._shared) >= MOST_LIMITS:
                self._shared.clear()
            self._shared[limits] = self._shared_by(limits)
        known = self._problems.get(problem.id)
        if known is None or known[0] is not problem:
            if len(self._problems) >= MOST_PROBLEMS:
                self._problems.clear()
            known = self._problems[problem.id] = problem, _judged_digest(problem)
        return content_digest(self._shared[limits], known[1], candidate.source).hex()


def attempts_digest(benchmark: Benchmark, attempts: Iterable[Attempt], rest: str = "") -> str:
    """Return a digest of what is to be judged: the attempts with their problems, and the rest that decides it."""
    parts: list[str | bytes] = [rest]
    for attempt in attempts:
        problem, candidate = benchmark.find(attempt.problem_id), attempt.candidate
        parts += [attempt.problem_id, str(candidate.attempt), candidate.source, candidate.error]
        parts.append(b"" if problem is None else _judged_digest(problem))
    return content_digest(*parts).hex()


def problem_digest(problem: Problem) -> bytes:
    """Of everything in a problem that a judge looks at; the same in every process, whatever its hash seed."""
    rest = (problem.id, type(problem.check).__name__, problem.reference, problem.language, problem.edge_decides,
            _pace(problem))  # fmt: skip
    parts = (*problem.check.content(), *problem.properties)
    return content_digest(pickle.dumps(rest, protocol=4), *(stable_bytes(part) for part in parts))


def _judged_digest(problem: Problem) -> bytes:
    """Of a problem with what else moves its verdicts: of a repository task the recipe, and our code that runs tests."""
    if not isinstance(problem.check, Repository):
        return problem_digest(problem)
    from assay.repositories.faults import NoRecipe
    from assay.repositories.recipes import recipe_for

    try:
        recipe = repr(recipe_for(problem.check, problem.id).content())
    except NoRecipe:  # nobody is judged then
        recipe = ""
    return content_digest(problem_digest(problem), own_code("repositories"), recipe)


def _pace(problem: Problem) -> tuple[object, ...] | None:
    pace = problem.pace
    return None if pace is None else (pace.known, pace.seconds, sorted(pace.cases.items()))


def _of_probes(judging: Judging) -> tuple[str, ...]:
    """Return what moves the answers of probes; nothing without any, so that they cost no verdict that is kept.

    A trial that is kept has either all the answers that a run asks for, or is judged again.
    """
    return (",".join(judging.probes), generator_version(), own_code("probes")) if judging.probes else ()


def generator_version() -> str:
    """Return the version of Hypothesis, which draws other inputs from version to version."""
    from importlib.metadata import version

    return version("hypothesis")


@functools.cache
def packages(python: str | None) -> str:
    """The packages that candidates can import, with their versions."""
    if python is None or python == sys.executable:
        from importlib.metadata import distributions

        return "\n".join(sorted({f"{found.name}=={found.version}" for found in distributions() if found.name}))
    done = subprocess.run([python, "-s", "-c", _PACKAGES], capture_output=True, timeout=60, text=True, check=False)
    return done.stdout or f"unknown: {done.stderr[:200]}"


@functools.cache
def own_code(*parts: str) -> str:
    """A digest of the code in some parts of the package, by default of that which judges."""
    root = Path(__file__).parents[1]
    found = (path for part in parts or ("judges", "sandbox") for path in sorted(root.glob(f"{part}/**/*.py")))
    files = [root / "records.py", *found]
    return content_digest(*(file.read_bytes() for file in files)).hex()
