"""Things with two figures as points, the best of them joined: accuracy upwards, a price to the right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

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
    corners = [_place(one, size, right, up) for one in front]
    if len(front) > 1:
        canvas.path("front", corners)
    taken = [_Box(x - 6, y - 6, x + 6, y + 6) for x, y in (_place(one, size, right, up) for one in spots)]
    along = list(_along(corners))
    for one in sorted(spots, key=lambda one: (not one.on_front, one.across)):
        x, y = _place(one, size, right, up)
        canvas.line("whisker", (x, size.upwards(up.place(one.low))), (x, size.upwards(up.place(one.high))))
        said = f"{one.name}: {figures.share(one.upwards)}, {figure(one.across)}"
        canvas.shape("circle", "dot" if one.on_front else "off", hover=said, cx=x, cy=y, r=5)
        _name(canvas, one.name, (x, y), taken, along)
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


@dataclass(frozen=True, slots=True)
class _Box:
    """A part of the picture that something fills."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: _Box) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def holds(self, at: tuple[float, float]) -> bool:
        return self.left <= at[0] <= self.right and self.top <= at[1] <= self.bottom


def _along(corners: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Give points along a line, a few pixels from each other."""
    for (x, y), (to_x, to_y) in pairwise(corners):
        steps = max(1, int(hypot(to_x - x, to_y - y) // 3))
        for step in range(steps + 1):
            yield x + (to_x - x) * step / steps, y + (to_y - y) * step / steps


def _name(
    canvas: Canvas, name: str, at: tuple[float, float], taken: list[_Box], along: Sequence[tuple[float, float]]
) -> None:
    """Write a name beside its point, where neither another one nor the front is; the table has all of them."""
    words = cut(name, _LONGEST_LABEL)
    wide = LETTER * len(words)
    for shift in (4.0, -9.0, 17.0, -22.0, 30.0):
        for start in (at[0] + 9, at[0] - 9 - wide):
            y = at[1] + shift
            box = _Box(start, y - 10, start + wide, y + 3)
            inside = start >= 0 and box.right <= canvas.size.width and y + 3 <= canvas.size.floor
            if inside and not any(map(box.overlaps, taken)) and not any(map(box.holds, along)):
                canvas.text(words, start, y)
                taken.append(box)
                return
