"""The frame of the pages: files by fixed names, kept by browsers; moments in the zone that was asked for."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import httpx
import pytest

from assay.service.assets import NAMES, address
from assay.service.rendering import environment
from assay.service.times import moment


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_kept_by_browsers_until_it_changes(client: httpx.Client, name: str) -> None:
    found = client.get(address(name))

    assert found.status_code == 200
    assert "immutable" in found.headers["cache-control"]
    assert client.get(f"/static/{name}").headers["cache-control"] == "no-cache"
    again = client.get(f"/static/{name}", headers={"If-None-Match": found.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "name", ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "style.css/..", "style.css%00", "nothing", "", "STYLE.CSS"]
)
def test_nothing_but_the_known_files_is_served(client: httpx.Client, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == (400 if "%00" in name else 404)


def test_text_is_escaped_and_turns_no_line_around() -> None:
    found = environment().from_string("<p>{{ text }}</p>").render(text="<script>\u202e&")

    assert found == "<p>&lt;script&gt;\\u202e&amp;</p>"


def test_a_moment_is_shown_in_the_zone_that_was_asked_for() -> None:
    at = datetime(2026, 3, 14, 9, 0, tzinfo=UTC)

    assert moment(at, ZoneInfo("Asia/Kolkata")) == "14 March 14:30"
    assert moment(at, year=True) == "14 March 2026 09:00"
