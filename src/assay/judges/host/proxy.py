"""The candidate's objects and classes as the test code sees them.

Everything a handle does happens in the candidate's process; only data comes back. What the candidate says about its
own objects never makes one of them equal to plain data: only the data that an object of a subclass of `list`, `str`
and so on holds can be compared with it, and that is read and compared here.

An operator between objects of the candidate's own is its own business. One that meets plain data of the tests is
carried over only for an object that the tests made themselves, by calling a class they name: otherwise
`abs(solve(1) - 1.5) < 1e-6` would be decided by the object under test. Where any other object meets plain data and
gives an object again, as in `(vector.unit() * 10).x`, that one is tainted, see `Taint`.
"""

from __future__ import annotations

import dis
import itertools
import operator
import sys
import types
from enum import IntEnum
from importlib import import_module

from assay.sandbox.guest.abilities import ABILITIES, HOLDS_DATA, LOOK, LOOKS
from assay.sandbox.guest.wire.derived import ARITHMETIC, POSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

FORWARDED = frozenset(
    ("__name__", "__qualname__", "__dict__", "__wrapped__", "__annotations__", "__defaults__", "__kwdefaults__",
     "__code__", "__closure__", "__func__", "__self__", "__match_args__")
)  # fmt: skip
"""Special names that a test asks for on purpose; libraries ask for others by themselves, and believe the answer."""
LOOKS_LIKE = {
    "function": types.FunctionType,
    "method": types.MethodType,
    "builtin_function_or_method": types.BuiltinFunctionType,
    "generator": types.GeneratorType,
    "coroutine": types.CoroutineType,
    "async_generator": types.AsyncGeneratorType,
}
"""What `isinstance` says of handles on objects of these classes."""


class Taint(IntEnum):
    """What an operator on an object of the candidate's own and plain data of the tests leaves on its result."""

    NONE = 0
    SCALED = 1
    """The tests name its class, and the data was a number or text, or the reference has that operator: it has
    attributes and methods like any other object, but is no number, no truth value, and not compared with plain data."""
    DATA = 2
    """The data may be the expected answer itself, as in `(solve() - date(2020, 1, 1)).days == 0`: it can be compared
    with objects, but yields no plain data at all."""


class Link:
    """Which object of which candidate process a handle stands for."""

    __slots__ = (
        "counted", "data", "fresh", "holds_data", "length", "made", "name", "number", "remote", "taint", "trusted",
        "was_made", "was_trusted",
    )  # fmt: skip

    def __init__(self, remote: Any, number: int, name: str, *, holds_data: bool = False) -> None:
        self.remote = remote
        self.number = number
        self.name = name
        self.holds_data = holds_data
        """Its class derives from a built-in type, whose data can be read."""
        self.trusted = False
        """Of an object: the tests made it, by calling a class that they name. Of a class: the tests name it.

        Whatever the candidate hands over, be it for the second time, is not trusted.
        """
        self.made = False
        """So far it came only from calls of classes that the tests name."""
        self.fresh = False
        """The last message that mentioned it was the first to do so."""
        self.was_trusted = self.was_made = False
        """What it was before the last message that mentioned it."""
        self.taint = Taint.NONE
        self.length: tuple[int, int] | None = None
        """How many changes there had been when it last said how long it is, and what it said."""
        self.counted: tuple[int, int] | None = None
        """The same for the number of items that an iteration gave."""
        self.data: tuple[int, Any] | None = None
        """How many requests there had been when the data in it was read, and what it was."""


def link_of(value: Any) -> Link | None:
    """The link behind a handle, be it on an object or on a class; `None` for everything else."""
    kind = type(value)
    if type(kind) is HandleType:
        return value._assay  # type: ignore[no-any-return]  # a slot of Handle
    if kind is HandleType:
        return type.__getattribute__(value, "__dict__").get("_assay_class")  # type: ignore[no-any-return]  # a mapping
    return None


