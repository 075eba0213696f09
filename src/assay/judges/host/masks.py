"""Variants of a run: copies in the place of what tests share with a candidate, constants in the place of its answers.

Tests that pass whatever plain data the reference gives compare the candidate with itself, as in `assert f(1) == g(1)`:
they pass with each of two masks, in which all numbers are one number and all texts one text.
"""

from __future__ import annotations

import math

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

COPIES = "copies"
"""Nothing that the candidate does to the containers it is given is seen by the tests."""
LAWS = "laws"
"""Behind each case objects of the candidate's own are asked again what they equal; see `laws`."""
MASKS = ("a mask", "another mask")
"""What the reference gives is replaced by constants of the same types."""
ONE_MASK = "one mask"
"""It is replaced by one constant for all types."""
NOTHING = "nothing"
"""It is replaced by what holds nothing: containers, texts and iterators are empty, numbers are NaN.

Tests that pass then, as `assert all(n > 0 for n in f(3))` does, pass whatever gives nothing.
"""
MASKING = frozenset((*MASKS, ONE_MASK, NOTHING))
MASKED = frozenset(("call", "await", "next", "anext", "getitem", "getattr", "str", "repr", "format"))
"""Operations whose plain answers are replaced."""
ENDINGS = {"next": StopIteration, "anext": StopAsyncIteration, "getitem": IndexError}
"""How operations say that there is nothing more."""
_CONSTANTS: dict[type, tuple[Any, Any]] = {
    bool: (False, True),
    float: (7.5, 8.5),
    str: ("seven", "eight"),
    bytes: (b"seven", b"eight"),
}
_DEEPEST = 20


def is_masked(operation: str, operands: tuple[Any, ...]) -> bool:
    """Return whether what an operation gives is data that tests may compare, other than the name of a function."""
    return operation in MASKED and not (operation == "getattr" and str(operands[1]).startswith("__"))


def masked(value: Any, variant: str, depth: int = 0) -> Any:
    """Return a constant for data, of the same type and size; `None` and what is no data stay.

    >>> masked({"a": [2.5, 9]}, MASKS[0]), masked({"a": [2.5, 9]}, MASKS[1])
    ({'a': [7.5, 7]}, {'a': [8.5, 8]})
    >>> masked([2.5, 9], NOTHING), masked("text", NOTHING), masked(9, NOTHING)
    ([], '', nan)
    """
    kind = type(value)
    if variant == NOTHING:
        return _emptied(value)
    if variant == ONE_MASK:
        return value if value is None or callable(value) else 7
    if kind in (list, tuple, set, frozenset) and depth < _DEEPEST:
        return kind([masked(item, variant, depth + 1) for item in value])
    if kind is dict and depth < _DEEPEST:
        return {key: masked(item, variant, depth + 1) for key, item in value.items()}
    if value is None or callable(value) or kind.__module__ == "candidate":
        return value
    return _CONSTANTS.get(kind, (7, 8))[MASKS.index(variant)]


def _emptied(value: Any) -> Any:
    kind = type(value)
    if kind in (int, float, complex):
        return math.nan
    if kind in (dict, set, frozenset):
        return kind()
    if value is None or kind is bool or callable(value) or kind.__module__ == "candidate":
        return value
    try:
        return value[:0]
    except (TypeError, IndexError, KeyError, ValueError):
        return value
