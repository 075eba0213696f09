"""`CodeQualityEvaluator`: six dimensions of a piece of code, twice: as documented, and with the evidence behind it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.errors import InvalidValue, require, require_number, require_text
from assay.languages.parsing import CodeTooLarge
from assay.languages.quality_rules import QualityRules
from assay.quality import generic, trees
from assay.quality.compiling import COMPILE_LIMIT, python_error
from assay.quality.facts import Facts
from assay.quality.form import FormCheck
from assay.quality.records import (
    PASS_THRESHOLD,
    Dimension,
    Evidence,
    QualityRecord,
    Shape,
    quality_weights,
    weighted,
)
from assay.quality.scan import scan
from assay.quality.substance import Substance, capped
from assay.quality.wishes import find_wishes
from assay.records import Verdict
from assay.weights import Weights

if TYPE_CHECKING:
    from tree_sitter import Tree

    from assay.languages.parsing import Parsed

NOT_ALLOWED = "the grammar does not allow this"
SIZE_LIMIT = 1024 * 1024
"""Bytes; longer text is not examined and says so."""


@dataclass(frozen=True, slots=True)
class Snippet:
    """One piece of code to look at, among many."""

    code: str | bytes
    language: str | None = None
    """`None`: detected."""
    task_description: str = ""
    verdict: Verdict | None = None
    name: str = ""
    """A file name or a candidate's id, for reports."""


@dataclass(frozen=True, slots=True)
class CodeReading:
    """Code as it was read: text, language, facts, and the first complaint about its syntax."""

    text: str
    language: str
    rules: QualityRules
    facts: Facts
    error: tuple[int | None, str] | None
    source: bytes = b""
    tree: Tree | None = None
    """`None` for a language without rules, and for text that is too long."""
    too_long: bool = False
    compiled: bool = False
    """The complaint, or its absence, is the real compiler's."""


class CodeQualityEvaluator:
    """Scores code without running it.

    >>> record = CodeQualityEvaluator().evaluate("def double(number):\\n    return 2 * number\\n", language="python")
    >>> record.overall, record.passed, record.dimensions["completeness"]
    (0.625, False, 0.5)
    """

    def __init__(self, pass_threshold: float = PASS_THRESHOLD, weights: Weights = None) -> None:
        require_number("pass_threshold", pass_threshold, 0, 1)
        self.pass_threshold = pass_threshold
        self.weights = quality_weights(weights)

    def evaluate(
        self,
        code: str | bytes,
        task_description: str = "",
        language: str | None = None,
        *,
        verdict: Verdict | None = None,
    ) -> QualityRecord:
        """Return the record of one piece of code; `verdict` is that of an execution, where there was one."""
        require("code", code, (str, bytes), "text or bytes")
        require("task_description", task_description, (str,), "a text")
        if language is not None:
            require_text("language", language, "the name of a language")
        if verdict is not None and verdict not in tuple(Verdict):
            raise InvalidValue(f"verdict: must be one of {', '.join(Verdict)}, got {verdict!r:.80}")
        reading = read(code, language)
        if reading.too_long:
            return self._unexamined(reading, verdict)
        form = FormCheck(reading.text, reading.facts, compiled=reading.compiled, error=reading.error).run()
        wishes = find_wishes(task_description, reading.facts, reading.text, reading.rules) if task_description else ()
        substance = Substance(reading.facts, reading.rules, form.dimensions, form.line, reading.source).run(
            verdict=verdict, wishes=wishes
        )
        overall = weighted(form.dimensions, self.weights)
        return QualityRecord(
            overall=overall,
            passed=overall >= self.pass_threshold,
            dimensions=form.dimensions,
            evidence=(*form.evidence, *substance.evidence),
            quality=capped(weighted(substance.dimensions, self.weights), verdict),
            quality_dimensions=substance.dimensions,
            language=reading.language,
            shape=shape_of(reading.facts),
            wishes=wishes,
            verdict=verdict,
            pass_threshold=self.pass_threshold,
        )

    def evaluate_many(self, snippets: Iterable[Snippet]) -> list[QualityRecord]:
        """Return the records of many pieces of code, in their order."""
        return [
            self.evaluate(snippet.code, snippet.task_description, snippet.language, verdict=snippet.verdict)
            for snippet in snippets
        ]

    def _unexamined(self, reading: CodeReading, verdict: Verdict | None) -> QualityRecord:
        """Return a record of zeros with the reason: the text is too long for a snippet."""
        assert reading.error is not None  # that is what `too_long` comes with
        zeros: dict[str, float] = dict.fromkeys(Dimension, 0.0)
        evidence = tuple(Evidence(each, "too-long", 0.0, 1.0, detail=reading.error[1]) for each in Dimension)
        passed = self.pass_threshold <= 0
        return QualityRecord(
            0.0, passed, zeros, evidence, 0.0, dict(zeros), reading.language, verdict=verdict,
            pass_threshold=self.pass_threshold,
        )  # fmt: skip


