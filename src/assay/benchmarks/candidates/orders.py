"""Problems in the order in which a list of programs without ids answers them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from assay.benchmarks.base import Benchmark
from assay.benchmarks.candidates.entries import Entry
from assay.records import FunctionCheck, Problem

SAMPLE = 200
"""The most programs of a list that decide its order."""
_LOOKED_AT = 20_000
"""Characters of a program in which definitions are looked for."""
_DEFINITION = re.compile(r"^[ \t]*(?:async[ \t]+)?(?:def|class)[ \t]+([A-Za-z_]\w{0,200})", re.MULTILINE)


def order_of(sample: Sequence[Entry], benchmark: Benchmark, selected: Sequence[Problem]) -> Sequence[Problem]:
    """Return the problems that the programs of a list answer, in their order.

    They are those of the whole benchmark, of the part that published lists cover, or those that are asked for: the
    order in which most programs define the entry point of their problem; of several, the one of the list's length.
    """
    listed = [problem for name in benchmark.listed if (problem := benchmark.find(name)) is not None]
    orders = [order for order in (benchmark.problems, listed, selected) if order]
    length = sample[0].of if sample else 0

    def fit(order: Sequence[Problem]) -> tuple[int, bool]:
        met = sum(one.index < len(order) and defines(one.text, order[one.index]) for one in sample)
        return met, len(order) == length

    return max(orders, key=fit)


def defines(text: str, problem: Problem) -> bool:
    """Return whether a program mentions the entry point of a problem."""
    name = entry_point_of(problem)
    return bool(name) and re.search(rf"\b{re.escape(name)}\b", text[:_LOOKED_AT]) is not None


def entry_point_of(problem: Problem) -> str:
    """Return the name that a candidate must define; empty where the problem asks for none."""
    return problem.check.entry_point if isinstance(problem.check, FunctionCheck) else ""


def defined_in(text: str) -> Iterable[str]:
    """Return the names of the functions and classes that a program defines."""
    return _DEFINITION.findall(text[:_LOOKED_AT])
