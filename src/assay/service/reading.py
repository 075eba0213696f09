"""What a request sends, read once and strictly: bytes, JSON, JSON lines."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import AsyncGenerator, Iterable
from itertools import islice
from typing import Any, TypeVar

from fastapi import Request
from python_multipart.multipart import parse_options_header
from starlette.datastructures import Headers
from starlette.formparsers import MultiPartException, MultiPartParser

from assay.distinct import STRICT_DECODER, TooLarge, check_memory
from assay.service.answers import Refused

T = TypeVar("T")
DEEPEST: int = 40
"""Levels of objects and arrays in each other."""
JSON_TYPES = ("application/json",)
MOST_VALUE_BYTES = 128 << 20
"""Of memory, about, for the values of one body: sixteen times the longest body."""
MULTIPART = "multipart/form-data"
MOST_FIELDS = 50
"""Of a form with a file."""
_BOUNDARY = re.compile(r"[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]")
"""RFC 2046, 5.1.1."""
NDJSON_TYPES = ("application/x-ndjson", "application/jsonl", "application/x-jsonlines", "application/ndjson")


async def body_of(request: Request) -> bytes:
    """Return all that a request sends; the guard bounds its size and its time."""
    return await request.body()


def media_type(request: Request) -> str:
    """Return what a request says it sends, without parameters."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def json_of(request: Request, body: bytes) -> Any:  # Any: JSON
    """Return the JSON value that a request sends; other types than JSON are refused."""
    if media_type(request) not in JSON_TYPES:
        raise Refused(415, "send JSON, with Content-Type: application/json", field="content-type")
    return parsed(text_of(body))


def rows_of(request: Request, body: bytes, *, most: int, partial: bool = False) -> list[Any]:  # Any: JSON
    """Return the values that a request sends: one object, an array of them, or one on each line.

    With `partial`, a line that cannot be read stands in the list as its refusal.
    """
    kind = media_type(request)
    if kind in NDJSON_TYPES:
        return lines_of(_decoded(body, partial), most=most, partial=partial)
    if kind not in JSON_TYPES:
        known = f"{JSON_TYPES[0]} or {NDJSON_TYPES[0]}"
        raise Refused(415, f"send JSON or JSON lines, with Content-Type: {known}", field="content-type")
    found = parsed(text_of(body))
    if not isinstance(found, list):
        return [found]
    if len(found) > most:
        raise _too_many(most)
    return found


def lines_of(text: str, *, most: int, partial: bool = False) -> list[Any]:  # Any: JSON, or a refusal
    """Return the values of JSON lines; they are counted before any of them is read."""
    filled = ((number, line) for number, line in enumerate(io.StringIO(text, newline="\n"), 1) if not line.isspace())
    lines = list(islice(filled, most + 1))
    if len(lines) > most:
        raise _too_many(most)
    _check_memory(text)
    return [_row(line, place, number, partial) for place, (number, line) in enumerate(lines)]


def form_of(request: Request, body: bytes, *, file: str) -> tuple[dict[str, str], bytes]:
    """Return the fields of a form, and the content of the one file in it, which has this name.

    This takes its time, and is not for the thread of the event loop.
    """
    boundary = parse_options_header(request.headers["content-type"])[1].get(b"boundary", b"").decode("latin-1")
    if not _BOUNDARY.fullmatch(boundary):
        raise Refused(400, f"the boundary of the form is none: {boundary!r:.80}", field="content-type")
    headers = Headers({"content-type": f'{MULTIPART}; boundary="{boundary}"'})  # in UTF-8, whatever the sender claims
    parser = MultiPartParser(
        headers, _whole(body), max_files=1, max_fields=MOST_FIELDS, max_part_size=max(1, len(body))
    )
    parser.spool_max_size = len(body) + 1  # all of it is in memory already
    try:
        form = asyncio.run(parser.parse())
    except MultiPartException as error:
        raise Refused(400, f"the form cannot be read: {error.message}") from None
    try:
        found = once(form.multi_items())
        sent = found.get(file, "")
        content = sent.encode("utf-8", "replace") if isinstance(sent, str) else sent.file.read()
        return {name: value for name, value in found.items() if isinstance(value, str) and name != file}, content
    finally:
        asyncio.run(form.close())


