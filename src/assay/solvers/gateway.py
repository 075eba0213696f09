"""The way from an agent in the sandbox to a model: the OpenAI protocol on a socket that only the agent can connect to.

The agent has no network and no key. Each of its requests is looked at here, and asked of the model at the desk, where
it is charged and kept. Whatever comes over the socket is hostile: bytes, time, connections and depth are bounded.
"""

from __future__ import annotations

import json
import math
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from assay.errors import InvalidValue
from assay.models.base import Model, ModelRefused, ModelUnavailable, PromptRefused
from assay.models.forwarding import checked_body
from assay.sandbox.programs import Look
from assay.solutions import EndedBy
from assay.solvers.desk import Desk, Ended, SolvingStopped

if TYPE_CHECKING:
    import h11

PORT = 8000
"""Where the agent finds it, on its own loopback."""
BASE_URL = f"http://127.0.0.1:{PORT}/v1"
MOST_CONNECTIONS = 16
"""Served at the same time; others wait."""
MOST_BODY = 4 * 2**20
"""Bytes of a request: a million tokens, about."""
MOST_HEADERS = 64 * 1024
REQUEST_SECONDS = 60.0
"""From the last answer on a connection to the end of the next request; and for an answer to be taken."""
GRACE_SECONDS = 60.0
"""How long an answer that is on its way when the agent has ended is waited for: it is paid for."""
MOST_WASTED = 10_000
"""Connections and refused requests of one agent; after that it is not listened to any more."""
CHUNK = 1 << 16
PAUSE_SECONDS = 0.05
_reading = threading.Lock()
"""Held while a request is made of bytes: a hostile one takes a hundred times its size until it is refused."""


@dataclass(frozen=True, slots=True)
class _Reply:
    """What goes back to the agent."""

    status: int
    body: bytes
    content_type: str = "application/json"
    headers: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> _Reply:  # Any: JSON
        return cls(200, json.dumps(data).encode())

    @classmethod
    def refusal(cls, status: int, message: str, code: str = "invalid_request_error") -> _Reply:
        error = {"message": message, "type": code, "code": code, "param": None}
        # Clients of this protocol ask again by themselves; here that was done already, or would not help.
        return cls(status, json.dumps({"error": error}).encode(), headers=(("x-should-retry", "false"),))


