"""How many times as much one system takes as another on the same problems: the mean of log-ratios."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from assay.errors import InvalidValue


@dataclass(frozen=True, slots=True)
class PairedRatio:
    """The second of two amounts divided by the first, as a geometric mean over problems."""

    value: float
    interval: tuple[float, float] | None
    """Of 95 % confidence, by Student's t on the logarithms; `None`: there are fewer than three problems."""
    n: int


def paired_ratio(first: Sequence[float], second: Sequence[float]) -> PairedRatio:
    """Return how many times as much the second takes as the first; one amount above 0 of each for every problem.

    >>> found = paired_ratio([1.0, 2.0, 4.0, 1.0], [2.0, 4.0, 8.0, 4.0])
    >>> round(found.value, 3), [round(end, 2) for end in found.interval], found.n
    (2.378, [1.37, 4.13], 4)
    """
    if len(first) != len(second) or not first:
        raise InvalidValue(f"paired amounts need one of each for every problem, got {len(first)} and {len(second)}")
    if not all(0 < amount < math.inf for amount in (*first, *second)):
        raise InvalidValue("paired amounts must be above 0 and finite")
    logs = [math.log(b) - math.log(a) for a, b in zip(first, second, strict=True)]
    n = len(logs)
    mean = math.fsum(logs) / n
    if n < 3:
        return PairedRatio(math.exp(mean), None, n)
    from scipy.special import stdtrit

    error = math.sqrt(math.fsum((one - mean) ** 2 for one in logs) / (n - 1) / n)
    reach = float(stdtrit(n - 1, 0.975)) * error
    return PairedRatio(math.exp(mean), (math.exp(mean - reach), math.exp(mean + reach)), n)
