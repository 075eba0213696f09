"""Alerts from the first crossing to the last message."""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from assay.alerts import Alert, AlertChange, AlertState, Delivery
from assay.errors import InvalidValue
from assay.monitoring.alerting.handling import acknowledge, mute, unmute
from assay.monitoring.alerting.reading import rules_of
from assay.monitoring.alerting.watchman import Watchman
from assay.observations import Observation
from assay.store.memory import MemoryStore
from assay.store.sql import SqlStore

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
_IDS = itertools.count()


class Bench:
    """A store, a clock that a test moves, and the watchman of some rules, which all tell one webhook."""

    def __init__(self, *rules: str, head: str = "") -> None:
        self.store = MemoryStore()
        self.now = NOON
        self.text = f"channels: {{ops: {{kind: webhook, url: 'http://127.0.0.1/'}}}}\n{head}\nrules:\n"
        self.text += "".join(f"- {{notify: [ops], {rule}}}\n" for rule in rules)
        self.watchman = Watchman(self.store, rules_of(self.text), now=lambda: self.now)

    def observe(self, passed: int = 0, failed: int = 0, **fields: Any) -> None:  # Any: fields of an observation
        self.store.add_observations(
            [
                Observation("t", number < passed, self.now, id=f"{next(_IDS)}", **fields)
                for number in range(passed + failed)
            ]
        )

    def check(self, after: timedelta = timedelta(0)) -> dict[str, str]:
        """Let time pass, check, and give the state of every alert by its slice or rule."""
        self.now += after
        return {alert.about or alert.rule: alert.state.value for alert in self.watchman.check()}

    def messages(self) -> list[dict[str, Any]]:  # Any: JSON
        """Everything that was ever to be sent, the oldest first."""
        return [json.loads(one.body) for one in reversed(self.store.deliveries(limit=10_000))]

    def told(self) -> list[str]:
        """The headings of each message, with how many alerts stand under each."""
        headings = ("firing", "still_firing", "resolved")
        return [" ".join(f"{name}:{len(one[name])}" for name in headings if one[name]) for one in self.messages()]


LOW = "name: low, kind: accuracy, below: 0.8, min_n: 20, clear_for: 10m"


@pytest.mark.parametrize(
    ("rule", "passed", "failed", "state"),
    [
        pytest.param(LOW, 5, 15, "firing", id="far-below"),
        pytest.param(LOW, 15, 5, "clear", id="below-but-perhaps-by-chance"),
        pytest.param(f"{LOW}, certain: false", 15, 5, "firing", id="the-plain-figure"),
        pytest.param(f"{LOW}, confidence: 0.6", 13, 7, "firing", id="less-confident"),
        pytest.param(LOW, 0, 19, "clear", id="too-few"),
        pytest.param(LOW, 0, 0, "clear", id="nothing-at-all"),
        pytest.param(f"{LOW}, for: 5m", 0, 20, "pending", id="not-for-long"),
        pytest.param("name: a, kind: no_data, window: 1h", 0, 0, "firing", id="no-data"),
        pytest.param("name: a, kind: no_data, window: 1h", 1, 0, "clear", id="data"),
    ],
)
def test_when_an_alert_fires(rule: str, passed: int, failed: int, state: str) -> None:
    bench = Bench(rule)
    bench.observe(passed, failed)

    assert list(bench.check().values()) == [state]


@pytest.mark.parametrize(
    ("rule", "fields", "state", "said"),
    [
        ("kind: cost, mean_above: 0.5, min_n: 2", {"cost_usd": 0.6}, "firing", r"mean cost $0.6 (n = 4) is above $0.5"),
        ("kind: cost, mean_above: 0.5, min_n: 2", {"cost_usd": 0.5}, "clear", "keeps to $0.5"),
        ("kind: cost, mean_above: 0.5, min_n: 2", {}, "clear", "0 observations, fewer than the 2"),
        ("kind: cost, total_above: 2", {"cost_usd": 0.6}, "firing", "total cost $2.40 (n = 4) is above $2.00"),
        ("kind: latency, p95_above: 5, min_n: 4", {"latency_seconds": 9.0}, "firing", "p95 of latency"),
        ("kind: latency, p50_above: 5, min_n: 4", {"latency_seconds": 2.0}, "clear", "p50 of latency"),
        ("kind: latency, p50_above: 5, min_n: 4", {}, "clear", "0 observations"),
        ("kind: no_data, window: 1h", {"stream": "other"}, "firing", "no observation in the last 1 h"),
    ],
)
def test_cost_latency_and_silence(rule: str, fields: dict[str, Any], state: str, said: str) -> None:
    bench = Bench(f"name: a, {rule}")
    bench.observe(4, **fields)

    assert bench.check() == {"a": state}
    assert said in bench.watchman.look()[0].summary


