"""Which lines of a source each case reaches: the source is run once, in the sandbox, by code that takes notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import CodeType

from assay.probes.mutation.mutants import Mutant
from assay.records import Limits
from assay.sandbox.base import Sandbox
from assay.sandbox.calling import Arguments, CallEnd, call
from assay.syntax import UNREADABLE, compile_foreign, parse_foreign

MARK = "@assay reaches "
"""Before the number of a line that is reached for the first time, on standard output."""
_TRACER = """
import sys as _assay_sys
_assay_lines = set()
def _assay_line(frame, event, argument):
    _assay_note(frame.f_lineno)
    return _assay_line
def _assay_call(frame, event, argument):
    if frame.f_code.co_filename == "<measured>":
        _assay_note(frame.f_lineno)
        return _assay_line
_assay_names = {"__name__": __name__, "__builtins__": __builtins__}
_assay_code = compile(%(source)r, "<measured>", "exec", dont_inherit=True)
"""
_BY_CALL = """
_assay_note = _assay_lines.add
_assay_sys.settrace(_assay_call)
try:
    exec(_assay_code, _assay_names)
finally:
    _assay_sys.settrace(None)
_assay_loading = sorted(_assay_lines)
def assay_reached(*arguments, **keywords):
    _assay_lines.clear()
    _assay_sys.settrace(_assay_call)
    try:
        _assay_names[%(name)r](*arguments, **keywords)
    except BaseException:
        pass
    finally:
        _assay_sys.settrace(None)
    return _assay_loading, sorted(_assay_lines)
"""
_BY_MARKS = """
import os as _assay_os
def _assay_note(line):
    if line not in _assay_lines:
        _assay_lines.add(line)
        _assay_os.write(1, b"\\n%(mark)s%%d\\n" %% line)
_assay_sys.settrace(_assay_call)
exec(_assay_code, _assay_names)
globals().update({name: value for name, value in _assay_names.items() if not name.startswith("__")})
"""


@dataclass(frozen=True, slots=True)
class LineCoverage:
    """The lines that each case reaches."""

    cases: tuple[frozenset[int], ...]
    loading: frozenset[int]
    """Lines that run when the source is loaded: every case depends on them."""
    code: frozenset[int]
    """Lines that there is code for; others are never reached, whatever runs."""
    functions: tuple[tuple[int, int], ...]
    """The first and the last line of each function."""

    def reaching(self, mutant: Mutant) -> list[int]:
        """Return the numbers of the cases that reach the statement of a mutant."""
        lines = frozenset(range(mutant.first_line, mutant.last_line + 1))
        if not lines & self.code:  # such as `else`, or a condition that is always true
            around = [one for one in self.functions if one[0] <= mutant.first_line and mutant.last_line <= one[1]]
            first, last = min(around, key=lambda one: one[1] - one[0], default=(mutant.first_line, mutant.last_line))
            lines = frozenset(range(first, last + 1))
        if lines & self.loading:
            return list(range(len(self.cases)))
        return [number for number, reached in enumerate(self.cases) if reached & lines]


def coverage_of_calls(
    sandbox: Sandbox, source: str, name: str, calls: Sequence[Arguments], limits: Limits
) -> LineCoverage | None:
    """Return the lines that each call of a function reaches; `None` where that cannot be found out."""
    measured = _TRACER % {"source": source} + _BY_CALL % {"name": name}
    results = call(sandbox, measured, "assay_reached", calls, limits=limits)
    found: list[frozenset[int]] = []
    loading: frozenset[int] = frozenset()
    for result in results:
        if result.end is not CallEnd.RETURNED:
            return None
        match result.value:
            case ([*early], [*lines]):
                loading |= frozenset(line for line in early if isinstance(line, int))
                found.append(frozenset(line for line in lines if isinstance(line, int)))
            case _:
                return None
    return _coverage(source, tuple(found), loading)


def marking(source: str) -> str:
    """Return a source that does the same and writes a mark for each line when it first reaches it."""
    return _TRACER % {"source": source} + _BY_MARKS % {"mark": MARK}


def coverage_of_marks(source: str, said: bytes, cases: int) -> LineCoverage | None:
    """Return the lines that were marked, as those that every case reaches; `None` where nothing was."""
    lines = {
        int(line.removeprefix(MARK.encode()))
        for line in said.split(b"\n")
        if line.startswith(MARK.encode()) and line.removeprefix(MARK.encode()).isdigit()
    }
    return _coverage(source, (frozenset(lines),) * cases, frozenset()) if lines else None


def _coverage(source: str, cases: tuple[frozenset[int], ...], loading: frozenset[int]) -> LineCoverage | None:
    import ast

    try:
        tree, code = parse_foreign(source), compile_foreign(source)
    except UNREADABLE:
        return None
    functions = [
        (node.lineno, node.end_lineno or node.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return LineCoverage(cases, loading, frozenset(_lines(code)), tuple(functions))


def _lines(code: CodeType) -> set[int]:
    found: set[int] = set()
    stack = [code]
    while stack:
        one = stack.pop()
        found.update(line for _, _, line in one.co_lines() if line)
        stack.extend(const for const in one.co_consts if isinstance(const, CodeType))
    return found
