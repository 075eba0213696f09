"""JSON in which no key stands twice in one object: of two values under one key, nobody can say which was meant."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any


def distinct_json(text: str) -> Any:  # Any: JSON
    """The JSON value of a text; a `ValueError` that names the key where one stands twice.

    >>> distinct_json('{"a": 1, "b": {"a": 2}}')
    {'a': 1, 'b': {'a': 2}}
    """
    return DECODER.decode(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:  # Any: JSON
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise ValueError(f"the key {twice[:80]!r} stands twice in one object")
    return found


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no number of JSON")


DECODER = json.JSONDecoder(object_pairs_hook=_object)
STRICT_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_refuse_constant)
"""Also refuses NaN and Infinity, which Python writes and nobody else reads."""
