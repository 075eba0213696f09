"""Assertions that ask for something else: each way is valid Python, and what passed fails."""

from __future__ import annotations

import ast
import random

import pytest

from assay.repositories.turning import reached, turned

HEAD = """
import contextlib, unittest
import pytest
self = unittest.TestCase()
x, names = 6, {"a": [1, "b"]}
def boom(): raise ValueError("no")
def raises(kind, function):
    with pytest.raises(kind): function()
"""
PASSING = [
    "assert x == 6",
    "assert 6 == x, 'six'",
    "assert x == 2 * 3",
    "assert (x ==\n    6)",
    "assert names == {'a': [1, 'b']}",
    "assert names['a'][1:] == ['''b''']",
    "assert [] == []",
    "assert -x == -6.0",
    "assert (x > 1) == True",
    "assert not x == 7",
    "assert not(x == 7)",
    "assert x != 7",
    "assert 'a' in names",
    "assert 'c' not in names",
    "assert names is not None",
    "assert x or names",
    "assert x",
    "assert (found := x)",
    "assert x if names else False",
    "assert 1 < x < 7",
    "assert isinstance(x, int)",
    "self.assertEqual(x, 6)",
    "self.assertEqual(x, 6, 'six')",
    "self.assertTrue(x, 'six')",
    "self.assertNotIn('c', names)",
    "self.assertGreater(x, 5)",
    "self.assertCountEqual(names, ['a'])",
    "self.assertRaises(ValueError, boom)",
    "self.assertRaisesRegex(ValueError, 'no', boom)",
    "raises(ValueError, lambda: boom())",
    "with pytest.raises(ValueError) as error:\n        boom()",
    "with contextlib.suppress(KeyError), self.assertRaises(\n        ValueError\n    ):\n        boom()",
    "with contextlib.suppress(KeyError):\n        assert x == 6",
]
"""Statements of a test that passes."""
WITHOUT = ("self.assertGreater(x, 5)",)
"""Those of them that nobody knows how to turn."""


@pytest.mark.parametrize("statement", PASSING)
def test_what_passes_fails_in_every_way(statement: str) -> None:
    source = f"{HEAD}\ndef test_it():\n    {statement}\n"
    ways = edited(source)

    assert fails(source) is False
    assert bool(ways) is (statement not in WITHOUT)
    assert [fails(way) for way in ways] == [True] * len(ways), ways


@pytest.mark.parametrize("statement", ["boom", "print(x)", "with open('f') as file:\n        pass", "x = 7"])
def test_what_asks_nothing_is_left_alone(statement: str) -> None:
    assert edited(f"{HEAD}\ndef test_it():\n    {statement}\n") == []


def test_nothing_behind_a_return_is_turned() -> None:
    assert edited("def test_it():\n    if x:\n        return\n    assert x == 6\n") == []


@pytest.mark.parametrize("statement", ["assert Equal() == 6", "assert 6 == Equal()", "self.assertEqual(Equal(), 6)"])
def test_what_equals_everything_passes_in_the_first_way(statement: str) -> None:
    """So the reports of such a test are lies."""
    source = f"{HEAD}\nclass Equal:\n    def __eq__(self, other): return True\ndef test_it():\n    {statement}\n"

    assert fails(edited(source)[0]) is False


def edited(source: str) -> list[str]:
    """The source after each of the ways in which its last function can be turned."""
    lines = source.encode().split(b"\n")
    function = ast.parse(source).body[-1]
    assert isinstance(function, ast.FunctionDef)
    found = []
    for way in [way for node in reached(function.body) for way in turned(node, lines, random.Random(1))]:
        changed = list(lines)
        for edit in sorted(way, key=lambda one: (one.line, one.start), reverse=True):
            line = changed[edit.line]
            changed[edit.line] = line[: edit.start] + edit.text + line[edit.end :]
        found.append(b"\n".join(changed).decode())
    return found


def fails(source: str) -> bool:
    """Whether the function `test_it` of a source raises anything."""
    space: dict[str, object] = {}
    exec(source, space)
    test = space["test_it"]
    assert callable(test)
    try:
        test()
    except BaseException:  # what pytest raises is no Exception
        return True
    return False
