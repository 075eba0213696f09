"""What examples show about the input of a program: lines of numbers and words, and numbers that count what follows.

A number that equals how many lines or items follow it, or how long a word is, in every example and at least once with
two or more, is taken for their count: it changes with them. Where a number could count two different things, nothing
that it may count changes its size.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

Value = int | float | str
Data = list["Value | Data"]
"""The values of a text, line by line, without its counts; of repeated lines, a list for each repetition."""
FREE_LINES = 3
"""Lines of one kind in a row, in a text without counts, from which on they may be more or fewer."""
FREE_ITEMS = 4
"""The same for values on one line."""
MAX_LINES = 2_000
_INT = re.compile(r"[-+]?(?:0|[1-9]\d{0,400})")
_FLOAT = re.compile(r"[-+]?\d{1,300}\.\d{1,300}")
_Rows = list[list[str]]


@dataclass(frozen=True, slots=True)
class Cell:
    """One value on a line."""

    kind: str
    """`int`, `float`, `word`, `count`, or `fixed` for a text that always stands there."""
    size: int = -1
    """Of a count, what it counts; of a word, what its length is; -1: nothing."""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line: some cells, and then perhaps more cells of one kind, as many as `size` says."""

    cells: tuple[Cell, ...]
    tail: Cell | None = None
    size: int = -1
    """-1: any number of them."""


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that come again and again, as often as `size` says."""

    body: tuple[Line | Block, ...]
    size: int = -1


Node = Line | Block


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


class Layout:
    """How the texts of some examples are built.

    >>> layout = Layout(["3\\n10 20 30\\n", "2\\n5 5\\n"])
    >>> layout.data("3\\n10 20 30\\n")
    [[], [10, 20, 30]]
    >>> layout.text([[], [7]])
    '1\\n7\\n'
    """

    def __init__(self, examples: Sequence[str]) -> None:
        rows = [_rows(text) for text in examples]
        self._next_size = 0
        self.nodes = self._common(rows) or self._common(rows[:1]) or _as_it_is(rows[0])
        self.examples = [text for text, some in zip(examples, rows, strict=True) if _read(self.nodes, some) is not None]
        """Those that are built alike: all, or only the first."""
        if not any(cell.kind in ("count", "fixed") for cell in _cells(self.nodes)):
            self.nodes = _freed(self.nodes)

    def data(self, text: str) -> Data:
        """Return the values of an example."""
        found = _read(self.nodes, _rows(text))
        assert found is not None, "it is one of the examples"
        return found

    def text(self, data: Data) -> str | None:
        """Return the text with these values; `None` where they do not fit the layout."""
        try:
            lines = list(_written(self.nodes, data, {}))
        except _Misfit:
            return None
        return "".join(f"{line}\n" for line in lines)

    def ties(self, data: Data) -> list[Tie]:
        """Return all parts of the data whose size may change, those of one count together."""
        found: list[Tie] = []
        _collect_ties(self.nodes, data, {}, found)
        return found

    def leaves(self, data: Data) -> list[tuple[Data, int]]:
        """Return the place of every value."""
        return list(_leaves(data))

    def _common(self, texts: list[_Rows]) -> tuple[Node, ...] | None:
        try:
            return self._learned(texts, {})
        except _Misfit:
            return None

    def _learned(self, texts: list[_Rows], outer: dict[int, list[int]]) -> tuple[Node, ...] | None:
        """Return what is common to these texts, which stand for the same; `None` where they have nothing in common.

        `outer` holds the counts of lines above, with their value for each text.
        """
        nodes: list[Node] = []
        counts = dict(outer)
        at = 0
        while any(at < len(rows) for rows in texts):
            if not all(at < len(rows) for rows in texts):
                return None
            here = [rows[at] for rows in texts]
            line, block = _explained(here, counts), None
            if line is None and (not nodes or _is_sized(nodes[-1])):
                cells, block = self._head(_Seen(texts, at), counts)
                line = _line(here, cells, counts)
            line = line or _line(here, {}, counts)
            if line is None:
                return None
            nodes.append(line)
            at += 1
            if block is not None:
                size, many, height = block
                bodies, owners = _bodies(texts, at, many, height)
                inside = {one: [values[owner] for owner in owners] for one, values in counts.items()}
                body = self._learned(bodies, inside)
                if body is None:
                    return None
                nodes.append(Block(body, size))
                if height * many[0] + at == len(texts[0]):
                    return tuple(nodes)
                texts = [rows[:at] + rows[at + height * times :] for rows, times in zip(texts, many, strict=True)]
        return tuple(nodes)

    def _head(
        self, seen: _Seen, counts: dict[int, list[int]]
    ) -> tuple[dict[int, Cell], tuple[int, list[int], int] | None]:
        """Return the cells that count something, and the lines that one of them counts: its size, times and height."""
        columns = {column: seen.column(column) for column in seen.whole_columns()}
        found = {
            column: (seen.height(values), seen.counts_items(column, list(columns.values())))
            for column, values in columns.items()
            if min(values) >= 1 and max(values) >= 2
        }
        found = {column: what for column, what in found.items() if what[0] or what[1] is not False}
        cells: dict[int, Cell] = {}
        block = None
        for column, (height, items) in found.items():
            others = [columns[other] for other in found if other != column]
            if (height and items) or items is None or columns[column] in others:
                if len(set(seen.texts_of(column))) > 1:
                    raise _Misfit
                cells[column] = Cell("fixed", text=seen.texts_of(column)[0])
                continue
            self._next_size += 1
            cells[column] = Cell("count", self._next_size)
            counts[self._next_size] = columns[column]
            if height:
                block = (self._next_size, columns[column], height)
        return cells, block


@dataclass(frozen=True, slots=True)
class _Seen:
    """One line of several texts, with what follows it."""

    texts: list[_Rows]
    at: int

    def whole_columns(self) -> list[int]:
        """Return the columns in which every text has a whole number."""
        lines = [rows[self.at] for rows in self.texts]
        return [
            column
            for column in range(min(map(len, lines)))
            if all(_kind(line[column]) == "int" and len(line[column]) < 8 for line in lines)
        ]

    def texts_of(self, column: int) -> list[str]:
        return [rows[self.at][column] for rows in self.texts]

    def column(self, column: int) -> list[int]:
        return [int(text) for text in self.texts_of(column)]

    def height(self, values: list[int]) -> int:
        """Return the number of lines that follow so many times, 0 where they do not."""
        rests = [len(rows) - self.at - 1 for rows in self.texts]
        heights = {rest // times if rest % times == 0 else 0 for rest, times in zip(rests, values, strict=True)}
        if len(heights) == 1 and (height := heights.pop()) and self._alike(values, height):
            return height
        if all(rest > times for rest, times in zip(rests, values, strict=True)) and self._alike(values, 1):
            ends = [(rows, self.at + times) for rows, times in zip(self.texts, values, strict=True)]
            return int(all(_shape(rows[end]) != _shape(rows[end + 1]) for rows, end in ends))
        return 0

    def _alike(self, values: list[int], height: int) -> bool:
        """Return whether lines of the same place in each repetition are of one kind, however many values they have."""
        bodies, _ = _bodies(self.texts, self.at + 1, values, height)
        return all(len({_kinds(body[place]) for body in bodies}) == 1 for place in range(height))

    def counts_items(self, column: int, columns: list[list[int]]) -> bool | None:
        """Return whether a column says how many values are on a line, or how long a word is; `None`: one cannot tell.

        Lines between are those that other columns count. A line of as many values as this one may be as long by chance.
        """
        values = self.column(column)
        if _is_counted([rows[self.at][column + 1 :] for rows in self.texts], values):
            return True
        below = min(len(rows) for rows in self.texts) - self.at - 1
        for step in range(1, below + 1):
            lines = [rows[self.at + step] for rows in self.texts]
            if _is_counted(lines, values):
                return None if all(len(rows[self.at]) == len(rows[self.at + step]) for rows in self.texts) else True
            if _is_length(lines, values):
                return True
            if not any(_is_counted(lines, other) or _is_length(lines, other) for other in columns if max(other) > 1):
                return False
        return False


def _is_sized(node: Node) -> bool:
    """Return whether it may be of another size in another text, so that a new count may stand behind it."""
    return (
        isinstance(node, Block)
        or node.tail is not None
        or any(cell.kind == "word" and cell.size >= 0 for cell in node.cells)
    )


def _is_counted(lines: list[list[str]], values: list[int]) -> bool:
    """Return whether each line has so many values, all of one kind."""
    pairs = zip(lines, values, strict=True)
    return all(len(line) == value for line, value in pairs) and len({_kinds(line) for line in lines} - {""}) == 1


def _is_length(lines: list[list[str]], values: list[int]) -> bool:
    """Return whether each line is a word that is so long."""
    pairs = zip(lines, values, strict=True)
    return all(len(line) == 1 and _kind(line[0]) == "word" and len(line[0]) == value for line, value in pairs)


def _explained(lines: list[list[str]], counts: dict[int, list[int]]) -> Line | None:
    """Return a line whose values, or letters, are counted further up."""
    for size, values in counts.items():
        if _is_counted(lines, values):
            return Line((), Cell(_kinds([line[0] for line in lines])), size)
        if _is_length(lines, values):
            return Line((Cell("word", size),))
    return None


def _line(lines: list[list[str]], cells: dict[int, Cell], counts: dict[int, list[int]]) -> Line | None:
    """Return how one line of all texts is built; `None` where it is built in different ways."""
    for column, cell in cells.items():
        values = counts.get(cell.size, [])
        rest = [line[column + 1 :] for line in lines]
        if values and _is_counted(rest, values):
            head = [cells.get(place) or _cell(lines, place) for place in range(column + 1)]
            return Line(tuple(head), Cell(_kinds([line[0] for line in rest])), cell.size)
    if len(set(map(len, lines))) > 1:
        return None
    return Line(tuple(cells.get(place) or _cell(lines, place) for place in range(len(lines[0]))))


def _cell(lines: list[list[str]], place: int) -> Cell:
    kinds = {_kind(line[place]) for line in lines}
    if kinds == {"int", "float"}:
        return Cell("float")
    return Cell(kinds.pop() if len(kinds) == 1 else "word")


def _bodies(texts: list[_Rows], at: int, times: Sequence[int], height: int) -> tuple[list[_Rows], list[int]]:
    """Return the repetitions of so many lines in all texts, and which text each is of."""
    found = [
        (rows[at + height * turn : at + height * (turn + 1)], owner)
        for owner, rows in enumerate(texts)
        for turn in range(times[owner])
    ]
    return [body for body, _ in found], [owner for _, owner in found]


def _as_it_is(rows: _Rows) -> tuple[Node, ...]:
    """Return a layout of lines that stay as many; whole numbers on the first one may be counts, and stay too."""
    if not rows:
        return ()
    first = [Cell("fixed", text=text) if _kind(text) == "int" else Cell(_kind(text)) for text in rows[0]]
    return (Line(tuple(first)), *(Line(tuple(Cell(_kind(text)) for text in row)) for row in rows[1:]))


def _freed(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """Return a layout without counts in which long runs of lines or values of one kind may have any length."""
    found: list[Node] = []
    at = 0
    while at < len(nodes):
        run = 1
        while at + run < len(nodes) and nodes[at + run] == nodes[at]:
            run += 1
        line = _freed_line(nodes[at])
        found.extend([Block((line,))] if run >= FREE_LINES else [line] * run)
        at += run
    return tuple(found)


def _freed_line(node: Node) -> Node:
    if isinstance(node, Block) or len(node.cells) < FREE_ITEMS or len(set(node.cells)) > 1:
        return node
    return Line((), node.cells[0])


class _Misfit(Exception):
    """Values that do not fit a layout."""


def _read(nodes: Sequence[Node], rows: _Rows) -> Data | None:
    """Return the values of a text; `None` where it is not built like this."""
    try:
        data, at = _read_from(nodes, rows, 0, {})
    except (_Misfit, IndexError, ValueError):
        return None
    return data if at == len(rows) else None


def _read_from(nodes: Sequence[Node], rows: _Rows, at: int, sizes: dict[int, int]) -> tuple[Data, int]:
    data: Data = []
    sizes = dict(sizes)
    for node in nodes:
        if isinstance(node, Block):
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
            raise _Misfit
        values += [_value(node.tail.kind, text) for text in rest if node.tail is not None]
        data.append(values)
    return data, at


def _written(nodes: Sequence[Node], data: Data, sizes: dict[int, int]) -> Iterator[str]:
    """Yield the lines of some data; raises `_Misfit` where it does not fit."""
    if len(data) != len(nodes):
        raise _Misfit
    found: list[Tie] = []
    ties: dict[int, Tie] = {}
    _collect_ties(nodes, data, ties, found)
    sizes = dict(sizes)
    for size, tie in ties.items():
        seen = set(tie.sizes())
        if len(seen) != 1 or min(seen) < 1:
            raise _Misfit
        sizes[size] = seen.pop()
    for node, part in zip(nodes, data, strict=True):
        if not isinstance(part, list):
            raise _Misfit
        if isinstance(node, Line):
            yield _written_line(node, part, sizes)
            continue
        if not part or any(not isinstance(body, list) for body in part):
            raise _Misfit
        for body in part:
            assert isinstance(body, list), "just looked at"
            yield from _written(node.body, body, sizes)


def _written_line(line: Line, values: Data, sizes: dict[int, int]) -> str:
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
        raise _Misfit
    texts += [_text(line.tail.kind, value) for value in left if line.tail is not None]
    if line.tail is not None and not left:
        raise _Misfit
    return " ".join(texts)


def _collect_ties(nodes: Sequence[Node], data: Data, outer: dict[int, Tie], found: list[Tie]) -> None:
    """Gather what has the size of each count; `outer` holds those of lines above, and gets those of these lines."""
    for node in nodes:
        for cell in node.cells if isinstance(node, Line) else ():
            if cell.kind == "count":
                outer[cell.size] = tie = Tie()
                found.append(tie)
    for node, part in zip(nodes, data, strict=False):
        if not isinstance(part, list):
            continue
        if isinstance(node, Block):
            _tie(node.size, (part, 0, "list"), outer, found)
            for body in part:
                if isinstance(body, list):
                    _collect_ties(node.body, body, dict(outer), found)
            continue
        place = 0
        for cell in node.cells:
            if cell.kind in ("count", "fixed"):
                continue
            if cell.size >= 0 and place < len(part):
                _tie(cell.size, (part, place, "word"), outer, found)
            place += 1
        if node.tail is not None:
            _tie(node.size, (part, place, "list"), outer, found)


def _tie(size: int, member: tuple[Data, int, str], ties: dict[int, Tie], found: list[Tie]) -> None:
    if size < 0:
        found.append(Tie([member]))
    elif size in ties:
        ties[size].members.append(member)


def _leaves(data: Data) -> Iterator[tuple[Data, int]]:
    for index, part in enumerate(data):
        if isinstance(part, list):
            yield from _leaves(part)
        else:
            yield data, index


def _cells(nodes: Sequence[Node]) -> Iterator[Cell]:
    for node in nodes:
        yield from _cells(node.body) if isinstance(node, Block) else node.cells


def _rows(text: str) -> _Rows:
    """Return the values of each line; a line with other blanks than one between values is one value."""
    lines = text.split("\n")
    if lines and lines[-1] == "":
        lines.pop()
    return [line.split(" ") if all(line.split(" ")) else [line] for line in lines[:MAX_LINES]]


def _kind(text: str) -> str:
    if _INT.fullmatch(text):
        return "int"
    return "float" if _FLOAT.fullmatch(text) else "word"


def _kinds(line: Sequence[str]) -> str:
    """Return the kind of all values on a line; empty where they are of several kinds."""
    kinds = {_kind(text) for text in line}
    return "float" if kinds == {"int", "float"} else kinds.pop() if len(kinds) == 1 else ""


def _shape(line: Sequence[str]) -> tuple[str, int]:
    return _kinds(line), len(line)


def _value(kind: str, text: str) -> Value:
    return int(text) if kind == "int" else float(text) if kind == "float" else text


def _text(kind: str, value: Value | Data | None) -> str:
    """Return a value as it stands on its line; raises `_Misfit` for what has no such text."""
    match kind, value:
        case "int", int():
            return str(value)
        case "float", int() | float():
            return f"{value:.6f}".rstrip("0").rstrip(".") if abs(value) < 1e15 else repr(value)
        case "word", str() if value and value.isprintable() and not value.isspace():
            return value
    raise _Misfit


def _copied(value: Value | Data) -> Value | Data:
    return [_copied(one) for one in value] if isinstance(value, list) else value
