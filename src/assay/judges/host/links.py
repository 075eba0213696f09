"""Handles on the candidate's objects and classes: what each stands for, how it is asked, and what its answers count.

Everything a handle does happens in the candidate's process; only data comes back. What the candidate says about its
own objects never makes one of them equal to plain data: only the data that an object of a subclass of `list`, `str`
and so on holds can be compared with it, and that is read and compared here.
"""

from __future__ import annotations

import dis
import sys
from enum import IntEnum
from types import GeneratorType

from assay.sandbox.guest.wire.derived import is_data_attribute, is_data_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ANSWERED_BY_ENDING = frozenset(("iter", "next", "aiter", "anext", "getitem", "reversed", "contains"))
"""What can say that there is nothing, by an exception."""
CONVERSIONS = frozenset(("abs", "int", "float", "complex", "index", "round", "bool", "format"))
"""What makes plain data of an object as if it were a number or a truth value."""
SAYING = frozenset((int, float, str, bytes, list, tuple, dict, set, frozenset, type(None)))
"""Types whose empty values may say that there is no difference."""
IMMUTABLE = frozenset((str, bytes, int, float, complex, tuple, frozenset))


PLAIN = "<plain>"
"""Stands among the methods of the reference's objects where none of them holds data beside its methods: such objects of
a candidate's cross as the data in them, if that cannot change."""
DATA_MODULES = frozenset(
    ("builtins", "collections", "decimal", "fractions", "datetime", "pathlib", "uuid", "array", "types")
)
"""Modules of the standard library whose objects are data, so that none of them stays with the candidate."""


class Taint(IntEnum):
    """What an operator on an object of the candidate's own and plain data of the tests leaves on its result."""

    NONE = 0
    SCALED = 1
    """The tests name its class, and the data was a number or text, or the reference has that operator: it has
    attributes and methods like any other object, but is no number, no truth value, and not compared with plain data."""
    ASKED = 2
    """A method gave it that plain data has as well, as in `result.find("a")`: only its attributes and methods give
    plain data."""
    DATA = 3
    """The data may be the expected answer itself, as in `(solve() - date(2020, 1, 1)).days == 0`: it can be compared
    with objects, but yields no plain data at all."""


