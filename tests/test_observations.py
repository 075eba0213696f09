"""What may be an observation or feedback, and how a bad one is refused: by field and value."""

from __future__ import annotations

import json
import math
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue
from assay.observations import (
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_LABELS,
    PRODUCTION,
    UNCLASSED,
    Chosen,
    Observation,
    Repeats,
    Tally,
    feedback_of,
    latency_bucket,
    latency_quantile,
    new_id,
    observation_of,
)

NOW = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)


def made(**fields: object) -> Observation:
    return observation_of({"task_id": "t1", "passed": True, **fields}, now=NOW)


def test_an_observation_needs_little() -> None:
    found = made()

    assert (found.task_id, found.passed, found.at, found.stream) == ("t1", True, NOW, PRODUCTION)
    assert len(found.id) == 32
    assert (found.error_class, found.cost_usd, found.latency_seconds, found.labels) == ("", None, None, {})


def test_what_is_not_a_field_is_a_label() -> None:
    found = made(labels={"team": "a"}, region="eu")

    assert found.labels == {"team": "a", "region": "eu"}


@pytest.mark.parametrize(
    ("passed", "given_class", "kept"), [(False, "", UNCLASSED), (False, "timeout", "timeout"), (True, "timeout", "")]
)
def test_only_a_failure_has_an_error_class(passed: bool, given_class: str, kept: str) -> None:
    assert made(passed=passed, error_class=given_class).error_class == kept


@pytest.mark.parametrize(
    ("time", "meant"),
    [
        ("2026-03-14T09:00:00Z", datetime(2026, 3, 14, 9, tzinfo=UTC)),
        ("2026-03-14T10:00:00+01:00", datetime(2026, 3, 14, 9, tzinfo=UTC)),
        (1_773_478_800, datetime(2026, 3, 14, 9, tzinfo=UTC)),
        (1_773_478_800.25, datetime(2026, 3, 14, 9, 0, 0, 250_000, tzinfo=UTC)),
        (datetime(2026, 3, 14, 9, tzinfo=UTC), datetime(2026, 3, 14, 9, tzinfo=UTC)),
        (None, NOW),
    ],
)
@pytest.mark.parametrize("name", ["at", "timestamp"])
def test_times_of_every_kind(name: str, time: object, meant: datetime) -> None:
    assert made(**{name: time}).at == meant


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"passed": 1}, "passed: must be true or false, got 1"),
        ({"passed": None}, "passed: must be true or false, got None"),
        ({"passed": "yes"}, "passed: must be true or false, got 'yes'"),
        ({"task_id": ""}, "task_id: must not be empty"),
        ({"task_id": 7}, "task_id: must be text, got 7"),
        ({"task_id": "x" * (LONGEST_NAME + 1)}, "task_id: must have at most 200 characters, got 201"),
        ({"model": "a\0b"}, "model: must not hold NUL characters"),
        ({"message": "\ud800"}, "message: must not hold NUL characters or lone surrogates"),
        ({"at": "2026-03-14T09:00:00"}, "at: needs a time zone"),
        ({"at": "yesterday"}, "at: must be a time such as"),
        ({"at": None, "timestamp": "yesterday"}, "at: must be a time such as"),
        ({"at": 1_773_478_800, "timestamp": 1_773_478_800}, "timestamp: is another name of `at`, and both are given"),
        ({"at": True}, "at: must be a time such as"),
        ({"at": math.inf}, "at: must be a time such as"),
        ({"at": 1e300}, "at: must be a time such as"),
        ({"at": "0001-01-01T00:00:00+23:59"}, "at: must be a time such as"),
        ({"at": "1969-12-31T00:00:00Z"}, "at: must lie between the year 2000 and tomorrow"),
        ({"at": "2027-01-01T00:00:00Z"}, "at: must lie between the year 2000 and tomorrow"),
        ({"cost_usd": -1}, "cost_usd: must be a number from 0 to a billion, got -1"),
        ({"cost_usd": True}, "cost_usd: must be a number from 0 to a billion, got True"),
        ({"latency_seconds": math.nan}, "latency_seconds: must be a number from 0 to a billion, got nan"),
        ({"latency_seconds": 10**400}, "latency_seconds: must be a number from 0 to a billion"),
        ({"latency_seconds": 10**5000}, "latency_seconds: must be a number from 0 to a billion, got a huge number"),
        ({"model": ["x" * 1000] * 1000}, "model: must be text, got ['xxx"),
        ({"labels": ["a"]}, "labels must be an object with fields, got ['a']"),
        ({"labels": {"a": 1}}, "a: labels must be text, got 1"),
        ({"what": {"deep": []}}, "what: labels must be text"),
        ({"labels": {str(n): "" for n in range(MOST_LABELS + 1)}}, "an observation has at most 20 labels, got 21"),
    ],
)
def test_a_bad_field_is_named_with_its_value(fields: dict[str, object], said: str) -> None:
    with pytest.raises(InvalidValue) as caught:
        made(**fields)

    assert str(caught.value).startswith(said)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("data", [None, [], "text", 3, b"bytes"])
