"""Finds changes of accuracy in hourly counts: when there was enough evidence, when they began, when they were over."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from assay.monitoring.baselines import first_stretch
from assay.monitoring.hours import Expected, Hours, expected_of
from assay.statistics.changepoints import ChangePoint, change_in_counts
from assay.statistics.detecting import drop_evidence, rise_evidence

Counts = Sequence[tuple[float, float]]
_CLEAR = 0.05
"""The p-value up to which the place of a change is believed."""
_NEAR = 0.02
"""How near accuracy has to come to the baseline for a change to be over; half of a change that is small."""


@dataclass(frozen=True, slots=True)
class FoundShift:
    """One change, in numbers of hours."""

    begin: int
    """Where the level before it begins."""
    cut: int
    """Where the new level begins."""
    raised: int
    """The hour at whose end there was enough evidence."""
    falls: bool
    p: float
    ended: int | None = None
    """Where it is over: accuracy is back, or a rise has become the baseline."""
    dated: bool = True
    """The place of the change is clear; else it is where most passes are missing since."""


@dataclass(slots=True)
class FoundCourse:
    """All changes of some hours, and the evidence hour by hour."""

    found: list[FoundShift] = field(default_factory=list)
    evidence: list[float | None] = field(default_factory=list)
    """The logarithm of that for a drop; `None` where nothing was watched."""
    expected: Expected | None = None
    """By the baseline in force at the end."""


def shifts_in(hours: Hours, expected: Expected, *, first: int, start: int, bar: float, renew: bool) -> FoundCourse:
    """Return the changes from the hour `start` on; the level before the first of them begins at `first`.

    `bar` is the logarithm of the evidence that is enough. With `renew`, a rise becomes the baseline after a while.
    """
    course = FoundCourse(evidence=[None] * len(hours), expected=expected)
    begin = first
    while start < len(hours):
        counts = expected.counts(hours)
        fell = _crossing(drop_evidence(counts[start:], usual=expected.bound()), bar, start, course.evidence)
        rise = _rise(counts[:fell], expected, begin, start, bar=bar)
        fresh = first_stretch(hours, rise.cut) if rise is not None and renew else None
        if rise is not None and fresh is not None and (fell is None or fresh <= fell):
            course.found.append(replace(rise, ended=fresh))
            expected = course.expected = expected_of(hours, rise.cut, fresh)
            begin, start = rise.cut, fresh
            continue
        if fell is None:
            course.found += [] if rise is None else [rise]
            break
        shift, back = _shift(counts, expected, begin, start, fell, falls=True, bar=bar)
        course.found.append(shift)
        if shift.ended is None or back is None:
            break
        begin, start = shift.ended, back + 1
    return course


def since_above(values: Iterable[bool]) -> int | None:
    """Return the place since which all values up to the last are true; `None` where the last is not.

    >>> since_above([True, False, True, True]), since_above([True, False])
    (2, None)
    """
    found = None
    for place, is_above in enumerate(values):
        found = (place if found is None else found) if is_above else None
    return found


def _crossing(values: Iterator[float], bar: float, start: int, kept: list[float | None] | None = None) -> int | None:
    """Return the first hour whose evidence is enough; `kept` gets the values of all hours."""
    found = None
    for place, value in enumerate(values, start):
        if kept is not None:
            kept[place] = value
        if found is None and value >= bar:
            found = place
            if kept is None:
                break
    return found


def _rise(counts: Counts, expected: Expected, begin: int, start: int, *, bar: float) -> FoundShift | None:
    """Return the rise that stands at the end of the counts; one that is over before is not spoken of."""
    while start < len(counts):
        values = rise_evidence(counts[start:], usual=expected.bound(upper=True))
        raised = _crossing(values, bar, start)
        if raised is None:
            return None
        shift, back = _shift(counts, expected, begin, start, raised, falls=False, bar=bar)
        if back is None:
            return shift if shift.dated else None
        start = back + 1
    return None


def _shift(
    counts: Counts, expected: Expected, begin: int, start: int, raised: int, *, falls: bool, bar: float
) -> tuple[FoundShift, int | None]:
    """Return the change that was noticed at `raised`, and the hour in which it was clear that it is over.

    The level before begins at `begin`, the watch at `start`.
    """
    early = _located(counts[begin : raised + 1], raised - begin, falls=falls)
    after = _rate(counts[begin + early.place : raised + 1])
    bound = expected.bound(upper=not falls)
    near = min(_NEAR, abs(bound - after) / 2)
    border = min(1 - 1e-3, max(1e-3, bound - near if falls else bound + near))
    watcher: Callable[..., Iterator[float]] = rise_evidence if falls else drop_evidence
    back = _crossing(watcher(counts[raised + 1 :], usual=border), bar, raised + 1)
    ended = None
    if back is not None:
        over = _located(counts[raised + 1 : back + 1], back - raised - 1, falls=not falls)
        ended = raised + 1 + over.place if over.place else back
    whole = _located(counts[begin:ended], raised - begin, falls=falls)
    cut = begin + whole.place if whole.place else _onset(counts, expected, start, raised, falls=falls)
    return FoundShift(begin, cut, raised, falls, whole.p, ended, dated=whole.place > 0), back


def _onset(counts: Counts, expected: Expected, start: int, raised: int, *, falls: bool) -> int:
    """Return the hour, from `start` on, since which most passes are missing, or too many, up to `raised`."""
    missing, best, found = 0.0, 0.0, raised
    for place in range(raised, start - 1, -1):
        n, passed = counts[place]
        missing += (n * expected.rate - passed) * (1 if falls else -1)
        if missing > best:
            best, found = missing, place
    return found


def _located(counts: Counts, last: int, *, falls: bool) -> ChangePoint:
    """Return where the counts change, not after `last`; place 0 where no change of that direction is clear."""
    sizes = [n for n, _ in counts]
    none = ChangePoint(0, 0.0, 1.0, math.nan, _rate(counts))
    if last < 1 or not sum(sizes[:1]) or not sum(sizes[last:]):
        filled = next((place for place, n in enumerate(sizes) if n), 0)
        if last < 1 or not sum(sizes[last:]) or filled >= last:
            return none
        found = _located(counts[filled:], last - filled, falls=falls)
        return found if not found.place else ChangePoint(found.place + filled, *_rest(found))
    found = change_in_counts(counts, until=last)
    return found if found.p <= _CLEAR and (found.after < found.before) == falls else none


def _rest(found: ChangePoint) -> tuple[float, float, float, float]:
    return found.statistic, found.p, found.before, found.after


def _rate(counts: Counts) -> float:
    n = math.fsum(one for one, _ in counts)
    return math.fsum(good for _, good in counts) / n if n else 0.5
