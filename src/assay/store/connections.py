"""Connections to SQLite and PostgreSQL as a store needs them, and what their errors mean to a user."""

from __future__ import annotations

import os
import re
import sqlite3
import stat
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus

from assay.errors import InvalidValue, MissingExtra
from assay.store.base import StoreCorrupt, StoreFault, StoreUnusable
from assay.store.schema import MIGRATIONS, VERSION_TABLE, SchemaRow, known_schema, schema_of

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection, Engine

BUSY_SECONDS = 30
"""How long a writer waits for another one."""
WRITES = "assay_writes"
"""The execution option of a connection that will write."""
HIDDEN_FOLDER = ".assay"

MOST_VALUE_BYTES = 512 << 20
"""Of one text, record or row of SQLite, far more than any run writes."""
SUPER_JOURNAL = bytes.fromhex("d9d505f920a163d7")
"""The end of a journal that names another one, of several databases: SQLite deletes the file of that name."""
_PLAIN = re.compile(r'CREATE (?:TABLE|(?:UNIQUE )?INDEX \w+ ON) "?(\w+)"? ?\([\w ,]*\)', re.ASCII)
"""A table of the user's own or an index on one, in which SQLite computes nothing."""
_BROKEN_URL = re.compile(r"(?:postgres(?:ql)?|sqlite)(?:\+\w+)?:(?!memory:$)", re.IGNORECASE)
_CORRUPT = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_DENIED = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}
_POSTGRES_CORRUPT = {"XX001", "XX002"}
_POSTGRES_FULL = {"53100"}


def sqlite_engine(path: Path, busy_seconds: float = BUSY_SECONDS) -> Engine:
    """An engine on a file that it makes, with its folder, when they are not there."""
    from functools import partial

    from sqlalchemy import URL, create_engine, event

    _prepare(path)
    engine = create_engine(URL.create("sqlite+pysqlite", database=str(path)), connect_args={"timeout": busy_seconds})
    event.listen(engine, "connect", partial(_configure, where=str(path), busy_seconds=busy_seconds))
    event.listen(engine, "begin", _begin)
    return engine


def postgres_engine(url: URL) -> Engine:
    """An engine on a PostgreSQL database, through psycopg."""
    from sqlalchemy import create_engine

    try:
        import psycopg  # noqa: F401  # only whether it is there
    except ImportError as error:
        raise MissingExtra("A store in PostgreSQL", "psycopg", "postgres") from error
    arguments = {} if "connect_timeout" in url.query else {"connect_timeout": 10}
    return create_engine(url.set(drivername="postgresql+psycopg"), connect_args=arguments, pool_pre_ping=True)


