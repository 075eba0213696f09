"""How many times as long one system takes as another on the same problems."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from assay.errors import InvalidValue
from assay.statistics.standard_errors import standard_error


@dataclass(frozen=True, slots=True)
class PairedRatio:
    """The second of two systems as a multiple of the first: 2 is twice as long."""

    value: float
    """The geometric mean of the ratios."""
    interval: tuple[float, float] | None
    """Of 95 % confidence; `None`: one problem only."""
    n: int
    p: float | None
    """Of no difference."""


def paired_ratio(first: Sequence[float], second: Sequence[float]) -> PairedRatio:
    """Return the mean ratio of two latencies a problem, by Student's t on their logarithms.

    One very slow answer moves a mean of seconds, but hardly a mean of logarithms. Latencies must be positive, and in
    the same order of problems. Where all ratios are equal, so are both ends of the interval.

    >>> found = paired_ratio([1.0, 2.0, 4.0, 1.0], [2.0, 4.0, 9.0, 2.0])
    >>> round(found.value, 3), [round(end, 2) for end in found.interval]
    (2.06, [1.88, 2.26])
    """
    if len(first) != len(second) or not len(first):
        raise InvalidValue(f"a ratio needs one latency of each for every problem, got {len(first)} and {len(second)}")
    wrong = [value for value in (*first, *second) if not 0 < value < math.inf]
    if wrong:
        raise InvalidValue(f"a latency must be positive and finite, got {wrong[0]!r}")
    logs = [math.log(other) - math.log(one) for one, other in zip(first, second, strict=True)]
    n = len(logs)
    mean = math.fsum(logs) / n
    if n < 2:
        return PairedRatio(math.exp(mean), None, n, None)
    from scipy.special import stdtr, stdtrit

    error = standard_error(logs)
    reach = float(stdtrit(n - 1, 0.975)) * error
    p = 2 * float(stdtr(n - 1, -abs(mean) / error)) if error else float(mean == 0)
    return PairedRatio(math.exp(mean), (math.exp(mean - reach), math.exp(mean + reach)), n, min(1.0, p))
