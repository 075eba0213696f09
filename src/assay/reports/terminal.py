"""All tables of a report as text, and the picture of runs side by side; what comes before them is in `brief`."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TextIO

from assay.records import Score
from assay.reports import figures
from assay.reports.brief import SHOWN_NOTES
from assay.reports.effort import Effort, Measured
from assay.reports.figures import UNKNOWN, Figure, between
from assay.reports.report import Report, ScoreGroup, answered
from assay.reports.scatter import draw
from assay.reports.tradeoff import Contender, TradeOff
from assay.text import coloured, one_line

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

BAR = 20
TITLES = {"model": "By model", "model_version": "By model version", "kind": "By task type",
          "difficulty": "By difficulty", "tag": "By tag"}  # fmt: skip
MAX_TAGS = 12
PIPED_COLUMNS = 500
"""Where nobody says how wide the place is, rows are not broken: whoever reads them searches them line by line."""
STANDING = {True: "yes", False: "no", None: "not placed"}


def console(file: TextIO, *, terminal: bool) -> Console:
    """Return where reports are printed: with colour on a terminal, as plain text elsewhere."""
    from rich.console import Console

    width = shutil.get_terminal_size((100, 24)).columns if terminal else PIPED_COLUMNS
    return Console(
        file=coloured(file), width=max(width, 60), force_terminal=terminal, no_color=not terminal, highlight=False,
        markup=False, emoji=False, soft_wrap=not terminal,
    )  # fmt: skip


def render(report: Report, page: Console, *, terminal: bool) -> None:
    """Print all that a report says beyond its first lines."""
    run = report.run
    candidates = figures.counted(run.trials, "candidate")
    page.print(one_line(f"{answered(run)}, {candidates}, {run.seconds:.1f} s, {run.facts.get('iso', '')}"))
    if report.words:
        page.print(one_line(report.words))
    page.print(_scores(report.scores, terminal))
    if report.effort is not None:
        page.print(_effort(report.effort, terminal))
    _verdicts(report, page, terminal)
    for by, title in TITLES.items():
        groups = [group for group in report.groups if group.by == by]
        if len(groups) > 1 or (by == "kind" and groups):
            page.print(_groups(title, groups[:MAX_TAGS] if by == "tag" else groups, terminal))
    _remarks(report, page)


def render_trade_off(trade_off: TradeOff, page: Console, *, terminal: bool) -> None:
    """Print runs side by side: who they are, their numbers, the front among them, and a picture of it."""
    for difference in trade_off.differences:
        page.print(one_line(f"! not comparable: {difference}"))
    columns = [("", False), ("run", False), ("what", False), ("problems", True), ("tokens", True), ("front", False)]
    runs = table("Runs", columns, terminal)
    for one in trade_off.contenders:
        tokens = _written(one.tokens_per_problem, figures.count)
        problems = f"{one.accuracy.n:,}"
        runs.add_row(one.letter, one.run, one_line(one.title[:200]), problems, tokens, STANDING[one.on_front])
    page.print(runs)
    names = ("accuracy", "95 %", "covered", "$/problem", "$/solved", "p50", "p95")
    title = f"{trade_off.accuracy_label.capitalize()}, and what it took"
    numbers = table(title, [("", False), *((name, True) for name in names)], terminal)
    numbers.collapse_padding = True  # fits into 80 columns
    for one in trade_off.contenders:
        numbers.add_row(one.letter, *_numbers(one))
    page.print(numbers)
    for sentence in trade_off.sentences():
        page.print(one_line(sentence))
    front = ", ".join(one.letter for one in trade_off.front) or "nobody"
    page.print(f"on the front: {front}; by the measured values, so that small differences may be chance")
    page.print("\n".join(draw(trade_off)))
    page.print()
    signatures: dict[str, list[str]] = {}
    for one in trade_off.contenders:
        signatures.setdefault(one.signature or UNKNOWN, []).append(one.letter)
        for note in one.notes:
            page.print(one_line(f"note {one.letter}  {note}"))
    for signature, letters in signatures.items():
        page.print(one_line(f"signature {', '.join(letters)}  {signature}"))


def _numbers(one: Contender) -> list[str]:
    return [
        _written(one.accuracy, figures.share),
        between(one.accuracy.interval, figures.share).removesuffix(" %"),
        _written(one.coverage, figures.share),
        _written(one.cost_per_problem, figures.dollars),
        _written(one.cost_per_solved, figures.dollars),
        _written(one.seconds_p50, figures.seconds),
        _written(one.seconds_p95, figures.seconds),
    ]


def _written(measured: Measured, figure: Figure) -> str:
    return UNKNOWN if measured.value is None else figure(measured.value)


def table(title: str, columns: Sequence[tuple[str, bool]], terminal: bool) -> Table:
    """Return an empty table; a column is its name and whether it stands to the right."""
    from rich import box
    from rich.table import Table

    table = Table(
        title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD if terminal else None,
        pad_edge=False, padding=(0, 2, 0, 0),
    )  # fmt: skip
    for name, right in columns:
        table.add_column(name, justify="right" if right else "left", overflow="fold")
    return table


def _scores(scores: Iterable[Score], terminal: bool) -> Table:
    made = table(
        "Scores", [("metric", False), ("value", True), ("95 % interval", True), ("n", True), ("note", False)], terminal
    )
    for score in scores:
        if score.value is None and not score.n:
            continue
        made.add_row(
            score.metric,
            figures.share(score.value),
            figures.interval_of_shares(score.interval),
            str(score.n),
            one_line(_note(score)),
        )
    return made


def _effort(effort: Effort, terminal: bool) -> Table:
    columns = [("measure", False), ("value", True), ("95 % interval", True), ("n", True), ("note", False)]
    made = table("Accuracy, and what it took", columns, terminal)
    for name, measured, figure, note in _measures(effort):
        about = "; ".join(filter(None, (note, measured.note)))
        made.add_row(
            name, _written(measured, figure), between(measured.interval, figure), f"{measured.n:,}", one_line(about)
        )
    return made


def _measures(effort: Effort) -> Iterator[tuple[str, Measured, Figure, str]]:
    """Give the rows of the table: name, number, how it is written, and what belongs to it."""
    left = [f"{effort.abstained:,} abstained"] if effort.abstained else []
    left += [f"{count:,} ended early: {by}" for by, count in effort.ended.items()]
    covered = ", ".join((f"{effort.attempted:,} of {effort.selected:,} problems attempted", *left))
    spent = "" if effort.cost_usd is None else f"{figures.dollars(effort.cost_usd)} in all"
    reused = f"; {effort.reused:,} of {effort.calls:,} answers reused" if effort.reused else ""
    cached = f", {effort.tokens_cached:,} of them cached" if effort.tokens_cached else ""
    tokens = f"{effort.tokens_in:,} in{cached}, {effort.tokens_out:,} out, {effort.calls:,} answers"
    attempts = figures.counted(effort.attempts, "attempt")
    yield "coverage", effort.coverage, figures.share, covered
    yield "accuracy, attempted", effort.accuracy_attempted, figures.share, ""
    yield "accuracy, all", effort.accuracy_all, figures.share, "not attempted counts as failed"
    yield "cost per problem", effort.cost_per_problem, figures.dollars, f"{spent}{reused}".removeprefix("; ")
    yield "cost per attempt", effort.cost_per_attempt, figures.dollars, attempts
    yield "cost per solved", effort.cost_per_solved, figures.dollars, "cost per attempt ÷ pass rate"
    yield "tokens per problem", effort.tokens_per_problem, figures.count, tokens
    yield "latency p50", effort.seconds_p50, figures.seconds, ""
    yield "latency p95", effort.seconds_p95, figures.seconds, ""
    for name, measured in (("p50", effort.first_token_p50), ("p95", effort.first_token_p95)):
        if measured is not None:
            yield f"first token {name}", measured, figures.seconds, ""


def _note(score: Score) -> str:
    pooled = "" if score.pooled is None else f"pooled {figures.share(score.pooled)}"
    return "; ".join(filter(None, (pooled, score.note)))


def _verdicts(report: Report, page: Console, terminal: bool) -> None:
    total = sum(report.verdicts.values()) + report.unjudged
    if not total:
        return
    made = table("Verdicts", [("verdict", False), ("trials", True), ("share", True), ("", False)], terminal)
    rows = sorted(report.verdicts.items(), key=lambda row: (row[0] != "passed", -row[1], row[0]))
    if report.unjudged:
        rows.append(("unjudged (no fault of the candidate)", report.unjudged))
    for name, count in rows:
        made.add_row(name, str(count), figures.share(count / total), _bar(count / total, terminal))
    page.print(made)
    if report.most_common_error:
        listed = ", ".join(f"{name} {count}" for name, count in report.errors.items() if count)
        page.print(one_line(f"errors  {listed}; most common: {report.most_common_error}"))


def _bar(share: float, terminal: bool) -> str:
    full = round(share * BAR)
    return ("█" if terminal else "#") * full


def _groups(title: str, groups: Sequence[ScoreGroup], terminal: bool) -> Table:
    columns = [
        ("", False),
        ("problems", True),
        (groups[0].scores[0].metric, True),
        ("95 % interval", True),
        ("", False),
    ]
    columns.append(("most common error", False))
    is_context = any(group.typical for group in groups)
    made = table(title, [*columns, ("typical", True)] if is_context else columns, terminal)
    for group in groups:
        score = group.scores[0]
        cells = [
            one_line(group.name),
            str(score.n),
            figures.share(score.value),
            figures.interval_of_shares(score.interval),
            _bar(score.value or 0, terminal),
            _most_common(group.errors),
        ]
        if is_context:
            cells.append(
                "" if group.typical is None else f"{100 * group.typical[0]:.0f}–{100 * group.typical[1]:.0f} %"
            )
        made.add_row(*cells)
    return made


def _most_common(errors: Mapping[str, int]) -> str:
    name = max(errors, key=lambda name: errors[name], default="")
    return f"{name} {errors[name]}" if name and errors[name] else ""


def _remarks(report: Report, page: Console) -> None:
    if report.suspicions:
        listed = ", ".join(f"{kind} {count}" for kind, count in report.suspicions.items())
        page.print(one_line(f"suspicions  {listed} ({report.suspected_passes} of them on trials that passed)"))
    for reason, count in list(report.faults.items())[SHOWN_NOTES:]:
        page.print(one_line(f"unjudged  {count} × {reason[:200]}"))
    for problem, why in report.errata.items():
        page.print(one_line(f"data-set error  {problem}: {why}"))
    for note in report.run.notes[SHOWN_NOTES:]:
        page.print(one_line(f"note  {note}"))
