"""Pages from templates: whatever a template is given is shown as text, never obeyed as HTML."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi import Request
from fastapi.responses import HTMLResponse

from assay import __version__
from assay.reports import figures, page
from assay.service.assets import address
from assay.service.context import context_of
from assay.service.forms import FIELD, SESSION_COOKIE, csrf_token
from assay.service.links import compare_address, observation_address, run_address, trial_address
from assay.service.times import moment
from assay.text import legible

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent / "templates"
REPORT = Path(page.__file__).parent
"""Where the parts of a run's page are that a report has too."""
PAGES = (
    ("/", "Overview"),
    ("/runs", "Runs"),
    ("/compare", "Compare"),
    ("/errors", "Errors"),
    ("/ab", "A/B"),
    ("/feedback", "Feedback"),
    ("/cost", "Cost and latency"),
    ("/alerts", "Alerts"),
    ("/settings", "Settings"),
)
"""The pages in the order of the navigation."""


@cache
def environment() -> Environment:
    """Return the one environment of all templates: everything is escaped, and a name that is missing is an error.

    What does not print in a text is spelt out, so that nobody can turn the direction of a page around.
    """
    import jinja2

    found = jinja2.Environment(
        loader=jinja2.FileSystemLoader([TEMPLATES, REPORT]),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals |= {"address": address, "pages": PAGES, "version": __version__, "counted": figures.counted}
    found.globals |= {"csrf_token": csrf_token, "csrf_field": FIELD, "session_cookie": SESSION_COOKIE}
    addresses = (run_address, trial_address, compare_address, observation_address)
    found.globals |= {one.__name__: one for one in addresses}
    found.filters |= {
        "share": figures.share,
        "shares": figures.interval_of_shares,
        "points": figures.points,
        "dollars": _known(figures.dollars),
        "seconds": _known(figures.seconds),
        "count": _known(figures.count),
        "moment": moment,
        "iso": datetime.isoformat,
    }
    found.globals["show"] = found.get_template("macros.html").module
    return found


def render(request: Request, name: str, *, status: int = 200, **values: object) -> HTMLResponse:
    """Return the page that a template makes of some values; every template knows `request` and `settings`."""
    template = environment().get_template(name)
    text = template.render(request=request, settings=context_of(request).settings, **values)
    return HTMLResponse(text.encode("utf-8", "backslashreplace"), status)  # any text that a store may hold


def _shown(value: Any) -> Any:  # Any: whatever a template puts in
    return legible(value) if type(value) is str else value


def _known(figure: figures.Figure) -> Any:  # Any: a filter takes what a template has
    """Return the figure as a filter that shows `None` as unknown."""
    return lambda value: figures.UNKNOWN if value is None else figure(value)
