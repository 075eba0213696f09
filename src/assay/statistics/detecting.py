"""Evidence that a rate has dropped at some time: it rests on no model of when, and keeps its promise at any traffic.

Shiryaev and Roberts' sum of likelihood ratios, one begun in each period, mixed over drops of several sizes; an
e-detector in the words of Shin, Ramdas and Rinaldo (2024, New England Journal of Statistics in Data Science).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from assay.errors import InvalidValue

DROPS = (0.02, 0.04, 0.08, 0.16)
"""The drops that are looked for at once."""


def drop_evidence(
    counts: Iterable[tuple[float, float]], *, usual: float, drops: Sequence[float] = DROPS
) -> Iterator[float]:
    """Yield after each period the logarithm of the evidence for a drop below `usual`; `counts` are (n, passed).

    While every attempt passes with a chance of at least `usual`, whatever it is, the evidence reaches `c` after `c`
    periods with attempts on average, or later.

    >>> [round(value, 2) for value in drop_evidence([(10, 8), (10, 4), (10, 3)], usual=0.8)]
    [-0.18, 2.27, 5.31]
    """
    steps = [_steps(usual, drop) for drop in drops]
    logs = [-math.inf] * len(steps)
    total = -math.inf
    for n, passed in counts:
        if n > 0:
            for place, (fail, good) in enumerate(steps):
                logs[place] = _log_plus_one(logs[place]) + (n - passed) * fail + passed * good
            total = _log_mean(logs)
        yield total


def rise_evidence(
    counts: Iterable[tuple[float, float]], *, usual: float, drops: Sequence[float] = DROPS
) -> Iterator[float]:
    """Yield the same for a rise above `usual`.

    >>> [round(value, 2) for value in rise_evidence([(10, 8), (10, 10)], usual=0.8)]
    [-0.3, 1.46]
    """
    yield from drop_evidence(((n, n - passed) for n, passed in counts), usual=1 - usual, drops=drops)


def _steps(usual: float, drop: float) -> tuple[float, float]:
    """Return what a failure and a pass add; a drop that would leave nothing is made a quarter of the rate."""
    if not 0 < usual < 1 or not 0 < drop < 1:
        raise InvalidValue(f"evidence of a drop needs a rate and a drop within 0 and 1, got {usual!r} and {drop!r}")
    worse = max(usual - drop, usual / 4)
    return math.log((1 - worse) / (1 - usual)), math.log(worse / usual)


def _log_plus_one(log: float) -> float:
    return log + math.log1p(math.exp(-log)) if log > 0 else math.log1p(math.exp(log))


def _log_mean(logs: Sequence[float]) -> float:
    top = max(logs)
    return top + math.log(math.fsum(math.exp(log - top) for log in logs) / len(logs))
