"""One warm parent process seen from outside: started, asked for children, believed in nothing else."""

from __future__ import annotations

import array
import contextlib
import fcntl
import functools
import marshal
import os
import select
import shutil
import signal
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
from assay.records import MIB, Execution, KilledBy, Limits
from assay.sandbox import memory
from assay.sandbox.base import Frame, Job
from assay.sandbox.cgroups import ControlGroup
from assay.sandbox.clock import Clock, tree
from assay.sandbox.guest import frames, wire
from assay.sandbox.guest.parent import SPAWN, STARTED

START_SECONDS = 30.0
HELLO_SECONDS = 20.0
CHUNK = 1 << 18
GROUP_OVERHEAD = 64 * MIB
"""What the warm parent itself and the scratch folder may take of a control group's memory."""
SETTLE_ROUNDS = 60
SETTLE_SECONDS = 0.005
WATCH_AFTER = 0.05
"""How long a function runs before its memory is looked at: most have ended by then, and pay nothing."""
WATCH_SECONDS = 0.03
CASE_GRACE = 0.02
"""How long a case runs before its clock starts: most have ended by then, and pay nothing."""
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
        """Whether either file holds more than `size` bytes."""
        return os.fstat(self.stdout).st_size > size or os.fstat(self.stderr).st_size > size

    def read(self, limit: int) -> tuple[bytes, bytes, bool]:
        """Standard output and error, each up to `limit` bytes, and whether either was cut."""
        out, err = os.pread(self.stdout, limit + 1, 0), os.pread(self.stderr, limit + 1, 0)
        return out[:limit], err[:limit], max(len(out), len(err)) > limit

    def close(self) -> None:
        os.close(self.stdout)
        os.close(self.stderr)


