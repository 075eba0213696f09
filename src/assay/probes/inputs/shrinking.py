"""Smaller inputs for which something still holds: the counterexamples that people can read."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from assay.probes.inputs.base import Input, distinct

BATCH = 48
"""Smaller inputs that are tried at a time."""
MOST = 1_000
"""Inputs that are tried in all."""
RUN = 32
"""Neighbouring numbers that are tried at each place: a difference may show in one of so many."""
PLACES = 16
"""Places between two bounds that are tried at a time."""
MOST_LOWERED = 8
"""Whole numbers of one input that are lowered."""
Weight = tuple[int, float, str]
Fails = Callable[[Sequence[Input]], Sequence[bool]]


def shrunk(start: Input, fails: Fails, *, most: int = MOST) -> Input:
    """Return the smallest input for which `fails` still holds that was found by making `start` smaller, step by step.

    `fails` is asked about many inputs at once. At most `most` are tried.

    >>> long = Input(([3, 7, 1, 7],))
    >>> shrunk(long, lambda inputs: [len(one.arguments[0]) != len(set(one.arguments[0])) for one in inputs]).text()
    '[0, 0]'
    """
    best = start
    seen = {start.key()}
    while most > 0:
        smaller = list(islice(_smaller_inputs(best, seen), min(BATCH, most)))
        if not smaller:
            return best
        most -= len(smaller)
        held = [one for one, failed in zip(smaller, fails(smaller), strict=True) if failed]
        if held:
            best = min(held, key=weight)
    return best


def lowered(start: Input, fails: Fails) -> Input:
    """Return an input for which `fails` still holds, with whole numbers as near to 0 as runs of neighbours show it.

    Halving a number loses what holds for one number in seven.

    >>> lowered(Input((15438571810966515,)), lambda inputs: [
    ...     max(0, one.arguments[0] - 4096) // 7 != max(0, one.arguments[0] - 4097) // 7 for one in inputs
    ... ]).text()
    '4103'
    """
    best = start
    for place in list(islice(_places(start), MOST_LOWERED)):
        value = _value_at(best, place)
        if abs(value) > 1:
            sign = 1 if value > 0 else -1

            def fail(numbers: Sequence[int], sign: int = sign, at: Place = place, base: Input = best) -> list[bool]:
                return list(fails([_with(base, at, sign * number) for number in numbers]))

            best = _with(best, place, sign * _lowest(abs(value), fail))
    return best


def _lowest(best: int, fail: Callable[[Sequence[int]], Sequence[bool]]) -> int:
    """Return the lowest number above or at 0 that fails, as far as runs at each scale, then between scales, show it."""
    starts = [0, *(1 << power for power in range(RUN.bit_length() - 1, best.bit_length()))]
    while True:
        numbers = sorted({number for start in starts for number in range(start, min(start + RUN, best))})
        failed = (number for number, one in zip(numbers, fail(numbers), strict=True) if one)
        best = next(failed, best)
        low = max((start for start in starts if start + RUN <= best), default=0)
        if starts[-1] - starts[0] < RUN * len(starts) or best - low <= RUN:
            return best
        starts = list(range(low, best, max(RUN, (best - low) // PLACES)))


Place = tuple[int | str, ...]
"""The number or the name of an argument, and the number of an item in it."""


def _places(one: Input) -> Iterator[Place]:
    """Yield where whole numbers stand: among the arguments, and in lists and tuples of these."""
    given: list[tuple[int | str, object]] = [*enumerate(one.arguments), *one.keywords.items()]
    for key, value in given:
        if type(value) is int:
            yield (key,)
        elif isinstance(value, list | tuple) and type(value) in (list, tuple):
            yield from ((key, number) for number, item in enumerate(value) if type(item) is int)


def _value_at(one: Input, place: Place) -> Any:  # Any: a number, as `_places` found it
    value: Any = one.arguments[place[0]] if isinstance(place[0], int) else one.keywords[place[0]]  # Any: see above
    return value if len(place) == 1 else value[place[1]]


def _with(one: Input, place: Place, number: int) -> Input:
    """Return an input with another number at a place."""
    key, *inside = place
    value: Any = number  # Any: a number, or the list or tuple around it
    if inside:
        value = list(_value_at(one, (key,)))
        value[inside[0]] = number
        value = type(_value_at(one, (key,)))(value)
    if isinstance(key, int):
        return Input((*one.arguments[:key], value, *one.arguments[key + 1 :]), one.keywords, one.origin)
    return Input(one.arguments, {**one.keywords, key: value}, one.origin)


def weight(one: Input) -> Weight:
    """Return what inputs are ordered by, the simplest first."""
    values = [*one.arguments, *one.keywords.values()]
    text = one.text() if _is_small(values) else ""
    return (_count(values), sum(map(_magnitude, values)), text)


def _is_small(values: list[object]) -> bool:
    return _count(values) < 10_000


def _smaller_inputs(one: Input, seen: set[bytes]) -> Iterator[Input]:
    """Yield inputs that are simpler and were not tried before; the greatest steps of all arguments come first."""
    limit = weight(one)
    steps = [_in_place(one, index) for index in range(len(one.arguments))]
    steps += [_by_name(one, name) for name in one.keywords]
    for candidate in distinct(_in_turn(steps), seen):
        if weight(candidate) < limit:
            yield candidate


def _in_turn(steps: list[Iterator[Input]]) -> Iterator[Input]:
    while steps:
        for step in list(steps):
            found = next(step, None)
            if found is None:
                steps.remove(step)
            else:
                yield found


def _in_place(one: Input, index: int) -> Iterator[Input]:
    for value in smaller(one.arguments[index]):
        yield Input((*one.arguments[:index], value, *one.arguments[index + 1 :]), one.keywords, one.origin)


def _by_name(one: Input, name: str) -> Iterator[Input]:
    for value in smaller(one.keywords[name]):
        yield Input(one.arguments, {**one.keywords, name: value}, one.origin)


def smaller(value: Any) -> Iterator[Any]:  # Any: of the type that came
    """Yield simpler values of the same type, the simplest first."""
    make = _SMALLER.get(type(value))
    return iter(()) if make is None else make(value)


def _integers(value: int) -> Iterator[int]:
    if value == 0:
        return
    yield from (0, 1) if value > 0 else (0, -value, -1)
    step = abs(value) // 2
    while step:
        yield value - step if value > 0 else value + step
        step //= 2


def _floats(value: float) -> Iterator[float]:
    if not math.isfinite(value):
        yield from (0.0, 1.0)
        return
    if value == 0.0:
        return
    yield from (0.0, 1.0, -1.0, -value) if value < 0 else (0.0, 1.0)
    for new in (float(int(value)), value / 2, round(value, 1), round(value, 2)):
        if new != value:
            yield new


def _texts(value: str) -> Iterator[str]:
    for letters in _lists(list(value), lambda letter: iter([one for one in "a0 A" if _order(one) < _order(letter)])):
        yield "".join(letters)


def _order(letter: str) -> int:
    """Return how plain a letter is: small letters before digits, blanks and others."""
    place = "a0 A".find(letter)
    return place if place >= 0 else 10 + ord(letter)


def _lists(value: list[Any], inside: Callable[[Any], Iterator[Any]] = smaller) -> Iterator[list[Any]]:  # Any: its items
    if not value:
        return
    yield []
    size = len(value) // 2
    while size:
        for start in range(0, len(value), size):
            yield value[:start] + value[start + size :]
        size //= 2
    yield from _all_equal(value, inside)
    for index, item in enumerate(value[:MOST]):
        for new in islice(inside(item), 4):
            yield [*value[:index], new, *value[index + 1 :]]
    for index, item in enumerate(value[:MOST]):
        for new in islice(inside(item), 4, None):
            yield [*value[:index], new, *value[index + 1 :]]


def _all_equal(value: list[Any], inside: Callable[[Any], Iterator[Any]]) -> Iterator[list[Any]]:  # Any: its items
    """Yield lists in which items that are equal to each other become simpler together."""
    times = Counter(map(repr, value[:MOST]))
    for item in {repr(one): one for one in value[:20] if times[repr(one)] > 1}.values():
        for new in islice(inside(item), 3):
            yield [new if type(one) is type(item) and one == item else one for one in value]


def _tuples(value: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:  # Any: its items
    for index, item in enumerate(value[:MOST]):
        for new in smaller(item):
            yield (*value[:index], new, *value[index + 1 :])
    for index in range(min(len(value), MOST)):
        yield (*value[:index], *value[index + 1 :])


def _dicts(value: dict[Any, Any]) -> Iterator[dict[Any, Any]]:  # Any: its items
    for items in _lists(list(value.items()), _pairs):
        try:
            yield dict(items)
        except TypeError:
            continue


def _pairs(pair: tuple[Any, Any]) -> Iterator[tuple[Any, Any]]:  # Any: its items
    key, item = pair
    for new in smaller(item):
        yield key, new
    for new in smaller(key):
        yield new, item


def _sets(value: set[Any] | frozenset[Any]) -> Iterator[Any]:  # Any: of the type that came
    for items in _lists(sorted(value, key=repr)):
        try:
            yield type(value)(items)
        except TypeError:
            continue


_SMALLER: dict[type, Callable[[Any], Iterator[Any]]] = {  # Any: a value of the type that is the key
    int: _integers,
    float: _floats,
    bool: lambda value: iter((False,)) if value else iter(()),
    str: _texts,
    bytes: lambda value: map(bytes, _lists(list(value))),
    list: _lists,
    tuple: _tuples,
    dict: _dicts,
    set: _sets,
    frozenset: _sets,
}


def _count(values: Sequence[Any]) -> int:  # Any: plain data
    """Return how many values there are, those inside of others and letters included."""
    total, stack = 0, list(values)
    while stack and total < 100_000:
        value = stack.pop()
        total += 1
        if isinstance(value, str | bytes):
            total += len(value)
        elif isinstance(value, dict):
            stack.extend([*value, *value.values()])
        elif isinstance(value, list | tuple | set | frozenset):
            stack.extend(value)
    return total


def _magnitude(value: Any) -> float:  # Any: plain data
    if isinstance(value, bool | int | float):
        if not -1e300 < value < 1e300:
            return 1e300
        digits = 0 if float(value).is_integer() else len(repr(value).partition(".")[2])
        return abs(float(value)) + (value < 0) + 10 * digits
    if isinstance(value, str):
        return float(sum(map(_order, value[:MOST])))
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list | tuple | set | frozenset):
        return sum(_magnitude(item) for item in list(value)[:MOST])
    return 0.0
