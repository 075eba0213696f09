"""Several answers to one request are drawn with several seeds."""

from __future__ import annotations

import pytest

from assay.models import HttpModel
from assay.solutions import Message, Sampling
from tests.models.fake_server import FakeServer

ASK = [Message("user", "hi")]


@pytest.mark.parametrize(
    ("seed", "sent"),
    [pytest.param(7, [7, 8, 9], id="the-next-answer-has-the-next-seed"), pytest.param(None, [None] * 3, id="none")],
)
def test_the_seed_grows_with_the_number_of_the_answer(seed: int | None, sent: list[int | None]) -> None:
    with FakeServer() as server, HttpModel("m", base_url=server.base_url) as model:
        for number in range(3):
            model.complete(ASK, sampling=Sampling(seed=seed), number=number)

    assert [one.body.get("seed") for one in server.received] == sent
    assert len({one.key for one in server.received}) == 3