def _ask(handle: Any, operation: str, *operands: Any) -> Any:
    link = link_of(handle)
    assert link is not None, "only handles forward"
    if link.taint is Taint.DATA and operation in ANSWERED_BY_ENDING:
        raise _no_word(link.remote, operation)
    value = link.remote.ask(operation, handle, *operands)
    return _tainted(link.remote, value, operation, link.taint) if link.taint else value


def _no_word(remote: Any, operation: str) -> TypeError:
    """Refuses an answer of the candidate's; the case has failed, even if the tests expect just such an exception."""
    why = f"{operation!r} of an object of the candidate's own says nothing about data"
    remote.spoil("failed", f"TypeError: {why}")
    return TypeError(why)


ANSWERED_BY_ENDING = frozenset(("iter", "next", "aiter", "anext", "getitem", "reversed", "contains"))
"""What can say that there is nothing, by an exception."""
CONVERSIONS = frozenset(("abs", "int", "float", "complex", "index", "round", "bool", "format"))
"""What makes plain data of an object as if it were a number or a truth value."""


def _tainted(remote: Any, value: Any, operation: str, taint: Taint) -> Any:
    """What was asked of a tainted object: another such object, or plain data where the taint allows it."""
    link = link_of(value)
    if link is not None and type(value) is not HandleType:
        other = Link(link.remote, link.number, link.name)
        other.taint = max(taint, link.taint)
        return handle(type(value), other)
    if operation == "isinstance" or (taint is Taint.SCALED and operation not in CONVERSIONS):
        return value
    if operation in ("str", "repr"):
        return "<an object of the candidate's own>"
    raise _no_word(remote, operation)


IMMUTABLE = frozenset((str, bytes, int, float, complex, tuple, frozenset))


def _data_of(value: Any) -> Any:
    """The data that an object of a subclass of a built-in type holds, read once until something may have changed it."""
    link = value._assay
    requests = link.remote.requests
    if link.data is not None and (link.data[0] == requests or type(link.data[1]) in IMMUTABLE):
        return link.data[1]
    found = link.remote.data(link.remote.ask("data", value))
    if link_of(found) is not None:
        raise TypeError(f"a {link.name} holds no data")
    link.data = requests, found
    return found


def _is_data(link: Link | None) -> bool:
    return link is not None and link.holds_data and not link.taint


def _read_as_data(value: Any) -> bool:
    """Whether what tests ask of an object is answered from the data in it, since nothing says what its class adds."""
    return type(value) is not HandleType and _is_data(value._assay) and not (value._assay.trusted or _is_named(value))


def _forward(operation: str) -> Callable[..., Any]:
    def method(self: Any, *operands: Any) -> Any:
        return _ask(self, operation, *operands)

    return method