def test_one_alert_for_each_value_of_a_field() -> None:
    bench = Bench(f"{LOW}, by: task_type")
    bench.observe(0, 30, task_type="refactor")
    bench.observe(30, 0, task_type="bug<script>")

    assert bench.check() == {"task_type=refactor": "firing", "task_type=bug<script>": "clear"}
    # What never crossed its bound is not kept.
    assert [one.key for one in bench.store.alerts()] == [("low", "task_type=refactor")]


def test_a_slice_that_falls_silent_is_missed() -> None:
    bench = Bench("name: silence, kind: no_data, window: 1h, by: model")
    bench.observe(1, model="a")
    bench.observe(1, model="b")
    bench.check(2 * HOUR)
    bench.observe(1, model="b")

    assert bench.check() == {"model=a": "firing", "model=b": "firing"}
    assert bench.check(11 * MINUTE) == {"model=a": "firing", "model=b": "clear"}


def test_benchmarks_are_not_production_unless_a_rule_says_so() -> None:
    bench = Bench(LOW, LOW.replace("name: low", "name: bench") + ", where: {stream: humaneval}")
    bench.observe(0, 30, stream="humaneval")

    assert bench.check() == {"bench": "firing", "low": "clear"}


def test_firing_and_resolving_are_told_once_each() -> None:
    bench = Bench(LOW)
    bench.observe(0, 30)
    for _ in range(5):
        bench.check(MINUTE)
    bench.now += HOUR
    bench.observe(100, 0)
    states = [bench.check(5 * MINUTE)["low"] for _ in range(5)]

    assert states == ["firing", "firing", "clear", "clear", "clear"]
    assert bench.told() == ["firing:1", "resolved:1"]
    (kept,) = bench.store.alerts()
    assert (kept.fired, kept.resolved) == (NOON + MINUTE, NOON + 5 * MINUTE + HOUR + 15 * MINUTE)
    events = bench.store.alert_events()
    assert [event.change for event in events] == [AlertChange.RESOLVED, AlertChange.FIRED]


def test_a_message_says_what_happened_in_words_and_as_data() -> None:
    bench = Bench(f"{LOW}, severity: critical")
    bench.observe(3, 27)
    bench.check()

    (message,) = bench.messages()
    assert message["text"] == (
        "FIRING low: accuracy 10.0 % (99 % interval 2.6 – 31.9, n = 30) is below 80.0 % in the last 1 h, "
        "stream production"
    )
    (alert,) = message["firing"]
    assert (alert["rule"], alert["severity"], alert["value"], alert["bound"], alert["n"]) == (
        "low", "critical", 0.1, 0.8, 30
    )  # fmt: skip
    assert alert["since"] == NOON.isoformat()
    assert message["id"] == bench.store.deliveries()[0].id


def test_a_crossing_must_last() -> None:
    bench = Bench(f"{LOW}, for: 10m, window: 5m")
    bench.observe(0, 30)
    assert bench.check() == {"low": "pending"}
    bench.observe(1000, 0)
    assert bench.check(MINUTE) == {"low": "clear"}
    bench.now += HOUR
    seen = []
    for _ in range(4):
        bench.observe(0, 30)
        seen += [bench.check(4 * MINUTE)["low"]]

    assert seen == ["pending", "pending", "pending", "firing"]
    assert bench.told() == ["firing:1"]


def test_what_flaps_is_told_once() -> None:
    bench = Bench(f"{LOW}, window: 1m, certain: false")
    for number in range(40):
        bench.observe(20 * (number % 2), 20 * (1 - number % 2))
        bench.check(2 * MINUTE)
        bench.observe(20 * (number % 2), 20 * (1 - number % 2))
        bench.check()

    assert bench.told() == ["firing:1"]


