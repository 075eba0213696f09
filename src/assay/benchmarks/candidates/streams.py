"""Bytes of a candidate file, plain or gzip, as lines of text or as one JSON value, at a bounded size."""

from __future__ import annotations

import gzip
import json
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from typing import IO, Any, cast

from assay.distinct import distinct_json
from assay.errors import InvalidValue

MAX_LINE_BYTES = 16 * 2**20
"""Of one row; a row with a candidate has a thousandth of it."""
MAX_BLANK_LINES = 1_000_000
"""Of one file: a small gzip file can unpack to any number of them."""
MAX_WHOLE_BYTES = 512 * 2**20
"""Of a file that is one JSON value and has to be loaded whole, unpacked."""
STDIN = "-"

_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
_SHOWN = 80


class Stream:
    """The unpacked bytes of one file or of standard input; gzip is known by its first bytes, whatever its name."""

    def __init__(self, source: str) -> None:
        self.name = "<stdin>" if source == STDIN else source
        self.line_number = 0
        self._source = source
        with self._translated():
            self._file: IO[bytes] = sys.stdin.buffer if source == STDIN else open(source, "rb")  # noqa: SIM115
            self._bytes = cast(BufferedReader, self._file)  # cast: both are buffered
            if self._bytes.peek(2)[:2] == _GZIP:
                self._bytes = BufferedReader(gzip.GzipFile(fileobj=self._file))

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        if self._source != STDIN:
            self._file.close()

    def first(self) -> str:
        """The first character that is not blank; empty where there is none near."""
        with self._translated():
            start = self._bytes.peek(4096)[:4096]
        return start.removeprefix(_BOM).lstrip()[:1].decode("latin-1")

    def lines(self) -> Iterator[str]:
        """The lines that are not blank; `line_number` is that of the last one given."""
        blank = 0
        while raw := self._line():
            if raw.isspace():
                blank += 1
                if blank > MAX_BLANK_LINES:
                    raise InvalidValue(f"{self.where}: more than {MAX_BLANK_LINES:,} blank lines")
                continue
            text = self._decoded(raw, self.where)
            if text.strip():
                yield text

    def whole(self, start: str = "") -> str:
        """All that is left, behind `start`."""
        with self._translated():
            raw = self._bytes.read(MAX_WHOLE_BYTES + 1)
        if len(raw) > MAX_WHOLE_BYTES:
            raise InvalidValue(f"{self.name}: one JSON value of more than {MAX_WHOLE_BYTES:,} bytes; write JSON Lines")
        return start + self._decoded(raw, self.name)

    @property
    def where(self) -> str:
        return f"{self.name}, line {self.line_number}"

    def _line(self) -> bytes:
        with self._translated():
            raw = self._bytes.readline(MAX_LINE_BYTES + 1)
        self.line_number += 1
        if len(raw) > MAX_LINE_BYTES:
            raise InvalidValue(f"{self.where}: longer than {MAX_LINE_BYTES:,} bytes: {shown(raw[:_SHOWN])}")
        return raw

    def _decoded(self, raw: bytes, where: str) -> str:
        try:
            return raw.removeprefix(_BOM).decode()
        except UnicodeDecodeError as error:
            wrong = raw[error.start : error.end]
            line = raw.count(b"\n", 0, error.start) + 1
            place = f"{where}, line {line}" if where == self.name else where
            column = error.start - raw.rfind(b"\n", 0, error.start)
            raise InvalidValue(f"{place}: not UTF-8: {wrong!r} at byte {column}") from None

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise InvalidValue(
                f"{self.name}: not a whole gzip file (behind line {self.line_number}): {error}"
            ) from None
        except OSError as error:
            raise InvalidValue(f"{self.name}: cannot be read: {error.strerror or error}") from None


def parsed(text: str, where: str) -> Any:  # Any: JSON
    """The JSON value of a text; `InvalidValue` with the place and the text for anything else."""
    try:
        return distinct_json(text)
    except json.JSONDecodeError as error:
        line = f", line {error.lineno}" if error.lineno > 1 else ""
        near = error.doc[max(0, error.pos - 20) : error.pos + 40]
        raise InvalidValue(
            f"{where}{line}: not JSON: {error.msg} at column {error.colno}, near {shown(near)}"
        ) from None
    except (ValueError, RecursionError) as error:
        raise InvalidValue(f"{where}: not JSON that can be read: {error}") from None


def shown(value: object) -> str:
    """A value as an error message shows it: short."""
    if isinstance(value, str | bytes) and len(value) > _SHOWN:
        value = value[:_SHOWN]
    text = repr(value) if not isinstance(value, dict | list) else _outline(value)
    return text if len(text) <= 2 * _SHOWN else f"{text[: 2 * _SHOWN]}…"


def _outline(value: dict[str, object] | list[object]) -> str:
    """A container without its depths, which may be any."""
    if isinstance(value, dict):
        return f"an object with {', '.join(repr(key)[:40] for key in list(value)[:12]) or 'no fields'}"
    kinds = sorted({type(item).__name__ for item in value[:100]})
    return f"a list of {len(value)} ({', '.join(kinds)})" if value else "an empty list"
