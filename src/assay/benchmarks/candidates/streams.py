"""Bytes of a candidate file, plain or gzip, as lines of text or as one JSON value, at a bounded size."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import Any

from assay.distinct import distinct_json
from assay.errors import InvalidValue
from assay.files import MOST_BYTES, Bounded, Sink, opened, preceded, unpacked

MAX_LINE_BYTES = 16 * 2**20
"""Of one row; a row with a candidate has a thousandth of it."""
MAX_BLANK_LINES = 1_000_000
"""Of one file: a small gzip file can unpack to any number of them."""
MAX_BLANK_BYTES = 2**20
"""Before the first sign of a file."""
MAX_WHOLE_BYTES = 512 * 2**20
"""Of a file that is one JSON value and has to be loaded whole, unpacked."""
MAX_LINES = 10_000_000
"""Of one file, for the same reason."""
STDIN = "-"

_BOM = b"\xef\xbb\xbf"
_BLANK = b" \t\r\n\v\f" + _BOM
_SHOWN = 80


class Stream:
    """The unpacked bytes of one file or of standard input; gzip is known by its first bytes, whatever its name.

    `sinks` are given the bytes as they lie on the disk, each piece when it is read.
    """

    def __init__(self, source: str, *, within: Path | None = None, sinks: tuple[Sink, ...] = ()) -> None:
        self.name = "<stdin>" if source == STDIN else source
        self.line_number = 0
        self.size = 0
        """Bytes that were read so far, as they lie on the disk."""
        sinks = (*sinks, self._count)
        if source == STDIN:
            given = Bounded(sys.stdin.buffer, self.name, MOST_BYTES, sinks=sinks, closes=False)
            self._file: BufferedReader = BufferedReader(given)
        else:
            self._file = opened(source, MOST_BYTES, within=within, sinks=sinks)
        self._bytes = unpacked(self._file, self.name, MOST_BYTES)

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def first(self) -> str:
        """The first character that is neither blank nor a byte order mark, however late it comes; empty at the end."""
        ahead, count = [], 0
        while (near := self._bytes.peek()) and not (found := near.lstrip(_BLANK)):
            ahead.append(self._bytes.read(len(near)))
            count += len(near)
            if count > MAX_BLANK_BYTES:
                raise InvalidValue(
                    f"{self.name}: begins with at least {count:,} blank bytes, at most {MAX_BLANK_BYTES:,} are read"
                )
        if ahead:
            self._bytes = preceded(b"".join(ahead), self._bytes)
        return found[:1].decode("latin-1") if near else ""

    def lines(self) -> Iterator[str]:
        """The lines that are not blank; `line_number` is that of the last one given."""
        blank = 0
        while raw := self._line():
            if self.line_number > MAX_LINES:
                raise InvalidValue(
                    f"{self.name}: holds at least {self.line_number:,} lines, at most {MAX_LINES:,} are read"
                )
            if raw.isspace():
                blank += 1
                if blank > MAX_BLANK_LINES:
                    raise InvalidValue(
                        f"{self.where}: holds at least {blank:,} blank lines, at most {MAX_BLANK_LINES:,} are read"
                    )
                continue
            text = self._decoded(raw, self.where)
            if text.strip():
                yield text

    def whole(self, start: str = "") -> str:
        """All that is left, behind `start`."""
        try:
            raw = self._bytes.read(MAX_WHOLE_BYTES + 1)
        except MemoryError:
            raise InvalidValue(f"{self.name}: one JSON value that takes more memory than there is") from None
        if len(raw) > MAX_WHOLE_BYTES:
            raise InvalidValue(
                f"{self.name}: one JSON value of at least {len(raw):,} bytes, at most {MAX_WHOLE_BYTES:,} are read;"
                " write JSON Lines"
            )
        return start + self._decoded(raw, self.name)

    def _count(self, piece: bytes) -> None:
        self.size += len(piece)

    @property
    def where(self) -> str:
        return f"{self.name}, line {self.line_number}"

    def _line(self) -> bytes:
        raw = self._bytes.readline(MAX_LINE_BYTES + 1)
        self.line_number += 1
        if len(raw) > MAX_LINE_BYTES:
            raise InvalidValue(
                f"{self.where}: holds at least {len(raw):,} bytes, at most {MAX_LINE_BYTES:,} are read:"
                f" {shown(raw[:_SHOWN])}"
            )
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
