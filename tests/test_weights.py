"""Weights as users write them: by name, in order, as text; together 1."""

from __future__ import annotations

import pytest

from assay.errors import UsageError
from assay.weights import parse_weights

NAMES = ("form", "content", "style")


@pytest.mark.parametrize(
    "given",
    [
        {"style": 0.2, "form": 0.5, "content": 0.3},
        {"look": 0.2, "form": 0.5, "content": 0.3},
        [0.5, 0.3, 0.2],
        (0.5, 0.3, 0.2),
        "0.5, 0.3,0.2",
    ],
)
def test_weights_are_read_in_every_shape(given: object) -> None:
    assert parse_weights(given, NAMES, {"look": "style"}) == {"form": 0.5, "content": 0.3, "style": 0.2}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("0.5,0.5", "weights must be 3 numbers, for form, content, style, got '0.5,0.5'"),
        ("a,b,c", "weights must be 3 numbers"),
        (7, "weights must be 3 numbers"),
        (None, "weights must be 3 numbers"),
        ([1, 1, "1"], "weights: style must be a number from 0 to 1, got '1'"),
        ([1, True, 0], "weights: content must be a number from 0 to 1, got True"),
        ("nan,0,1", "weights: form must be a number from 0 to 1, got nan"),
        ("0.5,0.5,0.5", "weights must sum to 1, got 1.5 from '0.5,0.5,0.5'"),
        ({"form": 1.0}, "weights lacks content, style"),
        ({"form": 0.5, "style": 0.25, "look": 0.25}, "weights names 'style' twice"),
        ({"forms": 1.0}, "weights={'forms': 1.0}: No weight is named 'forms'. Did you mean 'form'"),
    ],
)
def test_weights_that_make_no_sense_are_refused(given: object, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_weights(given, NAMES, {"look": "style"})

    assert str(caught.value).startswith(message)