@dataclass(eq=False, slots=True)
class Gateway:
    """Serves one agent at one problem.

    Args:
        desk: where the model is asked.
        model: who is asked; `None`: the model of the desk.
    """

    desk: Desk
    model: Model | None = None
    request_seconds: float = REQUEST_SECONDS
    grace_seconds: float = GRACE_SECONDS
    most_body: int = MOST_BODY
    most_wasted: int = MOST_WASTED
    ended: Ended | None = None
    """Why the agent was refused an answer: a budget is used up, or its last request had none from the model."""
    _wasted: int = 0
    """Requests that got no answer of the model, and connections."""
    _failure: BaseException | None = None
    """What must not be hidden behind a status, such as a wrong key; raised where the agent is waited for."""
    _closing: threading.Event = field(default_factory=threading.Event)
    _connections: dict[threading.Thread, socket.socket] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _slots: threading.Semaphore = field(default_factory=threading.Semaphore)

    @contextmanager
    def serve(self, listener: socket.socket) -> Iterator[Look]:
        """Serve until the block is left; what is given must be called now and then, and raises what went wrong.

        It may be called again, where the sandbox of the first time did not start.
        """
        self._closing, self._slots = threading.Event(), threading.Semaphore(MOST_CONNECTIONS)
        self.desk.begin_forwarding()
        acceptor = threading.Thread(target=self._accept, args=(listener,), daemon=True)
        acceptor.start()
        try:
            yield self.look
        finally:
            self._closing.set()
            with suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            self._slots.release()  # it may wait for one
            acceptor.join()
            listener.close()
            self._hang_up()
        if self._failure is not None:
            raise self._failure

    def look(self) -> None:
        """Raise `SolvingStopped` where the run was stopped, and what keeps the model from answering any request."""
        if self._failure is not None:
            raise self._failure
        self.desk.check_stopped()

    def _hang_up(self) -> None:
        """Close all connections, and wait for answers that are on their way."""
        with self._lock:
            left = dict(self._connections)
        for connection in left.values():
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        until = time.monotonic() + self.grace_seconds
        for thread in left:
            thread.join(max(0.0, until - time.monotonic()))
        missing = self.desk.end_forwarding()
        if missing:
            what = "an answer was" if missing == 1 else f"{missing} answers were"
            self.desk.note(f"{what} still on the way when the agent had ended, and not counted here")

    def _accept(self, listener: socket.socket) -> None:
        while True:
            self._slots.acquire()
            if self._closing.is_set():
                return
            try:
                connection = listener.accept()[0]
            except OSError:  # it is closed; or this process has no descriptor left
                self._slots.release()
                self._closing.wait(PAUSE_SECONDS)
                continue
            if self._wasted > self.most_wasted:
                connection.close()
                self._slots.release()
                continue
            thread = threading.Thread(target=self._serve_one, args=(connection,), daemon=True)
            with self._lock:
                self._connections[thread] = connection
            thread.start()

    def _serve_one(self, connection: socket.socket) -> None:
        import h11

        try:
            with connection:
                self._converse(_Line(connection, self.request_seconds, self.most_body))
        except (OSError, h11.ProtocolError):
            pass  # the agent is gone, too slow, was stopped, or speaks something else
        except BaseException as error:
            self._fail(error)
        finally:
            with self._lock:
                self._wasted += 1
                del self._connections[threading.current_thread()]
            self._slots.release()

    def _converse(self, line: _Line) -> None:
        """Answer one request after the other, until one side has enough."""
        import h11

        while not self._closing.is_set():
            try:
                found = line.request()
            except h11.RemoteProtocolError as error:
                line.say(_Reply.refusal(error.error_status_hint, "this is no request of HTTP"))
                return
            if found is None:
                return
            reply = self._reply(*found)
            with self._lock:
                self._wasted += reply.status != 200 or found[0].method == b"GET"
            line.say(reply)
            if not line.goes_on() or self._wasted > self.most_wasted:
                return

    def _reply(self, request: h11.Request, body: bytes | None) -> _Reply:
        path = request.target.decode("ascii", "replace").partition("?")[0].rstrip("/")
        name = (self.model or self.desk.model).name
        wanted = {"/v1/models": b"GET", "/v1/chat/completions": b"POST"}.get(path)
        if wanted is None:
            return _Reply.refusal(404, "there are only /v1/chat/completions and /v1/models")
        if request.method != wanted:
            return _Reply.refusal(405, f"{path} takes {wanted.decode()} only")
        if wanted == b"GET":
            return _Reply.of({"object": "list", "data": [{"id": name, "object": "model", "owned_by": "assay"}]})
        if body is None:
            return _Reply.refusal(413, f"a request has at most {self.most_body:,} bytes")
        try:
            with _reading:
                asked = json.loads(body.decode(), parse_constant=_refuse_constant)
                checked = checked_body(asked)
                streams = bool(asked.get("stream"))
                del asked
        except InvalidValue as error:
            return _Reply.refusal(400, str(error))
        except (ValueError, RecursionError):
            return _Reply.refusal(400, "the request is no JSON")
        answer = self._answer(checked, name)
        if isinstance(answer, _Reply):
            return answer
        if streams:
            return _Reply(200, b"".join(_events(answer)), "text/event-stream")
        return _Reply.of(answer | {"object": "chat.completion"})

    def _answer(self, checked: Mapping[str, Any], name: str) -> dict[str, Any] | _Reply:  # Any: JSON
        """Return the answer of the model, or why there is none."""
        try:
            found = self.desk.forward(checked, model=self.model)
        except Ended as ended:
            self.ended = ended
            return _Reply.refusal(429, ended.detail, "insufficient_quota")
        except SolvingStopped as error:
            return _Reply.refusal(503, str(error), "stopped")
        except ModelUnavailable as error:
            self._note_silence(error)
            return _Reply.refusal(503, str(error), "model_unavailable")
        except PromptRefused as error:
            return _Reply.refusal(400, str(error), "prompt_refused")
        except ModelRefused as error:
            self._fail(error)
            return _Reply.refusal(502, str(error), "model_refused")
        with self._lock:
            if self.ended is not None and self.ended.by is EndedBy.MODEL:
                self.ended = None
        frame: dict[str, Any] = {"id": "chatcmpl-assay", "created": 0, "model": name}  # Any: JSON
        return frame | {key: found.answer[key] for key in ("choices", "usage") if key in found.answer}

    def _note_silence(self, error: ModelUnavailable) -> None:
        with self._lock:
            if self.ended is None:
                self.ended = Ended(EndedBy.MODEL, str(error))

    def _fail(self, error: BaseException) -> None:
        with self._lock:
            self._failure = self._failure or error


