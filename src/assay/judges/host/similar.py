"""Similar data in the place of what tests give a candidate: in each case one call at most gets other data.

An equality that looks at the last digit alone, or at no field but the first, takes what comes of such data for what the
tests expect. The reference tells whether they differ.
"""

from __future__ import annotations

import random
import unicodedata

from assay.judges.host import links
from assay.sandbox.guest import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

KINDS = 12
"""Ways in which data are changed."""
MOST_PARTS = 200
"""Parts of the data of a call that is looked at."""
_DEEPEST = 10
_SHOWN = 100
_TYPES = (bool, int, float, complex, str, bytes, type(None), list, tuple, dict, set, frozenset)


class SimilarData:
    """Which calls get other data, by the words of a variant.

    These are a number to draw by and, for each case in turn, which of its calls is changed and in which way, as in
    `7 0:3 2:11`. Where a case has none, nothing is changed.
    """

    def __init__(self, seed: str, turns: list[str]) -> None:
        self.seed = seed
        self.turns = [tuple(map(int, turn.split(":"))) for turn in turns]
        self.case = self.calls = 0
        self.done = ""
        """What was changed in the case that runs."""

    @classmethod
    def of(cls, variant: str, name: str) -> SimilarData | None:
        """Return what a variant of that name asks for; `None` for any other."""
        words = variant.split()
        return cls(words[1], words[2:]) if words[:1] == [name] else None

    def end_case(self) -> tuple[int, str]:
        """Return how many calls a case has made, and what was changed in it."""
        ended = self.calls, self.done
        self.case, self.calls, self.done = self.case + 1, 0, ""
        return ended

    def changed(self, target: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, ...]:
        """Return a call, with other data where it is its turn."""
        call, self.calls = self.calls, self.calls + 1
        link = links.link_of(target)
        turn, kind = self.turns[self.case] if self.case < len(self.turns) else (-1, 0)
        parts = list(_parts((arguments, keywords))) if turn == call else []
        if link is None or not 0 < len(parts) <= MOST_PARTS:
            return target, arguments, keywords
        made = similar_data((arguments, keywords), parts, kind, random.Random(f"{self.seed} {self.case}"))
        self.done = f"{_written(link.name, *made)} instead of {_written(link.name, arguments, keywords)}"
        return target, *made


def _written(name: str, positional: tuple[Any, ...], named: dict[str, Any]) -> str:
    texts = [*map(_shown, positional), *(f"{key}={_shown(value)}" for key, value in named.items())]
    return f"{name}({', '.join(texts)})"[:_SHOWN]


def _shown(value: Any) -> str:
    try:
        return repr(value) if wire.is_plain(value) else "..."
    except wire.TooLarge:
        return "..."


