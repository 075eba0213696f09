"""The judge's process: runs a benchmark's test code against proxies of the candidate's functions.

It lives on from candidate to candidate, under the eyes of the process that started it; every candidate meets a
fresh namespace in a process that was put back as it was. The verdict leaves on a channel that no candidate's
process has ever had.
"""

from __future__ import annotations

import _socket
import ast
import contextvars
import gc
import re
import sys
from importlib import import_module
from marshal import loads
from types import FunctionType, ModuleType

from assay.judges.host import expected, links, masks, origins, raised, recording, statements, testcases
from assay.judges.host.remote import Remote
from assay.judges.host.state import Clean
from assay.judges.host.statements import OWN_MEMORY, Outcome
from assay.sandbox.guest import frames, wire
from assay.sandbox.guest.ledger import data_form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, NoReturn

_collect = gc.collect  # test code may put something else in its place
FUNCTIONS = ast.FunctionDef, ast.AsyncFunctionDef
NAME = re.compile(r"\w+")
MAX_TEXT = 2000
MAX_WANTED = 100
FIXTURES = ("setUp", "tearDown", "asyncSetUp", "asyncTearDown")
"""Methods that run with each test."""
MANY_CONTAINERS = 2000
"""That came from or went to a candidate: the memory is collected after it."""

# What the supervisor sends:
RUN, ACCEPT, RECORD = b"rpR"
# What it gets, besides reports of suspicions:
CASE, GONE, FINISHED, BROKEN, ACCEPTED, NOTE = b"CGFBAN"
# The most characters in each text of these reports:
CASE_LENGTHS = (4000, 50, 4000, 50)
GONE_LENGTHS = (4000, 2000, 50, 2000)
BROKEN_LENGTHS = (50, 4000)
NOTE_LENGTHS = (50, 4000, 4000)
WANTED, VALUE, CHANGED, MASKED, KEPT = "wanted", "value", "changed", "masked", "kept"
LAWLESS, MAY_DECIDE = "lawless", "may decide"
"""Kinds of notes: a method that the tests called, data that the candidate defines under a name, a case in which the
candidate changed a container, in which an answer was masked, in which it kept an exception of the tests, whose objects
break a law of equality, or in which something came of which tests may ask which it is."""
BY_OBJECT = "object"
"""An object of the candidate's own decided a case that passed, or the assertion that failed."""
BY_VALUE = "value"
"""The assertion that failed compares what the candidate gave with what it gave."""
INVALID = "invalid"
"""The status of a suite that cannot be run at all, whatever the candidate."""


def main(channel: frames.Channel, source: bytes, names: tuple[str, ...]) -> None:
    """Serves the supervisor until it closes the channel, or until this process is not fit for another candidate."""
    host = Host(_socket.socket(fileno=channel.fd))
    sys.stdout.flush()
    host.send(ACCEPTED, wire.encode(("passed", "")))
    while host.fit:
        try:
            host.serve_one()
        except frames.ChannelClosed:
            return


