"""Axes of a picture: from numbers to places between 0 and 1, with round numbers to write beside them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

MOST_TICKS = 6
LOGARITHMIC_FROM = 20.0
"""The ratio of the largest to the smallest number from which on an axis is logarithmic."""
_ROUND = (1.0, 2.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True, slots=True)
class Scale:
    """The range of an axis."""

    low: float
    high: float
    ticks: tuple[float, ...]
    """Round numbers within the range."""
    logarithmic: bool = False

    def place(self, value: float) -> float:
        """Return where a number stands, from 0 to 1; what lies outside stands at the border.

        >>> scale_of([10.0, 30.0]).place(20.0)
        0.5
        """
        value = min(max(value, self.low), self.high)
        if self.logarithmic:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)


def scale_of(values: Iterable[float], *, least: float = 0.0, most: float = math.inf, straight: bool = False) -> Scale:
    """Return the scale of numbers that are not negative: from a round number below them to one above.

    It is logarithmic where they are far apart, unless it is to be `straight`. It stays from `least` to `most`.

    >>> scale_of([0.62, 0.70], most=1.0).ticks
    (0.62, 0.64, 0.66, 0.68, 0.7)
    >>> scale_of([0.001, 0.4]).ticks
    (0.001, 0.01, 0.1)
    """
    known = sorted(values)
    low, high = (known[0], known[-1]) if known else (least, least)
    if not straight and low > 0 and high / low >= LOGARITHMIC_FROM:
        return _logarithmic(low, high)
    if low == high:
        reach = abs(low) / 10 or 1.0
        low, high = max(least, low - reach), min(most, high + reach)
    step = _step(high - low)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    ticks = [_rounded(number * step) for number in range(first, last + 1)]
    ticks = [tick for tick in ticks if least <= tick <= most]
    return Scale(min(ticks[0], low), max(ticks[-1], high), tuple(ticks))


def _logarithmic(low: float, high: float) -> Scale:
    """From 1, 2 or 5 times a power of ten to another; the ticks are such numbers too, or powers where they are many."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    marks = [_rounded(factor * 10.0**power) for power in powers for factor in (1, 2, 5)]
    first = max(mark for mark in marks if mark <= low)
    last = min(mark for mark in marks if mark >= high)
    ticks = [mark for mark in marks if first <= mark <= last]
    if len(ticks) > MOST_TICKS:
        ticks = [_rounded(10.0**power) for power in powers if first <= 10.0**power <= last]
        ticks = ticks[:: math.ceil(len(ticks) / MOST_TICKS)]
    return Scale(first, last, tuple(ticks), logarithmic=True)


def _step(width: float) -> float:
    """A round number that fits into the width at most so often as there may be ticks."""
    raw = width / (MOST_TICKS - 1)
    size = 10.0 ** math.floor(math.log10(raw))
    return next(size * factor for factor in _ROUND if size * factor >= raw * (1 - 1e-9))


def _rounded(value: float) -> float:
    return float(f"{value:.12g}")
