"""The mutable objects that both sides of a channel have copies of, and what changed in them.

Containers cross as copies. Each side keeps a ledger of the copies, so that a list which the candidate keeps and changes
later changes in the tests too, as it would in one process. An entry ends when the tests have dropped the container, or
when the ledger would grow too large.
"""

from __future__ import annotations

import collections
import operator
import sys

from assay.sandbox.guest import wire
from assay.sandbox.guest.wire import derived

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

DICTIONARIES = frozenset((dict, collections.OrderedDict, collections.defaultdict, collections.Counter))
SEQUENCES = frozenset((list, set, collections.deque))
MUTABLE = DICTIONARIES | SEQUENCES | {bytearray}
MAX_LEDGER = 100_000
"""How many values the containers in a ledger may hold together."""


class CopyLedger:
    """The containers that both sides have copies of, by number, as they were when they last were the same."""

    def __init__(self) -> None:
        self.entries: dict[int, tuple[Any, Any]] = {}
        self.numbers: dict[int, int] = {}
        self.count = 0
        self.referred = False
        """Whether a message has mentioned a container, and with it all that is in it; reset by the reader."""
        self.refilled = False
        """Whether the other side has changed a container."""

    def changes(self) -> dict[int, Any]:
        """Return the numbers of the containers that do not hold what they held, with what they hold now."""
        found = {}
        for number, (item, before) in self.entries.items():
            now = snapshot(item)
            if not _same(before, now):
                found[number] = now
        return found

    def agree(self, number: int, held: Any) -> None:
        """Note that both sides hold the same in a container again."""
        self.entries[number] = self.entries[number][0], held

    def enter(self, values: Sequence[Any], classes: Mapping[type, str]) -> None:
        """Number the containers of a message that were not known before, the same way on both sides."""
        for item in containers(values, classes):
            if id(item) not in self.numbers:
                self.numbers[id(item)] = self.count
                self.entries[self.count] = item, snapshot(item)
                self.count += 1

    def forget(self, numbers: Iterable[int]) -> None:
        """Drop entries; what they hold changes on each side separately from here on."""
        for number in numbers:
            entry = self.entries.pop(number, None)
            if entry is not None:
                del self.numbers[id(entry[0])]

    def dropped(self) -> list[int]:
        """Forget what nobody but this ledger refers to, and what makes it too large; return the numbers of that.

        What was changed before it was dropped, as in `thing.items.append(1)`, stays until the other side knows.
        """
        gone = []
        size = 0
        for number in list(self.entries):
            size += len(self.entries[number][1])
            if (references(self.entries[number]) <= UNUSED or size > MAX_LEDGER) and self._is_unchanged(number):
                self.forget((number,))
                gone.append(number)
        return gone

    def _is_unchanged(self, number: int) -> bool:
        item, before = self.entries[number]
        return _same(before, snapshot(item))

    def is_new(self, value: object) -> bool:
        """Return whether a value is plain data in which nothing occurs twice, and nothing that has an entry here."""
        if type(value) in wire.ATOMS:
            return True
        if not wire.is_plain(value):
            return False
        seen = set(self.numbers)
        stack: list[Any] = [value]
        while stack:
            item = stack.pop()
            if type(item) in MUTABLE:
                if id(item) in seen:
                    return False
                seen.add(id(item))
            stack.extend(members_of(item, type(item), {}))
        return True


def references(entry: tuple[Any, Any]) -> int:
    return sys.getrefcount(entry[0])


UNUSED = references(([], ()))


def _same(old: Any, new: Any) -> bool:
    if type(old) is bytes:
        return bool(old == new)
    return len(old) == len(new) and all(map(operator.is_, old, new))


# ---- what is in a value ---------------------------------------------------------------------------------------------


def containers(value: object, classes: Mapping[type, str]) -> list[Any]:
    """Return every mutable object in `value`, each once, in an order that both sides agree on.

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
        if can_change(kind) or classes.get(kind) == "instance":
            seen.add(id(item))
            found.append(item)
        if kind is not set and kind is not frozenset:
            stack.extend(reversed(members_of(item, kind, classes)))
    return found


def members_of(item: Any, kind: type, classes: Mapping[type, str]) -> list[Any]:
    """Return what is directly in an object and could itself hold something."""
    members: Any = ()
    if kind in DICTIONARIES:
        members = [*item.keys(), *item.values()]
    elif kind in SEQUENCES or kind is tuple or kind is frozenset or classes.get(kind) == "namedtuple":
        members = item
    elif classes.get(kind) == "instance":
        members = state(item).values()
    if not members or set(map(type, members)) <= wire.ATOMS:
        return []
    return [member for member in members if type(member) not in wire.ATOMS]


def can_change(kind: type) -> bool:
    """Return whether objects of this class are containers that change in place."""
    return kind in MUTABLE or is_array(kind)


def is_array(kind: type) -> bool:
    """Return whether a class is that of numpy's arrays."""
    return kind.__name__ == "ndarray" and kind is getattr(sys.modules.get("numpy"), "ndarray", None)


