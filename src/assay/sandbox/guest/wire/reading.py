"""Bytes to values, whoever wrote the bytes."""

from __future__ import annotations

from struct import Struct

from assay.sandbox.guest.wire import registry
from assay.sandbox.guest.wire.hashing import Hashing
from assay.sandbox.guest.wire.layout import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_NODES,
    MAX_RUN,
    WEIGHTS,
    Malformed,
    NoRoom,
    TooLarge,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from assay.sandbox.guest.wire.layout import Resolve, Tag

_SIZE = Struct("<i")
_FLOAT = Struct("<d")
_COMPLEX = Struct("<dd")
_MARKER = object()
_TUPLE, _LIST, _DICT, _SET, _FROZENSET, _DICT_END, _MARK, _INT = b"([{<>0Si"
_CONTAINERS = frozenset((_TUPLE, _LIST, _DICT, _SET, _FROZENSET))

HANDLE_TAGS = frozenset(("handle", "argument", "callback", "function"))


class Opaque:
    """Something of the candidate's own that is not data: it equals nothing but itself."""

    __assay_opaque__ = True
    __slots__ = ("description", "lies", "truth")

    def __init__(self, description: str, lies: bool = False, truth: bool | None = True) -> None:
        self.description = description
        self.lies = lies
        """Its class defines how it compares, so an equality would be the candidate's own word."""
        self.truth = truth
        """What `bool` of it gave; `None`: it raised."""

    def __repr__(self) -> str:
        return f"<{self.description}>"


def decode(
    data: bytes, resolve: Resolve | None = None, lies: list[str] | None = None, derived: list[str] | None = None
) -> Any:  # Any: whatever the bytes claim
    """Return the value in `data`, of exactly the types it claims; `resolve` turns handles into objects.

    `derived` gets the names of classes of which only the data was sent, such as subclasses of `list`, and `lies` of
    those among them that define how their objects compare.
    Raises `Malformed` or `TooLarge`, and nothing else, whatever the bytes are.
    """
    if len(data) > MAX_BYTES:
        raise TooLarge(f"more than {MAX_BYTES} bytes")
    reader = ValueReader(data, resolve or opaque, [] if lies is None else lies, [] if derived is None else derived)
    try:
        value = reader.read()
    except (Malformed, TooLarge):
        raise
    except RecursionError:
        raise TooLarge("nested too deeply to be read") from None
    except MemoryError:
        raise NoRoom("no room to read it") from None
    except Exception as error:  # cut short, text that is none, keys that cannot be compared
        raise Malformed(f"unreadable: {type(error).__name__}") from None
    if reader.position != len(data):
        raise Malformed("bytes after the value")
    return value


def build(fields: Tag) -> object:
    """Return the value of a tag and its fields that came as plain data; raises like `decode`."""
    return ValueReader(b"", opaque, [], [])._tagged(fields)


def only_data(fields: Tag) -> object:
    """Refuse handles, for a reader who must have all of a value: then no library may be missing either."""
    raise Malformed("a handle in plain data")


def opaque(fields: Tag) -> object:
    """Return what a handle is to somebody who cannot follow it."""
    name = fields[3] if len(fields) > 3 and type(fields[3]) is str else "object"
    lies = len(fields) > 4 and fields[4] is True
    truth = fields[5] if len(fields) > 5 and type(fields[5]) in (bool, type(None)) else True
    return Opaque(f"{name[:200]} object of the candidate's own", lies, truth)


