"""Grammars of program input: what texts they give, and what mistakes in them say."""

from __future__ import annotations

import contextlib
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue
from assay.probes.inputs.grammar import Grammar


@pytest.mark.parametrize(
    ("source", "choices", "text"),
    [
        ("int(3..9)", [], "3\n"),
        ("int(-9..9)", [], "0\n"),
        ("int(-9..-3)", [1], "-4\n"),
        ("int(-9..9)", [1], "1\n"),
        ("int(-9..9)", [10], "-1\n"),
        ("int(-1..5)", [6], "-1\n"),
        ("int(-5..1)", [6], "-5\n"),
        ("int(-5..0)", [6], "0\n"),
        ("int(5)", [], "5\n"),
        ("n:int(1..5) NEWLINE int(-9..9){n}", [2, 1, 10, 2], "3\n1 -1 2\n"),
        ("n:int(2..5) k:int(1..n-1) int(n..n + 2)", [1, 1, 2], "3 2 5\n"),
        ("(int(1..2) NL){2}", [0, 1], "1\n2\n"),
        ("t:int(1..3) NEWLINE (n:int(1..4) NEWLINE int(0..9){n} NEWLINE){t}", [1, 0, 5, 1, 6, 7], "2\n1\n5\n2\n6 7\n"),
        ("w:int(1..4) h:int(1..3) NL (word(.#, w) NL){h}", [1, 1, 1, 0, 1, 1], "2 2\n#.\n##\n"),
        ('"q" choice(add, del, "two words") word(a-c0-1, 2)', [2, 1, 3], "q two words b0\n"),
        ('"a \\"b\\"" NEWLINE newline "c"', [], 'a "b"\n\nc\n'),
        ("float(-1..1){2}", [1, 2000], "0.001 -1\n"),
        ("int(1..9){0..3}", [], ""),
        ("int(0..9)", [-7, 99], "7\n"),
    ],
)
def test_choices_lead_to_a_text(source: str, choices: list[int], text: str) -> None:
    assert Grammar(source).text(choices) == text


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("  ", "it is empty"),
        ("n:", "expected a part: .* at character 3, got 'the end'"),
        ("int(1..5", r"expected '\)' at character 9"),
        ("int(5..1)", "there is nothing from 5 to 1, in 'int"),
        ("int(x..3)", "'x' at character 5 has no value yet; names so far: none"),
        ("n:int(1..2) int(0..m)", "'m' at character 20 .* names so far: n"),
        ("a:int(1..2){3} int(0..a)", "'a' at character 23 is not a number"),
        ("foo", "expected a part: .* got 'foo'"),
        ("int(1..2) )", "expected a part at character 11"),
        ("(", "expected a part"),
        ("word(a-z)", "expected a text at character 6"),
        ("word(z-a, 2)", "z-a at character 1 is no range"),
        ("int:int(1..2)", "'int' at character 1 is the name of a kind of part"),
        ("int(1..2){-1}", "a count or a length must be from 0 to 10000"),
        ("int(1..2){20000}", "a count or a length must be from 0 to 10000"),
        ("int(1..3)$", r"at character 10, got '\$'"),
        ("choice()", "expected a text at character 8"),
        ('"abc', "expected a part at character 1"),
        ("((int(1..2){9999}){9999}){9999}", "a text may have 100000 parts"),
        ("(" * 60 + "int(1..2)" + ")" * 60, "nested 50 deep"),
        ("x" * 20_000, "it may have 10000 characters"),
    ],
)
def test_a_mistake_names_its_place(source: str, says: str) -> None:
    with pytest.raises(InvalidValue, match=says):
        Grammar(source).text([])


def test_the_same_seed_draws_the_same_and_the_simplest_first() -> None:
    grammar = Grammar("n:int(1..5) NEWLINE int(-9..9){n}")
    first, again, other = ([grammar.text(one) for one in islice(grammar.draws(seed), 50)] for seed in (0, 0, 1))

    assert first == again != other
    assert first[0] == "1\n0\n"
    for text in first:
        count, numbers = text.splitlines()
        assert len(numbers.split()) == int(count) <= 5


@given(st.lists(st.integers(), max_size=12))
def test_any_choices_stay_within_the_grammar(choices: list[int]) -> None:
    low, high = Grammar("a:int(-3..3) int(a..9)").text(choices).split()

    assert -3 <= int(low) <= 3
    assert int(low) <= int(high) <= 9


@given(st.text(max_size=40))
def test_any_text_is_a_grammar_or_a_clear_mistake(source: str) -> None:
    with contextlib.suppress(InvalidValue):
        assert isinstance(Grammar(source).text([]), str)
