"""What became of a trial in a few words: the call that was made, and what came instead of a pass."""

from __future__ import annotations

import ast
import builtins
import re
from functools import lru_cache

from assay.judges.complaints import both_values, difference_in_words
from assay.records import CaseOutcome, Cases, CaseStatus, Problem, Trial, Verdict

LONGEST_CASE = 5_000
"""Characters of a test's statement that are looked at as Python."""
LONGEST_SAID = 100_000
"""Characters of an error that are looked at."""
NO_MESSAGE = "does not hold"
"""Said of an assertion that fails without a word on what came."""
_LIMITS = {CaseStatus.TIMED_OUT: "ran out of time", CaseStatus.OUT_OF_MEMORY: "ran out of memory"}
_OVER_LIMIT = "went over its limit: "
_TRACEBACK = "Traceback (most recent call last)"
_FRAME = re.compile(r"(?:[^\n]{1,300}, )?line (\d{1,9})(?:, in [^\n]+)?|\.\.\.")
_IN_CANDIDATE = re.compile(r" ?\(<candidate>, (line \d{1,9})\)")
_LEFT = re.compile(r"(?P<before>.*?)SystemExit(?:: (?P<status>\d{1,9}))?")
_ASSERTION = re.compile(r"AssertionError(?:: (?P<message>.+))?")


def call_of(problem: Problem | None, trial: Trial, number: int | None) -> str:
    """Return what a case asks, as short as it is known: the call itself, or else what was asserted."""
    if number is None or trial.outcomes[number].status is CaseStatus.NOT_RUN:
        return ""
    entry_point = "" if problem is None else problem.check.entry_point
    unexplained = said(trial.outcomes[number].error) == NO_MESSAGE
    return shortened(case_text(problem, trial, number), entry_point, whole=unexplained)


def case_text(problem: Problem | None, trial: Trial, number: int) -> str:
    """Return what a case of a trial does, as far as that is known."""
    outcome = trial.outcomes[number]
    check = problem.check if problem is not None else None
    if outcome.name or not isinstance(check, Cases) or number >= len(check.cases):
        return outcome.name or f"case {number}"
    from assay.judges.literals import call_text  # loads the judges, which most runs have in their workers only

    return call_text(check.entry_point, check.cases[number])


def shortened(statement: str, entry_point: str = "", *, whole: bool = False) -> str:
    """Return the call that an assertion is about; the assertion without its message where it is about more, or `whole`.

    >>> shortened("assert candidate(2) == 4, 'Test 1'", "double")
    'double(2)'
    >>> shortened("assert tuple(candidate([1])) == tuple([1])", "sort_third")
    'tuple(sort_third([1])) == tuple([1])'
    >>> shortened("Windows.test_blocks")
    'Windows.test_blocks'
    """
    return statement if len(statement) > LONGEST_CASE else _shortened(statement, entry_point, whole)


@lru_cache(maxsize=4096)  # a run asks about the same cases for each attempt at a problem
def _shortened(statement: str, entry_point: str, whole: bool) -> str:
    try:
        body = ast.parse(statement).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return statement
    if len(body) != 1 or not isinstance(node := body[0], ast.Assert | ast.Expr):
        return statement
    asserted = node.test if isinstance(node, ast.Assert) else node.value
    called = None if whole else _called(asserted, entry_point)
    return _text(statement, asserted if called is None else called, entry_point)


def what_came(trial: Trial, number: int | None) -> str:
    """Return what came instead of a pass; `number` is the first case that did not pass, where one was reached."""
    if trial.verdict is None:
        return said(trial.fault)
    if trial.verdict is Verdict.PASSED:
        return ""
    if number is None:
        return said(trial.detail)
    outcome = trial.outcomes[number]
    if outcome.status is CaseStatus.NOT_RUN and not outcome.error and trial.detail:
        return said(trial.detail)  # such as a compiler's message, which is about no case
    return outcome_words(outcome) or said(trial.detail)