class Link:
    """Which object of which candidate process a handle stands for."""

    __slots__ = (
        "constructed",
        "counted",
        "data",
        "fresh",
        "guard",
        "holds_data",
        "length",
        "meant",
        "name",
        "number",
        "remote",
        "taint",
        "trusted",
        "was_constructed",
        "was_trusted",
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
        self.constructed = False
        """So far it came only from calls of classes that the tests name."""
        self.meant = False
        """The tests took it by name, or from an object that they made: what it answers is what is tested."""
        self.fresh = False
        """The last message that mentioned it was the first to do so."""
        self.was_trusted = self.was_constructed = False
        """What it was before the last message that mentioned it."""
        self.taint = Taint.NONE
        self.guard: Guard | None = None
        """It is a method of an object that the tests did not make."""
        self.length: tuple[int, int] | None = None
        """How many changes there had been when it last said how long it is, and what it said."""
        self.counted: tuple[int, int] | None = None
        """The same for the number of items that an iteration gave."""
        self.data: tuple[int, Any] | None = None
        """How many requests there had been when the data in it was read, and what it was."""


class BoundTo:
    """An object of the tests, to which a function of the candidate's is bound that its class has."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


class LinkedClass(type):
    """The type of all classes of this process that stand for classes of the candidate's."""


class LinkedObject:
    """What stands for an object of the candidate's: no more than a link."""

    __slots__ = ("__weakref__", "_assay")
    _assay: Link


del LinkedObject.__annotations__  # a function of the candidate's would have them in the place of its own


def is_class_handle(value: object) -> bool:
    """Return whether a value stands for a class of the candidate's."""
    return issubclass(type(value), LinkedClass)


def is_object_handle(value: object) -> bool:
    """Return whether a value stands for an object of the candidate's that is no class."""
    return issubclass(type(type(value)), LinkedClass)


def link_of(value: Any) -> Link | None:
    """Return the link behind a handle, be it on an object or on a class; `None` for everything else."""
    kind = type(value)
    if issubclass(type(kind), LinkedClass):
        return value._assay  # type: ignore[no-any-return]  # a slot of LinkedObject
    if issubclass(kind, LinkedClass):
        return type.__getattribute__(value, "__dict__").get("_assay_class")  # type: ignore[no-any-return]  # a mapping
    return None


def handle(kind: Any, link: Link) -> Any:
    """Return a new handle of a class for handles."""
    new = object.__new__(kind)
    LinkedObject._assay.__set__(new, link)  # type: ignore[attr-defined, misc]  # a slot; attributes go to the candidate
    return new


def ask(handle: Any, operation: str, *operands: Any) -> Any:
    """Have an operation done on what a handle stands for, and return what came of it."""
    link = link_of(handle)
    assert link is not None, "only handles forward"
    if link.taint >= Taint.ASKED and operation in ANSWERED_BY_ENDING:
        raise refused_answer(link.remote, operation)
    value = link.remote.ask(operation, handle, *operands)
    return tainted(link.remote, value, operation, link.taint) if link.taint else value


def refused_answer(remote: Any, operation: str) -> TypeError:
    """Return the error that refuses an answer; the case has failed, even if the tests expect just such an exception."""
    why = f"{operation!r} of an object of the candidate's own says nothing about data"
    remote.spoil("failed", f"TypeError: {why}")
    return TypeError(why)


def tainted(remote: Any, value: Any, operation: str, taint: Taint) -> Any:
    """Return what a tainted object answered: another such object, or plain data where the taint allows it."""
    link = link_of(value)
    if link is not None and not is_class_handle(value):
        other = Link(link.remote, link.number, link.name)
        other.taint = max(taint, link.taint)
        return handle(type(value), other)
    if taint is Taint.SCALED and operation not in CONVERSIONS:
        return value
    if taint is Taint.ASKED and operation in ("getattr", "call"):
        return value
    if operation in ("str", "repr"):
        return "<an object of the candidate's own>"
    raise refused_answer(remote, operation)


def see_answer(remote: Any, value: Any, given: tuple[Any, ...], owner: Any = None) -> None:
    """Note that what the candidate handed over says yes or no about data, as in `result.equals([2, 4])`.

    It may do so by a truth value, by nothing, or by giving `owner` again.
    """
    says = type(value) is bool or (type(value) in SAYING and not value) or (owner is not None and value is owner)
    if says and any(link_of(argument) is None for argument in given):
        remote.decide()


class Guard:
    """What is known of a method whose object the tests did not make.

    Its answer counts only if the reference's own objects have that method too.
    """

    def __init__(self, name: str, *, named: bool, owner: Any = None) -> None:
        self.name = name
        self.named = named
        """The tests name the class of the object."""
        self.owner = owner
        """The object, where its class may be one of a library."""

    def answer(self, remote: Any, value: Any, given: tuple[Any, ...], frame: Any) -> Any:
        """Return what a call gave to the test code in `frame`; raise `TypeError` where it decides about plain data."""
        place = self._place(remote)
        known = remote.allows(self.name, place) if remote.has_reference or not _is_method(place, self.name) else None
        see_answer(remote, value, given, self.owner)
        if known is True or (given and all(link_of(argument) is not None for argument in given)):
            return value
        remote.wanted.add(self.name)
        if not self._decides(remote, value, given) or is_dropped(frame, calls=False):
            return value
        is_object = link_of(value) is not None and (known is None or not remote.has_reference)
        if known is None and not is_object and type(value) is not bool:
            return value
        return tainted(remote, value, self.name, Taint.ASKED if is_object else Taint.DATA)

    def _place(self, remote: Any) -> str:
        """Return the class of the object, if it is one of a library; empty where nothing depends on that."""
        if self.owner is None or not (remote.has_reference or is_data_name(self.name)):
            return ""
        place = remote.ask("place", self.owner)
        return place if type(place) is str else ""

    def _decides(self, remote: Any, value: Any, given: tuple[Any, ...]) -> bool:
        """Return whether an answer may be one about plain data.

        With a reference every answer may be, since it has no such method. Without one it is a truth value of a class
        that the tests do not name, and whatever a method answers that plain data has as well, if plain data was given
        to it or to what made its object; objects in which things are kept may say what they keep.
        """
        if remote.has_reference or (type(value) is bool and not self.named):
            return True
        if not is_data_name(self.name):
            return False
        link = link_of(self.owner)
        is_asked = bool(given) or (link is not None and link.taint > Taint.NONE)
        return type(value) is bool or (is_asked and self.name not in KEEPING)


def _is_method(place: str, name: str) -> bool:
    """Return whether a class of the standard library that holds no data has that method, as `re.Pattern` has `sub`."""
    module, _, kind = place.rpartition(".")
    is_known = module in sys.stdlib_module_names and module not in DATA_MODULES
    return is_known and hasattr(getattr(sys.modules.get(module), kind, None), name)


class GuardedClass:
    """A class that an object has under the name of a method of plain data, as in `startswith = str`."""

    def __init__(self, remote: Any, kind: Any, guard: Guard) -> None:
        self.remote = remote
        self.kind = kind
        self.guard = guard

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        value, given = self.kind(*arguments, **keywords), (*arguments, *keywords.values())
        return self.guard.answer(self.remote, value, given, sys._getframe(1))


CHANGING = frozenset(
    ("append", "appendleft", "extend", "extendleft", "insert", "remove", "pop", "popleft", "popitem", "clear", "sort",
     "reverse", "rotate", "add", "discard", "update", "setdefault", "move_to_end", "subtract", "intersection_update",
     "difference_update", "symmetric_difference_update")
)  # fmt: skip
"""Methods by which the built-in containers change."""
KEEPING = CHANGING | {"get", "keys", "values", "items", "copy", "name", "group", "groups", "read", "write", "close"}
"""Methods by which objects take things in and give them out."""


def guarded(remote: Any, value: Any, name: str, *, named: bool, owner: Any = None) -> Any:
    """Return an attribute of the candidate's; `named`: the tests name the class of `owner`, the object that has it."""
    if type(value) is bool and owner is not None and not named:
        _see_truth(remote, name, owner)
    if not callable(value):
        return value
    guard, link = Guard(name, named=named, owner=owner), link_of(value)
    if link is None or is_class_handle(value):
        return GuardedClass(remote, value, guard) if is_data_name(name) else value
    other = Link(link.remote, link.number, link.name, holds_data=link.holds_data)
    other.guard, other.taint = guard, link.taint
    return handle(type(value), other)


def _see_truth(remote: Any, name: str, owner: Any) -> None:
    """Note that an attribute says yes or no; raise `TypeError` where only plain data has it, as in `frame.empty`."""
    remote.decide()
    if remote.has_reference and remote.allows(name, "") is False and is_data_attribute(name):
        remote.wanted.add(name)
        raise refused_answer(remote, name)


def is_dropped(frame: Any, *, calls: bool = True) -> bool:
    """Return whether test code makes nothing of what a call gives: it drops it or, if `calls`, calls a method of it.

    Methods that change their object often return it. The tests' own object stays trusted then; where they go on with
    what came back, as in `abs(c.area() - 12.56)`, it does not.
    """
    code, place = frame.f_code.co_code, frame.f_lasti + 2
    while place < len(code) and code[place] == 0:  # room for the interpreter's notes
        place += 2
    if place >= len(code):
        return False
    operation, number = str(dis.opname[code[place]]), code[place + 1]
    if operation == "LOAD_ATTR" and sys.version_info >= (3, 12) and number & 1:
        operation, number = "LOAD_METHOD", number >> 1
    if operation == "LOAD_METHOD":
        name: str = frame.f_code.co_names[number]
        return calls and not is_data_name(name)
    return operation == "POP_TOP"


# ---- what is known about a handle -----------------------------------------------------------------------------------


def data_of(value: Any) -> Any:
    """Return the data in an object of a subclass of a built-in type, read again when something may have changed it."""
    link = value._assay
    requests = link.remote.requests
    if link.data is not None and (link.data[0] == requests or type(link.data[1]) in IMMUTABLE):
        return link.data[1]
    found = link.remote.data(link.remote.ask("data", value))
    if link_of(found) is not None:
        raise TypeError(f"a {link.name} holds no data")
    link.data = requests, found
    return found


def is_data(link: Link | None) -> bool:
    """Return whether an object counts as the data that it holds."""
    return link is not None and link.holds_data and not link.taint


def texts(value: Any) -> Any:
    """Return what `"-".join` is given, with the text in objects of the candidate's in their place."""
    if type(value) not in (list, tuple, GeneratorType):
        return value
    return [data_of(item) if is_object_handle(item) and is_data(item._assay) else item for item in value]


def reads_as_data(value: Any) -> bool:
    """Return whether an object is used as the data in it, since nothing says what its class adds."""
    return not is_class_handle(value) and is_data(value._assay) and not (value._assay.trusted or is_named(value))


def is_named(value: Any) -> bool:
    """Return whether the tests name the class of an object."""
    link = link_of(type(value))
    return link is not None and link.number in link.remote.classes


def meant_methods(value: Any) -> frozenset[str]:
    """Return the methods that the class of an object is meant to have, as far as that is known."""
    link = link_of(type(value))
    found: frozenset[str] = link.remote.classes.get(link.number, frozenset()) if link is not None else frozenset()
    return found


def of_type(kind: type, value: Any, what: str) -> Any:
    """Return the value if it is exactly of that type; raise `TypeError` if not."""
    if type(value) is not kind:
        raise TypeError(f"{what} that is {type(value).__name__!r}")
    return value
