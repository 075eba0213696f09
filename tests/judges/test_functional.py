"""Functional correctness of callables and of sources."""

from __future__ import annotations

import io
import os
import resource
from collections import namedtuple
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import pandas as pd
import pytest

from assay.errors import InvalidProblem, InvalidValue
from assay.judges.functional import FunctionalCorrectnessEvaluator, FunctionalCorrectnessMetrics
from assay.records import Comparator, Limits
from assay.sandbox.warm import WarmPython

HERE = FunctionalCorrectnessEvaluator()
NAN = float("nan")


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as made:
        yield made


def cases(*inputs: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"input": one} for one in inputs]


def test_the_example_of_the_metrics_document_gives_one_of_one() -> None:
    def reference(df: pd.DataFrame) -> dict[str, int]:
        return {"result": len(df)}

    def generated(df: pd.DataFrame) -> dict[str, int]:
        return {"result": len(df)}

    metrics = HERE.evaluate(generated, reference, cases({"df": pd.DataFrame({"A": [1, 2, 3]})}))

    assert metrics == FunctionalCorrectnessMetrics(1, 1, 1.0, in_process=True)


def test_a_wrong_answer_is_listed_with_input_expected_and_actual() -> None:
    metrics = HERE.evaluate(lambda x: x * 3, lambda x: x * 2, cases({"x": 0}, {"x": 5}))

    assert (metrics.tests_passed, metrics.tests_total, metrics.pass_rate) == (1, 2, 0.5)
    assert metrics.errors == [{"input": {"x": 5}, "expected": 10, "actual": 15}]


