"""Puts observations, the counts of their hours and feedback into a database, inside a transaction that is open.

Two writers of a PostgreSQL database never wait for each other: all lock slices, then observations, then counts, each
in the order of their keys.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from assay.hashing import content_digest
from assay.observations import SLICED, Feedback, Observation
from assay.store.codec import from_column, to_column
from assay.store.database import MANY, parts, select, upsert
from assay.store.hours import (
    DAY_HOURS,
    HOUR_MICROSECONDS,
    MOST_SLICES,
    MOST_STREAMS,
    Cell,
    Slice,
    microseconds,
    slice_of,
    too_many_slices,
    too_many_streams,
)
from assay.store.observation_rows import (
    FEEDBACK_COLUMNS,
    OBSERVATION_COLUMNS,
    feedback_row,
    observation_of_row,
    observation_row,
)
from assay.store.schema import tables

if TYPE_CHECKING:
    from sqlalchemy import Connection, TableClause

SUMS = ("n", "passed", "cost", "costs", "latency", "latencies")
"""The columns of an hour that add up."""

_Line = tuple[Any, ...]  # Any: what a database takes
_AT_ONCE = 5_000
"""Observations that are taken out at a time: they are held in memory, or others want to write meanwhile."""


@dataclass(frozen=True, slots=True)
class Level:
    """The tables of counts by the hour or by the day."""

    column: str
    """When it is: the number of the hour or day since 1970."""

    @property
    def counts(self) -> TableClause:
        """Counts of each slice."""
        return self._table("s")

    @property
    def classes(self) -> TableClause:
        """Counts of each slice and error class; that of what passed is empty."""
        return self._table("_classes")

    @property
    def latencies(self) -> TableClause:
        """How many of each slice are in which bucket."""
        return self._table("_latencies")

    def _table(self, rest: str) -> TableClause:
        table: TableClause = getattr(tables(), self.column + rest)
        return table


HOURS: Final = Level("hour")
DAYS: Final = Level("day")


def slice_numbers(connection: Connection, slices: Collection[Slice], *, known: Mapping[Slice, int]) -> dict[Slice, int]:
    """Return the number of each slice; those that are new are put."""
    numbers = {values: known[values] for values in slices if values in known}
    digests = {content_digest(*values): values for values in slices if values not in numbers}
    if not digests:
        return numbers
    numbers |= _read_numbers(connection, digests)
    new = {digest: values for digest, values in sorted(digests.items()) if values not in numbers}
    if new:
        _check_room(connection, list(new.values()))
        rows = [(digest, *map(to_column, values)) for digest, values in new.items()]
        _execute(connection, tables().slices, ("digest", *SLICED), rows, "DO NOTHING")
        numbers |= _read_numbers(connection, new)
    return numbers


def insert_observations(
    connection: Connection, ready: Sequence[Observation], numbers: Mapping[Slice, int]
) -> list[Observation]:
    """Put the observations whose ids are not known; return them."""
    rows = [observation_row(one, numbers[slice_of(one)]) for one in ready]
    new = _insert_new(connection, tables().observations, OBSERVATION_COLUMNS, rows)
    return list(ready) if new is None else [one for one in ready if to_column(one.id) in new]


def insert_feedback(connection: Connection, ready: Sequence[Feedback]) -> int:
    """Put the feedback whose ids are not known; return how much that is."""
    new = _insert_new(connection, tables().feedback, FEEDBACK_COLUMNS, list(map(feedback_row, ready)))
    return len(ready) if new is None else len(new)


def add_counts(
    connection: Connection, new: Sequence[Observation], numbers: Mapping[Slice, int], *, sign: int = 1
) -> None:
    """Add observations to the counts of their hours and days; with −1 for a sign, take them away."""
    hours: defaultdict[tuple[int, int, str], Cell] = defaultdict(Cell)
    for one in new:
        key = microseconds(one.at) // HOUR_MICROSECONDS, numbers[slice_of(one)], to_column(one.error_class)
        hours[key].count(one)
    days: defaultdict[tuple[int, int, str], Cell] = defaultdict(Cell)
    for (hour, number, name), cell in hours.items():
        days[hour // DAY_HOURS, number, name].add(cell)
    for level, classes in ((HOURS, hours), (DAYS, days)):
        cells: defaultdict[tuple[int, int], Cell] = defaultdict(Cell)
        for (start, number, _), cell in classes.items():
            cells[start, number].add(cell)
        buckets = {(*key, bucket): (sign * n,) for key, cell in cells.items() for bucket, n in cell.buckets.items()}
        place = (level.column, "slice")
        _add(connection, level.counts, place, {at: _sums(cell, sign) for at, cell in cells.items()})
        sums = {at: _sums(cell, sign) for at, cell in classes.items()}
        _add(connection, level.classes, (*place, "error_class"), sums)
        _add(connection, level.latencies, (*place, "bucket"), buckets)


def delete_of_run(connection: Connection, run_id: str) -> int:
    """Take out the observations of a run, also of the counts of their hours; return how many there were."""
    known = tables()
    kept, slices = known.observations, known.slices
    of_run = (kept.c.run == to_column(run_id)) & (kept.c.run != "")  # the second part is that of the index
    joined = kept.join(slices, slices.c.number == kept.c.slice)
    columns = select(kept, *(slices.c[name] for name in SLICED)).select_from(joined)
    some = columns.where(of_run).order_by(kept.c.id).limit(_AT_ONCE).with_for_update(of=kept)
    count, hours = 0, set[int]()
    while rows := connection.execute(some).all():
        gone = [observation_of_row(row) for row in rows]
        for part in parts([row.number for row in rows], MANY):
            connection.execute(kept.delete().where(kept.c.number.in_(part)))
        add_counts(connection, gone, {slice_of(one): row.slice for one, row in zip(gone, rows, strict=True)}, sign=-1)
        count += len(rows)
        hours |= {row.at // HOUR_MICROSECONDS for row in rows}
    _drop_empty(connection, HOURS, hours)
    _drop_empty(connection, DAYS, {hour // DAY_HOURS for hour in hours})
    if count:
        note_removal(connection, count)
    return count


def note_removal(connection: Connection, n: int) -> None:
    """Keep that observations or counts left."""
    connection.execute(tables().observation_removals.insert().values(n=n))


def delete_feedback_on_run(connection: Connection, run_id: str) -> None:
    """Take out what people said of the observations of a run."""
    kept, said = tables().observations, tables().feedback
    of_run = select(kept.c.id).where(kept.c.run == to_column(run_id), kept.c.run != "")
    connection.execute(said.delete().where(said.c.observation.in_(of_run)))


def move_horizon(connection: Connection, hour: int) -> None:
    """Keep that there are only counts of the hours before this one."""
    horizon = tables().observation_horizon
    before = connection.execute(select(horizon.c.hour)).scalar()
    connection.execute(horizon.delete())
    connection.execute(horizon.insert().values(hour=hour if before is None else max(hour, before)))


def delete_some(connection: Connection, table: TableClause, hour: int) -> int:
    """Take some rows of observations or feedback from before an hour out; return how many."""
    old = select(table.c.number).where(table.c.at < hour * HOUR_MICROSECONDS).order_by(table.c.at).limit(_AT_ONCE)
    return connection.execute(table.delete().where(table.c.number.in_(old))).rowcount


def delete_counts(connection: Connection, day: int) -> None:
    """Take the counts from before a day out."""
    for level, start in ((HOURS, day * DAY_HOURS), (DAYS, day)):
        for table in (level.counts, level.classes, level.latencies):
            connection.execute(table.delete().where(table.c[level.column] < start))


def _drop_empty(connection: Connection, level: Level, starts: Collection[int]) -> None:
    for part in parts(sorted(starts), MANY):
        for table in (level.counts, level.classes, level.latencies):
            connection.execute(table.delete().where(table.c[level.column].in_(part), table.c.n == 0))


def _read_numbers(connection: Connection, digests: Mapping[bytes, Slice]) -> dict[Slice, int]:
    table = tables().slices
    found: dict[Slice, int] = {}
    for part in parts(sorted(digests), MANY):
        for row in connection.execute(select(table.c.number, table.c.digest).where(table.c.digest.in_(part))):
            found[digests[bytes(row.digest)]] = row.number
    return found


def _check_room(connection: Connection, new: Sequence[Slice]) -> None:
    """Refuse slices beyond the number that a stream may have, and streams beyond theirs."""
    from sqlalchemy import func

    table = tables().slices
    for stream, n in sorted(Counter(values[0] for values in new).items()):
        here = table.c.stream == to_column(stream)
        kept = connection.execute(select(func.count()).select_from(table).where(here)).scalar_one()
        if kept + n > MOST_SLICES:
            columns = [table.c[name] for name in SLICED]
            known = [tuple(map(from_column, row)) for row in connection.execute(select(*columns).where(here))]
            mine = [values for values in new if values[0] == stream]
            raise too_many_slices(stream, [*known, *mine], mine[-1])
    streams = set(connection.execute(select(table.c.stream).distinct()).scalars())
    for values in new:
        streams.add(to_column(values[0]))
        if len(streams) > MOST_STREAMS:
            raise too_many_streams(values[0])


def _insert_new(
    connection: Connection, table: TableClause, columns: Sequence[str], rows: list[_Line]
) -> set[str] | None:
    """Insert rows whose ids are not known; return the ids of those, or `None` where that is all of them."""
    if connection.dialect.name == "sqlite":
        # Nobody else writes in the meantime, so what has a higher number than before is what was inserted.
        last = connection.exec_driver_sql(f"SELECT max(number) FROM {table.name}").scalar() or 0
        if _execute(connection, table, columns, rows, "DO NOTHING") == len(rows):
            return None
        return set(connection.execute(select(table.c.id).where(table.c.number > last)).scalars())
    insert = upsert(connection, table).on_conflict_do_nothing().returning(table.c.id)
    return set(connection.execute(insert, [dict(zip(columns, row, strict=True)) for row in rows]).scalars())


def _add(connection: Connection, table: TableClause, key: Sequence[str], cells: Mapping[_Line, _Line]) -> None:
    """Add sums to the rows of the same keys."""
    if not cells:
        return
    sums = SUMS[: len(next(iter(cells.values())))]
    added = ", ".join(f"{name} = {table.name}.{name} + excluded.{name}" for name in sums)
    rows = [(*cell, *cells[cell]) for cell in sorted(cells)]
    _execute(connection, table, (*key, *sums), rows, f"({', '.join(key)}) DO UPDATE SET {added}")


def _execute(
    connection: Connection, table: TableClause, columns: Sequence[str], rows: list[_Line], conflict: str
) -> int:
    """Insert rows by the driver itself, which is three times as fast; return how many rows were changed."""
    mark = "?" if connection.dialect.name == "sqlite" else "%s"
    statement = (
        f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES ({', '.join([mark] * len(columns))}) "
        f"ON CONFLICT {conflict}"
    )
    return connection.exec_driver_sql(statement, rows).rowcount


def _sums(cell: Cell, sign: int) -> _Line:
    sums = cell.n, cell.passed, cell.cost_usd, cell.costs, cell.latency_seconds, cell.latencies
    return sums if sign == 1 else tuple(sign * one for one in sums)
