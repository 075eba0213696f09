"""A visitor of the pages: asks the application itself, without a network, and reads what came."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import pairwise

import httpx
from fastapi import FastAPI


@dataclass(frozen=True, slots=True)
class Visitor:
    """Sends requests to an application, one after the other."""

    app: FastAPI
    address: str = "http://127.0.0.1"

    def get(self, path: str, *, headers: Mapping[str, str] | None = None) -> httpx.Response:
        """Return what the application answers; redirects are not followed."""
        return self._ask("GET", path, headers=headers)

    def post(
        self, path: str, form: Mapping[str, str] | None = None, *, headers: Mapping[str, str] | None = None
    ) -> httpx.Response:
        """Return what the application answers to a form that is sent."""
        return self._ask("POST", path, headers=headers, form=form)

    def _ask(
        self, method: str, path: str, *, headers: Mapping[str, str] | None, form: Mapping[str, str] | None = None
    ) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url=self.address) as client:
                return await client.request(method, path, headers=dict(headers or {}), data=form)

        return asyncio.run(ask())


_ALONE = {"br", "hr", "img", "input", "link", "meta", "path", "rect", "circle", "line", "polyline"}
_TAGS = (
    "html head title script body a header nav ul li main h1 h2 h3 p span b i section form label select option button "
    "div table caption thead tr th tbody td time footer dl dt dd code pre details summary figure figcaption svg g text "
    "fieldset legend textarea polygon"
)
_MADE_BY_US = _ALONE | set(_TAGS.split())


class _Reader(HTMLParser):
    """Notes what is wrong with a page while it is read."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.open: list[str] = []
        self.ids: set[str] = set()
        self.headings: list[int] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in _MADE_BY_US:
            self.wrong.append(f"<{tag}> is none of ours")
        for name in given:
            if name.startswith("on") or name == "style":
                self.wrong.append(f"{name} on <{tag}>")
        address = given.get("href") or given.get("src") or given.get("action") or ""
        if address and not address.startswith(("/", "#", "?")):
            self.wrong.append(f"{address!r} leads away")
        if given.get("id") in self.ids:
            self.wrong.append(f"id {given['id']!r} stands twice")
        self.ids |= {given["id"] or ""} if "id" in given else set()
        if tag in ("h1", "h2", "h3"):
            self.headings.append(int(tag[1]))
        if tag == "script" and "src" not in given:
            self.wrong.append("a script inside of the page")
        labelled = "label" in self.open or "aria-label" in given or given.get("type") == "hidden"
        if tag in ("input", "select", "textarea") and not labelled:
            self.wrong.append(f"<{tag}> without a label")
        if tag not in _ALONE:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in _ALONE:
            return
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> closes something else")


def problems_of(page: str) -> list[str]:
    """Return what is wrong with a page: tags that do not match, texts that became tags, ids, labels and headings."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    levels = reader.headings
    if levels.count(1) != 1 or any(after - before > 1 for before, after in pairwise(levels)):
        reader.wrong.append(f"headings {levels}")
    return reader.wrong + [f"<{tag}> stays open" for tag in reader.open]
