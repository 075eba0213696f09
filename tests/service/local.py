"""Clients of a service: one in this process without a socket, and one that a real server answers on loopback."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
from fastapi import FastAPI

from assay.service.app import create_app
from assay.service.context import Context
from assay.service.running import listening, server_of

HERE = "http://127.0.0.1:8642"
"""The address that clients in this process speak to: others are not served."""


class _InProcess(httpx.BaseTransport):
    """Hands each request to the application, in an event loop of its own thread."""

    def __init__(self, app: FastAPI) -> None:
        self._beneath = httpx.ASGITransport(app, raise_app_exceptions=False)
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return asyncio.run_coroutine_threadsafe(self._answer(request), self.loop).result()

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        content = request.read()
        whole = httpx.Request(
            request.method, request.url, headers=request.headers, content=content, extensions=request.extensions
        )
        answer = await self._beneath.handle_async_request(whole)
        return httpx.Response(answer.status_code, headers=answer.headers, content=await answer.aread())

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()


@contextmanager
def in_process(context: Context, **how: object) -> Iterator[httpx.Client]:
    """Give a client whose requests an application in this process answers, between its start and its stop."""
    app = create_app(context)
    transport = _InProcess(app)
    lifespan = app.router.lifespan_context(app)
    with httpx.Client(transport=transport, base_url=HERE, **how) as client:  # type: ignore[arg-type]  # closes both
        asyncio.run_coroutine_threadsafe(lifespan.__aenter__(), transport.loop).result()
        yield client
        asyncio.run_coroutine_threadsafe(lifespan.__aexit__(None, None, None), transport.loop).result()


@contextmanager
def on_loopback(context: Context) -> Iterator[str]:
    """Give the address of a real server on a free port; it stops, with all that was accepted, at the end."""
    sock = listening("127.0.0.1", 0)
    server = server_of(context)
    thread = threading.Thread(target=server.run, args=([sock],), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{sock.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
