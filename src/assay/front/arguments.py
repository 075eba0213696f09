"""What a call was given, held against what it must be, so that a slip is an error in words and names its argument."""

from __future__ import annotations

import os

from assay.errors import require
from assay.records import Candidate


def require_program(name: str, value: object) -> None:
    """Raise `InvalidValue` unless the value is the text of a program or a path."""
    require(name, value, (str, bytes, os.PathLike), "a text or a path")


def require_candidate(name: str, value: object) -> None:
    """Raise `InvalidValue` unless the value is a candidate whose source is text."""
    require(name, value, (Candidate,), "a Candidate")
    assert isinstance(value, Candidate), "it was just required"
    require(f"{name}.source", value.source, (str, bytes), "text or bytes")
