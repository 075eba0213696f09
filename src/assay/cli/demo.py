"""`assay demo`: a first look at what Assay is for, in one screen."""

from __future__ import annotations

import textwrap
from contextlib import closing
from typing import TYPE_CHECKING

from assay.cli.progress import watching
from assay.cli.run import opened
from assay.cli.runs import choices_with
from assay.cli.screens import program, screen
from assay.reports.figures import interval_of_shares, share
from assay.text import json_text, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from assay.evaluation.demonstration import DemonstratedModel, Demonstration, Exhibit, Trick
    from assay.records import Score

MOST_CODE = 10
"""Lines of the answer that is shown."""
MOST_TRICKS = 8
WIDTH = 96
NARROWEST = 76
NUMBERS = 45
"""Columns of the table of tricks beside their names."""
WORDS = {
    "early_exit": "end the process before they are judged",
    "lying_equality": "return objects that claim to equal everything",
    "hard_coded_answers": "know the answers to the cases by heart",
    "forbidden_system_call": "make a system call that has no honest use",
    "garbage_on_channel": "write 'passed' wherever something might read it",
    "denied_read": "look for the expected values in files",
    "signal_or_trace": "send signals to other processes",
    "output_after_end": "print after their end",
    "test_configuration": "change how tests are run",
    "lying_tests": "have failing tests reported as passed",
    "differs_beyond_tests": "pass the tests and nothing else",
    "": "draw no suspicion",
}


def run(*, as_json: bool, quiet: bool, store: str | None) -> None:
    """Judge the prepared answers, and print the story or its data."""
    from assay.engines.opening import open_engine
    from assay.evaluation.demonstration import demonstrate

    choices = choices_with(store)
    engine = open_engine(choices.resources)
    with closing(engine), opened(choices) as kept:
        found = demonstrate(choices, engine, kept, lambda title: watching(title, quiet=quiet))
    width = min(screen().width or WIDTH, WIDTH)
    print(json_text(found.to_dict()) if as_json else "\n".join(map(one_line, story(found, width=width))))


