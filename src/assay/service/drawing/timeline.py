"""A figure over time with its interval band, a limit, versions as they came, and alarms as flags."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, tzinfo

from assay.reports import figures
from assay.reports.figures import Figure
from assay.reports.scales import Scale, scale_of
from assay.service.drawing.canvas import LETTER, NARROW, WIDE, Canvas, Drawing, Size, cut
from assay.service.drawing.clock import time_ticks
from assay.service.shown import Table
from assay.service.times import moment

ROWS = 3
"""Lines of labels above the plot; versions that find no room there are lines without a name."""
_ROW = 14.0
_LONGEST_LABEL = 22


@dataclass(frozen=True, slots=True)
class Reading:
    """One figure of a chart over time."""

    at: datetime
    """The middle of the time that it is about."""
    value: float
    low: float
    high: float
    n: int
    limit: float | None = None
    """What the figure should not fall below."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at a moment: a version that came, or an alarm."""

    at: datetime
    name: str
    is_alarm: bool = False


@dataclass(frozen=True, slots=True)
class Timeline:
    """What a chart over time shows."""

    title: str
    readings: Sequence[Reading]
    events: Sequence[Event] = ()
    zone: tzinfo = UTC
    figure: Figure = figures.share
    least: float = 0.0
    most: float = 1.0
    line: str = "accuracy"
    """What the line is, in the legend."""
    step: timedelta | None = None
    """From one reading to the next; where one is missing, the line is broken. `None`: it is never broken."""
    zero: float | None = None
    """A value with a line of its own, such as no difference."""
    table: Table | None = field(default=None, compare=False)


def draw_timeline(shown: Timeline) -> Drawing:
    """Return the chart; times without readings are gaps in the line."""
    wide, narrow = _draw(shown, WIDE), _draw(shown, NARROW)
    return Drawing(shown.title, wide.markup(), narrow.markup(), tuple(_legend(shown)), shown.table)


def _legend(shown: Timeline) -> Iterator[tuple[str, str]]:
    yield "line-key", shown.line
    yield "band", "95 % interval"
    if any(one.limit is not None for one in shown.readings):
        yield "limit-key", "control limit"
    if any(not one.is_alarm for one in shown.events):
        yield "version-key", "a new version"
    if any(one.is_alarm for one in shown.events):
        yield "alarm-key", "alarm"


@dataclass(frozen=True, slots=True)
class _Plot:
    """The canvas with both of its scales."""

    canvas: Canvas
    size: Size
    start: datetime
    end: datetime
    scale: Scale

    def x(self, at: datetime) -> float:
        return self.size.across(min(1.0, max(0.0, (at - self.start) / (self.end - self.start))))

    def y(self, value: float) -> float:
        return self.size.upwards(self.scale.place(value))


@dataclass(frozen=True, slots=True)
class _Label:
    """The name of an event, and where it stands."""

    event: Event
    words: str
    left: float
    row: int | None
    """Above the plot, from below; `None`: there is no room."""
    x: float
    """Where the line of the event is."""

    def collides(self, other: _Label) -> bool:
        """Tell whether two names overlap, or the line of one crosses the name of the other."""
        if self.row is None or other.row is None:
            return False
        if self.row == other.row:
            return self.left < other.right and other.left < self.right
        lower, upper = (self, other) if self.row < other.row else (other, self)
        return lower.left < upper.x < lower.right

    @property
    def right(self) -> float:
        """Where the name ends."""
        return self.left + _width(self.event, self.words)


def _draw(shown: Timeline, size: Size) -> Canvas:
    if not shown.readings:
        canvas = Canvas(shown.title, size)
        canvas.text("no data", size.width / 2, size.height / 2, anchor="middle")
        return canvas
    labels = _labels(shown, size)
    more = _ROW * (1 + max((one.row for one in labels if one.row is not None), default=-1))
    size = replace(size, height=size.height + more, top=size.top + more)
    plot = _plot(shown, Canvas(shown.title, size), size)
    _axes(plot, shown)
    parts = list(_unbroken(shown.readings, shown.step))
    for part in parts:
        _band(plot, part)
    _limits(plot, parts)
    for part in parts:
        _line(plot, part, shown)
    for label in labels:
        _event(plot, label)
    return plot.canvas


def _ends(shown: Timeline) -> tuple[datetime, datetime]:
    """Return the first and the last moment of the axis of time."""
    times = [one.at for one in shown.readings]
    start, end = min(times), max(times)
    return (start, end) if start < end else (start - timedelta(minutes=30), end + timedelta(minutes=30))


def _plot(shown: Timeline, canvas: Canvas, size: Size) -> _Plot:
    start, end = _ends(shown)
    numbers = [number for one in shown.readings for number in (one.low, one.high, one.limit) if number is not None]
    numbers += [] if shown.zero is None else [shown.zero]
    numbers = [min(max(number, shown.least), shown.most) for number in numbers]
    scale = scale_of(numbers, least=shown.least, most=shown.most, straight=True)
    return _Plot(canvas, size, start, end, scale)


