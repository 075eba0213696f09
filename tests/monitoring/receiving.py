"""A real HTTP server on loopback that receives messages as a test tells it: well, badly, or not at all."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    """Notes every request, and answers with what the test's function writes."""

    server: Receiver

    def do_POST(self) -> None:
        self.body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.received.append((dict(self.headers), self.body))
        self.server.answer(self)

    do_GET = do_POST

    def log_message(self, format: str, *args: Any) -> None:  # Any: what the base class takes
        """Print nothing."""


class Receiver(ThreadingHTTPServer):
    """The server; `received` are headers and body of each request."""

    daemon_threads = True

    def __init__(self, answer: Answer) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answer = answer
        self.received: list[tuple[dict[str, str], bytes]] = []
        self.released = threading.Event()
        """Set at the end of the test: whoever hangs may go."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/hook"


@contextmanager
def receiving(answer: Answer) -> Iterator[Receiver]:
    """Give a server for the length of a test."""
    server = Receiver(answer)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.released.set()
        server.shutdown()
        server.server_close()
        thread.join()


def status(*codes: int, body: bytes = b"", headers: dict[str, str] | None = None) -> Answer:
    """Answer with these codes in turn, and with the last one from then on."""
    left = list(codes)

    def answer(handler: Handler) -> None:
        code = left.pop(0) if len(left) > 1 else left[0]
        handler.send_response(code)
        for name, value in (headers or {}).items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def hang(handler: Handler) -> None:
    """Answer nothing until the test is over."""
    handler.server.released.wait()


def drip(handler: Handler) -> None:
    """Answer a byte at a time, without an end."""
    handler.send_response(500)
    handler.end_headers()
    try:
        while not handler.server.released.wait(0.01):
            handler.wfile.write(b"x")
    except OSError:
        pass


def flood(handler: Handler) -> None:
    """Answer with as much as is taken."""
    handler.send_response(500)
    handler.end_headers()
    try:
        while not handler.server.released.is_set():
            handler.wfile.write(b"y" * 65536)
    except OSError:
        pass
