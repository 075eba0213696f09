"""The candidate's functions and objects as the test code sees them.

Everything a proxy does happens in the candidate's process; only data comes back. Nothing the candidate says about
its own objects makes one of them equal to plain data, and an operator is carried over only for a class that the
tests themselves name: otherwise `abs(solve(1) - 1.5) < 1e-6` would be decided by the object under test.
"""

from __future__ import annotations

import builtins
import enum

from assay.sandbox.guest import frames, objects, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

MAX_CALLBACKS = 100_000


class CandidateGone(BaseException):
    """The candidate's process ended, or wrote what cannot be read; no `except Exception` of a test catches it."""


class Remote:
    """Our end of the channel to one candidate process."""

    def __init__(self, fd: int) -> None:
        self.channel = frames.Channel(fd)
        self.namespace: dict[str, Any] = {}
        self.named: set[int] = set()
        """Numbers of the classes that the tests name."""
        self.own: list[Any] = []
        """Objects of the test code that the candidate was given, by number."""
        self.kinds: dict[int, type] = {}
        self.raised: list[BaseException] = []
        """Exceptions that came out of the candidate, to tell them from the test code's own."""
        self.suspicions: list[tuple[str, str]] = []
        self.garbage = ""
        self.open = True

    # -- requests ------------------------------------------------------------------------------------------------

    def lookup(self, name: str) -> Any:
        """What the candidate defines under `name`."""
        value = self.ask("lookup", name)
        if isinstance(value, Handle):
            kind = self.exception_class(value)
            if kind is not None:
                return kind
            self.named.add(value._number)
        return value

    def exception_class(self, handle: Handle) -> type | None:
        """A class of this process that stands for an exception class of the candidate's."""
        if not (handle._name == "type" and self.ask("issubclass", handle, BaseException)):
            return None
        bases = self.ask("getattr", handle, "__mro__")
        plain = next(base for base in bases if isinstance(base, type))
        return self.kind_of(handle._number, str(self.ask("getattr", handle, "__name__")), plain)

    def kind_of(self, number: int, name: str, base: type) -> type:
        if number not in self.kinds:
            self.kinds[number] = type(name, (base,), {"__module__": "candidate", "_number": number})
        return self.kinds[number]

    def ask(self, operation: str, *operands: Any) -> Any:
        """Has one thing done in the candidate's process."""
        watched = objects.containers(list(operands)) if operation == "call" else []
        body = wire.encode((operation, *operands), self.give)
        kind, answer = self._talk(frames.REQUEST, body)
        resolve = self._resolver(watched)
        try:
            if kind == frames.VALUE:
                value, changed = self._decode(answer, resolve, 2)
                objects.apply(watched, self._checked(changed, watched))
                return value
            if kind == frames.RAISED:
                raise self._exception(answer, watched, resolve)
            if kind == frames.TOO_LARGE:
                raise ValueError(f"the candidate's value is too large: {wire.decode(answer)!s:.200}")
        except (wire.Malformed, TypeError, IndexError) as error:
            if error in self.raised:
                raise
            raise self._gone(f"unreadable answer: {error}") from None
        raise self._gone(f"an answer of kind {kind}")

    def _talk(self, kind: int, body: bytes) -> tuple[int, bytes]:
        """Sends a request and waits for its answer; serves what the candidate asks for in the meantime."""
        if not self.open:
            raise CandidateGone(self.garbage or "its process has ended")
        try:
            self.channel.send(kind, body)
            while True:
                size, got = frames.HEADER.unpack(self.channel._exactly(frames.HEADER.size))
                if size > wire.MAX_BYTES + 4096 or got not in frames.FROM_CANDIDATE:
                    raise self._gone(f"a message of kind {got} with {size} bytes")
                answer = self.channel._exactly(size)
                if got == frames.SUSPECT:
                    self._note(answer)
                elif got == frames.CALLBACK:
                    self._serve(answer)
                else:
                    return got, answer
        except (frames.ChannelClosed, OSError):
            self.open = False
            raise CandidateGone("its process has ended") from None

    def _gone(self, why: str) -> CandidateGone:
        self.open = False
        self.garbage = why
        return CandidateGone(why)

    def _note(self, body: bytes) -> None:
        try:
            kind, evidence = wire.decode(body)  # type: ignore[misc]  # checked by the unpacking
        except (wire.Malformed, wire.TooLarge, TypeError, ValueError):
            raise self._gone("an unreadable report") from None
        if len(self.suspicions) < 64 and type(kind) is str and type(evidence) is str:
            self.suspicions.append((kind, evidence[:500]))

    def _decode(self, body: bytes, resolve: Callable[[Any], object], size: int) -> Any:
        value = wire.decode(body, resolve)
        if type(value) is not tuple or len(value) != size:
            raise wire.Malformed("not an answer")
        return value

    @staticmethod
    def _checked(changed: Any, watched: list[Any]) -> Any:
        for number, items in changed:
            if type(number) is not int or not 0 <= number < len(watched) or type(items) is not list:
                raise wire.Malformed("not a change")
        return changed

    # -- exceptions ----------------------------------------------------------------------------------------------

    def _exception(self, body: bytes, watched: list[Any], resolve: Callable[[Any], object]) -> BaseException:
        described, number, instance, arguments, changed = self._decode(body, wire.opaque, 5)
        stage, name, message, bases, where, code = self._decode(described, wire.opaque, 6)
        objects.apply(watched, self._checked(wire.decode(changed, resolve), watched))
        base = next((kind for kind in map(self._plain_exception, bases) if kind is not None), Exception)
        kind = base if base.__name__ == name else self.kind_of(number, str(name), base)
        error = kind.__new__(kind)
        error.args = arguments if type(arguments) is tuple else (message,)
        error.where = where  # type: ignore[attr-defined]  # shown with the outcome
        self.raised.append(error)
        return error

    @staticmethod
    def _plain_exception(name: object) -> type[BaseException] | None:
        kind = builtins.__dict__.get(name) if type(name) is str else None
        return kind if isinstance(kind, type) and issubclass(kind, BaseException) else None

    # -- values --------------------------------------------------------------------------------------------------

    def give(self, value: Any) -> object:
        """What is not data, as the candidate gets it."""
        if type(value) is Handle:
            if value._remote is not self:
                raise CandidateGone("the object belongs to a process that has ended")
            return wire.tagged("handle", value._number)
        if isinstance(value, type) and value in self.kinds.values():
            return wire.tagged("handle", value._number)  # type: ignore[attr-defined]  # set where it was made
        if callable(value) and builtins.__dict__.get(getattr(value, "__name__", "")) is value:
            return wire.tagged("function", value.__name__)
        if isinstance(value, enum.Enum):
            return wire.tagged("enum_member", type(value).__qualname__, value.name)
        if not callable(value) and not hasattr(value, "__next__"):
            raise TypeError(f"{type(value).__name__} objects of the tests cannot be given to the candidate")
        self.own.append(value)
        return wire.tagged("callback", len(self.own) - 1, "function" if callable(value) else "iterator")

    def _serve(self, body: bytes) -> None:
        """Lets the candidate call a function of the test code that it was given."""
        number, operation, arguments, keywords = self._decode(body, self._resolver([]), 4)
        if type(number) is not int or not 0 <= number < len(self.own):
            raise self._gone("a call of something it was not given")
        try:
            target = self.own[number]
            value = target(*arguments, **keywords) if operation == "call" else next(target)
            answer = frames.ANSWER, wire.encode(value, self.give)
        except CandidateGone:
            raise
        except BaseException as error:
            answer = frames.ANSWER_RAISED, wire.encode(_plain_copy(error))
        self.channel.send(*answer)

    def _resolver(self, watched: list[Any]) -> Callable[[tuple[Any, ...]], object]:
        def resolve(fields: tuple[Any, ...]) -> object:
            if fields[0] == "argument":
                return watched[fields[1]]
            if fields[0] != "handle" or len(fields) != 5 or type(fields[1]) is not int or type(fields[2]) is not int:
                raise wire.Malformed("not a handle")
            return Handle(self, fields[1], fields[2], str(fields[3]))

        return resolve


