"""Alerts of a running service: checked on ingest, told by webhook."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from assay.front.client import Client
from assay.service.context import Context, ServiceSettings
from assay.service.watching import patrol_of
from assay.store.memory import MemoryStore
from tests.cli.typed import typed
from tests.monitoring.receiving import Handler, receiving, status
from tests.service.local import in_process, on_loopback

RULES = """
channels: {ops: {kind: webhook, url: '%s', secret_env: ASSAY_TEST_SECRET}}
rules: [{name: low, kind: accuracy, below: 0.8, min_n: 10, notify: [ops]}]
"""


def test_what_is_sent_in_is_checked_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSAY_TEST_SECRET", "s")
    told = threading.Event()

    def answer(handler: Handler) -> None:
        status(200)(handler)
        told.set()

    with receiving(answer) as server:
        (tmp_path / "r.yaml").write_text(RULES % server.url, "utf-8")
        context = Context(MemoryStore(), ServiceSettings(rules=str(tmp_path / "r.yaml")))
        with on_loopback(context) as url, Client(url) as client:
            client.log_many([{"task_id": "t", "passed": False} for _ in range(30)])
            assert told.wait(60)

    ((headers, body),) = server.received
    assert json.loads(body)["firing"][0]["rule"] == "low"
    assert headers["X-Assay-Signature"].startswith("t=")


def test_without_rules_nothing_patrols() -> None:
    context = Context(MemoryStore(), ServiceSettings())
    with in_process(context) as client:
        sent = client.post("/v1/observations", json={"task_id": "t", "passed": True})

        assert sent.status_code == 200
        assert patrol_of(context) is None


def test_a_service_with_bad_rules_does_not_start(tmp_path: Path) -> None:
    (tmp_path / "r.yaml").write_text("rules: [{name: a, kind: acuracy}]", "utf-8")
    done = typed(tmp_path, "serve", "--rules", "r.yaml", "--port", "0")

    assert done.returncode == 2
    assert "r.yaml:1: rule 'a': kind: must be one of" in done.stderr
