"""What a request sends, read once and strictly: bytes, JSON, JSON lines."""

from __future__ import annotations

from typing import Any

from fastapi import Request

from assay.distinct import STRICT_DECODER
from assay.service.answers import Refused

DEEPEST: int = 40
"""Levels of objects and arrays in each other."""
JSON_TYPES = ("application/json",)
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
        lines = [(number, line) for number, line in enumerate(_lines(body, partial), 1) if line.strip()]
        _check_count(len(lines), most)
        return [_row(line, place, number, partial) for place, (number, line) in enumerate(lines)]
    if kind not in JSON_TYPES:
        known = f"{JSON_TYPES[0]} or {NDJSON_TYPES[0]}"
        raise Refused(415, f"send JSON or JSON lines, with Content-Type: {known}", field="content-type")
    found = parsed(text_of(body))
    if not isinstance(found, list):
        return [found]
    _check_count(len(found), most)
    return found


def _lines(body: bytes, partial: bool) -> list[str]:
    """Return the lines of a body; with `partial`, what is not UTF-8 is left for the line that it stands in."""
    return (body.decode("utf-8", "surrogateescape") if partial else text_of(body)).split("\n")


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
    try:
        found = STRICT_DECODER.decode(text)
    except RecursionError:
        raise _too_deep(where, index) from None
    except ValueError as error:  # json's own error is one
        raise Refused(400, f"{where}this is no JSON: {error}", index=index) from None
    if _is_deeper(found, DEEPEST):
        raise _too_deep(where, index)
    return found


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


def _check_count(count: int, most: int) -> None:
    if count > most:
        raise Refused(413, f"at most {most:,} can be sent at once, got {count:,}")
