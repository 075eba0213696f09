"""The problems of a run as lines: failures first, a page at a time, or a few of several runs side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.records import SuspicionKind
from assay.reports.brief import SUSPECTED, headline_scores, one_name, signature_lines, verdict_lines, verdict_words
from assay.reports.figures import UNKNOWN, interval_of_shares, share
from assay.reports.report import Report
from assay.reports.screen import Screen, cells, in_columns, packed, padded, shortened
from assay.reports.trials import UNJUDGED, TrialLine
from assay.spec import STOPPED, stopped_at
from assay.text import one_line

PAGE = 20
"""Problems on a page."""
LETTERS = {"passed": "P", "failed": "F", "crashed": "C", "timed_out": "T", "out_of_memory": "M", "invalid": "I",
           UNJUDGED: "?"}  # fmt: skip
SHOWN_ATTEMPTS = 20
SHOWN_DISAGREEMENTS = 10
_LONGEST_NAME = 24
EXPECTED, GOT = "expected ", ", got "


@dataclass(frozen=True, slots=True)
class ProblemRow:
    """A problem of a run with all attempts at it."""

    problem: str
    letters: str = ""
    """One for each attempt, as in `LETTERS`."""
    first: TrialLine | None = None
    """The first attempt that did not pass."""
    left: str = ""
    """Why there is no attempt, where a solver gave none."""

    @property
    def passed(self) -> int:
        return self.letters.count(LETTERS["passed"])

    @property
    def judged(self) -> int:
        return len(self.letters) - self.letters.count(LETTERS[UNJUDGED])

    @property
    def failed(self) -> bool:
        """Whether an attempt did not pass, or there is none."""
        return self.passed < len(self.letters) or not self.letters


@dataclass(frozen=True, slots=True)
class Suspect:
    """One reason to suspect a trial."""

    problem: str
    attempt: int
    verdict: str
    kind: str
    evidence: str


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A problem that some runs solve and others do not, or less often."""

    problem: str
    results: tuple[str, ...]
    """What each run has of it: the letter of its verdict, `3/5` where there are several attempts, nothing for none."""
    first: TrialLine | None = None
    """The first attempt that did not pass, of the first run that has one; `None`: it is not shown."""


def problem_lines(rows: Sequence[ProblemRow], screen: Screen) -> list[str]:
    """Return a line for each problem under a header: its attempts, the first failing call, and what came."""
    shown = []
    for row in rows:
        letters = row.letters[:SHOWN_ATTEMPTS] + ("…" if len(row.letters) > SHOWN_ATTEMPTS else "")
        several = f" {row.passed}/{row.judged}" if len(row.letters) > 1 else ""
        call, what = ("", row.left) if row.first is None else (row.first.call, row.first.what)
        shown.append((row.problem, f"{letters}{several}" or UNKNOWN, call, what))
    if not shown:
        return []
    painted = {1: lambda text: screen.good(text) if set(text.split()[0]) == {"P"} else screen.bad(text)}
    lines = in_columns(
        shown, screen, header=("problem", "result", "call", "what came"), flexible=(0, 2, 3), painted=painted
    )
    return [*lines, *_legend("".join(row.letters for row in rows), screen)]


def _legend(used: str, screen: Screen, *, indent: str = "") -> list[str]:
    """Return what the letters mean that are used."""
    known = [f"{letter} {verdict_words(name)}" for name, letter in LETTERS.items() if letter in used]
    said = ", ".join([*known, *(["1/2 one of two attempts passed"] if "/" in used else [])])
    return [screen.faint(line) for line in screen.wrapped(f"{indent}{said}", indent)] if said else []