def test_an_exception_is_listed_with_its_input() -> None:
    metrics = HERE.evaluate(lambda x: 1 // x, lambda x: 0, cases({"x": 0}))

    assert metrics.errors[0]["input"] == {"x": 0}
    assert metrics.errors[0]["error"].startswith("ZeroDivisionError: ")


def test_a_reference_that_raises_makes_the_case_invalid_unless_both_raise_the_same() -> None:
    def reference(x: int) -> int:
        raise KeyError(x)

    def other(x: int) -> int:
        raise ValueError(x)

    assert HERE.evaluate(reference, reference, cases({"x": 1})).tests_passed == 1
    for generated in (other, abs):
        metrics = HERE.evaluate(generated, reference, cases({"x": 1}))
        assert (metrics.tests_total, metrics.pass_rate) == (0, None)
        assert metrics.invalid == [{"input": {"x": 1}, "error": "the reference failed: KeyError: 1"}]


FRAME = pd.DataFrame({"a": [1, 2], "b": ["x", "y"]})


@pytest.mark.parametrize(
    ("actual", "expected", "same"),
    [
        pytest.param({"result": FRAME}, {"result": FRAME.copy()}, True, id="frames"),
        pytest.param(FRAME, FRAME.assign(a=[1, 3]), False, id="other-cells"),
        pytest.param({"result": FRAME.to_dict("records")}, {"result": FRAME}, True, id="records-and-frame"),
        pytest.param({"result": FRAME.to_dict("list")}, {"result": FRAME}, True, id="columns-and-frame"),
        pytest.param({"result": FRAME, "n": 1}, {"result": FRAME.to_dict("records"), "n": 2}, False, id="rest-differs"),
        pytest.param({"result": 3}, {"result": FRAME}, False, id="a-number-is-no-frame"),
        pytest.param({"result": 3}, {"result": 3}, True, id="numbers"),
        pytest.param([1, 2], [1, 2], True, id="lists"),
        pytest.param([{"a": [1]}], [{"a": [2]}], False, id="no-frame-at-all"),
        pytest.param({"result": {"a": [1], "b": [1, 2]}}, {"result": FRAME}, False, id="uneven-columns"),
    ],
)
def test_outputs_are_compared_by_value(actual: object, expected: object, same: bool) -> None:
    assert HERE.outputs_match(actual, expected) is same


def test_arrays_are_compared_by_value() -> None:
    import numpy as np

    assert HERE.outputs_match(np.array([1, 2]), np.array([1, 2]))
    assert not HERE.outputs_match(np.array([1, 2]), np.array([1, 3]))


def test_a_comparator_may_allow_for_rounding() -> None:
    close = FunctionalCorrectnessEvaluator(comparator=Comparator.close(atol=1e-9))

    assert close.evaluate(lambda x: x + 0.2, lambda x: 0.3, cases({"x": 0.1})).tests_passed == 1


def test_a_side_that_changes_its_argument_does_not_disturb_the_other() -> None:
    def spoils(xs: list[int]) -> int:
        xs.append(1)
        return len(xs)

    metrics = HERE.evaluate(spoils, spoils, cases({"xs": []}))

    assert metrics.tests_passed == 1


def test_sources_run_in_the_sandbox_and_the_result_says_so(sandbox: WarmPython) -> None:
    evaluator = FunctionalCorrectnessEvaluator(sandbox)
    generated = "import os\ndef f(x): return os.getpid() if x == 3 else x * 2"
    metrics = evaluator.evaluate(generated, "def f(x):\n    return x + x", cases({"x": 2}, {"x": "a"}, {"x": 3}))

    assert (metrics.tests_passed, metrics.tests_total) == (2, 3)
    assert metrics.errors[0]["expected"] == 6
    assert metrics.errors[0]["actual"] != os.getpid()
    assert not metrics.in_process
    assert metrics.isolation == sandbox.isolation != ""


def test_a_source_and_a_callable_may_be_compared(sandbox: WarmPython) -> None:
    metrics = FunctionalCorrectnessEvaluator(sandbox).evaluate(
        "def f(df): return len(df)", len_of, cases({"df": FRAME})
    )

    assert metrics.tests_passed == 1
    assert metrics.in_process


def len_of(df: pd.DataFrame) -> int:
    return len(df)


def test_a_source_that_hangs_exits_or_does_not_parse_fails_its_cases(sandbox: WarmPython) -> None:
    evaluator = FunctionalCorrectnessEvaluator(sandbox, limits=Limits(seconds=0.5))
    given, truth = cases({"x": 1}), "def f(x): return x"
    hangs = evaluator.evaluate("def f(x):\n while True: pass", truth, given)
    leaves = evaluator.evaluate("import sys\ndef f(x): sys.exit(0)", truth, given)
    broken = evaluator.evaluate("def f(x: return x", truth, given, entry_point="f")

    assert [one.pass_rate for one in (hangs, leaves, broken)] == [0.0, 0.0, 0.0]
    assert all(one.errors[0]["error"] for one in (hangs, leaves, broken))


def test_both_sources_raising_the_same_type_agree(sandbox: WarmPython) -> None:
    evaluator = FunctionalCorrectnessEvaluator(sandbox)
    metrics = evaluator.evaluate("def f(x): return {}[x]", "def f(x): raise KeyError('no')", cases({"x": 1}))

    assert (metrics.tests_passed, metrics.tests_total) == (1, 1)


def test_a_reference_that_cannot_be_loaded_is_the_callers_mistake(sandbox: WarmPython) -> None:
    with pytest.raises(InvalidProblem, match="the reference cannot be loaded"):
        FunctionalCorrectnessEvaluator(sandbox).evaluate(len, "1/0\ndef f(x): pass", cases({"x": 1}))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([{"x": 1}], r"test_cases\[0\]: must be {'input'"),
        ([{"input": {"x": 1}}, {"input": [1]}], r"test_cases\[1\]: must be"),
        ([{"input": {"not a name": 1}}], r"must name keyword arguments"),
    ],
)
def test_a_case_of_another_shape_is_refused_by_its_number(given: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(InvalidValue, match=message):
        HERE.evaluate(len, len, given)


def test_a_source_with_several_functions_needs_an_entry_point() -> None:
    with pytest.raises(InvalidValue, match="reference_func defines 2 functions in 'def f"):
        HERE.evaluate(len, "def f(x): pass\ndef g(x): pass", cases({"x": 1}))


def test_no_cases_decide_nothing() -> None:
    assert HERE.evaluate(len, "def f(): pass", []).pass_rate is None


HOSTILE_OUTPUTS = {
    "a column in each record": "[{'c%d' % i: i} for i in range(40_000)]",
    "many columns in one record": "[{'c%d' % i: i for i in range(20_000)}] + [{}] * 20_000",
    "in a result": "{'result': [{i: i} for i in range(40_000)]}",
    "columns of different lengths": "{'a': [1], 'b': [1, 2]}",
    "columns of columns": "{'a': [[1]] * 10, 'b': [{}] * 10}",
    "records of records": "[{'a': {'b': {'c': [1, {}]}}}]",
    "keys of all kinds": "[{1: 1, 'a': 2, (1, 2): 3, None: 4, frozenset(): 5}]",
    "a number beyond all": "[{'a': 10 ** 400}]",
    "dates beyond all": "[{'a': __import__('datetime').datetime.max, 'b': float('nan')}]",
    "names twice": "{'a': [1], ('a',): [1]}",
}


@pytest.mark.parametrize("name", HOSTILE_OUTPUTS)
def test_whatever_comes_instead_of_a_frame_is_compared_without_harm(sandbox: WarmPython, name: str) -> None:
    generated = f"def f(x): return {HOSTILE_OUTPUTS[name]}"
    reference = "import pandas as pd\ndef f(x): return pd.DataFrame({'a': [1]})"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = FunctionalCorrectnessEvaluator(sandbox).evaluate(generated, reference, cases({"x": 1}))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    assert (found.tests_passed, found.tests_total) == (0, 1)
    assert peak - before < 1 << 20


@dataclass
class Point:
    x: float
    tags: list[object] = field(default_factory=list)
    seen: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Slotted:
    x: float


class Plain:
    def __init__(self, **attributes: object) -> None:
        for name, value in attributes.items():
            setattr(self, name, value)


class Liar(Plain):
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class Hiding(Plain):
    @property
    def __dict__(self) -> dict[str, object]:  # type: ignore[override]  # what a class may do to be equal to all
        return {}


class Rest(io.BytesIO):
    """Holds more than its attributes."""


class Colour(Enum):
    RED = 1


def around() -> Plain:
    one = Plain()
    one.self = one  # type: ignore[attr-defined]  # any attribute
    return one


def cell(value: object) -> object:
    return (lambda: value).__closure__[0]  # type: ignore[index]  # it has one


Pair = namedtuple("Pair", "x y")


@pytest.mark.parametrize(
    ("actual", "expected", "same"),
    [
        pytest.param(Point(1, [Point(2)]), Point(1, [Point(2)]), True, id="dataclasses"),
        pytest.param(Point(1, [Point(2)]), Point(1, [Point(3)]), False, id="dataclasses-differ-inside"),
        pytest.param(Point(1, seen=1), Point(1, seen=2), True, id="fields-left-out-of-comparisons"),
        pytest.param([Slotted(NAN)], [Slotted(NAN)], True, id="slots-and-nan"),
        pytest.param({Slotted(1), Slotted(2)}, {Slotted(2), Slotted(1)}, True, id="in-sets"),
        pytest.param({Slotted(1), Slotted(2)}, {Slotted(2), Slotted(3)}, False, id="in-sets-differ"),
        pytest.param(Plain(a=FRAME), Plain(a=FRAME.copy()), True, id="frames-inside"),
        pytest.param(Plain(a=1), Plain(a=1, b=2), False, id="one-attribute-more"),
        pytest.param(Plain(a=1), Liar(a=1), False, id="other-class"),
        pytest.param(Liar(a=1), Liar(a=2), False, id="equality-is-not-asked"),
        pytest.param(Hiding(a=1), Hiding(a=2), False, id="attributes-hidden"),
        pytest.param(Rest(b"a"), Rest(b"b"), False, id="state-beside-attributes"),
        pytest.param(cell(1), cell(2), False, id="built-in-with-state"),
        pytest.param(around(), around(), False, id="circles"),
        pytest.param(Colour.RED, Colour.RED, True, id="enum-members"),
        pytest.param(Pair(1, Point(2)), Pair(1, Point(2)), True, id="named-tuples"),
        pytest.param(object(), object(), False, id="nothing-to-compare"),
    ],
)
def test_objects_of_one_class_are_compared_by_their_data(actual: object, expected: object, same: bool) -> None:
    assert HERE.outputs_match(actual, expected) is same


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda: NAN, id="number"),
        pytest.param(lambda: {"a": [1.0, NAN]}, id="columns"),
        pytest.param(lambda: [{"a": NAN}], id="records"),
        pytest.param(lambda: {"a": pd.Series([1.0, NAN])}, id="series"),
        pytest.param(lambda: pd.Series([1.0, NAN]).to_numpy(), id="array"),
        pytest.param(lambda: pd.DataFrame({"a": [1.0, NAN]}), id="frame"),
        pytest.param(lambda: {"result": {"a": [NAN]}, "mean": NAN}, id="result"),
    ],
)
def test_a_reference_agrees_with_itself_on_nan(make: Callable[[], object]) -> None:
    assert HERE.evaluate(lambda x: make(), lambda x: make(), cases({"x": 1})).tests_passed == 1
    assert not HERE.outputs_match(make(), 0.0)


