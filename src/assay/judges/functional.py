"""Functional correctness: does generated code return what the reference returns, for the same keyword arguments?

Sources run in the sandbox. Callables run in this process, with its rights, and the result says so: use them for code
you trust.
"""

from __future__ import annotations

import ast
import copy
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from types import NoneType
from typing import Any

from assay.errors import InvalidProblem, InvalidValue, require, require_method
from assay.judges.comparators import compares_types, matches
from assay.judges.reading import shown
from assay.records import Comparator, Limits
from assay.sandbox.base import Sandbox
from assay.sandbox.calling import CallEnd, CallResult, call
from assay.syntax import UNREADABLE, parse_foreign

SAME = Comparator.close()
"""As Python's `==`, but NaN is the same as NaN: a reference that returns one must agree with itself."""
Code = str | Callable[..., object]
"""Source text, or a function of this process."""
MAX_FRAME_CELLS = 10_000_000
"""In a frame that is made of records to compare it."""


@dataclass(frozen=True, slots=True)
class FunctionalCorrectnessMetrics:
    """How often generated code did what the reference does."""

    tests_passed: int
    tests_total: int
    """Cases that decide; those on which the reference itself fails are in `invalid`."""
    pass_rate: float | None
    """`None`: no case decides."""
    errors: list[dict[str, Any]] = field(default_factory=list)  # Any: the caller's values
    """For each failed case its `input`, and either `expected` and `actual` or `error`."""
    invalid: list[dict[str, Any]] = field(default_factory=list)  # Any: the caller's values
    """Cases on which the reference fails and the generated code does not fail in the same way: `input` and `error`."""
    in_process: bool = False
    """A side was a callable and ran in this process, without a sandbox."""
    isolation: str = ""
    """The layers around the sides that were sources."""

    def as_dict(self) -> dict[str, Any]:  # Any: the caller's values
        """Return the result as plain data."""
        return asdict(self)


class FunctionalCorrectnessEvaluator:
    """Compares generated code with a reference over test inputs.

    >>> def double(x): return x + x
    >>> cases = [{"input": {"x": 2}}, {"input": {"x": "a"}}]
    >>> FunctionalCorrectnessEvaluator().evaluate(lambda x: 2 * x, double, cases).tests_passed
    2
    """

    def __init__(
        self, sandbox: Sandbox | None = None, *, limits: Limits | None = None, comparator: Comparator = SAME
    ) -> None:
        if sandbox is not None:
            require_method("sandbox", sandbox, "session", "a Sandbox")
        require("limits", limits, (Limits, NoneType), "Limits")
        require("comparator", comparator, (Comparator,), "a Comparator")
        self._sandbox = sandbox
        self._limits = limits or Limits()
        self._comparator = comparator

    def evaluate(
        self,
        generated_func: Code,
        reference_func: Code,
        test_cases: Sequence[Mapping[str, Any]],  # Any: the caller's values
        *,
        entry_point: str | None = None,
    ) -> FunctionalCorrectnessMetrics:
        """Call both sides with the keyword arguments of every case and compare what they return.

        A source is called at `entry_point`, or at the only function it defines.
        """
        require("entry_point", entry_point, (str, NoneType), "the name of a function")
        inputs = _inputs(test_cases)
        expected = self._answers(reference_func, inputs, entry_point, role="reference_func")
        actual = self._answers(generated_func, inputs, entry_point, role="generated_func")
        passed = 0
        errors: list[dict[str, Any]] = []  # Any: the caller's values
        invalid: list[dict[str, Any]] = []  # Any: the caller's values
        for arguments, theirs, ours in zip(inputs, expected, actual, strict=True):
            if theirs.exception and theirs.exception == ours.exception:
                passed += 1
            elif not _has_value(theirs):
                invalid.append({"input": arguments, "error": f"the reference failed: {theirs.error}"})
            elif not _has_value(ours):
                errors.append({"input": arguments, "error": ours.error})
            elif self._has_same_classes(ours, theirs) and self.outputs_match(ours.value, theirs.value):
                passed += 1
            else:
                errors.append({"input": arguments, "expected": theirs.value, "actual": ours.value})
        total = passed + len(errors)
        sources = [side for side in (generated_func, reference_func) if isinstance(side, str)]
        return FunctionalCorrectnessMetrics(
            passed,
            total,
            passed / total if total else None,
            errors,
            invalid,
            in_process=len(sources) < 2,
            isolation=self._sandbox.isolation if sources and self._sandbox is not None else "",
        )

    def outputs_match(self, actual: object, expected: object) -> bool:
        """Return whether two outputs are the same by value; records or columns equal the table that they make."""
        try:
            return self._match(actual, expected)
        except Exception:  # values of a foreign program's making: what our comparison stumbles over is not the same
            return False

    def _has_same_classes(self, ours: CallResult, theirs: CallResult) -> bool:
        """Return whether values that came as the data in them are of classes of one name, where types count."""
        return ours.derived == theirs.derived or not compares_types(self._comparator)

    def _match(self, actual: object, expected: object) -> bool:
        if matches(self._comparator, actual, expected):
            return True
        first, second = _result(actual), _result(expected)
        if not (_is_table(first) or _is_table(second)) or not (_is_framelike(first) and _is_framelike(second)):
            return False
        if not matches(self._comparator, _beside(actual), _beside(expected)):
            return False
        frames = _as_frame(first), _as_frame(second)
        return frames[0] is not None and frames[1] is not None and matches(self._comparator, *frames)

    def _answers(
        self, code: Code, inputs: list[dict[str, object]], entry_point: str | None, *, role: str
    ) -> list[CallResult]:
        if not isinstance(code, str):
            if not callable(code):
                raise InvalidValue(f"{role}: must be source text or callable, got {code!r:.80}")
            return [_called(code, arguments) for arguments in inputs]
        if not inputs:
            return []
        if self._sandbox is None:
            from assay.sandbox.warm import WarmPython

            with WarmPython() as sandbox:
                return self._in_sandbox(sandbox, code, inputs, entry_point, role)
        return self._in_sandbox(self._sandbox, code, inputs, entry_point, role)

    def _in_sandbox(
        self, sandbox: Sandbox, code: str, inputs: list[dict[str, object]], entry_point: str | None, role: str
    ) -> list[CallResult]:
        name = entry_point or _only_function(code, role)
        results = call(sandbox, code, name, [((), arguments) for arguments in inputs], limits=self._limits)
        if role == "reference_func" and results[0].end is CallEnd.NOT_LOADED:
            raise InvalidProblem(f"the reference cannot be loaded: {results[0].error}")
        return results


