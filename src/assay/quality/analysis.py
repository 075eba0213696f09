"""Static analysis of a whole run at once: every tool is called once for a batch, never once for a file."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

from assay.errors import MissingExtra
from assay.quality import dependencies, duplication, javascript, linting, maintainability, secrets, types
from assay.quality.dependencies import MissingImport
from assay.quality.duplication import Duplication
from assay.quality.evaluator import CodeReading, Snippet, read, shape_of
from assay.quality.findings import Collector, Finding, FindingKind, Findings
from assay.quality.records import Shape
from assay.quality.tokens import tokens_of

BATCH = 2000
"""Snippets whose trees are in memory at once; every tool is called once for them."""


@dataclass(frozen=True, slots=True)
class SnippetAnalysis:
    """What static analysis says about one snippet."""

    name: str
    language: str
    parses: bool
    shape: Shape
    maintainability: float | None
    """From 0 to 100; radon's index for Python, `assay-index` elsewhere."""
    maintainability_by: str
    findings: tuple[Finding, ...]
    """The first of each tool's; `counts` has them all."""
    counts: dict[str, int]
    """How many findings, by kind (of those kept) and in `total`."""
    duplication: Duplication
    missing_imports: tuple[MissingImport, ...]

    def of_kind(self, kind: FindingKind) -> tuple[Finding, ...]:
        """Return the findings of that kind."""
        return tuple(finding for finding in self.findings if finding.kind is kind)


@dataclass(frozen=True, slots=True)
class Analysis:
    """What static analysis says about a run."""

    snippets: tuple[SnippetAnalysis, ...]
    alike: tuple[tuple[int, ...], ...]
    """Groups of snippets that are copies of each other, nearly, by position."""
    tools: dict[str, str]
    """Tool → version, of those that ran."""
    notes: tuple[str, ...] = ()
    """What was not analysed, and what to install for it."""

    def as_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the analysis as plain data."""
        return asdict(self)


def analyse(
    snippets: Iterable[Snippet],
    *,
    allow: Collection[str] | None = None,
    check_types: bool = False,
    find_secrets: bool = False,
) -> Analysis:
    """Lint, measure and compare all snippets.

    `allow` names packages that may be imported (`None`: whatever this interpreter has). Types and secrets need extras
    and raise `MissingExtra` without them; JavaScript without its extra is named in `notes`.
    """
    tools: dict[str, str] = {}
    notes: dict[str, None] = {}
    likeness = duplication.Likeness()
    analysed: list[SnippetAnalysis] = []
    too_long = 0
    for batch in _batches(snippets):
        readings = [read(snippet.code, snippet.language) for snippet in batch]
        too_long += sum(reading.too_long for reading in readings)
        collectors = _run_tools(readings, tools, notes, check_types=check_types, find_secrets=find_secrets)
        for number, (snippet, reading) in enumerate(zip(batch, readings, strict=True)):
            stream = _tokens(reading)
            likeness.add(len(analysed), stream[0])
            found = [part.of(number) for part in collectors]
            analysed.append(_analysed(snippet.name, reading, stream, found, allow))
    if too_long:
        notes[f"{too_long} of {len(analysed)} snippets are too long to be examined"] = None
    return Analysis(tuple(analysed), tuple(likeness.groups()), tools, tuple(notes))


def _batches(snippets: Iterable[Snippet]) -> Iterator[list[Snippet]]:
    waiting = iter(snippets)
    while batch := list(islice(waiting, BATCH)):
        yield batch


def _run_tools(
    readings: Sequence[CodeReading],
    tools: dict[str, str],
    notes: dict[str, None],
    *,
    check_types: bool,
    find_secrets: bool,
) -> list[Collector]:
    python = {number: each.text for number, each in enumerate(readings) if each.rules.linter == "ruff"}
    scripts = {n: (each.language, each.text) for n, each in enumerate(readings) if each.rules.linter == "oxlint"}
    collectors = [linting.lint(python)]
    if python:
        tools["ruff"] = linting.version()
    try:
        collectors.append(javascript.lint(scripts))
    except MissingExtra as error:
        notes[str(error)] = None
    if check_types:
        collectors.append(types.check({number: text for number, text in python.items() if not readings[number].error}))
        tools["mypy"] = _version("mypy")
    if find_secrets:
        collectors.append(secrets.search({number: reading.text for number, reading in enumerate(readings)}))
        tools["detect-secrets"] = _version("detect-secrets")
    return collectors


def _tokens(reading: CodeReading) -> tuple[list[bytes], list[int]]:
    if reading.tree is None:
        return [], []
    return tokens_of(reading.tree, reading.source, reading.rules)


def _analysed(
    name: str,
    reading: CodeReading,
    stream: tuple[list[bytes], list[int]],
    found: Sequence[Findings],
    allow: Collection[str] | None,
) -> SnippetAnalysis:
    findings = tuple(finding for part in found for finding in part.kept)
    counts = {kind.value: sum(finding.kind is kind for finding in findings) for kind in FindingKind}
    counts["total"] = sum(part.total for part in found)
    index, by = _maintainability(reading, stream)
    return SnippetAnalysis(
        name=name,
        language=reading.language,
        parses=reading.error is None,
        shape=shape_of(reading.facts),
        maintainability=index,
        maintainability_by=by,
        findings=findings,
        counts=counts,
        duplication=duplication.inside(*stream),
        missing_imports=dependencies.missing_imports(reading.facts, reading.language, reading.rules, allow=allow),
    )


def _maintainability(reading: CodeReading, stream: tuple[list[bytes], list[int]]) -> tuple[float | None, str]:
    if reading.language == "python":
        return (maintainability.python_index(reading.text) if reading.error is None else None), "radon"
    texts, rows = stream
    decisions = sum(function.cyclomatic for function in (reading.facts.module, *reading.facts.functions))
    return maintainability.index(texts, decisions=decisions, lines=len(set(rows))), "assay-index"


def _version(package: str) -> str:
    from importlib.metadata import version

    return version(package)
