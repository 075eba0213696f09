"""Values at the borders of each kind of data: empty, smallest, equal, huge, and the odd letters of Unicode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice, product
from typing import Any

from assay.probes.inputs.shapes import Shape

INTEGERS = (
    0, 1, -1, 2, 3, -2, 4, 5, 7, 9, 10, 11, 12, 16, 20, 25, 27, 31, 50, 99, 100, 101, 255, 256, 1000, -10, -100,
    997, 10_007, 1_000_003, 10**9 + 7, 2**31, -(2**31) - 1, 2**53 + 1, 10**18,
)  # fmt: skip
"""Among them primes of several sizes, which take those longest that look for divisors."""
FLOATS = (
    0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.1, 3.14159, -0.0, 1e-9, 100.0, 1e9, 1e16, -1e300, float("inf"),
    float("nan"),
)  # fmt: skip
TEXTS = (
    "", "a", "A", "0", " ", "aa", "ab", "ba", "aba", "Ab", "aA", "a b", "1a", "12", "-1", "abc", "aab", "abab", "zZ",
    "a a", " a", "a ", "a,b", "a.b", "()", "(())", "a\n", "\t", "racecar", "hello world", "Hello World", "é", "ß", "İ",
    "ı", "ſ", "ﬀ", "Σς", "ǅ", "²", "٣", "日本", "\u00a0", "\x00", "😀", "e\u0301",
)  # fmt: skip
"""Among them letters whose case changes their number, digits that are no ASCII, and a letter in two parts."""
BYTES = (b"", b"\x00", b"a", b"\xff", b"ab", b"\x80\x00")
MOST_EACH = 40
"""Values of one shape."""
SCALAR_VALUES: dict[str, tuple[object, ...]] = {
    "int": INTEGERS,
    "float": FLOATS,
    "bool": (False, True),
    "str": TEXTS,
    "bytes": BYTES,
    "complex": (0j, 1j, 1 + 0j, -1 - 1j),
    "none": (None,),
}
_MAKERS: dict[str, Callable[[Sequence[Any]], object]] = {  # Any: items
    "list": list,
    "set": set,
    "frozenset": frozenset,
    "tuple of": tuple,
}


def boundary_values(shape: Shape) -> list[object]:
    """Return values at the borders of a shape, the simplest first.

    >>> boundary_values(Shape("list", (Shape("int"),)))[:4]
    [[], [0], [1], [0, 0]]
    """
    if shape.kind in SCALAR_VALUES:
        return list(SCALAR_VALUES[shape.kind])
    if shape.kind == "union":
        return _in_turn([boundary_values(part) for part in shape.parts])[: 2 * MOST_EACH]
    if shape.kind == "tuple":
        parts = [boundary_values(part)[:6] for part in shape.parts]
        return list(islice(product(*parts), MOST_EACH)) if parts else [()]
    if shape.kind == "dict":
        return _dicts(*map(boundary_values, shape.parts))
    if shape.kind in _MAKERS:
        return _collections(_MAKERS[shape.kind], boundary_values(shape.parts[0]))
    return []


def _in_turn(lists: list[list[object]]) -> list[object]:
    longest = max(map(len, lists), default=0)
    return [one[index] for index in range(longest) for one in lists if index < len(one)]


def _collections(make: Callable[[Sequence[Any]], object], items: list[Any]) -> list[object]:  # Any: made into items
    if not items:
        return [make(())]
    first, second = items[0], items[min(1, len(items) - 1)]
    some = items[:6]
    found: list[list[Any]] = [  # Any: items
        [], [first], [second], [first, first], [first, second], [second, first], [second, second], [first] * 3,
        some, some[::-1], [second, first, second], [*some, *some], [first, second, first, second],
    ]  # fmt: skip
    found += [[item] for item in items[2:12]]
    found += [[first, item] for item in items[2:6]] + [[item, first] for item in items[2:6]]
    return [make(one) for one in found if _can(make, one)][:MOST_EACH]


def _can(make: Callable[[Sequence[Any]], object], items: list[Any]) -> bool:  # Any: items
    try:
        make(items)
    except TypeError:  # items of a set that cannot be in one
        return False
    return True


def _dicts(keys: list[Any], values: list[Any]) -> list[object]:  # Any: keys and values
    try:
        pairs = list(zip(keys[1:5], (values * 5)[:4], strict=False)) if keys and values else []
        found: list[object] = [dict(pairs[:length]) for length in range(len(pairs) + 1)]
        found += [dict.fromkeys(keys[:3], value) for value in values[:6]]
        found += [{key: values[0]} for key in keys[:8]] if values else []
    except TypeError:
        return [{}]
    return found[:MOST_EACH]
