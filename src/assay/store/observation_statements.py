"""Statements that count observations, and what they find."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from assay.observations import SLICED, Chosen, Passed
from assay.store.codec import to_column
from assay.store.database import MANY, parts, select
from assay.store.edges import Counts, Edge
from assay.store.hours import DAY_HOURS, ERROR_CLASS, HOUR_MICROSECONDS, Span, Window, microseconds
from assay.store.observation_pages import between
from assay.store.observation_writes import DAYS, HOURS, SUMS, Level
from assay.store.schema import tables

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, TableClause

_PIECES_AT_ONCE = 100


def slice_columns() -> list[ColumnElement[str]]:
    return [tables().slices.c[name] for name in SLICED]


def told_apart(table: TableClause, by: Sequence[str]) -> list[ColumnElement[str]]:
    """Return the columns that rows of a table are told apart by."""
    return [table.c.error_class if name == ERROR_CLASS else tables().slices.c[name] for name in by]


def spans_of(meant: Window) -> list[tuple[Level, Span]]:
    """Return the days and hours whose counts are to be added up."""
    days, hours = meant.days()
    return [*([] if days is None else [(DAYS, days)]), *((HOURS, span) for span in hours)]


def of_class(table: TableClause, passed: bool | None, error_class: str | None) -> list[ColumnElement[bool]]:
    where = [] if passed is None else [table.c.error_class == "" if passed else table.c.error_class != ""]
    if error_class is None:
        return where
    failed = [table.c.error_class != ""] if error_class else []  # so that the index of failures is used
    return [*where, table.c.error_class == to_column(error_class), *failed]


def with_slices(statement: Any, table: TableClause) -> Any:  # Any: a statement
    slices = tables().slices
    return statement.select_from(table.join(slices, slices.c.number == table.c.slice))


def in_time(table: TableClause, chosen: Chosen) -> Iterable[ColumnElement[bool]]:
    if chosen.since is not None:
        yield table.c.at >= microseconds(chosen.since)
    if chosen.until is not None:
        yield table.c.at < microseconds(chosen.until)


def in_slices(table: TableClause, chosen: Chosen) -> list[ColumnElement[bool]]:
    if not chosen.slices:
        return []
    slices = tables().slices
    where = [slices.c[name] == to_column(value) for name, value in chosen.slices.items()]
    return [table.c.slice.in_(select(slices.c.number).where(*where))]


def hours_of(table: TableClause, chosen: Chosen, before: int | None) -> list[ColumnElement[bool]]:
    """Return what bounds hours to those of a time, and to an hour and those before it."""
    since, until = chosen.since, chosen.until
    where = [] if since is None else [table.c.hour >= microseconds(since) // HOUR_MICROSECONDS]
    where += [] if until is None else [table.c.hour <= microseconds(until) // HOUR_MICROSECONDS]
    return where if before is None else [*where, table.c.hour <= before]


def within(level: Level, table: TableClause, span: Span) -> list[ColumnElement[bool]]:
    start = table.c[level.column]
    where = [] if span.first is None else [start >= span.first]
    return where if span.last is None else [*where, start < span.last]


def grouped(
    table: TableClause,
    columns: Sequence[Any],  # Any: columns and sums
    keys: Sequence[Any],
    chosen: Chosen,
    where: Sequence[ColumnElement[bool]],
) -> Any:
    """A statement on the rows of a table that are meant, told apart by those of the keys that are columns."""
    statement = select(*columns).select_from(table)
    if any(getattr(key, "table", None) is tables().slices for key in columns):
        statement = with_slices(select(*columns), table)
    told_apart = [key for key in keys if getattr(key, "table", None) is not None]
    return statement.where(*where, *in_slices(table, chosen)).group_by(*told_apart)


def sums_of(table: TableClause, keys: Sequence[Any], chosen: Chosen, where: Sequence[ColumnElement[bool]]) -> Any:
    from sqlalchemy import func

    sums = [func.sum(table.c[name]) for name in SUMS]
    return grouped(table, [*keys, *sums], keys, chosen, where)


def seen_by(level: Level, key: Any, chosen: Chosen, where: Sequence[ColumnElement[bool]]) -> Any:
    """A statement for each value of a field, with the first and the last hour or day, and how many have it."""
    from sqlalchemy import func

    table, start = level.counts, level.counts.c[level.column]
    return grouped(table, [key, func.min(start), func.max(start), func.sum(table.c.n)], [key], chosen, where)


def hours_seen(
    connection: Connection,
    key: Any,
    chosen: Chosen,
    days: Sequence[Any],  # Any: a column, and rows of `seen_by`
) -> list[tuple[str, int, int, int]]:
    """Return what was seen in whole days with its first and last hour, which only the hours of these days tell."""
    counts = {value: n for value, _, _, n in days}
    known = set(counts)  # what came since then is not among the days
    hours = [day * DAY_HOURS + hour for day in {day for row in days for day in row[1:3]} for hour in range(DAY_HOURS)]
    found: list[tuple[str, int, int, int]] = []
    for part in parts(sorted(hours), MANY):
        within = [tables().hours.c.hour.in_(part)]
        for value, first, last, _ in connection.execute(seen_by(HOURS, key, chosen, within)):
            if value in known:
                found.append((value, first, last, counts.pop(value, 0)))
    return found


def counts_beside(connection: Connection, edges: Sequence[Edge], chosen: Chosen) -> Counts:
    """Return the counts of all days between the moments, and of the hours and pieces beside each of them."""
    hours = sorted({hour for edge in edges for hour in edge.between.hours.numbers()})
    pieces = sorted({piece for edge in edges for piece in edge.between.pieces})
    days = [within(DAYS, DAYS.counts, Span(edges[0].day, edges[-1].day))]
    in_hours: list[list[ColumnElement[bool]]] = [[HOURS.counts.c.hour.in_(part)] for part in parts(hours, MANY)]
    if hours and 2 * len(hours) > hours[-1] - hours[0]:  # to read them all takes less than to look up most of them
        in_hours = [within(HOURS, HOURS.counts, Span(hours[0], hours[-1] + 1))]
    return Counts(
        _passed_in(connection, DAYS, chosen, days),
        _passed_in(connection, HOURS, chosen, in_hours),
        _passed_in_pieces(connection, pieces, chosen),
    )


def _passed_in(
    connection: Connection, level: Level, chosen: Chosen, wheres: Iterable[list[ColumnElement[bool]]]
) -> dict[int, Passed]:
    """Return how many passed in each hour or day that is meant."""
    from sqlalchemy import func

    table, key = level.counts, level.counts.c[level.column]
    columns = [key, func.sum(table.c.n), func.sum(table.c.passed)]
    statements = [grouped(table, columns, [key], chosen, where) for where in wheres]
    return {at: Passed(int(n), int(passed)) for one in statements for at, n, passed in connection.execute(one)}


def _passed_in_pieces(
    connection: Connection, pieces: Sequence[tuple[int, int]], chosen: Chosen
) -> dict[tuple[int, int], Passed]:
    """Return how many passed in each piece of time, counted one by one; many pieces in one statement."""
    from sqlalchemy import func, literal, union_all

    kept, found = tables().observations, {}
    for some in parts(pieces, _PIECES_AT_ONCE):
        asked = [
            grouped(kept, [literal(place), func.count(), sum_of_passed()], [], chosen, between(piece))
            for place, piece in enumerate(some)
        ]
        for place, n, passed in connection.execute(union_all(*asked)):
            found[some[place]] = Passed(int(n), int(passed or 0))
    return found


def raw_sums(keys: Sequence[Any], chosen: Chosen, piece: tuple[int, int]) -> Any:
    from sqlalchemy import func

    kept = tables().observations
    amounts = [function(kept.c[name]) for name in ("cost", "latency") for function in (func.sum, func.count)]
    return grouped(kept, [*keys, func.count(), sum_of_passed(), *amounts], keys, chosen, between(piece))


def sum_of_passed() -> Any:  # Any: a sum over observations
    from sqlalchemy import case, func

    return func.sum(case((tables().observations.c.error_class == "", 1), else_=0))
