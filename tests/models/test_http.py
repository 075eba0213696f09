"""A model behind an address, against a real server on loopback that is slow, rude, broken, or all of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from assay.errors import InvalidOption, InvalidValue
from assay.models import HttpModel, Message, ModelRefused, ModelUnavailable, Patience, Price, Prices, PromptRefused
from assay.models.base import request_key
from assay.models.http import checked_base_url
from assay.solutions import Completion, Sampling
from tests.models.fake_server import USAGE, FakeServer, Received, Reply
from tests.models.pauses import CountedPauses

ASK = [Message("system", "be brief"), Message("user", "hi")]


def model_of(server: FakeServer, **more: Any) -> HttpModel:  # Any: arguments of HttpModel
    """A model at this server, which loses no time between tries."""
    return HttpModel("m", **{"base_url": server.base_url, "pauses": CountedPauses(), **more})


def test_an_answer_with_all_that_the_server_says_of_it() -> None:
    prices = Prices([Price("m", 1.0, 2.0, 0.5)])
    usage = USAGE | {"prompt_tokens_details": {"cached_tokens": 4}}
    with FakeServer(usual=Reply("hello", usage=usage)) as server, model_of(server, prices=prices) as model:
        found = model.complete(ASK)

    assert found == Completion(
        "hello",
        tokens_in=10,
        tokens_out=5,
        tokens_cached=4,
        cost_usd=18e-6,
        first_token_seconds=0.0,
        finish_reason="stop",
        model="m-served",
        fingerprint="fp_1",
    )


def test_what_is_sent() -> None:
    sampling = Sampling(temperature=0.5, max_tokens=9, seed=3, stop=("END",))
    with FakeServer() as server, model_of(server) as model:
        model.complete(ASK, sampling=sampling, number=2)
        model.complete(ASK)

    first, second = server.received
    assert first.body == {
        "model": "m",
        "messages": [{"role": "system", "content": "be brief"}, {"role": "user", "content": "hi"}],
        "temperature": 0.5,
        "max_tokens": 9,
        "seed": 5,  # of answer number 2: each has another
        "stop": ["END"],
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    assert set(second.body) == {"model", "messages", "stream", "stream_options"}
    assert first.key == request_key(model.signature, ASK, sampling, 2)
    assert "authorization" not in first.headers
    assert first.headers["accept-encoding"] == "identity"


def test_a_server_that_does_not_stream_is_understood() -> None:
    with FakeServer(usual=Reply("plain", streams=False)) as server, model_of(server) as model:
        found = model.complete(ASK)

    assert (found.text, found.first_token_seconds, found.tokens_in) == ("plain", None, 10)


@pytest.mark.parametrize(
    ("field", "words", "instead"),
    [
        pytest.param("stream", "stream is not allowed", {}, id="streaming"),
        pytest.param("stream_options", "extra inputs are not permitted", {}, id="usage-of-a-stream"),
        pytest.param(
            "max_tokens",
            "Unsupported parameter: use 'max_completion_tokens' instead",
            {"max_completion_tokens": 7},
            id="another-name-for-the-bound",
        ),
        pytest.param("temperature", "'temperature' does not support 0.5", {}, id="no-temperature"),
    ],
)
def test_a_server_that_refuses_a_field_is_asked_without_it_and_remembered(
    field: str, words: str, instead: dict[str, object]
) -> None:
    def script(received: Received) -> Reply:
        if field in received.body:
            return Reply(status=400, body=json.dumps({"error": {"message": words}}).encode())
        return Reply()

    sampling = Sampling(temperature=0.5, max_tokens=7)
    with FakeServer(script) as server, model_of(server) as model:
        first = model.complete(ASK, sampling=sampling)
        second = model.complete(ASK, sampling=sampling, number=1)

    assert (first.tries, second.tries, server.requests) == (2, 1, 3)
    assert field not in server.received[2].body
    assert instead.items() <= server.received[2].body.items()


def test_a_refused_prompt_is_sent_once_when_streaming_is_known_to_work() -> None:
    with FakeServer([Reply(), Reply(status=400)]) as server, model_of(server) as model:
        model.complete(ASK)
        with pytest.raises(PromptRefused):
            model.complete(ASK, number=1)
        model.complete(ASK, number=2)

    assert [one.body["stream"] for one in server.received] == [True] * 3


def test_a_refused_first_prompt_does_not_end_streaming() -> None:
    with FakeServer([Reply(status=400), Reply(status=400)]) as server, model_of(server) as model:
        with pytest.raises(PromptRefused):
            model.complete(ASK)
        model.complete(ASK, number=1)

    assert [one.body.get("stream") for one in server.received] == [True, None, True]


def chat(**more: object) -> bytes:
    """A plain answer with other fields."""
    choice = {"index": 0, "message": {"role": "assistant", "content": "x"}, "finish_reason": "stop"}
    return json.dumps({"choices": [choice], "usage": USAGE, **more}).encode()


UNUSABLE = [
    pytest.param(Reply(status=408), "status 408", id="408"),
    pytest.param(Reply(status=409), "status 409", id="409"),
    pytest.param(Reply(status=429), "status 429", id="429"),
    pytest.param(Reply(status=500), "status 500: status 500, as told", id="500"),
    pytest.param(Reply(status=503), "status 503", id="503"),
    pytest.param(Reply(status=529), "status 529", id="529"),
    pytest.param(Reply(cut="at once"), "disconnected", id="cut-at-once"),
    pytest.param(Reply(cut="middle"), "incomplete chunked read|closed", id="cut-in-a-stream"),
    pytest.param(Reply(cut="middle", streams=False), "closed|incomplete", id="cut-in-a-body"),
    pytest.param(Reply(ends=False, finish_reason=None), "cut before its end", id="stream-without-an-end"),
    pytest.param(Reply(body=b'{"choices": [{"mess'), "no JSON", id="half-json"),
    pytest.param(Reply(body=b"data: {\n\n", content_type="text/event-stream"), "no JSON", id="bad-event"),
    pytest.param(Reply(body='{"choices": "é"}'.encode("latin-1")), "not UTF-8", id="latin-1"),
    pytest.param(Reply(body=b"data: \xff\n\n"), "not UTF-8", id="stream-not-utf-8"),
    pytest.param(Reply(body=b"<html>502</html>", content_type="text/html"), "no JSON", id="html"),
    pytest.param(Reply(body=b""), "is empty", id="empty"),
    pytest.param(Reply(body=b"[1]"), "no JSON object", id="a-list"),
    pytest.param(Reply(body=b"[" * 200_000), "no JSON", id="deep"),
    pytest.param(Reply(body=b'{"id": "1"}'), "no list of choices", id="no-choices"),
    pytest.param(Reply(body=chat(choices=[])), "no choices", id="zero-choices"),
    pytest.param(Reply(body=chat(choices=["x"])), "no list of choices", id="choices-of-text"),
    pytest.param(Reply(body=chat(choices=[{"message": {"content": None}}])), "no text", id="null-content"),
    pytest.param(Reply(body=chat(choices=[{"message": None}])), "no text", id="null-message"),
    pytest.param(Reply(body=chat(error={"message": "overloaded"})), "server says: overloaded", id="error-in-a-200"),
    pytest.param(Reply(body=b'data: {"error": "busy"}\n\n'), "server says: busy", id="error-in-a-stream"),
    pytest.param(Reply(headers={"Content-Encoding": "gzip"}), "compressed", id="compressed"),
]


@pytest.mark.parametrize(("reply", "words"), UNUSABLE)
def test_what_is_no_answer_is_asked_for_again(reply: Reply, words: str) -> None:
    with FakeServer([reply, reply]) as server, model_of(server) as model:
        found = model.complete(ASK)

    assert (found.text, found.tries, server.requests) == ("an answer", 3, 3)
    assert len({one.key for one in server.received}) == 1
    assert set(server.paid.values()) == {1}


@pytest.mark.parametrize(("reply", "words"), UNUSABLE)
def test_in_the_end_there_is_a_clear_error(reply: Reply, words: str) -> None:
    failing = pytest.raises(ModelUnavailable, match=words)
    with FakeServer(usual=reply) as server, model_of(server, patience=Patience(tries=3)) as model, failing as caught:
        model.complete(ASK)

    text = str(caught.value)
    assert server.requests == 3
    assert text.startswith(f"{server.base_url}: model 'm': ")
    assert text.endswith(" (tried 3 times)")
    assert len(text) < 500


def test_a_stream_that_breaks_behind_its_text_is_not_paid_for_again() -> None:
    prices = Prices([Price("m", 1.0, 1.0)])
    with FakeServer(usual=Reply("whole", cut="before done")) as server, model_of(server, prices=prices) as model:
        found = model.complete(ASK)

    assert (found.text, found.tries, server.requests) == ("whole", 1, 1)
    assert (found.tokens_in, found.cost_usd) == (0, None)


@pytest.mark.parametrize(
    "usage",
    [
        None,
        {},
        [],
        "many",
        {"prompt_tokens": -1, "completion_tokens": 5},
        {"prompt_tokens": "10", "completion_tokens": 5},
        {"prompt_tokens": 10**30, "completion_tokens": 5},
        {"prompt_tokens": True, "completion_tokens": 5},
        {"prompt_tokens": 1.5, "completion_tokens": 5},
        {"prompt_tokens": 10},
        {"prompt_tokens": 10, "completion_tokens": None},
    ],
)
@pytest.mark.parametrize("streams", [True, False])
def test_counts_that_nobody_can_believe_are_no_counts(usage: object, streams: bool) -> None:
    reply = Reply(usage=usage, streams=streams)
    prices = Prices([Price("m", 1.0, 1.0)])
    with FakeServer(usual=reply) as server, model_of(server, prices=prices) as model:
        found = model.complete(ASK)

    assert (found.text, found.tokens_in, found.tokens_out, found.cost_usd) == ("an answer", 0, 0, None)


@pytest.mark.parametrize(
    ("reply", "error", "words"),
    [
        pytest.param(Reply(status=401), ModelRefused, "status 401: status 401, as told", id="wrong-key"),
        pytest.param(Reply(status=403), ModelRefused, "status 403", id="forbidden"),
        pytest.param(Reply(status=404), ModelRefused, "status 404", id="no-such-model"),
        pytest.param(Reply(status=402), ModelRefused, "status 402", id="no-credit"),
        pytest.param(
            Reply(status=429, body=b'{"error": {"message": "pay first", "code": "insufficient_quota"}}'),
            ModelRefused,
            "pay first",
            id="quota-used-up",
        ),
        pytest.param(Reply(status=413), PromptRefused, "status 413", id="too-long"),
        pytest.param(Reply(status=400), PromptRefused, "status 400", id="bad-request"),
        pytest.param(Reply(status=422, body=b'{"detail": "no"}'), PromptRefused, "status 422: no", id="detail"),
        pytest.param(
            Reply(status=307, headers={"Location": "http://elsewhere.example/v1"}),
            ModelRefused,
            "status 307: it points to http://elsewhere.example/v1, and is not followed",
            id="redirect",
        ),
    ],
)
def test_a_refusal_is_not_asked_again(reply: Reply, error: type[Exception], words: str) -> None:
    failing = pytest.raises(ModelRefused, match=words)
    with FakeServer(usual=reply) as server, model_of(server) as model, failing as caught:
        model.complete(ASK)

    assert type(caught.value) is error
    assert server.requests <= 2  # the second one in case it was the streaming
    assert server.paid == {}


def test_what_a_server_says_is_shown_short_and_harmless() -> None:
    rude = Reply(status=404, body=b"\x1b[31m\x00" + b"very long " * 5000)
    with FakeServer(usual=rude) as server, model_of(server) as model, pytest.raises(ModelRefused) as caught:
        model.complete(ASK)

    assert r"status 404: \x1b[31m\x00very long" in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("headers", "least", "most"),
    [
        pytest.param({"Retry-After": "7"}, 7, 7.25, id="seconds"),
        pytest.param({"Retry-After": "1.5"}, 1.5, 1.75, id="fraction"),
        pytest.param({"retry-after-ms": "2500"}, 2.5, 2.75, id="milliseconds"),
        pytest.param({"Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT"}, 60, 60, id="far-day"),
        pytest.param({"Retry-After": "Mon, 01 Jan 2001 00:00:00 GMT"}, 0, 0.25, id="past-day"),
        pytest.param({"Retry-After": "100000"}, 60, 60, id="too-long"),
        pytest.param({"Retry-After": "soon"}, 0.5, 1, id="words"),
        pytest.param({"Retry-After": "-3"}, 0.5, 1, id="negative"),
        pytest.param({"Retry-After": "nan"}, 0.5, 1, id="nan"),
        pytest.param({}, 0.5, 1, id="none"),
    ],
)
def test_the_server_says_when_to_come_back(headers: dict[str, str], least: float, most: float) -> None:
    pauses = CountedPauses()
    with FakeServer([Reply(status=429, headers=headers)]) as server, model_of(server, pauses=pauses) as model:
        model.complete(ASK)

    assert len(pauses.slept) == 1
    assert least <= pauses.slept[0] <= most


def test_waits_double_up_to_a_bound_and_are_the_same_every_time() -> None:
    waits = []
    for _ in range(2):
        pauses, patience = CountedPauses(), Patience(tries=9, longest_wait_seconds=20)
        with FakeServer(usual=Reply(status=500)) as server:
            model = HttpModel("m", base_url=server.base_url, patience=patience, pauses=pauses)
            model.signature = "m"  # the port is another one each time
            with model, pytest.raises(ModelUnavailable):
                model.complete(ASK)
        waits.append(pauses.slept)

    assert waits[0] == waits[1]
    assert all(2**n / 2 <= wait <= 2**n or wait == 20 for n, wait in enumerate(waits[0]))
    assert waits[0][-1] == 20


def test_while_one_request_is_told_to_wait_no_other_is_sent() -> None:
    pauses = CountedPauses()
    busy = Reply(status=429, headers={"Retry-After": "30"})
    with FakeServer([busy]) as server, model_of(server, pauses=pauses, patience=Patience(tries=1)) as model:
        with pytest.raises(ModelUnavailable):
            model.complete(ASK)
        assert pauses.slept == []
        model.complete(ASK, number=1)

    assert len(pauses.slept) == 1
    assert 30 <= pauses.slept[0] <= 30.25


@pytest.mark.parametrize(
    ("reply", "text", "reason"),
    [
        pytest.param(chat(choices=[{"message": {"content": ""}}]), "", "", id="empty-text"),
        pytest.param(
            chat(choices=[{"message": {"content": None}, "finish_reason": "length"}]), "", "length", id="used-up"
        ),
        pytest.param(chat(choices=[{"message": {"content": None, "refusal": "no"}}]), "no", "", id="refusal"),
        pytest.param(chat(choices=[{"message": {"content": [{"text": "a"}, {"text": "b"}]}}]), "ab", "", id="parts"),
        pytest.param(chat(choices=[{"message": {"content": "a\ud800b"}}]), "a?b", "", id="half-a-character"),
        pytest.param(
            b'\xef\xbb\xbfdata: {"choices": [{"delta": {"content": "a"}}]}\r\n\r\ndata:[DONE]\r\n\r\n',
            "a",
            "",
            id="windows-lines",
        ),
        pytest.param(
            b': hello\n\nevent: x\ndata: {"choices":\ndata: [{"delta": {"content": "a"}, "finish_reason": "stop"}]}',
            "a",
            "stop",
            id="events-over-lines-without-an-end",
        ),
        pytest.param(
            b'data: {"choices": [{"index": 0, "delta": {"content": "a"}}, {"index": 1, "delta": {"content": "b"}}]}'
            b"\n\ndata: [DONE]\n\n",
            "a",
            "",
            id="only-the-first-choice",
        ),
    ],
)
@pytest.mark.parametrize("content_type", ["application/json", "text/event-stream", "text/plain", ""])
def test_odd_answers_that_are_answers(reply: bytes, text: str, reason: str, content_type: str) -> None:
    with FakeServer([Reply(body=reply, content_type=content_type)]) as server, model_of(server) as model:
        found = model.complete(ASK)

    assert (found.text, found.finish_reason, found.tries) == (text, reason, 1)


def test_names_that_a_server_gives_are_bounded_and_harmless() -> None:
    body = chat(model="\x1b[31m" + "m" * 5000, system_fingerprint=7)
    with FakeServer([Reply(body=body)]) as server, model_of(server) as model:
        found = model.complete(ASK)

    assert found.model.startswith(r"\x1b[31mmmm")
    assert len(found.model) < 300
    assert found.fingerprint == ""


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"),
        ("http://127.0.0.1:8080/v1///", "http://127.0.0.1:8080/v1"),
        ("https://api.example.org", "https://api.example.org"),
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1"),
        ("https://api.example.org/v1/chat/completions", "https://api.example.org/v1"),
    ],
)
def test_addresses(text: str, address: str) -> None:
    assert checked_base_url(text) == address


@pytest.mark.parametrize(
    "text",
    [
        "",
        "api.example.org/v1",
        "ftp://a/v1",
        "file:///etc/passwd",
        "http://",
        "http://a:99999",
        "http://[::1",
        "http://a b",
    ],
)
def test_no_address(text: str) -> None:
    with pytest.raises(InvalidOption, match="base_url"):
        HttpModel("m", base_url=text)


@pytest.mark.parametrize("text", ["https://me:hunter2@a.example/v1", "https://hunter2@a.example", "ftp://x:hunter2@a"])
def test_an_address_with_a_password_is_refused_and_not_shown(text: str) -> None:
    with pytest.raises(InvalidOption, match="no user name or password") as caught:
        HttpModel("m", base_url=text)

    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("patience", "words"),
    [
        ({"timeout_seconds": 0}, "timeout_seconds must be a number above 0, got 0"),
        ({"timeout_seconds": float("nan")}, "timeout_seconds must be a number above 0, got nan"),
        ({"tries": 0}, "tries must be at least 1, got 0"),
    ],
)
def test_patience_has_bounds(patience: dict[str, Any], words: str) -> None:  # Any: numbers
    with pytest.raises(InvalidValue, match=words):
        Patience(**patience)


def test_the_signature_says_name_and_place() -> None:
    with HttpModel("gpt", base_url="https://api.example.org/v1/") as model:
        assert (model.name, model.signature) == ("gpt", "gpt@api.example.org/v1")
        assert repr(model) == "HttpModel('gpt', base_url='https://api.example.org/v1')"