def _parts(data: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield the parts of nested lists, tuples and dictionaries that are plain data, each behind its place."""
    for key, part in data.items() if type(data) is dict else enumerate(data):
        if len(place) >= 1 and type(part) in _TYPES:
            yield (*place, key), part
        if type(part) in (list, tuple, dict) and len(place) < _DEEPEST:
            yield from _parts(part, (*place, key))


def _with(data: Any, place: tuple[Any, ...], part: Any) -> Any:
    """Return such data with another part."""
    if not place:
        return part
    inner = _with(data[place[0]], place[1:], part)
    if type(data) is dict:
        return data | {place[0]: inner}
    return type(data)([inner if index == place[0] else other for index, other in enumerate(data)])


def similar_data(data: Any, parts: list[tuple[tuple[Any, ...], Any]], kind: int, chance: random.Random) -> Any:
    """Return data that differ from these in one part, in two that keep their sum, or in the order of two.

    >>> data, chance = ((12, [7, "Ab"]), {}), random.Random(3)
    >>> [similar_data(data, list(_parts(data)), kind, chance)[0] for kind in (0, 1, 2, 10)]
    [(12, [7, 'Ab', 'Ab']), (12, [7, 'aB']), (12, [7, 'Ab ']), (12, [7, 'Ab', 'Ab'])]
    """
    suited = [one for one in parts if _suits(one[1], kind)]
    place, part = chance.choice(suited if suited and chance.random() < 0.7 else parts)
    others = [one for one in parts if type(one[1]) is type(part) and one[1] != part]
    if kind < KINDS - 2 or not others or type(part) in (list, tuple, dict):
        return _with(data, place, _similar(part, kind, chance))
    other_place, other = chance.choice(others)
    keeps_sum = kind == KINDS - 1 and type(part) in (int, float)
    first, second = (part + 1, other - 1) if keeps_sum else (other, part)
    return _with(_with(data, place, first), other_place, second)


def _suits(value: Any, kind: int) -> bool:
    """Return whether a part is one of those that are worth changing in this way."""
    if kind == 8:
        return not value
    if kind == 1 and type(value) in (int, float):
        return bool(value < 0)
    wanted = {1: (str,), 3: (dict, str), 5: (str, list), 6: (float, str), 7: (list, tuple)}
    return type(value) in wanted.get(kind, _TYPES)


def _similar(value: Any, kind: int, chance: random.Random) -> Any:
    """Return a value that has something in common with another one: its end, its letters, its size, its items."""
    if kind == 9:
        return [value]
    if value is None or kind == 8:
        return None if value is not None else chance.choice((0, "", []))
    if type(value) is bool:
        return not value
    if type(value) in (int, float, complex):
        near = value + 1e-5 * (abs(value) + 1)
        changes: list[Any] = [value + 1, -value or -1, value + 0.5, value + 10, str(value), value - 1, near,
                              complex(value, 1), 0, 0, value * 10, value + 100]  # fmt: skip
        return changes[kind]
    if type(value) is bytes:
        return (value + b"a", value[:-1], value.swapcase(), value[::-1], value.decode("latin-1"))[kind % 5]
    if type(value) is str:
        return _similar_text(value, kind, chance)
    if type(value) is dict:
        return _similar_table(value, kind, chance)
    items = list(value)
    place = chance.randrange(len(items)) if items else 0
    longer = [*items, items[place] if items else 0]
    changes = [longer, items[:-1], items[::-1], items[1:] + items[:1], sorted(items, key=repr)]
    if kind in (5, 6):
        return set(map(repr, items)) if any(type(one) in (list, dict, set) for one in items) else set(items)
    if kind == 7:
        return tuple(items) if type(value) is list else items
    made = changes[kind % 5]
    return type(value)(made if made != items else longer)


def _similar_text(text: str, kind: int, chance: random.Random) -> Any:
    place = chance.randrange(len(text)) if text else 0
    letter = text[place : place + 1]
    before, after = text[:place], text[place + 1 :]
    marks = [index for index, one in enumerate(text) if not one.isalnum()]
    mark = chance.choice(marks) if marks else place
    changes = (
        f"{before}{'x' if letter != 'x' else 'y'}{after}",
        text.swapcase() if text.swapcase() != text else f"{text}A",
        f"{text} ",
        f"{before} {text[place:]}" if place else f" {text}",
        int(text) if text.isascii() and text.isdecimal() else text.encode(errors="replace"),
        f"{text[:mark]}{'-' if text[mark : mark + 1] != '-' else '/'}{text[mark + 1 :]}",
        _without_accents(text) if _without_accents(text) != text else f"{before}\u00fc{after}",
        text[::-1] if text[::-1] != text else f"{text}b",
        "",
        "",
        f"{text}{letter or 'a'}",
        text[:-1],
    )
    return changes[kind]


def _without_accents(text: str) -> str:
    return "".join(one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one))


def _similar_table(table: dict[Any, Any], kind: int, chance: random.Random) -> Any:
    items = list(table.items())
    key = chance.choice(list(table)) if table else "a"
    changes = (
        table | {"another": 1},
        dict(items[:-1]),
        dict(items[::-1]),
        {f"{one}2" if one == key and type(one) is str else one: value for one, value in items},
        items,
    )
    return changes[kind % 5]
