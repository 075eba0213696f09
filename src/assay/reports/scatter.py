"""The runs of a comparison as a picture of plain characters: accuracy upwards, cost or latency to the right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assay.reports.scales import Scale, scale_of
from assay.reports.tradeoff import Contender, Criterion, TradeOff

WIDTH = 78
HEIGHT = 12
_MARGIN = 9
"""Columns for the numbers of the upward axis."""


def draw(trade_off: TradeOff) -> Iterator[str]:
    """Give the lines of a picture for each criterion that stands against accuracy; none where nothing can be drawn.

    A run stands as its letter: a capital where it is on the front, a small one where it is not.
    """
    drawn = False
    for criterion in (Criterion.COST, Criterion.LATENCY):
        points = [one for one in trade_off.contenders if _has(one, Criterion.ACCURACY, criterion)]
        if points:
            yield from ("", *_picture(points, criterion))
            drawn = True
    if drawn:
        yield "capital: on the front; small: not. Better is up and to the left."


def _has(one: Contender, *criteria: Criterion) -> bool:
    return all(one.value(criterion) is not None for criterion in criteria)


def _picture(points: Sequence[Contender], criterion: Criterion) -> Iterator[str]:
    across = scale_of(_numbers(points, criterion))
    upwards = scale_of(_numbers(points, Criterion.ACCURACY), most=1.0, straight=True)
    width = WIDTH - _MARGIN - 1
    grid = [[" "] * width for _ in range(HEIGHT)]
    for one in points:
        row = _cell(upwards, one.value(Criterion.ACCURACY), HEIGHT)
        _put(grid[row], _cell(across, one.value(criterion), width), one.letter if one.on_front else one.letter.lower())
    labels = {_cell(upwards, tick, HEIGHT): Criterion.ACCURACY.figure(tick) for tick in upwards.ticks}
    yield Criterion.ACCURACY.label
    for row in reversed(range(HEIGHT)):
        yield f"{labels.get(row, ''):>{_MARGIN - 1}} |{''.join(grid[row])}".rstrip()
    yield f"{'':>{_MARGIN}}+{'-' * width}"
    yield f"{'':>{_MARGIN + 1}}{_axis(across, criterion, width)}".rstrip()
    far = ", logarithmic" if across.logarithmic else ""
    yield f"{'':>{_MARGIN + 1}}{criterion.label}{far}"


def _numbers(points: Sequence[Contender], criterion: Criterion) -> list[float]:
    return [value for one in points if (value := one.value(criterion)) is not None]


def _cell(scale: Scale, value: float | None, cells: int) -> int:
    assert value is not None, "only runs that have the number are drawn"
    return round(scale.place(value) * (cells - 1))


def _put(line: list[str], place: int, letter: str) -> None:
    """Write a letter at its place, or at the nearest that is free; the table has the exact numbers."""
    free = [column for column, sign in enumerate(line) if sign == " "]
    line[min(free, key=lambda column: abs(column - place))] = letter


def _axis(scale: Scale, criterion: Criterion, width: int) -> str:
    """The numbers below an axis, each at its place; one that would touch the one before is left out."""
    line, end = "", -2
    for tick in scale.ticks:
        text = criterion.figure(tick)
        start = min(max(_cell(scale, tick, width) - len(text) // 2, 0), width - len(text))
        if start >= end + 2:
            line = f"{line:<{start}}{text}"
            end = start + len(text)
    return line
