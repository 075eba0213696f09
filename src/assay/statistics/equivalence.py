"""Whether a difference is too small to matter: two one-sided tests (TOST) against a margin."""

from __future__ import annotations

import math

from assay.errors import InvalidValue


def tost(value: float, error: float, *, margin: float, freedom: float | None = None) -> float:
    """Return the p-value of a difference of `margin` or more: at most 5 % where the 90 % interval lies within it.

    With `freedom`, by Student's t with so many degrees of freedom; without, by the normal distribution.

    >>> round(tost(0.005, 0.01, margin=0.03), 5)
    0.00621
    """
    if not (error > 0 and margin > 0 and math.isfinite(value)):
        raise InvalidValue(f"TOST needs an error and a margin above 0, got {error!r} and {margin!r} for {value!r}")
    nearest = (abs(value) - margin) / error
    if freedom is None:
        return 0.5 * math.erfc(-nearest / math.sqrt(2))
    from scipy.special import stdtr

    return float(stdtr(freedom, nearest))
