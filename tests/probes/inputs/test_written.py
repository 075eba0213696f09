"""Inputs written as calls."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue
from assay.probes.inputs.base import Input
from assay.probes.inputs.written import read_call, read_calls


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f()", Input()),
        (" f(1, -2.5) ", Input((1, -2.5))),
        ("(1, 'a')", Input((1, "a"))),
        ("f([1, {2}], key={'a': (None, True)})", Input(([1, {2}],), {"key": {"a": (None, True)}})),
        ("f(inf, [-inf])", Input((float("inf"), [float("-inf")]))),
        ("f(float('inf'), set(), b'x')", Input((float("inf"), set(), b"x"))),
    ],
)
def test_a_call_is_read(text: str, expected: Input) -> None:
    assert read_call(text) == expected


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("f(", "is not a call that Python can read"),
        ("1 + 1", "an input is written as a call"),
        ("f(1); g(2)", "an input is written as a call"),
        ("a.f(1)", "an input is written as a call"),
        ("f(x)", "must be literals"),
        ("f(__import__('os').system('true'))", "must be literals"),
        ("f(9 ** 9 ** 9)", "must be literals"),
        ("f('a' * 10 ** 10)", "must be literals"),
        ("f(*[1])", "without * and **"),
        ("f(**{'a': 1})", "without * and **"),
        ("g(1)", "a call of 'g', and the function is 'f'"),
        ("f(" + "[" * 500 + "]" * 500 + ")", "is not a call|must be literals"),
        ("f(" + "-" * 5000 + "1)", "is not a call|must be literals"),
        ("f('" + "a" * 200_000 + "')", "may have 100000 characters"),
    ],
)
def test_anything_else_is_a_mistake(text: str, says: str) -> None:
    with pytest.raises(InvalidValue, match=says.replace("*", r"\*")):
        read_call(text, entry_point="f")


@given(st.text(max_size=60))
def test_any_text_is_an_input_or_a_mistake(text: str) -> None:
    try:
        assert isinstance(read_call(text), Input)
    except InvalidValue:
        pass


def test_a_file_has_a_call_on_each_line(tmp_path: Path) -> None:
    path = tmp_path / "calls.txt"
    path.write_text("# the first\nf(1)\n\nf(2)\n")

    assert [one.text() for one in read_calls(path, entry_point="f")] == ["1", "2"]

    path.write_text("f(1)\nf(x)\n")
    with pytest.raises(InvalidValue, match=r"calls.txt, line 2: .* must be literals"):
        read_calls(path)
    with pytest.raises(InvalidValue, match="cannot be read"):
        read_calls(tmp_path / "nothing")
