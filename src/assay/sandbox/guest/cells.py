"""Messages in which one object stays one object: passed twice, changed in place, handed back, or of a shared class.

A message is a value that mentions some objects by number. The first numbers are those of objects the reader
already has (`watched`: the arguments of the call that is answered); the rest are cells that the message brings
along: containers that occur more than once, and objects of classes that both sides define. Readers trust nothing:
whatever does not fit raises `Malformed`.
"""

from __future__ import annotations

import collections
import operator
import sys

from assay.sandbox.guest import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    Resolve = Callable[[tuple[Any, ...]], object]

DICTIONARIES = frozenset((dict, collections.OrderedDict, collections.defaultdict, collections.Counter))
SEQUENCES = frozenset((list, set, collections.deque))
MUTABLE = DICTIONARIES | SEQUENCES | {bytearray}
HELD = ("enum", "instance", "namedtuple")
MAX_CELLS = 200_000
_UNBUILT = object()
_IN_WORK = object()


# ---- what is in a value --------------------------------------------------------------------------------------------


def containers(value: object, classes: Mapping[type, str]) -> list[Any]:
    """Every mutable object in `value`, each once, in an order that both sides agree on.

    Sets are not looked into: their order differs from process to process, and a container cannot be in one.
    """
    found: list[Any] = []
    seen: set[int] = set()
    stack = [value]
    steps = 0
    while stack:
        item = stack.pop()
        kind = type(item)
        if kind in wire.ATOMS or id(item) in seen:
            continue
        steps += 1
        if steps > wire.MAX_NODES:
            raise wire.TooLarge(f"more than {wire.MAX_NODES} values")
        if kind in MUTABLE or _is_array(kind) or classes.get(kind) == "instance":
            seen.add(id(item))
            found.append(item)
        if kind is not set:
            stack.extend(reversed(_members(item, kind, classes)))
    return found


def _cells(value: object, known: dict[int, int], classes: Mapping[type, str], *, repeated: bool) -> list[Any]:
    """The objects that a message must bring along, numbered in `known`."""
    found: list[Any] = []
    seen: set[int] = set()
    stack = [value]
    steps = 0
    while stack:
        item = stack.pop()
        kind = type(item)
        if kind in wire.ATOMS or id(item) in known:
            continue
        steps += 1
        if steps > wire.MAX_NODES:
            raise wire.TooLarge(f"more than {wire.MAX_NODES} values")
        again = id(item) in seen
        if kind in classes or (again and repeated) or (isinstance(item, type) and item in classes):
            known[id(item)] = len(known)
            found.append(item)
        elif kind in MUTABLE:
            seen.add(id(item))
        if not again:
            stack.extend(reversed(_members(item, kind, classes)))
    return found


def _members(item: Any, kind: type, classes: Mapping[type, str]) -> list[Any]:
    if kind in DICTIONARIES:
        return [*item.keys(), *item.values()]
    if kind in SEQUENCES or kind is tuple or kind is frozenset:
        return list(item)
    shared = classes.get(kind, "")
    if shared == "instance":
        return list(state(item).values())
    return list(item) if shared == "namedtuple" else []


def _is_array(kind: type) -> bool:
    return kind.__name__ == "ndarray" and kind is getattr(sys.modules.get("numpy"), "ndarray", None)


# ---- classes that both sides define --------------------------------------------------------------------------------


def sort_of(kind: type) -> str:
    """How objects of a class cross as data: `enum`, `namedtuple`, `instance`, or not at all."""
    enum = sys.modules.get("enum")
    if enum is not None and isinstance(kind, enum.EnumMeta):
        return "enum"
    if kind.__bases__ == (tuple,):
        return "namedtuple" if type(kind.__dict__.get("_fields")) is tuple else ""
    if issubclass(kind, BaseException):
        return ""
    try:
        object.__new__(kind)
    except TypeError:  # abstract, or laid out like a built-in type
        return ""
    return "instance"


def state(item: Any) -> dict[str, Any]:
    """The attributes of an object, in its dictionary and in its slots."""
    found = dict(getattr(item, "__dict__", {}))
    for kind in type(item).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if type(slots) is str else slots:
            if name not in ("__dict__", "__weakref__") and hasattr(item, name):
                found[name] = getattr(item, name)
    return found


def _may_hold(kind: type, name: object) -> bool:
    """Whether an attribute is state: it must not hide a method or a property of the class."""
    if type(name) is not str or name.startswith("__"):
        return False
    for base in kind.__mro__:
        if name in base.__dict__:
            found = base.__dict__[name]
            return type(found).__name__ == "member_descriptor" or not (hasattr(found, "__get__") or callable(found))
    return True


# ---- changes in place ----------------------------------------------------------------------------------------------


