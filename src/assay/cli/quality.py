"""`assay quality`: the six dimensions of a file, a folder or standard input, with the reasons."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.cli.run import flag
from assay.errors import InvalidValue
from assay.quality.records import Dimension, Evidence, QualityRecord, ScoreSide, quality_weights

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from assay.quality.analysis import Analysis, SnippetAnalysis
    from assay.quality.evaluator import CodeQualityEvaluator, Snippet

FILES_LIMIT = 10_000
REASONS_LIMIT = 40
_BAR = 20
_SKIPPED = frozenset({"node_modules", "__pycache__", "venv", "target", "build", "dist", "vendor"})


@dataclass(frozen=True, slots=True)
class QualityOptions:
    """What was typed."""

    path: str
    """A file, a folder, or `-`."""
    language: str | None = None
    task: str = ""
    threshold: float = 0.7
    weights: str | None = None
    """Six numbers with commas between, in the order of the report."""
    fail_under: float | None = None
    analyse: bool = False
    types: bool = False
    secrets: bool = False
    allow: Sequence[str] = ()
    as_json: bool = False


def run(options: QualityOptions) -> int:
    """Evaluate, print, and give the exit status: 1 when the mean form is below `fail_under`."""
    from assay.quality.evaluator import CodeQualityEvaluator
    from assay.quality.summary import signature, summarise

    if options.fail_under is not None and not 0 <= options.fail_under <= 1:
        raise InvalidValue(f"--fail-under must be from 0 to 1, got {options.fail_under!r}")
    weights = flag("--weights", options.weights, quality_weights)
    evaluator = CodeQualityEvaluator(options.threshold, weights)
    snippets = list(read_snippets(options))
    records = evaluator.evaluate_many(snippets)
    analysis = _analysis(snippets, options)
    scores = summarise(records, signature=signature(evaluator))
    if options.as_json:
        files = [{"name": each.name, **record.as_dict()} for each, record in zip(snippets, records, strict=True)]
        whole: dict[str, Any] = {"signature": signature(evaluator), "files": files}  # Any: JSON
        whole["scores"] = [{"metric": s.metric, "value": s.value, "n": s.n, "interval": s.interval} for s in scores]
        if analysis is not None:
            whole["analysis"] = analysis.as_dict()
        print(json.dumps(whole, indent=2))
    else:
        page = _Page(evaluator)
        page.show(snippets, records, analysis)
        page.line("")
        page.line(str(scores[0]))
        if len(records) > 1:
            page.line(str(scores[1]))
    mean = scores[0].value
    return int(options.fail_under is not None and mean is not None and mean < options.fail_under)


def read_snippets(options: QualityOptions) -> Iterator[Snippet]:
    """Give what there is to evaluate, in the order of names."""
    from assay.languages.known import UNKNOWN, language_of_path
    from assay.quality.evaluator import SIZE_LIMIT, Snippet

    if options.path == "-":
        code = sys.stdin.buffer.read(SIZE_LIMIT + 1)
        yield Snippet(code, options.language, options.task, name="-")
        return
    path = Path(options.path)
    files = _files(path) if path.is_dir() else [path]
    if not files:
        raise InvalidValue(f"{options.path!r} holds no file whose name says what language it is in")
    for file in files:
        named = language_of_path(file)
        language = options.language or (named if named != UNKNOWN else None)
        yield Snippet(_bytes(file, SIZE_LIMIT + 1), language, options.task, name=str(file))


def _files(folder: Path) -> list[Path]:
    from assay.languages.known import UNKNOWN, language_of_path

    found: list[Path] = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _SKIPPED)
        for name in sorted(names):
            path = Path(place) / name
            if language_of_path(name) != UNKNOWN and stat.S_ISREG(path.lstat().st_mode):
                found.append(path)
            if len(found) > FILES_LIMIT:
                raise InvalidValue(f"{str(folder)!r} holds more than {FILES_LIMIT} files; name a smaller folder")
    return found


def _bytes(path: Path, limit: int) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(limit)
    except OSError as error:
        raise InvalidValue(f"{str(path)!r} cannot be read: {error.strerror}") from None


def _analysis(snippets: Sequence[Snippet], options: QualityOptions) -> Analysis | None:
    if not (options.analyse or options.types or options.secrets or options.allow):
        return None
    from assay.quality.analysis import analyse

    allow = list(options.allow) or None
    return analyse(snippets, allow=allow, check_types=options.types, find_secrets=options.secrets)


class _Page:
    """The report in a terminal: signs and colour where they are welcome, plain ASCII elsewhere."""

    def __init__(self, evaluator: CodeQualityEvaluator) -> None:
        from assay.reports.terminal import console

        self._encoding = sys.stdout.encoding or "ascii"
        speaks = self._encoding.lower().startswith("utf")
        self._terminal = sys.stdout.isatty() and speaks and not os.environ.get("NO_COLOR")
        self._console: Console = console(sys.stdout, terminal=self._terminal)
        self._evaluator = evaluator

    def line(self, text: str) -> None:
        self._console.print(self._safe(text), soft_wrap=True)

    def _safe(self, text: str) -> str:
        """Return the text without what a terminal would obey or cannot show."""
        from assay.text import one_line

        return one_line(text).encode(self._encoding, "backslashreplace").decode(self._encoding)

    def show(self, snippets: Sequence[Snippet], records: Sequence[QualityRecord], analysis: Analysis | None) -> None:
        if len(records) > 1:
            self._many(snippets, records)
        for position, (snippet, record) in enumerate(zip(snippets, records, strict=True)):
            if len(records) == 1:
                self._one(snippet, record)
            if analysis is not None:
                self._findings(analysis.snippets[position])
        if analysis is not None:
            self._across(snippets, analysis)

    def _one(self, snippet: Snippet, record: QualityRecord) -> None:
        verdict = "pass" if record.passed else "fail"
        from assay.languages.known import UNKNOWN

        known = record.language != UNKNOWN
        language = record.language if known else "a language that is not recognised (name it with --language)"
        self.line(f"{snippet.name}: {language}, form {record.overall:.2f} ({verdict}), quality {record.quality:.2f}")
        self._console.print(self._dimensions(record))
        shape = record.shape
        self.line(
            f"{shape.functions} functions, cyclomatic {shape.cyclomatic}, cognitive {shape.cognitive}, "
            f"nesting {shape.nesting}, longest {shape.longest_function} lines"
        )
        for row in _reasons(record.evidence):
            self.line(_reason(row))
        for wish in record.wishes:
            self.line(f"  {'found ' if wish.found else 'missed'}  task: {wish.kind} {wish.text}")

    def _dimensions(self, record: QualityRecord) -> Table:
        table = self._table("dimension", "weight", "form", "", "quality", "")
        for dimension in Dimension:
            form, quality = record.dimensions[dimension], record.quality_dimensions[dimension]
            weight = f"{self._evaluator.weights[dimension]:.0%}"
            table.add_row(
                dimension.replace("_", " "),
                weight,
                f"{form:.2f}",
                self._bar(form),
                f"{quality:.2f}",
                self._bar(quality),
            )
        return table

    def _many(self, snippets: Sequence[Snippet], records: Sequence[QualityRecord]) -> None:
        table = self._table("file", "form", "", "quality", *(dimension.replace("_", " ") for dimension in Dimension))
        for snippet, record in zip(snippets, records, strict=True):
            cells = [f"{record.dimensions[dimension]:.2f}" for dimension in Dimension]
            verdict = "pass" if record.passed else "fail"
            table.add_row(self._safe(snippet.name), f"{record.overall:.2f}", verdict, f"{record.quality:.2f}", *cells)
        self._console.print(table)

    def _findings(self, analysed: SnippetAnalysis) -> None:
        index = "none" if analysed.maintainability is None else f"{analysed.maintainability:.0f}"
        self.line(
            f"{analysed.name}: {analysed.counts['total']} findings, maintainability {index} "
            f"({analysed.maintainability_by}), {analysed.duplication.share:.0%} duplicated"
        )
        for finding in analysed.findings[:REASONS_LIMIT]:
            self.line(f"  line {finding.line}: {finding.kind} {finding.tool} {finding.rule}: {finding.message}")
        for missing in analysed.missing_imports:
            why = "is not installed or not allowed" + (", but may be missing by design" if missing.optional else "")
            self.line(f"  line {missing.line}: import of {missing.module}, which {why}")

    def _across(self, snippets: Sequence[Snippet], analysis: Analysis) -> None:
        for group in analysis.alike[:REASONS_LIMIT]:
            self.line(f"alike: {', '.join(snippets[position].name for position in group)}")
        for note in analysis.notes:
            self.line(f"not analysed: {note}")

    def _table(self, *headings: str) -> Table:
        from rich import box
        from rich.table import Table

        table = Table(box=box.ROUNDED if self._terminal else box.ASCII, expand=False)
        for heading in headings:
            table.add_column(heading, overflow="fold")
        return table

    def _bar(self, share: float) -> str:
        full = round(share * _BAR)
        return ("█" * full + "░" * (_BAR - full)) if self._terminal else ("#" * full + "." * (_BAR - full))


def _reasons(evidence: Sequence[Evidence]) -> list[Evidence]:
    """Return what cost points, the most expensive first, and what stands behind it."""
    shown = [row for row in evidence if row.withheld or row.side is ScoreSide.QUALITY]
    return sorted(shown, key=lambda row: (row.side is ScoreSide.QUALITY, -row.withheld))[:REASONS_LIMIT]


def _reason(row: Evidence) -> str:
    points = f"-{row.withheld:.2f}" if row.withheld else "     "
    where = f" line {row.line}: {row.text}" if row.line else ""
    detail = f" ({row.detail})" if row.detail else ""
    return f"  {points}  {row.side}: {row.dimension.replace('_', ' ')}, {row.rule}{detail}{where}"
