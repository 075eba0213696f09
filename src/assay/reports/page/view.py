"""What a page shows of its runs before anything is opened, as texts and places that a template puts in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from assay.records import Score
from assay.reports import figures
from assay.reports.charts import Chart, Point
from assay.reports.document import Document
from assay.reports.effort import Effort, Measured
from assay.reports.figures import UNKNOWN, Figure, between
from assay.reports.repeating import command_of
from assay.reports.report import Report, answered, who
from assay.reports.trials import UNJUDGED
from assay.spec import Run, RunState

SIGNS = {
    "passed": "✓",
    "failed": "✗",
    "crashed": "!",
    "timed_out": "◷",
    "out_of_memory": "▣",
    "invalid": "∅",
    UNJUDGED: "?",
}
"""What stands beside a colour, for those who do not see it."""
FIRST_SCORES = 4
"""Scores that are shown at once; the others are one click away."""
SECTIONS = {
    "pass-at-k": "score",
    "comparison": "changed",
    "by-kind": "groups",
    "by-difficulty": "groups",
    "by-tag": "groups",
    "by-model": "groups",
    "errors": "groups",
    "cost": "cost",
    "latency": "cost",
    "trade-off": "cost",
    "trade-off-latency": "cost",
}
"""Where a chart stands; one that is not named here is left out, as that of verdicts, which are a strip."""
GROUPS = {
    "by-kind": "task type",
    "by-difficulty": "difficulty",
    "by-tag": "tag",
    "by-model": "model",
    "errors": "class of error",
}
"""What the charts by groups are by; their numbers stand in no other table."""
ONE_BY_ONE = ("comparison", "by-kind", "by-difficulty", "by-tag", "by-model")
"""Charts that show parts beside each other, and nothing where there is one."""
QUALITIES = ("codebleu", "form", "quality")
FACTS = {
    "time": "Time for a candidate",
    "case": "Time for a case",
    "failed": "Time after a failed case",
    "ref": "Time at least, of the reference's",
    "mem": "Memory",
    "judge": "Judge",
    "stop": "Stopped at",
    "iso": "Isolation",
    "clock": "Clock",
    "py": "Python",
    "hashseed": "Hash seed",
    "assay": "Assay",
    "model": "Model",
    "strategy": "Strategy",
    "temp": "Temperature",
    "tokens": "Tokens of an answer, at most",
    "form": "Form of the candidates",
    "extract": "Code taken out of answers",
    "blocks": "Of several blocks of code",
    "mended": "Texts that were mended",
    "problems": "Problems chosen",
    "limit": "Problems, at most",
    "until": "Judged until",
    "order": "Order of the problems",
    "stopped": "Problems judged until it was sure",
    "retried": "Judged once more",
    "top_p": "Top-p",
    "seed": "Seed",
    "shown": "Cases that the solver saw",
    "budget": "Budget of a problem",
    "total": "Budget of the run",
    "compare": "Outputs are compared as",
    "repeat": "Runs of each program on an input",
}
"""What the facts of a run are called; a language beside its version is called by its own name."""


@dataclass(frozen=True, slots=True)
class ShownScore:
    """A number in words, and where it stands on a line from 0 to 100."""

    name: str
    value: str
    interval: str = ""
    n: str = ""
    note: str = ""
    at: float | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class VerdictCount:
    """How many attempts have a verdict, and which part of the strip they take."""

    name: str
    sign: str
    count: int
    start: float
    share: float


@dataclass(frozen=True, slots=True)
class ShownChart:
    """A chart, and the same numbers as rows for those who cannot see it."""

    name: str
    title: str
    note: str
    by: str
    """What its rows are by, such as `task type`."""
    rows: tuple[ShownScore, ...]
    """Empty where a table of the page has these numbers already."""


@dataclass(frozen=True, slots=True)
class ShownRun:
    """One run."""

    id: str
    title: str
    """Benchmark and model."""
    who: str
    state: str
    """Empty for a run that is finished."""
    answered: str
    words: str
    signature: str
    scores: tuple[ShownScore, ...]
    verdicts: tuple[VerdictCount, ...]
    attempts: int
    cautions: tuple[tuple[str, str], ...]
    """What is wrong, and what to do about it."""
    remarks: tuple[tuple[str, str], ...]
    """A heading and what it says."""
    effort: tuple[ShownScore, ...]
    qualities: tuple[ShownScore, ...]
    facts: tuple[tuple[str, str], ...]
    command: str


def shown_run(report: Report) -> ShownRun:
    """Return what a page says of a run."""
    run = report.run
    model = who(run, report.writers)
    plain = [score for score in report.scores if not _is_quality(score)]
    return ShownRun(
        run.id,
        " · ".join(filter(None, (f"{run.benchmark} {run.benchmark_version}", model, run.name, f"run {run.id}"))),
        model or run.name or run.id,
        "" if run.state is RunState.FINISHED else run.state.value,
        answered(run).replace(" answered", ""),
        report.words,
        report.scores[0].signature if report.scores else "",
        tuple(_score(score) for score in plain if score.value is not None or score.n),
        tuple(_verdicts(report)),
        sum(report.verdicts.values()) + report.unjudged,
        tuple((caution.what, _advice(caution.why, caution.flag)) for caution in report.cautions),
        tuple(_remarks(report)),
        () if report.effort is None else tuple(_effort(report.effort)),
        tuple(_score(score) for score in report.scores if _is_quality(score)),
        tuple(_facts(run)),
        _typed(command_of(run)),
    )


def shown_charts(charts: Sequence[Chart]) -> dict[str, list[ShownChart]]:
    """Return the charts by the section that they stand in; one dot alone is no chart."""
    found: dict[str, list[ShownChart]] = {section: [] for section in SECTIONS.values()}
    for chart in charts:
        if chart.name not in SECTIONS or (chart.name in ONE_BY_ONE and len({point.y for point in _points(chart)}) < 2):
            continue
        by = GROUPS.get(chart.name, "")
        rows = tuple(_rows(chart)) if by else ()
        found[SECTIONS[chart.name]].append(ShownChart(chart.name, chart.title, chart.note, by, rows))
    return found


def groups_title(charts: Sequence[ShownChart]) -> str:
    """Return the heading over charts by groups, which names those that are there."""
    return f"By {figures.listed([chart.by for chart in charts])}"


def title_of(document: Document) -> str:
    """Return what the page is called in a window and in a list of files: also why two runs cannot be compared."""
    reasons = document.comparisons[0].incomparable if document.comparisons else tuple(document.left_out.values())
    warning = f" (cannot be compared: {'; '.join(reasons)})" if reasons and len(document.reports) == 2 else ""
    return f"{subject_of(document)}{warning}"


def subject_of(document: Document) -> str:
    """Return the benchmark and the runs that the page is about."""
    first, *rest = document.reports
    benchmark = f"{first.run.benchmark} {first.run.benchmark_version}"
    names = [who(one.run, one.writers) or one.run.id for one in (*rest, first)]
    return f"{benchmark}: {' against '.join(names)}" if len(names) <= 2 else f"{benchmark}: {len(names)} runs"


def local_time(text: str) -> str:
    """Return a kept time as people here read it, with its zone; anything else as it is."""
    try:
        return datetime.fromisoformat(text).astimezone().strftime("%Y-%m-%d %H:%M %Z")
    except ValueError:
        return text


def _typed(command: str) -> str:
    """Return a command that can be typed as it is shown; empty where a sign of it would have to be spelt out."""
    return command if command.isprintable() else ""


def _is_quality(score: Score) -> bool:
    return score.metric.partition(".")[0] in QUALITIES


def _advice(why: str, flag: str) -> str:
    return f"{why}: assay run … {flag}" if why and flag else why


def _score(score: Score) -> ShownScore:
    pooled = "" if score.pooled is None else f"pooled {figures.share(score.pooled)}"
    note = "; ".join(filter(None, (pooled, score.note)))
    return _placed(score.metric, score.value, score.interval, score.n, note)


def _placed(name: str, value: float | None, interval: tuple[float, float] | None, n: int, note: str = "") -> ShownScore:
    low, high = (None, None) if interval is None else (100 * interval[0], 100 * interval[1])
    return ShownScore(
        name,
        UNKNOWN if value is None else figures.share(value),
        between(interval, figures.share).removesuffix(" %"),
        f"{n:,}",
        note,
        None if value is None else 100 * value,
        low,
        high,
    )


def _verdicts(report: Report) -> Iterator[VerdictCount]:
    """Give the verdicts as parts of a strip, passes first and what nobody judged last."""
    counts = dict(sorted(report.verdicts.items(), key=lambda row: (row[0] != "passed", -row[1], row[0])))
    counts |= {UNJUDGED: report.unjudged} if report.unjudged else {}
    total, start = sum(counts.values()), 0.0
    for name, count in counts.items():
        if count:
            share = 100 * count / total
            yield VerdictCount(name, SIGNS.get(name, ""), count, start, share)
            start += share


def _points(chart: Chart) -> Iterator[Point]:
    return (point for series in chart.series for point in series.points)


def _rows(chart: Chart) -> Iterator[ShownScore]:
    """Give the points of a chart that has names on one side, one row each."""
    several = len(chart.series) > 1
    for series in chart.series:
        for point in series.points:
            if not isinstance(point.x, str) and isinstance(point.y, str):
                interval = None if point.low is None or point.high is None else (point.low, point.high)
                name = f"{point.y}, {series.name}" if several else point.y
                placed = _placed(name, float(point.x), interval, 0)
                yield replace(placed, n=point.label.removeprefix("n = "))


def _effort(effort: Effort) -> Iterator[ShownScore]:
    covered = f"{effort.attempted:,} of {effort.selected:,} problems attempted"
    rows: list[tuple[str, Measured | None, Figure, str]] = [
        ("coverage", effort.coverage, figures.share, covered),
        ("accuracy, attempted", effort.accuracy_attempted, figures.share, ""),
        ("accuracy, all", effort.accuracy_all, figures.share, "not attempted counts as failed"),
        ("cost per problem", effort.cost_per_problem, figures.dollars, ""),
        ("cost per attempt", effort.cost_per_attempt, figures.dollars, figures.counted(effort.attempts, "attempt")),
        ("cost per solved", effort.cost_per_solved, figures.dollars, "cost per attempt ÷ pass rate"),
        ("tokens per problem", effort.tokens_per_problem, figures.count, ""),
        ("latency, median", effort.seconds_p50, figures.seconds, ""),
        ("latency, 95 of 100", effort.seconds_p95, figures.seconds, ""),
        ("first token, median", effort.first_token_p50, figures.seconds, ""),
    ]
    for name, measured, figure, note in rows:
        if measured is not None:
            value = UNKNOWN if measured.value is None else figure(measured.value)
            about = "; ".join(filter(None, (note, measured.note)))
            yield ShownScore(name, value, between(measured.interval, figure), f"{measured.n:,}", about)


def _remarks(report: Report) -> Iterator[tuple[str, str]]:
    """Give everything that a reader must know besides."""
    if report.suspicions:
        listed = ", ".join(f"{kind.replace('_', ' ')} {count:,}" for kind, count in report.suspicions.items())
        yield "Suspicions", f"{listed}; {report.suspected_passes:,} of them on attempts that passed"
    for reason, count in list(report.faults.items())[:5]:
        yield "Unjudged", f"{count:,} × {reason}"
    if report.missing_packages:
        listed = ", ".join(f"{name} ({count:,})" for name, count in report.missing_packages.items())
        yield "Missing packages", f"{listed}: not in the interpreter that ran the candidates"
    if report.mended:
        listed = ", ".join(f"{kind.replace('_', ' ')} {count:,}" for kind, count in report.mended.items())
        yield "Mended", listed
    for problem, why in list(report.errata.items())[:20]:
        yield "Error of the data set", f"{problem}: {why}"
    for note in report.run.notes:
        yield "Note", note


def _language_title(name: str) -> str:
    """Return what people call a language; empty where it is none."""
    from assay.languages.known import languages

    found = languages().get(name)
    return "" if found is None else found.title


def _facts(run: Run) -> Iterator[tuple[str, str]]:
    yield "Benchmark", f"{run.benchmark} {run.benchmark_version}"
    if run.source:
        yield "Candidates", run.source
    for name, value in run.facts.items():
        if name != run.benchmark:  # its version, which stands above
            yield FACTS.get(name) or _language_title(name) or name, value
    for key, value in run.labels.items():
        yield f"Label {key}", value
    if run.seconds:
        yield "Took", figures.seconds(run.seconds)
    if run.created:
        yield "Begun", local_time(run.created)
