"""One attempt at a problem in full: its code, the cases that failed, the way to the reference, and the traceback."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from assay.reports.brief import verdict_words
from assay.reports.figures import counted
from assay.reports.screen import GAP, Screen, cells, in_columns
from assay.reports.trials import CaseLine, ProblemPage, TrialPage
from assay.text import one_line

SHOWN_LINES = 200
"""Of code."""
SHOWN_CASES = 10
SHOWN_DIFF = 60
"""Lines of a difference."""
SHOWN_TRACEBACK = 20
SHOWN_LOG = 40
"""Lines at the end of a log."""
SHORT_REFERENCE = 12
"""Lines of a reference that is shown as it is."""
LONGEST_LINE = 400
_LABEL = 12


def attempt_lines(page: TrialPage, problem: ProblemPage | None, screen: Screen, *, model: str, again: str) -> list[str]:
    """Return everything about one attempt; `again` is the command that shows its failing case again."""
    line = page.line
    verdict = verdict_words(line.verdict)
    cases = f"{page.cases_passed} of {page.cases_total} cases passed" if page.cases_total else ""
    parts = (line.problem, model, f"attempt {line.attempt}", verdict, cases)
    head = screen.wrapped(one_line(" · ".join(part for part in parts if part)))
    lines = [*map(screen.good if line.passed else screen.bold, head), ""]
    lines += [*_code(page, screen), ""]
    lines += _cases(page, screen)
    lines += _fields(page, screen)
    if problem is not None and not line.passed:
        lines += _reference(page, problem, screen)
    if again:
        lines.append(f"{'again':<{_LABEL}}  {again}")
    return lines


def labelled(label: str, text: str, *, most: int = SHOWN_LINES) -> Iterator[str]:
    """Give a text with its label before the first line; nothing of it is obeyed by a terminal."""
    shown = text.rstrip("\n").split("\n")
    for number, line in enumerate(shown[:most]):
        yield f"{label if not number else '':<{_LABEL}}  {_bounded(line)}".rstrip()
    if len(shown) > most:
        yield f"{'':<{_LABEL}}  … {len(shown) - most:,} lines more"


def _code(page: TrialPage, screen: Screen) -> Iterator[str]:
    """Give the code with its line numbers, what an error names marked below."""
    code = page.code.rstrip("\n").split("\n")
    digits = max(3, len(str(min(len(code), SHOWN_LINES))))
    first, last = _window(len(code), page.failing_line)
    if first:
        yield f"{'…':>{digits}}  {first:,} lines before"
    for number, text in enumerate(code[first:last], first + 1):
        shown = _bounded(text)
        yield f"{number:>{digits}}  {shown}".rstrip()
        if number == page.failing_line and shown.strip():
            blanks = len(shown) - len(shown.lstrip())
            marks = "^" * cells(shown.strip())
            yield f"{'':>{digits}}  {shown[:blanks]}{screen.bad(marks)}"
    if last < len(code):
        yield f"{'…':>{digits}}  {len(code) - last:,} lines more"
    if page.code_left_out:
        yield f"{'…':>{digits}}  and {counted(page.code_left_out, 'character')} more"


def _window(lines: int, wanted: int | None) -> tuple[int, int]:
    """Return which lines are shown: the first ones, or those around the one that an error names."""
    if wanted is None or wanted <= SHOWN_LINES:
        return 0, min(lines, SHOWN_LINES)
    last = min(lines, wanted + SHOWN_LINES // 2)
    return max(0, last - SHOWN_LINES), last


def _cases(page: TrialPage, screen: Screen) -> list[str]:
    """Return the cases that did not pass: the call, what was expected, and what came; on two lines where need be."""
    run = [case for case in page.cases if case.status != "not_run"][:SHOWN_CASES]
    rows = [_row(case) for case in run]
    lines = in_columns(rows, screen)
    if max(map(cells, lines), default=0) > screen.columns:
        lines = []
        for name, call, expected, came in rows:
            indent = " " * (len(name) + 2)
            parts = [call, GAP.join(filter(None, (expected, came)))]
            if len(indent) + cells(parts[1]) > screen.columns:
                parts[1:] = [expected, came]
            folded = [line for part in parts if part for line in screen.folded(part, indent)]
            lines += [f"{name}  {folded[0].removeprefix(indent)}", *folded[1:]]
    left = page.cases_total - page.cases_passed - len(run)
    if left > 0 and lines:
        lines.append(f"{left:,} more did not pass")
    return [*lines, ""] if lines else []


def _row(case: CaseLine) -> tuple[str, str, str, str]:
    told = case.status == "failed" and case.actual and case.error  # where two outputs differ, with both sides of it
    expected = f"expected {case.expected}" if case.expected and not told else ""
    came = case.error.partition("\n")[0] if case.error else f"got {case.actual}" if case.actual else ""
    came = came or verdict_words(case.status)
    return f"case {case.number}", _bounded(case.call), _bounded(expected), _bounded(came)


def _fields(page: TrialPage, screen: Screen) -> Iterator[str]:
    if page.traceback and (not page.cases or "\n" in page.traceback or page.cases[0].status == "not_run"):
        yield from labelled("traceback" if "\n" in page.traceback else "why", page.traceback, most=SHOWN_TRACEBACK)
    for suspicion in page.suspicions:
        yield from (screen.warning(line) for line in labelled("suspicion", suspicion, most=SHOWN_TRACEBACK))
    for probe in page.probes:
        yield from labelled("probe", probe, most=SHOWN_TRACEBACK)
    if page.mend:
        yield from labelled("mended", page.mend)
    if page.log:
        last = page.log.rstrip("\n").split("\n")[-SHOWN_LOG:]
        yield from labelled("log", "\n".join(last))


def _reference(page: TrialPage, problem: ProblemPage, screen: Screen) -> Iterator[str]:
    """Give the reference where it is short, else how the candidate differs from it."""
    reference = problem.reference.strip("\n")
    if not reference:
        return
    own = reference.removeprefix(problem.prompt.strip("\n")).strip("\n") or reference
    if own.count("\n") < SHORT_REFERENCE:
        yield from labelled("reference", own)
        return
    lines = reference.split("\n")
    found = list(
        difflib.unified_diff(lines, page.code.rstrip("\n").split("\n"), "reference", "candidate", lineterm="", n=2)
    )
    yield from _painted(labelled("difference", "\n".join(found), most=SHOWN_DIFF), screen)


def _painted(lines: Iterator[str], screen: Screen) -> Iterator[str]:
    """Give the lines of a difference in the colours of what is lost and what is new, each with its sign before it."""
    for line in lines:
        sign = line[_LABEL + 2 : _LABEL + 3]
        yield screen.bad(line) if sign == "-" else screen.good(line) if sign == "+" else line


def _bounded(line: str) -> str:
    shown = one_line(line[: LONGEST_LINE + 1])
    return shown if len(shown) <= LONGEST_LINE else f"{shown[:LONGEST_LINE]}…"
