"""Values of exact built-in types, which `marshal` writes at C speed without any tag."""

from __future__ import annotations

import marshal

from assay.sandbox.guest.wire.layout import ATOMS, MAX_BYTES, MAX_DEPTH, MAX_NODES, PLAIN_CONTAINERS, TooLarge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NOTHING: frozenset[type] = frozenset()
_NUMBERS = frozenset((float, complex))


def encode_plain(value: object) -> bytes | None:
    """Return the bytes of a value of exact built-in types; `None` for every value that has to be written otherwise."""
    inner = _inner_kinds(value)
    data = None if inner is None or frozenset in inner else dumped(value)
    if data is not None and len(data) > MAX_BYTES:
        raise TooLarge(f"{len(data)} bytes")
    return data


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


def dumped(value: Any) -> bytes | None:
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
