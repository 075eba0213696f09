"""An older store is brought up to date with all it holds; a newer one is left alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from assay.observations import Observation
from assay.records import Limits, Score
from assay.spec import About, BenchmarkRef, CandidatesRef, Judging, ReadingRules, RunSpec, RunState, Scoring, Subset
from assay.store.base import StoreCorrupt, StoreFault
from assay.store.codec import json_column
from assay.store.schema import MIGRATIONS, Migration, migrate
from assay.store.sql import SqlStore
from tests.store.builders import a_run, a_trial

VERSION_1 = """
CREATE TABLE assay_schema (version INTEGER NOT NULL);
INSERT INTO assay_schema VALUES (1);
CREATE TABLE runs (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, benchmark TEXT NOT NULL,
    benchmark_version TEXT NOT NULL, created TEXT NOT NULL, state TEXT NOT NULL, model TEXT NOT NULL,
    model_version TEXT NOT NULL, source TEXT NOT NULL, plan TEXT NOT NULL, problems BIGINT NOT NULL,
    trials BIGINT NOT NULL, seconds DOUBLE PRECISION NOT NULL, labels TEXT NOT NULL, facts TEXT NOT NULL,
    options TEXT NOT NULL, notes TEXT NOT NULL);
CREATE TABLE scores (
    run BIGINT NOT NULL, place BIGINT NOT NULL, metric TEXT NOT NULL, k BIGINT, value DOUBLE PRECISION,
    n BIGINT NOT NULL, low DOUBLE PRECISION, high DOUBLE PRECISION, pooled DOUBLE PRECISION,
    signature TEXT NOT NULL, note TEXT NOT NULL, PRIMARY KEY (run, place));
CREATE TABLE trials (
    number INTEGER PRIMARY KEY, run BIGINT NOT NULL, sequence BIGINT NOT NULL, problem TEXT NOT NULL,
    attempt BIGINT NOT NULL, verdict TEXT, fault TEXT NOT NULL, model_version TEXT NOT NULL,
    seconds DOUBLE PRECISION, memory_bytes BIGINT NOT NULL, cases BIGINT NOT NULL,
    cases_passed BIGINT NOT NULL, suspicions TEXT NOT NULL, names BLOB, body BLOB NOT NULL,
    UNIQUE (run, problem, attempt));
CREATE INDEX trials_in_order ON trials (run, sequence);
CREATE TABLE case_names (digest BLOB NOT NULL PRIMARY KEY, body BLOB NOT NULL);
INSERT INTO runs VALUES (1, 'old', 'weak', 'starter', '1', '2026-11-15T12:00:00.000000+00:00', 'finished', '', '', '',
    'p', 0, 1, 2.5, '{"team":"a"}', '{}', '{}', '[]');
