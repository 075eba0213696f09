"""The formats of report files: which function writes each, and which name of a file asks for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from typing import IO

from assay.errors import InvalidOption, UnknownNameError
from assay.registry import Registry
from assay.reports.document import Document

Write = Callable[[Document, IO[bytes]], None]
"""Writes a document into a file that is open for bytes."""

WRITERS: Registry[Write] = Registry("report", {
    "html": "assay.reports.page.writing:write",
    "markdown": "assay.reports.markdown:write",
    "json": "assay.reports.json_data:write",
    "csv": "assay.reports.table:write_csv",
    "parquet": "assay.reports.table:write_parquet",
    "latex": "assay.reports.latex:write",
    "junit": "assay.reports.junit:write",
})  # fmt: skip
SUFFIXES = {
    ".html": "html",
    ".htm": "html",
    ".md": "markdown",
    ".tex": "latex",
    ".xml": "junit",
}
"""The end of a file's name, in small letters, and the format that it asks for; a format's own name is one too."""


def format_of(file: str | None, form: str | None) -> str:
    """Return the format to write: the one that was named, or the one that the name of the file asks for.

    >>> format_of("Report.HTM", None), format_of("out.txt", "html")
    ('html', 'html')
    """
    if form is not None:
        if form not in WRITERS:
            raise InvalidOption("format", str(UnknownNameError("report format", form, WRITERS)))
        return form
    if file is None:
        raise InvalidOption("output", "name a file, whose ending says the format, or name a format")
    suffix = PurePath(file).suffix.lower()
    found = SUFFIXES.get(suffix, suffix[1:])
    if found not in WRITERS:
        raise InvalidOption("output", f"{file!r} ends in {suffix!r}, which is no format; known: {', '.join(WRITERS)}")
    return found
