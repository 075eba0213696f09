"""The judge's process seen from the supervisor: started in a sandbox of its own, watched, replaced when it stalls."""

from __future__ import annotations

import marshal
import signal
import socket
from collections import OrderedDict
from functools import lru_cache
from importlib import resources
from weakref import WeakKeyDictionary

from assay.errors import SandboxUnavailable
from assay.hashing import content_digest
from assay.judges.host import recording, server
from assay.judges.suites import classes_of, errors_of
from assay.records import MIB, Execution, Limits, Problem, Suite
from assay.sandbox.base import Frame, HostJob, Sandbox, Session
from assay.sandbox.clock import cpu
from assay.sandbox.guest import wire

MODULES = (
    "sandbox.guest.messages",
    "judges.host.statements",
    "judges.host.recording",
    "judges.host.testcases",
    "judges.host.state",
    "judges.host.expected",
    "judges.host.origins",
    "judges.host.links",
    "judges.host.masks",
    "judges.host.nans",
    "judges.host.laws",
    "judges.host.items",
    "judges.host.operators",
    "judges.host.handles",
    "judges.host.raised",
    "judges.host.remote",
    "judges.host.server",
)
HOST_LIMITS = Limits(seconds=1e9, memory_bytes=2048 * MIB, open_files=251)
"""Other limits than any candidate's, so that it shares its warm parent with none."""
MAX_SUITES = 256
"""That the process keeps ready."""
START_SECONDS = 30.0
STALL_SECONDS = 5.0
"""CPU time that the test code may use for one candidate, beyond what the candidate itself may."""


MAX_ATTEMPTS = 3
"""With a process that has served others, with a fresh one, and with another one if somebody outside kills that."""


class HostLost(Exception):
    """The judge's process died."""


class HostStalled(HostLost):
    """The judge's process does not come back: its test code is caught in what the candidate gave it."""


_running: WeakKeyDictionary[Sandbox, HostClient] = WeakKeyDictionary()
"""A sandbox holds one judge's process: whoever starts another one ends it."""


