"""What an agent can ask for over its one socket, what that costs, and what it cannot do with it."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from typing import Any

import pytest

from assay.errors import InvalidOption
from assay.models.base import Model, ModelRefused, ModelUnavailable, PromptRefused
from assay.models.caching import CachedModel
from assay.models.http import HttpModel
from assay.models.keys import ApiKey
from assay.models.prices import Prices
from assay.models.scripted import Answer, ScriptedModel
from assay.solutions import AS_SERVED, Completion, EndedBy, Message, Sampling
from assay.solvers.budget import Budget, Purse
from assay.solvers.desk import Desk, Ended, SolvingStopped
from assay.solvers.gateway import Gateway
from assay.solvers.testing import ScriptedTester
from assay.solvers.visible import visible_part
from assay.store.memory import MemoryStore
from tests.models.fake_server import USAGE, FakeServer, Reply
from tests.solvers.solving_kit import WITH_CASES

HI = {"model": "whatever", "messages": [{"role": "user", "content": "hi"}]}
CALL = {"id": "c1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
TOOL = {"type": "function", "function": {"name": "ls", "parameters": {"type": "object"}}}
SECRET = "sk-secret-of-the-server"


def desk_of(model: Model, **options: Any) -> Desk:  # Any: whatever a desk takes
    return Desk(visible_part(WITH_CASES), model, tester=ScriptedTester({}, of=3), **options)


@contextmanager
def served(desk: Desk, **options: Any) -> Iterator[tuple[Gateway, int]]:  # Any: whatever a gateway takes
    """A gateway on a port of this machine, which stands for the one in the sandbox."""
    gateway = Gateway(desk, **options)
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    with gateway.serve(listener):
        yield gateway, port
    assert listener.fileno() == -1
    assert not gateway._connections


def asked(port: int, body: object = HI, *, path: str = "/v1/chat/completions", method: str = "POST") -> tuple[int, Any]:
    """The status and the JSON that come back."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.request(method, path, body if isinstance(body, bytes) else json.dumps(body))
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())


