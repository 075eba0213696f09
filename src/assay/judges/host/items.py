"""Lengths, items and iteration of the candidate's objects: a length and the items must agree."""

from __future__ import annotations

import itertools

from assay.judges.host.links import (
    ask,
    data_of,
    is_class_handle,
    link_of,
    of_type,
    reads_as_data,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from assay.judges.host.links import Link

NOT_ASKED = -1
"""Of an object that has a length, but was not asked for it so far."""


def length(self: Any) -> int:
    """Return the length of an object; it must not be more than the number of items that an iteration gave."""
    link = link_of(self)
    assert link is not None, "only handles have lengths"
    if reads_as_data(self):
        return len(data_of(self))
    said: int = of_type(int, ask(self, "len"), "a length")
    if link.length is not None and link.length[1] != said:
        link.remote.decide()
    link.length = link.remote.changes, said
    if link.counted is not None and link.counted[0] == link.remote.changes and link.counted[1] < said:
        _spoil_length(link, link.counted[1], said)
    return said


def iterate(self: Any) -> Any:
    """Return an iterator over the items of an object."""
    return _items(self, "iter")


def iterate_backwards(self: Any) -> Any:
    """Return an iterator over the items of an object, the last one first."""
    return _items(self, "reversed")


def _items(self: Any, operation: str) -> Any:
    expected = _expected_items(self)
    source = ask(self, operation)
    if link_of(source) is None or not hasattr(type(source), "__next__"):
        raise TypeError(f"{operation}() returned non-iterator of type {type(source).__name__!r}")
    return source if expected is None else _counted(self, source, expected)


def _expected_items(container: Any) -> int | None:
    """Return how many items an iteration has to give, `NOT_ASKED`, or `None` where nobody counts."""
    link = link_of(container)
    assert link is not None, "only handles are iterated"
    if link.trusted:
        return None
    if reads_as_data(container):
        data = data_of(container)
        return len(data) if hasattr(data, "__len__") else None
    if link.length is None:
        return NOT_ASKED if not is_class_handle(container) and "__len__" in type(container).__dict__ else None
    return link.length[1] if link.length[0] == link.remote.changes else len(container)


def _counted(container: Any, items: Iterator[Any], expected: int) -> Iterator[Any]:
    """Yield the items of an object; it must have as many as its length says, which tests may look at before or after.

    Otherwise `len(result) == 3 and all(a == b for a, b in zip(result, EXPECTED))` would hold for an object with a
    length and no items.
    """
    link = link_of(container)
    assert link is not None, "only handles are iterated"
    changes, count = link.remote.changes, 0
    while True:
        try:
            item = next(items)
        except StopIteration:
            break
        count += 1
        yield item
    if link.remote.changes == changes:
        link.counted = changes, count
        if expected not in (NOT_ASKED, count):
            _spoil_length(link, count, expected)
        elif not count:
            link.remote.decide()


def _spoil_length(link: Link, count: int, length: int) -> None:
    link.remote.spoil("failed", f"a {link.name} with {count} items says that its length is {length}")


def _by_number(self: Any, places: Iterable[int]) -> Iterator[Any]:
    """Yield the items at these places, until there is none, as Python goes through a class without `__iter__`."""
    for place in places:
        try:
            item = ask(self, "getitem", place)
        except IndexError:
            return
        yield item


def iterate_by_number(self: Any) -> Any:
    """Return an iterator over the items of an object whose class has no `__iter__`."""
    expected = _expected_items(self)
    return _counted(self, _by_number(self, itertools.count()), NOT_ASKED if expected is None else expected)


def iterate_backwards_by_number(self: Any) -> Any:
    """Return an iterator over the items of an object without `__reversed__`, the last one first."""
    said = _expected_items(self)
    length = len(self) if said is None or said == NOT_ASKED else said
    return _counted(self, _by_number(self, reversed(range(length))), length)


def item(self: Any, key: Any) -> Any:
    """Return one item, or a slice, which must be as long as the object says."""
    link = link_of(self)
    assert link is not None, "only handles have items"
    expected = _expected_items(self) if type(key) is slice and not link.taint else None
    value = ask(self, "getitem", key)
    if expected is None or expected == NOT_ASKED:
        return value
    part, inner = len(range(expected)[key]), link_of(value)
    if inner is not None:
        inner.length = link.remote.changes, part
    elif type(value) in (list, tuple, str, bytes) and len(value) != part:
        _spoil_length(link, len(value), part)
    return value