class HostClient:
    """Talks to the process that runs test code."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self._session: Session | None = None
        self._known: OrderedDict[str, None] = OrderedDict()
        """The suites that the process has, the one that was used longest ago first."""
        self._patience = STALL_SECONDS
        self._used = 0.0
        self._served = 0
        self.first = True
        """Whether the process had served nobody else since its start: only then is its end due to the one it serves."""

    @property
    def pid(self) -> int:
        """Of the process, which is started where there is none."""
        return self._started().pid

    def begin(
        self,
        problem: Problem,
        suite: Suite,
        channel: socket.socket,
        *,
        seconds: float,
        methods: frozenset[str] | None = None,
        profiling: bool = False,
        variant: str = "",
        first_failure: bool = False,
    ) -> None:
        """Has the suite run against the candidate at the other end of `channel`, which may take that long itself.

        `methods`: those of the reference's own objects, `None` without a reference; `profiling` finds them.
        `variant`: what is otherwise than in a run that counts; see `host.masks`.
        """
        session = self._started()
        key = _key(suite)
        given = None if key in self._known else parts_of(suite)
        classes = classes_of(suite.entry_point, suite.names, problem.reference)
        meant = classes, errors_of((suite.entry_point, *suite.names), problem.reference)
        knowledge = methods is not None, profiling, variant, tuple(sorted(methods or ()))
        request = (key, given, self._remember(key), suite.entry_point, suite.names, meant, knowledge, first_failure)
        self._watch(session, seconds)
        session.send_descriptor(server.RUN, marshal.dumps(request, 2), channel)

    def _remember(self, key: str) -> tuple[str, ...]:
        """Notes that the process has a suite; the names of those that it is to forget for that."""
        self._known[key] = None
        self._known.move_to_end(key)
        return (self._known.popitem(last=False)[0],) if len(self._known) > MAX_SUITES else ()

    def forget(self, suite: Suite) -> None:
        """Sends a suite anew the next time it is used: the process could not make it ready."""
        self._known.pop(_key(suite), None)

    def record(self, suite: Suite, entries: set[str]) -> list[recording.Call] | None:
        """The calls of a suite that only generates data, made without a candidate; `None` where it is more."""
        session = self._started()
        self._watch(session, STALL_SECONDS)
        session.send(server.RECORD, marshal.dumps((parts_of(suite), tuple(sorted(entries))), 2))
        try:
            frame = self.next(within=2 * STALL_SECONDS)
        except HostLost:
            frame = None
        if frame is None:
            self.replace()
            return None
        calls, fit = wire.decode(frame.body)  # our own process wrote it
        if not fit:
            self.close()
        found: list[recording.Call] | None = calls
        return found

    def accept(self, source: str, value: bytes, arguments: bytes, seconds: float) -> tuple[str, str]:
        """Whether a predicate accepts a value; a predicate that does not come to an end does not."""
        why = ""
        for _ in range(MAX_ATTEMPTS):
            try:
                return self._accept(source, value, arguments, seconds)
            except HostLost as lost:
                stalled = isinstance(lost, HostStalled)
                why = "the predicate did not come to an end" if stalled else "the predicate ended the process it ran in"
                if not self.replaced(lost):
                    break
        return "failed", why

    def _accept(self, source: str, value: bytes, arguments: bytes, seconds: float) -> tuple[str, str]:
        session = self._started()
        self._watch(session, seconds)
        session.send(server.ACCEPT, marshal.dumps((source, value, arguments), 2))
        frame = self.next(within=max(1.0, 5 * seconds))
        if frame is None:
            raise HostStalled("the predicate did not come to an end")
        status, error, fit = wire.decode(frame.body)  # our own process wrote it
        if not fit:
            self.close()
            if status != "passed" and not self.first:
                raise HostLost("the judge's process was not fit for another predicate")
        return str(status), str(error)

    def _watch(self, session: Session, seconds: float) -> None:
        self.first = not self._served
        self._served += 1
        self._used = cpu(session.pid)
        self._patience = seconds + STALL_SECONDS

    def next(self, within: float) -> Frame | None:
        """The next report, or `None` when none came in time; raises `HostLost` when none will come."""
        session = self._running()
        frame = session.next(within)
        if frame is not None:
            if frame.kind == server.FINISHED and frame.body:  # not fit for another candidate
                self.close()
            return frame
        if session.over:
            raise HostLost("the judge's process ended")
        if cpu(session.pid) - self._used > self._patience:
            raise HostStalled("the test code did not come to an end")
        return None

    def replaced(self, lost: HostLost) -> bool:
        """Replaces a process that is lost; whether that may be due to others than the one it served last.

        Those it served before may have left something in it. If there were none, it can only have been killed.
        """
        others = not self.first
        killed = self.replace() and not isinstance(lost, HostStalled)
        return others or killed

    def replace(self) -> bool:
        """Ends the process; whether somebody outside had killed it, which is the only end no candidate can bring about.

        A candidate's process cannot send signals to others. It can make the kernel do so by filling the memory, so a
        process that had grown large counts as ended by what the candidate gave it.
        """
        ended = self._end()
        self.sandbox.restart()
        small = ended is not None and ended.memory_bytes < HOST_LIMITS.memory_bytes / 4
        return ended is not None and ended.signal == signal.SIGKILL and ended.killed_by is None and small

    def close(self) -> None:
        self._end()

    def _end(self) -> Execution | None:
        session, self._session = self._session, None
        self._known.clear()
        return session.end() if session is not None else None

    def _running(self) -> Session:
        if self._session is None:
            raise HostLost("the judge's process ended")
        return self._session

    def _started(self) -> Session:
        if self._session is None or self._session.over:
            self.close()
            other = _running.get(self.sandbox)
            if other is not None:
                other.close()
            _running[self.sandbox] = self
            session = self.sandbox.session(HostJob(script(MODULES)), HOST_LIMITS)
            self._session = session
            self._served = 0
            if session.next(START_SECONDS) is None:
                said = session.end().stderr.decode("utf-8", "replace")
                self._session = None
                raise SandboxUnavailable(f"the process that runs test code did not start: {said[-500:] or 'no answer'}")
        return self._session


@lru_cache(maxsize=MAX_SUITES)
def parts_of(suite: Suite) -> tuple[str, str, str, str]:
    """Return the texts of a suite that the process which runs it needs."""
    return suite.source, suite.edge_source, suite.style.value, suite.prelude


def _key(suite: Suite) -> str:
    return content_digest(repr((parts_of(suite), suite.entry_point, suite.names))).hex()


@lru_cache(maxsize=8)
def script(modules: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Modules of the judge's process with their sources, as a job carries them."""
    folder = resources.files("assay")
    texts = [(f"assay.{name}", folder.joinpath(f"{name.replace('.', '/')}.py").read_text()) for name in modules]
    return ("assay.judges", ""), ("assay.judges.host", ""), *texts
