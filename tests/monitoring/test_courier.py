"""Messages to webhooks: signed, repeated until they arrive, and never a danger to who sends them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from assay.alerts import Delivery, DeliveryState
from assay.monitoring.alerting.courier import MOST_TRIES, Courier
from assay.monitoring.alerting.rules import Webhook
from assay.monitoring.alerting.signing import is_signed, signature_of
from assay.store.base import Alerts
from assay.store.memory import MemoryStore
from assay.store.sql import SqlStore
from tests.monitoring.receiving import Answer, drip, flood, hang, receiving, status

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


def waiting(store: Alerts, *channels: str) -> None:
    store.change_alerts([], deliveries=[Delivery(name, f'{{"to": "{name}é"}}', NOON, NOON) for name in channels])


def courier(store: Alerts, url: str, clock: Clock | None = None, **fields: object) -> Courier:
    hook = replace(Webhook("ops", url, timeout_seconds=1.0), **fields)  # type: ignore[arg-type]  # by field
    return Courier(store, {"ops": hook}, now=clock or Clock(), environment={"KEY": "s", "AUTH": "Bearer t"}, seed=1)


def test_a_message_is_posted_once_with_its_id_and_a_signature() -> None:
    store = MemoryStore()
    waiting(store, "ops", "elsewhere")
    with receiving(status(204)) as server:
        sender = courier(store, server.url, secret_env="KEY", header_env={"Authorization": "AUTH"})
        (sent,) = sender.deliver()
        assert sender.deliver() == []

    assert (sent.state, sent.tries, sent.error, sent.ended) == (DeliveryState.SENT, 1, "", NOON)
    ((headers, body),) = server.received
    assert json.loads(body) == {"to": "opsé"}
    assert headers["X-Assay-Delivery"] == sent.id
    assert headers["Authorization"] == "Bearer t"
    assert headers["Content-Type"] == "application/json"
    assert is_signed(body, headers["X-Assay-Signature"], "s", now=NOON)
    assert [one.channel for one in store.deliveries(state=DeliveryState.WAITING)] == ["elsewhere"]


@pytest.mark.parametrize(
    ("body", "header", "secret", "seconds"),
    [
        pytest.param(b"{} ", None, "s", 0, id="another-body"),
        pytest.param(b"{}", None, "t", 0, id="another-secret"),
        pytest.param(b"{}", None, "", 0, id="no-secret"),
        pytest.param(b"{}", None, "s", 301, id="too-old"),
        pytest.param(b"{}", None, "s", -301, id="from-the-future"),
        pytest.param(b"{}", "", "s", 0, id="no-header"),
        pytest.param(b"{}", "t=,v1=", "s", 0, id="empty"),
        pytest.param(b"{}", "t=1e9,v1=a", "s", 0, id="no-number"),
        pytest.param(b"{}", f"t={'9' * 5000},v1=a", "s", 0, id="a-long-number"),
        pytest.param(b"{}", "t=1773489600,v1=é", "s", 0, id="not-ascii"),
    ],
)
def test_what_was_not_signed_with_the_secret_not_long_ago_is_not_believed(
    body: bytes, header: str | None, secret: str, seconds: float
) -> None:
    given = signature_of(b"{}", "s", NOON) if header is None else header

    assert not is_signed(body, given, secret, now=NOON + timedelta(seconds=seconds))


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        pytest.param(status(500, body=b"no \x1b[31m\nroom"), "HTTP 500: no \\x1b[31m room", id="fails"),
        pytest.param(status(404), "HTTP 404", id="is-not-there"),
        pytest.param(hang, "no answer within 1 s", id="hangs"),
        pytest.param(drip, "no answer within 1 s", id="drips"),
        pytest.param(flood, "HTTP 500: yyyy", id="floods"),
    ],
)
def test_a_receiver_that_fails_is_asked_again_later(answer: Answer, said: str) -> None:
    store = MemoryStore()
    waiting(store, "ops")
    with receiving(answer) as server:
        (tried,) = courier(store, server.url).deliver()

    assert (tried.state, tried.tries) == (DeliveryState.WAITING, 1)
    assert tried.error.startswith(said)
    assert len(tried.error) <= 300
    assert NOON + 7 * SECOND < tried.due <= NOON + 15 * SECOND
    assert store.deliveries() == [tried]


def test_a_redirect_is_not_followed() -> None:
    store = MemoryStore()
    waiting(store, "ops")
    with (
        receiving(status(204)) as secret_place,
        receiving(status(307, headers={"Location": secret_place.url})) as server,
    ):
        (tried,) = courier(store, server.url).deliver()

    assert tried.error == "HTTP 307, which is not followed"
    assert not secret_place.received


def test_pauses_grow_until_a_message_is_given_up_and_all_attempts_have_one_id() -> None:
    store, clock = MemoryStore(), Clock()
    waiting(store, "ops")
    pauses = []
    with receiving(status(503)) as server:
        sender = courier(store, server.url, clock)
        for _ in range(MOST_TRIES + 3):
            for tried in sender.deliver():
                pauses.append((tried.due - clock.now).total_seconds())
                clock.now = max(clock.now, tried.due)

    (last,) = store.deliveries()
    assert (last.state, last.tries, last.error) == (DeliveryState.FAILED, MOST_TRIES, "HTTP 503")
    assert len({headers["X-Assay-Delivery"] for headers, _ in server.received}) == 1
    assert len(server.received) == MOST_TRIES
    assert all(low <= pause <= 2 * low for low, pause in zip([7.5 * 2**n for n in range(9)], pauses, strict=False))


def test_a_server_that_comes_back_gets_the_message() -> None:
    store, clock = MemoryStore(), Clock()
    waiting(store, "ops")
    with receiving(status(503, 200)) as server:
        sender = courier(store, server.url, clock)
        sender.deliver()
        clock.now += 20 * SECOND
        (sent,) = sender.deliver()

    assert (sent.state, sent.tries) == (DeliveryState.SENT, 2)


def test_nobody_listening_and_no_secret_are_said_without_the_address() -> None:
    store = MemoryStore()
    waiting(store, "ops")
    with receiving(status(200)) as server:
        gone = server.url
    hook = Webhook("ops", url_env="WHERE")
    (tried,) = Courier(store, {"ops": hook}, now=Clock(), environment={"WHERE": gone}).deliver()
    assert "ConnectError" in tried.error
    assert "127.0.0.1" not in tried.error

    other = MemoryStore()
    waiting(other, "ops")
    (tried,) = courier(other, gone, secret_env="MISSING").deliver()
    assert tried.error == "channel 'ops': the environment variable MISSING is not set"


def test_one_receiver_that_hangs_does_not_hold_up_the_others() -> None:
    store = MemoryStore()
    waiting(store, "slow", "fast")
    with receiving(hang) as slow, receiving(status(200)) as fast:
        hooks = {"slow": Webhook("slow", slow.url, timeout_seconds=1.0), "fast": Webhook("fast", fast.url)}
        Courier(store, hooks, now=Clock()).deliver()

    assert {one.channel: one.state.value for one in store.deliveries()} == {"slow": "waiting", "fast": "sent"}


_DYING = """
import os, signal, sys
from datetime import UTC, datetime
from assay.monitoring.alerting.courier import Courier
from assay.monitoring.alerting.rules import Webhook
from assay.store.sql import SqlStore

class Dying(SqlStore):
    def update_delivery(self, delivery):
        os.kill(os.getpid(), signal.SIGKILL)

now = datetime.fromisoformat(sys.argv[3])
Courier(Dying(sys.argv[1]), {"ops": Webhook("ops", sys.argv[2])}, now=lambda: now).deliver()
"""


def test_a_courier_killed_between_sending_and_noting_it_sends_again_under_the_same_id(tmp_path: Path) -> None:
    store, clock = SqlStore(tmp_path / "a.db"), Clock()
    waiting(store, "ops")
    with receiving(status(200)) as server:
        command = [sys.executable, "-c", _DYING, str(tmp_path / "a.db"), server.url, NOON.isoformat()]
        died = subprocess.run(command, env=dict(os.environ), timeout=60, check=False)
        assert died.returncode == -signal.SIGKILL
        sender = courier(store, server.url, clock)
        assert sender.deliver() == []  # it may still live
        clock.now += timedelta(minutes=5)
        (sent,) = sender.deliver()
        store.close()

    assert sent.state is DeliveryState.SENT
    assert [headers["X-Assay-Delivery"] for headers, _ in server.received] == [sent.id] * 2
