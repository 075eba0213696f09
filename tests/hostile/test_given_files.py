"""Files, folders and archives that are no ordinary ones: every reader refuses them at once, with the numbers.

Each attack has a mechanism (what the file is), an expected outcome (a `UsageError` with these words) and a seen one
(the test). No reader hangs, fills memory, reads a device or follows a link out of the folder that was named.
"""

from __future__ import annotations

import gzip
import io
import os
import socket
import sys
import tarfile
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from assay.benchmarks.base import Benchmark
from assay.benchmarks.candidates import read_candidates
from assay.benchmarks.candidates.digests import copy_stdin, digests_of
from assay.benchmarks.families.apps import _folder_row
from assay.benchmarks.own import load_own
from assay.benchmarks.rows import read_content
from assay.ca.inputs import read_file, read_inputs, read_json
from assay.ca.pairing import pair_up
from assay.ca.sources import read_source
from assay.cli.configuration import read as read_configuration
from assay.cli.equiv import _example
from assay.cli.log import _opened as opened_log
from assay.cli.properties import _source as property_source
from assay.cli.quality import _files as quality_files
from assay.cli.rate import load as load_ratings
from assay.errors import Fault, InvalidValue, UsageError
from assay.evaluation.planning import candidates_at
from assay.files import MOST_DEPTH, Folder, opened, read_bytes, read_head, unpacked
from assay.hashing import content_digest
from assay.metrics.codebleu.files import _pairs as codebleu_pairs
from assay.models.prices import _rows as price_rows
from assay.models.replay import ReplayModel
from assay.monitoring.alerting.reading import read_rules
from assay.probes.inputs.written import read_calls
from assay.probes.mutation.projects import PytestProject, source_text
from assay.probes.properties.reading import of_file
from assay.records import Case, Cases, Problem
from assay.repositories.archives import read_archive
from assay.repositories.recipes import read_recipes
from assay.repositories.sources import tree_of
from assay.solvers.agents import _copied
from assay.solvers.prompts.reading import load_template

TIB = 1 << 40
BENCHMARK = Benchmark("it", "1", (Problem("it/0", Cases("f", (Case((), 1),))),), prefix="it/")
ROW = b'{"task_id": "it/0", "solution": "x"}\n'


def sparse(path: Path, size: int = TIB, start: bytes = b"") -> Path:
    with path.open("wb") as file:
        file.write(start)
        file.truncate(size)
    return path


def pipe(path: Path) -> Path:
    os.mkfifo(path)
    return path


def link(path: Path, target: str) -> Path:
    path.symlink_to(target)
    return path


def a_socket(path: Path) -> Path:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))
    return path


def a_folder(path: Path) -> Path:
    path.mkdir()
    return path


FILES: dict[str, tuple[Callable[[Path], Path], str]] = {
    "a sparse file of 1 TiB": (sparse, "1,099,511,627,776 bytes, at most"),
    "a pipe without a writer": (pipe, "it is a pipe, not a regular file"),
    "a device without an end": (lambda path: link(path, "/dev/zero"), "it is a device, not a regular file"),
    "a terminal": (lambda path: link(path, "/dev/ptmx"), "not a regular file"),
    "a link to itself": (lambda path: link(path, path.name), "(symbolic links|[Nn]o such|no file|does not exist)"),
    "a socket": (a_socket, "cannot be read"),
    "a folder": (a_folder, "it is a folder|neither|two|holds no|no benchmark|give"),
}


def candidates(path: Path) -> object:
    return list(read_candidates(path, BENCHMARK))


READERS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "assay run -c": ("c.jsonl", candidates),
    "digest of candidates": ("c.jsonl", lambda path: candidates_at(str(path))),
    "problem files": ("p.jsonl", read_content),
    "problems of APPS": ("question.txt", lambda path: _folder_row(path.parent)),
    "input of programs": ("a.in", read_file),
    "inputs as JSON": ("a.json", read_json),
    "codebleu": ("a.py", lambda path: codebleu_pairs(path, path)),
    "examples of equiv": ("example", lambda path: _example(str(path))),
    "calls of equiv": ("calls", read_calls),
    "code of mutate": ("a.py", source_text),
    "code of properties": ("a.py", lambda path: property_source(str(path))),
    "a property": ("a.py", lambda path: of_file(str(path), "holds")),
    "prices": ("prices.toml", lambda path: price_rows(path)),
    "rules": ("alerts.yaml", read_rules),
    "configuration": ("assay.toml", read_configuration),
    "ratings": ("ratings.jsonl", lambda path: load_ratings(str(path))),
    "observations": ("log.jsonl", lambda path: opened_log(str(path))),
    "prompt": ("prompt.txt", lambda path: load_template(path)),
    "recorded answers": ("answers.jsonl", ReplayModel),
    "recipes": ("recipe.toml", read_recipes),
    "an agent's program": ("agent", lambda path: _copied(str(path), {})),
}


