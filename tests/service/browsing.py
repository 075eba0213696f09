"""A real service, and a tab of a real Chromium that looks at it and notes whatever is wrong."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).parents[2]
SCREENS = ROOT / ".bench" / "screens" / "service"
AXE = ROOT / ".bench" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
"""Where `make test-browser` puts axe-core."""
CHROMIUM = shutil.which("chromium")
LISTENS = "Assay listens on "
BEYOND = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const held = (one) => [...function* () { for (let up = one.parentElement; up; up = up.parentElement) yield up; }()]
    .some((up) => !up.matches("html, body") && getComputedStyle(up).overflowX !== "visible");
  return [...document.querySelectorAll("body *")]
    .filter((one) => one.getBoundingClientRect().right > width + 1 && !held(one))
    .map((one) => `beyond the edge: ${one.outerHTML.slice(0, 100)}`).slice(-3);
}"""
LEVELS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
"""The rules of axe-core that every page must keep."""


@contextmanager
def served(*options: str, store: Path | None = None, errors: Path) -> Iterator[str]:
    """Run `assay serve` on a free port until the block ends; gives its address without the last slash."""
    command = [sys.executable, "-m", "assay", "serve", "--port", "0", *options]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
    if store is not None:
        environment["ASSAY_STORE"] = str(store)
    with errors.open("wb") as file:
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=file, text=True, cwd=errors.parent
        )
        try:
            assert process.stdout is not None
            said = next((line for line in process.stdout if LISTENS in line), None)
            assert said is not None, errors.read_text()
            yield said.split(LISTENS)[1].split()[0].rstrip("/")
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=60)
    assert process.returncode == 0, errors.read_text()


@contextmanager
def chromium() -> Iterator[Any]:  # Any: Playwright has no types here
    """Run Chromium without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        launched = started.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield launched
        launched.close()


class Tab:
    """A page of the service in a browser; `wrong` has all that should not happen."""

    def __init__(
        self, browser: Any, address: str, *, width: int = 1280, scheme: str = "light", scripts: bool = True
    ) -> None:  # Any: see above
        self.address = address
        self.width = width
        self.wrong: list[str] = []
        self.context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            java_script_enabled=scripts,
            reduced_motion="reduce",
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(20_000)
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        self.page.on("dialog", self._dialog)
        self.page.on("request", self._request)
        self.page.on("requestfailed", self._failed)
        self.page.on("response", self._answer)

    def __enter__(self) -> Tab:
        return self

    def __exit__(self, *error: object) -> None:
        self.context.close()

    def open(self, path: str) -> None:
        """Go to a page, and wait until it is there."""
        self.page.goto(f"{self.address}{path}", wait_until="load")

    def text(self, selector: str = "main") -> str:
        """Return what a reader sees there."""
        return str(self.page.locator(selector).first.inner_text())

    def count(self, selector: str) -> int:
        return int(self.page.locator(selector).count())

    def ask(self, script: str) -> Any:  # Any: whatever the script gives
        """Return what a script says in the page."""
        return self.page.evaluate(script)

    def beyond(self) -> list[str]:
        """Return what stands beyond the right edge, where one has to scroll to it; nothing on a page that fits."""
        return list(self.page.evaluate(BEYOND))

    def picture(self, name: str) -> None:
        """Keep a picture of the whole page."""
        SCREENS.mkdir(parents=True, exist_ok=True)
        path = SCREENS / f"{name}.png"
        self.page.screenshot(path=path, full_page=True)
        print(f"screenshot: {path}")

    def violations(self) -> list[str]:
        """Return what axe-core finds against the rules of `LEVELS`."""
        self.page.evaluate(AXE.read_text("utf-8"))  # by the debugger, which no policy of the page keeps out
        found = self.page.evaluate(
            "(levels) => axe.run(document, {runOnly: {type: 'tag', values: levels}})", list(LEVELS)
        )
        return [f"{one['id']}: {node['html'][:160]} ({node['failureSummary'][:200]})"
                for one in found["violations"] for node in one["nodes"]]  # fmt: skip

    def _said(self, message: Any) -> None:  # Any: see above
        if message.type in ("error", "warning"):
            self.wrong.append(f"console: {message.text}")

    def _dialog(self, dialog: Any) -> None:  # Any: see above
        self.wrong.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _request(self, request: Any) -> None:  # Any: see above
        if not request.url.startswith(f"{self.address}/"):
            self.wrong.append(f"request: {request.url}")

    def _failed(self, request: Any) -> None:  # Any: see above
        if request.failure != "net::ERR_ABORTED":  # by leaving the page while it asks
            self.wrong.append(f"failed: {request.url} {request.failure}")

    def _answer(self, response: Any) -> None:  # Any: see above
        if response.status >= 400:
            self.wrong.append(f"{response.status}: {response.url}")


def first_link(address: str, path: str, beginnings: Sequence[str]) -> str | None:
    """Return the first link of a page that begins with one of these."""
    import re

    page = httpx.get(f"{address}{path}", timeout=60).text
    links = (link.replace("&amp;", "&") for link in re.findall(r'href="([^"]+)"', page))
    return next((link for link in links if link.startswith(tuple(beginnings))), None)
