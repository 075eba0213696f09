"""Scores over kinds of problems whose shares differ: what is due to the mix, and scores on a fixed mix."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from assay.errors import InvalidValue


@dataclass(frozen=True, slots=True)
class Stratum:
    """One kind of problems among all of a run, or of a period."""

    weight: float
    """Its share of the problems."""
    share: float
    """Of its problems, those that passed."""


@dataclass(frozen=True, slots=True)
class MixShift:
    """Why a score has changed: the problems, or how well they are solved."""

    before: float
    after: float
    mix: float
    """Due to other shares of easy and hard kinds."""
    performance: float
    """Due to kinds that are solved more or less often; with `mix`, the whole change."""


@dataclass(frozen=True, slots=True)
class StandardisedShare:
    """A share of passes on a fixed mix of kinds, with its standard error."""

    value: float
    error: float
    n: int


def mix_shift(before: Mapping[str, Stratum], after: Mapping[str, Stratum]) -> MixShift:
    """Split the change of a score into mix and performance (Kitagawa 1955), kind by kind.

    A kind that only one side has is taken to be solved as often on the other, so that it only changes the mix.

    >>> before = {"easy": Stratum(0.5, 0.9), "hard": Stratum(0.5, 0.4)}
    >>> after = {"easy": Stratum(0.2, 0.9), "hard": Stratum(0.8, 0.4)}
    >>> shift = mix_shift(before, after)
    >>> round(shift.mix, 9), shift.performance
    (-0.15, 0.0)
    """
    for side in (before, after):
        _check(side)
    mix, performance = [], []
    for kind in sorted({*before, *after}):
        old = before.get(kind, Stratum(0.0, after[kind].share if kind in after else 0.0))
        new = after.get(kind, Stratum(0.0, old.share))
        mix.append((new.weight - old.weight) * (old.share + new.share) / 2)
        performance.append((old.weight + new.weight) / 2 * (new.share - old.share))
    return MixShift(_whole(before), _whole(after), math.fsum(mix), math.fsum(performance))


def standardised(passed: Mapping[str, tuple[int, int]], weights: Mapping[str, float]) -> StandardisedShare:
    """Return the share of passes as it would be with kinds in the proportions of `weights`.

    `passed` has for each kind how many passed, and of how many.

    >>> counts = {"easy": (45, 50), "medium": (30, 40), "hard": (8, 20)}
    >>> found = standardised(counts, {"easy": 0.5, "medium": 0.3, "hard": 0.2})
    >>> round(found.value, 9), round(found.error, 7)
    (0.755, 0.0367679)
    """
    if set(passed) != set(weights) or not passed:
        raise InvalidValue(f"every kind needs counts and a weight, got {sorted(passed)} and {sorted(weights)}")
    wrong = [kind for kind, (good, n) in passed.items() if n < 1 or not 0 <= good <= n]
    if wrong:
        raise InvalidValue(f"counts must be from 0 to n, and n at least 1, got {passed[wrong[0]]!r} of {wrong[0]!r}")
    strata = {kind: Stratum(weights[kind], good / n) for kind, (good, n) in passed.items()}
    _check(strata)
    variance = math.fsum(one.weight**2 * one.share * (1 - one.share) / passed[kind][1] for kind, one in strata.items())
    return StandardisedShare(_whole(strata), math.sqrt(variance), sum(n for _, n in passed.values()))


def _whole(side: Mapping[str, Stratum]) -> float:
    return math.fsum(one.weight * one.share for one in side.values())


def _check(side: Mapping[str, Stratum]) -> None:
    for kind, one in side.items():
        if not (0 <= one.weight <= 1 and 0 <= one.share <= 1):
            raise InvalidValue(f"weight and share of {kind!r} must be from 0 to 1, got {one.weight!r}, {one.share!r}")
    if abs(math.fsum(one.weight for one in side.values()) - 1) > 1e-6:
        raise InvalidValue(f"the weights of all kinds must sum to 1, got {[one.weight for one in side.values()]!r}")
