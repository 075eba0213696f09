"""Every page of the demonstration in a real browser: at two widths, light and dark, by keyboard, without scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.service.browsing import AXE, CHROMIUM, Tab, chromium, first_link, served

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not on the PATH"),
    pytest.mark.timeout(300),
]
PAGES = {
    "overview": "/",
    "runs": "/runs",
    "compare": "/compare",
    "errors": "/errors",
    "ab": "/ab",
    "feedback": "/feedback",
    "cost": "/cost",
    "alerts": "/alerts",
    "settings": "/settings",
    "observations": "/observations",
    "rate": "/feedback/rate",
    "missing": "/runs/no-such-run",
}
FOUND = ("run", "trial", "compared", "observation", "rating")
"""Pages about one thing, which have to be looked for."""
LOOKS = ((1280, "light"), (360, "light"), (1280, "dark"), (360, "dark"))
CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']"
REACHABLE = f"""() => {{
  const radios = new Set();
  return [...document.querySelectorAll("{CONTROLS}")].filter((one) => {{
    if (!one.checkVisibility({{ visibilityProperty: true }}) || one.disabled) return false;
    if (one.closest("details:not([open])") && !one.matches("details > summary")) return false;
    if (one.type !== "radio") return true;
    const known = radios.has(one.name);
    radios.add(one.name);
    return !known;
  }}).length;
}}"""
FOCUSED = """() => {
  const at = document.activeElement;
  if (!at || at === document.body || at.id === "content") return null;
  const style = getComputedStyle(at);
  const seen = (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none";
  const all = [...document.querySelectorAll("*")];
  return { place: all.indexOf(at), seen, what: at.outerHTML.slice(0, 120) };
}"""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The demonstration, started once."""
    folder = tmp_path_factory.mktemp("service")
    with served("--demo", errors=folder / "errors.txt") as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:  # Any: Playwright has no types here
    with chromium() as launched:
        yield launched


@pytest.fixture(scope="module")
def places(service: str) -> dict[str, str]:
    """Where the pages are, also those about one run, trial, observation."""
    run = first_link(service, "/runs", ["/runs/"])
    assert run is not None
    ids = [one.split("/")[2] for one in _links(service, "/runs", "/runs/") if one.count("/") == 2]
    trial = next(
        (link for name in ids if (link := first_link(service, f"/runs/{name}", [f"/runs/{name}/trial"]))), None
    )
    observation = first_link(service, "/observations?window=all&stream=", ["/observations/", "/observation?id="])
    assert trial is not None
    assert observation is not None
    found = (run, trial, f"/compare?a={ids[-1]}&b={ids[0]}", observation, "/feedback/rate?benchmark=starter&rater=ann")
    return {**PAGES, **dict(zip(FOUND, found, strict=True))}


@pytest.mark.parametrize("name", [*PAGES, *FOUND])
def test_a_page_stands_at_both_widths_light_and_dark(
    browser: Any, service: str, places: dict[str, str], name: str
) -> None:
    """No error, no failed request, nothing that the policy forbids, one heading, nothing beyond the right edge."""
    for width, scheme in LOOKS:
        with Tab(browser, service, width=width, scheme=scheme) as tab:
            tab.open(places[name])
            tab.picture(f"{name}-{width}-{scheme}")

            assert [one for one in tab.wrong if name != "missing" or "404" not in one] == []
            assert tab.count("h1") == 1
            assert tab.page.title().endswith(" · Assay")
            assert len(tab.page.title()) > len(" · Assay")
            assert tab.beyond() == []


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not here; `make test-browser` gets it by npm")
@pytest.mark.parametrize("name", [*PAGES, *FOUND])
def test_a_page_keeps_the_rules_of_accessibility(browser: Any, service: str, places: dict[str, str], name: str) -> None:
    for width, scheme in LOOKS:
        with Tab(browser, service, width=width, scheme=scheme) as tab:
            tab.open(places[name])

            assert tab.violations() == [], (width, scheme)


@pytest.mark.parametrize("name", [*PAGES, *FOUND])
def test_a_page_is_used_by_keyboard_alone(browser: Any, service: str, places: dict[str, str], name: str) -> None:
    """Everything that can be used is reached by Tab, in the order of the page, and can be seen to have the focus."""
    with Tab(browser, service) as tab:
        tab.open(places[name])
        wanted = tab.ask(REACHABLE)
        seen: list[dict[str, Any]] = []
        for _ in range(wanted + 20):
            tab.page.keyboard.press("Tab")
            at = tab.ask(FOCUSED)
            if at is None or (seen and at["place"] == seen[0]["place"]):
                break
            seen.append(at)
        order = [one["place"] for one in seen]

        assert len(set(order)) >= wanted
        assert order == sorted(order)
        assert [one["what"] for one in seen if not one["seen"]] == []


@pytest.mark.parametrize("name", [*PAGES, *FOUND])
def test_a_page_says_the_same_without_scripts(browser: Any, service: str, places: dict[str, str], name: str) -> None:
    with Tab(browser, service) as lively, Tab(browser, service, scripts=False) as plain:
        lively.open(places[name])
        plain.open(places[name])

        assert plain.text("h1") == lively.text("h1")
        assert plain.count("main table tr") >= lively.count("main table tr")
        assert plain.count("main svg") == lively.count("main svg")
        assert len(plain.text()) > 40


@pytest.mark.parametrize("name", ["overview", "runs", "run", "errors", "observations", "cost"])
def test_a_slash_leads_to_the_filter(browser: Any, service: str, places: dict[str, str], name: str) -> None:
    with Tab(browser, service) as tab:
        tab.open(places[name])
        tab.page.keyboard.press("/")

        assert tab.ask("document.activeElement.matches('form.filters input, form.filters select')")


def test_a_new_observation_changes_the_figures_without_a_reload(browser: Any, service: str) -> None:
    with Tab(browser, service) as tab:
        tab.open("/")
        tab.ask("window.sameDocument = true")
        before = tab.text("[data-live]")
        tab.page.wait_for_function("performance.getEntriesByType('resource').some((one) => one.name.endsWith('/live'))")
        some = [{"task_id": f"live-{number}", "passed": False, "error_class": "timeout"} for number in range(400)]
        sent = httpx.post(f"{service}/v1/observations", json=some, timeout=60)
        assert sent.status_code < 300, sent.text
        tab.page.wait_for_function(
            "(before) => document.querySelector('[data-live]').innerText !== before", arg=before, timeout=60_000
        )

        assert tab.ask("window.sameDocument") is True
        assert "updated" in tab.text("#live-state")
        assert tab.wrong == []


def test_runs_are_filtered_and_two_are_compared(browser: Any, service: str) -> None:
    with Tab(browser, service) as tab:
        tab.open("/runs")
        every = tab.count("tbody tr")
        model = tab.page.locator("tbody tr td:nth-child(4)").first.inner_text()
        tab.page.get_by_label("Filter").fill(model.split()[0])
        tab.page.keyboard.press("Enter")
        tab.page.wait_for_url("**/runs?text=*")
        assert 0 < tab.count("tbody tr") <= every
        tab.open("/runs")
        for place in range(2):
            tab.page.locator("tbody input[type=checkbox]").nth(place).check()
        tab.page.get_by_role("button", name="Compare the chosen runs").click()
        tab.page.wait_for_url("**/compare?*")

        assert tab.count("main section") >= 1
        assert tab.wrong == []


def test_a_candidate_is_rated_by_keyboard(browser: Any, service: str) -> None:
    with Tab(browser, service) as tab:
        tab.open("/feedback/rate?benchmark=starter&rater=keys")
        first = tab.page.input_value("input[name=candidate]")
        tab.page.keyboard.type("5432")
        assert tab.page.locator("input:checked").evaluate_all("all => all.map((one) => one.value)") == [
            "5",
            "4",
            "3",
            "2",
        ]
        tab.page.keyboard.press("Enter")
        tab.page.wait_for_function(
            "(first) => document.querySelector('input[name=candidate]').value !== first", arg=first
        )

        assert "keys: 1 of" in tab.text()
        assert tab.wrong == []


def test_an_alert_is_muted_and_heard_again(browser: Any, service: str) -> None:
    with Tab(browser, service) as tab:
        tab.open("/alerts")
        for words, then in (("Mute", "Unmute"), ("Unmute", "Mute")):
            tab.page.get_by_role("button", name=re.compile(f"^{words} ")).first.click()
            tab.page.get_by_role("button", name=re.compile(f"^{then} ")).first.wait_for()
            assert "/alerts" in tab.page.url

        assert tab.wrong == []


def test_an_attempt_is_opened_from_its_run_and_leads_to_the_next(
    browser: Any, service: str, places: dict[str, str]
) -> None:
    with Tab(browser, service) as tab:
        tab.open(places["trial"].partition("/trial")[0])
        tab.page.locator("#attempts tbody a").first.click()
        tab.page.wait_for_url(re.compile("/trials?[/?]"))

        assert tab.count("pre.code span") > 0
        assert tab.wrong == []


def _links(address: str, path: str, beginning: str) -> list[str]:
    page = httpx.get(f"{address}{path}", timeout=60).text
    return [link for link in re.findall(r'href="([^"]+)"', page) if link.startswith(beginning)]
