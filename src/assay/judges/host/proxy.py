"""The candidate's objects and classes as the test code sees them.

Everything a handle does happens in the candidate's process; only data comes back. What the candidate says about its
own objects never makes one of them equal to plain data. An operator, or a method by which plain data is compared
(`result.equals(frame)`), is carried over only for an object that the tests made themselves, by calling a class
they name: otherwise `abs(solve(1) - 1.5) < 1e-6` would be decided by the object under test.
"""

from __future__ import annotations

import types

from assay.sandbox.guest.objects import ABILITIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

FORWARDED = frozenset(
    ("__name__", "__qualname__", "__dict__", "__wrapped__", "__annotations__", "__defaults__", "__kwdefaults__",
     "__code__", "__closure__", "__func__", "__self__")
)  # fmt: skip
"""Special names that a test asks for on purpose; libraries ask for others by themselves, and believe the answer."""
DATA_PREDICATES = frozenset(
    ("startswith", "endswith", "issubset", "issuperset", "isdisjoint", "equals", "eq", "ne", "lt", "le", "gt", "ge",
     "isin")
)  # fmt: skip
"""Methods of plain data that say yes or no about their argument: an object that poses as data would always say yes."""
LOOKS_LIKE = {
    "function": types.FunctionType,
    "method": types.MethodType,
    "builtin_function_or_method": types.BuiltinFunctionType,
    "generator": types.GeneratorType,
    "coroutine": types.CoroutineType,
    "async_generator": types.AsyncGeneratorType,
}
"""What `isinstance` says of handles on objects of these classes."""


class Link:
    """Which object of which candidate process a handle stands for."""

    __slots__ = ("made", "name", "number", "remote")

    def __init__(self, remote: Any, number: int, name: str) -> None:
        self.remote = remote
        self.number = number
        self.name = name
        self.made = False
        """The tests made it, by calling a class that they name."""


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
    return link.remote.ask(operation, handle, *operands)


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
            if name == "__signature__" and link is not None:
                return _signature(self)
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        value = link.remote.ask("getattr", self, name)
        if name in DATA_PREDICATES and not link.made and link_of(value) is not None:
            return _Guarded(value, name)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        _ask(self, "setattr", name, value)

    def __delattr__(self, name: str) -> None:
        _ask(self, "delattr", name)

    def __repr__(self) -> str:
        return _of_type(str, _ask(self, "repr"), "a representation")  # type: ignore[no-any-return]  # checked

    def __dir__(self) -> list[str]:
        return _of_type(list, _ask(self, "dir"), "a list of names")  # type: ignore[no-any-return]  # checked


class _Guarded:
    """A method that would give its word on plain data: it is carried over for objects of the candidate's own."""

    def __init__(self, method: Any, name: str) -> None:
        self.method = method
        self.name = name

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        if not all(link_of(argument) for argument in (*arguments, *keywords.values())):
            raise TypeError(f"{self.name!r} of an object of the candidate's own says nothing about data")
        return self.method(*arguments, **keywords)


def _call(self: Any, *arguments: Any, **keywords: Any) -> Any:
    link = link_of(self)
    assert link is not None, "only handles are called"
    value = link.remote.ask("call", self, arguments, keywords)
    made = link_of(value)
    if made is not None and link.number in link.remote.classes:
        made.made = link.remote.any_made = True
    return value


def _len(self: Any) -> int:
    return _of_type(int, _ask(self, "len"), "a length")  # type: ignore[no-any-return]  # checked


def _iter(self: Any) -> Any:
    source = _ask(self, "iter")
    if link_of(source) is None or not hasattr(type(source), "__next__"):
        raise TypeError(f"iter() returned non-iterator of type {type(source).__name__!r}")
    return source


def _of_type(kind: type, value: Any, what: str) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{what} that is {type(value).__name__!r}")
    return value


def _no_base(value: Any) -> BaseException:
    link = link_of(value)
    assert link is not None, "only handles refuse"
    why = f"the tests derive a class from the candidate's {link.name!r}: that needs the shared judge"
    return link.remote.refuse(why)  # type: ignore[no-any-return]  # Remote is not imported here


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

    def __contains__(cls, item: Any) -> bool:
        return _ask(cls, "contains", item) is True

    def __reduce_ex__(cls, protocol: Any) -> Any:
        return _no_pickle(cls)

    __call__ = _call
    __len__ = _len
    __iter__ = _iter
    __getitem__ = _forward("getitem")
    __reversed__ = _forward("reversed")


