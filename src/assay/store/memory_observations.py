"""Observations in memory: counted anew each time, but for hours whose observations were pruned."""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TypeVar

from assay.observations import SLICED, Added, Chosen, Counted, FailingTasks, Feedback, Observation, Passed, Passes
from assay.store.codec import to_column
from assay.store.failing import most_failing
from assay.store.hours import (
    DAY_HOURS,
    ERROR_CLASS,
    HOUR_MICROSECONDS,
    MOST_SLICES,
    MOST_STREAMS,
    Cell,
    Slice,
    check_by,
    check_field,
    check_limit,
    hour_start,
    microseconds,
    prepared,
    prepared_feedback,
    slice_of,
    too_many_slices,
    too_many_streams,
    unknown_place,
    window,
)

_Key = tuple[int, Slice, str]
"""Hour, slice and error class."""


_Dated = TypeVar("_Dated", Observation, Feedback)


class MemoryObservations:
    """The part of a store in memory that keeps observations and feedback."""

    def __init__(self) -> None:
        super().__init__()
        self._observed: dict[str, Observation] = {}
        self._feedback: dict[str, Feedback] = {}
        self._slices: defaultdict[str, set[Slice]] = defaultdict(set)
        self._old: defaultdict[_Key, Cell] = defaultdict(Cell)
        """Counts of what was pruned."""
        self._horizon: int | None = None
        self._changes = 0
        """How often observations came or left."""
        self._changing = threading.RLock()

    def add_observations(self, observations: Sequence[Observation]) -> Added:
        ready = prepared(observations)
        with self._changing:
            new = [one for one in ready if one.id not in self._observed]
            self._add_slices(new)
            self._observed.update(
                {one.id: replace(one, at=one.at.astimezone(UTC), labels=dict(one.labels)) for one in new}
            )
            self._changes += bool(new)
        return Added(len(new), len(observations) - len(new))

    def remove_observations(self, run_id: str) -> int:
        with self._changing:
            gone = [one.id for one in self._observed.values() if run_id and one.run == run_id]
            for name in gone:
                del self._observed[name]
            self._changes += bool(gone)
        return len(gone)

    def _remove_feedback(self, run_id: str) -> None:
        """Take out what people said of the observations of a run."""
        with self._changing:
            gone = {one.id for one in self._observed.values() if run_id and one.run == run_id}
            self._feedback = {name: one for name, one in self._feedback.items() if one.observation not in gone}

    def observation(self, observation_id: str) -> Observation | None:
        return self._observed.get(observation_id)

    def observations(
        self,
        chosen: Chosen,
        *,
        passed: bool | None = None,
        task_id: str | None = None,
        error_class: str | None = None,
        after: str | None = None,
        limit: int = 100,
    ) -> list[Observation]:
        check_limit(limit)
        listing = _newest(list(self._observed.values()))
        if after is not None:
            listing = _following(listing, after, "observation")
        found = (
            one
            for one in listing
            if _is_in_time(one.at, chosen)
            and _is_in_slices(slice_of(one), chosen)
            and passed in (None, one.passed)
            and task_id in (None, one.task_id)
            and error_class in (None, one.error_class)
        )
        return [one for one, _ in zip(found, range(limit), strict=False)]

    def failing_tasks(self, chosen: Chosen, *, newest: int, most: int) -> FailingTasks:
        found = self.observations(chosen, passed=False, limit=newest)
        rows = [
            (to_column(one.task_id), to_column(one.error_class), microseconds(one.at), to_column(one.id))
            for one in found
        ]
        return most_failing(rows, most)

    def tallies(self, chosen: Chosen, *, by: Sequence[str] = (), hourly: bool = False) -> list[Counted]:
        check_by(by)
        cells: defaultdict[tuple[int, ...], defaultdict[tuple[str, ...], Cell]] = defaultdict(lambda: defaultdict(Cell))
        for (hour, values, error_class), cell in self._counted(chosen):
            told = dict(zip(SLICED, values, strict=True)) | {ERROR_CLASS: error_class}
            cells[(hour,) if hourly else ()][tuple(told[name] for name in by)].add(cell)
        return [
            Counted(cell.tally(), hour_start(hour[0]) if hour else None, dict(zip(by, values, strict=True)))
            for hour, told_apart in sorted(cells.items())
            for values, cell in sorted(told_apart.items())
        ]

    def observed(self) -> str:
        return str(self._changes)

    def passes(self, chosen: Chosen, *, by: Sequence[str] = ()) -> list[Passes]:
        check_by(by)
        found: defaultdict[tuple[int, tuple[str, ...]], Cell] = defaultdict(Cell)
        for (hour, values, error_class), cell in self._counted(chosen):
            told = dict(zip(SLICED, values, strict=True)) | {ERROR_CLASS: error_class}
            found[hour, tuple(told[name] for name in by)].add(cell)
        return [Passes(hour, values, cell.n, cell.passed) for (hour, values), cell in sorted(found.items())]

    def passes_between(self, moments: Sequence[datetime], slices: Mapping[str, str]) -> list[Passed]:
        starts = list(map(microseconds, moments))
        n, passed = [0] * (len(starts) + 1), [0] * (len(starts) + 1)
        with self._changing:
            counted = [(self._counted_at(one), slice_of(one), 1, int(one.passed)) for one in self._observed.values()]
            counted += [
                (hour * HOUR_MICROSECONDS, values, cell.n, cell.passed) for (hour, values, _), cell in self._old.items()
            ]
        for at, values, some, good in counted:
            if _is_in_slices(values, Chosen(slices=slices)):
                place = bisect_right(starts, at)
                n[place] += some
                passed[place] += good
        return list(map(Passed, n[1:-1], passed[1:-1]))

    def latencies(self, chosen: Chosen, *, by: Sequence[str] = ()) -> list[tuple[dict[str, str], dict[int, int]]]:
        for name in by:
            check_field(name)
        found: defaultdict[tuple[str, ...], Counter[int]] = defaultdict(Counter)
        for (_, values, _), cell in self._counted(chosen):
            if cell.buckets:
                told = dict(zip(SLICED, values, strict=True))
                found[tuple(told[name] for name in by)].update(cell.buckets)
        return [
            (dict(zip(by, values, strict=True)), dict(sorted(buckets.items())))
            for values, buckets in sorted(found.items())
        ]

    def values(self, field: str, chosen: Chosen) -> list[tuple[str, datetime, datetime, int]]:
        check_field(field)
        hours: defaultdict[str, Counter[int]] = defaultdict(Counter)
        for (hour, values, _), cell in self._counted(chosen):
            hours[values[SLICED.index(field)]][hour] += cell.n
        found = [(value, min(seen), max(seen), seen.total()) for value, seen in hours.items()]
        ordered = sorted(found, key=lambda one: (one[1], one[0]))
        return [(value, hour_start(first), hour_start(last), n) for value, first, last, n in ordered]

    def add_feedback(self, feedback: Sequence[Feedback]) -> Added:
        ready = prepared_feedback(feedback)
        with self._changing:
            new = [one for one in ready if one.id not in self._feedback]
            self._feedback.update({one.id: replace(one, at=one.at.astimezone(UTC)) for one in new})
        return Added(len(new), len(feedback) - len(new))

    def feedback(
        self,
        *,
        observation_id: str | None = None,
        chosen: Chosen | None = None,
        after: str | None = None,
        limit: int = 100,
    ) -> list[Feedback]:
        check_limit(limit)
        wanted = Chosen() if chosen is None else chosen
        listing = _newest(list(self._feedback.values()))
        if after is not None:
            listing = _following(listing, after, "feedback")
        found = (
            one
            for one in listing
            if observation_id in (None, one.observation)
            and _is_in_time(one.at, wanted)
            and (not wanted.slices or self._is_about(one, wanted))
        )
        return [one for one, _ in zip(found, range(limit), strict=False)]

    def _prune_observations(self, hour: int, *, with_counts: bool) -> None:
        """Take out what lies before an hour; the counts of the hours stay, unless they are meant too."""
        start = hour_start(hour)
        with self._changing:
            for one in [one for one in self._observed.values() if one.at < start]:
                self._old[_key(one)].count(one)
                del self._observed[one.id]
            self._feedback = {name: one for name, one in self._feedback.items() if one.at >= start}
            self._horizon = hour if self._horizon is None else max(hour, self._horizon)
            self._changes += 1
            if with_counts:
                for key in [key for key in self._old if key[0] // DAY_HOURS < hour // DAY_HOURS]:
                    del self._old[key]

    def _counted(self, chosen: Chosen) -> Iterator[tuple[_Key, Cell]]:
        """Counts of the hours, slices and error classes that are meant; a key may come twice."""
        meant = window(chosen, horizon=self._horizon)
        cells: defaultdict[_Key, Cell] = defaultdict(Cell)
        for one in list(self._observed.values()):
            key, at = _key(one), microseconds(one.at)
            inside = any(start <= at < end for start, end in meant.pieces)
            if (inside or meant.hours.has(key[0])) and _is_in_slices(key[1], chosen):
                cells[key].count(one)
        old = [
            (key, cell) for key, cell in self._old.items() if meant.hours.has(key[0]) and _is_in_slices(key[1], chosen)
        ]
        yield from [*cells.items(), *old]

    def _counted_at(self, one: Observation) -> int:
        """Return where an observation is counted: where hours alone are known, at the beginning of its hour."""
        at = microseconds(one.at)
        hour = at // HOUR_MICROSECONDS
        return at if self._horizon is None or hour >= self._horizon else hour * HOUR_MICROSECONDS

    def _add_slices(self, new: Sequence[Observation]) -> None:
        added: defaultdict[str, set[Slice]] = defaultdict(set)
        for one in new:
            values = slice_of(one)
            if values in self._slices.get(one.stream, ()) or values in added[one.stream]:
                continue
            if one.stream not in self._slices and len(self._slices.keys() | added.keys()) > MOST_STREAMS:
                raise too_many_streams(one.stream)
            known = self._slices.get(one.stream, set()) | added[one.stream]
            if len(known) >= MOST_SLICES:
                raise too_many_slices(one.stream, known, values)
            added[one.stream].add(values)
        for stream, slices in added.items():
            self._slices[stream] |= slices

    def _is_about(self, one: Feedback, chosen: Chosen) -> bool:
        about = self._observed.get(one.observation)
        return about is not None and _is_in_slices(slice_of(about), chosen)


def _newest(listing: Sequence[_Dated]) -> list[_Dated]:
    """Return the newest first; at equal times, what was added last comes first."""
    return sorted(reversed(listing), key=lambda one: one.at, reverse=True)


def _following(listing: Sequence[_Dated], name: str, kind: str) -> list[_Dated]:
    """Return what follows the one of this id."""
    for place, one in enumerate(listing):
        if one.id == name:
            return list(listing[place + 1 :])
    raise unknown_place(kind, name)


def _key(one: Observation) -> _Key:
    return microseconds(one.at) // HOUR_MICROSECONDS, slice_of(one), one.error_class


def _is_in_time(at: datetime, chosen: Chosen) -> bool:
    return (chosen.since is None or at >= chosen.since) and (chosen.until is None or at < chosen.until)


def _is_in_slices(values: Slice, chosen: Chosen) -> bool:
    return all(values[SLICED.index(name)] == wanted for name, wanted in chosen.slices.items())
