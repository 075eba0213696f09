"""Observations, their counts and feedback, in every store."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from assay.errors import InvalidValue
from assay.observations import (
    SLICED,
    Added,
    Chosen,
    Counted,
    Feedback,
    Observation,
    Tally,
    latency_bucket,
)
from assay.store.base import Store
from tests.store.builders import a_run

START = datetime(2026, 3, 14, 9, 0, tzinfo=UTC)
_IDS = itertools.count()


def an_observation(minutes: float = 0, *, passed: bool = True, **rest: Any) -> Observation:  # Any: fields
    given = {"task_id": "t1", "id": f"o{next(_IDS):06}", "error_class": "" if passed else "timeout"} | rest
    return Observation(passed=passed, at=START + timedelta(minutes=minutes), **given)


def recount(
    observations: Iterable[Observation], chosen: Chosen, by: Sequence[str] = (), *, hourly: bool = False
) -> list[Counted]:
    """Count one by one, without any store."""
    found: defaultdict[tuple[Any, ...], list[Observation]] = defaultdict(list)  # Any: an hour or 0, and texts
    for one in {one.id: one for one in reversed(list(observations))}.values():
        inside = (chosen.since is None or one.at >= chosen.since) and (chosen.until is None or one.at < chosen.until)
        if inside and all(getattr(one, name) == value for name, value in chosen.slices.items()):
            hour = one.at.astimezone(UTC).replace(minute=0, second=0, microsecond=0) if hourly else None
            found[(hour or START, *(getattr(one, name) for name in by))].append(one)
    return [
        Counted(_tally(found[key]), key[0] if hourly else None, dict(zip(by, key[1:], strict=True)))
        for key in sorted(found)
    ]


def _tally(observations: Sequence[Observation]) -> Tally:
    costs = [one.cost_usd for one in observations if one.cost_usd is not None]
    latencies = [one.latency_seconds for one in observations if one.latency_seconds is not None]
    passed = sum(one.passed for one in observations)
    return Tally(len(observations), passed, math.fsum(costs), len(costs), math.fsum(latencies), len(latencies))


def rounded(counted: Iterable[Counted]) -> list[Counted]:
    """Counts whose sums do not depend on the order of adding."""
    return [
        replace(
            one,
            tally=replace(
                one.tally,
                cost_usd=float(f"{one.tally.cost_usd:.9g}"),
                latency_seconds=float(f"{one.tally.latency_seconds:.9g}"),
            ),
        )
        for one in counted
    ]


def test_what_goes_in_comes_out(store: Store) -> None:
    one = an_observation(
        passed=False, message="a\nb", cost_usd=0.25, latency_seconds=1.5, run="r1", labels={"team": "ä"}, arm="b"
    )

    assert store.add_observations([one]) == Added(1)
    assert store.observation(one.id) == one
    assert store.observation("another") is None


def test_an_id_that_is_known_changes_nothing(store: Store) -> None:
    one = an_observation()

    assert store.add_observations([one, replace(one, passed=False), one]) == Added(1, 2)
    assert store.add_observations([replace(one, cost_usd=3.0), an_observation()]) == Added(1, 1)
    assert store.tallies(Chosen()) == [Counted(Tally(2, 2))]
    assert store.observation(one.id) == one


def test_counts_are_exact_whatever_the_time(store: Store) -> None:
    numbers = random.Random(0)
    observations = [
        an_observation(
            numbers.uniform(-200, 200),
            passed=numbers.random() < 0.7,
            model_version=numbers.choice("ab"),
            task_type=numbers.choice("xy"),
            cost_usd=numbers.choice([None, 0.1, 2.5]),
            latency_seconds=numbers.choice([None, 0.5, 40.0]),
        )
        for _ in range(300)
    ]
    for start in range(0, 300, 37):
        store.add_observations(observations[start : start + 37])

    for since, until in itertools.product([None, -190.5, -60, 0, 7.25], [None, 190.5, 60, 7.5]):
        chosen = Chosen(
            since=None if since is None else START + timedelta(minutes=since),
            until=None if until is None else START + timedelta(minutes=until),
            slices={} if since == -60 else {"model_version": "a"},
        )
        for by, hourly in itertools.product([(), ("task_type",), ("error_class", "model_version")], [False, True]):
            found = store.tallies(chosen, by=by, hourly=hourly)
            assert rounded(found) == rounded(recount(observations, chosen, by, hourly=hourly))
        told = [one for one in observations if one.latency_seconds is not None and recount([one], chosen)]
        buckets = Counter(latency_bucket(one.latency_seconds or 0.0) for one in told)
        assert store.latencies(chosen) == ([({}, dict(sorted(buckets.items())))] if buckets else [])


def test_pages_follow_each_other_while_others_write(store: Store) -> None:
    observations = [an_observation(minutes // 3, passed=minutes % 2 == 0) for minutes in range(30)]
    store.add_observations(observations)
    newest = [one.id for one in sorted(observations, key=lambda one: (one.at, one.id), reverse=True)]
    seen: list[str] = []
    while page := store.observations(Chosen(), after=seen[-1] if seen else None, limit=7):
        seen += [one.id for one in page]
        store.add_observations([an_observation(100)])

    assert seen == newest
    failed = store.observations(Chosen(), passed=False, task_id="t1", error_class="timeout", limit=3)
    assert [one.id for one in failed] == [one for one in newest if one in {o.id for o in observations if not o.passed}][
        :3
    ]


def test_a_page_after_nothing_is_refused(store: Store) -> None:
    with pytest.raises(InvalidValue, match="after: no observation has the id 'gone'"):
        store.observations(Chosen(), after="gone")


def test_values_of_a_field_with_their_time(store: Store) -> None:
    store.add_observations(
        [an_observation(minutes, model_version=name) for minutes, name in [(0, "1"), (130, "1"), (70, "2")]]
    )

    hour = timedelta(hours=1)
    assert store.values("model_version", Chosen()) == [
        ("1", START, START + 2 * hour, 2),
        ("2", START + hour, START + hour, 1),
    ]
    late = Chosen(since=START + timedelta(minutes=65))
    assert store.values("model_version", late) == [
        ("2", START + hour, START + hour, 1),
        ("1", START + 2 * hour, START + 2 * hour, 1),
    ]


def test_times_of_any_zone_are_kept_in_utc(store: Store) -> None:
    one = replace(
        an_observation(), at=datetime(2026, 3, 14, 10, 0, 0, 123456, tzinfo=timezone(timedelta(hours=5, minutes=30)))
    )
    store.add_observations([one])

    found = store.observation(one.id)
    assert found == one
    assert found.at.tzinfo is UTC


def test_feedback_comes_out_newest_first(store: Store) -> None:
    about = an_observation(arm="b")
    store.add_observations([about])
    said = [
        Feedback(about.id, START, "f1", "ann", thumb=False, text="no"),
        Feedback("later", START + timedelta(hours=1), "f2", stars=4, accepted=True, edit="x = 1"),
    ]

    assert store.add_feedback([*said, said[0]]) == Added(2, 1)
    assert store.add_feedback(said) == Added(0, 2)
    assert store.feedback() == said[::-1]
    assert store.feedback(after="f2") == store.feedback(observation_id=about.id) == said[:1]
    assert store.feedback(chosen=Chosen(slices={"arm": "b"})) == said[:1]
    assert store.feedback(chosen=Chosen(since=START + timedelta(minutes=1)), limit=1) == said[1:]


def test_fields_that_nothing_is_counted_by_are_refused(store: Store) -> None:
    assert "task_id" not in SLICED
    for ask in (
        lambda: store.tallies(Chosen(), by=["task_id"]),
        lambda: store.latencies(Chosen(), by=["error_class"]),
        lambda: store.values("error_class", Chosen()),
    ):
        with pytest.raises(InvalidValue, match="not by '"):
            ask()


def test_the_observations_of_a_run_are_taken_out_of_all_counts(store: Store) -> None:
    random_ = random.Random(4)
    many = [
        an_observation(
            random_.uniform(0, 600), passed=random_.random() < 0.6, run=random_.choice(["", "r1", "r2"]),
            model=random_.choice("ab"), cost_usd=0.25, latency_seconds=random_.choice([None, 0.5, 20.0]),
        )
        for _ in range(300)
    ]  # fmt: skip
    store.add_observations(many)
    rest = [one for one in many if one.run != "r1"]

    assert store.remove_observations("r1") == len(many) - len(rest)
    assert store.remove_observations("r1") == store.remove_observations("") == 0
    assert sorted(store.observations(Chosen(), limit=1000), key=lambda one: one.id) == rest
    for by in ([], ["model"], ["error_class", "model"]):
        assert store.tallies(Chosen(), by=by, hourly=True) == recount(rest, Chosen(), by, hourly=True)
    (buckets,) = [buckets for _, buckets in store.latencies(Chosen())]
    assert buckets == Counter(latency_bucket(one.latency_seconds) for one in rest if one.latency_seconds is not None)
    assert sum(n for *_, n in store.values("model", Chosen())) == len(rest)


def test_a_run_that_is_deleted_takes_its_observations_and_what_people_said_of_them(store: Store) -> None:
    mine, other = an_observation(run="r1"), an_observation()
    store.add_run(a_run("r1"))
    store.add_observations([mine, other])
    store.add_feedback([Feedback(one.id, START, stars=3) for one in (mine, other)])
    store.delete_run("r1")

    assert store.observations(Chosen()) == [other]
    assert [one.observation for one in store.feedback()] == [other.id]
    assert store.tallies(Chosen())[0].tally.n == 1