class Forwarding:
    """What handles on objects and handles on classes have in common."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        link = link_of(self)
        if link is None or (name.startswith("__") and name.endswith("__") and name not in FORWARDED):
            if name in BUILT_HERE and link is not None:
                return BUILT_HERE[name](self)
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        if link.trusted or name in _meant_methods(self):
            return _ask(self, "getattr", name)
        if (
            (name in POSING or name in ON_DATA or name in QUERIES)
            and _read_as_data(self)
            and hasattr(type(data := _data_of(self)), name)
        ):
            return getattr(data, name)
        return guarded(link.remote, _ask(self, "getattr", name), name)

    def __setattr__(self, name: str, value: Any) -> None:
        _ask(self, "setattr", name, value)

    def __delattr__(self, name: str) -> None:
        _ask(self, "delattr", name)

    def __repr__(self) -> str:
        return _of_type(str, _ask(self, "repr"), "a representation")  # type: ignore[no-any-return]  # checked

    def __dir__(self) -> list[str]:
        return _of_type(list, _ask(self, "dir"), "a list of names")  # type: ignore[no-any-return]  # checked


ON_DATA = frozenset(("keys", "values", "items", "_cparts", "_flavour", "_str_normcase", "parser"))
"""What else is taken from the data in an object: views of a dictionary, and what paths compare themselves by."""


QUERIES = frozenset(
    ("count", "index", "find", "rfind", "rindex", "isdigit", "isalpha", "isalnum", "isnumeric", "isdecimal", "isspace",
     "isupper", "islower", "istitle", "isidentifier", "isprintable", "isascii", "as_integer_ratio", "is_integer",
     "isoformat", "weekday", "isoweekday", "total_seconds", "bit_length")
)  # fmt: skip
"""Methods of built-in types that only tell something; a subclass has little reason to override them."""


def guarded(remote: Any, value: Any, name: str) -> Any:
    """An attribute that came from the candidate; a method by which plain data is compared gets no say about any."""
    return _Guarded(remote, value, name) if name in POSING and callable(value) else value


class _Guarded:
    """A method by which plain data is compared: what it says about plain data of the tests does not count."""

    def __init__(self, remote: Any, method: Any, name: str) -> None:
        self.remote = remote
        self.method = method
        self.name = name

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        value = self.method(*arguments, **keywords)
        plain = [argument for argument in (*arguments, *keywords.values()) if link_of(argument) is None]
        if not plain or (self.name in ARITHMETIC and set(map(type, plain)) == {str}):
            return value
        return _tainted(self.remote, value, self.name, Taint.DATA)


def _call(self: Any, *arguments: Any, **keywords: Any) -> Any:
    value = _ask(self, "call", arguments, keywords)
    made, own = link_of(value), link_of(self)
    if made is None or own is None or type(value) is HandleType:
        return value
    if type(self) is HandleType:
        made.trusted = made.made = own.trusted and (made.fresh or made.was_made)
    elif made.was_trusted and _is_dropped(sys._getframe(1)):
        made.trusted, made.made = True, made.was_made
    return value


def _is_dropped(frame: Any) -> bool:
    """Whether test code makes nothing of what a call gives: it drops it, or calls one of its methods.

    Methods that change their object often return it. The tests' own object stays trusted then; where they go on with
    what came back, as in `abs(c.area() - 12.56)`, it does not.
    """
    code, place = frame.f_code.co_code, frame.f_lasti + 2
    while place < len(code) and code[place] == 0:  # room for the interpreter's notes
        place += 2
    if place >= len(code):
        return False
    name, number = dis.opname[code[place]], code[place + 1]
    if name == "LOAD_ATTR" and sys.version_info >= (3, 12) and number & 1:
        name, number = "LOAD_METHOD", number >> 1
    return name == "POP_TOP" or (name == "LOAD_METHOD" and frame.f_code.co_names[number] not in POSING)


def _len(self: Any) -> int:
    link = link_of(self)
    assert link is not None, "only handles have lengths"
    if _read_as_data(self):
        return len(_data_of(self))
    length: int = _of_type(int, _ask(self, "len"), "a length")
    link.length = link.remote.changes, length
    if link.counted is not None and link.counted[0] == link.remote.changes and link.counted[1] < length:
        _spoil_length(link, link.counted[1], length)
    return length


def _iter(self: Any) -> Any:
    return _items(self, "iter")


def _reversed(self: Any) -> Any:
    return _items(self, "reversed")


def _items(self: Any, operation: str) -> Any:
    expected = _expected_items(self)
    source = _ask(self, operation)
    if link_of(source) is None or not hasattr(type(source), "__next__"):
        raise TypeError(f"{operation}() returned non-iterator of type {type(source).__name__!r}")
    return source if expected is None else _counted(self, source, expected)


UNSAID = -1
"""Of an object that has a length, but was not asked for it so far."""


def _expected_items(container: Any) -> int | None:
    """How many items an iteration has to give, `UNSAID`, or `None` where nobody counts."""
    link = link_of(container)
    assert link is not None, "only handles are iterated"
    if link.trusted:
        return None
    if _read_as_data(container):
        data = _data_of(container)
        return len(data) if hasattr(data, "__len__") else None
    if link.length is None:
        return UNSAID if type(container) is not HandleType and "__len__" in type(container).__dict__ else None
    return link.length[1] if link.length[0] == link.remote.changes else len(container)


def _counted(container: Any, items: Iterator[Any], expected: int) -> Iterator[Any]:
    """The items of an object; it must have as many as its length says, which tests may look at before or after.

    Otherwise `len(result) == 3 and all(a == b for a, b in zip(result, EXPECTED))` would hold for an object with a
    length and no items.
    """
    link = link_of(container)
    assert link is not None, "only handles are iterated"
    changes, count = link.remote.changes, 0
    while True:
        try:
            item = next(items)
        except StopIteration:
            break
        count += 1
        yield item
    if link.remote.changes == changes:
        link.counted = changes, count
        if expected not in (UNSAID, count):
            _spoil_length(link, count, expected)


def _spoil_length(link: Link, count: int, length: int) -> None:
    link.remote.spoil("failed", f"a {link.name} with {count} items says that its length is {length}")


def _by_number(self: Any, places: Iterable[int]) -> Iterator[Any]:
    """The items at these places, until there is none, as Python goes through a class without `__iter__`."""
    for place in places:
        try:
            item = _ask(self, "getitem", place)
        except IndexError:
            return
        yield item


def _iter_by_number(self: Any) -> Any:
    expected = _expected_items(self)
    return _counted(self, _by_number(self, itertools.count()), UNSAID if expected is None else expected)


def _reversed_by_number(self: Any) -> Any:
    said = _expected_items(self)
    length = len(self) if said is None or said == UNSAID else said
    return _counted(self, _by_number(self, reversed(range(length))), length)


def _getitem(self: Any, key: Any) -> Any:
    """One item, or a slice, which must be as long as the object says."""
    link = link_of(self)
    assert link is not None, "only handles have items"
    expected = _expected_items(self) if type(key) is slice and not link.taint else None
    value = _ask(self, "getitem", key)
    if expected is None or expected == UNSAID:
        return value
    part, made = len(range(expected)[key]), link_of(value)
    if made is not None:
        made.length = link.remote.changes, part
    elif type(value) in (list, tuple, str, bytes) and len(value) != part:
        _spoil_length(link, len(value), part)
    return value


def _of_type(kind: type, value: Any, what: str) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{what} that is {type(value).__name__!r}")
    return value


def _no_base(value: Any) -> BaseException:
    link = link_of(value)
    assert link is not None, "only handles refuse"
    why = f"the tests derive a class from the candidate's {link.name!r}: that needs the shared judge"
    return link.remote.refuse(why)  # type: ignore[no-any-return]  # Remote is not imported here


def _data_class_fields(handle: Any) -> Any:
    """The fields of a data class, as `dataclasses` looks for them."""
    names = _ask(handle, "data_class_fields")
    if type(names) is not list or not all(type(name) is str and name.isidentifier() for name in names):
        raise AttributeError("__dataclass_fields__")
    import dataclasses

    made: Any = dataclasses.make_dataclass("fields", [(name, object) for name in names])
    return made.__dataclass_fields__


def _signature(handle: Any) -> Any:
    import inspect

    empty = inspect.Parameter.empty
    fields = _ask(handle, "signature")
    try:
        return inspect.Signature(
            [
                inspect.Parameter(name, inspect._ParameterKind(kind), default=default if optional else empty)
                for name, kind, optional, default in fields
            ]
        )
    except (TypeError, ValueError) as error:
        raise AttributeError("__signature__") from error


BUILT_HERE: dict[str, Callable[[Any], Any]] = {
    "__signature__": _signature,
    "__dataclass_fields__": _data_class_fields,
}
"""Special names that libraries ask for, by what makes an answer of the kind they want."""


def _lineage(cls: Any, name: str) -> Any:
    """The classes that a class of the candidate's derives from."""
    if link_of(cls) is None:
        return type.__dict__[name].__get__(cls)
    return _of_type(tuple, _ask(cls, "getattr", name), "a lineage")


