"""What a solver may know of a problem: what it asks for, and the cases that everybody may see."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import NewType

from assay.errors import InvalidProblem
from assay.extraction.native import left_open
from assay.judges.literals import call_text, written
from assay.judges.suites import as_cases, plan
from assay.records import (
    Case,
    CaseKind,
    Cases,
    Check,
    ComparatorKind,
    FunctionCheck,
    NativeSuite,
    Problem,
    ProgramInput,
    Programs,
    Suite,
    SuiteStyle,
    Untested,
)
from assay.solvers.shown import shortened_bytes, shown_cases, shown_inputs

VisibleProblem = NewType("VisibleProblem", Problem)
"""A problem that was made by `visible_part`: its check holds visible cases only, and it has no reference.

Strategies take nothing else, so that nothing hidden can reach a prompt.
"""

MAX_NAME = 300
"""Characters of the name of a case, which is its call."""
_BUILTINS = frozenset(dir(builtins)) - {"open", "eval", "exec", "compile", "__import__", "globals", "locals", "vars"}
"""What an assertion may use that is cut out of test code, beside the function it is about."""


def visible_part(problem: Problem, *, shown: int = 0) -> VisibleProblem:
    """Return a new problem with what may be seen of this one.

    Its check has the cases of `problem.examples`, those that the prompt itself shows, and the first `shown` cases of
    the check; where there are none, it is `Untested`. Nothing else is taken over from the check. Every case is named
    by its call.

    >>> hidden = Problem("add", Cases("add", (Case((1, 2), 3), Case((5, 5), 10))), prompt="add(0, 4) returns 4.")
    >>> [case.name for case in visible_part(hidden, shown=1).check.cases]
    ['add(0, 4)', 'add(1, 2)']
    """
    return VisibleProblem(
        Problem(
            problem.id,
            _visible_check(problem, shown),
            prompt=problem.prompt,
            opening=problem.opening,
            language=problem.language,
            kind=problem.kind,
            difficulty=problem.difficulty,
            tags=problem.tags,
        )
    )


def _visible_check(problem: Problem, shown: int) -> Check:
    check = problem.check
    if isinstance(check, Programs):
        return _programs(problem, check, shown)
    if isinstance(check, FunctionCheck):
        return _function(problem, check, shown)
    if problem.examples is None and isinstance(check, NativeSuite) and check.entry_point.isidentifier():
        return Untested(check.entry_point, left_open=left_open(check, problem.language))
    return problem.examples or Untested("")


# ---- programs ------------------------------------------------------------------------------------------------------


def _programs(problem: Problem, check: Programs, shown: int) -> Check:
    given = problem.examples.inputs if isinstance(problem.examples, Programs) else ()
    first = islice((one for one in check.inputs if one.expected is not None), shown)
    every = (*given, *shown_inputs(problem.prompt), *first)
    found = {(one.stdin, one.arguments): _named_input(one) for one in reversed(every)}
    if not found:
        return Untested("")
    return Programs(tuple(reversed(found.values())), checker=check.checker)


def _named_input(given: ProgramInput) -> ProgramInput:
    arguments = "".join(f" {one!r}" for one in given.arguments)
    name = f"arguments{arguments}, input {shortened_bytes(given.stdin)}" if arguments else ""
    return replace(given, name=(name or f"input {shortened_bytes(given.stdin)}")[:MAX_NAME], kind=CaseKind.BASIC)


# ---- functions -----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Gathered:
    """Visible cases of a function, each once: as data, or as assertions where they are more than data."""

    cases: dict[str, Case] = field(default_factory=dict)
    assertions: list[str] = field(default_factory=list)
    prelude: str = ""
    names: tuple[str, ...] = ()

    def add(self, entry_point: str, cases: Iterable[Case]) -> None:
        for case in cases:
            name = call_text(entry_point, case)
            self.cases.setdefault(name, replace(case, name=name[:MAX_NAME], kind=CaseKind.BASIC))

    def check(self, called: FunctionCheck) -> Check:
        entry_point, placing = called.entry_point, called.placing()
        if self.assertions:
            data = filter(None, (_as_assertion(name, case) for name, case in self.cases.items()))
            source = "\n".join([*self.assertions, *data])
            return Suite(entry_point, source, prelude=self.prelude, names=self.names, **placing)
        if self.cases:
            return Cases(entry_point, tuple(self.cases.values()), **placing)
        return Untested(entry_point, **placing)


def _function(problem: Problem, check: FunctionCheck, shown: int) -> Check:
    found, name = _Gathered(), check.entry_point
    match problem.examples:
        case Cases(cases=cases):
            found.add(name, cases)
        case Suite() as suite if (data := _as_data(problem, suite)) is not None:
            found.add(name, data)
        case Suite(source=source, style=SuiteStyle.ASSERTS, prelude=prelude, names=names):
            found.assertions.append(source)
            found.prelude, found.names = prelude, names
        case Suite() as suite:
            return suite  # a style that other cases cannot be put behind
    found.add(name, shown_cases(problem.prompt, name))
    if isinstance(check, Cases):
        found.add(name, check.cases[:shown])
    elif isinstance(check, Suite) and shown > 0:
        _add_first(found, problem, check, shown)
    return found.check(check)


def _add_first(found: _Gathered, problem: Problem, suite: Suite, shown: int) -> None:
    data = _as_data(problem, suite)
    if data is not None:
        found.add(suite.entry_point, data[:shown])
        return
    for text in _assertions(problem, suite, shown):
        single = _as_data(problem, Suite(suite.entry_point, text))
        if single is not None:
            found.add(suite.entry_point, single)
        elif text not in found.assertions:
            found.assertions.append(text)


def _as_data(problem: Problem, suite: Suite) -> tuple[Case, ...] | None:
    try:
        return as_cases(problem, suite)
    except InvalidProblem:
        return None


def _assertions(problem: Problem, suite: Suite, count: int) -> Iterator[str]:
    """The first assertions of test code that stand by themselves, among its first `count` cases."""
    if suite.style is SuiteStyle.UNITTEST:
        return
    try:
        steps = plan(problem, suite)
    except InvalidProblem:
        return
    for step in steps.cases[:count]:
        if isinstance(step.node, ast.Assert):
            text = ast.unparse(_Renamed(steps.parameter, suite.entry_point).visit(ast.parse(ast.unparse(step.node))))
            if _stands_alone(text, suite.entry_point):
                yield text


class _Renamed(ast.NodeTransformer):
    """The entry point under its own name, where test code has another for it."""

    def __init__(self, old: str, new: str) -> None:
        self._old = old
        self._new = new

    def visit_Name(self, node: ast.Name) -> ast.Name:  # as the base class calls it
        return ast.Name(self._new, node.ctx) if node.id == self._old else node


def _stands_alone(text: str, entry_point: str) -> bool:
    """Whether an assertion uses nothing but the entry point, built-in names and names that it binds itself."""
    nodes = list(ast.walk(ast.parse(text)))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    bound = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    bound |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    used = {node.id for node in names} - bound
    return entry_point in used and used <= {entry_point, *_BUILTINS} and entry_point not in bound


def _as_assertion(call: str, case: Case) -> str:
    """The case as a line of test code; empty where that takes more than a line."""
    if case.raises is not None:
        return ""
    match case.comparator.kind:
        case ComparatorKind.EXACT | ComparatorKind.EXACT_TYPES:
            return f"assert {call} == {written(case.expected)}"
        case ComparatorKind.TRUTH:
            return f"assert {call}" if case.expected else f"assert not {call}"
        case ComparatorKind.CLOSE if isinstance(case.expected, int | float):
            allowed = case.comparator.atol + case.comparator.rtol * abs(case.expected)
            return f"assert abs({call} - {written(case.expected)}) <= {allowed!r}"
    return ""
