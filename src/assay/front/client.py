"""A client of the service: observations, feedback and verdicts over HTTP, from an agent that must not be disturbed."""

from __future__ import annotations

import atexit
import json
import logging
import queue
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Self

from assay.errors import Fault, InvalidValue, require_text
from assay.models.deadlines import Deadline, timed_transport
from assay.monitoring.alerting.rules import check_address
from assay.observations import Added, Observation, Repeats, feedback_of, new_id, observation_of

if TYPE_CHECKING:
    from datetime import datetime

    import httpx

BATCH: Final = 1000
MOST_WAITING: Final = 10_000
"""Observations that wait in the background before others are dropped."""
TRIES: Final = 6
LONGEST_PAUSE: Final = 30.0
CLOSING_SECONDS: Final = 5.0
"""How long `close`, and with it the end of the process, waits for what is not sent yet."""
_CONNECTIONS = 100
_AGAIN = frozenset((408, 425, 429, 500, 502, 503, 504))
_LARGEST_ANSWER = 64 << 20
_LARGEST_BODY = 2 << 20
"""Bytes of observations in one request; a service takes several times as much."""

log = logging.getLogger("assay.client")


class ServiceUnavailable(Fault):
    """The service could not be reached, or could not do its work; the same may succeed later."""


class Client:
    """Talks to `assay serve`. Every observation has an id before it is sent, so that sending it again changes nothing.

    In the background (`start`) nothing here blocks or raises: what cannot be taken is counted in `dropped` and
    `refused`, and the log says so.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        timeout_seconds: float = 30.0,
        max_waiting: int = MOST_WAITING,
        closing_seconds: float = CLOSING_SECONDS,
        pause: Callable[[float], object] = time.sleep,
    ) -> None:
        require_text("url", url, "an address")
        self.url = check_address(url).rstrip("/")
        self.dropped = 0
        """Observations that were lost because too many waited, or because the service was gone for too long."""
        self.refused = 0
        """Observations that are none, or that the service did not take."""
        self._token = token
        self._timeout = timeout_seconds
        """Of one request with its answer, however slowly that comes."""
        self._deadline = Deadline()
        self._closing_seconds = closing_seconds
        self._pause = pause
        self._opened: httpx.Client | None = None
        self._lock = threading.Lock()
        self._waiting: queue.Queue[Observation | None] = queue.Queue(max_waiting)
        self._thread: threading.Thread | None = None
        self._warned: set[str] = set()

    # observations

    def log(self, task_id: str, passed: bool, *, at: datetime | str | None = None, **fields: object) -> str:
        """Send one observation, or leave it to the background; return its id. Fields are those of `Observation`."""
        data = {"task_id": task_id, "passed": passed, "at": at, **fields}
        identity = data["id"] = fields.get("id") or new_id()
        if self._thread is None:
            self.log_many([observation_of(data)])
            return str(identity)
        try:
            self._waiting.put_nowait(observation_of(data))
        except queue.Full:
            self._lost("dropped", 1, "more observations come than the service takes")
        except InvalidValue as error:
            self._lost("refused", 1, str(error))
        return str(identity)

    def log_many(self, observations: Iterable[Observation | Mapping[str, Any]]) -> Added:  # Any: JSON
        """Send observations a batch at a time; when this returns, the service has kept all of them."""
        remaining, accepted, duplicates, repeats = iter(observations), 0, 0, Repeats()
        while batch := [_observation(one, repeats) for one in islice(remaining, BATCH)]:
            added = self._send(batch)
            accepted, duplicates = accepted + added.accepted, duplicates + added.duplicates
        return Added(accepted, duplicates)

    def feedback(self, observation: str, **said: Any) -> str:  # Any: the fields of `Feedback`
        """Send what a person said of an observation: thumb, stars, text, accepted, edit, by; return its id."""
        found = feedback_of({"observation": observation, **said})
        self._ask("POST", "/v1/feedback", _encoded(found.to_dict()))
        return found.id

    def judge(self, request: Mapping[str, Any] | None = None, **fields: Any) -> dict[str, Any]:  # Any: JSON
        """Return what the service says of a candidate; the fields are those of `POST /v1/judge`."""
        found: dict[str, Any] = self._ask("POST", "/v1/judge", _encoded({**(request or {}), **fields}))
        return found

    # in the background

    def start(self) -> Self:
        """From now on send observations from a thread; `log` returns at once."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=_send_waiting, args=(weakref.ref(self),), daemon=True)
                self._thread.start()
                atexit.register(_close, weakref.ref(self))
        return self

    def flush(self, timeout_seconds: float = 30.0) -> bool:
        """Wait until everything that waits was sent or given up; `False`: that took too long."""
        end = time.monotonic() + timeout_seconds
        with self._waiting.all_tasks_done:
            while self._waiting.unfinished_tasks:
                left = end - time.monotonic()
                if left <= 0:
                    return False
                self._waiting.all_tasks_done.wait(left)
        return True

    def close(self) -> None:
        """Send what waits, as far as there is time for it, and let go of the connection."""
        thread, self._thread = self._thread, None
        if thread is not None:
            if not self.flush(self._closing_seconds):
                left = self._waiting.unfinished_tasks
                self._lost("dropped", left, "the client was closed before the service took them")
            try:
                self._waiting.put_nowait(None)
            except queue.Full:
                pass  # the thread is a daemon's, and ends with the process
        with self._lock:
            opened, self._opened = self._opened, None
        if opened is not None:
            opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # requests

    def _send(self, batch: Sequence[Observation], *, partial: bool = False) -> Added:
        """Send a batch; `partial`: what the service does not take is counted, and the rest is kept."""
        accepted = duplicates = 0
        for content in _bodies(batch):
            answer = self._ask("POST", f"/v1/observations{'?partial=true' if partial else ''}", content)
            try:
                accepted += int(answer["accepted"])
                duplicates += int(answer.get("duplicates", 0))
                refused = int(answer.get("refused_count", 0)) if partial else 0
            except (TypeError, KeyError, ValueError, AttributeError, OverflowError) as error:
                said = f"{self.url} does not answer as a service of Assay does: {answer!r:.200}"
                raise ServiceUnavailable(said) from error
            if refused:
                self._lost("refused", refused, f"{answer.get('refused')!s:.200}")
        return Added(accepted, duplicates)

    def _ask(self, method: str, path: str, content: bytes) -> Any:  # Any: JSON
        """Return the answer to a request, which is repeated while the service is busy or away."""
        why = ""
        for attempt in range(TRIES):
            wait = min(LONGEST_PAUSE, 0.5 * 2**attempt)
            try:
                status, headers, text = self._once(method, path, content)
            except _Away as error:
                why = str(error)
            else:
                if status < 300:
                    return _parsed(text, self.url)
                if status not in _AGAIN:
                    raise _refusal(status, text, self.url)
                why = f"HTTP {status}: {_said(text)}"
                wait = _retry_after(headers, wait)
            if attempt + 1 < TRIES:
                self._pause(wait)
        raise ServiceUnavailable(f"{self.url} was asked {TRIES} times in vain: {why}")

    def _once(self, method: str, path: str, content: bytes) -> tuple[int, Mapping[str, str], bytes]:
        import httpcore
        import httpx

        self._deadline.begin(self._timeout)
        try:
            with self._client().stream(method, f"{self.url}{path}", content=content) as response:
                text = b""
                for part in response.iter_bytes():
                    text += part
                    self._deadline.left(None)  # also behind a proxy
                    if len(text) > _LARGEST_ANSWER:
                        raise ServiceUnavailable(f"{self.url} answers with more than {_LARGEST_ANSWER >> 20} MiB")
                return response.status_code, response.headers, text
        except (httpx.HTTPError, httpx.StreamError, httpcore.TimeoutException, OSError, RuntimeError) as error:
            raise _Away(f"{type(error).__name__}: {error}") from error

    def _client(self) -> httpx.Client:
        import httpx

        from assay import __version__
        from assay.models.http import goes_through_proxy

        with self._lock:
            if self._opened is None:
                headers = {"User-Agent": f"assay/{__version__}", "Content-Type": "application/json"}
                if self._token:
                    headers["Authorization"] = f"Bearer {self._token}"
                transport = None
                if not goes_through_proxy(self.url):
                    secure = self.url.startswith("https:")  # else there is nothing to verify
                    transport = timed_transport(self._deadline, connections=_CONNECTIONS, secure=secure)
                self._opened = httpx.Client(
                    headers=headers, timeout=self._timeout, follow_redirects=False, transport=transport
                )
            return self._opened

    def _send_quietly(self, batch: Sequence[Observation]) -> None:
        """Send a batch from the background; whatever happens, the agent goes on."""
        try:
            self._send(batch, partial=True)
        except InvalidValue as error:
            self._lost("refused", len(batch), str(error))
        except Exception as error:
            self._lost("dropped", len(batch), f"{type(error).__name__}: {error}")

    def _lost(self, how: str, count: int, why: str) -> None:
        with self._lock:
            setattr(self, how, getattr(self, how) + count)
            first = how not in self._warned
            self._warned.add(how)
        if first:  # once: an agent's log is not ours to fill
            log.warning("an observation was %s: %s; more are only counted, in Client.%s", how, why, how)


