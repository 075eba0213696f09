"""The store in a database: one SQLite file by default, PostgreSQL by URL, through SQLAlchemy Core."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import timedelta
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from assay.errors import InvalidValue
from assay.hashing import content_digest
from assay.records import Run, RunState, Trial, Verdict
from assay.store.base import (
    CACHE_BYTES,
    RATING_GRADES,
    RATING_TEXTS,
    UNJUDGED,
    Pruned,
    Rating,
    StoreSize,
    TrialKey,
    UnknownRun,
    Wanted,
    check_bounds,
    check_rating,
    check_run,
    check_trials,
    choose_run,
    missing_trial,
    prunable,
)
from assay.store.codec import Packed, from_column, pack, to_column, unpack, unpack_names
from assay.store.engines import (
    BUSY_SECONDS,
    WRITES,
    corrupt,
    explained,
    parsed_url,
    postgres_engine,
    refuse_broken_url,
    secrets_of,
    shown_url,
    sqlite_engine,
)
from assay.store.leases import Holder, Lease, as_it_stands, may_hold
from assay.store.rows import Values, run_of, run_values, score_of, score_values, trial_values
from assay.store.schema import MIGRATIONS, Migration, is_current, migrate, tables

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, Engine, Executable, Row, TableClause

T = TypeVar("T")

_PLACES = 4096
"""Trials whose places are read at once: three numbers each."""
_CHUNK_ROWS = 256
_CHUNK_BYTES = 4 << 20
"""Packed trials that are in memory at once, unless one alone is larger."""
_MANY = 500
"""Values in one statement: old SQLite versions take 999."""
_SAME_USE = 86_400
"""Seconds in which a second use of a cached verdict is not noted, so that reading seldom writes."""
_MICRO = 1_000_000


class SqlStore:
    """Runs, trials and cached verdicts in a database.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = SqlStore(Path(folder, "assay.db"))
    ...     store.add_run(Run("r1", "starter", "1", labels={"team": "a"}))
    ...     found = store.find_run("r")
    ...     store.close()
    >>> found.labels
    {'team': 'a'}
    """

    def __init__(
        self,
        location: str | os.PathLike[str],
        *,
        cache_bytes: int = CACHE_BYTES,
        busy_seconds: float = BUSY_SECONDS,
        clock: Callable[[], float] = time.time,
        migrations: Sequence[Migration] = MIGRATIONS,
    ) -> None:
        self._path, self.location, make, self._secrets = _place(os.fspath(location), busy_seconds)
        self._cache_bytes = cache_bytes
        self._uncounted_bytes = 0
        self._clock = clock
        self._names = lru_cache(maxsize=256)(self._read_names)
        with explained(self.location, self._secrets):
            self._engine = make()
            try:
                self._migrate(migrations)
            except BaseException:
                self._engine.dispose()
                raise

    # runs

    def add_run(self, run: Run) -> None:
        """Keep a new run; its id must not be taken."""
        check_run(run)
        with self._writing() as connection:
            insert = _upsert(connection, tables().runs).values(**run_values(run))
            insert = insert.on_conflict_do_nothing(index_elements=["id"]).execution_options(preserve_rowcount=True)
            if connection.execute(insert).rowcount != 1:
                raise InvalidValue(f"there is a run with the id {run.id!r} already")
            self._put_scores(connection, self._known_number(connection, run.id), run)

    def update_run(self, run: Run) -> None:
        """Keep the run as it stands now, under its id."""
        check_run(run)
        runs, scores = tables().runs, tables().scores
        with self._writing() as connection:
            number = self._known_number(connection, run.id)
            connection.execute(runs.update().where(runs.c.number == number).values(**run_values(run)))
            connection.execute(scores.delete().where(scores.c.run == number))
            self._put_scores(connection, number, run)

    def get_run(self, run_id: str) -> Run:
        """The run of exactly that id."""
        found = self._runs(tables().runs.c.id == to_column(run_id))
        if not found:
            raise UnknownRun(run_id, [known for known, _ in self._listing()])
        return found[0]

    def find_run(self, text: str) -> Run:
        """The run meant by an id, a name (the newest of that name), a unique prefix of an id, or `latest`."""
        return self.get_run(choose_run(text, self._listing()))

    def runs(
        self, *, limit: int | None = None, benchmark: str | None = None, labels: Mapping[str, str] | None = None
    ) -> list[Run]:
        """Runs, the newest first; with `labels`, those that carry all of them."""
        where = [] if benchmark is None else [tables().runs.c.benchmark == to_column(benchmark)]
        limit = None if limit is None else max(limit, 0)
        if not labels:
            return self._runs(*where, limit=limit)
        found = (run for run in self._runs(*where) if labels.items() <= run.labels.items())
        return list(islice(found, limit))

    def unfinished(self, plan: str) -> Run | None:
        """The newest run of that plan that is not finished."""
        runs = tables().runs
        found = self._runs(runs.c.plan == to_column(plan), runs.c.state != RunState.FINISHED.value, limit=1)
        return found[0] if found else None

    def hold(self, run_id: str, holder: Holder, *, by_force: bool = False) -> Holder:
        """Who has the run from now on: `holder`, unless another one has it that lives; with `by_force` in any case."""
        leases, now = tables().leases, self._clock()
        with self._writing() as connection:
            number = self._known_number(connection, run_id)
            values = {"run": number, "holder": to_column(holder.as_text()), "seen": int(now * _MICRO)}
            insert = _upsert(connection, leases).values(**values).on_conflict_do_nothing(index_elements=["run"])
            if connection.execute(insert.execution_options(preserve_rowcount=True)).rowcount == 1:
                return holder
            locked = connection.execute(_select(leases).where(leases.c.run == number).with_for_update()).one()
            found, state = self._lease(locked), self._state(connection, number)
            if not by_force and not may_hold(holder, state, found, now):
                return found.holder
            connection.execute(leases.update().where(leases.c.run == number).values(**values))
            return holder

    def delete_run(self, run_id: str) -> None:
        """Take a run and its trials out."""
        with self._writing() as connection:
            self._delete(connection, self._known_number(connection, run_id))
            self._drop_unused_names(connection)
        self._give_space_back()

    # trials

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
        statement = _select(table.c.problem, table.c.attempt).where(
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
        statement = _select(table.c.verdict, func.count().label("number")).where(table.c.run == self._known(run_id))
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
        now = int(self._clock() * _MICRO)
        for digests in _parts(sorted(key_of), _MANY):
            for row in self._rows(_select(table).where(table.c.digest.in_(digests))):
                found[key_of[row.digest]] = self._trial(row)
                if now - row.used > _SAME_USE * _MICRO:
                    old.append(row.digest)
        self._note_use(old, now)
        return found

    def cache(self, items: Iterable[tuple[str, Trial]]) -> None:
        """Keep trials under the content of all that decided them; unjudged ones are left out."""
        packed = {content_digest(key): pack(trial) for key, trial in items if trial.verdict is not None}
        used = int(self._clock() * _MICRO)
        values: list[Values] = [
            {"digest": digest, "used": used, "size": len(one.body), "names": one.names_digest, "body": one.body}
            for digest, one in sorted(packed.items())  # sorted, so that two writers never wait for each other
        ]
        with self._writing() as connection:
            self._put_names(connection, ((one.names_digest, one.names) for one in packed.values()))
            self._put(connection, tables().verdicts, values, key=("digest",))
            self._uncounted_bytes += sum(row["size"] for row in values)
            if self._uncounted_bytes > self._cache_bytes // 16:
                self._trim(connection, self._cache_bytes)
                self._uncounted_bytes = 0

    # housekeeping

    def add_rating(self, rating: Rating) -> None:
        """Keep what a person says of a candidate, in the place of what the same person said of it before."""
        check_rating(rating)
        values = {name: to_column(rating[name]) for name in RATING_TEXTS} | {
            name: rating[name] for name in RATING_GRADES
        }
        with self._writing() as connection:
            self._put(connection, tables().ratings, [values], key=("run", "candidate", "rater"))

    def ratings(self, run: str | None = None) -> list[Rating]:
        """What people said, of one run or of all, in the order of run, candidate and rater."""
        kept = tables().ratings
        where = [] if run is None else [kept.c.run == to_column(run)]
        rows = self._rows(_select(kept).where(*where))
        found = [
            {name: from_column(getattr(row, name)) for name in RATING_TEXTS}
            | {name: getattr(row, name) for name in RATING_GRADES}
            for row in rows
        ]
        return sorted(found, key=lambda rating: (rating["run"], rating["candidate"], rating["rater"]))

    def size(self) -> StoreSize:
        """How much is in it."""
        from sqlalchemy import func

        known = tables()
        runs, trials = (self._rows(_select(func.count()).select_from(t))[0][0] for t in (known.runs, known.trials))
        cache = self._rows(_select(func.count(), func.coalesce(func.sum(known.verdicts.c.size), 0)))[0]
        return StoreSize(self.location, self._total_bytes(), runs, trials, cache[0], int(cache[1]))

    def prune(
        self, *, keep_runs: int | None = None, older_than: timedelta | None = None, cache_bytes: int | None = None
    ) -> Pruned:
        """Take out runs that are neither among the newest nor young, and give their space back."""
        check_bounds(keep_runs, older_than, cache_bytes)
        before, now, verdicts = self.size(), self._clock(), tables().verdicts
        doomed = prunable(self.runs(), now=now, keep_runs=keep_runs, older_than=older_than)
        with self._writing() as connection:
            for run_id in doomed:
                number = self._number(connection, run_id)
                if number is not None:
                    self._delete(connection, number)
            if older_than is not None:
                border = int((now - older_than.total_seconds()) * _MICRO)
                connection.execute(verdicts.delete().where(verdicts.c.used < border))
            self._trim(connection, self._cache_bytes if cache_bytes is None else cache_bytes)
            self._drop_unused_names(connection)
        self._give_space_back()
        after = self.size()
        return Pruned(
            runs=before.runs - after.runs,
            trials=before.trials - after.trials,
            verdicts=before.verdicts - after.verdicts,
            freed_bytes=before.total_bytes - after.total_bytes,
        )

    def close(self) -> None:
        """Let go of files and connections."""
        self._engine.dispose()

    # connections

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with explained(self.location, self._secrets), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with explained(self.location, self._secrets), self._engine.connect() as plain:
            connection = plain.execution_options(**{WRITES: True})
            with connection.begin():
                yield connection

    def _rows(self, statement: Executable) -> Sequence[Any]:  # Any: rows of any columns
        with self._reading() as connection:
            return connection.execute(statement).all()

    def _migrate(self, migrations: Sequence[Migration]) -> None:
        with self._reading() as connection:
            if is_current(connection, migrations):
                return
        with self._writing() as connection:
            migrate(connection, self.location, migrations)

    # runs and their numbers

    def _runs(self, *where: ColumnElement[bool], limit: int | None = None) -> list[Run]:
        runs, scores = tables().runs, tables().scores
        chosen = _select(runs).where(*where).order_by(runs.c.created.desc(), runs.c.number.desc()).limit(limit)
        with self._reading() as connection:
            rows = connection.execute(chosen).all()
            leases = self._leases(connection, [row.number for row in rows if row.state == RunState.RUNNING.value])
            scores_of: dict[int, list[Any]] = {row.number: [] for row in rows}  # Any: scores' rows
            for numbers in _parts(list(scores_of), _MANY):
                statement = _select(scores).where(scores.c.run.in_(numbers)).order_by(scores.c.run, scores.c.place)
                for score in connection.execute(statement):
                    scores_of[score.run].append(score)
        now = self._clock()
        try:
            return [
                as_it_stands(run_of(row, map(score_of, scores_of[row.number])), leases.get(row.number), now)
                for row in rows
            ]
        except (ValueError, TypeError) as error:
            raise corrupt(self.location, f"a run cannot be read: {error}") from error

    def _listing(self) -> list[tuple[str, str]]:
        runs = tables().runs
        statement = _select(runs.c.id, runs.c.name).order_by(runs.c.created.desc(), runs.c.number.desc())
        return [(from_column(row.id), from_column(row.name)) for row in self._rows(statement)]

    def _number(self, connection: Connection, run_id: str) -> int | None:
        runs = tables().runs
        number: int | None = connection.execute(_select(runs.c.number).where(runs.c.id == to_column(run_id))).scalar()
        return number

    def _known_number(self, connection: Connection, run_id: str) -> int:
        number = self._number(connection, run_id)
        if number is None:
            runs = tables().runs
            newest = connection.execute(_select(runs.c.id).order_by(runs.c.created.desc(), runs.c.number.desc()))
            raise UnknownRun(run_id, [from_column(known) for known in newest.scalars()])
        return number

    def _known(self, run_id: str) -> int:
        with self._reading() as connection:
            return self._known_number(connection, run_id)

    def _leases(self, connection: Connection, numbers: Sequence[int]) -> dict[int, Lease]:
        leases = tables().leases
        found: dict[int, Lease] = {}
        for part in _parts(numbers, _MANY):
            rows = connection.execute(_select(leases).where(leases.c.run.in_(part)))
            found.update((row.run, self._lease(row)) for row in rows)
        return found

    def _lease(self, row: Any) -> Lease:  # Any: a row of leases
        try:
            return Lease(Holder.from_text(from_column(row.holder)), row.seen / _MICRO)
        except (ValueError, TypeError) as error:
            raise corrupt(self.location, f"a lease cannot be read: {error}") from error

    def _state(self, connection: Connection, number: int) -> RunState:
        runs = tables().runs
        return RunState(connection.execute(_select(runs.c.state).where(runs.c.number == number)).scalar_one())

    def _put_scores(self, connection: Connection, number: int, run: Run) -> None:
        if run.scores:
            connection.execute(tables().scores.insert(), score_values(number, run.scores))

    def _delete(self, connection: Connection, number: int) -> None:
        known = tables()
        name = _select(known.runs.c.id).where(known.runs.c.number == number).scalar_subquery()
        connection.execute(known.ratings.delete().where(known.ratings.c.run == name))
        connection.execute(known.trials.delete().where(known.trials.c.run == number))
        connection.execute(known.scores.delete().where(known.scores.c.run == number))
        connection.execute(known.leases.delete().where(known.leases.c.run == number))
        connection.execute(known.runs.delete().where(known.runs.c.number == number))

    # trials, read a chunk at a time

    def _stream(self, where: Sequence[ColumnElement[bool]]) -> Iterator[Trial]:
        """Short reads one after another, so that a slow reader never keeps the database from tidying up."""
        from sqlalchemy import func, tuple_

        table = tables().trials
        place = _select(table.c.sequence, table.c.number, func.length(table.c.body).label("size")).where(*where)
        place = place.order_by(table.c.sequence, table.c.number).limit(_PLACES)
        rows = self._rows(place)
        while rows:
            for numbers in _chunks(rows):
                yield from self._chunk(numbers)
            last = rows[-1]
            after = tuple_(table.c.sequence, table.c.number) > tuple_(last.sequence, last.number)
            rows = self._rows(place.where(after))

    def _chunk(self, numbers: list[int]) -> Iterator[Trial]:
        table = tables().trials
        statement = _select(table.c.number, table.c.names, table.c.body).where(table.c.number.in_(numbers))
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
        rows = self._rows(_select(table.c.body).where(table.c.digest == digest))
        if not rows:
            raise corrupt(self.location, f"the names of cases {digest.hex()[:16]} are gone")
        try:
            return unpack_names(rows[0].body)
        except ValueError as error:
            raise corrupt(self.location, f"the names of cases cannot be read: {error}") from error

    # writing

    def _put(self, connection: Connection, table: TableClause, values: list[Values], *, key: Sequence[str]) -> None:
        """Insert rows, or replace those of the same key."""
        if not values:
            return
        insert = _upsert(connection, table)
        rest = {name: insert.excluded[name] for name in values[0] if name not in key}
        connection.execute(insert.on_conflict_do_update(index_elements=list(key), set_=rest), values)

    def _put_trials(self, connection: Connection, number: int, packed: list[tuple[int, Trial, Packed]]) -> None:
        self._put_names(connection, ((body.names_digest, body.names) for _, _, body in packed))
        values = [trial_values(number, *row) for row in packed]
        self._put(connection, tables().trials, values, key=("run", "problem", "attempt"))

    def _sequence(self, connection: Connection, number: int, run_id: str, trial: Trial) -> int:
        table = tables().trials
        statement = _select(table.c.sequence).where(
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
            insert = _upsert(connection, tables().case_names)
            connection.execute(insert.on_conflict_do_nothing(index_elements=["digest"]), values)

    def _note_use(self, digests: list[bytes], now: int) -> None:
        table = tables().verdicts
        if digests:
            with self._writing() as connection:
                for part in _parts(digests, _MANY):
                    connection.execute(table.update().where(table.c.digest.in_(part)).values(used=now))

    # space

    def _trim(self, connection: Connection, cache_bytes: int) -> None:
        """Let the verdicts go that were not used for longest, until the rest fits."""
        from sqlalchemy import func

        table = tables().verdicts
        excess = int(connection.execute(_select(func.coalesce(func.sum(table.c.size), 0))).scalar() or 0) - cache_bytes
        if excess <= 0:
            return
        border = None
        by_use = _select(table.c.used, func.sum(table.c.size).label("size")).group_by(table.c.used)
        for row in connection.execute(by_use.order_by(table.c.used)):
            border, excess = row.used, excess - int(row.size)
            if excess <= 0:
                break
        connection.execute(table.delete().where(table.c.used <= border))

    def _drop_unused_names(self, connection: Connection) -> None:
        known = tables()
        if connection.dialect.name == "postgresql":
            # A writer that found its names present must commit before we look who uses them.
            connection.exec_driver_sql("LOCK TABLE case_names IN SHARE ROW EXCLUSIVE MODE")
        used = (_select(table.c.names).where(table.c.names.is_not(None)) for table in (known.trials, known.verdicts))
        connection.execute(known.case_names.delete().where(known.case_names.c.digest.not_in(next(used).union(*used))))

    def _give_space_back(self) -> None:
        self._names.cache_clear()
        if self._path is None:
            return  # PostgreSQL tidies up by itself
        with explained(self.location, self._secrets), closing(self._engine.raw_connection()) as connection:
            # A script, because `execute` stops after the first page that was freed.
            connection.cursor().executescript("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE);")

    def _total_bytes(self) -> int:
        if self._path is not None:
            files = (self._path, Path(f"{self._path}-wal"))
            return sum(file.stat().st_size for file in files if file.exists())
        names = ("runs", "scores", "trials", "case_names", "verdicts", "leases")
        sizes = " + ".join(f"pg_total_relation_size('{name}')" for name in names)
        with self._reading() as connection:
            return int(connection.exec_driver_sql(f"SELECT {sizes}").scalar_one())


def _place(location: str, busy_seconds: float) -> tuple[Path | None, str, Callable[[], Engine], tuple[str, ...]]:
    """The file, where it is one; the name to print; how to connect; and what is never to be printed."""
    if "://" not in location:
        refuse_broken_url(location)
        path = Path(location).expanduser()
        return path, str(path), lambda: sqlite_engine(path, busy_seconds), ()
    url = parsed_url(location)
    if url.drivername.startswith("sqlite"):
        if not url.database:
            raise InvalidValue(f"a URL of SQLite must name a file, as sqlite:///assay.db does, got {location!r}")
        path = Path(url.database)
        return path, str(path), lambda: sqlite_engine(path, busy_seconds), ()
    return None, shown_url(url), lambda: postgres_engine(url), secrets_of(url)


def _select(*what: Any) -> Any:  # Any: a statement of whatever columns are asked for
    from sqlalchemy import select

    return select(*what)


def _upsert(connection: Connection, table: TableClause) -> Any:  # Any: both dialects have the same methods, no base
    if connection.dialect.name == "postgresql":
        from sqlalchemy.dialects import postgresql

        return postgresql.insert(table)
    from sqlalchemy.dialects import sqlite

    return sqlite.insert(table)


def _packed(trials: Sequence[tuple[int, Trial]]) -> list[tuple[int, Trial, Packed]]:
    """The trials with their bytes, the last one of each attempt, so that no statement meets a row twice."""
    last = {(trial.problem_id, trial.candidate.attempt): (sequence, trial) for sequence, trial in trials}
    return [(sequence, trial, pack(trial)) for sequence, trial in last.values()]


def _parts(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (items[start : start + size] for start in range(0, len(items), size))


def _chunks(rows: Iterable[Row[Any]]) -> Iterator[list[int]]:  # Any: rows with number and size
    """Numbers of trials that are small enough together."""
    chunk: list[int] = []
    size = 0
    for row in rows:
        if chunk and (len(chunk) >= _CHUNK_ROWS or size + row.size > _CHUNK_BYTES):
            yield chunk
            chunk, size = [], 0
        chunk.append(row.number)
        size += row.size
    if chunk:
        yield chunk
