"""The judge's process: runs a benchmark's test code against proxies of the candidate's functions.

It lives on from candidate to candidate, under the eyes of the process that started it; every candidate meets a
fresh namespace. The verdict leaves on a channel that no candidate's process has ever had.
"""

from __future__ import annotations

import ast
import random
import sys
from marshal import loads

import _socket

from assay.judges.host import statements, testcases
from assay.judges.host.proxy import CandidateGone, Remote
from assay.sandbox.guest import frames, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType
    from typing import Any

MAX_PLANS = 512
MAX_TEXT = 2000

# What the supervisor sends:
RUN, CONTINUE, STOP, ACCEPT = b"rnsp"
# What it gets, besides reports of suspicions:
CASE, GONE, FINISHED, BROKEN, ACCEPTED = b"CGFBA"


def main(channel: frames.Channel, source: bytes, names: tuple[str, ...]) -> None:
    """Serves the supervisor until it closes the channel."""
    host = Host(_socket.socket(fileno=channel.fd))
    sys.stdout.flush()
    while True:
        try:
            host.serve_one()
        except frames.ChannelClosed:
            return


class Host:
    """One supervisor, one candidate at a time."""

    def __init__(self, control: _socket.socket) -> None:
        self.control = control
        self.plans: dict[str, Compiled] = {}

    def serve_one(self) -> None:
        kind, body, fd = self.receive()
        if kind == RUN:
            self.run(loads(body), fd)
        elif kind == ACCEPT:
            self.send(ACCEPTED, wire.encode(self.accept(*loads(body))))

    def run(self, request: tuple[Any, ...], fd: int) -> None:
        """All cases of one suite against one candidate, each reported as it ends."""
        key, suite, entry_point, names = request
        if suite is not None:
            if len(self.plans) >= MAX_PLANS:
                self.plans.clear()
            self.plans[key] = Compiled(*suite)
        random.seed(0)
        try:
            Trial(self, self.plans[key], entry_point, names, Remote(fd)).run()
        except Stopped:
            pass
        self.send(FINISHED)

    def accept(self, source: str, result: bytes, arguments: bytes) -> tuple[str, str]:
        """Whether a predicate of the benchmark's accepts a value that a candidate returned."""
        namespace: dict[str, Any] = {"__name__": "predicate"}
        try:
            exec(compile(source, "<predicate>", "exec"), namespace)
            value = wire.decode(result)
            given, keywords = wire.decode(arguments)  # type: ignore[misc]  # a pair by agreement
            accepted = namespace["accept"](value, *given, **keywords)
        except Exception as error:
            return "failed", f"{type(error).__name__}: {error}"[:MAX_TEXT]
        return ("passed" if accepted is True else "failed"), ""

    # -- messages ------------------------------------------------------------------------------------------------

    def receive(self) -> tuple[int, bytes, int]:
        header, ancillary, _, _ = self.control.recvmsg(frames.HEADER.size, 64)
        header += self._exactly(frames.HEADER.size - len(header)) if header else b""
        if not header:
            raise frames.ChannelClosed
        size, kind = frames.HEADER.unpack(header)
        fd = int.from_bytes(ancillary[0][2][:4], sys.byteorder) if ancillary else -1
        return kind, self._exactly(size), fd

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            part = self.control.recv(min(size - len(data), 1 << 20))
            if not part:
                raise frames.ChannelClosed
            data += part
        return data

    def send(self, kind: int, body: bytes = b"") -> None:
        self.control.sendall(frames.frame(kind, body))


class Stopped(Exception):
    """The supervisor wants no more cases."""


class Compiled:
    """A suite, parsed and compiled once."""

    def __init__(self, source: str, edge_source: str, style: str, prelude: str) -> None:
        self.style = style
        self.prelude = compile(prelude, "<prelude>", "exec")
        self.plan = statements.plan(source, edge_source, style)
        self.codes = [_compiled(step) for step in self.plan.steps]


