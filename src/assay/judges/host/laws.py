"""Laws of equality: it says the same when it is asked again, and what equals two objects does not tell them apart.

An object that equals whatever it is compared with breaks them as soon as it meets two objects that differ. They are
asked about in a run of their own, behind each case, and count where the reference keeps them.
"""

from __future__ import annotations

import random

from assay.judges.host import links

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

MOST_ASKED = 64
"""Comparisons of one case that are asked for again."""
MOST_OBJECTS = 16
"""Objects of one case that are compared with each other."""


class Comparisons:
    """What objects of the candidate's own have said of each other, in the case that runs and before the first one."""

    def __init__(self) -> None:
        self._asked: list[tuple[Any, Any, bool]] = []
        self._prepared = 0
        self._chance = random.SystemRandom()

    def note(self, one: Any, other: Any, says: bool) -> None:
        """Take note of one comparison."""
        self._asked.append((one, other, says))

    def begin_cases(self) -> None:
        """Keep what there is so far for every case that follows."""
        self._prepared = len(self._asked)

    def end_case(self) -> bool:
        """Return whether a law is broken among the objects of a case, and forget those that are only its own."""
        asked = self._asked[:]
        try:
            return bool(asked) and (self._changes_its_mind(asked) or self._equals_what_differs(asked))
        finally:
            del self._asked[self._prepared :]

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