def outcome_words(outcome: CaseOutcome) -> str:
    """Return what came of a case: an exception with its message, how it ended, or both values."""
    if outcome.error:
        if outcome.status in _LIMITS and outcome.error.startswith(_OVER_LIMIT):
            return _LIMITS[outcome.status]
        return said(outcome.error)
    if outcome.expected or outcome.actual:
        return both_values(outcome.expected, outcome.actual) if outcome.actual else f"expected {outcome.expected}"
    return "" if outcome.status is CaseStatus.FAILED else outcome.status.value.replace("_", " ")


def said(text: str) -> str:
    r"""Return the one line that says what happened: of a traceback the exception, without the places it came through.

    >>> said("IndexError: list index out of range\nline 33, in sort_array")
    'IndexError: list index out of range'
    >>> said("SystemExit: 0\nline 6, in tidy_name"), said("AssertionError: Lists differ: [] != [1]\n\n- []")
    ('left early with status 0', 'Lists differ: [] != [1]')
    >>> said("line 1:\n- '6'\n+ '5'")
    'line 1: expected 6, got 5'
    """
    return _said(text[:LONGEST_SAID])


@lru_cache(4096)  # attempts at one problem fail alike
def _said(text: str) -> str:
    if text.startswith("line ") and (told := difference_in_words(text)) != text:
        return told
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    while len(lines) > 1 and _FRAME.fullmatch(lines[-1]):
        lines.pop()
    if not lines:
        return ""
    first = lines[-1] if lines[0].startswith(_TRACEBACK) else lines[0]
    first = _IN_CANDIDATE.sub(r" (\1)", first)
    if match := _LEFT.fullmatch(first):
        return f"{match['before']}left early with status {match['status'] or 0}"
    if match := _ASSERTION.fullmatch(first):
        return match["message"] or NO_MESSAGE
    return first


def lines_named(error: str) -> list[int]:
    r"""Return the lines of the candidate that an error names, the outermost first; none of other files.

    >>> lines_named("TypeError: no\nline 21, in f\nline 30, in <listcomp>"), lines_named("shop/a.py, line 3, in f")
    ([21, 30], [])
    """
    found = []
    for line in reversed(error[:LONGEST_SAID].splitlines()):
        match = _FRAME.fullmatch(line.strip())
        if match is None:
            break
        if match[1] and line.strip().startswith("line "):
            found.append(int(match[1]))
    return found[::-1]


def _called(asserted: ast.expr, entry_point: str) -> ast.Call | None:
    """Return the candidate's call, where an expression compares it with plain data or asks it to be true or false."""
    match asserted:
        case ast.Call(func=ast.Name(id=name)) as call:
            pass
        case ast.UnaryOp(op=ast.Not(), operand=ast.Call(func=ast.Name(id=name)) as call):
            pass
        case ast.Compare(left=ast.Call(func=ast.Name(id=name)) as call, ops=[ast.Eq() | ast.Is()], comparators=[right]):
            if any(isinstance(one, ast.Call | ast.Name | ast.Attribute) for one in ast.walk(right)):
                return None
        case _:
            return None
    own = name in ("candidate", entry_point) if entry_point else not hasattr(builtins, name)
    return call if own else None


def _text(statement: str, node: ast.expr, entry_point: str) -> str:
    """Return the text of a part of a statement, with the entry point's own name where the tests say `candidate`."""
    lines = [line.encode() for line in statement.splitlines(keepends=True)]  # positions of a tree count bytes
    last, end = node.end_lineno or node.lineno, node.end_col_offset or 0
    lines[last - 1] = lines[last - 1][:end]
    names = [one for one in ast.walk(node) if isinstance(one, ast.Name) and one.id == "candidate"]
    for one in sorted(names, key=lambda one: (one.lineno, one.col_offset), reverse=True) if entry_point else ():
        line, place = lines[one.lineno - 1], one.col_offset
        lines[one.lineno - 1] = line[:place] + entry_point.encode() + line[place + len(b"candidate") :]
    lines[node.lineno - 1] = lines[node.lineno - 1][node.col_offset :]
    return b"".join(lines[node.lineno - 1 : last]).decode()
