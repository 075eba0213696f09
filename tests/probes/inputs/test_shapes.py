"""Shapes of data: seen in values, read from annotations, put together."""

from __future__ import annotations

import ast

import pytest

from assay.probes.inputs.shapes import Shape, joined, shape_of, shape_of_all, shape_of_annotation


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        (1, "int"),
        (True, "bool"),
        (1.5, "float"),
        ("a", "str"),
        (b"a", "bytes"),
        (None, "none"),
        (1j, "complex"),
        ([], "list[any]"),
        ([1, "a"], "list[union[int, str]]"),
        ((1, "a"), "tuple[int, str]"),
        ({"a": [1]}, "dict[str, list[int]]"),
        ({1}, "set[int]"),
        (frozenset([1]), "frozenset[int]"),
        ([[1], []], "list[list[int]]"),
        (object(), "other"),
        ([object()], "list[other]"),
    ],
)
def test_a_value_has_a_shape(value: object, shape: str) -> None:
    assert str(shape_of(value)) == shape


def test_nesting_ends_somewhere() -> None:
    value: list[object] = []
    for _ in range(1000):
        value = [value]
    assert not shape_of(value).known


@pytest.mark.parametrize(
    ("values", "shape"),
    [
        ([], "any"),
        ([1, 2], "int"),
        ([1, None], "union[int, none]"),
        ([(1, 2), (3, 4)], "tuple[int, int]"),
        ([(1, 2), (3,)], "tuple of[int]"),
        ([[], [1.0]], "list[float]"),
    ],
)
def test_values_have_a_common_shape(values: list[object], shape: str) -> None:
    assert str(shape_of_all(values)) == shape


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("int", "int"),
        ("List[int]", "list[int]"),
        ("typing.List[typing.Tuple[str, int]]", "list[tuple[str, int]]"),
        ("tuple[int, ...]", "tuple of[int]"),
        ("Optional[str]", "union[str, none]"),
        ("Union[int, float]", "union[int, float]"),
        ("int | None", "union[int, none]"),
        ("'list[int]'", "list[int]"),
        ("Literal['a', 1]", "union[str, int]"),
        ("Annotated[int, 5]", "int"),
        ("dict", "dict[any, any]"),
        ("list", "list[any]"),
        ("Foo", "any"),
        ("Foo[int]", "any"),
        ("1 + 1", "any"),
        ("'not valid ('", "any"),
    ],
)
def test_an_annotation_names_a_shape(text: str, shape: str) -> None:
    assert str(shape_of_annotation(ast.parse(text, mode="eval").body)) == shape


def test_what_is_known_makes_up_for_what_is_not() -> None:
    assert str(joined([Shape("any"), Shape("int")])) == "int"
    assert not joined([]).known
