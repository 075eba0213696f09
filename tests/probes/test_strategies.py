"""Strategies as text: only names of strategies and literals get through, whatever is written."""

from __future__ import annotations

import ast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from assay.errors import InvalidValue, UnknownNameError
from assay.probes.inputs.strategies import NAMES, drawn_here, read_strategy


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("integers(0, 9)", "tuples(integers(0, 9))"),
        (" lists(integers(), max_size=5), text('ab') ", "tuples(lists(integers(), max_size=5), text('ab'))"),
        ("none() | booleans() | just([1])", "tuples(none() | booleans() | just([1]))"),
        ("one_of([none(), integers(-1, 1)])", "tuples(one_of([none(), integers(-1, 1)]))"),
        ("fixed_dictionaries({'a': integers()})", "tuples(fixed_dictionaries({'a': integers()}))"),
        ("sampled_from(['x', (1, 2)])", "tuples(sampled_from(['x', (1, 2)]))"),
        ("(integers(), integers())", "tuples(integers(), integers())"),
    ],
)
def test_what_is_meant(text: str, meant: str) -> None:
    assert read_strategy(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        "",
        "()",
        "integers",
        "3",
        "st.integers()",
        "integers().map(str)",
        "lambda: 0",
        "builds(open, just('x'))",
        "from_type(int)",
        "__import__('os')",
        "integers(**{})",
        "lists(*[integers()])",
        "lists(integers(), max_size=10**9)",
        "lists(integers(), max_size=100000)",
        "lists(integers(), min_size=-1)",
        "[x for x in (1,)]",
        "integers(min_value=open)",
        "just(f'{1}')",
        "lists(" * 30 + "integers()" + ")" * 30,
        "(" * 300,
        "integers(), " * 1000,
        "fixed_dictionaries({**{}, 'a': integers()})",
        "integers() + integers()",
        "\ud800",
        "\0",
    ],
)
def test_everything_else_is_refused(text: str) -> None:
    with pytest.raises((InvalidValue, UnknownNameError)):
        read_strategy(text)


PIECES = st.sampled_from(
    [*NAMES, "(", ")", ",", "|", "[", "]", "{", "}", ":", "1", "'a'", "max_size=", ".", "x", "**", " "]
)


@given(st.lists(PIECES, max_size=30).map("".join) | st.text(max_size=30))
@example("integers()")
def test_nothing_but_strategies_and_literals_gets_through(text: str) -> None:
    try:
        made = read_strategy(text)
    except (InvalidValue, UnknownNameError):
        return
    tree = ast.parse(made, mode="eval")
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}

    assert names <= set(NAMES)
    assert not any(
        isinstance(node, ast.Attribute | ast.Lambda | ast.Starred | ast.comprehension) for node in ast.walk(tree)
    )


def test_a_strategy_of_the_callers_own_is_drawn_from() -> None:
    one, two = ([x.arguments for x in drawn_here(st.tuples(st.integers()), 20, 5)] for _ in range(2))

    assert one == two
    assert len(one) > 5
    assert all(len(x.arguments) == 1 for x in drawn_here(st.integers(), 5, 0))
    with pytest.raises(InvalidValue, match=r"strategy: must be a text or a strategy of Hypothesis, got \[1\]"):
        list(drawn_here([1], 5, 0))  # type: ignore[arg-type]  # the mistake that is meant
