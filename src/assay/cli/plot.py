"""`assay plot`: charts of one or more runs as SVG, PNG or PDF files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from assay.cli.run import opened
from assay.cli.runs import benchmark_of, choices_with, written
from assay.errors import InvalidOption, InvalidValue, UnknownNameError
from assay.text import one_line

if TYPE_CHECKING:
    from assay.reports.charts import Chart


def list_charts() -> None:
    """Print the names of all charts, each with what it shows."""
    from assay.reports.drawing import CHARTS

    width = max(map(len, CHARTS))
    for name, summary in CHARTS.items():
        print(f"{name:<{width}}  {summary}")


def run(names: Sequence[str], *, chart: str | None, output: str | None, form: str, store: str | None) -> None:
    """Draw one chart of the runs into a file, or all that have data into a folder, in the format `form`."""
    from assay.reports.drawing import CHARTS
    from assay.reports.plotting import FORMATS

    if not names:
        raise InvalidValue("name at least one run, such as latest")
    if output is None:
        raise InvalidOption("output", "name a file that ends in .svg, .png or .pdf, or a folder")
    if chart is not None and chart not in CHARTS:
        raise InvalidOption("chart", str(UnknownNameError("chart", chart, CHARTS)))
    path = Path(output)
    single = not path.is_dir() and path.suffix != ""
    form = path.suffix[1:].lower() if single else form
    if form not in FORMATS:
        where = "output" if single else "format"
        raise InvalidOption(where, f"{output if single else form!r} is none of {', '.join(FORMATS)}")
    charts = _charts(names, store)
    if not charts:
        raise InvalidValue(f"there is no chart to draw: nothing is judged yet in {', '.join(names)}")
    if chart is None and single:
        raise InvalidOption("chart", f"one file holds one chart; these runs have {', '.join(charts)}")
    if chart is not None and chart not in charts:
        raise InvalidOption("chart", f"these runs have nothing to show as {chart!r}; they have {', '.join(charts)}")
    wanted = charts if chart is None else {chart: charts[chart]}
    for name, one in wanted.items():
        _draw(one, path if single else path / f"{name}.{form}", form)


def _charts(names: Sequence[str], store: str | None) -> dict[str, Chart]:
    """Return the charts that the runs have data for, by name."""
    from assay.evaluation.documenting import document_of
    from assay.reports.drawing import charts_of

    choices = choices_with(store)
    with opened(choices) as kept:
        runs = list({run.id: run for run in map(kept.find_run, names)}.values())
        document = document_of(runs, kept, lambda one: benchmark_of(one, choices))
        made = charts_of(
            document.reports,
            document.lines,
            comparisons=document.comparisons,
            seconds=document.seconds,
        )
    return {chart.name: chart for chart in made}


def _draw(chart: Chart, path: Path, form: str) -> None:
    from assay.reports.plotting import draw

    with written(str(path), binary=True) as file:
        draw(chart, file, form)
    print(one_line(f"{path}: {chart.title}"))
