"""The part of a warm parent that forks children and sees them end; every child inherits it, so it is small."""

from __future__ import annotations

import _socket
import os
import signal
from abc import ABC, abstractmethod
from marshal import dumps
from select import POLLIN, poll
from struct import Struct
from time import process_time

from assay.sandbox.guest import frames, scratch

CONTROL = 3
START = 4
"""A file of the supervisor's: a child says there that every layer is in force, and gives it up."""
SPAWN = Struct("<cI")
"""`S`, or `P` for a program, whose end is reported as soon as it comes; CPU seconds."""
STARTED = Struct("<Q")
"""The number of the process that has every layer in force."""
RIGHTS = Struct("=4i")
"""What comes with `SPAWN`: the child's channel, and its standard input, output and error."""
KEPT = Struct("=i")
"""What comes besides where files of a program are to be kept: a file for them. What to keep follows `SPAWN`."""
LAYER_FAILED = 70
"""How a process ends in which a layer could not be put in force; nothing of a candidate has run."""
UNHEARD, NO_ROOM, UNREADABLE, BROKEN = 71, 72, 73, 74
"""How our own code ends the process of a function that cannot go on: the channel was closed, there is no memory left,
the arguments cannot be read, anything else. A candidate can end with the same, so none of them is proof."""
MAX_ROUNDS = 1000
SHARED_MEMORY = "/dev/shm"
TEMPORARY = "/tmp"
LOOK_AGAIN_MS = 5
"""How often a program's orphans are looked for; shorter programs pay nothing."""
BUSY_MS = 1
"""The same while there are some."""
NO_TIMES = (0, 0)
"""When a folder was last read and changed, as every child finds it."""


class Parent(ABC):
    """A process that serves one child after another until the other side closes."""

    def __init__(self, control: _socket.socket, writable: list[str]) -> None:
        self.control = control
        self.writable = writable
        """Folders that are emptied after each child."""
        self.kills_descendants = True
        """Whether children may start processes, which have to be looked for."""
        self.spared: dict[str, list[str]] = {}
        """What stays in a folder, and cannot be removed."""
        self.in_memory = False
        """Whether all these folders are file systems in memory, whose size tells whether they are empty."""
        self.fresh: dict[str, tuple[int, ...]] = {}
        """How each folder looks before a child has had it."""
        self.child = 0
        self.orphans_seconds = 0.0
        """CPU time of those processes of a program that nobody else waited for."""
        self.reported = False
        """Of a program whose end came by itself, while the word to end it was perhaps on its way."""
        self.kept = -1
        """The file for what is to be kept of a program's files; no child has it open."""
        self.to_keep = b""
        self.channel = frames.Channel(CONTROL)

    @abstractmethod
    def become(self, rights: tuple[int, ...], message: bytes) -> bool:
        """Do the job in the child; return true where the interpreter itself has to go on with a program."""

    def serve(self) -> bool:
        """Serve until the other side closes; return true in a child that goes on as a Python program."""
        for path in self.writable:
            os.utime(path, ns=NO_TIMES)
            self.fresh[path] = _look(path)
        while True:
            message, ancillary, _, _ = self.control.recvmsg(1 << 16, 64)
            if not message:
                self._end()
                return False
            if message[:1] == b"E":
                if not self.reported:
                    self.control.send(dumps(self._end(), 2))
                self.reported = False
                continue
            given = ancillary[0][2]
            if len(given) > RIGHTS.size:
                (self.kept,), self.to_keep = KEPT.unpack(given[RIGHTS.size :]), message[SPAWN.size :]
            if self._spawn(RIGHTS.unpack(given[: RIGHTS.size]), message):
                return True

    def _spawn(self, rights: tuple[int, ...], message: bytes) -> bool:
        try:
            pid = os.fork()
        except OSError as error:
            os.write(rights[0], frames.frame(frames.FAULT, f"fork: {error}".encode()))
            pid = -1
        if pid == 0:
            return self.become(rights, message)
        if pid > 0:
            self.child = pid
        for fd in rights:
            os.close(fd)
        if message[:1] == b"P":
            self._wait_for_program(pid)
        return False

    def _wait_for_program(self, pid: int) -> None:
        """Wait for the end of a program, or for the request to end it, and report its end once."""
        waiting = poll()
        waiting.register(CONTROL, POLLIN)
        try:
            fd = os.pidfd_open(pid)
            waiting.register(fd, POLLIN)
        except OSError:  # no process, or a kernel without descriptors of them
            fd = -1
        pause = LOOK_AGAIN_MS
        while pid > 0 and not waiting.poll(pause):
            if fd < 0 and os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                break
            pause = BUSY_MS if self._reap_orphans() else LOOK_AGAIN_MS
        if fd >= 0:
            os.close(fd)
        self.reported = True
        try:
            self.control.send(dumps(self._end(), 2))
        except OSError:  # nobody is there: the next message will be the end of all
            pass

    def _reap_orphans(self) -> int:
        """Wait for processes of the program that have ended, except the first; return how many there were.

        Whatever nobody waits for comes to this process, and would count as one of the program's processes until then.
        """
        for count in range(MAX_ROUNDS):
            found = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if found is None or found.si_pid == self.child:
                return count
            usage = os.wait4(found.si_pid, 0)[2]
            self.orphans_seconds += usage.ru_utime + usage.ru_stime
        return MAX_ROUNDS

    def _end(self) -> tuple[int, float, int, int, str]:
        """Kill what is left of the candidate, and return how it ended."""
        if not self.child:
            return (0, 0.0, 0, 0, "")
        os.kill(self.child, signal.SIGKILL)
        _, status, usage = os.wait4(self.child, 0)
        self.child = 0
        if self.kills_descendants:
            _kill_descendants()
        if self.kept >= 0:
            self.keep_files()
        left, begun = "", process_time()
        for path in self.writable:
            try:
                left = left or self._restore_folder(path)
            except OSError as error:
                left = f"{path}: {error}"
        seconds = usage.ru_utime + usage.ru_stime + process_time() - begun  # whoever leaves much pays for its removal
        seconds += self.orphans_seconds
        self.orphans_seconds = 0.0
        return (status, seconds, usage.ru_maxrss * 1024, usage.ru_minflt, left)

    def keep_files(self) -> None:
        """Write the files that are to be kept; a parent of Python programs keeps none."""
        os.close(self.kept)
        self.kept = -1

    def _restore_folder(self, path: str) -> str:
        """Make a folder look as it did before the child had it; return what cannot be removed and why."""
        if self.in_memory and _look(path) == self.fresh[path]:
            return ""
        mode = self.fresh[path][0]
        if os.stat(path).st_mode != mode:
            os.chmod(path, mode & 0o7777)
        left = _wipe_quickly(path, self.spared.get(path, []))
        os.utime(path, ns=NO_TIMES)
        return left


