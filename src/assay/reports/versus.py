"""A comparison of runs as text: what came out in words, the numbers side by side, and which problems changed sides."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from assay.reports import figures
from assay.reports.comparison import (
    ComparedMeasure,
    ComparedPart,
    Flip,
    RunComparison,
    SeveralCompared,
    signature_of,
)
from assay.reports.figures import UNKNOWN, Figure, counted, interval_of_points, points, probability
from assay.reports.terminal import table
from assay.reports.tradeoff import Contender
from assay.settings import flag_of
from assay.statistics.deciding import Decision, Difference
from assay.statistics.multiplicity import BY_HOLM
from assay.text import one_line, typable

if TYPE_CHECKING:
    from rich.console import Console

PICTURE = 24
"""Columns of the picture of an interval; left out where there is no room for it."""
LABEL = 24
SHOWN_NAME = 18
"""Characters of a run's name above a column."""
SHOWN_PROBLEMS = 4
SHOWN_PARTS = 4
SHOWN_ID = 60
UNITS: dict[str, Figure] = {"dollars": figures.dollars, "seconds": figures.seconds, "share": figures.share}
TITLES = {"kind": "task type", "difficulty": "difficulty", "tag": "tag"}
QUALITIES = ("form", "quality")
"""The scores of `--quality`, each with its dimensions behind a dot."""
ERRORS = "errors"
"""What the line about classes of error begins with."""
STYLES = {Decision.BETTER: "bold green", Decision.WORSE: "bold red", Decision.SAME: "bold", Decision.UNCLEAR: "bold"}


def render_comparison(
    found: RunComparison, page: Console, *, terminal: bool, details: bool = False, program: str = "assay"
) -> None:
    """Print two runs beside each other; with `details`, every part and every problem that changed sides.

    `program` is what a user types to call the command.
    """
    for line in _warnings(found):
        _say(page, f"! {line}")
    page.print(one_line(found.sentence()), style=STYLES[found.decision] if terminal else None)
    page.print()
    for line in _side_by_side(found, page.width):
        _say(page, line)
    page.print()
    for line in _changes(found, page.width):
        _say(page, line)
    if look := _look(found, program):  # not broken, however wide the page, so that it can be pasted
        page.print(f"  look at one   {look}", soft_wrap=True)
    for line in remarks(found):
        _say(page, line)
    if details:
        _parts(found, page, terminal)
        _qualities(found, page, terminal)
        _all_flips(found.flips, page)
        for name, report in zip(found.names, (found.first, found.second), strict=True):
            _say(page, f"signature of {name}  {signature_of(report)}")
    _say(page, last_line(found))


def render_several(found: SeveralCompared, contenders: Sequence[Contender], page: Console, *, terminal: bool) -> None:
    """Print each run beside the baseline, in one line each, the differences between any two, and what limits them."""
    for line in _gathered(found, contenders, _warnings):
        _say(page, f"! {line}")
    for one in found.comparisons:
        page.print(one_line(one.sentence()), style=STYLES[one.decision] if terminal else None)
    page.print()
    made = table(f"Row minus column, in points of {found.comparisons[0].metric}", _columns(contenders), terminal)
    values = {(pair.first, pair.second): pair.difference.value for pair in found.pairs}
    for row in contenders:
        made.add_row(f"{row.letter}  {one_line(row.title[:SHOWN_NAME])}", *_against(row, contenders, values))
    page.print(made)
    for line in _gathered(found, contenders, _caveats):
        _say(page, line)
    _say(page, f"p against the first run is adjusted for {len(found.comparisons)} comparisons (Holm)")
    for line in _gathered(found, contenders, lambda one: [one.difference.method.removesuffix(BY_HOLM)]):
        _say(page, line)


def _gathered(
    found: SeveralCompared, contenders: Sequence[Contender], lines_of: Callable[[RunComparison], Iterable[str]]
) -> Iterator[str]:
    """Give the lines of all comparisons, each once; one that is not true of all begins with the letters of its runs."""
    letters = {one.run: one.letter for one in contenders}
    about: dict[str, list[str]] = {}
    for one in found.comparisons:
        for line in lines_of(one):
            about.setdefault(line, []).append(letters[one.second.run.id])
    for line, named in about.items():
        yield line if len(named) == len(found.comparisons) else f"{', '.join(named)}  {line}"


def _say(page: Console, line: str) -> None:
    page.print(one_line(line))


def _columns(contenders: Sequence[Contender]) -> list[tuple[str, bool]]:
    return [("", False), *((one.letter, True) for one in contenders)]


def _against(one: Contender, contenders: Sequence[Contender], values: dict[tuple[str, str], float]) -> Iterator[str]:
    for other in contenders:
        if (other.run, one.run) in values:
            yield points(values[other.run, one.run])
        elif (one.run, other.run) in values:
            yield points(-values[one.run, other.run])
        else:
            yield "·" if other is one else UNKNOWN


