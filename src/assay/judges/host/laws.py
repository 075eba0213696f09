"""Laws of equality: it says the same when it is asked again, and what equals two objects does not tell them apart.

An object that equals whatever it is compared with breaks them as soon as it meets two objects that differ. They are
asked about in a run of their own, behind each case, and count where the reference keeps them. Objects that the tests
make of plain data are also compared with objects made of similar data: an equality that looks at the last digit alone,
or at no field but the first, says of more of these that they are equal than the reference's does.
"""

from __future__ import annotations

import copy
import random

from assay.judges.host import links

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

MOST_ASKED = 64
"""Comparisons of one case that are asked for again."""
MOST_OBJECTS = 16
"""Objects of one case that are compared with each other."""
MOST_MADE = 6
"""Objects of one case that are compared with such as are made of similar data."""
SIMILAR = 20
"""How many of these there are for each."""
LONGEST = 200
"""Characters of the data of which such objects are made."""


class Comparisons:
    """What objects of the candidate's own have said of each other, in the case that runs and before the first one."""

    def __init__(self) -> None:
        self._asked: list[tuple[Any, Any, bool]] = []
        self._made: dict[int, tuple[Any, Any, tuple[Any, ...]]] = {}
        self._prepared = 0, self._made
        self._chance = random.SystemRandom()

    def note(self, one: Any, other: Any, says: bool) -> None:
        """Take note of one comparison."""
        self._asked.append((one, other, says))

    def note_made(self, one: Any, kind: Any, data: tuple[tuple[Any, ...], dict[str, Any]]) -> None:
        """Take note of an object that the tests made by calling a class with plain data."""
        if _is_short(data):
            self._made[_number(one)] = one, kind, copy.deepcopy(data)

    def begin_cases(self) -> None:
        """Keep what there is so far for every case that follows."""
        self._prepared = len(self._asked), dict(self._made)

    def similar(self, seed: str) -> Iterator[tuple[str, bool]]:
        """Say of objects that equalled others whether each equals some that are made of similar data."""
        equal = {_number(each) for *pair, says in self._asked if says for each in pair}
        for one, kind, data in [made for number, made in self._made.items() if number in equal][:MOST_MADE]:
            chance = random.Random(f"{seed} {data!r}")
            for other in [similar_data(data, chance) for _ in range(SIMILAR)]:
                says = None if other == data else _says_of_new(one, kind, other)
                if says is not None:
                    yield f"{links.link_of(kind).name}{_written(other)} and {_written(data)}", says  # type: ignore[union-attr]

    def end_case(self) -> bool:
        """Return whether a law is broken among the objects of a case, and forget those that are only its own."""
        asked = self._asked[:]
        try:
            return bool(asked) and (self._changes_its_mind(asked) or self._equals_what_differs(asked))
        finally:
            del self._asked[self._prepared[0] :]
            self._made = dict(self._prepared[1])

    def _drawn(self, items: Sequence[Any], most: int) -> Sequence[Any]:
        return items if len(items) <= most else self._chance.sample(items, most)

    def _changes_its_mind(self, asked: Sequence[tuple[Any, Any, bool]]) -> bool:
        return any(_says(one, other) not in (says, None) for one, other, says in self._drawn(asked, MOST_ASKED))

    def _equals_what_differs(self, asked: Sequence[tuple[Any, Any, bool]]) -> bool:
        """Return whether of three objects one equals both others, which differ."""
        equal = {_number(each): each for *pair, says in asked if says for each in pair}
        every = equal | {_number(each): each for *pair, _ in asked for each in pair}
        objects = self._drawn([*equal.values()], MOST_OBJECTS)
        taken = {_number(one) for one in objects}
        rest = [one for number, one in every.items() if number not in taken]
        objects = [*objects, *self._drawn(rest, MOST_OBJECTS - len(objects))]
        says = {
            frozenset((first, second)): _says(one, objects[second])
            for first, one in enumerate(objects)
            for second in range(first + 1, len(objects))
        }
        for middle in range(len(objects)):
            friends = [other for other in range(len(objects)) if says.get(frozenset((middle, other)))]
            if any(says.get(frozenset((one, other))) is False for one in friends for other in friends if one != other):
                return True
        return False