def _plain_copy(error: BaseException) -> BaseException:
    kind = next(base for base in type(error).__mro__ if builtins.__dict__.get(base.__name__) is base)
    copy = kind.__new__(kind)
    copy.args = tuple(str(argument)[:1000] for argument in error.args)
    return copy


def _forward(operation: str) -> Callable[..., Any]:
    def method(self: Handle, *operands: Any) -> Any:
        return self._remote.ask(operation, self, *operands)

    return method


def _operator(operation: str, *, swapped: bool = False) -> Callable[..., Any]:
    def method(self: Handle, *operands: Any) -> Any:
        if not self._named and not (operands and all(type(operand) is Handle for operand in operands)):
            return NotImplemented
        pair = (*operands, self) if swapped else (self, *operands)
        return self._remote.ask(operation, *pair)

    return method


class Handle:
    """An object of the candidate's own: usable, and equal to nothing but itself."""

    __assay_opaque__ = True
    __slots__ = ("_class", "_name", "_number", "_remote")

    def __init__(self, remote: Remote, number: int, class_number: int, name: str) -> None:
        object.__setattr__(self, "_remote", remote)
        object.__setattr__(self, "_number", number)
        object.__setattr__(self, "_class", class_number)
        object.__setattr__(self, "_name", name)

    @property
    def _named(self) -> bool:
        return self._class in self._remote.named

    def __eq__(self, other: object) -> bool:
        if type(other) is not Handle or other._remote is not self._remote:
            return False
        if other._number == self._number:
            return True
        equal, anything = self._remote.ask("equal", self, other)
        if anything is not False:
            self._remote.suspicions.append(("lying_equality", f"{self._name} equals any object"))
        return equal is True and anything is False

    def __hash__(self) -> int:
        return hash(("handle", self._number))

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return self._remote.ask("call", self, arguments, keywords)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__") and name not in ("__name__", "__doc__", "__dict__"):
            raise AttributeError(name)
        return self._remote.ask("getattr", self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        self._remote.ask("setattr", self, name, value)

    def __delattr__(self, name: str) -> None:
        self._remote.ask("delattr", self, name)

    def __iter__(self) -> Iterator[Any]:
        source = self._remote.ask("iter", self)
        if type(source) is not Handle:
            return iter(source)
        return _items(source)

    def __contains__(self, item: Any) -> bool:
        """By looking at the items here: the object's own answer would be its own word."""
        return any(item == member for member in self)

    def __len__(self) -> int:
        length = self._remote.ask("len", self)
        if type(length) is not int:
            raise TypeError("a length that is not a number")
        return length

    def __bool__(self) -> bool:
        return self._remote.ask("bool", self) is True

    def __repr__(self) -> str:
        return f"<{self._name} object of the candidate's own>"

    def __str__(self) -> str:
        text = self._remote.ask("str", self)
        return text if type(text) is str else repr(self)

    def __await__(self) -> Any:
        return self._remote.ask("await", self)
        yield

    __next__ = _forward("next")
    __getitem__ = _forward("getitem")
    __setitem__ = _forward("setitem")
    __delitem__ = _forward("delitem")
    __reversed__ = _forward("reversed")
    __enter__ = _forward("enter")

    def __exit__(self, *exception: object) -> None:
        self._remote.ask("exit", self)


def _items(source: Handle) -> Iterator[Any]:
    while True:
        try:
            yield source._remote.ask("next", source)
        except StopIteration:
            return


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "lshift", "rshift"):
    setattr(Handle, f"__{_name}__", _operator(_name))
    setattr(Handle, f"__r{_name}__", _operator(_name, swapped=True))
for _name in ("and", "or", "xor"):
    setattr(Handle, f"__{_name}__", _operator(f"{_name}_"))
    setattr(Handle, f"__r{_name}__", _operator(f"{_name}_", swapped=True))
for _name in ("lt", "le", "gt", "ge", "iadd", "isub", "imul", "iand", "ior", "ixor"):
    setattr(Handle, f"__{_name}__", _operator(_name))


def _unary(operation: str) -> Callable[[Handle], Any]:
    def method(self: Handle) -> Any:
        if not self._named:
            raise TypeError(f"bad operand type for {operation}: {self._name!r}")
        return self._remote.ask(operation, self)

    return method


for _name in ("neg", "pos", "invert", "abs", "int", "float"):
    setattr(Handle, f"__{_name}__", _unary(_name))