def _warnings(found: RunComparison) -> Iterator[str]:
    """Give what changes the meaning of the comparison, to be read before it."""
    for difference in found.differences:
        yield f"compared although they differ: {difference}"


def _side_by_side(found: RunComparison, width: int) -> Iterator[str]:
    names = [one_line(name if len(name) <= SHOWN_NAME else f"{name[: SHOWN_NAME - 1]}…") for name in found.names]
    columns = [max(len(name), 9) for name in names]
    used = LABEL + sum(columns) + 4
    yield _cells("", names, columns)
    values = [figures.share(value) for value in (found.first_value, found.second_value)]
    drawn = picture(found.difference, PICTURE) if width - used >= PICTURE + 12 else ""
    yield f"{_cells(found.metric, values, columns)}   {drawn}{points(found.difference.value)}"
    for measure in found.measures:
        yield _measure(measure, columns)


def _cells(label: str, values: Sequence[str], columns: Sequence[int]) -> str:
    cells = "".join(f"  {value:>{width}}" for value, width in zip(values, columns, strict=True))
    return f"{label:<{LABEL}}{cells}"


def _measure(measure: ComparedMeasure, columns: Sequence[int]) -> str:
    figure = UNITS[measure.unit]
    values = [UNKNOWN if value is None else figure(value) for value in (measure.first, measure.second)]
    line = _cells(measure.name, values, columns)
    if measure.ratio is None:
        return line
    ends = measure.ratio_interval
    between = "" if ends is None else f" ({figures.significant(ends[0], 2)} – {figures.significant(ends[1], 2)})"
    return f"{line}   {figures.significant(measure.ratio, 2)} times as much{between}"


def picture(difference: Difference, width: int) -> str:
    """Return an interval as a picture with a mark at 0, and two blanks behind it; empty where there is no interval.

    >>> from assay.statistics.deciding import Decision
    >>> picture(Difference(0.1, (0.05, 0.15), 9, "", 0.01, 0.03, None, None, Decision.BETTER), 16)
    '▏    ├────●────┤  '
    >>> picture(Difference(0.0, (-0.1, 0.1), 9, "", 1.0, 0.03, None, None, Decision.UNCLEAR), 11)
    '├────●────┤  '
    """
    if difference.interval is None:
        return ""
    low, high = difference.interval
    start, end = min(0.0, low), max(0.0, high)
    scale = (width - 1) / (end - start) if end > start else 0.0
    places = [round((value - start) * scale) for value in (low, high, 0.0, difference.value)]
    cells = [" "] * width
    cells[places[0] : places[1] + 1] = "─" * (places[1] + 1 - places[0])
    cells[places[0]], cells[places[1]] = "├", "┤"
    cells[places[2]] = {"─": "┼", " ": "▏"}.get(cells[places[2]], cells[places[2]])
    cells[places[3]] = "●"
    return f"{''.join(cells)}  "


def _changes(found: RunComparison, width: int) -> Iterator[str]:
    """Give how many problems changed sides, and the first of them; nothing where the runs share none."""
    if not found.flips:
        yield from ["no problem changed sides"] if found.paired else []
        return
    yield found.changes()
    shown = _listed_first(found)
    words = ("now fail", "now pass") if found.only_whole_flips else ("less often", "more often")
    label = words[shown[0].gained]
    yield f"  {label}   {_ids(shown, len(shown), width - len(label) - 6)}"


def _listed_first(found: RunComparison) -> list[Flip]:
    """Return the problems that the second run lost; where it lost none, those that it gained."""
    return [flip for flip in found.flips if not flip.gained] or list(found.flips)


def _look(found: RunComparison, program: str) -> str:
    """Return the command that shows the first listed problem whose id can be typed; empty where there is none."""
    which = next((flip.problem for flip in _listed_first(found) if typable(flip.problem)), None)
    if which is None:
        return ""
    return f"{program} show {found.second.run.id} {flag_of('problem')} {shlex.quote(which)}"


def _ids(flips: Sequence[Flip], count: int, room: int) -> str:
    """Return the first ids that fit into a line, one at least, and how many there are besides."""
    listed: list[str] = []
    for flip in flips[:SHOWN_PROBLEMS]:
        name = one_line(flip.problem[:SHOWN_ID])
        if listed and sum(map(len, listed)) + 3 * len(listed) + len(name) + 12 > room:
            break
        listed.append(name)
    more = count - len(listed)
    return "   ".join([*listed, *([f"and {more:,} more"] if more else [])])


def remarks(found: RunComparison) -> Iterator[str]:
    """Give the parts that differ beyond chance, the classes of error, and what limits the comparison."""
    sure = [part for part in found.parts if part.difference is not None and _is_claim(part.difference)]
    sure.sort(key=lambda part: -abs(part.second - part.first))
    for part in sure[:SHOWN_PARTS]:
        assert part.difference is not None, "the others are left out above"
        yield f"{TITLES[part.by]} {one_line(part.name[:SHOWN_ID])}: {_said(part.difference)}"
    errors = [part for part in found.parts if part.by == "error"]
    if errors:
        listed = " · ".join(f"{part.name} {_change(part)}" for part in errors)
        yield f"{ERRORS}  {listed}"
    yield from _caveats(found)


