"""What forks children and sees them end: the part of a warm parent that every child inherits, and so a small one."""

from __future__ import annotations

import _socket
import os
import signal
import sys
from abc import ABC, abstractmethod
from marshal import dumps
from select import POLLIN, poll
from struct import Struct

from assay.sandbox.guest import frames, scratch

CONTROL = 3
START = 4
"""A file of the supervisor's: a child says there that every layer is in force, and gives it up."""
SPAWN = Struct("<cI")
"""`S`, or `P` for a program, whose end is reported as soon as it comes; CPU seconds."""
STARTED = Struct("<Q")
"""The number of the process that has every layer in force."""
LAYER_FAILED = 70
MAX_ROUNDS = 1000
SHARED_MEMORY = "/dev/shm"
LOOK_AGAIN_MS = 5


class Parent(ABC):
    """Serves one child after another until the other side closes."""

    def __init__(self, control: _socket.socket, writable: list[str]) -> None:
        self.control = control
        self.writable = writable
        """Folders that are emptied after each child."""
        self.tidies = True
        """Whether children may start processes, which have to be looked for."""
        self.child = 0
        self.shared_memory_changed = 0
        self.reported = False
        """Of a program whose end came by itself, while the word to end it was perhaps on its way."""
        self.channel = frames.Channel(CONTROL)

    @abstractmethod
    def become(self, fd: int, message: bytes) -> bool:
        """The last steps in the child; true where the interpreter itself has to go on with a program."""

    def serve(self) -> bool:
        """Until the other side closes; true in a child that goes on as a Python program."""
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
            fd = int.from_bytes(ancillary[0][2][:4], sys.byteorder)
            if self._spawn(fd, message):
                return True

    def _spawn(self, fd: int, message: bytes) -> bool:
        try:
            pid = os.fork()
        except OSError as error:
            os.write(fd, frames.frame(frames.FAULT, f"fork: {error}".encode()))
            os.close(fd)
            pid = -1
        if pid == 0:
            return self.become(fd, message)
        if pid > 0:
            self.child = pid
            os.close(fd)
        if message[:1] == b"P":
            self._attend(pid)
        return False

    def _attend(self, pid: int) -> None:
        """Waits for the end of a program, or for the word to end it, and then reports once."""
        waiting = poll()
        waiting.register(CONTROL, POLLIN)
        try:
            fd = os.pidfd_open(pid)
        except OSError:  # no process, or a kernel without descriptors of them
            while pid > 0 and not os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                if waiting.poll(LOOK_AGAIN_MS):
                    break
        else:
            waiting.register(fd, POLLIN)
            waiting.poll()
            os.close(fd)
        self.reported = True
        try:
            self.control.send(dumps(self._end(), 2))
        except OSError:  # nobody is there: the next message will be the end of all
            pass

    def _end(self) -> tuple[int, float, int, int, str]:
        """Kills what is left of the candidate, and says how it ended."""
        if not self.child:
            return (0, 0.0, 0, 0, "")
        os.kill(self.child, signal.SIGKILL)
        _, status, usage = os.wait4(self.child, 0)
        self.child = 0
        if self.tidies:
            _kill_descendants()
        left = ""
        for path in self.writable:
            left = left or self._wipe(path)
        return (status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, usage.ru_minflt, left)

    def _wipe(self, path: str) -> str:
        """Empties a folder; one that nobody put anything into since need not be looked at."""
        if path != SHARED_MEMORY:
            return _wipe_quickly(path)
        changed = os.stat(path).st_ctime_ns
        if changed == self.shared_memory_changed:
            return ""
        left = scratch.wipe(path)
        self.shared_memory_changed = os.stat(path).st_ctime_ns
        return left


def _wipe_quickly(path: str) -> str:
    """Most programs leave nothing but their own source; a name that cannot be unlinked takes the long way."""
    names = os.listdir(path)
    if len(names) == 1:
        try:
            os.unlink(f"{path}/{names[0]}")
            return ""
        except OSError:
            pass
    return scratch.wipe(path) if names else ""


def _kill_descendants() -> None:
    """Ends whatever a program left behind.

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
    """How much of RLIMIT_DATA this process already uses, and so its children."""
    with open("/proc/self/status") as file:
        for line in file:
            if line.startswith("VmData:"):
                return int(line.split()[1]) * 1024
    return 0
