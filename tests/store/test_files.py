"""A store in a file: where it is, who else writes, and what happens when the disk or the process ends."""

from __future__ import annotations

import os
import random
import resource
import signal
import sqlite3
import struct
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from assay.errors import InvalidValue, UsageError
from assay.records import CaseOutcome, CaseStatus
from assay.store.base import StoreCorrupt, StoreFault, StoreUnusable, UnknownRun
from assay.store.connections import SUPER_JOURNAL
from assay.store.memory import MemoryStore
from assay.store.opening import open_store
from assay.store.sql import SqlStore
from tests.store.builders import a_run, a_trial, attempts, numbered

ROOT = Path(__file__).parents[2]
WRITER = """
    import sys
    from assay.store.sql import SqlStore
    from tests.store.builders import a_trial
    place, run_id, first, batches, size = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:])
    store = SqlStore(place)
    for batch in range(first, first + batches):
        trials = [(number, a_trial("p", number)) for number in range(batch * size, (batch + 1) * size)]
        store.add_trials(run_id, trials)
        store.cache((str(number), trial) for number, trial in trials)
        print(batch, flush=True)
"""


def start(script: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", textwrap.dedent(script), *map(str, arguments)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")])}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finished(process: subprocess.Popen[str]) -> str:
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    return output


def filled(path: Path, number: int = 200) -> None:
    store = SqlStore(path)
    store.add_run(a_run())
    store.add_trials("r1", numbered(attempts(number)))
    store.close()


def read_all(path: Path) -> None:
    store = SqlStore(path)
    try:
        list(store.trials("r1"))
        store.judged("r1")
    finally:
        store.close()


# where it is


def test_the_default_is_a_file_in_a_folder_that_git_ignores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = open_store()
    store.add_run(a_run())
    store.close()

    assert (tmp_path / ".assay" / "assay.db").is_file()
    assert (tmp_path / ".assay" / ".gitignore").read_text() == "*\n"
    assert [run.id for run in open_store().runs()] == ["r1"]


@pytest.mark.parametrize("form", ["{}", "sqlite:///{}", "sqlite+pysqlite:///{}"])
def test_the_variable_names_a_path_or_a_url(tmp_path: Path, form: str) -> None:
    path = tmp_path / "deep" / "er" / "my store.db"
    store = open_store(environment={"ASSAY_STORE": form.format(path)})
    store.close()

    assert path.is_file()
    assert store.location == str(path)


def test_what_is_asked_for_goes_before_the_variable(tmp_path: Path) -> None:
    store = open_store(tmp_path / "a.db", environment={"ASSAY_STORE": str(tmp_path / "b.db")})
    store.close()

    assert [path.name for path in tmp_path.iterdir()] == ["a.db"]


@pytest.mark.parametrize("place", ["memory:", ":memory:", "sqlite://"])
def test_a_store_in_memory_can_be_asked_for(place: str) -> None:
    assert isinstance(open_store(place), MemoryStore)


@pytest.mark.parametrize(
    "url",
    [
        "mysql://u:secret@host/db",
        "://",
        "postgresql://u:secret@host:port/db",
        "sqlite:///",
        "postgresql:u:secret@host/db",
        "postgres:/u:secret@host/db",
        "postgresql+psycopg:u:secret@host/db",
        "postgresql://u:first@secret@host/db",
    ],
)
def test_a_url_that_is_no_store_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(InvalidValue) as caught:
        SqlStore(url)
    assert "secret" not in str(caught.value)


def test_a_database_that_does_not_answer_is_a_fault_without_its_password(tmp_path: Path) -> None:
    with pytest.raises(StoreFault, match="cannot be reached") as caught:
        SqlStore(f"postgresql://u:secret@/db?host={tmp_path}")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://u@/db?host={}&password=s3cret",
        "postgresql://u@/db?host={}&sslpassword=s3cret",
        "postgresql://u:s3cret@/db?host={}&no_such_option=s3cret",
        "postgresql://u:%73%33cret@/s3cret?host={}",
    ],
)
def test_no_way_of_giving_a_password_lets_it_into_an_error(tmp_path: Path, url: str) -> None:
    with pytest.raises(StoreFault) as caught:
        SqlStore(url.format(tmp_path))
    assert "s3cret" not in "".join(map(str, (caught.value, caught.value.__cause__)))


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreUnusable, match="is a folder"):
        SqlStore(tmp_path)