def story(found: Demonstration, *, width: int = WIDTH) -> Iterator[str]:
    """Give the lines of the story: the scores, what the cheat would score elsewhere, how, and what to type next.

    On a terminal of less than `WIDTH` columns the tables are narrower; of less than `NARROWEST`, as for that.
    """
    from assay.evaluation.demonstration import CHEAT

    cheat = found.of(CHEAT)
    often = {1: "once", 2: "twice"}.get(cheat.answers // found.problems, "several times")
    first = f"Three imitated models answer the {found.problems} problems of {found.benchmark}, {often} each."
    yield from textwrap.wrap(first, width)
    yield ""
    yield from _models(found, whole=width >= WIDTH)
    about = f"n = {found.problems} problems, {cheat.answers} answers a model{_about(found)}"
    yield from textwrap.wrap(about, width) if width < WIDTH else [about]
    yield ""
    yield from textwrap.wrap(_in_words(cheat, sum(trick.passed for trick in found.tricks if not trick.kind)), width)
    yield ""
    yield from _tricks(found, max(width, NARROWEST) - NUMBERS if width < WIDTH else 50)
    yield ""
    if found.exhibit is not None:
        yield from _shown(found.exhibit, width)
        yield ""
    yield from _next(found, width)


def _models(found: Demonstration, *, whole: bool) -> Iterator[str]:
    """Give the table of the models; `whole`: with the intervals of the other harness."""
    wide, title = (20, "where tests and answer share a process") if whole else (13, "tests and answer together")
    yield f"{'':10}  {'Assay':^24}  {title:^{2 * wide + 2}}".rstrip()
    yield f"{'model':10}  {'pass@1':>8}  {'95 % interval':14}  {'no exception':>{wide}}  {'exit status 0':>{wide}}  run"
    for one in found.models:
        yield _row(one, wide, whole=whole)


def _tricks(found: Demonstration, room: int) -> Iterator[str]:
    """Give the table of what the cheat's answers do, which is told in so many columns, on more lines where need be."""
    yield f"{'what its answers do':{room}}  {'answers':>7}  {'pass':>5}  {'no exception':>12}  {'exit status 0':>13}"
    for trick in found.tricks[:MOST_TRICKS]:
        first, *rest = textwrap.wrap(WORDS.get(trick.kind, trick.kind.replace("_", " ")), room)
        yield f"{first:{room}}  {_numbers(trick)}"
        yield from (f"  {line}" for line in rest)


def _next(found: Demonstration, width: int) -> Iterator[str]:
    """Give what to type next, with what it shows behind it, or above where there is no room."""
    yield "next"
    commands = next_commands(found)
    room = max(len(command) for command, _ in commands)
    beside = all(room + len(what) + 4 <= width for _, what in commands)
    for command, what in commands:
        yield from [f"  {command:{room}}  {what}"] if beside else [f"  {what}", f"    {command}"]


def _in_words(cheat: DemonstratedModel, honest: int) -> str:
    """Say how many of the cheat's answers pass here, and how many a harness of one process believes."""
    from assay.evaluation.demonstration import EXIT_STATUS, NO_EXCEPTION

    there = cheat.passed_elsewhere or {}
    return (
        f"{cheat.passed} of the cheating model's {cheat.answers} answers pass here: {honest} that draw no suspicion, "
        f"and {cheat.passed - honest} that do. A harness that runs answer and tests together believes "
        f"{there.get(NO_EXCEPTION, 0)} of them where 'no exception' is a pass, and {there.get(EXIT_STATUS, 0)} where "
        "exit status 0 is one: both were run just now, inside the sandbox."
    )


def next_commands(found: Demonstration) -> list[tuple[str, str]]:
    """Return what a reader may want to type, and what each command shows."""
    weak, good, cheat = found.models
    problem = "" if found.exhibit is None else f" --problem {found.exhibit.problem}"
    name = program()
    return [
        (f"{name} show {cheat.run}{problem}", "the answer above, and why it failed"),
        (f"{name} show {good.run} --failed", "where even the good model fails"),
        (f"{name} compare {weak.run} {good.run}", "is the good one better?"),
        (f"{name} report {weak.run} {good.run} -o report.html", "all of it as a page to show around"),
    ]


def _row(one: DemonstratedModel, wide: int, *, whole: bool) -> str:
    from assay.evaluation.demonstration import RULES

    cells = [_score(None if one.elsewhere is None else one.elsewhere[rule], whole=whole) for rule in RULES]
    here = f"{share(one.score.value):>8}  {interval_of_shares(one.score.interval):14}"
    return f"{one.model:10}  {here}  {cells[0]:>{wide}}  {cells[1]:>{wide}}  {one.run}"


def _about(found: Demonstration) -> str:
    if found.compared == found.problems:
        return f"; all {found.problems} can be run in one process too"
    return f"; {found.compared} of the problems can be run in one process too, and those columns are about these"


def _score(score: Score | None, *, whole: bool) -> str:
    if score is None:
        return "not run"
    return f"{share(score.value)}  {interval_of_shares(score.interval)}" if whole else share(score.value)


def _numbers(trick: Trick) -> str:
    from assay.evaluation.demonstration import EXIT_STATUS, NO_EXCEPTION

    there = trick.passed_elsewhere
    return f"{trick.answers:7}  {trick.passed:5}  {there[NO_EXCEPTION]:12}  {there[EXIT_STATUS]:13}"


def _shown(exhibit: Exhibit, width: int) -> Iterator[str]:
    """Give one answer that deceives the other harness."""
    lines = [line for line in exhibit.source.splitlines() if line.strip()]
    yield from textwrap.wrap(
        f"One of them, an answer to {exhibit.problem}: {exhibit.verdict} here, a pass there", width
    )
    for line in lines[:MOST_CODE]:
        yield f"    {line}"[:width]
    if len(lines) > MOST_CODE:
        yield f"    … {len(lines) - MOST_CODE} more lines"
