"""What the sets of programming contests share: tests on standard input or by calls, and their parts of a prompt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from assay.benchmarks.rows import Row, parsed
from assay.errors import InvalidProblem
from assay.records import (
    EXACT,
    ONE_OF,
    Case,
    CaseKind,
    Cases,
    Check,
    Checker,
    Comparator,
    ComparatorKind,
    ProgramInput,
    Programs,
)

HOLDER = "Solution"
"""The class that may hold the entry point, as LeetCode has it."""
_AMOUNT = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([a-zA-Z]*)\s*", re.ASCII)


def imports(modules: Iterable[str], *, stars: Iterable[str] = ()) -> str:
    """Return one line of Python that imports all names of some modules, and then modules.

    One line, so that the lines of a candidate behind it are told right but for one.

    >>> imports(["sys", "math"], stars=["math"])
    'from math import *; import sys; import math'
    """
    return "; ".join([*(f"from {name} import *" for name in stars), *(f"import {name}" for name in modules)])


def json_field(row: Row, name: str, *, default: object = None) -> Any:  # Any: JSON
    """Return the value of a field that is JSON, or JSON in a text; an empty text is the default."""
    value = row.data.get(name)
    if value is None or value == "":
        return default
    return parsed(value, f"{row.where}, field {name!r}") if isinstance(value, str) else value


def tests_of(row: Row, name: str) -> tuple[list[Any], list[Any], str]:  # Any: JSON
    """Return the inputs, the outputs and the name of the function of a field like `input_output` of APPS."""
    value = json_field(row, name)
    if not isinstance(value, dict):
        raise row.wrong(name, value, "an object with 'inputs' and 'outputs'")
    inputs, outputs, function = value.get("inputs"), value.get("outputs"), value.get("fn_name") or ""
    if not isinstance(inputs, list) or not isinstance(outputs, list) or len(inputs) != len(outputs):
        raise row.wrong(name, value, "an object with as many 'inputs' as 'outputs', each a list")
    if not inputs:
        raise InvalidProblem(f"{row.where}: field {name!r} holds no test")
    if not isinstance(function, str):
        raise row.wrong(name, function, "an object whose 'fn_name' is text")
    return inputs, outputs, function


def check_of(row: Row, name: str, *, checker: Checker, before: str) -> Check:
    """Return the check of a field like `input_output` of APPS: calls where it names a function, else programs."""
    inputs, outputs, function = tests_of(row, name)
    if not function:
        given = [
            ProgramInput(_joined(row, name, one), expected=_joined(row, name, other))
            for one, other in zip(inputs, outputs, strict=True)
        ]
        return Programs(tuple(given), checker=checker, before=before, may_return=True)
    cases = []
    for arguments, expected in zip(inputs, outputs, strict=True):
        if not isinstance(arguments, list):
            raise row.wrong(name, arguments, "an object whose 'inputs' are lists of arguments")
        cases.append(called_case(tuple(map(with_numbers, arguments)), unwrapped(with_numbers(expected))))
    return calls(function, cases, before=before)


def calls(function: str, cases: Sequence[Case], *, before: str) -> Cases:
    """Return the check of a function, or of a method of `Solution`."""
    return Cases(function, tuple(cases), before=before, holder=HOLDER)


def called_case(arguments: tuple[object, ...], expected: Sequence[object], kind: CaseKind = CaseKind.BASIC) -> Case:
    """Return the case of a call that may return any of some values."""
    if len(expected) == 1:
        return Case(arguments, expected[0], comparator=EXACT, kind=kind)
    return Case(arguments, list(expected), comparator=ONE_OF, kind=kind)


def unwrapped(expected: object) -> list[object]:
    """Return the values that count where APPS expects one: itself, or what it holds alone in a list; lists or tuples.

    >>> unwrapped([[1, 2]])
    [[[1, 2]], [(1, 2)], ([1, 2],), ((1, 2),), [1, 2], (1, 2)]
    """
    found = with_tuples(expected)
    if isinstance(expected, list) and expected:
        found += [one for one in with_tuples(expected[0]) if one not in found]
    return found


def with_tuples(expected: object) -> list[object]:
    """Return a value with the same as a tuple, where JSON can only say a list; so for the lists right inside it.

    >>> with_tuples([1]), with_tuples(1)
    ([[1], (1,)], [1])
    """
    if not isinstance(expected, list):
        return [expected]
    inner = [tuple(one) if isinstance(one, list) else one for one in expected]
    forms: list[object] = [expected, inner, tuple(expected), tuple(inner)]
    return [form for number, form in enumerate(forms) if not any(_same(form, other) for other in forms[:number])]


def _same(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other and repr(one) == repr(other)


def with_numbers(value: object) -> object:
    """Return an object of JSON with whole numbers as keys, where all its keys are some: JSON has texts only.

    >>> with_numbers({"1": "a"}), with_numbers({"a": 1})
    ({1: 'a'}, {'a': 1})
    """
    if not isinstance(value, dict) or not value:
        return value
    if not all(re.fullmatch(r"-?\d{1,18}", key, re.ASCII) for key in value):
        return value
    return {int(key): one for key, one in value.items()}


def close_to(tolerance: float) -> Comparator:
    """Return the comparison of values of which several are right, with numbers that may differ by rounding."""
    return Comparator(ComparatorKind.ONE_OF, inner=Comparator.close(atol=tolerance, rtol=tolerance))


def _joined(row: Row, name: str, value: object) -> bytes:
    """Return an input or an output; some are lists of lines."""
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        value = "\n".join(value)
    if not isinstance(value, str):
        raise row.wrong(name, value, "an object whose inputs and outputs are texts or lists of lines")
    return value.encode("utf-8", "surrogatepass")


def inputs_of(row: Row, name: str, kind: CaseKind = CaseKind.BASIC) -> list[ProgramInput]:
    """Return the tests of a field that holds a list of objects, or an object of lists, with `input` and `output`."""
    value = json_field(row, name, default=[])
    if isinstance(value, dict):
        value = _paired(row, name, value)
    if not isinstance(value, list):
        raise row.wrong(name, value, "a list of tests")
    found = []
    for number, test in enumerate(value):
        if not isinstance(test, dict) or not all(isinstance(test.get(one), str) for one in ("input", "output")):
            raise row.wrong(name, test, "a list of tests, each with the texts 'input' and 'output'")
        stdin, expected = (test[one].encode("utf-8", "surrogatepass") for one in ("input", "output"))
        found.append(ProgramInput(stdin, name=f"{name} {number}", expected=expected, kind=kind))
    return found


def _paired(row: Row, name: str, value: dict[str, Any]) -> list[dict[str, Any]]:  # Any: JSON
    inputs, outputs = value.get("input"), value.get("output")
    if not isinstance(inputs, list) or not isinstance(outputs, list) or len(inputs) != len(outputs):
        raise row.wrong(name, value, "an object with as many texts in 'input' as in 'output'")
    return [{"input": one, "output": other} for one, other in zip(inputs, outputs, strict=True)]


def first_solution(row: Row, name: str) -> str:
    """Return the first of a list of programs, which may stand in a text; empty where there is none."""
    value = json_field(row, name, default=[])
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise row.wrong(name, value, "a list of programs")
    return value[0] if value else ""


def words_of(row: Row, name: str) -> tuple[str, ...]:
    """Return a field of tags: a list of texts, or one in a text, as JSON or as Python writes it."""
    value = row.data.get(name)
    if isinstance(value, str):
        value = re.findall(r"'([^']*)'|\"([^\"]*)\"", value)
        value = [first or second for first, second in value]
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise row.wrong(name, value, "a list of texts")
    return tuple(dict.fromkeys(one for one in value if one))


def identifier(row: Row, name: str) -> str:
    """Return an id, which may be a text or a whole number."""
    value = row.data.get(name)
    if isinstance(value, bool) or not isinstance(value, int | str) or value == "":
        raise row.wrong(name, value, "a number or a text")
    return str(value)


def amount(text: str) -> float | None:
    """Return the number in a text such as `2.0 seconds`; `None` where it says none.

    >>> amount("2.0 seconds"), amount("256.0 megabytes"), amount("")
    (2.0, 256.0, None)
    """
    match = _AMOUNT.fullmatch(text)
    return float(match[1]) if match is not None else None
