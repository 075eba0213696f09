"""Tests and intervals that stay valid however often one looks, so that a measurement may end as soon as it is clear.

Wald 1945 (SPRT), Robbins 1970 (mixtures), Johari et al. 2017 (mSPRT).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from assay.errors import InvalidValue

_HALVINGS = 60


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """Wald's sequential probability ratio test of one pass rate against another.

    >>> test = SequentialTest(0.7, 0.6)
    >>> round(test.upper, 6), round(test.lower, 6), round(test.step(passed=False), 6), round(test.step(passed=True), 6)
    (2.772589, -1.558145, 0.287682, -0.154151)
    """

    null: float
    alternative: float
    alpha: float = 0.05
    """The chance to accept the alternative where the null is true."""
    beta: float = 0.2
    """The chance to accept the null where the alternative is true."""

    def __post_init__(self) -> None:
        rates = (self.null, self.alternative)
        if not all(0 < rate < 1 for rate in rates) or self.null == self.alternative:
            raise InvalidValue(f"two different rates between 0 and 1 are tested, got {rates[0]!r} and {rates[1]!r}")
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            raise InvalidValue(f"the chances of an error must be above 0, got {self.alpha!r} and {self.beta!r}")

    @property
    def upper(self) -> float:
        """The sum of steps from which on the alternative is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    @property
    def lower(self) -> float:
        """The sum of steps down from which the null is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    def step(self, *, passed: bool) -> float:
        """Return what one observation adds."""
        if passed:
            return math.log(self.alternative / self.null)
        return math.log((1 - self.alternative) / (1 - self.null))

    def expected_observations(self, rate: float) -> float:
        """Return after how many observations the test ends on average under the null or the alternative rate.

        >>> test = SequentialTest(0.7, 0.6)
        >>> round(test.expected_observations(0.7), 1), round(test.expected_observations(0.6), 1)
        (62.1, 84.4)
        """
        if rate not in (self.null, self.alternative):
            raise InvalidValue(f"the rate must be one of those tested, got {rate!r}")
        drift = rate * self.step(passed=True) + (1 - rate) * self.step(passed=False)
        accepted = self.alpha if rate == self.null else 1 - self.beta
        return (accepted * self.upper + (1 - accepted) * self.lower) / drift


def confidence_sequence(passed: int, failed: int, *, alpha: float = 0.05) -> tuple[float, float]:
    """Return an interval for a pass rate that holds it at all times together with the chance 1 − alpha.

    The observations are independent; one may look after each of them. It is made of all rates that a mixture over
    uniformly distributed rates does not outweigh 1 / alpha times.

    >>> [round(end, 6) for end in confidence_sequence(70, 30)]
    [0.542754, 0.830554]
    """
    if passed < 0 or failed < 0 or not 0 < alpha < 1:
        raise InvalidValue(
            f"counts must not be negative, and alpha between 0 and 1, got {passed!r}, {failed!r}, {alpha!r}"
        )
    if not passed + failed:
        return 0.0, 1.0
    mixture = _log_beta(1 + passed, 1 + failed) + math.log(alpha)

    def is_inside(rate: float) -> bool:
        return _log_likelihood(rate, passed, failed) > mixture

    share = passed / (passed + failed)
    low = 0.0 if not passed else _edge(share, 0.0, is_inside)
    high = 1.0 if not failed else _edge(share, 1.0, is_inside)
    return low, high


def mcnemar_e_value(first_only: int, second_only: int) -> float:
    """Return how strongly the problems that only one of two systems solved speak against equal systems.

    It may be looked at after every problem: where the systems are equal, it ever reaches 20 with a chance of at most
    1 in 20, and so for any other number.

    >>> round(mcnemar_e_value(15, 5), 6), round(mcnemar_e_value(10, 0), 6)
    (3.220601, 93.090909)
    """
    if first_only < 0 or second_only < 0:
        raise InvalidValue(f"counts must not be negative, got {first_only!r} and {second_only!r}")
    return _exp(_log_beta(1 + first_only, 1 + second_only) + (first_only + second_only) * math.log(2))


@dataclass(frozen=True, slots=True)
class MixtureTest:
    """The mixture SPRT of a mean: for differences that are watched while they come in, as in a live A/B test.

    >>> test = MixtureTest(variance=0.25, spread=0.01)
    >>> round(test.likelihood_ratio(100, 0.1), 6), round(test.radius(100), 6)
    (2.215063, 0.154119)
    """

    variance: float
    """Of one observation."""
    spread: float
    """The variance of the effects that are expected; it decides when the test is sharpest, not whether it is valid."""

    def __post_init__(self) -> None:
        if not (0 < self.variance < math.inf and 0 < self.spread < math.inf):
            raise InvalidValue(f"variance and spread must be positive, got {self.variance!r} and {self.spread!r}")

    def likelihood_ratio(self, n: int, mean: float, *, null: float = 0.0) -> float:
        """Return how many times more likely the mixture of effects makes the data than the mean `null` does."""
        total = self._total(n)
        exponent = n * n * self.spread * (mean - null) ** 2 / (2 * self.variance * total)
        return math.sqrt(self.variance / total) * _exp(exponent)

    def radius(self, n: int, *, alpha: float = 0.05) -> float:
        """Return the reach to both sides of the mean that holds the true one at all times with the chance 1 − alpha."""
        if not 0 < alpha < 1 or n < 1:
            raise InvalidValue(f"alpha must be between 0 and 1, and n at least 1, got {alpha!r} and {n!r}")
        total = self._total(n)
        return math.sqrt(
            self.variance * total / (n * n * self.spread) * math.log(total / (self.variance * alpha * alpha))
        )

    def _total(self, n: int) -> float:
        if n < 0:
            raise InvalidValue(f"n must not be negative, got {n!r}")
        return self.variance + n * self.spread


def _edge(inside: float, outside: float, is_inside: Callable[[float], bool]) -> float:
    """Return where the interval ends between a rate within it and one beyond it, on the far side of the edge."""
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        if middle in (0.0, 1.0) or not is_inside(middle):
            outside = middle
        else:
            inside = middle
    return outside


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)


def _log_likelihood(rate: float, passed: int, failed: int) -> float:
    """Return the logarithm of the chance of such outcomes in their order, at a rate between 0 and 1."""
    return (passed * math.log(rate) if passed else 0.0) + (failed * math.log1p(-rate) if failed else 0.0)


def _exp(exponent: float) -> float:
    """Return e to that power; what no float can hold is infinite."""
    return math.exp(exponent) if exponent < 709 else math.inf
