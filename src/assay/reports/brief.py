"""A run in a dozen lines: the score, what became of the candidates, the first failures, and what to type next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from assay.records import Score, SuspicionKind, Verdict
from assay.reports import figures
from assay.reports.effort import Effort
from assay.reports.report import Caution, Report, who
from assay.reports.screen import GAP, Screen, beside, cells, in_columns, packed, padded, with_command
from assay.reports.trials import TrialLine
from assay.settings import flag_of
from assay.spec import Run, RunState, stopped_at
from assay.statistics.deciding import Decision
from assay.text import one_line, typable

SHOWN_FAILURES = 5
SHOWN_NOTES = 3
SUSPECTED = {
    SuspicionKind.EARLY_EXIT: "left before being judged",
    SuspicionKind.GARBAGE: "wrote into the judge's channel",
    SuspicionKind.SYSTEM_CALL: "made system calls that have no honest use",
    SuspicionKind.LYING_EQUALITY: "returned objects that claim to equal everything",
    SuspicionKind.DENIED_READ: "tried to read files of others",
    SuspicionKind.SIGNAL: "tried to signal or trace other processes",
    SuspicionKind.LATE_OUTPUT: "went on writing after the last answer",
    SuspicionKind.HARD_CODED: "hard-coded the answers to the given cases",
    SuspicionKind.TEST_CONFIGURATION: "changed how tests are run",
    SuspicionKind.LYING_TESTS: "had tests reported as passed that must fail",
    SuspicionKind.DIFFERS_BEYOND_TESTS: "differed from the reference beyond the tests",
}
"""What candidates with each kind of suspicion did."""
DECIDED = {
    Decision.BETTER: "better",
    Decision.WORSE: "worse",
    Decision.SAME: "no difference that matters",
    Decision.UNCLEAR: "not enough data to call it",
}


@dataclass(frozen=True, slots=True)
class Change:
    """What changed since an earlier run on the same problems."""

    previous: Run
    value: float | None = None
    """By how much the share of passes rose; `None`: the runs are too large to be compared in passing."""
    decision: Decision | None = None
    """What can be said of it; `None`: that takes more than a glance."""

    def sentence(self, now: datetime) -> str:
        """Return the change in words."""
        run = self.previous
        named = ", ".join(filter(None, (who(run), ago(run.created, now))))
        against = f"against run {run.id}{f' ({named})' if named else ''}"
        if self.value is None:
            return against
        if not self.value:
            return f"the same score as run {against.removeprefix('against run ')}"
        said = "" if self.decision is None else f": {DECIDED[self.decision]}"
        return f"{figures.points(self.value)} points {against}{said}"


@dataclass(frozen=True, slots=True)
class RunBrief:
    """What is told of a run when it ends, or when it is shown."""

    report: Report
    failures: tuple[TrialLine, ...] = ()
    """The first attempts that did not pass, one of each problem."""
    change: Change | None = None


def brief_lines(brief: RunBrief, screen: Screen, *, program: str, now: datetime) -> list[str]:
    """Return the lines of a run that has just ended; `program` is what a user types to call us."""
    report, run = brief.report, brief.report.run
    lines = ["", *score_block(report, screen, program=program)]
    if brief.failures:
        lines += ["", *failure_lines(brief.failures, screen), *_more(brief, screen, program), ""]
    if brief.change is not None:
        compare = f"{program} compare {brief.change.previous.id} {run.id}"
        lines += beside(one_line(brief.change.sentence(now)), compare, screen)
    lines += effort_lines(report.effort, screen)
    lines += signature_lines(report)
    return [*lines, "", *next_lines(brief, program)]


def score_block(report: Report, screen: Screen, *, program: str) -> list[str]:
    """Return what is wrong with the input, the score, the verdicts, and whatever casts a doubt on them."""
    lines = list(_cautions(report, screen, program))
    lines += _headline(report, screen)
    lines += verdict_lines(report, screen)
    return lines + list(_doubts(report, screen, program))


def one_liner(report: Report) -> str:
    """Return the score, its interval, n and the run's id, who wrote the candidates, and what is not judged."""
    return GAP.join(one_line_parts(report))


def one_line_parts(report: Report) -> list[str]:
    """Return the parts of `one_liner`."""
    parts = [_plainly(score) for score in headline_scores(report)[:1]] or ["no score"]
    unjudged = f"{report.unjudged:,} unjudged" if report.unjudged else ""
    state = "" if report.run.state is RunState.FINISHED else report.run.state.value
    parts += [_problems(report), unjudged, state, f"run {report.run.id}", one_name(report)]
    return [one_line(part) for part in parts if part]


def failure_lines(lines: Sequence[TrialLine], screen: Screen) -> list[str]:
    """Return failures as three columns: the problem, the call, and what came."""
    rows = [(line.problem, line.call or _where(line), line.what) for line in lines]
    return in_columns(rows, screen, flexible=(0, 1, 2), indent="  ")