def snapshot(item: Any) -> Any:
    """What an object holds now, for a look at it later."""
    kind = type(item)
    if kind in DICTIONARIES:
        return [*item.keys(), *item.values()]
    if kind in SEQUENCES:
        return list(item)
    if kind is bytearray:
        return bytes(item)
    if _is_array(kind):
        return item.shape, item.dtype, item.tobytes()
    held = state(item)
    return [*held.keys(), *held.values()]


def changed(watched: Sequence[Any], before: Sequence[Any]) -> list[int]:
    """The numbers of the objects that do not hold what they held."""
    return [number for number, item in enumerate(watched) if not _same(before[number], snapshot(item))]


def _same(old: Any, new: Any) -> bool:
    if type(old) is not list:
        return bool(old == new)
    return len(old) == len(new) and all(map(operator.is_, old, new))


def _items(item: Any) -> Any:
    """What an object holds, as a message carries it."""
    kind = type(item)
    if kind in DICTIONARIES:
        return list(item.items())
    if kind is bytearray:
        return bytes(item)
    if _is_array(kind):
        return item.copy()
    return list(item) if kind in SEQUENCES or isinstance(item, tuple) else list(state(item).items())


def refill(item: Any, items: Any) -> None:
    """Makes an object hold `items`; raises `Malformed` where it cannot."""
    kind = type(item)
    wanted = bytes if kind is bytearray else kind if _is_array(kind) else list
    if type(items) is not wanted:
        raise wire.Malformed(f"a {kind.__name__} cannot hold what came for it")
    try:
        _refill(item, kind, items)
    except (TypeError, ValueError, OverflowError, AttributeError) as error:
        raise wire.Malformed(f"a {kind.__name__} cannot hold what came for it: {error}") from None


def _refill(item: Any, kind: type, items: Any) -> None:
    if kind is list or kind is bytearray:
        item[:] = items
    elif _is_array(kind):
        if items.dtype != item.dtype or items.shape != item.shape:
            raise ValueError("another shape or type")
        item[...] = items
    elif kind in DICTIONARIES:
        pairs = dict(items)
        item.clear()
        dict.update(item, pairs)
    elif kind in SEQUENCES:
        members = set(items) if kind is set else items
        item.clear()
        (item.update if kind is set else item.extend)(members)
    else:
        _set_state(item, kind, dict(items))


def _set_state(item: Any, kind: type, held: dict[str, Any]) -> None:
    for name in state(item).keys() - held.keys():
        object.__delattr__(item, name)
    for name, value in held.items():
        if _may_hold(kind, name):
            object.__setattr__(item, name, value)


# ---- writing -------------------------------------------------------------------------------------------------------


def write(
    value: object,
    foreign: wire.Pack,
    classes: Mapping[type, str],
    *,
    watched: Sequence[Any] = (),
    changes: Iterable[int] = (),
    repeated: bool = False,
) -> bytes:
    """A message; `repeated` keeps a container that occurs more than once one container."""
    known = {id(item): number for number, item in enumerate(watched)}
    fills = [(number, _items(watched[number])) for number in changes]
    found = _cells((value, fills), known, classes, repeated=repeated) if repeated or classes else []
    inner = wire.encode((value, fills), foreign, known)
    shells = [_shell(cell, classes) for cell in found]
    blobs = [b"" if shell[0] in ("class", "enum") else wire.encode(_items(cell), foreign, known)
             for shell, cell in zip(shells, found, strict=True)]  # fmt: skip
    return wire.encode((shells, blobs, inner), foreign)


def _shell(cell: Any, classes: Mapping[type, str]) -> tuple[Any, ...]:
    """What the reader needs to make an empty cell; objects come with a handle, for a reader that has no such class."""
    kind = type(cell)
    if isinstance(cell, type) and cell in classes:
        return ("class", cell.__name__)
    if classes.get(kind) == "enum":
        plain = cell._value_ if wire.is_plain(cell._value_) else None
        return ("enum", kind.__name__, cell._name_, plain, Whole(cell))
    if kind in classes:
        return (classes[kind], kind.__name__, Whole(cell))
    if kind is collections.deque:
        return ("deque", cell.maxlen)
    return ("defaultdict", cell.default_factory) if kind is collections.defaultdict else (kind.__name__,)


