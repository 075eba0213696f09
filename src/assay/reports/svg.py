"""The runs of a comparison as an SVG picture: accuracy against cost and against latency, and a key below."""

from __future__ import annotations

import html
import math
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from assay.reports.figures import UNKNOWN
from assay.reports.scales import Scale, scale_of
from assay.reports.tradeoff import Contender, Criterion, TradeOff
from assay.text import one_line

PANEL_WIDTH, PANEL_HEIGHT = 400, 300
_LEFT, _TOP, _GAP, _BELOW = 70, 90, 90, 62
"""Around the panels: for the numbers of an axis, the heading, and between two of them."""
_KEY_ROW = 22
_KEY_COLUMNS = (480, 620, 740)
"""Where the numbers of the key end, from the left edge of the panels."""
_TITLE_CELLS = 50
"""Characters of a title in the key; a wide one counts twice."""
_DOT = 5
_LETTER = (11, 13)
"""Width and height of the box that a letter takes."""
_DIRECTIONS = ((1, -1), (-1, -1), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1), (0, 1))
_INK, _QUIET, _GRID, _FRONT = "#1a1a1a", "#5c5c5c", "#e3e3e3", "#0b5cad"

_BOLD = ' font-weight="bold"'
_HALO = ' stroke="#ffffff" stroke-width="3" paint-order="stroke"'
_Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(slots=True)
class _Panel:
    """One picture of accuracy against another criterion."""

    left: float
    criterion: Criterion
    points: Sequence[Contender]
    across: Scale
    upwards: Scale
    taken: list[_Box] = field(default_factory=list)
    """Where dots and letters stand already."""

    def x(self, value: float) -> float:
        return self.left + self.across.place(value) * PANEL_WIDTH

    def y(self, value: float) -> float:
        return _TOP + (1 - self.upwards.place(value)) * PANEL_HEIGHT

    def spot(self, one: Contender) -> tuple[float, float]:
        across, upwards = one.value(self.criterion), one.value(Criterion.ACCURACY)
        assert across is not None, "only runs that have the number are drawn"
        assert upwards is not None, "likewise"
        return self.x(across), self.y(upwards)


def svg(trade_off: TradeOff, heading: str) -> str:
    """Return the picture as the text of an SVG file; it needs no other file, and all foreign text in it is escaped."""
    panels = list(_panels(trade_off))
    width = _LEFT + max(len(panels), 2) * PANEL_WIDTH + _GAP + 24
    key_top = _TOP + (PANEL_HEIGHT + _BELOW if panels else 0) + 20
    height = key_top + (len(trade_off.contenders) + 1) * _KEY_ROW + 14
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'role="img" aria-labelledby="title desc" font-family="system-ui, sans-serif" font-size="13">',
            f'<title id="title">{_escaped(heading)}</title>',
            f'<desc id="desc">{_escaped(" ".join(_described(trade_off)))}</desc>',
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            _text(24, 30, shortened(heading, 90), style=_BOLD + ' font-size="17"'),
            _text(24, 50, "Filled: on the Pareto front. Lines: 95 % intervals.", fill=_QUIET),
            *(line for panel in panels for line in _drawn(panel)),
            *_key(trade_off, key_top),
            "</svg>",
            "",
        ]
    )


def _panels(trade_off: TradeOff) -> Iterator[_Panel]:
    left = float(_LEFT)
    for criterion in (Criterion.COST, Criterion.LATENCY):
        points = [one for one in trade_off.contenders if None not in (one.accuracy.value, one.value(criterion))]
        if points:
            across = scale_of(_reach(points, criterion))
            upwards = scale_of(_reach(points, Criterion.ACCURACY), most=1.0, straight=True)
            yield _Panel(left, criterion, points, across, upwards)
            left += PANEL_WIDTH + _GAP


def _reach(points: Sequence[Contender], criterion: Criterion) -> list[float]:
    """The numbers of the runs, and the ends of their intervals."""
    numbers = [one.measured(criterion) for one in points]
    ends = [end for one in numbers if one.interval is not None for end in one.interval]
    return [*(one.value for one in numbers if one.value is not None), *ends]


def _drawn(panel: _Panel) -> Iterator[str]:
    yield from _axes(panel)
    for one in panel.points:
        yield from _whiskers(panel, one)
    for one in panel.points:
        x, y = panel.spot(one)
        panel.taken.append((x - _DOT, y - _DOT, x + _DOT, y + _DOT))
        yield f"<g><title>{_escaped(_told(one))}</title>{_dot(x, y, one.on_front)}</g>"
    for one in panel.points:
        yield from _letter(panel, one)


def _axes(panel: _Panel) -> Iterator[str]:
    right, bottom = panel.left + PANEL_WIDTH, _TOP + PANEL_HEIGHT
    for tick in panel.upwards.ticks:
        y = panel.y(tick)
        yield _line(panel.left, y, right, y, _GRID)
        yield _text(panel.left - 8, y + 4, Criterion.ACCURACY.figure(tick), "end", fill=_QUIET)
    end = -math.inf
    for tick in panel.across.ticks:
        x, text = panel.x(tick), panel.criterion.figure(tick)
        yield _line(x, _TOP, x, bottom, _GRID)
        half = 4.0 * len(text)
        if x - half > end:  # numbers that would touch are left out
            yield _text(x, bottom + 18, text, "middle", fill=_QUIET)
            end = x + half + 6
    yield _line(panel.left, bottom, right, bottom, _QUIET)
    yield _line(panel.left, _TOP, panel.left, bottom, _QUIET)
    far = " (logarithmic)" if panel.across.logarithmic else ""
    yield _text(panel.left + PANEL_WIDTH / 2, bottom + 42, f"{panel.criterion.label}{far}", "middle")
    yield _text(panel.left, _TOP - 10, Criterion.ACCURACY.label, "middle")


