"""Functional correctness of trusted Python functions: the same inputs to one and to a reference, in this process.

For code that is not trusted there are judges; here both functions are the caller's own.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from assay.errors import InvalidValue


@dataclass(frozen=True, slots=True)
class FunctionalCorrectnessMetrics:
    """How often a function gave what the reference gives."""

    tests_passed: int
    tests_total: int
    """Without the invalid cases."""
    pass_rate: float | None
    """`None`: there was no valid case."""
    errors: list[dict[str, Any]] = field(default_factory=list)  # Any: the caller's values
    """One entry for each case that did not pass: `input`, `expected` and `actual`, or `input` and `error`."""
    invalid: list[dict[str, Any]] = field(default_factory=list)  # Any: the caller's values
    """Cases on which the reference itself raises: `input` and `error`."""


class FunctionalCorrectnessEvaluator:
    """Holds a function against a reference.

    >>> cases = [{"input": {"x": 2}}, {"input": {"x": 3}}]
    >>> found = FunctionalCorrectnessEvaluator().evaluate(lambda x: x * x, lambda x: x + x, cases)
    >>> found.tests_passed, found.tests_total, found.errors
    (1, 2, [{'input': {'x': 3}, 'expected': 6, 'actual': 9}])
    """

    def evaluate(
        self,
        generated_func: Callable[..., Any],  # Any: the caller's own functions
        reference_func: Callable[..., Any],  # Any: as above
        test_cases: Sequence[Mapping[str, Any]],  # Any: the caller's values
    ) -> FunctionalCorrectnessMetrics:
        """Calls both with the keyword arguments of every case, each with a copy of its own.

        Where both raise the same type the case passes; where only the reference raises it is invalid.
        """
        passed = 0
        errors: list[dict[str, Any]] = []  # Any: the caller's values
        invalid: list[dict[str, Any]] = []  # Any: the caller's values
        for index, case in enumerate(test_cases):
            given = _input(case, index)
            expected, refused = _call(reference_func, given)
            actual, raised = _call(generated_func, given)
            if refused is not None and type(refused) is not type(raised):
                invalid.append({"input": given, "error": f"the reference raises {_described(refused)}"})
            elif refused is not None or (raised is None and outputs_match(actual, expected)):
                passed += 1
            elif raised is not None:
                errors.append({"input": given, "error": _described(raised)})
            else:
                errors.append({"input": given, "expected": expected, "actual": actual})
        total = passed + len(errors)
        return FunctionalCorrectnessMetrics(passed, total, passed / total if total else None, errors, invalid)


def outputs_match(one: object, other: object) -> bool:
    """Whether two results are the same: containers by what they hold, frames as frames when both are frame-like.

    Frame-like is a frame of pandas, a list of records, or columns of one length. NaN equals NaN, as in frames.

    >>> outputs_match({"result": 3}, {"result": 3}), outputs_match([1], [2])
    (True, False)
    """
    if _is_pandas(one) or _is_pandas(other):
        return _frames_match(one, other)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(outputs_match(value, other[key]) for key, value in one.items())
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return type(one) is type(other) and len(one) == len(other) and all(map(outputs_match, one, other))
    return _equal(one, other)


def _equal(one: object, other: object) -> bool:
    if isinstance(one, float) and isinstance(other, float) and math.isnan(one):
        return math.isnan(other)
    if _is_array(one) or _is_array(other):
        import numpy as np

        return type(one) is type(other) and np.array_equal(one, other)  # type: ignore[arg-type]  # both are arrays
    return bool(one == other)


def _frames_match(one: object, other: object) -> bool:
    if type(one).__name__ == "Series" or type(other).__name__ == "Series":
        return type(one) is type(other) and bool(one.equals(other))  # type: ignore[attr-defined]  # pandas has it
    if not (_is_frame_like(one) and _is_frame_like(other)):
        return False
    import pandas as pd

    return bool(pd.DataFrame(one).equals(pd.DataFrame(other)))  # type: ignore[call-overload]  # checked just above


def _is_frame_like(value: object) -> bool:
    if _is_pandas(value) or _is_records(value):
        return True
    if not isinstance(value, dict) or not value:
        return False
    return all(isinstance(column, list) for column in value.values()) and len(set(map(len, value.values()))) == 1


def _is_records(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(record, dict) for record in value)


def _is_pandas(value: object) -> bool:
    """Whether it is a frame or a series, without importing pandas."""
    kind = type(value)
    return kind.__module__.partition(".")[0] == "pandas" and kind.__name__ in ("DataFrame", "Series")


def _is_array(value: object) -> bool:
    """Whether it is an array of numpy, without importing it."""
    return type(value).__module__ == "numpy" and type(value).__name__ == "ndarray"


def _input(case: Mapping[str, Any], index: int) -> Mapping[str, Any]:  # Any: the caller's values
    given = case.get("input")
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise InvalidValue(f"case {index}: 'input' must hold the arguments by name, got {given!r}")
    return given


def _call(function: Callable[..., Any], given: Mapping[str, Any]) -> tuple[object, Exception | None]:  # Any: as above
    arguments = {name: _copied(name, value) for name, value in given.items()}
    try:
        return function(**arguments), None
    except Exception as error:
        return None, error


def _copied(name: str, value: object) -> object:
    """A copy, so that neither function sees what the other did to it."""
    try:
        return copy.deepcopy(value)
    except Exception as error:
        raise InvalidValue(f"argument {name!r} must be a value that can be copied, got {value!r}: {error}") from error


def _described(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