def test_a_file_cannot_be_the_folder_of_a_store(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")

    with pytest.raises(StoreUnusable, match="cannot be made"):
        SqlStore(tmp_path / "file" / "assay.db")


@pytest.mark.parametrize("name", ["a\0b", "x" * 300])
def test_a_name_no_file_can_have_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError):
        SqlStore(tmp_path / name)


@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_this_user_may_not_write_is_named(tmp_path: Path, what: str) -> None:
    folder = tmp_path / "theirs"
    folder.mkdir()
    filled(folder / "assay.db")
    (folder / "assay.db").chmod(0o444 if what == "file" else 0o666)
    folder.chmod(0o777 if what == "file" else 0o555)
    tmp_path.chmod(0o755)
    for parent in tmp_path.parents:
        if parent.owner() == folder.owner() and parent.stat().st_mode & 0o011 != 0o011:
            parent.chmod(parent.stat().st_mode | 0o011)
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    try:
        with pytest.raises(StoreUnusable, match="cannot be written by this user"):
            SqlStore(folder / "assay.db")
    finally:
        os.seteuid(before)


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "theirs.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE songs (title TEXT)")
    connection.close()
    before = path.read_bytes()

    with pytest.raises(StoreUnusable, match=r"another program \(tables: songs\)"):
        SqlStore(path)
    assert path.read_bytes() == before


# what SQL users see


def test_the_main_facts_are_columns(tmp_path: Path) -> None:
    path = tmp_path / "assay.db"
    filled(path, 3)
    with sqlite3.connect(path) as connection:
        rows = connection.execute(
            "SELECT r.id, t.problem, t.attempt, t.verdict, t.fault, t.model, t.model_version, t.cases, t.cases_passed"
            " FROM trials t JOIN runs r ON r.number = t.run ORDER BY t.attempt"
        ).fetchall()
        mode = connection.execute("PRAGMA journal_mode").fetchone()
    connection.close()

    assert rows[1] == ("r1", "p/1", 1, "passed", "", "", "m-1", 3, 3)
    assert mode == ("wal",)


def test_deleting_gives_the_space_back(tmp_path: Path) -> None:
    store = SqlStore(tmp_path / "assay.db")
    empty = store.size().total_bytes
    noise = random.Random(1)
    store.add_run(a_run())
    store.add_trials("r1", numbered(a_trial("p", n, detail=noise.randbytes(20_000).hex()) for n in range(50)))
    full = store.size().total_bytes
    store.delete_run("r1")
    left = store.size().total_bytes
    store.close()

    assert full > 1_000_000
    assert left < empty + 100_000


# other processes


def test_two_processes_write_at_once_and_nothing_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "assay.db"
    writers = [start("import time; time.sleep(0)\n" + textwrap.dedent(WRITER), path, "r1", 0, 0, 1) for _ in range(2)]
    for writer in writers:
        finished(writer)  # both made the file at once
    store = SqlStore(path)
    store.add_run(a_run())
    writers = [start(WRITER, path, "r1", first, 12, 16) for first in (0, 6, 12)]
    for writer in writers:
        finished(writer)

    assert store.judged("r1") == {("p", number) for number in range(24 * 16)}
    assert store.size().verdicts == 24 * 16
    assert len(list(store.trials("r1"))) == 24 * 16
    store.close()


def test_two_processes_write_to_postgresql_at_once(postgres_url: str) -> None:
    store = SqlStore(postgres_url)
    store.add_run(a_run())
    writers = [start(WRITER, postgres_url, "r1", first, 10, 16) for first in (0, 5)]
    for writer in writers:
        finished(writer)

    assert store.judged("r1") == {("p", number) for number in range(15 * 16)}
    store.close()


def test_a_killed_writer_loses_at_most_its_last_batch(tmp_path: Path) -> None:
    path, size, chance = tmp_path / "assay.db", 16, random.Random(20261115)
    SqlStore(path).add_run(a_run())
    done = 0
    for _ in range(4):
        writer = start(WRITER, path, "r1", done, 100_000, size)
        assert writer.stdout is not None
        said = [int(writer.stdout.readline()) for _ in range(chance.randint(1, 8))]
        time.sleep(chance.random() * 0.02)
        writer.send_signal(signal.SIGKILL)
        said += [int(line) for line in writer.communicate(timeout=60)[0].split()]
        store = SqlStore(path)
        attempts_there = sorted(attempt for _, attempt in store.judged("r1"))
        store.close()

        assert attempts_there == list(range(len(attempts_there)))
        assert len(attempts_there) in ((said[-1] + 1) * size, (said[-1] + 2) * size)
        done = len(attempts_there) // size
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()


