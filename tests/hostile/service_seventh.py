"""Seventh round of attacks on the service and on every reader, with honest odd uses of both that must work.

Each is in the form of `service_attacks`, and of a mechanism that is not in the rounds before.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import sqlite3
import subprocess
import tarfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from assay.alerts import Alert
from assay.benchmarks.plain_pickle import pickled_text
from assay.errors import Fault
from assay.models.forwarding import Forwarded, checked_body
from assay.models.scripted import ScriptedModel
from assay.monitoring.alerting.messages import News, body_of
from assay.records import Candidate, Repository, Trial, Verdict
from assay.reports.exporting import FORMATS
from assay.repositories.archives import Entry, EntryKind, read_archive, write_archive
from assay.repositories.sources import tree_of
from assay.sandbox.artefacts import ArtefactCache
from assay.solutions import Completion
from assay.store.memory import MemoryStore
from assay.store.sql import SqlStore
from tests.hostile.service_attacks import (
    SEEN,
    Place,
    ServiceAttack,
    act_of,
    agent,
    ask,
    chat,
    outcome,
    whole_store,
)
from tests.hostile.service_fifth import USED, apart, count_of, row
from tests.hostile.service_more import POST, gateway
from tests.hostile.service_sixth import CHECKS, PAIR, TWICE, fenced, judged, one, rewarded, scored, verified
from tests.solvers.test_gateway import desk_of, said_raw, served
from tests.store.builders import a_run, numbered

Act = Callable[[Place], str]
Rows = tuple[tuple[str, Any, str, str], ...]  # Any: what an act is made of

# ---- archives of trees -----------------------------------------------------------------------------------------------


def member(
    name: str, data: bytes = b"", kind: bytes = b"0", *, link: str = "", size: int | None = None, sparse: bytes = b""
) -> bytes:
    """Return one member of a tar archive, whose size may be any number that its head can say."""
    claimed = len(data) if size is None else size
    length = b"%011o\0" % claimed if claimed >= 0 else b"\xff" + (256**11 + claimed).to_bytes(11, "big")
    head = bytearray(name.encode("utf-8", "surrogateescape").ljust(100, b"\0"))
    head += b"0000644\0" + b"0000000\0" * 2 + length + b"00000000000\0" + b" " * 8 + kind
    head += link.encode("utf-8", "surrogateescape").ljust(100, b"\0") + (b"" if sparse else b"ustar\x0000")
    if sparse:
        head = head.ljust(257, b"\0") + b"ustar  \0"
        head = head.ljust(386, b"\0") + sparse
    head = head.ljust(512, b"\0")
    head[148:156] = b"%06o\0 " % sum(head)
    return bytes(head) + data.ljust(-(-len(data) // 512) * 512, b"\0")


def said(**values: str) -> bytes:
    """Return the records of a head of the newer form."""
    found = b""
    for name, value in values.items():
        text = f" {name.replace('__', '.')}={value}\n".encode()
        length = len(text) + len(str(len(text)))
        found += b"%d" % (length + (len(str(length)) != len(str(len(text))))) + text
    return found


def newer(kind: bytes = b"x", **values: str) -> bytes:
    return member("h", said(**values), kind)


END = bytes(1024)
SECONDS = 10.0
"""More than any honest one of these takes, by far."""
READ = """
import sys
from assay.errors import Fault
from assay.repositories.archives import read_archive
try:
    found = read_archive(open(sys.argv[1], "rb").read(), "x")
    print(f"{len(found)} entries")
except Fault:
    print("told")
except BaseException as error:
    print("error", type(error).__name__)
