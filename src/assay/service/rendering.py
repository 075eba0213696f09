"""Pages from templates: whatever a template is given is shown as text, never obeyed as HTML."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import Request
from fastapi.responses import HTMLResponse

from assay.service.context import context_of

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent / "templates"


@cache
def environment() -> Environment:
    """Return the one environment of all templates: everything is escaped, and a name that is missing is an error."""
    import jinja2

    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(request: Request, name: str, *, status: int = 200, **values: object) -> HTMLResponse:
    """Return the page that a template makes of some values; every template knows `request` and `settings`."""
    page = environment().get_template(name)
    return HTMLResponse(page.render(request=request, settings=context_of(request).settings, **values), status)
