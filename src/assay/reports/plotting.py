"""Charts drawn by Matplotlib into SVG, PNG or PDF files: the same bytes for the same chart, no setting of the user's.

All text is foreign: none of it is read as a formula, and it is cut to the room that it has.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator, Sequence
from typing import IO, TYPE_CHECKING, Any

from assay.errors import MissingExtra
from assay.reports.charts import Chart, Mark, Point, Series
from assay.reports.figures import significant
from assay.text import one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("svg", "png", "pdf")
WIDTH = 8.0
"""Inches of a picture."""
DPI = 150
COLOURS = ("#0b5cad", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#7f7f7f")
"""Told apart by people who do not see all colours; each with a sign of its own besides."""
ROLES = {"pass": "#117733", "fail": "#aa3311"}
SIGNS = ("o", "s", "^", "D", "v", "P")
DASHES = ("-", "--", "-.", ":")
HATCHES = ("", "///", "...", "xxx", "\\\\\\", "++")
INK, QUIET, GRID = "#1a1a1a", "#5c5c5c", "#e3e3e3"
NAME_CELLS = 34
"""Characters of a name beside an axis; a wide one counts twice."""
LEGEND_CELLS = 60
NOTE_CELLS = 118
TITLE_CELLS = 76
MOST_LEGEND = 30
"""Names in the legend; more cannot be told apart by colour and sign."""
_HALF_CELLS = 28
"""Characters of a name in a legend of two columns."""
_ROOM, _SIGN, _LINE, _DOT, _TRIES = (500.0, 240.0), 4.9, 10.0, 4.0, 30
"""About how large a picture, a sign, a line and half a dot are, in points; and how many places a name is tried at."""
MOST_WHOLE = 8
"""Numbers on an axis that are each written where they stand."""
_STYLE: dict[str, Any] = {  # Any: whatever Matplotlib takes
    "backend": "agg", "font.family": ["DejaVu Sans"], "font.size": 9.0, "svg.fonttype": "path",
    "svg.hashsalt": "assay", "pdf.fonttype": 42, "text.usetex": False, "text.parse_math": False,
    "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": QUIET, "axes.labelcolor": INK,
    "axes.axisbelow": True, "xtick.color": QUIET, "ytick.color": QUIET, "grid.color": GRID, "grid.linewidth": 0.8,
    "figure.facecolor": "white", "savefig.facecolor": "white", "path.simplify": False,
}  # fmt: skip
_QUIET_METADATA: dict[str, dict[str, str | None]] = {
    "svg": {"Date": None, "Creator": None},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}
"""What would differ from day to day, or between versions of Matplotlib, is left out."""


def draw(chart: Chart, file: IO[bytes], form: str) -> None:
    """Write one chart in a format of `FORMATS`."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
        from matplotlib.layout_engine import ConstrainedLayoutEngine
    except ImportError:
        raise MissingExtra("drawing a chart", "matplotlib", "plots") from None
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)  # type: ignore[arg-type]  # its keys are typed as literals
        figure = Figure(figsize=(WIDTH, _height(chart)), dpi=DPI, layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.08))
        _fill(chart, figure)
        figure.savefig(file, format=form, metadata=_QUIET_METADATA[form])


def shortened(text: str, cells: int = NAME_CELLS) -> str:
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


def _fill(chart: Chart, figure: Figure) -> None:
    axes = figure.add_subplot()
    figure.suptitle(shortened(chart.title, TITLE_CELLS), x=0.01, ha="left", fontsize=12, fontweight="bold", color=INK)
    rows = _names(chart)
    if rows:
        _named_rows(chart, axes, rows)
    else:
        _numbers(chart, axes)
    _axes(chart, axes, named=bool(rows))
    if not rows:
        _said(chart, axes)
    if len(chart.series) > 1:
        handles, labels = axes.get_legend_handles_labels()
        axes.legend(
            handles[:MOST_LEGEND], labels[:MOST_LEGEND], loc="lower left", bbox_to_anchor=(0.0, 1.0),
            ncols=_legend_columns(chart), frameon=False, fontsize=8, borderaxespad=0.3,
        )  # fmt: skip
    if chart.note:
        figure.supxlabel(_wrapped(chart.note), x=0.01, ha="left", fontsize=7, color=QUIET)


def _height(chart: Chart) -> float:
    """Inches: enough that every name and every series of it has a row."""
    lines = math.ceil(min(len(chart.series), MOST_LEGEND) / _legend_columns(chart))
    legend = 0.2 * lines if len(chart.series) > 1 else 0.0
    rows = _names(chart)
    if not rows:
        return 4.8 + legend
    return min(40.0, 1.5 + legend + len(rows) * max(0.3, 0.2 * len(chart.series)))