def signature_lines(report: Report) -> list[str]:
    """Return the signature, whole, since it is there to be copied."""
    return [one_line(report.scores[0].signature)] if report.scores and report.scores[0].signature else []


def next_lines(brief: RunBrief, program: str) -> list[str]:
    """Return what a reader may want to type, a command a line."""
    run = brief.report.run.id
    commands = [f"{program} show {run} {flag_of('details')}", f"{program} report {run} {flag_of('output')} report.html"]
    first = next((line.problem for line in brief.failures if typable(line.problem)), None)
    if first is not None:
        commands.insert(0, f"{program} show {run} {flag_of('problem')} {quoted(first)}")
    return [f"{'next' if not number else '    '}   {command}" for number, command in enumerate(commands)]


def quoted(text: str) -> str:
    """Return a text as it is typed into a shell, on one line.

    >>> quoted("HumanEval/41"), quoted("a b")
    ('HumanEval/41', "'a b'")
    """
    import shlex

    return shlex.quote(one_line(text))


def ago(created: str, now: datetime) -> str:
    """Say how long ago something was; nothing where the time cannot be read.

    >>> from datetime import UTC
    >>> ago("2026-03-01T12:00:00.000000+00:00", datetime(2026, 3, 2, 13, tzinfo=UTC))
    'yesterday'
    """
    try:
        then = datetime.fromisoformat(created).astimezone(now.tzinfo)
    except ValueError:
        return ""
    seconds = (now - then).total_seconds()
    if seconds < 90:
        return "just now"
    if seconds < 5400:
        return f"{round(seconds / 60)} minutes ago"
    days = (now.date() - then.date()).days
    if days == 0:
        return f"{round(seconds / 3600)} hours ago"
    return "yesterday" if days == 1 else f"{days} days ago"


def headline_scores(report: Report) -> list[Score]:
    """Return the scores that a run is known by: every pass@k, or the first where there is none; no number twice."""
    found: dict[tuple[object, ...], Score] = {}
    for score in report.scores:
        if score.metric.startswith("pass@"):
            found.setdefault((score.k, score.value, score.interval), score)
    return list(found.values()) or list(report.scores[:1])


def verdict_words(name: str) -> str:
    """Return a verdict as it is said.

    >>> verdict_words("timed_out")
    'timed out'
    """
    return name.replace("_", " ")


def _cautions(report: Report, screen: Screen, program: str) -> Iterator[str]:
    run = report.run
    for caution in report.cautions:
        yield from _caution(caution, screen, program)
    if run.state is not RunState.FINISHED:
        yield screen.warning(f"! {run.state.value}: this is about the {run.trials:,} candidates judged so far")


def _caution(caution: Caution, screen: Screen, program: str) -> Iterator[str]:
    """Give what is wrong with the input, then the likely cause and what to type against it."""
    yield from map(screen.warning, screen.wrapped(one_line(f"! {caution.what}")))
    if caution.why:
        command = f"{program} run … {caution.flag}" if caution.flag else ""
        yield from with_command(f"  {caution.why}{':' if command else ''}", command, screen, gap=" ")


def _headline(report: Report, screen: Screen) -> list[str]:
    run, scores = report.run, headline_scores(report)
    author = one_name(report)
    name = "" if run.name == author else run.name
    parts = (f"{run.benchmark} {run.benchmark_version}", author, f"run {run.id}", name)
    *above, named = packed([one_line(part) for part in parts if part], screen)
    above = [screen.faint(line) for line in above]
    if len(scores) < 2:
        said = [one_line(text) for text in (*map(_plainly, scores), _problems(report)) if text] or ["no score"]
        *lines, last = packed(said, screen, between=GAP)
        if above:
            return [*map(screen.bold, [*lines, last]), *above, screen.faint(named)]
        return [*map(screen.bold, lines), *beside(last, named, screen, styled=screen.bold(last))]
    values = [one_line(f"{score.metric} {figures.share(score.value)}") for score in scores]
    intervals = [figures.interval_of_shares(score.interval) for score in scores]
    widths = [max(cells(value), cells(interval)) for value, interval in zip(values, intervals, strict=True)]
    first = GAP.join(padded(value, width) for value, width in zip(values, widths, strict=True))
    second = GAP.join(padded(interval, width, right=True) for interval, width in zip(intervals, widths, strict=True))
    count = _problems(report)
    ending = [count, *above, screen.faint(named)] if above else beside(count, named, screen)
    return [screen.bold(first), second, *ending]


def _plainly(score: Score) -> str:
    interval = figures.interval_of_shares(score.interval)
    return GAP.join(filter(None, (f"{score.metric}  {figures.share(score.value)}", interval)))


