"""The newest observations of a database, found by the hours that have some of those that are meant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from assay.store.hours import HOUR_MICROSECONDS
from assay.store.schema import tables

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, TableClause

_HOURS_AT_ONCE = 100


def rows_in_hours(
    connection: Connection,
    statement: Any,  # Any: a statement that reads observations
    hours: Any,  # Any: a statement that reads the hours that have some of them, the newest first
    *,
    horizon: int | None,
    limit: int,
) -> list[Any]:
    """Return the newest rows; only hours that have some are looked at, or a rare slice would take the whole table."""
    kept, hour = tables().observations, hours.selected_columns[0]
    recent = hours if horizon is None else hours.where(hour >= horizon)
    rows: list[Any] = []
    found = list(connection.execute(recent.limit(_HOURS_AT_ONCE)).scalars())
    while found and len(rows) < limit:
        for first, end in _runs(found):
            piece = between((first * HOUR_MICROSECONDS, (end + 1) * HOUR_MICROSECONDS))
            if len(rows) < limit:
                rows += connection.execute(newest_first(kept, statement.where(*piece), limit - len(rows))).all()
        found = list(connection.execute(recent.where(hour < found[-1]).limit(_HOURS_AT_ONCE)).scalars())
    if horizon is not None and len(rows) < limit:  # the counts of these hours tell nothing of what is left
        old = statement.where(kept.c.at < horizon * HOUR_MICROSECONDS)
        rows += connection.execute(newest_first(kept, old, limit - len(rows))).all()
    return rows


def _runs(hours: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and the last hour of those that follow each other, the newest first.

    >>> _runs([9, 8, 5])
    [(8, 9), (5, 5)]
    """
    found: list[tuple[int, int]] = []
    for hour in hours:
        if found and found[-1][0] == hour + 1:
            found[-1] = hour, found[-1][1]
        else:
            found.append((hour, hour))
    return found


def newest_first(table: TableClause, statement: Any, limit: int) -> Any:  # Any: a statement that reads this table
    """Return the statement for the newest rows of a table."""
    return statement.order_by(table.c.at.desc(), table.c.number.desc()).limit(limit)


def between(piece: tuple[int, int]) -> list[ColumnElement[bool]]:
    """Return what bounds observations to a piece of time, in microseconds."""
    kept = tables().observations
    return [kept.c.at >= piece[0], kept.c.at < piece[1]]
