"""Finds changes of accuracy in hourly counts: when there was enough evidence, when they began, when they were over."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from assay.monitoring.baselines import first_stretch
from assay.monitoring.hours import Expected, Hours, expected_of, wilson_end
from assay.monitoring.windows import Level
from assay.statistics.changepoints import ChangePoint, change_in_counts, gains_of_counts
from assay.statistics.detecting import drop_evidence, rise_evidence

Counts = Sequence[tuple[float, float]]
_CLEAR = 0.05
"""The p-value up to which the place of a change is believed."""
_CLEARER = 0.01
"""That of a further drop while one stands."""
_SMALLEST = 0.01
"""What a change counts for at least where a part of it is asked back."""
_NEAR = 0.02
"""How near accuracy has to come to the level before for a change to be over; a third of a large one."""
_LOOKED_AGAIN = 6
"""Hours from one look whether accuracy is back to the next."""
_DATED_WITH = 24
"""Hours after such a look that help to say since when."""


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
    followed: int | None = None
    """Where a further drop begins, while this one stands."""

    @property
    def last(self) -> int | None:
        """Where its level ends; `None`: it is that of now."""
        return self.ended if self.followed is None else self.followed


@dataclass(frozen=True, slots=True)
class Epoch:
    """Hours that are held against one baseline."""

    first: int
    """Where the baseline begins."""
    start: int
    """Where the watch begins."""
    expected: Expected


@dataclass(slots=True)
class FoundCourse:
    """All changes of some hours, and the evidence hour by hour."""

    epochs: list[Epoch]
    """The last one is in force at the end."""
    start: int
    """Where the watch began that goes on at the end: with its epoch, or when the last drop was over."""
    found: list[FoundShift] = field(default_factory=list)
    evidence: list[float | None] = field(default_factory=list)
    """The logarithm of that for a drop; `None` where nothing was watched."""

    @property
    def epoch(self) -> Epoch:
        """That of the baseline in force at the end."""
        return self.epochs[-1]

    @property
    def standing(self) -> list[FoundShift]:
        """The change that stands at the end, with those that it followed, the oldest first."""
        return [one for one in self.found if one.ended is None]


def shifts_in(hours: Hours, expected: Expected, *, first: int, start: int, bar: float, renew: bool) -> FoundCourse:
    """Return the changes from the hour `start` on; the level before the first of them begins at `first`.

    `bar` is the logarithm of the evidence that is enough. With `renew`, a rise becomes the baseline after a while.
    """
    course = FoundCourse([Epoch(first, start, expected)], start, evidence=[None] * len(hours))
    begin = first
    while start < len(hours):
        course.start = start
        counts = expected.counts(hours)
        evidence = list(expected.evidence(hours, start))
        course.evidence[start:] = evidence
        fell = _crossing(evidence, bar, start)
        rise = _rise(hours, counts[:fell], expected, begin, start, bar=bar, renew=renew)
        if rise is not None and rise.ended is not None and (fell is None or rise.ended <= fell):
            course.found.append(rise)
            expected = expected_of(hours, rise.cut, rise.ended)
            begin, start = rise.cut, rise.ended
            course.epochs.append(Epoch(begin, start, expected))
            continue
        if fell is None:
            course.found += [] if rise is None or rise.ended is not None else [rise]
            break
        drop, back = _drop(counts, expected, begin, start, fell, bar=bar, evidence=evidence)
        course.found += drop
        ended = drop[0].ended
        if ended is None or back is None:
            break
        begin, start = ended, back + 1
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


def _crossing(values: Iterable[float], bar: float, start: int) -> int | None:
    """Return the first hour whose evidence is enough; the first value is that of `start`."""
    return next((place for place, value in enumerate(values, start) if value >= bar), None)


def _rise(
    hours: Hours, counts: Counts, expected: Expected, begin: int, start: int, *, bar: float, renew: bool
) -> FoundShift | None:
    """Return the rise that stands at the end of the counts, or becomes the baseline before it is over."""
    bound = expected.bound(upper=True)
    while start < len(counts):
        raised = _crossing(expected.evidence(hours, start, len(counts), falls=False), bar, start)
        if raised is None:
            return None
        early = _located(counts[begin : raised + 1], raised - begin, falls=False)
        high = wilson_end(_level(counts[begin + early.place : raised + 1]))
        border = min(1 - 1e-3, bound + _near(high - bound))
        back = _crossing(drop_evidence(counts[raised + 1 :], usual=border), bar, raised + 1)
        over = None if back is None else _over(counts[: back + 1], raised, back)
        whole = _located(counts[begin:over], raised - begin, falls=False)
        if whole.place:
            cut = begin + whole.place
            fresh = first_stretch(hours, cut) if renew else None
            fresh = None if fresh is None else max(fresh, raised + 1)
            if fresh is not None and fresh <= (len(counts) if over is None else over):
                return FoundShift(begin, cut, raised, False, whole.p, fresh)
        if back is None:
            return FoundShift(begin, begin + whole.place, raised, False, whole.p) if whole.place else None
        start = back + 1
    return None


def _drop(
    counts: Counts, expected: Expected, begin: int, start: int, raised: int, *, bar: float, evidence: Sequence[float]
) -> tuple[list[FoundShift], int | None]:
    """Return the drop that was noticed at `raised` with those that followed it, and when it was clear that it is over.

    The level before begins at `begin`, the watch at `start`, as does `evidence`.
    """
    early = _located(counts[begin : raised + 1], raised - begin, falls=True)
    low = begin + early.place if early.place else _onset(counts, expected, start, raised)
    back = _back(counts, expected, (begin, low, raised), bar=bar, evidence=evidence[raised + 1 - start :])
    ended = None if back is None else back[1]
    stop = len(counts) if ended is None else ended
    whole = _located(counts[begin:stop], stop - begin - 1, falls=True)
    # A later and larger drop would draw the place of the first one towards itself.
    until = begin + whole.place if begin + whole.place > raised else stop
    one = _located(counts[begin:until], min(raised, until - 1) - begin, falls=True)
    cut = begin + one.place if one.place else _onset(counts, expected, start, raised)
    found = [FoundShift(begin, cut, raised, True, one.p, ended, dated=one.place > 0)]
    while (further := _further(counts[:stop], found[-1], bar)) is not None:
        found[-1] = replace(found[-1], followed=further.cut)
        found.append(further)
    return found, None if back is None else back[0]


def _back(
    counts: Counts, expected: Expected, places: tuple[int, int, int], *, bar: float, evidence: Sequence[float]
) -> tuple[int, int] | None:
    """Return when it was clear that accuracy is back, and since when it is; `places`: level before, drop, noticed.

    Either there is enough evidence that it rose from the drop, and since then it is near the level before and not
    clearly below it; or none is left of that for a drop (`evidence`, of the hours after the alarm).
    """
    begin, low, raised = places
    bound = expected.bound()
    before = min(bound, _rate(counts[begin:low])) if low > begin else bound
    for place, left in enumerate(evidence, raised + 1):
        is_looked_at = (place - raised) % _LOOKED_AGAIN == 0
        if left >= 0 and not (is_looked_at and _has_risen(counts[low : place + 1], before, bar)):
            continue
        _, over = _best(counts[low : place + _DATED_WITH], place - low)
        return place, low + over if low + over > raised else place
    return None


def _has_risen(counts: Counts, before: float, bar: float) -> bool:
    """Tell whether there is enough evidence that a rate has risen, to near that of `before`, and not clearly below."""
    gain, cut = _best(counts, len(counts) - 1)
    if gain < bar:
        return False
    low, high = _level(counts[:cut]), _level(counts[cut:])
    missing, dropped = (before - (one.accuracy or 0.0) for one in (high, low))
    if missing >= dropped or missing > max(_NEAR, dropped / 3) or wilson_end(high, upper=True) < before:
        return False
    usual = min(1 - 1e-4, wilson_end(low, upper=True))
    return _crossing(rise_evidence(counts[cut:], usual=usual), bar, 0) is not None


def _best(counts: Counts, last: int) -> tuple[float, int]:
    """Return the best place of a change up to some hour, after twice the gain in log-likelihood that it makes."""
    import numpy as np

    if last < 1:
        return 0.0, 0
    sizes, passed = (np.array([one[side] for one in counts]) for side in (0, 1))
    gains = gains_of_counts(sizes, passed[None, :])[0][:last]
    place = int(np.argmax(gains))
    return float(gains[place]), place + 1


def _near(change: float) -> float:
    change = max(change, _SMALLEST)
    return min(change / 2, max(_NEAR, change / 3))


def _over(counts: Counts, raised: int, back: int) -> int:
    """Return the hour since which a rise is over that was clear to be so at `back`."""
    over = _located(counts[raised + 1 :], back - raised - 1, falls=True)
    return raised + 1 + over.place if over.place else back


def _further(counts: Counts, drop: FoundShift, bar: float) -> FoundShift | None:
    """Return a further drop after one, if it is clear and has enough evidence of its own."""
    found = _located(counts[drop.cut :], len(counts) - drop.cut - 1, falls=True)
    if not found.place or found.p > _CLEARER:
        return None
    cut = drop.cut + found.place
    usual = min(1 - 1e-4, max(1e-4, wilson_end(_level(counts[drop.cut : cut]))))
    raised = _crossing(drop_evidence(counts[cut:], usual=usual), bar, cut)
    if raised is None or cut <= drop.cut:
        return None
    return FoundShift(drop.cut, cut, raised, True, found.p, drop.ended)


def _onset(counts: Counts, expected: Expected, start: int, raised: int) -> int:
    """Return the hour, from `start` on, since which most passes are missing up to `raised`."""
    missing, best, found = 0.0, 0.0, raised
    for place in range(raised, start - 1, -1):
        n, passed = counts[place]
        missing += n * expected.rate - passed
        if missing > best:
            best, found = missing, place
    return found


def _located(counts: Counts, last: int, *, falls: bool) -> ChangePoint:
    """Return where the counts change, not after `last`; place 0 where no change of that direction is clear."""
    filled = [place for place, (n, _) in enumerate(counts) if n]
    none = ChangePoint(0, 0.0, 1.0, math.nan, _rate(counts))
    if not filled or filled[0] >= min(last, filled[-1]):
        return none
    first = filled[0]
    found = change_in_counts(counts[first:], until=min(last, filled[-1]) - first)
    is_clear = found.p <= _CLEAR and (found.after < found.before) == falls
    return replace(found, place=found.place + first) if is_clear else none


def _level(counts: Counts) -> Level:
    return Level(round(math.fsum(n for n, _ in counts)), round(math.fsum(good for _, good in counts)))


def _rate(counts: Counts) -> float:
    n = math.fsum(one for one, _ in counts)
    return math.fsum(good for _, good in counts) / n if n else 0.5