class _Away(Exception):
    """The service did not answer."""


def _send_waiting(reference: weakref.ref[Client]) -> None:
    """Send what waits until the client is closed, or nobody has it any more."""
    client = reference()
    if client is None:
        return
    waiting = client._waiting
    while True:
        del client
        first = _next(waiting, reference)
        client = reference()
        if client is None or first is None:
            return
        batch, ended = [first], False
        while len(batch) < BATCH:
            try:
                one = waiting.get_nowait()
            except queue.Empty:
                break
            if one is None:
                ended = True
                break
            batch.append(one)
        client._send_quietly(batch)
        for _ in range(len(batch) + ended):
            waiting.task_done()
        if ended:
            return


def _next(waiting: queue.Queue[Observation | None], reference: weakref.ref[Client]) -> Observation | None:
    while reference() is not None:
        try:
            found = waiting.get(timeout=1.0)
        except queue.Empty:
            continue
        if found is None:
            waiting.task_done()
        return found
    return None


def _close(reference: weakref.ref[Client]) -> None:
    client = reference()
    if client is not None:
        client.close()


def _observation(one: Observation | Mapping[str, Any], repeats: Repeats) -> Observation:  # Any: JSON
    return one if isinstance(one, Observation) else observation_of(one, repeats=repeats)