"""
READ_BUILT = READ.replace("repositories.archives", "sandbox.artefacts").replace('"x")', "max_bytes=1 << 26)")
READ_BUILT = READ_BUILT.replace("except Fault", "except (ValueError, __import__('tarfile').TarError)")


def unpacking(make: Callable[[], bytes], code: str = READ) -> Act:
    """Return an act that reads an archive in a process of its own, whose memory and time are bounded."""

    def act(place: Place) -> str:
        path = place.folder / "a.tar"
        path.write_bytes(make())
        return apart(code, str(path), gibibytes=2, seconds=SECONDS)

    return act


def wide_heads() -> bytes:
    """Return many heads, each of which is kept with all values of a first one that holds for all."""
    wide = b"".join(b"%d k%07d=\n" % (13, number) for number in range(200_000))
    one = newer(path=".git/x") + member("x")
    return gzip.compress(member("g", wide, b"g") + one * 2000 + END, 1)


def many_of_git() -> bytes:
    return gzip.compress(b"".join(member(f".git/{number}") for number in range(500_000)) + END, 1)


ARCHIVES: Rows = (
    ("a size below nothing", lambda: member("y") + member(".git/x", size=-512) + END,
     "the next member is this one again", "told"),
    ("such a size of a file", lambda: member("y") + member("x", size=-512) + END, "the same member comes twice",
     "told"),
    (
        "such a size in the newer form",
        lambda: member("y") + newer(size="-1536", path=".git/x") + member("x") + END,
        "the size in a head of its own leads back to that head",
        "told",
    ),
    ("long names of long names", lambda: member("l", b"x\0", b"L") * 3000 + member("x") + END, "heads for heads",
     "told"),
    ("long links of long links", lambda: member("l", b"x\0", b"K") * 3000 + member("x") + END, "links alike", "told"),
    ("heads of heads", lambda: newer(path="y") * 3000 + member("x") + END, "newer heads for newer heads", "told"),
    ("heads for all of heads", lambda: newer(b"g", a="y") * 3000 + member("x") + END, "heads that hold on", "told"),
    ("heads that keep heads", wide_heads, "each member keeps all values of the head that holds for all", "told"),
    ("many members of git", many_of_git, "what is left out is not counted", "told"),
    (
        "many digits in a head",
        lambda: member("h", b"1" * 1_500_000, b"x") + member("x") + END,
        "a pattern looks for the end of the digits from each of them",
        "told",
    ),
    (
        "a path of many folders",
        lambda: newer(path="a/" * 60_000 + "b") + member("x") + END,
        "each folder above is written out, which takes the square of the depth",
        "told",
    ),
    (
        "holes that go on",
        lambda: member("x", b"", b"S", sparse=b"0" * 96 + b"\1"),
        "a list of holes says that there is more, and there is none",
        "told",
    ),
    (
        "holes of the newer form",
        lambda: newer(GNU__sparse__map="0,1,2", GNU__sparse__size="9") + member("x", b"1") + END,
        "pairs of holes without a second one",
        "told",
    ),
    (
        "holes within the data",
        lambda: newer(GNU__sparse__major="1", GNU__sparse__minor="0") + member("x", b"9" * 512) + END,
        "a count of holes that has no end",
        "told",
    ),
    (
        "a name over holes",
        lambda: newer(GNU__sparse__name="../y") + member("x", b"1") + END,
        "a name by another key leads out",
        "told",
    ),
    ("a name that is empty", lambda: newer(path="") + member("x") + END, "a member without a name", "0 entries"),
    ("a name of NUL", lambda: newer(path="a\0b") + member("x") + END, "a sign that ends a name elsewhere", "told"),
    ("a name of a root", lambda: newer(path="//etc/x") + member("x") + END, "a path from the root", "told"),
    ("a name above", lambda: newer(path="a/../../x") + member("x") + END, "a path above the tree", "told"),
    ("one name in two forms", lambda: member("a//b") + member("./a/b") + END, "one path by two spellings", "told"),
    ("a file and a folder", lambda: member("a") + member("a/", kind=b"5") + END, "one path is two things", "told"),
    ("a hard link", lambda: member("a", kind=b"1", link="/etc/passwd") + END, "a second name of a file", "told"),
    ("a device", lambda: member("a", kind=b"3") + END, "a device as a member", "told"),
    ("a kind that nobody knows", lambda: member("a", b"x", b"Z") + END, "an unknown kind is a file to some", "told"),
    ("a link through a link",
     lambda: member("a/up", kind=b"2", link="..") + member("out", kind=b"2", link="a/up/../x") + END,
     "a link goes by a link that leads up, which counts as one level down", "told"),
    ("a link to itself", lambda: member("a", kind=b"2", link="a") + END, "a link without an end", "1 entries"),
    ("a link behind blanks", lambda: member("a", kind=b"2", link=" /etc") + END, "a root behind a blank", "1 entries"),
    (
        "a link of the newer form",
        lambda: newer(linkpath="/etc/passwd") + member("a", kind=b"2", link="b") + END,
        "the head says another place than the member",
        "told",
    ),
    ("a link that is a folder too", lambda: member("a", kind=b"2", link="b") + member("a/c") + END, "a way through a "
     "link", "told"),
    ("git in capitals", lambda: member(".GIT/config", b"x") + END, "a folder of git on other systems", "1 entries"),
    ("a size beyond the archive", lambda: member("a", b"x", size=1 << 32) + END, "a member ends behind the end",
     "told"),
    ("a sum that is wrong", lambda: member("a").replace(b"0000644", b"0000777") + END, "a head that was changed",
     "told"),
    ("an archive in pieces", lambda: gzip.compress(member("a")) + gzip.compress(member("b") + END), "two members "
     "of gzip", "2 entries"),
    ("an end in the middle", lambda: member("a") + END + member("b") + END, "what stands behind the end", "1 entries"),
    (
        "many empty pieces",
        lambda: gzip.compress(member("a") + END) + gzip.compress(b"") * 400_000,
        "each empty member of gzip copies what follows",
        "1 entries",
    ),
)  # fmt: skip
BUILT: Rows = (
    (
        "a size below nothing",
        lambda: member("y") + member("x", size=-512) + END,
        "what a compiler made has no end",
        "told",
    ),
    ("long names of long names", lambda: member("l", b"x\0", b"L") * 3000 + END, "heads without an end", "told"),
    ("holes that go on", lambda: member("x", b"", b"S", sparse=b"0" * 96 + b"\1"), "holes without an end", "told"),
    ("many digits in a head", lambda: member("h", b"1" * 1_500_000, b"x") + END, "digits without an end", "told"),
    ("a size that gives room", lambda: member("x", size=-(1 << 40)) + END, "a size below nothing adds room", "told"),
)


def tree_from(data: bytes) -> Act:
    """Return an act that takes the tree of a commit out of an archive, and names what is in it."""

    def act(place: Place) -> str:
        path = place.folder / "a.tar"
        path.write_bytes(data)
        check = Repository("mine", "abcdef0123", "", ("t",), source=str(path))
        try:
            made = tree_of(check, "p", ArtefactCache(place.folder / "kept", max_bytes=1 << 26))
        except Fault:
            return "told"
        with tarfile.open(fileobj=io.BytesIO(made)) as found:
            return " ".join(f"{one.name}>{one.linkname}" if one.issym() else one.name for one in found)

    return act


def without_the_top(*entries: Entry) -> Act:
    """Return an act that takes the folder named by the commit away from around a tree."""
    return tree_from(write_archive(entries))


def from_two_clones(place: Place) -> str:
    """Return what a file of a commit holds after another clone was read that has another content under its name."""
    cache, found = ArtefactCache(place.folder / "kept"), ""
    for name, make in (("bad", other_content), ("good", in_tree(("100644", "a")))):
        subprocess.run(["git", "init", "-q", str(place.folder / name)], check=True, capture_output=True)
        base = make(place.folder / name)
        check = Repository("mine", base, "", ("t",), source=str(place.folder / name))
        try:
            found = read_archive(tree_of(check, "p", cache), "x")["a"].data.decode()
        except Fault:
            found = "told"
    return found


def link(path: str, to: str) -> Entry:
    return Entry(path, to.encode(), EntryKind.LINK)


# ---- objects of git --------------------------------------------------------------------------------------------------


def loose(folder: Path, kind: str, data: bytes, name: str = "", length: int | None = None) -> str:
    """Write an object of git, perhaps under the name of another or with another length; return its name."""
    whole = f"{kind} {len(data) if length is None else length}\0".encode() + data
    name = name or hashlib.sha1(whole).hexdigest()
    path = folder / ".git" / "objects" / name[:2] / name[2:]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.write_bytes(zlib.compress(whole, 1))
    return name


def tree(folder: Path, *entries: tuple[str, str, str]) -> str:
    """Write a tree of modes, names and objects."""
    return loose(
        folder, "tree", b"".join(f"{mode} {name}".encode() + b"\0" + bytes.fromhex(one) for mode, name, one in entries)
    )


def commit(folder: Path, top: str) -> str:
    return loose(folder, "commit", f"tree {top}\nauthor a <a> 0 +0000\ncommitter a <a> 0 +0000\n\nx\n".encode())


OF_GIT = """
import sys
from pathlib import Path
from assay.errors import Fault
from assay.records import Repository
from assay.repositories.sources import tree_of
from assay.repositories.archives import read_archive
from assay.sandbox.artefacts import ArtefactCache
folder = Path(sys.argv[1])
try:
    check = Repository("mine", sys.argv[2], "", ("t",), source=str(folder))
    made = tree_of(check, "p", ArtefactCache(folder / "kept"))
    print(" ".join(f"{one.path}={one.data.decode()[:9]}" for one in read_archive(made, "x").values()) or "nothing")
except Fault as error:
    print("told")
except BaseException as error:
    print("error", type(error).__name__)
