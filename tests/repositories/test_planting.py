"""Tests that are made to fail: each way is valid Python, and each planted test fails when it is run."""

from __future__ import annotations

import random

import pytest

from assay.repositories.planting import plantings
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


@pytest.mark.parametrize("seed", range(30))
def test_a_planted_function_fails(seed: int) -> None:
    names = ["test_short", "test_doc", "test_early"]
    halves = plantings({"t.py": PLAIN}, names, Runner.FUNCTIONS, random.Random(seed))

    assert sorted(name for half in halves for name in half.ids) == sorted(names)
    for half in halves:
        space: dict[str, object] = {}
        exec(compile(half.files["t.py"], "t.py", "exec"), space)
        for name in names:
            function = space[name]
            assert callable(function)
            if name in half.ids:
                with pytest.raises(Exception):  # noqa: B017, PT011  # whatever was planted
                    function()
            else:
                function()


@pytest.mark.parametrize("seed", range(10))
def test_a_planted_test_fails_after_it_has_called_what_it_tests(seed: int) -> None:
    called: list[int] = []
    source = b"def test_a():\n    found = call(1)\n    assert found == 1\n"
    (only,) = plantings({"t.py": source}, ["test_a"], Runner.FUNCTIONS, random.Random(seed))

    def call(value: int) -> int:
        called.append(value)
        return value

    space: dict[str, object] = {"call": call}
    exec(only.files["t.py"], space)
    test = space["test_a"]
    assert callable(test)

    with pytest.raises(AssertionError):
        test()
    assert called == [1]


@pytest.mark.parametrize("seed", range(10))
def test_ids_of_pytest_find_their_functions_with_all_parameters(seed: int) -> None:
    ids = ["t.py::TestGroup::test_in_class[a", "t.py::TestGroup::test_in_class[b]", "t.py::test_gone"]
    (found,) = plantings({"t.py": PLAIN}, ids, Runner.PYTEST, random.Random(seed))

    assert found.ids == frozenset(ids[:2])
    compile(found.files["t.py"], "t.py", "exec")


@pytest.mark.parametrize("seed", range(10))
def test_ids_of_unittest_are_names_of_both_forms_or_descriptions(seed: int) -> None:
    ids = ["test_sum (a.b.Sums)", "test_sum (a.b.Sums.test_sum)", "A name in words."]
    halves = plantings({"a/b.py": UNITTEST}, ids, Runner.UNITTEST, random.Random(seed))

    assert {half.ids for half in halves} == {frozenset(ids[:2]), frozenset(ids[2:])}
    for half in halves:
        compile(half.files["a/b.py"], "b.py", "exec")


def test_without_functions_there_is_nothing_to_plant() -> None:
    assert plantings({"t.py": PLAIN}, ["test_elsewhere"], Runner.FUNCTIONS, random.Random(0)) == []
    assert (
        plantings({"t.py": b"print 'old'\ndef test_a(): pass\n"}, ["test_a"], Runner.FUNCTIONS, random.Random(0)) == []
    )
