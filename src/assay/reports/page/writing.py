"""A document written as one page: template, style and scripts of this folder, Plotly from its own package, and data."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import cache
from importlib import resources, util
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from assay.errors import Fault
from assay.hashing import content_digest
from assay.reports.document import Document
from assay.reports.drawing import charts_of
from assay.reports.figures import counted
from assay.reports.page.changes import FIRST_FLIPS, shown_comparisons
from assay.reports.page.packing import Packing, compressed, embedded
from assay.reports.page.view import FIRST_SCORES, SIGNS, groups_title, shown_charts, shown_run, subject_of, title_of
from assay.text import legible

if TYPE_CHECKING:
    from jinja2 import Environment

FOLDER = resources.files("assay.reports.page")
SCRIPTS = ("code.js", "charts.js", "table.js", "page.js")
"""In the order in which they need each other."""
LONG_SENTENCE = 120
"""Characters of a first sentence that would take too much of a small screen to stay in view."""


def write(document: Document, file: IO[bytes]) -> None:
    """Write a document as one page that opens from disk and asks no server for anything."""
    packing = Packing(document)
    rows = packing.rows()
    script = "\n".join(_own(name) for name in SCRIPTS)
    plotly, packed_plotly = _plotly()
    charts = charts_of(document.reports, document.lines, comparisons=document.comparisons, seconds=document.seconds)
    shown = shown_charts(charts)
    runs = [shown_run(report) for report in document.reports]
    head, _, tail = _environment().get_template("page.html").render(
        title=title_of(document),
        subject=subject_of(document),
        left_out=document.left_out_lines(),
        policy=_policy([script, plotly]),
        style=_own("theme.css") + _own("page.css"),
        script=script,
        runs=runs,
        run=runs[-1],
        comparisons=shown_comparisons(document.comparisons),
        first_of_each=[replace(one.scores[0], name=one.who, note="") for one in runs if one.scores],
        first_scores=FIRST_SCORES,
        first_flips=FIRST_FLIPS,
        shared_facts=[fact for fact in runs[0].facts if len(runs) > 1 and all(fact in one.facts for one in runs)],
        charts=shown,
        groups=groups_title(shown["groups"]),
        counted=counted,
        long_sentence=LONG_SENTENCE,
        rowless=packing.rowless,
        made=document.made,
        signs=SIGNS,
    ).partition("<!-- data -->")  # fmt: skip
    file.write(head.encode())
    _put(file, "charts", "application/json", embedded([asdict(chart) for chart in charts]).encode())
    _put(file, "rows", "application/json", embedded({**rows, "signs": SIGNS}).encode())
    for name, data in packing.chunks():
        _put(file, name, "text/plain", data)
    _put(file, "missing", "application/json", embedded(packing.missing).encode())
    _put(file, "plotly", "text/plain", packed_plotly)
    file.write(tail.encode())


def _put(file: IO[bytes], name: str, kind: str, data: bytes) -> None:
    file.write(f'<script type="{kind}" id="{name}">'.encode() + data + b"</script>\n")


def _environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    def shown(value: Any) -> Any:  # Any: whatever a template puts in
        return legible(value) if type(value) is str else value

    return Environment(
        loader=FunctionLoader(_own), autoescape=True, undefined=StrictUndefined, finalize=shown, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip


def _own(name: str) -> str:
    return FOLDER.joinpath(name).read_text("utf-8")


@cache
def _plotly() -> tuple[str, bytes]:
    """Return Plotly's JavaScript as its package brings it, and the same compressed."""
    found = util.find_spec("plotly")  # not imported, which would take longer than all the rest
    if found is None or not found.submodule_search_locations:
        raise Fault("Plotly is not installed, though Assay asks for it: install Assay again")
    text = Path(found.submodule_search_locations[0], "package_data", "plotly.min.js").read_text("utf-8")
    return text, compressed(text.encode())


def _policy(scripts: Sequence[str]) -> str:
    """Return what a browser may do with the page: run these scripts, and ask for nothing."""
    allowed = " ".join(f"'sha256-{base64.b64encode(content_digest(script)).decode()}'" for script in scripts)
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
