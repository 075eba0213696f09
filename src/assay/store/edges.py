"""Counts between moments that follow one another, from those of whole days and of the few hours beside each moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from assay.observations import Chosen, Passed
from assay.store.hours import DAY_HOURS, HOUR_MICROSECONDS, Window, microseconds, moment, window

_DAY = DAY_HOURS * HOUR_MICROSECONDS


@dataclass(frozen=True, slots=True)
class Edge:
    """A moment as it is counted: the nearest midnight of UTC, and what lies between that and the moment."""

    day: int
    """The midnight, in days since 1970."""
    sign: int
    """1: what lies between comes before the moment; -1: it comes behind it; 0: nothing lies between."""
    between: Window


@dataclass(frozen=True, slots=True)
class Counts:
    """What is known of days, hours and pieces of hours; what is not there has no observations."""

    days: Mapping[int, Passed]
    hours: Mapping[int, Passed]
    pieces: Mapping[tuple[int, int], Passed]

    def of(self, meant: Window) -> Passed:
        """Return the counts of some hours and pieces."""
        found = [self.hours[hour] for hour in meant.hours.numbers() if hour in self.hours]
        found += [self.pieces[piece] for piece in meant.pieces if piece in self.pieces]
        return Passed(sum(one.n for one in found), sum(one.passed for one in found))


def edge_of(at: datetime, *, horizon: int | None = None) -> Edge:
    """Return how a moment is counted; `horizon` is as for `window`.

    >>> edge_of(moment(23 * HOUR_MICROSECONDS))
    Edge(day=1, sign=-1, between=Window(hours=Span(first=23, last=24), pieces=()))
    """
    day, behind = divmod(microseconds(at), _DAY)
    if not behind:
        return Edge(day, 0, window(Chosen(at, at)))
    if behind <= _DAY // 2:
        return Edge(day, 1, window(Chosen(moment(day * _DAY), at), horizon=horizon))
    return Edge(day + 1, -1, window(Chosen(at, moment((day + 1) * _DAY)), horizon=horizon))


def counted_between(edges: Sequence[Edge], counts: Counts) -> list[Passed]:
    """Return what lies between each moment and the next one."""
    beside = [counts.of(edge.between) for edge in edges]
    found = []
    for place in range(len(edges) - 1):
        n = passed = 0
        for day in range(edges[place].day, edges[place + 1].day):
            whole = counts.days.get(day, Passed())
            n, passed = n + whole.n, passed + whole.passed
        for sign, which in ((1, place + 1), (-1, place)):
            n += sign * edges[which].sign * beside[which].n
            passed += sign * edges[which].sign * beside[which].passed
        found.append(Passed(n, passed))
    return found