class ValueReader:
    """Reads the layout of `marshal` version 2, as far as it is data."""

    def __init__(self, data: bytes, resolve: Resolve, lies: list[str], derived: list[str]) -> None:
        self.data = data
        self.position = 0
        self.nodes = 0
        self.resolve = resolve
        self.lies = lies
        self.derived = derived
        self.classes: dict[Tag, Any] = {}
        """Classes of named tuples, members of enums and time zones, built once for the whole message."""
        self.hashing = Hashing()
        self.runs: dict[int, int] = {}
        """How deep the objects are nested that are released recursively, by their identity."""

    # -- what builders use ---------------------------------------------------------------------------------------

    def spend(self, nodes: int) -> None:
        """Count work, in the time it takes to read one small value."""
        self.nodes += nodes
        if self.nodes > MAX_NODES:
            raise TooLarge(f"more than {MAX_NODES} values, or the work of so many")

    def once(self, make: Callable[..., object], key: Tag, cost: int) -> Any:
        """Return what `make` gives for the parts of the key, made once and paid for once in a message."""
        found = self.classes.get(key)
        if found is None:
            self.spend(cost)
            found = self.classes[key] = make(*key)
        return found

    def in_run(self, built: Any, members: Any) -> Any:
        """Return an object that is released recursively, if its members leave room for another level."""
        below = max([self.runs.get(id(member), 0) for member in members], default=0) if self.runs else 0
        self.runs[id(built)] = run = WEIGHTS[type(built).__name__] + below
        if run > MAX_RUN:
            raise TooLarge("objects nested so deeply that they could not be released")
        return built

    # -- the walk through the bytes ------------------------------------------------------------------------------

    def read(self) -> Any:
        """Return the value at the position; containers that are not complete wait on a stack of ours."""
        data, atom_reader, integer = self.data, _ATOMS.get, _SIZE.unpack_from
        waiting: list[tuple[int, list[Any], int]] = []
        items: list[Any] = []
        code, size = 0, 1  # inside of nothing, which takes one value
        while True:
            found = data[self.position]
            self.position += 1
            self.nodes += 1
            if self.nodes > MAX_NODES:
                raise TooLarge(f"more than {MAX_NODES} values")
            read = atom_reader(found)
            if found == _INT:  # the most frequent value, without a call
                items += integer(data, self.position)
                self.position += 4
            elif read is not None:
                items.append(read(self))
            elif found in _CONTAINERS:
                if len(waiting) >= MAX_DEPTH:
                    raise TooLarge(f"nested deeper than {MAX_DEPTH}")
                waiting.append((code, items, size))
                code, items, size = found, [], -1 if found == _DICT else self._size()
            else:
                size = self._end_or_mark(found, code, items, size)
            while len(items) == size:
                if not waiting:
                    return items[0]
                value = _CLOSE[code](self, items)
                code, items, size = waiting.pop()
                items.append(value)

    def _end_or_mark(self, found: int, code: int, items: list[Any], size: int) -> int:
        """Take the end of a dict, or the mark of a tagged value; return how many items the container has."""
        if found == _DICT_END and code == _DICT:
            self.nodes -= 1
            return len(items)
        if found == _MARK and code == _TUPLE and not items:
            items.append(_MARKER)
            return size
        raise Malformed(f"a code of {found} where a value belongs")

    def _size(self) -> int:
        (size,) = _SIZE.unpack_from(self.data, self.position)
        self.position += 4
        if not 0 <= size <= len(self.data) - self.position:
            raise Malformed(f"a length of {size} with {len(self.data) - self.position} bytes left")
        return int(size)

    def _chunk(self, size: int) -> bytes:
        start = self.position
        self.position = start + size
        return self.data[start : start + size]

    # -- atoms ---------------------------------------------------------------------------------------------------

    def long(self) -> int:
        """Read an integer of any length."""
        (count,) = _SIZE.unpack_from(self.data, self.position)
        self.position += 4
        size = abs(count) * 2
        if size > len(self.data) - self.position:
            raise Malformed("a number longer than its bytes")
        digits = self._chunk(size)
        if digits[-2:] == b"\0\0":
            raise Malformed("a number that begins with zeros")
        return -_joined(digits) if count < 0 else _joined(digits)

    def float_(self) -> float:
        """Read a float."""
        value: float = _FLOAT.unpack_from(self.data, self.position)[0]
        self.position += 8
        return value

    def complex_(self) -> complex:
        """Read a complex number."""
        real, imaginary = _COMPLEX.unpack_from(self.data, self.position)
        self.position += 16
        return complex(real, imaginary)

    def bytes_(self) -> bytes:
        """Read bytes."""
        return self._chunk(self._size())

    def text(self) -> str:
        """Read text, in which lone surrogates are allowed."""
        return self._chunk(self._size()).decode("utf-8", "surrogatepass")

    # -- containers ----------------------------------------------------------------------------------------------

    def list_(self, items: list[Any]) -> list[Any]:
        """Return the list of these items."""
        return items

    def tuple_(self, items: list[Any]) -> Any:
        """Return the tuple of these items, or the value that it stands for."""
        if items and items[0] is _MARKER:
            return self._tagged(tuple(items[1:]))
        return tuple(items)

    def set_(self, items: list[Any]) -> set[Any]:
        """Return the set of these items."""
        return self.hashing.set_of(items)

    def frozenset_(self, items: list[Any]) -> frozenset[Any]:
        """Return the frozenset of these items."""
        return frozenset(self.hashing.set_of(items))

    def dict_(self, items: list[Any]) -> dict[Any, Any]:
        """Return the dict of these keys and values, which take turns."""
        return self.hashing.dict_of(items[::2], items[1::2])

    # -- tagged values -------------------------------------------------------------------------------------------

    def _tagged(self, fields: Tag) -> object:
        tag = fields[0] if fields else None
        if type(tag) is not str:
            raise Malformed("a tag without a name")
        row = registry.TAGGED_TYPES.get(tag)
        if row is None and tag not in HANDLE_TAGS:
            raise Malformed(f"unknown tag {tag[:50]!r}")
        try:
            if row is None:
                return self.resolve(fields)
            self.spend(row.cost)
            return row.build(self, *fields[1:])
        except (Malformed, TooLarge, RecursionError, MemoryError):
            raise
        except ImportError as error:  # of a library that only the other side has
            if self.resolve is only_data:
                raise Malformed(f"{tag} without the module {error.name!r}") from None
            return Opaque(f"{tag} that cannot be read here")
        except Exception as error:  # fields that make no such value
            raise Malformed(f"bad {tag}: {type(error).__name__}") from None


