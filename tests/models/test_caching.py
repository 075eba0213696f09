"""Kept answers: asked once, kept before they are returned, told apart by everything that decides them."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from assay.models import CachedModel, Completion, Message, ModelUnavailable, Sampling, ScriptedModel
from assay.models.base import request_key

ASK = [Message("user", "hi")]


class Kept(dict[str, Completion]):
    """Answers in memory."""

    def response(self, key: str) -> Completion | None:
        return self.get(key)

    def keep_response(self, key: str, completion: Completion) -> None:
        self[key] = completion


def test_the_second_time_nobody_is_asked() -> None:
    model, kept = ScriptedModel([Completion("one", 3, 4, cost_usd=0.5, seconds=2.0)]), Kept()
    first = CachedModel(model, kept).complete(ASK)
    second = CachedModel(model, kept).complete(ASK)

    assert second == replace(first, reused=True)
    assert not first.reused
    assert len(model.asked) == 1
    assert list(kept) == [request_key("scripted", ASK, Sampling(), 0)]


def test_whatever_decides_an_answer_tells_requests_apart() -> None:
    kept = Kept()
    model = ScriptedModel(lambda messages, number: "x")
    cached = CachedModel(model, kept)
    cached.complete(ASK)
    cached.complete(ASK, number=1)
    cached.complete(ASK, sampling=Sampling(temperature=0.5))
    cached.complete([Message("system", "hi")])
    cached.complete([*ASK, *ASK])
    CachedModel(model, kept, salt="run 2").complete(ASK)
    CachedModel(ScriptedModel(["x"], name="other"), kept).complete(ASK)

    assert len(kept) == 7
    assert (cached.name, cached.signature) == ("scripted", "scripted")


def test_a_failure_is_not_kept() -> None:
    model = CachedModel(ScriptedModel([ModelUnavailable("away"), "back"]), Kept())
    with pytest.raises(ModelUnavailable):
        model.complete(ASK)

    assert model.complete(ASK).text == "back"


def test_an_answer_that_cannot_be_kept_is_not_returned() -> None:
    class Full(Kept):
        def keep_response(self, key: str, completion: Completion) -> None:
            raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        CachedModel(ScriptedModel(["one"]), Full()).complete(ASK)


def test_the_same_request_from_many_threads_is_sent_once() -> None:
    together = threading.Barrier(8)

    def answer(messages: Sequence[Message], number: int) -> str:
        return f"{messages[-1].content} {number}"

    model = ScriptedModel(answer)
    cached = CachedModel(model, Kept())

    def ask(number: int) -> Completion:
        together.wait()
        return cached.complete(ASK, number=number % 2)

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(ask, range(8)))

    assert len(model.asked) == 2
    assert sorted(one.text for one in found) == ["hi 0"] * 4 + ["hi 1"] * 4
    assert sum(not one.reused for one in found) == 2
    assert cached._turns == {}