def _legend_columns(chart: Chart) -> int:
    return 2 if max(len(one.name) for one in chart.series) <= _HALF_CELLS else 1


def _names(chart: Chart) -> list[str]:
    """Return the names on the y axis, from the top; none where both axes are numbers."""
    points = [point for one in chart.series for point in one.points]
    return list(dict.fromkeys(point.y for point in points if isinstance(point.y, str)))


# ---- names beside numbers -------------------------------------------------------------------------------------------


def _named_rows(chart: Chart, axes: Axes, rows: Sequence[str]) -> None:
    """Draw every point in the row of its name, the series of a row below each other."""
    places = {name: float(place) for place, name in enumerate(rows)}
    count = len(chart.series)
    step = 0.8 / count
    said: dict[str, list[tuple[float, str]]] = {}
    for number, one in enumerate(chart.series):
        shift = (number - (count - 1) / 2) * step
        known = [(point, float(point.x), places[str(point.y)] + shift) for point in one.points]
        if one.mark is Mark.BARS:
            _bars(axes, one, number, known, step)
        else:
            _dots(axes, one, number, [(x, y, point.low, point.high) for point, x, y in known], upright=False)
        for point, _, y in known:
            said.setdefault(str(point.y), []).append((y, shortened(point.label)))
    for row in said.values():
        _beside(axes, row)
    axes.set_yticks(list(places.values()), [shortened(name) for name in rows], color=INK)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x")


def _beside(axes: Axes, row: Sequence[tuple[float, str]]) -> None:
    """Write the labels of a row at the right edge; one that all its points share is written once."""
    if len({label for _, label in row}) == 1:
        row = [(sum(y for y, _ in row) / len(row), row[0][1])]
    for y, label in row:
        axes.annotate(label, (1.01, y), xycoords=("axes fraction", "data"), va="center", fontsize=7, color=QUIET)


