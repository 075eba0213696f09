"""Which of several things are the best there are, when more than one number counts."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors import InvalidValue


def dominators(points: Sequence[Sequence[float]]) -> list[list[int]]:
    """Return for each point the numbers of those that dominate it; a point that none dominates is on the Pareto front.

    In all coordinates more is better. One point dominates another where it is at least as good in all of them and
    better in one; equal points do not dominate each other.

    >>> dominators([(0.62, -0.010, -3), (0.70, -0.030, -6), (0.60, -0.020, -2), (0.70, -0.028, -5)])
    [[], [3], [], []]
    """
    import numpy as np

    if len({len(point) for point in points}) > 1:
        raise InvalidValue("all points must have the same number of coordinates")
    if not points:
        return []
    table = np.asarray(points, dtype=np.float64)
    if not np.isfinite(table).all():
        raise InvalidValue("the coordinates of a point must be finite")
    at_least = (table[:, None, :] >= table[None, :, :]).all(axis=2)
    better = (table[:, None, :] > table[None, :, :]).any(axis=2)
    found = np.asarray(at_least & better)
    return [[int(number) for number in np.flatnonzero(found[:, place])] for place in range(len(table))]