def _axes(plot: _Plot, shown: Timeline) -> None:
    size, canvas = plot.size, plot.canvas
    for tick in plot.scale.ticks:
        y = plot.y(tick)
        canvas.line("grid", (size.left, y), (size.width - size.right, y))
        canvas.text(_short(shown.figure(tick)), size.left - 6, y + 4, anchor="end")
    if shown.zero is not None:
        canvas.line("zero", (size.left, plot.y(shown.zero)), (size.width - size.right, plot.y(shown.zero)))
    most = max(3, int(size.plot_width // 90))
    for at, words in time_ticks(plot.start, plot.end, shown.zone, most=most):
        x = plot.x(at)
        canvas.line("grid", (x, size.floor), (x, size.floor + 4))
        half = LETTER * len(words) / 2
        anchor = "end" if x + half > size.width else "start" if x - half < size.left - 20 else "middle"
        canvas.text(words, x, size.floor + 18, anchor=anchor)
    canvas.line("axis", (size.left, size.floor), (size.width - size.right, size.floor))


def _short(words: str) -> str:
    """Return the text of a tick without decimals that say nothing."""
    return words.replace(".0 %", " %")


def _unbroken(readings: Sequence[Reading], step: timedelta | None) -> Iterator[list[Reading]]:
    """Give the readings that follow each other without a gap."""
    part: list[Reading] = []
    for one in sorted(readings, key=lambda one: one.at):
        if part and step is not None and one.at - part[-1].at > 1.5 * step:
            yield part
            part = []
        part.append(one)
    yield part


def _band(plot: _Plot, part: Sequence[Reading]) -> None:
    if len(part) == 1:
        x = plot.x(part[0].at)
        plot.canvas.line("whisker", (x, plot.y(part[0].low)), (x, plot.y(part[0].high)))
        return
    above = [(plot.x(one.at), plot.y(one.high)) for one in part]
    below = [(plot.x(one.at), plot.y(one.low)) for one in reversed(part)]
    plot.canvas.path("band", [*above, *below], closed=True)


def _limits(plot: _Plot, parts: Sequence[Sequence[Reading]]) -> None:
    for part in parts:
        points = [(plot.x(one.at), plot.y(one.limit)) for one in part if one.limit is not None]
        if len(points) > 1:
            plot.canvas.path("limit", points)


def _line(plot: _Plot, part: Sequence[Reading], shown: Timeline) -> None:
    if len(part) > 1:
        plot.canvas.path("line", [(plot.x(one.at), plot.y(one.value)) for one in part])
    reach = plot.size.plot_width / max(len(shown.readings), 1)
    for one in part:
        x, y = plot.x(one.at), plot.y(one.value)
        few = len(shown.readings) <= plot.size.plot_width / 8
        if few or len(part) == 1:
            plot.canvas.shape("circle", "dot", cx=x, cy=y, r=2.6)
        said = f"{moment(one.at, shown.zone)}: {shown.figure(one.value)}"
        said += f" ({figures.between((one.low, one.high), shown.figure)}), n = {one.n:,}"
        place = {"x": x - reach / 2, "y": plot.size.top, "width": max(reach, 1), "height": plot.size.plot_height}
        plot.canvas.shape("rect", "hit", hover=said, **place)


def _labels(shown: Timeline, size: Size) -> list[_Label]:
    """Return where the name of each event stands: in the first row above the plot where it is in nobody's way.

    Alarms choose first, then the newest. A name stands to the right of its line, or to the left where it would reach
    beyond the picture.
    """
    start, end = _ends(shown)
    found: list[_Label] = []
    events = [one for one in shown.events if start <= one.at <= end]
    for one in sorted(events, key=lambda one: (one.is_alarm, one.at), reverse=True):
        words = cut(one.name, _LONGEST_LABEL)
        wide = _width(one, words)
        x = size.across((one.at - start) / (end - start))
        sides = [x + 3, x - 3 - wide] if x + 3 + wide <= size.width else [x - 3 - wide]
        tried = [_Label(one, words, left, row, x) for left in sides if left >= 0 for row in range(ROWS)]
        free = (label for label in tried if not any(label.collides(other) for other in found))
        found.append(next(free, _Label(one, words, x, None, x)))
    return found


def _width(event: Event, words: str) -> float:
    """Return the room that a name needs; those of alarms are bold."""
    return LETTER * len(words) * (1.12 if event.is_alarm else 1.0) + 6


def _event(plot: _Plot, label: _Label) -> None:
    """Draw the line of an event up to its name."""
    size, canvas, one = plot.size, plot.canvas, label.event
    x = plot.x(one.at)
    baseline = size.top - 10 - _ROW * (label.row or 0)
    top = size.top - 6 if label.row is None else baseline - 9
    canvas.line("alarm-line" if one.is_alarm else "version", (x, top), (x, size.floor), hover=one.name)
    if one.is_alarm:
        canvas.shape("path", "alarm-flag", d=f"M{x:.1f} {size.top - 5:.1f} l9 4 l-9 4 Z")
    if label.row is not None:
        kind = "alarm-name" if one.is_alarm else "version-name"
        place, anchor = (x - 4, "end") if label.left < x else (label.left, "start")
        canvas.text(label.words, place, baseline, kind=kind, anchor=anchor)
