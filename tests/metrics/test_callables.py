"""Functional correctness of trusted functions against a reference."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pandas as pd
import pytest

from assay.errors import InvalidValue
from assay.metrics.callables import FunctionalCorrectnessEvaluator, FunctionalCorrectnessMetrics, outputs_match

evaluate = FunctionalCorrectnessEvaluator().evaluate


def test_a_result_that_counts_a_frame() -> None:
    """The example of the metrics document: the value is a number, so nothing is compared as a frame."""
    found = evaluate(
        lambda df: {"result": len(df)},
        lambda df: {"result": len(df)},
        [{"input": {"df": pd.DataFrame({"A": [1, 2, 3]})}}],
    )

    assert (found.tests_passed, found.tests_total, found.pass_rate, found.errors) == (1, 1, 1.0, [])


def test_a_wrong_value_is_listed_with_what_was_expected() -> None:
    found = evaluate(lambda x: x, abs_of, [{"input": {"x": 1}}, {"input": {"x": -1}}])

    assert found == FunctionalCorrectnessMetrics(1, 2, 0.5, [{"input": {"x": -1}, "expected": 1, "actual": -1}])


def test_an_exception_is_listed_in_words() -> None:
    found = evaluate(lambda x: 1 // x, lambda x: 0, [{"input": {"x": 0}}])

    assert found.errors == [{"input": {"x": 0}, "error": "ZeroDivisionError: integer division or modulo by zero"}]
    assert found.pass_rate == 0.0


def test_a_reference_that_raises_makes_the_case_invalid() -> None:
    found = evaluate(lambda x: 0, lambda x: 1 // x, [{"input": {"x": 0}}])

    assert (found.tests_total, found.pass_rate, len(found.invalid)) == (0, None, 1)
    assert found.invalid[0]["error"].startswith("the reference raises ZeroDivisionError")


def test_raising_the_same_type_is_a_pass_and_another_type_makes_the_case_invalid() -> None:
    same = evaluate(lambda x: 2 // x, lambda x: 1 // x, [{"input": {"x": 0}}])
    other = evaluate(lambda x: int("x"), lambda x: 1 // x, [{"input": {"x": 0}}])

    assert (same.tests_passed, same.tests_total) == (1, 1)
    assert (other.tests_total, len(other.invalid)) == (0, 1)


def test_neither_function_sees_what_the_other_did_to_the_input() -> None:
    given = {"xs": [3, 1, 2]}
    found = evaluate(lambda xs: xs.sort() or xs, lambda xs: sorted(xs), [{"input": given}])

    assert found.tests_passed == 1
    assert given == {"xs": [3, 1, 2]}


FRAME = pd.DataFrame({"a": [1, 2], "b": [None, "x"]})


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (1, 1, True),
        (1, 2, False),
        ([1, [2]], [1, [2]], True),
        ([1], (1,), False),
        ([1], [1, 2], False),
        (float("nan"), float("nan"), True),
        (float("nan"), 0.0, False),
        ({"a": 1}, {"b": 1}, False),
        pytest.param(FRAME, FRAME.copy(), True, id="frames"),
        pytest.param({"result": FRAME}, {"result": FRAME.copy()}, True, id="frames-inside"),
        pytest.param(FRAME, FRAME.rename(columns={"a": "c"}), False, id="other-columns"),
        pytest.param(FRAME, FRAME.to_dict("records"), True, id="a-frame-and-its-records"),
        pytest.param(pd.DataFrame({"a": [1]}), {"a": [1]}, True, id="a-frame-and-its-columns"),
        pytest.param(FRAME, 3, False, id="a-frame-and-a-number"),
        pytest.param(FRAME, {}, False, id="a-frame-and-nothing"),
        pytest.param(FRAME["a"], FRAME["a"].copy(), True, id="series"),
        pytest.param(FRAME["a"], FRAME, False, id="a-series-and-a-frame"),
        pytest.param([{"a": 1}], [{"a": 1}], True, id="records"),
        pytest.param([{"a": 1}], [{"a": 2}], False, id="other-records"),
        pytest.param(np.array([1, 2]), np.array([1, 2]), True, id="arrays"),
        pytest.param(np.array([1, 2]), np.array([1, 3]), False, id="other-arrays"),
        pytest.param(np.array([1, 1]), 1, False, id="an-array-and-a-number"),
        pytest.param(np.array([1, 1]), np.array([[1, 1]]), False, id="arrays-of-other-shapes"),
        pytest.param([np.array([1, 2])], [np.array([1, 2])], True, id="arrays-inside"),
        pytest.param(np.array([1, 2]), np.array([1, 2, 3]), False, id="arrays-of-other-lengths"),
    ],
)
def test_outputs_match(one: Any, other: Any, same: bool) -> None:  # Any: values of any kind
    assert outputs_match(one, other) is same


@pytest.mark.parametrize("case", [{}, {"input": 3}, {"input": {1: 2}}, {"input": [1]}])
def test_a_case_without_named_arguments_is_refused(case: dict[str, Any]) -> None:  # Any: wrong on purpose
    with pytest.raises(InvalidValue, match="case 0: 'input' must hold the arguments by name"):
        evaluate(abs_of, abs_of, [case])


def test_an_argument_that_cannot_be_copied_is_refused() -> None:
    with pytest.raises(InvalidValue, match="argument 'x' must be a value that can be copied"):
        evaluate(abs_of, abs_of, [{"input": {"x": threading.Lock()}}])


def abs_of(x: int) -> int:
    return abs(x)