def said_raw(port: int, data: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.sendall(data)
        with suppress(OSError):  # a refusal may have closed the connection by now
            line.shutdown(socket.SHUT_WR)
        return line.makefile("rb").read()


def http_model(server: FakeServer) -> HttpModel:
    return HttpModel("served", base_url=server.base_url, key=ApiKey(SECRET), prices=Prices.of_text("1,2"))


# ---- what goes through -----------------------------------------------------------------------------------------------


def test_an_answer_is_a_step_that_is_charged() -> None:
    desk = desk_of(ScriptedModel(["hello there"], cost_usd=0.25, seconds=2.0), purse=(purse := Purse()))
    with served(desk) as (_, port):
        status, found = asked(port)

    assert (status, found["choices"][0]["message"]) == (200, {"role": "assistant", "content": "hello there"})
    assert (found["model"], found["object"]) == ("scripted", "chat.completion")
    assert found["usage"] == {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}
    (step,) = desk.steps
    assert (step.model, step.messages, step.number) == ("scripted", (Message("user", "hi"),), 0)
    assert (desk.cost.calls, desk.cost.cost_usd, desk.cost.seconds) == (1, 0.25, 2.0)
    assert purse.spent == desk.cost


def test_tools_go_to_the_server_and_back_as_they_are() -> None:
    choice = {"index": 0, "message": {"role": "assistant", "content": None, "tool_calls": [CALL]}}
    answer = {"model": "m-1", "choices": [choice | {"finish_reason": "tool_calls"}], "usage": USAGE}
    conversation = [
        {"role": "system", "content": "You work in a folder."},
        {"role": "user", "content": [{"type": "text", "text": "list"}]},
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
        {"role": "tool", "tool_call_id": "c1", "content": "a.py"},
    ]
    kept = {"messages": conversation, "tools": [TOOL], "tool_choice": "auto", "temperature": 0.5, "stop": ["x"]}
    dropped = {"store": True, "service_tier": "priority", "web_search_options": {}, "stream": False, "user": "me"}
    with FakeServer(usual=Reply(body=json.dumps(answer).encode())) as server, http_model(server) as model:
        desk = desk_of(model, sampling=Sampling(temperature=0.9, top_p=0.5, max_tokens=7))
        with served(desk) as (_, port):
            status, found = asked(port, {"model": "theirs", **kept, **dropped})
        received = server.received[0]

    assert status == 200
    assert found["choices"] == answer["choices"]
    assert received.body == {"model": "served", **kept, "top_p": 0.5}
    assert received.headers["authorization"] == f"Bearer {SECRET}"
    (step,) = desk.steps
    assert step.completion is not None
    assert step.completion.text == json.dumps([CALL])
    assert step.completion.model == "m-1"
    assert step.completion.cost_usd == pytest.approx((10 + 2 * 5) / 1e6)
    assert [one.role for one in step.messages] == ["system", "user", "assistant", "user"]


def test_a_stream_is_everything_in_a_few_events() -> None:
    message = {"role": "assistant", "content": "hi", "tool_calls": [CALL]}
    answer = {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}], "usage": USAGE}
    with (
        FakeServer(usual=Reply(body=json.dumps(answer).encode())) as server,
        http_model(server) as model,
        served(desk_of(model)) as (_, port),
        closing(HTTPConnection("127.0.0.1", port)) as connection,
    ):
        connection.request("POST", "/v1/chat/completions", json.dumps(HI | {"stream": True}))
        found = connection.getresponse()
        *events, done, rest = found.read().decode().split("\n\n")

    assert (found.getheader("content-type"), done, rest) == ("text/event-stream", "data: [DONE]", "")
    parts = [json.loads(event.removeprefix("data: ")) for event in events]
    assert parts[0]["choices"][0]["delta"] == message | {"tool_calls": [{"index": 0} | CALL]}
    assert [part["choices"][0]["finish_reason"] for part in parts[:2]] == [None, "stop"]
    assert (parts[2]["choices"], parts[2]["usage"]) == ([], USAGE)


def test_the_key_of_the_server_does_not_come_through() -> None:
    answer = {"choices": [{"message": {"role": "assistant", "content": f"your key: {SECRET}"}}], "usage": USAGE}
    refused = Reply(status=400, body=json.dumps({"error": {"message": f"bad {SECRET}"}}).encode())
    with FakeServer([Reply(body=json.dumps(answer).encode()), refused]) as server, http_model(server) as model:
        desk = desk_of(model)
        with served(desk) as (_, port):
            found = [asked(port), asked(port)]

    assert [status for status, _ in found] == [200, 400]
    assert SECRET not in json.dumps(found)
    assert SECRET not in str(desk.steps)
    assert found[0][1]["choices"][0]["message"]["content"] == "your key: [key]"


def test_answers_are_kept_and_the_same_request_gets_its_next_answer() -> None:
    store, answers = MemoryStore(), []
    with FakeServer(lambda received: Reply(text=f"answer {len(received.key)} {received.key}")) as server:
        for _ in range(2):
            with http_model(server) as model:
                desk = desk_of(model, through=lambda one: CachedModel(one, store))
                with served(desk) as (_, port):
                    answers.append([asked(port)[1]["choices"] for _ in range(3)])
        sent = server.requests

    assert answers[0] == answers[1]
    assert sent == 3 == len({json.dumps(one) for one in answers[0]})
    assert (desk.cost.calls, desk.cost.reused) == (3, 3)
    assert desk.cost.cost_usd == pytest.approx(3 * 20 / 1e6)
    assert [step.number for step in desk.steps] == [0, 1, 2]


