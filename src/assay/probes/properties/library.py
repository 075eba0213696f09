"""The properties that have names, as data: what each says, its parameters, and the test code that it is.

A source defines `holds(f, *arguments, **named)`. It reads its parameters as constants in capitals, and calls
`assume(condition)` where an input does not test it. A parameter that is a function is called as `_other(...)`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ParameterKind(StrEnum):
    """What may be written for a parameter."""

    NUMBER = "a number"
    FLAG = "True or False"
    FUNCTION = "the name of a function of the code, or of a built-in one"
    NAMES = "names of exceptions"
    TYPES = "names of types"
    DIRECTION = "'up' or 'down'"
    EXPRESSION = "a text with a Python expression"


@dataclass(frozen=True, slots=True)
class PropertyParameter:
    """One parameter of a named property."""

    name: str
    kind: ParameterKind
    default: object = None
    required: bool = True


@dataclass(frozen=True, slots=True)
class NamedProperty:
    """A property of the library."""

    name: str
    says: str
    """What it says about a function, as a sentence; `{parameter}` stands for what was given."""
    source: str
    parameters: tuple[PropertyParameter, ...] = ()


EQUALITY = '''
def _same(one, other):
    """As `==`, but NaN is the same as NaN, at any depth; a list is no tuple."""
    if isinstance(one, float) and isinstance(other, float) and one != one:
        return other != other
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        alike = isinstance(one, list) == isinstance(other, list) and len(one) == len(other)
        return alike and all(_same(a, b) for a, b in zip(one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return len(one) == len(other) and all(key in other and _same(one[key], other[key]) for key in one)
    return bool(one == other)


def _close(one, other):
    """As `_same`, but numbers may differ by as much as rounding makes them."""
    if isinstance(one, float) or isinstance(other, float):
        try:
            return _same(one, other) or abs(one - other) <= 1e-9 * max(1.0, abs(one), abs(other))
        except (TypeError, OverflowError):
            return False
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        alike = isinstance(one, list) == isinstance(other, list) and len(one) == len(other)
        return alike and all(_close(a, b) for a, b in zip(one, other))
    return _same(one, other)


def _data(value):
    """What a function gave, as plain data."""
    return value


def _items(value):
    """The items of what a function gave."""
    return [_data(item) for item in value]


def _count(item, items):
    """How often an item is among others."""
    return sum(_same(item, each) for each in items)


def _alike(items, others):
    """Whether two lists hold the same items, each as often."""
    if len(items) != len(others):
        return False
    if all(type(item) in (int, str, bytes, bool) for item in [*items, *others]):
        return sorted(map(repr, items)) == sorted(map(repr, others)) or all(
            items.count(item) == others.count(item) for item in items
        )
    return all(_count(item, items) == _count(item, others) for item in items)


def _collection(value):
    """The items of the first argument; what has none does not test the property."""
    assume(isinstance(value, (list, tuple, str, bytes, set, frozenset, dict)))
    return list(value)


def _number(value):
    assume(isinstance(value, (int, float)) and not isinstance(value, bool) and value - value == 0)
    return value
'''
"""Helpers that stand before each of these sources."""

_SORTED = """
def holds(f, *arguments, **named):
    result = _items(f(*arguments, **named))
    assume(all(item == item for item in result))
    keys = [_other(item) for item in result] if KEY else result
    for before, after in zip(keys, keys[1:]):
        assert (before >= after if REVERSE else before <= after), f"{result!r} is not sorted"
    assume(len(result) > 1)
"""
_SAME_LENGTH = """
def holds(f, first, *rest, **named):
    length = len(_collection(first))
    result = _items(f(first, *rest, **named))
    assert len(result) == length, f"{result!r} has the length {len(result)}, and the argument {length}"
"""
_PERMUTATION = """
def holds(f, first, *rest, **named):
    items = _collection(first)
    result = _items(f(first, *rest, **named))
    assert _alike(items, result), f"{result!r} does not hold the items of {items!r}"
    assume(items)
"""
_SUBSET = """
def holds(f, first, *rest, **named):
    items = _collection(first)
    result = _items(f(first, *rest, **named))
    for item in result:
        assert _count(item, items), f"{item!r} of {result!r} is not among {items!r}"
    assume(result)
"""
_UNIQUE = """
def holds(f, *arguments, **named):
    result = _items(f(*arguments, **named))
    for item in result:
        assert _count(item, result) == 1, f"{item!r} is in {result!r} more than once"
    assume(result)
