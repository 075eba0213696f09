"""Two systems that have each tried the same problems once: McNemar's tests, and intervals of the difference.

The intervals are those of Bonett and Price (2012) and of Newcombe (1998, paired, method 10).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from assay.errors import InvalidValue
from assay.statistics.intervals import clopper_pearson, normal_quantile, wilson


@dataclass(frozen=True, slots=True)
class PairTable:
    """On how many problems two systems passed, each having tried all of them once."""

    both: int
    first_only: int
    second_only: int
    neither: int

    def __post_init__(self) -> None:
        counts = (self.both, self.first_only, self.second_only, self.neither)
        if min(counts) < 0 or not sum(counts):
            raise InvalidValue(f"a table of pairs needs counts from 0 and at least one pair, got {counts!r}")

    @classmethod
    def of(cls, first: Sequence[float], second: Sequence[float]) -> PairTable:
        """Count pairs of outcomes, each of which is 0 or 1.

        >>> PairTable.of([1, 1, 0, 0], [1, 0, 1, 1])
        PairTable(both=1, first_only=1, second_only=2, neither=0)
        """
        pairs = [(bool(one), bool(other)) for one, other in zip(first, second, strict=True)]
        return cls(
            pairs.count((True, True)),
            pairs.count((True, False)),
            pairs.count((False, True)),
            pairs.count((False, False)),
        )

    @property
    def n(self) -> int:
        return self.both + self.first_only + self.second_only + self.neither

    @property
    def discordant(self) -> int:
        """How many problems only one of the two solved."""
        return self.first_only + self.second_only

    @property
    def difference(self) -> float:
        """The share of the second less that of the first."""
        return (self.second_only - self.first_only) / self.n


def mcnemar_exact(table: PairTable) -> float:
    """Return the exact p-value of no difference: as if each discordant problem were decided by a fair coin.

    >>> round(mcnemar_exact(PairTable(100, 2, 8, 54)), 6)
    0.109375
    """
    fewer = min(table.first_only, table.second_only)
    return min(1.0, 2 * math.fsum(_coin(table.discordant, heads) for heads in range(fewer + 1)))


def mcnemar_mid_p(table: PairTable) -> float:
    """Return the mid-p value: the exact one, with only half the chance of what was observed itself.

    It is less cautious than the exact value, and on average nearer to the level that is asked for.

    >>> round(mcnemar_mid_p(PairTable(80, 5, 15, 64)), 7)
    0.0266037
    """
    fewer = min(table.first_only, table.second_only)
    if 2 * fewer == table.discordant:
        return 1.0
    below = math.fsum(_coin(table.discordant, heads) for heads in range(fewer))
    return 2 * below + _coin(table.discordant, fewer)


def mcnemar_chi2(table: PairTable) -> float:
    """Return McNemar's statistic, to be held against χ² with one degree of freedom (`chi2_p`).

    >>> mcnemar_chi2(PairTable(80, 5, 15, 64))
    5.0
    """
    if not table.discordant:
        return 0.0
    return float((table.first_only - table.second_only) ** 2 / table.discordant)


def mcnemar_chi2_corrected(table: PairTable) -> float:
    """Return McNemar's statistic with the correction for continuity.

    >>> mcnemar_chi2_corrected(PairTable(80, 5, 15, 64))
    4.05
    """
    if not table.discordant:
        return 0.0
    return float(max(0, abs(table.first_only - table.second_only) - 1) ** 2 / table.discordant)


def chi2_p(statistic: float) -> float:
    """Return the p-value of a χ² statistic with one degree of freedom.

    >>> round(chi2_p(4.05), 7)
    0.0441713
    """
    return math.erfc(math.sqrt(statistic / 2))


def bonett_price(table: PairTable, *, confidence: float = 0.95) -> tuple[float, float]:
    """Return Bonett and Price's interval of the difference.

    It is Wald's after two more problems are imagined, one that only the first system solves and one that only the
    second does, so that it is never of no width: few problems without a difference do not show that there is none.

    >>> [round(end, 6) for end in bonett_price(PairTable(80, 5, 15, 64))]
    [0.005625, 0.114857]
    """
    middle = (table.second_only - table.first_only) / (table.n + 2)
    reach = normal_quantile(confidence) * bonett_price_error(table)
    return max(-1.0, middle - reach), min(1.0, middle + reach)


def bonett_price_error(table: PairTable) -> float:
    """Return the standard error behind Bonett and Price's interval.

    >>> round(bonett_price_error(PairTable(80, 5, 15, 64)), 6)
    0.027866
    """
    n = table.n + 2
    middle = (table.second_only - table.first_only) / n
    return math.sqrt(((table.discordant + 2) / n - middle**2) / n)


def agreeing_interval(table: PairTable) -> tuple[float, float]:
    """Return Bonett and Price's interval, made wider where it leaves out 0 and the exact test does not.

    Then it also holds the interval of Clopper and Pearson for the share of the second system among the problems that
    only one solved, which leaves out one half exactly where McNemar's exact p-value is at most 5 %.

    >>> few = PairTable(0, 0, 5, 0)
    >>> [[round(end, 3) for end in ends] for ends in (bonett_price(few), agreeing_interval(few))]
    [[0.196, 1.0], [-0.044, 1.0]]
    """
    low, high = bonett_price(table)
    if low <= 0 <= high or mcnemar_exact(table) <= 0.05:
        return low, high
    shares = clopper_pearson(table.second_only, table.discordant)
    exact = [(2 * share - 1) * table.discordant / table.n for share in shares]
    return min(low, exact[0]), max(high, exact[1])


def newcombe_paired(table: PairTable, *, confidence: float = 0.95) -> tuple[float, float]:
    """Return Newcombe's interval of the difference (method 10): Wilson's two intervals, joined by their correlation.

    >>> [round(end, 6) for end in newcombe_paired(PairTable(80, 5, 15, 64))]
    [0.00712, 0.113906]
    """
    n = table.n
    first, second = table.both + table.first_only, table.both + table.second_only
    (low_first, high_first), (low_second, high_second) = (
        wilson(first, n, confidence=confidence),
        wilson(second, n, confidence=confidence),
    )
    link = _correlation(table)
    below, above = second / n - low_second, high_second - second / n
    first_below, first_above = first / n - low_first, high_first - first / n
    low = table.difference - math.sqrt(max(0.0, below**2 - 2 * link * below * first_above + first_above**2))
    high = table.difference + math.sqrt(max(0.0, above**2 - 2 * link * above * first_below + first_below**2))
    return max(-1.0, low), min(1.0, high)


def _correlation(table: PairTable) -> float:
    """Return the correlation of the two outcomes, corrected for continuity towards 0; 0 where one never varies."""
    first, second, n = table.both + table.first_only, table.both + table.second_only, table.n
    spread = first * (n - first) * second * (n - second)
    if not spread:
        return 0.0
    product = table.both * table.neither - table.first_only * table.second_only
    return (product if product < 0 else max(0.0, product - n / 2)) / math.sqrt(spread)


def _coin(tosses: int, heads: int) -> float:
    """Return the chance of so many heads among the tosses of a fair coin."""
    ways = math.lgamma(tosses + 1) - math.lgamma(heads + 1) - math.lgamma(tosses - heads + 1)
    return math.exp(ways - tosses * math.log(2))
