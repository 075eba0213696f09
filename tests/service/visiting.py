"""A visitor of the pages: asks the application itself, without a network, and reads what came."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

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
