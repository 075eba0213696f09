"""What is well inside of the given inputs is accepted, and what is at their border or beyond is not."""

from __future__ import annotations

import pytest

from assay.probes.inputs.base import Input
from assay.probes.inputs.reach import Reach

LISTS = [Input(([5, 9],)), Input(([2, 3, 7],)), Input(([4, 4],))]


@pytest.mark.parametrize(
    ("value", "accepted"),
    [([9, 2], True), ([3, 4, 5, 6], True), ([3], False), ([], False), ([1, 2], False), ([10, 5], False), ("ab", False)],
)
def test_numbers_and_sizes_stay_between_the_given_ones(value: object, accepted: bool) -> None:
    assert Reach(LISTS).accepts(Input((value,))) is accepted


@pytest.mark.parametrize(("text", "accepted"), [("0101", True), ("01a", False), ("1", False), ("1" * 20, False)])
def test_texts_of_few_letters_have_no_others(text: str, accepted: bool) -> None:
    given = [Input(("0011",)), Input(("10",)), Input(("111000",))]

    assert Reach(given).accepts(Input((text,))) is accepted


def test_arguments_by_name_and_items_of_tables_count_too() -> None:
    reach = Reach([Input((), {"x": {"a": 1, "b": 5}}), Input((), {"x": {"c": 3}})])

    assert reach.accepts(Input((), {"x": {"b": 4}}))
    assert not reach.accepts(Input((), {"x": {"b": 6}}))


@pytest.mark.parametrize(("text", "accepted"), [("The elements are unique.", False), ("Some elements.", True)])
def test_items_that_the_problem_calls_unique_do_not_come_twice(text: str, accepted: bool) -> None:
    given = [Input(([3, 1],)), Input(([2, 3, 1],))]

    assert Reach(given, text).accepts(Input(([2, 2],))) is accepted


def test_a_word_alone_does_not_forbid_what_is_given() -> None:
    assert Reach(LISTS, "Return the unique elements.").accepts(Input(([7, 7],)))
