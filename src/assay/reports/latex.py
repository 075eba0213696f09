"""Runs as a LaTeX table for a paper: a row for each run, a column for each score, with intervals; needs booktabs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import IO

from assay.records import Score
from assay.reports.document import Document
from assay.reports.report import Report
from assay.reports.tradeoff import title_of
from assay.text import one_line

MOST_COLUMNS = 6
"""Scores in one table; more do not fit on a page."""
LONGEST_NAME = 80
_ESCAPES = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", "`": r"\textasciigrave{}", "'": r"{'}", '"': r"{\textquotesingle}{\textquotesingle}",
    "-": "{-}", "[": "{[}", "]": "{]}", "*": "{*}", "–": "--", "…": r"\dots{}", "·": r"\textperiodcentered{}",
    "@": "{@}", ",": "{,}", "=": "{=}", "?": "{?}", "!": "{!}",
}  # fmt: skip
"""Every sign that means something to LaTeX, alone, with its neighbours (`--`), or after the end of a row (`[`, `*`)."""


def write(document: Document, file: IO[bytes]) -> None:
    """Write the document as one `table` environment."""
    file.write(("\n".join(_lines(document.reports)) + "\n").encode("ascii"))


def escaped(text: str, longest: int = LONGEST_NAME) -> str:
    r"""Return foreign text as LaTeX that prints it and does nothing else, in ASCII.

    Letters of European languages are kept as accents where LaTeX has them; any other sign is told by its number.

    >>> escaped("50%_of $x$"), escaped("\\input{x}"), escaped("naïve 中")
    ('50\\%\\_of \\$x\\$', '\\textbackslash{}input\\{x\\}', 'na\\"{i}ve U+4E2D')
    """
    line = one_line(text[: 2 * longest])
    line = line if len(line) <= longest else f"{line[: longest - 1]}…"
    return "".join(_sign(sign) for sign in line)


def _sign(sign: str) -> str:
    import unicodedata

    if sign in _ESCAPES:
        return _ESCAPES[sign]
    if sign.isascii():
        return sign
    parts = unicodedata.normalize("NFD", sign)
    base, mark = parts[0], parts[1:]
    if base.isascii() and base.isalpha() and mark in _ACCENTS:
        return f"\\{_ACCENTS[mark]}{{{base}}}"
    return f"U+{ord(sign):04X}"


_ACCENTS = {"\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0308": '"', "\u0327": "c ", "\u030c": "v "}


def _lines(reports: Sequence[Report]) -> Iterator[str]:
    metrics, left_out = _metrics(reports)
    yield r"% needs \usepackage{booktabs}"
    if left_out:
        yield f"% not shown: {one_line(', '.join(left_out)).encode('ascii', 'replace').decode()}"
    yield r"\begin{table}"
    yield r"\centering"
    yield rf"\caption{{{_caption(reports)}}}"
    yield rf"\begin{{tabular}}{{l{'r' * (1 + len(metrics))}}}"
    yield r"\toprule"
    yield " & ".join(["run", "problems", *(escaped(name) for name in metrics)]) + r" \\"
    yield r"\midrule"
    for report in reports:
        scores = {score.metric: score for score in report.scores}
        cells = [escaped(title_of(report)), _problems(report), *(_cell(scores.get(name)) for name in metrics)]
        yield " & ".join(cells) + r" \\"
    yield r"\bottomrule"
    yield r"\end{tabular}"
    yield from _signatures(reports)
    yield r"\end{table}"


def _metrics(reports: Sequence[Report]) -> tuple[list[str], list[str]]:
    """Return pass@k, or where no run has it the first scores with an interval, and the names of the others."""
    scores = [score for report in reports for score in report.scores]
    names = list(dict.fromkeys(score.metric for score in scores))
    first = [name for name in names if any(score.k and name == f"pass@{score.k}" for score in scores)]
    certain = {score.metric for score in scores if score.interval is not None}
    shown = (first or [name for name in names if name in certain])[:MOST_COLUMNS]
    return shown, [name for name in names if name not in shown]


def _caption(reports: Sequence[Report]) -> str:
    benchmarks = dict.fromkeys(f"{report.run.benchmark} {report.run.benchmark_version}" for report in reports)
    unjudged = sum(report.unjudged for report in reports)
    left = f" {unjudged} trial{'' if unjudged == 1 else 's'} could not be judged." if unjudged else ""
    names = ", ".join(escaped(name) for name in benchmarks)
    return rf"Scores on {names} in percent, with intervals of 95\,\% confidence.{left}"


def _problems(report: Report) -> str:
    run = report.run
    return f"{run.problems} of {run.benchmark_problems}" if run.benchmark_problems else str(run.problems)


def _cell(score: Score | None) -> str:
    if score is None or score.value is None:
        return "--"
    value = f"{100 * score.value:.1f}"
    if score.interval is None:
        return value
    return rf"{value} {{\footnotesize({100 * score.interval[0]:.1f}--{100 * score.interval[1]:.1f})}}"


def _signatures(reports: Sequence[Report]) -> Iterator[str]:
    """Give what pins the scores below the table, each signature once, with places where a line may end."""
    for signature in dict.fromkeys(score.signature for report in reports for score in report.scores[:1]):
        if signature:
            broken = r"\textbar{}\allowbreak{}".join(escaped(part, 200) for part in signature[:2000].split("|"))
            yield rf"\par\smallskip{{\footnotesize {broken}}}"
