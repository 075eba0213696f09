"""Two proportions from different problems: intervals of their difference, and tests that there is none.

The intervals are Newcombe's hybrid score one (1998, independent, method 10) and that of Agresti and Caffo (2000).
"""

from __future__ import annotations

import math

from assay.statistics.intervals import normal_quantile, wilson

EXACT_CELLS = 40_000
"""The product of both sizes up to which Boschloo's test takes a fraction of a second; its cost grows faster than it."""


def newcombe(passed: int, n: int, other_passed: int, other_n: int, *, confidence: float = 0.95) -> tuple[float, float]:
    """Return Newcombe's interval of the second proportion less the first: Wilson's two intervals, joined.

    >>> [round(end, 6) for end in newcombe(48, 80, 56, 70)]
    [0.052431, 0.333873]
    """
    (low, high), (other_low, other_high) = (
        wilson(passed, n, confidence=confidence),
        wilson(other_passed, other_n, confidence=confidence),
    )
    first, second = passed / n, other_passed / other_n
    below = math.hypot(second - other_low, high - first)
    above = math.hypot(other_high - second, first - low)
    return max(-1.0, second - first - below), min(1.0, second - first + above)


def agresti_caffo(
    passed: int, n: int, other_passed: int, other_n: int, *, confidence: float = 0.95
) -> tuple[float, float]:
    """Return Agresti and Caffo's interval of the second proportion less the first: one pass and one failure added.

    >>> [round(end, 6) for end in agresti_caffo(48, 80, 56, 70)]
    [0.052453, 0.335758]
    """
    wilson(passed, n), wilson(other_passed, other_n)  # refuses counts that make no sense
    first, second = (passed + 1) / (n + 2), (other_passed + 1) / (other_n + 2)
    error = math.sqrt(first * (1 - first) / (n + 2) + second * (1 - second) / (other_n + 2))
    reach = normal_quantile(confidence) * error
    return max(-1.0, second - first - reach), min(1.0, second - first + reach)


def fisher(passed: int, n: int, other_passed: int, other_n: int) -> float:
    """Return the p-value of Fisher's exact test of two equal proportions.

    >>> round(fisher(48, 80, 56, 70), 7)
    0.0125211
    """
    from scipy.stats import fisher_exact

    return float(fisher_exact([[passed, n - passed], [other_passed, other_n - other_passed]]).pvalue)


def boschloo(passed: int, n: int, other_passed: int, other_n: int) -> float:
    """Return the p-value of Boschloo's exact test of two equal proportions, which finds more than Fisher's.

    >>> round(boschloo(48, 80, 56, 70), 7)
    0.0088445
    """
    from scipy.stats import boschloo_exact

    return float(boschloo_exact([[passed, other_passed], [n - passed, other_n - other_passed]]).pvalue)
