"""Texts of strangers and visitors without a token, in a real browser: shown as text, and shown nothing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from assay.observations import Feedback, Observation
from assay.quality.human import HumanEvaluationScore, Rating, candidate_name
from assay.service.links import trial_address
from assay.store.opening import open_store
from tests.reports.pages import HOSTILE, Shelf, trial
from tests.service.browsing import CHROMIUM, ROOT, Tab, chromium, first_link, served

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not on the PATH"),
    pytest.mark.timeout(300),
]
KEPT = tuple(text for text in HOSTILE if "\0" not in text and "\ud800" not in text)
"""What an observation may hold."""
LONG = "W" * 9_000
PAGES = ("/", "/runs", "/compare", "/errors", "/ab", "/feedback", "/cost", "/alerts", "/settings", "/observations")
FOREIGN = "main img, main iframe, main object, main script, main a[href^='javascript'], main b b, main style"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:  # Any: Playwright has no types here
    with chromium() as launched:
        yield launched


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service on a store whose every text is an attack on whoever shows it."""
    folder = tmp_path_factory.mktemp("hostile")
    place = folder / "assay.db"
    with closing(open_store(str(place))) as store:
        shelf = Shelf(ids=[f"{number} {text}" for number, text in enumerate(KEPT)])
        shelf.store = store  # type: ignore[assignment]  # a file, which a process can open
        ids = [one.id for one in shelf.benchmark]
        for name in ("evil", "worse"):
            pairs = zip(ids, KEPT, strict=True)
            trials = [trial(one, "F", said=text, code=f"{text}\n'{text}'") for one, text in pairs]
            trials.append(trial(ids[0], "F", attempt=1, said=LONG, code=LONG))
            shelf.add(name, trials, model=KEPT[0], name=KEPT[2], source=KEPT[1], notes=KEPT, labels={KEPT[0]: KEPT[1]})
            score = HumanEvaluationScore(3, 3, 3, 3, KEPT[0])
            store.add_rating(Rating(candidate_name(ids[0], 0), KEPT[1], score, "", name).as_dict())
        store.add_observations(list(_observations()))
        store.add_feedback([Feedback(f"o{number}", _ago(number), by=text, text=text, edit=text, thumb=False)
                            for number, text in enumerate((*KEPT, LONG))])  # fmt: skip
    with served(store=place, errors=folder / "errors.txt") as address:
        yield address


def _ago(hours: float) -> datetime:
    return datetime.now(UTC) - timedelta(hours=hours)


def _observations() -> Iterator[Observation]:
    for number, text in enumerate((*KEPT, LONG[:200])):
        for copy in range(30):
            yield Observation(
                text, False, _ago(number + copy / 40), id=f"o{number}" if not copy else f"o{number}-{copy}",
                model=text, model_version=text, agent_version=text, task_type=text, arm=text, fingerprint=text,
                error_class=text, message=f"{text}\n{LONG if copy == 0 else text}", labels={text: text}, run=text,
            )  # fmt: skip


@pytest.mark.parametrize("width", [1280, 360])
def test_texts_of_strangers_are_shown_and_never_obeyed(browser: Any, hostile: str, width: int) -> None:
    observation = first_link(hostile, "/observations?window=all&stream=", ["/observations/", "/observation?id="])
    assert observation is not None
    found = [observation, "/runs/evil", "/compare?a=evil&b=worse", "/feedback/rate?benchmark=mine&rater=<b>ann</b>"]
    found += [trial_address("evil", f"{number} {text}", 0) for number, text in enumerate(KEPT[:4])]
    found += [trial_address("evil", f"0 {KEPT[0]}", 1), "/runs?text=<script>alert(1)</script>"]
    faults = []
    with Tab(browser, hostile, width=width) as tab:
        for place, path in enumerate((*PAGES, *found)):
            tab.open(path)
            tab.picture(f"hostile-{place}-{width}")
            faults += [(path, one) for one in tab.wrong]
            tab.wrong.clear()
            faults += [(path, one) for one in tab.beyond()]
            if tab.count(FOREIGN) or tab.count("h1") != 1:
                faults.append((path, "a text has become an element"))

    assert not faults, "\n".join(f"{path}: {one}" for path, one in faults)


def test_whoever_has_no_token_is_asked_for_one_and_then_let_in(browser: Any, tmp_path: Path) -> None:
    place = tmp_path / "assay.db"
    made = subprocess.run(
        [sys.executable, "-m", "assay", "token", "create", "--role", "read", "--name", "guest", "--store", str(place)],
        env={"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin"}, cwd=tmp_path, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    secret = max(made.stdout.split(), key=len)
    with (
        served("--token-required", store=place, errors=tmp_path / "errors.txt") as address,
        Tab(browser, address) as tab,
    ):
        tab.open("/runs?text=mine")
        assert tab.text("h1") == "Sign in"
        tab.picture("login")
        tab.page.get_by_label("Token").fill("not a token")
        tab.page.keyboard.press("Enter")
        tab.page.get_by_role("alert").wait_for()
        tab.page.get_by_label("Token").fill(secret)
        tab.page.keyboard.press("Enter")
        tab.page.wait_for_url("**/runs?text=mine")

        assert tab.text("h1") == "Runs"
        assert [one for one in tab.wrong if "401" not in one] == []
        tab.open("/feedback/rate")
        assert tab.count("h1") == 1, "who may only read is told so"
