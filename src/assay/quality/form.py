"""The documented points of the six dimensions, each with the evidence for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from assay.quality.facts import Facts, covered
from assay.quality.records import EVIDENCE_LIMIT, Dimension, Evidence

LONGEST_LINE = 99
_TEXT = 120
_TAB = 4
_BLANKS = re.compile(r"\n(?:[ \t]*\n){3,}")
_SPACE_BEFORE_TAB = re.compile(r"^\t* +\t", re.MULTILINE)
_TAB_INDENT = re.compile(r"^\t+", re.MULTILINE)
_SPACE_INDENT = re.compile(r"^\t* {4}", re.MULTILINE)
_MEANINGLESS = re.compile(r"[$@]*(?:[a-hl-mo-z]|foo|bar|baz|qux|asdf|xxx?|yyy?|zzz?|aaa?|var\d+|tmp\d+|x\d+|y\d+|z\d+)")

Rows = Iterable[tuple[int, int]]


class FormCheck:
    """The points of one piece of code; reading order is the order of the report."""

    def __init__(self, text: str, facts: Facts, *, compiled: bool, error: tuple[int | None, str] | None) -> None:
        self._text = text
        self._lines = text.split("\n")
        self._facts = facts
        self._compiled = compiled
        self._error = error
        self.evidence: list[Evidence] = []
        self.dimensions: dict[str, float] = {}

    def run(self) -> FormCheck:
        """Fill in `dimensions` and `evidence`."""
        if not self._text.strip():
            self._nothing()
            return self
        for dimension, points in (
            (Dimension.CORRECTNESS, self._correctness()),
            (Dimension.COMPLETENESS, self._completeness()),
            (Dimension.CODE_QUALITY, self._code_quality()),
            (Dimension.DOCUMENTATION, self._documentation()),
            (Dimension.ERROR_HANDLING, self._error_handling()),
            (Dimension.TESTING, self._testing()),
        ):
            self.dimensions[dimension] = round(points, 9)
        return self

    def _nothing(self) -> None:
        for dimension in Dimension:
            self.dimensions[dimension] = 0.0
            self.evidence.append(Evidence(dimension, "empty", 0.0, 1.0, detail="there is no code"))

    def line(self, row: int | None) -> tuple[int | None, str]:
        """Return the number of a line as a reader counts it, and its text."""
        if row is None or not 0 <= row < len(self._lines):
            return None, ""
        return row + 1, self._lines[row][: _TEXT * 2].strip()[:_TEXT]

    def _rule(self, dimension: Dimension, rule: str, points: float, rows: Sequence[int], absent: str) -> float:
        """Return all the points when there is a row to show, none otherwise."""
        line, text = self.line(rows[0] if rows else None)
        given = points if rows else 0.0
        self.evidence.append(Evidence(dimension, rule, given, points - given, line, text, "" if rows else absent))
        return given

    # --- the six

    def _correctness(self) -> float:
        if self._error is None:
            detail = "the compiler accepts it" if self._compiled else "it parses"
            self.evidence.append(Evidence(Dimension.CORRECTNESS, "parses", 1.0, 0.0, detail=detail))
            return 1.0
        row, message = self._error
        line, text = self.line(row)
        self.evidence.append(Evidence(Dimension.CORRECTNESS, "parses", 0.0, 1.0, line, text, message))
        return 0.0

    def _completeness(self) -> float:
        facts, dimension = self._facts, Dimension.COMPLETENESS
        return (
            self._rule(dimension, "function", 0.3, _rows(facts.functions), "no function is defined")
            + self._rule(dimension, "class", 0.2, _rows(facts.classes), "no class is defined")
            + self._rule(dimension, "return", 0.2, facts.returns, "nothing is returned")
            + self._rule(dimension, "control-flow", 0.2, facts.flow, "no branch and no loop")
            + self._rule(dimension, "imports", 0.1, [row for row, _ in facts.imports], "nothing is imported")
        )

    def _code_quality(self) -> float:
        base = self._line_length() + self._names() + self._spacing()
        hints = self._facts.hints[:1]
        line, text = self.line(hints[0] if hints else None)
        given = min(0.1, 1.0 - base) if hints else 0.0
        detail = ("a bonus; the dimension is full without it" if given < 0.1 else "") if hints else "no types are given"
        withheld = 0.0 if hints else min(0.1, 1.0 - base)
        self.evidence.append(
            Evidence(Dimension.CODE_QUALITY, "type-hints", round(given, 9), round(withheld, 9), line, text, detail)
        )
        return base + given

    def _documentation(self) -> float:
        facts, dimension = self._facts, Dimension.DOCUMENTATION
        definitions = facts.definitions
        docs = sorted(item.doc.row for item in definitions if item.doc is not None)
        module = [] if facts.module_doc is None else [facts.module_doc.row]
        top = [item for item in definitions if item.top_level]
        if not module and len(top) == 1 and top[0].doc is not None:
            module = [top[0].doc.row]
        notes = [note.row for note in facts.comments if note is not facts.module_doc]
        return (
            self._rule(dimension, "docstrings", 0.6, docs if definitions else module, "no definition is documented")
            + self._rule(dimension, "comments", 0.2, notes, "no comment")
            + self._rule(dimension, "module-docstring", 0.2, module, "the file does not say what it is for")
        )

    def _error_handling(self) -> float:
        facts, dimension = self._facts, Dimension.ERROR_HANDLING
        handled = sorted([*_rows(facts.tries), *facts.handled])
        return (
            self._rule(dimension, "handlers", 0.5, handled, "no error is caught")
            + self._rule(dimension, "validation", 0.3, facts.validations, "no input is checked")
            + self._rule(dimension, "finally", 0.2, _rows(facts.finals), "nothing is cleaned up for certain")
        )

    def _testing(self) -> float:
        facts, dimension = self._facts, Dimension.TESTING
        asserted = sorted(row for row, _ in facts.assertions)
        return (
            self._rule(dimension, "test-functions", 0.5, _rows(facts.tests), "no test function")
            + self._rule(dimension, "assertions", 0.3, asserted, "no assertion")
            + self._rule(dimension, "framework", 0.2, facts.frameworks, "no test framework")
        )

    # --- the parts of code quality

    def _line_length(self) -> float:
        lines = self._lines
        exempt = covered(self._facts.text_rows)
        counted = max(1, sum(1 for row, line in enumerate(lines) if row not in exempt and line.strip()))
        long = [row for row, line in enumerate(lines) if len(line) > LONGEST_LINE // 2 and _width(line) > LONGEST_LINE]
        long = [row for row in long if row not in exempt]
        return self._share("line-length", 0.4, long, counted, "", f"longer than {LONGEST_LINE} characters")

    def _names(self) -> float:
        names = self._facts.names
        bad = {name: row for name, row in names.items() if _MEANINGLESS.fullmatch(name)}
        detail = f"says nothing: {', '.join(sorted(bad)[:8])}" if bad else ""
        return self._share("names", 0.3, list(bad.values()), max(1, len(names)), "", detail)

    def _share(self, rule: str, points: float, bad: Sequence[int], of: int, good: str, detail: str) -> float:
        """Return the points, less the share of what is bad; each bad line is listed with its part."""
        if not bad:
            self.evidence.append(Evidence(Dimension.CODE_QUALITY, rule, points, 0.0, detail=good))
            return points
        lost = points * min(1.0, len(bad) / of)
        self.evidence.append(Evidence(Dimension.CODE_QUALITY, rule, round(points - lost, 9), 0.0))
        shown = list(bad)[:EVIDENCE_LIMIT]
        for position, row in enumerate(shown):
            line, text = self.line(row)
            part = lost / len(bad)
            if position == len(shown) - 1:
                part += (len(bad) - len(shown)) * lost / len(bad)  # so that the rows add up
            self.evidence.append(Evidence(Dimension.CODE_QUALITY, rule, 0.0, round(part, 9), line, text, detail))
        return points - lost

    def _spacing(self) -> float:
        return (
            self._sign("trailing-blanks", self._trailing_blanks())
            + self._sign("mixed-indentation", self._mixed_indentation())
            + self._sign("blank-lines", _first_outside(_BLANKS, self._text, self._facts.text_rows))
        )

    def _sign(self, rule: str, row: int | None) -> float:
        line, text = self.line(row)
        given = 0.1 if row is None else 0.0
        self.evidence.append(Evidence(Dimension.CODE_QUALITY, rule, given, 0.1 - given, line, text))
        return given

    def _trailing_blanks(self) -> int | None:
        rows = [row for row, line in enumerate(self._lines) if line[-1:] in (" ", "\t")]
        texts = covered(self._facts.text_rows) if rows else ()
        return next((row for row in rows if row not in texts), None)

    def _mixed_indentation(self) -> int | None:
        """Return the first row whose indentation does not go with the others'."""
        if "\t" not in self._text:
            return None
        rows = self._facts.text_rows
        odd = _first_outside(_SPACE_BEFORE_TAB, self._text, rows)
        if odd is not None or _first_outside(_TAB_INDENT, self._text, rows) is None:
            return odd
        return _first_outside(_SPACE_INDENT, self._text, rows)


def _rows(found: Iterable[object]) -> list[int]:
    return [item.row for item in found]  # type: ignore[attr-defined]  # functions, classes and handlers all have one


def _width(line: str) -> int:
    indent = len(line) - len(line.lstrip("\t"))
    return len(line.rstrip()) + indent * (_TAB - 1)


def _first_outside(expression: re.Pattern[str], text: str, ranges: Rows) -> int | None:
    """Return the row of the first match that is not inside of one of the ranges."""
    texts: set[int] | None = None
    row = position = 0
    for match in expression.finditer(text):
        row += text.count("\n", position, match.start())
        position = match.start()
        at = row + (match[0][:1] == "\n")
        if texts is None:
            texts = covered(ranges)
        if at not in texts:
            return at
    return None