def _bodies(batch: Sequence[Observation]) -> Iterator[bytes]:
    """Give the observations as JSON, in pieces of a bounded size."""
    part: list[bytes] = []
    size = 0
    for one in batch:
        text = _encoded(one.to_dict())
        if part and size + len(text) > _LARGEST_BODY:
            yield b"[" + b",".join(part) + b"]"
            part, size = [], 0
        part.append(text)
        size += len(text)
    if part:
        yield b"[" + b",".join(part) + b"]"


def _encoded(data: object) -> bytes:
    return json.dumps(data, allow_nan=False).encode()


def _parsed(text: bytes, url: str) -> Any:  # Any: JSON
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ServiceUnavailable(f"{url} does not answer with JSON: {text[:80]!r}") from error


def _said(text: bytes) -> str:
    """Return what an answer says in words, and about which field."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        return text[:200].decode("utf-8", "replace")
    field = data.get("field")
    error = str(data.get("error", ""))[:500]
    return f"{field}: {error}" if isinstance(field, str) and field and not error.startswith(field) else error


def _refusal(status: int, text: bytes, url: str) -> InvalidValue:
    if status in (401, 403):
        return InvalidValue(f"{url} wants a token that may do this (HTTP {status}); `assay token` makes one")
    return InvalidValue(f"{url} refuses it (HTTP {status}): {_said(text)}")


def _retry_after(headers: Mapping[str, str], otherwise: float) -> float:
    given = headers.get("retry-after", "")
    return min(float(given), LONGEST_PAUSE) if given.isascii() and given.isdecimal() and len(given) < 9 else otherwise
