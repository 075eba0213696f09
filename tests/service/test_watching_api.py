"""Accuracy, drift, live comparisons and alerts over HTTP."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from assay.alerts import Alert, AlertState
from assay.observations import Observation
from assay.service.context import Context, ServiceSettings
from assay.store.memory import MemoryStore

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def context() -> Context:
    return Context(MemoryStore(), ServiceSettings(), now=lambda: NOON)


def observe(context: Context, hour: int, letters: str, **fields: str) -> None:
    """One observation for each letter, `hour` hours ago: P passed, F failed."""
    at = NOON - hour * HOUR - timedelta(minutes=30)
    plain = [Observation("t", letter == "P", at, error_class="" if letter == "P" else "x") for letter in letters]
    rows = [replace(one, **fields) for one in plain]  # type: ignore[arg-type]  # by field
    context.store.add_observations(rows)


def test_where_nothing_was_observed_accuracy_is_null(client: httpx.Client) -> None:
    found = client.get("/v1/accuracy").json()

    assert (found["n"], found["accuracy"], found["interval"]) == (0, None, None)


@pytest.mark.parametrize(
    ("asked", "n", "passed"),
    [
        ({}, 4, 3),
        ({"window": "24h"}, 7, 4),
        ({"window": "24h", "model_version": "2"}, 3, 1),
        ({"since": "2026-03-14T11:00:00Z"}, 4, 3),
        ({"since": "2026-03-14T12:00:00+01:00", "until": str(NOON.timestamp())}, 4, 3),
        ({"stream": "other", "window": "24h"}, 0, 0),
    ],
)
def test_accuracy_of_a_window_and_of_slices(
    client: httpx.Client, context: Context, asked: dict[str, str], n: int, passed: int
) -> None:
    observe(context, 0, "PPPF", model_version="1")
    observe(context, 5, "PFF", model_version="2")
    found = client.get("/v1/accuracy", params=asked).json()

    assert (found["n"], found["passed"]) == (n, passed)


@pytest.mark.parametrize("window", ["", "1", "h", "0h", "-1h", "1y", "999999w", "1h; DROP"])
def test_a_window_that_is_none_is_refused(shared_client: httpx.Client, window: str) -> None:
    answer = shared_client.get("/v1/accuracy", params={"window": window})

    assert (answer.status_code, answer.json()["field"]) == (400, "window")


def test_a_trend_has_a_point_for_each_hour(client: httpx.Client, context: Context) -> None:
    observe(context, 2, "PF")
    observe(context, 0, "PP")
    points = client.get("/v1/trend", params={"since": "2026-03-14T09:00:00Z"}).json()["items"]

    assert [(point["start"][11:16], point["n"], point["accuracy"]) for point in points] == [
        ("09:00", 2, 0.5), ("10:00", 0, None), ("11:00", 2, 1.0), ("12:00", 0, None),
    ]  # fmt: skip


def test_a_trend_says_which_time_it_is_about(client: httpx.Client, context: Context) -> None:
    found = client.get("/v1/trend", params={"by": "day"}).json()
    until = client.get("/v1/trend", params={"until": "2026-03-10T00:00:00Z"}).json()

    assert datetime.fromisoformat(found["until"]) == context.now()
    assert datetime.fromisoformat(found["since"]) == context.now() - timedelta(days=7)
    assert (until["since"], until["until"]) == ("2026-03-03T00:00:00+00:00", "2026-03-10T00:00:00+00:00")


@pytest.mark.parametrize("asked", [{"by": "minute"}, {"zone": "Mars/Olympus"}, {"zone": "../../etc/passwd"}])
def test_a_trend_that_makes_no_sense_is_refused(shared_client: httpx.Client, asked: dict[str, str]) -> None:
    answer = shared_client.get("/v1/trend", params=asked)

    assert (answer.status_code, answer.json()["field"]) == (400, next(iter(asked)))


def test_drift_says_in_words_what_it_knows(client: httpx.Client, context: Context) -> None:
    observe(context, 1, "PPF")
    found = client.get("/v1/drift", params={"hourly": "1"}).json()

    assert found["level"]["n"] == 3
    assert found["headline"]
    assert "hours" in found


def test_two_arms_are_compared_and_an_unknown_one_is_not_there(client: httpx.Client, context: Context) -> None:
    observe(context, 1, "PPF", arm="a")
    observe(context, 1, "PFF", arm="b")
    found = client.get("/v1/ab", params={"first": "a", "second": "b"}).json()

    assert (found["first"]["n"], found["second"]["passed"]) == (3, 1)
    assert client.get("/v1/ab", params={"first": "a", "second": "c"}).status_code == 404


def test_alerts_are_listed_in_pages_confirmed_and_muted(client: httpx.Client, context: Context) -> None:
    context.store.change_alerts([Alert(name, state=AlertState.FIRING) for name in "abc"])
    first = client.get("/v1/alerts", params={"limit": 2, "state": "firing"}).json()
    rest = client.get("/v1/alerts", params={"limit": 2, "after": first["next"]}).json()
    muted = client.post("/v1/alerts/mute", json={"rule": "a", "hours": 4}).json()
    heard = client.post("/v1/alerts/mute", json={"rule": "a", "hours": 0}).json()
    confirmed = client.post("/v1/alerts/acknowledge", json={"rule": "b"}).json()

    assert [one["rule"] for one in (*first["items"], *rest["items"])] == ["a", "b", "c"]
    assert rest["next"] is None
    assert (muted["muted_until"], "muted_until" in heard) == ((NOON + 4 * HOUR).isoformat(), False)
    assert confirmed["acknowledged"] == NOON.isoformat()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"rule": "none", "hours": 1}, 404),
        ({"rule": 3, "hours": 1}, 400),
        ({"rule": "a", "hours": -1}, 400),
        ({"rule": "a", "hours": 1e9}, 400),
        ({"rule": "a", "hours": True}, 400),
        ([], 400),
    ],
)
def test_what_cannot_be_muted_is_refused(client: httpx.Client, context: Context, body: object, status: int) -> None:
    context.store.change_alerts([Alert("a")])

    assert client.post("/v1/alerts/mute", json=body).status_code == status


def test_figures_for_prometheus_say_how_it_stands(client: httpx.Client, context: Context) -> None:
    observe(context, 0, "PPPF")
    context.store.change_alerts([Alert("a", state=AlertState.FIRING)])
    client.post("/v1/observations", json={"task_id": "t", "passed": False, "at": NOON.isoformat()})
    lines = client.get("/metrics").text.splitlines()

    assert 'assay_accuracy_last_hour{stream="production"} 0.6' in lines
    assert "assay_alerts_firing 1.0" in lines
    assert "assay_observations_total 1.0" in lines
    assert 'assay_requests_total{method="POST",route="/v1/observations",status="200"} 1.0' in lines
