"""Tests that are changed: each way is valid Python, and each test fails or passes then as it is said to."""

from __future__ import annotations

import ast
import random
import re
from typing import Any

import pytest

from assay.repositories.planting import MOST_OTHERS, plantings
from assay.repositories.recipes import Runner

PLAIN = b'''import os


def test_short(): assert True


def test_doc():
    """What it is about."""
    with open(os.devnull) as file:
        assert file is not None


def test_early():
    if os.name:
        return
    assert False


class TestGroup:
    @staticmethod
    def helper():
        return 1

    def test_in_class(self):
        found = self.helper()
        assert (found ==
                1), "one"
'''
UNITTEST = b'''import unittest


class Sums(unittest.TestCase):
    def test_sum(self):
        self.assertEqual(1 + 1, 2)
        self.assertTrue(True)

    def test_named(self):
        """A name in words."""
        self.assertIn(1, [1])
'''


def outcomes(source: bytes, names: list[str]) -> dict[str, bool]:
    """Run the functions of a file; return which of them come to their end."""
    space: dict[str, object] = {}
    exec(compile(source, "t.py", "exec"), space)
    found = {}
    for name in names:
        function = space[name]
        assert callable(function)
        try:
            function()
        except Exception:  # whatever was planted
            found[name] = False
        else:
            found[name] = True
    return found


@pytest.mark.parametrize("seed", range(30))
def test_every_test_fails_in_one_half_and_passes_with_another_text_in_the_other(seed: int) -> None:
    names = ["test_short", "test_doc", "test_early"]
    halves = plantings({"t.py": PLAIN}, names, (), Runner.FUNCTIONS, random.Random(seed))

    assert len(halves) == 2
    assert halves[0].failing & set(names) == halves[1].passing
    assert halves[0].passing == halves[1].failing & set(names)
    assert halves[0].failing | halves[0].passing >= set(names)
    for half in halves:
        every = [*names, *half.failing]
        assert outcomes(half.files["t.py"], every) == {name: name in half.passing for name in every}
        assert outcomes(half.plain["t.py"], names) == {name: name in half.passing for name in names}
        for name in names:
            assert function_text(half.files["t.py"], name) != function_text(PLAIN, name)


def function_text(source: bytes, name: str) -> str:
    (found,) = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef) and node.name == name]
    return ast.dump(found)


@pytest.mark.parametrize("seed", range(10))
def test_lines_keep_their_numbers_behind_simple_statements(seed: int) -> None:
    source = b"def test_a():\n    found = 1  # why\n\ndef test_b():\n    assert (1 ==\n        1)\n"
    for half in plantings({"t.py": source}, ["test_a"], ["test_b"], Runner.FUNCTIONS, random.Random(seed)):
        assert half.plain["t.py"].count(b"\n") == source.count(b"\n")
        assert outcomes(half.files["t.py"], ["test_a", "test_b"]) == {
            name: name in half.passing for name in ("test_a", "test_b")
        }


def test_one_test_alone_fails_and_then_passes_changed() -> None:
    halves = plantings({"t.py": PLAIN}, ["test_short"], (), Runner.FUNCTIONS, random.Random(0))
    first, second = sorted(halves, key=lambda half: len(half.passing))

    assert (first.failing, first.passing) == (frozenset({"test_short"}), frozenset())
    assert second.passing == {"test_short"}
    assert len(second.failing) == 1  # a copy
    assert "test_short" not in second.failing


@pytest.mark.parametrize("seed", range(10))
def test_some_of_the_others_are_changed_too(seed: int) -> None:
    source = b"\n".join(b"def test_%d():\n    assert True\n" % number for number in range(100))
    others = [f"test_{number}" for number in range(1, 100)]
    first, second = plantings({"t.py": source}, ["test_0"], others, Runner.FUNCTIONS, random.Random(seed))

    known = {"test_0", *others}
    assert len((first.failing | first.passing) & known) == 1 + MOST_OTHERS
    assert abs(len(first.failing & known) - len(second.failing & known)) <= 1
    assert outcomes(first.files["t.py"], [*first.failing]) == dict.fromkeys(first.failing, False)


@pytest.mark.parametrize("seed", range(10))
def test_a_planted_test_fails_after_it_has_called_what_it_tests(seed: int) -> None:
    called: list[int] = []
    source = b"def test_a():\n    found = call(1)\n    assert found == 1\n"
    halves = plantings({"t.py": source}, ["test_a"], (), Runner.FUNCTIONS, random.Random(seed))
    fails = next(half for half in halves if not half.passing)

    def call(value: int) -> int:
        called.append(value)
        return value

    space: dict[str, object] = {"call": call}
    exec(fails.files["t.py"], space)
    test = space["test_a"]
    assert callable(test)

    with pytest.raises(AssertionError):
        test()
    assert called == [1]