def failed_lines(rows: Sequence[ProblemRow], screen: Screen) -> list[str]:
    """Return each failing problem with the whole of what was expected and what came, on more lines where need be."""
    lines = []
    width = min(max((cells(one_line(row.problem)) for row in rows), default=0), screen.columns // 2)
    for row in rows:
        verdict, call, what = ("no answer", "", one_line(row.left)) if row.first is None else _said(row.first)
        share_passed = f"{row.passed}/{row.judged} " if len(row.letters) > 1 else ""
        head = f"{padded(one_line(row.problem), width)}  {screen.bad(f'{share_passed}{verdict}')}"
        plain = f"{padded(one_line(row.problem), width)}  {share_passed}{verdict}"
        rest = "  ".join(filter(None, (call, what)))
        if screen.width is None or cells(plain) + 2 + cells(rest) <= screen.columns:
            lines.append(f"{head}  {rest}".rstrip())
            continue
        lines.append(head)
        lines += [line for part in _parts(call, what) for line in screen.folded(part, "    ")]
    return lines


def suspect_lines(suspects: Sequence[Suspect], screen: Screen) -> list[str]:
    """Return a line for each reason to suspect a trial, what was done and the evidence for it."""
    rows = []
    for one in suspects:
        done = SUSPECTED[SuspicionKind(one.kind)] if one.kind in set(SuspicionKind) else one.kind
        rows.append((one.problem, str(one.attempt), verdict_words(one.verdict), done, one.evidence))
    header = ("problem", "attempt", "verdict", "what it did", "evidence")
    lines = in_columns(rows, screen, header=header, right=(1,), flexible=(4, 3)) if rows else []
    if screen.width is None or max(map(cells, lines), default=0) <= screen.columns:
        return lines
    stacked = []
    for problem, attempt, verdict, done, evidence in rows:
        stacked += packed([one_line(problem), f"attempt {attempt}", verdict], screen, between="  ", indent="    ")
        stacked += screen.folded(one_line(f"{done}: {evidence}"), "    ")
    return stacked


def together_lines(reports: Sequence[Report], found: Sequence[Disagreement], screen: Screen) -> list[str]:
    """Return several runs as one table, then the problems on which they disagree."""
    lines = ["", *_runs_beside(reports, screen), *_verdicts_beside(reports, screen), *_early_ends(reports, screen)]
    signatures = dict.fromkeys(line for report in reports for line in signature_lines(report))
    lines += ["", *_disagreements(reports, found, screen), ""] if len(reports) > 1 else [""]
    return [*lines, *signatures]


def pages(count: int) -> int:
    """Return how many pages so many problems take.

    >>> pages(0), pages(20), pages(21)
    (1, 1, 2)
    """
    return max(1, -(-count // PAGE))


def _runs_beside(reports: Sequence[Report], screen: Screen) -> list[str]:
    labels = sorted({label for report in reports for label in report.run.labels})
    metrics = list(dict.fromkeys(score.metric for report in reports for score in headline_scores(report)))
    odd = [name for name, counts in (("suspicious", [sum(one.suspicions.values()) for one in reports]),
                                     ("unjudged", [one.unjudged for one in reports])) if any(counts)]  # fmt: skip
    header = ["run", "model", *labels]
    for metric in metrics:
        header += [metric, "95 %"]
    header += ["problems", *odd]
    rows = [_beside(report, labels, metrics, odd) for report in sorted(reports, key=lambda one: _labelled(one, labels))]
    first = 2 + len(labels)
    return in_columns(rows, screen, header=header, right=range(first, len(header)), flexible=(1, *range(2, first)))


def _verdicts_beside(reports: Sequence[Report], screen: Screen) -> list[str]:
    """Return what became of the candidates of each run, a line each."""
    said = [
        (short_name(report, screen), " · ".join(verdict_lines(report, Screen(colour=screen.colour))))
        for report in reports
    ]
    width = max(cells(name) for name, _ in said)
    return (
        ["", *(f"{padded(name, width)}  {line}" for name, line in said if line)]
        if any(line for _, line in said)
        else []
    )


def short_name(report: Report, screen: Screen) -> str:
    """Return who wrote the candidates of a run, cut, or its id."""
    return shortened(one_line(one_name(report)), min(_LONGEST_NAME, screen.columns // 3)) or report.run.id


def _early_ends(reports: Sequence[Report], screen: Screen) -> list[str]:
    """Return which runs ended early, and why."""
    said = [f"! {report.run.id}: {one.what}" for report in reports for one in report.cautions if one.kind == STOPPED]
    return [screen.warning(line) for text in said for line in screen.wrapped(one_line(text))]


def _beside(report: Report, labels: Sequence[str], metrics: Sequence[str], odd: Sequence[str]) -> list[str]:
    scores = {score.metric: score for score in report.scores}
    row = [report.run.id, one_name(report), *_labelled(report, labels)]
    for metric in metrics:
        score = scores.get(metric)
        row += [UNKNOWN, ""] if score is None else [share(score.value), interval_of_shares(score.interval)]
    run, stopped = report.run, stopped_at(report.run)
    of = run.benchmark_problems if stopped is None else stopped.of
    row.append(f"{run.problems:,} of {of:,}" if of else f"{run.problems:,}")
    counts = {"suspicious": sum(report.suspicions.values()), "unjudged": report.unjudged}
    return [*row, *(f"{counts[name]:,}" for name in odd)]


def _labelled(report: Report, labels: Sequence[str]) -> list[str]:
    return [report.run.labels.get(label, "") for label in labels]


def _disagreements(reports: Sequence[Report], found: Sequence[Disagreement], screen: Screen) -> list[str]:
    if not found:
        return ["they agree on every problem"]
    noun = "problem" if len(found) == 1 else "problems"
    names = [short_name(report, screen) for report in reports]
    shown = found[:SHOWN_DISAGREEMENTS]
    told = any(one.first is not None for one in shown)
    rows = [
        (one.problem, *(result or UNKNOWN for result in one.results), *(_first_words(one) if told else ()))
        for one in shown
    ]
    painted = {
        place: lambda text: screen.good(text) if text.startswith("P") else text for place in range(1, len(names) + 1)
    }
    lines = [f"they disagree on {len(found):,} {noun}"]
    header = ("problem", *names, *(("call", "what came") if told else ()))
    flexible = (0, *range(len(header) - 1, 0, -1))
    lines += in_columns(rows, screen, header=header, flexible=flexible, painted=painted, indent="  ")
    left = len(found) - SHOWN_DISAGREEMENTS
    lines += [f"  {left:,} more"] if left > 0 else []
    return [*lines, *_legend("".join(result for one in shown for result in one.results), screen, indent="  ")]


def _first_words(one: Disagreement) -> tuple[str, str]:
    return ("", "") if one.first is None else (one.first.call, one.first.what)


def _said(line: TrialLine) -> tuple[str, str, str]:
    return verdict_words(line.verdict), one_line(line.call), one_line(line.what)


def _parts(call: str, what: str) -> list[str]:
    """Return what belongs below a problem, the expected and the actual value on lines of their own."""
    parts = [call]
    if what.startswith(EXPECTED) and GOT in what:
        expected, _, actual = what.removeprefix(EXPECTED).partition(GOT)
        parts += [f"expected  {expected}", f"got       {actual}"]
    else:
        parts.append(what)
    return [part for part in parts if part]
