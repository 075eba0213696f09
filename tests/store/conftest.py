"""Every kind of store, each empty and of its own; PostgreSQL from the binaries of this machine, where it has them."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from urllib.parse import quote

import pytest

from assay.store.base import CACHE_BYTES, Store
from assay.store.memory import MemoryStore
from assay.store.sql import SqlStore

MakeStore = Callable[..., Store]
_SCHEMAS = count()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what opens a store of PostgreSQL, so that it is run by itself."""
    here = Path(__file__).parent
    for item in items:
        if item.path.parent == here and "postgresql" in item.name:
            item.add_marker(pytest.mark.postgres)


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1_794_744_000.0  # 2026-11-15T12:00 UTC

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a server that lives as long as the tests, on a socket in a folder of its own."""
    tools = _postgres_tools()
    if tools is None:
        pytest.skip("no PostgreSQL server is installed on this machine")
    user = _server_user()
    if user is None:
        pytest.skip("PostgreSQL does not run as root, and there is no other user to run it as")
    folder = Path(tempfile.mkdtemp(prefix="assay-pg-"))
    try:
        if os.geteuid() == 0:
            os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
        yield from _served(tools, folder, user if os.geteuid() == 0 else None)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    """An empty schema of its own."""
    import psycopg

    name = f"s{next(_SCHEMAS)}"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    return f"{postgres_server}&options={quote(f'-csearch_path={name}')}"


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def make_store(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[MakeStore]:
    """Opens the one store of this test; a second call opens it again, but for a memory store."""
    opened: list[Store] = []

    def make(*, cache_bytes: int = CACHE_BYTES) -> Store:
        store: Store
        if request.param == "memory":
            store = MemoryStore(cache_bytes=cache_bytes, clock=clock)
        else:
            place = tmp_path / "assay.db" if request.param == "sqlite" else request.getfixturevalue("postgres_url")
            store = SqlStore(place, cache_bytes=cache_bytes, clock=clock)
        opened.append(store)
        return store

    yield make
    for store in opened:
        store.close()


@pytest.fixture
def store(make_store: MakeStore) -> Store:
    return make_store()


def _postgres_tools() -> Path | None:
    found = [Path(tool).resolve().parent for tool in [shutil.which("initdb")] if tool]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in found if (folder / "initdb").exists() and (folder / "postgres").exists()), None)


def _server_user() -> str | None:
    if os.geteuid() != 0:
        return pwd.getpwuid(os.geteuid()).pw_name
    names = {entry.pw_name for entry in pwd.getpwall()}
    return next((name for name in ("postgres", "nobody") if name in names), None)


def _served(tools: Path, folder: Path, user: str | None) -> Iterator[str]:
    data = folder / "data"
    initdb: list[str | Path] = [
        tools / "initdb",
        "-D",
        data,
        "-U",
        "assay",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--locale=C",
        "--no-sync",
    ]
    made = subprocess.run(initdb, user=user, cwd=folder, capture_output=True, text=True, timeout=90, check=False)
    if made.returncode:
        pytest.skip(f"initdb failed: {made.stderr.strip()[-300:]}")
    settings = ("listen_addresses=", f"unix_socket_directories={folder}", "fsync=off", "shared_buffers=16MB")
    command: list[str | Path] = [
        tools / "postgres",
        "-D",
        data,
        *(word for setting in settings for word in ("-c", setting)),
    ]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, user=user, cwd=folder, stdout=log, stderr=log)
    try:
        url = f"postgresql://assay@/postgres?host={folder}"
        _wait_for(url, server, folder / "log")
        yield url
    finally:
        server.send_signal(signal.SIGQUIT)  # at once: the data is thrown away anyway
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait(20)


def _wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    import psycopg

    for _ in range(300):
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            assert server.poll() is None, log.read_text("utf-8", "replace")[-500:]
            time.sleep(0.1)
        else:
            return
    pytest.skip("the PostgreSQL server did not answer within 30 s")
