"""Alerts and messages, in every kind of store."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from assay.alerts import Alert, AlertChange, AlertEvent, AlertState, Delivery, DeliveryState
from assay.store.base import Store
from tests.store.conftest import Clock

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
FULL = Alert(
    "slow\0\udc80", "task_type=<b>", "latency", "page", AlertState.FIRING, "p95 is 9 s", 9.0, 5.0, 40,
    since=NOON, fired=NOON + MINUTE, resolved=NOON - MINUTE, clear_since=NOON + 2 * MINUTE, unknown_since=NOON,
    checked=NOON, told_firing=True, told_at=NOON, acknowledged=NOON, acknowledged_by="ann", muted_until=NOON,
)  # fmt: skip


def fired(rule: str, **more: object) -> Alert:
    return replace(Alert(rule, state=AlertState.FIRING), **more)  # type: ignore[arg-type]  # by field


def test_an_alert_comes_out_as_it_went_in_with_the_next_version(store: Store) -> None:
    assert store.change_alerts([FULL])

    assert store.alert(*FULL.key) == replace(FULL, version=1)
    assert store.alert(FULL.rule) is None


def test_alerts_are_listed_by_rule_and_slice_a_page_at_a_time(store: Store) -> None:
    keys = [("a", ""), ("a", "arm=B"), ("a", "arm=a"), ("b", "")]
    store.change_alerts([Alert(*key, state=AlertState.FIRING if key[1] else AlertState.CLEAR) for key in keys[::-1]])

    first = store.alerts(limit=2)
    assert [one.key for one in [*first, *store.alerts(after=first[-1].key)]] == keys
    assert [one.about for one in store.alerts(state=AlertState.FIRING)] == ["arm=B", "arm=a"]


@pytest.mark.parametrize("version", [0, 2])
def test_whoever_read_an_older_version_changes_nothing_at_all(store: Store, version: int) -> None:
    store.change_alerts([Alert("a")])

    event = AlertEvent(NOON, "a", "", AlertChange.FIRED)
    delivery = Delivery("ops", "{}", NOON, NOON)
    late = [Alert("b"), fired("a", version=version)]
    assert not store.change_alerts(late, events=[event], deliveries=[delivery])
    assert store.alerts() == [Alert("a", version=1)]
    assert not store.alert_events()
    assert not store.deliveries()


def test_of_many_who_change_an_alert_at_once_one_succeeds(store: Store) -> None:
    store.change_alerts([Alert("a")])
    results: list[bool] = []
    start = threading.Barrier(6)

    def change(number: int) -> None:
        start.wait()
        results.append(store.change_alerts([fired("a", version=1)], deliveries=[Delivery(f"{number}", "", NOON, NOON)]))

    threads = [threading.Thread(target=change, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(results) == [False] * 5 + [True]
    assert len(store.deliveries()) == 1


def test_events_come_newest_first_and_in_pages(store: Store) -> None:
    events = [AlertEvent(NOON + MINUTE * place, "a", "", AlertChange.FIRED, f"{place}", "ann") for place in range(5)]
    store.change_alerts([], events=events)

    first = store.alert_events(limit=2)
    rest = store.alert_events(after=first[-1].number)
    assert [event.summary for event in [*first, *rest]] == ["4", "3", "2", "1", "0"]
    assert [event.summary for event in store.alert_events(since=NOON + 3 * MINUTE)] == ["4", "3"]
    assert replace(rest[-1], number=0) == events[0]


def test_a_message_is_claimed_once_until_its_claim_runs_out(store: Store) -> None:
    store.change_alerts([], deliveries=[Delivery(name, "{}", NOON, NOON, id=f"d{name}") for name in ("x", "y", "x2")])

    def claimed(now: datetime) -> list[str]:
        return [one.id for one in store.claim_deliveries({"x", "x2"}, now=now, until=now + MINUTE)]

    assert claimed(NOON - MINUTE) == []
    assert claimed(NOON) == ["dx", "dx2"]
    assert claimed(NOON) == []
    assert claimed(NOON + MINUTE) == ["dx", "dx2"]


def test_a_message_that_ended_is_not_claimed_again(store: Store) -> None:
    store.change_alerts([], deliveries=[Delivery("x", '{"a": "\\u0000"}', NOON, NOON)])
    (delivery,) = store.claim_deliveries(["x"], now=NOON, until=NOON)
    ended = replace(delivery, state=DeliveryState.FAILED, tries=3, error="404\0", ended=NOON + MINUTE)
    store.update_delivery(ended)

    assert store.claim_deliveries(["x"], now=NOON + MINUTE, until=NOON) == []
    assert store.deliveries(state=DeliveryState.FAILED) == [ended]
    assert store.deliveries(state=DeliveryState.WAITING) == []


def test_messages_come_newest_first_and_in_pages(store: Store) -> None:
    made = [Delivery("x", "{}", NOON + MINUTE * place, NOON, id=f"d{place}") for place in range(4)]
    store.change_alerts([], deliveries=made)

    first = store.deliveries(limit=2)
    assert [one.id for one in [*first, *store.deliveries(after=first[-1].id)]] == ["d3", "d2", "d1", "d0"]
    assert len(store.deliveries(since=NOON + 2 * MINUTE)) == 2


def test_nobody_claims_what_another_has_claimed(store: Store) -> None:
    store.change_alerts([], deliveries=[Delivery("x", "{}", NOON, NOON, id=f"d{place}") for place in range(30)])
    found: list[str] = []
    start = threading.Barrier(4)

    def claim() -> None:
        start.wait()
        for _ in range(10):
            found.extend(one.id for one in store.claim_deliveries(["x"], now=NOON, until=NOON + MINUTE, limit=3))

    threads = [threading.Thread(target=claim) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(found) == len(set(found)) == 30


def test_old_events_and_old_messages_that_ended_are_pruned(store: Store, clock: Clock) -> None:
    now = datetime.fromtimestamp(clock.now, UTC)
    old = now - timedelta(days=40)
    events = [AlertEvent(at, "a", "", AlertChange.FIRED) for at in (old, now)]
    made = [Delivery("x", "{}", old, old, ended=ended) for ended in (old, now, None)]
    store.change_alerts([Alert("a")], events=events, deliveries=made)
    store.prune(older_than=timedelta(days=30))

    assert [event.at for event in store.alert_events()] == [now]
    assert [delivery.ended for delivery in store.deliveries()] == [None, now]
    assert len(store.alerts()) == 1
    store.change_alerts([], events=[events[1]])
    assert len({event.number for event in store.alert_events()}) == 2
