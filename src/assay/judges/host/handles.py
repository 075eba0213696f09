"""The candidate's objects and classes as the test code sees them."""

from __future__ import annotations

import copy
import dis
import sys
import types
from importlib import import_module
from pathlib import PurePath

from assay.judges.host import items, masks, operators
from assay.judges.host.links import (
    CHANGING,
    BoundTo,
    Link,
    LinkedClass,
    LinkedObject,
    ask,
    data_of,
    guarded,
    is_class_handle,
    is_data,
    is_dropped,
    is_named,
    is_object_handle,
    link_of,
    meant_methods,
    of_type,
    reads_as_data,
    refused_answer,
    see_answer,
)
from assay.sandbox.guest.abilities import ABILITIES, HOLDS_DATA, LOOK, LOOKS
from assay.sandbox.guest.wire.derived import is_data_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
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


def _belongs(value: Any, operation: str, kind: Any) -> bool:
    """Return whether an object or a class belongs to a class; where its bases do not say so, it has decided that."""
    remote = link_of(value).remote  # type: ignore[union-attr]  # only handles are asked
    remote.may_decide = True
    says, is_own_word = remote.belongs(operation, value, kind)
    if is_own_word:
        remote.decide()
    return bool(says)


class _CopiedByClass:
    """`__copy__` of iterators, which `itertools.tee` does not find: it would copy what cannot be copied."""

    def __get__(self, instance: Any, owner: Any) -> Any:
        if instance is None:
            return Handle.__copy__
        raise AttributeError("__copy__")


def handle_class(remote: Any, number: int, name: str, abilities: int) -> Any:
    """Return a class of this process for the handles on objects of one class of the candidate's."""
    namespace: dict[str, Any] = {
        "__slots__": (),
        "__module__": "candidate",
        "__qualname__": name,
        "__doc__": _Doc(),
        "__hash__": None,
    }
    namespace |= {method: METHODS[method] for bit, method in enumerate(ABILITIES) if abilities >> bit & 1}
    if "__getitem__" in namespace and "__len__" in namespace and "__iter__" not in namespace:
        namespace["__iter__"] = items.iterate_by_number
        namespace.setdefault("__reversed__", items.iterate_backwards_by_number)
    if "__next__" in namespace:
        namespace["__copy__"] = _CopiedByClass()
    look = _looks_like(name, abilities) if number not in remote.classes else None
    if look is not None:
        namespace["__class__"] = property(lambda self: look)
    if look is types.FunctionType:
        namespace["__get__"] = _bound
    if name == "coroutine":
        namespace |= COROUTINE
    link = Link(remote, number, name, holds_data=bool(abilities & HOLDS_DATA))
    return HandleType(name if name.isidentifier() else "object", (Handle,), namespace, link=link)


def _bound(self: Any, value: Any, kind: Any = None) -> Any:
    """Return what a function is as an attribute of an object of the tests, such as a method that it decorates."""
    return self if value is None else types.MethodType(self, BoundTo(value))


def _looks_like(name: str, abilities: int) -> type | None:
    place = abilities // LOOK
    if 0 < place <= len(LOOKS):
        module, kind = LOOKS[place - 1]
        return getattr(import_module(module), kind)  # type: ignore[no-any-return]  # a class
    return LOOKS_LIKE.get(name)


