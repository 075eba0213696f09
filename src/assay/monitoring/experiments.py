"""Live comparisons: two arms of unequal and growing size, an interval that holds however often one looks, and advice.

The difference of two rates is watched by a mixture SPRT (Johari et al. 2017) with the variance of both arms; the
decision record 008 says why.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from types import MappingProxyType
from typing import Any, Final

from assay.errors import InvalidValue, UnknownNameError, require
from assay.monitoring.hours import KIND
from assay.monitoring.windows import Level, in_production
from assay.observations import SLICED, Chosen, Counted
from assay.reports import figures
from assay.statistics.deciding import Decision
from assay.statistics.power import Z_POWER
from assay.statistics.sequential import MixtureTest
from assay.store.base import Observations
from assay.text import one_line

MARGIN: Final = 0.02
"""How much of a difference does not matter."""
ARMED: Final = ("arm", "model_version", "agent_version", "model")
"""What two arms can be told apart by."""
_SPREAD: Final = 0.04**2
"""The variance of the differences that are expected; it decides when the test is sharpest, not whether it is valid."""
_SOONEST: Final = 5.0
"""Before n × p × (1 − p) of the smaller arm is so large, the normal distribution is not trusted and nothing is said."""
_OTHER_MIX: Final = 0.03
"""Of the observations, the share that would have to be of another kind, or day, for both arms to have the same mix."""
_SURE: Final = 4.0
"""Standard errors from which on another mix is no accident."""


@dataclass(frozen=True, slots=True)
class ArmDifference:
    """How far the second arm is above the first, with an interval that holds at all times together."""

    value: float
    interval: tuple[float, float]
    """Of 95 % confidence, however often one looks."""
    e_value: float
    """How strongly this speaks against equal arms; 20 or more at any time happens to equal arms once in 20 times."""
    error: float
    """The standard error."""

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the difference as plain data."""
        return {"value": self.value, "interval": self.interval, "e_value": self.e_value, "error": self.error}


