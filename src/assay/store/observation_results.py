"""Rows of counts as a database gives them, made into records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from assay.observations import Passes, Tally
from assay.store.codec import from_column
from assay.store.hours import FIRST_YEAR, HOUR_MICROSECONDS, LAST_YEAR, hour_start, microseconds

_FIRST_HOUR, _END_HOUR = (
    microseconds(datetime(year, 1, 1, tzinfo=UTC)) // HOUR_MICROSECONDS for year in (FIRST_YEAR, LAST_YEAR + 1)
)
Told = tuple[Any, ...]  # Any: an hour or None, and the values of fields


def add_rows(found: dict[Told, Tally], rows: Iterable[Sequence[Any]]) -> None:
    """Add rows of an hour or nothing, fields, and sums. Any: numbers, which PostgreSQL gives as decimals."""
    for hour, *rest in rows:
        *fields, n, passed, cost, costs, latency, latencies = rest
        if n:
            key = (hour, *map(from_column, fields)) if fields else (hour,)
            tally = Tally(int(n), int(passed), cost or 0.0, int(costs), latency or 0.0, int(latencies))
            found[key] = found[key] + tally if key in found else tally


def passes_of_rows(rows: Iterable[Sequence[Any]]) -> list[Passes]:
    """Return rows of an hour, fields, and two sums. Any: numbers, which PostgreSQL gives as decimals."""
    known: dict[Sequence[str], tuple[str, ...]] = {(): ()}
    found: list[Passes] = []
    for row in rows:
        raw = row[1:-2]
        if raw not in known:
            known[raw] = tuple(map(from_column, raw))
        if row[-2]:
            found.append(Passes(_hour(row[0]), known[raw], int(row[-2]), int(row[-1])))
    return found


def _hour(number: Any) -> int:  # Any: whatever stands in a column of whole numbers
    if type(number) is not int or not _FIRST_HOUR <= number < _END_HOUR:
        raise ValueError(f"an hour is kept as {number!r:.80}")
    return number


def merged_passes(found: Iterable[Passes]) -> list[Passes]:
    """Return passes in their order, those of the same hour and values added up."""
    merged: list[Passes] = []
    for one in sorted(found):
        last = merged[-1] if merged else None
        if last is not None and last.hour == one.hour and last.values == one.values:
            merged[-1] = Passes(one.hour, one.values, last.n + one.n, last.passed + one.passed)
        else:
            merged.append(one)
    return merged


def merged_values(seen: Iterable[tuple[str, int, int, int]]) -> list[tuple[str, datetime, datetime, int]]:
    """Return each value once, with the first and the last hour of all that were seen, and how many have it."""
    found: dict[str, tuple[int, int, int]] = {}
    for raw, first, last, n in seen:
        value = from_column(raw)
        before = found.get(value, (first, last, 0))
        found[value] = min(first, before[0]), max(last, before[1]), int(n) + before[2]
    ordered = sorted(found.items(), key=lambda item: (item[1][0], item[0]))
    return [(value, hour_start(first), hour_start(last), n) for value, (first, last, n) in ordered]
