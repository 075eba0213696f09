"""Charts drawn into files: every kind, the same bytes each time, and names that are text whatever they say."""

from __future__ import annotations

import io
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from assay.reports.charts import Chart, Mark, Point, Series
from assay.reports.plotting import draw, shortened

mpl = pytest.importorskip("matplotlib")

HOSTILE = '$\\frac{$ </text><script>alert("x")</script>\x1b]0;owned\x07\u202e\ud800& ' + "x" * 300
BEGINNINGS = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}


def named(*values: float, mark: Mark = Mark.DOTS, runs: int = 1, name: str = "name") -> Chart:
    points = tuple(
        Point(value, f"{name} {n}", max(0.0, value - 0.1), min(1.0, value + 0.1), f"n = {n}")
        for n, value in enumerate(values)
    )
    series = tuple(Series(f"{name} {n}", points, mark) for n in range(runs))
    return Chart("by-kind", f"title {name}", "score", "kind", series, x_percent=True, note=f"{name}|" * 60)


def numbers(mark: Mark, *, logarithmic: bool = False, label: str = "here") -> Chart:
    points = tuple(Point(float(n + 1) ** 3, n / 9, n / 10, n / 8, label) for n in range(8))
    return Chart("c", "t", "x", "y", (Series("s", points, mark),), y_percent=True, x_logarithmic=logarithmic)


def drawn(chart: Chart, form: str = "svg") -> bytes:
    file = io.BytesIO()
    draw(chart, file, form)
    return file.getvalue()


CHARTS = {
    "one point": named(0.5),
    "nothing and everything": named(0.0, 1.0),
    "runs side by side": named(0.2, 0.8, runs=8),
    "bars": named(0.2, 0.8, mark=Mark.BARS, runs=2),
    "many long names": named(*(n / 40 for n in range(40)), name="long " * 40),
    "hostile": named(0.5, name=HOSTILE, runs=2),
    "steps": numbers(Mark.STEPS, logarithmic=True),
    "line": numbers(Mark.LINE),
    "dots with hostile labels": numbers(Mark.DOTS, label=HOSTILE),
    "zero": Chart("comparison", "t", "x", "", (Series("d", (Point(-0.1, "all", -0.2, 0.1),)),), zero=True),
    "no interval": Chart("c", "t", "x", "y", (Series("s", (Point(1.0, 0.5),)),)),
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if "many" in name else []) for name in CHARTS]
)
def test_every_chart_is_an_svg_without_foreign_markup(name: str) -> None:
    root = ElementTree.fromstring(drawn(CHARTS[name]))

    assert root.tag.endswith("svg")
    assert root.findall(".//{*}script") == []


@pytest.mark.parametrize("form", ["svg", *(pytest.param(form, marks=pytest.mark.slow) for form in ("png", "pdf"))])
def test_every_format_is_the_same_each_time_and_names_no_day(form: str) -> None:
    first = drawn(CHARTS["bars"], form)

    assert first.startswith(BEGINNINGS[form])
    assert drawn(CHARTS["bars"], form) == first
    assert not re.search(rb"20[2-9]\d-\d\d|CreationDate|matplotlib\.org", first)


def test_settings_of_the_user_change_nothing() -> None:
    first = drawn(CHARTS["line"])
    with mpl.rc_context({"font.size": 30.0, "axes.facecolor": "black", "svg.hashsalt": None}):
        assert drawn(CHARTS["line"]) == first
        assert mpl.rcParams["font.size"] == 30.0, "and ours change none of theirs"


def test_text_is_cut_to_its_room() -> None:
    assert shortened("word " * 100, cells=20) == "word word word word…"
    assert len(shortened("名" * 100, cells=20)) == 10
    assert shortened("") == ""


@pytest.mark.slow
@pytest.mark.parametrize("name", CHARTS)
def test_pictures_for_the_eye(name: str, tmp_path: Path) -> None:
    """Under the folder of the test's output, for whoever wants to look."""
    file = tmp_path / f"{name}.png"
    file.write_bytes(drawn(CHARTS[name], "png"))

    assert file.stat().st_size > 5_000
