"""A server on loopback that speaks the OpenAI protocol, as well or as badly as it is told.

In a test: `with FakeServer([Reply(status=429), Reply(text="hi")]) as server:`, then ask `server.base_url`.
As a program: `python tests/models/fake_server.py --port 0 --faults 0.2 --seed 1` prints its address, serves, and
answers `GET /stats` with what it counted.
"""

from __future__ import annotations

import argparse
import json
import random
import socket
import ssl
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

USAGE = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
MOST_KEPT = 10_000
"""Requests that are kept to be looked at."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the server does with one request."""

    text: str = "an answer"
    status: int = 200
    seconds: float = 0.0
    """Before it begins to answer."""
    seconds_between: float = 0.0
    """Before each event of a stream."""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    """Sent as it is, in the place of an answer."""
    content_type: str | None = None
    streams: bool | None = None
    """`None`: as the request asks for."""
    usage: Any = field(default_factory=lambda: dict(USAGE))  # Any: whatever a test has it say
    """`None`: the answer has none."""
    finish_reason: str | None = "stop"
    cut: str = ""
    """Where the connection breaks: `at once`, in the `middle`, or `before done`; empty: nowhere."""
    pieces: int = 3
    """In how many the text of a stream comes."""
    ends: bool = True
    """Whether a stream says `[DONE]`."""
    echoes_key: bool = False
    """Sends the request's key back: in the body, in a header and in the reason."""


@dataclass(frozen=True, slots=True)
class Received:
    """One request that came."""

    body: dict[str, Any]  # Any: JSON
    headers: dict[str, str]
    """By lower-case names."""
    times: int
    """How often a request of the same key came, with this one."""

    @property
    def key(self) -> str:
        """The `Idempotency-Key`."""
        return self.headers.get("idempotency-key", "")

    @property
    def prompt(self) -> str:
        """The last message."""
        return str(self.body["messages"][-1]["content"])


Script = Callable[[Received], Reply]


