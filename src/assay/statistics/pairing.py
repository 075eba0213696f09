"""How far one system is above another, and whether that can be said: on the same problems, or on different ones.

The words come from two tests. *Better* and *worse*: the 95 % interval lies on one side of 0, and the p-value, where it
comes from an exact test, is at most 5 % as well. *Same*: neither of these, and the 90 % interval lies within the margin
on both sides (two one-sided tests of 5 % each, TOST); where few problems changed sides, that interval is exact.
*Unclear*: anything else. So a difference that is certain is said even where it is smaller than the margin; its size
stands beside it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from assay.errors import InvalidValue
from assay.statistics.deciding import Decision, Difference
from assay.statistics.independent import EXACT_CELLS, boschloo, fisher, newcombe
from assay.statistics.intervals import Z, likely_share, normal_quantile
from assay.statistics.mcnemar import (
    PairTable,
    agreeing_interval,
    bonett_price,
    bonett_price_error,
    mcnemar_exact,
    mcnemar_mid_p,
)
from assay.statistics.power import Z_POWER, detectable
from assay.statistics.standard_errors import clustered_mean, standard_error

MARGIN = 0.03
"""A difference of this much does not matter, unless the caller says otherwise."""
SIGNIFICANT = 0.05
"""The most that a p-value may be where something is called better or worse."""
FEW = 10
"""Problems that changed sides below which the usual interval is too narrow to show that there is no difference."""
MOST_ATTEMPTS = 100
"""More attempts than this are taken for as many."""
FEWEST = 6
"""Independent problems below which nothing is called better or worse: five fair coins agree in 6 % of all cases."""


def paired_difference(
    first: Sequence[float], second: Sequence[float], *, clusters: Sequence[str] | None = None, margin: float = MARGIN
) -> Difference:
    """Return how far the second system is above the first on the same problems.

    Each value is the share of a system's attempts at one problem that passed, in the same order for both. Where all
    are 0 or 1, the test is McNemar's exact one and the interval Bonett and Price's, made wider where the test says
    less. Where attempts repeat, or problems belong together in `clusters` (those of one repository, say), it is the
    mean of the differences with a standard error over clusters (CR1) and Student's t with one degree of freedom fewer
    than clusters.

    >>> found = paired_difference([1.0] * 5 + [0.0] * 20, [0.0] * 2 + [1.0] * 18 + [0.0] * 5)
    >>> round(found.value, 3), found.decision.value
    (0.52, 'better')
    >>> paired_difference([1.0, 0.0], [1.0, 0.0]).decision.value
    'unclear'
    """
    _check(first, second, margin)
    if len(first) != len(second) or (clusters is not None and len(clusters) != len(first)):
        raise InvalidValue(
            f"paired values need one of each for every problem, got {len(first)} and {len(second)}"
            + ("" if clusters is None else f" in {len(clusters)} clusters")
        )
    groups = None if clusters is None or len(set(clusters)) == len(clusters) else clusters
    if groups is None and _once(first) and _once(second):
        return _decided(_once_each(PairTable.of(first, second), margin))
    return _decided(_clustered(first, second, groups, margin))


def unpaired_difference(first: Sequence[float], second: Sequence[float], *, margin: float = MARGIN) -> Difference:
    """Return how far the second system is above the first, each having tried problems of its own.

    Where all values are 0 or 1, the interval is Newcombe's and the test Boschloo's (Fisher's, which costs less, for
    many problems); where attempts repeat, both are Welch's, over problems.

    >>> found = unpaired_difference([1.0] * 48 + [0.0] * 32, [1.0] * 56 + [0.0] * 14)
    >>> round(found.value, 3), [round(end, 6) for end in found.interval], found.decision.value
    (0.2, [0.052431, 0.333873], 'better')
    """
    _check(first, second, margin)
    if _once(first) and _once(second):
        return _decided(_once_apart(first, second, margin))
    return _decided(_welch(first, second, margin))


@dataclass(frozen=True, slots=True)
class _Measured:
    """A difference before it is put into a word."""

    value: float
    n: int
    independent: int
    """How many problems, or clusters of problems, speak for themselves."""
    method: str
    margin: float
    interval: tuple[float, float] | None = None
    inner: tuple[float, float] | None = None
    """Of 90 % confidence, for `same`."""
    error: float | None = None
    """The standard error that power is reckoned with."""
    p: float | None = None
    mid_p: float | None = None


def _decided(found: _Measured) -> Difference:
    """Put a measured difference into a word, and say how much more it would take where there is none."""
    decision = _word(found)
    smallest = None if found.error is None else detectable(found.error)
    return Difference(
        found.value,
        found.interval,
        found.n,
        found.method,
        found.p,
        found.margin,
        None if smallest is None or smallest > 1 else smallest,
        _needed(found) if decision is Decision.UNCLEAR else None,
        decision,
        found.mid_p,
        found.inner,
    )


def _word(found: _Measured) -> Decision:
    if found.interval is None or found.inner is None or found.p is None:
        return Decision.UNCLEAR
    certain = found.p <= SIGNIFICANT and found.independent >= FEWEST
    if certain and found.interval[0] > 0:
        return Decision.BETTER
    if certain and found.interval[1] < 0:
        return Decision.WORSE
    inside = -found.margin < found.inner[0] and found.inner[1] < found.margin
    return Decision.SAME if inside else Decision.UNCLEAR


def _needed(found: _Measured) -> int | None:
    """Return how many more problems would bring a word; `None`: nobody can say.

    That is the fewer of two: what would show a difference of the margin with a chance of 80 %, and what would bring
    the difference that was found to within the margin, if further problems are like those at hand. Where there are as
    many already, what would bring it apart from 0. No problem that changed sides shows little before there are many:
    fewer than `log(0.05) / log(1 - margin)` never show that there is no difference.
    """
    if not found.error:
        return None
    spread, size = found.error * math.sqrt(found.n), abs(found.value)
    totals = [((Z + Z_POWER) * spread / found.margin) ** 2]
    if size < found.margin:
        inside = (normal_quantile(0.9) * spread / (found.margin - size)) ** 2
        totals.append(max(inside, math.log(SIGNIFICANT) / math.log1p(-found.margin)))
    if totals[0] <= found.n and size:
        totals.append((Z * spread / size) ** 2)
    more = [math.ceil(total) - found.n for total in totals]
    return min((count for count in more if count > 0), default=None)


def _once_each(table: PairTable, margin: float) -> _Measured:
    return _Measured(
        table.difference,
        table.n,
        table.n,
        "paired by problem, Bonett–Price interval, exact McNemar test",
        margin,
        agreeing_interval(table),
        _inner(table),
        bonett_price_error(table),
        mcnemar_exact(table),
        mcnemar_mid_p(table),
    )


def _inner(table: PairTable) -> tuple[float, float]:
    """Return the 90 % interval that decides about `same`.

    Where few problems changed sides it is exact: as many as that are not likely, at 5 % on either side, if a larger
    share of all problems changed to that side; what changed to the other side is not set off against it.
    """
    if table.discordant >= FEW:
        return bonett_price(table, confidence=0.9)
    return -likely_share(table.first_only, table.n), likely_share(table.second_only, table.n)


def _clustered(
    first: Sequence[float], second: Sequence[float], clusters: Sequence[str] | None, margin: float
) -> _Measured:
    """Measure by the mean of the differences, with an error over clusters; without `clusters`, each problem is one."""
    n = len(first)
    differences = [other - one for one, other in zip(first, second, strict=True)]
    groups = list(map(str, range(n))) if clusters is None else clusters
    count = len(set(groups))
    by = "problem" if clusters is None else f"{count} clusters"
    found = _Measured(
        math.fsum(differences) / n,
        n,
        count,
        f"paired, clustered by {by}, t interval with two imagined problems",
        margin,
    )
    if count < 2:
        return found
    attempts = min(_attempts(first), _attempts(second))
    return _by_t(found, clustered_mean(differences, groups).error, count - 1, attempts)


def _by_t(found: _Measured, error: float, freedom: float, attempts: int) -> _Measured:
    """Add interval and p-value by Student's t.

    The error is widened by what two imagined problems would add that only one system solves each, as in Bonett and
    Price's interval; for better and worse, by as much less as attempts repeat. Without that, a system that was asked
    once and happened to solve all of twenty problems would be called better than its equal that was asked ten times:
    luck that never varied shows no spread.
    """
    from scipy.special import stdtr, stdtrit

    imagined = math.sqrt(2) / (found.independent + 2)
    shown, wide = math.hypot(error, imagined / math.sqrt(attempts)), math.hypot(error, imagined)
    reach, inner = float(stdtrit(freedom, 0.975)) * shown, float(stdtrit(freedom, 0.95)) * wide
    return _Measured(
        found.value,
        found.n,
        found.independent,
        found.method,
        found.margin,
        (max(-1.0, found.value - reach), min(1.0, found.value + reach)),
        (found.value - inner, found.value + inner),
        shown,
        min(1.0, 2 * float(stdtr(freedom, -abs(found.value) / shown))),
    )


def _attempts(values: Sequence[float]) -> int:
    """Return the fewest attempts at each problem that give such shares.

    >>> _attempts([1.0, 0.5, 0.0]), _attempts([1.0, 1.0]), _attempts([0.2, 0.5])
    (2, 1, 10)
    """
    distinct = set(values)
    for count in range(1, MOST_ATTEMPTS):
        if all(abs(value * count - round(value * count)) < 1e-6 for value in distinct):
            return count
    return MOST_ATTEMPTS


def _once_apart(first: Sequence[float], second: Sequence[float], margin: float) -> _Measured:
    passed, other = round(math.fsum(first)), round(math.fsum(second))
    sizes = len(first), len(second)
    small = sizes[0] * sizes[1] <= EXACT_CELLS
    shares = (passed + 1) / (sizes[0] + 2), (other + 1) / (sizes[1] + 2)
    error = math.sqrt(sum(share * (1 - share) / (size + 2) for share, size in zip(shares, sizes, strict=True)))
    return _Measured(
        other / sizes[1] - passed / sizes[0],
        sum(sizes),
        sum(sizes),
        f"{sizes[0]} and {sizes[1]} different problems, Newcombe interval, {'Boschloo' if small else 'Fisher'} test",
        margin,
        newcombe(passed, sizes[0], other, sizes[1]),
        newcombe(passed, sizes[0], other, sizes[1], confidence=0.9),
        error,
        (boschloo if small else fisher)(passed, sizes[0], other, sizes[1]),
    )


def _welch(first: Sequence[float], second: Sequence[float], margin: float) -> _Measured:
    sizes = len(first), len(second)
    means = math.fsum(first) / sizes[0], math.fsum(second) / sizes[1]
    method = f"{sizes[0]} and {sizes[1]} different problems, Welch's t interval with two imagined problems"
    found = _Measured(means[1] - means[0], sum(sizes), min(sizes), method, margin)
    if min(sizes) < 2:
        return found
    parts = [standard_error(values) ** 2 for values in (first, second)]
    joined = math.fsum(part**2 / (size - 1) for part, size in zip(parts, sizes, strict=True))
    freedom = sum(parts) ** 2 / joined if joined else min(sizes) - 1
    return _by_t(found, math.sqrt(sum(parts)), freedom, min(_attempts(first), _attempts(second)))


def _check(first: Sequence[float], second: Sequence[float], margin: float) -> None:
    if not 0 < margin < 1:
        raise InvalidValue(f"margin must be within 0 and 1, got {margin!r}")
    if not len(first) or not len(second):
        raise InvalidValue("a difference needs at least one problem of each system")
    wrong = [value for value in (*first, *second) if not 0 <= value <= 1]
    if wrong:
        raise InvalidValue(f"the share of attempts that passed must be from 0 to 1, got {wrong[0]!r}")


def _once(values: Sequence[float]) -> bool:
    return all(value in (0, 1) for value in values)
