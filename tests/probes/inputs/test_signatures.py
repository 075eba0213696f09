"""What a source says about a function's arguments, without running it."""

from __future__ import annotations

import pytest

from assay.errors import InvalidValue
from assay.probes.inputs.signatures import MOST_CONSTANTS, constants_of, functions_of, parameters_of


def test_parameters_say_their_name_and_shape_and_whether_they_are_needed() -> None:
    found = parameters_of("def f(a: int, /, b, c=1, *rest, d: str, e=2, **more): ...", "f")
    assert found is not None
    assert [(one.name, str(one.shape), one.required, one.by_name) for one in found] == [
        ("a", "int", True, False),
        ("b", "any", True, False),
        ("c", "any", False, False),
        ("rest", "any", True, False),
        ("rest", "any", True, False),
        ("d", "str", True, True),
        ("e", "any", False, True),
    ]


def test_the_last_definition_counts() -> None:
    found = parameters_of("def f(a): ...\ndef f(b, c): ...", "f")
    assert found is not None
    assert [one.name for one in found] == ["b", "c"]


def test_a_function_that_is_not_there_has_no_parameters() -> None:
    assert parameters_of("f = lambda x: x", "f") is None


def test_a_source_without_a_tree_is_refused() -> None:
    with pytest.raises(InvalidValue, match="cannot be read as Python"):
        functions_of("def f(:")


def test_constants_come_with_their_neighbours_and_without_documentation() -> None:
    source = '''def f(x):
        """Not this one."""
        return "yes" if x == 918273 else 2.5'''
    found = constants_of([source])
    assert {918272, 918273, 918274, "yes", 2.5} <= set(found)
    assert not any(isinstance(value, str) and "Not" in value for value in found)


@pytest.mark.parametrize("source", ["x = " + "1" * 5000, "def f(:", f"x = {'a' * 5000!r}", "x = True, None, ..."])
def test_constants_that_are_no_help_are_left_out(source: str) -> None:
    assert constants_of([source]) == []


def test_constants_are_bounded() -> None:
    assert len(constants_of([f"x = {list(range(0, 100_000, 7))}"])) <= MOST_CONSTANTS