def _compiled(step: statements.Step) -> CodeType:
    return compile(ast.Module([step.node], []), "<tests>", "exec")


class Trial:
    """One suite against one candidate, which may need several processes."""

    def __init__(self, host: Host, compiled: Compiled, entry_point: str, names: tuple[str, ...], remote: Remote) -> None:
        self.host = host
        self.compiled = compiled
        self.entry_point = entry_point
        self.names = names
        self.remote = remote
        self.namespace: dict[str, Any] = {"__name__": "tests"}
        self.broken = ""

    def run(self) -> None:
        exec(self.compiled.prelude, self.namespace)
        self._guarded("", self._bind)
        if self.compiled.style == "unittest":
            self._run_unittest()
            return
        for step, code in zip(self.compiled.plan.steps, self.compiled.codes, strict=True):
            self._run_step(step, code)

    def _bind(self) -> statements.Outcome | None:
        """The names that the tests take from the candidate."""
        for name in (self.entry_point, *self.names):
            self.namespace[name] = self.remote.lookup(name)
        if self.compiled.plan.parameter:
            self.namespace[self.compiled.plan.parameter] = self.namespace[self.entry_point]
        return None

    def _run_step(self, step: statements.Step, code: CodeType) -> None:
        if self.broken:
            if step.is_case:
                self.report(statements.Outcome(step.name, "not_run", self.broken))
            return
        outcome = self._guarded(
            step.name if step.is_case else "",
            lambda: statements.run_step(code, step.name, self.namespace, self.came_from_candidate),
        )
        if outcome is None:
            return
        if step.is_case:
            self.report(outcome)
        elif outcome.status != "passed":
            self.broken = f"a preparation failed: {step.name[:200]}: {outcome.error}"
            self.host.send(BROKEN, wire.encode((outcome.status, self.broken[:MAX_TEXT])))

    def _guarded(self, name: str, act: Any) -> statements.Outcome | None:
        """Runs `act`; when the candidate's process is gone, says so, and goes on with the next one if there is one."""
        try:
            outcome: statements.Outcome | None = act()
            return outcome
        except CandidateGone as gone:
            self.replace(name, str(gone))
            return None
        finally:
            self.tell_suspicions()

    def replace(self, name: str, why: str) -> None:
        body = wire.encode((name, why[:MAX_TEXT], self.remote.garbage[:MAX_TEXT]))
        self.tell_suspicions()
        _close(self.remote.channel.fd)
        self.host.send(GONE, body)
        kind, _, fd = self.host.receive()
        if kind != CONTINUE:
            raise Stopped
        self.remote = Remote(fd)
        self._guarded("", self._bind)

    def came_from_candidate(self, error: BaseException) -> bool:
        return any(error is raised for raised in self.remote.raised)

    def report(self, outcome: statements.Outcome) -> None:
        self.host.send(CASE, wire.encode((outcome.name, outcome.status, outcome.error[:MAX_TEXT], outcome.remote)))

    def tell_suspicions(self) -> None:
        for kind, evidence in self.remote.suspicions:
            self.host.send(frames.SUSPECT, wire.encode((kind, evidence)))
        self.remote.suspicions.clear()

    def _run_unittest(self) -> None:
        """Every test method is a case; after a lost process the rest goes on with the next one."""
        for step, code in zip(self.compiled.plan.steps, self.compiled.codes, strict=True):
            if not step.is_case:
                self._run_step(step, code)
        for tests in testcases.of(self.namespace):
            while tests:
                result = testcases.Result(self._report_test, self.came_from_candidate, fatal=CandidateGone)
                tests = testcases.run(tests, result)
                if result.fatal_error is not None:
                    self.replace(result.current, str(result.fatal_error))

    def _report_test(self, outcome: statements.Outcome) -> None:
        self.report(outcome)
        self.tell_suspicions()


def _close(fd: int) -> None:
    import os

    try:
        os.close(fd)
    except OSError:
        pass
