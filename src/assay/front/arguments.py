"""What a call was given, held against what it must be, so that a slip is an error in words and names its argument."""

from __future__ import annotations

import os

from assay.errors import InvalidValue
from assay.records import Candidate


def require(name: str, value: object, kinds: tuple[type, ...], wanted: str) -> None:
    """Raise `InvalidValue` unless the value is of one of the kinds; `wanted` says them in words.

    >>> require("limits", 3, (str,), "a text")
    Traceback (most recent call last):
    assay.errors.InvalidValue: limits: must be a text, got 3
    """
    if not isinstance(value, kinds):
        raise InvalidValue(f"{name}: must be {wanted}, got {value!r:.80}")


def require_program(name: str, value: object) -> None:
    """Raise `InvalidValue` unless the value is the text of a program or a path."""
    require(name, value, (str, bytes, os.PathLike), "a text or a path")


def require_candidate(name: str, value: object) -> None:
    """Raise `InvalidValue` unless the value is a candidate whose source is text."""
    require(name, value, (Candidate,), "a Candidate")
    assert isinstance(value, Candidate), "it was just required"
    require(f"{name}.source", value.source, (str, bytes), "text or bytes")