class Host:
    """One supervisor, one candidate at a time."""

    def __init__(self, control: _socket.socket) -> None:
        self.control = control
        self.plans: dict[str, Compiled] = {}
        """By the names that the supervisor gave them; it alone says which ones to forget."""
        self.clean = Clean()
        self.fit = True

    def serve_one(self) -> None:
        kind, body, fd = self.receive()
        if kind == RUN:
            contextvars.copy_context().run(self.run, loads(body), fd)
        elif kind == ACCEPT:
            answer = contextvars.copy_context().run(self.accept, *loads(body))
            self.fit = self.fit and self.clean.restore()
            self.send(ACCEPTED, wire.encode((*answer, self.fit)))
        elif kind == RECORD:
            calls = contextvars.copy_context().run(self.record, *loads(body))
            self.fit = self.fit and self.clean.restore()
            self.send(ACCEPTED, wire.encode((calls, self.fit)))

    def run(self, request: tuple[Any, ...], fd: int) -> None:
        """All cases of one suite against one candidate, each reported as it ends."""
        key, suite, forgotten, entry_point, names, meant, knowledge, first_failure = request
        remote = Remote(fd)
        remote.has_reference, remote.profiling, remote.variant, methods = knowledge
        remote.methods = frozenset(methods)
        for old in forgotten:
            self.plans.pop(old, None)
        try:
            if suite is not None:
                self.plans[key] = self._compiled(suite, (entry_point, *names))
            self.plans[key].tell(remote)
            self.clean.begin()
            trial = SuiteTrial(self, self.plans[key], entry_point, names, meant, remote, first_failure)
            trial.prepare()
        except BaseException as error:  # nothing of the candidate's was used so far
            remote.close()
            self.send(BROKEN, wire.encode((INVALID, statements.words(error)[:MAX_TEXT])))
        else:
            trial.run()
            trial.let_go()
        self.fit = self.fit and self.clean.restore()
        self.send(FINISHED, b"" if self.fit else b"!")

    def _compiled(self, suite: tuple[str, str, str, str], names: Iterable[str]) -> Compiled:
        """A suite made ready to run; what it imports belongs to the clean state from here on."""
        compiled = Compiled(*suite, names)
        for name in compiled.imports:
            try:
                import_module(name)
            except Exception:  # the statement itself will say so
                continue
        self.clean.learn(compiled.imports)
        return compiled

    def record(self, suite: tuple[str, str, str, str], entries: tuple[str, ...]) -> object:
        """The calls of a suite that only generates data; `None` where it is more."""
        compiled = self._compiled(suite, entries)
        return recording.record(compiled.plan, suite[3], set(entries), self.clean.begin_again)

    def accept(self, source: str, result: bytes, arguments: bytes) -> tuple[str, str]:
        """Whether a predicate of the benchmark's accepts a value that a candidate returned."""
        namespace: dict[str, Any] = {"__name__": "predicate"}
        try:
            exec(statements.compiled(source, "<predicate>"), namespace)
            value = wire.decode(result)
            given, keywords = wire.decode(arguments)  # a pair by agreement
            accepted = namespace["accept"](value, *given, **keywords)
            passed = accepted is True or _is_numpys_true(accepted)
        except BaseException as error:
            self.fit = not isinstance(error, MemoryError)
            return "failed", statements.words(error)[:MAX_TEXT]
        return ("passed" if passed else "failed"), ""

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


def _is_numpys_true(value: object) -> bool:
    """Whether it is the truth value of numpy's own type; what a class says of itself does not count."""
    kind = getattr(sys.modules.get("numpy"), "bool_", None)
    return kind is not None and type(value) is kind and bool(value)


def _is_decorated(value: Any) -> bool:
    """Return whether something of the candidate's replaces a function of the tests, be it in a wrapper of theirs."""
    while type(value) is FunctionType and "__wrapped__" in vars(value):
        value = vars(value)["__wrapped__"]
    return links.is_object_handle(value)


class TrialStopped(BaseException):
    """There will be no more cases."""


class Compiled:
    """A suite, parsed and compiled once."""

    def __init__(self, source: str, edge_source: str, style: str, prelude: str, names: Iterable[str]) -> None:
        self.style = style
        self.prelude = statements.compiled(prelude, "<prelude>")
        self.plan = statements.plan(source, edge_source, style, prelude)
        trees = [statements.parse(text) for text in (source, edge_source)]
        self.origins = origins.Origins([statements.parse(prelude), *trees], {*names, self.plan.parameter} - {""})
        self.own_lines = frozenset().union(*map(self.origins.lines, trees))
        """Where values of the candidate's are compared with each other."""
        steps = [step for step in self.plan.steps if style != "unittest" or not step.is_case]
        for step in steps:
            step.node = self.origins.guarded(step.node, expected.CATCHERS)
        self.codes = {id(step): self.plan.code(step) for step in steps}
        self.imports = [name for text in (prelude, source, edge_source) for name in _imports(text)]
        self.mentioned = frozenset(NAME.findall(f"{prelude}\n{source}\n{edge_source}"))
        """Every name in it, and every word of its texts and comments."""
        functions = [node for tree in trees for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]
        self.decorated = {node.name for node in functions if node.decorator_list and node.name.startswith("test")}
        of_tests = [expected.lines(text) for text in (source, edge_source)]
        names = {name for found in of_tests for name in found}
        both = {name: frozenset().union(*[found.get(name, frozenset()) for found in of_tests]) for name in names}
        self.expecting = {statements.TESTS: both, "<prelude>": expected.lines(prelude)}

    def tell(self, remote: Remote) -> None:
        """Lets the channel to a candidate know which exceptions the tests expect."""
        remote.mentioned, remote.expecting = self.mentioned, self.expecting