_ATOMS: dict[int, Callable[[ValueReader], Any]] = {
    ord("N"): lambda reader: None,
    ord("T"): lambda reader: True,
    ord("F"): lambda reader: False,
    ord("."): lambda reader: Ellipsis,
    ord("l"): ValueReader.long,
    ord("g"): ValueReader.float_,
    ord("y"): ValueReader.complex_,
    ord("s"): ValueReader.bytes_,
    ord("u"): ValueReader.text,
}
_CLOSE: dict[int, Callable[[ValueReader, list[Any]], Any]] = {
    _TUPLE: ValueReader.tuple_,
    _LIST: ValueReader.list_,
    _DICT: ValueReader.dict_,
    _SET: ValueReader.set_,
    _FROZENSET: ValueReader.frozenset_,
}

_BLOCK = 4096
_masks: list[int] = []
"""For each power of two, which bits belong to every other group of so many 16-bit lanes; filled when first needed."""


def _joined(digits: bytes) -> int:
    """Return the number of these 15-bit digits, each in two bytes; in blocks, so that the time is linear."""
    if not _masks:
        for step in range(13):
            half = b"\xff" * (2 << step)
            _masks.append(int.from_bytes((half + bytes(len(half))) * (2 * _BLOCK // len(half)), "little"))
    size = 2 * _BLOCK
    whole = len(digits) // size * size
    blocks = [_block(digits[i : i + size]).to_bytes(15 * _BLOCK // 8, "little") for i in range(0, whole, size)]
    value = _block(digits[whole:])
    return int.from_bytes(b"".join(blocks), "little") | value << (15 * whole // 2) if blocks else value


_HIGH_BITS = int.from_bytes(b"\0\x80" * _BLOCK, "little")


def _block(digits: bytes) -> int:
    """Join neighbours, then pairs of them, and so on: the upper half moves down by the bits that are unused."""
    value = int.from_bytes(digits, "little")
    if value & _HIGH_BITS:
        raise Malformed("a digit beyond 15 bits")
    for step in range((len(digits) // 2 - 1).bit_length()):
        lower = value & _masks[step]
        value = lower | (value ^ lower) >> (1 << step)
    return value
