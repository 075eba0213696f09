"""Variants of a run of a suite: copies of what crosses, constants for answers, and numbers that are none."""

from __future__ import annotations

import collections
from decimal import Decimal
from types import SimpleNamespace

import pytest

from assay.judges.host import masks
from assay.judges.host.nans import holds_nan
from assay.sandbox.guest.ledger import copied


class Node:
    """An object of a class that both sides define."""

    def __init__(self, value: object, after: Node | None = None) -> None:
        self.value, self.after = value, after


def test_a_copy_shares_nothing_that_can_change() -> None:
    inner = [1]
    given = (inner, {"a": inner}, collections.deque([inner], 3), bytearray(b"x"), Node(inner))

    made = copied(given, {Node: "instance"})
    made[0].append(2)
    made[3].append(0)

    assert (inner, given[3]) == ([1], bytearray(b"x"))
    assert made[1]["a"] is made[0] is made[2][0] is made[4].value
    assert (made[2].maxlen, type(made[4])) == (3, Node)


def test_a_ring_of_objects_is_copied_as_a_ring() -> None:
    first = Node(1)
    first.after = Node(2, first)

    made = copied([first], {Node: "instance"})[0]

    assert made is not first
    assert made.after.after is made


def test_what_is_no_data_stays_itself() -> None:
    given = [print, Node(1)]

    assert copied(given, {}) == given


@pytest.mark.parametrize("value", [None, len, [], ()])
def test_a_mask_leaves_what_says_nothing(value: object) -> None:
    assert masks.masked(value, masks.MASKS[0]) == value


def test_two_masks_agree_in_nothing() -> None:
    value = (True, 3, 2.5, "a", b"b", Decimal(2), [{"k": 1}])

    first, second = (masks.masked(value, mask) for mask in masks.MASKS)

    assert [one for one, other in zip(first, second, strict=True) if one == other] == []
    assert first[-1] == [{"k": 7}]


@pytest.mark.parametrize("value", [Decimal("NaN"), [Decimal("sNaN")], SimpleNamespace(a={"b": (Decimal("nan"),)})])
def test_a_number_that_is_none_is_found_inside(value: object) -> None:
    assert holds_nan(value)
    assert not holds_nan([Decimal(1), {"a": SimpleNamespace(b=Decimal(2))}])


def test_a_moment_and_an_array_that_are_none_are_found_inside() -> None:
    numpy = pytest.importorskip("numpy")
    pandas = pytest.importorskip("pandas")

    assert holds_nan((numpy.array([1.0, numpy.nan]),))
    assert holds_nan([numpy.float32("nan")])
    assert holds_nan({"a": [pandas.NaT]})
    assert holds_nan([pandas.Series([1, None], dtype="Int64")])
    assert not holds_nan([numpy.arange(3), pandas.DataFrame({"a": [1, 2]}), numpy.datetime64("2020-01-01")])