class Forwarding:
    """What handles on objects and handles on classes have in common."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        link = link_of(self)
        if link is None or _is_special(name):
            if name in BUILT_HERE and link is not None:
                return BUILT_HERE[name](self)
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        if link.trusted or name in meant_methods(self):
            value = _named(link, ask(self, "getattr", name))
            return _meant(value) if link.trusted else value
        if _inherits(self, name):
            return getattr(data_of(self), name)
        if reads_as_data(self) and name not in link.remote.methods:
            if link.remote.profiling and ask(self, "overrides", name) is True:
                return guarded(link.remote, ask(self, "getattr", name), name, named=False, owner=self)
            data = data_of(self)
            if name in CHANGING and hasattr(type(data), name):
                return _changing(self, name)
            if hasattr(type(data), name):
                of_files = isinstance(data, PurePath) and not hasattr(PurePath, name)
                return ask(self, "getattr", name) if of_files else getattr(data, name)
        if link.constructed and not link.remote.has_reference:
            return _named(link, ask(self, "getattr", name))
        named = not is_class_handle(self) and is_named(self)
        return _named(link, guarded(link.remote, ask(self, "getattr", name), name, named=named, owner=self))

    def __setattr__(self, name: str, value: Any) -> None:
        ask(self, "setattr", name, value)

    def __delattr__(self, name: str) -> None:
        ask(self, "delattr", name)

    def __repr__(self) -> str:
        return of_type(str, ask(self, "repr"), "a representation")  # type: ignore[no-any-return]  # checked

    def __dir__(self) -> list[str]:
        return of_type(list, ask(self, "dir"), "a list of names")  # type: ignore[no-any-return]  # checked


def _inherits(self: Any, name: str) -> bool:
    """Return whether an object of a class that the tests name has a method of the data in it, and as it is there."""
    link = link_of(self)
    is_named_data = not is_class_handle(self) and is_data(link) and is_named(self) and name not in CHANGING
    return is_named_data and is_data_name(name) and ask(self, "overrides", name) is False


def _changing(self: Any, name: str) -> Callable[..., Any]:
    """Return a method that changes the data in an object over there, and answers what it answers for that data."""

    def method(*arguments: Any, **keywords: Any) -> Any:
        answer = getattr(copy.copy(data_of(self)), name)(*arguments, **keywords)
        ask(ask(self, "getattr", name), "call", arguments, keywords)
        return answer

    return method


def _meant(value: Any) -> Any:
    """Return an attribute of an object that the tests made, or of a class that they name."""
    link = link_of(value)
    if link is not None:
        link.meant = True
    return value


def _named(link: Link, value: Any) -> Any:
    """Return an attribute; an exception class, as in `except Stack.Empty`, is one that the tests name."""
    is_class = isinstance(value, type) and (is_class_handle(value) or issubclass(value, BaseException))
    return link.remote.named(value) if is_class or type(value) is tuple else value


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__") and name not in FORWARDED


def _forward(operation: str) -> Callable[..., Any]:
    def method(self: Any, *operands: Any) -> Any:
        return ask(self, operation, *operands)

    return method


def _call(self: Any, *arguments: Any, **keywords: Any) -> Any:
    value = ask(self, "call", arguments, keywords)
    result, own = link_of(value), link_of(self)
    if type(value) is bool and own is not None and any(map(is_object_handle, (*arguments, *keywords.values()))):
        own.remote.decide()
    if own is not None and own.guard is not None:
        return own.guard.answer(own.remote, value, (*arguments, *keywords.values()), sys._getframe(1))
    if own is not None and not own.meant and not is_class_handle(self):
        see_answer(own.remote, value, (*arguments, *keywords.values()))
    if result is None or own is None or is_class_handle(value):
        return value
    if is_class_handle(self):
        result.trusted = result.constructed = own.trusted and (result.fresh or result.was_constructed)
    elif result.was_trusted and is_dropped(sys._getframe(1)):
        result.trusted, result.constructed = True, result.was_constructed
    return value


def _refuse_base(value: Any) -> BaseException:
    link = link_of(value)
    assert link is not None, "only handles refuse"
    why = f"the tests derive a class from the candidate's {link.name!r}: that needs the shared judge"
    return link.remote.refuse(why)  # type: ignore[no-any-return]  # Remote is not imported here


def _data_class_fields(handle: Any) -> Any:
    """Return the fields of a data class, as `dataclasses` looks for them."""
    names = ask(handle, "data_class_fields")
    if type(names) is not list or not all(type(name) is str and name.isidentifier() for name in names):
        raise AttributeError("__dataclass_fields__")
    import dataclasses

    twin: Any = dataclasses.make_dataclass("fields", [(name, object) for name in names])
    return twin.__dataclass_fields__


def _signature(handle: Any) -> Any:
    import inspect

    empty = inspect.Parameter.empty
    fields = ask(handle, "signature")
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
    """Return the classes that a class of the candidate's derives from."""
    if link_of(cls) is None:
        return type.__dict__[name].__get__(cls)
    return of_type(tuple, ask(cls, "getattr", name), "a lineage")