class HandleType(Forwarding, type):
    """A class of the candidate's: can be called, looked into and asked about; not derived from."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], *, link: Link | None = None) -> Any:
        taken = next((base for base in bases if link_of(base) is not None), None)
        if taken is not None:
            raise _no_base(taken)
        return super().__new__(cls, name, bases, namespace if link is None else {**namespace, "_assay_class": link})

    def __init__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], *, link: Link | None = None
    ) -> None:
        super().__init__(name, bases, namespace)

    def __instancecheck__(cls, value: Any) -> bool:
        if link_of(cls) is None or link_of(value) is None:
            return type.__instancecheck__(cls, value)
        kind: Any = type(value)
        return kind is cls or _ask(value, "isinstance", cls) is True

    def __subclasscheck__(cls, other: Any) -> bool:
        if link_of(cls) is None or link_of(other) is None:
            return type.__subclasscheck__(cls, other)
        return other is cls or _ask(other, "issubclass", cls) is True

    __mro__ = property(lambda cls: _lineage(cls, "__mro__"))
    __bases__ = property(lambda cls: _lineage(cls, "__bases__"))

    def __eq__(cls, other: object) -> Any:
        mine, theirs = link_of(cls), link_of(other) if type(other) is HandleType else None
        if mine is None or theirs is None:
            return NotImplemented
        return mine.remote is theirs.remote and mine.number == theirs.number

    def __hash__(cls) -> int:
        link = link_of(cls)
        return type.__hash__(cls) if link is None else hash((id(link.remote), link.number))

    def __contains__(cls, item: Any) -> bool:
        """The answer of a class that the tests name, such as an enum; any other is looked through here."""
        link = link_of(cls)
        if link is not None and link.trusted:
            return _ask(cls, "contains", item) is True
        return any(member is item or member == item for member in cls)

    def __reduce_ex__(cls, protocol: Any) -> Any:
        return _no_pickle(cls)

    __call__ = _call
    __len__ = _len
    __iter__ = _iter
    __getitem__ = _getitem
    __reversed__ = _reversed


class Handle(Forwarding, metaclass=HandleType):
    """An object of the candidate's own: usable, and equal to nothing but itself."""

    __assay_opaque__ = True
    __slots__ = ("__weakref__", "_assay")

    def __eq__(self, other: object) -> Any:
        link, others = self._assay, link_of(other)
        if others is None or type(other) is HandleType:
            return _data_of(self) == other if _is_data(link) else NotImplemented
        if others.remote is link.remote and others.number == link.number:
            return True
        return _believed(self, "equal", other)

    def __bool__(self) -> bool:
        """Whether it is true, where its class does not say; what came of plain data and an object is neither."""
        link = self._assay
        if link.taint:
            raise _no_word(link.remote, "bool")
        return "__len__" not in type(self).__dict__ or len(self) != 0

    def __str__(self) -> str:
        return str(_of_type(str, _ask(self, "str"), "a string"))

    def __format__(self, form: str) -> str:
        return str(_of_type(str, _ask(self, "format", form), "a string"))

    def __copy__(self) -> Any:
        return _ask(self, "copy", False)

    def __deepcopy__(self, memo: Any) -> Any:
        return _ask(self, "copy", True)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _no_pickle(self)

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[Any, ...]:
        raise _no_base(self)


