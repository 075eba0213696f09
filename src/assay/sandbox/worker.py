"""One warm parent process seen from outside: it is started, and asked for children."""

from __future__ import annotations

import array
import contextlib
import fcntl
import functools
import marshal
import os
import select
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any

from assay.errors import SandboxUnavailable
from assay.records import MIB, Limits
from assay.sandbox import memory
from assay.sandbox.base import Keep, KeptFiles
from assay.sandbox.cgroups import ControlGroup
from assay.sandbox.clock import tree
from assay.sandbox.guest import frames
from assay.sandbox.guest.parent import SPAWN, STARTED

START_SECONDS = 30.0
GROUP_OVERHEAD = 64 * MIB
"""What the warm parent itself and the scratch folder may take of a control group's memory."""
SETTLE_ROUNDS = 60
SETTLE_SECONDS = 0.005
NOTHING_AHEAD = bytes(frames.AHEAD_BYTES)
BOOT = (
    "import sys; sys.path.insert(0, sys.argv[1]); from assay.sandbox.guest import zygote; "
    "zygote.serve(zygote.prepare(*map(int, sys.argv[2:])))"
)
ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "USER": "candidate",
    "LC_ALL": "C.UTF-8",
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "PYTHONHASHSEED": "0",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "ARROW_DEFAULT_MEMORY_POOL": "system",  # its own pool reserves more than the limit, and then has none
}
HOME = str(Path(__file__).resolve().parents[2])
"""The folder that holds the package, for an interpreter that does not have it installed."""
SCRIPT = "main.py"
"""What a Python program is called in the scratch folder."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a candidate's process ended, as its parent saw it."""

    status: int
    cpu_seconds: float
    peak_bytes: int
    page_faults: int
    left: str


@dataclass(frozen=True, slots=True)
class Output:
    """The files that standard output and error of one candidate go to; no other candidate ever has them.

    Flags, offset and size of an open file belong to everybody who holds it, so a file that outlived its candidate
    would carry whatever the candidate did to it on to the next.
    """

    stdout: int
    stderr: int

    @classmethod
    def create(cls) -> Output:
        return cls(_output_file("stdout"), _output_file("stderr"))

    def exceeds(self, size: int) -> bool:
        """Return whether either file holds more than `size` bytes."""
        return os.fstat(self.stdout).st_size > size or os.fstat(self.stderr).st_size > size

    def read(self, limit: int) -> tuple[bytes, bytes, bool]:
        """Return standard output and error, each up to `limit` bytes, and whether either was cut."""
        out, err = os.pread(self.stdout, limit + 1, 0), os.pread(self.stderr, limit + 1, 0)
        return out[:limit], err[:limit], max(len(out), len(err)) > limit

    def close(self) -> None:
        os.close(self.stdout)
        os.close(self.stderr)