def _imports(source: str) -> list[str]:
    """The modules that code imports, and names that may be modules of a package."""
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.append(node.module)
            found += [f"{node.module}.{alias.name}" for alias in node.names if alias.name != "*"]
    return found


class SuiteTrial:
    """One suite against one candidate."""

    def __init__(
        self,
        host: Host,
        compiled: Compiled,
        entry_point: str,
        names: tuple[str, ...],
        meant: tuple[dict[str, tuple[str, ...]], dict[str, str]],
        remote: Remote,
        first_failure: bool,
    ) -> None:
        self.host = host
        self.compiled = compiled
        self.names = dict.fromkeys((entry_point, *names))
        self.entry_point = entry_point
        self.classes, self.errors = meant
        self.remote = remote
        self.first_failure = first_failure
        self.enough = False
        """Whether no more cases are wanted."""
        self.module = ModuleType("tests")
        self.namespace: dict[str, Any] = self.module.__dict__
        self.broken = ""
        self.failed_by = ""
        self.may_always = False
        """What may decide came while the cases were prepared, or two names of the tests mean one class."""
        self.prepared_by_object = False
        """An object of the candidate's own decided something while the cases were prepared."""

    def prepare(self) -> None:
        sys.modules["tests"] = self.module
        self.namespace["__builtins__"] = self.host.clean.own_builtins()
        self.namespace |= {
            origins.CAUGHT: self.remote.caught,
            origins.NAMED: self.remote.named,
            origins.TEXTS: links.texts,
        }
        exec(self.compiled.prelude, self.namespace)

    def run(self) -> None:
        try:
            self._bind()
            if self.compiled.style == "unittest":
                self._run_unittest()
                return
            for step in self.compiled.plan.steps:
                self._run_step(step)
                if self.enough:
                    break
        except TrialStopped:
            pass
        finally:
            self.remote.close()

    def let_go(self) -> None:
        """Drops what the candidate made while it is still the one that is judged: releasing it may go wrong.

        Most of it goes with the references to it. The rest waits for Python's own collection, unless it is a lot.
        """
        remote = self.remote
        for name in sorted(remote.wanted)[:MAX_WANTED]:
            self.host.send(NOTE, wire.encode((WANTED, name[:200], "")))
        many = remote.ledger.count
        remote.ledger.entries.clear()
        remote.ledger.numbers.clear()
        for held in (remote.own, remote.waiting, remote.own_errors, remote.own_numbers, remote.stops, remote.given):
            held.clear()
        remote.recent.clear()
        self.namespace.clear()
        if many > MANY_CONTAINERS:
            _collect()

    # -- steps ---------------------------------------------------------------------------------------------------

    def _run_step(self, step: statements.Step) -> None:
        if self.broken:
            if step.is_case:
                self.report(Outcome(step.name, "not_run", self.broken))
            return
        code = self.compiled.codes[id(step)]
        ended = statements.run_step(code, step.name, self.namespace, self.blame)
        if step.is_case and ended.status == "passed" and not self._ran_functions(step):
            ended = Outcome(step.name, "failed", statements.NOT_ENTERED)
        outcome = self.finish(ended)
        if outcome is None:
            self.lose(step.name if step.is_case else "")
        elif step.is_case:
            self.report(outcome)
        elif outcome.status != "passed":
            self._break(outcome)
        else:
            self._begin_test()

    def _break(self, outcome: Outcome) -> None:
        """Without what a preparation makes, no later case means anything."""
        self.broken = f"a preparation failed: {outcome.name[:200]}: {outcome.error}"
        self.host.send(BROKEN, wire.encode((outcome.status, self.broken[:MAX_TEXT])))

    def _run_unittest(self) -> None:
        """Every test method is a case."""
        for step in self.compiled.plan.steps:
            if not step.is_case:
                self._run_step(step)
        if self.broken:
            return
        hooks = testcases.Hooks(self.report, self.blame, self.finish, lambda: self.enough, self._begin_test, self._ran)
        lost = testcases.run(testcases.of(self.namespace), hooks)
        if lost:
            self.lose(lost)
        self._end_of_fixtures()

    def _ran(self, test: Any) -> bool:
        """Return whether the candidate ran what it decorates of a test, for that very test."""
        names = {test._testMethodName, *FIXTURES}
        names = {name for name in names if _is_decorated(getattr(type(test), name, None))}
        owners = {name: next(kind for kind in type(test).__mro__ if name in vars(kind)) for name in names}
        return {(f"{kind.__qualname__}.{name}", id(test)) for name, kind in owners.items()} <= self.remote.called

    def _ran_functions(self, step: statements.Step) -> bool:
        """Return the same of the functions that a statement calls."""
        calls = [node.func for node in ast.walk(step.node) if isinstance(node, ast.Call)]
        names = {one.id for one in calls if isinstance(one, ast.Name)} & self.compiled.decorated
        names = {name for name in names if _is_decorated(self.namespace.get(name))}
        return names <= {name for name, _ in self.remote.called}

    def _begin_test(self) -> None:
        """Note what decided in a preparation, such as the fixture of a class, on which all tests behind it may rest."""
        self.prepared_by_object = self.prepared_by_object or self.remote.decided
        self.may_always = self.may_always or self.remote.may_decide
        self.remote.comparisons.begin_cases()

    def _end_of_fixtures(self) -> None:
        """What belongs to no test, because it comes after the last one, must not have lost or spoiled anything."""
        outcome = self.finish(Outcome("what follows the last test", "passed"))
        if outcome is None:
            self.lose("what follows the last test")
        elif outcome.status != "passed" or self.remote.kept:
            self.report(outcome)

    # -- the candidate's process ---------------------------------------------------------------------------------

    def _bind(self) -> None:
        """The names that the tests take from the candidate."""
        outcome = Outcome("the names that the tests use", "passed")
        try:
            self._share()
            if links.PLAIN in self.remote.methods:
                self.remote.ask("plain")
            for name in self.names:
                value = self.remote.lookup(name, self.classes.get(name), self.errors.get(name))
                self.may_always = self.may_always or self._is_known(value)
                self.namespace[name] = value
                self._tell_value(name, value)
            self.remote.may_decide = False
        except BaseException as error:
            outcome = statements.failed(outcome.name, error, self.blame)
        if self.compiled.plan.parameter:
            self.namespace[self.compiled.plan.parameter] = self.namespace.get(self.entry_point)
        finished = self.finish(outcome)
        if finished is None:
            self.lose("")
        elif finished.status != "passed":
            self._break(finished)

    def _is_known(self, value: Any) -> bool:
        """Return whether a name means a class of the candidate's that another name means, too."""
        return isinstance(value, type) and any(value is self.namespace.get(name) for name in self.names)

    def _tell_value(self, name: str, value: Any) -> None:
        """Say what a name of the candidate's stands for, where that is plain data."""
        if links.is_object_handle(value) and value._assay.holds_data:
            value = links.data_of(value)
        if not callable(value) and wire.is_plain(value):
            self.host.send(NOTE, wire.encode((VALUE, name[:200], repr(value)[:MAX_TEXT])))

    def _share(self) -> None:
        """Classes of the prelude: objects of theirs cross as data, since both sides know what they are."""
        own = {
            name: kind
            for name, kind in self.namespace.items()
            if isinstance(kind, type)
            and kind.__module__ == "tests"
            and kind.__name__ == name
            and name not in self.names
        }
        self.remote.prelude_errors = {name: kind for name, kind in own.items() if issubclass(kind, BaseException)}
        self.remote.share({kind: data_form(kind) for kind in own.values() if data_form(kind)})

    def finish(self, outcome: Outcome) -> Outcome | None:
        """The outcome that counts after all, or `None` when the process is lost: test code may catch anything."""
        remote = self.remote
        if remote.judging and outcome.status != "passed":
            remote.suspect("lying_equality", f"gave a {remote.judging}, whose class defines equality")
        remote.judging = ""
        self.tell_suspicions()
        swallowed, unheard = remote.swallowed(), remote.unheard()
        if OWN_MEMORY in (outcome.status, remote.spoiled and remote.spoiled[0]):
            self.host.fit = False
        if not remote.open:
            return None
        if remote.spoiled is not None:
            outcome = Outcome(outcome.name, *remote.spoiled)
            remote.spoiled = None
        elif outcome.status == "passed" and unheard:
            outcome = Outcome(outcome.name, "failed", unheard)
        elif outcome.status == "passed" and swallowed:
            outcome = Outcome(
                outcome.name, "crashed", "StopIteration: raised by the candidate, it ended a loop of the tests"
            )
        return outcome

    def lose(self, name: str) -> NoReturn:
        """Says that the process is lost, and during which case: no other one takes the rest."""
        status, why = self.remote.spoiled or ("", "")
        self.host.send(GONE, wire.encode((name, self.remote.garbage, status, why)))
        raise TrialStopped

    def blame(self, error: BaseException) -> str | None:
        origin = raised.origin_of(error)
        self.failed_by = ""
        if isinstance(error, AssertionError) and origin is None:
            compares = bool(self.compiled.own_lines & raised.lines_of(error))
            self.failed_by = BY_OBJECT if self.remote.decides else BY_VALUE if compares else ""
        return origin.where if origin is not None else None

    # -- reports -------------------------------------------------------------------------------------------------

    def report(self, outcome: Outcome) -> None:
        passed = outcome.status == "passed"
        passed_by = BY_OBJECT if self.remote.decided or self.prepared_by_object else ""
        decided_by = passed_by if passed else self.failed_by
        if self.remote.variant == masks.LAWS and self.remote.open and self.remote.comparisons.end_case():
            self._note(LAWLESS, outcome.name)
        if self.remote.may_decide or self.may_always:
            self._note(MAY_DECIDE, outcome.name)
        self.remote.decided = self.remote.decides = self.remote.may_decide = False
        self.failed_by = ""
        if self.remote.ledger.refilled:
            self.remote.ledger.refilled = False
            self._note(CHANGED, outcome.name)
        if self.remote.masked:
            self.remote.masked = False
            self._note(MASKED, outcome.name)
        for picture in sorted(self.remote.kept)[:MAX_WANTED]:
            self._note(KEPT, outcome.name, picture[:MAX_TEXT])
        self.remote.kept.clear()
        self.remote.called.clear()
        self.remote.recent.clear()
        self.host.send(CASE, wire.encode((outcome.name, outcome.status, outcome.error, decided_by)))
        self.enough = self.enough or (self.first_failure and outcome.status != "passed")

    def _note(self, kind: str, name: str, text: str = "") -> None:
        self.host.send(NOTE, wire.encode((kind, name, text)))

    def tell_suspicions(self) -> None:
        for kind, evidence in self.remote.suspicions:
            self.host.send(frames.SUSPECT, wire.encode((kind, evidence)))
        self.remote.suspicions.clear()
