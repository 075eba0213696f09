"""Unusual but right candidates as data: what an honest entry is, and how tables of them are written down."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from assay.records import Case, Cases, Problem, Suite, SuiteStyle


@dataclass(frozen=True, slots=True)
class Honest:
    """A right solution of one problem, which must be judged as passed and without any suspicion."""

    name: str
    problem: Problem
    source: str
    needs: str = ""
    """A library that must be installed for it; the entry is skipped where it is not."""


def returns(
    name: str, entry_point: str, source: str, *cases: Case | tuple[tuple[object, ...], object], needs: str = ""
) -> Honest:
    """An entry with data cases; a pair stands for the arguments and the value that `==` compares the result with."""
    made = tuple(case if isinstance(case, Case) else Case(*case) for case in cases)
    return Honest(name, Problem(name, Cases(entry_point, made)), textwrap.dedent(source).lstrip("\n"), needs)


def suites(text: str, style: SuiteStyle = SuiteStyle.ASSERTS, *, needs: str = "") -> list[Honest]:
    """A table of entries with test code.

    Every row begins with `## what it is: entry_point, Other, names`. Then come the tests and the candidate, kept apart
    by a line `--`; where there are three parts, the first is the prelude of the tests. Where the last name is
    `with its reference`, the problem has one.
    """
    rows = [block.partition("\n") for block in text.strip().removeprefix("## ").split("\n## ")]
    return [_row(head, body, style, needs) for head, _, body in rows]


def _row(head: str, body: str, style: SuiteStyle, needs: str) -> Honest:
    name, _, taken = head.partition(": ")
    entry_point, *names = [word.strip() for word in taken.split(",")]
    *before, tests, source = [part.strip() + "\n" for part in body.split("\n--\n")]
    reference = source if names[-1:] == ["with its reference"] else ""
    suite = Suite(entry_point, tests, style, "".join(before), tuple(names[:-1] if reference else names))
    return Honest(name, Problem(name, suite, reference=reference), source, needs)
