"""Runs as JUnit XML, so that any CI shows the problems that fail: a test suite for each run, a test for each trial."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import IO
from xml.sax.saxutils import escape, quoteattr

from assay.records import Trial
from assay.reports.document import Document
from assay.reports.report import Report, who
from assay.reports.trials import UNJUDGED, TrialLine, TrialPage
from assay.text import legible, one_line

LONGEST_TEXT = 10_000
"""Characters of the text of one failure."""


def write(document: Document, file: IO[bytes]) -> None:
    """Write the document; trials that nobody could judge are errors, those that did not pass are failures."""
    every = [line for lines in document.lines for line in lines]
    file.write(b'<?xml version="1.0" encoding="utf-8"?>\n')
    seconds = sum(report.run.seconds for report in document.reports)
    file.write(_opened("testsuites", name="assay", **_counts(every), time=f"{seconds:.3f}"))
    for place, report in enumerate(document.reports):
        lines = document.lines[place]
        file.write(_opened("testsuite", **_suite(report), **_counts(lines), time=f"{report.run.seconds:.3f}"))
        file.write(_properties(report))
        for line, page, trial in zip(lines, document.pages(place), document.trials(place), strict=True):
            file.write(_case(report, line, page, trial))
        file.write(b"</testsuite>\n")
    file.write(b"</testsuites>\n")


def _suite(report: Report) -> dict[str, str]:
    run = report.run
    named = " · ".join(filter(None, (f"{run.benchmark} {run.benchmark_version}", who(run, report.writers), run.id)))
    return {"name": named, "timestamp": run.created}


def _counts(lines: Sequence[TrialLine]) -> dict[str, str]:
    errors = sum(line.verdict == UNJUDGED for line in lines)
    passed = sum(line.passed for line in lines)
    return {
        "tests": str(len(lines)),
        "failures": str(len(lines) - passed - errors),
        "errors": str(errors),
        "skipped": "0",
    }


def _properties(report: Report) -> bytes:
    """The scores of a run with what is needed to repeat them."""
    found = [(score.metric, str(score)) for score in report.scores]
    rows = "".join(f"<property name={_attribute(name)} value={_attribute(value)}/>\n" for name, value in found)
    return f"<properties>\n{rows}</properties>\n".encode() if rows else b""


def _case(report: Report, line: TrialLine, page: TrialPage, trial: Trial) -> bytes:
    seconds = sum(execution.effective_seconds for execution in trial.executions)
    name = line.problem if line.attempt == 0 else f"{line.problem} attempt {line.attempt}"
    about = {"classname": report.run.benchmark, "name": name, "time": f"{seconds:.3f}"}
    if line.passed:
        return _opened("testcase", **about).replace(b">\n", b"/>\n")
    tag = "error" if line.verdict == UNJUDGED else "failure"
    said = " ".join(filter(None, (line.call, line.what))) or line.verdict
    text = escape(legible("\n".join(_text(page))[:LONGEST_TEXT]))
    inside = f"<{tag} message={_attribute(said)} type={_attribute(line.verdict)}>{text}</{tag}>\n"
    return _opened("testcase", **about) + inside.encode() + b"</testcase>\n"


def _text(page: TrialPage) -> Iterator[str]:
    """Give what a person looks at first: the cases that did not pass, then the traceback, then the suspicions."""
    for case in page.cases:
        yield f"case {case.number} {case.status}: {case.call}".rstrip(": ")
        found = (("expected", case.expected), ("actual", case.actual), ("error", case.error))
        yield from (f"  {name}: {value}" for name, value in found if value)
    yield from filter(None, (page.traceback, *page.suspicions))


def _opened(tag: str, **attributes: str) -> bytes:
    found = "".join(f" {name}={_attribute(value)}" for name, value in attributes.items() if value)
    return f"<{tag}{found}>\n".encode()


def _attribute(text: str) -> str:
    """The text in quotes, on one line, with what XML forbids spelt out."""
    return quoteattr(one_line(text))