def test_a_writer_that_waits_too_long_says_so(tmp_path: Path) -> None:
    store = SqlStore(tmp_path / "assay.db", busy_seconds=0.05)
    store.add_run(a_run())
    other = sqlite3.connect(tmp_path / "assay.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(StoreFault, match="another process"):
        store.add_trials("r1", numbered(attempts(1)))
    assert list(store.trials("r1")) == []  # readers do not wait
    other.execute("ROLLBACK")
    store.add_trials("r1", numbered(attempts(1)))
    assert len(list(store.trials("r1"))) == 1
    other.close()
    store.close()


# full disks and damaged files


FILLER = """
    import resource, sys
    from assay.store.base import StoreFault
    from assay.store.sql import SqlStore
    from tests.store.builders import a_trial
    import random
    noise = random.Random(7)
    store = SqlStore(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_500_000, resource.RLIM_INFINITY))
    for batch in range(100):
        try:
            store.add_trials("r1", [(n, a_trial("p", n, detail=noise.randbytes(9_000).hex()))
                                    for n in range(batch * 16, batch * 16 + 16)])
        except StoreFault as fault:
            print(batch, fault)
            assert len(store.judged("r1")) == batch * 16
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            store.add_trials("r1", [(9999, a_trial("after", 0))])
            break
"""


def test_a_full_disk_is_a_clear_fault_and_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "assay.db"
    SqlStore(path).add_run(a_run())
    said = finished(start(FILLER, path))
    batch, _, fault = said.partition(" ")
    store = SqlStore(path)

    assert int(batch) > 2
    assert str(path) in fault
    assert "the disk is full" in fault
    assert "What was written before is kept" in fault
    assert len(list(store.trials("r1"))) == int(batch) * 16 + 1
    store.close()


INTERRUPTED = """
    import os, signal, sqlite3, sys
    connection = sqlite3.connect(sys.argv[1], isolation_level=None)
    connection.execute(f"PRAGMA journal_mode = {sys.argv[2]}")
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN")
    connection.execute("UPDATE runs SET name = 'half'")
    connection.execute("UPDATE trials SET fault = hex(zeroblob(9000))")
    if sys.argv[2] == "WAL":
        connection.execute("ROLLBACK")
        connection.execute("UPDATE runs SET name = 'kept'")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize(("mode", "name"), [("DELETE", a_run().name), ("WAL", "kept")])
def test_what_a_killed_process_left_beside_a_store_is_read(tmp_path: Path, mode: str, name: str) -> None:
    path = tmp_path / "assay.db"
    filled(path)
    start(INTERRUPTED, path, mode).communicate(timeout=60)
    left = path.with_name(f"assay.db-{'journal' if mode == 'DELETE' else 'wal'}")

    assert left.stat().st_size > 4096
    store = SqlStore(path)
    assert store.get_run("r1").name == name
    assert len(list(store.trials("r1"))) == 200
    store.close()


@pytest.mark.parametrize("through_link", [False, True])
def test_a_journal_that_names_another_file_is_refused_and_nothing_is_changed(
    tmp_path: Path, through_link: bool
) -> None:
    path, victim = tmp_path / "assay.db", tmp_path / "victim"
    filled(path)
    before = path.read_bytes()
    victim.write_text("mine")
    name = os.fsencode(victim)
    head = (SUPER_JOURNAL + struct.pack(">5I", 0, 1, len(before) // 4096, 512, 4096)).ljust(512, b"\0")
    end = struct.pack(">I", (1 << 18) + 1) + name + struct.pack(">2I", len(name), sum(name)) + SUPER_JOURNAL
    (tmp_path / "assay.db-journal").write_bytes(head + end)
    link = tmp_path / "link.db"
    link.symlink_to(path)

    with pytest.raises(StoreFault, match=r"assay\.db-journal names a file that SQLite would delete"):
        SqlStore(link if through_link else path)
    assert (victim.read_text(), path.read_bytes()) == ("mine", before)


def test_a_text_file_is_no_store_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "assay.db"
    path.write_text("not a database at all\n" * 100)

    with pytest.raises(StoreCorrupt, match=r"assay\.db: the store is damaged"):
        SqlStore(path)
    assert path.read_text() == "not a database at all\n" * 100


def test_a_damaged_file_is_told_from_a_good_one(tmp_path: Path) -> None:
    good = tmp_path / "good.db"
    filled(good, 2000)
    content = good.read_bytes()
    named = 0
    for seed in range(12):
        chance = random.Random(seed)
        damaged = bytearray(content)
        for page in range(1, len(content) // 4096):
            if chance.random() < 0.5:
                damaged[page * 4096 : page * 4096 + 4096] = chance.randbytes(4096)
        path = tmp_path / f"bad{seed}.db"
        path.write_bytes(damaged)
        # Where the page of the run itself is gone, no run has that name.
        with pytest.raises((StoreCorrupt, UnknownRun)) as caught:
            read_all(path)
        named += str(path) in str(caught.value)

    assert named >= 6


def test_one_flipped_bit_in_a_trial_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "assay.db"
    filled(path, 1)
    with sqlite3.connect(path) as connection:
        (body,) = connection.execute("SELECT body FROM trials").fetchone()
        wrong = body[:-1] + bytes([body[-1] ^ 1])
        connection.execute("UPDATE trials SET body = ?", (wrong,))
    connection.close()
    store = SqlStore(path)

    with pytest.raises(StoreCorrupt, match="a trial cannot be read"):
        list(store.trials("r1"))
    store.close()


def test_names_of_cases_that_are_gone_are_noticed(tmp_path: Path) -> None:
    path = tmp_path / "assay.db"
    store = SqlStore(path)
    store.add_run(a_run())
    store.add_trials("r1", [(0, a_trial(outcomes=(CaseOutcome(CaseStatus.PASSED, name="n" * 1000),)))])
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM case_names")
    connection.close()

    with pytest.raises(StoreCorrupt, match="names of cases"):
        list(store.trials("r1"))
    store.close()


# memory and imports


def test_importing_the_store_does_not_load_sqlalchemy() -> None:
    script = """
        import sys, assay.store, assay.store.base, assay.store.sql, assay.store.opening, assay.store.schema
        assay.store.opening.open_store("memory:").close()
        print("sqlalchemy" in sys.modules)
    """

    assert finished(start(script)).strip() == "False"


STREAMER = """
    import resource, sys
    from assay.store.sql import SqlStore
    store = SqlStore(sys.argv[1])
    next(store.trials("r1"))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    number = sum(1 for _ in store.trials("r1"))
    print(number, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


def test_reading_holds_only_a_few_large_trials_in_memory(tmp_path: Path) -> None:
    store = SqlStore(tmp_path / "assay.db")
    noise = random.Random(1)
    store.add_run(a_run())
    for batch in range(8):
        trials = (a_trial("p", batch * 12 + n, detail=noise.randbytes(300_000).hex()) for n in range(12))
        store.add_trials("r1", numbered(trials, batch * 12))
    store.close()
    number, grown_mib = map(int, finished(start(STREAMER, tmp_path / "assay.db")).split())

    assert number == 96
    assert grown_mib < 20  # all of them are about 30 MB packed, 60 MB unpacked


@pytest.mark.slow
def test_memory_is_flat_over_a_hundred_thousand_trials(tmp_path: Path) -> None:
    store = SqlStore(tmp_path / "assay.db")
    store.add_run(a_run())
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for start_at in range(0, 100_000, 256):
        store.add_trials(
            "r1", [(n, a_trial(f"p/{n // 50}", n % 50)) for n in range(start_at, min(start_at + 256, 100_000))]
        )
    written_mib = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024
    size = store.size()
    store.close()
    number, read_mib = map(int, finished(start(STREAMER, tmp_path / "assay.db")).split())

    assert (number, size.trials) == (100_000, 100_000)
    assert max(written_mib, read_mib) < 30
    assert size.total_bytes < 60_000_000


def test_a_child_that_was_forked_does_not_disturb_the_store(tmp_path: Path) -> None:
    script = """
        import os, sys
        from assay.store.sql import SqlStore
        from tests.store.builders import a_run, attempts, numbered
        store = SqlStore(sys.argv[1])
        store.add_run(a_run())
        for turn in range(3):
            child = os.fork()
            if not child:
                store.close()
                sys.exit(0)
            store.add_trials("r1", numbered(attempts(10 * (turn + 1))))
            assert os.waitpid(child, 0)[1] == 0
            store.add_trials("r1", numbered(attempts(10 * (turn + 1))))
        print(len(store.judged("r1")))
    """
    path = tmp_path / "assay.db"

    assert finished(start(script, path)).strip() == "30"
    store = SqlStore(path)
    assert len(list(store.trials("r1"))) == 30
    store.close()