@pytest.mark.parametrize("attack", FILES)
@pytest.mark.parametrize("reader", READERS)
def test_every_reader_refuses_a_file_that_is_none(tmp_path: Path, reader: str, attack: str) -> None:
    name, read = READERS[reader]
    make, said = FILES[attack]
    place = make(tmp_path / name)
    if reader == "problems of APPS":
        pytest.skip("a missing file is left out there") if attack != "a sparse file of 1 TiB" else None

    with pytest.raises(UsageError, match=said):
        read(place)


@pytest.mark.parametrize("attack", FILES)
def test_a_program_that_is_no_file_has_an_error_instead_of_data(tmp_path: Path, attack: str) -> None:
    """It is one of many, and the others are judged."""
    make, said = FILES[attack]
    place = make(tmp_path / "a.py")
    if attack == "a link to itself":
        with pytest.raises(UsageError, match=said):
            read_source(place)
        return

    found = read_source(place)

    assert found.data == b""
    assert found.error


CONTENTS: dict[str, tuple[bytes, str]] = {
    "an object and then nothing": (b"{", "at most 16,777,216 are read"),
    "a list and then nothing": (b"[", "at most"),
    "blank and then nothing": (b"   ", "not JSON|holds no candidate|at most"),
    "a row and then nothing": (ROW, "line 2: holds at least 16,777,217 bytes, at most 16,777,216"),
    "NUL": (b"\0", "line 1: holds at least 16,777,217 bytes, at most 16,777,216"),
}


@pytest.mark.parametrize("start", CONTENTS)
def test_a_sparse_file_within_the_bound_is_not_hashed(tmp_path: Path, start: str) -> None:
    """A file of 7 GiB may be read, and is refused by its first lines: nothing behind them is looked at."""
    content, said = CONTENTS[start]
    place = sparse(tmp_path / "c.jsonl", 7 << 30, content)

    def read() -> None:
        candidates_at(str(place))
        candidates(place)

    with pytest.raises(InvalidValue, match=said):
        read()


def packed(content: bytes, times: int) -> bytes:
    """Return a gzip file of a content many times over, made without holding it."""
    packer = zlib.compressobj(9, wbits=31)
    return b"".join([*(packer.compress(content) for _ in range(times)), packer.flush()])


BOMBS: dict[str, tuple[Callable[[], bytes], str]] = {
    "NUL without an end": (lambda: packed(bytes(1 << 20), 40), "not JSON|at most"),
    "a line without an end": (lambda: packed(b"{" + b"x" * (1 << 20), 40), "at most 16,777,216"),
    "blank lines without an end": (lambda: packed(b'{"a": 1}\n' + b"\n" * (1 << 20), 3), "blank lines|recognised"),
    "a list without an end": (lambda: packed(b"[" * (1 << 20), 600), "at most 536,870,912|not JSON|nest"),
    "a file in a file": (lambda: gzip.compress(gzip.compress(ROW)), "not UTF-8"),
    "cut in the middle": (lambda: gzip.compress(ROW * 100)[:-20], "not a whole gzip file"),
    "another sum": (lambda: gzip.compress(ROW)[:-8] + bytes(8), "not a whole gzip file"),
    "a head without an end": (lambda: b"\x1f\x8b\x08\x08" + bytes(6) + b"n" * (8 << 20), "not a whole gzip file"),
    "reserved bits": (lambda: b"\x1f\x8b\x08\xe0" + bytes(20), "not a whole gzip file"),
    "two bytes": (lambda: b"\x1f\x8b", "not a whole gzip file"),
    "something behind it": (lambda: gzip.compress(ROW) + b"PK\3\4", "not a whole gzip file"),
}


HEAVY = ("a list without an end", "a bomb")
"""Bombs that have to be as large as the bound, and take a second to make."""


def marked(names: Iterable[str]) -> list[object]:
    return [pytest.param(name, marks=[pytest.mark.slow] if name in HEAVY else []) for name in names]


@pytest.mark.parametrize("bomb", marked(BOMBS))
def test_a_packed_bomb_is_refused(tmp_path: Path, bomb: str) -> None:
    make, said = BOMBS[bomb]
    place = tmp_path / "c.jsonl.gz"
    place.write_bytes(make())

    for read in (candidates, lambda path: [candidates_at(str(path)), candidates(path)]):
        with pytest.raises(InvalidValue, match=said):
            read(place)


def test_many_members_and_padding_are_read_as_one() -> None:
    data = gzip.compress(ROW) * 300 + gzip.compress(b"") * 300 + bytes(100)

    assert unpacked(io.BufferedReader(io.BytesIO(data)), "it", 1 << 20).read() == ROW * 300