class Worker:
    """A warm parent process with its scratch folder."""

    def __init__(self, python: str, config: Mapping[str, Any]) -> None:
        _remove_abandoned_folders()
        self.base = tempfile.mkdtemp(prefix=f"assay-{os.getpid()}-")
        self.scratch = os.path.join(self.base, "scratch")
        os.chmod(self.base, 0o711)
        os.mkdir(self.scratch, 0o700)
        self.said = Output.create()
        """What the parent itself says, which is read when it does not start."""
        self.start = os.memfd_create("assay-start", os.MFD_CLOEXEC)
        """Where a child says that every layer is in force; it gives the file up before the candidate's first line."""
        self._started: int | None = None
        """What the last child said there when that was first read."""
        self.ahead = _shared_memory()
        """Where answers of a child wait to be sent, so that they can be read when it has ended."""
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.group: ControlGroup | None = None
        self._oom_file: int | None = None
        self._usage_file: int | None = None
        self._oom_said, self._oom_kills = b"", 0
        self._kept: int | None = None
        """Where the parent process writes the files of a child that are kept."""
        self.gateway: socket.socket | None = None
        """What listens in the network of its programs, where that was asked for."""
        self.usable = True
        """False when it is gone, or when something of a candidate's could not be cleaned up."""
        try:
            with theirs:  # or its end would never be seen from here
                self.process = self._start(python, theirs, config)
            self.group = _control_group(self.process.pid, config)
            if self.group is not None and self.group.oom_events is not None:
                self._oom_file = os.open(self.group.oom_events, os.O_RDONLY | os.O_CLOEXEC)
            if self.group is not None and self.group.usage is not None:
                self._usage_file = os.open(self.group.usage, os.O_RDONLY | os.O_CLOEXEC)
            groups = [] if self.group is None else list(map(str, self.group.folders))
            mine = {"base": self.base, "groups": groups, "counted": self.group is not None}
            self.facts = self._prepare({**config, **mine})
        except BaseException:
            self.close()
            raise
        self.empty_bytes = int(self.facts["rss"])
        self.namespaced = self.facts["namespaces"] == ""
        self._root = self._find_root()
        self.modules = frozenset(filter(None, self.facts.pop("modules", "").split(",")))
        """What a Python program finds loaded."""

    def _start(self, python: str, control: socket.socket, config: Mapping[str, Any]) -> subprocess.Popen[bytes]:
        files = (control.fileno(), self.start, self.ahead)
        command = [python, "-S", "-B", "-s", "-P", "-c", BOOT, HOME, *map(str, files)]
        environment = {**ENVIRONMENT, **config["environment"], "HOME": self.scratch, "TMPDIR": self.scratch}
        try:
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=self.said.stdout,
                stderr=self.said.stderr,
                pass_fds=files,
                env=environment,
                cwd="/",
                start_new_session=True,
            )
        except OSError as error:
            raise SandboxUnavailable(f"cannot start the interpreter {python!r}: {error}") from error

    def _prepare(self, config: dict[str, Any]) -> dict[str, str]:
        self.control.settimeout(START_SECONDS)
        try:
            self.control.send(marshal.dumps({**config, "scratch": self.scratch, "home": HOME}, 2))
            answer = self._recv_ready()
        except OSError:  # it has ended, or its time is over
            answer = b""
        if not answer:
            said = self.said.read(4000)[1].decode("utf-8", "replace").strip()
            raise SandboxUnavailable(f"the sandbox did not start: {said.splitlines()[-1] if said else 'no answer'}")
        kind, *rest = marshal.loads(answer)
        if kind == "failed":
            raise SandboxUnavailable(f"the sandbox cannot put a needed layer in force: {rest[1]}", layer=rest[0])
        facts: dict[str, str] = rest[0]
        return facts

    def _recv_ready(self) -> bytes:
        answer, rights, _, _ = self.control.recvmsg(1 << 16, socket.CMSG_SPACE(array.array("i").itemsize))
        for _, _, data in rights:
            self.gateway = socket.socket(fileno=array.array("i", data)[0])
        return answer

    def take_gateway(self) -> socket.socket:
        """Return the socket that listens in the network of this worker's programs; whoever takes it closes it."""
        if self.gateway is None:
            raise SandboxUnavailable("there is no way out of the sandbox that could be served")
        taken, self.gateway = self.gateway, None
        return taken

    def root_pid(self) -> int:
        """Return the process whose children are candidates."""
        return self._root

    def _find_root(self) -> int:
        """Return the last in the chain of processes that exists before there is any candidate.

        The first one cleans up, and where there is a process namespace the second one only waits for its first.
        """
        line = tree(self.process.pid)
        return line[-1] if line else self.process.pid

    @functools.cached_property
    def pages(self) -> memory.Pages:
        """The memory of the warm parent itself, which each child shares at first."""
        return memory.pages(self.root_pid())

    def spawn(self, limits: Limits, kind: bytes = b"S", keep: Keep | None = None) -> tuple[socket.socket, Output]:
        """Ask for one child; return our end of its channel, and the files that hold what it writes.

        Everything that the child finds open is made here, for this child alone. Where files of it are kept, they can be
        had by `take_kept` after its end.
        """
        self.usable = False  # until this child's end has been seen
        os.ftruncate(self.start, 0)
        self._started = None
        os.pwrite(self.ahead, NOTHING_AHEAD, 0)
        ours, theirs = socket.socketpair()
        message = SPAWN.pack(kind, ceil(limits.seconds) + 2)
        output = Output.create()
        empty = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
        rights = array.array("i", [theirs.fileno(), empty, output.stdout, output.stderr])
        if keep is not None:
            self._forget_kept()
            self._kept = os.memfd_create("assay-kept", os.MFD_CLOEXEC)
            rights.append(self._kept)
            message += marshal.dumps((keep.paths, keep.most_files, keep.most_bytes), 2)
        try:
            self.control.sendmsg([message], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])
        except OSError as error:
            ours.close()
            output.close()
            raise SandboxUnavailable(f"the sandbox is gone: {error}") from error
        finally:
            theirs.close()
            os.close(empty)
        return ours, output

    def take_kept(self) -> KeptFiles:
        """Return what was kept of the last child's files; nothing where its parent process is gone."""
        if self._kept is None:
            return KeptFiles()
        with open(self._kept, "rb", closefd=False) as file:
            file.seek(0)
            said = file.read()
        self._forget_kept()
        if not said:
            return KeptFiles(left_out=("the files could not be read",))
        files, left_out = marshal.loads(said)
        return KeptFiles(dict(files), tuple(left_out))

    def _forget_kept(self) -> None:
        if self._kept is not None:
            os.close(self._kept)
            self._kept = None

    def started(self) -> int:
        """Return the child's own process number once every layer is in force; 0 before.

        What was read first counts for this child, whatever becomes of the file.
        """
        if self._started is None:
            said = os.pread(self.start, STARTED.size + 1, 0)
            if said:
                self._started = int(STARTED.unpack(said)[0]) if len(said) == STARTED.size else 0
        return self._started or 0

    def not_sent(self, received: int) -> bytes:
        """Return what the child has written and not sent, after the first `received` messages."""
        found = os.pread(self.ahead, frames.AHEAD_BYTES, 0)
        if os.pread(self.ahead, frames.SENT.size, 0) != found[: frames.SENT.size]:
            return b""  # it was sent meanwhile, and other messages may stand there already
        return frames.not_sent(found, received)

    def child_pid(self) -> int:
        """Return the child's process number as it is seen from here; 0 before every layer is in force."""
        if not self.namespaced:
            return self.started()
        children = tree(self.root_pid()) if self.started() else []
        return children[0] if children else 0

    def ran_out_of_memory(self) -> bool:
        """Return whether the kernel has ended a process for want of memory since this was last asked."""
        if self._oom_file is None:
            return False
        said = os.pread(self._oom_file, 4096, 0)
        if said == self._oom_said:
            return False
        self._oom_said = said
        before, self._oom_kills = self._oom_kills, self.group.oom_kills() if self.group is not None else 0
        return self._oom_kills > before

    def settle(self) -> None:
        """Wait until the memory of a program that has ended is given back, or give the parent process up.

        The kernel frees page tables and the like a moment after the process is gone. Until then the next program would
        have less than its limit, and the parent process itself could be killed for want of memory.
        """
        for _ in range(SETTLE_ROUNDS):
            if self._charged() <= GROUP_OVERHEAD:
                return
            time.sleep(SETTLE_SECONDS)
        self.usable = False

    def _charged(self) -> int:
        """Return the bytes charged to the control group that the kernel cannot drop at need."""
        if self.group is None or self._usage_file is None:
            return 0
        usage = int(os.pread(self._usage_file, 32, 0))
        return usage if usage <= GROUP_OVERHEAD else usage - self.group.reclaimable()

    def gone(self) -> bool:
        """Return whether the parent process has ended."""
        poller = select.poll()
        poller.register(self.control, 0)
        return bool(poller.poll(0))

    def reap(self, *, ended: bool = False) -> Ending | None:
        """End the child, unless its end is being reported already; return `None` when the parent itself is gone."""
        self.usable = False
        try:
            if not ended:
                self.control.send(b"E")
            answer = self.control.recv(1 << 16)
        except OSError:
            return None
        if not answer:
            return None
        ending = Ending(*marshal.loads(answer))
        self.usable = not ending.left
        return ending

    def close(self) -> None:
        self.control.close()
        process = getattr(self, "process", None)
        if process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(5)
            if process.poll() is None:
                process.kill()
                process.wait()
        self.said.close()
        self._forget_kept()
        if self.gateway is not None:
            self.gateway.close()
        for fd in (self.start, self.ahead, self._oom_file, self._usage_file):
            if fd is not None:
                os.close(fd)
        if self.group is not None:
            with contextlib.suppress(OSError):
                self.group.kill()
                self.group.remove()
        shutil.rmtree(self.base, ignore_errors=True)