class FakeServer:
    """Serves until it is closed, each connection in a thread.

    Args:
        script: a function that says what to do with a request, or what to do with the first ones; those behind get
            `usual`.
        certificate: a file with a certificate and its key; with it, the server speaks TLS.
        knows_keys: a request whose `Idempotency-Key` was answered before gets that answer again and is not charged.
    """

    def __init__(
        self,
        script: Script | Iterable[Reply] = (),
        *,
        usual: Reply | None = None,
        knows_keys: bool = True,
        port: int = 0,
        certificate: Path | None = None,
    ) -> None:
        self.received: list[Received] = []
        """The first requests."""
        self.requests = 0
        self.paid: Counter[str] = Counter()
        """How often each key was charged: for every answer that was made, whether or not it arrived."""
        self.most_at_once = 0
        self._script = script if callable(script) else iter(script)
        self._usual = usual or Reply()
        self._knows_keys = knows_keys
        self._came: Counter[str] = Counter()
        self._made: dict[str, Reply] = {}
        self._at_once = 0
        self._lock = threading.Lock()
        self._http = _Http(("127.0.0.1", port), _Handler)
        self._http.fake = self
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self._http.socket = context.wrap_socket(self._http.socket, server_side=True)
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    @property
    def base_url(self) -> str:
        """Where it is, as `--base-url` wants it."""
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def __enter__(self) -> FakeServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def serve(self) -> None:
        """Serve in this thread until the process is interrupted."""
        self._http.serve_forever(poll_interval=0.5)

    def stats(self) -> dict[str, Any]:  # Any: JSON
        """Return what was counted."""
        with self._lock:
            return {
                "requests": self.requests,
                "answers": len(self.paid),
                "charged": sum(self.paid.values()),
                "charged_twice": sum(count > 1 for count in self.paid.values()),
                "most_at_once": self.most_at_once,
            }

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Count a request as being answered."""
        with self._lock:
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            yield
        finally:
            with self._lock:
                self._at_once -= 1

    def reply_to(self, body: dict[str, Any], headers: dict[str, str]) -> Reply:  # Any: JSON
        """Return what to do with a request, and charge for it where that is an answer."""
        key = headers.get("idempotency-key", "")
        with self._lock:
            self.requests += 1
            self._came[key] += 1
            received = Received(body, headers, self._came[key])
            if len(self.received) < MOST_KEPT:
                self.received.append(received)
            reply = self._script(received) if callable(self._script) else next(self._script, self._usual)
            if reply.status == 200 and reply.cut != "at once":
                if not (self._knows_keys and key in self._made):
                    self.paid[key] += 1
                    self._made[key] = reply
                reply = replace(reply, text=self._made[key].text)
            return reply


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256
    fake: FakeServer

    def handle_error(self, request: Any, client_address: Any) -> None:  # Any: as the base class has it
        """Say nothing: connections that break are what this is for."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = 64 * 1024
    server: _Http

    def log_message(self, format: str, *args: Any) -> None:  # Any: as the base class has it
        """Write nothing."""

    def do_GET(self) -> None:
        self._send(200, "application/json", json.dumps(self.server.fake.stats()).encode())
        self.wfile.flush()

    def do_POST(self) -> None:
        self._breaks = False
        with self.server.fake.at_work():
            self._post()
        # The last bytes leave when the request no longer counts: the client may send the next one at once.
        self.wfile.flush()
        if self._breaks:
            self.connection.shutdown(socket.SHUT_RDWR)

    def _post(self) -> None:
        content = self.rfile.read(int(self.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        if not self.path.endswith("/chat/completions"):
            return self._send(404, "application/json", b'{"error": {"message": "there is nothing here"}}')
        asked = json.loads(content)
        reply = self.server.fake.reply_to(asked, headers)
        if reply.seconds:
            time.sleep(reply.seconds)
        if reply.cut == "at once":
            return self._break()
        streams = bool(asked.get("stream")) if reply.streams is None else reply.streams
        if reply.status == 200 and reply.body is None and streams:
            return self._stream(reply, str(asked.get("model")))
        body = reply.body if reply.body is not None else _answer(reply, str(asked.get("model")))
        if reply.echoes_key:
            body += headers.get("authorization", "").encode()
        self._send(reply.status, reply.content_type or "application/json", body, reply, headers.get("authorization"))

    def _send(
        self, status: int, content_type: str, body: bytes, reply: Reply | None = None, key: str | None = None
    ) -> None:
        reply = reply or Reply()
        echoed = key if reply.echoes_key else None
        self.send_response(status, echoed)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if echoed:
            self.send_header("X-Your-Key", echoed)
        self.end_headers()
        if reply.cut:
            self.wfile.write(body[: len(body) // 2])
            return self._break()
        self.wfile.write(body)

    def _stream(self, reply: Reply, model: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", reply.content_type or "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        events = list(_events(reply, model))
        if reply.cut:
            events = events[: len(events) // 2 if reply.cut == "middle" else -2]
        for event in events:
            if reply.seconds_between:
                self.wfile.flush()
                time.sleep(reply.seconds_between)
            self.wfile.write(b"%x\r\n%s\r\n" % (len(event), event))
        if reply.cut:
            return self._break()
        self.wfile.write(b"0\r\n\r\n")

    def _break(self) -> None:
        """Cut the connection behind what was written, as a server does that was killed."""
        self._breaks = self.close_connection = True


def _answer(reply: Reply, model: str) -> bytes:
    if reply.status != 200:
        return json.dumps({"error": {"message": f"status {reply.status}, as told", "code": None}}).encode()
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": reply.text},
        "finish_reason": reply.finish_reason,
    }
    whole = {"id": "1", "object": "chat.completion", "model": f"{model}-served", "system_fingerprint": "fp_1"}
    usage = {} if reply.usage is None else {"usage": reply.usage}
    return json.dumps({**whole, "choices": [choice], **usage}).encode()


def _events(reply: Reply, model: str) -> Iterator[bytes]:
    frame = {"id": "1", "object": "chat.completion.chunk", "model": f"{model}-served", "system_fingerprint": "fp_1"}

    def event(**more: object) -> bytes:
        return b"data: " + json.dumps({**frame, **more}).encode() + b"\n\n"

    length = max(1, -(-len(reply.text) // reply.pieces))
    yield event(choices=[{"index": 0, "delta": {"role": "assistant", "content": ""}, "finish_reason": None}])
    for begin in range(0, len(reply.text), length):
        delta = {"content": reply.text[begin : begin + length]}
        yield event(choices=[{"index": 0, "delta": delta, "finish_reason": None}])
    yield event(choices=[{"index": 0, "delta": {}, "finish_reason": reply.finish_reason}])
    if reply.usage is not None:
        yield event(choices=[], usage=reply.usage)
    if reply.ends:
        yield b"data: [DONE]\n\n"


FAULTS = (
    Reply(status=429, headers={"Retry-After": "0"}),
    Reply(status=500),
    Reply(status=503, headers={"Retry-After": "0"}),
    Reply(status=408),
    Reply(cut="at once"),
    Reply(cut="middle"),
    Reply(cut="middle", streams=False),
    Reply(body=b'{"choices": [{"mess'),
    Reply(body='{"choices": "\xe9"}'.encode("latin-1")),
    Reply(body=b"<html>Bad gateway</html>", content_type="text/html"),
    Reply(body=b"", content_type="text/event-stream"),
)
"""What a bad server does, of all kinds."""


def faulty(chance: float, *, seed: int = 0, usual: Reply | None = None, most_in_a_row: int = 3) -> Script:
    """Return a script that fails requests by chance, each at most so often; which ones depends on the seed alone."""
    answer = usual or Reply()

    def script(received: Received) -> Reply:
        drawn = random.Random(f"{seed}:{received.key}:{received.times}")
        if received.times <= most_in_a_row and drawn.random() < chance:
            return replace(drawn.choice(FAULTS), text=answer.text)
        return answer

    return script


def main() -> None:
    """Serve as a program."""
    parser = argparse.ArgumentParser(description="A fake server of models on loopback.")
    parser.add_argument("--port", type=int, default=0, help="0: any that is free")
    parser.add_argument("--faults", type=float, default=0.0, help="the chance that a request fails, from 0 to 1")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0.0, help="that each answer takes")
    parser.add_argument("--answer", default="```python\ndef answer():\n    return 42\n```")
    chosen = parser.parse_args()
    usual = Reply(chosen.answer, seconds=chosen.seconds)
    server = FakeServer(faulty(chosen.faults, seed=chosen.seed, usual=usual), port=chosen.port)
    print(server.base_url, flush=True)
    server.serve()


if __name__ == "__main__":
    main()