@dataclass(frozen=True, slots=True)
class Experiment:
    """Two arms beside each other."""

    by: str
    first: str
    second: str
    levels: tuple[Level, Level]
    difference: ArmDifference | None
    """As observed; `None`: too few observations."""
    stratified: ArmDifference | None
    """At the same mix of task types and days in both arms; `None`: too few are of kinds and days that both have."""
    margin: float
    decision: Decision
    needed: int | None
    """How many more observations, of both arms together, would tell a difference of the margin."""
    warnings: tuple[str, ...]
    sentence: str
    """What to do, in words."""

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.decision is not Decision.UNCLEAR

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the comparison as plain data."""
        return {
            "by": self.by,
            "first": {"name": self.first, **self.levels[0].to_dict()},
            "second": {"name": self.second, **self.levels[1].to_dict()},
            "difference": None if self.difference is None else self.difference.to_dict(),
            "stratified": None if self.stratified is None else self.stratified.to_dict(),
            "margin": self.margin,
            "decision": self.decision.value,
            "needed": self.needed,
            "warnings": list(self.warnings),
            "sentence": self.sentence,
        }


def compare_arms(
    store: Observations,
    first: str,
    second: str,
    *,
    by: str = "arm",
    since: datetime | None = None,
    until: datetime | None = None,
    slices: Mapping[str, str] = MappingProxyType({}),
    margin: float = MARGIN,
) -> Experiment:
    """Return how the second of two arms does beside the first, and whether the comparison can end.

    It may be asked after every observation. `slices` chooses observations, such as those of another stream; without a
    stream they are those of production, unless `by` tells streams apart. Where the arms have other mixes of task types
    or days, the words rest on the difference at the same mix.
    """
    _check(first, second, by, margin)
    chosen = Chosen(since, until, slices)
    chosen = chosen if by == "stream" else in_production(chosen)
    counted = store.tallies(chosen, by=(by, KIND) if by != KIND else (by,), hourly=True)
    known = {one.slices[by] for one in counted if one.slices[by]}
    for name in (first, second):
        if not known:
            raise InvalidValue(f"no observation of this time says its {by.replace('_', ' ')}: send {by} with each")
        if name not in known:
            raise UnknownNameError(by.replace("_", " "), name, known)
    strata = _strata(counted, by, first, second)
    levels = _summed(strata)
    plain = difference_of(*levels)
    equal = _stratified(strata)
    warnings = _warnings(strata)
    if warnings and equal is None:
        warnings.append("they share too few task types and days to be compared at the same mix")
    used = equal if warnings and equal is not None else plain
    decision = _decided(used, margin)
    needed = _needed(used, levels, margin) if decision is Decision.UNCLEAR else None
    sentence = _sentence(used, decision, needed, (first, second), margin, adjusted=used is not plain)
    return Experiment(by, first, second, levels, plain, equal, margin, decision, needed, tuple(warnings), sentence)


def difference_of(first: Level, second: Level) -> ArmDifference | None:
    """Return the difference of two levels, with an interval that holds at all times; `None` where that is too early.

    >>> found = difference_of(Level(4_000, 3_200), Level(4_000, 3_320))
    >>> round(found.value, 3), [round(end, 3) for end in found.interval], round(found.e_value, 1)
    (0.03, [0.003, 0.057], 63.7)
    """
    if not _is_ripe(first, second):
        return None
    value = second.passed / second.n - first.passed / first.n
    return _difference(value, _variance(first) + _variance(second))


Strata = Mapping[tuple[str, date], tuple[Level, Level]]


def _check(first: str, second: str, by: str, margin: float) -> None:
    if by not in SLICED:
        raise InvalidValue(f"by: arms are told apart by {', '.join(ARMED)}, got {by!r:.80}")
    if first == second:
        raise InvalidValue(f"an arm cannot be compared with itself, got {first!r:.80} twice")
    require("margin", margin, (int, float), "a number between 0 and 1")
    if not 0 < margin < 1:
        raise InvalidValue(f"margin: must be between 0 and 1, got {margin!r}")


def _strata(counted: list[Counted], by: str, first: str, second: str) -> dict[tuple[str, date], tuple[Level, Level]]:
    """Return the levels of both arms by kind of task and day."""
    found: dict[tuple[str, date], list[Level]] = defaultdict(lambda: [Level(), Level()])
    for one in counted:
        if one.slices[by] not in (first, second):
            continue
        assert one.hour is not None, "hours were asked for"
        side = int(one.slices[by] == second)
        found[one.slices.get(KIND, ""), one.hour.date()][side] += Level(one.tally.n, one.tally.passed)
    return {key: (sides[0], sides[1]) for key, sides in found.items()}


def _summed(strata: Strata) -> tuple[Level, Level]:
    first, second = (sum((sides[side] for sides in strata.values()), Level()) for side in (0, 1))
    return first, second


def _is_ripe(first: Level, second: Level) -> bool:
    both = first + second
    if not first.n or not second.n:
        return False
    rate = (both.passed + 1) / (both.n + 2)
    return min(first.n, second.n) * rate * (1 - rate) >= _SOONEST


def _variance(level: Level) -> float:
    """Return that of a level's accuracy; one pass and one failure are added, so that it is never 0."""
    rate = (level.passed + 1) / (level.n + 2)
    return rate * (1 - rate) / level.n


def _difference(value: float, variance: float) -> ArmDifference:
    test = MixtureTest(variance=variance, spread=_SPREAD)
    reach = test.radius(1)
    interval = (max(-1.0, value - reach), min(1.0, value + reach))
    return ArmDifference(value, interval, test.likelihood_ratio(1, value), math.sqrt(variance))


def _stratified(strata: Strata) -> ArmDifference | None:
    """Return the difference within kinds and days, weighted as Mantel and Haenszel do."""
    both = [(first, second) for first, second in strata.values() if first.n and second.n]
    first, second = _summed(strata)
    shared = sum(one.n + other.n for one, other in both)
    if shared < (first.n + second.n) / 2 or not _is_ripe(first, second):
        return None
    weights = [one.n * other.n / (one.n + other.n) for one, other in both]
    total = math.fsum(weights)
    value = math.fsum(
        weight * (other.passed / other.n - one.passed / one.n)
        for weight, (one, other) in zip(weights, both, strict=True)
    )
    variance = math.fsum(
        weight**2 * (_variance(one) + _variance(other)) for weight, (one, other) in zip(weights, both, strict=True)
    )
    return _difference(value / total, variance / total**2)


