"""The same pandas reference passes every time, whatever pandas and pyarrow reserve for themselves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.judges.functional import FunctionalCorrectnessEvaluator
from assay.judges.separate import SeparateJudge
from assay.records import MIB, Candidate, Case, Cases, Limits, Problem, Suite, Verdict
from assay.sandbox.warm import WarmPython

pandas = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")

TIMES = 50
PLAIN = """
import pandas as pd
def totals(n):
    frame = pd.DataFrame({"state": ["a", "b", "a"] * n, "sold": range(3 * n)})
    return frame.groupby(frame["state"].str.upper())["sold"].sum().to_dict()
"""
FRAMES = """
import pandas as pd
def totals(sales):
    found = sales.groupby("state", as_index=False)["sold"].sum()
    return found.assign(name=found["state"].str.upper())
"""
SALES = pandas.DataFrame({"state": ["a", "b", "a"], "sold": [1, 2, 3]})
TOTALS = pandas.DataFrame({"state": ["a", "b"], "sold": [4, 2], "name": ["A", "B"]})
TESTS = """
import pandas as pd
def check(candidate):
    for n in range(1, 4):
        found = candidate(pd.DataFrame({"state": ["a", "b"] * n, "sold": range(2 * n)}))
        assert list(found["name"]) == ["A", "B"]
        assert found["sold"].sum() == sum(range(2 * n))
check(totals)
"""
FORMS = [
    pytest.param(Problem("p", Cases("totals", (Case((2,), {"A": 10, "B": 5}),))), PLAIN, id="cases"),
    pytest.param(Problem("p", Cases("totals", (Case((SALES,), TOTALS),))), FRAMES, id="cases of frames"),
    pytest.param(Problem("p", Suite("totals", TESTS)), FRAMES, id="test code"),
]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as made:
        yield made


@pytest.mark.parametrize(("problem", "source"), FORMS)
@pytest.mark.parametrize("memory", [64, 1024])
def test_a_pandas_reference_passes(sandbox: WarmPython, memory: int, problem: Problem, source: str) -> None:
    assert verdicts(sandbox, memory, problem, source, times=3) == [Verdict.PASSED] * 3


@pytest.mark.slow
@pytest.mark.parametrize(("problem", "source"), FORMS)
def test_a_pandas_reference_always_passes(sandbox: WarmPython, problem: Problem, source: str) -> None:
    assert verdicts(sandbox, 1024, problem, source, times=TIMES) == [Verdict.PASSED] * TIMES


def verdicts(sandbox: WarmPython, memory: int, problem: Problem, source: str, *, times: int) -> list[Verdict | None]:
    with SeparateJudge(sandbox, Limits(seconds=10, memory_bytes=memory * MIB)) as judge:
        return [judge.judge(problem, Candidate(source)).verdict for _ in range(times)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "source",
    [FRAMES, f"import pyarrow\npyarrow.set_memory_pool(pyarrow.mimalloc_memory_pool())\n{FRAMES}"],
    ids=["", "with an allocator that reserves"],
)
def test_the_evaluator_of_callables_always_agrees(sandbox: WarmPython, source: str) -> None:
    evaluator = FunctionalCorrectnessEvaluator(sandbox, limits=Limits(seconds=10))

    found = [evaluator.evaluate(source, lambda sales: TOTALS, [{"input": {"sales": SALES}}]) for _ in range(TIMES)]

    assert [result.tests_passed for result in found] == [1] * TIMES