def _whiskers(panel: _Panel, one: Contender) -> Iterator[str]:
    x, y = panel.spot(one)
    colour = _FRONT if one.on_front else _QUIET
    if one.accuracy.interval is not None:
        low, high = one.accuracy.interval
        yield _line(x, panel.y(low), x, panel.y(high), colour, opacity=0.45)
    across = one.measured(panel.criterion).interval
    if across is not None:
        yield _line(panel.x(across[0]), y, panel.x(across[1]), y, colour, opacity=0.45)


def _dot(x: float, y: float, on_front: bool | None) -> str:
    """A filled circle on the front, a hollow one off it, a dashed one where nobody can tell."""
    dashes = ' stroke-dasharray="2 2"' if on_front is None else ""
    fill, stroke = (_FRONT, _FRONT) if on_front else ("#ffffff", _QUIET)
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_DOT}" fill="{fill}" stroke="{stroke}" stroke-width="2"{dashes}/>'


def _letter(panel: _Panel, one: Contender) -> Iterator[str]:
    """The letter of a run beside its dot, where nothing else stands; with a line to it where that is not near."""
    x, y = panel.spot(one)
    width, height = _LETTER
    for ring in range(1, 12):
        for right, down in _DIRECTIONS:
            centre_x = x + right * (_DOT + width / 2 + 1) * (1 + (ring - 1) * 0.9)
            centre_y = y + down * (_DOT + height / 2) * (1 + (ring - 1) * 0.9)
            box = (centre_x - width / 2, centre_y - height / 2, centre_x + width / 2, centre_y + height / 2)
            if _inside(panel, box) and not any(_touch(box, other) for other in panel.taken):
                panel.taken.append(box)
                if ring > 1:
                    yield _line(x, y, centre_x, centre_y, _QUIET, opacity=0.6)
                yield _text(centre_x, centre_y + 4.5, one.letter, "middle", style=_BOLD + _HALO)
                return


def _inside(panel: _Panel, box: _Box) -> bool:
    left, top, right, bottom = box
    return (
        panel.left + 1 <= left
        and right <= panel.left + PANEL_WIDTH + 20
        and top >= _TOP - 6
        and bottom < _TOP + PANEL_HEIGHT
    )


def _touch(one: _Box, other: _Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _key(trade_off: TradeOff, top: float) -> Iterator[str]:
    room, rows = _KEY_COLUMNS[0] - 70, len(trade_off.contenders) + 1
    yield f'<clipPath id="names"><rect x="{_LEFT}" y="{top}" width="{room}" height="{rows * _KEY_ROW}"/></clipPath>'
    for criterion, column in zip(Criterion, _KEY_COLUMNS, strict=True):
        yield _text(_LEFT + column, top, criterion.label, "end", fill=_QUIET)
    for number, one in enumerate(trade_off.contenders, 1):
        y = top + number * _KEY_ROW
        yield _dot(30, y - 4.5, one.on_front)
        yield _text(44, y, one.letter, style=_BOLD)
        yield f'<g clip-path="url(#names)">{_text(_LEFT, y, shortened(one.title))}</g>'
        for criterion, column in zip(Criterion, _KEY_COLUMNS, strict=True):
            value = one.value(criterion)
            yield _text(_LEFT + column, y, UNKNOWN if value is None else criterion.figure(value), "end")
        yield _text(_LEFT + _KEY_COLUMNS[-1] + 20, y, _standing(one), fill=_QUIET)


def _standing(one: Contender) -> str:
    if one.on_front is None:
        return "not placed"
    return "on the front" if one.on_front else f"dominated by {', '.join(one.dominated_by[:3])}"


def _described(trade_off: TradeOff) -> Iterator[str]:
    """What the picture shows, for who cannot see it."""
    yield from (f"{_told(one)}." for one in trade_off.contenders)
    yield from trade_off.sentences()


def _told(one: Contender) -> str:
    numbers = [(criterion, one.value(criterion)) for criterion in Criterion]
    known = ", ".join(
        f"{criterion.label} {criterion.figure(value)}" for criterion, value in numbers if value is not None
    )
    return f"{one.letter}: {shortened(one.title)}: {known or 'nothing is known'}, {_standing(one)}"


def shortened(text: str, cells: int = _TITLE_CELLS) -> str:
    """Return the text on one line and of a bounded width.

    >>> shortened("a" * 9, cells=5), shortened("short")
    ('aaaa…', 'short')
    """
    line, width = "", 0
    for sign in one_line(text[: 4 * cells]):
        width += 0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        if width > cells:
            return f"{line[:-1]}…"
        line += sign
    return line


def _text(x: float, y: float, text: str, anchor: str = "start", *, fill: str = _INK, style: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}"{style}>{_escaped(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, opacity: float = 1.0) -> str:
    faint = "" if opacity == 1.0 else f' stroke-opacity="{opacity}"'
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="1.5"{faint}/>'
    )


def _escaped(text: str) -> str:
    return html.escape(one_line(text))
