"""Functional correctness of callables and of sources."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from typing import Any

import pandas as pd
import pytest

from assay.errors import InvalidProblem, InvalidValue
from assay.judges.functional import FunctionalCorrectnessEvaluator, FunctionalCorrectnessMetrics
from assay.records import Comparator, Limits
from assay.sandbox.warm import WarmPython

HERE = FunctionalCorrectnessEvaluator()


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
        ([{"x": 1}], r"test case 0 must be {'input'"),
        ([{"input": {"x": 1}}, {"input": [1]}], r"test case 1 must be"),
        ([{"input": {"not a name": 1}}], r"must name keyword arguments"),
    ],
)
def test_a_case_of_another_shape_is_refused_by_its_number(given: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(InvalidValue, match=message):
        HERE.evaluate(len, len, given)


def test_a_source_with_several_functions_needs_an_entry_point() -> None:
    with pytest.raises(InvalidValue, match=r"defines 2 functions: \['f', 'g'\]"):
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


def test_a_comparison_that_raises_says_that_the_outputs_differ() -> None:
    class Odd:
        def __eq__(self, other: object) -> bool:
            raise MemoryError

    assert (
        FunctionalCorrectnessEvaluator().evaluate(lambda x: Odd(), lambda x: Odd(), cases({"x": 1})).tests_passed == 0
    )