def test_unpacked_bytes_are_bounded_apart_from_packed_ones() -> None:
    data: io.BufferedReader = io.BufferedReader(io.BytesIO(packed(bytes(1 << 20), 10)))

    with pytest.raises(InvalidValue, match=r"at least 1,048,577 unpacked bytes, at most 1,048,576 are read"):
        unpacked(data, "it", 1 << 20).read()


def in_folder(make: Callable[[Path], object]) -> Callable[[Path], None]:
    def filled(folder: Path) -> None:
        (folder / "it_0.py").write_text("x = 1\n")
        make(folder)

    return filled


def deep(folder: Path) -> None:
    for _ in range(MOST_DEPTH + 5):
        folder = folder / "d"
        folder.mkdir()
    (folder / "a.py").write_text("1\n")


def many(folder: Path) -> None:
    (folder / "it_1").mkdir()
    for number in range(40):
        (folder / "it_1" / f"{number}.py").touch()


OUT = "leads out of its folder"
FOLDERS: dict[str, tuple[Callable[[Path], object], str]] = {
    "a link to a file of the user": (lambda folder: link(folder / "it_1.py", "/etc/passwd"), OUT),
    "a link by two links": (
        lambda folder: (link(folder / "b", "/etc"), link(folder / "it_1.py", "b/passwd")),
        OUT,
    ),
    "a link to the folder above": (lambda folder: link(folder / "it_1.py", "../secret"), OUT),
    "a link to itself": (lambda folder: link(folder / "it_1.py", "it_1.py"), "symbolic links"),
    "a link to nothing": (lambda folder: link(folder / "it_1.py", "gone"), "No such file"),
    "a pipe": (lambda folder: pipe(folder / "it_1.py"), "it is a pipe"),
    "a device": (lambda folder: link(folder / "it_1.py", "/dev/zero"), "it is a device"),
    "a sparse file": (lambda folder: sparse(folder / "it_1.py"), "1,099,511,627,776 bytes, at most 16,777,216"),
    "not UTF-8": (lambda folder: (folder / "it_1.py").write_bytes(b"a\n\xff"), "line 2: not UTF-8"),
}


@pytest.mark.parametrize("attack", FOLDERS)
def test_a_folder_of_candidates_is_read_within_itself(tmp_path: Path, attack: str) -> None:
    (tmp_path / "secret").write_text("SECRET = 1\n")
    folder = tmp_path / "candidates"
    folder.mkdir()
    make, said = FOLDERS[attack]
    in_folder(make)(folder)

    for read in (candidates, lambda path: digests_of(str(path))):
        with pytest.raises(InvalidValue, match=said):
            read(folder)


def test_what_is_not_read_is_not_hashed(tmp_path: Path) -> None:
    (tmp_path / "it_0.py").write_text("x = 1\n")
    sparse(tmp_path / "weights.bin")
    (tmp_path / ".git").mkdir()
    sparse(tmp_path / ".git" / "pack")
    pipe(tmp_path / "notes.txt")

    assert digests_of(str(tmp_path)) == [("it_0.py", content_digest(b"x = 1\n"))]


def test_the_digest_of_a_file_is_that_of_its_bytes(tmp_path: Path) -> None:
    for name, data in {"a": ROW * 5000, "b": gzip.compress(ROW * 5000), "c": b"[\n" + ROW[:-1] + b"\n]\n"}.items():
        (tmp_path / name).write_bytes(data)

        assert digests_of(str(tmp_path / name)) == [("", content_digest(data))]


@pytest.mark.parametrize("reader", ["walk", "quality", "codebleu", "ca", "inputs", "mutate", "own"])
def test_folders_without_an_end_are_refused(tmp_path: Path, reader: str) -> None:
    deep(tmp_path)
    (tmp_path / "benchmark.toml").write_text('name = "mine"\n')
    (tmp_path / "problems").mkdir()
    deep(tmp_path / "problems")
    (tmp_path / "a.py").write_text("1\n")
    reads: dict[str, Callable[[], object]] = {
        "walk": lambda: list(Folder(tmp_path).files()),
        "quality": lambda: quality_files(tmp_path),
        "codebleu": lambda: codebleu_pairs(tmp_path, tmp_path),
        "ca": lambda: pair_up(tmp_path, tmp_path),
        "inputs": lambda: pair_up(tmp_path / "a.py", tmp_path / "a.py", inputs=tmp_path),
        "mutate": lambda: PytestProject.at(tmp_path / "a.py", tmp_path / "a.py", root=tmp_path).files(),
        "own": lambda: load_own(tmp_path),
    }
    if reader == "inputs":
        assert read_inputs(tmp_path / "a.py")
        return

    with pytest.raises(UsageError, match=f"at least {MOST_DEPTH + 1} deep, at most {MOST_DEPTH}"):
        reads[reader]()


