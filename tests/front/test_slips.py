"""What a newcomer types wrongly at the front door is an error in words that names the argument."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import assay

DOUBLE = assay.Problem("double", assay.Cases("double", (assay.Case((2,), 4),)))
RIGHT = "def double(x): return 2 * x"
ANY: Any = None
THREE: Any = 3
TEXT: Any = RIGHT
"""They stand where a type checker would see the slip."""


@pytest.mark.parametrize(
    ("call", "said"),
    [
        pytest.param(lambda: assay.judge(ANY, DOUBLE), r"^code: must be text", id="no-code"),
        pytest.param(lambda: assay.judge(RIGHT, ANY), r"^problem: must be a Problem, got None", id="no-problem"),
        pytest.param(lambda: assay.judge(RIGHT, DOUBLE, limits=THREE), r"^limits: must be Limits, got 3", id="limits"),
        pytest.param(lambda: assay.judge(assay.Candidate(ANY), DOUBLE), r"^code.source: must be", id="no-source"),
        pytest.param(lambda: assay.Problem("d", ANY), r"'d': check must be Cases", id="no-check"),
        pytest.param(lambda: assay.Problem("d", assay.Cases("f", (THREE,))), r"must be a Case, got 3", id="no-case"),
        pytest.param(lambda: assay.evaluate(ANY, DOUBLE), r"^candidates: must be a path", id="no-candidates"),
        pytest.param(lambda: assay.evaluate([RIGHT], ANY), r"^on: must be the name of a benchmark", id="on-nothing"),
        pytest.param(lambda: assay.evaluate([RIGHT], [DOUBLE, DOUBLE]), r"have the id 'double'", id="twice"),
        pytest.param(lambda: assay.evaluate([RIGHT], DOUBLE, store=THREE), r"^store: must be a place", id="store"),
        pytest.param(
            lambda: assay.evaluate([assay.Attempt("double", TEXT)], DOUBLE, store="memory:", workers=1),
            r"^candidates\[0\].candidate: must be a Candidate",
            id="attempt-of-text",
        ),
        pytest.param(lambda: assay.computational_accuracy(ANY, "print(1)"), r"^prediction: must be a text", id="ca"),
        pytest.param(lambda: assay.evaluate_quality(ANY), r"^code: must be text", id="quality"),
    ],
)
def test_a_slip_is_named(call: Callable[[], object], said: str) -> None:
    with pytest.raises(assay.AssayError, match=said):
        call()