def _warnings(strata: Strata) -> list[str]:
    """Return in which ways the arms are not alike, in words."""
    found = []
    for place, words in ((0, "task types"), (1, "days")):
        sizes: dict[object, list[int]] = defaultdict(lambda: [0, 0])
        for key, sides in strata.items():
            for side in (0, 1):
                sizes[key[place]][side] += sides[side].n
        distance, chance = _distance(list(sizes.values()))
        if distance >= _OTHER_MIX and distance > chance:
            found.append(f"the arms differ in {words}: {figures.share(distance)} would have to move")
    return found


def _distance(sizes: list[list[int]]) -> tuple[float, float]:
    """Return how far two mixes are apart, and how far they could be by chance."""
    first, second = (sum(one[side] for one in sizes) for side in (0, 1))
    distance = math.fsum(abs(one[0] / first - one[1] / second) for one in sizes) / 2
    errors = []
    for one in sizes:
        share = (one[0] + one[1]) / (first + second)
        errors.append(math.sqrt(share * (1 - share) * (1 / first + 1 / second)))
    mean = math.sqrt(2 / math.pi) * math.fsum(errors) / 2
    return distance, mean + _SURE * math.sqrt((1 - 2 / math.pi) * math.fsum(error**2 for error in errors)) / 2


def _decided(used: ArmDifference | None, margin: float) -> Decision:
    if used is None:
        return Decision.UNCLEAR
    low, high = used.interval
    if low > 0:
        return Decision.BETTER
    if high < 0:
        return Decision.WORSE
    return Decision.SAME if -margin < low and high < margin else Decision.UNCLEAR


def _needed(used: ArmDifference | None, levels: tuple[Level, Level], margin: float) -> int | None:
    """Return how many more observations would tell a difference of the margin with a chance of 80 %."""
    if used is None:
        return None
    n = levels[0].n + levels[1].n
    variance = used.error**2
    low, high = 0.0, 1e9 / max(n, 1)
    for _ in range(60):
        middle = (low + high) / 2
        shrunk = variance / (1 + middle)
        test = MixtureTest(variance=shrunk, spread=_SPREAD)
        low, high = (low, middle) if test.radius(1) + Z_POWER * math.sqrt(shrunk) <= margin else (middle, high)
    return math.ceil(high * n)


def _sentence(
    used: ArmDifference | None,
    decision: Decision,
    needed: int | None,
    names: tuple[str, str],
    margin: float,
    *,
    adjusted: bool,
) -> str:
    first, second = (one_line(name) for name in names)
    wanted = f"{100 * margin:g} point{'' if margin == 0.01 else 's'}"
    if used is None:
        return "go on: too few observations to say anything"
    mix = " at the same mix" if adjusted else ""
    if decision in (Decision.BETTER, Decision.WORSE):
        better, worse = (second, first) if decision is Decision.BETTER else (first, second)
        sign = 1 if decision is Decision.BETTER else -1
        ends = sorted(sign * end for end in used.interval)
        return (
            f"stop: {better} is better than {worse} by {figures.points(abs(used.value)).lstrip('+')} points{mix} "
            f"({figures.interval_of_points((ends[0], ends[1]))})"
        )
    found = f"{figures.points(used.value)} points{mix} ({figures.interval_of_points(used.interval)})"
    if decision is Decision.SAME:
        return f"stop: no difference beyond ±{wanted}: {found}"
    more = "more observations" if needed is None else f"some {_rounded(needed):,} more observations"
    return f"go on: {more} would tell {wanted}; now {found}"


def _rounded(number: int) -> int:
    """Return a number with two digits that count.

    >>> _rounded(4_321), _rounded(7)
    (4300, 7)
    """
    return int(float(f"{number:.2g}"))
