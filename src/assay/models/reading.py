"""What a server sent becomes an answer: one JSON object, or a stream of events that bring the text piece by piece."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from assay.text import one_line

MOST_BYTES = 32 * 2**20
"""Of one answer, as it came over the wire: a stream takes some 300 bytes for each token."""
MOST_TOKENS = 10**9
"""A server that counts more than this is not believed."""
LONGEST_NAME = 200
"""Characters that are kept of the names a server gives: its model, its fingerprint, why an answer ended."""
_EMPTY_ENDS = ("length", "content_filter")
"""Why an answer may end before its first piece of text."""
_LOOKED_AT = 1024
"""Bytes by which a stream is told from a JSON object."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_EVENT_FIELDS = (b"data:", b"event:", b"retry:", b"id:", b":")


class UnusableAnswer(Exception):
    """What the server sent is no answer; the same request may get one."""


class AnswerReader:
    """Reads one answer as its bytes arrive, whatever their content type says.

    >>> reader = AnswerReader(lambda: 0.0)
    >>> reader.feed(b'{"choices": [{"message": {"content": "hi"}, "finish_reason": "stop"}]}')
    >>> reader.end()
    >>> reader.text
    'hi'
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self.finish_reason = ""
        self.model = ""
        self.fingerprint = ""
        self.usage: Mapping[str, Any] = {}  # Any: JSON
        self.first_text_at: float | None = None
        """When the first piece of text came; `None`: the answer came in one piece."""
        self._now = now
        self._pieces: list[str] = []
        self._unfinished: list[bytes] = []
        """The beginning of a line, or all of an answer that is no stream."""
        self._bytes = 0
        self._is_stream: bool | None = None
        self._data: list[bytes] = []
        """The lines of the event that is being read."""
        self._is_done = False

    @property
    def text(self) -> str:
        """The answer so far; halves of characters, which no file can hold, are replaced."""
        return "".join(self._pieces).encode("utf-8", "replace").decode()

    @property
    def is_whole(self) -> bool:
        """Whether all of the text is here, though the stream may go on."""
        return self._is_done or (bool(self.finish_reason) and self._has_text)

    @property
    def tokens(self) -> tuple[int, int, int] | None:
        """Tokens in, out, and those in that were cached; `None`: the server did not say, or nothing credible."""
        tokens_in, tokens_out = _count(self.usage, "prompt_tokens"), _count(self.usage, "completion_tokens")
        if tokens_in is None or tokens_out is None:
            return None
        details = self.usage.get("prompt_tokens_details")
        cached = _count(details, "cached_tokens") if isinstance(details, dict) else None
        if cached is None:
            cached = _count(self.usage, "prompt_cache_hit_tokens") or 0
        return tokens_in, tokens_out, min(cached, tokens_in)

    def feed(self, piece: bytes) -> None:
        """Take the next bytes."""
        self._bytes += len(piece)
        if self._bytes > MOST_BYTES:
            raise UnusableAnswer(f"the answer has more than {MOST_BYTES:,} bytes")
        self._unfinished.append(piece)
        if self._is_stream is None:
            self._is_stream = _looks_like_events(b"".join(self._unfinished))
        if self._is_stream and b"\n" in piece:
            *lines, rest = b"".join(self._unfinished).split(b"\n")
            self._unfinished = [rest]
            for line in lines:
                self._take_line(line.removesuffix(b"\r"))

    def end(self) -> None:
        """Say that there are no more bytes; raises `UnusableAnswer` where they make no whole answer."""
        rest = b"".join(self._unfinished)
        if self._is_stream:
            self._take_line(rest.removesuffix(b"\r"))
            self._take_line(b"")
            if not self.is_whole and self.finish_reason not in _EMPTY_ENDS:
                raise UnusableAnswer("the stream was cut before its end")
        else:
            self._take_object(_decoded(rest))
        if not self._has_text and self.finish_reason not in _EMPTY_ENDS:
            raise UnusableAnswer("the answer holds no text")

    @property
    def _has_text(self) -> bool:
        return bool(self._pieces)

    def _take_line(self, line: bytes) -> None:
        line = line.removeprefix(_BYTE_ORDER_MARK)
        if line.startswith(b"data:"):
            self._data.append(line[5:])
        elif not line and self._data:
            data, self._data = b"\n".join(self._data).strip(), []
            if data == b"[DONE]":
                self._is_done = True
            elif data:
                self._take_object(_decoded(data))

    def _take_object(self, found: object) -> None:
        """Take what one JSON object brings: all of the answer, or a part of it."""
        if not isinstance(found, dict):
            raise UnusableAnswer(f"the answer is no JSON object but {type(found).__name__}")
        if found.get("error"):
            raise UnusableAnswer(f"the server says: {_error_words(found)}")
        self.model = _name(found.get("model")) or self.model
        self.fingerprint = _name(found.get("system_fingerprint")) or self.fingerprint
        if isinstance(found.get("usage"), dict):
            self.usage = found["usage"]
        choices = found.get("choices")
        if not isinstance(choices, list) or not all(isinstance(one, dict) for one in choices):
            raise UnusableAnswer("the answer has no list of choices")
        if not choices and not self._is_stream:
            raise UnusableAnswer("the answer has no choices")
        for choice in choices:
            if choice.get("index") in (None, 0):
                self._take_choice(choice)

    def _take_choice(self, choice: Mapping[str, Any]) -> None:  # Any: JSON
        said = choice.get("delta") if self._is_stream else choice.get("message")
        if isinstance(said, dict):
            text = _text(said.get("content"))
            if text is None:
                text = _text(said.get("refusal"))
            if text and self._is_stream and self.first_text_at is None:
                self.first_text_at = self._now()
            if text is not None:
                self._pieces.append(text)
        self.finish_reason = _name(choice.get("finish_reason")) or self.finish_reason


class MessageReader(AnswerReader):
    """Reads an answer in one piece that may call tools in the place of text, and keeps all of it.

    >>> reader = MessageReader(lambda: 0.0)
    >>> reader.feed(b'{"choices": [{"message": {"content": null, "tool_calls": [{"id": "1"}]}}]}')
    >>> reader.end()
    >>> reader.answer["choices"][0]["message"]["tool_calls"]
    [{'id': '1'}]
    """

    answer: Mapping[str, Any] = {}  # Any: JSON

    def end(self) -> None:
        """Say that there are no more bytes; raises `UnusableAnswer` where they make no whole answer."""
        super().end()
        if not self.answer:
            raise UnusableAnswer("the answer came as a stream, though that was not asked for")

    @property
    def _has_text(self) -> bool:
        choices = self.answer.get("choices") or [{}]
        message = choices[0].get("message")
        calls = isinstance(message, dict) and (message.get("tool_calls") or message.get("function_call"))
        return bool(self._pieces or calls)

    def _take_object(self, found: object) -> None:
        super()._take_object(found)
        if isinstance(found, dict) and not self._is_stream:
            self.answer = found


def server_words(body: bytes) -> str:
    """Return what the body of an error says: the message in its JSON, or the body as text.

    >>> server_words(b'{"error": {"message": "too long"}}')
    'too long'
    """
    try:
        found = _decoded(body)
    except UnusableAnswer:
        return body.decode("utf-8", "replace")
    return _error_words(found) if isinstance(found, dict) else body.decode("utf-8", "replace")


def error_code(body: bytes) -> str:
    """Return the code that the JSON of an error holds, such as `insufficient_quota`; empty: there is none."""
    try:
        found = _decoded(body)
    except UnusableAnswer:
        return ""
    error = found.get("error") if isinstance(found, dict) else None
    return _name(error.get("code")) if isinstance(error, dict) else ""


def _error_words(found: Mapping[str, Any]) -> str:  # Any: JSON
    error = found.get("error")
    inner = error if isinstance(error, dict) else found
    said = next((inner[name] for name in ("message", "detail") if isinstance(inner.get(name), str)), None)
    return said if said is not None else error if isinstance(error, str) else json.dumps(found)


def _decoded(data: bytes) -> object:
    try:
        found: object = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise UnusableAnswer("the answer is not UTF-8") from None
    except (ValueError, RecursionError):
        raise UnusableAnswer("the answer is no JSON" if data.strip() else "the answer is empty") from None
    return found


def _looks_like_events(beginning: bytes) -> bool | None:
    """Whether an answer is a stream, by its first bytes; `None`: there are too few."""
    if _BYTE_ORDER_MARK.startswith(beginning):
        return None
    text = beginning[:_LOOKED_AT].removeprefix(_BYTE_ORDER_MARK).lstrip()
    if text.startswith(_EVENT_FIELDS):
        return True
    may_become = any(field.startswith(text) for field in _EVENT_FIELDS)
    return None if may_become and len(beginning) < _LOOKED_AT else False


def _text(content: object) -> str | None:
    """Return the text of a message, also where it is a list of parts."""
    if isinstance(content, list):
        texts = [part.get("text") for part in content if isinstance(part, dict)]
        return "".join(text for text in texts if isinstance(text, str))
    return content if isinstance(content, str) else None


def _name(value: object) -> str:
    return one_line(value[:LONGEST_NAME]) if isinstance(value, str) else ""


def _count(usage: Mapping[str, Any], name: str) -> int | None:  # Any: JSON
    value = usage.get(name)
    return value if type(value) is int and 0 <= value <= MOST_TOKENS else None
