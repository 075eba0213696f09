"""Objects of the candidate's own, used from the process that runs the test code.

The judge's side holds numbers; what it asks for is done here, on the objects themselves. Every request carries a
serial number that nobody could have guessed, and its answer repeats it: an answer to nothing is garbage.
Nothing here is believed: it shares its process with the candidate.
"""

from __future__ import annotations

import sys
from _thread import RLock
from marshal import loads
from struct import Struct

from assay.sandbox.guest import cells, frames, output, wire
from assay.sandbox.guest.abilities import abilities
from assay.sandbox.guest.callbacks import CallbackIterator, CallbackObject, awaited, coroutine_function, function_like
from assay.sandbox.guest.describe import describe, place_of_error
from assay.sandbox.guest.ledger import CopyLedger, data_form
from assay.sandbox.guest.operations import OPERATIONS
from assay.sandbox.guest.wire import derived

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

NUMBER = Struct("<I")
SERIAL = 8
"""Bytes of a serial number, before the body of every request, answer and callback."""
PLAIN = wire.ATOMS | wire.PLAIN_CONTAINERS
CONSTANT = (str, bytes, int, float, complex, tuple, frozenset)
ERRORS_HELD = 256
CAUSES = 4


class Server:
    """Answers one request after the other until the channel closes."""

    def __init__(self, channel: frames.Channel, namespace: dict[str, Any]) -> None:
        self.channel = channel
        self.namespace = namespace
        self.serial = b""
        """Of the request that is being answered; empty when there is none."""
        self.lock = RLock()
        self.held: dict[int, object] = {}
        self.numbers: dict[int, int] = {}
        self.count = 0
        self.errors: list[BaseException] = []
        self.ledger = CopyLedger()
        self.classes: dict[type, str] = {}
        """Classes that the tests define too, with how their objects cross."""
        self.named: set[int] = set()
        """The identities of what the tests have looked up by name."""
        self.plain = False
        """Whether objects that hold data cross as that data, whatever methods they have."""
        self.callbacks: dict[int, Any] = {}
        self.own: dict[int, int] = {}
        """The numbers of things of the test code, by the identity of what stands for them here."""
        self.given: dict[int, tuple[BaseException, int]] = {}
        """Exceptions that the test code raised, with their numbers, by identity."""
        self.loop: Any = None

    def serve(self) -> None:
        """Answer requests; never returns, the process ends with the channel."""
        self.channel.flush()
        while True:
            self.respond(*self.channel.receive())

    def respond(self, kind: int, body: bytes) -> None:
        """Do what one request asks for and send what came of it."""
        serial, outer = body[:SERIAL], self.serial
        self.serial = serial
        try:
            kind, answer = self._called(body) if kind == frames.CALL else self._outcome(body[SERIAL:])
        finally:
            self.serial = outer
        output.flush()  # this may be the last request, and then nobody waits for this process
        self.channel.send(kind, serial + answer)

    def _called(self, body: bytes) -> tuple[int, bytes]:
        """Answer a call with plain data for arguments, as most are: nothing in it refers to what was there."""
        gone, arguments = loads(body[SERIAL + NUMBER.size :])
        self.ledger.forget(gone)
        self.ledger.enter((arguments,), {})
        try:
            target: Any = self.held[NUMBER.unpack_from(body, SERIAL)[0]]
            value = target(*arguments)
        except BaseException as error:
            return frames.RAISED, self._raised(error, "call")
        if self.classes and type(value) not in wire.ATOMS:
            return self._sent(value)
        try:
            if type(value) in PLAIN and not self.ledger.changes():
                body = wire.encode(value, _refused)
                if self.ledger.is_new(value):
                    self.ledger.enter((value,), {})
                    return frames.PLAIN, body
        except (NotPlain, wire.TooLarge):  # the latter also where a value contains itself, which a message can tell
            pass
        return self._sent(value)

    def _outcome(self, body: bytes) -> tuple[int, bytes]:
        try:
            operation, operands = cells.read(body, self.resolve, self.classes, self.ledger)
        except Exception as error:
            return frames.RAISED, self._raised(error, "arguments")
        try:
            value = self._do(operation, operands)
        except BaseException as error:
            return frames.RAISED, self._raised(error, "call")
        return self._sent(value)

    def _sent(self, value: object) -> tuple[int, bytes]:
        try:
            return frames.VALUE, self._message(value)
        except wire.NoRoom as error:
            return frames.RAISED, self._raised(error, "call")
        except wire.TooLarge as error:
            return frames.TOO_LARGE, wire.encode(str(error))
        except BaseException:  # a value that cannot be looked at is no data
            return frames.VALUE, self._message(cells.ByHandle(value))

    def _do(self, operation: str, operands: tuple[Any, ...]) -> object:
        if operation == "call":
            target, arguments, keywords = operands
            return target(*arguments, **keywords)
        if operation in ON_SERVER:
            return ON_SERVER[operation](self, *operands)
        return OPERATIONS[operation](*operands)

    def _message(self, value: object) -> bytes:
        return cells.write(value, self.hold, self.classes, self.ledger, opaque_kinds=self.named)

    # -- exceptions ----------------------------------------------------------------------------------------------

    def _raised(self, error: BaseException, stage: str) -> bytes:
        try:
            return self._message(self._error_fields(error, stage, CAUSES))
        except BaseException:  # its arguments or attributes cannot be sent
            return self._message((describe(error, stage), 0, self.lineage(type(error)), None, {}, None, None, []))

    def _error_fields(self, error: BaseException, stage: str, depth: int) -> tuple[Any, ...]:
        """Return an exception as data, with what it was raised from and what it is a group of."""
        own = self.given.get(id(error), (None, None))[1]
        cause = self._error_fields(error.__cause__, stage, depth - 1) if error.__cause__ is not None and depth else None
        group = error.exceptions if isinstance(error, BaseExceptionGroup) and depth else ()
        arguments = error.args[:1] if group else error.args
        described = describe(error, stage)
        return (
            described,
            self._hold_error(error),
            self.lineage(type(error)),
            arguments if type(arguments) is tuple else None,
            _state(error),
            own,
            cause,
            [self._error_fields(member, stage, depth - 1) for member in group[:100]],
        )

    def _hold_error(self, error: BaseException) -> int:
        """Keep an exception and return its number; only the last ones are kept, without the frames they came from."""
        error.__traceback__ = None
        number = self.number_of(error)
        self.errors.append(error)
        while len(self.errors) > ERRORS_HELD:
            old = self.errors.pop(0)
            if all(old is not kept for kept in self.errors):
                self.held.pop(self.numbers.pop(id(old), 0), None)
                self.given.pop(id(old), None)
        return number

    def lineage(self, kind: type) -> list[tuple[str, str, int, list[int]]]:
        """Return the exception classes that a class derives from: module, name, number, which of them are its bases."""
        classes = [base for base in type.mro(kind) if BaseException in type.mro(base)]
        place = {id(base): index for index, base in enumerate(classes)}
        return [
            (
                *place_of_error(base),
                self.number_of(base),
                [place[id(above)] for above in base.__bases__ if id(above) in place],
            )
            for base in classes
        ]

    def _rebuilt(
        self, classes: list[Any], arguments: tuple[Any, ...], state: dict[str, Any], own: int
    ) -> BaseException:
        """Return an exception that the test code raised, as the candidate sees it."""
        kind: Any = next(filter(None, map(self._class_of, classes)), Exception)
        try:
            error: BaseException = kind(*arguments) if kind.__module__ == "builtins" else kind.__new__(kind)
        except TypeError:
            error = kind.__new__(kind)
        error.args = arguments
        vars(error).update(state)
        self.given[id(error)] = error, own
        return error

    def _class_of(self, name: Any) -> Any:
        if type(name) is int:
            return self.held.get(name)
        module, path = name
        found = self.namespace.get(path) if module == "tests" else getattr(sys.modules.get(module), path, None)
        return found if isinstance(found, type) and issubclass(found, BaseException) else None

    # -- objects -------------------------------------------------------------------------------------------------

    def hold(self, value: Any) -> object:
        """Return what stands for `value` on the other side."""
        if type(value) is cells.ByHandle:
            value = value.value
        if id(value) in self.own:
            return wire.tagged("callback", self.own[id(value)])
        kind = type(value)
        bare = id(kind) not in self.named and ((self.plain and issubclass(kind, CONSTANT)) or derived.is_bare(value))
        data = _immutable_data(value) if bare else None
        if data is not None:
            return data
        fields = (
            self.number_of(value),
            self.number_of(kind),
            _name(kind),
            derived.defines_equality(kind),
            abilities(kind),
        )
        if isinstance(value, type):
            is_error = any(one is BaseException for one in type.mro(value))  # `in` would ask a metaclass
            lineage = [self.lineage(value)] if is_error else []
            return wire.tagged("handle", *fields, _name(value), abilities(value), *lineage)
        return wire.tagged("handle", *fields)

    def number_of(self, value: object) -> int:
        """Return the number of an object, which is kept for it; the same object always gets the same number."""
        if id(value) not in self.numbers:
            self.count += 1
            self.numbers[id(value)] = self.count
            self.held[self.count] = value
        return self.numbers[id(value)]

    def resolve(self, fields: tuple[Any, ...]) -> object:
        """Return the object that a tag of the judge's side stands for."""
        tag, first, *rest = fields
        if tag == "function":
            import builtins

            return getattr(builtins, first)
        if tag == "callback":
            return self._callback(first, *rest)
        if first == "error":
            return self._rebuilt(*rest)
        if first == "pattern":
            return __import__("re").compile(*rest)
        if first == "global":
            return getattr(__import__(rest[0], fromlist=["*"]), rest[1])
        if first == "view":
            return getattr(rest[1], rest[0])()
        return self.held[first] if first else None

    def lookup(self, name: str) -> object:
        """Return what the candidate defines under a name that the tests use."""
        found = self.namespace[name]
        self.named.add(id(found))
        return found

    def send_plain(self) -> None:
        """Send the data in objects that hold some, and that cannot change, in their place."""
        self.plain = True

    def share(self, names: list[str]) -> None:
        """Note which classes the tests define too: their objects cross as data."""
        for name in names:
            kind = self.namespace.get(name)
            if isinstance(kind, type) and kind.__name__ == name and data_form(kind):
                self.classes[kind] = data_form(kind)

    # -- the test code's own -------------------------------------------------------------------------------------

    def _callback(self, number: int, kind: str, name: str, text: str | None, parameters: list[Any] | None) -> object:
        """Return what stands for something of the test code's: it can be called or iterated, not looked into."""
        if number not in self.callbacks:
            stand_in: Any = CallbackIterator(lambda: self.call_back(number, "next", (), {}))
            if kind == "object":
                stand_in = CallbackObject(lambda name: self.call_back(number, "getattr", (name,), {}))
            elif kind == "awaitable":
                stand_in = awaited(lambda: self.call_back(number, "await", (), {}))
            elif kind != "iterator":
                stand_in = function_like(
                    lambda *given, **named: self.call_back(number, "call", given, named), parameters
                )
                stand_in = coroutine_function(stand_in) if kind == "async" else stand_in
                stand_in.__name__ = stand_in.__qualname__ = name
                stand_in.__doc__ = text
                stand_in.__module__ = "tests"
            self.callbacks[number] = stand_in
            self.own[id(stand_in)] = number
        return self.callbacks[number]

    def call_back(self, number: int, operation: str, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> object:
        """Ask the judge's side to use an object that belongs to the test code, and return what it gives."""
        with self.lock:
            if not self.serial:
                raise RuntimeError("the tests are not waiting for this candidate: there is nobody to call back")
            self.channel.send(frames.CALLBACK, self.serial + self._message((number, operation, arguments, keywords)))
            while True:
                kind, body = self.channel.receive()
                if kind in (frames.REQUEST, frames.CALL):
                    self.respond(kind, body)
                    continue
                value = cells.read(body, self.resolve, self.classes, self.ledger)
                if kind == frames.ANSWER_RAISED:
                    raise value
                return value

    def run(self, value: Any) -> object:
        """Return the result of a coroutine; all of them share one event loop, as they would in one process."""
        import asyncio

        async def result() -> object:
            return await value

        if self.loop is None:
            self.loop = asyncio.new_event_loop()
        return self.loop.run_until_complete(result())


class NotPlain(Exception):
    """The value is more than data."""


def _refused(value: object) -> object:
    raise NotPlain


def _state(error: BaseException) -> dict[str, Any]:
    """Return the attributes of an exception, also those of Python's own classes that are not among its arguments."""
    found = {name: getattr(error, name, None) for name in ("filename", "filename2", "name", "path")}
    return {name: value for name, value in found.items() if type(value) is str} | dict(vars(error))


def _name(kind: type) -> str:
    return kind.__name__[:100] if type(kind.__name__) is str else "?"


def _immutable_data(value: object) -> object:
    """Return what is sent instead of a handle: the data in an object, or `None` where that can change."""
    fields = derived.fields_of(value)
    if fields is None or fields[0] != "derived":
        return None
    data = fields[-1]
    if type(data) in wire.ATOMS or (type(data) in (tuple, frozenset) and set(map(type, data)) <= wire.ATOMS):
        return wire.tagged(*fields)
    return None


ON_SERVER: dict[str, Callable[..., object]] = {
    "lookup": Server.lookup,
    "share": Server.share,
    "plain": Server.send_plain,
    "lineage": Server.lineage,
    "await": Server.run,
    "anext": lambda server, value: server.run(value.__anext__()),
    "aenter": lambda server, value: server.run(value.__aenter__()),
    "aexit": lambda server, value, error: bool(
        server.run(value.__aexit__(type(error) if error is not None else None, error, None))
    ),
}
