"""One database, SQLite or PostgreSQL: its connections, its migration, and how rows are put and found."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from assay.errors import InvalidValue
from assay.settings import home_path
from assay.store.base import StoreFault, UnknownRun
from assay.store.codec import from_column, to_column
from assay.store.connections import (
    BUSY_SECONDS,
    WRITES,
    explained,
    parsed_url,
    postgres_engine,
    refuse_broken_url,
    secrets_of,
    shown_url,
    sqlite_engine,
)
from assay.store.damage import UNREADABLE, damage
from assay.store.rows import Values
from assay.store.schema import MIGRATIONS, VERSION_TABLE, Migration, is_current, migrate, tables

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine, Executable, Row, TableClause

T = TypeVar("T")

MANY = 500
"""Values in one statement: old SQLite versions take 999."""
MICRO = 1_000_000
_CHUNK_ROWS = 256
_CHUNK_BYTES = 4 << 20
"""Packed records that are in memory at once, unless one alone is larger."""


class Database:
    """What all parts of a store in a database stand on."""

    def __init__(
        self,
        location: str | os.PathLike[str],
        *,
        busy_seconds: float = BUSY_SECONDS,
        clock: Callable[[], float] = time.time,
        migrations: Sequence[Migration] = MIGRATIONS,
    ) -> None:
        self._path, self.location, make, self._secrets = _place(os.fspath(location), busy_seconds)
        self._clock = clock
        self._write_failed = False
        self._files: dict[str, os.stat_result] = {}
        """The files of SQLite that are open, by path: the store and its log."""
        with explained(self.location, self._secrets):
            self._engine = make()
            try:
                self._migrate(migrations)
            except UNREADABLE as error:
                self._engine.dispose()
                raise damage(self.location, error) from error
            except BaseException:
                self._engine.dispose()
                raise
        if self._path is not None:
            self._files[str(self._path)] = os.stat(self._path)
            self._note_log()

    def close(self) -> None:
        """Let go of files and connections."""
        self._engine.dispose()
        self._files.pop(f"{self._path}-wal", None)

    # connections

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with explained(self.location, self._secrets), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        try:
            with explained(self.location, self._secrets), self._engine.connect() as plain:
                connection = plain.execution_options(**{WRITES: True})
                with connection.begin():
                    yield connection
                    self._check_file()
        except StoreFault:
            self._write_failed = True
            raise
        self._write_failed = False

    def check_writable(self) -> None:
        """Raise `StoreFault` if the last write failed and a small one, tried now, fails too."""
        if self._write_failed:
            with self._writing() as connection:
                connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version = version")

    def _check_file(self) -> None:
        """Raise `StoreFault` if a file has been taken away: what is written would be gone with the last process."""
        try:
            is_there = all(os.path.samestat(os.stat(path), known) for path, known in self._files.items())
        except OSError:
            is_there = False
        if not is_there:
            raise StoreFault(
                f"{self.location}: the store or its log (-wal) was moved, removed or replaced while it was in use;"
                " nothing can be kept in it. Put it back, or start again"
            )
        self._note_log()

    def _note_log(self) -> None:
        log = f"{self._path}-wal"
        if self._path is not None and log not in self._files and os.path.exists(log):
            self._files[log] = os.stat(log)

    def _rows(self, statement: Executable) -> Sequence[Any]:  # Any: rows of any columns
        with self._reading() as connection:
            return connection.execute(statement).all()

    def _migrate(self, migrations: Sequence[Migration]) -> None:
        with self._reading() as connection:
            if is_current(connection, migrations):
                return
        with self._writing() as connection:
            migrate(connection, self.location, migrations)

    # rows

    def _put(self, connection: Connection, table: TableClause, values: list[Values], *, key: Sequence[str]) -> None:
        """Insert rows, or replace those of the same key."""
        if not values:
            return
        insert = upsert(connection, table)
        rest = {name: insert.excluded[name] for name in values[0] if name not in key}
        connection.execute(insert.on_conflict_do_update(index_elements=list(key), set_=rest), values)

    def _number(self, connection: Connection, run_id: str) -> int | None:
        runs = tables().runs
        number: int | None = connection.execute(select(runs.c.number).where(runs.c.id == to_column(run_id))).scalar()
        return number

    def _known_number(self, connection: Connection, run_id: str) -> int:
        number = self._number(connection, run_id)
        if number is None:
            runs = tables().runs
            newest = connection.execute(select(runs.c.id).order_by(runs.c.created.desc(), runs.c.number.desc()))
            raise UnknownRun(run_id, [from_column(known) for known in newest.scalars()])
        return number

    def _known(self, run_id: str) -> int:
        with self._reading() as connection:
            return self._known_number(connection, run_id)


def _place(location: str, busy_seconds: float) -> tuple[Path | None, str, Callable[[], Engine], tuple[str, ...]]:
    """The file, where it is one; the name to print; how to connect; and what is never to be printed."""
    if "://" not in location:
        refuse_broken_url(location)
        path = home_path(location)
        return path, str(path), lambda: sqlite_engine(path, busy_seconds), ()
    url = parsed_url(location)
    if url.drivername.startswith("sqlite"):
        if not url.database:
            raise InvalidValue(f"a URL of SQLite must name a file, as sqlite:///assay.db does, got {location!r}")
        path = Path(url.database)
        return path, str(path), lambda: sqlite_engine(path, busy_seconds), ()
    return None, shown_url(url), lambda: postgres_engine(url), secrets_of(url)


def select(*what: Any) -> Any:  # Any: a statement of whatever columns are asked for
    """A statement that reads these columns or tables."""
    import sqlalchemy

    return sqlalchemy.select(*what)


def upsert(connection: Connection, table: TableClause) -> Any:  # Any: both dialects have the same methods, no base
    """An insert that can say what happens to a row that is there."""
    if connection.dialect.name == "postgresql":
        from sqlalchemy.dialects import postgresql

        return postgresql.insert(table)
    from sqlalchemy.dialects import sqlite

    return sqlite.insert(table)


def parts(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """The items, so many at a time."""
    return (items[start : start + size] for start in range(0, len(items), size))


def chunks(rows: Iterable[Row[Any]]) -> Iterator[list[int]]:  # Any: rows with number and size
    """Numbers of rows that are small enough together."""
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
