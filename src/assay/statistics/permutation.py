"""The sign-flip test: how often chance alone would give a mean difference as far from 0 as the one found."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from assay.errors import InvalidValue

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DRAWS = 10_000
MOST_SUMS = 200_000
"""Different sums up to which all of them are looked at."""
_CHUNK = 4_000_000
"""Numbers held at a time."""


def sign_flip(differences: Sequence[float], *, seed: int = 0, draws: int = DRAWS) -> float:
    """Return the two-sided p-value of a mean difference of 0, each problem's difference having either sign by chance.

    All signs are looked at where few enough sums are possible, so that with one attempt each it is McNemar's exact
    test; otherwise `draws` of them, from `seed`. The order of the problems does not matter.

    >>> round(sign_flip([1.0] * 8 + [-1.0] * 2 + [0.0] * 154), 9)
    0.109375
    """
    import numpy as np

    values = np.asarray(differences, dtype=np.float64)
    if not len(values) or not np.isfinite(values).all() or draws < 1:
        raise InvalidValue(f"a sign-flip test needs finite differences and draws, got {len(values)} and {draws!r}")
    sizes, counts = np.unique(np.round(np.abs(values[values != 0]), 12), return_counts=True)
    least = abs(math.fsum(values)) - 1e-9 * max(1.0, float(np.abs(values).sum()))
    if not len(sizes):
        return 1.0
    if math.prod(int(count) + 1 for count in counts) <= MOST_SUMS:
        return _exact(sizes, counts, least)
    far = _drawn(sizes, counts, least, draws, np.random.default_rng(seed))
    return (1 + far) / (1 + draws)


def _exact(sizes: NDArray[np.float64], counts: NDArray[np.int64], least: float) -> float:
    """Return the chance of a sum at least as far from 0 as `least`, over all signs."""
    import numpy as np

    sums, chances = np.zeros(1), np.ones(1)
    for size, count in zip(sizes, (int(count) for count in counts), strict=True):
        logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, count + 1)))])
        ways = np.exp(logs[-1] - logs - logs[::-1] - count * math.log(2))
        sums = np.add.outer(sums, size * (2 * np.arange(count + 1) - count)).ravel()
        chances = np.multiply.outer(chances, ways).ravel()
    return min(1.0, math.fsum(chances[np.abs(sums) >= least]))


def _drawn(
    sizes: NDArray[np.float64], counts: NDArray[np.int64], least: float, draws: int, rng: np.random.Generator
) -> int:
    """Return how many of the drawn sums are at least as far from 0 as `least`; equal sizes are drawn together."""
    import numpy as np

    step = max(1, _CHUNK // len(sizes))
    far = 0
    for start in range(0, draws, step):
        ups = rng.binomial(counts, 0.5, size=(min(step, draws - start), len(sizes)))
        far += int((np.abs((2 * ups - counts) @ sizes) >= least).sum())
    return far
