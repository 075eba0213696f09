"""Since when a rate is another one: the likeliest place of a change in a series of passes, and how likely by chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.errors import InvalidValue

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_CHUNK = 2_000_000
"""Outcomes held at a time while they are shuffled."""


@dataclass(frozen=True, slots=True)
class ChangePoint:
    """Where a series most likely changes, and whether it does at all."""

    place: int
    """How many attempts come before the change."""
    statistic: float
    """Twice the gain in log-likelihood of two rates over one."""
    p: float
    """How often a series in another order has a place that is as good."""
    before: float
    after: float


def change_point(passes: Sequence[bool], *, permutations: int = 2_000, seed: int = 0) -> ChangePoint:
    """Return the likeliest place of one change in the rate of passes, with a p-value by permutation.

    >>> found = change_point([True] * 15 + [False, True, False, False, True, False, False, True, False, False])
    >>> found.place, round(found.statistic, 6), found.p < 0.01
    (15, 17.43038, True)
    """
    import numpy as np

    series = np.asarray(passes, dtype=bool)
    if series.ndim != 1 or len(series) < 2 or permutations < 1:
        raise InvalidValue(f"a change needs two attempts and permutations, got {len(series)} and {permutations}")
    gains = _gains(series[None, :])[0]
    place = int(np.argmax(gains))
    best = float(gains[place])
    rng = np.random.default_rng(seed)
    step = max(1, _CHUNK // len(series))
    as_good = 0
    for start in range(0, permutations, step):
        rows = min(step, permutations - start)
        shuffled = rng.permuted(np.broadcast_to(series, (rows, len(series))), axis=1)
        as_good += int((_gains(shuffled).max(axis=1) >= best - 1e-9).sum())
    chance = (1 + as_good) / (1 + permutations)
    return ChangePoint(place + 1, best, chance, float(series[: place + 1].mean()), float(series[place + 1 :].mean()))


def _gains(series: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return for each series, and each place that it can be cut at, twice the gain in log-likelihood."""
    import numpy as np

    n = series.shape[1]
    sums = np.cumsum(series, axis=1, dtype=np.float64)
    passed, sizes = sums[:, :-1], np.arange(1, n, dtype=np.float64)
    whole = _log_likelihood(sums[:, -1:], np.float64(n))
    return np.asarray(2 * (_log_likelihood(passed, sizes) + _log_likelihood(sums[:, -1:] - passed, n - sizes) - whole))


def _log_likelihood(passed: NDArray[np.float64], n: NDArray[np.float64] | np.float64) -> NDArray[np.float64]:
    """Return that of the rate that was seen, which is the largest there is."""
    import numpy as np
    from scipy.special import xlogy

    failed = n - passed
    return np.asarray(xlogy(passed, passed / n) + xlogy(failed, failed / n))
