"""Complaints of a program or its compiler in one line: the exception, not the last line of the trace behind it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

LONGEST = 200
"""Characters of a complaint."""
BLANK = "␣"
"""Stands for a blank where it could be overlooked."""
_NAME = r"[A-Za-z_$][\w.$:]*"
_EXCEPTION = re.compile(r"(?:Uncaught\s+)?(([A-Za-z_$](?:[\w.$]|:(?!\s))*+)(?::\s.*)?)\s*$")
_ERRORS = ("Error", "Exception", "Exit", "Interrupt", "Iteration")
"""What the last part of an exception's name holds."""
_PANICKED = r"^thread '[^'\n]*'(?:(?! panicked at )[^\n])*+ panicked at"
_MARKED: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r'^Exception in thread "[^"\n]*" (.*)$', re.MULTILINE), lambda found: found[1]),
    (re.compile(r"^Unhandled [Ee]xception[.:] (.*)$", re.MULTILINE), lambda found: found[1]),
    (re.compile(r"^(?:panic|fatal error): (.*)$", re.MULTILINE), lambda found: found[1]),
    (
        re.compile(rf"{_PANICKED} '(.*)', \S+$", re.MULTILINE),
        lambda found: found[1],
    ),
    (
        re.compile(rf"{_PANICKED} [^\n]*:\n(.*)$", re.MULTILINE),
        lambda found: found[1],
    ),
    (re.compile(r"^(?:PHP )?Fatal error: +Uncaught (.*?) in \S+:\d+$", re.MULTILINE), lambda found: found[1]),
    (
        re.compile(r"^terminate called after throwing an instance of '([^'\n]*)'(?:\n\s*what\(\):\s*(.*))?$", re.M),
        lambda found: ": ".join(filter(None, found.groups())),
    ),
    (
        re.compile(rf"^[^\s:]+:\d+:in (?:(?!: )[^\n])*+: (.*) \(({_NAME})\)$", re.MULTILINE),
        lambda found: f"{found[2]}: {found[1]}",
    ),
)
"""How runtimes announce what nobody caught, in the first line of what they say."""
_COMPILER = re.compile(
    r"^(?P<file>[^\s:]+):(?P<line>\d+)(?::\d+)?:?\s+(?:fatal )?error:?\s*(?P<what>.*)$", re.MULTILINE
)
_RUST = re.compile(r"^error(?:\[\w+\])?: (?P<what>.*)\n *--> [^\s:]+:(?P<line>\d+)", re.MULTILINE)
_PLACE = re.compile(r"^at (?:[^()]*\()?([\w$.-]+\.\w+:\d+)(?::\d+)?\)?$")
"""The innermost place of a trace of Java's or Node's."""
_BEHIND = re.compile(r"(?:note: |Node\.js v|FAIL$|Test:|Stack trace:|stack traceback:|thrown in |at )")
"""How a line begins that stands behind the message of a test."""
_GO_PLACE = re.compile(r"([\w.-]+\.go:\d+): ?(.*)")
_AROUND = re.compile("--- FAIL: |Error Trace: ")
"""How a line of Go's begins that has nothing to say beside the others."""
_VALUE = re.compile(r"(?:left|right|[Ee]xpected|[Aa]ctual|[Gg]ot|Error) ?: |<.*>(?: expected but was)?$")
_FOLLOWING = 5
"""Lines of a test's message that are kept behind the first."""
_SYMBOL = re.compile(r"^\s+symbol:\s+(\w+ \S+)", re.MULTILINE)
_DIFFERENCE = re.compile(r"line (\d+):\n- (.*)\n\+ (.*)", re.DOTALL)
_ABSENT = "(no such line)"


def complaint(stderr: str) -> str:
    r"""Return the line of standard error that says why a program ended; empty where it says nothing.

    >>> complaint('Exception in thread "main" java.lang.IllegalStateException: no\n\tat Main.main(Main.java:3)\n')
    'java.lang.IllegalStateException: no'
    >>> complaint("Traceback (most recent call last):\n  File 'main.py', line 1\nZeroDivisionError: division by zero\n")
    'ZeroDivisionError: division by zero'
    """
    said = [line for line in _lines(stderr) if line]
    whole = "\n".join(said)
    for pattern, text in _MARKED:
        found = pattern.search(whole)
        if found:
            return text(found).strip()[:LONGEST]
    matches = (match for line in reversed(said) if (match := _EXCEPTION.match(line)))
    named = next((match[1] for match in matches if any(word in re.split(r"\W", match[2])[-1] for word in _ERRORS)), "")
    return (named or (said[-1].strip() if said else ""))[:LONGEST]