class HandleType(Forwarding, LinkedClass):
    """A class of the candidate's: can be called, looked into and asked about; not derived from."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], *, link: Link | None = None) -> Any:
        taken = next((base for base in bases if link_of(base) is not None), None)
        if taken is not None:
            raise _refuse_base(taken)
        return super().__new__(cls, name, bases, namespace if link is None else {**namespace, "_assay_class": link})

    def __init__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], *, link: Link | None = None
    ) -> None:
        super().__init__(name, bases, namespace)

    def __instancecheck__(cls, value: Any) -> bool:
        if link_of(cls) is None or link_of(value) is None:
            return type.__instancecheck__(cls, value)
        kind: Any = type(value)
        return _belongs(value, "isinstance", cls) or kind is cls

    def __subclasscheck__(cls, other: Any) -> bool:
        if link_of(cls) is None or link_of(other) is None:
            return type.__subclasscheck__(cls, other)
        return other is cls or _belongs(other, "issubclass", cls)

    __mro__ = property(lambda cls: _lineage(cls, "__mro__"))
    __bases__ = property(lambda cls: _lineage(cls, "__bases__"))

    def __eq__(cls, other: object) -> Any:
        mine, theirs = link_of(cls), link_of(other) if is_class_handle(other) else None
        if mine is None or theirs is None:
            return NotImplemented
        return mine.remote is theirs.remote and mine.number == theirs.number

    def __hash__(cls) -> int:
        link = link_of(cls)
        return type.__hash__(cls) if link is None else hash((id(link.remote), link.number))

    def __contains__(cls, item: Any) -> bool:
        """Return the answer of a class that the tests name, such as an enum; any other is looked through here."""
        link = link_of(cls)
        if link is not None and link.trusted:
            return ask(cls, "contains", item) is True
        return any(member is item or member == item for member in cls)

    def __reduce_ex__(cls, protocol: Any) -> Any:
        return _refuse_pickle(cls)

    __call__ = _call
    __len__ = items.length
    __iter__ = items.iterate
    __getitem__ = items.item
    __reversed__ = items.iterate_backwards


class Handle(Forwarding, LinkedObject, metaclass=HandleType):
    """An object of the candidate's own: usable, and equal to nothing but itself."""

    __assay_opaque__ = True
    __slots__ = ()

    def __eq__(self, other: object) -> Any:
        link, others = self._assay, link_of(other)
        if others is None or is_class_handle(other):
            return data_of(self) == other if is_data(link) else NotImplemented
        if others.remote is link.remote and others.number == link.number:
            link.remote.decide()
            return True
        return _credible(self, "equal", other)

    def __bool__(self) -> bool:
        """Return whether it is true, where its class does not say; what came of plain data and an object is neither."""
        link = self._assay
        if link.taint:
            raise refused_answer(link.remote, "bool")
        link.remote.decide()
        return "__len__" not in type(self).__dict__ or len(self) != 0

    def __str__(self) -> str:
        return str(of_type(str, ask(self, "str"), "a string"))

    def __format__(self, form: str) -> str:
        return str(of_type(str, ask(self, "format", form), "a string"))

    def __copy__(self) -> Any:
        return ask(self, "copy", False)

    def __deepcopy__(self, memo: Any) -> Any:
        return ask(self, "copy", True)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _refuse_pickle(self)

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[Any, ...]:
        raise _refuse_base(self)


def _credible(self: Any, operation: str, other: Any) -> bool:
    """Return what an object of the candidate's says about another one, unless it says the same of any object at all."""
    link = self._assay
    answer = link.remote.ask(operation, self, other)
    if type(answer) is not tuple or [type(part) for part in answer] != [bool, bool]:
        raise link.remote.gone("a comparison that is neither true nor false")
    says, of_anything = answer
    if of_anything:
        link.remote.suspect("lying_equality", f"{link.name} says yes to {operation!r} with any object")
    if link.remote.variant == masks.LAWS and operation == "equal":
        link.remote.comparisons.note(self, other, says)
    return says and not of_anything