"""
_IDEMPOTENT = """
def holds(f, first, *rest, **named):
    import copy

    once = f(first, *rest, **named)
    kept = copy.deepcopy(_data(once))
    twice = _data(f(once, *rest, **named))
    assert _same(twice, kept), f"once gives {kept!r}, twice gives {twice!r}"
"""
_INVOLUTION = """
def holds(f, first, *rest, **named):
    import copy

    kept = copy.deepcopy(first)
    once = f(first, *rest, **named)
    shown = repr(_data(once))
    twice = _data(f(once, *rest, **named))
    assert _close(twice, kept), f"once gives {shown}, twice gives {twice!r} and not {kept!r}"
"""
_ROUND_TRIP = """
def holds(f, *arguments, **named):
    import copy

    kept = copy.deepcopy(arguments)
    there = f(*arguments, **named)
    shown = repr(_data(there))
    back = _data(_other(there))
    wanted = kept[0] if len(kept) == 1 else kept
    assert _close(back, wanted), f"it gives {shown}, which comes back as {back!r}"
"""
_INVERSE = """
def holds(f, *arguments, **named):
    import copy

    kept = copy.deepcopy(arguments)
    try:
        there = _other(*arguments, **named)
    except Exception:
        assume(False)
    shown = repr(_data(there))
    back = _data(f(there))
    wanted = kept[0] if len(kept) == 1 else kept
    assert _close(back, wanted), f"the other gives {shown}, which comes back as {back!r}"
"""
_MONOTONE = """
def holds(f, first, *rest, **named):
    low = _number(first)
    result = _data(f(low, *rest, **named))
    tested = False
    for step in (1, 2, 10, 1000):
        other_result = _data(f(low + step, *rest, **named))
        if result != result or other_result != other_result:
            continue
        tested = True
        right = result <= other_result if DIRECTION == "up" else result >= other_result
        assert right, f"{low!r} gives {result!r}, and {low + step!r} gives {other_result!r}"
    assume(tested)
"""
_COMMUTATIVE = """
def holds(f, first, second, *rest, **named):
    import copy

    one, two = copy.deepcopy((first, second))
    result = copy.deepcopy(_data(f(first, second, *rest, **named)))
    swapped = _data(f(two, one, *rest, **named))
    assert _same(result, swapped), f"it gives {result!r}, and {swapped!r} with the arguments swapped"
    assume(not _same(first, second))
"""
_ASSOCIATIVE = """
def holds(f, first, second, **named):
    import copy

    for third in copy.deepcopy((first, second)):
        one, two, three = copy.deepcopy((first, second, third))
        left = copy.deepcopy(_data(f(f(one, two, **named), three, **named)))
        one, two, three = copy.deepcopy((first, second, third))
        right = _data(f(one, f(two, three, **named), **named))
        assert _close(left, right), f"with {third!r} third, {left!r} from the left and {right!r} from the right"
"""
_BOUNDED = """
def holds(f, *arguments, **named):
    result = _data(f(*arguments, **named))
    assert LOW <= result <= HIGH, f"{result!r} is not from {LOW!r} to {HIGH!r}"
"""
_NO_MUTATION = """
def holds(f, *arguments, **named):
    import copy

    kept = copy.deepcopy((arguments, named))
    f(*arguments, **named)
    for before, after in zip([*kept[0], *kept[1].values()], [*arguments, *named.values()]):
        assert _same(before, after), f"the argument {before!r} was changed to {after!r}"
    assume(any(isinstance(each, (list, dict, set, bytearray)) for each in [*arguments, *named.values()]))
"""
_DETERMINISTIC = """
def holds(f, *arguments, **named):
    import copy

    again = copy.deepcopy((arguments, named))
    first = copy.deepcopy(_data(f(*arguments, **named)))
    second = _data(f(*again[0], **again[1]))
    assert _same(first, second), f"it gives {first!r} first and {second!r} then"
"""
_NEVER_RAISES = """
def holds(f, *arguments, **named):
    try:
        f(*arguments, **named)
    except Exception as error:
        names = [kind.__name__ for kind in type(error).__mro__]
        assert any(name in names for name in ALLOWED), f"raises {type(error).__name__}"
"""
_PERMUTATION_INVARIANT = """
def holds(f, first, *rest, **named):
    import copy

    items = _collection(first)
    assume(len(items) > 1 and isinstance(first, (list, tuple, str, bytes)))
    orders = [items[::-1], items[1:] + items[:1]]
    result = copy.deepcopy(_data(f(first, *rest, **named)))
    for order in orders:
        if isinstance(first, (str, bytes)):
            moved = "".join(order) if isinstance(first, str) else bytes(order)
        else:
            moved = type(first)(order)
        shown = repr(moved)
        found = _data(f(moved, *rest, **named))
        assert _close(result, found), f"it gives {result!r}, and {found!r} for {shown}"
