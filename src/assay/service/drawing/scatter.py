"""Things with two figures as points, the best of them joined: accuracy upwards, a price to the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.reports import figures
from assay.reports.figures import Figure
from assay.reports.scales import Scale, scale_of
from assay.service.drawing.canvas import LETTER, NARROW, WIDE, Canvas, Drawing, Size, cut
from assay.service.shown import Table

_LONGEST_LABEL = 24


@dataclass(frozen=True, slots=True)
class Spot:
    """One thing of a scatter chart."""

    name: str
    across: float
    upwards: float
    low: float
    high: float
    """The interval of what goes upwards."""
    on_front: bool


def draw_scatter(
    title: str, spots: Sequence[Spot], *, across: str, figure: Figure, table: Table | None = None
) -> Drawing:
    """Return the chart of shares against a price; better is up and to the left."""
    wide, narrow = (_draw(title, spots, across, figure, size) for size in (WIDE, NARROW))
    return Drawing(title, wide.markup(), narrow.markup(), (("line-key", "on the front; hollow: not"),), table)


def _draw(title: str, spots: Sequence[Spot], across: str, figure: Figure, size: Size) -> Canvas:
    size = Size(size.width, size.height + 16, size.left, size.right + 10, size.top, size.bottom + 16)
    canvas = Canvas(title, size)
    if not spots:
        canvas.text("no data", size.width / 2, size.height / 2, anchor="middle")
        return canvas
    right = scale_of([one.across for one in spots])
    up = scale_of([end for one in spots for end in (one.low, one.high)], most=1.0, straight=True)
    _axes(canvas, size, (right, up), across, figure)
    front = sorted((one for one in spots if one.on_front), key=lambda one: one.across)
    if len(front) > 1:
        canvas.path("front", [_place(one, size, right, up) for one in front])
    taken: list[tuple[float, float, float]] = []
    for one in sorted(spots, key=lambda one: (not one.on_front, one.across)):
        x, y = _place(one, size, right, up)
        canvas.line("whisker", (x, size.upwards(up.place(one.low))), (x, size.upwards(up.place(one.high))))
        said = f"{one.name}: {figures.share(one.upwards)}, {figure(one.across)}"
        canvas.shape("circle", "dot" if one.on_front else "off", hover=said, cx=x, cy=y, r=5)
        _name(canvas, one.name, (x, y), taken)
    return canvas


def _axes(canvas: Canvas, size: Size, scales: tuple[Scale, Scale], across: str, figure: Figure) -> None:
    right, up = scales
    for tick in up.ticks:
        y = size.upwards(up.place(tick))
        canvas.line("grid", (size.left, y), (size.width - size.right, y))
        canvas.text(figures.share(tick).replace(".0 %", " %"), size.left - 6, y + 4, anchor="end")
    end = -1.0
    for tick in right.ticks:
        x, words = size.across(right.place(tick)), figure(tick)
        canvas.line("grid", (x, size.floor), (x, size.floor + 4))
        half = LETTER * len(words) / 2
        if x - half > end:
            canvas.text(words, x, size.floor + 18, anchor="middle")
            end = x + half + 6
    canvas.line("axis", (size.left, size.floor), (size.width - size.right, size.floor))
    far = ", logarithmic" if right.logarithmic else ""
    canvas.text(f"{across}{far} →", size.width - size.right, size.floor + 36, anchor="end")
    canvas.text("accuracy ↑", 0, size.top - 10)


def _place(one: Spot, size: Size, right: Scale, up: Scale) -> tuple[float, float]:
    return size.across(right.place(one.across)), size.upwards(up.place(one.upwards))


def _name(canvas: Canvas, name: str, at: tuple[float, float], taken: list[tuple[float, float, float]]) -> None:
    """Write a name beside its point, where no other name stands; the table has those that find no room."""
    words = cut(name, _LONGEST_LABEL)
    wide = LETTER * len(words)
    right = at[0] + 9 + wide <= canvas.size.width
    start = at[0] + 9 if right else at[0] - 9 - wide
    for shift in (4.0, -9.0, 17.0):
        y = at[1] + shift
        if all(abs(y - other) > 11 or start > last or start + wide < first for first, last, other in taken):
            canvas.text(words, at[0] + 9 if right else at[0] - 9, y, anchor="start" if right else "end")
            taken.append((start, start + wide, y))
            return