@pytest.mark.parametrize("seed", range(10))
def test_ids_of_pytest_find_their_functions_with_all_parameters(seed: int) -> None:
    ids = ["t.py::TestGroup::test_in_class[a", "t.py::TestGroup::test_in_class[b]", "t.py::test_gone"]
    halves = plantings({"t.py": PLAIN}, ids, (), Runner.PYTEST, random.Random(seed))
    found, copied = sorted(halves, key=lambda half: len(half.passing))

    assert found.failing == frozenset(ids[:2])
    assert copied.passing == frozenset(ids[:2])
    assert sorted({re.sub(r"_\d+", "", name) for name in copied.failing}) == ids[:2]
    compile(found.files["t.py"], "t.py", "exec")
    compile(copied.files["t.py"], "t.py", "exec")


def test_a_function_with_ids_of_both_kinds_is_changed_once() -> None:
    ids = ["t.py::TestGroup::test_in_class[a]", "t.py::TestGroup::test_in_class[b]"]
    halves = plantings({"t.py": PLAIN}, ids[:1], ids[1:], Runner.PYTEST, random.Random(0))

    assert {(half.failing & set(ids), half.passing) for half in halves} == {
        (frozenset(ids[:1]), frozenset()),
        (frozenset(), frozenset(ids[:1])),
    }


@pytest.mark.parametrize("seed", range(10))
def test_ids_of_unittest_are_names_of_both_forms_or_descriptions(seed: int) -> None:
    ids = ["test_sum (a.b.Sums)", "test_sum (a.b.Sums.test_sum)", "A name in words."]
    halves = plantings({"a/b.py": UNITTEST}, ids, (), Runner.UNITTEST, random.Random(seed))

    assert {half.failing & set(ids) for half in halves} == {frozenset(ids[:2]), frozenset(ids[2:])}
    copies = {re.sub(r"_\d+", "", name) for half in halves for name in half.failing - set(ids)}
    assert copies == {ids[0]}  # of what has only a description nobody would know the copy
    for half in halves:
        compile(half.files["a/b.py"], "b.py", "exec")


@pytest.mark.parametrize(
    ("source", "name"), [(PLAIN, "test_elsewhere"), (b"print 'old'\ndef test_a(): pass\n", "test_a")]
)
def test_without_functions_there_is_nothing_to_plant(source: bytes, name: str) -> None:
    assert plantings({"t.py": source}, [name], (), Runner.FUNCTIONS, random.Random(0)) == []


ASKING = b"""import functools


def check(found):
    assert found == 1


class TestGroup:
    def own(self, found):
        assert found in (1, 2)

    @functools.wraps(check)
    @functools.cache
    def test_by_others(self):
        check(1)
        self.own(2)
"""


@pytest.mark.parametrize("seed", range(10))
def test_copies_fail_where_functions_ask_that_a_test_calls(seed: int) -> None:
    ids = ["t.py::TestGroup::test_by_others"]
    halves = plantings({"t.py": ASKING}, ids, (), Runner.PYTEST, random.Random(seed))
    (half,) = [one for one in halves if one.passing]
    space: dict[str, Any] = {}  # Any: what the file defines
    exec(compile(half.files["t.py"], "t.py", "exec"), space)

    assert len(half.failing) == 3  # another number, and each of the two turned
    for name in half.failing:
        with pytest.raises(AssertionError):
            getattr(space["TestGroup"](), name.rpartition("::")[2])()
    space["TestGroup"]().test_by_others()


@pytest.mark.parametrize(
    ("runner", "ids"),
    [
        (Runner.UNITTEST, ["test_kept (a.b.One)", "test_kept (a.b.Two.test_kept)"]),
        (Runner.PYTEST, ["a/b.py::One::test_kept", "a/b.py::Two::test_kept[x"]),
    ],
)
def test_a_method_is_found_in_the_class_that_it_is_inherited_from(runner: Runner, ids: list[str]) -> None:
    source = (
        b"class Mixin:\n    def test_kept(self):\n        assert self.made() == 1\n\n"
        b"    def test_own(self):\n        assert True\n\n\n"
        b"class One(Mixin, Missing):\n    def test_own(self):\n        assert 1\n\n\n"
        b"class Two(One, Two):\n    pass\n"
    )
    first, second = plantings({"a/b.py": source}, ids, (), runner, random.Random(1))

    assert set(ids) <= first.failing | second.failing
    for half in (first, second):
        compile(half.files["a/b.py"], "b.py", "exec")


def test_files_with_other_ends_of_lines_are_changed_too() -> None:
    halves = plantings({"t.py": PLAIN.replace(b"\n", b"\r\n")}, ["test_doc"], (), Runner.FUNCTIONS, random.Random(0))

    assert {outcomes(half.files["t.py"], ["test_doc"])["test_doc"] for half in halves} == {True, False}