def test_many_slices_make_one_message_with_a_list() -> None:
    bench = Bench(f"{LOW}, by: task_type")
    for number in range(60):
        bench.observe(0, 20, task_type=f"kind {number}")
    bench.check()

    (message,) = bench.messages()
    assert message["text"].splitlines()[0] == "FIRING 60 alerts of low"
    assert (len(message["firing"]), message["left_out"]) == (50, 10)


def test_an_hour_has_only_so_many_messages_and_what_is_left_is_told_later() -> None:
    bench = Bench(f"{LOW}, by: task_type, window: 1d", head="messages_per_hour: 2")
    for number in range(6):
        bench.observe(0, 20, task_type=f"kind {number}")
        bench.check(MINUTE)
    assert bench.told() == ["firing:1", "firing:1"]

    bench.check(HOUR)
    assert bench.told()[2:] == ["firing:4"]


def test_reminders_come_if_asked_for_and_end_when_somebody_knows() -> None:
    bench = Bench(f"{LOW}, remind_every: 1h, window: 1d")
    bench.observe(0, 30)
    for _ in range(7):
        bench.check(20 * MINUTE)
    assert bench.told() == ["firing:1", "still_firing:1", "still_firing:1"]

    known = acknowledge(bench.store, "low", by="ann", now=bench.now)
    assert (known.acknowledged, known.acknowledged_by) == (bench.now, "ann")
    bench.check(3 * HOUR)
    assert len(bench.told()) == 3
    assert bench.store.alert_events()[0].change is AlertChange.ACKNOWLEDGED


def test_what_does_not_fire_cannot_be_acknowledged() -> None:
    with pytest.raises(InvalidValue, match="the alert 'low' does not fire"):
        acknowledge(MemoryStore(), "low", now=NOON)


@pytest.mark.parametrize("about", ["", "task_type=a"])
def test_a_muted_alert_is_told_when_the_silence_ends(about: str) -> None:
    bench = Bench(f"{LOW}, by: task_type, window: 1d")
    mute(bench.store, "low", about, until=NOON + HOUR, by="ann", now=NOON)
    bench.observe(0, 30, task_type="a")

    assert bench.check(30 * MINUTE)["task_type=a"] == "firing"
    assert bench.told() == []
    bench.check(31 * MINUTE)
    assert bench.told() == ["firing:1"]


def test_a_mute_can_be_taken_back_and_must_lie_in_the_future() -> None:
    bench = Bench(LOW)
    mute(bench.store, "low", until=NOON + DAY, now=NOON)
    assert unmute(bench.store, "low", now=NOON).muted_until is None
    bench.observe(0, 30)
    bench.check()

    assert bench.told() == ["firing:1"]
    with pytest.raises(InvalidValue, match="until: must lie in the future"):
        mute(bench.store, "low", until=NOON, now=NOON)


def test_an_alert_without_data_stays_for_a_day_and_is_over_then() -> None:
    bench = Bench(f"{LOW}, by: task_type")
    bench.observe(0, 30, task_type="a")
    bench.check()

    assert bench.check(20 * HOUR) == {"task_type=a": "firing"}
    assert bench.check(25 * HOUR) == {"task_type=a": "clear"}
    assert bench.told() == ["firing:1", "resolved:1"]
    assert bench.check(HOUR) == {}


def test_an_alert_whose_rule_is_gone_is_over_after_a_day_without_a_word() -> None:
    bench = Bench(LOW)
    bench.observe(0, 30)
    bench.check()
    other = Watchman(bench.store, rules_of("rules: [{name: x, kind: no_data}]"), now=lambda: bench.now)
    bench.now += HOUR
    other.check()
    assert bench.store.alerts()[0].state is AlertState.FIRING

    bench.now += 2 * DAY
    other.check()
    assert bench.store.alert("low", "") is not None
    assert bench.store.alerts()[0].state is AlertState.CLEAR
    assert bench.told() == ["firing:1"]


def test_a_look_keeps_nothing_and_tells_nobody() -> None:
    bench = Bench(LOW)
    bench.observe(0, 30)

    assert [alert.state for alert in bench.watchman.look()] == [AlertState.FIRING]
    assert not bench.store.alerts()
    assert not bench.store.deliveries()


