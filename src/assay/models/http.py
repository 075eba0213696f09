"""A model behind an OpenAI-compatible address: asked again when there is no answer, never more at once than told."""

from __future__ import annotations

import ipaddress
import json
import logging
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from assay import __version__
from assay.errors import InvalidOption, InvalidValue
from assay.models.base import ModelRefused, ModelUnavailable, PromptRefused, request_key
from assay.models.deadlines import Deadline, timed_transport
from assay.models.forwarding import Forwarded, body_key
from assay.models.keys import ApiKey, HiddenInLogs
from assay.models.pacing import Gate, Patience, Pauses, RealPauses, asked_wait
from assay.models.prices import Prices
from assay.models.reading import AnswerReader, MessageReader, UnusableAnswer, error_code, server_words
from assay.solutions import AS_SERVED, Completion, Message, Sampling
from assay.text import one_line

if TYPE_CHECKING:
    import httpx
    from tenacity import RetryCallState

LONGEST_EXCERPT = 300
"""Characters of what a server says that stand in an error."""
_ERROR_BYTES = 64 * 1024
"""Of the body of an error that are read."""
_CONNECT_SECONDS = 30.0
_TRY_AGAIN = (408, 409, 425, 429)
_REFUSED_PROMPT = (400, 413, 422)
_MISUNDERSTOOD = (400, 415, 422, 501)
"""What servers answer that do not know a field of the request."""
_ASKS_TO_WAIT = (429, 503)
_log = logging.getLogger("assay.models")


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """Why a request has no answer."""

    text: str
    raises: type[ModelUnavailable | ModelRefused] = ModelUnavailable
    status: int | None = None
    words: str = ""
    """What the server said."""
    wait_seconds: float | None = None
    """How long the server asks to be left alone for."""

    @property
    def may_pass(self) -> bool:
        """Whether the same request may have an answer later."""
        return self.raises is ModelUnavailable


@dataclass(frozen=True, slots=True)
class Dialect:
    """What of the protocol a server was found to understand."""

    streams: bool = True
    counts_completion: bool = False
    """It wants `max_completion_tokens` where others want `max_tokens`."""
    takes_temperature: bool = True

    def after(self, refusal: NoAnswer, *, may_stop_streaming: bool) -> Dialect | None:
        """Return what to try in the place of what was refused; `None`: it was not the protocol."""
        if refusal.status not in _MISUNDERSTOOD:
            return None
        words = refusal.words.lower()
        if "max_completion_tokens" in words and not self.counts_completion:
            return replace(self, counts_completion=True)
        if "temperature" in words and "support" in words and self.takes_temperature:
            return replace(self, takes_temperature=False)
        return replace(self, streams=False) if self.streams and may_stop_streaming else None

    def joined(self, other: Dialect) -> Dialect:
        """Return the dialect that respects what either of two has learned."""
        return Dialect(
            self.streams and other.streams,
            self.counts_completion or other.counts_completion,
            self.takes_temperature and other.takes_temperature,
        )

    def body(self, name: str, messages: Sequence[Message], sampling: Sampling) -> dict[str, Any]:  # Any: JSON
        """Return the request as this server understands it."""
        asked = {key: value for key, value in asdict(sampling).items() if value not in (None, ())}
        asked = self._understood(asked)
        if self.streams:
            asked |= {"stream": True, "stream_options": {"include_usage": True}}
        return {"model": name, "messages": [asdict(one) for one in messages], **asked}

    def forwarded(self, name: str, body: Mapping[str, Any]) -> dict[str, Any]:  # Any: JSON
        """Return somebody else's request as this server understands it; its answer comes in one piece."""
        return {**self._understood(body), "model": name}

    def _understood(self, asked: Mapping[str, Any]) -> dict[str, Any]:  # Any: JSON
        """Return a request without the fields that this server refuses."""
        refused = () if self.takes_temperature else ("temperature", "top_p")
        taken = {name: value for name, value in asked.items() if name not in refused}
        if self.counts_completion and "max_tokens" in taken:
            taken["max_completion_tokens"] = taken.pop("max_tokens")
        return taken


@dataclass(slots=True)
class _Call:
    """One request, with how often it was sent."""

    body: Callable[[Dialect], dict[str, Any]]  # Any: JSON
    """What is sent to a server of that dialect."""
    key: str
    reader: type[AnswerReader] = AnswerReader
    may_stream: bool = True
    sent: int = 0


@dataclass(frozen=True, slots=True)
class _Answered:
    """An answer, and when its request was sent and its last byte came."""

    reader: AnswerReader
    began: float
    ended: float


