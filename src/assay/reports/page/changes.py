"""What a page says of two runs beside each other: what changed, by how much, and which problems changed sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from assay.reports import figures
from assay.reports.comparison import ComparedPart, Flip, RunComparison
from assay.reports.figures import UNKNOWN, interval_of_points, listed, points, probability
from assay.reports.versus import ERRORS, TITLES, UNITS, last_line, parts_note, remarks
from assay.statistics.deciding import Decision, Difference
from assay.statistics.multiplicity import BY_HOLM

FIRST_FLIPS = 10
"""Problems that changed sides and are shown at once."""
MOST_SHOWN = 100
"""Problems that changed sides, of each comparison; those that were lost come first."""


@dataclass(frozen=True, slots=True)
class ShownChange:
    """One number of two runs, side by side."""

    name: str
    first: str
    second: str
    change: str = ""
    interval: str = ""
    said: str = ""
    """What can be said about it, and how surely."""
    n: str = ""


@dataclass(frozen=True, slots=True)
class ShownFlip:
    """A problem that changed sides."""

    place: int
    """Among the texts of all that changed in candidates."""
    problem: str
    sign: str
    verdict: str
    """What stands for the colour of the sign."""
    now: str
    shares: str
    what: str


@dataclass(frozen=True, slots=True)
class ShownComparison:
    """Two runs beside each other."""

    sentence: str
    names: tuple[str, str]
    cautions: tuple[str, ...]
    changes: tuple[ShownChange, ...]
    parts: tuple[ShownChange, ...]
    parts_by: str
    """What the parts are by, in words."""
    flips: tuple[ShownFlip, ...]
    flipped: str
    """How many problems changed sides, in words."""
    left_out: int
    """Problems that changed sides and are not shown."""
    remarks: tuple[str, ...]
    method: str


def shown_comparisons(comparisons: Sequence[RunComparison]) -> list[ShownComparison]:
    """Return what a page says of these comparisons; the texts of `changed_texts` belong to their flips."""
    shown, place = [], 0
    for found in comparisons:
        flips = tuple(_flip(flip, place + number) for number, flip in enumerate(found.flips[:MOST_SHOWN]))
        place += len(flips)
        shown.append(_comparison(found, flips))
    return shown


def changed_texts(comparisons: Sequence[RunComparison]) -> Iterator[str]:
    """Give what changed in the candidate of each problem that is shown, in the order of their places."""
    return (flip.diff for found in comparisons for flip in found.flips[:MOST_SHOWN])


def _comparison(found: RunComparison, flips: tuple[ShownFlip, ...]) -> ShownComparison:
    return ShownComparison(
        found.sentence(),
        found.names,
        tuple(_cautions(found)),
        tuple(_changes(found)),
        tuple(_parts(found)),
        listed([_by(by) for by in dict.fromkeys(part.by for part in found.parts)]),
        flips,
        found.changes(),
        len(found.flips) - len(flips),
        (*(line for line in remarks(found) if not line.startswith((*TITLES.values(), ERRORS))), *parts_note(found)),
        last_line(found),
    )


def _cautions(found: RunComparison) -> Iterator[str]:
    if found.incomparable:
        yield "These figures do not tell which run is better."
        return
    yield from (f"Compared although they differ: {difference}" for difference in found.differences)


def _changes(found: RunComparison) -> Iterator[ShownChange]:
    whole = _change(found.metric, found.first_value, found.second_value, found.difference)
    yield replace(whole, said="") if found.incomparable else whole
    yield from _measures(found)


def _parts(found: RunComparison) -> Iterator[ShownChange]:
    for part in found.parts:
        yield replace(_part(part), said="") if found.incomparable else _part(part)


def _change(name: str, first: float, second: float, difference: Difference) -> ShownChange:
    by = " by Holm" if difference.method.endswith(BY_HOLM) else ""
    chance = "" if difference.p is None else f", p {probability(difference.p)}{by}"
    clear = difference.decision is not Decision.UNCLEAR
    return ShownChange(
        name,
        figures.share(first),
        figures.share(second),
        f"{points(difference.value)} points",
        "" if difference.interval is None else interval_of_points(difference.interval),
        f"{difference.decision.value}{chance}" if clear else f"not enough data{chance}",
        f"{difference.n:,}",
    )


def _part(part: ComparedPart) -> ShownChange:
    name = f"{_by(part.by)}: {part.name.replace('_', ' ')}"
    if part.difference is not None:
        return _change(name, part.first, part.second, part.difference)
    change = f"{points(part.second - part.first)} points"
    return ShownChange(name, figures.share(part.first), figures.share(part.second), change)


def _by(by: str) -> str:
    return "class of error" if by == "error" else TITLES.get(by, by)


def _measures(found: RunComparison) -> Iterator[ShownChange]:
    for one in found.measures:
        figure = UNITS[one.unit]
        first, second = (UNKNOWN if value is None else figure(value) for value in (one.first, one.second))
        times = "" if one.ratio is None else f"× {figures.significant(one.ratio, 2)}"
        ends = [figures.significant(end, 2) for end in one.ratio_interval or ()]
        yield ShownChange(one.name, first, second, times, " – ".join(ends), "", f"{one.n:,}" if one.n else "")


def _flip(flip: Flip, place: int) -> ShownFlip:
    bad = flip.first if flip.gained else flip.second
    return ShownFlip(
        place,
        flip.problem,
        "✓" if flip.gained else "✗",
        "passed" if flip.gained else "failed",
        flip.now,
        f"{100 * flip.first_share:.0f} → {100 * flip.second_share:.0f} %",
        "  ".join(filter(None, (bad.call, bad.what))),
    )