def once(pairs: Iterable[tuple[str, T]]) -> dict[str, T]:
    """Return names and their values; raise `Refused` for a name that stands twice: which value is meant is a guess."""
    found: dict[str, T] = {}
    for name, value in pairs:
        if name in found:
            raise Refused(400, f"{name[:40]}: stands twice, and only one value can be meant", field=name[:40])
        found[name] = value
    return found


def check_signs(name: str, value: object) -> None:
    """Refuse a JSON value with text that no database keeps as it is: half of a surrogate pair, the NUL character."""
    if isinstance(value, str):
        if "\0" in value or (not value.isascii() and any("\ud800" <= sign <= "\udfff" for sign in value)):
            raise Refused(
                400, f"{name}: must not hold NUL characters or lone surrogates, got {value!r:.80}", field=name
            )
        return
    inner: Iterable[object] = ()
    if isinstance(value, dict):
        inner = (*value, *value.values())
    elif isinstance(value, list):
        inner = value
    for one in inner:
        check_signs(name, one)


async def _whole(body: bytes) -> AsyncGenerator[bytes, None]:
    yield body


def _decoded(body: bytes, partial: bool) -> str:
    """Return the text of a body; with `partial`, what is not UTF-8 is left for the line that it stands in."""
    return body.decode("utf-8", "surrogateescape") if partial else text_of(body)


def _row(line: str, index: int, number: int, partial: bool) -> Any:  # Any: JSON, or a refusal
    try:
        if partial and any("\udc80" <= sign <= "\udcff" for sign in line):
            raise Refused(400, f"line {number}: this is not UTF-8", index=index)
        return parsed(line, index=index, line=number)
    except Refused as refused:
        if not partial:
            raise
        return refused


def text_of(body: bytes) -> str:
    """Return bytes as text; what is not UTF-8 is refused."""
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused(400, f"the body is not UTF-8: byte {error.start:,} makes no sense") from None


def parsed(text: str, *, index: int | None = None, line: int | None = None) -> Any:  # Any: JSON
    """Return the JSON value of a text that nobody vouches for.

    Keys that stand twice, NaN and Infinity, integers of thousands of digits and deep nesting are refused.
    """
    where = "" if line is None else f"line {line}: "
    if line is None:
        _check_memory(text)
    try:
        found = STRICT_DECODER.decode(text)
    except RecursionError:
        raise _too_deep(where, index) from None
    except MemoryError:
        raise Refused(413, f"{where}the JSON takes more memory than there is", index=index) from None
    except ValueError as error:  # json's own error is one
        raise Refused(400, f"{where}this is no JSON: {error}", index=index) from None
    if _is_deeper(found, DEEPEST):
        raise _too_deep(where, index)
    return found


def _check_memory(text: str) -> None:
    try:
        check_memory(text, MOST_VALUE_BYTES)
    except TooLarge as error:
        raise Refused(413, f"the JSON is too large: {error}") from None


def _is_deeper(value: object, most: int) -> bool:
    level = [value]
    for _ in range(most):
        level = [
            child
            for one in level
            if type(one) is dict or type(one) is list
            for child in (one.values() if type(one) is dict else one)
        ]
        if not level:
            return False
    return any(type(one) in (dict, list) for one in level)


def _too_deep(where: str, index: int | None) -> Refused:
    return Refused(400, f"{where}the JSON is nested more than {DEEPEST} deep", index=index)


def _too_many(most: int) -> Refused:
    return Refused(413, f"at most {most:,} can be sent at once, got more")