def _inputs(test_cases: object) -> list[dict[str, object]]:
    if not isinstance(test_cases, Sequence) or isinstance(test_cases, str | bytes):
        raise InvalidValue(f"test_cases: must be a list of {{'input': {{name: value}}}}, got {shown(test_cases)}")
    found: list[dict[str, object]] = []
    for index, case in enumerate(test_cases):
        if not isinstance(case, Mapping) or not isinstance(case.get("input"), Mapping):
            raise InvalidValue(f"test_cases[{index}]: must be {{'input': {{name: value}}}}, got {shown(case)}")
        arguments = dict(case["input"])
        if not all(isinstance(name, str) and name.isidentifier() for name in arguments):
            raise InvalidValue(f"test_cases[{index}]: input must name keyword arguments, got {shown(list(arguments))}")
        found.append(arguments)
    return found


def _has_value(result: CallResult) -> bool:
    return result.end in (CallEnd.RETURNED, CallEnd.NOT_DATA)


def _called(function: Callable[..., object], arguments: dict[str, object]) -> CallResult:
    try:
        given = copy.deepcopy(arguments)  # what a side does to its arguments must not reach the other
    except Exception as error:
        raise InvalidValue(f"the input {shown(arguments)} cannot be copied: {error}") from error
    try:
        return CallResult(CallEnd.RETURNED, function(**given))
    except (Exception, SystemExit) as error:
        name = type(error).__name__
        return CallResult(CallEnd.RAISED, error=f"{name}: {error}", exception=name)


def _only_function(code: str, role: str) -> str:
    try:
        body = parse_foreign(code).body
    except UNREADABLE as error:
        raise InvalidValue(f"entry_point must be given: {role} does not parse: {error}") from None
    names = [node.name for node in body if isinstance(node, ast.FunctionDef)]
    if len(names) != 1:
        raise InvalidValue(f"entry_point must be given: {role} defines {len(names)} functions in {code!r:.80}")
    return names[0]


def _result(value: object) -> object:
    return value["result"] if isinstance(value, dict) and "result" in value else value


def _beside(value: object) -> dict[object, object]:
    """Return what stands beside the result in a value that has one."""
    return {key: each for key, each in value.items() if key != "result"} if _result(value) is not value else {}  # type: ignore[attr-defined]  # then it is a dict


def _is_frame(value: object) -> bool:
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(value, pandas.DataFrame)


def _is_table(value: object) -> bool:
    """Return whether a value is a frame, or columns by name of which one is a series or an array."""
    return _is_frame(value) or (isinstance(value, dict) and any(_is_column(column) for column in value.values()))


def _is_column(value: Any) -> bool:  # Any: narrowed by its type
    """Return whether a value is a series, or an array of one dimension."""
    pandas, numpy = sys.modules.get("pandas"), sys.modules.get("numpy")
    if pandas is not None and isinstance(value, pandas.Series):
        return True
    return pandas is not None and numpy is not None and type(value) is numpy.ndarray and value.ndim == 1


def _is_framelike(value: object) -> bool:
    """Return whether a value is a frame, a list of records, or columns by name."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(row, dict) for row in value)
    if isinstance(value, dict):
        return bool(value) and all(isinstance(each, list | tuple) or _is_column(each) for each in value.values())
    return _is_frame(value)


def _as_frame(value: object) -> object:
    """Return the frame that records or columns make; `None` where they make none, or one that is far too large."""
    import pandas

    if _is_frame(value):
        return value
    try:
        return pandas.DataFrame(value) if _frame_cells(value) <= MAX_FRAME_CELLS else None  # type: ignore[call-overload]  # records or columns, checked before
    except ValueError:
        return None  # columns of different lengths are no frame


def _frame_cells(value: Any) -> int:  # Any: records or columns, checked before
    """Return how many cells the frame would have: each record gets the columns of all."""
    if isinstance(value, dict):
        return sum(len(column) for column in value.values())
    return len(value) * len(set().union(*value))
