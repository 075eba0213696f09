"""Bayesian pass@k of one problem: what few attempts allow to believe about the chance that one of k passes."""

from __future__ import annotations

import math
from dataclasses import dataclass

from assay.errors import InvalidValue
from assay.statistics.intervals import check_confidence


@dataclass(frozen=True, slots=True)
class Posterior:
    """What is believed of a number after the data: its mean, and an interval that holds it with the given chance."""

    mean: float
    interval: tuple[float, float]


def bayesian_pass_at_k(attempts: int, passed: int, k: int, *, confidence: float = 0.95) -> Posterior:
    """Return what is believed of pass@k after `passed` of `attempts`, where any chance of a pass was as likely before.

    `k` may be above the attempts.

    >>> found = bayesian_pass_at_k(10, 3, 5)
    >>> round(found.mean, 6), [round(end, 6) for end in found.interval]
    (0.818681, [0.43928, 0.990948])
    """
    if attempts < 0 or not 0 <= passed <= attempts or k < 1:
        raise InvalidValue(
            f"passed must be from 0 to the attempts, and k at least 1, got {passed!r}, {attempts!r}, {k!r}"
        )
    check_confidence(confidence)
    from scipy.special import betaincinv, betaln

    a, b = 1 + passed, 1 + attempts - passed
    tail = (1 - confidence) / 2
    low, high = (float(betaincinv(a, b, share)) for share in (tail, 1 - tail))
    mean = -math.expm1(float(betaln(a, b + k) - betaln(a, b)))
    return Posterior(mean, (_any_of(low, k), _any_of(high, k)))


def _any_of(chance: float, k: int) -> float:
    """Return the chance that at least one of `k` independent attempts passes."""
    return -math.expm1(k * math.log1p(-chance)) if chance < 1 else 1.0