def _refuse_pickle(value: Any) -> Any:
    link = link_of(value)
    assert link is not None, "only handles refuse"
    raise link.remote.refuse(f"the tests pickle the candidate's {link.name!r}: that needs the shared judge")


for _name, _method in operators.METHODS.items():
    type.__setattr__(Handle, _name, _method)

# ---- what the class of the object defines --------------------------------------------------------------------------


def _contains(self: Any, item: Any) -> bool:
    """Return whether an item is in an object; about plain data it decides only where the tests made the object."""
    link = self._assay
    if link.trusted:
        return ask(self, "contains", item) is True
    if is_data(link):
        return item in data_of(self)
    if link_of(item) is not None and not is_class_handle(item):
        return _credible(self, "holds", item)
    if "__contains__" in meant_methods(self):
        return ask(self, "contains", item) is True
    return any(member is item or member == item for member in self)


def _hash(self: Any) -> int:
    remote = self._assay.remote
    if remote.variant == masks.LAWS:
        remote.comparisons.note(self, self, True)
    return of_type(int, ask(self, "hash"), "a hash")  # type: ignore[no-any-return]  # checked


def _bool(self: Any) -> bool:
    if reads_as_data(self):
        return bool(data_of(self))
    return bool(of_type(bool, ask(self, "bool"), "a truth value"))


def _enter(self: Any) -> Any:
    """Return what `with` gives; an object that the tests made and that gives itself is still theirs."""
    trusted = self._assay.trusted
    value = ask(self, "enter")
    if value is self:
        self._assay.trusted = trusted
    return value


def _exit(self: Any, kind: Any, error: BaseException | None, trace: Any) -> bool:
    """Let the object see the exception; it may swallow only one that the tests raised on purpose."""
    return _swallows(self, "exit", error, trace)


async def _aexit(self: Any, kind: Any, error: BaseException | None, trace: Any) -> bool:
    return _swallows(self, "aexit", error, trace)


def _swallows(self: Any, operation: str, error: BaseException | None, trace: Any) -> bool:
    if error is not None and not isinstance(error, Exception):
        return False
    remote = self._assay.remote
    swallows = ask(self, operation, remote.giving(error)) is True
    return error is not None and remote.leaves_block(error, swallowed=swallows and raised_on_purpose(error, trace))


def raised_on_purpose(error: BaseException, trace: Any) -> bool:
    """Return whether a `raise` statement of the test code raised it.

    Any other exception, an `AssertionError` above all, means that the tests did not get what they expected: a
    context manager that swallowed those would pass by failing early.
    """
    if isinstance(error, AssertionError) or trace is None:
        return False
    while trace.tb_next is not None:
        trace = trace.tb_next
    code = trace.tb_frame.f_code
    return code.co_filename in ("<tests>", "<prelude>") and code.co_code[trace.tb_lasti] == dis.opmap["RAISE_VARARGS"]


async def _aenter(self: Any) -> Any:
    return ask(self, "aenter")


async def _anext(self: Any) -> Any:
    return ask(self, "anext")


def _await(self: Any) -> Any:
    return ask(self, "await")
    yield  # type: ignore[unreachable]  # a generator that never waits: the other process has done all of it


METHODS: dict[str, Any] = {
    "__call__": _call,
    "__iter__": items.iterate,
    "__next__": _forward("next"),
    "__len__": items.length,
    "__getitem__": items.item,
    "__setitem__": _forward("setitem"),
    "__delitem__": _forward("delitem"),
    "__contains__": _contains,
    "__reversed__": items.iterate_backwards,
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
        return ask(kind if value is None else value, "getattr", "__doc__")


def _send(self: Any, value: Any) -> Any:
    raise StopIteration(ask(self, "await"))


def _throw(self: Any, *exception: Any) -> Any:
    raise exception[1] if len(exception) > 1 and exception[1] is not None else exception[0]


COROUTINE: dict[str, Any] = {"send": _send, "throw": _throw, "close": lambda self: None}
"""How an event loop drives a coroutine; the other process runs it to its end at the first step."""
