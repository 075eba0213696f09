"""Hostile candidates as data, the victims they try to harm, and the proof that no victim was."""

from __future__ import annotations

import contextlib
import json
import os
import platform
import re
import secrets
import shutil
import socket
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from assay.records import (
    ANY_ORDER,
    EXACT_TYPES,
    ONE_OF,
    SET_EQUAL,
    Case,
    Cases,
    Comparator,
    Limits,
    Problem,
    Suite,
    SuiteStyle,
    SuspicionKind,
    Trial,
    Verdict,
)

HERE = Path(__file__).resolve().parent
LIMITS = Limits(seconds=0.5, memory_bytes=300 * 2**20)
RIGHT = "def solve(n, items):\n    return [n * item for item in sorted(items)]\n"
WRONG = "def solve(n, items):\n    return [n * item for item in items]\n"
TIDY = f"""
import os
assert os.listdir(".") == [], "somebody was here"
with open("probe", "wb") as file:
    file.write(bytes(1 << 20))
{RIGHT}
"""
"""Right as long as its working folder is empty and has room."""

CLASSES = ("values", "ends", "tampering", "peeking", "harm", "honest")
MARKERS = frozenset(("victim", "secret", "port", "socket", "abstract", "outside", "process"))
"""What a file says it aims at; all victims are looked at after every candidate."""

# ---- the problem ---------------------------------------------------------------------------------------------------

BIG = (829348951, 4846055807, 122632549097)
"""Answers that are in no process by chance: who finds them has found the tests."""
INPUTS: tuple[tuple[int, list[int]], ...] = (
    (2, [3, 1]),
    (1, [5]),
    (-1, [1, 2, 3]),
    (3, [9, -4, 7]),
    (7919, [611953, 104729, 15485863]),
)
ANSWERS: tuple[list[int], ...] = ([2, 6], [5], [-1, -2, -3], [-12, 21, 27], list(BIG))

CHECK = """
def check(candidate):
    assert candidate(2, [3, 1]) == [2, 6]
    first = candidate(1, [5])
    assert first == [5]
    assert [-1, -2, -3] == candidate(-1, [1, 2, 3])
    numbers = [9, -4, 7]
    result = candidate(3, numbers)
    assert result == [-12, 21, 27]
    assert result in ([-12, 21, 27],)
    assert candidate(7919, [611953, 104729, 15485863]) == [829348951, 4846055807, 122632549097]
"""
UNITTEST = """
import unittest

class TestSolve(unittest.TestCase):
    def test_pair(self):
        self.assertEqual(solve(2, [3, 1]), [2, 6])

    def test_negative(self):
        self.assertListEqual(solve(-1, [1, 2, 3]), [-1, -2, -3])

    def test_order(self):
        self.assertCountEqual(solve(3, [9, -4, 7]), [-12, 21, 27])
        self.assertSequenceEqual(solve(3, [9, -4, 7]), [-12, 21, 27])

    def test_truth(self):
        self.assertTrue(solve(1, [5]) == [5])
        self.assertFalse(solve(1, [5]) != [5])
"""
PREDICATE = """
def accept(result, n, items):
    return result == [n * item for item in sorted(items)]
"""


def _cases(*comparators: Comparator) -> tuple[Case, ...]:
    return tuple(
        Case((n, items), [answer] if comparator == ONE_OF else answer, comparator=comparator)
        for comparator, (n, items), answer in zip(comparators, INPUTS, ANSWERS, strict=True)
    )


PROBLEMS = {
    "data": Problem("data", Cases("solve", _cases(*[Comparator()] * 5))),
    "code": Problem("code", Suite("solve", CHECK, SuiteStyle.CHECK)),
    "unittest": Problem("unittest", Suite("solve", UNITTEST, SuiteStyle.UNITTEST)),
    "comparators": Problem(
        "comparators",
        Cases("solve", _cases(Comparator.close(atol=1e-6, rtol=1e-6), EXACT_TYPES, ANY_ORDER, ONE_OF, SET_EQUAL)),
    ),
    "single": Problem("single", Cases("solve", (Case((2, [3, 1]), [2, 6]),))),
    "predicate": Problem("predicate", Cases("solve", _cases(*[Comparator.predicate(PREDICATE)] * 5))),
}

# ---- the candidates ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hostile:
    """One file of `candidates/`: a source with tokens, and what must come of it."""

    name: str
    source: str
    what: str
    verdicts: frozenset[Verdict]
    suspicions: frozenset[SuspicionKind]
    variants: tuple[str, ...]
    machine: str

    @property
    def kind(self) -> str:
        return self.name.partition("_")[0]

    @property
    def possible(self) -> bool:
        """Whether this machine has the system calls it makes."""
        return self.machine in ("", platform.machine())