def _caveats(found: RunComparison) -> Iterator[str]:
    """Give what limits the comparison: problems that are not the same, those that were left out, and notes."""
    if not found.paired:
        yield f"no problem is shared: {found.extent()}, compared as independent sets"
    if found.split is not None:
        yield found.split.sentence()
    for count, name in zip((found.only_first, found.only_second), found.names, strict=True):
        if count and found.paired:
            yield f"left out  {counted(count, 'problem')} that only {name} has answered"
    if found.quarantined:
        problems = counted(len(found.quarantined), "problem")
        yield f"left out  {problems} whose reference does not always pass (quarantined)"
    for note in found.notes:
        yield f"note  {note}"


def _is_claim(difference: Difference) -> bool:
    return difference.decision in (Decision.BETTER, Decision.WORSE)


def _said(difference: Difference) -> str:
    between = "" if difference.interval is None else f" ({interval_of_points(difference.interval)})"
    chance = "" if difference.p is None else f", p {probability(difference.p)}"
    problems = counted(difference.n, "problem")
    return f"{difference.decision.value}, {points(difference.value)} points{between}, {problems}{chance}"


def _change(part: ComparedPart) -> str:
    return f"{100 * part.first:.1f} → {100 * part.second:.1f} %"


def last_line(found: RunComparison) -> str:
    """Return under what the runs were made and how they were compared."""
    same = "" if found.differences or not found.paired else "same benchmark, limits and isolation · "
    least = found.difference.detectable
    could = "" if least is None else f" · the smallest difference this could show: {100 * least:.1f} points"
    return f"{same}{found.difference.method}{could}"


def _parts(found: RunComparison, page: Console, terminal: bool) -> None:
    """Print all parts as one table for each way to divide the problems."""
    for by, title in TITLES.items():
        parts = [part for part in found.parts if part.by == by]
        if not parts:
            continue
        columns = [("", False), ("problems", True), *((one_line(name[:SHOWN_NAME]), True) for name in found.names)]
        made = table(f"By {title}", [*columns, ("points", True), ("95 %", True), ("", False)], terminal)
        for part in parts:
            made.add_row(*_part_row(part))
        page.print(made)
    for line in parts_note(found):
        _say(page, line)


def _qualities(found: RunComparison, page: Console, terminal: bool) -> None:
    """Print form and quality with their six dimensions side by side, where both runs have them."""
    first, second = (
        {score.metric: score.value for score in one.scores if score.value is not None}
        for one in (found.first, found.second)
    )
    shared = [name for name in first if name in second and name.partition(".")[0] in QUALITIES]
    if not shared:
        return
    names = [(one_line(name[:SHOWN_NAME]), True) for name in found.names]
    made = table("Form and quality, from 0 to 1", [("", False), *names, ("difference", True)], terminal)
    for name in shared:
        made.add_row(name, f"{first[name]:.3f}", f"{second[name]:.3f}", f"{second[name] - first[name]:+.3f}")
    page.print(made)


def parts_note(found: RunComparison) -> Iterator[str]:
    """Give why the words of a part may be more careful than its interval; nothing where they are not."""
    tested = [part.difference for part in found.parts if part.difference is not None]
    if not found.incomparable and any(one.method.endswith(BY_HOLM) for one in tested):
        yield (
            f"each interval is about its own row; p and words allow for all {len(tested):,} rows at once (Holm), "
            "so an interval may leave out 0 where there is not enough data to say so"
        )


def _part_row(part: ComparedPart) -> list[str]:
    found = part.difference
    assert found is not None, "kinds, difficulties and tags are compared by a test"
    between = "" if found.interval is None else interval_of_points(found.interval)
    values = [figures.share(value) for value in (part.first, part.second)]
    said = found.decision.value if _is_claim(found) else ""
    return [one_line(part.name[:SHOWN_ID]), f"{found.n:,}", *values, points(found.value), between, said]


def _all_flips(flips: Sequence[Flip], page: Console) -> None:
    """Print every problem that changed sides, with what came instead and what was changed in the candidate."""
    width = max((len(flip.now) for flip in flips), default=0)
    for flip in flips:
        shares = f"{100 * flip.first_share:.0f} → {100 * flip.second_share:.0f} %"
        bad = flip.first if flip.gained else flip.second
        what = "  ".join(filter(None, (bad.verdict, bad.call, bad.what)))
        _say(page, f"{flip.now:<{width}}  {flip.problem}  {shares}  {what}")
        for line in flip.diff.splitlines():
            _say(page, f"    {line}")
