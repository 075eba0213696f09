"""Intervals: of one proportion (Wilson, Clopper–Pearson, Jeffreys), and by a bootstrap over problems."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from assay.errors import InvalidValue

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Z = 1.959963984540054
"""The normal quantile of 0.975."""
RESAMPLES = 2_000
_CHUNK = 4_000_000
"""Draws held at a time."""


def wilson(successes: float, n: int, *, confidence: float = 0.95) -> tuple[float, float]:
    """Return Wilson's interval for a proportion.

    >>> [round(end, 6) for end in wilson(7, 50)]
    [0.069508, 0.261862]
    """
    check_proportion(successes, n, confidence)
    z = normal_quantile(confidence)
    share = successes / n
    middle = share + z * z / (2 * n)
    reach = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    low = 0.0 if successes == 0 else max(0.0, (middle - reach) / scale)
    high = 1.0 if successes == n else min(1.0, (middle + reach) / scale)
    return low, high


def clopper_pearson(successes: int, n: int, *, confidence: float = 0.95) -> tuple[float, float]:
    """Return the exact interval for a proportion, which covers it at least as often as it says, and mostly more often.

    >>> [round(end, 6) for end in clopper_pearson(7, 50)]
    [0.058192, 0.267396]
    """
    check_proportion(successes, n, confidence)
    return _beta_interval(successes, n, confidence, low=(0.0, 1.0), high=(1.0, 0.0))


def jeffreys(successes: int, n: int, *, confidence: float = 0.95) -> tuple[float, float]:
    """Return the Bayesian interval for a proportion under Jeffreys' prior; it ends at 0 for none and at 1 for all.

    >>> [round(end, 6) for end in jeffreys(7, 50)]
    [0.064872, 0.255325]
    """
    check_proportion(successes, n, confidence)
    return _beta_interval(successes, n, confidence, low=(0.5, 0.5), high=(0.5, 0.5))


def likely_share(successes: int, n: int, *, chance: float = 0.05) -> float:
    """Return the largest proportion for which so few successes are not unlikely: Clopper and Pearson's upper end.

    It is found by halving, without scipy, which takes longer to load; the work grows with the successes.

    >>> round(likely_share(0, 99), 4), round(likely_share(3, 100), 4)
    (0.0298, 0.0757)
    """
    check_proportion(successes, n, 1 - chance)
    if successes == n:
        return 1.0
    low, high = successes / n, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        terms = (math.comb(n, k) * middle**k * (1 - middle) ** (n - k) for k in range(successes + 1))
        low, high = (middle, high) if math.fsum(terms) > chance else (low, middle)
    return high


def normal_quantile(confidence: float) -> float:
    """Return how many standard errors reach to each side of a normal mean for that confidence.

    >>> round(normal_quantile(0.95), 6), round(normal_quantile(0.9), 6)
    (1.959964, 1.644854)
    """
    check_confidence(confidence)
    if confidence == 0.95:
        return Z
    from statistics import NormalDist

    return NormalDist().inv_cdf((1 + confidence) / 2)


def check_confidence(confidence: float) -> None:
    """Refuse a confidence that is not between 0 and 1."""
    if not 0 < confidence < 1:
        raise InvalidValue(f"confidence must be between 0 and 1, got {confidence!r}")


def check_proportion(successes: float, n: int, confidence: float) -> None:
    if n < 1 or not 0 <= successes <= n:
        raise InvalidValue(f"successes must be from 0 to n, and n at least 1, got {successes!r} of {n!r}")
    check_confidence(confidence)


def _beta_interval(
    successes: int, n: int, confidence: float, *, low: tuple[float, float], high: tuple[float, float]
) -> tuple[float, float]:
    """Return quantiles of two beta distributions; `low` and `high` are what is added to successes and failures."""
    from scipy.special import betaincinv

    tail, failures = (1 - confidence) / 2, n - successes
    bottom = 0.0 if not successes else float(betaincinv(successes + low[0], failures + low[1], tail))
    top = 1.0 if not failures else float(betaincinv(successes + high[0], failures + high[1], 1 - tail))
    return bottom, top


def clustered(
    parts: Sequence[float], wholes: Sequence[float] | None = None, *, seed: int = 0, resamples: int = RESAMPLES
) -> tuple[float, float]:
    """Return the interval of `sum(parts) / sum(wholes)`, one part and whole a problem; of the mean without `wholes`.

    Problems are drawn again with replacement, each with all its attempts, and the middle 95 % of the resampled values
    are kept; the order of the problems does not matter. Where every problem has the same value, at 0 % and at 100 %
    above all, resampling shows no spread: there it is Wilson's interval over the problems, which is never too narrow
    for values from 0 to 1.

    >>> [round(end, 3) for end in clustered([1.0, 0.5, 0.0, 0.75, 0.25])]
    [0.2, 0.8]
    >>> [round(end, 3) for end in clustered([0.0] * 10)]
    [0.0, 0.278]
    """
    import numpy as np

    if not len(parts) or resamples < 1:
        raise InvalidValue(f"resampling needs problems and resamples, got {len(parts)!r} and {resamples!r}")
    top = np.asarray(parts, dtype=np.float64)
    bottom = np.ones(len(top)) if wholes is None else np.asarray(wholes, dtype=np.float64)
    if top.shape != bottom.shape or not (bottom > 0).all() or (top < 0).any() or (top > bottom).any():
        raise InvalidValue("every problem needs a part from 0 to its whole, and a whole above 0")
    joined, counts = np.unique(top + 1j * bottom, return_counts=True)  # ten times as fast as rows of two
    pairs = np.column_stack([joined.real, joined.imag])
    shares = pairs[:, 0] / pairs[:, 1]
    value = float(counts @ pairs[:, 0] / (counts @ pairs[:, 1]))
    if shares.min() == shares.max():
        return wilson(float(shares[0]) * len(top), len(top))
    drawn = _resampled(pairs, counts, resamples, np.random.default_rng(seed))
    low, high = np.quantile(drawn, (0.025, 0.975))
    return min(float(low), value), max(float(high), value)


def ratio_interval(
    parts: Sequence[float], wholes: Sequence[float] | None = None, *, seed: int = 0, resamples: int = RESAMPLES
) -> tuple[float, float] | None:
    """Return the interval of `sum(parts) / sum(wholes)` of amounts that are not negative; of the mean without `wholes`.

    Problems are drawn again as in `clustered`; the parts may be of any size, and a whole may be 0. Where all problems
    are equal, so are both ends. `None`: there are fewer than two problems, or so few wholes that the ratio has no upper
    end, since more than one resample in forty has none.

    >>> [round(end, 3) for end in ratio_interval([2.0, 4.0, 6.0, 8.0, 10.0])]
    [3.6, 8.4]
    >>> ratio_interval([2.0, 4.0, 6.0], [0, 0, 1]) is None
    True
    """
    import numpy as np

    top = np.asarray(parts, dtype=np.float64)
    bottom = np.ones(len(top)) if wholes is None else np.asarray(wholes, dtype=np.float64)
    if top.shape != bottom.shape or not (np.isfinite(top).all() and np.isfinite(bottom).all()):
        raise InvalidValue("every problem needs a part and a whole, and both finite")
    if (top < 0).any() or (bottom < 0).any() or resamples < 1:
        raise InvalidValue("parts and wholes must not be negative, and there must be resamples")
    if len(top) < 2 or not bottom.sum():
        return None
    joined, counts = np.unique(top + 1j * bottom, return_counts=True)
    pairs = np.column_stack([joined.real, joined.imag])
    value = float(counts @ pairs[:, 0] / (counts @ pairs[:, 1]))
    drawn = _resampled(pairs, counts, resamples, np.random.default_rng(seed))
    low, high = np.quantile(np.nan_to_num(drawn, nan=np.inf, posinf=np.inf), (0.025, 0.975), method="inverted_cdf")
    return (min(float(low), value), max(float(high), value)) if np.isfinite(high) else None


def _resampled(
    pairs: NDArray[np.float64], counts: NDArray[np.int64], resamples: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Return the value of each resample; equal problems are drawn together where there are many of them."""
    import numpy as np

    size = int(counts.sum())
    together = 16 * len(counts) <= size  # drawing one of many equal problems costs more than drawing a single one
    spread = pairs if together else np.repeat(pairs, counts, axis=0)
    tops, bottoms = np.ascontiguousarray(spread.T)
    even = bool((bottoms == bottoms[0]).all())  # a mean needs one sum only
    step = max(1, _CHUNK // len(spread))
    values = []
    for start in range(0, resamples, step):
        rows = min(step, resamples - start)
        if together:
            sums = rng.multinomial(size, counts / size, size=rows) @ pairs
            values.append(_ratios(sums[:, 0], sums[:, 1]))
            continue
        index = rng.integers(size, size=(rows, size))
        below = np.full(rows, bottoms[0] * size) if even else bottoms[index].sum(axis=1)
        values.append(_ratios(tops[index].sum(axis=1), below))
    return np.concatenate(values)


def _ratios(tops: NDArray[np.float64], bottoms: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    with np.errstate(divide="ignore", invalid="ignore"):  # a resample may have no whole at all
        return np.asarray(tops / bottoms)
