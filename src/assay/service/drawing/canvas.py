"""A picture under construction: shapes and texts in SVG, escaped, with classes instead of styles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from xml.etree import ElementTree

from markupsafe import Markup

from assay.service.shown import Table
from assay.text import one_line

LETTER = 6.6
"""About how many pixels wide a letter is at the size of the labels."""
_NUMBERS = count(1)


@dataclass(frozen=True, slots=True)
class Size:
    """The room of a picture, in pixels, with what lies around the plot."""

    width: float
    height: float
    left: float = 52
    right: float = 14
    top: float = 22
    bottom: float = 30

    @property
    def plot_width(self) -> float:
        """The width of the plot itself."""
        return self.width - self.left - self.right

    @property
    def plot_height(self) -> float:
        """The height of the plot itself."""
        return self.height - self.top - self.bottom

    @property
    def floor(self) -> float:
        """Where the plot ends below."""
        return self.height - self.bottom

    def across(self, place: float) -> float:
        """Return the pixel of a place from 0 (left) to 1 (right)."""
        return self.left + place * self.plot_width

    def upwards(self, place: float) -> float:
        """Return the pixel of a place from 0 (below) to 1 (above)."""
        return self.floor - place * self.plot_height


WIDE = Size(960, 320)
NARROW = Size(350, 260, left=44, right=8)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart for wide and for narrow screens, and the same figures as a table."""

    title: str
    wide: Markup
    narrow: Markup
    legend: tuple[tuple[str, str], ...] = ()
    """Classes of the swatches, each with what it stands for."""
    table: Table | None = None


@dataclass(slots=True)
class Canvas:
    """One picture; `title` is what a screen reader says of it."""

    title: str
    size: Size
    _root: ElementTree.Element = field(init=False)

    def __post_init__(self) -> None:
        number = f"chart-{next(_NUMBERS):x}"
        box = f"0 0 {self.size.width:g} {self.size.height:g}"
        attributes = {"class": "chart-svg", "viewBox": box, "role": "img", "aria-labelledby": number}
        self._root = ElementTree.Element("svg", attributes)
        ElementTree.SubElement(self._root, "title", {"id": number}).text = one_line(self.title)

    def shape(self, tag: str, kind: str, *, hover: str = "", **places: float | str) -> None:
        """Add a shape of a class; underscores in the names of its attributes stand for hyphens."""
        attributes = {name.replace("_", "-"): _written(value) for name, value in places.items()}
        found = ElementTree.SubElement(self._root, tag, {"class": kind, **attributes})
        if hover:
            ElementTree.SubElement(found, "title").text = one_line(hover)

    def line(self, kind: str, start: tuple[float, float], end: tuple[float, float], *, hover: str = "") -> None:
        """Add a straight line."""
        self.shape("line", kind, hover=hover, x1=start[0], y1=start[1], x2=end[0], y2=end[1])

    def path(self, kind: str, points: Sequence[tuple[float, float]], *, closed: bool = False) -> None:
        """Add a line through points."""
        steps = " ".join(f"{'L' if place else 'M'}{x:.1f} {y:.1f}" for place, (x, y) in enumerate(points))
        self.shape("path", kind, d=f"{steps}{' Z' if closed else ''}")

    def text(self, words: str, x: float, y: float, *, kind: str = "", anchor: str = "start") -> None:
        """Add a label; what is too long for its place is the caller's to cut."""
        attributes = {"x": _written(x), "y": _written(y), "text-anchor": anchor}
        found = ElementTree.SubElement(self._root, "text", {"class": kind, **attributes} if kind else attributes)
        found.text = one_line(words)

    def markup(self) -> Markup:
        """Return the picture as HTML that templates put in as it is."""
        return Markup(ElementTree.tostring(self._root, encoding="unicode"))


def cut(words: str, letters: int) -> str:
    """Return words of at most so many letters.

    >>> cut("version 2.3", 8)
    'version…'
    """
    plain = one_line(words)
    return plain if len(plain) <= letters else f"{plain[: max(0, letters - 1)].rstrip()}…"


def _written(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:.1f}".removesuffix(".0")
