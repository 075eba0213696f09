"""Runs as a table of one row a trial: CSV that no spreadsheet takes for formulas, and Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from itertools import islice
from typing import IO, Any

from assay.errors import MissingExtra
from assay.records import CaseKind, ProbeOutcome, Trial
from assay.reports.document import Document
from assay.reports.trials import TrialLine
from assay.spec import Run
from assay.text import legible

COLUMNS: dict[str, type] = {
    "run": str, "benchmark": str, "problem": str, "attempt": int, "verdict": str, "fault": str, "kind": str,
    "difficulty": str, "tags": str, "error_class": str, "call": str, "what": str, "cases": int, "cases_passed": int,
    "edge_cases": int, "edge_cases_passed": int, "seconds": float, "cpu_seconds": float, "memory_bytes": int,
    "suspicions": str, "probes": str, "detail": str, "model": str, "model_version": str, "source": str,
}  # fmt: skip
"""The columns in their order, each with the type of its cells; an empty verdict stands for an unjudged trial."""
CHUNK = 1000
_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""How a formula begins, blanks before it aside; the last four are the wide forms."""
_MARK = "'"


def rows(document: Document) -> Iterator[dict[str, Any]]:  # Any: cells of a table
    """Give every trial of every run as one flat row of `COLUMNS`."""
    for place, report in enumerate(document.reports):
        for line, trial in zip(document.lines[place], document.trials(place), strict=True):
            yield dict(zip(COLUMNS, _cells(report.run, line, trial), strict=True))


def write_csv(document: Document, file: IO[bytes]) -> None:
    """Write the table as CSV: what does not print is spelt out, and what a spreadsheet would calculate is marked."""
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    for row in rows(document):
        writer.writerow({name: harmless(_spelt_out(value)) for name, value in row.items()})
    text.detach()


def write_parquet(document: Document, file: IO[bytes]) -> None:
    """Write the table as Parquet, in chunks, with the text as it is."""
    try:
        import pyarrow as arrow  # type: ignore[import-untyped]  # it ships no types
        from pyarrow import parquet
    except ImportError:
        raise MissingExtra("a report as Parquet", "pyarrow", "data") from None
    kinds = {str: arrow.string(), int: arrow.int64(), float: arrow.float64()}
    schema = arrow.schema([(name, kinds[kind]) for name, kind in COLUMNS.items()])
    found = rows(document)
    with parquet.ParquetWriter(file, schema) as writer:
        while chunk := list(islice(found, CHUNK)):
            writer.write_table(arrow.Table.from_pylist(chunk, schema))


def harmless(value: object) -> object:
    """Return the value, or text that a spreadsheet would take for a formula with the sign that marks it as text.

    Candidates write these cells, and who opens the file runs what stands in them. Text that begins with the sign gets
    another one, so that nothing is lost: who reads the file takes one `'` away wherever a cell begins with it.

    >>> harmless("=1+1"), harmless("'quoted'"), harmless("plain"), harmless(-1)
    ("'=1+1", "''quoted'", 'plain', -1)
    """
    if not isinstance(value, str):
        return value
    risky = value[:1] in ("\t", "\r", _MARK) or value.lstrip().startswith(_FORMULA)
    return f"{_MARK}{value}" if risky and value else value


def _spelt_out(value: object) -> object:
    r"""Return text with everything spelt out that does not print, but for tabs and the ends of lines.

    >>> _spelt_out("red \x1b[31m\r\nnul \0")
    'red \\x1b[31m\r\nnul \\x00'
    """
    return "\r\n".join(map(legible, value.split("\r\n"))) if isinstance(value, str) else value


def _cells(run: Run, line: TrialLine, trial: Trial) -> tuple[object, ...]:
    edge = [outcome for outcome in trial.outcomes if outcome.kind is CaseKind.EDGE]
    model, model_version = run.writer(trial.candidate)
    return (
        run.id,
        run.benchmark,
        _text(trial.problem_id),
        trial.candidate.attempt,
        "" if trial.verdict is None else trial.verdict.value,
        _text(trial.fault),
        line.kind,
        line.difficulty,
        _text(" ".join(line.tags)),
        line.error_class,
        _text(line.call),
        _text(line.what),
        len(trial.outcomes),
        sum(outcome.passed for outcome in trial.outcomes),
        len(edge),
        sum(outcome.passed for outcome in edge),
        sum(execution.effective_seconds for execution in trial.executions),
        sum(execution.cpu_seconds for execution in trial.executions),
        max((execution.memory_bytes for execution in trial.executions), default=0),
        " ".join(suspicion.kind.value for suspicion in trial.suspicions),
        "; ".join(_probe_text(probe) for probe in trial.probes),
        _text(trial.detail),
        _text(model),
        _text(model_version),
        _text(trial.candidate.source),
    )


def _text(source: str | bytes) -> str:
    """Return text that every file can hold: what is no text in it is replaced."""
    text = source.decode("utf-8", "replace") if isinstance(source, bytes) else source
    return text.encode("utf-8", "replace").decode()


def _probe_text(probe: ProbeOutcome) -> str:
    """Return what a probe counted, such as `overfit 1/1`; only its name where it had nothing to say."""
    return f"{probe.probe} {probe.count}/{probe.of}" if probe.of else probe.probe