def _number(value: Any) -> int:
    return links.link_of(value).number  # type: ignore[union-attr]  # only handles are compared


def _says(one: Any, other: Any) -> bool | None:
    """Return what an object says of another one; `None` where it raises, as many do of objects of another class."""
    try:
        answer = links.link_of(one).remote.ask("equal", one, other)  # type: ignore[union-attr]
    except Exception:
        return None
    return answer[0] is True if type(answer) is tuple and len(answer) == 2 else None


def _says_of_new(one: Any, kind: Any, data: tuple[Any, ...]) -> bool | None:
    """Return whether an object equals a new one; `None` where there is none of such data."""
    try:
        return _says(links.link_of(kind).remote.ask("call", kind, *data), one)  # type: ignore[union-attr]
    except Exception:
        return None


def _written(data: tuple[Any, ...]) -> str:
    positional, named = data
    return f"({', '.join([*map(repr, positional), *(f'{name}={value!r}' for name, value in named.items())])})"


def _is_short(data: tuple[Any, ...]) -> bool:
    """Return whether this is plain data, and little of it."""
    kinds = {type(part) for _, part in _leaves(data)}
    return kinds <= {int, float, str, bool, type(None)} and len(repr(data)) <= LONGEST


def _leaves(data: Any) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield the parts of nested lists, tuples and dictionaries, each behind its place."""
    for place, part in data.items() if type(data) is dict else enumerate(data):
        if type(part) in (list, tuple, dict):
            yield from (((place, *rest), leaf) for rest, leaf in _leaves(part))
        else:
            yield (place,), part


def _with(data: Any, place: tuple[Any, ...], part: Any) -> Any:
    """Return such data with another part."""
    if not place:
        return part
    inner = _with(data[place[0]], place[1:], part)
    if type(data) is dict:
        return data | {place[0]: inner}
    return type(data)([inner if index == place[0] else other for index, other in enumerate(data)])


def similar_data(data: tuple[Any, ...], chance: random.Random) -> tuple[Any, ...]:
    """Return data that differ from these in one part, in two that keep their sum, or in the order of two.

    >>> chance = random.Random(8)
    >>> [similar_data((12, [7, "Ab"]), chance) for _ in range(3)]
    [(7, [12, 'Ab']), (112, [7, 'Ab']), (12, [7, '2b'])]
    """
    leaves = [leaf for leaf in _leaves(data) if leaf[1] is not None]
    if not leaves:
        return data
    place, part = chance.choice(leaves)
    others = [leaf for leaf in leaves if type(leaf[1]) is type(part) and leaf[1] != part]
    kind = chance.random()
    if not others or kind > 0.4:
        return tuple(_with(data, place, _similar(part, chance)))
    other_place, other = chance.choice(others)
    moved = chance.randint(1, 9)
    keeps_sum = kind < 0.2 and type(part) in (int, float)
    first, second = (part + moved, other - moved) if keeps_sum else (other, part)
    return tuple(_with(_with(data, place, first), other_place, second))


def _similar(value: Any, chance: random.Random) -> Any:
    """Return a value that has something in common with another one: its end, its beginning, its letters, its sign."""
    if type(value) is bool:
        return not value
    if isinstance(value, int | float):
        steps = (1, -1, 10, 100, -10, value, -2 * value, chance.randint(2, 9), 10 * chance.randint(1, 99))
        return value + chance.choice(steps)
    letters = list(value)
    if not letters:
        return "a"
    first, second = chance.randrange(len(letters)), chance.randrange(len(letters))
    match chance.randrange(5):
        case 0:
            return str(value.swapcase())
        case 1:
            letters[first] = letters[first].swapcase()
        case 2:
            letters[first], letters[second] = letters[second], letters[first]
        case 3:
            letters[first] = chance.choice("abcxyzABCXYZ0123456789")
        case _:
            letters.insert(first, chance.choice(" aZ0"))
    return "".join(letters)
