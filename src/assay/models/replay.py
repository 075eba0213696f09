"""Answers in a file: one model writes what another one answers, one answers with what was written."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from assay.errors import Fault, InvalidValue, UsageError
from assay.files import MOST_BYTES, Sink, make_private, opened
from assay.hashing import running_digest
from assay.models.base import Model, PromptRefused, request_key
from assay.solutions import AS_SERVED, Completion, Message, Sampling

MOST_LINE_BYTES = 64 * 2**20
"""Of one recorded request with its answer."""
_SHOWN = 40
"""Characters of two differing messages that an error shows of each."""
_KINDS: dict[str, tuple[type, ...]] = {
    "str": (str,),
    "int": (int,),
    "bool": (bool,),
    "float": (int, float),
    "float | None": (int, float, type(None)),
}


class NotRecorded(PromptRefused):
    """A request is not in the file; the message says how the nearest one that is differs."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """One request, and what a model answered."""

    model: str
    messages: tuple[Message, ...]
    sampling: Sampling
    number: int
    completion: Completion

    @property
    def key(self) -> str:
        """What it is found by: the content of the request, whatever model it went to."""
        return request_key("", self.messages, self.sampling, self.number)

    def to_line(self) -> bytes:
        """Return the line of the file, with its end."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> Recorded:
        """Return what `to_line` wrote; raises `ValueError` where it did not."""
        data = json.loads(line)
        if not isinstance(data, dict) or set(data) != {one.name for one in fields(cls)}:
            raise ValueError(f"must have the fields {', '.join(one.name for one in fields(cls))}")
        sampling = data["sampling"]
        if not isinstance(sampling, dict) or not isinstance(sampling.get("stop", []), list):
            raise ValueError("sampling must be an object, and its stop a list")
        if type(data["number"]) is not int or not isinstance(data["model"], str):
            raise ValueError("number must be a whole number, and model text")
        try:
            messages = tuple(_checked(Message, one) for one in data["messages"])
            return cls(
                data["model"],
                messages,
                Sampling(**sampling | {"stop": tuple(sampling.get("stop", ()))}),
                data["number"],
                _checked(Completion, data["completion"]),
            )
        except TypeError as error:
            raise ValueError(str(error)) from None


class RecordingModel:
    """Asks another model, and writes every request with its answer to the end of a file of JSON Lines.

    A line is written whole, before its answer is returned; where an earlier program was killed in the middle of a
    line, that line is taken out first. One program at a time may write.
    """

    def __init__(self, model: Model, path: Path) -> None:
        self.name = model.name
        self.signature = model.signature
        self._model = model
        self._path = path
        self._lock = threading.Lock()
        try:
            make_private(path)
            self._file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC)
            _cut_unfinished(self._file)
        except OSError as error:
            raise UsageError(f"{path}: cannot be written: {error.strerror or error}") from None

    def __enter__(self) -> RecordingModel:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._file >= 0:
                os.close(self._file)
                self._file = -1

    def complete(self, messages: Sequence[Message], *, sampling: Sampling = AS_SERVED, number: int = 0) -> Completion:
        """Return the other model's answer, which stands in the file by then."""
        completion = self._model.complete(messages, sampling=sampling, number=number)
        line = Recorded(self.name, tuple(messages), sampling, number, completion).to_line()
        with self._lock:
            try:
                self._write(line)
            except OSError as error:
                raise Fault(f"{self._path}: an answer cannot be recorded: {error.strerror or error}") from None
        return completion

    def _write(self, line: bytes) -> None:
        view = memoryview(line)
        while view:
            view = view[os.write(self._file, view) :]


