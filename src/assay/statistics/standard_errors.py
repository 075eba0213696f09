"""Standard errors of a mean: plain, clustered (Miller 2024, arXiv 2411.00640), and of repeated attempts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from assay.errors import InvalidValue


@dataclass(frozen=True, slots=True)
class ClusteredMean:
    """A mean of values that come in groups, whose members are like each other."""

    mean: float
    naive_error: float
    """As if all values were independent."""
    plain_error: float
    """Clustered, without the correction for few clusters (CR0)."""
    error: float
    """Clustered, with the factor C / (C − 1) on the variance (CR1)."""
    clusters: int
    interval: tuple[float, float]
    """Of 95 % confidence, by Student's t with C − 1 degrees of freedom."""

    @property
    def design_effect(self) -> float | None:
        """How many times larger the variance is than that of as many independent values; `None`: there is no spread."""
        return (self.error / self.naive_error) ** 2 if self.naive_error else None


@dataclass(frozen=True, slots=True)
class Repeats:
    """Problems with the same number of attempts each: the mean, and where its spread comes from."""

    mean: float
    error: float
    """Standard error over problems, whose attempts belong together."""
    within: float
    """Variance of one attempt at the same problem."""
    between: float
    """Variance of the problems' true means, estimated without bias, so that chance may bring it below 0."""


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean of independent values, by the variance with n − 1.

    >>> round(standard_error([1.0] * 82 + [0.0] * 82), 8)
    0.03916302
    """
    n = len(values)
    if n < 2:
        raise InvalidValue(f"a standard error needs at least two values, got {n}")
    mean = math.fsum(values) / n
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (n - 1) / n)


def clustered_mean(values: Sequence[float], clusters: Sequence[str]) -> ClusteredMean:
    """Return the mean of the values with an error that allows for values of one cluster being alike.

    >>> found = clustered_mean([1, 1, 0, 0, 0, 1, 1, 1, 1, 0], list("aaabbccccd"))
    >>> round(found.error, 7), round(found.design_effect, 3)
    (0.242212, 2.2)
    """
    if len(values) != len(clusters):
        raise InvalidValue(f"every value needs its cluster, got {len(values)} values and {len(clusters)} clusters")
    naive, n = standard_error(values), len(values)
    mean = math.fsum(values) / n
    residuals: dict[str, list[float]] = {}
    for value, cluster in zip(values, clusters, strict=True):
        residuals.setdefault(cluster, []).append(value - mean)
    count = len(residuals)
    if count < 2:
        raise InvalidValue("a clustered error needs at least two clusters, got one")
    plain = math.sqrt(math.fsum(math.fsum(one) ** 2 for one in residuals.values())) / n
    error = plain * math.sqrt(count / (count - 1))
    from scipy.special import stdtrit

    reach = float(stdtrit(count - 1, 0.975)) * error
    return ClusteredMean(mean, naive, plain, error, count, (mean - reach, mean + reach))


def repeats(attempts: Sequence[Sequence[float]]) -> Repeats:
    """Return the mean over problems of the same number of attempts, at least two, with its parts of variance.

    >>> found = repeats([[1, 1, 1, 1], [1, 0, 1, 0], [0, 0, 0, 0], [1, 1, 0, 1], [0, 1, 0, 0]])
    >>> found.mean, round(found.error, 7), round(found.within, 7), round(found.between, 7)
    (0.5, 0.1767767, 0.1666667, 0.1145833)
    """
    sizes = {len(one) for one in attempts}
    if len(sizes) != 1 or min(sizes) < 2:
        raise InvalidValue(f"every problem needs the same number of attempts, at least two, got {sorted(sizes)}")
    size = sizes.pop()
    means = [math.fsum(one) / size for one in attempts]
    error = standard_error(means)
    squares = ((value - mean) ** 2 for one, mean in zip(attempts, means, strict=True) for value in one)
    within = math.fsum(squares) / (len(means) * (size - 1))
    return Repeats(math.fsum(means) / len(means), error, within, error**2 * len(means) - within / size)