"""


def of_git(make: Callable[[Path], str], then: Callable[[Path], str] = lambda folder: "") -> Act:
    """Return an act that reads the tree of a commit from a clone made by hand."""

    def act(place: Place) -> str:
        subprocess.run(["git", "init", "-q", str(place.folder)], check=True, capture_output=True)
        return apart(OF_GIT, str(place.folder), make(place.folder), gibibytes=2, seconds=SECONDS) + then(place.folder)

    return act


def in_tree(*entries: tuple[str, str]) -> Callable[[Path], str]:
    """Return what makes a commit with these modes and names, each of one small file."""

    def make(folder: Path) -> str:
        small = loose(folder, "blob", b"x")
        return commit(folder, tree(folder, *((mode, name, small) for mode, name in entries)))

    return make


def trees_of_trees(folder: Path) -> str:
    top = tree(folder, *(("100644", f"f{n}", loose(folder, "blob", b"x")) for n in range(10)))
    for _ in range(9):
        top = tree(folder, *(("40000", f"d{n}", top) for n in range(10)))
    return commit(folder, top)


def other_content(folder: Path) -> str:
    found = in_tree(("100644", "a"))(folder)
    loose(folder, "blob", b"forged", hashlib.sha1(b"blob 1\0x").hexdigest())
    return found


def other_tree(folder: Path) -> str:
    """Give the commit of another repository a tree of its own."""
    small = loose(folder, "blob", b"forged")
    top = tree(folder, ("100644", "a", small))
    text = f"tree {top}\nauthor a <a> 0 +0000\ncommitter a <a> 0 +0000\n\nx\n".encode()
    return loose(folder, "commit", text, "d" * 40)


def lacking(config: str) -> Callable[[Path], str]:
    """Return what makes a commit with a file that is missing, and a configuration that says where it could be had."""

    def make(folder: Path) -> str:
        touch = f"touch {folder / 'done'}; false"
        with (folder / ".git" / "config").open("a") as file:
            file.write(config.replace("TOUCH", touch).replace("HERE", str(folder)))
        return commit(folder, tree(folder, ("100644", "a", "e" * 40)))

    return make


def done(folder: Path) -> str:
    """Let go what waits for a pipe, and say whether a command of the clone was run."""
    for name in ("config", "objects/info/alternates"):
        path = folder / ".git" / name
        if path.is_fifo():
            with suppress(OSError):
                writer = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
                path.unlink()
                path.touch()
                os.close(writer)
    return ", and a command was run" if (folder / "done").exists() else ""


PROMISED = '[core]\nrepositoryformatversion = 1\n[extensions]\npartialClone = o\n[remote "o"]\npromisor = true\n'


def with_length(length: int, data: bytes) -> Callable[[Path], str]:
    def make(folder: Path) -> str:
        name = loose(folder, "blob", data, length=length)
        return commit(folder, tree(folder, ("100644", "a", name)))

    return make


def with_a_pipe_at(name: str) -> Callable[[Path], str]:
    def make(folder: Path) -> str:
        found = in_tree(("100644", "a"))(folder)
        path = folder / ".git" / name
        path.unlink(missing_ok=True)
        path.parent.mkdir(exist_ok=True, parents=True)
        os.mkfifo(path)
        return found

    return make


CLONES: tuple[tuple[str, Callable[[Path], str], str, str], ...] = (
    ("trees of trees", trees_of_trees, "a dozen objects are listed as ten milliards of files", "told"),
    ("another content", other_content, "a file has another content than its name says", "told"),
    ("a commit of another repository", other_tree, "a commit has another content than its name says", "told"),
    ("a path above", in_tree(("100644", "..")), "a name that is the folder above", "told"),
    ("a path with slashes", in_tree(("100644", "a/../../b")), "a name with slashes", "told"),
    ("a path from the root", in_tree(("100644", "/etc/x")), "a name from the root", "told"),
    ("a path twice", in_tree(("100644", "a"), ("100755", "a")), "of two files of one name the last is taken", "told"),
    ("a path of git", in_tree(("100644", ".git/config")), "a configuration of git in the tree", "nothing"),
    ("a path of nothing", in_tree(("100644", "")), "a name that is empty", "told"),
    ("a path of a line end", in_tree(("100644", "a\nb\tc")), "a name with the signs of a list", "b\tc=x"),
    ("a link out", in_tree(("120000", "a")), "a link to a file that is not there", "a=x"),
    ("a part that is not there", in_tree(("160000", "a"), ("100644", "b")), "a module of another repository", "b=x"),
    ("a mode of nothing", in_tree(("0", "a")), "a mode that git does not know", "nothing"),
    ("a mode of a device", in_tree(("20000", "a")), "a mode of a device", "nothing"),
    ("a folder that is a file", in_tree(("40000", "a")), "a file where a tree stands", "told"),
    ("a length that is too small", with_length(1, b"forged"), "an object longer than it says", "told"),
    ("a length that is too large", with_length(600 << 20, b"x"), "an object shorter than it says", "told"),
    ("a length below nothing", with_length(-1, b"x"), "a length below nothing", "told"),
    ("a file that is promised", lacking(PROMISED + 'url = file://HERE\nuploadpack = "TOUCH"\n'),
     "what is missing is fetched by a command of the clone", "told"),
    ("a file promised over ssh", lacking(PROMISED + 'url = ssh://127.0.0.1:9/x\n[core]\nsshCommand = "TOUCH"\n'),
     "the same by the command for ssh", "told"),
    ("a file promised by a helper", lacking(PROMISED + 'url = "ext::sh -c TOUCH"\n[protocol "ext"]\nallow = always\n'),
     "the same by a helper", "told"),
    ("a watcher of files", lacking('[core]\nfsmonitor = "TOUCH"\npager = "TOUCH"\n'), "commands of the clone", "told"),
    ("a configuration that is endless", lacking("[include]\npath = /dev/zero\n"), "a file without an end", "told"),
    ("a configuration that is a pipe", with_a_pipe_at("config"), "git waits for a writer", "told"),
    ("objects that are a pipe", with_a_pipe_at("objects/info/alternates"), "git waits for other objects", "told"),
)  # fmt: skip


# ---- stores ----------------------------------------------------------------------------------------------------------

HARD = "\u00a0"
"""A blank to Python and a letter of a name to SQLite."""


def by_schema(changes: Sequence[tuple[str, str, str]], statements: str = "") -> Act:
    """Return an act that changes the text of tables, then rows, and goes every way through the store."""

    def act(place: Place) -> str:
        path = place.folder / "a.db"
        path.write_bytes(whole_store(place.folder.parent / "whole"))
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA writable_schema = ON")
            for table, old, new in changes:
                connection.execute(
                    "UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = ? AND instr(sql, ?)",
                    (old, new, table, old),
                )
            version = connection.execute("PRAGMA schema_version").fetchone()[0]
            connection.execute(f"PRAGMA schema_version = {version + 1}")
        if statements:
            with closing(sqlite3.connect(path)) as connection:
                connection.executescript(statements)
        return apart(USED, str(path), seconds=30)

    return act


def no_longer_needed(table: str, column: str, kind: str, value: str = "NULL") -> Act:
    """Return an act that takes NOT NULL away by a blank that is none, and puts in what the column must not have."""
    change = (table, f"{column} {kind} NOT NULL", f"{column} {kind}{HARD}NOT NULL")
    return by_schema([change], f"UPDATE {table} SET {column} = {value};")


def lost(place: Place) -> str:
    """Add a run to a store whose runs have no key any more, and look for it."""
    path = place.folder / "a.db"
    found = by_schema([("runs", "number INTEGER PRIMARY KEY", f"number INTEGER{HARD}PRIMARY KEY")])(place)
    if found == "told":
        return found
    with closing(SqlStore(path)) as store:
        return outcome(lambda: store.add_run(a_run("new", 9)), "added")


STORES: Rows = (
    ("a run that is lost", lost, "a run that was added is not found again, as its table has no key", "told"),
    *(
        (f"nothing in {table}.{column}", no_longer_needed(table, column, kind),
         f"a blank that is none takes away that {table}.{column} must be there", "told")
        for table, column, kind in (
            ("runs", "name", "TEXT"), ("runs", "labels", "TEXT"), ("runs", "state", "TEXT"), ("runs", "seconds",
             "DOUBLE PRECISION"),
            ("trials", "problem", "TEXT"), ("trials", "attempt", "BIGINT"), ("trials", "body", "BLOB"),
            ("scores", "metric", "TEXT"), ("alerts", "body", "TEXT"), ("deliveries", "tries", "BIGINT"),
            ("observations", "at", "BIGINT"), ("feedback", "person", "TEXT"), ("tokens", "digest", "BLOB"),
            ("leases", "holder", "TEXT"), ("hours", "n", "BIGINT"), ("slices", "stream", "TEXT"),
        )
    ),
    ("a number that is no key", by_schema([("observations", "number INTEGER PRIMARY KEY",
     f"number INTEGER{HARD}PRIMARY KEY")]),
     "a blank that is none takes the key of a table away", "told"),
    ("another type", by_schema([("scores", "value DOUBLE PRECISION", f"value{HARD}DOUBLE PRECISION")]), "a column "
     "has another name", "told"),
    ("counts of a stranger", by_schema([],
     "ANALYZE; UPDATE sqlite_stat1 SET stat = '99999999999 1 1 1 noskipscan sz=1 unordered';"),
     "statistics that lead a search the long way", "served"),
    ("a table with a key to another", by_schema([], "CREATE TABLE mine (a REFERENCES runs ON DELETE CASCADE);"),
     "a table of the user's own hangs on a run", "served"),
    ("many versions", by_schema([],
     "INSERT INTO assay_schema SELECT 1 FROM trials, trials AS b, trials AS c LIMIT 200000;"),
     "versions without a number", "told"),
    ("a version in words", by_schema([], "UPDATE assay_schema SET version = '9999';"), "a version in text", "told"),
    ("a version that is a blob", by_schema([], "UPDATE assay_schema SET version = x'00';"), "a version in bytes",
     "told"),
    ("a version below nothing", by_schema([], "UPDATE assay_schema SET version = -1;"), "a version below nothing",
     "told"),
    ("an older version", by_schema([], "UPDATE assay_schema SET version = 3;"), "steps that are done already", "told"),
    ("hours that do not add up", by_schema([], "UPDATE hours SET passed = 9223372036854775807, n = -1;"),
     "counts below nothing and beyond all", "told"),
    ("days of the far future", by_schema([], "UPDATE days SET day = 9223372036854775807;"), "a day that no calendar "
     "has", "served"),
    ("buckets beyond floats", by_schema([], "UPDATE hour_latencies SET bucket = 9000000;"), "a latency by a power "
     "beyond floats", "served"),
    ("a horizon of the far future", by_schema([],
     "DELETE FROM observation_horizon; INSERT INTO observation_horizon VALUES (9223372036854775807);"),
     "a time before which nothing is kept, behind all times", "served"),
    ("two horizons", by_schema([], "INSERT INTO observation_horizon VALUES (1), (2);"),
     "which of two holds is a guess", "served"),
    ("removals beyond counting", by_schema([], "INSERT INTO observation_removals VALUES (9223372036854775807, -1);"),
     "the next removal has no number", "served"),
    ("a delivery that is due for ever", by_schema([],
     "UPDATE deliveries SET due = -9223372036854775808, tries = 9223372036854775807;"),
     "one try more than there are numbers", "told"),
    ("a token of no digest", by_schema([], "UPDATE tokens SET digest = x'';"), "a digest of no bytes", "served"),
    ("a token of no role", by_schema([], "UPDATE tokens SET role = 'root';"), "a role that nobody has", "served"),
    ("stars beyond five", by_schema([], "UPDATE feedback SET stars = 1e300;"), "a number of stars that is none",
     "told"),
    ("a thumb of two", by_schema([], "UPDATE feedback SET thumb = 2;"), "a truth that is a number", "served"),
    ("a report that is deep", by_schema([], "UPDATE reports SET body = replace(hex(zeroblob(50000)), '0', '[');"),
     "a report in lists without an end", "told"),
    ("a verdict that is a class", by_schema([], "UPDATE trials SET verdict = '__class__';"), "a verdict by a name of "
     "Python", "told"),
)  # fmt: skip


# ---- agents ----------------------------------------------------------------------------------------------------------


def sent_on(name: str, **message: Any) -> Act:  # Any: JSON
    """Return an act that says whether a field that nobody knows is sent on to the server of the model."""

    def act(place: Place) -> str:
        body = {"messages": [{"role": "user", "content": "x"}]}
        if "messages" in message:
            body = dict(message)
        else:
            body["messages"][0] |= message
        try:
            return "sent on" if name in json.dumps(checked_body(body)) else "left out"
        except Exception as error:
            return "refused" if type(error).__name__ == "InvalidValue" else f"error {type(error).__name__}"

    return act


ASKED = [{"role": "user", "content": "x"}]
FAR = "http://169.254.169.254/"
FORWARDED: Rows = (
    ("a picture beside the text", sent_on("169.254", images=[FAR]), "a field of a message that some servers fetch",
     "left out"),
    ("a sound of before", sent_on("audio", audio={"id": "a"}), "a sound that the owner of the key has made",
     "left out"),
    ("files beside the text", sent_on("file_ids", file_ids=["f"]), "files of the owner of the key", "left out"),
    ("attachments", sent_on("attachments", attachments=[{"file_id": "f"}]), "files by another name", "left out"),
    ("a picture within a text", sent_on("169.254", content=[{"type": "text", "text": "x", "image_url": {"url": FAR}}]),
     "a part of one type has the field of another", "left out"),
    ("a cache to be paid for", sent_on("cache_control", content=[{"type": "text", "text": "x",
     "cache_control": {"type": "ephemeral"}}]),
     "a part that is kept by the server, at a price of its own", "left out"),
    ("a tool with an address", sent_on("169.254", messages=ASKED, tools=[{"type": "function",
     "function": {"name": "f"}, "server_url": FAR}]),
     "a tool that the server would call", "left out"),
    ("a choice of a tool of the server", sent_on("web_search", messages=ASKED, tool_choice={"type": "web_search"}),
     "the choice names a tool of the server", "refused"),
    ("an old function of the server", sent_on("web_search", messages=ASKED, functions=[{"type": "web_search"}]),
     "the older field for functions has a tool of the server", "refused"),
    ("an answer by a schema elsewhere", sent_on("169.254", messages=ASKED, response_format={"type": "json_schema",
     "json_schema": {"schema": {"$ref": FAR}}}),
     "a schema that refers elsewhere", "refused"),
    ("a call of a tool of the server", sent_on("web_search", role="assistant", tool_calls=[{"type": "web_search",
     "id": "1"}]),
     "a call of another type than a function", "refused"),
    ("more than one answer by another name", sent_on("best_of", messages=ASKED, best_of=9), "answers that cost more",
     "left out"),
    ("a dearer service", sent_on("service_tier", messages=ASKED, service_tier="priority"),
     "a service at another price", "left out"),
    ("a search", sent_on("web_search", messages=ASKED, web_search_options={}), "a search on the web", "left out"),
    ("one answer that is true", sent_on("\"n\"", messages=ASKED, n=True), "a truth for a number", "left out"),
)  # fmt: skip
AGENTS = (
    *(
        agent(*made)
        for made in (
            ("a role in a list", b'{"messages":[{"role":["user"],"content":"x"}]}', "a role that is a list", "400"),
            ("a role that is an object", b'{"messages":[{"role":{},"content":"x"}]}', "a role without a name", "400"),
            ("a part whose type is a list", b'{"messages":[{"role":"user","content":[{"type":["text"]}]}]}', "a type "
             "that is a list", "400"),
            ("a part whose text is a list", b'{"messages":[{"role":"user","content":[{"type":"text","text":[1]}]}]}',
             "a list where text stands", "200"),
            ("calls that are text", b'{"messages":[{"role":"assistant","tool_calls":"x"}]}', "text for calls", "200"),
            ("a refusal that is a number", b'{"messages":[{"role":"assistant","refusal":1e308}]}', "a number", "200"),
            ("a key twice", b'{"messages":[],"messages":[{"role":"user","content":"x"}]}', "of two the last", "200"),
            ("stops without a number", chat(stop=["x"] * 100_000), "ends without a number", "200"),
            ("a stop that is an object", chat(stop={"a": 1}), "an object where text stands", "200"),
            ("a temperature that is true", chat(temperature=True), "a truth for a number", "200"),
            ("tokens as a fraction", chat(max_tokens=1e300), "a count that is no whole number", "200"),
            ("a seed that is true", chat(seed=True), "a truth for a seed", "200"),
            ("a stream that is text", chat(stream="no"), "a truth in words", "200"),
            ("tools that are nothing", chat(tools=[]), "a list without a tool", "200"),
            ("a tool of a type in a list", chat(tools=[{"type": ["function"]}]), "a type that is a list", "400"),
            ("values just within", chat(logit_bias={str(n): 1 for n in range(199_000)}), "as many as there may be",
             "200"),
            ("a number of many digits", b'{"messages":[{"role":"user","content":"x"}],"seed":' + b"9" * 5000 + b"}",
             "digits beyond the bound", "400"),
            ("an encoding of two bytes", chat().decode().encode("utf-16"), "another encoding", "400"),
            ("a mark of order", b"\xef\xbb\xbf" + chat(), "a mark before the object", "400"),
        )
    ),
    *(
        gateway(*made)
        for made in (
            ("a head alone", b"HEAD /v1/models HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "an answer without a "
             "body", "closed"),
            ("an older protocol", b"GET /v1/models HTTP/1.0\r\n\r\n", "a protocol without a host", "200"),
            ("a newer protocol", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "the beginning of another protocol", "404"),
            ("an upgrade", b"GET /v1/models HTTP/1.1\r\nHost: a\r\nConnection: upgrade, close\r\nUpgrade: h2c\r\n\r\n",
             "another protocol on the same line", "200"),
            ("a path with a query of NUL", b"GET /v1/models?\0 HTTP/1.1\r\nHost: a\r\n\r\n", "a sign in a path", "400"),
            ("a path in another alphabet", "GET /v1/mödels HTTP/1.1\r\nHost: a\r\n\r\n".encode(), "letters in a path",
             "400"),
            ("a body that is waited for", POST + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}",
             "a body that is "
             "asked for", "400"),
            ("slashes behind a path", b"GET /v1/models///?a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
             "slashes that are taken away", "200"),
            ("pieces with names", POST + b"Transfer-Encoding: chunked\r\n\r\n2;a=\"b\"\r\n{}\r\n0\r\nX: y\r\n\r\n",
             "pieces with more than a size", "400"),
            ("a size of a piece without an end", POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"f" * 40 + b"\r\n",
             "a piece that never ends", "400"),
        )
    ),
)  # fmt: skip


def bad_choices(answer: Mapping[str, Any], **more: Any) -> Act:  # Any: JSON
    """Return an act in which a model gives an answer of another form, and the agent asks for a stream."""

    class Odd(ScriptedModel):
        def forward(self, body: Mapping[str, Any], *, number: int = 0) -> Any:  # Any: see `Forwarding`
            return Forwarded.of(answer, self.complete((), number=number))

    def act(place: Place) -> str:
        body = chat(stream=True)
        data = POST + b"Content-Length: %d\r\n\r\n" % len(body) + body
        try:
            with served(desk_of(Odd(["hello"]))) as (_, port):
                found = said_raw(port, data)
        except BaseException as error:
            return f"error {type(error).__name__}"
        return (found.split(b" ", 2)[1:2] or [b"closed"])[0].decode()

    return act


# ---- requests to the service -----------------------------------------------------------------------------------------


def stated(text: str, code: str = "def f(x): return x + 1\n", **more: object) -> Act:
    return judged({"fn_name": "f", "test_cases": text, **more} if more else {"test_cases": text}, code)


def many_in_text(place: Place) -> str:
    """Send small values in the text of a problem, where the bound on the memory of a body does not look."""
    from tests.hostile.service_fifth import answered_within

    inner = "[" + "[]," * 1_200_000 + "[]]"
    body = json.dumps({"problem": {"test_cases": inner}, "code": "x = 1"}).encode()
    return answered_within("/v1/judge", body, 400 << 20, times=4)(place)


BIG = "1" + "0" * 5000
CALLED = {"fn_name": "f", "inputs": ["[5000]"], "outputs": [BIG]}
NEXT = "def f(x): return x + 1\n"
JUDGED: tuple[tuple[str, Act, str, str], ...] = (
    ("cases in a text, in another one", judged({"verification_info": json.dumps({"language": "python",
     "test_cases": json.dumps(
        [{"input": "[1]", "output": "2", "fn_name": "f"}])})}, NEXT), "text in text in text", "passed"),
    ("a key twice in a text",
     judged({"test_cases": '[{"input": "[1]", "output": "2", "output": "3", "fn_name": "f"}]'}, "def f(x): return 3"),
     "of two answers in a text the last is taken", "status 400"),
    ("a key twice in an answer", judged({"fn_name": "f", "inputs": ["[1]"], "outputs": ['{"a": 1, "a": 2}']},
     "def f(x): return {'a': 2}"),
     "of two values of an expected object the last is taken", "status 400"),
    ("an answer that is not a number", judged({"fn_name": "f", "inputs": ["[1]"], "outputs": ["NaN"]},
     "def f(x): return float('nan')"),
     "a constant that JSON has not", "failed"),
    ("an answer without an end", judged({"fn_name": "f", "inputs": ["[1]"], "outputs": ["1e999"]},
     "def f(x): return 10.0 ** 308 * 10"),
     "a number beyond floats is infinite", "passed"),
    ("an answer of many digits as text", judged(CALLED, f"def f(x): return {BIG!r}"),
     "more digits than are read are text", "failed"),
    ("an answer of one in a list", judged({"fn_name": "f", "inputs": ["[1]"], "outputs": ["[2]"]}, NEXT),
     "a list of one "
     "stands for its element", "passed"),
    ("an answer of one in a list, in it", judged({"fn_name": "f", "inputs": ["[1]"], "outputs": ["[[2]]"]}, NEXT),
     "two "
     "lists of one", "failed"),
    ("an input that is an object", judged({"fn_name": "f", "inputs": ['{"x": 1}'], "outputs": ["2"]},
     "def f(x): return 2"),
     "an object is one argument", "passed"),
    ("a name that is an attribute", judged({"fn_name": "f.__call__", "inputs": ["[1]"], "outputs": ["2"]}, NEXT),
     "a name with a dot", "status 400"),
    ("a name that is a word of Python", judged({"fn_name": "None", "inputs": ["[1]"], "outputs": ["2"]}, NEXT),
     "a name that cannot be defined", "status 400"),
    ("two names of functions", judged({"test_cases": [{"input": "[1]", "output": "2", "fn_name": "f"}, {"input": "[1]",
     "output": "3", "fn_name": "g"}]},
     "def f(x): return 2\ndef g(x): return 3"), "the function of the first case is that of all", "status 400"),
    ("many values in a text", many_in_text, "values in text are not counted", "bounded, [400]"),
    ("an output in lists of lines", judged({"inputs": [["1", "2"]], "outputs": [["3"]]},
     "print(int(input()) + int(input()))"),
     "lines in lists", "passed"),
    ("an output of nothing", judged({"inputs": ["1\n"], "outputs": [""]}, "pass"), "a program that prints nothing",
     "passed"),
    ("a style that is a check", one("def check(c):\n    assert c(1) == 2", "def f(x): return 0", style="check"),
     "a style by its name", "failed"),
    ("tests that define the candidate", one("def f(x): return 2\nassert f(1) == 2", "def f(x): return 0"),
     "tests that bring "
     "the answer themselves", "failed"),
    ("tests that skip",
     one("import unittest as u\nclass T(u.TestCase):\n    @u.skip('x')\n    def test_a(s): s.assertEqual(f(1), 2)",
     "def f(x): return 0"), "all tests are skipped", "failed"),
    ("tests without a case", one("import unittest\nclass T(unittest.TestCase):\n    pass", "def f(x): return 0"),
     "a class without a test", "unjudged"),
)  # fmt: skip
AT = "2026-03-14T09:00:00Z"


def repeated(*rows: Mapping[str, object]) -> Act:
    """Return an act that sends rows to a service of its own, and says how many are kept."""

    def act(place: Place) -> str:
        from assay.service.context import Context, ServiceSettings
        from tests.service.local import in_process

        with in_process(Context(MemoryStore(), ServiceSettings(workers=1)), timeout=60) as client:
            found = client.post("/v1/observations", json=[{**SEEN, **one} for one in rows])
            return f"{found.json()['accepted']} kept" if found.status_code == 200 else f"status {found.status_code}"

    return act


OBSERVED: Rows = (
    ("two alike, with another between", repeated({"at": AT}, {"at": "2026-03-14T09:01:00Z"}, {"at": AT}),
     "two of one content count as one where another time stands between them", "3 kept"),
    ("two alike", repeated({"at": AT}, {"at": AT}), "two of one content and time", "2 kept"),
    ("two alike in two zones", repeated({"at": AT}, {"at": "2026-03-14T10:00:00+01:00"}), "one time in two zones",
     "2 kept"),
    ("a label twice", repeated({"labels": {"team": "a"}, "team": "b"}), "of two labels of one name the last is taken",
     "status 400"),
    ("a label that is a field", repeated({"labels": {"model": "a", "passed": "no"}}), "labels with names of fields",
     "1 kept"),
    ("a label of no name", repeated({"labels": {"": "a"}}), "a label whose name is empty", "1 kept"),
    ("a time of nothing", repeated({"at": None, "timestamp": None}), "two times that are none", "1 kept"),
    ("a time in a week", repeated({"at": "2026-W11-6T09:00:00Z"}), "a time by its week", "1 kept"),
    ("a time at 24", repeated({"at": "2026-03-13T24:00:00Z"}), "an hour that is the next day's", "status 400"),
    ("a time with a leap second", repeated({"at": "2016-12-31T23:59:60Z"}), "a second that calendars have",
     "status 400"),
    ("a time of a small fraction", repeated({"at": "2026-03-14T09:00:00.123456789Z"}), "more digits than are kept",
     "1 kept"),
    ("a cost below all", repeated({"cost_usd": -0.0}), "nothing with a sign", "1 kept"),
    ("a cost of the smallest kind", repeated({"cost_usd": 5e-324, "latency_seconds": 5e-324}),
     "numbers next to nothing", "1 kept"),
    ("an error of what passed", repeated({"error_class": "x"}), "an error class of what passed", "1 kept"),
    ("an id of blanks", repeated({"id": "   "}), "an id that nobody sees", "1 kept"),
)  # fmt: skip
POSTED = tuple(
    ask(f"{path}, {name}", f"/v1/{path}", body, f"{mechanism} ({name})", expected)
    for name, path, body, mechanism, expected in (
        ("stars and a truth", "feedback", {"observation": "a", "stars": 5.0}, "stars as a fraction", 400),
        ("a thumb of one", "feedback", {"observation": "a", "thumb": 1}, "a number for a truth", 400),
        ("by a list", "feedback", {"observation": "a", "stars": 1, "by": ["x"]}, "a list where a name stands", 400),
        ("a key of half a character", "feedback", b'{"observation":"a","\\ud800":1}', "a field of no character", 400),
        ("a slice that is an object", "alerts/mute", {"rule": "a", "about": {"x": 1}, "hours": 1},
         "an object for text", 400),
        ("hours that are not a number", "alerts/mute", b'{"rule":"a","hours":1e999}', "hours without an end", 400),
        ("options of a list", "runs", {"benchmark": "starter", "candidates": [{}], "options": []}, "a list of options",
         400),
        ("an option of half a character", "runs", b'{"benchmark":"starter","candidates":[{}],"options":{"\\ud800":1}}',
         "an option of no character", 400),
        ("a row with a benchmark", "runs", {"benchmark": "starter", "candidates": [{"benchmark": "x",
         "task_id": "mask_digits", "solution": "x", "k": {}}]},
         "a row that names another benchmark", 202),
        ("a margin that is none", "compare?a=x&b=y&margin=nan", {}, "a margin that is not a number", 405),
        ("a field of a module", "judge", {"benchmark": "starter", "problem_id": "mask_digits", "code": "x",
         "__class__": 1}, "a field of Python", 400),
        ("a candidate in a list", "judge", {"candidates": [[]]}, "a list where an object stands", 400),
        ("candidates in candidates", "judge", {"candidates": [{"candidates": [{}], "code": "x"}]},
         "a batch in a batch", 400),
        ("details in words", "judge", {"benchmark": "starter", "problem_id": "mask_digits", "code": "x",
         "details": "yes"}, "a truth in words", 400),
        ("a problem by a fraction", "judge", {"benchmark": "starter", "problem_id": 1.0, "code": "x"},
         "a number that is no place", 400),
    )
)  # fmt: skip


# ---- rewards, exports, messages, pickles -----------------------------------------------------------------------------

REWARDS: Rows = (
    ("a chat that ends with the user", rewarded([{"role": "assistant", "content": fenced(TWICE)}, {"role": "user",
     "content": "?"}]),
     "the last message is not the model's", "0.0"),
    ("a chat in a chat", rewarded([[{"role": "assistant", "content": fenced(TWICE)}]]),
     "a list where a message stands", "0.0"),
    ("one message alone", rewarded({"role": "assistant", "content": fenced(TWICE)}), "a message without a chat", "1.0"),
    ("texts in a list", rewarded(["no", fenced(TWICE)]), "texts where messages stand", "1.0"),
    ("the answer in the thinking", rewarded("<think>\n" + fenced(TWICE) + "</think>\nI do not know.\n"),
     "code that was "
     "thought of, where nothing else is code", "1.0"),
    ("parts in parts", rewarded([{"role": "assistant", "content": [{"content": [{"text": fenced(TWICE)}]}]}]), "a part "
     "within a part", "0.0"),
    ("a part of another kind", rewarded([{"role": "assistant", "content": [{"type": "reasoning",
     "text": fenced(TWICE)}]}]),
     "a part that is thinking, and no answer", "0.0"),
    ("a completion of many fences", rewarded("```python\n```\n" * 20_000 + fenced(TWICE)),
     "empty code beyond the number of blocks that are read", "0.0"),
    ("an answer that reads its tests",
     rewarded("import gc\ndef double(x):\n    return [o for o in gc.get_objects() if 'double(' in str(o)] and 4\n"),
     "the tests are looked for in memory", "0.5"),
    ("an answer that warns", rewarded("import warnings\nwarnings.simplefilter('error')\n" + TWICE),
     "warnings become errors", "1.0"),
    ("a truth with a key twice", scored('{"tests": "assert double(2) == 5", "tests": "assert double(2) == 4"}', TWICE),
     "of two tests in a text the last is taken", "-1.0"),
    ("a truth of calls", scored('[{"input": "[2]", "output": "4", "fn_name": "double"}]', fenced(TWICE)),
     "cases in a text", "1.0"),
    ("a truth of many digits", scored({"inputs": ["[5000]"], "outputs": [BIG], "fn_name": "f"},
     fenced("def f(n): return 10 ** n\n")),
     "a right answer has more digits than Python reads", "1.0"),
    ("a truth that is bytes", scored(b"assert double(2) == 4", TWICE), "bytes where text stands", "-1.0"),
    ("an output with a line end of Windows", verified(PAIR, "print(2 * int(input()), end='\\r\\n')\n"),
     "a line end of another "
     "system", "1.0"),
    ("an output behind a feed", verified(PAIR, "print('\\x0c' + str(2 * int(input())))\n"), "a sign for a page", "0.0"),
    ("an output in two encodings", verified(PAIR,
     "import sys\nsys.stdout.buffer.write(b'\\xef\\xbb\\xbf%d' % (2 * int(input())))\n"),
     "a mark of order before the answer", "0.0"),
    ("columns of tests and of cases", rewarded("def double(x): return 0\n", test_cases=[[{"input": "[2]",
     "output": "0", "fn_name": "double"}]]),
     "of two kinds of tests in a row one counts", "1.0"),
)  # fmt: skip


def told(text: str, *bad: str) -> Act:
    """Return an act that tells a channel of an alert, and looks for what a chat would obey."""

    def act(place: Place) -> str:
        news = News([Alert("rule", f"model={text}", summary=f"accuracy of {text} is low")])
        found = json.loads(body_of(news, "d", datetime(2026, 3, 14, tzinfo=UTC)))["text"]
        return next((f"{one} stands there" for one in bad if one in found), "text")

    return act


def exported(form: str, verdict: Verdict | None, **more: Any) -> Act:  # Any: fields of a trial
    """Return an act that exports one trial and says whether a tool would count it as passed."""

    def act(place: Place) -> str:
        store, run = MemoryStore(), a_run("r", 0)
        store.add_run(run)
        store.add_trials("r", numbered([Trial("p", Candidate("x"), verdict, **more)]))
        path = place.folder / "out"
        with path.open("w") as file:
            FORMATS[form](run, store, file)
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        passed = rows[0].get("passed") if form == "humaneval" else rows[0]["eval"]["p"][0]["base_status"] == "pass"
        return "passed" if passed else "not passed"

    return act


def pickled(data: bytes) -> Act:
    return lambda place: outcome(lambda: pickled_text(data))


GOOD = row(task_id="it/0", solution="x = 1")
READ_BY_OTHERS: Rows = (
    ("message: a call of everybody", told("<!channel>", "<!channel>"),
     "a chat rings everybody whom a model's name calls", "text"),
    ("message: a link by another name", told("<http://evil.example|the report>", "<http://evil.example|"),
     "a chat makes a link of it", "text"),
    ("message: a call of one", told("<@U012345>", "<@U"), "a chat rings somebody", "text"),
    ("message: everybody elsewhere", told("@everyone", "@everyone"), "another chat rings everybody", "text"),
    ("message: a picture", told("![x](http://evil.example/x.png)", "![x]("), "a chat fetches a picture", "text"),
    ("export: a fault that says passed", exported("humaneval", None, fault="passed"), "a trial without a verdict",
     "not passed"),
    ("export: a detail that says passed", exported("humaneval", Verdict.FAILED, detail="passed"),
     "a failure in other words", "not passed"),
    ("export: a failure without a case", exported("evalplus", Verdict.FAILED), "no case says how it went",
     "not passed"),
    ("kept: an answer that is no JSON", lambda place: outcome(lambda: Forwarded.from_kept(Completion("text"))),
     "a store keeps an answer that no request has had", "told"),
    ("kept: an answer of no choice", lambda place: outcome(lambda: Forwarded.from_kept(Completion('{"choices": [1]}'))),
     "a store keeps a choice that is a number", "told"),
    ("pickle: a text behind another", pickled(b"\x8c\x01a\x8c\x01b."), "two texts in one pickle", "refused"),
    ("pickle: a text without an end", pickled(b"\x8d" + b"\xff" * 8 + b"a."), "a text of all bytes there are",
     "refused"),
    ("pickle: a text that is none", pickled(b"\x8c\x02\xff\xfe."), "bytes of no encoding", "refused"),
    ("pickle: a call", pickled(b"\x8c\x01acos\nsystem\n."), "a name behind a text", "refused"),
    ("pickle: no end", pickled(b"\x8c\x01a"), "a pickle without its end", "refused"),
    ("pickle: a protocol of the future", pickled(b"\x80\xff\x8c\x01a."), "a protocol that is not there yet", "read"),
    ("pickle: half a frame", pickled(b"\x95\x01\x00"), "a frame that ends early", "refused"),
    ("rows: many empty members of gzip",
     lambda place: count_of(gzip.compress(b"") * 100_000 + gzip.compress(GOOD))(place),
     "each empty member copies what follows it", "1 candidates"),
)  # fmt: skip


# ---- honest and odd --------------------------------------------------------------------------------------------------


HOSTED = newer(b"g", comment="abcdef0123456789") + member("it-abcdef0/", kind=b"5")
HOSTED += member("it-abcdef0/a/b.py", b"x") + member("it-abcdef0/c", kind=b"2", link="a/b.py") + END


def analysed(place: Place) -> str:
    """Use a store that its owner has looked at by other programs, which left statistics and a table of their own."""
    statements = "ANALYZE; CREATE TABLE notes (id INTEGER PRIMARY KEY, words TEXT); CREATE INDEX n ON notes (words);"
    return by_schema([], statements)(place)


HONEST: tuple[tuple[str, Act, str, str], ...] = (
    ("an archive of a host", tree_from(gzip.compress(HOSTED)), "a folder around the tree", "a/b.py c>a/b.py"),
    ("a clone by hand", of_git(in_tree(("100644", "a"), ("100755", "b"))), "objects without a pack", "a=x b=x"),
    ("a store that was looked at", analysed, "statistics and a table of the owner's", "served"),
    ("a big number by a call", judged({"fn_name": "f", "inputs": ["[5000]"], "outputs": [BIG]},
     "def f(n): return 10 ** n"),
     "more digits than Python reads from a text", "passed"),
    ("a tuple for a list", judged({"fn_name": "f", "inputs": ["[1]"], "outputs": ["[1, 2]"]},
     "def f(x): return [x, x + 1]"),
     "a list by a call", "passed"),
    ("a class with a method", one("assert f(1).v == 2", "class f:\n    def __init__(self, x): self.v = x + 1"),
     "a class "
     "in the place of a function", "passed"),
    ("a closure", one("assert f(1) == 2",
     "def make(n):\n    def inner(x): return x + n\n    return inner\nf = make(1)"),
     "a function that another makes", "passed"),
    ("a static method", one("assert f(1) == 2", "class A:\n    @staticmethod\n    def g(x): return x + 1\nf = A.g"),
     "a method by another name", "passed"),
    ("a chain of tools", one("assert f(3) == 6",
     "import operator, itertools\ndef f(n): return list(itertools.accumulate(range(n + 1), operator.add))[-1]"),
     "tools of the library", "passed"),
    ("a fraction", one("assert f(1, 2) == 0.5", "from fractions import Fraction as f"), "a number of the library",
     "passed"),
    ("a decimal", one("assert f('1.5') == 1.5", "from decimal import Decimal as f"), "another number of it", "passed"),
    ("a frozen set", one("assert f([1, 1]) == {1}", "f = frozenset"), "a set that does not change", "passed"),
    ("a data class", one("assert f(1).x == 1", "from dataclasses import dataclass\n@dataclass\nclass f:\n    x: int"),
     "a class "
     "that is written by another", "passed"),
    ("a recursion", one("assert f(900) == 900", "def f(n): return 0 if n == 0 else 1 + f(n - 1)"),
     "nearly as deep as Python "
     "goes", "passed"),
    ("a thread of its own", one("assert f(1) == 2",
     "from concurrent.futures import ThreadPoolExecutor as P\n"
     "def f(x):\n    with P(1) as p: return p.submit(int, x + 1).result()"),
     "work in a thread", "passed"),
    ("an event loop", one("assert f(1) == 2",
     "import asyncio\nasync def g(x): return x + 1\ndef f(x): return asyncio.run(g(x))"),
     "work in a loop of events", "passed"),
    ("a program by bytes", judged({"inputs": ["2\n"], "outputs": ["4\n"]},
     "import os\nos.write(1, b'%d\\n' % (2 * int(os.read(0, 9))))"),
     "a program without files of Python", "passed"),
    ("a program by another loop", judged({"inputs": ["1\n2\n"], "outputs": ["1\n2\n"]},
     "import fileinput\nfor line in fileinput.input(): print(line, end='')"),
     "lines by a tool of the library", "passed"),
    ("a reward by an object", rewarded({"role": "assistant", "content": [{"type": "text", "text": fenced(TWICE)}]}),
     "one message "
     "in parts", "1.0"),
    ("tests in a tuple", rewarded(TWICE, tests=[tuple(CHECKS)]), "a tuple of tests", "1.0"),
)  # fmt: skip

FOUND: Mapping[str, str] = {}
"""What came of attacks at first that have not the outcome that they must have."""


def acts(area: str, rows: Rows, make: Callable[[Any], Act] = lambda act: act) -> tuple[ServiceAttack, ...]:
    return tuple(
        act_of(f"{area}: {name}", f"{mechanism} ({area}, {name})", expected, make(act))
        for name, act, mechanism, expected in rows
    )


SEVENTH: tuple[ServiceAttack, ...] = tuple(
    replace(attack, slow=True, seen=FOUND.get(attack.name, attack.seen))
    for attack in (
        *acts("archive", ARCHIVES, unpacking),
        *acts("built archive", BUILT, lambda make: unpacking(make, READ_BUILT)),
        *acts(
            "archive within a folder",
            (
                (
                    "a link to the folder above",
                    without_the_top(link("r-abcdef0/l", "..")),
                    "the folder that is taken away counted as a level",
                    "told",
                ),
                (
                    "a link into the folder",
                    without_the_top(link("r-abcdef0/l", "../r-abcdef0/x")),
                    "the folder itself is named",
                    "told",
                ),
                ("a link beside it", without_the_top(link("r-abcdef0/a/l", "../b")), "a link within", "a/l>../b"),
            ),
        ),
        *acts("clone", CLONES, lambda make: of_git(make, done)),
        *acts(
            "clone",
            (
                (
                    "a content that is kept",
                    from_two_clones,
                    "trees are kept by commit, whatever clone they came from",
                    "x",
                ),
            ),
        ),
        *acts("store", STORES),
        *acts("forwarded", FORWARDED),
        *AGENTS,
        *acts(
            "answer to an agent",
            (
                ("choices that are an object", bad_choices({"choices": {}}), "an object for a list", "200"),
                ("a choice of no message", bad_choices({"choices": [{}]}), "a choice without a message", "200"),
                (
                    "calls that are numbers",
                    bad_choices({"choices": [{"message": {"tool_calls": [1]}}]}),
                    "numbers for calls",
                    "200",
                ),
            ),
        ),
        *acts("judged", JUDGED),
        *acts("observed", OBSERVED),
        *POSTED,
        *acts("reward", REWARDS),
        *(act_of(name, f"{mechanism} ({name})", expected, act) for name, act, mechanism, expected in READ_BY_OTHERS),
        *acts("honest", HONEST),
    )
)
