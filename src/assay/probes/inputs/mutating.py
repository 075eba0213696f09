"""New values from old ones: small changes that keep the type, with parts taken from other values at hand."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, TypeVar

LARGEST = 10**6
"""Of numbers that are made by doubling."""
T = TypeVar("T")
MOST_ITEMS = 60
"""Of a collection or a text that grows."""
MIXED = 3
"""A list that holds values of so many types may hold those of others too."""
ODD_ITEMS: tuple[object, ...] = (None, 0, -1, 1.5, "", "a", (), [], {}, 10**20, 1.0, b"")
REUSE = 0.3
"""How often a part is taken from another value at hand instead of being made."""


class ValueMutator:
    """Changes values, by a seeded chance; the `pool` holds parts of values at hand, by type."""

    def __init__(self, random: Random, pool: Iterable[object] = ()) -> None:
        self._random = random
        self._pool: dict[type, list[Any]] = {}  # Any: values of the type that is the key
        self._seen: set[tuple[type, str]] = set()
        self._letters: list[str] = []
        self.collect(pool)

    def collect(self, values: Iterable[object]) -> None:
        """Add values, and the values in them, to the pool."""
        stack = list(values)
        while stack:
            value = stack.pop()
            kind, text = type(value), repr(value)[:200]
            if (kind, text) in self._seen or len(self._seen) > 5_000:
                continue
            self._seen.add((kind, text))
            self._pool.setdefault(kind, []).append(value)
            if isinstance(value, dict):
                stack.extend([*value, *value.values()])
            elif isinstance(value, list | tuple | set | frozenset):
                stack.extend(value)
            elif isinstance(value, str):
                self._letters.extend(sorted(set(value) - set(self._letters)))

    def mutated(self, value: Any) -> Any:  # Any: a value of the same type comes back
        """Return a value of the same type that differs a little; the value itself where nothing is known about it."""
        change = _CHANGES.get(type(value))
        if change is None:
            return value
        alike = self._pool.get(type(value), ())
        if alike and self._random.random() < REUSE / 3:
            return self._random.choice(alike)
        return change(self, value)

    def _integer(self, value: int) -> int:
        chance = self._random
        act = chance.randrange(9)
        if act < 3:
            return value + chance.choice((-1, 1))
        if act == 3:
            return value + chance.choice((-2, 2, -10, 10, 7, -7))
        if act == 4:
            return -value
        if act == 5:
            return value * 2 if abs(value) < LARGEST else value // 2
        if act == 6:
            return value // 2
        if act == 7:
            return self._other(value, lambda: chance.randint(-100, 100))
        return chance.randint(0, max(10, 2 * min(abs(value), LARGEST)))

    def _float(self, value: float) -> float:
        chance = self._random
        if not math.isfinite(value):
            return self._other(value, lambda: 0.0)
        act = chance.randrange(7)
        if act == 0:
            return value + chance.choice((-1.0, 1.0))
        if act == 1:
            return -value
        if act == 2:
            return value * (1 + chance.uniform(-0.5, 0.5))
        if act == 3:
            return float(round(value)) if abs(value) < 1e15 else 0.0
        if act == 4:
            return round(value + chance.uniform(-1, 1), 2)
        if act == 5:
            return math.floor(value) + 0.5 if abs(value) < 1e15 else 0.5
        return self._other(value, lambda: round(chance.uniform(-100, 100), 2))

    def _text(self, value: str) -> str:
        chance = self._random
        act = chance.randrange(10)
        at = chance.randrange(len(value) + 1)
        if act == 0 and value:
            return value[:at] + value[at + 1 :]
        if act == 1:
            return value[:at] + self._letter(value) + value[at:]
        if act == 2 and value:
            return value[:at] + self._letter(value) + value[at + 1 :]
        if act == 3 and value and len(value) < MOST_ITEMS:
            low, high = sorted((at, chance.randrange(len(value) + 1)))
            return value[:high] + value[low:high] + value[high:]
        if act == 4 and len(value) > 1:
            low, high = sorted((at, chance.randrange(len(value) + 1)))
            return value[:low] + value[high:]
        if act == 5 and value:
            return value[::-1]
        if act == 6 and at < len(value):
            return value[:at] + value[at].swapcase() + value[at + 1 :]
        if act == 7:
            return self._words(value)
        if act == 8 and len(value) < MOST_ITEMS:
            return value + self._other(value, lambda: self._letter(value))
        return self._other(value, lambda: value[:at])

    def _words(self, value: str) -> str:
        """Change a text by its words: one dropped, doubled or moved."""
        words = value.split(" ")
        if len(words) < 2:
            return value + value if len(value) < MOST_ITEMS else value[: len(value) // 2]
        return " ".join(self._items(words, self._text))

    def _letter(self, value: str) -> str:
        chance = self._random
        if value and chance.random() < 0.5:
            return chance.choice(value)
        if self._letters and chance.random() < 0.8:
            return chance.choice(self._letters)
        return chance.choice("abzABZ019 _-.,")

    def _bytes(self, value: bytes) -> bytes:
        numbers = list(value) or [self._random.randrange(256)]
        return bytes(self._items(numbers, lambda byte: self._random.randrange(256)))

    def _list(self, value: list[Any]) -> list[Any]:  # Any: its items
        mixed = len({type(item) for item in value[:MOST_ITEMS]}) >= MIXED
        return self._items(value, self._of_any_type if mixed else self.mutated)

    def _of_any_type(self, value: Any) -> Any:  # Any: an item of a list that holds values of many types
        return self._random.choice(ODD_ITEMS) if self._random.random() < 0.5 else self.mutated(value)

    def _items(self, value: list[Any], change: Callable[[Any], Any]) -> list[Any]:  # Any: its items
        """Return a list with an item more, fewer, changed or moved."""
        chance = self._random
        new = list(value)
        if not new:
            return self._other(value, lambda: [])
        at, other = chance.randrange(len(new)), chance.randrange(len(new))
        act = chance.randrange(11)
        if act <= 2:
            new[at] = change(new[at])
        elif act == 3:
            del new[at]
        elif act == 4:
            new.insert(other, new[at])
        elif act == 5:
            new.insert(chance.randrange(len(new) + 1), change(new[at]))
        elif act == 6:
            new[at], new[other] = new[other], new[at]
        elif act == 7:
            new[at] = new[other]
        elif act == 8:
            new = new[:at] if chance.random() < 0.5 else new[at:]
        elif act == 9:
            new = chance.choice((lambda: new[::-1], lambda: _sorted(new), lambda: chance.sample(new, len(new))))()
        else:
            new = [change(item) for item in new]
        return new[: max(MOST_ITEMS, len(value))]

    def _tuple(self, value: tuple[Any, ...]) -> tuple[Any, ...]:  # Any: its items
        """Return a tuple with one place changed, sometimes of another length."""
        if not value:
            return value
        if self._random.random() < 0.15:
            return tuple(self._items(list(value), self.mutated))
        at = self._random.randrange(len(value))
        return (*value[:at], self.mutated(value[at]), *value[at + 1 :])

    def _dict(self, value: dict[Any, Any]) -> dict[Any, Any]:  # Any: its items
        chance = self._random
        if not value:
            return self._other(value, lambda: {})
        new = dict(value)
        key = chance.choice(list(new))
        act = chance.randrange(4)
        if act == 0:
            del new[key]
        elif act == 1:
            new[_hashable(self.mutated(key), key)] = self.mutated(new[key])
        elif act == 2:
            new = {_hashable(self.mutated(one), one) if one == key else one: item for one, item in new.items()}
        else:
            new[key] = self.mutated(new[key])
        return new

    def _set(self, value: set[Any] | frozenset[Any]) -> Any:  # Any: of the type that came
        items = self._items(sorted(value, key=repr), self.mutated)
        return type(value)(item for item in items if _hashable(item, None) is not None)

    def _other(self, value: T, made: Callable[[], T]) -> T:
        """Return another value of the same type from the pool, or one that is made."""
        alike = self._pool.get(type(value), ())
        return self._random.choice(alike) if alike and self._random.random() < 0.7 else made()


def _sorted(items: list[Any]) -> list[Any]:  # Any: its items
    try:
        return sorted(items)
    except TypeError:
        return sorted(items, key=repr)


def _hashable(value: object, instead: object) -> object:
    try:
        hash(value)
    except TypeError:
        return instead
    return value


_CHANGES: dict[type, Callable[[ValueMutator, Any], Any]] = {  # Any: a value of the type that is the key
    int: ValueMutator._integer,
    float: ValueMutator._float,
    bool: lambda _, value: not value,
    str: ValueMutator._text,
    bytes: ValueMutator._bytes,
    list: ValueMutator._list,
    tuple: ValueMutator._tuple,
    dict: ValueMutator._dict,
    set: ValueMutator._set,
    frozenset: ValueMutator._set,
}
