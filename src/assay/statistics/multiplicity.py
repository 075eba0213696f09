"""Several tests at once: p-values raised so that chance finds do not pile up."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors import InvalidValue

BY_HOLM = ", p by Holm"
"""Added to the name of a method whose p-value went through `holm`."""


def holm(values: Sequence[float]) -> list[float]:
    """Return p-values after Holm: those up to 5 % hold a chance of at most 5 % that any of them is a mistake.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    found = [0.0] * len(values)
    highest = 0.0
    for rank, place in enumerate(_ascending(values)):
        highest = max(highest, min(1.0, (len(values) - rank) * values[place]))
        found[place] = highest
    return found


def benjamini_hochberg(values: Sequence[float]) -> list[float]:
    """Return p-values after Benjamini and Hochberg: of those up to 5 %, at most 5 % are mistakes on average.

    >>> benjamini_hochberg([0.01, 0.04, 0.03])
    [0.03, 0.04, 0.04]
    """
    found = [0.0] * len(values)
    lowest = 1.0
    for rank, place in reversed(list(enumerate(_ascending(values), start=1))):
        lowest = min(lowest, len(values) * values[place] / rank)
        found[place] = lowest
    return found


def _ascending(values: Sequence[float]) -> list[int]:
    wrong = [value for value in values if not 0 <= value <= 1]
    if wrong:
        raise InvalidValue(f"a p-value is from 0 to 1, got {wrong[0]!r}")
    return sorted(range(len(values)), key=values.__getitem__)
