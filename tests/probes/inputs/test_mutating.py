"""Values changed a little: types are kept, seeds decide."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from assay.probes.inputs.mutating import MOST_ITEMS, ValueMutator

VALUES: list[Any] = [
    5, 0, 2.5, float("inf"), float("nan"), "abc", "", "two words here", b"ab", b"", [1, 2, 3], [], [[1], [2, 3]],
    ["a", 1], (1, "a"), (), {"a": 1}, {}, {1, 2}, set(), frozenset([1]), True,
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_changed_value_has_the_same_type(value: Any) -> None:
    mutator = ValueMutator(Random(1), VALUES)
    assert {type(mutator.mutated(value)) for _ in range(200)} == {type(value)}


@pytest.mark.parametrize("value", [5, 2.5, "abc", [1, 2, 3], (1, "a"), {"a": 1}, {1, 2}], ids=repr)
def test_most_changes_are_changes(value: Any) -> None:
    mutator = ValueMutator(Random(1))
    assert sum(mutator.mutated(value) != value for _ in range(200)) > 100


def test_the_value_that_came_is_not_touched() -> None:
    value = [[1, 2], {"a": [3]}]
    mutator = ValueMutator(Random(2), [value])
    for _ in range(500):
        mutator.mutated(value)
    assert value == [[1, 2], {"a": [3]}]


def test_the_same_seed_gives_the_same_values() -> None:
    first, second = (ValueMutator(Random(7), ["xy", 9]) for _ in range(2))
    assert [first.mutated("abc") for _ in range(50)] == [second.mutated("abc") for _ in range(50)]


def test_values_do_not_grow_without_bound() -> None:
    mutator = ValueMutator(Random(3))
    text, items = "ab", [1, 2]
    for _ in range(2_000):
        text, items = mutator.mutated(text), mutator.mutated(items)
        assert len(text) <= 2 * MOST_ITEMS + 2
        assert len(items) <= MOST_ITEMS


def test_what_nothing_is_known_about_stays_as_it_is() -> None:
    value = object()
    assert ValueMutator(Random(1)).mutated(value) is value
