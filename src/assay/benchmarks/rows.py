"""Problem files as rows: JSON Lines, one JSON list or CSV, plain or gzip, of bounded size; errors say file and line."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from assay.distinct import DECODER, distinct_json
from assay.errors import InvalidProblem, UsageError
from assay.files import opened, unpacked
from assay.hashing import content_digest

MAX_FILE_BYTES = 2 * 2**30
"""Of a problem file, unpacked: the files of LiveCodeBench are the largest, with their hidden tests."""


class MissingField(InvalidProblem):
    """A row lacks a field that its format has."""


@dataclass(frozen=True, slots=True)
class Row:
    """One record of a file, and the place to name when something is wrong with it."""

    file: str
    line: int
    data: dict[str, Any]  # Any: JSON
    digest: str = ""
    """SHA-256 of the record's text: the same record in two files is the same problem."""
    item: int | None = None
    """Its place in a list, from 1, where the file is one: all of it may stand in one line."""

    @property
    def place(self) -> str:
        return f"line {self.line}" if self.item is None else f"line {self.line}, item {self.item}"

    @property
    def where(self) -> str:
        return f"{self.file}, {self.place}"

    def text(self, name: str, default: str | None = None) -> str:
        """The text in a field; without a default the field must be there."""
        value = self.data.get(name, default)
        if not isinstance(value, str):
            raise self.wrong(name, value, "text")
        return value

    def filled(self, name: str) -> str:
        """Return the text in a field, which must not be empty."""
        value = self.text(name)
        if not value:
            raise self.wrong(name, value, "a text that is not empty")
        return value

    def texts(self, name: str, default: list[str] | None = None) -> list[str]:
        """The list of texts in a field."""
        value = self.data.get(name, default)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.wrong(name, value, "a list of texts")
        return value

    def wrong(self, name: str, value: object, wanted: str) -> InvalidProblem:
        """The error that says what a field must be and what it is."""
        if name not in self.data:
            return MissingField(f"{self.where}: field {name!r} is missing; it must be {wanted}")
        return InvalidProblem(f"{self.where}: field {name!r} must be {wanted}, got {shortened(value)}")


@dataclass(frozen=True, slots=True)
class Content:
    """What a problem file holds, unpacked."""

    file: str
    data: bytes
    digest: str
    """SHA-256 of the unpacked content, so that a packed and a plain copy are the same benchmark."""


def read_content(path: Path) -> Content:
    """The unpacked content of a file; gzip is known by its first bytes, whatever the name says."""
    with opened(path, MAX_FILE_BYTES, wrong=UsageError) as file:
        data = unpacked(file, str(path), MAX_FILE_BYTES, wrong=UsageError).read()
    return Content(str(path), data, content_digest(data).hex())


def rows_of(content: Content) -> list[Row]:
    """The records of a file of JSON objects, one a line or all in one list, or of a CSV file, whose fields are texts.

    >>> rows_of(Content("problems.jsonl", b'{"task_id": 1}\\n\\n{"task_id": 2}', ""))[1].where
    'problems.jsonl, line 3'
    """
    try:
        text = content.data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.data.count(b"\n", 0, error.start) + 1
        raise InvalidProblem(f"{content.file}, line {line}: not UTF-8: {error.reason}") from None
    if content.file.removesuffix(".gz").endswith(".csv"):
        read = _table
    else:
        read = _listed if text.lstrip()[:1] == "[" else _lines
    found = list(read(content.file, text))
    if not found:
        raise InvalidProblem(f"{content.file}: holds no problem")
    return found


def _lines(file: str, text: str) -> Iterator[Row]:
    for number, line in enumerate(text.split("\n"), start=1):  # not splitlines: U+2028 may stand in a text
        if line.strip():
            yield _row(file, number, parsed(line, f"{file}, line {number}"), line.strip())


def _listed(file: str, text: str) -> Iterator[Row]:
    items = _parsed(text, file, json.loads)
    if not isinstance(items, list):
        raise InvalidProblem(f"{file}: must be a list of problems, got {shortened(items)}")
    at, line = text.index("[") + 1, 1
    scanned = 0
    for number, _ in enumerate(items, start=1):
        while text[at] in " \t\r\n,":
            at += 1
        line += text.count("\n", scanned, at)
        scanned = at
        item, at = _parsed(text, f"{file}, line {line}", partial(DECODER.raw_decode, idx=at))
        yield _row(file, line, item, text[scanned:at], number)


def _table(file: str, text: str) -> Iterator[Row]:
    """Yield the records of a CSV file, each with the line that it ends on."""
    usual = csv.field_size_limit(len(text) + 1)  # the module's own limit is smaller than a list of tests
    try:
        table = csv.DictReader(io.StringIO(text, newline=""), strict=True)
        if len(set(table.fieldnames or ())) < len(table.fieldnames or ()):
            raise InvalidProblem(f"{file}, line 1: a name of a column comes twice")
        for data in table:
            if None in data or None in data.values():
                raise InvalidProblem(f"{file}, line {table.line_num}: not as many fields as the first line has")
            yield Row(file, table.line_num, data, content_digest(json.dumps(data)).hex())
    except csv.Error as error:
        raise InvalidProblem(f"{file}, line {table.line_num}: not CSV: {error}") from None
    finally:
        csv.field_size_limit(usual)


def parsed(text: str, where: str) -> Any:  # Any: JSON
    """The JSON value of a text; raises `InvalidProblem` with the place for anything else."""
    return _parsed(text, where, distinct_json)


def _parsed(text: str, where: str, parse: Callable[[str], Any]) -> Any:  # Any: JSON
    try:
        return parse(text)
    except json.JSONDecodeError as error:
        raise InvalidProblem(
            f"{where}: not JSON: {error.msg.removesuffix(' at')} at column {error.colno}: {shortened(text)}"
        ) from None
    except (ValueError, RecursionError) as error:
        raise InvalidProblem(f"{where}: not JSON that can be read: {error}") from None
    except MemoryError:
        raise InvalidProblem(f"{where}: {len(text):,} characters of JSON take more memory than there is") from None


def _row(file: str, line: int, value: object, text: str, item: int | None = None) -> Row:
    row = Row(file, line, value if isinstance(value, dict) else {}, content_digest(text).hex(), item)
    if not isinstance(value, dict):
        raise InvalidProblem(f"{row.where}: a problem must be an object, got {shortened(value)}")
    return row


def shortened(value: object) -> str:
    """A value as an error message shows it."""
    text = repr(value)
    return text if len(text) <= 100 else f"{text[:99]}…"
