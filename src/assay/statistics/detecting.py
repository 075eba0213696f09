"""Evidence that a rate has dropped at some time: it rests on no model of when, and keeps its promise at any traffic.

Shiryaev and Roberts' sum of likelihood ratios, one begun in each period, mixed over drops of several sizes; an
e-detector in the words of Shin, Ramdas and Rinaldo (2024, New England Journal of Statistics in Data Science).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from assay.errors import InvalidValue

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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
    yield from _added_up(
        None if n <= 0 else [(n - passed) * fail + passed * good for fail, good in steps] for n, passed in counts
    )


def rise_evidence(
    counts: Iterable[tuple[float, float]], *, usual: float, drops: Sequence[float] = DROPS
) -> Iterator[float]:
    """Yield the same for a rise above `usual`.

    >>> [round(value, 2) for value in rise_evidence([(10, 8), (10, 10)], usual=0.8)]
    [-0.3, 1.46]
    """
    yield from drop_evidence(((n, n - passed) for n, passed in counts), usual=1 - usual, drops=drops)


def drop_evidence_by_kind(
    n: NDArray[np.float64],
    passed: NDArray[np.float64],
    *,
    usual: NDArray[np.float64],
    typical: float,
    weight: float = 1.0,
) -> Iterator[float]:
    """Yield the same for attempts of several kinds, each with a usual rate of its own; rows are periods.

    `passed` is of all kinds together. A drop lowers the odds of every kind alike, as much as it takes to lower those of
    the rate `typical` by the drops looked for. The promise holds for any mix of kinds, however it changes. With a
    `weight` below 1, attempts count for less.

    >>> import numpy as np
    >>> n, passed, usual = np.array([[10.0], [10.0], [10.0]]), np.array([8.0, 4.0, 3.0]), np.full((3, 1), 0.8)
    >>> [round(value, 2) for value in drop_evidence_by_kind(n, passed, usual=usual, typical=0.8)]
    [-0.18, 2.27, 5.31]
    """
    import numpy as np

    filled = (n.sum(axis=1) > 0).tolist()
    columns = []
    for drop in DROPS:
        fail, good = _steps(typical, drop)
        odds = fail - good
        columns.append(weight * (-odds * passed - (n * np.log1p(usual * math.expm1(-odds))).sum(axis=1)))
    steps = np.stack(columns, axis=1).tolist()
    yield from _added_up(row if has else None for has, row in zip(filled, steps, strict=True))


def _added_up(rows: Iterable[Sequence[float] | None]) -> Iterator[float]:
    """Yield the logarithm of the evidence after each period, of what it adds for each drop; `None` adds nothing."""
    logs: list[float] = []
    total = -math.inf
    for row in rows:
        if row is not None:
            logs = [_log_plus_one(log) + step for log, step in zip(logs or [-math.inf] * len(row), row, strict=True)]
            total = _log_mean(logs)
        yield total


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
