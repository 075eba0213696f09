"""`assay serve --demo`: every page alive, the planted drop in the first line, and nothing left behind."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections import deque
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import httpx
import pytest

from assay.monitoring.demonstration import PLANTED
from assay.service.context import Context, ServiceSettings
from assay.service.demonstration import demonstration
from assay.service.rendering import PAGES
from tests.service.local import in_process
from tests.service.visiting import problems_of

NOW = datetime(2026, 3, 18, 15, 30, tzinfo=UTC)
MOST_VISITS = 150
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def visited(client: httpx.Client) -> dict[str, httpx.Response]:
    """Every page that links lead to, one of each kind: addresses that differ in their values alone are alike."""
    waiting = deque(path for path, _ in PAGES)
    kinds: set[str] = set()
    found: dict[str, httpx.Response] = {}
    while waiting and len(found) < MOST_VISITS:
        path = waiting.popleft()
        kind = re.sub(r"=[^&]*|/runs/[0-9a-f]+|/trials/[^/]+", "", path)
        if kind in kinds:
            continue
        kinds.add(kind)
        found[path] = client.get(path)
        links = re.findall(r'href="([/?][^"]*)"', found[path].text)
        own = path.partition("?")[0]
        waiting += [unescape(own + link if link.startswith("?") else link).partition("#")[0] for link in links]
    return found


def test_every_page_of_the_demonstration_is_alive() -> None:
    with demonstration(now=lambda: NOW, say=lambda words: None) as found:
        settings = ServiceSettings(rules=None, is_demo=True)
        with in_process(Context(found.store, settings, now=lambda: NOW)) as client:
            pages = visited(client)
        fired = {one.rule for one in found.store.alert_events()}

    html = {path: page for path, page in pages.items() if "text/html" in page.headers["content-type"]}
    assert {path: page.status_code for path, page in pages.items() if page.status_code != 200} == {}
    assert {path: wrong for path, page in html.items() if (wrong := problems_of(page.text))} == {}
    hour = PLANTED.hour(NOW)
    assert f"since {hour.day} March {hour:%H:%M}, version {PLANTED.agent_version}" in pages["/"].text
    assert f"since {hour.day} March {hour:%H:%M} failed; runtime grew by" in pages["/errors"].text
    assert "drift" in fired


def test_nothing_is_left_of_a_demonstration_that_is_stopped(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "assay", "serve", "--demo", "--port", "0"]
    environment = {"TMPDIR": str(tmp_path), "PATH": "/usr/bin:/bin", "PYTHONPATH": ":".join(filter(None, sys.path))}
    with subprocess.Popen(command, env=environment, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        was_there = list(tmp_path.glob("assay-demo-*/store.sqlite"))
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)

    assert "Assay listens on" in said
    assert len(was_there) == 1
    assert list(tmp_path.iterdir()) == []
