"""What an agent costs and how long it takes, beside how often it succeeds: by version, model or any other slice."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from assay.observations import Chosen, Counted, Tally, latency_quantile
from assay.reports.effort import Measured
from assay.statistics.intervals import normal_quantile, ratio_interval, wilson
from assay.statistics.pareto import dominators
from assay.statistics.quantiles import quantile_ranks
from assay.store.base import Observations

BLOCKS = 60
"""Parts of time that are drawn again for the interval of an amount; what belongs to one hour stays together."""
FEWEST_BLOCKS = 8
"""With fewer there is no interval."""
EXACT_RANKS = 100_000
"""Latencies up to which the ranks of an interval are exact."""
HALF_BUCKET = 1.05**0.5
"""From the middle of a bucket of latencies to its ends: an interval reaches to those."""
MOST_SLICES = 30


@dataclass(frozen=True, slots=True)
class Price:
    """What some observations cost, how long they took, and how many of them passed."""

    name: str
    """The value of the field that tells them apart; empty where it has none."""
    tally: Tally
    accuracy: Measured
    cost_per_task: Measured
    cost_per_solved: Measured
    seconds_p50: Measured
    seconds_p95: Measured
    on_front: bool | None = None
    """Whether no other one is at least as good in all that is known of both; `None`: a number of it is not known."""


@dataclass(frozen=True, slots=True)
class Prices:
    """The prices of all values of a field, the most frequent first."""

    field: str
    rows: tuple[Price, ...]
    left_out: int
    """Values that are too rare to be shown."""
    blocks: int
    """How many parts of time the intervals of amounts rest on."""


def prices(store: Observations, chosen: Chosen, *, by: str) -> Prices:
    """Return what each value of a field costs, with which of them are the best there are."""
    hours = store.tallies(chosen, by=(by,), hourly=True)
    latencies = {found[by]: buckets for found, buckets in store.latencies(chosen, by=(by,))}
    groups: dict[str, list[Counted]] = defaultdict(list)
    for one in hours:
        groups[one.slices[by]].append(one)
    names = sorted(groups, key=lambda name: (-sum(one.tally.n for one in groups[name]), name))
    rows = [_price(name, groups[name], latencies.get(name, {})) for name in names[:MOST_SLICES]]
    blocks = max((len(_blocks(groups[name])) for name in names), default=0)
    return Prices(by, tuple(_placed(rows)), max(0, len(names) - MOST_SLICES), blocks)


def price_of_all(store: Observations, chosen: Chosen) -> Price:
    """Return what the chosen observations cost together."""
    buckets: dict[int, int] = defaultdict(int)
    for _, found in store.latencies(chosen):
        for bucket, count in found.items():
            buckets[bucket] += count
    return _price("", store.tallies(chosen, hourly=True), buckets)


def latency_measured(buckets: Mapping[int, int], share: float) -> Measured:
    """Return the latency that a share of those counted lies below, with its interval from order statistics."""
    n = sum(buckets.values())
    if not n:
        return Measured(None, 0, note="no latencies were sent")
    if n <= EXACT_RANKS:
        ranks = quantile_ranks(n, share)
        ends = (ranks.low, ranks.high)
    else:
        reach = normal_quantile(0.95) * math.sqrt(n * share * (1 - share))
        ends = (math.floor(n * share - reach), math.ceil(n * share + reach))
    low, high = (None if rank is None else latency_quantile(buckets, rank / n) for rank in ends)
    interval = None if low is None or high is None else (low / HALF_BUCKET, high * HALF_BUCKET)
    return Measured(latency_quantile(buckets, share), n, interval)


def _price(name: str, hours: Sequence[Counted], buckets: Mapping[int, int]) -> Price:
    tally = sum((one.tally for one in hours), Tally())
    blocks = _blocks(hours)
    accuracy = Measured(tally.accuracy, tally.n, wilson(tally.passed, tally.n) if tally.n else None)
    return Price(
        name,
        tally,
        accuracy,
        _per_task(tally, blocks),
        _per_solved(tally, blocks),
        latency_measured(buckets, 0.5),
        latency_measured(buckets, 0.95),
    )


def _per_task(tally: Tally, blocks: Sequence[Tally]) -> Measured:
    if not tally.costs:
        return Measured(None, 0, note="no costs were sent")
    return Measured(tally.cost_usd / tally.costs, tally.costs, _interval((one.cost_usd, one.costs) for one in blocks))


def _per_solved(tally: Tally, blocks: Sequence[Tally]) -> Measured:
    """Return the cost of a task divided by the share that passed: where costs are missing, they are as elsewhere."""
    if not tally.costs:
        return Measured(None, 0, note="no costs were sent")
    if not tally.passed:
        return Measured(None, tally.n, note="nothing is solved")
    filled = [(one.cost_usd / one.costs * one.n, one.passed) for one in blocks if one.costs]
    return Measured(tally.cost_usd / tally.costs * tally.n / tally.passed, tally.n, _interval(iter(filled)))


def _interval(pairs: Iterator[tuple[float, int]]) -> tuple[float, float] | None:
    known = [(amount, count) for amount, count in pairs if count or amount]
    if len(known) < FEWEST_BLOCKS:
        return None
    return ratio_interval([amount for amount, _ in known], [count for _, count in known], resamples=1_000)


def _blocks(hours: Sequence[Counted]) -> list[Tally]:
    """Return the counts of at most `BLOCKS` parts of time, each of whole hours that follow each other."""
    by_hour: dict[object, Tally] = {}
    for one in sorted(hours, key=lambda one: one.hour.timestamp() if one.hour else 0.0):
        by_hour[one.hour] = by_hour.get(one.hour, Tally()) + one.tally
    tallies = list(by_hour.values())
    size = max(1, math.ceil(len(tallies) / BLOCKS))
    return [sum(tallies[start : start + size], Tally()) for start in range(0, len(tallies), size)]


def _placed(rows: Sequence[Price]) -> Iterator[Price]:
    """Give the rows with whether each is on the Pareto front, over the criteria that at least one row has."""
    values = [(one.accuracy.value, one.cost_per_task.value, one.seconds_p50.value) for one in rows]
    known = [place for place in range(3) if any(row[place] is not None for row in values)]
    whole = [number for number, row in enumerate(values) if all(row[place] is not None for place in known)]
    points = [[_worth(values[number][place], place) for place in known] for number in whole]
    above = dict(zip(whole, dominators(points), strict=True))
    for number, one in enumerate(rows):
        yield replace(one, on_front=not above[number]) if number in above else one


def _worth(value: float | None, place: int) -> float:
    assert value is not None, "only rows that have the number are weighed"
    return value if place == 0 else -value
