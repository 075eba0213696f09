"""Values of expressions are worked out in our own process, so none may take long, whatever a patch answers."""

from __future__ import annotations

import ast

import pytest

from assay.repositories.closed import is_closed, only_open, value_of


def expression(text: str) -> ast.expr:
    node = ast.parse(text, mode="eval").body
    assert isinstance(node, ast.expr)
    return node


@pytest.mark.parametrize(
    "text",
    [
        "round(123456, -10**8)",
        "round(1.5, 10**8)",
        "sum([[1]] * 60000, [])",
        "'{:{}}'.format(1, 10**9)",
        "'%*d' % (10**9, 1)",
        "'a'.encode('idna')",
        "2 ** 10**9",
        "[0] * 10**9",
        "-10**9 * 'a' + 'b' * 10**9",
    ],
)
def test_what_may_take_long_has_no_value(text: str) -> None:
    assert not is_closed(expression(text))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("round(1234, -2)", 1200),
        ("sum([1, 2, 3])", 6),
        ("sum([[1], [2]], [])", [1, 2]),
        ("'{} {}'.format(1, 'a')", "1 a"),
        ("'ä'.encode('utf-8')", b"\xc3\xa4"),
    ],
)
def test_what_is_short_has_its_value(text: str, value: object) -> None:
    assert value_of(expression(text)) == value


@pytest.mark.parametrize("places", [-(10**8), 10**8])
def test_an_answer_is_no_number_of_places(places: int) -> None:
    condition = expression("round(123456, f() - 5) == 123000")
    subject = only_open(condition)

    assert subject is not None
    with pytest.raises(ValueError, match="64 is the most"):
        value_of(condition, {id(subject): places})
    assert value_of(condition, {id(subject): 2}) is True


def test_an_answer_is_no_pattern() -> None:
    assert only_open(expression("re.search(f(), '13')")) is None
    assert only_open(expression("re.search('1', f())")) is not None
