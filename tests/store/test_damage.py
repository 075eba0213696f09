"""A damaged store is a clear fault with status 3, never a traceback; and what a store writes is for its user alone."""

from __future__ import annotations

import os
import random
import sqlite3
import stat
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from assay.errors import AssayError, Fault
from assay.models.replay import RecordingModel
from assay.models.scripted import ScriptedModel
from assay.store.base import StoreCorrupt, StoreFault, StoreUnusable
from assay.store.sql import SqlStore
from tests.store.builders import a_run
from tests.store.damage_paths import READS, WRITES, fill

Damage = Callable[[bytearray, random.Random], None]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("whole") / "a.db"
    fill(path)
    return path.read_bytes()


def flip_bits(data: bytearray, chance: random.Random) -> None:
    for _ in range(chance.randint(1, 3)):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def flip_letters(data: bytearray, chance: random.Random) -> None:
    """Change what SQLite does not look at: the content of cells."""
    for _ in range(chance.randint(1, 40)):
        place = chance.randrange(4096, len(data))
        if 32 < data[place] < 127:
            data[place] = chance.randrange(33, 126)


def scatter(data: bytearray, chance: random.Random) -> None:
    for _ in range(chance.randint(50, 2000)):
        data[chance.randrange(len(data))] = chance.randrange(256)


def cut(data: bytearray, chance: random.Random) -> None:
    del data[chance.randrange(len(data)) :]


def blank(data: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(data))
    end = min(len(data), start + chance.randint(1, 9000))
    data[start:end] = bytes(end - start)


DAMAGES: tuple[Damage, ...] = (flip_bits, flip_letters, scatter, cut, blank)


def used(path: Path) -> Counter[str]:
    """Go every way through a store, and count how each ended; what is raised otherwise is a mistake of ours."""
    seen: Counter[str] = Counter()
    try:
        store = SqlStore(path)
    except AssayError as error:
        return Counter([type(error).__name__])
    try:
        for way in (READS | WRITES).values():
            try:
                way(store)
                seen["fine"] += 1
            except AssayError as error:
                seen[type(error).__name__] += 1
    finally:
        store.close()
    return seen


def damaged(path: Path, whole: bytes, damage: Damage, seed: int) -> Path:
    data = bytearray(whole)
    damage(data, random.Random(f"{damage.__name__} {seed}"))
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_store_says_so(tmp_path: Path, whole: bytes, damage: Damage, seed: int) -> None:
    assert used(damaged(tmp_path / "a.db", whole, damage, seed))


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("damage", DAMAGES)
def test_hundreds_of_damaged_stores_say_so(tmp_path: Path, whole: bytes, damage: Damage) -> None:
    for seed in range(100, 200):
        folder = tmp_path / str(seed)
        folder.mkdir()
        assert used(damaged(folder / "a.db", whole, damage, seed))


@pytest.mark.parametrize("beside", ["-wal", "-shm", "-journal"])
def test_damaged_files_beside_a_store_are_no_traceback(tmp_path: Path, whole: bytes, beside: str) -> None:
    (tmp_path / "a.db").write_bytes(whole)
    (tmp_path / f"a.db{beside}").write_bytes(random.Random(1).randbytes(40_000))

    assert used(tmp_path / "a.db")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("CREATE VIEW v AS SELECT 1", id="view"),
        pytest.param("CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM runs; END", id="trigger"),
        pytest.param("CREATE VIRTUAL TABLE v USING fts5(a)", id="virtual"),
        pytest.param(
            "CREATE VIEW v AS SELECT 1; UPDATE sqlite_master SET type = 'table' WHERE name = 'v'", id="view as a table"
        ),
        pytest.param(
            "CREATE VIEW v AS SELECT 1;"
            " UPDATE sqlite_master SET type = 'table', sql = 'create/**/view v as select 1' WHERE name = 'v'",
            id="view in another form",
        ),
        pytest.param("ALTER TABLE runs ADD COLUMN x TEXT AS (hex(zeroblob(9))) VIRTUAL", id="computed column"),
        pytest.param("CREATE INDEX x ON runs (hex(id))", id="index on an expression"),
        pytest.param("CREATE INDEX x ON runs (id) WHERE hex(id) > 0", id="index with a condition"),
        pytest.param("CREATE INDEX x ON Runs (name)", id="index of the user's on a table of the store"),
        pytest.param("CREATE TABLE mine (a CHECK (hex(a) > 0))", id="table with a check"),
        pytest.param(
            "CREATE TABLE mine (a); UPDATE sqlite_master SET sql = sql || char(0) || 'x' WHERE name = 'mine'",
            id="text behind a NUL",
        ),
    ],
)
def test_a_schema_that_no_version_has_made_is_told(tmp_path: Path, whole: bytes, text: str) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(whole)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"PRAGMA writable_schema = ON; {text}")
        connection.commit()

    with pytest.raises(StoreCorrupt, match=r"is not in the schema of a store|malformed"):
        SqlStore(path)


