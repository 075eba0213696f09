"""Observations, their hourly counts and feedback in a database."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from assay.observations import (
    Added,
    Chosen,
    Counted,
    FailingTasks,
    Feedback,
    Observation,
    Passed,
    Passes,
    Tally,
    latency_bucket,
)
from assay.store.codec import from_column, to_column
from assay.store.database import Database, select
from assay.store.edges import counted_between, edge_of
from assay.store.failing import most_failing
from assay.store.hours import (
    DAY_HOURS,
    ERROR_CLASS,
    HOUR_MICROSECONDS,
    Slice,
    Window,
    check_by,
    check_field,
    check_limit,
    hour_start,
    prepared,
    prepared_feedback,
    slice_of,
    unknown_place,
    window,
)
from assay.store.observation_pages import between, newest_first, rows_in_hours
from assay.store.observation_results import Told, add_rows, merged_passes, merged_values, passes_of_rows
from assay.store.observation_rows import feedback_of_row, observation_of_row
from assay.store.observation_statements import (
    counts_beside,
    grouped,
    hours_of,
    hours_seen,
    in_slices,
    in_time,
    of_class,
    raw_sums,
    seen_by,
    slice_columns,
    spans_of,
    sum_of_passed,
    sums_of,
    told_apart,
    with_slices,
    within,
)
from assay.store.observation_writes import (
    DAYS,
    HOURS,
    add_counts,
    delete_counts,
    delete_of_run,
    delete_some,
    insert_feedback,
    insert_observations,
    move_horizon,
    note_removal,
    slice_numbers,
)
from assay.store.schema import tables

if TYPE_CHECKING:
    from sqlalchemy import Connection, TableClause


@dataclass(frozen=True, slots=True)
class _Wish:
    """Which observations of a list are meant."""

    chosen: Chosen
    passed: bool | None = None
    error_class: str | None = None
    by_hours: bool = False
    """Whether the counts of hours say where to look, which a rare slice needs."""


class SqlObservations(Database):
    """The part of a store in a database that keeps observations and feedback."""

    def __init__(self, location: str | os.PathLike[str], **how: Any) -> None:  # Any: arguments of `Database`
        self._slice_numbers: dict[Slice, int] = {}
        super().__init__(location, **how)

    def add_observations(self, observations: Sequence[Observation]) -> Added:
        """Keep observations, all or none; one whose id is known changes nothing, also if it is sent twice at once."""
        ready = prepared(observations)
        if not ready:
            return Added(0)
        with self._writing() as connection:
            numbers = slice_numbers(connection, {slice_of(one) for one in ready}, known=self._slice_numbers)
            new = insert_observations(connection, ready, numbers)
            add_counts(connection, new, numbers)
        self._slice_numbers.update(numbers)
        return Added(len(new), len(observations) - len(new))

    def remove_observations(self, run_id: str) -> int:
        """Take out the observations of a run, also of all counts; how many there were. What people said stays."""
        with self._writing() as connection:
            return delete_of_run(connection, run_id)

    def observation(self, observation_id: str) -> Observation | None:
        """The observation of exactly that id."""
        known = tables()
        statement = with_slices(select(known.observations, *slice_columns()), known.observations)
        rows = self._rows(statement.where(known.observations.c.id == to_column(observation_id)))
        return observation_of_row(rows[0]) if rows else None

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
        """At most `limit` observations, the newest first; `after`: those that follow the one of this id in the list."""
        check_limit(limit)
        kept = tables().observations
        where = [] if task_id is None else [kept.c.task == to_column(task_id)]
        statement = with_slices(select(kept, *slice_columns()), kept).where(*where)
        wish = _Wish(chosen, passed, error_class, by_hours=bool(chosen.slices) and task_id is None)
        with self._reading() as connection:
            return [observation_of_row(row) for row in self._newest(connection, statement, wish, after, limit)]

    def failing_tasks(self, chosen: Chosen, *, newest: int, most: int) -> FailingTasks:
        """The tasks with the most failures among the newest so many, those with the most first."""
        check_limit(newest)
        kept = tables().observations
        statement = select(kept.c.task, kept.c.error_class, kept.c.at, kept.c.id)
        with self._reading() as connection:
            wish = _Wish(chosen, passed=False, by_hours=bool(chosen.slices))
            rows = self._newest(connection, statement, wish, None, newest)
        return most_failing(rows, most)

    def tallies(self, chosen: Chosen, *, by: Sequence[str] = (), hourly: bool = False) -> list[Counted]:
        """Counts of the observations, told apart by these fields of `SLICED` or `error_class`, and by hour."""
        from sqlalchemy import literal

        check_by(by)
        found: dict[Told, Tally] = {}
        with self._reading() as connection:
            meant = self._window(connection, chosen)
            for level, span in [(HOURS, meant.hours)] if hourly else spans_of(meant):
                table = level.classes if ERROR_CLASS in by else level.counts
                keys: list[Any] = [table.c.hour if hourly else literal(None), *told_apart(table, by)]
                add_rows(found, connection.execute(sums_of(table, keys, chosen, within(level, table, span))).all())
            for piece in meant.pieces:
                hour = piece[0] // HOUR_MICROSECONDS if hourly else None
                keys = [literal(hour), *told_apart(tables().observations, by)]
                add_rows(found, connection.execute(raw_sums(keys, chosen, piece)).all())
        return [
            Counted(tally, None if key[0] is None else hour_start(key[0]), dict(zip(by, key[1:], strict=True)))
            for key, tally in sorted(found.items(), key=itemgetter(0))
        ]

    def observed(self) -> str:
        """A text that is another one whenever observations came or left, at the same price however many there are."""
        from sqlalchemy import func

        known = tables()
        days = known.days
        newest = select(func.max(days.c.day)).scalar_subquery()
        # Of two writers, the one with the lower numbers may end last: the sum of the newest days tells that it did.
        recent = select(func.sum(days.c.n)).where(days.c.day >= newest - 1)
        asked = (
            select(func.max(known.observations.c.number)),
            select(func.max(known.observation_removals.c.number)),
            recent,
        )
        (row,) = self._rows(select(*(one.scalar_subquery() for one in asked)))
        return " ".join(str(int(number or 0)) for number in row)

    def passes(self, chosen: Chosen, *, by: Sequence[str] = ()) -> list[Passes]:
        """How many passed in each hour, told apart by these fields of `SLICED` or `error_class`."""
        from sqlalchemy import func, literal

        check_by(by)
        found: list[Passes] = []
        with self._reading() as connection:
            meant = self._window(connection, chosen)
            table = HOURS.classes if ERROR_CLASS in by else HOURS.counts
            keys = [table.c.hour, *told_apart(table, by)]
            sums = [func.sum(table.c.n), func.sum(table.c.passed)]
            where = within(HOURS, table, meant.hours)
            found += passes_of_rows(connection.execute(grouped(table, [*keys, *sums], keys, chosen, where)).all())
            for piece in meant.pieces:
                keys = [literal(piece[0] // HOUR_MICROSECONDS), *told_apart(tables().observations, by)]
                columns = [*keys, func.count(), sum_of_passed()]
                rows = connection.execute(grouped(tables().observations, columns, keys, chosen, between(piece)))
                found += passes_of_rows(rows.all())
        return merged_passes(found)

    def passes_between(self, moments: Sequence[datetime], slices: Mapping[str, str]) -> list[Passed]:
        """How many passed between each of these moments, the earliest first, and the next one; exact at any time."""
        with self._reading() as connection:
            horizon = self._horizon(connection)
            edges = [edge_of(at, horizon=horizon) for at in moments]
            return counted_between(edges, counts_beside(connection, edges, Chosen(slices=slices)))

    def latencies(self, chosen: Chosen, *, by: Sequence[str] = ()) -> list[tuple[dict[str, str], dict[int, int]]]:
        """How many observations lie in which bucket of `assay.observations.latency_bucket`, for each slice."""
        from sqlalchemy import func

        for name in by:
            check_field(name)
        kept = tables().observations
        found: defaultdict[tuple[str, ...], Counter[int]] = defaultdict(Counter)
        with self._reading() as connection:
            meant = self._window(connection, chosen)
            for level, span in spans_of(meant):
                table = level.latencies
                keys = [*told_apart(table, by), table.c.bucket]
                where = within(level, table, span)
                for *told, bucket, n in connection.execute(
                    grouped(table, [*keys, func.sum(table.c.n)], keys, chosen, where)
                ):
                    found[tuple(map(from_column, told))][bucket] += int(n)
            columns = [*told_apart(kept, by), kept.c.latency]
            for piece in meant.pieces:
                where = [*between(piece), kept.c.latency.is_not(None)]
                for *told, latency in connection.execute(grouped(kept, columns, [], chosen, where)):
                    found[tuple(map(from_column, told))][latency_bucket(float(latency))] += 1
        return [(dict(zip(by, told, strict=True)), dict(sorted(found[told].items()))) for told in sorted(found)]

    def values(self, field: str, chosen: Chosen) -> list[tuple[str, datetime, datetime, int]]:
        """Each value of a field of `SLICED`, with the first and the last hour that has it, and how many have it."""
        from sqlalchemy import func

        check_field(field)
        kept = tables().observations
        seen: list[tuple[str, int, int, int]] = []
        (key,) = told_apart(kept, [field])
        with self._reading() as connection:
            meant = self._window(connection, chosen)
            for level, span in spans_of(meant):
                where = within(level, level.counts, span)
                rows = connection.execute(seen_by(level, key, chosen, where)).all()
                if level is DAYS:
                    seen += hours_seen(connection, key, chosen, rows)
                else:
                    seen += rows
            for piece in meant.pieces:
                at = piece[0] // HOUR_MICROSECONDS
                rows = connection.execute(grouped(kept, [key, func.count()], [key], chosen, between(piece))).all()
                seen += [(value, at, at, n) for value, n in rows]
        return merged_values(seen)

    def add_feedback(self, feedback: Sequence[Feedback]) -> Added:
        """Keep what people said, all or none; one whose id is known changes nothing."""
        ready = prepared_feedback(feedback)
        if not ready:
            return Added(0)
        with self._writing() as connection:
            new = insert_feedback(connection, ready)
        return Added(new, len(feedback) - new)

    def feedback(
        self,
        *,
        observation_id: str | None = None,
        chosen: Chosen | None = None,
        after: str | None = None,
        limit: int = 100,
    ) -> list[Feedback]:
        """At most `limit` of what people said, the newest first; `chosen` is about when they said so."""
        check_limit(limit)
        said, kept = tables().feedback, tables().observations
        wanted = Chosen() if chosen is None else chosen
        where = list(in_time(said, wanted))
        if observation_id is not None:
            where.append(said.c.observation == to_column(observation_id))
        if wanted.slices:
            where.append(said.c.observation.in_(select(kept.c.id).where(*in_slices(kept, wanted))))
        with self._reading() as connection:
            statement, _ = self._following(connection, said, select(said).where(*where), after)
            return [feedback_of_row(row) for row in connection.execute(newest_first(said, statement, limit))]

    def _prune_observations(self, hour: int, *, with_counts: bool) -> None:
        """Take out what lies before an hour; the counts of the hours stay, unless they are meant too."""
        with self._writing() as connection:
            move_horizon(connection, hour)  # first, so that counts are right while observations leave
            note_removal(connection, 0)
            if with_counts:
                delete_counts(connection, hour // DAY_HOURS)
        for table in (tables().observations, tables().feedback):
            gone = 1
            while gone:
                with self._writing() as connection:
                    gone = delete_some(connection, table, hour)

    # reading

    def _window(self, connection: Connection, chosen: Chosen) -> Window:
        return window(chosen, horizon=self._horizon(connection))

    def _horizon(self, connection: Connection) -> int | None:
        hour: int | None = connection.execute(select(tables().observation_horizon.c.hour)).scalar()
        return hour

    def _newest(
        self, connection: Connection, statement: Any, wish: _Wish, after: str | None, limit: int
    ) -> Sequence[Any]:  # Any: a statement that reads observations, and its rows
        """Return the newest rows that are wished for; of slices, only hours that have some are looked at."""
        kept, chosen = tables().observations, wish.chosen
        where = [*in_time(kept, chosen), *in_slices(kept, chosen), *of_class(kept, wish.passed, wish.error_class)]
        statement, before = self._following(connection, kept, statement.where(*where), after)
        if not wish.by_hours:
            return connection.execute(newest_first(kept, statement, limit)).all()
        is_classed = wish.passed is not None or wish.error_class is not None
        table = tables().hour_classes if is_classed else tables().hours
        where = [*in_slices(table, chosen), *of_class(table, wish.passed, wish.error_class)]
        where += hours_of(table, chosen, before)
        hours = select(table.c.hour).where(*where).distinct().order_by(table.c.hour.desc())
        return rows_in_hours(connection, statement, hours, horizon=self._horizon(connection), limit=limit)

    def _following(
        self, connection: Connection, table: TableClause, statement: Any, after: str | None
    ) -> tuple[Any, int | None]:  # Any: a statement that reads this table
        """Return the statement for what follows the row of an id in the list, and the hour that it lies in."""
        from sqlalchemy import tuple_

        if after is None:
            return statement, None
        found = connection.execute(select(table.c.at, table.c.number).where(table.c.id == to_column(after))).first()
        if found is None:
            raise unknown_place("feedback" if table.name == "feedback" else "observation", after)
        place = tuple_(table.c.at, table.c.number) < tuple_(found.at, found.number)
        return statement.where(place), found.at // HOUR_MICROSECONDS