class Worker:
    """A warm parent process with its scratch folder."""

    def __init__(self, python: str, config: Mapping[str, Any]) -> None:
        _sweep()
        self.base = tempfile.mkdtemp(prefix=f"assay-{os.getpid()}-")
        self.scratch = os.path.join(self.base, "scratch")
        os.chmod(self.base, 0o711)
        os.mkdir(self.scratch, 0o700)
        self.said = Output.create()
        """What the parent itself says, which is read when it does not start."""
        self.start = os.memfd_create("assay-start", os.MFD_CLOEXEC)
        """Where a child says that every layer is in force; it gives the file up before the candidate's first line."""
        self.ahead = _shared_memory()
        """Where answers of a child wait to be sent, so that they can be read when it has ended."""
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.group: ControlGroup | None = None
        self._oom_file: int | None = None
        self._usage_file: int | None = None
        self._oom_said, self._oom_kills = b"", 0
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
            answer = self.control.recv(1 << 16)
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

    def root_pid(self) -> int:
        """The process whose children are candidates."""
        return self._root

    def _find_root(self) -> int:
        """The last of the processes that stand behind each other before there is any candidate.

        The first one cleans up, and where there is a process namespace the second one only waits for its first.
        """
        line = tree(self.process.pid)
        return line[-1] if line else self.process.pid

    @functools.cached_property
    def held_bytes(self) -> int:
        """The memory of the warm parent itself, which each child shares at first."""
        return memory.resident(self.root_pid())

    def spawn(self, limits: Limits, kind: bytes = b"S") -> tuple[socket.socket, Output]:
        """Asks for one child; returns our end of its channel, and the files that hold what it writes.

        Everything that the child finds open is made here, for this child alone.
        """
        self.usable = False  # until this child's end has been seen
        os.ftruncate(self.start, 0)
        os.pwrite(self.ahead, NOTHING_AHEAD, 0)
        ours, theirs = socket.socketpair()
        message = SPAWN.pack(kind, ceil(limits.seconds) + 2)
        output = Output.create()
        empty = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
        try:
            rights = array.array("i", [theirs.fileno(), empty, output.stdout, output.stderr])
            self.control.sendmsg([message], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])
        except OSError as error:
            ours.close()
            output.close()
            raise SandboxUnavailable(f"the sandbox is gone: {error}") from error
        finally:
            theirs.close()
            os.close(empty)
        return ours, output

    def started(self) -> int:
        """What the child that has every layer in force calls itself; 0 when it is not so far."""
        said = os.pread(self.start, STARTED.size, 0)
        return int(STARTED.unpack(said)[0]) if said else 0

    def not_sent(self, received: int) -> bytes:
        """What the child has written and not sent, after the first `received` messages."""
        found = os.pread(self.ahead, frames.AHEAD_BYTES, 0)
        if os.pread(self.ahead, frames.SENT.size, 0) != found[: frames.SENT.size]:
            return b""  # it was sent meanwhile, and other messages may stand there already
        return frames.not_sent(found, received)

    def child_pid(self) -> int:
        """The number of that process as it is seen from here."""
        if not self.namespaced:
            return self.started()
        children = tree(self.root_pid()) if self.started() else []
        return children[0] if children else 0

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel has ended a process for want of memory since somebody asked last."""
        if self._oom_file is None:
            return False
        said = os.pread(self._oom_file, 4096, 0)
        if said == self._oom_said:
            return False
        self._oom_said = said
        before, self._oom_kills = self._oom_kills, self.group.oom_kills() if self.group is not None else 0
        return self._oom_kills > before

    def settle(self) -> None:
        """Waits until the memory of a program that has ended is given back, or gives the parent process up.

        The kernel frees page tables and the like a moment after the process is gone. Until then the next program would
        have less than its limit, and the parent process itself could be killed for want of memory.
        """
        for _ in range(SETTLE_ROUNDS):
            if self._charged() <= GROUP_OVERHEAD:
                return
            time.sleep(SETTLE_SECONDS)
        self.usable = False

    def _charged(self) -> int:
        """Bytes charged to the control group that the kernel cannot drop at need."""
        if self.group is None or self._usage_file is None:
            return 0
        usage = int(os.pread(self._usage_file, 32, 0))
        return usage if usage <= GROUP_OVERHEAD else usage - self.group.reclaimable()

    def gone(self) -> bool:
        """Whether the parent process has ended."""
        poller = select.poll()
        poller.register(self.control, 0)
        return bool(poller.poll(0))

    def reap(self, *, ended: bool = False) -> Ending | None:
        """Ends the child, unless its end is being reported already; `None` when the parent itself is gone."""
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
        for fd in (self.start, self.ahead, self._oom_file, self._usage_file):
            if fd is not None:
                os.close(fd)
        if self.group is not None:
            with contextlib.suppress(OSError):
                self.group.kill()
                self.group.remove()
        shutil.rmtree(self.base, ignore_errors=True)


def _control_group(pid: int, config: Mapping[str, Any]) -> ControlGroup | None:
    """Bounds the whole tree of a program, where this machine lets us; processes are born into it."""
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
def _sweep() -> None:
    """Removes folders of our own that a killed run left behind; once per process."""
    for path in Path(tempfile.gettempdir()).glob("assay-*-*"):
        owner = path.name.split("-")[1]
        if owner.isdigit() and not os.path.exists(f"/proc/{owner}"):
            with contextlib.suppress(OSError):
                if path.lstat().st_uid == os.getuid() and not path.is_symlink():
                    shutil.rmtree(path, ignore_errors=True)


def _shared_memory() -> int:
    """Memory that a child shares with us, of a size that nobody can change: reading it never fails."""
    fd = os.memfd_create("assay-ahead", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    os.ftruncate(fd, frames.AHEAD_BYTES)
    fcntl.fcntl(fd, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL)
    return fd


def _output_file(name: str) -> int:
    """A file in memory that is only ever appended to by the other side."""
    fd = os.memfd_create(f"assay-{name}", os.MFD_CLOEXEC)
    fcntl.fcntl(fd, fcntl.F_SETFL, os.O_APPEND)
    return fd


class WarmSession:
    """One candidate process of a worker, with its clock and its limits."""

    _spawn_kind = b"S"
    _watch_after = WATCH_AFTER

    def __init__(self, worker: Worker, job: Job, limits: Limits, isolation: str) -> None:
        self.worker = worker
        self.limits = limits
        self.isolation = isolation
        self._kinds = frames.FROM_SCRIPT if job.mode == "script" else frames.FROM_CANDIDATE
        self.garbage = ""
        self.killed_by: KilledBy | None = None
        self.execution: Execution | None = None
        self._buffer = bytearray()
        self._output: Output | None
        self._channel, self._output = worker.spawn(limits, self._spawn_kind)
        self._open = True
        self._begun = False
        self._pid = 0
        self._finished = False
        self._seconds = limits.seconds
        """Effective time that it may use in all."""
        self._early = bytearray()
        """Messages that were taken before they were sent."""
        self._received = 0
        """Messages that were read, early or as they came."""
        self._twice = 0
        """How many of those that come next were read early."""
        self._case_seconds: float | None = None
        self._case_began = 0.0
        """When the case it is at began, by plain time."""
        self._case_end: float | None = None
        """The effective time at which that case is over; unknown while it is young."""
        self._look_at = self._watch_after
        """When its memory is looked at next, in seconds since its start."""
        self._outgoing = frames.frame(frames.JOB, marshal.dumps((job.mode, job.source, job.names, job.script), 2))
        if job.cases:
            self.send(frames.CASES, job.cases)
        self._channel.setblocking(False)
        self._poller = select.poll()
        self._poller.register(self._channel, select.POLLIN)
        self._clock = Clock(self._pids)
        self._write()

    # -- messages ------------------------------------------------------------------------------------------------

    @property
    def pid(self) -> int:
        if not self._pid:
            self._pid = self.worker.child_pid()
        return self._pid

    def _pids(self) -> tuple[int, ...]:
        return (self.pid,) if self.pid else ()

    @property
    def over(self) -> bool:
        return not self._open or bool(self.garbage)

    def next(self, within: float | None = None) -> Frame | None:
        """The next message within the limits, or `None` when the process is `over` or nothing came in time."""
        until = None if within is None else time.monotonic() + within
        while self._open:
            frame = self._parse()
            if frame is not None or self.garbage:
                return self._first_checked(frame)
            left = self._seconds_left()
            if self.execution is not None:  # it was stopped
                break
            if self._early:
                continue
            if until is not None:
                left = min(left, until - time.monotonic())
            if left <= 0:
                return None
            self._exchange(left)
        return self._first_checked(self._parse() or self._parse_the_rest())

    def _parse_the_rest(self) -> Frame | None:
        """The next message that it had not sent when it ended."""
        if self.garbage or self._finished:
            return None
        self._look_ahead()
        return self._parse()

    def _look_ahead(self) -> None:
        """Takes the messages that wait to be sent; when they come after all they are left out."""
        if not self._early:
            self._early += self.worker.not_sent(self._received)

    def _first_checked(self, frame: Frame | None) -> Frame | None:
        """Whatever goes wrong before every layer is in force is our fault; after that nothing is."""
        if not self._begun:
            self._begun = self.worker.started() != 0
            if not self._begun:
                raise self._no_start(frame.body.decode("utf-8", "replace") if frame else "its process ended")
        return frame

    def _no_start(self, why: str) -> SandboxUnavailable:
        self._close()
        self._written()
        gone = "" if self._reap() else "; its parent process is gone"
        return SandboxUnavailable(f"the sandbox failed before the candidate's first line: {why}{gone}")

    def send(self, kind: int, body: bytes) -> None:
        self._outgoing += frames.frame(kind, body)

    def send_descriptor(self, kind: int, body: bytes, channel: socket.socket) -> None:
        """Writes one message with a descriptor, which is closed on this side."""
        self._channel.setblocking(True)
        data = self._outgoing + frames.frame(kind, body)
        self._outgoing = b""
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [channel.fileno()]))]
        try:
            sent = self._channel.sendmsg([data], rights)
            if sent < len(data):
                self._channel.sendall(data[sent:])
        except OSError:
            pass  # it may have ended since, and what it said before can still be read
        finally:
            channel.close()
            self._channel.setblocking(False)

    def _parse(self) -> Frame | None:
        """The next whole message of those that were taken early, else of those that came."""
        if self._early:
            frame = self._parsed(self._early)
            self._twice += 1
        else:
            frame = self._parsed(self._buffer)
            while frame is not None and self._twice:
                self._twice -= 1
                frame = self._parsed(self._buffer)
        if frame is not None:
            self._received += 1
            self._finished = frame.kind == frames.DONE
        elif self._early:
            self.garbage = self.garbage or "a part of a message"
        return frame

    def _parsed(self, buffer: bytearray) -> Frame | None:
        if len(buffer) < frames.HEADER.size:
            return None
        size, kind = frames.HEADER.unpack_from(buffer)
        if size > wire.MAX_BYTES + 4096 or kind not in self._kinds:
            self.garbage = f"a message of kind {kind} with {size} bytes"
            return None
        end = frames.HEADER.size + size
        if len(buffer) < end:
            return None
        body = bytes(buffer[frames.HEADER.size : end])
        del buffer[:end]
        return Frame(kind, body)

    def _exchange(self, seconds: float) -> bool:
        """Writes what is waiting and reads what has come; false when nothing came in time or it is over."""
        self._write()
        if self._outgoing:
            self._poller.modify(self._channel, select.POLLIN | select.POLLOUT)
        ready = self._poller.poll(max(0.0, seconds) * 1000)
        if self._outgoing:
            self._write()
            self._poller.modify(self._channel, select.POLLIN)
        if not ready:
            return False
        try:
            data = self._channel.recv(CHUNK)
        except BlockingIOError:
            return True
        except OSError:
            data = b""
        if not data:
            self._open = False
            return False
        self._buffer += data
        return True

    def _write(self) -> None:
        if not self._outgoing:
            return
        try:
            sent = self._channel.send(self._outgoing)
            self._outgoing = self._outgoing[sent:]
        except BlockingIOError:
            return
        except OSError:
            self._outgoing = b""

    # -- time ----------------------------------------------------------------------------------------------------

    def begin_case(self, seconds: float | None = None) -> None:
        self._case_seconds = seconds
        self._case_end = None
        if seconds is not None:
            self._case_began = self._clock.wall()

    def seconds_in_all(self, seconds: float) -> None:
        self._seconds = seconds

    def effective_seconds(self) -> float:
        return self._clock.effective() if self.execution is None else self.execution.effective_seconds

    def help_with(self, pid: int) -> None:
        """From here on a process of ours works in turn with the candidate: its time is not the candidate's."""
        self._clock.help_with(lambda: (pid,))

    def _seconds_left(self) -> float:
        """How long to wait before looking again; the process is stopped when it is over a limit."""
        if self.killed_by is not None or self.execution is not None:
            return 0.0
        left = self._time_left()
        return min(left, self._until_next_look()) if left > 0 else left

    def _time_left(self) -> float:
        wall = self._clock.wall()
        left = self._seconds - wall
        if self._case_seconds is not None:
            left = min(left, self._case_began + CASE_GRACE - wall)
        if left > 0:
            return left
        if not self._begun and not self.worker.started():
            if wall > HELLO_SECONDS:
                raise self._no_start("no answer")
            return 0.05
        if wall >= self.limits.wall_seconds:
            self._stop(KilledBy.WALL)
            return 0.0
        effective = self._clock.effective()
        left = self._seconds - effective
        if self._case_seconds is not None:
            self._case_end = self._case_end or effective + self._case_seconds
            left = min(left, self._case_end - effective)
        if left <= 0:
            self._stop(KilledBy.TIME)
            return 0.0
        return max(left, 0.001)

    def seconds_left(self) -> float:
        """For somebody else who holds the channel: when to look again; 0 when its time is over and it was stopped."""
        return self._seconds_left()

    # -- memory --------------------------------------------------------------------------------------------------

    def _until_next_look(self) -> float:
        """Looks at the memory of the process when it is time to, and stops the process when it has too much."""
        wall = self._clock.wall()
        if wall >= self._look_at:
            if self._holds_too_much():
                self._stop(KilledBy.MEMORY)
                return 0.0
            self._look_at = wall + WATCH_SECONDS
            self._look_ahead()
        return self._look_at - wall

    def _holds_too_much(self) -> bool:
        """Whether it has more memory than its limit now.

        The limits of a process count what it could write to. It can go around them: pages that it has filled and then
        made read-only are not counted any more, and page tables never are.
        """
        return bool(self.pid) and memory.resident(self.pid) - self.worker.held_bytes > self.limits.memory_bytes

    def _stop(self, why: KilledBy) -> None:
        self.killed_by = why
        self._open = False
        self.end()

    # -- the end -------------------------------------------------------------------------------------------------

    def detach(self) -> socket.socket:
        self._write()
        self._channel.setblocking(True)
        return self._channel

    @property
    def leftover(self) -> int:
        """Bytes that came after the last message."""
        return len(self._buffer)

    def end(self) -> Execution:
        if self.execution is None:
            wall, effective, ending = self._clock.wall(), 0.0, None
            try:
                effective = self._last_look(wall)
            finally:  # whatever went wrong, nothing of the candidate stays
                ending = self._reap()
                self._receive_the_rest()
                self._close()
            self.execution = self._facts(ending, wall, effective or wall)
        return self.execution

    def _last_look(self, wall: float) -> float:
        """The effective time at the end, where it matters; takes down a limit that was crossed on the way."""
        effective = 0.0
        if wall > self._seconds:
            effective = self._clock.effective()
            if effective > self._seconds and self.killed_by is None:
                self.killed_by = KilledBy.TIME
        if wall >= self._watch_after and self.killed_by is None and self._holds_too_much():
            self.killed_by = KilledBy.MEMORY
        return effective

    def _reap(self) -> Ending | None:
        return self.worker.reap()

    def _receive_the_rest(self) -> None:
        """Reads what it had sent before it was stopped; a channel holds a bounded number of bytes."""
        if self._finished or self.killed_by is None:
            return
        with contextlib.suppress(OSError):
            while data := self._channel.recv(CHUNK, socket.MSG_DONTWAIT):
                self._buffer += data

    def _close(self) -> None:
        self._open = False
        self._channel.close()

    def _facts(self, ending: Ending | None, wall: float, effective: float) -> Execution:
        stdout, stderr, cut = self._written()
        if ending is None:
            killed_by = self.killed_by or self._limit_behind(-signal.SIGKILL, 0, None)
            facts = (None, signal.SIGKILL, killed_by, stdout, stderr, cut, wall, effective)
            return Execution(*facts, isolation=self.isolation)
        code = os.waitstatus_to_exitcode(ending.status)
        if self._finished and code == -signal.SIGKILL:
            code = 0  # it had said its last word: that we were faster than its own exit is no fact about it
        size = max(0, ending.peak_bytes - self.worker.empty_bytes)
        return Execution(
            exit_code=code if code >= 0 else None,
            signal=-code if code < 0 else None,
            killed_by=self.killed_by or self._limit_behind(code, size, ending),
            stdout=stdout,
            stderr=stderr,
            truncated=cut,
            wall_seconds=wall,
            effective_seconds=max(effective, ending.cpu_seconds) if wall > self._seconds or self.killed_by else wall,
            cpu_seconds=ending.cpu_seconds,
            memory_bytes=size,
            isolation=self.isolation,
        )

    def _written(self) -> tuple[bytes, bytes, bool]:
        """What it wrote, which can be asked for once: the files are closed after."""
        if self._output is None:
            return b"", b"", False
        try:
            return self._output.read(self.limits.output_bytes)
        finally:
            self._output.close()
            self._output = None

    def _limit_behind(self, code: int, size: int, ending: Ending | None) -> KilledBy | None:
        if code == -signal.SIGSYS:
            return KilledBy.SYSTEM_CALL
        if code == -signal.SIGXCPU or (ending is not None and ending.cpu_seconds > self._seconds):
            return KilledBy.TIME
        if size > self.limits.memory_bytes:
            return KilledBy.MEMORY
        return None
