"""Which problems a user means: ids, globs, ranges of numbers, and days on which they were published."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

from assay.benchmarks.base import Benchmark
from assay.errors import InvalidOption, InvalidValue
from assay.records import Problem
from assay.spec import Subset

_RANGE = re.compile(r"(?:([A-Za-z+]+)[/_])?(\d{1,9})(?:-|\.\.)(\d{1,9})", re.ASCII)
LONGEST_PATTERN = 300
"""Characters of a glob or a range: each bracket of a glob may be looked for up to its end."""
MOST_PATTERNS = 200
"""Globs and ranges of one choice: each of them is tried with each problem."""
_LAST_DAY = "9999-12-31"


def select_problems(benchmark: Benchmark, subset: Subset | None = None) -> list[Problem]:
    """Return the problems that are asked for, in the benchmark's order.

    >>> from assay.records import Case, Cases
    >>> problems = tuple(Problem(f"Mbpp/{n}", Cases("f", (Case((), 1),))) for n in (2, 3, 11, 12))
    >>> mbpp = Benchmark("mbpp", "1", problems, prefix="Mbpp/")
    >>> [problem.id for problem in select_problems(mbpp, Subset(problems="2-3,Mbpp/1?", limit=3))]
    ['Mbpp/2', 'Mbpp/3', 'Mbpp/11']
    """
    subset = subset or Subset()
    parts = [part.strip() for part in (subset.problems or "").split(",") if part.strip()]
    patterns = {part for part in parts if benchmark.find(part) is None}
    if len(patterns) > MOST_PATTERNS:
        raise InvalidValue(
            f"problems: at most {MOST_PATTERNS:,} parts can be other than ids of {benchmark.name}, got"
            f" {len(patterns):,}, among them {min(patterns)[:40]!r}"
        )
    ids = {name for part in dict.fromkeys(parts) for name in _matching(benchmark, part)}
    chosen = [problem for problem in benchmark if problem.id in ids] if parts else list(benchmark)
    return _published(benchmark, chosen, subset)[: subset.limit]


def undated(benchmark: Benchmark, subset: Subset) -> int:
    """Return how many problems days leave out because nobody knows when they were published."""
    if subset.published_from is None and subset.published_to is None:
        return 0
    return sum(not problem.published for problem in benchmark)


def _published(benchmark: Benchmark, chosen: list[Problem], subset: Subset) -> list[Problem]:
    """Return the problems of the days that are asked for; both of them count."""
    first, last = subset.published_from, subset.published_to
    if first is None and last is None:
        return chosen
    option = "published_from" if first is not None else "published_to"
    days = sorted(problem.published for problem in benchmark if problem.published)
    if not days:
        raise InvalidOption(option, f"no problem of {benchmark.name} says when it was published")
    found = [one for one in chosen if one.published and (first or "") <= one.published[:10] <= (last or _LAST_DAY)]
    if not found:
        raise InvalidOption(
            option,
            f"none of the problems was published in that time; those of {benchmark.name} are from {days[0]} to"
            f" {days[-1]}",
        )
    return found


def _matching(benchmark: Benchmark, part: str) -> set[str]:
    found = benchmark.find(part)
    if found is not None:
        return {found.id}
    if len(part) > LONGEST_PATTERN:
        raise InvalidValue(
            f"problems: no problem of {benchmark.name} is {part[:40]!r}…, and a glob or a range has at most"
            f" {LONGEST_PATTERN:,} characters, got {len(part):,}"
        )
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
    return {problem.id for problem in benchmark.numbered(numbers)}