class ReplayModel:
    """Answers with what a file holds for the same messages, sampling and number; asks nobody.

    Of two lines for the same request the later one counts.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._places: dict[str, int] = {}
        models: dict[str, None] = {}
        digest = running_digest()
        for place, recorded in self._lines(digest.update):
            self._places[recorded.key] = place
            models[recorded.model] = None
        if not models:
            raise InvalidValue(f"{path}: holds no recorded answer")
        if len(models) > 1:
            raise InvalidValue(
                f"{path}: holds answers of several models ({', '.join(models)}); record each in its file"
            )
        self.name = next(iter(models))
        self.signature = f"{self.name}@replay-sha256-{digest.hexdigest()[:8]}"

    def complete(self, messages: Sequence[Message], *, sampling: Sampling = AS_SERVED, number: int = 0) -> Completion:
        """Return the recorded answer; `NotRecorded` is raised where there is none."""
        place = self._places.get(request_key("", messages, sampling, number))
        if place is None:
            nearest = max((one for _, one in self._lines()), key=lambda one: _likeness(one, messages, sampling))
            why = _difference(nearest, messages, sampling, number)
            raise NotRecorded(f"{self._path}: this request was not recorded; {why}")
        try:
            with opened(self._path, sys.maxsize) as file:
                file.seek(place)
                return Recorded.from_line(file.readline(MOST_LINE_BYTES)).completion
        except (OSError, ValueError) as error:
            raise Fault(f"{self._path}: cannot be read any more, or has changed: {error}") from None

    def _lines(self, *sinks: Sink) -> Iterator[tuple[int, Recorded]]:
        """The recorded answers with their places; a last line that was cut is left out."""
        place = number = 0
        with opened(self._path, MOST_BYTES, wrong=UsageError, sinks=sinks) as file:
            while line := file.readline(MOST_LINE_BYTES):
                number += 1
                if line.endswith(b"\n") and line.strip():
                    yield place, self._recorded(line, number)
                elif len(line) == MOST_LINE_BYTES:
                    raise InvalidValue(f"{self._path}, line {number}: has more than {MOST_LINE_BYTES:,} bytes")
                place += len(line)

    def _recorded(self, line: bytes, number: int) -> Recorded:
        try:
            return Recorded.from_line(line)
        except (ValueError, RecursionError) as error:
            raise InvalidValue(f"{self._path}, line {number}: no recorded answer: {str(error)[:200]}") from None


def _cut_unfinished(file: int) -> None:
    """Take the last line out of a file, where it has no end."""
    size = end = os.fstat(file).st_size
    while end > 0:
        begin = max(0, end - 65536)
        block = os.pread(file, end - begin, begin)
        if b"\n" in block:
            end = begin + block.rindex(b"\n") + 1
            break
        end = begin
    if end < size:
        os.ftruncate(file, end)


def _checked(record: type[Any], data: object) -> Any:  # Any: one of our records, from JSON
    """Return the record that plain data states; raises `TypeError` for a field that is unknown or of another kind."""
    if not isinstance(data, dict):
        raise TypeError(f"{record.__name__} must be an object")
    for one in fields(record):
        if one.name in data and type(data[one.name]) not in _KINDS[str(one.type)]:
            raise TypeError(f"{one.name} must be {one.type}")
    return record(**data)


def _likeness(one: Recorded, messages: Sequence[Message], sampling: Sampling) -> tuple[int, int, bool]:
    """How much a recorded request is like another: equal messages, then equal characters, then equal sampling."""
    equal = _first_difference(one.messages, messages)
    mine, other = (list[equal].content if equal < len(list) else "" for list in (one.messages, messages))
    return equal, _first_difference(mine, other), one.sampling == sampling


def _difference(one: Recorded, messages: Sequence[Message], sampling: Sampling, number: int) -> str:
    place = _first_difference(one.messages, messages)
    if place < len(messages) and place < len(one.messages):
        asked, known = messages[place], one.messages[place]
        if asked.role != known.role:
            return f"message {place + 1} of the nearest one is of {known.role!r}, not of {asked.role!r}"
        at = _first_difference(asked.content, known.content)
        shown, recorded = asked.content[at : at + _SHOWN], known.content[at : at + _SHOWN]
        return (
            f"message {place + 1} differs from the nearest one at character {at + 1}: {shown!r}, recorded {recorded!r}"
        )
    if len(messages) != len(one.messages):
        return f"the nearest one has {len(one.messages)} messages, not {len(messages)}"
    for name, value in asdict(sampling).items():
        if value != getattr(one.sampling, name):
            return f"{name} is {value!r}, recorded {getattr(one.sampling, name)!r}"
    return f"answer number {number} to it was asked for, recorded is number {one.number}"


def _first_difference(one: Sequence[object], other: Sequence[object]) -> int:
    """Return the first place where two sequences differ, or the length of the shorter one."""
    pairs = zip(one, other, strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