def _believed(self: Any, operation: str, other: Any) -> bool:
    """What an object of the candidate's own says about another one, unless it says the same of any object at all."""
    link = self._assay
    answer = link.remote.ask(operation, self, other)
    if type(answer) is not tuple or [type(part) for part in answer] != [bool, bool]:
        raise link.remote.gone("a comparison that is neither true nor false")
    says, of_anything = answer
    if of_anything:
        link.remote.suspect("lying_equality", f"{link.name} says yes to {operation!r} with any object")
    return says and not of_anything


def _no_pickle(value: Any) -> Any:
    link = link_of(value)
    assert link is not None, "only handles refuse"
    raise link.remote.refuse(f"the tests pickle the candidate's {link.name!r}: that needs the shared judge")


# ---- what the class of the object defines --------------------------------------------------------------------------


def _contains(self: Any, item: Any) -> bool:
    """Whether an item is in an object; about plain data its own answer counts only where the tests made the object."""
    link = self._assay
    if link.trusted:
        return _ask(self, "contains", item) is True
    if _is_data(link):
        return item in _data_of(self)
    if link_of(item) is not None and type(item) is not HandleType:
        return _believed(self, "holds", item)
    if "__contains__" in _meant_methods(self):
        return _ask(self, "contains", item) is True
    return any(member is item or member == item for member in self)


