"""Trials and cached verdicts in a database: packed, in batches, and read a few at a time."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from assay.hashing import content_digest
from assay.records import Trial, Verdict
from assay.store.base import UNJUDGED, TrialKey, Wanted, check_trials, missing_trial
from assay.store.codec import Packed, from_column, pack, to_column, unpack, unpack_names
from assay.store.connections import corrupt
from assay.store.database import MANY, MICRO, chunks, parts, select, upsert
from assay.store.rows import Values, trial_values
from assay.store.schema import tables
from assay.store.sql_caching import SAME_USE, Caching

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, Row

_PLACES = 4096
"""Trials whose places are read at once: three numbers each."""


class SqlTrials(Caching):
    """The part of a store in a database that keeps trials and the verdict cache."""

    def __init__(self, location: str | os.PathLike[str], **how: Any) -> None:  # Any: arguments of `Caching`
        self._names = lru_cache(maxsize=256)(self._read_names)
        super().__init__(location, **how)

    def add_trials(self, run_id: str, trials: Sequence[tuple[int, Trial]]) -> None:
        """Keep trials with their place in the run, all or none; one that is there already is replaced."""
        check_trials(trials)
        packed = _packed(trials)
        with self._writing() as connection:
            self._put_trials(connection, self._known_number(connection, run_id), packed)

    def replace_trials(self, run_id: str, trials: Sequence[Trial]) -> None:
        """Put trials where those of the same problem and attempt stand, all or none."""
        check_trials([(0, trial) for trial in trials])
        packed = _packed([(0, trial) for trial in trials])
        with self._writing() as connection:
            number = self._known_number(connection, run_id)
            placed = [(self._sequence(connection, number, run_id, trial), trial, body) for _, trial, body in packed]
            self._put_trials(connection, number, placed)

    def trials(self, run_id: str, *, problem: str | None = None, verdict: Wanted | None = None) -> Iterator[Trial]:
        """The trials in their order, a few at a time in memory; places that are equal in the order of adding."""
        table = tables().trials
        where = [table.c.run == self._known(run_id)]
        if problem is not None:
            where.append(table.c.problem == to_column(problem))
        if verdict is not None:
            where.append(table.c.verdict.is_(None) if verdict == UNJUDGED else table.c.verdict == str(verdict))
        return self._stream(where)

    def judged(self, run_id: str) -> set[TrialKey]:
        """The trials that have a verdict; one with a fault may be tried again."""
        table = tables().trials
        statement = select(table.c.problem, table.c.attempt).where(
            table.c.run == self._known(run_id), table.c.verdict.is_not(None)
        )
        ids: dict[str, str] = {}  # one string for all attempts at a problem
        keys: set[TrialKey] = set()
        with self._reading() as connection:
            for part in connection.execution_options(yield_per=10_000).execute(statement).partitions():
                keys.update((ids.setdefault(row.problem, from_column(row.problem)), row.attempt) for row in part)
        return keys

    def counts(self, run_id: str) -> dict[Verdict | None, int]:
        """How many trials have each verdict; `None` counts the unjudged."""
        from sqlalchemy import func

        table = tables().trials
        statement = select(table.c.verdict, func.count().label("number")).where(table.c.run == self._known(run_id))
        rows = self._rows(statement.group_by(table.c.verdict))
        return {None if row.verdict is None else Verdict(row.verdict): row.number for row in rows}

    def remove_trials(self, run_id: str, keys: Collection[TrialKey]) -> int:
        """Take trials out; how many there were."""
        table = tables().trials
        removed = 0
        with self._writing() as connection:
            number = self._known_number(connection, run_id)
            for problem, attempt in keys:
                where = table.c.run == number, table.c.problem == to_column(problem), table.c.attempt == attempt
                removed += connection.execute(table.delete().where(*where)).rowcount
        return removed

    # verdict cache

    def cached(self, keys: Collection[str]) -> dict[str, Trial]:
        """The trials that the verdict cache has under these keys."""
        table = tables().verdicts
        key_of = {content_digest(key): key for key in keys}
        found: dict[str, Trial] = {}
        old: list[bytes] = []
        now = int(self._clock() * MICRO)
        for digests in parts(sorted(key_of), MANY):
            for row in self._rows(select(table).where(table.c.digest.in_(digests))):
                found[key_of[row.digest]] = self._trial(row)
                if now - row.used > SAME_USE * MICRO:
                    old.append(row.digest)
        self._note_use(table, old, now)
        return found

    def cache(self, items: Iterable[tuple[str, Trial]]) -> None:
        """Keep trials under the content of all that decided them; unjudged ones are left out."""
        packed = {content_digest(key): pack(trial) for key, trial in items if trial.verdict is not None}
        used = int(self._clock() * MICRO)
        values: list[Values] = [
            {"digest": digest, "used": used, "size": len(one.body), "names": one.names_digest, "body": one.body}
            for digest, one in sorted(packed.items())  # sorted, so that two writers never wait for each other
        ]
        with self._writing() as connection:
            self._put_names(connection, ((one.names_digest, one.names) for one in packed.values()))
            self._put(connection, tables().verdicts, values, key=("digest",))
            self._count_bytes(connection, tables().verdicts, sum(row["size"] for row in values))

    # trials, read a chunk at a time

    def _stream(self, where: Sequence[ColumnElement[bool]]) -> Iterator[Trial]:
        """Short reads one after another, so that a slow reader never keeps the database from tidying up."""
        from sqlalchemy import func, tuple_

        table = tables().trials
        place = select(table.c.sequence, table.c.number, func.length(table.c.body).label("size")).where(*where)
        place = place.order_by(table.c.sequence, table.c.number).limit(_PLACES)
        rows = self._rows(place)
        while rows:
            for numbers in chunks(rows):
                yield from self._chunk(numbers)
            last = rows[-1]
            after = tuple_(table.c.sequence, table.c.number) > tuple_(last.sequence, last.number)
            rows = self._rows(place.where(after))

    def _chunk(self, numbers: list[int]) -> Iterator[Trial]:
        table = tables().trials
        statement = select(table.c.number, table.c.names, table.c.body).where(table.c.number.in_(numbers))
        row_of = {row.number: row for row in self._rows(statement)}
        for number in numbers:
            if number in row_of:  # another process may have taken it out
                yield self._trial(row_of.pop(number))

    def _trial(self, row: Row[Any]) -> Trial:  # Any: a row with names and body
        try:
            return unpack(row.body, None if row.names is None else self._names(row.names))
        except ValueError as error:
            raise corrupt(self.location, f"a trial cannot be read: {error}") from error

    def _read_names(self, digest: bytes) -> tuple[str, ...]:
        table = tables().case_names
        rows = self._rows(select(table.c.body).where(table.c.digest == digest))
        if not rows:
            raise corrupt(self.location, f"the names of cases {digest.hex()[:16]} are gone")
        try:
            return unpack_names(rows[0].body)
        except ValueError as error:
            raise corrupt(self.location, f"the names of cases cannot be read: {error}") from error

    # writing

    def _put_trials(self, connection: Connection, number: int, packed: list[tuple[int, Trial, Packed]]) -> None:
        self._put_names(connection, ((body.names_digest, body.names) for _, _, body in packed))
        values = [trial_values(number, *row) for row in packed]
        self._put(connection, tables().trials, values, key=("run", "problem", "attempt"))

    def _sequence(self, connection: Connection, number: int, run_id: str, trial: Trial) -> int:
        table = tables().trials
        statement = select(table.c.sequence).where(
            table.c.run == number,
            table.c.problem == to_column(trial.problem_id),
            table.c.attempt == trial.candidate.attempt,
        )
        sequence: int | None = connection.execute(statement).scalar()
        if sequence is None:
            raise missing_trial(run_id, trial)
        return sequence

    def _put_names(self, connection: Connection, names: Iterable[tuple[bytes | None, bytes | None]]) -> None:
        values = [{"digest": digest, "body": body} for digest, body in sorted({pair for pair in names if pair[0]})]
        if values:
            insert = upsert(connection, tables().case_names)
            connection.execute(insert.on_conflict_do_nothing(index_elements=["digest"]), values)

    def _drop_unused_names(self, connection: Connection) -> None:
        known = tables()
        if connection.dialect.name == "postgresql":
            # A writer that found its names present must commit before we look who uses them.
            connection.exec_driver_sql("LOCK TABLE case_names IN SHARE ROW EXCLUSIVE MODE")
        used = (select(table.c.names).where(table.c.names.is_not(None)) for table in (known.trials, known.verdicts))
        connection.execute(known.case_names.delete().where(known.case_names.c.digest.not_in(next(used).union(*used))))


def _packed(trials: Sequence[tuple[int, Trial]]) -> list[tuple[int, Trial, Packed]]:
    """The trials with their bytes, the last one of each attempt, so that no statement meets a row twice."""
    last = {(trial.problem_id, trial.candidate.attempt): (sequence, trial) for sequence, trial in trials}
    return [(sequence, trial, pack(trial)) for sequence, trial in last.values()]