def snapshot(item: Any) -> Any:
    """Return what an object holds now, for a comparison later."""
    kind = type(item)
    if kind in DICTIONARIES:
        return [*item.keys(), *item.values()]
    if kind in SEQUENCES:
        return list(item)
    if kind is bytearray:
        return bytes(item)
    if is_array(kind):
        return item.tobytes() + repr((item.shape, item.dtype)).encode()
    held = state(item)
    return [*held.keys(), *held.values()]


def contents(item: Any) -> Any:
    """Return what an object holds, as a message carries it."""
    kind = type(item)
    if kind in DICTIONARIES:
        return list(item.items())
    if kind is bytearray:
        return bytes(item)
    if is_array(kind):
        return item.copy()
    return list(item) if kind in SEQUENCES or isinstance(item, tuple) else list(state(item).items())


def refill(item: Any, items: Any) -> None:
    """Make an object hold `items`; raises `Malformed` where it cannot."""
    kind = type(item)
    wanted = bytes if kind is bytearray else kind if is_array(kind) else list
    if type(items) is not wanted:
        raise wire.Malformed(f"a {kind.__name__} cannot hold what came for it")
    try:
        _refill(item, kind, items)
    except (TypeError, ValueError, OverflowError, AttributeError) as error:
        raise wire.Malformed(f"a {kind.__name__} cannot hold what came for it: {error}") from None


def _refill(item: Any, kind: type, items: Any) -> None:
    if kind is list or kind is bytearray:
        item[:] = items
    elif is_array(kind):
        if items.dtype != item.dtype or items.shape != item.shape:
            raise ValueError("another shape or type")
        item[...] = items
    elif kind in DICTIONARIES:
        pairs = dict(items)
        item.clear()
        item.update(pairs)
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
        if _may_hold(kind, name, value):
            object.__setattr__(item, name, value)


def copied(value: Any, classes: Mapping[type, str]) -> Any:
    """Return a value with copies of all that the other side could change in it; what is not data stays the same."""
    twins = {id(item): (item, _empty(item)) for item in containers(value, classes)}

    def twin(part: Any) -> Any:
        if id(part) in twins:
            return twins[id(part)][1]
        kind = type(part)
        return tuple.__new__(kind, map(twin, part)) if kind is tuple or classes.get(kind) == "namedtuple" else part

    for item, empty in twins.values():
        kind = type(item)
        if kind in DICTIONARIES or kind in SEQUENCES:
            _refill(empty, kind, [twin(part) for part in contents(item)])
        elif kind is not bytearray and not is_array(kind):
            for name, held in state(item).items():
                object.__setattr__(empty, name, twin(held))
    return twin(value)


def _empty(item: Any) -> Any:
    """Return a container of the same kind that is still empty; one without parts is copied."""
    kind = type(item)
    if kind is collections.deque:
        return kind(maxlen=item.maxlen)
    if kind is collections.defaultdict:
        return kind(item.default_factory)
    if kind is bytearray or is_array(kind):
        return item[...].copy() if is_array(kind) else bytearray(item)
    return kind() if kind in MUTABLE else object.__new__(kind)


# ---- classes that both sides define ---------------------------------------------------------------------------------


def data_form(kind: type) -> str:
    """Return how objects of a class cross as data: `enum`, `namedtuple` or `instance`; empty if they do not."""
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
    """Return the attributes of an object, in its dictionary and in its slots."""
    found = dict(getattr(item, "__dict__", {}))
    for kind in type(item).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if type(slots) is str else slots:
            if name not in ("__dict__", "__weakref__") and hasattr(item, name):
                found[name] = getattr(item, name)
    return found


def _may_hold(kind: type, name: object, value: object) -> bool:
    """Return whether an attribute is state: it must not hide a method or a property of the class."""
    if type(name) is not str or name.startswith("__") or (callable(value) and derived.is_data_name(name)):
        return False
    for base in kind.__mro__:
        if name in base.__dict__:
            found = base.__dict__[name]
            return type(found).__name__ == "member_descriptor" or not (hasattr(found, "__get__") or callable(found))
    return True
