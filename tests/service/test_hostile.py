"""Hostile payloads: each gets a clear 4xx, or is kept as plain text and shown escaped."""

from __future__ import annotations

import json
from collections.abc import Callable

import httpx
import pytest

from assay.observations import SLICED, Chosen
from assay.service.context import Context

JSON = {"Content-Type": "application/json"}
NDJSON = {"Content-Type": "application/x-ndjson"}
SCRIPT = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>{{7*7}}${7*7}"
SQL = "'; DROP TABLE observations; --"


def row(**more: object) -> dict[str, object]:
    return {"task_id": "a", "passed": True, **more}


def body(**more: object) -> bytes:
    return json.dumps(row(**more)).encode()


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        pytest.param(b"", "no JSON", id="nothing"),
        pytest.param(b"{", "no JSON", id="broken"),
        pytest.param(b"[" * 100_000, "nested", id="deep-and-open"),
        pytest.param(b"[" * 50_000 + b"]" * 50_000, "nested", id="deep"),
        pytest.param(b'{"a":' * 900 + b"1" + b"}" * 900, "nested", id="deep-objects"),
        pytest.param(
            b'{"task_id":"a","passed":true,"labels":' + b"[" * 60 + b"]" * 60 + b"}", "nested", id="deep-label"
        ),
        pytest.param(b'{"task_id":"\xff","passed":true}', "not UTF-8", id="bad-utf-8"),
        pytest.param(b'{"task_id":"\xed\xa0\x80","passed":true}', "not UTF-8", id="utf-8-surrogate"),
        pytest.param("﻿{}".encode(), "no JSON", id="byte-order-mark"),
        pytest.param('{"task_id":"a","passed":true}'.encode("utf-16"), "not UTF-8", id="utf-16"),
        pytest.param(b'{"task_id":"\\ud800","passed":true}', "task_id: must not hold", id="lone-surrogate"),
        pytest.param(b'{"task_id":"a\\u0000b","passed":true}', "task_id: must not hold", id="nul"),
        pytest.param(b'{"task_id":"a","passed":true,"cost_usd":NaN}', "NaN", id="nan"),
        pytest.param(b'{"task_id":"a","passed":true,"cost_usd":-Infinity}', "Infinity", id="infinity"),
        pytest.param(b'{"task_id":"a","passed":true,"cost_usd":1e400}', "cost_usd: must be", id="1e400"),
        pytest.param(b'{"task_id":"a","passed":true,"cost_usd":' + b"9" * 400 + b"}", "cost_usd: must be", id="10^400"),
        pytest.param(b'{"task_id":"a","passed":true,"at":' + b"9" * 400 + b"}", "at: must be", id="a-far-time"),
        pytest.param(b'{"task_id":"a","passed":true,"at":1e308}', "at: must", id="a-farther-time"),
        pytest.param(b'{"task_id":"a","passed":true,"cost_usd":' + b"9" * 9000 + b"}", "no JSON", id="too-many-digits"),
        pytest.param(b'{"task_id":"a","passed":true,"passed":false}', "stands twice", id="a-key-twice"),
        pytest.param(b'{"task_id":"a"}', "passed: must be", id="missing"),
        pytest.param(b'{"task_id":"a","passed":"true"}', "passed: must be", id="text-for-a-flag"),
        pytest.param(b'{"task_id":{},"passed":true}', "task_id: must be text", id="object-for-text"),
        pytest.param(b'{"task_id":"a","passed":true,"x":[1]}', "labels must be text", id="list-for-a-label"),
        pytest.param(b'{"task_id":"","passed":true}', "task_id: must not be empty", id="empty"),
        pytest.param(b"null", "must be an object", id="null"),
        pytest.param(b"[[]]", "must be an object", id="list-of-lists"),
        pytest.param(b'"text"', "must be an object", id="text"),
        pytest.param(body(task_id="a" * 201), "task_id: must have at most 200", id="long-name"),
        pytest.param(body(labels={f"k{n}": "v" for n in range(21)}), "at most 20 labels", id="many-labels"),
        pytest.param(body(**{f"k{n}": "v" for n in range(5000)}), "at most 20 labels", id="many-fields"),
        pytest.param(body(at="2026-03-14T09:00:00"), "at: needs a time zone", id="no-zone"),
        pytest.param(body(at="9999-12-31T23:59:59-12:00"), "at: must", id="beyond-the-calendar"),
        pytest.param(body(cost_usd=-1), "cost_usd: must be", id="negative"),
        pytest.param(b"[" + b",".join([b"{}"] * 10_001) + b"]", "at most 10,000", id="too-many"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words_and_nothing_is_kept(
    shared_client: httpx.Client, shared_context: Context, content: bytes, complaint: str
) -> None:
    answer = shared_client.post("/v1/observations", content=content, headers=JSON)

    assert 400 <= answer.status_code < 500
    assert complaint in answer.json()["error"]
    assert len(answer.content) < 1000
    assert shared_context.store.observations(Chosen()) == []


@pytest.mark.parametrize(
    "kind", ["", "text/plain", "text/html", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
)
def test_what_a_form_of_another_site_could_send_is_refused(shared_client: httpx.Client, kind: str) -> None:
    assert shared_client.post("/v1/observations", content=body(), headers={"Content-Type": kind}).status_code == 415


def test_a_bad_line_is_named(shared_client: httpx.Client, shared_context: Context) -> None:
    answer = shared_client.post("/v1/observations", content=body() + b"\n\n{\n" + body(), headers=NDJSON)

    assert (answer.status_code, answer.json()["index"]) == (400, 1)
    assert answer.json()["error"].startswith("line 3: this is no JSON")
    assert shared_context.store.observations(Chosen()) == []


def test_of_partial_lines_the_good_ones_are_kept_and_the_others_named(client: httpx.Client, context: Context) -> None:
    """Among them one that is no JSON, one that is not UTF-8, one that nests deeply, and one with a wrong field."""
    wrong = [b"{", b'{"task_id": "\xff", "passed": true}', b"[" * 100_000, b'{"task_id": "t", "passed": 1}', b"7"]
    lines = [body(id="a"), b"", *wrong, body(id="b")]

    answer = client.post("/v1/observations?partial=1", content=b"\n".join(lines), headers=NDJSON)

    found = answer.json()
    assert (answer.status_code, found["accepted"], found["ids"], found["refused_count"]) == (200, 2, ["a", "b"], 5)
    assert [(one["index"], one["field"]) for one in found["refused"]] == [
        (1, None), (2, None), (3, None), (4, "passed"), (5, None),
    ]  # fmt: skip
    begins = ["line 3: this is no JSON", "line 4: this is not UTF-8", "line 5: the JSON is nested"]
    for one, words in zip(found["refused"], begins, strict=False):
        assert one["error"].startswith(words)
    assert len(context.store.observations(Chosen())) == 2


def test_a_bad_row_of_a_batch_is_named_by_index_field_and_value(
    shared_client: httpx.Client, shared_context: Context
) -> None:
    answer = shared_client.post("/v1/observations", json=[row(), row(), row(cost_usd="free")])

    assert answer.json() == {
        "error": "cost_usd: must be a number from 0 to a billion, got 'free'", "field": "cost_usd", "index": 2,
    }  # fmt: skip
    assert shared_context.store.observations(Chosen()) == []


def test_of_a_partial_batch_the_good_ones_are_kept_and_the_others_listed(
    client: httpx.Client, context: Context
) -> None:
    rows = [row(id="a"), *([row(passed=None)] * 150), row(id="b"), row(id="a")]
    answer = client.post("/v1/observations?partial=1", json=rows).json()

    assert (answer["accepted"], answer["duplicates"], answer["ids"]) == (2, 1, ["a", "b", "a"])
    assert (answer["refused_count"], len(answer["refused"])) == (150, 100)
    assert answer["refused"][0] == {"index": 1, "field": "passed", "error": "passed: must be true or false, got None"}
    assert {one.id for one in context.store.observations(Chosen())} == {"a", "b"}


def filled(text: str) -> dict[str, object]:
    """An observation with the same text wherever a text can stand."""
    names = ("task_id", *SLICED, "error_class", "run", "message")
    return dict.fromkeys(names, text) | {"passed": False, "id": text, "labels": {text: text}}


@pytest.mark.parametrize("text", [SCRIPT, SQL, "../../etc/passwd", "\x1b[31m\r\nX-Injected: 1", "\u202egnp.exe"])
def test_any_text_is_kept_as_it_is_and_changes_nothing_else(client: httpx.Client, context: Context, text: str) -> None:
    sent = client.post("/v1/observations", json=filled(text))
    kept = context.store.observations(Chosen())

    assert sent.status_code == 200
    assert "x-injected" not in sent.headers
    assert [(one.id, one.task_id, one.message, dict(one.labels)) for one in kept] == [(text, text, text, {text: text})]


PAGES = ("/", "/observations", "/errors", "/cost", "/ab", "/alerts", "/runs", "/compare", "/feedback", "/settings")


@pytest.mark.parametrize("path", PAGES)
def test_text_that_was_sent_is_shown_escaped(client: httpx.Client, path: str) -> None:
    client.post("/v1/observations", json=filled(SCRIPT))
    plain = client.get(path, params={"window": "7d"})
    asked = client.get(path, params=dict.fromkeys(("stream", "model", "task_id", "q", "a", "b", "run"), SCRIPT))

    for answer in (plain, asked):
        assert answer.status_code < 500
        assert "<script>alert" not in answer.text
        assert "<img src=x" not in answer.text


PARAMETERS = ("since", "until", *SLICED, "passed", "task_id", "error_class", "after", "limit", "observation", "window",
              "by", "zone", "a", "b", "margin", "benchmark", "verdict", "first", "second", "rule")  # fmt: skip
READS = ("/v1/observations", "/v1/feedback", "/v1/runs", "/v1/compare", "/v1/accuracy", "/v1/trend", "/v1/drift",
         "/v1/ab", "/v1/alerts", "/v1/runs/x", "/v1/runs/x/trials", *PAGES)  # fmt: skip


TEXTS = (SQL, "1 OR 1=1", "../../etc/passwd", "%ff%fe", "-1", "9" * 30, "NaN", "1e999", SCRIPT)


@pytest.mark.parametrize("path", READS)
def test_texts_in_an_address_are_only_texts(client: httpx.Client, path: str) -> None:
    client.post("/v1/observations", json=row(id="kept"))
    answer = client.get(
        path, params=dict.fromkeys((*SLICED, "task_id", "error_class", "a", "b", "first", "second"), SQL)
    )

    assert answer.status_code < 500
    assert client.get("/v1/observations/kept").status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("path", READS)
def test_no_parameter_leads_to_a_mistake_of_ours(client: httpx.Client, path: str, text: str) -> None:
    client.post("/v1/observations", json=row(id="kept"))
    answers = {name: client.get(path, params={name: text}).status_code for name in PARAMETERS}

    assert {name: status for name, status in answers.items() if status >= 500} == {}
    assert client.get("/v1/observations/kept").status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/v1/observations/../../etc/passwd", "/v1/observations/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "/v1/runs/..%2f..%2fx",
     "/static/..%2f..%2fapp.py", "//etc/passwd", "/v1/observations/" + "%27%3B--"],
)  # fmt: skip
def test_no_path_leads_out_of_the_service(shared_client: httpx.Client, path: str) -> None:
    answer = shared_client.get(path)

    assert answer.status_code == 404
    assert "root:" not in answer.text


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"stars": 6}, "stars"),
        ({"stars": True}, "stars"),
        ({"thumb": "up"}, "thumb"),
        ({"text": "a\0"}, "text"),
        ({"nothing": 1}, "nothing"),
        ({"observation": "", "stars": 1}, "observation"),
    ],
)
def test_feedback_that_makes_no_sense_is_refused(
    shared_client: httpx.Client, said: dict[str, object], field: str
) -> None:
    answer = shared_client.post("/v1/feedback", json={"observation": "x", **said})

    assert (answer.status_code, answer.json()["field"]) == (400, field)


def test_feedback_comes_back_in_pages(client: httpx.Client) -> None:
    client.post("/v1/feedback", json=[{"observation": "x", "stars": 3, "id": f"f{n}"} for n in range(5)])

    assert sorted(all_pages(lambda after: client.get("/v1/feedback", params={"limit": "2", **after}))) == [
        f"f{n}" for n in range(5)
    ]


def test_observations_come_back_in_pages(client: httpx.Client) -> None:
    client.post("/v1/observations", json=[row(id=f"o{n}", model=f"m{n % 2}") for n in range(9)])
    found = all_pages(lambda after: client.get("/v1/observations", params={"limit": "2", "model": "m0", **after}))

    assert sorted(found) == ["o0", "o2", "o4", "o6", "o8"]


def all_pages(ask: Callable[[dict[str, str]], httpx.Response]) -> list[str]:
    found: list[str] = []
    after: dict[str, str] = {}
    while True:
        page = ask(after).json()
        found += [one["id"] for one in page["items"]]
        if page["next"] is None:
            return found
        after = {"after": page["next"]}
