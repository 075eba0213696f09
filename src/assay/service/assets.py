"""The style sheets, scripts and pictures of the pages: a fixed list, each with an address that changes with it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

from assay.hashing import content_digest

_OWN = resources.files("assay.service").joinpath("static")
_REPORT = resources.files("assay.reports.page")
_PLACES = {
    "theme.css": _REPORT,
    "style.css": _OWN,
    "runs.css": _OWN,
    "live.js": _OWN,
    "rate.js": _OWN,
    "icon.svg": _OWN,
}
_KINDS = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"}
NAMES = tuple(_PLACES)


@dataclass(frozen=True, slots=True)
class Asset:
    """One file that pages refer to."""

    content: bytes
    kind: str
    digest: str


@cache
def asset(name: str) -> Asset:
    """Return the file of that name, which must be one of `NAMES`."""
    content = _PLACES[name].joinpath(name).read_bytes()
    return Asset(content, _KINDS[name.rpartition(".")[2]], content_digest(content).hex()[:16])


def address(name: str) -> str:
    """Return where pages find a file; a new content has a new address, so that browsers may keep the old one."""
    return f"/static/{name}?v={asset(name).digest}"
