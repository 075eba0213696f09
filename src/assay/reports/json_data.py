"""Runs as one JSON object, as `docs/report.schema.json` describes it."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import IO, Any

from assay import __version__
from assay.reports.document import Document
from assay.reports.schema import SCHEMA_ID, SCHEMA_VERSION
from assay.text import json_text


def write(document: Document, file: IO[bytes]) -> None:
    """Write the document."""
    file.write((json_text(data_of(document), indent=1) + "\n").encode())


def data_of(document: Document) -> dict[str, Any]:  # Any: JSON
    """Return the document as plain data: each report, every trial of it in short, and the comparisons."""
    runs = [
        {"report": _finite(report.to_dict()), "trials": [asdict(line) for line in lines]}
        for report, lines in zip(document.reports, document.lines, strict=True)
    ]
    return {
        "$schema": SCHEMA_ID,
        "schema_version": SCHEMA_VERSION,
        "assay": __version__,
        "made": document.made,
        "runs": runs,
        "comparisons": [_finite(one.to_dict()) for one in document.comparisons],
        "left_out": dict(document.left_out),
    }


def _finite(value: Any) -> Any:  # Any: JSON
    """Return the data with `None` for numbers that JSON has no sign for, which a plug-in's metric may give."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(one) for one in value]
    return value