def detect_language(code: str | bytes) -> str:
    """Return the name of the language, or `unknown`.

    >>> detect_language("def double(number):\\n    return 2 * number\\n")
    'python'
    """
    from assay.languages.detection import detect_language as detect

    require("code", code, (str, bytes), "text or bytes")
    return detect(plain_text(code[:SIZE_LIMIT]))


def read(code: str | bytes, language: str | None = None) -> CodeReading:
    """Return the code, parsed once; everything else is asked of its facts.

    A byte-order mark and the kind of line ends make no difference.
    """
    if len(code) > SIZE_LIMIT:
        return _too_long(language, f"{len(code)} long; more than {SIZE_LIMIT} is not examined")
    text = plain_text(code)
    name = detect_language(text) if language is None else trees.language_name(language)
    try:
        parsed = trees.parsed_as(text, name)
    except CodeTooLarge as beyond:
        return _too_long(name, str(beyond))
    rules = parsed.language.quality if parsed is not None else None
    if rules is None or parsed is None:
        return _read_generic(text, name, parsed)
    facts = scan(parsed.tree, parsed.code, rules)
    compiled = name == "python" and len(code) <= COMPILE_LIMIT
    error = _syntax_error(code, text, facts, compiled=compiled)
    return CodeReading(text, name, rules, facts, error, parsed.code, parsed.tree, compiled=compiled)


def _read_generic(text: str, name: str, parsed: Parsed | None) -> CodeReading:
    facts, error = generic.scan(text)
    found: tuple[int | None, str] | None = _text_error(text)
    if found is None and parsed is not None:
        row = trees.first_error_row(parsed)
        found = None if row is None else (row, NOT_ALLOWED)
    elif found is None:
        found = error
    return CodeReading(text, name, generic.RULES, facts, found)


def _too_long(language: str | None, message: str) -> CodeReading:
    return CodeReading("", language or "unknown", generic.RULES, generic.scan("")[0], (None, message), too_long=True)


def plain_text(code: str | bytes) -> str:
    """Return the text without byte-order mark, with one kind of line end, and U+FFFD for bytes that are no UTF-8."""
    text = code.decode("utf-8", "replace") if isinstance(code, bytes) else code
    text = text.removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def shape_of(facts: Facts) -> Shape:
    """Return the complexity of code as one record."""
    functions = [function for function in facts.functions if function.name or function.has_body]
    every = [*functions, facts.module]
    largest = max((function.cyclomatic for function in functions), default=facts.module.cyclomatic + 1)
    return Shape(
        functions=len(functions),
        cyclomatic=largest,
        cyclomatic_sum=sum(function.cyclomatic for function in every),
        cognitive=max(function.cognitive for function in every),
        cognitive_sum=sum(function.cognitive for function in every),
        nesting=max(function.nesting for function in every),
        longest_function=max((function.lines for function in functions), default=0),
    )


def _text_error(text: str) -> tuple[int | None, str] | None:
    at = text.find("\0")
    return None if at < 0 else (text.count("\n", 0, at), "a NUL character")


def _syntax_error(code: str | bytes, text: str, facts: Facts, *, compiled: bool) -> tuple[int | None, str] | None:
    found = _text_error(text)
    if found is None and compiled:
        return python_error(code if isinstance(code, bytes) else text)
    if found is None and facts.errors:
        return min(facts.errors), NOT_ALLOWED
    return found
