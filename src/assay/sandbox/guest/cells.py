"""Messages in which one object stays one object: passed twice, changed in place, kept, handed back.

Every message begins with what changed in the containers of the ledger since the last one. It mentions by number what
the reader has in its ledger, and cells, which it brings along: containers that occur in it more than once, and objects
of classes that both sides define. Readers trust nothing: whatever does not fit raises `Malformed`.
"""

from __future__ import annotations

import collections
import sys

from assay.sandbox.guest import wire
from assay.sandbox.guest.ledger import MUTABLE, can_change, contents, is_array, members_of, refill, snapshot
from assay.sandbox.guest.nesting import check_runs, is_in_run, make_empty

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from collections.abc import Set as AbstractSet
    from typing import Any

    from assay.sandbox.guest.ledger import CopyLedger
    from assay.sandbox.guest.wire.layout import Pack, Resolve

MAX_CELLS = 200_000
_UNBUILT = object()
_IN_WORK = object()


# ---- writing -------------------------------------------------------------------------------------------------------


def write(
    value: object,
    foreign: Pack,
    classes: Mapping[type, str],
    ledger: CopyLedger,
    gone: Sequence[int] = (),
    *,
    opaque_kinds: AbstractSet[int] = frozenset(),
) -> bytes:
    """Return the bytes of a message, with the changes in the ledger and the numbers `gone` from it on this side."""
    changes = ledger.changes()
    if changes:
        try:
            return _write(value, foreign, classes, ledger, changes, gone, opaque_kinds)
        except Exception:  # what was put into one of the containers cannot cross: they go separate ways from here on
            ledger.forget(changes)
            gone = [*gone, *changes]
    return _write(value, foreign, classes, ledger, {}, gone, opaque_kinds)


def _write(
    value: object,
    foreign: Pack,
    classes: Mapping[type, str],
    ledger: CopyLedger,
    changes: Mapping[int, Any],
    gone: Sequence[int],
    opaque_kinds: AbstractSet[int],
) -> bytes:
    fills = [(number, contents(ledger.entries[number][0])) for number in changes]
    known = dict(ledger.numbers)
    found = _cells((value, fills), known, ledger.count, classes)
    inner = wire.encode((value, fills, list(gone)), foreign, known, False, opaque_kinds)
    shells = [_shell(cell, classes) for cell in found]
    blobs = [b"" if shell[0] in ("class", "enum") else wire.encode(contents(cell), foreign, known, False, opaque_kinds)
             for shell, cell in zip(shells, found, strict=True)]  # fmt: skip
    body = wire.encode((shells, blobs, inner), foreign, None, False, opaque_kinds)
    if len(body) > wire.MAX_BYTES:
        raise wire.TooLarge(f"{len(body)} bytes")
    for number, held in changes.items():
        ledger.agree(number, held)
    ledger.enter(_entered(value, fills), classes)
    return body


def _cells(value: object, known: dict[int, int], base: int, classes: Mapping[type, str]) -> list[Any]:
    """Return the objects that a message must bring along, and number them in `known` from `base` on."""
    found: list[Any] = []
    seen: set[int] = set()
    stack = [(value, 0)]
    steps = 0
    while stack:
        item, depth = stack.pop()
        kind = type(item)
        if kind in wire.ATOMS or id(item) in known:
            continue
        steps += 1
        if steps > wire.MAX_NODES or depth > wire.MAX_DEPTH:
            raise wire.TooLarge(f"nested deeper than {wire.MAX_DEPTH}, or more than {wire.MAX_NODES} values")
        again = id(item) in seen
        if again or kind in classes or _is_shared_class(item, classes):
            known[id(item)] = base + len(found)
            found.append(item)
            depth = 0
        elif can_change(kind):
            seen.add(id(item))
        if not again:
            stack.extend([(member, depth + 1) for member in reversed(members_of(item, kind, classes))])
    return found


def _is_shared_class(item: Any, classes: Mapping[type, str]) -> bool:
    return isinstance(item, type) and item in classes


def _entered(value: object, fills: Sequence[tuple[int, Any]]) -> tuple[Any, ...]:
    """Return where new containers can be; a fill is only the way in which the contents of a container travel."""
    return (value, *(tuple(items) for _, items in fills if type(items) is list))


def _shell(cell: Any, classes: Mapping[type, str]) -> tuple[Any, ...]:
    """Return what the reader needs for an empty cell; objects come with a handle, for a reader without the class."""
    kind = type(cell)
    if _is_shared_class(cell, classes):
        return ("class", cell.__name__)
    if classes.get(kind) == "enum":
        plain = cell._value_ if wire.is_plain(cell._value_) else None
        return ("enum", kind.__name__, cell._name_, plain, ByHandle(cell))
    if kind in classes:
        return (classes[kind], kind.__name__, ByHandle(cell))
    if kind is collections.deque:
        return ("deque", cell.maxlen)
    return ("defaultdict", cell.default_factory) if kind is collections.defaultdict else (kind.__name__,)


