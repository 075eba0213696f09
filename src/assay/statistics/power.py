"""How many problems it takes to show a difference, and how small a difference so many problems show.

All with a two-sided test of 5 % and a chance of 80 %; the formula for repeated attempts is Miller's (2024,
arXiv 2411.00640).
"""

from __future__ import annotations

import math

from assay.errors import InvalidValue
from assay.statistics.intervals import Z

Z_POWER = 0.8416212335729143
"""The normal quantile of 0.8: the chance with which a difference of the size asked for shows."""


def detectable(error: float) -> float:
    """Return the smallest difference that shows with a chance of 80 %, where its standard error is `error`.

    >>> round(detectable(0.0268502), 4)
    0.0752
    """
    if not 0 <= error < math.inf:
        raise InvalidValue(f"a standard error must be finite and not negative, got {error!r}")
    return (Z + Z_POWER) * error


def detectable_apart(n: int, *, share: float = 0.5) -> float:
    """Return the smallest difference that shows between two systems on `n` different problems each.

    >>> round(detectable_apart(164), 5)
    0.15469
    """
    if n < 1 or not 0 <= share <= 1:
        raise InvalidValue(f"power needs problems and a share from 0 to 1, got {n!r} and {share!r}")
    return detectable(math.sqrt(2 * share * (1 - share) / n))


def problems_needed(
    effect: float, *, between: float, within: tuple[float, float] = (0.0, 0.0), attempts: tuple[int, int] = (1, 1)
) -> int:
    """Return how many problems, tried by both systems, show a mean difference of `effect`.

    `between` is the variance over problems of the difference of both systems' chances to pass; `within` the mean
    variance of one attempt of each system at a problem, which more `attempts` make smaller.

    >>> problems_needed(0.03, between=1 / 9, within=(1 / 6, 1 / 6))
    3876
    >>> problems_needed(0.03, between=1 / 9, within=(1 / 6, 1 / 6), attempts=(10, 10))
    1260
    """
    if not 0 < abs(effect) <= 1 or min(between, *within) < 0 or min(attempts) < 1:
        raise InvalidValue(
            "power needs an effect other than 0, variances from 0 and attempts from 1, "
            f"got {effect!r}, {between!r}, {within!r}, {attempts!r}"
        )
    variance = between + within[0] / attempts[0] + within[1] / attempts[1]
    return _whole((Z + Z_POWER) ** 2 * variance / effect**2)


def pairs_needed(effect: float, *, discordance: float) -> int:
    """Return how many problems, tried once by both systems, show a difference of `effect`.

    `discordance` is the share of problems that only one of the two solves.

    >>> pairs_needed(0.05, discordance=0.2)
    626
    """
    if not 0 < abs(effect) <= discordance <= 1:
        raise InvalidValue(
            "the share of problems that only one solves must be at least the effect, and the effect not 0, "
            f"got {discordance!r} and {effect!r}"
        )
    reach = Z * math.sqrt(discordance) + Z_POWER * math.sqrt(discordance - effect**2)
    return _whole((reach / effect) ** 2)


def _whole(n: float) -> int:
    return max(1, math.ceil(n - 1e-9))