INSERT INTO scores VALUES (1, 0, 'pass@1', 1, 0.5, 4, 0.1, 0.9, NULL, 's', '');
"""


OLD_BODY = bytes.fromhex(
    "01787d60515f0c8b562ad0378409a76940121d5cb3614c1e52c01627e602337bb15e56717e5e8e15509752aeae212898098512c8af304f20b91"
    "300c25a239b"
)
"""`pack(a_trial())` as Assay 0.1 wrote it, when a candidate had no model."""


def a_version_1_file(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.executescript(VERSION_1)
        row = (1, 0, "p/1", 0, "passed", "", "m-1", 0.0, 0, 3, 3, "", None, OLD_BODY)
        connection.execute("INSERT INTO trials VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    connection.close()


def version(path: Path) -> int:
    with sqlite3.connect(path) as connection:
        (number,) = connection.execute("SELECT version FROM assay_schema").fetchone()
    connection.close()
    assert isinstance(number, int)
    return number


def test_a_file_of_version_1_keeps_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "assay.db"
    a_version_1_file(path)
    store = SqlStore(path)
    run = store.get_run("old")

    assert (run.name, run.labels, run.seconds) == ("weak", {"team": "a"}, 2.5)
    assert run.scores == (Score("pass@1", 0.5, 4, (0.1, 0.9), "s", 1),)
    assert list(store.trials("old")) == [a_trial()]
    assert version(path) == len(MIGRATIONS)


def test_a_run_that_an_older_version_left_as_running_is_interrupted(tmp_path: Path) -> None:
    path = tmp_path / "assay.db"
    a_version_1_file(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE runs SET state = 'running'")
    connection.close()

    assert SqlStore(path).get_run("old").state is RunState.INTERRUPTED


def test_a_migrated_file_takes_what_is_new(tmp_path: Path) -> None:
    a_version_1_file(tmp_path / "assay.db")
    store = SqlStore(tmp_path / "assay.db")
    store.cache([("k", a_trial())])
    store.add_trials("old", [(0, a_trial(detail="again"))])
    store.add_run(a_run("new"))
    store.quarantine("d", {"p": "failed 1 of 3"})

    assert store.quarantined("d") == {"p": "failed 1 of 3"}
    assert store.cached(["k"]) == {"k": a_trial()}
    assert list(store.trials("old")) == [a_trial(detail="again")]
    assert {run.id for run in store.runs()} == {"old", "new"}


def test_many_that_open_an_old_file_at_once_migrate_it_once(tmp_path: Path) -> None:
    path = tmp_path / "assay.db"
    a_version_1_file(path)
    with ThreadPoolExecutor(6) as pool:
        stores = list(pool.map(SqlStore, [path] * 6))

    assert [len(list(store.trials("old"))) for store in stores] == [1] * 6
    assert version(path) == len(MIGRATIONS)


def test_a_step_that_fails_leaves_the_file_at_its_version(tmp_path: Path) -> None:
    path = tmp_path / "assay.db"
    a_version_1_file(path)
    broken: Sequence[Migration] = (
        *MIGRATIONS,
        ("ALTER TABLE trials ADD COLUMN more TEXT", "INSERT INTO nowhere VALUES (1)"),
    )

    with pytest.raises(StoreFault, match="nowhere"):
        SqlStore(path, migrations=broken)
    assert version(path) == 1
    assert list(SqlStore(path).trials("old")) == [a_trial()]


def test_a_later_step_is_taken_from_where_the_file_is(tmp_path: Path) -> None:
    path = tmp_path / "assay.db"
    SqlStore(path).add_run(a_run())
    more: Sequence[Migration] = (*MIGRATIONS, ("ALTER TABLE runs ADD COLUMN owner TEXT NOT NULL DEFAULT 'me'",))
    store = SqlStore(path, migrations=more)

    assert store.get_run("r1") == a_run()
    assert version(path) == len(MIGRATIONS) + 1


def test_a_store_of_a_newer_assay_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "assay.db"
    SqlStore(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE assay_schema SET version = 99")
    connection.close()

    known = rf"schema version 99, this Assay knows .* up to {len(MIGRATIONS)}"
    with pytest.raises(StoreFault, match=rf"assay\.db: the store has {known}"):
        SqlStore(path)
    assert version(path) == 99


@pytest.mark.parametrize("change", ["DELETE FROM assay_schema", "UPDATE assay_schema SET version = 'x'"])
def test_a_store_without_a_version_is_damaged(tmp_path: Path, change: str) -> None:
    SqlStore(tmp_path / "assay.db").close()
    with sqlite3.connect(tmp_path / "assay.db") as connection:
        connection.execute(change)
    connection.close()

    with pytest.raises(StoreCorrupt, match="must hold one version"):
        SqlStore(tmp_path / "assay.db")


def test_a_postgresql_store_of_version_1_is_migrated(postgres_url: str) -> None:
    import psycopg

    SqlStore(postgres_url, migrations=MIGRATIONS[:1]).close()
    with psycopg.connect(postgres_url) as connection:
        connection.execute(VERSION_1[VERSION_1.index("INSERT INTO runs") :])
        row = (1, 1, 0, "p/1", 0, "passed", "", "m-1", 0.0, 0, 3, 3, "", None, OLD_BODY)
        connection.execute(f"INSERT INTO trials VALUES ({', '.join(['%s'] * len(row))})", row)
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(SqlStore, [postgres_url] * 4))
    stores[0].cache([("k", a_trial())])

    assert list(stores[1].trials("old")) == [a_trial()]
    assert stores[1].get_run("old").benchmark_problems == 0
    assert stores[2].cached(["k"]) == {"k": a_trial()}
    for store in stores:
        store.close()


OPTIONS = {
    "benchmark": "/srv/mine", "problem_file": "", "challenge": False, "digest": "d1", "judge": "shared",
    "isolation": "seccomp", "python": None, "limits": {"seconds": 5.0, "case_seconds": 1.0}, "first_failure": True,
    "k": [1, 5], "problems": "1-3", "limit": 2, "attempts": None, "form": None, "extract": "never", "quality": True,
    "codebleu": [0.1, 0.2, 0.3, 0.4], "report": {"words": "half of them \udc80"},
}  # fmt: skip
"""As a run of schema version 5 kept what it was asked for, with its report among it."""
INSERT = """INSERT INTO runs (id, name, benchmark, benchmark_version, created, state, model, model_version, source,
    plan, problems, trials, seconds, labels, facts, options, notes) VALUES ('{id}', 'weak', 'mine', '7', '2026',
    'finished', 'm', '2', 'c.jsonl', 'p', 1, 1, 2.5, '{{"team":"a"}}', '{{}}', {options}, '[]')"""


def put_old_runs(mark: str, connection: Any) -> None:  # Any: a connection of either driver
    for run_id, options in (("asked", OPTIONS), ("ca", {"groundtruth": "truth", "prediction": "new"}), ("bare", {})):
        connection.execute(INSERT.format(id=run_id, options=mark), (json_column(options),))
    connection.commit()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_what_a_run_was_asked_for_becomes_its_spec(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    place = str(tmp_path / "assay.db") if kind == "sqlite" else request.getfixturevalue("postgres_url")
    SqlStore(place, migrations=MIGRATIONS[:5]).close()
    if kind == "sqlite":
        with closing(sqlite3.connect(place)) as connection:
            put_old_runs("?", connection)
    else:
        import psycopg

        with closing(psycopg.connect(place)) as connection:
            put_old_runs("%s", connection)
    store = SqlStore(place)

    assert store.get_run("asked").spec == RunSpec(
        BenchmarkRef("/srv/mine", name="mine", version="7", digest="d1"),
        CandidatesRef("c.jsonl"),
        Subset("1-3", 2),
        ReadingRules(extract="never"),
        Judging("shared", Limits(seconds=5.0, case_seconds=1.0), isolation="seccomp", first_failure=True),
        Scoring((1, 5), quality=True, codebleu=True, codebleu_weights=(0.1, 0.2, 0.3, 0.4)),
        About("weak", "m", "2", labels={"team": "a"}),
    )
    assert store.report("asked") == {"words": "half of them \udc80"}
    assert [(store.get_run(name).spec, store.report(name)) for name in ("ca", "bare")] == [(None, None)] * 2
    store.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_counts_by_the_day_come_from_those_by_the_hour(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    place = str(tmp_path / "assay.db") if kind == "sqlite" else request.getfixturevalue("postgres_url")
    with closing(SqlStore(place)) as store:
        store.add_observations(
            [
                Observation(f"t{hour}", hour % 2 == 0, datetime(1970, 1, 1, tzinfo=UTC) + timedelta(hours=hour),
                            cost_usd=0.5, latency_seconds=1.0)
                for hour in (-49, -48, -25, -24, -1, 0, 23, 24, 47, 48)
            ]
        )  # fmt: skip
        with store._writing() as connection:
            kept = _day_rows(connection)
            for table in ("days", "day_classes", "day_latencies"):
                connection.exec_driver_sql(f"DROP TABLE {table}")
            step = next(number for number, step in enumerate(MIGRATIONS) if "CREATE TABLE days" in str(step[0]))
            connection.exec_driver_sql(f"UPDATE assay_schema SET version = {step}")
            migrate(connection, place, MIGRATIONS[: step + 1])

            assert _day_rows(connection) == kept
            assert [row[0] for row in kept["days"]] == [-3, -2, -1, 0, 1, 2]


def _day_rows(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:  # Any: columns
    return {
        table: [tuple(row) for row in connection.exec_driver_sql(f"SELECT * FROM {table} ORDER BY 1, 2, 3")]
        for table in ("days", "day_classes", "day_latencies")
    }
