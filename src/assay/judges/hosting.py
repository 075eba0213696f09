"""The judge's process seen from the supervisor: started in a sandbox of its own, watched, replaced when it stalls."""

from __future__ import annotations

import hashlib
import marshal
import socket
from importlib import resources

from assay.judges.host import server
from assay.records import MIB, Limits, Problem, Suite
from assay.sandbox.base import Frame, Job, Sandbox, Session
from assay.sandbox.clock import cpu
from assay.sandbox.guest import wire

MODULES = ("statements", "testcases", "proxy", "server")
HOST_LIMITS = Limits(seconds=1e9, memory_bytes=2048 * MIB)
STALL_SECONDS = 20.0
"""CPU time that the test code itself may use for one candidate."""


class HostLost(Exception):
    """The judge's process died or stalled."""


class HostClient:
    """Talks to the process that runs test code."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self._session: Session | None = None
        self._known: set[str] = set()
        self._used = 0.0

    @property
    def pid(self) -> int:
        return self._started().pid

    def begin(self, problem: Problem, suite: Suite, channel: socket.socket) -> None:
        """Has the suite run against the candidate at the other end of `channel`."""
        session = self._started()
        parts = (suite.source, suite.edge_source, suite.style.value, suite.prelude)
        key = hashlib.sha256(repr(parts).encode()).hexdigest()
        if len(self._known) >= server.MAX_PLANS:
            self._known.clear()
        body = marshal.dumps((key, None if key in self._known else parts, problem.entry_point, suite.names), 2)
        self._known.add(key)
        self._used = cpu(session.pid)
        session.send_descriptor(server.RUN, body, channel)

    def go_on(self, channel: socket.socket) -> None:
        self._started().send_descriptor(server.CONTINUE, b"", channel)

    def stop(self) -> None:
        self._started().send(server.STOP, b"")

    def accept(self, source: str, value: bytes, arguments: bytes, seconds: float) -> tuple[str, str]:
        """Whether a predicate accepts a value; a predicate that does not come to an end does not."""
        session = self._started()
        self._used = cpu(session.pid)
        session.send(server.ACCEPT, marshal.dumps((source, value, arguments), 2))
        frame = self.next(within=max(1.0, 5 * seconds))
        if frame is None:
            self.replace()
            return "failed", "the predicate did not come to an end"
        status, error = wire.decode(frame.body)  # type: ignore[misc]  # our own process wrote it
        return str(status), str(error)

    def next(self, within: float) -> Frame | None:
        """The next report, or `None` when none came in time; raises `HostLost` when none will come."""
        session = self._started()
        frame = session.next(within)
        if frame is not None:
            return frame
        if session.over:
            raise HostLost("the judge's process ended")
        if cpu(session.pid) - self._used > STALL_SECONDS:
            raise HostLost("the judge's process stalled")
        return None

    def replace(self) -> None:
        self.close()
        self.sandbox.restart()

    def close(self) -> None:
        if self._session is not None:
            self._session.end()
            self._session = None
        self._known.clear()

    def _started(self) -> Session:
        if self._session is None or self._session.over:
            self.close()
            self._session = self.sandbox.session(Job(b"", (), "script", script(MODULES)), HOST_LIMITS)
        return self._session


def script(modules: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Modules of the judge's process with their sources, as a job carries them."""
    folder = resources.files("assay.judges.host")
    packages = [("assay.judges", ""), ("assay.judges.host", "")]
    return tuple(packages + [(f"assay.judges.host.{name}", folder.joinpath(f"{name}.py").read_text()) for name in modules])
