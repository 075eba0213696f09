"""Which problems a user means: ids, globs and ranges of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import fnmatchcase

from assay.benchmarks.base import Benchmark
from assay.errors import InvalidValue
from assay.records import Problem

_RANGE = re.compile(r"(?:([A-Za-z+]+)[/_])?(\d{1,9})(?:-|\.\.)(\d{1,9})", re.ASCII)


def select_problems(
    benchmark: Benchmark, wanted: Iterable[str] | None = None, *, limit: int | None = None
) -> list[Problem]:
    """The problems that are asked for, in the benchmark's order; of these the first `limit`.

    >>> from assay.records import Case, Cases
    >>> problems = tuple(Problem(f"Mbpp/{n}", Cases("f", (Case((), 1),))) for n in (2, 3, 11, 12))
    >>> mbpp = Benchmark("mbpp", "1", problems, prefix="Mbpp/")
    >>> [problem.id for problem in select_problems(mbpp, ["2-3,Mbpp/1?"], limit=3)]
    ['Mbpp/2', 'Mbpp/3', 'Mbpp/11']
    """
    if limit is not None and limit < 1:
        raise InvalidValue(f"limit must be at least 1, got {limit!r}")
    parts = [part.strip() for text in wanted or () for part in text.split(",") if part.strip()]
    if not parts:
        return list(benchmark)[:limit]
    ids = {name for part in parts for name in _matching(benchmark, part)}
    return [problem for problem in benchmark if problem.id in ids][:limit]


def _matching(benchmark: Benchmark, part: str) -> set[str]:
    found = benchmark.find(part)
    if found is not None:
        return {found.id}
    matched = {problem.id for problem in benchmark if fnmatchcase(problem.id, part)} or _in_range(benchmark, part)
    if not matched:
        examples = ", ".join(problem.id for problem in benchmark.problems[:3])
        raise InvalidValue(
            f"no problem of {benchmark.name} is {part!r}: name an id ({examples} …), a glob such as '*1?', or a range"
            " such as 10-19"
        )
    return matched


def _in_range(benchmark: Benchmark, part: str) -> set[str]:
    """By the numbers in the ids; a benchmark without numbers has no ranges."""
    match = _RANGE.fullmatch(part)
    if match is None or not benchmark.prefix:
        return set()
    if match[1] is not None and match[1].lower() != benchmark.prefix[:-1].lower():
        return set()
    numbers = range(int(match[2]), int(match[3]) + 1)
    return {problem.id for problem in benchmark if int(problem.id.removeprefix(benchmark.prefix)) in numbers}
