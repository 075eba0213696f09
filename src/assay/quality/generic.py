"""The checks for languages without a table: patterns on text whose comments and strings are blanked out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from assay.languages.quality_rules import QualityRules
from assay.quality.facts import TEXT_LIMIT, Class, Facts, Function, Handler, Note

RULES = QualityRules()
"""No kinds and no patterns: what cannot be read cannot be called hollow."""

_TOKENS = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z)|\#[^\n]*|--[ \t][^\n]*)"
    r"|(?P<text>\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.){0,200}+'|`(?:[^`\\]|\\.)*+`?)"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])",
    re.DOTALL,
)
_PAIRS = {")": "(", "]": "[", "}": "{"}


def _lines(expression: str, flags: int = 0) -> re.Pattern[str]:
    return re.compile(expression, re.MULTILINE | flags)


_FUNCTION = _lines(
    r"^[ \t]*+(?:[\w<>\[\], ]{0,80}?\b)?(?:def|func|fun|fn|function|sub|proc|procedure|defun"
    r"|let\s+rec)\s+([\w.:?!-]{1,80})"
    r"|^([\w-]{1,80})\s*\(\)\s*\{"
)
_CLASS = _lines(
    r"^[ \t]*+(?:[\w ]{0,60}\b)?(?:class|struct|interface|trait|enum|module|object|protocol|record)\s+(\w{1,80})"
)
_RETURN = _lines(r"\b(?:return|yield)\b")
_FLOW = _lines(r"\b(?:if|else|elif|elsif|for|foreach|while|until|switch|case|match|when|guard|loop|unless|cond)\b")
_IMPORT = _lines(r"^[ \t]*+(?:import|use|using|require|include|\#include|source|open|from|library|load)\b[^\n]{0,200}")
_TRY = _lines(r"\b(?:try|catch|rescue|except|trap|pcall|on\s+error|do\s*\{[^{}]{0,200}\}\s*catch)\b")
_FINALLY = _lines(r"\b(?:finally|ensure|defer|trap\b[^\n]{0,80}\bEXIT)\b")
_RAISE = _lines(r"\b(?:throw|raise|panic|fatalError|die|error|exit\s+[1-9]\d*|abort)\b[^\n]{0,120}")
_TEST_NAME = re.compile(r"[tT]est(?:_\w*|[A-Z0-9]\w*)?")
_TEST = _lines(r"@Test\b|\b(?:it|test|describe)\s*\(|\bshould\b\s+\"")
_ASSERT = _lines(r"\b(?:assert\w*|expect\w*|XCTAssert\w*|require\w*\s*\(|should\w*\s*\()")
_FRAMEWORK = re.compile(
    r"\b(?:junit|kotlin\.test|kotest|XCTest|scalatest|specs2|munit|bats|busted|Test::More|testthat|ExUnit|hspec)\b"
)
_HINT = _lines(r"\w\s*:\s*[A-Z]\w*|->\s*\w+|\b(?:int|double|float|string|bool|char)\s+\w+")
_ASSIGN = _lines(r"^[ \t]*+(?:(?:val|var|let|const|local|my|auto)\s+)?([A-Za-z_]\w{0,80})\s*(?::[^=\n]{1,60})?:?=(?!=)")


@dataclass(frozen=True, slots=True)
class Masked:
    """Text with blanks for comments and strings, and what the blanking saw."""

    text: str
    notes: list[Note]
    error: tuple[int, str] | None


def mask(text: str) -> Masked:
    """Blank out comments and strings, and check that brackets pair up.

    >>> mask("f(1) // (")
    Masked(text='f(1)     ', notes=[Note(row=0, end_row=0, text='// (')], error=None)
    """
    parts: list[str] = []
    notes: list[Note] = []
    opened: list[tuple[str, int]] = []
    error: tuple[int, str] | None = None
    position = row = 0
    for match in _TOKENS.finditer(text):
        row += text.count("\n", position, match.start())
        parts.append(text[position : match.start()])
        position, token = match.start(), match[0]
        if match["comment"] is not None and not _is_code_sign(text, match.start(), token):
            notes.append(Note(row, row + token.count("\n"), token[:TEXT_LIMIT]))
            token = _blank(token)
        elif match["text"] is not None:
            token = _blank(token)
        elif match["open"]:
            opened.append((token, row))
        elif match["close"] and error is None:
            if not opened or opened[-1][0] != _PAIRS[token]:
                error = (row, f"{token!r} closes nothing")
            else:
                opened.pop()
        parts.append(token)
        row += match[0].count("\n")
        position = match.end()
    parts.append(text[position:])
    if error is None and opened:
        error = (opened[-1][1], f"{opened[-1][0]!r} is never closed")
    return Masked("".join(parts), notes, error)


def scan(text: str) -> tuple[Facts, tuple[int, str] | None]:
    """Return the facts that patterns find, and the first bracket that does not pair up."""
    masked = mask(text)
    code = masked.text
    facts = Facts(Function("", 0, text.count("\n"), None, cyclomatic=0))
    places = _Places(code)
    _add_definitions(facts, places, masked.notes)
    facts.returns += places.rows(_RETURN)
    facts.flow += places.rows(_FLOW)
    facts.hints += places.rows(_HINT)
    facts.tries += [Handler(row, False) for row in places.rows(_TRY)]
    facts.finals += [Handler(row, False) for row in places.rows(_FINALLY)]
    facts.module.cyclomatic = 1 + len(facts.flow)
    _add_imports(facts, text, code)
    for row, match in places.matches(_RAISE):
        facts.raised.append(match[0])
        if any(row - 3 <= branch <= row for branch in facts.flow[-200:]):
            facts.validations.append(row)
    for row, match in places.matches(_ASSIGN):
        facts.names.setdefault(match[1], row)
    facts.module.asserts += [(row, match[0]) for row, match in places.matches(_ASSERT)]
    return facts, masked.error


def _add_definitions(facts: Facts, places: _Places, notes: list[Note]) -> None:
    docs = {note.end_row: note for note in notes}
    for row, match in places.matches(_FUNCTION):
        name, top = match[1] or match[2], match[0][:1].strip() != ""
        test = bool(_TEST_NAME.fullmatch(name))
        doc = docs.get(row - 1)
        facts.functions.append(Function(name, row, row, None, top, doc=doc, is_test=test, has_body=False))
    for row, match in places.matches(_CLASS):
        facts.classes.append(Class(match[1], row, row, match[0][:1].strip() != "", docs.get(row - 1)))
    used = {item.row - 1 for item in facts.definitions if item.doc is not None}
    for row in places.rows(_TEST):
        facts.functions.append(Function("", row, row, None, is_test=True, has_body=False))
    _add_notes(facts, notes, used)


def _add_notes(facts: Facts, notes: list[Note], used: set[int]) -> None:
    """Add the comments: those that end in a row of `used` document a definition."""
    facts.text_rows += [(note.row, note.end_row) for note in notes if note.end_row in used]
    facts.comments += [note for note in notes if note.end_row not in used]
    if facts.comments and facts.comments[0].row == 0 and not facts.comments[0].text.startswith("#!"):
        facts.module_doc = facts.comments[0]


def _add_imports(facts: Facts, text: str, code: str) -> None:
    row = position = 0
    for match in _IMPORT.finditer(code):
        row += code.count("\n", position, match.start())
        position = match.start()
        line = text[match.start() : match.end()]
        facts.imports.append((row, line))
        if _FRAMEWORK.search(line):
            facts.frameworks.append(row)


class _Places:
    """Matches with their rows, counted once from the top for each pattern."""

    def __init__(self, code: str) -> None:
        self._code = code

    def matches(self, expression: re.Pattern[str]) -> list[tuple[int, re.Match[str]]]:
        found = []
        row = position = 0
        for match in expression.finditer(self._code):
            row += self._code.count("\n", position, match.start())
            position = match.start()
            found.append((row, match))
        return found

    def rows(self, expression: re.Pattern[str]) -> list[int]:
        return [row for row, _ in self.matches(expression)]


def _is_code_sign(text: str, start: int, token: str) -> bool:
    """Say whether a `#` or `--` begins no comment but is an operator or part of a name, as in `$#` and `x--`."""
    return (token[0] in "#-" and start > 0 and not text[start - 1].isspace()) or token.startswith("#include")


def _blank(token: str) -> str:
    return re.sub(r"[^\n]", " ", token)