"""
_ODD = """
def holds(f, first, *rest, **named):
    x = _number(first)
    result, opposite = _data(f(x, *rest, **named)), _data(f(-x, *rest, **named))
    assert _close(opposite, -result), f"it gives {result!r}, and {opposite!r} for {-x!r}"
    assume(x != 0)
"""
_EVEN = """
def holds(f, first, *rest, **named):
    x = _number(first)
    result, opposite = _data(f(x, *rest, **named)), _data(f(-x, *rest, **named))
    assert _close(opposite, result), f"it gives {result!r}, and {opposite!r} for {-x!r}"
    assume(x != 0)
"""
_RETURNS = """
def holds(f, *arguments, **named):
    result = _data(f(*arguments, **named))
    assert type(result) in ALLOWED, f"{result!r} is a {type(result).__name__}"
"""
_METAMORPHIC = """
def holds(f, x, *rest, **named):
    import copy

    kept = copy.deepcopy(x)
    y = copy.deepcopy(_data(f(x, *rest, **named)))
    x = copy.deepcopy(kept)
    wanted = _right(copy.deepcopy(kept), y)
    changed = _left(x)
    shown = repr(changed)
    found = _data(f(changed, *rest, **named))
    assert _close(found, wanted), f"it gives {found!r} for {shown}, and not {wanted!r}"
"""

_REVERSE = PropertyParameter("reverse", ParameterKind.FLAG, False, required=False)
_KEY = PropertyParameter("key", ParameterKind.FUNCTION, None, required=False)
_OTHER = PropertyParameter("other", ParameterKind.FUNCTION)
_LOW = PropertyParameter("low", ParameterKind.NUMBER)
_HIGH = PropertyParameter("high", ParameterKind.NUMBER, float("inf"), required=False)
_ALLOWED = PropertyParameter("allowed", ParameterKind.NAMES, (), required=False)
_TYPES = PropertyParameter("allowed", ParameterKind.TYPES)
_DIRECTION = PropertyParameter("direction", ParameterKind.DIRECTION, "up", required=False)
_LEFT = PropertyParameter("left", ParameterKind.EXPRESSION)
_RIGHT = PropertyParameter("right", ParameterKind.EXPRESSION)

LIBRARY: dict[str, NamedProperty] = {
    one.name: one
    for one in (
        NamedProperty("sorted", "the result is sorted", _SORTED, (_REVERSE, _KEY)),
        NamedProperty("same_length", "the result is as long as the first argument", _SAME_LENGTH),
        NamedProperty("permutation", "the result holds the items of the first argument, each as often", _PERMUTATION),
        NamedProperty("subset", "every item of the result is one of the first argument", _SUBSET),
        NamedProperty("unique", "no item is in the result more than once", _UNIQUE),
        NamedProperty("idempotent", "a second time changes nothing", _IDEMPOTENT),
        NamedProperty("involution", "a second time gives the argument back", _INVOLUTION),
        NamedProperty("round_trip", "{other} of the result gives the argument back", _ROUND_TRIP, (_OTHER,)),
        NamedProperty("inverse", "it gives back what {other} was given", _INVERSE, (_OTHER,)),
        NamedProperty("monotone", "larger numbers give results that go {direction}, or stay", _MONOTONE, (_DIRECTION,)),
        NamedProperty("commutative", "the first two arguments can be swapped", _COMMUTATIVE),
        NamedProperty("associative", "of three values, the first two or the last two can come first", _ASSOCIATIVE),
        NamedProperty("bounded", "the result is from {low} to {high}", _BOUNDED, (_LOW, _HIGH)),
        NamedProperty("no_mutation", "the arguments are the same after the call", _NO_MUTATION),
        NamedProperty("deterministic", "the same arguments give the same result again", _DETERMINISTIC),
        NamedProperty("never_raises", "it raises nothing but {allowed}", _NEVER_RAISES, (_ALLOWED,)),
        NamedProperty("permutation_invariant", "the order of the items changes nothing", _PERMUTATION_INVARIANT),
        NamedProperty("odd", "of -x it gives the opposite of what it gives of x", _ODD),
        NamedProperty("even", "of -x it gives what it gives of x", _EVEN),
        NamedProperty("returns", "the result is of the type {allowed}", _RETURNS, (_TYPES,)),
        NamedProperty(
            "metamorphic", "of {left} it gives {right}, where y is the result of x", _METAMORPHIC, (_LEFT, _RIGHT)
        ),
    )
}
"""The named properties by name."""
