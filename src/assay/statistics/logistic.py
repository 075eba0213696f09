"""Logistic regression with a ridge penalty, fitted by Newton's method."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

STEPS = 100
_CLOSE = 1e-10
_FURTHEST = 30.0
"""Beyond these log-odds, a chance cannot be told from 0 or 1."""


def fit_logistic(columns: Floats, shares: Floats, *, ridge: float = 1.0) -> Floats:
    """Return the intercept and one coefficient for each column, for shares from 0 to 1 as the outcomes of the rows.

    The squares of all coefficients but the intercept are held small by `ridge`, so that where the columns say little,
    every row is given the mean of the outcomes.

    >>> import numpy as np
    >>> [round(float(one), 6) for one in fit_logistic(np.zeros((4, 1)), np.array([1.0, 1.0, 1.0, 0.0]))]
    [1.098612, 0.0]
    """
    import numpy as np

    design = np.hstack([np.ones((len(columns), 1)), columns])
    penalty = np.full(design.shape[1], ridge)
    penalty[0] = 1e-9  # none, but for outcomes that are all alike, whose intercept would have no bound
    found = np.zeros(design.shape[1])
    loss = _loss(design, shares, penalty, found)
    for _ in range(STEPS):
        chances = chances_of(design, found)
        slope = design.T @ (shares - chances) - penalty * found
        curve = (design * (chances * (1 - chances))[:, None]).T @ design + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        size = 1.0
        while (next_loss := _loss(design, shares, penalty, found + size * step)) > loss and size > _CLOSE:
            size /= 2
        found = found + size * step
        if loss - next_loss < _CLOSE:
            break
        loss = next_loss
    return found


def chances_of(design: Floats, coefficients: Floats) -> Floats:
    """Return the chance of each row of a design whose first column is the intercept's."""
    import numpy as np

    return 1 / (1 + np.exp(-np.clip(design @ coefficients, -_FURTHEST, _FURTHEST)))


def _loss(design: Floats, shares: Floats, penalty: Floats, coefficients: Floats) -> float:
    """Return the negative log-likelihood with the penalty, which the fit makes as small as it can be."""
    import numpy as np

    odds = np.clip(design @ coefficients, -_FURTHEST, _FURTHEST)
    return float(np.sum(np.logaddexp(0, odds) - shares * odds) + 0.5 * np.sum(penalty * coefficients**2))
