"""Literals that are followed through names, containers and helpers, in bounded steps."""

from __future__ import annotations

import ast

import pytest

from assay.repositories.expectations import Expectations


def compared(source: str) -> list[str]:
    return [ast.unparse(node) for node in Expectations(ast.parse(source)).compared]


@pytest.mark.parametrize(
    "source",
    [
        "a = 3\na = [a]\nassert f() == a\n",
        "def test(a=3):\n    while f():\n        a = {'k': a}\n    assert f() == a\n",
        "def nest(a):\n    return nest([a]) if f() else a\nassert nest(3) == 4\n",
        "def one(a): two([a])\ndef two(b): one((b, b))\none(3)\n",
    ],
)
def test_a_name_that_is_given_itself_is_followed_only_so_far(source: str) -> None:
    assert "3" not in compared(source)


def test_tables_of_loops_and_helpers_hold_what_is_only_compared() -> None:
    source = """
WANTED = {"a": 3, "b": -4}
def check(one, other=5):
    assert one == other
def test():
    for key, want in WANTED.items():
        assert f(key) == want
    check(f(), 6)
    check(f(7))
"""

    assert sorted(compared(source)) == ["-4", "3", "5", "6"]
