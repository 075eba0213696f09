"""The tables of a store in a database, and the steps that bring an older one up to date."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from assay.store.base import StoreCorrupt, StoreFault
from assay.store.upgrading import options_to_specs

if TYPE_CHECKING:
    from sqlalchemy import Connection, TableClause

Migration = tuple["str | Callable[[Connection], None]", ...]
"""Steps that lead from one version to the next: statements, in which `{number}`, `{bytes}` and `{clustered}` stand
for what differs, and functions for what SQL alone cannot do, which change rows and never the schema."""
SchemaRow = tuple[str, str, str, str]
"""A row of SQLite's schema: kind, name, table, and the statement with single blanks, empty for an index of SQLite."""

_BLANKS = re.compile("[ \t\n\f\r]+")
_DAY = "CASE WHEN hour >= 0 THEN hour / 24 ELSE (hour - 23) / 24 END"
_SUMS = "sum(n), sum(passed), sum(cost), sum(costs), sum(latency), sum(latencies)"

# Steps that have been released never change: a database out there is at one of them.
MIGRATIONS: tuple[Migration, ...] = (
    (
        """CREATE TABLE runs (
            number {number}, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, benchmark TEXT NOT NULL,
            benchmark_version TEXT NOT NULL, created TEXT NOT NULL, state TEXT NOT NULL, model TEXT NOT NULL,
            model_version TEXT NOT NULL, source TEXT NOT NULL, plan TEXT NOT NULL, problems BIGINT NOT NULL,
            trials BIGINT NOT NULL, seconds DOUBLE PRECISION NOT NULL, labels TEXT NOT NULL, facts TEXT NOT NULL,
            options TEXT NOT NULL, notes TEXT NOT NULL)""",
        """CREATE TABLE scores (
            run BIGINT NOT NULL, place BIGINT NOT NULL, metric TEXT NOT NULL, k BIGINT, value DOUBLE PRECISION,
            n BIGINT NOT NULL, low DOUBLE PRECISION, high DOUBLE PRECISION, pooled DOUBLE PRECISION,
            signature TEXT NOT NULL, note TEXT NOT NULL, PRIMARY KEY (run, place))""",
        """CREATE TABLE trials (
            number {number}, run BIGINT NOT NULL, sequence BIGINT NOT NULL, problem TEXT NOT NULL,
            attempt BIGINT NOT NULL, verdict TEXT, fault TEXT NOT NULL, model_version TEXT NOT NULL,
            seconds DOUBLE PRECISION, memory_bytes BIGINT NOT NULL, cases BIGINT NOT NULL,
            cases_passed BIGINT NOT NULL, suspicions TEXT NOT NULL, names {bytes}, body {bytes} NOT NULL,
            UNIQUE (run, problem, attempt))""",
        "CREATE INDEX trials_in_order ON trials (run, sequence)",
        "CREATE TABLE case_names (digest {bytes} NOT NULL PRIMARY KEY, body {bytes} NOT NULL)",
    ),
    (
        """CREATE TABLE verdicts (
            digest {bytes} NOT NULL PRIMARY KEY, used BIGINT NOT NULL, size BIGINT NOT NULL, names {bytes},
            body {bytes} NOT NULL)""",
        "CREATE INDEX verdicts_by_use ON verdicts (used, size)",
    ),
    (
        """CREATE TABLE ratings (
            run TEXT NOT NULL, candidate TEXT NOT NULL, rater TEXT NOT NULL, created TEXT NOT NULL,
            correctness BIGINT NOT NULL, completeness BIGINT NOT NULL, edge_case_handling BIGINT NOT NULL,
            code_quality BIGINT NOT NULL, comments TEXT NOT NULL, PRIMARY KEY (run, candidate, rater))""",
    ),
    (
        "ALTER TABLE trials ADD COLUMN model TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE runs ADD COLUMN selected_problems BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE runs ADD COLUMN benchmark_problems BIGINT NOT NULL DEFAULT 0",
    ),
    (
        "CREATE TABLE leases (run BIGINT NOT NULL PRIMARY KEY, holder TEXT NOT NULL, seen BIGINT NOT NULL)",
        "UPDATE runs SET state = 'interrupted' WHERE state = 'running'",  # nobody says so of these
    ),
    (
        "CREATE TABLE reports (run BIGINT NOT NULL PRIMARY KEY, body TEXT NOT NULL)",
        "ALTER TABLE runs RENAME COLUMN options TO spec",
        options_to_specs,
    ),
    (
        """CREATE TABLE responses (
            digest {bytes} NOT NULL PRIMARY KEY, used BIGINT NOT NULL, size BIGINT NOT NULL, body {bytes} NOT NULL)""",
        "CREATE INDEX responses_by_use ON responses (used, size)",
        """CREATE TABLE known_solutions (
            digest {bytes} NOT NULL PRIMARY KEY, used BIGINT NOT NULL, size BIGINT NOT NULL, body {bytes} NOT NULL)""",
        "CREATE INDEX known_solutions_by_use ON known_solutions (used, size)",
        """CREATE TABLE solutions (
            number {number}, run BIGINT NOT NULL, problem TEXT NOT NULL, drafts BIGINT NOT NULL,
            abstained BIGINT NOT NULL, ended TEXT, calls BIGINT NOT NULL, tokens_in BIGINT NOT NULL,
            tokens_out BIGINT NOT NULL, cost_usd DOUBLE PRECISION, seconds DOUBLE PRECISION NOT NULL,
            body {bytes} NOT NULL, steps {bytes} NOT NULL, UNIQUE (run, problem))""",
        "CREATE INDEX solutions_in_order ON solutions (run, number)",
    ),
    (
        """CREATE TABLE quarantined (
            digest TEXT NOT NULL, problem TEXT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (digest, problem))""",
    ),
    (
        """CREATE TABLE alerts (
            rule TEXT NOT NULL, about TEXT NOT NULL, version BIGINT NOT NULL, body TEXT NOT NULL,
            PRIMARY KEY (rule, about))""",
        """CREATE TABLE alert_events (
            number {number}, at BIGINT NOT NULL, rule TEXT NOT NULL, about TEXT NOT NULL, change TEXT NOT NULL,
            summary TEXT NOT NULL, "by" TEXT NOT NULL)""",
        "CREATE INDEX alert_events_by_time ON alert_events (at)",
        """CREATE TABLE deliveries (
            number {number}, id TEXT NOT NULL UNIQUE, channel TEXT NOT NULL, created BIGINT NOT NULL,
            due BIGINT NOT NULL, state TEXT NOT NULL, tries BIGINT NOT NULL, body TEXT NOT NULL, error TEXT NOT NULL,
            ended BIGINT)""",
        "CREATE INDEX deliveries_by_state ON deliveries (state, due)",
        "CREATE INDEX deliveries_by_time ON deliveries (created)",
    ),
    (
        # Their values together may be too long for an index of PostgreSQL, so a digest stands for them.
        """CREATE TABLE slices (
            number {number}, digest {bytes} NOT NULL UNIQUE, stream TEXT NOT NULL, model TEXT NOT NULL,
            model_version TEXT NOT NULL, agent_version TEXT NOT NULL, task_type TEXT NOT NULL, arm TEXT NOT NULL,
            fingerprint TEXT NOT NULL)""",
        "CREATE INDEX slices_by_stream ON slices (stream)",
        """CREATE TABLE observations (
            number {number}, id TEXT NOT NULL UNIQUE, at BIGINT NOT NULL, slice BIGINT NOT NULL, task TEXT NOT NULL,
            error_class TEXT NOT NULL, cost DOUBLE PRECISION, latency DOUBLE PRECISION, run TEXT NOT NULL,
            message TEXT NOT NULL, labels TEXT NOT NULL)""",
        "CREATE INDEX observations_by_time ON observations (at, number)",
        "CREATE INDEX failures_by_task ON observations (task, at, number) WHERE error_class <> ''",
        "CREATE INDEX failures_by_class ON observations (error_class, at, number) WHERE error_class <> ''",
        """CREATE TABLE hours (
            hour BIGINT NOT NULL, slice BIGINT NOT NULL, n BIGINT NOT NULL, passed BIGINT NOT NULL,
            cost DOUBLE PRECISION NOT NULL, costs BIGINT NOT NULL, latency DOUBLE PRECISION NOT NULL,
            latencies BIGINT NOT NULL, PRIMARY KEY (hour, slice)){clustered}""",
        """CREATE TABLE hour_classes (
            hour BIGINT NOT NULL, slice BIGINT NOT NULL, error_class TEXT NOT NULL, n BIGINT NOT NULL,
            passed BIGINT NOT NULL, cost DOUBLE PRECISION NOT NULL, costs BIGINT NOT NULL,
            latency DOUBLE PRECISION NOT NULL, latencies BIGINT NOT NULL,
            PRIMARY KEY (hour, slice, error_class)){clustered}""",
        """CREATE TABLE hour_latencies (
            hour BIGINT NOT NULL, slice BIGINT NOT NULL, bucket BIGINT NOT NULL, n BIGINT NOT NULL,
            PRIMARY KEY (hour, slice, bucket)){clustered}""",
        "CREATE TABLE observation_horizon (hour BIGINT NOT NULL)",
        """CREATE TABLE feedback (
            number {number}, id TEXT NOT NULL UNIQUE, observation TEXT NOT NULL, at BIGINT NOT NULL,
            person TEXT NOT NULL, thumb BIGINT, stars BIGINT, words TEXT NOT NULL, accepted BIGINT,
            edit TEXT NOT NULL)""",
        "CREATE INDEX feedback_by_time ON feedback (at, number)",
        "CREATE INDEX feedback_by_observation ON feedback (observation, at, number)",
    ),
    (
        """CREATE TABLE tokens (
            id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, digest {bytes} NOT NULL,
            created BIGINT NOT NULL, expires BIGINT, used BIGINT, parent TEXT NOT NULL)""",
    ),
    ("CREATE INDEX observations_by_run ON observations (run, id) WHERE run <> ''",),
    (
        """CREATE TABLE days (
            day BIGINT NOT NULL, slice BIGINT NOT NULL, n BIGINT NOT NULL, passed BIGINT NOT NULL,
            cost DOUBLE PRECISION NOT NULL, costs BIGINT NOT NULL, latency DOUBLE PRECISION NOT NULL,
            latencies BIGINT NOT NULL, PRIMARY KEY (day, slice)){clustered}""",
        """CREATE TABLE day_classes (
            day BIGINT NOT NULL, slice BIGINT NOT NULL, error_class TEXT NOT NULL, n BIGINT NOT NULL,
            passed BIGINT NOT NULL, cost DOUBLE PRECISION NOT NULL, costs BIGINT NOT NULL,
            latency DOUBLE PRECISION NOT NULL, latencies BIGINT NOT NULL,
            PRIMARY KEY (day, slice, error_class)){clustered}""",
        """CREATE TABLE day_latencies (
            day BIGINT NOT NULL, slice BIGINT NOT NULL, bucket BIGINT NOT NULL, n BIGINT NOT NULL,
            PRIMARY KEY (day, slice, bucket)){clustered}""",
        *(
            f"INSERT INTO {table} SELECT {_DAY}, slice{rest}, {sums} FROM hour{table[3:]} GROUP BY {_DAY}, slice{rest}"
            for table, rest, sums in (
                ("days", "", _SUMS),
                ("day_classes", ", error_class", _SUMS),
                ("day_latencies", ", bucket", "sum(n)"),
            )
        ),
    ),
    # A row for each time that observations left, so that what was worked out from them can be known to be old.
    ("CREATE TABLE observation_removals (number {number}, n BIGINT NOT NULL)",),
)

