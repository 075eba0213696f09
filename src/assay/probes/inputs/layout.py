"""What examples show about the input of a program: lines of numbers and words, and numbers that count what follows.

A number that equals how many lines or items follow it, or how long a word is, in every example and at least once with
two or more, is taken for their count: it changes with them. Where a number could count two different things, nothing
that it may count changes its size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.probes.inputs.rows import (
    Cell,
    Data,
    Misfit,
    Node,
    RowBlock,
    RowLine,
    Rows,
    Tie,
    cells_of,
    collect_ties,
    kind_of,
    kind_of_all,
    leaves,
    read,
    rows_of,
    shape_of_row,
    written,
)

FREE_LINES = 3
"""Lines of one kind in a row, in a text without counts, from which on they may be more or fewer."""
FREE_ITEMS = 4
"""The same for values on one line."""


class Layout:
    """How the texts of some examples are built.

    >>> layout = Layout(["3\\n10 20 30\\n", "2\\n5 5\\n"])
    >>> layout.data("3\\n10 20 30\\n")
    [[], [10, 20, 30]]
    >>> layout.text([[], [7]])
    '1\\n7\\n'
    """

    def __init__(self, examples: Sequence[str]) -> None:
        rows = [rows_of(text) for text in examples]
        self._next_size = 0
        self.nodes = self._common(rows) or self._common(rows[:1]) or _as_it_is(rows[0])
        self.examples = [text for text, some in zip(examples, rows, strict=True) if read(self.nodes, some) is not None]
        """Those that are built alike: all, or only the first."""
        if not any(cell.kind in ("count", "fixed") for cell in cells_of(self.nodes)):
            self.nodes = _freed(self.nodes)

    def data(self, text: str) -> Data:
        """Return the values of an example."""
        found = read(self.nodes, rows_of(text))
        assert found is not None, "it is one of the examples"
        return found

    def text(self, data: Data) -> str | None:
        """Return the text with these values; `None` where they do not fit the layout."""
        try:
            lines = list(written(self.nodes, data, {}))
        except Misfit:
            return None
        return "".join(f"{line}\n" for line in lines)

    def ties(self, data: Data) -> list[Tie]:
        """Return all parts of the data whose size may change, those of one count together."""
        found: list[Tie] = []
        collect_ties(self.nodes, data, {}, found)
        return found

    def leaves(self, data: Data) -> list[tuple[Data, int]]:
        """Return the place of every value."""
        return list(leaves(data))

    def _common(self, texts: list[Rows]) -> tuple[Node, ...] | None:
        try:
            return self._learned(texts, {})
        except Misfit:
            return None

    def _learned(self, texts: list[Rows], outer: dict[int, list[int]]) -> tuple[Node, ...] | None:
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
                nodes.append(RowBlock(body, size))
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
                    raise Misfit
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

    texts: list[Rows]
    at: int

    def whole_columns(self) -> list[int]:
        """Return the columns in which every text has a whole number."""
        lines = [rows[self.at] for rows in self.texts]
        return [
            column
            for column in range(min(map(len, lines)))
            if all(kind_of(line[column]) == "int" and len(line[column]) < 8 for line in lines)
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
            return int(all(shape_of_row(rows[end]) != shape_of_row(rows[end + 1]) for rows, end in ends))
        return 0

    def _alike(self, values: list[int], height: int) -> bool:
        """Return whether lines of the same place in each repetition are of one kind, however many values they have."""
        bodies, _ = _bodies(self.texts, self.at + 1, values, height)
        return all(len({kind_of_all(body[place]) for body in bodies}) == 1 for place in range(height))

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
        isinstance(node, RowBlock)
        or node.tail is not None
        or any(cell.kind == "word" and cell.size >= 0 for cell in node.cells)
    )


def _is_counted(lines: list[list[str]], values: list[int]) -> bool:
    """Return whether each line has so many values, all of one kind."""
    pairs = zip(lines, values, strict=True)
    return all(len(line) == value for line, value in pairs) and len({kind_of_all(line) for line in lines} - {""}) == 1


def _is_length(lines: list[list[str]], values: list[int]) -> bool:
    """Return whether each line is a word that is so long."""
    pairs = zip(lines, values, strict=True)
    return all(len(line) == 1 and kind_of(line[0]) == "word" and len(line[0]) == value for line, value in pairs)


def _explained(lines: list[list[str]], counts: dict[int, list[int]]) -> RowLine | None:
    """Return a line whose values, or letters, are counted further up."""
    for size, values in counts.items():
        if _is_counted(lines, values):
            return RowLine((), Cell(kind_of_all([line[0] for line in lines])), size)
        if _is_length(lines, values):
            return RowLine((Cell("word", size),))
    return None


def _line(lines: list[list[str]], cells: dict[int, Cell], counts: dict[int, list[int]]) -> RowLine | None:
    """Return how one line of all texts is built; `None` where it is built in different ways."""
    for column, cell in cells.items():
        values = counts.get(cell.size, [])
        rest = [line[column + 1 :] for line in lines]
        if values and _is_counted(rest, values):
            head = [cells.get(place) or _cell(lines, place) for place in range(column + 1)]
            return RowLine(tuple(head), Cell(kind_of_all([line[0] for line in rest])), cell.size)
    if len(set(map(len, lines))) > 1:
        return None
    return RowLine(tuple(cells.get(place) or _cell(lines, place) for place in range(len(lines[0]))))


def _cell(lines: list[list[str]], place: int) -> Cell:
    kinds = {kind_of(line[place]) for line in lines}
    if kinds == {"int", "float"}:
        return Cell("float")
    return Cell(kinds.pop() if len(kinds) == 1 else "word")


def _bodies(texts: list[Rows], at: int, times: Sequence[int], height: int) -> tuple[list[Rows], list[int]]:
    """Return the repetitions of so many lines in all texts, and which text each is of."""
    found = [
        (rows[at + height * turn : at + height * (turn + 1)], owner)
        for owner, rows in enumerate(texts)
        for turn in range(times[owner])
    ]
    return [body for body, _ in found], [owner for _, owner in found]


def _as_it_is(rows: Rows) -> tuple[Node, ...]:
    """Return a layout of lines that stay as many; whole numbers on the first one may be counts, and stay too."""
    if not rows:
        return ()
    first = [Cell("fixed", text=text) if kind_of(text) == "int" else Cell(kind_of(text)) for text in rows[0]]
    return (RowLine(tuple(first)), *(RowLine(tuple(Cell(kind_of(text)) for text in row)) for row in rows[1:]))


def _freed(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """Return a layout without counts in which long runs of lines or values of one kind may have any length."""
    found: list[Node] = []
    at = 0
    while at < len(nodes):
        run = 1
        while at + run < len(nodes) and nodes[at + run] == nodes[at]:
            run += 1
        line = _freed_line(nodes[at])
        found.extend([RowBlock((line,))] if run >= FREE_LINES else [line] * run)
        at += run
    return tuple(found)


def _freed_line(node: Node) -> Node:
    if isinstance(node, RowBlock) or len(node.cells) < FREE_ITEMS or len(set(node.cells)) > 1:
        return node
    return RowLine((), node.cells[0])