class HttpModel:
    """Asks a server that speaks the OpenAI protocol; may be used from several threads at once.

    Args:
        name: of the model, as the server knows it.
        base_url: what stands before `/chat/completions`, such as `http://127.0.0.1:8080/v1`.
        key: sent to the server, and shown to nobody; see `assay.models.keys.key_from`.
        concurrency: requests on their way at the same time.
        patience: how long the server is waited for, and how often it is asked again.
        prices: what tokens cost; without them, the cost of an answer is not known.
        pauses: lets time pass between tries.

    Every request carries a digest of its content as `Idempotency-Key`, so that a server that knows this header charges
    once for a request that is sent again.
    """

    def __init__(
        self,
        name: str,
        *,
        base_url: str,
        key: ApiKey | None = None,
        concurrency: int = 8,
        patience: Patience | None = None,
        prices: Prices | None = None,
        pauses: Pauses | None = None,
    ) -> None:
        self.name = name
        self.base_url = checked_base_url(base_url)
        self.signature = f"{name}@{self.base_url.partition('://')[2]}"
        self._key = key or ApiKey()
        if not self._key.is_sendable:
            raise InvalidValue("the key has characters that no key has, or is too long")
        self._concurrency = concurrency
        self._patience = patience or Patience()
        self._prices = prices or Prices()
        self._pauses = pauses or RealPauses()
        self._gate = Gate(concurrency, self._pauses)
        self._dialect = Dialect()
        self._streaming_works = False
        self._opened: httpx.Client | None = None
        self._is_closed = False
        self._sends = True
        self._lock = threading.Lock()
        self._hidden_in_logs = HiddenInLogs(self._key)
        self._deadline = Deadline()

    def __repr__(self) -> str:
        return f"HttpModel({self.name!r}, base_url={self.base_url!r})"

    def __enter__(self) -> HttpModel:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of all connections; who waits for an answer gets `ModelUnavailable`."""
        with self._lock:
            self._is_closed = True
            opened, self._opened = self._opened, None
        self.send_no_more()
        if opened is not None:
            _let_go(opened, self._hidden_in_logs)

    @property
    def has_price(self) -> bool:
        """Whether it is known what an answer costs today."""
        return self._prices.price(self.name, datetime.now(UTC).date()) is not None

    def priced(self, completion: Completion) -> Completion:
        """Return an answer with its cost at today's price, where it had none."""
        if completion.cost_usd is not None or not completion.tokens_in + completion.tokens_out:
            return completion
        tokens = completion.tokens_in, completion.tokens_out, completion.tokens_cached
        return replace(completion, cost_usd=self._prices.cost(self.name, *tokens, datetime.now(UTC).date()))

    def send_no_more(self) -> None:
        """Let answers that are on their way come, and send nothing else: who waits gets `ModelUnavailable` at once."""
        self._sends = False
        self._pauses.end()

    def complete(self, messages: Sequence[Message], *, sampling: Sampling = AS_SERVED, number: int = 0) -> Completion:
        """Return one answer; see `assay.models.base.Model.complete`.

        The seed that is sent grows with `number`: a server that obeys it would give the same answer every time.
        """
        key = request_key(self.signature, messages, sampling, number)
        if sampling.seed is not None:
            sampling = replace(sampling, seed=sampling.seed + number)
        call = _Call(lambda dialect: dialect.body(self.name, messages, sampling), key)
        return self._completion(self._answered(call), call)

    def forward(self, body: Mapping[str, Any], *, number: int = 0) -> Forwarded:  # Any: JSON
        """Return the answer to somebody else's request as the server gave it; see `assay.models.forwarding`."""
        key = body_key(self.signature, body, number)
        call = _Call(lambda dialect: dialect.forwarded(self.name, body), key, MessageReader, may_stream=False)
        found = self._answered(call)
        assert isinstance(found.reader, MessageReader)
        try:
            answer = json.loads(self._key.hidden_in(json.dumps(found.reader.answer)))
            return Forwarded.of(answer, self._completion(found, call))
        except RecursionError:
            raise ModelUnavailable(self._no_answer("the answer is nested too deeply").text) from None

    def _answered(self, call: _Call) -> _Answered:
        """Return the answer, or raise why there is none."""
        found = self._tried(call)
        if isinstance(found, NoAnswer):
            tries = f" (tried {call.sent} times)" if call.sent > 1 else ""
            raise found.raises(f"{found.text}{tries}")
        return found

    def _tried(self, call: _Call) -> _Answered | NoAnswer:
        """Return the answer, or why the last of several tries had none.

        Failures are values until the last moment: an exception of the HTTP library would carry the key in its frames.
        """
        from tenacity import Retrying, retry_if_result, stop_after_attempt

        def wait(state: RetryCallState) -> float:
            failed = state.outcome.result() if state.outcome is not None else None
            assert isinstance(failed, NoAnswer)
            seconds = self._patience.wait_seconds(call.key, state.attempt_number, failed.wait_seconds)
            if failed.status in _ASKS_TO_WAIT:
                self._gate.close_for(seconds)
            return seconds

        retrying = Retrying(
            stop=stop_after_attempt(self._patience.tries),
            wait=wait,
            retry=retry_if_result(lambda found: isinstance(found, NoAnswer) and found.may_pass and self._sends),
            sleep=self._sleep,
            retry_error_callback=lambda state: state.outcome.result() if state.outcome is not None else None,
        )
        found: _Answered | NoAnswer = retrying(self._understood, call)
        return found

    def _sleep(self, seconds: float) -> None:
        self._pauses.sleep(seconds)

    def _understood(self, call: _Call) -> _Answered | NoAnswer:
        """Send a request once; more often only where the server does not understand a field of it."""
        dialect: Dialect | None = self._dialect
        while dialect is not None:
            found = self._sent(call, dialect)
            if not isinstance(found, NoAnswer):
                self._learn(dialect, streamed=call.may_stream and dialect.streams)
                return found
            dialect = dialect.after(found, may_stop_streaming=call.may_stream and not self._streaming_works)
        return found

    def _learn(self, dialect: Dialect, *, streamed: bool) -> None:
        """Remember what the server took, so that later requests are not refused first."""
        with self._lock:
            self._streaming_works |= streamed
            before, self._dialect = self._dialect, self._dialect.joined(dialect)
        changed = [name for name, value in asdict(before).items() if value != getattr(self._dialect, name)]
        if changed:
            _log.warning("%r refuses what others take; from now on it is asked otherwise: %s", self, ", ".join(changed))

    def _sent(self, call: _Call, dialect: Dialect) -> _Answered | NoAnswer:
        """Send a request once, and return what came back."""
        import httpx

        content = json.dumps(call.body(dialect)).encode()
        with self._gate:
            if not self._sends:
                return self._no_answer("nothing more is sent")
            call.sent += 1
            try:
                return self._exchanged(content, call)
            except httpx.TimeoutException as error:
                return self._no_answer(f"no answer in time ({type(error).__name__})")
            except UnusableAnswer as error:
                return self._no_answer(str(error))
            except (httpx.HTTPError, httpx.StreamError, httpx.InvalidURL, OSError, RuntimeError) as error:
                return self._no_answer(f"{type(error).__name__}: {error}")
            except BaseException as error:  # such as Ctrl+C; frames of the HTTP library hold headers with the key
                error.__cause__ = error.__context__ = None
                raise error.with_traceback(None) from None

    def _exchanged(self, content: bytes, call: _Call) -> _Answered | NoAnswer:
        headers = {"Content-Type": "application/json", "Idempotency-Key": call.key}
        client, path = self._client(), f"{self.base_url}/chat/completions"
        self._deadline.begin(self._patience.timeout_seconds)
        began = self._pauses.now()
        with client.stream("POST", path, content=content, headers=headers) as response:
            if not response.is_success:
                return self._refusal(response)
            if response.headers.get("content-encoding", "identity") != "identity":
                raise UnusableAnswer("the answer is compressed, though that was not asked for")
            reader = call.reader(self._pauses.now)
            self._read(reader, response, began)
            return _Answered(reader, began, self._pauses.now())

    def _read(self, reader: AnswerReader, response: httpx.Response, began: float) -> None:
        import httpx

        try:
            for piece in response.iter_raw():
                reader.feed(piece)
                if self._pauses.now() - began > self._patience.timeout_seconds:
                    raise UnusableAnswer(f"the answer took more than {self._patience.timeout_seconds:g} seconds")
        except httpx.TransportError:
            if not reader.is_whole:  # else all of the text is here, and was paid for
                raise
        reader.end()

    def _refusal(self, response: httpx.Response) -> NoAnswer:
        """Return what a status other than 200 means."""
        status, body = response.status_code, _beginning(response)
        words = self._excerpt(server_words(body))
        raises: type[ModelUnavailable | ModelRefused] = ModelRefused
        if status in _REFUSED_PROMPT:
            raises = PromptRefused
        elif (status in _TRY_AGAIN and error_code(body) != "insufficient_quota") or status >= 500:
            raises = ModelUnavailable
        elif 300 <= status < 400:
            words = self._excerpt(f"it points to {response.headers.get('location', 'nowhere')}, and is not followed")
        said = f": {words}" if words else ""
        text = f"{self.base_url}: model {self.name!r}: the server answered with status {status}{said}"
        return NoAnswer(text, raises, status, words, asked_wait(response.headers))

    def _no_answer(self, why: str) -> NoAnswer:
        return NoAnswer(f"{self.base_url}: model {self.name!r}: {self._excerpt(why)}")

    def _excerpt(self, text: str) -> str:
        """Return the beginning of a foreign text on one line, without the key."""
        shown = one_line(self._key.hidden_in(text).strip())  # hidden before it is cut: half a key is still one
        return shown if len(shown) <= LONGEST_EXCERPT else f"{shown[:LONGEST_EXCERPT]}…"

    def _completion(self, found: _Answered, call: _Call) -> Completion:
        reader, hidden = found.reader, self._key.hidden_in
        model, tokens, first = hidden(reader.model) or self.name, reader.tokens, reader.first_text_at
        day = datetime.now(UTC).date()
        return Completion(
            hidden(reader.text),
            *(tokens or (0, 0, 0)),
            cost_usd=None if tokens is None else self._prices.cost(self.name, *tokens, day),
            seconds=max(0.0, found.ended - found.began),
            first_token_seconds=None if first is None else max(0.0, first - found.began),
            finish_reason=hidden(reader.finish_reason),
            model=model,
            fingerprint=hidden(reader.fingerprint),
            tries=call.sent,
        )

    def _client(self) -> httpx.Client:
        """Return the one client of all threads, which is made when it is first needed."""
        with self._lock:
            if self._is_closed:
                raise RuntimeError("the model was closed")
            if self._opened is None:
                self._hidden_in_logs.attach()
                self._opened = self._new_client()
                weakref.finalize(self, _let_go, self._opened, self._hidden_in_logs)  # where nobody closes it
            return self._opened

    def _new_client(self) -> httpx.Client:
        import httpx

        seconds, at_once = self._patience.timeout_seconds, self._concurrency
        transport = None
        if not goes_through_proxy(self.base_url):
            secure = self.base_url.startswith("https:")  # else there is nothing to verify, and loading it costs time
            transport = timed_transport(self._deadline, connections=at_once, secure=secure)
        return httpx.Client(
            auth=self._key.signed,
            headers={"User-Agent": f"assay/{__version__}", "Accept-Encoding": "identity"},
            timeout=httpx.Timeout(seconds, connect=min(seconds, _CONNECT_SECONDS)),
            limits=httpx.Limits(max_connections=at_once, max_keepalive_connections=at_once),
            follow_redirects=False,
            transport=transport,
        )