def test_a_check_without_news_writes_nothing() -> None:
    bench = Bench(LOW)
    bench.observe(0, 30)
    bench.check()
    bench.check(MINUTE)
    before = bench.store.alerts()
    bench.check(MINUTE)

    assert bench.store.alerts() == before


def test_many_services_tell_a_change_once() -> None:
    bench = Bench(LOW)
    bench.observe(0, 30)
    start = threading.Barrier(8)

    def check() -> None:
        watchman = Watchman(bench.store, rules_of(bench.text), now=lambda: bench.now)
        start.wait()
        watchman.check()

    threads = [threading.Thread(target=check) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert bench.told() == ["firing:1"]
    assert len(bench.store.alert_events()) == 1


class Hurried(MemoryStore):
    """A store in which somebody else always changes an alert just before."""

    def change_alerts(
        self, changed: Sequence[Alert], *, events: Sequence[Any] = (), deliveries: Sequence[Delivery] = ()
    ) -> bool:
        return False


def test_whoever_is_always_overtaken_leaves_it_to_the_others() -> None:
    store = Hurried()
    store.add_observations([Observation("t", False, NOON) for _ in range(30)])
    text = f"channels: {{log: {{kind: log}}}}\nrules: [{{{LOW}, notify: [log]}}]"

    assert [one.state for one in Watchman(store, rules_of(text), now=lambda: NOON).check()] == [AlertState.FIRING]


def test_a_log_channel_writes_one_line_without_what_a_terminal_obeys(caplog: pytest.LogCaptureFixture) -> None:
    bench = Bench(LOW)
    text = f"channels: {{log: {{kind: log}}}}\nrules: [{{{LOW}, by: model, notify: [log]}}]"
    bench.observe(0, 30, model="m\x1b[31m\nx")
    Watchman(bench.store, rules_of(text), now=lambda: bench.now).check()

    (line,) = [record.getMessage() for record in caplog.records if record.name == "assay.alerts"]
    assert line.startswith("FIRING low: accuracy 0.0 %")
    assert "\x1b" not in line
    assert "\n" not in line


@pytest.fixture(scope="module")
def month_with_a_drop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqlStore]:
    from assay.monitoring.demonstration import month

    store = SqlStore(tmp_path_factory.mktemp("month") / "a.db")
    store.add_observations(list(month(0, now=NOON)))
    yield store
    store.close()


@pytest.mark.slow
def test_the_planted_drop_is_alarmed_with_its_hour_and_version(month_with_a_drop: SqlStore) -> None:
    from assay.monitoring.demonstration import PLANTED

    rules = rules_of("rules: [{name: drift, kind: drift}, {name: kinds, kind: drift, by: task_type}]")
    alerts = {one.about or one.rule: one for one in Watchman(month_with_a_drop, rules, now=lambda: NOON).look()}

    drift = alerts["drift"]
    assert drift.state is AlertState.FIRING
    assert drift.since == PLANTED.hour(NOON)
    assert f"version {PLANTED.agent_version}" in drift.summary
    assert alerts[f"task_type={PLANTED.kind}"].state is AlertState.FIRING


@pytest.mark.slow
def test_nothing_drifts_before_the_drop_and_too_little_is_no_alarm(month_with_a_drop: SqlStore) -> None:
    rules = rules_of("rules: [{name: drift, kind: drift}]")
    for days, unknown in ((6, False), (27, True)):
        (alert,) = Watchman(month_with_a_drop, rules, now=lambda days=days: NOON - days * DAY).look()  # type: ignore[misc]

        assert alert.state is AlertState.CLEAR
        assert (alert.unknown_since is not None) is unknown


def test_drift_is_looked_for_now_and_then() -> None:
    bench = Bench("name: drift, kind: drift")

    class Counting(MemoryStore):
        looks = 0

        def tallies(self, *given: Any, **how: Any) -> Any:  # Any: as the store has it
            Counting.looks += 1
            return super().tallies(*given, **how)

    watchman = Watchman(Counting(), bench.watchman.rules, now=lambda: bench.now)
    watchman.check()
    once = Counting.looks
    for _ in range(5):
        bench.now += MINUTE
        watchman.check()
    assert Counting.looks == once

    bench.now += 6 * MINUTE
    watchman.check()
    assert Counting.looks == 2 * once
