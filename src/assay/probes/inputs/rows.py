"""How the input of a program is built of lines and values; its values read from a text, and written into one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

Value = int | float | str
Data = list["Value | Data"]
"""The values of a text, line by line, without its counts; of repeated lines, a list for each repetition."""
MAX_LINES = 2_000
_INT = re.compile(r"[-+]?(?:0|[1-9]\d{0,400})")
_FLOAT = re.compile(r"[-+]?\d{1,300}\.\d{1,300}")
Rows = list[list[str]]


@dataclass(frozen=True, slots=True)
class Cell:
    """One value on a line."""

    kind: str
    """`int`, `float`, `word`, `count`, or `fixed` for a text that always stands there."""
    size: int = -1
    """Of a count, what it counts; of a word, what its length is; -1: nothing."""
    text: str = ""


@dataclass(frozen=True, slots=True)
class RowLine:
    """A line: some cells, and then perhaps more cells of one kind, as many as `size` says."""

    cells: tuple[Cell, ...]
    tail: Cell | None = None
    size: int = -1
    """-1: any number of them."""


@dataclass(frozen=True, slots=True)
class RowBlock:
    """Lines that come again and again, as often as `size` says."""

    body: tuple[RowLine | RowBlock, ...]
    size: int = -1


Node = RowLine | RowBlock


@dataclass(slots=True)
class Tie:
    """Parts of some data that have the same size, because one count stands for all of them."""

    members: list[tuple[Data, int, str]] = field(default_factory=list)
    """A list with where its variable part begins, or with the place of a word in it; and which of both."""

    def sizes(self) -> list[int]:
        return [len(str(where[at])) if kind == "word" else len(where) - at for where, at, kind in self.members]

    def remove(self, index: int) -> None:
        """Take away one item, or letter, of every member."""
        for where, at, kind in self.members:
            if kind == "word":
                word = str(where[at])
                where[at] = word[:index] + word[index + 1 :]
            else:
                del where[at + index]

    def double(self, index: int, other: int) -> None:
        """Put a copy of one item, or letter, of every member in front of another."""
        for where, at, kind in self.members:
            if kind == "word":
                word = str(where[at])
                where[at] = word[:other] + word[index] + word[other:]
            else:
                where.insert(at + other, _copied(where[at + index]))

    def swap(self, index: int, other: int) -> None:
        """Exchange two items of every list."""
        for where, at, kind in self.members:
            if kind != "word":
                where[at + index], where[at + other] = where[at + other], where[at + index]


class Misfit(Exception):
    """Values that do not fit a layout."""


def read(nodes: Sequence[Node], rows: Rows) -> Data | None:
    """Return the values of a text; `None` where it is not built like this."""
    try:
        data, at = _read_from(nodes, rows, 0, {})
    except (Misfit, IndexError, ValueError):
        return None
    return data if at == len(rows) else None


def _read_from(nodes: Sequence[Node], rows: Rows, at: int, sizes: dict[int, int]) -> tuple[Data, int]:
    data: Data = []
    sizes = dict(sizes)
    for node in nodes:
        if isinstance(node, RowBlock):
            bodies: Data = []
            while len(bodies) < sizes[node.size] if node.size >= 0 else at < len(rows):
                body, at = _read_from(node.body, rows, at, sizes)
                bodies.append(body)
            data.append(bodies)
            continue
        row = rows[at]
        at += 1
        values: Data = []
        for cell, text in zip(node.cells, row, strict=False):
            if cell.kind == "count":
                sizes[cell.size] = int(text)
            elif cell.kind != "fixed":
                values.append(_value(cell.kind, text))
        rest = row[len(node.cells) :]
        if (rest and node.tail is None) or len(row) < len(node.cells):
            raise Misfit
        values += [_value(node.tail.kind, text) for text in rest if node.tail is not None]
        data.append(values)
    return data, at


def written(nodes: Sequence[Node], data: Data, sizes: dict[int, int]) -> Iterator[str]:
    """Yield the lines of some data; raises `Misfit` where it does not fit."""
    if len(data) != len(nodes):
        raise Misfit
    found: list[Tie] = []
    ties: dict[int, Tie] = {}
    collect_ties(nodes, data, ties, found)
    sizes = dict(sizes)
    for size, tie in ties.items():
        seen = set(tie.sizes())
        if len(seen) != 1 or min(seen) < 1:
            raise Misfit
        sizes[size] = seen.pop()
    for node, part in zip(nodes, data, strict=True):
        if not isinstance(part, list):
            raise Misfit
        if isinstance(node, RowLine):
            yield _written_line(node, part, sizes)
            continue
        if not part or any(not isinstance(body, list) for body in part):
            raise Misfit
        for body in part:
            assert isinstance(body, list), "just looked at"
            yield from written(node.body, body, sizes)


def _written_line(line: RowLine, values: Data, sizes: dict[int, int]) -> str:
    rest = iter(values)
    texts = []
    for cell in line.cells:
        if cell.kind == "count":
            texts.append(str(sizes[cell.size]))
        elif cell.kind == "fixed":
            texts.append(cell.text)
        else:
            texts.append(_text(cell.kind, next(rest, None)))
    left = list(rest)
    if left and line.tail is None:
        raise Misfit
    texts += [_text(line.tail.kind, value) for value in left if line.tail is not None]
    if line.tail is not None and not left:
        raise Misfit
    return " ".join(texts)


def collect_ties(nodes: Sequence[Node], data: Data, outer: dict[int, Tie], found: list[Tie]) -> None:
    """Gather what has the size of each count; `outer` holds those of lines above, and gets those of these lines."""
    for node in nodes:
        for cell in node.cells if isinstance(node, RowLine) else ():
            if cell.kind == "count":
                outer[cell.size] = tie = Tie()
                found.append(tie)
    for node, part in zip(nodes, data, strict=False):
        if not isinstance(part, list):
            continue
        if isinstance(node, RowLine):
            _collect_line(node, part, outer, found)
            continue
        _tie(node.size, (part, 0, "list"), outer, found)
        for body in part:
            if isinstance(body, list):
                collect_ties(node.body, body, dict(outer), found)


def _collect_line(line: RowLine, values: Data, ties: dict[int, Tie], found: list[Tie]) -> None:
    cells = [cell for cell in line.cells if cell.kind not in ("count", "fixed")]
    for place, cell in enumerate(cells[: len(values)]):
        if cell.size >= 0:
            _tie(cell.size, (values, place, "word"), ties, found)
    if line.tail is not None:
        _tie(line.size, (values, len(cells), "list"), ties, found)


def _tie(size: int, member: tuple[Data, int, str], ties: dict[int, Tie], found: list[Tie]) -> None:
    if size < 0:
        found.append(Tie([member]))
    elif size in ties:
        ties[size].members.append(member)


def leaves(data: Data) -> Iterator[tuple[Data, int]]:
    for index, part in enumerate(data):
        if isinstance(part, list):
            yield from leaves(part)
        else:
            yield data, index


def cells_of(nodes: Sequence[Node]) -> Iterator[Cell]:
    for node in nodes:
        yield from cells_of(node.body) if isinstance(node, RowBlock) else node.cells


def rows_of(text: str) -> Rows:
    """Return the values of each line; a line with other blanks than one between values is one value."""
    lines = text.split("\n")
    if lines and lines[-1] == "":
        lines.pop()
    return [line.split(" ") if all(line.split(" ")) else [line] for line in lines[:MAX_LINES]]


def kind_of(text: str) -> str:
    if _INT.fullmatch(text):
        return "int"
    return "float" if _FLOAT.fullmatch(text) else "word"


def kind_of_all(line: Sequence[str]) -> str:
    """Return the kind of all values on a line; empty where they are of several kinds."""
    kinds = {kind_of(text) for text in line}
    return "float" if kinds == {"int", "float"} else kinds.pop() if len(kinds) == 1 else ""


def shape_of_row(line: Sequence[str]) -> tuple[str, int]:
    return kind_of_all(line), len(line)


def _value(kind: str, text: str) -> Value:
    return int(text) if kind == "int" else float(text) if kind == "float" else text


def _text(kind: str, value: Value | Data | None) -> str:
    """Return a value as it stands on its line; raises `Misfit` for what has no such text."""
    match kind, value:
        case "int", int():
            return str(value)
        case "float", int() | float():
            return f"{value:.6f}".rstrip("0").rstrip(".") if abs(value) < 1e15 else repr(value)
        case "word", str() if value and value.isprintable() and not value.isspace():
            return value
    raise Misfit


def _copied(value: Value | Data) -> Value | Data:
    return [_copied(one) for one in value] if isinstance(value, list) else value
