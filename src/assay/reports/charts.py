"""Charts as data: what is drawn, without how; drawn by Plotly on a page and by Matplotlib in a file."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Mark(StrEnum):
    """How the points of a series are drawn."""

    DOTS = "dots"
    """With their intervals as lines."""
    LINE = "line"
    STEPS = "steps"
    """Such as a cumulative distribution."""
    BARS = "bars"


@dataclass(frozen=True, slots=True)
class Point:
    """One value of a series, with its interval where there is one."""

    x: float | str
    y: float | str
    low: float | None = None
    """Of the coordinate that is a number and has the interval: `x` where `y` is a name, else `y`."""
    high: float | None = None
    label: str = ""
    """Said beside the point, or when it is pointed at."""


@dataclass(frozen=True, slots=True)
class Series:
    """Points of one kind."""

    name: str
    points: tuple[Point, ...]
    mark: Mark = Mark.DOTS
    role: str = ""
    """`pass` or `fail` where the colour says so; `""`: the accent, then the next colours in order."""


@dataclass(frozen=True, slots=True)
class Chart:
    """One picture."""

    name: str
    """What it is asked for by, such as `by-kind`."""
    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    x_percent: bool = False
    """Whether values from 0 to 1 are written as percentages."""
    y_percent: bool = False
    x_logarithmic: bool = False
    zero: bool = False
    """Whether 0 on the x axis is marked by a line, as where differences are shown."""
    note: str = ""
    """Said below: n, method, signature."""
