"""What messages may nest in each other, within one message and over several, in a process that must stay alive."""

from __future__ import annotations

import collections
import marshal
from collections.abc import Callable
from typing import Any

import pytest

from assay.sandbox.guest import cells, wire
from assay.sandbox.guest.ledger import CopyLedger

np = pytest.importorskip("numpy")


def tag(*fields: object) -> Any:
    return (StopIteration, *fields)


def message(value: Any, shells: list[Any] | None = None, contents: list[Any] | None = None, fills: Any = ()) -> bytes:
    blobs = [marshal.dumps(content, 2) for content in contents or []]
    return marshal.dumps((shells or [], blobs, marshal.dumps((value, list(fills), []), 2)), 2)


def read(body: bytes, ledger: CopyLedger | None = None) -> Any:
    return cells.read(body, wire.opaque, {}, ledger or CopyLedger())


def chain(shell: tuple[Any, ...], count: int, link: Callable[[object], object], *, last: object = 0) -> bytes:
    """Cells, each of which holds the next one."""
    contents = [[link(tag("argument", number + 1))] for number in range(count - 1)]
    return message(tag("argument", 0), [shell] * count, [*contents, [link(last)]])


def pair(value: object) -> tuple[object, object]:
    return (0, value)


def wrapped(kind: str, value: object, levels: int) -> object:
    for _ in range(levels):
        value = tag("ndarray_object", (), [value]) if kind == "array" else tag("slice", value, None, None)
    return value


def array_cells(count: int) -> bytes:
    contents = [tag("ndarray_object", (1,), [tag("argument", number + 1)]) for number in range(count - 1)]
    return message(tag("argument", 0), [("ndarray",)] * count, [*contents, tag("ndarray_object", (1,), [0])])


DEQUE, DEFAULTDICT = ("deque", None), ("defaultdict", None)
TOO_DEEP = {
    "deques": lambda: chain(DEQUE, 300, lambda value: value),
    "default dicts": lambda: chain(DEFAULTDICT, 300, pair),
    "a ring": lambda: chain(DEQUE, 300, lambda value: value, last=tag("argument", 0)),
    "deques with slices": lambda: chain(DEQUE, 20, lambda value: wrapped("slice", value, 20)),
    "deques with arrays": lambda: chain(DEQUE, 20, lambda value: wrapped("array", value, 5)),
    "default dicts with arrays": lambda: chain(DEFAULTDICT, 20, lambda value: (0, wrapped("array", value, 5))),
    "cells that are arrays": lambda: array_cells(30),
    "arrays alone": lambda: message(wrapped("array", 0, 50)),
    "arrays in cells that could be released": lambda: chain(("list",), 3, lambda value: wrapped("array", value, 50)),
    "arrays with slices": lambda: message(wrapped("array", wrapped("slice", 0, 50), 18)),
}


@pytest.mark.parametrize("name", TOO_DEEP)
def test_what_is_released_recursively_cannot_be_nested_deeply(name: str) -> None:
    with pytest.raises(wire.TooLarge):
        read(TOO_DEEP[name]())


@pytest.mark.parametrize("hidden", ["exception", "ndarray_object", "namespace"])
def test_a_chain_of_cells_is_found_wherever_it_begins(hidden: str) -> None:
    first = tag("argument", 0)
    value = {
        "exception": tag("exception", "ValueError", (first,)),
        "ndarray_object": tag("ndarray_object", (1,), [first]),
        "namespace": tag("namespace", {"a": first}),
    }[hidden]
    contents = [[tag("argument", number + 1)] for number in range(299)]

    with pytest.raises(wire.TooLarge):
        read(message(value, [DEQUE] * 300, [*contents, [0]]))


@pytest.mark.parametrize("way", ["around", "into"])
def test_several_messages_nest_no_deeper_than_one(way: str) -> None:
    """Each puts what came last into something new, or something new into what came last."""
    ledger = CopyLedger()
    read(message(tag("deque", [0], None)), ledger)

    def nest() -> None:
        last = ledger.count - 1
        if way == "around":
            read(message(tag("deque", [tag("argument", last)], None)), ledger)
        else:
            read(message(0, fills=[(last, [tag("deque", [0], None)])]), ledger)

    for _ in range(wire.MAX_RUN - 1):
        nest()
    with pytest.raises(wire.TooLarge):
        nest()


def test_a_chain_that_is_forgotten_in_the_same_message_is_looked_at_first() -> None:
    ledger = CopyLedger()
    read(message(tag("deque", [0], None)), ledger)
    contents = [[tag("argument", 1 + number + 1)] for number in range(299)]
    blobs = [marshal.dumps(content, 2) for content in [*contents, [0]]]
    inner = marshal.dumps((0, [(0, [tag("argument", 1)])], [0]), 2)

    with pytest.raises(wire.TooLarge):
        read(marshal.dumps(([DEQUE] * 300, blobs, inner), 2), ledger)


def test_a_message_that_breaks_off_leaves_nothing_nested() -> None:
    """Tens of thousands of levels, which are there already when the message turns out to be unreadable."""
    count = 60_000
    contents = [[tag("argument", number + 1)] for number in range(count - 1)]

    with pytest.raises(wire.Malformed):
        read(message(tag("argument", count), [DEQUE] * count, [*contents, [0]]))
    with pytest.raises(wire.TooLarge):
        read(message(tag("argument", 0), [DEQUE] * count, [*contents, [0]]))


class Node:
    def __init__(self, inner: Any) -> None:
        self.inner = inner


def crossed(value: object, classes: dict[type, str] | None = None) -> Any:
    classes = classes or {}
    body = cells.write(value, lambda value: tag("handle", 0), classes, CopyLedger())
    return cells.read(body, wire.opaque, classes, CopyLedger())


def test_long_chains_of_objects_that_are_released_in_steps_cross() -> None:
    first = None
    for _ in range(5_000):
        first = Node(collections.deque([first]))
    node, count = crossed(first, {Node: "instance"}), 0
    while node is not None:
        node, count = node.inner[0], count + 1

    assert count == 5_000


def test_honest_containers_cross() -> None:
    itself: collections.deque[Any] = collections.deque()
    itself.append(itself)
    trie: Any = collections.defaultdict(dict)
    for _ in range(60):
        trie = collections.defaultdict(dict, {"a": trie})
    shared = collections.deque([1])
    many = [collections.deque([shared, shared]) for _ in range(1000)]

    assert crossed(itself)[0][0] is not None
    assert crossed([trie, trie]) == [trie, trie]
    assert crossed(many) == many


@pytest.mark.parametrize(
    "array", [np.array([1, 2]), np.array([[1.5]]), np.array(["a", None], dtype=object), np.array(3), np.zeros((0, 2))]
)
def test_an_array_that_occurs_twice_stays_one(array: Any) -> None:
    first, second = crossed([array, array])

    assert first is second
    assert (first.dtype, first.shape, first.tolist()) == (array.dtype, array.shape, array.tolist())


@pytest.mark.parametrize("content", [5, [1], tag("argument", 0), tag("deque", [], None)])
def test_an_array_is_made_of_an_array_only(content: object) -> None:
    with pytest.raises((wire.Malformed, wire.TooLarge)):
        read(message(tag("argument", 0), [("ndarray",)], [content]))
