"""One candidate process of a warm parent: its messages, its time, its memory and its end, seen from outside."""

from __future__ import annotations

import array
import contextlib
import marshal
import os
import select
import signal
import socket
import time
from math import inf

from assay.errors import SandboxUnavailable
from assay.records import Execution, KilledBy, Limits
from assay.sandbox import memory
from assay.sandbox.base import CallsJob, Frame, HostJob, Job, ProgramJob
from assay.sandbox.clock import Clock
from assay.sandbox.guest import frames, wire
from assay.sandbox.guest.parent import NO_ROOM
from assay.sandbox.worker import Ending, Output, Worker

HELLO_SECONDS = 20.0
CHUNK = 1 << 18
WATCH_AFTER = 0.05
"""How long a function runs at most before its memory is looked at: most have ended by then, and pay nothing."""
WATCH_SECONDS = 0.03
"""The longest pause after that. It is shorter where the memory that is left could be used up earlier."""
SHORTEST_PAUSE = 0.002
FILLED_PER_SECOND = 4 << 30
"""Bytes that a process can take; the kernel has to clear each page of them."""
CASE_GRACE = 0.02
"""How long a case runs before its clock starts: most have ended by then, and pay nothing."""


class WarmSession:
    """One candidate process of a worker, with its clock and its limits."""

    _spawn_kind = b"S"
    _watched = True
    """Whether its memory is looked at from here."""

    def __init__(self, worker: Worker, job: Job, limits: Limits, isolation: str) -> None:
        self.worker = worker
        self.limits = limits
        self.isolation = isolation
        self._kinds = frames.FROM_HOST if isinstance(job, HostJob) else frames.FROM_CANDIDATE
        self.garbage = ""
        self.killed_by: KilledBy | None = None
        self.execution: Execution | None = None
        self._buffer = bytearray()
        self._output: Output | None
        self._channel, self._output = worker.spawn(
            limits, self._spawn_kind, job.keep if isinstance(job, ProgramJob) else None
        )
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
        self._already_read = 0
        """How many of those that come next were read early."""
        self._case_seconds: float | None = None
        self._case_began = 0.0
        """When the case it is at began, by plain time."""
        self._case_end: float | None = None
        """The effective time at which that case is over; unknown while it is young."""
        self._first_look = min(WATCH_AFTER, _seconds_to_fill(limits.memory_bytes)) if self._watched else inf
        """When its memory is looked at first, in seconds since its start."""
        self._look_at = self._first_look
        """When it is looked at next."""
        self._files = 0
        """Bytes of libraries and other files among its memory, at most, as far as anybody has looked."""
        self._outgoing = frames.frame(frames.JOB, marshal.dumps(job.fields(), 2))
        if isinstance(job, CallsJob) and job.calls:
            self.send(frames.CASES, job.calls)
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
        """Return the next message within the limits, or `None` when the process is `over` or nothing came in time."""
        until = None if within is None else time.monotonic() + within
        while self._open:
            frame = self._parse()
            if frame is not None or self.garbage:
                return self._checked_for_start(frame)
            left = self.seconds_left()
            if self.execution is not None:  # it was stopped
                break
            if self._early:
                continue
            if until is not None:
                left = min(left, until - time.monotonic())
            if left <= 0:
                return None
            self._exchange(left)
        return self._checked_for_start(self._parse() or self._parse_the_rest())

    def _parse_the_rest(self) -> Frame | None:
        """Return the next message that it had not sent when it ended."""
        if self.garbage or self._finished:
            return None
        self._look_ahead()
        return self._parse()

    def _look_ahead(self) -> None:
        """Take the messages that wait to be sent; when they come after all they are left out."""
        if not self._early:
            self._early += self.worker.not_sent(self._received)

    def _checked_for_start(self, frame: Frame | None) -> Frame | None:
        """Return the message, or raise `SandboxUnavailable` where the process ended before every layer was in force."""
        if not self._begun:
            self._begun = self.worker.started() != 0
            if not self._begun:
                raise self._failed_to_start(frame.body.decode("utf-8", "replace") if frame else "its process ended")
        return frame

    def _failed_to_start(self, why: str) -> SandboxUnavailable:
        self._close()
        self._take_output()
        gone = "" if self._reap() else "; its parent process is gone"
        return SandboxUnavailable(f"the sandbox failed before the candidate's first line: {why}{gone}")

    def send(self, kind: int, body: bytes) -> None:
        self._outgoing += frames.frame(kind, body)

    def send_descriptor(self, kind: int, body: bytes, channel: socket.socket) -> None:
        """Write one message with a descriptor, which is closed on this side."""
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
        """Return the next whole message of those that were taken early, else of those that came."""
        if self._early:
            return self._parse_early()
        frame = self._parsed(self._buffer)
        while frame is not None and self._already_read:
            self._already_read -= 1
            frame = self._parsed(self._buffer)
        if frame is not None:
            self._received += 1
            self._finished = frame.kind == frames.DONE
        return frame

    def _parse_early(self) -> Frame | None:
        """Return the next message of those that were taken early; `DONE` counts only if it was sent."""
        frame = self._parsed(self._early)
        if frame is None:
            self.garbage = self.garbage or "a part of a message"
        if frame is None or frame.kind == frames.DONE:
            self._early.clear()
            return None
        self._received += 1
        self._already_read += 1
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
        """Write what is waiting and read what has come; return false when nothing came in time or it is over."""
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

    def exclude_time_of(self, pid: int) -> None:
        """Leave out the time of a process of ours that works in turn with the candidate from here on."""
        self._clock.exclude_time_of(lambda: (pid,))

    def seconds_left(self) -> float:
        """Return how long to wait before looking again; stop the process when it is over a limit."""
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
                raise self._failed_to_start("no answer")
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

    # -- memory --------------------------------------------------------------------------------------------------

    def _until_next_look(self) -> float:
        """Look at the memory of the process when it is time to, and stop the process when it has too much."""
        wall = self._clock.wall()
        if wall >= self._look_at:
            left = self._memory_left()
            if left < 0:
                self._stop(KilledBy.MEMORY)
                return 0.0
            self._look_at = wall + min(WATCH_SECONDS, _seconds_to_fill(left))
            self._look_ahead()
        return self._look_at - wall

    def _memory_left(self) -> int:
        """Return the bytes that it may still take; negative when it has more than its limit now.

        Its memory is what it has beyond what it shares with its warm parent. The limits that the kernel keeps for a
        process are wider: they count what it has reserved, used or not. And it can go around them: pages that it has
        filled and then made read-only are not counted any more, and page tables never are.
        """
        if not self.pid:
            return self.limits.memory_bytes
        found, parent = memory.pages(self.pid), self.worker.pages
        self._files = max(self._files, found.files)
        return self.limits.memory_bytes - (found.held - parent.held)

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
        """Return the effective time at the end, where it matters; note a limit that was crossed on the way."""
        effective = 0.0
        if wall > self._seconds:
            effective = self._clock.effective()
            if effective > self._seconds and self.killed_by is None:
                self.killed_by = KilledBy.TIME
        if wall >= self._first_look and self.killed_by is None and self._memory_left() < 0:
            self.killed_by = KilledBy.MEMORY
        return effective

    def _reap(self) -> Ending | None:
        return self.worker.reap()

    def _receive_the_rest(self) -> None:
        """Read what it had sent before it was stopped; a channel holds a bounded number of bytes."""
        if self._finished or self.killed_by is None:
            return
        with contextlib.suppress(OSError):
            while data := self._channel.recv(CHUNK, socket.MSG_DONTWAIT):
                self._buffer += data

    def _close(self) -> None:
        self._open = False
        self._channel.close()

    def _facts(self, ending: Ending | None, wall: float, effective: float) -> Execution:
        stdout, stderr, cut = self._take_output()
        if ending is None:
            killed_by = self.killed_by or self._limit_crossed(-signal.SIGKILL, 0, None)
            facts = (None, signal.SIGKILL, killed_by, stdout, stderr, cut, wall, effective)
            return Execution(*facts, isolation=self.isolation)
        code = os.waitstatus_to_exitcode(ending.status)
        if self._finished and code == -signal.SIGKILL:
            code = 0  # it had said its last word: that we were faster than its own exit is no fact about it
        size = max(0, ending.peak_bytes - self._shared_bytes())
        return Execution(
            exit_code=code if code >= 0 else None,
            signal=-code if code < 0 else None,
            killed_by=self.killed_by or self._limit_crossed(code, size, ending),
            stdout=stdout,
            stderr=stderr,
            truncated=cut,
            wall_seconds=wall,
            effective_seconds=max(effective, ending.cpu_seconds) if wall > self._seconds or self.killed_by else wall,
            cpu_seconds=ending.cpu_seconds,
            memory_bytes=size,
            isolation=self.isolation,
        )

    def _shared_bytes(self) -> int:
        """Return the bytes of its peak that it shares with its warm parent, or that are files."""
        return self.worker.pages.held + self._files if self._files else self.worker.empty_bytes

    def _take_output(self) -> tuple[bytes, bytes, bool]:
        """Return what it wrote and whether that was cut; works once, for the files are closed after."""
        if self._output is None:
            return b"", b"", False
        try:
            return self._output.read(self.limits.output_bytes)
        finally:
            self._output.close()
            self._output = None

    def _limit_crossed(self, code: int, size: int, ending: Ending | None) -> KilledBy | None:
        if code == -signal.SIGSYS:
            return KilledBy.SYSTEM_CALL
        if code == -signal.SIGXCPU or (ending is not None and ending.cpu_seconds > self._seconds):
            return KilledBy.TIME
        if size > self.limits.memory_bytes or (code == NO_ROOM and self._spawn_kind == b"S"):
            return KilledBy.MEMORY
        return None


def _seconds_to_fill(room: int) -> float:
    """Return how long it takes at least to use that many bytes, so that looking earlier is not needed."""
    return max(SHORTEST_PAUSE, room / FILLED_PER_SECOND)
