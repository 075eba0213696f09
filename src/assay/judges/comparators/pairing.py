"""Partners for elements that cannot be told apart by keys."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

from assay.records import Comparator

if TYPE_CHECKING:
    from assay.judges.comparators.matching import Matcher


class Partners:
    """Partners for elements that cannot be told apart by keys: bipartite matching, after Kuhn."""

    def __init__(self, matcher: Matcher, comparator: Comparator, actual: list[object], expected: list[object]) -> None:
        self.matcher = matcher
        self.comparator = comparator
        self.actual = actual
        self.expected = expected
        self.partner: dict[int, int] = {}
        """From the position of an actual value to that of its expected one."""
        self.taken: dict[int, int] = {}
        """The way back."""

    def find_partner(self, start: int) -> bool:
        """Return whether there is a free partner for `start`, or one that is freed by moving others along a path."""
        reached_from: dict[int, int] = {}
        waiting = deque([start])
        while waiting:
            left = waiting.popleft()
            for right in outward(left, len(self.expected)):
                self.matcher.spend()
                if right in reached_from or not self._agree(left, right):
                    continue
                reached_from[right] = left
                if right not in self.taken:
                    self._move_along(right, start, reached_from)
                    return True
                waiting.append(self.taken[right])
        return False

    def _agree(self, left: int, right: int) -> bool:
        return self.matcher.judge(self.comparator, self.actual[left], self.expected[right])

    def _move_along(self, right: int | None, start: int, reached_from: dict[int, int]) -> None:
        """Give each on the path the partner it has reached, from the end of the path to its start."""
        while right is not None:
            left = reached_from[right]
            freed = self.partner.get(left)
            self.partner[left], self.taken[right] = right, left
            right = None if left == start else freed


def outward(start: int, stop: int) -> Iterator[int]:
    """Yield all numbers below `stop`, those near `start` first."""
    for distance in range(max(start + 1, stop - start)):
        if start + distance < stop:
            yield start + distance
        if 0 < distance <= start:
            yield start - distance
