"""Values are shown in reports without a word of the candidate's that a terminal would obey."""

from __future__ import annotations

from collections import namedtuple

import pytest

from assay.judges.reading import MAX_SHOWN, shown
from assay.sandbox.guest.wire import Opaque

HIDDEN = "\x1b[8mhidden\x9b0m\u202e"
Point = namedtuple("Point", "x y")  # its class is given another name below
Point.__name__ = HIDDEN


@pytest.mark.parametrize(
    "value",
    [
        Opaque(f"{HIDDEN} object"),
        [Opaque(HIDDEN), {"a": Opaque(HIDDEN)}],
        Point(1, Opaque(HIDDEN)),
        type(HIDDEN, (dict,), {})(a=1),
        type(HIDDEN, (Exception,), {})("x"),
        HIDDEN,
        type(HIDDEN, (), {"__repr__": lambda self: HIDDEN})(),
        type(HIDDEN, (), {"__repr__": lambda self: 1 / 0})(),
        Opaque(HIDDEN * 1000),
    ],
    ids=["class", "inside", "tuple", "dict", "exception", "text", "repr", "broken", "long"],
)
def test_what_does_not_print_is_spelt_out(value: object) -> None:
    text = shown(value)

    assert text.isprintable()
    assert "\\x1b[8mhidden" in text
    assert len(text) <= MAX_SHOWN + 1
