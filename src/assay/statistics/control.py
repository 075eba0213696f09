"""Charts that watch a rate of passes over time: CUSUM with a chosen rate of false alarms, EWMA, and the p-chart."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

from assay.errors import InvalidValue

MOST_STEPS = 4_000
"""States of the chain behind an average run length."""
_FINEST = 40
_TOLERANCE = 0.1
"""How far the steps of a lattice may be off, as a part of how far they are from being in balance at the usual rate."""


def cusum_steps(usual: float, worse: float) -> tuple[float, float]:
    """Return what a failure and a pass add to the CUSUM of a rate that may drop from `usual` to `worse`.

    They are log-likelihood ratios: failures speak for the drop, passes against it.

    >>> [round(step, 6) for step in cusum_steps(0.8, 0.7)]
    [0.405465, -0.133531]
    """
    _check_rates(usual, worse)
    return math.log((1 - worse) / (1 - usual)), math.log(worse / usual)


def cusum(passes: Iterable[bool], *, usual: float, worse: float) -> list[float]:
    """Return the CUSUM after each attempt: it never goes below 0, and climbs when the rate has dropped.

    >>> [round(value, 3) for value in cusum([True, False, False], usual=0.8, worse=0.7)]
    [0.0, 0.405, 0.811]
    """
    fail, passed = cusum_steps(usual, worse)
    values, value = [], 0.0
    for one in passes:
        value = max(0.0, value + (passed if one else fail))
        values.append(value)
    return values


def lattice(usual: float, worse: float) -> tuple[int, int]:
    """Return `m` and `down` of a lattice: a pass takes down/m off, a failure adds 1 − down/m, nearly in proportion.

    On such a lattice the average run length is exact. With `down` 1 it is that of Reynolds and Stoumbos; rates that
    lie close together need a finer one.

    >>> lattice(0.8, 0.7), lattice(0.8, 0.77)
    ((4, 1), (14, 3))
    """
    fail, passed = cusum_steps(usual, worse)
    ratio, balance = fail / -passed, usual / (1 - usual)
    for down in range(1, _FINEST):
        up = max(1, round(down * ratio))
        if abs(up / down - ratio) <= _TOLERANCE * (balance - ratio):
            break
    return up + down, down


def average_run_length(failing: float, threshold: float, m: int, down: int = 1) -> float:
    """Return after how many attempts, on average, a chart on a lattice reaches its threshold, beginning at 0.

    >>> round(average_run_length(0.2, 5, 4), 4), round(average_run_length(0.3, 5, 4), 4)
    (554.865, 69.5795)
    """
    top = math.ceil(threshold * m - 1e-9)
    if not 0 < failing < 1 or not 0 < down < m or not 1 <= top <= MOST_STEPS:
        raise InvalidValue(
            f"a chart needs a rate within 0 and 1, m ≥ 2 and a threshold, got {failing}, {m}, {threshold}"
        )
    return _expected_steps(failing, top, m - down, down)


def _expected_steps(failing: float, top: int, up: int, down: int) -> float:
    """Return how many steps a chain from 0 takes to `top` on average: up with the chance of a failure, else down.

    States are taken out from the top on, as Gaussian elimination does without pivots, which is stable for such a
    chain; what is left is the equation of state 0. Importing SciPy for it would take longer than most charts.
    """
    import numpy as np
    from numpy.lib.stride_tricks import as_strided

    m = up + down
    rows = np.zeros((up + top, m + 1))  # row up + i holds the columns i − down to i + up; the first rows stay empty
    chain = rows[up:]
    chain[:, down] = 1.0
    chain[: max(0, top - up), m] = -failing
    chain[down:, 0] = failing - 1
    for place in range(min(down, top)):  # from there a pass leads back to 0
        chain[place, down - place] -= 1 - failing
    wanted = np.concatenate((np.zeros(up), np.ones(top)))
    # blocks[i, up − u, down − d] is the coefficient of state i − d in the equation of state i − u
    size = rows.itemsize
    blocks = as_strided(rows.ravel()[up:], (top, up + 1, down + 1), ((m + 1) * size, m * size, size))
    for place in range(top - 1, 0, -1):
        block = blocks[place]
        factors = block[:up, down] / block[up, down]
        block[:up] -= factors[:, None] * block[up]
        wanted[place : place + up] -= factors * wanted[place + up]
    return float(wanted[up] / chain[0, down]) if chain[0, down] > 0 else math.inf


@lru_cache(maxsize=1024)
def threshold_for(run_length: float, *, usual: float, worse: float) -> float:
    """Return the lowest threshold on the lattice with at most one false alarm in `run_length` attempts, on average.

    >>> threshold_for(554, usual=0.8, worse=0.7)
    5.0
    """
    m, down = lattice(usual, worse)
    low, high = 0, 1
    while average_run_length(1 - usual, high / m, m, down) < run_length:
        low, high = high, 2 * high
        if high > MOST_STEPS:
            raise InvalidValue(f"one false alarm in {run_length:g} attempts is rarer than a chart can promise here")
    while high - low > 1:
        middle = (low + high) // 2
        enough = average_run_length(1 - usual, middle / m, m, down) >= run_length
        low, high = (low, middle) if enough else (middle, high)
    return high / m


def cusum_of_counts(counts: Iterable[tuple[float, float]], *, usual: float, worse: float) -> list[float]:
    """Return the CUSUM on the lattice after each period; `counts` are (n, passed).

    It is never above the one that takes attempt by attempt, which may begin anew within a period, so that a threshold
    for attempts promises at least as much here.

    >>> cusum_of_counts([(10, 8), (10, 5), (0, 0)], usual=0.8, worse=0.7)
    [0.0, 2.5, 2.5]
    """
    m, down = lattice(usual, worse)
    values, value = [], 0.0
    for n, passed in counts:
        value = max(0.0, value + (n - passed) - n * down / m)
        values.append(value)
    return values


def ewma(
    rates: Sequence[float], *, n: int, usual: float, weight: float = 0.2, width: float = 3.0
) -> list[tuple[float, float]]:
    """Return the moving average after each rate of `n` attempts, with the limit that it should not fall below.

    >>> [(round(value, 6), round(limit, 6)) for value, limit in ewma([0.8, 0.78], n=50, usual=0.8)]
    [(0.8, 0.766059), (0.796, 0.756534)]
    """
    if n < 1 or not 0 < usual < 1 or not 0 < weight <= 1:
        raise InvalidValue(f"a moving average needs attempts, a rate and a weight, got {n!r}, {usual!r}, {weight!r}")
    variance = usual * (1 - usual) / n * weight / (2 - weight)
    found, value = [], usual
    for number, rate in enumerate(rates, start=1):
        value = weight * rate + (1 - weight) * value
        found.append((value, usual - width * math.sqrt(variance * (1 - (1 - weight) ** (2 * number)))))
    return found


def ewma_of_counts(
    counts: Iterable[tuple[float, float]], *, usual: float, weight: float = 0.2, width: float = 3.0
) -> list[tuple[float, float]]:
    """Return the moving average of rates with its lower limit, for periods of unequal sizes; `counts` are (n, passed).

    >>> [(round(value, 6), round(limit, 6)) for value, limit in ewma_of_counts([(50, 40), (50, 39)], usual=0.8)]
    [(0.8, 0.766059), (0.796, 0.756534)]
    """
    if not 0 < usual < 1 or not 0 < weight <= 1:
        raise InvalidValue(f"a moving average needs a rate and a weight, got {usual!r}, {weight!r}")
    found, value, variance = [], usual, 0.0
    for n, passed in counts:
        if n > 0:
            value = weight * passed / n + (1 - weight) * value
            variance = weight**2 * usual * (1 - usual) / n + (1 - weight) ** 2 * variance
        found.append((value, usual - width * math.sqrt(variance)))
    return found


def lower_limit(usual: float, n: int, *, width: float = 3.0) -> float:
    """Return what the rate of `n` attempts should not fall below, as a p-chart has it.

    >>> round(lower_limit(0.8, 50), 6)
    0.630294
    """
    if n < 1 or not 0 < usual < 1:
        raise InvalidValue(f"a limit needs attempts and a rate within 0 and 1, got {n!r} and {usual!r}")
    return max(0.0, usual - width * math.sqrt(usual * (1 - usual) / n))


def _check_rates(usual: float, worse: float) -> None:
    if not 0 < worse < usual < 1:
        raise InvalidValue(f"the worse rate must be below the usual one, both within 0 and 1, got {worse!r}, {usual!r}")