def test_a_folder_with_too_many_entries_is_refused(tmp_path: Path) -> None:
    many(tmp_path)
    folder = Folder(tmp_path, most_entries=30)

    with pytest.raises(InvalidValue, match="holds at least 31 entries, at most 30 are read"):
        list(folder.files())


def test_files_of_a_folder_are_bounded_together(tmp_path: Path) -> None:
    for number in range(4):
        (tmp_path / f"{number}.py").write_bytes(bytes(400))
    folder = Folder(tmp_path, most_bytes=1000)

    with pytest.raises(InvalidValue, match=r"files of at least 1,200 bytes, at most 1,000"):
        [folder.read(path, 500) for path in folder.files()]


def test_links_between_folders_are_not_gone_round(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    link(tmp_path / "a" / "again", "..")
    (tmp_path / "a" / "x.py").write_text("1\n")

    assert list(Folder(tmp_path).files()) == [tmp_path / "a" / "x.py"]


def test_a_file_that_grows_while_it_is_read_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "log"
    place.write_bytes(bytes(100))
    with opened(place, 150) as file, place.open("ab") as more:
        more.write(bytes(100))
        more.flush()
        with pytest.raises(InvalidValue, match="at least 151 bytes, at most 150 are read"):
            file.read()


def test_a_file_that_is_replaced_by_a_link_while_it_is_opened_is_refused(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "secret"
    inside.mkdir()
    outside.write_text("secret")
    link(inside / "a", "../secret")

    with pytest.raises(InvalidValue, match=OUT):
        read_bytes(inside / "a", 100, within=inside)


def test_the_head_of_a_file_of_any_size_can_be_read(tmp_path: Path) -> None:
    assert read_head(sparse(tmp_path / "a"), 10) == bytes(10)


def test_a_path_with_nul_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match="cannot be read"):
        read_bytes(f"{tmp_path}/a\0b", 10)


@pytest.mark.parametrize("source", ["/dev/zero", "/dev/urandom"])
def test_standard_input_without_an_end_is_refused(tmp_path: Path, source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with io.TextIOWrapper(open(source, "rb")) as endless:
        monkeypatch.setattr(sys, "stdin", endless)
        copy_stdin(tmp_path / "copy")

    assert (tmp_path / "copy").stat().st_size < 1 << 20
    with pytest.raises(InvalidValue):
        candidates(tmp_path / "copy")


class _Repository:
    base = "0" * 40
    repository = "it"

    def __init__(self, source: Path) -> None:
        self.source = str(source)


def archive(*members: tuple[str, bytes, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as made:
        for name, kind, target in members:
            member = tarfile.TarInfo(name)
            member.type = kind
            member.linkname = target.decode()
            made.addfile(member)
    return buffer.getvalue()


ARCHIVES: dict[str, Callable[[], bytes]] = {
    "a path out of the tree": lambda: archive(("../x", tarfile.REGTYPE, b"")),
    "a path from the root": lambda: archive(("/x", tarfile.REGTYPE, b"")),
    "a link out of the tree": lambda: archive(("x", tarfile.SYMTYPE, b"../../etc/passwd")),
    "a hard link": lambda: archive(("x", tarfile.LNKTYPE, b"/etc/passwd")),
    "a device": lambda: archive(("x", tarfile.CHRTYPE, b"")),
    "a pipe": lambda: archive(("x", tarfile.FIFOTYPE, b"")),
    "twice the same": lambda: archive(("x", tarfile.REGTYPE, b""), ("x", tarfile.REGTYPE, b"")),
    "through a link": lambda: archive(("d", tarfile.SYMTYPE, b"e"), ("d/x", tarfile.REGTYPE, b"")),
    "a bomb": lambda: packed(bytes(1 << 20), 513),
    "a cut gzip": lambda: gzip.compress(archive(("x", tarfile.REGTYPE, b"")))[:-9],
    "no archive": lambda: b"PK\3\4" + bytes(600),
}


@pytest.mark.parametrize("attack", marked(ARCHIVES))
def test_an_archive_that_must_not_be_unpacked_is_a_fault(attack: str) -> None:
    with pytest.raises((Fault, UsageError)):
        read_archive(ARCHIVES[attack](), "it.tar")


@pytest.mark.parametrize("attack", ["a sparse file of 1 TiB", "a socket"])
def test_an_archive_that_is_no_file_is_a_fault(tmp_path: Path, attack: str) -> None:
    place = FILES[attack][0](tmp_path / "tree.tar")

    with pytest.raises((Fault, UsageError)):
        tree_of(_Repository(place), "it")  # type: ignore[arg-type]  # what of a check is looked at
