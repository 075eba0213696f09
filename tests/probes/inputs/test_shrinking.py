"""Inputs made smaller: what comes out, how many are tried, and that it ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from assay.probes.inputs.base import Input
from assay.probes.inputs.shrinking import lowered, shrunk, smaller, weight


def failing(test: Callable[..., bool]) -> Callable[[Sequence[Input]], list[bool]]:
    return lambda inputs: [test(*one.arguments, **one.keywords) for one in inputs]


@pytest.mark.parametrize(
    ("start", "test", "text"),
    [
        (([5, 3, 9, 3],), lambda xs: len(xs) != len(set(xs)), "[0, 0]"),
        (([5, 3, 9, 3],), lambda xs: xs != sorted(xs), "[1, 0]"),
        ((1234,), lambda x: x > 100, "101"),
        ((-1234,), lambda x: x < 0, "-1"),
        ((-77.25,), lambda x: x < 0, "-1.0"),
        (("hello World",), lambda s: any(c.isupper() for c in s), "'A'"),
        (("xxabcxx",), lambda s: len(s) >= 3, "'aaa'"),
        (({"k": 5, "l": 6},), lambda d: len(d) > 0, "{'': 0}"),
        (({4, 5, 6},), lambda s: len(s) > 1, "{0, 1}"),
        (((3, "ab"),), lambda t: len(t) == 2 and t[0] > 1, "(2, '')"),
        ((b"\x05\x06",), lambda b: len(b) > 0, "b'\\x00'"),
        (([[1, 2], [3]],), lambda xs: any(xs), "[[0]]"),
        ((True, 7), lambda flag, x: x > 2, "False, 3"),
    ],
)
def test_the_smallest_is_found(start: tuple[object, ...], test: Callable[..., bool], text: str) -> None:
    assert shrunk(Input(start), failing(test)).text() == text


def test_arguments_by_name_become_smaller_too() -> None:
    found = shrunk(Input((9,), {"y": 9}), failing(lambda x, y: x + y > 5))
    assert found.text() in ("0, y=6", "6, y=0")


def test_what_cannot_be_made_smaller_stays() -> None:
    start = Input((0, "", [], None))
    assert shrunk(start, failing(lambda *_: True)) == start


def test_no_more_are_tried_than_allowed() -> None:
    tried: list[Input] = []

    def fails(inputs: Sequence[Input]) -> list[bool]:
        tried.extend(inputs)
        return [True] * len(inputs)

    shrunk(Input((list(range(5_000)),)), fails, most=100)
    assert 0 < len(tried) <= 100


def test_a_test_that_is_never_true_again_ends_at_once() -> None:
    start = Input(([3, 4, 5],))
    assert shrunk(start, failing(lambda _: False)) == start


@pytest.mark.parametrize("value", [7, -7, 2.5, "aB", [1, [2]], (1, 2), {"a": 1}, {1, 2}, b"ab", True])
def test_smaller_values_keep_their_type(value: Any) -> None:
    found = list(smaller(value))
    assert found
    assert {type(one) for one in found} == {type(value)}


def test_the_plainer_input_weighs_less() -> None:
    order = [Input((0,)), Input((1,)), Input((-1,)), Input(([],)), Input(([0],)), Input(([0, 0],))]
    assert sorted(order, key=weight)[-1] == order[-1]
    assert weight(order[0]) < weight(order[1]) < weight(order[2])


@pytest.mark.parametrize("divisor", [1, 2, 3, 5, 7, 11, 29])
@pytest.mark.parametrize("threshold", [5, 300, 4096, 1_000_003])
@pytest.mark.parametrize("start", [10**9 + 7, 10**30 + 9])
def test_numbers_that_fail_now_and_then_are_lowered_to_the_first(divisor: int, threshold: int, start: int) -> None:
    def differs(n: int) -> bool:
        return max(0, n - threshold) // divisor != max(0, n - threshold - 1) // divisor

    start += next(more for more in range(divisor) if differs(start + more))

    assert lowered(Input((start,)), failing(differs)).arguments == (threshold + divisor,)


def test_numbers_within_lists_and_below_zero_are_lowered() -> None:
    found = lowered(Input(([7, 10**12],), {"low": -(10**9)}), failing(lambda xs, low: xs[1] > 999 and low < -41))

    assert found == Input(([0, 1000],), {"low": -42})
