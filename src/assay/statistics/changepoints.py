"""Since when a rate is another one: the likeliest place of a change in a series of passes, and how likely by chance."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from assay.errors import InvalidValue

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_CHUNK = 2_000_000
"""Outcomes held at a time while they are shuffled."""
_NEARBY = 65_536
"""Counts held at a time while they are drawn."""


@dataclass(frozen=True, slots=True)
class ChangePoint:
    """Where a series most likely changes, and whether it does at all."""

    place: int
    """How many attempts, or periods, come before the change."""
    statistic: float
    """Twice the gain in log-likelihood of two rates over one."""
    p: float
    """How often a series in another order, or one drawn at a single rate, has a place that is as good."""
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


def change_in_counts(
    counts: Sequence[tuple[float, float]], *, draws: int = 500, seed: int = 0, until: int | None = None
) -> ChangePoint:
    """Return the likeliest place of one change in periods of (n, passed), with a p-value by drawing from one rate.

    `until`: only places up to that one. The work grows with the periods, not with the attempts in them. A change so
    large that hardly any draw could be as good has the smallest p-value without drawing.

    >>> found = change_in_counts([(10, 8)] * 5 + [(10, 4)] * 5)
    >>> found.place, found.before, found.after, found.p < 0.01
    (5, 0.8, 0.4, True)
    """
    import numpy as np

    sizes, passed = (np.array([one[side] for one in counts], dtype=np.float64) for side in (0, 1))
    last = len(sizes) - 1 if until is None else min(until, len(sizes) - 1)
    if last < 1 or draws < 1 or sizes[:last].sum() <= 0 or sizes[last:].sum() <= 0:
        raise InvalidValue(f"a change needs two periods with attempts, and draws, got {len(sizes)} and {draws}")
    gains = gains_of_counts(sizes, passed[None, :])[0][:last]
    place = int(np.argmax(gains))
    best = float(gains[place])
    as_good = 0
    if _chance_at_most(best, last) > 1 / (1 + draws):
        rate = min(1.0, max(0.0, float(passed.sum() / sizes.sum())))
        as_good = sum(
            int((found[:, :last].max(axis=1) >= best - 1e-9).sum()) for found in _drawn(sizes, rate, draws, seed)
        )
    cut = place + 1
    before, after = passed[:cut].sum() / sizes[:cut].sum(), passed[cut:].sum() / sizes[cut:].sum()
    return ChangePoint(cut, best, (1 + as_good) / (1 + draws), float(before), float(after))


def gains_of_counts(sizes: NDArray[np.float64], passed: NDArray[Any]) -> NDArray[np.float64]:
    """Return for each series of counts, and each place between two periods, twice the gain in log-likelihood."""
    import numpy as np

    sums, total = np.cumsum(passed, axis=1, dtype=np.float64), float(sizes.sum())
    n = np.cumsum(sizes)[:-1]
    whole = _log_likelihood(sums[:, -1:], np.float64(total))
    left, right = _log_likelihood(sums[:, :-1], n), _log_likelihood(sums[:, -1:] - sums[:, :-1], total - n)
    return np.asarray(2 * (left + right - whole))


def _drawn(sizes: NDArray[np.float64], rate: float, draws: int, seed: int) -> Iterator[NDArray[np.float64]]:
    """Yield the gains of series that are drawn at one rate, so many series at a time as a processor holds nearby."""
    import numpy as np

    rng, whole = np.random.default_rng(seed), np.round(sizes)
    step = max(1, _NEARBY // len(sizes))
    for start in range(0, draws, step):
        shape = min(step, draws - start), len(sizes)
        yield gains_of_counts(whole, rng.binomial(whole.astype(np.int64), rate, size=shape))


def _chance_at_most(gain: float, places: int) -> float:
    """Return a bound on the chance that counts of one rate gain so much at any of some places, by Chernoff's.

    At one place, the gain is at most twice the divergences of both sides from the true rate, and either exceeds t
    with a chance of at most 2·exp(−t).

    >>> _chance_at_most(20.0, 100) > 0.1, _chance_at_most(60.0, 100) < 1e-8
    (True, True)
    """
    rest = max(0.0, gain / 2 - 2 * math.log(2))
    return places * math.exp(-rest) * (1 + rest)


def _gains(series: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return for each series, and each place that it can be cut at, twice the gain in log-likelihood."""
    import numpy as np

    n = series.shape[1]
    sums = np.cumsum(series, axis=1, dtype=np.float64)
    passed, sizes = sums[:, :-1], np.arange(1, n, dtype=np.float64)
    whole = _log_likelihood(sums[:, -1:], np.float64(n))
    return np.asarray(2 * (_log_likelihood(passed, sizes) + _log_likelihood(sums[:, -1:] - passed, n - sizes) - whole))


def _log_likelihood(passed: NDArray[np.float64], n: NDArray[np.float64] | np.float64) -> NDArray[np.float64]:
    """Return that of the rate that was seen, which is the largest there is; 0 where there is nothing."""
    import numpy as np

    return np.asarray(_x_log_x(passed) + _x_log_x(n - passed) - _x_log_x(np.asarray(n)))


def _x_log_x(x: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    return np.asarray(x * np.log(np.maximum(x, 1e-300)))