def _look(path: str) -> tuple[int, ...]:
    """Return what a candidate can see of a folder's state: mode, size, links and times."""
    found = os.stat(path)
    return found.st_mode, found.st_size, found.st_nlink, found.st_mtime_ns, found.st_atime_ns


def take_streams(rights: tuple[int, ...]) -> None:
    """Make what came with `SPAWN` the channel and the standard streams of this child."""
    channel, stdin, stdout, stderr = rights
    os.dup2(stdin, 0)
    os.dup2(stdout, 1)
    os.dup2(stderr, 2)
    os.dup2(channel, CONTROL)


def _wipe_quickly(path: str, spared: list[str]) -> str:
    """Empty a folder, in one step where there is one file in it; return what could not be removed and why."""
    names = [name for name in os.listdir(path) if name not in spared]
    if len(names) == 1:
        try:
            os.unlink(f"{path}/{names[0]}")
            return ""
        except OSError:
            pass
    return scratch.wipe(path, spared) if names else ""


def _kill_descendants() -> None:
    """End every process that a program left behind.

    As the first process of a namespace of its own, everything else that lives there is the program's. Anywhere else
    `kill(-1)` would hit bystanders: there the orphans come to this process, and are ended one by one.
    """
    for _ in range(MAX_ROUNDS):
        if os.getpid() == 1:
            try:
                os.kill(-1, signal.SIGKILL)
            except ProcessLookupError:
                pass
        else:
            for pid in _children():
                os.kill(pid, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _children() -> list[int]:
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            return [int(pid) for pid in file.read().split()]
    except OSError:
        return []


def data_segment() -> int:
    """Return how much of RLIMIT_DATA this process already uses, and so its children."""
    return _own_size("VmData:")


def address_space() -> int:
    """Return how much of RLIMIT_AS this process already uses, and so its children."""
    return _own_size("VmSize:")


def _own_size(name: str) -> int:
    with open("/proc/self/status") as file:
        for line in file:
            if line.startswith(name):
                return int(line.split()[1]) * 1024
    return 0
