"""Where a request comes from: a web page elsewhere reaches the service by no name and across no site."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Mapping
from functools import cached_property
from urllib.parse import urlsplit

from assay.service.context import ServiceSettings

WILDCARDS = ("0.0.0.0", "::", "")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_HERE = ("same-origin", "none")


class Origins:
    """Knows the names that the service is reached by.

    A page of another site that points a name of its own at this machine (DNS rebinding) sends that name in `Host`,
    never an address; so where the service listens on all addresses, every address is accepted, but only known names.
    """

    def __init__(self, settings: ServiceSettings) -> None:
        self._settings = settings

    @cached_property
    def _names(self) -> frozenset[str]:
        bound = self._settings.host.strip("[]").lower()
        names = {"127.0.0.1", "localhost", "::1", *(name.strip("[]").lower() for name in self._settings.allowed_hosts)}
        return frozenset(names | ({socket.gethostname().lower()} if bound in WILDCARDS else {bound}))

    def knows(self, host: str) -> bool:
        """Tell whether a `Host` header names this service."""
        name = _name(host)
        if name is None:
            return False
        return name in self._names or (self._settings.host.strip("[]") in WILDCARDS and _is_address(name))

    def complaint(self, method: str, path: str, headers: Mapping[str, str]) -> str | None:
        """Return why a request is not one of the service's own pages or of a program; `None` where it is."""
        is_safe = method in SAFE_METHODS
        if is_safe and not path.startswith("/v1/"):
            return None  # a link from elsewhere may open a page; what it shows cannot be read from there
        site = headers.get("sec-fetch-site")
        if site is not None and site not in _HERE:
            return f"a page of another site may not ask for this (Sec-Fetch-Site: {site:.40})"
        origin = headers.get("origin")
        if origin is None or (is_safe and origin == "null"):
            return None
        if _authority(origin) != headers.get("host", "").lower():
            return f"a page of {origin:.100} may not ask for this"
        return None


def _name(host: str) -> str | None:
    """Return the name or address in a `Host` header, without its port."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port  # raises for what is none
    except ValueError:
        return None
    is_plain = not (parts.path or parts.query or parts.fragment or "@" in parts.netloc or not parts.netloc.isascii())
    return parts.hostname if is_plain and host == host.strip() else None


def _authority(origin: str) -> str | None:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return None
    return parts.netloc.lower() if parts.scheme in ("http", "https") else None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