def checked_base_url(text: str) -> str:
    """Return an address as it stands before `/chat/completions`.

    >>> checked_base_url("http://127.0.0.1:8080/v1/")
    'http://127.0.0.1:8080/v1'
    """
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise InvalidOption("base_url", "is no address") from None
    if parts.username is not None or parts.password is not None or "@" in text:
        raise InvalidOption("base_url", "must hold no user name or password; a key comes from the environment")
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0 or not text.isprintable():
        raise InvalidOption("base_url", f"must be such as http://127.0.0.1:8080/v1, got {text[:200]!r}")
    if parts.query or parts.fragment or " " in text:
        raise InvalidOption("base_url", f"must have no question mark, # or blank, got {text[:200]!r}")
    return text.rstrip("/").removesuffix("/chat/completions")


def is_local(base_url: str) -> bool:
    """Whether an address is one of this machine.

    >>> is_local("http://localhost:8080/v1"), is_local("https://example.org/v1")
    (True, False)
    """
    try:
        host = urlsplit(base_url).hostname or ""
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def goes_through_proxy(base_url: str) -> bool:
    """Whether the environment names a proxy for an address; none is asked for those of this machine."""
    from urllib.request import getproxies, proxy_bypass

    parts = urlsplit(base_url)
    return (
        not is_local(base_url)
        and not proxy_bypass(parts.hostname or "")
        and bool({parts.scheme, "all"} & {*getproxies()})
    )


def _let_go(client: httpx.Client, hidden_in_logs: HiddenInLogs) -> None:
    client.close()
    hidden_in_logs.detach()


def _beginning(response: httpx.Response) -> bytes:
    import httpx

    body = b""
    try:
        for piece in response.iter_raw():
            body += piece
            if len(body) >= _ERROR_BYTES:
                break
    except httpx.HTTPError:
        pass  # what came of it is enough
    return body[:_ERROR_BYTES]