def _control_group(pid: int, config: Mapping[str, Any]) -> ControlGroup | None:
    """Make a control group for the whole tree of a program; `None` where this machine does not let us."""
    if not config["program"] or not config["namespaces"] or not config["control_groups"]:
        return None
    name = f"assay-{os.getpid()}-{pid}"
    try:
        group = ControlGroup.create(
            name, memory_bytes=config["memory_bytes"] + GROUP_OVERHEAD, processes=config["processes"] + 5
        )
    except OSError:
        return None
    try:
        group.attach(pid)
    except OSError:
        group.remove()
        return None
    return group


@functools.cache
def _remove_abandoned_folders() -> None:
    """Remove folders of our own that a killed run left behind; once per process."""
    for path in Path(tempfile.gettempdir()).glob("assay-*-*"):
        owner = path.name.split("-")[1]
        if owner.isdigit() and not os.path.exists(f"/proc/{owner}"):
            with contextlib.suppress(OSError):
                if path.lstat().st_uid == os.getuid() and not path.is_symlink():
                    shutil.rmtree(path, ignore_errors=True)


def _shared_memory() -> int:
    """Make memory that a child shares with us, of a size that nobody can change: reading it never fails."""
    fd = os.memfd_create("assay-ahead", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    os.ftruncate(fd, frames.AHEAD_BYTES)
    fcntl.fcntl(fd, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL)
    return fd


def _output_file(name: str) -> int:
    """Make a file in memory that the other side can only append to."""
    fd = os.memfd_create(f"assay-{name}", os.MFD_CLOEXEC)
    fcntl.fcntl(fd, fcntl.F_SETFL, os.O_APPEND)
    return fd