_TYPES = {
    "sqlite": {"number": "INTEGER PRIMARY KEY", "bytes": "BLOB", "clustered": " WITHOUT ROWID"},
    "postgresql": {
        "number": "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY",
        "bytes": "BYTEA",
        "clustered": "",
    },
}
_LOCK = 0x4153534159
"""The number under which migrations of a PostgreSQL database wait for each other."""
VERSION_TABLE = "assay_schema"
_NEW_VERSION_TABLE = f"CREATE TABLE {VERSION_TABLE} (version INTEGER NOT NULL)"


# Reals have no type here: SQLAlchemy would turn the word NaN, which SQLite keeps, into a NaN, which it loses.
_COLUMNS = {
    "runs": (
        "number:i id:t name:t benchmark:t benchmark_version:t created:t state:t model:t model_version:t source:t "
        "plan:t problems:i selected_problems:i benchmark_problems:i trials:i seconds:r labels:t facts:t spec:t "
        "notes:t"
    ),
    "scores": "run:i place:i metric:t k:i value:r n:i low:r high:r pooled:r signature:t note:t",
    "trials": (
        "number:i run:i sequence:i problem:t attempt:i verdict:t fault:t model:t model_version:t seconds:r "
        "memory_bytes:i cases:i cases_passed:i suspicions:t names:b body:b"
    ),
    "case_names": "digest:b body:b",
    "verdicts": "digest:b used:i size:i names:b body:b",
    "ratings": (
        "run:t candidate:t rater:t created:t correctness:i completeness:i edge_case_handling:i code_quality:i "
        "comments:t"
    ),
    "leases": "run:i holder:t seen:i",
    "reports": "run:i body:t",
    "responses": "digest:b used:i size:i body:b",
    "known_solutions": "digest:b used:i size:i body:b",
    "solutions": (
        "number:i run:i problem:t drafts:i abstained:i ended:t calls:i tokens_in:i tokens_out:i cost_usd:r "
        "seconds:r body:b steps:b"
    ),
    "quarantined": "digest:t problem:t reason:t",
    "alerts": "rule:t about:t version:i body:t",
    "alert_events": "number:i at:i rule:t about:t change:t summary:t by:t",
    "deliveries": "number:i id:t channel:t created:i due:i state:t tries:i body:t error:t ended:i",
    "slices": "number:i digest:b stream:t model:t model_version:t agent_version:t task_type:t arm:t fingerprint:t",
    "observations": "number:i id:t at:i slice:i task:t error_class:t cost:r latency:r run:t message:t labels:t",
    "hours": "hour:i slice:i n:i passed:i cost:r costs:i latency:r latencies:i",
    "hour_classes": "hour:i slice:i error_class:t n:i passed:i cost:r costs:i latency:r latencies:i",
    "hour_latencies": "hour:i slice:i bucket:i n:i",
    "days": "day:i slice:i n:i passed:i cost:r costs:i latency:r latencies:i",
    "day_classes": "day:i slice:i error_class:t n:i passed:i cost:r costs:i latency:r latencies:i",
    "day_latencies": "day:i slice:i bucket:i n:i",
    "observation_horizon": "hour:i",
    "observation_removals": "number:i n:i",
    "feedback": "number:i id:t observation:t at:i person:t thumb:i stars:i words:t accepted:i edit:t",
    "tokens": "id:t name:t role:t digest:b created:i expires:i used:i parent:t",
}
"""The columns of each table of the newest version: i for integer, t for text, b for bytes, r for real."""


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables as statements name them."""

    runs: TableClause
    scores: TableClause
    trials: TableClause
    case_names: TableClause
    verdicts: TableClause
    ratings: TableClause
    leases: TableClause
    reports: TableClause
    responses: TableClause
    known_solutions: TableClause
    solutions: TableClause
    quarantined: TableClause
    alerts: TableClause
    alert_events: TableClause
    deliveries: TableClause
    slices: TableClause
    observations: TableClause
    hours: TableClause
    hour_classes: TableClause
    hour_latencies: TableClause
    days: TableClause
    day_classes: TableClause
    day_latencies: TableClause
    observation_horizon: TableClause
    observation_removals: TableClause
    feedback: TableClause
    tokens: TableClause


@cache
def tables() -> Tables:
    """The tables of the newest version, with the type of each column that is sent."""
    from sqlalchemy import BigInteger, LargeBinary, Text, column, table
    from sqlalchemy.types import NullType

    kinds = {"i": BigInteger, "t": Text, "b": LargeBinary, "r": NullType}

    def new_table(name: str, columns: str) -> TableClause:
        typed = (part.split(":") for part in columns.split())
        return table(name, *(column(label, kinds[kind]()) for label, kind in typed))

    return Tables(**{name: new_table(name, columns) for name, columns in _COLUMNS.items()})


def migrate(connection: Connection, where: str, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Bring the database to the newest version, inside the transaction that is open."""
    dialect = connection.dialect.name
    if dialect == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
    version = _version(connection, where)
    if version > len(migrations):
        raise newer(where, version, len(migrations))
    for statements in migrations[version:]:
        for statement in statements:
            if callable(statement):
                statement(connection)
            else:
                connection.exec_driver_sql(statement.format(**_TYPES[dialect]))
    if version < len(migrations):
        connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version = {len(migrations)}")


