from __future__ import annotations

from assay.models import HttpModel, Message
from tests.models.fake_server import FakeServer, faulty


def test_smoke() -> None:
    with FakeServer() as server, HttpModel("m", base_url=server.base_url) as model:
        print(model.complete([Message("user", "hi")]))
    import time

    with FakeServer(faulty(0.3)) as server, HttpModel("m", base_url=server.base_url) as model:
        began = time.time()
        for i in range(300):
            model.complete([Message("user", f"hi{i}")])
        print(time.time() - began, server.stats())