class Handle(Forwarding, metaclass=HandleType):
    """An object of the candidate's own: usable, and equal to nothing but itself."""

    __assay_opaque__ = True
    __slots__ = ("__weakref__", "_assay")

    def __eq__(self, other: object) -> Any:
        link, others = self._assay, link_of(other)
        if others is None or type(other) is HandleType:
            return NotImplemented
        if others.remote is link.remote and others.number == link.number:
            return True
        answer = link.remote.ask("equal", self, other)
        if type(answer) is not tuple or [type(part) for part in answer] != [bool, bool]:
            raise link.remote.gone("an equality that is neither true nor false")
        equal, anything = answer
        if anything:
            link.remote.suspect("lying_equality", f"{link.name} equals any object")
        return equal and not anything

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


def _no_pickle(value: Any) -> Any:
    link = link_of(value)
    assert link is not None, "only handles refuse"
    raise link.remote.refuse(f"the tests pickle the candidate's {link.name!r}: that needs the shared judge")


# ---- what the class of the object defines --------------------------------------------------------------------------


def _contains(self: Any, item: Any) -> bool:
    """By looking at the items here, where the tests did not make the object: its own answer would be its own word."""
    if self._assay.made:
        return _ask(self, "contains", item) is True
    return any(member is item or member == item for member in self)


def _hash(self: Any) -> int:
    return hash(_of_type(int, _ask(self, "hash"), "a hash"))


def _bool(self: Any) -> bool:
    return bool(_of_type(bool, _ask(self, "bool"), "a truth value"))


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
    "__getitem__": _forward("getitem"),
    "__setitem__": _forward("setitem"),
    "__delitem__": _forward("delitem"),
    "__contains__": _contains,
    "__reversed__": _forward("reversed"),
    "__enter__": _forward("enter"),
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
    if name in LOOKS_LIKE:
        namespace["__class__"] = property(lambda self: LOOKS_LIKE[name])
    if name == "coroutine":
        namespace |= COROUTINE
    return HandleType(name if name.isidentifier() else "object", (Handle,), namespace, link=Link(remote, number, name))


def handle(kind: Any, link: Link) -> Any:
    """A handle of a class made by `handle_class`."""
    made = object.__new__(kind)
    Handle._assay.__set__(made, link)  # a slot; attributes go to the other process
    return made


# ---- operators -----------------------------------------------------------------------------------------------------


def _operator(operation: str, *, swapped: bool = False) -> Callable[..., Any]:
    def method(self: Any, *operands: Any) -> Any:
        links = [link for link in map(link_of, (self, *operands)) if link is not None]
        if not any(link.made for link in links):
            return NotImplemented
        return _ask_pair(operation, (*operands, self) if swapped else (self, *operands))

    return method


def _in_place(operation: str) -> Callable[..., Any]:
    """An object that changes itself and hands itself back is still the one that the tests made."""

    def method(self: Any, other: Any) -> Any:
        if not self._assay.made:
            return NotImplemented
        value = _ask(self, operation, other)
        if value is self:
            self._assay.made = True
        return value

    return method


def _ask_pair(operation: str, operands: tuple[Any, ...]) -> Any:
    link = next(link for link in map(link_of, operands) if link is not None)
    return link.remote.ask(operation, *operands)


def _is_named(value: Any) -> bool:
    """Whether the tests name the class of an object."""
    link = link_of(type(value))
    return link is not None and link.number in link.remote.classes


def _unary(operation: str) -> Callable[..., Any]:
    def method(self: Any, *operands: Any) -> Any:
        link = self._assay
        if not _is_named(self):
            raise TypeError(f"bad operand type for {operation}(): {link.name!r}")
        return link.remote.ask(operation, self, *operands)

    return method


BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "lshift", "rshift", "divmod")
for _name in BINARY:
    type.__setattr__(Handle, f"__{_name}__", _operator(_name))
    type.__setattr__(Handle, f"__r{_name}__", _operator(_name, swapped=True))
for _name in ("and", "or", "xor"):
    type.__setattr__(Handle, f"__{_name}__", _operator(f"{_name}_"))
    type.__setattr__(Handle, f"__r{_name}__", _operator(f"{_name}_", swapped=True))
for _name in ("lt", "le", "gt", "ge"):
    type.__setattr__(Handle, f"__{_name}__", _operator(_name))
for _name in (*BINARY[:-1], "and", "or", "xor"):
    type.__setattr__(Handle, f"__i{_name}__", _in_place(f"i{_name}"))
for _name in ("neg", "pos", "invert", "abs", "int", "float", "complex", "index", "round"):
    type.__setattr__(Handle, f"__{_name}__", _unary(_name))
