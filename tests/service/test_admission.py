"""Who is let in while others are in work: bodies that do not come, streams without end, senders without a token."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime

import httpx
import pytest

from assay.access import new_token
from assay.service.admission import Admission
from assay.service.answers import Refused
from assay.service.authority import Sender
from assay.service.context import Context, Role, ServiceBounds, ServiceSettings
from assay.service.following import Following
from assay.service.logs import SAME_LINES, SPAN_SECONDS, Seldom
from assay.store.memory import MemoryStore
from tests.service.local import on_loopback

NOW = datetime(2026, 3, 14, tzinfo=UTC)
MADE = new_token("ann", "read", now=NOW)
FORM = "application/x-www-form-urlencoded"


def admission(**bounds: int) -> Admission:
    usual = ServiceBounds(requests=16, streams=4, streams_each=2)
    return Admission(ServiceSettings(tokens_required=True, bounds=replace(usual, **bounds)))


def refusals(counted: Admission, address: str, secret: str | None, times: int) -> list[int]:
    """The status of each of several requests that stay in work; 0: it was let in."""
    found = []
    for _ in range(times):
        try:
            counted.enter(counted.visit(address, secret))
            found.append(0)
        except Refused as refused:
            found.append(refused.status_code)
    return found


def introduced(counted: Admission) -> None:
    """Let the holder of the token be known."""
    visit = counted.visit("1", MADE.secret)
    counted.learn(visit, Sender(Role.READ, "ann", MADE.token))


def test_strangers_leave_room_for_those_who_have_a_token() -> None:
    counted = admission()
    introduced(counted)
    one_address = refusals(counted, "6", None, 6)
    others = [status for n in range(7, 20) for status in refusals(counted, str(n), "assay_x_invented", 1)]

    assert one_address == [0] * 4 + [429] * 2
    assert others == [0] * 4 + [503] * 9
    assert refusals(counted, "6", MADE.secret, 9) == [0] * 8 + [503]


def test_one_token_leaves_room_for_others() -> None:
    counted = admission()
    introduced(counted)

    assert refusals(counted, "1", MADE.secret, 13) == [0] * 12 + [429]


def test_a_token_that_is_not_valid_any_more_is_that_of_a_stranger() -> None:
    counted = admission()
    introduced(counted)
    counted.forget(counted.visit("1", MADE.secret))

    assert not counted.visit("1", MADE.secret).is_known


def test_streams_are_bounded_apart_from_requests() -> None:
    counted = admission()
    introduced(counted)
    found = []
    for _ in range(3):
        visit = counted.visit("1", MADE.secret)
        counted.enter(visit)
        try:
            counted.stream(visit)
            found.append(0)
        except Refused as refused:
            found.append(refused.status_code)
            counted.leave(visit)

    assert found == [0, 0, 429]
    assert refusals(counted, "1", MADE.secret, 12) == [0] * 12


@contextmanager
def halves(address: str, number: int) -> Iterator[list[socket.socket]]:
    """Connections that each send the first byte of a form, and no more."""
    host, port = address.removeprefix("http://").split(":")
    head = f"POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {FORM}\r\nContent-Length: 100\r\n"
    with ExitStack() as stack:
        made = [stack.enter_context(socket.create_connection((host, int(port)), timeout=20)) for _ in range(number)]
        for one in made:
            one.sendall(head.encode() + b"Expect: 100-continue\r\n\r\n")
        yield made


def test_forms_that_never_arrive_lock_nobody_out() -> None:
    store = MemoryStore()
    made = new_token("ann", "read", now=datetime.now(UTC))
    store.add_token(made.token)
    bounds = ServiceBounds(requests=16, body_seconds=60)
    context = Context(store, ServiceSettings(tokens_required=True, bounds=bounds))
    ask = {"Authorization": f"Bearer {made.secret}"}
    with on_loopback(context) as address, halves(address, 20) as sockets:
        first = [one.recv(12) for one in sockets]  # each is waited for, or given up already
        answer = httpx.get(f"{address}/v1/runs", headers=ask, timeout=20)

    assert answer.status_code == 200
    assert set(first) <= {b"HTTP/1.1 100", b"HTTP/1.1 408"}


def test_whoever_leaves_in_the_middle_of_a_body_is_no_mistake_of_ours(caplog: pytest.LogCaptureFixture) -> None:
    context = Context(MemoryStore(), ServiceSettings())
    with on_loopback(context) as address:
        host, port = address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=20) as one:
            head = "POST /v1/observations HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            one.sendall(head.encode() + b"Content-Length: 100\r\nExpect: 100-continue\r\n\r\n")
            assert one.recv(12) == b"HTTP/1.1 100"
            one.sendall(b"{")
    figures = context.parts["telemetry"].text().decode()  # the service has ended, with all that was in work

    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert 'route="/v1/observations",status="499"' in figures


def test_repeated_lines_are_left_out_and_counted() -> None:
    now = [0.0]
    seldom = Seldom(lambda: now[0])

    def line() -> logging.LogRecord:
        return logging.LogRecord("x", logging.ERROR, "a.py", 1, "no %s", ("luck",), None)

    passed = [seldom.filter(line()) for _ in range(SAME_LINES + 5)]
    now[0] = SPAN_SECONDS
    last = line()

    assert passed == [True] * SAME_LINES + [False] * 5
    assert seldom.filter(last)
    assert last.getMessage() == "no luck (5 more lines like this were left out)"


def test_all_who_follow_a_thing_share_one_look() -> None:
    asked: list[str] = []

    async def followed() -> None:
        now = [0.0]
        looks = Following(asked.append, seconds=0.2, clock=lambda: now[0])
        await asyncio.gather(*(looks.look("run") for _ in range(50)))
        assert len(asked) == 1
        now[0] = 0.2
        await asyncio.gather(*(looks.look("run") for _ in range(50)))
        assert len(asked) == 2
        await looks.look("run", anew=True)

    asyncio.run(followed())

    assert asked == ["run"] * 3