def _problems(report: Report) -> str:
    """Say how many of the problems are answered, and by how many candidates where some have several."""
    run = report.run
    known, stopped = run.benchmark_problems, stopped_at(run)
    problems = f"{run.problems:,} of {known:,} problems" if known else figures.counted(run.problems, "problem")
    if stopped is not None:
        problems = f"stopped after {stopped.problems:,} of {stopped.of:,} problems"
    trials = sum(report.verdicts.values()) + report.unjudged
    return f"{problems}, {trials:,} candidates" if trials > run.problems else problems


def one_name(report: Report) -> str:
    """Return who wrote the candidates, or else the file they came from."""
    return who(report.run, report.writers) or report.run.source.rpartition("/")[2]


def verdict_lines(report: Report, screen: Screen) -> list[str]:
    """Return what became of the candidates, on one line where it fits, the passes first; nothing for none."""
    rows = sorted(report.verdicts.items(), key=lambda row: (row[0] != Verdict.PASSED, -row[1], row[0]))
    said = [
        (f"{count:,} {verdict_words(name)}", screen.good if name == Verdict.PASSED else screen.bad)
        for name, count in rows
        if count
    ]
    said += [(f"{report.unjudged:,} unjudged", screen.warning)] if report.unjudged else []
    return packed([text for text, _ in said], screen, styled=[paint(text) for text, paint in said])


def _doubts(report: Report, screen: Screen, program: str) -> Iterator[str]:
    """Give what casts a doubt on the score: faults of ours, suspicions, packages that were not there."""
    run = report.run.id
    if report.suspicions:
        command = f"{program} show {run} {flag_of('suspicious')}"
        yield from map(screen.warning, with_command(f"! {suspicions_in_words(report)}", command, screen))
    if report.faults:
        again = f"{program} retry {run} {flag_of('faults')}" if report.run.can_be_retried else ""
        yield from map(screen.warning, with_command(f"! {_faults_in_words(report)}", again, screen))
    if report.missing_packages and all(caution.kind != "missing_module" for caution in report.cautions):
        listed = ", ".join(f"{name} ({count})" for name, count in list(report.missing_packages.items())[:10])
        yield from screen.wrapped(one_line(f"! not in the interpreter that ran the candidates: {listed}"))
    for note in report.run.notes[:SHOWN_NOTES]:
        yield from screen.wrapped(one_line(f"note  {note}"))


def suspicions_in_words(report: Report) -> str:
    """Return what the suspected candidates did, and how many of them passed."""
    said: list[str] = []
    for kind, count in report.suspicions.items():
        known = SUSPECTED[SuspicionKind(kind)] if kind in set(SuspicionKind) else one_line(kind)
        noun = figures.counted(count, "answer") if not said else f"{count:,}"
        said.append(f"{noun} {known}")
    return f"{', '.join(said)}: {report.suspected_passes:,} of them passed"


def _faults_in_words(report: Report) -> str:
    """Return how many candidates our side could not judge, and why, the most frequent reasons first."""
    reasons = sorted(report.faults.items(), key=lambda row: -row[1])
    one = len(reasons) == 1
    listed = [reason[:200] if one else f"{reason[:200]} ({count:,})" for reason, count in reasons[:SHOWN_NOTES]]
    if len(reasons) > SHOWN_NOTES:
        listed.append(f"other reasons ({sum(count for _, count in reasons[SHOWN_NOTES:]):,})")
    return f"{sum(report.faults.values()):,} could not be judged, no fault of theirs: {', '.join(listed)}"


def _where(line: TrialLine) -> str:
    """Say where a candidate failed that no case of was reached."""
    return verdict_words(line.verdict)


def _more(brief: RunBrief, screen: Screen, program: str) -> list[str]:
    """Say how many failures there are besides, and how to see them."""
    report = brief.report
    failed = sum(report.verdicts.values()) - report.verdicts.get(Verdict.PASSED, 0) + report.unjudged
    left = failed - len(brief.failures)
    width = max(cells(one_line(line.problem)) for line in brief.failures)
    more = f"{left:,} more" if left > 0 else "in full"
    command = f"{program} show {report.run.id} {flag_of('failed')}"
    return [f"  {padded(more, width)}  {screen.faint(command)}"]


def effort_lines(effort: Effort | None, screen: Screen) -> list[str]:
    """Return what a solver took on one line: how much it attempted, what that cost, and how long it lasted."""
    if effort is None:
        return []
    cost, solved = effort.cost_usd, effort.cost_per_solved.value
    parts = [
        f"{effort.attempted:,} of {effort.selected:,} attempted",
        "price unknown" if cost is None else f"{figures.dollars(cost)} in all",
        "" if solved is None else f"{figures.dollars(solved)} per solved problem",
        "" if effort.seconds_p50.value is None else f"{figures.seconds(effort.seconds_p50.value)} a problem (median)",
        "" if effort.seconds_p95.value is None else f"{figures.seconds(effort.seconds_p95.value)} at p95",
    ]
    return screen.wrapped(" · ".join(filter(None, parts)))