def test_a_long_conversation_is_kept_once() -> None:
    desk = desk_of(ScriptedModel(lambda messages, number: f"answer {len(messages)}"))
    messages = [{"role": "system", "content": "rules"}, {"role": "user", "content": "one"}]
    with served(desk) as (_, port):
        for text in ("two", "three"):
            answer = asked(port, {"messages": messages})[1]["choices"][0]["message"]
            messages += [answer, {"role": "user", "content": text}]
        asked(port, {"messages": messages})

    kept = [[one.content for one in step.messages] for step in desk.steps]
    assert kept[0] == ["rules", "one"]
    assert kept[1] == ["[2 messages of the request before]", "answer 2", "two"]
    assert kept[2] == ["[4 messages of the request before]", "answer 4", "three"]


def test_the_models_can_be_listed_and_one_connection_serves_many_requests() -> None:
    requests = [
        ("GET", "/v1/models", None),
        ("POST", "/v1/chat/completions", b"{}"),
        ("POST", "/v1/chat/completions?x=1", json.dumps(HI).encode()),
    ]
    desk, found = desk_of(ScriptedModel(["a"], name="mine")), []
    with served(desk) as (_, port), closing(HTTPConnection("127.0.0.1", port)) as connection:
        for method, path, body in requests:
            connection.request(method, path, body)
            answer = connection.getresponse()
            found.append((answer.status, json.loads(answer.read())))

    assert [status for status, _ in found] == [200, 400, 200]
    assert [one["id"] for one in found[0][1]["data"]] == ["mine"]


# ---- budgets and endings ---------------------------------------------------------------------------------------------


def test_a_budget_that_is_used_up_is_said_and_marked() -> None:
    desk = desk_of(ScriptedModel(lambda messages, number: "x"), budget=Budget(calls=2))
    with served(desk) as (gateway, port):
        found = [asked(port)[0] for _ in range(4)]
        status, said = asked(port)

    assert found == [200, 200, 429, 429]
    assert (status, said["error"]["code"]) == (429, "insufficient_quota")
    assert said["error"]["message"] == "the problem's budget of calls is used up"
    assert gateway.ended is not None
    assert (gateway.ended.by, desk.cost.calls) == (EndedBy.CALLS, 2)


