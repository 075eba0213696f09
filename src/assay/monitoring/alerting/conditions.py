"""What a rule sees now: whether its bound is crossed, overall or for each slice, and one sentence about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from assay.monitoring.alerting.rules import AlertRule, RuleKind
from assay.monitoring.wording import span
from assay.observations import SLICED, Chosen, Counted, Tally, latency_quantile
from assay.reports.figures import counted, dollars, interval_of_shares, seconds, share
from assay.statistics.intervals import wilson
from assay.text import one_line

if TYPE_CHECKING:
    from assay.store.base import Observations

MOST_SLICES: Final = 200
"""Slices of one rule that are looked at, those with the most observations; a drift costs more, so fewer."""
MOST_DRIFTS: Final = 20
MOST_DAYS: Final = 1e6
"""Between two false alarms of one slice."""
RECENT: Final = timedelta(days=7)
"""A slice that was seen within this time is missed when nothing comes any more."""

_FIELD = re.compile(rf"(^|, )({'|'.join(SLICED)})=")
_SHARES = {"p50": 0.5, "p95": 0.95}


@dataclass(frozen=True, slots=True)
class Crossing:
    """What a rule saw of one slice."""

    about: str
    crossed: bool | None
    """`None`: too little to tell."""
    summary: str
    value: float | None = None
    n: int = 0
    since: datetime | None = None
    """When what is wrong began, where that is known."""


def crossings(rule: AlertRule, store: Observations, now: datetime) -> list[Crossing]:
    """Return what a rule sees now, a crossing for each slice."""
    return list(_LOOKS[rule.kind](rule, store, now))


def slice_name(slices: Mapping[str, str]) -> str:
    """Return a slice as alerts name it.

    >>> slice_name({"task_type": "refactor"}), slice_name({})
    ('task_type=refactor', '')
    """
    return ", ".join(f"{name}={value}" for name, value in slices.items())


def about_words(about: str) -> str:
    """Return the name of a slice as people read it.

    >>> about_words("task_type=bug_fix, stream=production")
    'task type bug_fix, stream production'
    """
    return _FIELD.sub(lambda found: f"{found[1]}{found[2].replace('_', ' ')} ", about)


def _accuracy(rule: AlertRule, store: Observations, now: datetime) -> Iterator[Crossing]:
    bound = _bound(rule)
    for found in _tallies(rule, store, now):
        tally, about = found.tally, slice_name(found.slices)
        if tally.n < rule.min_n:
            yield _too_few(rule, about, tally.n)
            continue
        level = tally.passed / tally.n
        interval = wilson(tally.passed, tally.n, confidence=rule.confidence)
        crossed = (interval[1] if rule.certain else level) < bound
        words = "is below" if crossed else "is below, but perhaps by chance," if level < bound else "keeps to"
        ends = f"{100 * rule.confidence:g} % interval {interval_of_shares(interval)}"
        yield Crossing(
            about,
            crossed,
            f"accuracy {share(level)} ({ends}, n = {tally.n:,}) {words} {share(bound)} {_scope(rule, about)}",
            level,
            tally.n,
        )


def _cost(rule: AlertRule, store: Observations, now: datetime) -> Iterator[Crossing]:
    bound = _bound(rule)
    for found in _tallies(rule, store, now):
        tally, about = found.tally, slice_name(found.slices)
        if tally.costs < rule.min_n:
            yield _too_few(rule, about, tally.costs)
            continue
        value = tally.cost_usd / tally.costs if rule.measure == "mean" else tally.cost_usd
        noun = "mean cost" if rule.measure == "mean" else "total cost"
        yield _above(rule, about, value, bound, tally.costs, f"{noun} {dollars(value)}", dollars(bound))


def _latency(rule: AlertRule, store: Observations, now: datetime) -> Iterator[Crossing]:
    bound = _bound(rule)
    found = store.latencies(_chosen(rule, now), by=_by(rule)) or ([] if rule.by else [({}, {})])
    for slices, buckets in sorted(found, key=lambda one: -sum(one[1].values()))[:MOST_SLICES]:
        about, n = slice_name(slices), sum(buckets.values())
        value = latency_quantile(buckets, _SHARES[rule.measure])
        if value is None or n < rule.min_n:
            yield _too_few(rule, about, n)
            continue
        yield _above(rule, about, value, bound, n, f"{rule.measure} of latency about {seconds(value)}", seconds(bound))


def _no_data(rule: AlertRule, store: Observations, now: datetime) -> Iterator[Crossing]:
    counts = {slice_name(found.slices): found.tally.n for found in _tallies(rule, store, now)}
    if rule.by is not None:
        known = store.values(rule.by, Chosen(since=now - max(RECENT, 2 * rule.window), slices=rule.where))
        for value, *_ in sorted(known, key=lambda one: -one[3])[:MOST_SLICES]:
            counts.setdefault(slice_name({rule.by: value}), 0)
    for about, n in counts.items():
        said = counted(n, "observation") if n else "no observation"
        yield Crossing(about, n == 0, f"{said} {_scope(rule, about)}", float(n), n)


def _drift(rule: AlertRule, store: Observations, now: datetime) -> Iterator[Crossing]:
    from assay.monitoring.drift import watch
    from assay.monitoring.watched import Course

    slices: list[dict[str, str]] = [{}]
    if rule.by is not None:
        known = store.values(rule.by, Chosen(since=now - RECENT, slices=rule.where))
        slices = [{rule.by: one[0]} for one in sorted(known, key=lambda one: -one[3])[:MOST_DRIFTS]]
    for one in slices:
        chosen = Chosen(slices={**rule.where, **one})
        # Each slice gets its part of the false alarms, so that all together keep the promise.
        days = min(MOST_DAYS, rule.false_alarm_days * len(slices))
        watched = watch(store, chosen, false_alarm_days=days, now=now)
        told = watched.course not in (Course.EMPTY, Course.FEW)
        yield Crossing(
            slice_name(one),
            watched.is_alarm if told else None,
            one_line(watched.headline),
            watched.level.accuracy,
            watched.level.n,
            None if watched.alarm is None else watched.alarm.since,
        )


_LOOKS: Mapping[RuleKind, Callable[[AlertRule, Observations, datetime], Iterator[Crossing]]] = {
    RuleKind.ACCURACY: _accuracy,
    RuleKind.COST: _cost,
    RuleKind.LATENCY: _latency,
    RuleKind.NO_DATA: _no_data,
    RuleKind.DRIFT: _drift,
}


def _chosen(rule: AlertRule, now: datetime) -> Chosen:
    return Chosen(since=now - rule.window, slices=rule.where)


def _by(rule: AlertRule) -> tuple[str, ...]:
    return () if rule.by is None else (rule.by,)


def _tallies(rule: AlertRule, store: Observations, now: datetime) -> list[Counted]:
    """Return the counts of each slice, the largest first; of a rule without slices exactly one."""
    found = store.tallies(_chosen(rule, now), by=_by(rule))
    if rule.by is None and not found:
        return [Counted(Tally())]
    return sorted(found, key=lambda one: -one.tally.n)[:MOST_SLICES]


def _above(rule: AlertRule, about: str, value: float, bound: float, n: int, said: str, limit: str) -> Crossing:
    words = "is above" if value > bound else "keeps to"
    return Crossing(about, value > bound, f"{said} (n = {n:,}) {words} {limit} {_scope(rule, about)}", value, n)


def _too_few(rule: AlertRule, about: str, n: int) -> Crossing:
    summary = f"{counted(n, 'observation')}, fewer than the {rule.min_n:,} that are needed, {_scope(rule, about)}"
    return Crossing(about, None, summary, None, n)


def _scope(rule: AlertRule, about: str) -> str:
    """Return which observations a sentence is about: the time, the slice, and what the rule says under `where`."""
    parts = [f"in the last {span(rule.window)}", *map(about_words, (about, slice_name(rule.where)))]
    return one_line(", ".join(filter(None, parts)))


def _bound(rule: AlertRule) -> float:
    assert rule.bound is not None, "rules of this kind are read with a bound"
    return rule.bound