class Whole:
    """Asks `foreign` for a handle of the object, which the wire would have written as data."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value


# ---- reading -------------------------------------------------------------------------------------------------------


class UnknownClass(Exception):
    """The message is about a class that this side does not have."""


def read(body: bytes, foreign: Resolve, classes: Mapping[type, str], *, watched: Sequence[Any] = ()) -> Any:
    """The value of a message, after the changes it tells of were made to the `watched` objects."""
    return _Reader(body, foreign, classes, watched).value()


class _Reader:
    """Makes the cells first, then what is in them, then the value."""

    def __init__(self, body: bytes, foreign: Resolve, classes: Mapping[type, str], watched: Sequence[Any]) -> None:
        self.foreign = foreign
        self.classes = {kind.__name__: (kind, sort) for kind, sort in classes.items()}
        self.watched = watched
        message = wire.decode(body, foreign)
        if type(message) is not tuple or tuple(map(type, message)) != (list, list, bytes):
            raise wire.Malformed("not a message")
        self.shells, self.blobs, self.inner = message
        if not len(self.shells) == len(self.blobs) <= MAX_CELLS:
            raise wire.Malformed("not as many cells as contents")
        self.cells = [self._empty(shell) for shell in self.shells]

    def value(self) -> Any:
        for number in reversed(range(len(self.cells))):
            self._fill(number)
        message = wire.decode(self.inner, self.resolve)
        if type(message) is not tuple or len(message) != 2 or type(message[1]) is not list:
            raise wire.Malformed("not a message")
        for fill in message[1]:
            if type(fill) is not tuple or len(fill) != 2 or type(fill[0]) is not int:
                raise wire.Malformed("not a change")
            refill(self._watched(fill[0]), fill[1])
        return message[0]

    def resolve(self, fields: tuple[Any, ...]) -> object:
        if fields[0] != "argument":
            return self.foreign(fields)
        if len(fields) != 2 or type(fields[1]) is not int:
            raise wire.Malformed("not an argument")
        number = fields[1] - len(self.watched)
        if number < 0:
            return self._watched(fields[1])
        if number >= len(self.cells):
            raise wire.Malformed("a cell that did not come")
        if self.cells[number] is _UNBUILT:
            self._fill(number)
        if self.cells[number] is _IN_WORK:
            raise wire.TooLarge("a tuple that contains itself")
        return self.cells[number]

    def _watched(self, number: int) -> Any:
        if not 0 <= number < len(self.watched):
            raise wire.Malformed("an argument that was not given")
        return self.watched[number]

    def _empty(self, shell: Any) -> object:
        if type(shell) is not tuple or not shell or type(shell[0]) is not str:
            raise wire.Malformed("not a cell")
        sort, *fields = shell
        if sort in EMPTY and len(fields) == 0:
            return EMPTY[sort]()
        if sort == "deque" and len(fields) == 1 and (fields[0] is None or type(fields[0]) is int and fields[0] >= 0):
            return collections.deque(maxlen=fields[0] if fields[0] is None else min(fields[0], sys.maxsize))
        if sort == "defaultdict" and len(fields) == 1 and (fields[0] is None or callable(fields[0])):
            return collections.defaultdict(fields[0])
        if sort == "class" and len(fields) == 1:
            return self._class(fields[0], None)
        if sort in HELD and len(fields) == (4 if sort == "enum" else 2):
            return self._object(sort, fields)
        raise wire.Malformed(f"no cell is a {sort!r:.50}")

    def _class(self, name: object, sort: str | None) -> type:
        kind, own = self.classes.get(name, (None, "")) if type(name) is str else (None, "")
        if kind is None or (sort is not None and own != sort):
            raise UnknownClass(f"no class {name!r:.100} here")
        return kind

    def _object(self, sort: str, fields: list[Any]) -> object:
        *_, handle = fields
        try:
            kind: Any = self._class(fields[0], sort)
            if sort == "enum":
                return kind.__members__[fields[1]] if fields[1] in kind.__members__ else kind(fields[2])
        except Exception:  # also what an enum's own way to look up a missing member raises
            if handle is None:
                raise UnknownClass(f"nothing here is like {fields[:-1]!r:.200}") from None
            return handle
        return _UNBUILT if sort == "namedtuple" else object.__new__(kind)

    def _fill(self, number: int) -> None:
        cell, blob = self.cells[number], self.blobs[number]
        kind = type(cell)
        if cell is not _UNBUILT and kind not in MUTABLE and self.classes.get(kind.__name__) != (kind, "instance"):
            return
        if type(blob) is not bytes:
            raise wire.Malformed("not the contents of a cell")
        if cell is not _UNBUILT:
            refill(cell, wire.decode(blob, self.resolve))
            return
        self.cells[number] = _IN_WORK
        self.cells[number] = self._named_tuple(number, wire.decode(blob, self.resolve))

    def _named_tuple(self, number: int, values: Any) -> object:
        kind: Any = self._class(self.shells[number][1], "namedtuple")
        if type(values) is not list or len(values) != len(kind._fields):
            raise wire.Malformed("a named tuple with another number of values")
        return tuple.__new__(kind, values)


EMPTY: dict[str, Callable[[], Any]] = {
    "list": list,
    "dict": dict,
    "set": set,
    "bytearray": bytearray,
    "OrderedDict": collections.OrderedDict,
    "Counter": collections.Counter,
}