COLUMNS = [
    {"a": [1.0, NAN], "b": ["x", None]},
    {"a": (1.0, NAN), "b": pd.Series(["x", None])},
    {"a": pd.Series([1.0, NAN]).to_numpy(), "b": ["x", NAN]},
    [{"a": 1.0, "b": "x"}, {"a": NAN, "b": None}],
    pd.DataFrame({"a": [1.0, None], "b": ["x", None]}),
]


@pytest.mark.parametrize("made", COLUMNS[1:])
@pytest.mark.parametrize("table", [COLUMNS[1], COLUMNS[4]], ids=["series", "frame"])
def test_columns_with_missing_values_equal_the_table_they_make(made: object, table: object) -> None:
    assert HERE.outputs_match(made, table)
    assert HERE.outputs_match(table, made)
    assert not HERE.outputs_match(made, {"a": pd.Series([1.0, 2.0]), "b": ["x", None]})


def test_a_comparison_that_raises_says_that_the_outputs_differ() -> None:
    class Odd:
        def __init__(self) -> None:
            self.where = open  # a function is no data

        def __eq__(self, other: object) -> bool:
            raise MemoryError

    assert (
        FunctionalCorrectnessEvaluator().evaluate(lambda x: Odd(), lambda x: Odd(), cases({"x": 1})).tests_passed == 0
    )
