"""Programs that may start processes: run to their end in namespaces of their own, every descendant gone after."""

from __future__ import annotations

import contextlib
import os
import select
from pathlib import PurePosixPath

from assay.errors import InvalidValue, SandboxUnavailable
from assay.records import Execution, KilledBy, Limits, Program
from assay.sandbox import clock
from assay.sandbox.base import Job
from assay.sandbox.guest import frames, wire
from assay.sandbox.worker import Ending, WarmSession, Worker

OUTPUT_CHECK_SECONDS = 0.1


def run_program(worker: Worker, program: Program, limits: Limits, isolation: str) -> Execution:
    """The facts of one run; a command that does not exist is the caller's mistake."""
    session = ProgramSession(worker, _job(program), limits, isolation)
    try:
        session.wait()
    finally:
        execution = session.end()
    if session.refused:
        raise InvalidValue(f"program {program.argv[0]!r} cannot be started: {session.refused}")
    return execution


def _job(program: Program) -> Job:
    if not program.argv:
        raise InvalidValue("argv must name a program, got ()")
    for path in program.files:
        pure = PurePosixPath(path)
        if pure.is_absolute() or ".." in pure.parts or not pure.parts or "\0" in path:
            raise InvalidValue(f"files: {path!r} is not a relative path inside the scratch folder")
    return Job(program.stdin, program.argv, "exec", tuple(program.files.items()))


class ProgramSession(WarmSession):
    """A session whose process becomes another program: nothing to talk about, only to wait for."""

    refused = ""
    _oom_kills = 0

    def wait(self) -> None:
        """Until the program's first process ends, or one of its limits ends it."""
        self._oom_kills = self.worker.group.oom_kills() if self.worker.group is not None else 0
        self._wait_for_the_start()
        root = self.worker.root_pid()
        children = clock.tree(root)
        if not children:
            return
        self._clock = clock.Clock(lambda: clock.tree(root))
        try:
            pidfd = os.pidfd_open(children[0])
        except ProcessLookupError:
            return
        try:
            self._watch(pidfd)
        finally:
            os.close(pidfd)

    def _wait_for_the_start(self) -> None:
        """Until every layer is in force: before that there is no program to watch, only a fault of ours."""
        while not self._begun and self._open:
            self._begun = self.worker.started() != 0
            if not self._begun:
                self._seconds_left()
                self._exchange(0.001)

    def _watch(self, pidfd: int) -> None:
        poller = select.poll()
        poller.register(pidfd, select.POLLIN)
        self._write_all()
        while True:
            left = self._seconds_left()
            if left <= 0:
                return
            if poller.poll(min(left, OUTPUT_CHECK_SECONDS) * 1000):
                self._read_refusal()
                return
            if self._floods():
                self._stop(KilledBy.OUTPUT)
                return

    def _limit_behind(self, code: int, memory: int, ending: Ending) -> KilledBy | None:
        group = self.worker.group
        if group is not None and group.oom_kills() > self._oom_kills:
            return KilledBy.MEMORY
        return super()._limit_behind(code, memory, ending)

    def _write_all(self) -> None:
        """The job itself: files and input may be larger than the channel's buffer."""
        while self._outgoing and self._open and self._seconds_left() > 0:
            self._exchange(0.05)

    def _floods(self) -> bool:
        return any(os.fstat(fd).st_size > self.limits.output_bytes for fd in (self.worker.stdout, self.worker.stderr))

    def _read_refusal(self) -> None:
        with contextlib.suppress(wire.Malformed, wire.TooLarge, SandboxUnavailable):
            self._exchange(0)
            frame = self._parse()
            if frame is not None and frame.kind == frames.UNLOADED:
                raised = wire.decode(frame.body)
                self.refused = f"{raised[1]}: {raised[2]}" if type(raised) is tuple and len(raised) == 6 else "unknown"
