"""Objects of the candidate's own, used from the process that runs the test code.

The judge's side holds numbers; what it asks for is done here, on the objects themselves. Every request carries a
serial number that nobody could have guessed, and its answer repeats it: an answer to nothing is garbage.
Nothing here is believed: it shares its process with the candidate.
"""

from __future__ import annotations

import operator
import sys
from _thread import RLock
from marshal import loads
from struct import Struct

from assay.sandbox.guest import cells, frames, wire
from assay.sandbox.guest.describe import describe
from assay.sandbox.guest.wire import derived

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

NUMBER = Struct("<I")
SERIAL = 8
"""Bytes of a serial number, before the body of every request, answer and callback."""
PLAIN = wire.ATOMS | wire.PLAIN_CONTAINERS
ERRORS_HELD = 256
CAUSES = 4
ABILITIES = (
    "__call__", "__iter__", "__next__", "__len__", "__getitem__", "__setitem__", "__delitem__", "__contains__",
    "__reversed__", "__enter__", "__exit__", "__await__", "__aiter__", "__anext__", "__aenter__", "__aexit__",
    "__bool__", "__hash__",
)  # fmt: skip
"""What a handle can do is what the class of the object behind it defines, in this order."""
LOOKS = (
    ("builtins", "list"), ("builtins", "tuple"), ("builtins", "dict"), ("builtins", "set"), ("builtins", "frozenset"),
    ("builtins", "str"), ("builtins", "bytes"), ("builtins", "bytearray"), ("builtins", "int"), ("builtins", "float"),
    ("builtins", "complex"), ("pathlib", "PosixPath"), ("pathlib", "PurePosixPath"), ("array", "array"),
    ("collections", "deque"), ("collections", "UserDict"), ("collections", "UserList"), ("collections", "UserString"),
    ("datetime", "datetime"), ("datetime", "date"), ("decimal", "Decimal"), ("fractions", "Fraction"),
)  # fmt: skip
"""Types that `isinstance` tells of a handle whose object is of one of them or derives from it, in this order."""
HOLDS_DATA = 1 << len(ABILITIES)
LOOK = HOLDS_DATA << 1
"""Where the place in `LOOKS`, counted from one, is kept among the bits of what a handle can do."""


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
        self.ledger = cells.Ledger()
        self.classes: dict[type, str] = {}
        """Classes that the tests define too, with how their objects cross."""
        self.named: set[int] = set()
        """The identities of what the tests have looked up by name."""
        self.callbacks: dict[int, Any] = {}
        self.own: dict[int, int] = {}
        """The numbers of things of the test code, by the identity of what stands for them here."""
        self.given: dict[int, tuple[BaseException, int]] = {}
        """Exceptions that the test code raised, with their numbers, by identity."""
        self.loop: Any = None

    def serve(self) -> None:
        self.channel.flush()
        while True:
            self.respond(*self.channel.receive())

    def respond(self, kind: int, body: bytes) -> None:
        """Does what one request asks for and says what came of it."""
        serial, outer = body[:SERIAL], self.serial
        self.serial = serial
        try:
            kind, answer = self._called(body) if kind == frames.CALL else self._outcome(body[SERIAL:])
        finally:
            self.serial = outer
        self.channel.send(kind, serial + answer)

    def _called(self, body: bytes) -> tuple[int, bytes]:
        """A call with plain data for arguments, which is most of them: nothing in it refers to what was there."""
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
                if cells.is_tree(value, self.ledger):
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
            return frames.VALUE, self._message(cells.Whole(value))

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
            return self._message(self._picture(error, stage, CAUSES))
        except BaseException:  # its arguments or attributes cannot be sent
            return self._message((describe(error, stage), 0, self.lineage(type(error)), None, {}, None, None, []))

    def _picture(self, error: BaseException, stage: str, depth: int) -> tuple[Any, ...]:
        """An exception as data, with what it was raised from and what it is a group of."""
        own = self.given.get(id(error), (None, None))[1]
        cause = self._picture(error.__cause__, stage, depth - 1) if error.__cause__ is not None and depth else None
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
            [self._picture(member, stage, depth - 1) for member in group[:100]],
        )

    def _hold_error(self, error: BaseException) -> int:
        """Holds the last exceptions only, and not the frames they came from."""
        error.__traceback__ = None
        number = self.number(error)
        self.errors.append(error)
        while len(self.errors) > ERRORS_HELD:
            old = self.errors.pop(0)
            if all(old is not kept for kept in self.errors):
                self.held.pop(self.numbers.pop(id(old), 0), None)
                self.given.pop(id(old), None)
        return number

    def lineage(self, kind: type) -> list[tuple[str, str, int, list[int]]]:
        """The exception classes that a class derives from: module, name, number, which of them are its bases."""
        classes = [base for base in kind.__mro__ if issubclass(base, BaseException)]
        return [
            (
                str(base.__module__),
                base.__qualname__,
                self.number(base),
                [classes.index(above) for above in base.__bases__ if above in classes],
            )
            for base in classes
        ]

    def _rebuilt(
        self, classes: list[Any], arguments: tuple[Any, ...], state: dict[str, Any], own: int
    ) -> BaseException:
        """An exception that the test code raised, as the candidate sees it."""
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
        """What stands for `value` on the other side; the same object always gets the same number."""
        if type(value) is cells.Whole:
            value = value.value
        if id(value) in self.own:
            return wire.tagged("callback", self.own[id(value)])
        kind = type(value)
        data = _immutable_data(value) if id(kind) not in self.named else None
        if data is not None:
            return data
        fields = self.number(value), self.number(kind), _name(kind), derived.defines_equality(kind), abilities(kind)
        if isinstance(value, type):
            return wire.tagged("handle", *fields, _name(value), abilities(value))
        return wire.tagged("handle", *fields)

    def number(self, value: object) -> int:
        if id(value) not in self.numbers:
            self.count += 1
            self.numbers[id(value)] = self.count
            self.held[self.count] = value
        return self.numbers[id(value)]

    def resolve(self, fields: tuple[Any, ...]) -> object:
        """The object a tag of the judge's side stands for."""
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
        """What the candidate defines under a name that the tests use."""
        found = self.namespace[name]
        self.named.add(id(found))
        return found

    def share(self, names: list[str]) -> None:
        """Learns which classes the tests define too: their objects cross as data."""
        for name in names:
            kind = self.namespace.get(name)
            if isinstance(kind, type) and kind.__name__ == name and cells.sort_of(kind):
                self.classes[kind] = cells.sort_of(kind)

    # -- the test code's own -------------------------------------------------------------------------------------

    def _callback(self, number: int, kind: str, name: str, text: str | None, parameters: list[Any] | None) -> object:
        """Something of the test code's, as the candidate sees it: it can be called or iterated, not looked into."""
        if number not in self.callbacks:
            made: Any = Iterator(self, number)
            if kind == "function":
                made = function_like(lambda *given, **named: self.call_back(number, "call", given, named), parameters)
                made.__name__ = made.__qualname__ = name
                made.__doc__ = text
                made.__module__ = "tests"
            self.callbacks[number] = made
            self.own[id(made)] = number
        return self.callbacks[number]

    def call_back(self, number: int, operation: str, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> object:
        """Asks the judge's side to use an object that belongs to the test code."""
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
        """The result of a coroutine; all of them share one event loop, as they would in one process."""
        import asyncio

        async def result() -> object:
            return await value

        if self.loop is None:
            self.loop = asyncio.new_event_loop()
        return self.loop.run_until_complete(result())


class NotPlain(Exception):
    """A value is more than data."""


def _refused(value: object) -> object:
    raise NotPlain


class Iterator:
    """An iterator of the test code's."""

    def __init__(self, server: Server, number: int) -> None:
        self._next: Callable[[], object] = lambda: server.call_back(number, "next", (), {})

    def __iter__(self) -> Iterator:
        return self

    def __next__(self) -> object:
        return self._next()


MISSING = object()


def _state(error: BaseException) -> dict[str, Any]:
    """The attributes of an exception, also those of Python's own classes that are not among its arguments."""
    found = {name: getattr(error, name, None) for name in ("filename", "filename2", "name", "path")}
    return {name: value for name, value in found.items() if type(value) is str} | dict(vars(error))


def function_like(call: Callable[..., object], parameters: list[tuple[str, int, bool]] | None) -> Callable[..., object]:
    """A function with the parameters of another, for candidates that look at them; `None`: it takes anything."""
    if parameters is None:
        return lambda *given, **named: call(*given, **named)
    words, after_star = [], False
    for name, kind, optional in parameters:
        if kind == 3 and not after_star:
            words.append("*")
        after_star = after_star or kind in (2, 3)
        words.append({2: "*", 4: "**"}.get(kind, "") + name + ("=MISSING" if optional else ""))
        if kind == 0 and not any(
            later == 0 for _, later, _ in parameters[parameters.index((name, kind, optional)) + 1 :]
        ):
            words.append("/")
    values = ", ".join(name for name, *_ in parameters)
    scope: dict[str, Any] = {"MISSING": MISSING, "passed": _passed, "call": call, "parameters": parameters}
    exec(f"def function({', '.join(words)}): return passed(call, parameters, [{values}])", scope)
    return scope["function"]  # type: ignore[no-any-return]  # made by the line above


def _passed(call: Callable[..., object], parameters: list[tuple[str, int, bool]], values: list[Any]) -> object:
    """Calls with the arguments that were given; those after one that was left out go by name."""
    given: list[Any] = []
    named: dict[str, Any] = {}
    by_name = False
    for (name, kind, _), value in zip(parameters, values, strict=True):
        by_name = by_name or value is MISSING or kind >= 3
        if kind == 2:
            given += value
        elif kind == 4:
            named.update(value)
        elif value is not MISSING and by_name:
            named[name] = value
        elif value is not MISSING:
            given.append(value)
    return call(*given, **named)


def _name(kind: type) -> str:
    return kind.__name__[:100] if type(kind.__name__) is str else "?"


_abilities: dict[type, int] = {}


def abilities(kind: type) -> int:
    """Which of the special methods a class defines, as bits."""
    if kind not in _abilities:
        found = 0
        for bit, name in enumerate(ABILITIES):
            method = next((base.__dict__[name] for base in kind.__mro__ if name in base.__dict__), None)
            found |= (method is not None) << bit
        base = derived.base_of(kind)
        if base is not None and base != ("builtins", "dict_values"):  # equal to nothing, whatever they hold
            found |= HOLDS_DATA
            look = next((place for place in map(derived.place_of, type.mro(kind)) if place in LOOKS), None)
            if look is not None and not derived.defines_equality(kind):
                found |= LOOK * (1 + LOOKS.index(look))
        _abilities[kind] = found
    return _abilities[kind]


def _immutable_data(value: object) -> object:
    """What is sent instead of a handle: the data of an object that is no more than its data and cannot change."""
    if not derived.is_bare(value):
        return None
    fields = derived.fields_of(value)
    if fields is None or fields[0] != "derived":
        return None
    data = fields[-1]
    if type(data) in wire.ATOMS or (type(data) in (tuple, frozenset) and set(map(type, data)) <= wire.ATOMS):
        return wire.tagged(*fields)
    return None


def _equal(left: object, right: object) -> tuple[bool, bool]:
    """What the candidate's own equality says, and whether it says the same of something it cannot know.

    Many honest classes do not check what they are compared with, so the second question may well raise.
    """
    return _lies(lambda other: left == other, right)


def _contains(container: Any, item: object) -> tuple[bool, bool]:
    """The same for `in`."""
    return _lies(lambda other: other in container, item)


def _lies(says: Callable[[object], object], of: object) -> tuple[bool, bool]:
    if not says(of):
        return False, False
    try:
        return True, bool(says(object()))
    except Exception:
        return True, False


def _data(value: Any) -> object:
    """The data in an object of a class that derives from a built-in type, as tag and fields."""
    return derived.fields_of(value)


def _leave(value: Any, error: BaseException | None) -> bool:
    return bool(type(value).__exit__(value, type(error) if error is not None else None, error, None))


def _copy(value: Any, deep: bool) -> object:
    import copy

    return copy.deepcopy(value) if deep else copy.copy(value)


def _data_class_fields(value: Any) -> list[str] | None:
    fields = getattr(value, "__dataclass_fields__", None)
    names = sys.modules["dataclasses"].fields(value) if fields is not None and "dataclasses" in sys.modules else None
    return None if names is None else [field.name for field in names]


def _signature(value: Any) -> list[Any]:
    import inspect

    return [
        (name, int(parameter.kind), parameter.default is not parameter.empty, parameter.default)
        for name, parameter in inspect.signature(value).parameters.items()
    ]


ON_SERVER: dict[str, Callable[..., object]] = {
    "lookup": Server.lookup,
    "share": Server.share,
    "lineage": Server.lineage,
    "await": Server.run,
    "anext": lambda server, value: server.run(value.__anext__()),
    "aenter": lambda server, value: server.run(value.__aenter__()),
    "aexit": lambda server, value, error: bool(
        server.run(value.__aexit__(type(error) if error is not None else None, error, None))
    ),
}
OPERATIONS: dict[str, Callable[..., object]] = {
    "getattr": getattr,
    "setattr": setattr,
    "delattr": delattr,
    "getitem": operator.getitem,
    "setitem": operator.setitem,
    "delitem": operator.delitem,
    "iter": iter,
    "next": next,
    "aiter": lambda value: value.__aiter__(),
    "len": len,
    "bool": bool,
    "str": str,
    "repr": repr,
    "format": format,
    "hash": hash,
    "dir": lambda value: [name for name in dir(value) if type(name) is str],
    "int": int,
    "float": float,
    "complex": complex,
    "round": round,
    "divmod": divmod,
    "reversed": reversed,
    "isinstance": isinstance,
    "issubclass": issubclass,
    "equal": _equal,
    "holds": _contains,
    "data": _data,
    "copy": _copy,
    "signature": _signature,
    "data_class_fields": _data_class_fields,
    "enter": lambda value: type(value).__enter__(value),
    "exit": _leave,
    **{
        name: getattr(operator, name)
        for name in (
            "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and_", "or_", "xor",
            "lshift", "rshift", "lt", "le", "gt", "ge", "neg", "pos", "invert", "abs", "index", "contains",
            "iadd", "isub", "imul", "itruediv", "ifloordiv", "imod", "ipow", "imatmul", "iand", "ior", "ixor",
            "ilshift", "irshift",
        )
    },
}  # fmt: skip
