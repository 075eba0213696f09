"""Fetching from a server that answers, breaks off, lies, or is not there."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from assay.benchmarks import fetching
from assay.benchmarks.base import Benchmark
from assay.benchmarks.families.humaneval import HUMANEVAL
from assay.benchmarks.family import Family, LoadOptions, PublicFile, public_family
from assay.benchmarks.fetching import NotFetched, fetch
from assay.errors import UnknownNameError, UsageError

CONTENT = bytes(range(256)) * 1024
FILE = "problems.jsonl.gz"


@dataclass
class Server:
    """A real server on the loopback, with faults to order."""

    url: str = ""
    content: bytes = CONTENT
    status: int = 200
    ranges: bool = True
    break_after: int | None = None
    """Bytes after which the next connection is cut."""
    breaks: int = 1
    """How many connections are cut."""
    shift: int = 0
    """By how much a part begins too early."""
    asked: list[str] = field(default_factory=list)
    """The Range header of every request."""


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            wanted = self.headers.get("Range", "")
            made.asked.append(wanted)
            if made.status != 200:
                self.send_error(made.status)
                return
            start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted and made.ranges else 0
            if start and start >= len(made.content):
                self.send_error(416)
                return
            body = made.content[start:]
            self.send_response(206 if start else 200)
            if start:
                begin = start - made.shift
                self.send_header("Content-Range", f"bytes {begin}-{len(made.content) - 1}/{len(made.content)}")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if made.break_after is not None and made.breaks:
                made.breaks -= 1
                body = body[: made.break_after]
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None: ...

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.url = f"http://127.0.0.1:{http.server_port}/data"
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield made
    http.shutdown()
    thread.join()
    http.server_close()


def _unread(family: Family, options: LoadOptions) -> Benchmark:
    raise NotImplementedError("its file is fetched and never read")


SMALL = Family(
    "small",
    "one more public family, whose content these tests can serve",
    _unread,
    source=PublicFile(FILE, ("http://127.0.0.1:9/never",), hashlib.sha256(CONTENT).hexdigest(), len(CONTENT), "MIT"),
)


def test_a_file_is_fetched_once(server: Server, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []

    first = fetch(SMALL, cache_folder=tmp_path / "new", base_url=server.url, progress=lambda *at: seen.append(at))
    second = fetch(SMALL, cache_folder=tmp_path / "new", base_url=server.url)

    assert first.path.read_bytes() == CONTENT
    assert (first.was_there, second.was_there, len(server.asked)) == (False, True, 1)
    assert seen[-1] == (len(CONTENT), len(CONTENT))
    assert [path.name for path in (tmp_path / "new").iterdir()] == [FILE]


def test_a_broken_connection_is_continued_where_it_broke(server: Server, tmp_path: Path) -> None:
    server.break_after = 100_000

    fetched = fetch(SMALL, cache_folder=tmp_path, base_url=server.url)

    assert fetched.path.read_bytes() == CONTENT
    assert server.asked == ["", "bytes=100000-"]


def test_a_part_of_an_earlier_run_is_continued(server: Server, tmp_path: Path) -> None:
    (tmp_path / f"{FILE}.part").write_bytes(CONTENT[:5000])

    assert fetch(SMALL, cache_folder=tmp_path, base_url=server.url).path.read_bytes() == CONTENT
    assert server.asked == ["bytes=5000-"]


def test_a_connection_that_always_breaks_keeps_what_came(server: Server, tmp_path: Path) -> None:
    server.break_after, server.breaks = 1000, 99

    with pytest.raises(NotFetched, match=r"the connection broke .*run it again to go on"):
        fetch(SMALL, cache_folder=tmp_path, base_url=server.url)
    assert (tmp_path / f"{FILE}.part").read_bytes() == CONTENT[:3000]
    assert not (tmp_path / FILE).exists()


def test_a_server_without_ranges_starts_again(server: Server, tmp_path: Path) -> None:
    server.ranges = False
    (tmp_path / f"{FILE}.part").write_bytes(b"x" * 5000)

    assert fetch(SMALL, cache_folder=tmp_path, base_url=server.url).path.read_bytes() == CONTENT


def test_a_part_that_does_not_belong_to_the_file_is_thrown_away(server: Server, tmp_path: Path) -> None:
    (tmp_path / f"{FILE}.part").write_bytes(b"x" * 5000)

    assert fetch(SMALL, cache_folder=tmp_path, base_url=server.url).path.read_bytes() == CONTENT
    assert server.asked == ["bytes=5000-", ""]


def test_another_part_than_the_one_asked_for_is_not_taken(server: Server, tmp_path: Path) -> None:
    server.shift = 10
    (tmp_path / f"{FILE}.part").write_bytes(CONTENT[:5000])

    assert fetch(SMALL, cache_folder=tmp_path, base_url=server.url).path.read_bytes() == CONTENT
    assert server.asked == ["bytes=5000-", ""]


def test_a_wrong_digest_keeps_nothing_and_deletes_nothing_good(server: Server, tmp_path: Path) -> None:
    server.content = b"y" * len(CONTENT)
    (tmp_path / FILE).write_bytes(b"an older version")

    with pytest.raises(NotFetched, match=r"has the SHA-256 .* is expected"):
        fetch(SMALL, cache_folder=tmp_path, base_url=server.url)
    assert (tmp_path / FILE).read_bytes() == b"an older version"
    assert not (tmp_path / f"{FILE}.part").exists()


def test_a_file_without_end_is_cut_off(server: Server, tmp_path: Path) -> None:
    server.content = CONTENT * 3

    with pytest.raises(NotFetched, match=f"more than the {len(CONTENT):,} bytes"):
        fetch(SMALL, cache_folder=tmp_path, base_url=server.url)
    assert not (tmp_path / FILE).exists()


def test_a_file_that_shrank_is_asked_for_afresh(server: Server, tmp_path: Path) -> None:
    server.content = CONTENT[:1000]
    (tmp_path / f"{FILE}.part").write_bytes(CONTENT[:5000])

    with pytest.raises(NotFetched, match="the connection broke"):
        fetch(SMALL, cache_folder=tmp_path, base_url=server.url)
    assert server.asked[:2] == ["bytes=5000-", ""]


@pytest.mark.parametrize(("status", "message"), [(404, "404 Not Found"), (503, "503 Service Unavailable")])
def test_a_refusal_of_the_server_is_told(server: Server, tmp_path: Path, status: int, message: str) -> None:
    server.status = status

    with pytest.raises(NotFetched, match=f"the server answered {message}") as caught:
        fetch(SMALL, cache_folder=tmp_path, base_url=server.url)
    assert str(tmp_path / FILE) in str(caught.value)
    assert len(server.asked) == (1 if status == 404 else fetching.TRIES)


def test_without_a_network_the_error_says_where_to_put_the_file(tmp_path: Path) -> None:
    with pytest.raises(NotFetched) as caught:
        fetch(SMALL, cache_folder=tmp_path)

    assert "no connection: " in str(caught.value)
    assert f"put a copy of the file at {tmp_path / FILE} or name one with --problem-file PATH" in str(caught.value)


def test_only_web_addresses_are_fetched(tmp_path: Path) -> None:
    with pytest.raises(NotFetched, match="only http and https"):
        fetch(SMALL, cache_folder=tmp_path, base_url="file:///etc")


def test_a_cache_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(NotFetched, match=r"the cache folder .* cannot be made"):
        fetch(SMALL, cache_folder=tmp_path / "file" / "folder", base_url="http://127.0.0.1:9")


def test_an_unknown_name_cannot_be_fetched(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'humaneval'"):
        fetch(public_family("humanevel"), cache_folder=tmp_path)


@pytest.mark.parametrize("there", ["problems.jsonl.gz", "problems.jsonl"])
def test_a_file_in_the_cache_is_found_packed_or_plain(tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_text("")

    assert SMALL.find(LoadOptions(cache_folder=tmp_path)) == tmp_path / there


def test_a_named_problem_file_wins_over_the_cache(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("")
    (tmp_path / "mine").write_text("")

    assert SMALL.find(LoadOptions(tmp_path / "mine", tmp_path)) == tmp_path / "mine"


def test_a_file_that_is_nowhere_is_told_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        HUMANEVAL.find(LoadOptions(cache_folder=tmp_path))

    for part in (str(tmp_path / "HumanEval.jsonl.gz"), "`assay fetch humaneval`", "--problem-file PATH"):
        assert part in str(caught.value)


def test_a_problem_file_that_is_absent_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="does not exist"):
        HUMANEVAL.find(LoadOptions(tmp_path / "absent"))
    with pytest.raises(UsageError, match="is a folder"):
        HUMANEVAL.find(LoadOptions(tmp_path))
