"""`assay quality`: the six dimensions of a file, a folder or standard input, with the reasons."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.cli.layout import Page
from assay.cli.run import flag
from assay.errors import InvalidValue
from assay.files import Folder, is_hidden, read_head
from assay.quality.records import Dimension, Evidence, QualityRecord, ScoreSide, quality_weights

if TYPE_CHECKING:
    from assay.quality.analysis import Analysis, SnippetAnalysis
    from assay.quality.evaluator import CodeQualityEvaluator, Snippet
    from assay.records import Score

FILES_LIMIT = 10_000
REASONS_LIMIT = 10
FINDINGS_LIMIT = 40
_REASON_WIDTH = 48
"""What a reason takes beside the name of its file: the columns before it, and `, line 1234:`."""
_THREE_COLUMNS = 98
"""Characters that three dimensions with their bars take in one line."""
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
    from assay.languages.known import languages, named
    from assay.quality.evaluator import CodeQualityEvaluator
    from assay.quality.summary import signature, summarise

    if options.fail_under is not None and not 0 <= options.fail_under <= 1:
        raise InvalidValue(f"--fail-under must be from 0 to 1, got {options.fail_under!r}")
    if options.language is not None:
        flag("--language", options.language, lambda name: named(name, languages().values()))
    weights = flag("--weights", options.weights, quality_weights)
    evaluator = CodeQualityEvaluator(options.threshold, weights)
    snippets = list(read_snippets(options))
    records = evaluator.evaluate_many(snippets)
    analysis = _analysis(snippets, options)
    scores = summarise(records, signature=signature(evaluator))
    if options.as_json:
        files = [{"name": each.name, **record.to_dict()} for each, record in zip(snippets, records, strict=True)]
        whole: dict[str, Any] = {"signature": signature(evaluator), "files": files}  # Any: JSON
        whole["scores"] = [{"metric": s.metric, "value": s.value, "n": s.n, "interval": s.interval} for s in scores]
        if analysis is not None:
            whole["analysis"] = analysis.as_dict()
        print(json.dumps(whole, indent=2))
    else:
        _QualityPage(evaluator).show(snippets, records, analysis, scores)
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
        yield Snippet(read_head(file, SIZE_LIMIT + 1), language, options.task, name=str(file))


def _files(folder: Path) -> list[Path]:
    from assay.languages.known import UNKNOWN, language_of_path

    found: list[Path] = []
    for path in Folder(folder).files(_is_skipped):
        if language_of_path(path.name) != UNKNOWN and path.is_file() and not path.is_symlink():
            found.append(path)
        if len(found) > FILES_LIMIT:
            raise InvalidValue(
                f"{folder}: holds at least {len(found):,} files, at most {FILES_LIMIT:,} are read; name a smaller one"
            )
    return found


def _is_skipped(path: Path) -> bool:
    return path.is_dir() and (is_hidden(path) or path.name in _SKIPPED)


def _analysis(snippets: Sequence[Snippet], options: QualityOptions) -> Analysis | None:
    if not (options.analyse or options.types or options.secrets or options.allow):
        return None
    from assay.quality.analysis import analyse

    allow = list(options.allow) or None
    return analyse(snippets, allow=allow, check_types=options.types, find_secrets=options.secrets)


class _QualityPage:
    """The report for people: the scores, the six dimensions with bars, and the worst reasons with their lines."""

    def __init__(self, evaluator: CodeQualityEvaluator) -> None:
        self._page = Page()
        self._evaluator = evaluator

    def show(
        self,
        snippets: Sequence[Snippet],
        records: Sequence[QualityRecord],
        analysis: Analysis | None,
        scores: Sequence[Score],
    ) -> None:
        """Print everything: the scores first, what was analysed beside them, and the signature at the end."""
        if len(records) == 1:
            self._one(snippets[0], records[0])
        else:
            self._many(snippets, records, scores)
        if analysis is not None:
            self._page.line()
            for analysed in analysis.snippets:
                self._findings(analysed)
            self._across(snippets, analysis)
        self._page.line()
        self._page.line(f"signature {scores[0].signature}")

    def _one(self, snippet: Snippet, record: QualityRecord) -> None:
        head = f"quality {record.quality:.2f}   form {record.overall:.2f} {_verdict(record)}"
        self._page.ends(head, snippet.name)
        self._dimensions([record])
        from assay.languages.known import UNKNOWN

        known = record.language != UNKNOWN
        language = record.language if known else "a language that is not recognised (name it with --language)"
        shape = record.shape
        self._page.text(
            f"  {language}: {_many(shape.functions, 'function')}, cyclomatic {shape.cyclomatic}, "
            f"cognitive {shape.cognitive}, nesting {shape.nesting}, longest {_many(shape.longest_function, 'line')}",
            indent="  ",
        )
        self._reasons([("", record)])
        for wish in record.wishes:
            self._page.text(f"  {'found ' if wish.found else 'missed'}  task: {wish.kind} {wish.text}", indent="    ")

    def _many(self, snippets: Sequence[Snippet], records: Sequence[QualityRecord], scores: Sequence[Score]) -> None:
        form, quality = scores[:2]
        self._page.text(
            f"quality {_mean(quality)}   form {_mean(form)}   {len(records):,} files, "
            f"{sum(record.passed for record in records):,} of them pass"
        )
        self._dimensions(records)
        self._page.line()
        self._page.line("quality  form        file")
        for snippet, record in zip(snippets, records, strict=True):
            head = f"{record.quality:7.2f}  {record.overall:4.2f}  {_verdict(record)}  "
            name = self._page.path(snippet.name, self._page.width - len(head))
            self._page.line(f"{head}{name}", bad=not record.passed)
        self._page.line()
        room = self._page.width - _REASON_WIDTH
        names = [self._page.path(snippet.name, room) for snippet in snippets]
        self._reasons(list(zip(names, records, strict=True)))

    def _dimensions(self, records: Sequence[QualityRecord]) -> None:
        """Print the mean of each dimension of quality with a bar, and of form where that says something else."""
        quality = [_mean_of(records, "quality_dimensions", dimension) for dimension in Dimension]
        form = [_mean_of(records, "dimensions", dimension) for dimension in Dimension]
        names = [dimension.replace("_", " ") for dimension in Dimension]
        cells = [
            f"{name:14} {share:.2f} {self._page.bar(share):10}" for name, share in zip(names, quality, strict=True)
        ]
        a_line = 3 if self._page.width >= _THREE_COLUMNS else 2
        for place in range(0, len(cells), a_line):
            self._page.line(f"  {'   '.join(cells[place : place + a_line])}".rstrip())
        other = [f"{name} {share:.2f}" for name, share, one in zip(names, form, quality, strict=True) if share != one]
        if other:
            self._page.text(f"  by form alone: {', '.join(other)}", indent="    ")

    def _reasons(self, named: Sequence[tuple[str, QualityRecord]]) -> None:
        """Print what cost most."""
        rows = [(name, row) for name, record in named for row in record.evidence]
        shown = worst_reasons(rows, self._evaluator.weights)
        if not shown:
            return
        heading = ["", ">cost", "score", "dimension", "why"]
        self._page.rows(heading, (["−" if row.withheld else " ", *_reason(name, row)] for name, row in shown))
        left = sum(_is_reason(row) for _, row in rows) - len(shown)
        if left:
            self._page.line(f"  {left:,} more: --json lists all of them")

    def _findings(self, analysed: SnippetAnalysis) -> None:
        index = "none" if analysed.maintainability is None else f"{analysed.maintainability:.0f}"
        self._page.text(
            f"{analysed.name}: {analysed.counts['total']} findings, maintainability {index} "
            f"({analysed.maintainability_by}), {analysed.duplication.share:.0%} duplicated"
        )
        for finding in analysed.findings[:FINDINGS_LIMIT]:
            found = f"  line {finding.line}: {finding.kind} {finding.tool} {finding.rule}: {finding.message}"
            self._page.text(found, indent="    ")
        for missing in analysed.missing_imports:
            why = "is not installed or not allowed" + (", but may be missing by design" if missing.optional else "")
            self._page.text(f"  line {missing.line}: import of {missing.module}, which {why}", indent="    ")

    def _across(self, snippets: Sequence[Snippet], analysis: Analysis) -> None:
        for group in analysis.alike[:FINDINGS_LIMIT]:
            self._page.text(f"alike: {', '.join(snippets[position].name for position in group)}", indent="  ")
        for note in analysis.notes:
            self._page.text(f"not analysed: {note}", indent="  ")


def worst_reasons(rows: Sequence[tuple[str, Evidence]], weights: Mapping[str, float]) -> list[tuple[str, Evidence]]:
    """Return what cost the score most, by the weight of its dimension, the most expensive first."""
    shown = [(name, row) for name, row in rows if _is_reason(row)]
    return sorted(shown, key=lambda pair: -pair[1].withheld * weights[pair[1].dimension])[:REASONS_LIMIT]


def _is_reason(row: Evidence) -> bool:
    return bool(row.withheld) or row.side is ScoreSide.QUALITY


def _reason(name: str, row: Evidence) -> list[str]:
    """Return the cells of one reason: what it cost, in which score, in which dimension, and why."""
    points = f"{row.withheld:.2f}" if row.withheld else ""
    place = f"line {row.line}" if row.line else ""
    where = ", ".join(filter(None, (name, place)))
    why = row.detail or row.rule.replace("-", " ")
    told = f"{where}: {why}" if where else why
    return [points, row.side.value, row.dimension.replace("_", " "), f"{told}   {row.text.strip()}".rstrip()]


def _verdict(record: QualityRecord) -> str:
    return "pass" if record.passed else "fail"


def _mean(score: Score) -> str:
    interval = "" if score.interval is None else f" ({score.interval[0]:.2f} – {score.interval[1]:.2f})"
    return "–" if score.value is None else f"{score.value:.2f}{interval}"


def _mean_of(records: Sequence[QualityRecord], side: str, dimension: Dimension) -> float:
    return float(sum(getattr(record, side)[dimension] for record in records) / len(records))


def _many(count: int, word: str) -> str:
    return f"{count} {word}{'s' * (count != 1)}"
