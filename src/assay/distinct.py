"""JSON in which no key stands twice in one object: of two values under one key, nobody can say which was meant."""

from __future__ import annotations

import json
import re
from collections import Counter
from decimal import Decimal
from typing import Any

MOST_BYTES = 4 << 30
"""Of memory, about, for the values of one text."""
MOST_DIGITS = 100_000


def distinct_json(text: str) -> Any:  # Any: JSON
    """The JSON value of a text; a `ValueError` that names the key where one stands twice, or the size of a large one.

    >>> distinct_json('{"a": 1, "b": {"a": 2}}')
    {'a': 1, 'b': {'a': 2}}
    """
    check_memory(text, MOST_BYTES)
    try:
        return DECODER.decode(text)
    except MemoryError:
        raise TooLarge(f"{len(text):,} characters of JSON take more memory than there is") from None


class TooLarge(ValueError):
    """A JSON text makes values that take more memory than is allowed."""


def check_memory(text: str, most: int) -> None:
    """Raise `TooLarge` where the values of a JSON text take more than about `most` bytes, before they are made.

    What stands in strings does not count: a program has brackets and commas too.

    >>> check_memory('["[[[["]', 500)
    >>> check_memory("[[],[],[]]", 400)
    Traceback (most recent call last):
    assay.distinct.TooLarge: its values take at least 480 bytes of memory, at most 400 are allowed
    """
    count = sum(text.count(sign) * size for sign, size in _SIZES.items())
    if count <= most:
        return
    count = 0
    for found in _SIGNS.finditer(text):
        count += _SIZES[found[0][0]]
        if count > most:
            break
    if count > most:
        raise TooLarge(f"its values take at least {count:,} bytes of memory, at most {most:,} are allowed")


_SIZES = {"{": 200, "[": 100, ",": 40, '"': 50}
"""Bytes that a value takes with its place in another one, by the sign that it begins with or that stands before it."""
_SIGNS = re.compile(r'[\[{,]|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?')
"""Signs of structure, and strings as a whole; one that does not end, which no JSON has, ends with its line."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:  # Any: JSON
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise ValueError(f"the key {twice[:80]!r} stands twice in one object")
    return found


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no number of JSON")


def _long(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number has {len(digits):,} digits, at most {MOST_DIGITS:,} are read")
    return int(Decimal(digits))  # which has no bound of its own on digits


DECODER = json.JSONDecoder(object_pairs_hook=_object)
LONG_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_int=_long)
"""Also reads whole numbers of more digits than Python reads from a text."""
STRICT_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_refuse_constant)
"""Also refuses NaN and Infinity, which Python writes and nobody else reads."""
