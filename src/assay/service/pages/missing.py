"""What people see where there is nothing under an address: a sentence, and the way back."""

from __future__ import annotations

from fastapi import Request, Response

from assay.service.rendering import render


def missing(request: Request, what: str, *, back: str) -> Response:
    """Return a page that says what is not there, with a link to where one can look on."""
    return render(request, "missing.html", status=404, what=what, back=back)
