"""Objects that Python releases recursively, each level on the stack: how deep they are nested in each other."""

from __future__ import annotations

import collections

from assay.sandbox.guest import wire
from assay.sandbox.guest.ledger import MUTABLE, is_array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

RELEASED_RECURSIVELY = frozenset((collections.deque, collections.defaultdict, slice))
"""And arrays of objects; see `wire.MAX_RUN`."""


def check_runs(items: Iterable[Any]) -> None:
    """Raise `TooLarge` where objects that Python releases recursively are nested too deeply in each other.

    A message keeps within `wire.MAX_RUN` by itself, but its cells refer to each other, and to what came before.
    """
    found = _in_runs([item for item in items if is_in_run(item)])
    if sum([_weight(item) for item, _ in found.values()]) <= wire.MAX_RUN:
        return
    if max(_depths(found).values()) > wire.MAX_RUN:
        raise wire.TooLarge("objects nested so deeply that they could not be released")


def _depths(found: dict[int, tuple[Any, list[int]]]) -> dict[int, int]:
    """Return how much of the stack each object takes with all that is in it; raise where some contain each other."""
    depths: dict[int, int] = {}
    entered: set[int] = set()
    stack = list(found)
    while stack:
        key = stack[-1]
        item, members = found[key]
        waiting = [member for member in members if member not in depths]
        if not waiting:
            depths[key] = _weight(item) + max([depths[member] for member in members], default=0)
            stack.pop()
        elif key in entered or not entered.isdisjoint(waiting):
            raise wire.TooLarge("many objects that contain each other and could not be released")
        else:
            entered.add(key)
            stack += waiting
    return depths


def _in_runs(items: list[Any]) -> dict[int, tuple[Any, list[int]]]:
    """Return these objects and those directly in them, and so on, by identity, with the identities of their members."""
    found: dict[int, tuple[Any, list[int]]] = {}
    while items:
        item = items.pop()
        if id(item) not in found:
            members = [member for member in _run_members(item, type(item)) if is_in_run(member)]
            found[id(item)] = item, [*map(id, members)]
            items += members
    return found


def is_in_run(item: Any) -> bool:
    """Return whether Python releases an object recursively, with what is in it."""
    kind = type(item)
    return kind in RELEASED_RECURSIVELY or (is_array(kind) and item.dtype.hasobject)


def _weight(item: Any) -> int:
    return wire.WEIGHTS[type(item).__name__]


def _run_members(item: Any, kind: type) -> list[Any]:
    if kind is collections.defaultdict:
        return [*item.keys(), *item.values()]
    if kind is slice:
        return [item.start, item.stop, item.step]
    return list(item) if kind is collections.deque else list(item.flat)


def make_empty(item: Any) -> None:
    """Take everything out of a container."""
    if type(item) in MUTABLE:
        item.clear()
    elif is_array(type(item)) and item.dtype.hasobject:
        item.fill(None)
