"""Two proportions from different problems: intervals of their difference, and tests that there is none.

The intervals are Newcombe's hybrid score one (1998, independent, method 10) and that of Agresti and Caffo (2000).
"""

from __future__ import annotations

import math

from assay.statistics.intervals import normal_quantile, wilson

EXACT_EVENTS = 2_000
"""Events of both sides up to which `equal_rates` is exact; beyond, the normal distribution is as good."""
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


def equal_rates(count: int, n: int, other_count: int, other_n: int) -> float:
    """Return the p-value that two counts come from the same rate: of all of them, how many fell on the second side.

    Given their sum, the second count is binomial with the share of the second side; both tails count. That is exact
    for rare events, and errs on the side of caution for frequent ones.

    >>> round(equal_rates(3, 1000, 15, 1000), 4), equal_rates(5, 100, 5, 100)
    (0.0075, 1.0)
    """
    wilson(count, n), wilson(other_count, other_n)  # refuses counts that make no sense
    total, share = count + other_count, other_n / (n + other_n)
    if total > EXACT_EVENTS:
        error = math.sqrt(total * share * (1 - share))
        return math.erfc(max(0.0, abs(other_count - total * share) - 0.5) / error / math.sqrt(2))
    below = math.fsum(_binomial(total, events, share) for events in range(other_count + 1))
    above = math.fsum(_binomial(total, events, share) for events in range(other_count, total + 1))
    return min(1.0, 2 * min(below, above))


def _binomial(total: int, events: int, share: float) -> float:
    ways = math.lgamma(total + 1) - math.lgamma(events + 1) - math.lgamma(total - events + 1)
    return math.exp(ways + events * math.log(share) + (total - events) * math.log1p(-share))