def _hash(self: Any) -> int:
    return _of_type(int, _ask(self, "hash"), "a hash")  # type: ignore[no-any-return]  # checked


def _bool(self: Any) -> bool:
    if _read_as_data(self):
        return bool(_data_of(self))
    return bool(_of_type(bool, _ask(self, "bool"), "a truth value"))


def _enter(self: Any) -> Any:
    """What `with` gives; an object that the tests made and that gives itself is still theirs."""
    trusted = self._assay.trusted
    value = _ask(self, "enter")
    if value is self:
        self._assay.trusted = trusted
    return value


def _exit(self: Any, kind: Any, error: BaseException | None, trace: Any) -> bool:
    """Lets the object see the exception; it may swallow only one that the tests raised on purpose."""
    if error is not None and not isinstance(error, Exception):
        return False
    swallows = _ask(self, "exit", self._assay.remote.giving(error)) is True
    return swallows and error is not None and raised_on_purpose(error, trace)


async def _aexit(self: Any, kind: Any, error: BaseException | None, trace: Any) -> bool:
    if error is not None and not isinstance(error, Exception):
        return False
    swallows = _ask(self, "aexit", self._assay.remote.giving(error)) is True
    return swallows and error is not None and raised_on_purpose(error, trace)


def raised_on_purpose(error: BaseException, trace: Any) -> bool:
    """Whether a `raise` statement of the test code raised it.

    Any other exception, an `AssertionError` above all, means that the tests did not get what they expected: a
    context manager that swallowed those would pass by failing early.
    """
    import dis

    if isinstance(error, AssertionError) or trace is None:
        return False
    while trace.tb_next is not None:
        trace = trace.tb_next
    code = trace.tb_frame.f_code
    return code.co_filename in ("<tests>", "<prelude>") and code.co_code[trace.tb_lasti] == dis.opmap["RAISE_VARARGS"]


async def _aenter(self: Any) -> Any:
    return _ask(self, "aenter")


async def _anext(self: Any) -> Any:
    return _ask(self, "anext")


def _await(self: Any) -> Any:
    return _ask(self, "await")
    yield  # type: ignore[unreachable]  # a generator that never waits: the other process has done all of it


METHODS: dict[str, Any] = {
    "__call__": _call,
    "__iter__": _iter,
    "__next__": _forward("next"),
    "__len__": _len,
    "__getitem__": _getitem,
    "__setitem__": _forward("setitem"),
    "__delitem__": _forward("delitem"),
    "__contains__": _contains,
    "__reversed__": _reversed,
    "__enter__": _enter,
    "__exit__": _exit,
    "__await__": _await,
    "__aiter__": _forward("aiter"),
    "__anext__": _anext,
    "__aenter__": _aenter,
    "__aexit__": _aexit,
    "__bool__": _bool,
    "__hash__": _hash,
}


class _Doc:
    """The documentation of the candidate's object, or of its class."""

    def __get__(self, value: Any, kind: Any) -> Any:
        return _ask(kind if value is None else value, "getattr", "__doc__")


def _send(self: Any, value: Any) -> Any:
    raise StopIteration(_ask(self, "await"))


def _throw(self: Any, *exception: Any) -> Any:
    raise exception[1] if len(exception) > 1 and exception[1] is not None else exception[0]


COROUTINE: dict[str, Any] = {"send": _send, "throw": _throw, "close": lambda self: None}
"""How an event loop drives a coroutine; the other process runs it to its end at the first step."""


def handle_class(remote: Any, number: int, name: str, abilities: int) -> Any:
    """A class of this process for the handles on objects of one class of the candidate's."""
    namespace: dict[str, Any] = {
        "__slots__": (),
        "__module__": "candidate",
        "__qualname__": name,
        "__doc__": _Doc(),
        "__hash__": None,
    }
    namespace |= {method: METHODS[method] for bit, method in enumerate(ABILITIES) if abilities >> bit & 1}
    if "__getitem__" in namespace and "__len__" in namespace and "__iter__" not in namespace:
        namespace |= {"__iter__": _iter_by_number, "__reversed__": namespace.get("__reversed__", _reversed_by_number)}
    look = _looks_like(name, abilities) if number not in remote.classes else None
    if look is not None:
        namespace["__class__"] = property(lambda self: look)
    if name == "coroutine":
        namespace |= COROUTINE
    link = Link(remote, number, name, holds_data=bool(abilities & HOLDS_DATA))
    return HandleType(name if name.isidentifier() else "object", (Handle,), namespace, link=link)