def parsed_url(text: str) -> URL:
    """The parts of a database's URL; only those of SQLite and PostgreSQL are taken."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise InvalidValue(f"a store's URL must be like postgresql://user@host/database, got {_shown(text)}") from error
    family = url.drivername.partition("+")[0]
    if family not in ("sqlite", "postgresql", "postgres"):
        raise InvalidValue(f"a store is a path, or a URL of sqlite or postgresql, got {url.drivername!r}")
    if "@" in (url.host or ""):  # where a password ends would be a guess
        raise InvalidValue("a store's URL must have one @, before the host; one in a password is written %40")
    return url


def refuse_broken_url(text: str) -> None:
    """Raises for what was meant as a URL and would be taken for the name of a file, password and all."""
    if _BROKEN_URL.match(text):
        raise InvalidValue(
            f"a store's URL has :// behind its scheme, got {text.partition(':')[0]!r} with something else"
        )


def shown_url(url: URL) -> str:
    """The URL as it may be printed: wherever it has a password, there are stars.

    >>> shown_url(parsed_url("postgresql://me:secret@host/db?password=secret"))
    'postgresql://me:***@host/db?password=%2A%2A%2A'
    """
    query = {name: "***" if _is_secret(name) else value for name, value in url.query.items()}
    return url.set(query=query).render_as_string(hide_password=True)


def secrets_of(url: URL) -> tuple[str, ...]:
    """What an error of the database may repeat and nobody may print."""
    hidden = [value for name, value in url.query.items() if _is_secret(name)]
    texts = [url.password, *(text for value in hidden for text in ([value] if isinstance(value, str) else value))]
    plain = [str(text) for text in texts if text]
    return tuple(sorted({*plain, *map(quote, plain), *map(quote_plus, plain)}, key=len, reverse=True))


def _is_secret(name: str) -> bool:
    return any(word in name.lower() for word in ("pass", "secret", "token"))


@contextmanager
def explained(where: str, secrets: Sequence[str] = ()) -> Iterator[None]:
    """Turn an error of the database into one that says what happened to which store, and what to do.

    None of the `secrets` is in what it says. Where there are any, the error of the database, which may hold them, is
    not kept with the new one.
    """
    from sqlalchemy.exc import DBAPIError, SQLAlchemyError

    cause: Exception
    try:
        yield
    except DBAPIError as error:
        found, cause = _explanation(where, error.orig), error
    except SQLAlchemyError as error:
        found, cause = StoreFault(f"{where}: {error}"), error
    except sqlite3.Error as error:
        found, cause = _explanation(where, error), error
    else:
        return
    if not secrets:
        raise found from cause
    raise type(found)(_without(str(found), secrets)) from None


def _without(text: str, secrets: Sequence[str]) -> str:
    for secret in secrets:
        text = text.replace(secret, "***")
    return text


def corrupt(where: str, what: object) -> StoreCorrupt:
    """What to say about a store that cannot be read."""
    return StoreCorrupt(
        f"{where}: the store is damaged, or is no store of Assay ({what}). "
        "Name another store (ASSAY_STORE) or move it away to start a new one; "
        "`sqlite3 FILE .recover` may save what is readable in a damaged SQLite file"
    )


def _prepare(path: Path) -> None:
    """Make folder and file for this user alone; refuse what SQLite would explain badly."""
    from assay.files import make_private, private_folder

    if "\0" in str(path):
        raise StoreUnusable(f"the path of a store must not hold a NUL character, got {str(path)!r}")
    folder = path.parent
    new = not folder.exists()
    try:
        private_folder(folder)
        if new and folder.name == HIDDEN_FOLDER:
            (folder / ".gitignore").write_text("*\n", "utf-8")
        is_folder, is_file = path.is_dir(), path.exists()
    except (OSError, ValueError) as error:
        raise StoreUnusable(f"{path}: the folder of the store cannot be made: {error}") from error
    if is_folder:
        raise StoreUnusable(f"{path} is a folder; a store is a file, such as {path / 'assay.db'}")
    if is_file and not path.is_file():
        raise StoreUnusable(f"{path} is not a regular file, so it cannot be a store")
    effective = os.access in os.supports_effective_ids
    if is_file and not os.access(path, os.R_OK | os.W_OK, effective_ids=effective):
        raise StoreUnusable(f"{path} cannot be written by this user; change its mode, or name another store")
    if not os.access(folder, os.W_OK | os.X_OK, effective_ids=effective):
        raise StoreUnusable(f"{folder} cannot be written by this user, and a store needs to; name another place")
    if not is_file:  # SQLite gives its other files the mode of this one
        try:
            make_private(path)
        except OSError as error:
            raise StoreUnusable(f"{path}: the store cannot be made: {error.strerror}") from error
    for ending in ("journal", "wal", "shm"):
        _check_beside(Path(f"{os.path.realpath(path)}-{ending}"))


def _check_beside(path: Path) -> None:
    """Refuse a file that SQLite obeys when it opens the store beside it, and that no process of Assay has left."""
    try:
        is_regular, end = stat.S_ISREG(path.lstat().st_mode), b""
        if is_regular and path.name.endswith("-journal"):
            with path.open("rb") as file:
                file.seek(max(0, os.fstat(file.fileno()).st_size - len(SUPER_JOURNAL)))
                end = file.read(len(SUPER_JOURNAL))
    except FileNotFoundError:
        return
    except OSError as error:
        raise StoreFault(f"{path}: cannot be read, and the store beside it needs it: {error.strerror}") from error
    if not is_regular or end == SUPER_JOURNAL:
        what = "names a file that SQLite would delete" if is_regular else "is not a regular file"
        raise StoreFault(f"{path} {what}, so the store beside it is not opened; move it away")


def _configure(connection: Any, record: object, *, where: str, busy_seconds: float) -> None:
    # Any: a DBAPI connection of any kind
    connection.isolation_level = None  # we say BEGIN ourselves
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_VALUE_BYTES)
    cursor = connection.cursor()
    try:
        cursor.execute("PRAGMA trusted_schema = OFF")
        _check_schema(cursor, where)
        if cursor.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            cursor.execute("PRAGMA auto_vacuum = INCREMENTAL")
            _use_wal(cursor, busy_seconds)
        cursor.execute("PRAGMA synchronous = FULL")
    finally:
        cursor.close()


def _check_schema(cursor: Any, where: str) -> None:  # Any: a DBAPI cursor
    """Refuse a schema that no version of Assay has made: what a column, an index or a view computes may never end."""
    known, found = known_schema(), schema_of(cursor)
    tables = {name for _, name, _, _ in known}
    others = [one for one in found - known if one[3] and not _is_apart(one[3], tables)]
    if found and VERSION_TABLE not in {name for _, name, _, _ in found}:
        shown = ", ".join(sorted({table for _, _, table, _ in found})[:5])
        raise StoreUnusable(f"{where:.500} is a database of another program (tables: {shown:.200}); name another file")
    if others and not _is_newer(cursor, found & known):
        _, name, _, sql = min(others)
        raise corrupt(where, f"{name!r:.80} is not in the schema of a store: {sql!r:.80}")


def _is_apart(sql: str, tables: Collection[str]) -> bool:
    """Return whether this makes a table that is none of a store's, or an index on one, in which nothing is computed."""
    found = _PLAIN.fullmatch(sql)
    return found is not None and found[1].lower() not in tables


