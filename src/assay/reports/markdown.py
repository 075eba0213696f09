"""Runs as Markdown for a pull request: the answer first, what changed, the first failures, the score by task type.

All foreign text stands in spans of code: there GitHub makes no link, mention, picture, formula or HTML of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import IO

from assay.records import Score
from assay.reports.comparison import Flip, RunComparison
from assay.reports.document import Document
from assay.reports.figures import UNKNOWN, between, share
from assay.reports.report import Report, answered, who
from assay.reports.tradeoff import title_of
from assay.reports.trials import TrialLine
from assay.settings import flag_of
from assay.text import one_line

MOST_FAILURES = 10
MOST_FLIPS = 10
MOST_GROUPS = 20
LONGEST_NAME = 120
LONGEST_SENTENCE = 400
_HARMLESS = re.compile(r"[^\W_][ <,.:;()=%±+−–'’\w-]*")
_LINKED = re.compile(r"_|www\.|\bgh-\d|\b[0-9a-f]{7,}\b", re.IGNORECASE)
"""What GitHub makes a link of, or emphasis, although no sign of it looks like it."""
_TICKS = re.compile("`+")


def write(document: Document, file: IO[bytes]) -> None:
    """Write the document: one section for each run, after a table of all runs where there are several."""
    file.write(("\n".join(_lines(document)).rstrip() + "\n").encode())


def code(text: str, longest: int = LONGEST_NAME) -> str:
    r"""Return foreign text as a span of code that ends where the text ends; empty for no text.

    >>> code("[x](y) @you"), code("`x`"), code("")
    ('`[x](y) @you`', '`` `x` ``', '')
    """
    line = " ".join(one_line(text[: 2 * longest]).split())
    line = line if len(line) <= longest else f"{line[: longest - 1]}…"
    if not line:
        return ""
    fence = "`" * (max((len(run) for run in _TICKS.findall(line)), default=0) + 1)
    pad = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{fence}{pad}{line}{pad}{fence}"


def cell(text: str) -> str:
    r"""Return the same for a table, which is cut at every `|`, in code too, unless a backslash stands before it.

    A `|` that has a backslash of its own is written as `\x7c`.

    >>> cell("a|b"), cell("a\\|b")
    ('`a\\|b`', '`a\\\\x7cb`')
    """
    return code(text).replace("\\|", "\\\\x7c").replace("|", "\\|")


def prose(text: str) -> str:
    """Return a sentence as it is where nothing in it can mean anything to Markdown or GitHub, else as code.

    >>> prose("m is better: +9.1 points (4.3 – 14.0)"), prose("@you is better")
    ('m is better: +9.1 points (4.3 – 14.0)', '`@you is better`')
    """
    plain = _HARMLESS.fullmatch(text) and not _LINKED.search(text) and len(text) <= LONGEST_SENTENCE
    return text.replace("<", "&lt;") if plain else code(text, LONGEST_SENTENCE)


def _lines(document: Document) -> Iterator[str]:
    for comparison in document.comparisons:
        yield from _comparison(comparison)
    for line in document.left_out_lines():
        yield f"> ⚠ {prose(line)}"
        yield ""
    if len(document.reports) > 1:
        yield from _together(document.reports)
    for place, report in enumerate(document.reports):
        yield from _run(report, document.lines[place])
    if document.made:
        yield f"<sub>made {code(document.made)}</sub>"


def _run(report: Report, lines: Sequence[TrialLine]) -> Iterator[str]:
    first = report.scores[0] if report.scores else None
    yield f"### {_headline(first)}"
    yield ""
    about = (f"{report.run.benchmark} {report.run.benchmark_version}", who(report.run, report.writers))
    yield " · ".join([*filter(None, map(code, about)), answered(report.run), f"run {code(report.run.id)}"])
    yield ""
    yield _verdicts(report)
    yield ""
    yield from _warnings(report)
    yield from _failures(report, lines)
    yield from _groups(report)
    yield from _details(report)


def _headline(score: Score | None) -> str:
    if score is None:
        return "no score"
    interval = between(score.interval, share)
    return f"{code(score.metric)} {_value(score)}{f' ({interval})' if interval else ''}, n = {score.n:,}"


def _value(score: Score) -> str:
    return UNKNOWN if score.value is None else share(score.value)


def _verdicts(report: Report) -> str:
    counts = [f"{count:,} {verdict.replace('_', ' ')}" for verdict, count in report.verdicts.items() if count]
    counts += [f"{report.unjudged:,} unjudged"] if report.unjudged else []
    return " · ".join(counts) or "no candidates"


def _warnings(report: Report) -> Iterator[str]:
    """Give what a reader must know before the score, and suspicions."""
    for caution in report.cautions:
        said = " ".join(filter(None, (caution.what, caution.why)))
        yield f"> ⚠ {caution.count:,} of {caution.of:,}: {prose(said)}"
        yield ""
    if report.suspicions:
        found = ", ".join(f"{code(kind)} {count:,}" for kind, count in report.suspicions.items())
        yield f"> ⚠ suspicions: {found}; {report.suspected_passes:,} of them on trials that passed"
        yield ""


def _failures(report: Report, lines: Sequence[TrialLine]) -> Iterator[str]:
    failed = [line for line in lines if not line.passed]
    if not failed:
        return
    yield f"#### {len(failed):,} of {len(lines):,} trials did not pass"
    yield ""
    yield from _table(
        ("problem", "attempt", "verdict", "case", "what came"),
        [
            (cell(line.problem), str(line.attempt), line.verdict.replace("_", " "), cell(line.call), cell(line.what))
            for line in failed[:MOST_FAILURES]
        ],
    )
    if len(failed) > MOST_FAILURES:
        command = f"assay show {report.run.id} {flag_of('failed')}"
        yield f"and {len(failed) - MOST_FAILURES:,} more: {code(command)}"
        yield ""


def _groups(report: Report) -> Iterator[str]:
    """Give the scores by task type and difficulty, where there is more than one of them."""
    for by, title in (("kind", "task type"), ("difficulty", "difficulty")):
        groups = [group for group in report.groups if group.by == by and group.scores]
        if len(groups) > 1:
            metric = groups[0].scores[0].metric
            rows = [(cell(group.name), *_cells(group.scores[0])) for group in groups[:MOST_GROUPS]]
            yield from _table((title, cell(metric), "95 %", "n"), rows)


def _cells(score: Score) -> tuple[str, str, str]:
    return _value(score), between(score.interval, share), f"{score.n:,}"


def _details(report: Report) -> Iterator[str]:
    yield "<details><summary>all scores, and how it was judged</summary>"
    yield ""
    yield from _table(
        ("metric", "score", "95 %", "n"), [(cell(score.metric), *_cells(score)) for score in report.scores]
    )
    for signature in dict.fromkeys(score.signature for score in report.scores[:1]):
        yield code(signature, 1000)
        yield ""
    for note in report.run.notes:
        yield f"- {code(note, 300)}"
    yield ""
    yield "</details>"
    yield ""


def _together(reports: Sequence[Report]) -> Iterator[str]:
    names = list(dict.fromkeys(score.metric for report in reports for score in report.scores[:1]))
    rows = []
    for report in reports:
        scores = {score.metric: score for score in report.scores}
        cells = [_short(scores.get(name)) for name in names]
        rows.append((cell(title_of(report)), cell(report.run.id), *cells, _verdicts(report)))
    yield from _table(("what", "run", *map(cell, names), "verdicts"), rows)


def _short(score: Score | None) -> str:
    if score is None or score.value is None:
        return UNKNOWN
    interval = between(score.interval, share)
    return f"{share(score.value)} ({interval})" if interval else share(score.value)


def _comparison(comparison: RunComparison) -> Iterator[str]:
    """Give the sentence that says what can be said, then the problems that changed sides."""
    yield f"### {prose(comparison.sentence())}"
    yield ""
    for difference in () if comparison.incomparable else comparison.differences:
        yield f"> ⚠ compared although they differ: {prose(difference)}"
        yield ""
    if comparison.incomparable:
        first, second = comparison.names
        yield f"The figures, which decide nothing: {prose(f'{second} against {first} {comparison.figures()}')}"
        yield ""
    if comparison.flips:
        yield comparison.changes()
        yield ""
        rows = [_flip(flip) for flip in comparison.flips[:MOST_FLIPS]]
        yield from _table(("problem", "", "before", "after", "what came"), rows)
    more = len(comparison.flips) - MOST_FLIPS
    if comparison.flips and more > 0:
        flags = [*([flag_of("allow_different")] if comparison.incomparable else []), flag_of("details")]
        command = " ".join(("assay compare", comparison.first.run.id, comparison.second.run.id, *flags))
        yield f"and {more:,} more: {code(command)}"
        yield ""


def _flip(flip: Flip) -> tuple[str, ...]:
    worse = flip.first if flip.gained else flip.second
    what = " ".join(filter(None, (worse.call, worse.what)))
    return (
        cell(flip.problem),
        f"{'✓' if flip.gained else '✗'} {flip.now}",
        share(flip.first_share),
        share(flip.second_share),
        cell(what),
    )


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(header)} |"
    yield f"|{' --- |' * len(header)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield ""
