"""Domains: what given inputs have in common is asked of others."""

from __future__ import annotations

import pytest

from assay.probes.inputs.base import Input
from assay.probes.inputs.domain import Domain


def domain(*given: object, text: str = "") -> Domain:
    return Domain([Input(one if isinstance(one, tuple) else (one,)) for one in given], text)


def accepts(known: Domain, *arguments: object) -> bool:
    return known.accepts(Input(arguments))


@pytest.mark.parametrize(
    ("given", "inside", "outside"),
    [
        ([3, 8, 12], [2, 50, 1200], [1, 0, -1, 10**6, 2.5, True, "a", None]),
        ([1, 8, 12], [1], [0, -1]),
        ([0, 8, 12], [0, 50], [-1]),
        ([-3, 8, 12], [-50, 0, 50], [10**6]),
        ([1.5, 2.25, 0.5], [3.5], [-1.5, 3, 0.123456789, float("nan"), float("inf")]),
        (["abc", "xyz", "hello"], ["q", "Q 1", ""], ["é", "q!", 5]),
        (["03-11-2000", "15-01-2012", "04-0-2040"], ["11-22-3333"], ["0311", "1-2", "a-b-c"]),
        (["()", "(())", "()()"], ["((()))"], ["(", ")(", "[]", "a"]),
        (["one two", "two one two", "one one one"], ["two two"], ["three", "one  two", " one"]),
        (["5 x and 6 y", "1 x and 0 y", "9 x and 9 y"], ["7 x and 8 y"], ["7 y and 8 x", "7 x and 8 x"]),
        (["0101010", "1100110", "1111"], ["10"], ["12", "a"]),
        ([[3, 1], [2, 9], [1]], [[9, 1], [], [0], [-4]], [["a"], [[1]], (1,)]),
        ([[1, 2], [3, 4], [9, 8]], [[5, 5]], [[1], [1, 2, 3]]),
        ([[[1, 2], [3, 4]], [[1]], [[1, 2, 3], [4, 5, 6], [7, 8, 9]]], [[[5]]], [[[1, 2], [3]], [[1, 2]]]),
        ([{"a": 1}, {"b": 2}, {"c": 3}], [{"d": 4}, {}], [{1: 1}, {"a": "b"}]),
        ([{"k": 1}, {"k": 2}, {"k": 3}], [{"k": 9}], [{"j": 1}, {}]),
        ([None, 5, 7, 9], [None, 6], [-1, "a"]),
        (["a", "b", "c", "d", []], ["e", []], [[1], ["a"]]),
        ([[1, "a", 2.5, None]], [[{}, 3]], []),
    ],
)  # fmt: skip
def test_inputs_like_the_given_ones_are_inside(
    given: list[object], inside: list[object], outside: list[object]
) -> None:
    known = domain(*[(one,) for one in given])
    assert [accepts(known, value) for value in inside] == [True] * len(inside)
    assert [accepts(known, value) for value in outside] == [False] * len(outside)


@pytest.mark.parametrize(
    ("given", "inside", "outside"),
    [
        ([(1, 5), (2, 9), (3, 3)], (4, 6), (6, 4)),
        ([(9, 5), (9, 2), (3, 1)], (6, 4), (4, 6)),
        ([([1, 2], 1), ([5, 3, 4], 3), ([9], 1)], ([1, 2], 2), ([1, 2], 3)),
        ([("ab", "ba"), ("a", "b"), ("xyz", "zzz")], ("cd", "dc"), ("cd", "c")),
        ([([1, 2], [1]), ([1, 2, 3], [4, 5]), ([1], [])], ([1, 1], [2]), ([1, 1], [2, 2])),
    ],
)
def test_relations_between_arguments_are_kept(
    given: list[object], inside: tuple[object, ...], outside: tuple[object, ...]
) -> None:
    known = domain(*given)
    assert accepts(known, *inside)
    assert not accepts(known, *outside)


def test_a_text_that_is_one_of_several_arguments_is_not_empty_unless_one_was() -> None:
    assert not accepts(domain(("ab", "b"), ("cd", "c"), ("ef", "e")), "ab", "")
    assert accepts(domain(("ab", ""), ("cd", "c"), ("ef", "e")), "ab", "")


@pytest.mark.parametrize(
    ("given", "text", "value", "inside"),
    [
        ((5, 7), "", -1, True),
        ((5, 7), "Given a positive integer, ...", -1, False),
        ((5, 7), "Given a non-negative integer, ...", -1, False),
        ((5, 7), "Restrictions: 1 <= num <= 1000", 0, False),
        ((500, 700), "Restrictions: 1 <= num <= 1000", 1001, False),
        ((2, 3, 5), "base numbers are less than 10", 10, False),
        ((2, 3, 5), "base numbers are less than 10", 9, True),
        (([1], [2], [3, 2]), "", [], True),
        (([1], [2]), "Takes a non-empty list.", [], False),
        (([1, 2], [3, 4, 5], [6, 7]), "", [2, 1], True),
        (([1, 2], [3, 4, 5], [6, 7]), "Takes a sorted list.", [2, 1], False),
        (([1, 2], [3, 4, 5], [6, 7]), "A list of unique integers", [1, 1], False),
        (([1, 2], [3, 4, 5], [6, 7]), "Return the unique elements", [1, 1], True),
        (("ab", "cd", "efg"), "A string of lowercase letters", "A", False),
        (("a b", "c d", "e f g"), "", "a  b", False),
        (("a b", "c 1", "e.f g"), "words separated by spaces", "a  b", True),
    ],
)
def test_the_text_of_a_problem_counts(given: tuple[object, ...], text: str, value: object, inside: bool) -> None:
    assert accepts(domain(*[(one,) for one in given], text=text), value) is inside


def test_other_numbers_of_arguments_are_outside() -> None:
    known = domain((1, 2), (3, 4))
    assert not accepts(known, 1)
    assert not known.accepts(Input((1, 2), {"x": 1}))


def test_given_inputs_are_inside_themselves() -> None:
    given = [Input((one,)) for one in ([], [1, 2], [[1], []], "a b", {"x": [1]}, (1, "a"), 5, -2.5, None, {1, 2})]
    known = Domain(given)
    assert all(known.accepts(one) for one in given)


def test_without_given_inputs_nothing_is_inside() -> None:
    assert not Domain([]).accepts(Input((1,)))