def test_requests_side_by_side_do_not_go_beyond_the_calls() -> None:
    barrier = threading.Barrier(3)

    class Slow(ScriptedModel):
        def complete(
            self, messages: Sequence[Message], *, sampling: Sampling = AS_SERVED, number: int = 0
        ) -> Completion:
            barrier.wait(10)
            return super().complete(messages, sampling=sampling, number=number)

    desk = desk_of(Slow(lambda messages, number: "x", seconds=2.0), budget=Budget(calls=3))
    found: list[int] = []
    with served(desk) as (_, port):
        threads = [threading.Thread(target=lambda: found.append(asked(port)[0])) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert sorted(found) == [200] * 3 + [429] * 5
    assert desk.cost.calls == 3
    assert desk.cost.seconds == 2.0, "they are one stage"
    assert sorted(step.number for step in desk.steps) == [0, 1, 2]


@pytest.mark.parametrize(
    ("answer", "status", "ended"),
    [
        (ModelUnavailable("gone"), 503, EndedBy.MODEL),
        (PromptRefused("too long"), 400, None),
    ],
)
def test_a_model_that_does_not_answer(answer: Exception, status: int, ended: EndedBy | None) -> None:
    desk = desk_of(ScriptedModel([answer]))
    with served(desk) as (gateway, port):
        found, said = asked(port)

    assert (found, said["error"]["message"]) == (status, str(answer))
    assert (gateway.ended and gateway.ended.by) == ended
    assert desk.cost.calls == 0


def test_an_answer_after_a_silence_takes_the_mark_away() -> None:
    with served(desk_of(ScriptedModel([ModelUnavailable("gone"), "x"]))) as (gateway, port):
        found = [asked(port)[0] for _ in range(2)]

    assert (found, gateway.ended) == ([503, 200], None)


def test_what_refuses_every_request_ends_the_run() -> None:
    def work() -> None:
        with served(desk_of(ScriptedModel([ModelRefused("wrong key")]))) as (gateway, port):
            assert asked(port)[0] == 502
            with pytest.raises(ModelRefused):
                gateway.look()

    with pytest.raises(ModelRefused, match="wrong key"):
        work()


def test_a_budget_of_money_needs_a_price() -> None:
    desk = desk_of(ScriptedModel(["x"], cost_usd=None), budget=Budget(cost=1.0))
    with pytest.raises(InvalidOption, match="needs the price"), served(desk) as (_, port):
        assert said_raw(port, request_of(json.dumps(HI).encode())) == b""


def test_a_stopped_run_stops_the_agent() -> None:
    stop = threading.Event()
    with served(desk_of(ScriptedModel(["x"]), stop=stop)) as (gateway, port):
        gateway.look()
        stop.set()
        assert asked(port)[0] == 503
        with pytest.raises(SolvingStopped):
            gateway.look()


def test_an_answer_on_its_way_is_waited_for_and_a_late_one_is_said() -> None:
    go_on = threading.Event()

    def answer(messages: Sequence[Message], number: int) -> Answer:
        go_on.wait(20)
        return "x"

    for grace, calls in ((20.0, 1), (0.0, 0)):
        go_on.clear()
        desk = desk_of(ScriptedModel(answer, cost_usd=1.0), purse=(purse := Purse()))
        gateway = Gateway(desk, grace_seconds=grace)
        listener = socket.create_server(("127.0.0.1", 0))
        with socket.create_connection(listener.getsockname()) as line, gateway.serve(listener):
            line.sendall(request_of(json.dumps(HI).encode()))
            while not desk._under_way:
                time.sleep(0.001)
            if grace:
                threading.Timer(0.05, go_on.set).start()

        assert desk.cost.calls == calls
        if not grace:
            assert desk.steps[-1].text.startswith("an answer was still on the way")
            go_on.set()
            while not purse.spent.calls:
                time.sleep(0.001)
            assert desk.cost.calls == 0, "the solution is made by then"


# ---- hostile agents --------------------------------------------------------------------------------------------------


def request_of(body: bytes) -> bytes:
    head = f"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def messages(**more: object) -> Mapping[str, object]:
    return HI | more


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (b"", "no JSON"),
        (b"\xff\xfe", "no JSON"),
        (b"[" * 100_000, "no JSON"),
        (b'{"messages": NaN}', "no JSON"),
        (b"1" * 10_000, "no JSON"),
        ([], "must be a JSON object"),
        ({}, "messages must be a list"),
        ({"messages": []}, "messages must be a list"),
        ({"messages": [1]}, "each message must be an object with a role"),
        ({"messages": [{"role": ["user"]}]}, "each message must be an object with a role"),
        ({"messages": [{"role": "user", "content": 1}]}, "content must be text"),
        (
            {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "http://x"}}]}]},
            "a server could fetch others elsewhere",
        ),
        (messages(n=2), "n must be 1"),
        (messages(tools=[{"type": "web_search"}]), "tools of the server are not to be had"),
        (messages(tools="all"), "tools must be a list of functions"),
        (messages(tools=[0] * 200_001), "at most 200,000 values"),
        (messages(tool_choice=json.loads("[" * 80 + "]" * 80)), "at most 64 lists and objects"),
    ],
)
def test_a_broken_request_gets_a_reason_and_costs_nothing(body: object, complaint: str) -> None:
    model = ScriptedModel(["x"])
    desk = desk_of(model)
    with served(desk) as (_, port):
        status, said = asked(port, body)
        fine = asked(port)[0]

    assert status == 400
    assert complaint in said["error"]["message"]
    assert (len(model.asked), fine) == (1, 200)