def _looks_like(name: str, abilities: int) -> type | None:
    place = abilities // LOOK
    if 0 < place <= len(LOOKS):
        module, kind = LOOKS[place - 1]
        return getattr(import_module(module), kind)  # type: ignore[no-any-return]  # a class
    return LOOKS_LIKE.get(name)


def handle(kind: Any, link: Link) -> Any:
    """A handle of a class made by `handle_class`."""
    made = object.__new__(kind)
    Handle._assay.__set__(made, link)  # a slot; attributes go to the other process
    return made


# ---- operators -----------------------------------------------------------------------------------------------------


def _operator(operation: str, *, swapped: bool = False) -> Callable[..., Any]:
    def method(self: Any, *operands: Any) -> Any:
        return _operate(operation, (*operands, self) if swapped else (self, *operands))

    return method


def _operate(operation: str, operands: tuple[Any, ...]) -> Any:
    """Has the candidate carry out an operator, as far as it does not decide about plain data; see above."""
    own = [operand for operand in operands if type(type(operand)) is HandleType]
    remote = own[0]._assay.remote
    if any(operand._assay.trusted for operand in own):
        return remote.ask(operation, *operands)
    plain = [operand for operand in operands if type(type(operand)) is not HandleType]
    if all(callable(operand) for operand in plain) or (operation == "add" and operands[0] is ZERO):
        return _between(operation, own, operands)
    if all(_is_data(operand._assay) for operand in own):
        return _ON_DATA[operation](*[_data_of(item) if type(type(item)) is HandleType else item for item in operands])
    value = remote.ask(operation, *operands)
    if link_of(value) is None:
        raise _no_word(remote, operation)
    return _tainted(remote, value, operation, _taint_of(operation, own, operands))


ZERO = 0
"""What `sum` begins with."""
ORDERS = frozenset(("lt", "le", "gt", "ge"))


def _between(operation: str, own: list[Any], operands: tuple[Any, ...]) -> Any:
    """An operator between objects of the candidate's own.

    It gives an object, or says which comes first. Plain data comes only of objects of classes that the tests name: any
    other object poses as a number.
    """
    remote = own[0]._assay.remote
    value = remote.ask(operation, *operands)
    if operation in ORDERS and link_of(value) is None and any(operand._assay.taint for operand in own):
        raise _no_word(remote, operation)
    if value is True and operation in ("lt", "gt"):
        return _ordered(remote, operation, operands)
    return _result_between(operation, own, value)


def _result_between(operation: str, own: list[Any], value: Any) -> Any:
    taint = max(operand._assay.taint for operand in own)
    if operation not in ORDERS and link_of(value) is None and not all(map(_is_named, own)):
        taint = Taint.DATA
    return _tainted(own[0]._assay.remote, value, operation, taint) if taint else value


SCALARS = frozenset((bool, int, float, complex, str))
DIFFERENCES = frozenset(("sub", "truediv", "floordiv", "mod", "xor", "divmod"))
"""Operators that make the same of everything that is equal: with a measured number the answer may be known by heart."""


def _taint_of(operation: str, own: list[Any], operands: tuple[Any, ...]) -> Taint:
    """What plain data leaves on the result of an operator; see `Taint`."""
    strictest: Taint = max(operand._assay.taint for operand in own)
    plain = {type(operand) for operand in operands if type(type(operand)) is not HandleType}
    if not all(_is_named(operand) for operand in own):
        text = plain == {str} and operation in ("add", "truediv", "mod")
        scaled = plain <= {int, str} and operation in ("add", "mul", "lshift", "rshift", "matmul")
        return max(strictest, Taint.SCALED) if text or scaled else Taint.DATA
    names = {f"__{operation.rstrip('_')}__", f"__r{operation.rstrip('_')}__"}
    harmless = plain <= (SCALARS if operation not in DIFFERENCES else SCALARS - {float, complex})
    if harmless or any(names & _meant_methods(operand) for operand in own):
        return max(strictest, Taint.SCALED)
    return Taint.DATA


