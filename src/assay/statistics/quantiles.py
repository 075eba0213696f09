"""Quantiles of a sample, with intervals whose ends are values of the sample, whatever their distribution is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.errors import InvalidValue

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class QuantileRanks:
    """Which of `n` sorted values, counted from 1, a quantile and the ends of its interval are."""

    value: int
    low: int | None
    """`None`: there are too few values for a lower end."""
    high: int | None
    coverage: float | None
    """How sure the interval really is: at least what was asked for; `None`: an end is missing."""


def quantile_ranks(n: int, share: float, *, confidence: float = 0.95) -> QuantileRanks:
    """Return the ranks of the quantile below which `share` of all values lie, and of an interval around it.

    How many of `n` values lie below the true quantile is binomial, so that two order statistics hold it with a
    probability that does not depend on the distribution of the values.

    >>> ranks = quantile_ranks(100, 0.95)
    >>> ranks.value, ranks.low, ranks.high, round(ranks.coverage, 5)
    (95, 90, 100, 0.98261)
    >>> quantile_ranks(20, 0.95).high is None
    True
    """
    import numpy as np

    if n < 1 or not 0 < share < 1 or not 0 < confidence < 1:
        raise InvalidValue(f"a quantile needs values and a share within 0 and 1, got {n!r}, {share!r}, {confidence!r}")
    tail = (1 - confidence) / 2
    below = _binomial_cdf(n, share)
    low = int(np.searchsorted(below, tail))  # the smallest count whose chance, with all below it, reaches the tail
    high = int(np.searchsorted(-(1 - below), -tail)) + 1
    complete = low >= 1 and high <= n
    coverage = float(below[high - 1] - below[low - 1]) if complete else None
    return QuantileRanks(
        max(1, int(np.ceil(n * share - 1e-9))), low if low >= 1 else None, high if high <= n else None, coverage
    )


def quantile(
    values: Sequence[float], share: float, *, confidence: float = 0.95
) -> tuple[float, tuple[float, float] | None]:
    """Return a quantile of the values with its interval; `None` where there are too few values for one.

    >>> quantile([float(number) for number in range(1, 101)], 0.95)
    (95.0, (90.0, 100.0))
    >>> quantile([3.0, 1.0, 2.0], 0.5)
    (2.0, None)
    """
    import numpy as np

    ordered = np.sort(np.asarray(values, dtype=np.float64))
    ranks = quantile_ranks(len(ordered), share, confidence=confidence)
    value = float(ordered[ranks.value - 1])
    if ranks.low is None or ranks.high is None:
        return value, None
    return value, (float(ordered[ranks.low - 1]), float(ordered[ranks.high - 1]))


def _binomial_cdf(n: int, share: float) -> NDArray[np.float64]:
    """Return the chance of at most 0, 1, …, n successes."""
    import numpy as np

    counts = np.arange(1, n + 1, dtype=np.float64)
    steps = np.log((n + 1 - counts) / counts) + np.log(share) - np.log1p(-share)
    logs = n * np.log1p(-share) + np.concatenate([[0.0], np.cumsum(steps)])
    return np.asarray(np.minimum(np.cumsum(np.exp(logs)), 1.0))
