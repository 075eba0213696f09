"""The candidates of one file or stream, whatever its format, each as soon as it is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assay.benchmarks.candidates.entries import (
    KNOWN,
    TOGETHER,
    Entry,
    Format,
    entries_of,
    format_of,
    prediction_of,
    programs_of,
    text_of,
)
from assay.benchmarks.candidates.streams import Stream, parsed, shown
from assay.errors import InvalidValue
from assay.extraction import Form


def read_file(stream: Stream) -> Iterator[tuple[Format, Entry]]:
    """Each candidate with the format of its row; the format is found out from the content."""
    first = stream.first()
    if not first:
        raise InvalidValue(f"{stream.name}: holds no candidate")
    if first == "[":
        yield from _listed(parsed(stream.whole(), stream.name), stream.name)
    elif first == "{":
        yield from _objects(stream)
    else:
        line = next(stream.lines(), "")
        raise InvalidValue(f"{stream.where}: not JSON, which starts with {{ or [: {shown(line)}")


def check_file(stream: Stream) -> None:
    """Read a file as `read_file` does, within the same bounds and no further, and make nothing of its rows."""
    first = stream.first()
    if first == "[":
        stream.whole()
    elif first == "{":
        lines = stream.lines()
        _one_object(next(lines), stream)
        for _ in lines:
            pass


def _objects(stream: Stream) -> Iterator[tuple[Format, Entry]]:
    """JSON Lines; or one object, on one line or on many."""
    lines = stream.lines()
    first = next(lines)
    rows = _Rows()
    value = _one_object(first, stream)
    if isinstance(value, dict) and "predictions" in value:
        yield from _listed(value["predictions"], f"{stream.name}: field 'predictions'")
        return
    named = value.get("raw_generations", value) if isinstance(value, dict) else value
    by_problem = _by_problem if _is_by_problem(named) else _by_instance if _is_by_instance(named) else None
    if by_problem is not None:
        yield from by_problem(named, stream)
        for line in lines:
            raise InvalidValue(f"{stream.where}: behind one object of problem → programs: {shown(line)}")
        return
    yield from rows.read(value, stream.where, f"{stream.name}:{stream.line_number}")
    for line in lines:
        yield from rows.read(parsed(line, stream.where), stream.where, f"{stream.name}:{stream.line_number}")


def _is_by_problem(value: object) -> bool:
    """Whether a value maps problems to lists of programs, or the numbers of problems to programs."""
    if not isinstance(value, dict) or not value or format_of(value) is not None:
        return False
    if all(isinstance(programs, list) for programs in value.values()):
        return True
    return all(key.isdecimal() and isinstance(programs, str | list | None) for key, programs in value.items())


def _by_problem(value: Mapping[str, object], stream: Stream) -> Iterator[tuple[Format, Entry]]:
    for name, programs in value.items():
        place = f"{stream.name}: {name[:80]!r}"
        for entry in programs_of(name, [None] if programs is None else programs, place, place):
            yield Format.BY_PROBLEM, entry


def _is_by_instance(value: object) -> bool:
    """Whether a value maps instances of SWE-bench to their rows."""
    return isinstance(value, dict) and bool(value) and all(map(_is_prediction, value.values()))


def _is_prediction(value: object) -> bool:
    return isinstance(value, dict) and "model_patch" in value


def _by_instance(value: Mapping[str, Mapping[str, Any]], stream: Stream) -> Iterator[tuple[Format, Entry]]:  # Any: JSON
    for name, row in value.items():
        place = f"{stream.name}: {name[:80]!r}"
        yield Format.SWE_BENCH, prediction_of(row, place, place, name)


def _one_object(first: str, stream: Stream) -> Any:  # Any: JSON
    """The object on the first line, or the one that only begins there."""
    where = stream.where
    try:
        return parsed(first, where)
    except InvalidValue as broken:
        try:
            return parsed(stream.whole(first), where)
        except InvalidValue:
            raise broken from None


class _Rows:
    """The rows of one file, which are all of one format."""

    def __init__(self) -> None:
        self._format: Format | None = None
        self._first = ""

    def read(self, row: object, where: str, origin: str) -> Iterator[tuple[Format, Entry]]:
        if not isinstance(row, dict):
            raise InvalidValue(f"{where}: a row must be an object, got {shown(row)}. Known: {KNOWN}.")
        found, entries = entries_of(row, where, origin)
        if self._format is None:
            self._format, self._first = found, where
        if found is not self._format and not {found, self._format} <= TOGETHER:
            raise InvalidValue(
                f"{where}: a row in the format {found.value!r}, but {self._first} is in {self._format.value!r};"
                " one file has one format"
            )
        for entry in entries:
            yield found, entry


def _listed(value: object, where: str) -> Iterator[tuple[Format, Entry]]:
    """A list of rows, or of predictions in the benchmark's order."""
    if not isinstance(value, list):
        raise InvalidValue(f"{where} must be a list, got {shown(value)}")
    yield from read_rows(value, where)


def read_rows(value: Sequence[object], where: str) -> Iterator[tuple[Format, Entry]]:
    """Yield the candidates of rows, or of predictions in the benchmark's order, each with its format."""
    rows = _Rows()
    kinds = {dict if isinstance(item, dict) else list if isinstance(item, list) else None for item in value}
    if dict in kinds:
        for number, item in enumerate(value):
            yield from rows.read(item, f"{where}[{number}]", f"{where}[{number}]")
        return
    nested = list in kinds
    for number, item in enumerate(value):
        place = f"{where}[{number}]"
        if not nested:
            yield (
                Format.PREDICTIONS,
                Entry(place, None, text_of(item, place), Form.SOLUTION, index=number, of=len(value)),
            )
            continue
        if not isinstance(item, list | None):
            raise InvalidValue(f"{place} must be a list of programs like the others, got {shown(item)}")
        for attempt, text in enumerate(item or ()):
            origin = f"{place}[{attempt}]"
            yield Format.BIGCODE, Entry(origin, None, text_of(text, origin), Form.SOLUTION, index=number, of=len(value))