def load() -> list[Hostile]:
    """Every candidate file, in the order of their names."""
    return [_read(path) for path in sorted((HERE / "candidates").glob("*.py"))]


HEADER = re.compile(r"# (\w+): (.+)")


def _read(path: Path) -> Hostile:
    source = path.read_text(encoding="utf-8")
    header: dict[str, str] = {}
    for line in source.splitlines():
        found = HEADER.fullmatch(line)
        if found is None:
            break
        header[found[1]] = found[2]
    unknown = set(header) - {"what", "verdict", "suspicion", "variants", "marker", "machine"}
    name = path.stem
    if unknown or {"what", "verdict"} - set(header) or name.partition("_")[0] not in CLASSES:
        raise ValueError(f"{path.name}: bad header or class: {header!r}")
    if not {header.get("marker", "victim")} <= MARKERS:
        raise ValueError(f"{path.name}: no such marker: {header['marker']!r}")
    return Hostile(
        name=name,
        source=source,
        what=header["what"],
        verdicts=frozenset(Verdict[word.strip()] for word in header["verdict"].split("|")),
        suspicions=frozenset(SuspicionKind(word) for word in header.get("suspicion", "").split()),
        variants=tuple(header.get("variants", "data code").split()),
        machine=header.get("machine", ""),
    )


# ---- the victims ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A file as it was."""

    content: bytes
    mode: int
    owner: tuple[int, int]
    mtime_ns: int
    attributes: dict[str, bytes]

    @classmethod
    def of(cls, path: Path) -> Self:
        status = path.lstat()
        attributes: dict[str, bytes] = {}
        with contextlib.suppress(OSError):
            attributes = {name: os.getxattr(path, name) for name in os.listxattr(path)}
        return cls(path.read_bytes(), status.st_mode, (status.st_uid, status.st_gid), status.st_mtime_ns, attributes)


class Victims:
    """Things outside every sandbox that only the sandbox protects: all of them are open to every user."""

    def __init__(self) -> None:
        self.secret_text = f"HOSTILE_SECRET-{secrets.token_hex(8)}"
        self.process = f"h{os.getpid()}x{secrets.token_hex(2)}"
        self.folder = Path(tempfile.mkdtemp(prefix="victims-"))
        self.folder.chmod(0o755)
        self.outside = self.folder / "outside"
        self.outside.mkdir()
        self.outside.chmod(0o777)
        self.victim, self.secret = self.folder / "victim.txt", self.folder / "secret.txt"
        self.victim.write_text("as it was\n")
        self.secret.write_text(self.secret_text)
        with contextlib.suppress(OSError):
            os.setxattr(self.victim, "user.hostile", b"untouched")
        for path in (self.victim, self.secret):
            path.chmod(0o666)
            os.utime(path, (1e9, 1e9))
        self._open_doors()
        self.before = self._snapshots()
        self.listing = sorted(os.listdir(self.folder))

    def _open_doors(self) -> None:
        """One listener for each way of leaving the sandbox by a socket."""
        self.abstract = f"hostile-{self.process}"
        self.tcp = socket.create_server(("127.0.0.1", 0))
        self.port = self.tcp.getsockname()[1]
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", self.port))
        self.stream = _unix(socket.SOCK_STREAM, str(self.folder / "stream"))
        self.datagram = _unix(socket.SOCK_DGRAM, str(self.folder / "dgram"))
        self.nameless = _unix(socket.SOCK_STREAM, f"\0{self.abstract}")
        self.doors = {
            "tcp": self.tcp,
            "udp": self.udp,
            "stream": self.stream,
            "datagram": self.datagram,
            "abstract": self.nameless,
        }
        for door in self.doors.values():
            door.setblocking(False)

    def _snapshots(self) -> dict[str, Snapshot]:
        return {path.name: Snapshot.of(path) for path in (self.victim, self.secret)}

    def fill(self, source: str) -> str:
        """The source with its tokens replaced by the addresses of the victims."""
        for token, text in (
            ("VICTIM", str(self.victim)),
            ("SECRET", str(self.secret)),
            ("OUTSIDE", str(self.outside)),
            ("PORT", str(self.port)),
            ("SOCKET", str(self.folder / "stream")),
            ("DGRAM", str(self.folder / "dgram")),
            ("ABSTRACT", self.abstract),
            ("TESTER", str(os.getpid())),
            ("TESTS", str(HERE)),
            ("PROCESS", self.process),
        ):
            source = source.replace(f"@{token}@", text)
        return source

    def harm(self) -> list[str]:
        """What happened to the victims; empty when nothing did."""
        found = [f"{name} is not as it was" for name, now in self._snapshots().items() if now != self.before[name]]
        if sorted(os.listdir(self.folder)) != self.listing:
            found.append(f"the victims' folder holds {sorted(os.listdir(self.folder))}")
        found += [f"{path} was made" for path in self.outside.iterdir()]
        found += [f"{name}: somebody came" for name, door in self.doors.items() if _visited(door)]
        found += [f"{path} was made" for path in self._traces()]
        found += [f"process {pid} lives" for pid, process in processes().items() if process.name == self.process]
        return found

    def _traces(self) -> list[Path]:
        """Files that carry our name in places where everybody may write, or only root."""
        places = ("/tmp", "/dev/shm", "/var/tmp", "/", "/etc", "/root", "/home", os.path.dirname(os.__file__))
        return [
            path
            for place in places
            for name in (self.process, f".{self.process}")
            if os.path.lexists(path := Path(place, name))
        ]

    def close(self) -> None:
        for door in self.doors.values():
            door.close()
        shutil.rmtree(self.folder)


