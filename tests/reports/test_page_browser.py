"""The page in a real browser: it stands at any width, answers the keyboard, and runs nothing foreign."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from assay.records import CaseStatus
from assay.reports.document import Document
from assay.spec import RunState
from assay.text import legible
from tests.reports.pages import HOSTILE, Shelf, hostile, saved, trial

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not on the PATH"),
    pytest.mark.timeout(300),
]
SCREENS = Path(__file__).parents[2] / ".bench" / "screens"
WIDTHS = (400, 900, 1600)
CONTRAST = """() => {
  const channel = (value) => (value /= 255, value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const numbers = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([red, green, blue]) => 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
  const behind = (node) => {
    for (; node; node = node.parentElement) {
      const colour = numbers(getComputedStyle(node).backgroundColor);
      if (colour.length < 4 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const bad = [];
  for (const node of document.querySelectorAll("body *")) {
    const said = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    if (!said || node.closest("script, style, svg, option") || !node.getClientRects().length) continue;
    const [one, other] = [light(numbers(getComputedStyle(node).color)), light(behind(node))].sort((a, b) => b - a);
    if ((one + 0.05) / (other + 0.05) < 4.5) bad.push(`${node.className} ${node.textContent.slice(0, 40)}`);
  }
  return bad;
}"""

SMALL = """[...document.querySelectorAll("main button, main summary, main select, main input, header button")]
  .map((one) => [one.textContent.slice(0, 40), one.getBoundingClientRect()])
  .filter(([, box]) => box.height && (box.height < 24 || box.width < 24)).map(([text]) => text)"""
"""What is too small for a finger, by the measure of WCAG 2.2."""


def documents() -> dict[str, Document]:
    """Pages of every kind, by name."""
    shelf = Shelf(12)
    run = shelf.letters("weak", "PFCT?PFFPPFF")
    good = shelf.letters("good", "PPPPPPFPPPPP")
    large = Shelf(164)
    return {
        "small": shelf.document(run),
        "two": shelf.document(run, good),
        "three": shelf.document(run, good, shelf.letters("third", "FFFFFFPPPPPP")),
        "all-passed": shelf.document(shelf.letters("best", "P" * 12)),
        "unfinished": shelf.document(shelf.letters("cut", "PF", state=RunState.INTERRUPTED)),
        "empty": shelf.document(shelf.letters("none", "", state=RunState.RUNNING)),
        "one-problem": shelf.document(shelf.letters("single", "F")),
        "hostile": hostile(10_000_000),
        "large": large.document(large.letters("weak", "PFCTFP" * 28), large.letters("good", "PPPTFF" * 28)),
    }


DOCUMENTS = ("small", "two", "three", "all-passed", "unfinished", "empty", "one-problem", "hostile", "large")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    return {name: saved(document, folder, f"{name}.html") for name, document in documents().items()}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:  # Any: Playwright has no types here
    with playwright.sync_playwright() as started:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        launched = started.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield launched
        launched.close()


class Tab:
    """A page that is open, with everything that went wrong there."""

    def __init__(self, browser: Any, path: Path, *, width: int = 900, scheme: str = "light", **more: Any) -> None:
        self.page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme, **more)
        self.wrong: list[str] = []
        self.page.on("console", lambda message: self.wrong.append(f"console: {message.text}"))
        self.page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        self.page.on("dialog", self._dialog)
        self.page.on("request", self._request)
        self.page.goto(path.as_uri())

    def _dialog(self, dialog: Any) -> None:  # Any: see above
        self.wrong.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _request(self, request: Any) -> None:  # Any: see above
        if not request.url.startswith(("file:", "blob:")):
            self.wrong.append(f"request: {request.url}")

    def __enter__(self) -> Tab:
        return self

    def __exit__(self, *error: object) -> None:
        self.page.close()

    def text(self, selector: str) -> str:
        return str(self.page.locator(selector).first.inner_text())

    def count(self, selector: str) -> int:
        return int(self.page.locator(selector).count())

    def open_first(self) -> None:
        """Open the first row."""
        self.page.locator(".open").first.click()
        self.page.locator("tr.detail pre").first.wait_for()

    def boxes(self, selector: str) -> list[dict[str, float]]:
        """Return where the elements stand."""
        return [one.bounding_box() for one in self.page.locator(selector).all() if one.is_visible()]

    def draw_all(self) -> None:
        """Scroll through the page until every chart is drawn."""
        for number in range(self.count(".chart")):
            chart = self.page.locator(".chart").nth(number)
            chart.scroll_into_view_if_needed()
            chart.locator(".main-svg").first.wait_for()
        self.page.evaluate("scrollTo(0, 0)")

    def picture(self, name: str) -> None:
        SCREENS.mkdir(parents=True, exist_ok=True)
        path = SCREENS / f"{name}.png"
        self.page.screenshot(path=path, full_page=True)
        print(f"screenshot: {path}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_page_stands_at_any_width(browser: Any, pages: dict[str, Path], name: str, scheme: str) -> None:
    """No error, no request, nothing beyond the right edge, and every text is readable on its ground."""
    for width in WIDTHS:
        with Tab(browser, pages[name], width=width, scheme=scheme) as tab:
            tab.draw_all()
            if tab.count("tr.line"):
                tab.open_first()
            tab.picture(f"{name}-{width}-{scheme}")

            assert tab.wrong == []
            assert tab.page.evaluate("document.documentElement.scrollWidth") <= width
            assert tab.page.evaluate(CONTRAST) == []
            assert tab.page.evaluate(SMALL) == []


def test_a_row_is_found_and_opened_by_the_keyboard_alone(browser: Any, pages: dict[str, Path]) -> None:
    with Tab(browser, pages["small"]) as tab:
        keyboard = tab.page.keyboard
        for _ in range(20):
            keyboard.press("Tab")
            if tab.page.evaluate("document.activeElement.id") == "f-text":
                break
        keyboard.type("p/6 failed")
        assert tab.count("tr.line") == 1
        for _ in range(20):
            keyboard.press("Tab")
            if tab.page.evaluate("document.activeElement.className") == "open":
                break
        keyboard.press("Enter")
        tab.page.locator("tr.detail pre").first.wait_for()

        assert tab.page.locator(".open").get_attribute("aria-expanded") == "true"
        assert "return x  # F0" in tab.text("tr.detail")
        assert "return 2 * x" in tab.text("tr.detail")  # what the reference has instead
        assert tab.wrong == []


def test_the_keyboard_keeps_its_place_from_page_to_page(browser: Any, pages: dict[str, Path]) -> None:
    with Tab(browser, pages["large"]) as tab:
        tab.page.locator("#next").focus()
        seen = []
        for _ in range(3):  # there are two pages: at the end nothing happens
            tab.page.keyboard.press("Enter")
            seen.append((tab.page.evaluate("document.activeElement.id"), tab.text("#place")))

        assert seen == [("next", "page 2 of 2")] * 3
        assert [tab.page.get_attribute(f"#{name}", "aria-disabled") for name in ("previous", "next")] == [
            "false",
            "true",
        ]
        assert tab.page.evaluate(CONTRAST) == []


def test_on_a_small_screen_a_case_is_stacked_with_its_names(browser: Any, pages: dict[str, Path]) -> None:
    with Tab(browser, pages["two"], width=400) as tab:
        tab.open_first()
        cells = tab.boxes("tr.detail .cases td")
        named = "(one) => getComputedStyle(one, '::before').content + one.textContent"
        said = [one.evaluate(named) for one in tab.page.locator(".cases td").all()]

        assert [re.sub(r'["\s]+', " ", text).strip() for text in said] == ["call f(0)", "expected 2", "came 1"]
        assert len({cell["x"] for cell in cells}) == 1
        assert all(above["y"] + above["height"] <= below["y"] for above, below in pairwise(cells))


def test_on_a_small_screen_only_the_sentence_stays_in_view(browser: Any, pages: dict[str, Path]) -> None:
    with Tab(browser, pages["two"], width=400) as tab:
        first = tab.text("h1")
        tab.page.evaluate("scrollTo(0, 1500)")
        heading, about = tab.boxes("h1")[0], tab.boxes(".top .what")[0]

        assert "good" in first
        assert heading["y"] == 0
        assert heading["height"] <= 90
        assert about["y"] + about["height"] < 0


@pytest.mark.parametrize("width", [720, 1000, 1600])
def test_the_arrow_of_a_sorted_column_has_room(browser: Any, tmp_path: Path, width: int) -> None:
    shelf = Shelf(4)
    runs = [
        shelf.add(name, [trial(f"p/{number % 4}", "F", attempt=number // 4) for number in range(8)])
        for name in ("one", "two")
    ]
    with Tab(browser, saved(shelf.document(*runs), tmp_path), width=width) as tab:
        tab.page.select_option("#f-run", "")
        for number in range(tab.count("#head button")):
            tab.page.locator("#head button").nth(number).click()
            pairs = pairwise(tab.boxes("#head button"))

            assert all(left["x"] + left["width"] + 4 <= right["x"] for left, right in pairs)
        assert tab.count("#head button") == 6


def test_an_opened_row_leaves_the_columns_as_wide_as_they_were(browser: Any, pages: dict[str, Path]) -> None:
    with Tab(browser, pages["two"]) as tab:
        before = tab.boxes("tr.line td")
        tab.open_first()

        assert [one["width"] for one in tab.boxes("tr.line td")] == pytest.approx(
            [one["width"] for one in before], abs=1
        )


def test_one_attempt_is_one(browser: Any, pages: dict[str, Path]) -> None:
    with Tab(browser, pages["two"]) as tab:
        assert tab.text("#count") == "1 attempt that did not pass"


def test_code_that_is_cut_says_so_outside_the_listing(browser: Any, pages: dict[str, Path]) -> None:
    with Tab(browser, pages["hostile"]) as tab:
        tab.page.fill("#f-text", "xxxx")
        tab.open_first()
        lines = tab.page.locator("tr.detail .lines").first.locator("> span").all_inner_texts()

        assert lines[0] == "# long"
        assert set(lines[1:]) == {"y = 1"}
        assert re.search(r"… and 9,98\d,\d{3} characters more, left out here", tab.text("tr.detail"))


def test_a_command_about_an_id_that_cannot_be_typed_is_left_out(browser: Any, tmp_path: Path) -> None:
    ids = ["plain", "two words", "it's", "a\u202eb", "-rf"]
    shelf = Shelf(ids=ids)
    with Tab(browser, saved(shelf.document(shelf.letters("r", "FFFFF")), tmp_path)) as tab:
        for number in range(len(ids)):
            tab.page.locator(".open").nth(number).click()
            tab.page.locator("tr.detail").nth(number).locator("pre").first.wait_for()

        assert tab.page.locator("tr.detail .command").all_inner_texts() == [
            "assay replay r plain --attempt 0",
            "assay replay r 'two words' --attempt 0",
            "assay replay r 'it'\\''s' --attempt 0",
        ]


def test_after_printing_the_reader_is_where_they_were(browser: Any, pages: dict[str, Path]) -> None:
    with Tab(browser, pages["large"]) as tab:
        tab.page.locator("#next").click()
        tab.open_first()
        tab.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        printed = tab.count("tr.line"), tab.text("#count")
        tab.page.evaluate("dispatchEvent(new Event('afterprint'))")

        assert printed == (20, "1 to 20 of 81 attempts that did not pass")
        assert tab.text("#place") == "page 2 of 2"
        assert tab.page.locator(".open").first.get_attribute("aria-expanded") == "true"


def test_the_first_stop_of_the_keyboard_leads_to_the_attempts(browser: Any, pages: dict[str, Path]) -> None:
    with Tab(browser, pages["small"]) as tab:
        tab.page.keyboard.press("Tab")
        assert tab.page.evaluate("document.activeElement.className") == "skip"
        tab.page.keyboard.press("Enter")

        assert tab.page.evaluate("location.hash") == "#attempts"


@pytest.mark.parametrize(
    ("verdict", "rows"),
    [("failing", 8), ("all", 12), ("crashed", 1), ("unjudged", 1), ("passed", 4)],
)
def test_attempts_are_chosen_by_verdict(browser: Any, pages: dict[str, Path], verdict: str, rows: int) -> None:
    with Tab(browser, pages["small"]) as tab:
        tab.page.select_option("#f-verdict", verdict)

        assert tab.count("tr.line") == rows


def test_attempts_are_sorted_by_a_column_both_ways(browser: Any, pages: dict[str, Path]) -> None:
    with Tab(browser, pages["small"]) as tab:
        button = tab.page.get_by_role("button", name="problem", exact=True)
        ids = []
        for _ in range(2):
            button.click()
            ids.append((tab.page.locator("th.c-problem").get_attribute("aria-sort"), tab.text(".open")))

        assert ids == [("ascending", "p/1"), ("descending", "p/11")]


def test_the_colours_are_chosen_by_a_button_and_charts_follow(browser: Any, pages: dict[str, Path]) -> None:
    with Tab(browser, pages["small"]) as tab:
        tab.draw_all()
        grounds = []
        for _ in range(3):
            grounds.append(tab.page.evaluate("getComputedStyle(document.body).backgroundColor"))
            tab.page.click("#theme")

        assert grounds == ["rgb(255, 255, 255)", "rgb(255, 255, 255)", "rgb(20, 23, 27)"]
        assert tab.wrong == []


def test_without_scripts_the_answer_is_still_there(browser: Any, pages: dict[str, Path]) -> None:
    with Tab(browser, pages["small"], java_script_enabled=False) as tab:
        assert "pass@1" in tab.text("h1")
        assert "does not run" in tab.text("#attempts")


def test_a_page_is_made_of_landmarks_headings_and_named_cells(browser: Any, pages: dict[str, Path]) -> None:
    with Tab(browser, pages["two"]) as tab:
        tab.open_first()
        levels = tab.page.evaluate(
            "[...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map((node) => Number(node.tagName[1]))"
        )

        assert [tab.count(name) for name in ("header", "main", "footer", "h1")] == [1, 1, 1, 1]
        assert all(after - before <= 1 for before, after in pairwise(levels))
        assert tab.count("tr.detail h3") == 3
        assert tab.count("th:not([scope])") == 0
        assert tab.page.evaluate("[...document.querySelectorAll('th')].filter((one) => !one.textContent.trim())") == []
        assert tab.count("section:not([aria-labelledby])") == 0
        assert tab.page.evaluate("[...document.querySelectorAll('input,select')].every((one) => one.labels.length)")


@pytest.mark.parametrize(("name", "most"), [("small", 2), ("two", 2), ("large", 2), ("hostile", 2)])
def test_a_page_prints_on_few_sheets(browser: Any, pages: dict[str, Path], name: str, most: int) -> None:
    with Tab(browser, pages[name], scheme="dark") as tab:
        SCREENS.mkdir(parents=True, exist_ok=True)
        data = tab.page.pdf(path=SCREENS / f"{name}.pdf", format="A4")

        assert len(re.findall(rb"/Type\s*/Page\b", data)) <= most
        assert tab.wrong == []


def test_hostile_text_is_shown_and_never_run(browser: Any, pages: dict[str, Path]) -> None:
    with Tab(browser, pages["hostile"], width=1600) as tab:
        tab.draw_all()
        shown = tab.page.locator("tr.line").count()
        assert shown == len(HOSTILE) + 1
        for number in range(shown):
            tab.page.locator(".open").nth(number).click()
            tab.page.locator("tr.detail").nth(number).locator("pre").first.wait_for()
        code = tab.page.locator("tr.detail .lines").first.inner_text()
        names = tab.page.locator(".open").all_inner_texts()

        assert tab.wrong == []
        assert "<script>alert(1)</script>" in code
        assert sorted(set(names)) == sorted(legible(f"{number} {text}") for number, text in enumerate(HOSTILE))
        assert tab.count("main img, main iframe, main a, main script, main b b") == 0
        assert tab.page.title().startswith("mine 1: </script>")


def test_what_changed_opens_to_the_difference_of_the_code(browser: Any, pages: dict[str, Path]) -> None:
    with Tab(browser, pages["two"]) as tab:
        assert "good" in tab.text("h1")
        tab.page.locator("details[data-diff] summary").first.click()
        tab.page.locator("details[data-diff] pre").first.wait_for()

        assert "# F0" in tab.text("details[data-diff] pre")
        assert tab.wrong == []


def test_each_run_can_be_looked_at(browser: Any, pages: dict[str, Path]) -> None:
    with Tab(browser, pages["two"]) as tab:
        found = []
        for run in ("1", "0", ""):
            tab.page.select_option("#f-run", run)
            found.append((tab.count("tr.line"), tab.text("#f-verdict option")))

        assert found == [(1, "failures (1)"), (8, "failures (8)"), (9, "failures (9)")]


def test_ten_thousand_attempts_are_filtered_paged_and_opened(browser: Any, tmp_path: Path) -> None:
    shelf = Shelf(100)
    trials = [trial(f"p/{number % 100}", "PFCT"[number % 7 % 4], attempt=number // 100) for number in range(10_000)]
    path = saved(shelf.document(shelf.add("large", trials)), tmp_path)
    with Tab(browser, path) as tab:
        assert "1 to 50 of" in tab.text("#count")
        assert tab.count("tr.line") == 50
        tab.page.select_option("#f-verdict", "all")
        tab.page.fill("#f-text", "p/42 passed")
        expected = sum(one.problem_id == "p/42" and one.outcomes[1].status is CaseStatus.PASSED for one in trials)
        assert tab.text("#count").endswith(f"{expected} attempts")
        tab.page.fill("#f-text", "")
        tab.page.get_by_role("button", name="next").click()
        assert tab.text("#count").startswith("51 to 100 of 10,000")
        tab.page.locator(".open").last.click()
        tab.page.locator("tr.detail pre").first.wait_for()

        assert "return x" in tab.text("tr.detail pre")
        assert tab.wrong == []