class ByHandle:
    """An object that crosses as a handle, though the wire could have written it as data."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value


# ---- reading -------------------------------------------------------------------------------------------------------


class UnknownClass(Exception):
    """The message is about a class that this side does not have."""


def read(body: bytes, foreign: Resolve, classes: Mapping[type, str], ledger: CopyLedger) -> Any:
    """Return the value of a message, after making the changes it tells of to the containers of the ledger."""
    return CellReader(body, foreign, classes, ledger).value()


class CellReader:
    """Builds the cells first, then what is in them, then the value."""

    def __init__(self, body: bytes, foreign: Resolve, classes: Mapping[type, str], ledger: CopyLedger) -> None:
        self.foreign = foreign
        self.known = classes
        self.classes = {kind.__name__: (kind, sort) for kind, sort in classes.items()}
        self.ledger = ledger
        self.refers = False
        message = wire.decode(body, foreign)
        if type(message) is not tuple or tuple(map(type, message)) != (list, list, bytes):
            raise wire.Malformed("not a message")
        self.shells, self.blobs, self.inner = message
        if not len(self.shells) == len(self.blobs) <= MAX_CELLS:
            raise wire.Malformed("not as many cells as contents")
        self.cells = [self._empty(shell) for shell in self.shells]

    def value(self) -> Any:
        """Return the value of the message."""
        try:
            return self._value()
        except BaseException:
            for cell in self.cells:  # they may be nested too deeply to be released as they are
                make_empty(cell)
            raise

    def _value(self) -> Any:
        for number in reversed(range(len(self.cells))):
            self._fill(number)
        message = wire.decode(self.inner, self.resolve)
        if type(message) is not tuple or [*map(type, message[1:])] != [list, list]:
            raise wire.Malformed("not a message")
        value, fills, gone = message
        for fill in fills:
            self._change(fill)
        if not set(map(type, gone)) <= {int}:
            raise wire.Malformed("not a number")
        linked = bool(self.cells or fills or self.refers)
        before = [item for item, _ in self.ledger.entries.values()] if linked else []
        self.ledger.forget(gone)
        self.ledger.enter(_entered(value, fills), self.known)
        if linked:
            self._check_runs(before)
        return value

    def _change(self, fill: Any) -> None:
        """Make a container of the ledger hold what the message says that it holds now."""
        if type(fill) is not tuple or len(fill) != 2 or type(fill[0]) is not int:
            raise wire.Malformed("not a change")
        item = self._entry(fill[0])
        refill(item, fill[1])
        self.ledger.agree(fill[0], snapshot(item))
        self.ledger.refilled = True

    def _check_runs(self, before: list[Any]) -> None:
        """Check all that this message, or a change it tells of, can have nested in each other."""
        try:
            check_runs([*self.cells, *before, *[item for item, _ in self.ledger.entries.values()]])
        except wire.TooLarge:
            for item in filter(is_in_run, before):
                make_empty(item)
            raise

    def resolve(self, fields: tuple[Any, ...]) -> object:
        """Return the container of the ledger or the cell that is mentioned; `foreign` knows every other handle."""
        if fields[0] != "argument":
            return self.foreign(fields)
        if len(fields) != 2 or type(fields[1]) is not int:
            raise wire.Malformed("not an argument")
        number = fields[1] - self.ledger.count
        if number < 0:
            self.refers = self.ledger.referred = True
            return self._entry(fields[1])
        if number >= len(self.cells):
            raise wire.Malformed("a cell that did not come")
        if self.cells[number] is _UNBUILT:
            self._fill(number)
        if self.cells[number] is _IN_WORK:
            raise wire.TooLarge("a tuple that contains itself")
        return self.cells[number]

    def _entry(self, number: int) -> Any:
        if number not in self.ledger.entries:
            raise wire.Malformed("a container that was never given")
        return self.ledger.entries[number][0]

    def _empty(self, shell: Any) -> object:
        if type(shell) is not tuple or not shell or type(shell[0]) is not str:
            raise wire.Malformed("not a cell")
        sort, *fields = shell
        if sort in OBJECT_CELLS and len(fields) == OBJECT_CELLS[sort]:
            return self._object(sort, fields)
        if sort == "class" and len(fields) == 1:
            return self._class(fields[0], None)
        count, make = EMPTY.get(sort, (-1, list))
        if len(fields) != count:
            raise wire.Malformed(f"no cell is a {sort!r:.50}")
        return make(*fields)

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
        build = self._array if self.shells[number][0] == "ndarray" else self._named_tuple
        self.cells[number] = build(number, wire.decode(blob, self.resolve))

    def _array(self, number: int, values: Any) -> object:
        if not is_array(type(values)):
            raise wire.Malformed("not an array")
        return values

    def _named_tuple(self, number: int, values: Any) -> object:
        kind: Any = self._class(self.shells[number][1], "namedtuple")
        if type(values) is not list or len(values) != len(kind._fields):
            raise wire.Malformed("a named tuple with another number of values")
        return tuple.__new__(kind, values)


def _empty_deque(maxlen: Any) -> object:
    if maxlen is not None and (type(maxlen) is not int or maxlen < 0):
        raise wire.Malformed("no length of a deque")
    return collections.deque(maxlen=maxlen if maxlen is None else min(maxlen, sys.maxsize))


def _empty_defaultdict(factory: Any) -> object:
    if factory is not None and not callable(factory):
        raise wire.Malformed("no default factory")
    return collections.defaultdict(factory)


OBJECT_CELLS = {"enum": 4, "instance": 2, "namedtuple": 2}
"""Cells that are objects of classes which both sides define, with the number of fields in their shells."""
EMPTY: dict[str, tuple[int, Callable[..., Any]]] = {
    "list": (0, list),
    "dict": (0, dict),
    "set": (0, set),
    "bytearray": (0, bytearray),
    "OrderedDict": (0, collections.OrderedDict),
    "Counter": (0, collections.Counter),
    "deque": (1, _empty_deque),
    "defaultdict": (1, _empty_defaultdict),
    "ndarray": (0, lambda: _UNBUILT),  # its contents say of what shape it is
}
"""Cells that are containers, with the number of fields in their shells and what makes an empty one of these."""
