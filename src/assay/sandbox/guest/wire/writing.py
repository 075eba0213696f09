"""Values to bytes: those of exact built-in types by `marshal`, at C speed; all others by a writer of ours."""

from __future__ import annotations

import marshal
from struct import Struct

from assay.sandbox.guest.wire import classes, derived, registry
from assay.sandbox.guest.wire.layout import (
    ATOMS,
    MARK,
    MAX_BYTES,
    MAX_DEPTH,
    MAX_NODES,
    PLAIN_CONTAINERS,
    NoRoom,
    TooLarge,
    tagged,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet
    from typing import Any

    from assay.sandbox.guest.wire.layout import Pack, Tag

_SIZE = Struct("<i")
_END = b"0"
_NOTHING: frozenset[type] = frozenset()
_NUMBERS = frozenset((float, complex))
_CODES: dict[type, bytes] = {list: b"[", tuple: b"(", set: b"<", frozenset: b">"}


def encode(
    value: object,
    foreign: Pack | None = None,
    known: dict[int, int] | None = None,
    data_only: bool = False,
    opaque_kinds: AbstractSet[int] = frozenset(),
) -> bytes:
    """Return the bytes of `value`; `foreign` turns what is not data into a tagged tuple (or raises).

    `known` numbers containers by their identity: where one of them occurs, its number is sent instead of a copy.
    `data_only`: nobody will use the methods of a value, so one that holds data (see `derived`) is sent as that data.
    `opaque_kinds` are the identities of classes whose objects are never data.
    """
    data = None if known else encode_plain(value)
    if data is None:
        try:
            data = ValueWriter(foreign, known or {}, data_only, opaque_kinds).bytes_of(value, 0)
        except RecursionError:
            raise TooLarge("nested too deeply to be written") from None
        except MemoryError:
            raise NoRoom("no room to write it") from None
        if len(data) > MAX_BYTES:
            raise TooLarge(f"{len(data)} bytes")
    return data


def encode_plain(value: object) -> bytes | None:
    """Return the bytes of a value of exact built-in types; `None` for every value that has to be written otherwise."""
    inner = _inner_kinds(value)
    data = None if inner is None or frozenset in inner else _dumped(value)
    if data is not None and len(data) > MAX_BYTES:
        raise TooLarge(f"{len(data)} bytes")
    return data


def encode_each_plain(values: list[Any]) -> list[bytes] | None:
    """Return the bytes of each value as `encode_plain` does, at one look at all; `None` where one by one is better."""
    try:
        inner = _inner_kinds(values)
        return None if inner is None or frozenset in inner else [marshal.dumps(value, 2) for value in values]
    except (TooLarge, ValueError, MemoryError):
        return None


def is_plain(value: object) -> bool:
    """Return whether `value` is made of exact built-in types alone, so that it needs no tags."""
    return _inner_kinds(value) is not None


def equals_itself(value: object) -> bool:
    """Return whether `value` is plain and has no NaN in it, which equals nothing."""
    level: list[Any] = [[value]]
    if not is_plain(value):
        return False
    while level:
        below: list[Any] = []
        for members in level:
            kinds = set(map(type, members))
            if not _NUMBERS.isdisjoint(kinds) and any(item != item for item in members if type(item) in _NUMBERS):
                return False
            if not kinds <= ATOMS:
                below.extend(_flat(item) for item in members if type(item) not in ATOMS)
        level = below
    return True


def _dumped(value: Any) -> bytes | None:
    """Return what `marshal` writes for a plain value; `None` for those it has trouble with, such as sets of NaNs.

    Not for frozensets inside of others: it writes the members of a set twice, so each level doubles the time.
    """
    try:
        return marshal.dumps(value, 2)
    except (ValueError, MemoryError):
        return None


def _flat(container: Any) -> Any:
    return [*container.keys(), *container.values()] if type(container) is dict else container


def _inner_kinds(value: object) -> set[type] | frozenset[type] | None:
    """Return the types of the containers inside of a plain value; `None` for any other value."""
    if type(value) in ATOMS:
        return _NOTHING
    level: list[Any] = [value]
    inner: set[type] = set()
    nodes, depth = 1, 0
    while level:  # all containers of one depth
        below: list[Any] = []
        for container in level:
            kind = type(container)
            if kind not in PLAIN_CONTAINERS:
                return None
            members = [*container.keys(), *container.values()] if kind is dict else container
            nodes += len(members)
            if nodes > MAX_NODES:
                raise TooLarge(f"more than {MAX_NODES} values")
            others = set(map(type, members)) - ATOMS
            if others:
                if not others <= PLAIN_CONTAINERS:
                    return None
                inner |= others
                below.extend([member for member in members if type(member) not in ATOMS])
        level = below
        depth += 1
        if depth > MAX_DEPTH:  # also what a cycle comes to
            raise TooLarge(f"nested deeper than {MAX_DEPTH}")
    return inner


class _EncodedBytes(bytes):
    """Bytes that are already written; a type of ours alone."""


class ValueWriter:
    """Writes what `marshal` cannot: the layout lacks most types, so they become tagged tuples."""

    def __init__(
        self, foreign: Pack | None, known: dict[int, int], data_only: bool, opaque_kinds: AbstractSet[int]
    ) -> None:
        self.foreign = foreign
        self.known = known
        self.data_only = data_only
        self.opaque_kinds = opaque_kinds
        self.nodes = 1
        self.size = 0
        self.names: dict[int, Tag | None] = {}
        """What `named_tuple_names` returned, by the identity of the class."""

    def bytes_of(self, value: object, depth: int) -> bytes:
        """Return the bytes of one value; what is yet to be written waits on a stack, so nesting costs no recursion."""
        parts: list[bytes] = []
        waiting: list[tuple[object, int]] = [(value, depth)]
        while waiting:
            value, depth = waiting.pop()
            part, members = self._opened(value, type(value), depth)
            self.nodes += len(members)
            self._check_size(len(part))
            self.size += len(part)
            parts.append(part)
            waiting += [(member, depth + 1) for member in reversed(members)]
        return b"".join(parts)

    def _check_size(self, more: int) -> None:
        if self.nodes > MAX_NODES or self.size + more > MAX_BYTES:
            raise TooLarge(f"more than {MAX_NODES} values or {MAX_BYTES} bytes")

    def _opened(self, value: Any, kind: type, depth: int) -> tuple[bytes, list[Any]]:
        """Return how a value begins, and the members that follow."""
        if kind is _EncodedBytes:
            return value, []
        if kind in ATOMS:
            return marshal.dumps(value, 2), []
        if depth >= MAX_DEPTH:
            raise TooLarge(f"nested deeper than {MAX_DEPTH}")
        if self.known and id(value) in self.known:
            return marshal.dumps(tagged("argument", self.known[id(value)]), 2), []
        if kind in PLAIN_CONTAINERS:
            return self._container(value, kind, depth)
        fields = self._fields(value, kind)
        if fields is None:
            return self._foreign(value, kind), []
        self.nodes += 1
        return b"(" + _SIZE.pack(len(fields) + 1) + b"S", list(fields)

    # -- tagged values -------------------------------------------------------------------------------------------

    def _fields(self, value: Any, kind: type) -> Tag | None:
        """Return tag and fields of a value that is data; `None` for all others."""
        found = None
        if id(kind) not in self.opaque_kinds:
            found = self._named_tuple(value, kind) or registry.fields_of(value, kind)
        return derived.fields_of(value) if found is None and self.data_only else found

    def _named_tuple(self, value: Any, kind: type) -> Tag | None:
        names = self.names.get(id(kind), ())
        if names == ():
            names = self.names[id(kind)] = classes.named_tuple_names(kind, bare=not self.data_only)
        if names is None:
            return None
        values = tuple.__getitem__(value, slice(None))
        if len(values) != len(names[1]) or any(map(derived.poses, names[1], values)):
            return None
        return ("namedtuple", *names, values)

    def _foreign(self, value: Any, kind: type) -> bytes:
        """Return the bytes of what stands for a value that is not data."""
        if self.foreign is None:
            raise TypeError(f"{kind.__name__} is not data")
        stand_in = self.foreign(value)
        if type(stand_in) is not tuple or stand_in[:1] != (MARK,) or not is_plain(stand_in[1:]):
            raise TypeError(f"no tagged tuple for {kind.__name__}")
        return marshal.dumps(stand_in, 2)

    # -- containers ----------------------------------------------------------------------------------------------

    def _container(self, value: Any, kind: type, depth: int) -> tuple[bytes, list[Any]]:
        members = [item for pair in value.items() for item in pair] if kind is dict else list(value)
        data = self._flat(value, members)
        if data is not None:
            return data, []
        if kind is dict:
            return b"{", [*self._with_keys(members, 2), _EncodedBytes(_END)]
        head = _CODES[kind] + _SIZE.pack(len(members))
        if kind is list or kind is tuple:
            return head, members
        self.nodes += len(members)
        before = self.size
        parts = sorted([self.bytes_of(member, depth + 1) for member in self._with_keys(members, 1)])
        self.size = before  # the caller counts them as a whole
        return head + b"".join(parts), []

    def _flat(self, value: Any, members: list[Any]) -> bytes | None:
        """Return all of a container that holds atoms only; `None` for any other."""
        if not set(map(type, members)) <= ATOMS:
            return None
        self._check_size(sum([len(member) for member in members if type(member) is str or type(member) is bytes]))
        data = _dumped(value)
        if data is not None:
            self.nodes += len(members)
        return data

    def _with_keys(self, members: list[Any], step: int) -> list[Any]:
        """Return the members of a dict or set; each `step`-th is a key, with a stand-in if its data cannot be one."""
        if not self.data_only:
            return members
        return [item if position % step else self._key(item) for position, item in enumerate(members)]

    def _key(self, value: Any) -> Any:
        if derived.base_of(type(value)) in derived.UNHASHABLE and self.foreign is not None:
            stand_in: Any = self.foreign(value)
            return _EncodedBytes(marshal.dumps(stand_in, 2))
        return value