@pytest.mark.parametrize(
    ("data", "begins"),
    [
        (b"\x16\x03\x01\x02\x00", b"HTTP/1.1 400 "),
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"HTTP/1.1 404 "),
        (b"PUT /v1/models HTTP/1.1\r\nHost: x\r\n\r\n", b"HTTP/1.1 405 "),
        (b"HEAD /v1/models HTTP/1.1\r\nHost: x\r\n\r\n", b""),
        (b"CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n", b"HTTP/1.1 404 "),
        (b"GET http://example.org/v1/models HTTP/1.1\r\nHost: x\r\n\r\n", b"HTTP/1.1 404 "),
        (b"GET /v1/models HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n", b"HTTP/1.1 200 "),
        (b"GET /v1/models HTTP/1.1\r\n\r\n", b"HTTP/1.1 400 "),
        (b"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", b"HTTP/1.1 400 "),
        (b"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{", b"HTTP/1.1 400 "),
        (b"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz", b"HTTP/1.1 400 "),
        (b"GET /v1/models HTTP/1.1\r\nHost: x\r\n" + b"X: " + b"a" * 200_000, b"HTTP/1.1 431 "),
        (b"", b""),
    ],
)
def test_whatever_is_sent_the_next_one_is_served(data: bytes, begins: bytes) -> None:
    with served(desk_of(ScriptedModel(["x"]))) as (gateway, port):
        try:
            found = said_raw(port, data)
        except ConnectionError:  # it had hung up before all of it was sent
            found = begins
        fine = asked(port)[0]
        gateway.look()

    assert found.startswith(begins)
    assert fine == 200


def test_a_body_without_an_end_is_cut_off() -> None:
    endless = b"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    with served(desk_of(ScriptedModel(["x"])), most_body=100_000) as (_, port):
        with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
            line.sendall(endless)
            with pytest.raises(ConnectionError):
                flood(line)
        fine = asked(port)[0]

    assert fine == 200


def flood(line: socket.socket) -> None:
    while True:
        line.sendall(b"1000\r\n" + b" " * 0x1000 + b"\r\n")


def test_slow_and_silent_connections_are_closed() -> None:
    with served(desk_of(ScriptedModel(["x"])), request_seconds=0.2) as (_, port):
        lines = [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(20)]
        for number, line in enumerate(lines):
            line.sendall(b"POST /v1/chat" if number % 2 else b"")
        fine = asked(port)[0]
        ended = [line.makefile("rb").read() for line in lines]
        for line in lines:
            line.close()

    assert (fine, set(ended)) == (200, {b""})


def test_connections_that_are_left_open_do_not_hold_us() -> None:
    with served(desk_of(ScriptedModel(["x"]))) as (_, port):
        lines = [socket.create_connection(("127.0.0.1", port)) for _ in range(30)]

    for line in lines:
        line.close()


def test_a_gateway_can_be_served_again_and_the_desk_goes_on() -> None:
    desk = desk_of(ScriptedModel(lambda messages, number: f"{number}"))
    gateway = Gateway(desk)
    for _ in range(2):
        listener = socket.create_server(("127.0.0.1", 0))
        with gateway.serve(listener):
            asked(listener.getsockname()[1])
    desk.ask([Message("user", "more")])

    assert [step.stage for step in desk.steps] == [1, 3, 5]
    assert desk.cost.calls == 3


def test_who_only_wastes_time_is_not_listened_to_any_more() -> None:
    with served(desk_of(ScriptedModel(["x"])), most_wasted=20) as (_, port):
        for _ in range(30):
            with suppress(OSError):
                said_raw(port, b"garbage\r\n\r\n")
        with pytest.raises(ConnectionError):
            asked(port)


def test_a_desk_forwards_for_many_threads_at_once() -> None:
    desk = desk_of(ScriptedModel(lambda messages, number: f"{messages[-1].content} {number}"), budget=Budget(calls=200))
    desk.begin_forwarding()
    refused = []

    def work(name: int) -> None:
        for _ in range(10):
            try:
                desk.forward({"messages": [{"role": "user", "content": str(name % 4)}]})
            except Ended:
                refused.append(name)

    threads = [threading.Thread(target=work, args=(name,)) for name in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    texts = [step.completion.text for step in desk.steps if step.completion is not None]
    assert len(texts) == len(set(texts)) == 200 == desk.cost.calls
    assert len(refused) == 40