def test_tables_and_indexes_of_the_user_are_no_damage(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(whole)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("CREATE TABLE mine (a UNIQUE); CREATE UNIQUE INDEX i ON mine (a); ANALYZE")

    with closing(SqlStore(path)) as store:
        assert store.runs()


@pytest.mark.parametrize(
    "change",
    [
        "labels = '[1]'",
        "labels = '{\"a\": 1}'",
        "facts = '7'",
        "notes = '{}'",
        "notes = '[null]'",
        "problems = 'many'",
        "created = '9999-12-31T23:59:59-14:00'",
    ],
)
@pytest.mark.parametrize("command", [["list", "runs"], ["show", "r0"]])
def test_a_run_of_other_values_than_were_written_is_told(
    tmp_path: Path, whole: bytes, change: str, command: list[str]
) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(whole)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"UPDATE runs SET {change}")
        connection.commit()

    done = subprocess.run(
        [sys.executable, "-m", "assay", *command, "--store", str(path)], capture_output=True, text=True, check=False
    )

    assert (done.returncode, "the store is damaged" in done.stderr, "Traceback" in done.stderr) == (3, True, False)


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    (tmp_path / "a.db").touch()

    assert SqlStore(tmp_path / "a.db").runs() == []


def as_folder(path: Path) -> None:
    path.mkdir()


def as_pipe(path: Path) -> None:
    os.mkfifo(path)


def as_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def as_loop(path: Path) -> None:
    path.symlink_to(path.name)


def as_text(path: Path) -> None:
    path.write_text("no store of anything, only words " * 100)


@pytest.mark.parametrize("make", [as_folder, as_pipe, as_device, as_loop, as_text])
def test_another_kind_of_file_is_no_store(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "a.db")

    with pytest.raises((StoreUnusable, StoreCorrupt, StoreFault)):
        SqlStore(tmp_path / "a.db")


@pytest.mark.parametrize("command", [["list", "runs"], ["show", "r1"], ["store", "size"], ["monitor"]])
def test_a_command_on_a_damaged_store_ends_with_3(tmp_path: Path, whole: bytes, command: list[str]) -> None:
    (tmp_path / "a.db").write_bytes(whole[:20_000] + bytes(len(whole) - 20_000))
    done = subprocess.run(
        [sys.executable, "-m", "assay", *command, "--store", "a.db"], cwd=tmp_path, capture_output=True, text=True
    )

    assert done.returncode == 3, done.stderr
    assert "the store is damaged" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wrong_call_is_not_taken_for_damage(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        SqlStore(tmp_path / "a.db").trials()  # type: ignore[call-arg]  # that is the mistake


def test_damage_is_a_fault_of_ours() -> None:
    assert issubclass(StoreCorrupt, Fault)
    assert StoreCorrupt.exit_code == 3


# who may read


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


@pytest.fixture(params=[0o000, 0o022, 0o077, 0o777], ids=oct)
def umask(request: pytest.FixtureRequest) -> object:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


@pytest.mark.usefixtures("umask")
def test_a_store_is_for_its_user_alone(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "here").chmod(0o755)
    store = SqlStore(tmp_path / "here" / ".assay" / "a.db")
    store.add_run(a_run())

    found = modes(tmp_path / "here" / ".assay")
    store.close()

    assert stat.S_IMODE((tmp_path / "here" / ".assay").stat().st_mode) == 0o700
    assert {name: mode for name, mode in found.items() if name != ".gitignore"} == {
        "a.db": 0o600,
        "a.db-wal": 0o600,
        "a.db-shm": 0o600,
    }


@pytest.mark.usefixtures("umask")
def test_recorded_answers_are_for_their_user_alone(tmp_path: Path) -> None:
    RecordingModel(ScriptedModel(["a"]), tmp_path / "answers.jsonl").close()

    assert modes(tmp_path) == {"answers.jsonl": 0o600}


def test_a_store_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    SqlStore(tmp_path / "a.db").close()
    (tmp_path / "a.db").chmod(0o640)
    SqlStore(tmp_path / "a.db").close()

    assert modes(tmp_path)["a.db"] == 0o640