def _unix(kind: socket.SocketKind, address: str) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, kind)
    listener.bind(address)
    if kind is socket.SOCK_STREAM:
        listener.listen()
    if not address.startswith("\0"):
        os.chmod(address, 0o666)
    return listener


def _visited(door: socket.socket) -> bool:
    try:
        if door.type is socket.SOCK_DGRAM:
            door.recv(1)
        else:
            door.accept()[0].close()
    except BlockingIOError:
        return False
    return True


def leaks(trial: Trial, secret: str) -> bool:
    """Whether a secret stands anywhere in what is known of a trial, its own source left out."""
    told = [trial.detail, trial.fault, *[suspicion.evidence for suspicion in trial.suspicions]]
    for outcome in trial.outcomes:
        told += [outcome.actual, outcome.error]
    printed = [text for execution in trial.executions for text in (execution.stdout, execution.stderr)]
    return any(secret in text for text in told) or any(secret.encode() in text for text in printed)


def unreadable(trial: Trial) -> str:
    """Why a trial could not be stored or shown; empty when it can."""
    for outcome in trial.outcomes:
        if max(map(len, (outcome.name, outcome.actual, outcome.expected, outcome.error))) > 10_000:
            return f"an outcome of {len(outcome.actual)} and {len(outcome.error)} characters"
    if len(trial.detail) > 20_000 or len(trial.suspicions) > 100:
        return f"{len(trial.detail)} characters of detail, {len(trial.suspicions)} suspicions"
    data = trial.to_dict()
    del data["candidate"]
    try:
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except (TypeError, ValueError) as error:
        return f"cannot be stored: {error}"
    return ""


# ---- what may be left behind ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Process:
    """What `/proc` says about a process."""

    name: str
    parent: int


def processes() -> dict[int, Process]:
    found: dict[int, Process] = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError, IndexError):
            head, _, tail = Path(f"/proc/{pid}/stat").read_text().rpartition(")")
            found[int(pid)] = Process(head.partition("(")[2], int(tail.split()[1]))
    return found


def descendants() -> set[int]:
    """Every process that this one started, or whose parents it started."""
    everybody = processes()
    found: set[int] = set()
    frontier = {os.getpid()}
    while frontier:
        frontier = {pid for pid, process in everybody.items() if process.parent in frontier} - found
        found |= frontier
    return found


def settled(most: int, *, seconds: float = 2.0) -> int:
    """The number of descendants, after waiting until there are at most so many."""
    deadline = time.monotonic() + seconds
    while (count := len(descendants())) > most and time.monotonic() < deadline:
        time.sleep(0.01)
    return count


def forget_peak_memory() -> int:
    """Let the peak memory of this process begin anew, and return what it is now, in bytes."""
    with contextlib.suppress(OSError):  # where the kernel does not offer it, the peak of earlier tests counts too
        Path("/proc/self/clear_refs").write_text("5")
    return peak_memory()


def peak_memory() -> int:
    """Return the most memory that this process has held, in bytes."""
    found = re.search(r"^VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text(), re.MULTILINE)
    assert found is not None, "Linux tells it"
    return int(found[1]) * 1024


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


@contextlib.contextmanager
def own_temporary_folder() -> Iterator[Path]:
    """A folder in which everything temporary of this process is made, so that what is left can be seen."""
    before, folder = tempfile.tempdir, Path(tempfile.mkdtemp(prefix="hostile-"))
    folder.chmod(0o711)
    tempfile.tempdir = str(folder)
    try:
        yield folder
    finally:
        tempfile.tempdir = before
        shutil.rmtree(folder)