def schema_of(cursor: sqlite3.Cursor) -> frozenset[SchemaRow]:
    """Return the schema of a database, in which what SQLite takes for a blank is one blank, and nothing else is."""
    rows = cursor.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")
    return frozenset(
        (str(kind), str(name), str(table), " ".join(_BLANKS.split(str(sql or "").strip(" \t\n\f\r"))))
        for kind, name, table, sql in rows
    )


@cache
def known_schema() -> frozenset[SchemaRow]:
    """Return every row that the schema of a store has had in any version."""
    found = frozenset[SchemaRow]()
    with closing(sqlite3.connect(":memory:")) as connection:
        cursor = connection.cursor()
        cursor.execute(_NEW_VERSION_TABLE)
        for statements in MIGRATIONS:
            for statement in statements:
                if isinstance(statement, str):
                    cursor.execute(statement.format(**_TYPES["sqlite"]))
            found |= schema_of(cursor)
    return found


def is_current(connection: Connection, migrations: Sequence[Migration] = MIGRATIONS) -> bool:
    """Whether there is nothing to migrate; asks without taking the writers' lock."""
    from sqlalchemy import inspect

    if not inspect(connection).has_table(VERSION_TABLE):
        return False
    return list(connection.exec_driver_sql(f"SELECT version FROM {VERSION_TABLE}").scalars()) == [len(migrations)]


def newer(where: str, version: int, known: int) -> StoreFault:
    """What to say about a store that a later Assay has written."""
    return StoreFault(
        f"{where}: the store has schema version {version}, this Assay knows versions up to {known}; "
        "use the newer Assay that wrote it, or name another store (ASSAY_STORE)"
    )


def _version(connection: Connection, where: str) -> int:
    """The version the database is at; 0 for an empty one, which gets its version table."""
    from sqlalchemy import inspect

    if inspect(connection).has_table(VERSION_TABLE):
        rows = list(connection.exec_driver_sql(f"SELECT version FROM {VERSION_TABLE}").scalars())
        if len(rows) == 1 and isinstance(rows[0], int) and rows[0] >= 0:
            return rows[0]
        raise StoreCorrupt(f"{where}: {VERSION_TABLE} must hold one version, got {rows!r}")
    connection.exec_driver_sql(_NEW_VERSION_TABLE)
    connection.exec_driver_sql(f"INSERT INTO {VERSION_TABLE} VALUES (0)")
    return 0
