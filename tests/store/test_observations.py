"""Observations, their counts and feedback, in every store."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.errors import InvalidValue
from assay.observations import (
    SLICED,
    Added,
    Chosen,
    Counted,
    FailingTask,
    FailingTasks,
    Feedback,
    Observation,
    Passed,
    Passes,
    Tally,
    latency_bucket,
)
from assay.store.base import Store
from assay.store.hours import MOST_SLICES, MOST_STREAMS
from tests.store.builders import a_run
from tests.store.conftest import Clock, MakeStore

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


def recounted_passes(observations: Iterable[Observation], chosen: Chosen, by: Sequence[str]) -> list[Passes]:
    """Return what a store should say of the passes of each hour, from counts of hours."""
    found = []
    for one in recount(observations, chosen, by, hourly=True):
        assert one.hour is not None
        values = tuple(one.slices[name] for name in by)
        found.append(Passes(math.floor(one.hour.timestamp() / 3600), values, one.tally.n, one.tally.passed))
    return sorted(found)


def recounted_between(
    observations: Iterable[Observation], moments: Sequence[datetime], slices: Mapping[str, str]
) -> list[Passed]:
    """Return what a store should say of the passes between moments, counted one by one."""
    meant = [one for one in observations if all(getattr(one, name) == value for name, value in slices.items())]
    found = []
    for start, end in itertools.pairwise(moments):
        inside = [one for one in meant if start <= one.at < end]
        found.append(Passed(len(inside), sum(one.passed for one in inside)))
    return found


def values_of(observations: Iterable[Observation], chosen: Chosen) -> list[tuple[str, datetime, datetime, int]]:
    """Return what a store should say of the versions: the first and the last hour, and how many there are."""
    seen: defaultdict[str, list[Counted]] = defaultdict(list)
    for one in recount(observations, chosen, ["model_version"], hourly=True):
        seen[one.slices["model_version"]].append(one)
    found = [
        (value, hours[0].hour or START, hours[-1].hour or START, sum(one.tally.n for one in hours))
        for value, hours in seen.items()
    ]
    return sorted(found, key=lambda one: (one[1], one[0]))


def counts_of(observations: Iterable[Observation]) -> list[tuple[dict[str, str], dict[int, int]]]:
    """Return what a store should say of the latencies of all observations together."""
    told = [one.latency_seconds for one in {one.id: one for one in observations}.values()]
    buckets = Counter(latency_bucket(latency) for latency in told if latency is not None)
    return [({}, dict(sorted(buckets.items())))] if buckets else []


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
            assert store.passes(chosen, by=by) == recounted_passes(observations, chosen, by)
        assert store.latencies(chosen) == counts_of(one for one in observations if recount([one], chosen))

    for step in (7.5, 60, 1440):
        moments = [START + timedelta(minutes=-190.5 + place * step) for place in range(60)]
        for slices in ({}, {"model_version": "a"}):
            assert store.passes_between(moments, slices) == recounted_between(observations, moments, slices)


def small_observations() -> st.SearchStrategy[Observation]:
    """Few ids, so that many are sent twice; few times, so that they meet the ends of windows."""
    return st.builds(
        lambda number, minutes, failed, version, amounts: an_observation(
            minutes,
            passed=not failed,
            id=f"n{number}",
            error_class=failed,
            model_version=version,
            cost_usd=amounts[0],
            latency_seconds=amounts[1],
        ),
        st.integers(0, 30),
        st.sampled_from([-60 * 24 * 500, -1500, -90, -60, -0.5, 0, 0.25, 30, 60, 61, 1440, 3000, 60 * 24 * 400]),
        st.sampled_from(["", "timeout", "crash"]),
        st.sampled_from(["1", "2", ""]),
        st.tuples(st.sampled_from([None, 0.0, 0.5]), st.sampled_from([None, 0.0, 0.01, 3.0])),
    )


ENDS = st.none() | st.sampled_from([-60 * 24 * 500, -1500, -1499, -90, -60, 0, 0.25, 45, 60, 1440, 2000, 60 * 24 * 400])


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    batches=st.lists(st.lists(small_observations(), max_size=12), max_size=5),
    ends=st.tuples(ENDS, ENDS),
    moments=st.lists(st.integers(-60 * 24 * 3, 60 * 24 * 3), min_size=2, max_size=20),
    version=st.none() | st.sampled_from(["1", ""]),
)
def test_counts_equal_a_recount(
    store: Store,
    batches: list[list[Observation]],
    ends: tuple[float | None, float | None],
    moments: list[int],
    version: str | None,
) -> None:
    stream = f"s{next(_IDS)}"  # each example has one of its own in the same store
    sent = [[replace(one, id=f"{stream}-{one.id}", stream=stream) for one in batch] for batch in batches]
    added = [store.add_observations(batch) for batch in sent]
    first: dict[str, Observation] = {}
    for one in itertools.chain.from_iterable(sent):
        first.setdefault(one.id, one)
    since, until = (None if end is None else START + timedelta(minutes=end) for end in ends)
    chosen = Chosen(since, until, {"stream": stream} | ({} if version is None else {"model_version": version}))

    assert sum(one.accepted for one in added) == len(first)
    for by, hourly in itertools.product([(), ("model_version",), ("model_version", "error_class")], [False, True]):
        found = store.tallies(chosen, by=by, hourly=hourly)
        assert rounded(found) == rounded(recount(first.values(), chosen, by, hourly=hourly))
        assert store.passes(chosen, by=by) == recounted_passes(first.values(), chosen, by)
    edges = [START + timedelta(minutes=moment) for moment in sorted(moments)]
    assert store.passes_between(edges, chosen.slices) == recounted_between(first.values(), edges, chosen.slices)
    assert store.values("model_version", chosen) == values_of(first.values(), chosen)
    assert store.latencies(chosen) == counts_of(one for one in first.values() if recount([one], chosen))
    listed = [one.id for one in store.observations(chosen)]
    assert sorted(listed) == sorted(one.id for one in first.values() if recount([one], chosen))


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


def test_pages_of_a_slice_that_is_rare_and_old(make_store: MakeStore, clock: Clock) -> None:
    store = make_store()
    numbers = random.Random(1)
    observations = [
        an_observation(
            numbers.uniform(0, 60_000),
            passed=numbers.random() < 0.5,
            model_version=numbers.choice(["old"] * (number < 40) + ["new"] * 5),
        )
        for number in range(600)
    ]
    store.add_observations(observations)
    newest = sorted(observations, key=lambda one: (one.at, one.id), reverse=True)
    for since, until, passed in itertools.product([None, 3000], [None, 50_000], [None, False]):
        ends = [None if end is None else START + timedelta(minutes=end) for end in (since, until)]
        chosen = Chosen(ends[0], ends[1], {"model_version": "old"})
        wanted = [one for one in newest if recount([one], chosen) and passed in (None, one.passed)]
        seen: list[Observation] = []
        while page := store.observations(chosen, passed=passed, after=seen[-1].id if seen else None, limit=3):
            seen += page
        assert seen == wanted

    clock.now = (START + timedelta(minutes=30_000)).timestamp()
    store.prune(older_than=timedelta(0))
    late = an_observation(10, model_version="old")
    store.add_observations([late])
    left = [one for one in newest if one.at >= START + timedelta(minutes=30_000) and one.model_version == "old"]
    assert store.observations(Chosen(slices={"model_version": "old"}), limit=1000) == [*left, late]


@pytest.mark.parametrize("slices", [{}, {"model": "m"}], ids=["all", "one slice"])
def test_tasks_are_counted_over_all_failures_of_a_time(store: Store, slices: dict[str, str]) -> None:
    """Old and frequent comes before new and rare, and a bound leaves out the oldest."""
    old = [an_observation(n, passed=False, task_id="of\ud800ten", model="m", id=f"a{n}") for n in range(30)]
    new = [an_observation(500 + n, passed=False, task_id="rare", model="m", error_class="lo\0gic") for n in range(3)]
    passes = [an_observation(600, task_id="fine", model="m"), an_observation(700, task_id="other", model="other")]
    store.add_observations([*old, an_observation(31, passed=False, task_id="rare", model="m"), *new, *passes])
    chosen = Chosen(slices=slices)

    found = store.failing_tasks(chosen, newest=100, most=10)
    assert found == FailingTasks(
        34,
        (
            FailingTask("of\ud800ten", 30, ("timeout",), START + timedelta(minutes=29), "a29"),
            FailingTask("rare", 4, ("lo\0gic", "timeout"), START + timedelta(minutes=502), new[-1].id),
        ),
    )
    bounded = store.failing_tasks(chosen, newest=5, most=1)
    assert (bounded.looked_at, [(one.task_id, one.failures) for one in bounded.tasks]) == (5, [("rare", 4)])
    later = replace(chosen, since=START + timedelta(hours=1))
    assert [one.task_id for one in store.failing_tasks(later, newest=100, most=10).tasks] == ["rare"]
    assert store.failing_tasks(replace(chosen, until=START), newest=100, most=10) == FailingTasks(0, ())


def test_a_page_after_nothing_is_refused(store: Store) -> None:
    with pytest.raises(InvalidValue, match="after: no observation has the id 'gone'"):
        store.observations(Chosen(), after="gone")


def test_whatever_comes_or_leaves_is_noticed(make_store: MakeStore, clock: Clock) -> None:
    store = make_store()
    clock.now = (START + timedelta(hours=3)).timestamp()
    early = an_observation(-60 * 24 * 40)
    changes: list[Callable[[], object]] = [
        lambda: store.add_observations([an_observation(run="r1"), an_observation(1, run="r1")]),
        lambda: store.add_observations([early]),
        lambda: store.remove_observations("r1"),
        lambda: store.add_observations([an_observation(), an_observation(1)]),
        lambda: store.prune(older_than=timedelta(hours=1), with_counts=True),
        lambda: store.add_observations([an_observation()]),
    ]
    seen = [store.observed()]
    for change in changes:
        change()
        seen.append(store.observed())
        store.add_observations([early] if change is changes[1] else [])
        assert store.remove_observations("gone") == 0
        assert store.observed() == seen[-1]

    assert len(set(seen)) == len(seen)


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
        lambda: store.passes(Chosen(), by=["task_id"]),
        lambda: store.latencies(Chosen(), by=["error_class"]),
        lambda: store.values("error_class", Chosen()),
    ):
        with pytest.raises(InvalidValue, match="not by '"):
            ask()


# pruning


def test_the_counts_of_pruned_hours_stay(make_store: MakeStore, clock: Clock) -> None:
    store = make_store()
    clock.now = (START + timedelta(hours=3, minutes=20)).timestamp()
    observations = [an_observation(10 * number, passed=number % 3 > 0, latency_seconds=1.0) for number in range(18)]
    store.add_observations(observations)
    store.add_feedback([Feedback("o", START + timedelta(hours=hour), f"f{hour}", stars=1) for hour in (0, 2)])
    before = store.tallies(Chosen(), by=["error_class"], hourly=True)
    gone = store.prune(older_than=timedelta(hours=2))

    assert (gone.observations, gone.feedback) == (6, 1)
    assert (store.size().observations, store.size().feedback) == (12, 1)
    assert store.observations(Chosen())[-1] == observations[6]
    assert store.observation(observations[0].id) is None
    assert store.tallies(Chosen(), by=["error_class"], hourly=True) == before
    assert store.latencies(Chosen()) == [({}, {latency_bucket(1.0): 18})]
    assert store.values("model", Chosen()) == [("", START, START + timedelta(hours=2), 18)]


@pytest.mark.parametrize(
    ("since", "until", "n"),
    [(0, 30, 6), (1, 30, 0), (30, 90, 3), (0, 90, 9), (60, 90, 3), (-30, 1, 6), (None, 30, 6), (30, None, 12)],
)
def test_a_pruned_hour_belongs_to_the_time_it_begins_in(
    make_store: MakeStore, clock: Clock, since: int | None, until: int | None, n: int
) -> None:
    store = make_store()
    clock.now = (START + timedelta(hours=3)).timestamp()
    store.add_observations([an_observation(10 * number, latency_seconds=1.0) for number in range(18)])
    store.prune(older_than=timedelta(hours=1, minutes=30))
    ends = [None if end is None else START + timedelta(minutes=end) for end in (since, until)]
    chosen = Chosen(since=ends[0], until=ends[1])

    assert sum(one.tally.n for one in store.tallies(chosen)) == n
    assert sum(one.tally.n for one in store.tallies(chosen, hourly=True)) == n
    assert sum(one.n for one in store.passes(chosen, by=["model"])) == n
    if ends[0] is not None and ends[1] is not None:
        assert [one.n for one in store.passes_between([ends[0], ends[1]], {})] == [n]
    assert sum(sum(buckets.values()) for _, buckets in store.latencies(chosen)) == n
    assert sum(value[-1] for value in store.values("model", chosen)) == n


def test_counts_of_whole_days_leave_where_that_is_asked_for(make_store: MakeStore, clock: Clock) -> None:
    store = make_store()
    clock.now = (START + timedelta(days=2)).timestamp()
    store.add_observations([an_observation(720 * number, latency_seconds=1.0) for number in range(5)])
    store.prune(older_than=timedelta(days=1))
    assert [one.tally.n for one in store.tallies(Chosen())] == [5]
    store.prune(older_than=timedelta(days=1), with_counts=True)

    # What stays: of the day in which the border lies, all; the day before began at midnight.
    left = [START + timedelta(hours=12 * number) for number in (2, 3, 4)]
    assert [(one.hour, one.tally.n) for one in store.tallies(Chosen(), hourly=True)] == [(hour, 1) for hour in left]
    assert [one.tally.n for one in store.tallies(Chosen())] == [3]
    assert store.latencies(Chosen()) == [({}, {latency_bucket(1.0): 3})]


def test_what_comes_late_for_a_pruned_hour_is_counted(make_store: MakeStore, clock: Clock) -> None:
    store = make_store()
    clock.now = (START + timedelta(hours=3)).timestamp()
    store.add_observations([an_observation(10)])
    store.prune(older_than=timedelta(hours=1))
    late = an_observation(20)

    assert store.add_observations([late]) == Added(1)
    assert store.tallies(Chosen(until=START + timedelta(minutes=5))) == [Counted(Tally(2, 2))]
    assert store.observations(Chosen()) == [late]
    store.prune(older_than=timedelta(hours=1))
    assert store.tallies(Chosen(), hourly=True) == [Counted(Tally(2, 2), START)]


# what senders send


NASTY = [
    "'; DROP TABLE observations; --",
    "100 % of %s and ? and :name",
    "\x01\x10\x1b[31mred\x7f",
    "\U0001f600 ä ﷽ \u202e\u2028",
    '\\N{DIGIT ONE} "quoted" {braces}',
    "x" * 200,
    "\U0010ffff" * 200,
    "\x10" * 200,
]


@pytest.mark.parametrize("text", NASTY)
def test_any_text_comes_out_as_it_went_in(store: Store, text: str) -> None:
    fields: dict[str, Any] = dict.fromkeys(SLICED, text)  # Any: fields of an observation
    one = an_observation(
        passed=False, id=text, task_id=text, error_class=text, run=text, message=text * 50, labels={text: text}
    )
    one = replace(one, **fields)
    said = Feedback(text, START, text, text, text=text * 50, edit=text * 50)
    store.add_observations([one])
    store.add_feedback([said])

    chosen = Chosen(slices=fields)
    assert store.observation(text) == one
    assert store.observations(chosen, task_id=text, error_class=text, passed=False) == [one]
    (counted,) = store.tallies(chosen, by=[*SLICED, "error_class"])
    assert counted == Counted(Tally(1), None, fields | {"error_class": text})
    assert store.values("arm", chosen) == [(text, START, START, 1)]
    assert store.feedback(observation_id=text, chosen=chosen) == [said]
    assert store.add_observations([one]) == Added(0, 1)


def test_times_long_ago_are_counted_in_their_hour(store: Store) -> None:
    moments = [datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC), datetime(1901, 2, 3, 4, 30, tzinfo=UTC)]
    observations = [replace(an_observation(), at=at) for at in moments]
    store.add_observations(observations)

    assert store.observations(Chosen()) == observations
    hours = [at.replace(minute=0, second=0, microsecond=0) for at in reversed(moments)]
    assert [one.hour for one in store.tallies(Chosen(), hourly=True)] == hours
    assert store.tallies(Chosen(since=moments[0])) == [Counted(Tally(1, 1))]
    assert store.tallies(Chosen(until=moments[0])) == [Counted(Tally(1, 1))]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"at": datetime(2026, 1, 1)}, "at: needs a time zone"),  # that is the point
        ({"id": ""}, "id: must have 1 to 200"),
        ({"id": "x" * 201}, "id: must have 1 to 200"),
        ({"cost_usd": math.nan}, "cost_usd: must be a number from 0 on, got nan"),
        ({"latency_seconds": math.inf}, "latency_seconds: must be a number from 0 on, got inf"),
        ({"cost_usd": -1.0}, "cost_usd: must be"),
        ({"task_id": ""}, "task_id: must not be empty"),
        ({"model": "m" * 201}, "model: must have at most 200 characters"),
    ],
)
def test_one_that_cannot_be_kept_keeps_the_others_out(store: Store, wrong: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidValue, match=field):
        store.add_observations([an_observation(), replace(an_observation(), **wrong)])
    assert store.tallies(Chosen()) == []
    assert store.observations(Chosen()) == []


@pytest.mark.slow
def test_a_stream_has_a_number_of_slices_that_hours_can_hold(store: Store) -> None:
    sent = [an_observation(task_type=f"{number % 7}", model_version=f"v{number}") for number in range(MOST_SLICES)]
    store.add_observations(sent)
    beyond = an_observation(task_type="0", model_version="v-new", id="o-beyond")

    with pytest.raises(InvalidValue, match=r"model_version: stream 'production' has 10,000 .* got 'v-new'"):
        store.add_observations([sent[0], beyond])
    assert store.observation("o-beyond") is None
    assert store.add_observations([replace(sent[0], id="known-slice")]) == Added(1)
    assert store.add_observations([replace(beyond, stream="another")]) == Added(1)


def test_streams_are_bounded_too(store: Store) -> None:
    store.add_observations([an_observation(stream=f"s{number}") for number in range(MOST_STREAMS)])

    with pytest.raises(InvalidValue, match="stream: there are 1,000 streams already, got 'one more'"):
        store.add_observations([an_observation(stream="one more")])
    assert store.add_observations([an_observation(stream="s7", arm="b")]) == Added(1)


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
        assert store.passes(Chosen(), by=by) == recounted_passes(rest, Chosen(), by)
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