def _is_newer(cursor: Any, known: Collection[SchemaRow]) -> bool:  # Any: a DBAPI cursor
    """Return whether a store is of a later version, of which nothing but that version is read."""
    if VERSION_TABLE not in {name for _, name, _, _ in known}:
        return False
    versions = [row[0] for row in cursor.execute(f"SELECT version FROM {VERSION_TABLE}")]
    return len(versions) == 1 and isinstance(versions[0], int) and versions[0] > len(MIGRATIONS)


def _use_wal(cursor: Any, busy_seconds: float) -> None:  # Any: a DBAPI cursor
    """Switch to WAL; SQLite does not wait for the lock of this switch, so wait here."""
    import time

    for _ in range(1 + int(busy_seconds * 20)):
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            time.sleep(0.05)
        else:
            return
    raise StoreFault(f"another process has held the store for {busy_seconds:g} s while it was being made")


def _begin(connection: Connection) -> None:
    # A transaction that reads first and writes later fails at once when another one wrote in between.
    immediate = connection.get_execution_options().get(WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


def _explanation(where: str, error: BaseException | None) -> StoreFault:
    if isinstance(error, sqlite3.Error):
        return _sqlite_explanation(where, error)
    state = getattr(error, "sqlstate", None)
    if state in _POSTGRES_CORRUPT:
        return corrupt(where, error)
    if state in _POSTGRES_FULL:
        return _full(where, error)
    if state is None or state.startswith(("08", "57", "28", "3D")):
        return StoreFault(f"{where}: the database cannot be reached: {_first_line(error)}")
    return StoreFault(f"{where}: the database refused: {_first_line(error)}")


def _sqlite_explanation(where: str, error: sqlite3.Error) -> StoreFault:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the low byte is the kind, the rest its detail
    if code in _CORRUPT:
        return corrupt(where, error)
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        return _full(where, error)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreFault(f"{where}: another process has held the store for too long; try again when it has finished")
    if code in _DENIED:
        return StoreFault(f"{where}: the store cannot be opened or written ({error}); check the file and its folder")
    return StoreFault(f"{where}: {error}")


def _full(where: str, error: object) -> StoreFault:
    return StoreFault(
        f"{where}: the store could not be written ({_first_line(error)}): the disk is full, over a quota, or failing. "
        "What was written before is kept; make room (`assay store prune`) and run the same command again to go on"
    )


def _first_line(error: object) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _shown(text: str) -> str:
    """The URL as it may be printed: what stands before an `@` may be a password."""
    scheme, _, rest = text.partition("://")
    return repr(f"{scheme}://…@{rest.rpartition('@')[2]}" if "@" in rest else text)