def test_what_has_no_fields_is_refused(data: object) -> None:
    with pytest.raises(InvalidValue, match="an observation must be an object with fields"):
        observation_of(data)


def test_a_long_message_is_cut_and_says_so() -> None:
    found = made(passed=False, message="x" * (LONGEST_TEXT + 1)).message

    assert (len(found), found.endswith("… (cut)")) == (LONGEST_TEXT, True)


_names = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)


@given(
    st.builds(
        Observation,
        task_id=_names.filter(bool),
        passed=st.just(False),
        at=st.datetimes(datetime(2000, 1, 2), datetime(2026, 3, 1), timezones=st.just(UTC)),
        model=_names,
        error_class=_names.filter(bool),
        message=_names,
        cost_usd=st.none() | st.floats(0, 1e6),
        labels=st.dictionaries(_names.filter(lambda key: key not in Observation.__slots__), _names, max_size=3),
    )
)
def test_an_observation_survives_json(observation: Observation) -> None:
    assert observation_of(json.loads(json.dumps(observation.to_dict())), now=NOW) == observation


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"observation": ""}, "observation: must be the id of an observation"),
        ({}, "feedback says nothing"),
        ({"stars": 0}, "stars: must be a whole number from 1 to 5, got 0"),
        ({"stars": 4.0}, "stars: must be a whole number from 1 to 5, got 4.0"),
        ({"stars": True}, "stars: must be a whole number from 1 to 5, got True"),
        ({"thumb": "up"}, "thumb: must be true or false, got 'up'"),
        ({"accepted": 1}, "accepted: must be true or false, got 1"),
        ({"rating": 5}, "rating: feedback has no such field"),
        ({"text": 5}, "text: must be text, got 5"),
    ],
)
def test_bad_feedback_is_refused_by_field(fields: dict[str, object], said: str) -> None:
    with pytest.raises(InvalidValue) as caught:
        feedback_of({"observation": "a1", **fields}, now=NOW)

    assert str(caught.value).startswith(said)


def test_feedback_survives_json() -> None:
    given_by = {"observation": "a1", "thumb": False, "stars": 2, "text": "slow", "accepted": True, "edit": "x = 1"}
    found = feedback_of(given_by, now=NOW)

    assert feedback_of(json.loads(json.dumps(found.to_dict())), now=NOW) == found


def test_ids_that_are_made_later_sort_later() -> None:
    made_now = [new_id() for _ in range(1_000)]

    assert len(set(made_now)) == 1_000
    assert [one[:12] for one in made_now] == sorted(one[:12] for one in made_now)


def test_tallies_add_up_and_no_data_is_none() -> None:
    assert Tally().accuracy is None
    assert Tally(4, 3, 1.0, 2, 8.0, 4) + Tally(1, 0, 0.5, 1) == Tally(5, 3, 1.5, 3, 8.0, 4)
    assert (Tally(4, 3).accuracy, Tally(4, 3).failed) == (0.75, 1)


@given(st.lists(st.floats(0, 1e5), min_size=1, max_size=50), st.sampled_from([0.5, 0.95, 1.0]))
def test_a_quantile_of_latencies_is_right_within_a_bucket(latencies: list[float], share: float) -> None:
    buckets: dict[int, int] = {}
    for seconds in latencies:
        buckets[latency_bucket(seconds)] = buckets.get(latency_bucket(seconds), 0) + 1
    exact = sorted(latencies)[math.ceil(share * len(latencies)) - 1]

    found = latency_quantile(buckets, share)

    assert found is not None
    assert found == pytest.approx(exact, rel=0.026, abs=0.001)


def test_what_has_a_time_and_no_id_counts_once_however_often_it_is_sent() -> None:
    row = {"task_id": "t1", "passed": True, "at": "2026-03-14T09:00:00Z", "team": "a"}

    def ids(*rows: dict[str, object]) -> list[str]:
        repeats = Repeats()
        return [observation_of(one, repeats=repeats).id for one in rows]

    later = {**row, "at": "2026-03-14T09:00:01Z"}
    assert len(set(ids(row, later, row))) == 3
    first = ids(row, {**row, "team": "b"}, row)
    assert ids(row, {**row, "team": "b"}, row) == first
    assert len(set(first)) == 3
    undated = {"task_id": "t1", "passed": True}
    assert observation_of(undated).id != observation_of(undated).id


def test_a_choice_needs_known_fields_and_zones() -> None:
    with pytest.raises(InvalidValue, match=r"observations are counted by stream, .* not by 'task'"):
        Chosen(slices={"task": "a"})
    with pytest.raises(InvalidValue, match="a time needs a time zone, got '2026-03-14T09:30:00'"):
        Chosen(since=NOW.replace(tzinfo=None))
    assert Chosen(since=NOW, until=NOW + timedelta(hours=1)).slices == {}
