"""An interval for the mean of a finite set of values, of which one after the other is seen in random order.

It holds the mean at all times together, so that one may look after each value and stop when it says enough. It is a
betting martingale for sampling without replacement (Waudby-Smith and Ramdas 2020, arXiv 2006.04347), which for values
of 0 and 1 is the mixture of `assay.statistics.sequential.confidence_sequence`, for draws from a finite set.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from assay.errors import InvalidValue

STEPS = 1_000
"""The means that are looked at are this many apart; the ends of an interval are rounded outward to one of them."""
_ROUNDING = 1e-9


class AnytimeMean:
    """The mean of `size` values from 0 to 1, which are given one by one in random order.

    The chance that the interval ever misses the mean of all values is at most `alpha`. What the rest can still do is
    known besides: the interval never goes beyond what the mean would be if all others were 0, or 1.

    >>> seen = AnytimeMean(164)
    >>> for value in [0.0] * 12:
    ...     seen.add(value)
    >>> seen.interval, seen.is_below(0.6), seen.is_above(0.6)
    ((0.0, 0.359), True, False)
    """

    def __init__(self, size: int, *, alpha: float = 0.05) -> None:
        import numpy as np

        if size < 1 or not 0 < alpha < 1:
            raise InvalidValue(f"size must be at least 1, and alpha between 0 and 1, got {size!r} and {alpha!r}")
        self.size = size
        self.seen = 0
        self._total = 0.0
        self._means = np.arange(STEPS + 1) / STEPS
        self._wealth = np.zeros(STEPS + 1)
        """The logarithm of what bets against each mean have won; from 1 / alpha on it is excluded."""
        self._enough = -math.log(alpha)

    @property
    def mean(self) -> float | None:
        """The mean of the values so far; `None`: there is none."""
        return self._total / self.seen if self.seen else None

    def add(self, value: float) -> None:
        """Take the next value into account."""
        import numpy as np

        if not 0 <= value <= 1 or self.seen >= self.size:
            raise InvalidValue(f"there are {self.size} values from 0 to 1, got {value!r} after {self.seen} of them")
        expected = (self._total + 1) / (self.seen + 2)  # what is bet on: Laplace's rule
        left = (self.size * self._means - self._total) / (self.size - self.seen)
        possible = (left >= -_ROUNDING) & (left <= 1 + _ROUNDING)
        left = np.clip(left, 0.0, 1.0)
        with np.errstate(divide="ignore"):
            won = expected * value / left if value else np.zeros_like(left)
            lost = (1 - expected) * (1 - value) / (1 - left) if value < 1 else np.zeros_like(left)
            self._wealth = np.where(possible, self._wealth + np.log(won + lost), np.inf)
        self._total += value
        self.seen += 1

    @property
    def interval(self) -> tuple[float, float]:
        """Where the mean of all values lies."""
        low, high = self._kept()
        least, most = self.possible
        return max(low, least), min(high, most)

    def is_below(self, share: float) -> bool:
        """Return whether the mean of all values is below `share`, for certain."""
        return self._kept()[1] <= share + _ROUNDING or self.possible[1] < share - _ROUNDING

    def is_above(self, share: float) -> bool:
        """Return whether the mean of all values is above `share`, for certain."""
        return self._kept()[0] >= share - _ROUNDING or self.possible[0] > share + _ROUNDING

    @property
    def possible(self) -> tuple[float, float]:
        """Return what the mean is if all values that were not seen are 0, and if all are 1."""
        return self._total / self.size, min(1.0, (self._total + self.size - self.seen) / self.size)

    def _kept(self) -> tuple[float, float]:
        """Return the nearest excluded means around those that are not; beyond 0 and 1 where none is excluded.

        The wealth is convex in the mean, so that what is not excluded lies together.
        """
        import numpy as np

        kept = np.flatnonzero(self._wealth < self._enough)
        if not len(kept):
            kept = np.flatnonzero(np.isfinite(self._wealth))
            kept = kept[[int(np.argmin(self._wealth[kept]))]] if len(kept) else kept
        if not len(kept):  # all means that are possible lie between two that are looked at
            return -math.inf, math.inf
        first, last = int(kept[0]), int(kept[-1])
        low = -math.inf if first == 0 else float(self._means[first - 1])
        return low, math.inf if last == STEPS else float(self._means[last + 1])


def anytime_interval(values: Iterable[float], size: int, *, alpha: float = 0.05) -> tuple[float, float]:
    """Return the interval of the mean of `size` values after some of them were seen, in the order in which they were.

    >>> anytime_interval([1.0, 0.0, 1.0], 3)
    (0.6666666666666666, 0.6666666666666666)
    """
    seen = AnytimeMean(size, alpha=alpha)
    for value in values:
        seen.add(value)
    return seen.interval