def compiler_complaint(message: str) -> str:
    r"""Return the first error of a compiler in one line, with the number of the line that it is about.

    >>> compiler_complaint("Main.java:4: error: cannot find symbol\n  Scaner s;\n  ^\n  symbol:   class Scaner\n")
    'cannot find symbol: class Scaner (line 4)'
    """
    message = "\n".join(_lines(message))
    found = _COMPILER.search(message) or _RUST.search(message)
    if found is None:
        return next((line.strip() for line in message.splitlines() if line.strip()), "")[:LONGEST]
    symbol = _SYMBOL.search(message, found.end())
    what = f"{found['what'].strip()}: {symbol[1]}" if symbol and "symbol" in found["what"] else found["what"].strip()
    return f"{what[:LONGEST]} (line {found['line']})"


def failure_complaint(message: str) -> str:
    r"""Return what a failed test says: one line with its values and its place, then the rest of its message.

    >>> failure_complaint("assertion `left == right` failed\n  left: 25\n right: 10\nnote: run with")
    'assertion `left == right` failed, left: 25, right: 10'
    >>> failure_complaint("A test failed: java.lang.AssertionError\n\tat Main.main(Main.java:4)\n")
    'A test failed: java.lang.AssertionError (Main.java:4)'
    """
    first, *others = _lines(message) or [""]
    head, rest, place = first.strip(), list[str](), ""
    goes_on = head.endswith(":")
    for line in filter(None, (" ".join(other.split()) for other in others)):
        if found := _PLACE.search(line):
            place = found[1]
        if found or _BEHIND.match(line) or len(rest) == _FOLLOWING:
            break
        if _AROUND.match(line):
            continue
        if found := _GO_PLACE.match(line):
            place, line = place or found[1], found[2]
        if not line:
            continue
        if _VALUE.match(line) or goes_on:
            head += f"{'' if head.endswith(':') or goes_on else ','} {line}"
        else:
            rest.append(line)
    told = head[: 2 * LONGEST]
    return "\n".join([f"{told} ({place})" if place else told, *rest])


def _lines(text: str) -> list[str]:
    """Return the lines, each cut: a pattern may take the square of a line's length."""
    return [line[: 4 * LONGEST].rstrip() for line in text.splitlines()]


def difference_in_words(diff: str) -> str:
    """Return the first difference of two outputs as a sentence; see `assay.judges.outputs.first_difference`.

    >>> difference_in_words("line 2:\\n- '14'\\n+ '20'")
    'line 2: expected 14, got 20'
    """
    found = _DIFFERENCE.fullmatch(diff)
    if found is None:
        return diff
    expected, got = found[2], found[3]
    if expected == _ABSENT:
        return f"line {found[1]}: expected the end, got {_plain(got)}"
    if got == _ABSENT:
        return f"line {found[1]}: expected {_plain(expected)}, got the end"
    return f"line {found[1]}: {both_values(_plain(expected), _plain(got))}"


def both_values(expected: str, got: str) -> str:
    """Return what was expected and what came; where they differ in blanks alone, with a mark for each blank.

    >>> both_values("4", "1"), both_values("'a  b'", "'a b'")
    ('expected 4, got 1', "expected 'a␣␣b', got 'a␣b'")
    """
    if expected != got and expected.split() == got.split():
        expected, got = expected.replace(" ", BLANK), got.replace(" ", BLANK)
    return f"expected {expected}, got {got}"


def _plain(quoted: str) -> str:
    """Return a quoted line without its quotes where nobody can misread it so."""
    try:
        text = ast.literal_eval(quoted)
    except (ValueError, SyntaxError):
        return quoted
    if not isinstance(text, str) or not text or text != text.strip() or not text.isprintable() or ", " in text:
        return quoted
    return text
