"""Requests of others that are sent on: with the same retries, prices and hidden keys as our own."""

from __future__ import annotations

import json
from typing import Any

import pytest

from assay.models.base import ModelRefused, ModelUnavailable, PromptRefused
from assay.models.caching import CachedModel
from assay.models.forwarding import body_key, checked_body, forward_to, messages_of
from assay.models.http import HttpModel
from assay.models.pacing import Patience
from assay.models.scripted import ScriptedModel
from assay.solutions import Message, Sampling
from assay.store.memory import MemoryStore
from tests.models.fake_server import USAGE, FakeServer, Received, Reply
from tests.models.pauses import CountedPauses

BODY = {"messages": [{"role": "user", "content": "hi"}], "max_tokens": 5, "temperature": 0.1}


def answer_of(message: Any, **more: Any) -> Reply:  # Any: JSON
    return Reply(body=json.dumps({"choices": [{"message": message, "finish_reason": "stop"}], **more}).encode())


def model_of(server: FakeServer) -> HttpModel:
    return HttpModel("m", base_url=server.base_url, patience=Patience(tries=3), pauses=CountedPauses())


def test_a_request_is_sent_again_until_there_is_an_answer() -> None:
    broken = [Reply(status=503), Reply(body=b'{"choices": []}')]
    with FakeServer(broken, usual=answer_of({"content": "hi"}, usage=USAGE)) as server, model_of(server) as model:
        found = model.forward(BODY)
        keys = {one.key for one in server.received}

    assert (found.completion.text, found.completion.tries, found.completion.tokens_out) == ("hi", 3, 5)
    assert found.answer["choices"] == [{"message": {"content": "hi"}, "finish_reason": "stop"}]
    assert keys == {body_key(model.signature, BODY, 0)}


@pytest.mark.parametrize(
    ("reply", "raises"),
    [
        (Reply(status=503), ModelUnavailable),
        (Reply(status=400), PromptRefused),
        (Reply(status=401), ModelRefused),
        (Reply(streams=True), ModelUnavailable),
        (answer_of(None), ModelUnavailable),
        (answer_of({"content": None}), ModelUnavailable),
        (answer_of({"content": None, "tool_calls": []}), ModelUnavailable),
        (Reply(body=b'{"choices": [' + b"[" * 5000 + b"]" * 5000 + b"]}"), ModelUnavailable),
        (Reply(body=b'{"choices": [{"message": {"content": "x"}, "y": ' + b"[" * 900 + b"]" * 900 + b"}]}"), None),
    ],
)
def test_no_answer_is_raised_as_for_our_own_requests(reply: Reply, raises: type[Exception] | None) -> None:
    with FakeServer(usual=reply) as server, model_of(server) as model:
        if raises is None:
            assert model.forward(BODY).completion.text == "x"
            return
        with pytest.raises(raises):
            model.forward(BODY)


def test_what_a_server_refuses_is_said_otherwise() -> None:
    def script(received: Received) -> Reply:
        if "max_tokens" in received.body:
            return Reply(status=400, body=b'{"error": {"message": "use max_completion_tokens"}}')
        if "temperature" in received.body:
            return Reply(status=400, body=b'{"error": {"message": "temperature is not supported"}}')
        return Reply("fine")

    with FakeServer(script) as server, model_of(server) as model:
        found = model.forward(BODY)
        sent = [one.body for one in server.received]
        model.complete([Message("user", "hi")], sampling=Sampling(max_tokens=5))
        streamed = server.received[-1].body

    assert found.completion.text == "fine"
    assert sent[-1] == {"model": "m", "messages": BODY["messages"], "max_completion_tokens": 5}
    assert len(sent) == 3, "nothing was tried without a stream, which was never asked for"
    assert streamed["stream"] is True


def test_a_kept_answer_is_as_the_first_one_was() -> None:
    calls = [{"id": "1", "type": "function", "function": {"name": "f", "arguments": "{}"}}]
    store, reply = MemoryStore(), answer_of({"content": "see:", "tool_calls": calls}, usage=USAGE)
    with FakeServer(usual=reply) as server, model_of(server) as model:
        first = CachedModel(model, store).forward(BODY)
        again = CachedModel(model, store).forward(dict(reversed(BODY.items())))
        other = CachedModel(model, store).forward(BODY, number=1)
        salted = CachedModel(model, store, salt="x").forward(BODY)
        sent = server.requests

    assert again.answer == first.answer
    assert again.completion.text == first.completion.text == f"see:\n{json.dumps(calls)}"
    assert [one.completion.reused for one in (first, again, other, salted)] == [False, True, False, False]
    assert sent == 3


def test_a_model_that_knows_only_text_is_asked_in_text() -> None:
    model = ScriptedModel(["one", "two"])
    body = checked_body(
        {
            "messages": [
                {"role": "developer", "content": "rules"},
                {"role": "assistant", "content": None, "tool_calls": [{"id": "1"}]},
                {"role": "tool", "content": [{"type": "text", "text": "half \ud83d"}]},
            ],
            "temperature": 1,
            "top_p": "much",
            "max_completion_tokens": 9,
            "stop": "END",
            "seed": True,
        }
    )
    found = forward_to(model, body, number=4)

    asked = model.asked[0]
    assert asked.messages == messages_of(body)
    assert [(one.role, one.content) for one in asked.messages] == [
        ("system", "rules"),
        ("assistant", '[{"id": "1"}]'),
        ("user", "half ?"),
    ]
    assert (asked.sampling, asked.number) == (Sampling(1.0, None, 9, None, ("END",)), 4)
    assert found.answer["choices"][0]["message"]["content"] == "one"
    for odd in ({"stop": 5}, {"temperature": 10**400}, {"stop": [1, "x"]}, {"max_tokens": "x"}):
        model = ScriptedModel(["fine"])
        assert forward_to(model, {"messages": body["messages"], **odd}).completion.text == "fine"
