"""Whole programs in a user's own benchmark: inputs, what must be printed, and the checker, read and written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from assay.benchmarks.fields import Fields
from assay.errors import InvalidProblem, UsageError
from assay.judges.bundle import path_is_safe
from assay.records import CaseKind, Checker, ProgramInput, Programs
from assay.sandbox.recipes import runnable

INPUT_KEYS = ("stdin", "arguments", "files", "prints", "others", "kind", "name")
CHECKER_KEYS = ("compare", "tolerance", "any_case", "program", "language")
COMPARISONS: Mapping[str, Checker] = {
    "words": Checker.words(),
    "line-ends": Checker.line_ends(),
    "unordered-lines": Checker.unordered_lines(),
    "exact": Checker.exact(),
}
"""How outputs may be compared, by the word for it in a file."""


def read_programs(fields: Fields) -> Programs:
    """Return the check of a problem whose candidates are whole programs."""
    inputs = tuple(_input(one) for one in fields.tables("inputs", INPUT_KEYS))
    return Programs(inputs, checker=_checker(fields))


def _input(fields: Fields) -> ProgramInput:
    files = fields.table("files")
    for path, text in files.items():
        if not isinstance(text, str) or not path_is_safe(path):
            raise InvalidProblem(f"{fields.where}: files: {path!r} must be a relative path, with text")
    return ProgramInput(
        fields.text("stdin", "").encode(),
        tuple(fields.texts("arguments")),
        {path: text.encode() for path, text in files.items()},
        fields.text("name", ""),
        fields.text("prints").encode(),
        tuple(text.encode() for text in fields.texts("others")),
        CaseKind(fields.one_of("kind", tuple(CaseKind), "basic")),
    )


def _checker(fields: Fields) -> Checker:
    asked = Fields(fields.table("checker"), replace(fields.place, label="checker"), CHECKER_KEYS)
    if asked.has("program"):
        for key in ("compare", "tolerance", "any_case"):
            if asked.has(key):
                raise InvalidProblem(f"{asked.where}: {key!r} has no meaning beside a program")
        return Checker.by_program(asked.text("program"), _language(asked))
    if asked.has("language"):
        raise InvalidProblem(f"{asked.where}: language is that of a program, and there is none")
    chosen = asked.one_of("compare", tuple(COMPARISONS), "words")
    if chosen == "words":
        tolerance = asked.tolerance("tolerance", 0.0) if asked.has("tolerance") else None
        return Checker.words(tolerance, any_case=asked.switch("any_case"))
    for key in ("tolerance", "any_case"):
        if asked.has(key):
            raise InvalidProblem(f"{asked.where}: {key!r} belongs to compare = 'words', got {chosen!r}")
    return COMPARISONS[chosen]


def _language(fields: Fields) -> str:
    try:
        return runnable(fields.text("language", "python")).name
    except UsageError as error:
        raise InvalidProblem(f"{fields.where}: {error}") from None


def program_row(check: Programs) -> dict[str, Any]:  # Any: JSON
    """Return the keys of such a check; raise `ValueError` for what they cannot say."""
    if replace(check, inputs=(), checker=Checker()) != Programs((), checker=Checker()):
        raise ValueError("only inputs and a checker have a key")
    row: dict[str, Any] = {"inputs": [_input_row(given) for given in check.inputs]}  # Any: JSON
    checker = _checker_row(check.checker)
    return row | ({"checker": checker} if checker else {})


def _input_row(given: ProgramInput) -> dict[str, Any]:  # Any: JSON
    row = {
        "stdin": given.stdin.decode(),
        "arguments": list(given.arguments),
        "files": {path: content.decode() for path, content in given.files.items()},
        "name": given.name,
        "others": [other.decode() for other in given.others],
        "kind": "" if given.kind is CaseKind.BASIC else given.kind.value,
    }
    return {key: value for key, value in row.items() if value} | {"prints": (given.expected or b"").decode()}


def _checker_row(checker: Checker) -> dict[str, Any]:  # Any: JSON
    if checker.program is not None:
        return {"program": checker.program.data.decode(), "language": checker.program.language}
    if checker.tokens:
        tolerance = {"tolerance": checker.tolerance} if "floats" in checker.normalisers else {}
        row = tolerance | ({} if checker.keeps_case else {"any_case": True})
        if Checker.words(tolerance.get("tolerance"), any_case=not checker.keeps_case) == checker:
            return row
    name = next((name for name, known in COMPARISONS.items() if known == checker), "")
    if not name:
        raise ValueError(f"outputs compared by {checker}")
    return {"compare": name}