def _is_named(value: Any) -> bool:
    """Whether the tests name the class of an object."""
    link = link_of(type(value))
    return link is not None and link.number in link.remote.classes


def _meant_methods(value: Any) -> frozenset[str]:
    """The methods that the class of an object is meant to have, as far as that is known."""
    link = link_of(type(value))
    found: frozenset[str] = link.remote.classes.get(link.number, frozenset()) if link is not None else frozenset()
    return found


def _ordered(remote: Any, operation: str, operands: tuple[Any, ...]) -> bool:
    """An order in which each comes before the other is none."""
    if remote.ask(operation, *reversed(operands)) is not True:
        return True
    remote.suspect("lying_equality", f"two objects that are both {operation!r} than the other")
    raise _no_word(remote, operation)


def _in_place(operation: str) -> Callable[..., Any]:
    """An object that changes itself and hands itself back is still the one that the tests made."""

    def method(self: Any, other: Any) -> Any:
        link = self._assay
        trusted = link.trusted
        if not trusted and link_of(other) is None:
            return _in_place_with_data(self, operation, other)
        value = _ask(self, operation, other)
        if value is self:
            link.trusted = trusted
        return value if trusted else _result_between(operation, [self, other], value)

    return method


def _in_place_with_data(self: Any, operation: str, other: Any) -> Any:
    """As in `basket += 3`: an object that takes it in and stays what it is says nothing about it."""
    if operation[1:].rstrip("_") in DIFFERENCES and not callable(other):
        return NotImplemented
    value = _ask(self, operation, other)
    if value is self:
        return self
    if link_of(value) is None:
        raise _no_word(self._assay.remote, operation)
    return _tainted(self._assay.remote, value, operation, _taint_of(operation[1:], [self], (self, other)))


def _unary(operation: str) -> Callable[..., Any]:
    """An operator or a conversion: plain data comes of the data in an object, or if the tests name its class."""

    def method(self: Any, *operands: Any) -> Any:
        if _read_as_data(self):
            return _CONVERSIONS[operation](_data_of(self), *operands)
        value = _ask(self, operation, *operands)
        return value if _is_named(self) else _tainted(self._assay.remote, value, operation, Taint.DATA)

    return method


_CONVERSIONS: dict[str, Callable[..., Any]] = {
    **{name: getattr(operator, name) for name in ("neg", "pos", "invert", "abs", "index")},
    **{kind.__name__: kind for kind in (int, float, complex)},
    "round": round,
}


BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "lshift", "rshift", "divmod")
for _name in BINARY:
    type.__setattr__(Handle, f"__{_name}__", _operator(_name))
    type.__setattr__(Handle, f"__r{_name}__", _operator(_name, swapped=True))
for _name in ("and", "or", "xor"):
    _act = "xor" if _name == "xor" else f"{_name}_"
    type.__setattr__(Handle, f"__{_name}__", _operator(_act))
    type.__setattr__(Handle, f"__r{_name}__", _operator(_act, swapped=True))
for _name in ("lt", "le", "gt", "ge"):
    type.__setattr__(Handle, f"__{_name}__", _operator(_name))
for _name in (*BINARY[:-1], "and", "or", "xor"):
    type.__setattr__(Handle, f"__i{_name}__", _in_place(f"i{_name}"))
for _name in ("neg", "pos", "invert", "abs", "int", "float", "complex", "index", "round"):
    type.__setattr__(Handle, f"__{_name}__", _unary(_name))
_ON_DATA: dict[str, Callable[..., Any]] = {
    **{_name: getattr(operator, _name) for _name in (*BINARY[:-1], "and_", "or_", "xor", "lt", "le", "gt", "ge")},
    "divmod": divmod,
    "pow": pow,
}
"""Operators as they are carried out here."""