class _Line:
    """One connection of an agent, whose requests are bounded in bytes and in time."""

    def __init__(self, connection: socket.socket, seconds: float, most_body: int) -> None:
        import h11

        self._connection = connection
        self._seconds = seconds
        self._most_body = most_body
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=MOST_HEADERS)
        self._until = math.inf

    def request(self) -> tuple[h11.Request, bytes | None] | None:
        """Return the next request with its body; no body where it is too long; `None`: there is no more request."""
        import h11

        self._until = time.monotonic() + self._seconds
        request, body = None, bytearray()
        while True:
            event = self._http.next_event()
            if event is h11.NEED_DATA:
                self._receive()
            elif isinstance(event, h11.Request):
                request = event
            elif isinstance(event, h11.Data):
                body += event.data
                if len(body) > self._most_body:
                    assert request is not None, "data follows a request"
                    return request, None
            elif isinstance(event, h11.EndOfMessage) and request is not None:
                return request, bytes(body)
            else:
                return None

    def say(self, reply: _Reply) -> None:
        """Send an answer."""
        import h11

        if self._http.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            return
        headers = [("content-type", reply.content_type), ("content-length", str(len(reply.body))), *reply.headers]
        said = self._http.send(h11.Response(status_code=reply.status, headers=headers))
        said += self._http.send(h11.Data(data=reply.body)) + self._http.send(h11.EndOfMessage())
        self._connection.settimeout(self._seconds)
        self._connection.sendall(said)

    def goes_on(self) -> bool:
        """Whether another request may follow."""
        import h11

        if self._http.our_state is not h11.DONE or self._http.their_state is not h11.DONE:
            return False
        self._http.start_next_cycle()
        return True

    def _receive(self) -> None:
        import h11

        if self._http.they_are_waiting_for_100_continue:
            self._connection.settimeout(self._seconds)
            self._connection.sendall(self._http.send(h11.InformationalResponse(status_code=100, headers=[])))
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError("the request took too long")
        self._connection.settimeout(left)
        self._http.receive_data(self._connection.recv(CHUNK))


def _events(answer: Mapping[str, Any]) -> Iterator[bytes]:  # Any: JSON
    """Give an answer as the events of a stream: all of it, then how it ended, then what it took."""
    frame = {name: value for name, value in answer.items() if name not in ("choices", "usage")}
    frame["object"] = "chat.completion.chunk"
    said, done = [], []
    for number, choice in enumerate(answer.get("choices", ())):
        said.append({"index": number, "delta": _delta(choice.get("message")), "finish_reason": None})
        done.append({"index": number, "delta": {}, "finish_reason": choice.get("finish_reason")})
    parts: list[dict[str, Any]] = [{"choices": said}, {"choices": done}]  # Any: JSON
    if "usage" in answer:
        parts.append({"choices": [], "usage": answer["usage"]})
    for part in parts:
        yield b"data: " + json.dumps(frame | part).encode() + b"\n\n"
    yield b"data: [DONE]\n\n"


def _delta(message: object) -> Mapping[str, Any]:  # Any: JSON
    """Return a message as a piece of a stream, in which calls of tools are numbered."""
    if not isinstance(message, dict):
        return {}
    calls = message.get("tool_calls")
    if not isinstance(calls, list):
        return message
    return message | {"tool_calls": [{"index": at} | call for at, call in enumerate(calls) if isinstance(call, dict)]}


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no number of JSON")