def _bars(axes: Axes, one: Series, number: int, known: Sequence[tuple[Point, float, float]], step: float) -> None:
    axes.barh(
        [y for _, _, y in known], [x for _, x, _ in known], height=step * 0.9, color=_colour(one, number),
        hatch=HATCHES[(number + number // len(COLOURS)) % len(HATCHES)], edgecolor="white", linewidth=0.5,
        label=shortened(one.name, LEGEND_CELLS),
    )  # fmt: skip


def _dots(
    axes: Axes,
    one: Series,
    number: int,
    known: Sequence[tuple[float, float, float | None, float | None]],
    *,
    upright: bool,
) -> None:
    """Draw dots with their intervals, which are upright where y is the number that has one."""
    colour = _colour(one, number)
    ends = [(x, y, low, high) for x, y, low, high in known if low is not None and high is not None]
    lines = axes.vlines if upright else axes.hlines
    lines(
        [x if upright else y for x, y, _, _ in ends], [low for _, _, low, _ in ends], [high for _, _, _, high in ends],
        colors=colour, linewidth=1.6, alpha=0.55,
    )  # fmt: skip
    sign = SIGNS[(number + number // len(COLOURS)) % len(SIGNS)]
    axes.plot(
        [x for x, _, _, _ in known], [y for _, y, _, _ in known], sign, color=colour, markersize=5.5,
        markerfacecolor=colour if number % 2 == 0 else "white", label=shortened(one.name, LEGEND_CELLS),
        clip_on=False, zorder=3,
    )  # fmt: skip


# ---- numbers beside numbers -----------------------------------------------------------------------------------------


def _numbers(chart: Chart, axes: Axes) -> None:
    for number, one in enumerate(chart.series):
        known = [(float(point.x), float(point.y), point.low, point.high) for point in one.points]
        if one.mark is Mark.STEPS:
            xs, ys = [x for x, _, _, _ in known], [y for _, y, _, _ in known]
            axes.step(
                [xs[0], *xs], [0.0, *ys], where="post", color=_colour(one, number), linestyle=_dashes(number),
                label=shortened(one.name, LEGEND_CELLS),
            )  # fmt: skip
            continue
        if one.mark is Mark.LINE:
            axes.plot(
                [x for x, _, _, _ in known], [y for _, y, _, _ in known], color=_colour(one, number), linewidth=1.2,
                linestyle=_dashes(number),
                label=shortened(one.name, LEGEND_CELLS) if all(point.low is None for point in one.points) else None,
            )  # fmt: skip
        if one.mark is Mark.DOTS or any(point.low is not None for point in one.points):
            _dots(axes, one, number, known, upright=True)
    axes.grid()


def _said(chart: Chart, axes: Axes) -> None:
    """Write the name of each dot beside it, towards the middle of the picture, where no other name stands."""
    from matplotlib.patheffects import withStroke

    axes.autoscale_view()  # it waits until somebody asks for the limits, and the transformation below does not
    points = [point for one in chart.series if one.mark is Mark.DOTS for point in one.points]
    spots = [(float(point.x), float(point.y)) for point in points]
    places = [axes.transLimits.transform(axes.transScale.transform(spot)) * _ROOM for spot in spots]
    taken = [(x - _DOT, x + _DOT, y - _DOT, y + _DOT) for x, y in places]
    for point, spot, (x, y) in zip(points, spots, places, strict=True):
        right, text = x > _ROOM[0] / 2, shortened(point.label)
        begin = x - 7 if right else x + 7
        shift = _free(begin, y, len(text) * (-_SIGN if right else _SIGN), taken)
        axes.annotate(
            text, spot, xytext=(-7 if right else 7, shift), textcoords="offset points", va="center",
            ha="right" if right else "left", fontsize=8, color=INK, zorder=4,
            path_effects=[withStroke(linewidth=2.5, foreground="white")],
            arrowprops={"arrowstyle": "-", "color": QUIET, "linewidth": 0.6} if abs(shift) > 2 * _LINE else None,
        )  # fmt: skip


def _free(x: float, y: float, width: float, taken: list[tuple[float, float, float, float]]) -> float:
    """Return how far above or below its dot a name has room, in points, and note that it stands there."""
    left, right = sorted((x, x + width))
    for step in range(2 * _TRIES):
        shift = _LINE / 2 * (1 + step // 2 * 2) * (1 if step % 2 == 0 else -1)
        low, high = y + shift - _LINE / 2, y + shift + _LINE / 2
        if all(right < one[0] or one[1] < left or high <= one[2] or one[3] <= low for one in taken):
            break
    taken.append((left, right, low, high))
    return shift


# ---- axes -----------------------------------------------------------------------------------------------------------


def _axes(chart: Chart, axes: Axes, *, named: bool) -> None:
    from matplotlib.ticker import FuncFormatter, NullFormatter

    if chart.x_logarithmic:
        axes.set_xscale("log")
        axes.xaxis.set_minor_formatter(NullFormatter())
    if named:
        _limits(chart, axes)
    else:
        _whole_numbers(chart, axes)
    if chart.zero:
        axes.axvline(0.0, color=INK, linewidth=1.0)
    written = FuncFormatter(lambda value, _: _percent(value))
    plain = FuncFormatter(lambda value, _: _plain(value))
    axes.xaxis.set_major_formatter(written if chart.x_percent else plain)
    if not named:
        axes.yaxis.set_major_formatter(written if chart.y_percent else plain)
    far = " (logarithmic)" if chart.x_logarithmic else ""
    axes.set_xlabel(f"{shortened(chart.x_label, 80)}{far}")
    if chart.y_label and not named:
        axes.set_ylabel(shortened(chart.y_label, 60))


def _limits(chart: Chart, axes: Axes) -> None:
    """Let bars begin at 0; shares stay within 0 and 1, with room for a dot at either end."""
    if any(one.mark is Mark.BARS for one in chart.series):
        axes.set_xlim(left=0.0)
    elif chart.x_percent and not chart.zero:
        low, high = axes.get_xlim()
        axes.set_xlim(max(low, -0.02), min(high, 1.02))


def _whole_numbers(chart: Chart, axes: Axes) -> None:
    """Write the numbers of a line that has few, such as k, where they stand."""
    values = {float(point.x) for one in chart.series if one.mark is Mark.LINE for point in one.points}
    if 0 < len(values) <= MOST_WHOLE and all(value == int(value) for value in values):
        axes.set_xticks(sorted(values))


def _percent(value: float) -> str:
    return f"{_plain(100 * value)} %".replace("-", "−")


def _plain(value: float) -> str:
    return significant(value, 4) if abs(value) < 1000 else f"{value:,.0f}"


def _colour(one: Series, number: int) -> str:
    return ROLES.get(one.role, COLOURS[number % len(COLOURS)])


def _dashes(number: int) -> str:
    return DASHES[(number + number // len(COLOURS)) % len(DASHES)]


def _wrapped(note: str) -> str:
    return "\n".join(_pieces(shortened(note, 4 * NOTE_CELLS)))


def _pieces(text: str) -> Iterator[str]:
    """Give the text in lines, cut at a blank or at a `|` where one is near."""
    while len(text) > NOTE_CELLS:
        cut = max(text.rfind(" ", 0, NOTE_CELLS), text.rfind("|", 0, NOTE_CELLS)) + 1
        cut = cut if cut > NOTE_CELLS // 2 else NOTE_CELLS
        yield text[:cut].rstrip()
        text = text[cut:]
    yield text
