"""ClassEval, BigCodeBench, DS-1000 and QuixBugs: their rows become problems, and their references pass."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from assay.benchmarks.base import Benchmark
from assay.benchmarks.candidates.reading import read_candidates
from assay.benchmarks.families.classeval import _attached
from assay.benchmarks.families.quixbugs import QUIXBUGS
from assay.benchmarks.family import LoadOptions, family_of
from assay.benchmarks.libraries import libraries_of
from assay.errors import InvalidProblem, UsageError
from assay.judges.base import judge_kind
from assay.records import Candidate, Problem, Suite, Trial, Verdict
from assay.sandbox.warm import WarmPython
from tests.public_data import data_file

FILES = {
    "bigcodebench": "bigcodebench/BigCodeBench.jsonl.gz",
    "bigcodebench:instruct": "bigcodebench/BigCodeBench.jsonl.gz",
    "classeval": "classeval/ClassEval_data.json.gz",
    "classeval:method": "classeval/ClassEval_data.json.gz",
    "quixbugs": "quixbugs/quixbugs_python.jsonl.gz",
}
CONTEXT = """
import copy

def generate_test_case(test_case_id):
    test_input = [test_case_id, 2]
    return test_input, sum(copy.deepcopy(test_input))

def exec_test(result, ans):
    return 1 if result == ans else 0

exec_context = r'''
given = test_input
[insert]
'''

def test_execution(solution: str):
    code = exec_context.replace("[insert]", solution)
    for i in range(2):
        test_input, expected = generate_test_case(i + 1)
        names = {"test_input": test_input}
        exec(code, names)
        assert exec_test(names["result"], expected)

def test_string(solution: str):
    assert "for" not in solution.split()
"""
ROW = {
    "prompt": "Problem:\nAdd the numbers up.\n<code>\ngiven = [1, 2]\n</code>\nBEGIN SOLUTION\n<code>\n",
    "reference_code": "result = sum(given)",
    "metadata": {"problem_id": 7, "library": "Numpy", "perturbation_type": "Origin", "test_case_cnt": 2},
    "code_context": CONTEXT,
}


@cache
def loaded(name: str) -> Benchmark:
    family = family_of(name)
    assert family is not None
    return family.load(LoadOptions(data_file(FILES[name])))


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as made:
        yield made


def judged(sandbox: WarmPython, benchmark: Benchmark, problem: Problem, source: str) -> Trial:
    return judge_kind(benchmark.judge)(sandbox, benchmark.limits).judge(problem, Candidate(source))


def of(benchmark: Benchmark, name: str) -> Problem:
    found = benchmark.find(name)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "version", "number", "first"),
    [
        ("bigcodebench", "0.1.0", 1140, "BigCodeBench/0"),
        ("classeval", "1.0.0", 100, "ClassEval_0"),
        ("classeval:method", "1.0.0", 410, "ClassEval_0/filter"),
        ("quixbugs", "1.0", 40, "bitcount"),
    ],
)
def test_a_set_has_a_version_and_all_its_problems(name: str, version: str, number: int, first: str) -> None:
    benchmark = loaded(name)

    assert (benchmark.version, len(benchmark), benchmark.problems[0].id) == (version, number, first)


def test_the_parts_of_bigcodebench_differ_in_their_prompt_alone() -> None:
    complete, instruct = loaded("bigcodebench").problems[0], loaded("bigcodebench:instruct").problems[0]

    assert complete.prompt != instruct.prompt
    assert complete.check == instruct.check


def test_the_libraries_of_a_problem_are_those_it_names_and_those_it_imports() -> None:
    benchmark = loaded("bigcodebench")

    assert of(benchmark, "BigCodeBench/0").libraries == ()
    assert of(benchmark, "BigCodeBench/13").libraries == ()
    assert of(benchmark, "BigCodeBench/3").libraries == ("numpy",)


def test_an_import_with_another_way_is_not_needed() -> None:
    assert libraries_of(["try:\n  import ujson\nexcept ImportError:\n  import json\nimport numpy as np"]) == ("numpy",)


@pytest.mark.parametrize("name", ["BigCodeBench/2"])
def test_a_reference_of_bigcodebench_passes_and_an_empty_function_does_not(sandbox: WarmPython, name: str) -> None:
    benchmark = loaded("bigcodebench")
    problem = of(benchmark, name)

    assert judged(sandbox, benchmark, problem, problem.reference).verdict is Verdict.PASSED
    assert judged(sandbox, benchmark, problem, "def task_func(*a, **k): ...").verdict is Verdict.FAILED


@pytest.mark.parametrize("name", ["ClassEval_0", "ClassEval_4"])
def test_a_reference_of_classeval_passes_and_one_without_a_method_does_not(sandbox: WarmPython, name: str) -> None:
    benchmark = loaded("classeval")
    problem = of(benchmark, name)
    first = next(one for one in loaded("classeval:method") if one.id.startswith(f"{name}/")).id.partition("/")[2]
    broken = problem.reference.replace(f"def {first}(", f"def not_{first}(")

    assert judged(sandbox, benchmark, problem, problem.reference).verdict is Verdict.PASSED
    assert judged(sandbox, benchmark, problem, broken).verdict is Verdict.FAILED


def test_a_method_is_judged_in_the_class_of_the_reference(sandbox: WarmPython) -> None:
    benchmark = loaded("classeval:method")
    problem = of(benchmark, "ClassEval_0/filter")

    assert judged(sandbox, benchmark, problem, problem.reference).verdict is Verdict.PASSED
    assert judged(sandbox, benchmark, problem, "def filter(self, request):\n    return True").verdict is Verdict.FAILED
    assert judged(sandbox, benchmark, problem, "def other(self): ...").verdict is Verdict.CRASHED


@pytest.mark.parametrize("name", ["ClassEval_33/due", "ClassEval_33/total"])
def test_private_names_mean_in_a_method_what_they_mean_in_its_class(sandbox: WarmPython, name: str) -> None:
    benchmark = loaded("classeval:method")
    problem = of(benchmark, name)

    assert judged(sandbox, benchmark, problem, problem.reference).verdict is Verdict.PASSED


def test_a_private_method_takes_the_place_of_the_one_of_the_reference() -> None:
    reference = "class Kind:\n  def __hidden(self): return 1\n  def f(self): return self.__hidden()"
    source = _attached("Kind", "__hidden", reference)
    names: dict[str, Any] = {"__name__": "own"}  # Any: what source defines
    exec("def __hidden(self): return 2" + source, names)

    assert names["Kind"]().f() == 2
    assert "__hidden" not in names


def test_the_answers_of_classeval_are_read_as_their_models_gave_them() -> None:
    benchmark = loaded("classeval")
    path = data_file("classeval/model_output_v1.0.0__GPT-4-Turbo_class_H_greedy.jsonl.gz")
    found = list(read_candidates(str(path), benchmark))

    assert len(found) == 100
    assert all("```" not in str(one.candidate.source) for one in found)


@pytest.mark.parametrize("name", ["bitcount", "flatten", "hanoi", "sqrt", "reverse_linked_list", "shortest_paths"])
def test_a_mended_program_passes_and_the_buggy_one_does_not(sandbox: WarmPython, name: str) -> None:
    benchmark = loaded("quixbugs")
    problem = of(benchmark, name)

    assert judged(sandbox, benchmark, problem, problem.reference).verdict is Verdict.PASSED
    assert not judged(sandbox, benchmark, problem, problem.prompt).passed


def test_a_node_of_the_programs_own_does_not_replace_the_one_of_the_tests(sandbox: WarmPython) -> None:
    benchmark = loaded("quixbugs")
    problem = of(benchmark, "reverse_linked_list")
    own = "class Node:\n    def __init__(self, value, next=None):\n        self.value, self.next = value, next\n\n"

    assert judged(sandbox, benchmark, problem, own + problem.reference).verdict is Verdict.PASSED


@pytest.mark.slow
def test_all_mended_programs_pass_and_no_buggy_one_does(sandbox: WarmPython) -> None:
    benchmark = loaded("quixbugs")
    passed = [judged(sandbox, benchmark, one, one.reference).passed for one in benchmark]
    failed = [judged(sandbox, benchmark, one, one.prompt).passed for one in benchmark]

    assert (sum(passed), sum(failed)) == (40, 0)


def test_a_checkout_of_quixbugs_is_read(tmp_path: Path) -> None:
    for folder, text in (("python_programs", "return x"), ("correct_python_programs", "return -x")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "negated.py").write_text(f"def negated(x):\n    {text}\n")
        (tmp_path / folder / "node.py").write_text("class Node: ...\n")
    (tmp_path / "json_testcases").mkdir()
    (tmp_path / "json_testcases" / "negated.json").write_text("[[1], -1]\n[[0], 0]\n")
    benchmark = QUIXBUGS.load(LoadOptions(tmp_path))

    assert [(one.id, one.check.counts()) for one in benchmark] == [("negated", (2, 0))]
    with pytest.raises(UsageError, match="no checkout of QuixBugs"):
        QUIXBUGS.load(LoadOptions(tmp_path / "json_testcases"))


def ds1000(folder: Path, **other: Any) -> Benchmark:  # Any: JSON
    path = folder / "ds1000.jsonl"
    path.write_text(json.dumps({**ROW, **other}) + "\n")
    family = family_of("ds1000")
    assert family is not None
    return family.load(LoadOptions(path))


@pytest.mark.parametrize(
    ("answer", "verdict", "passed"),
    [
        ("result = sum(given)", Verdict.PASSED, 2),
        ("result = given[0]", Verdict.FAILED, 1),
        ("result = 0\nfor x in given: result += x", Verdict.FAILED, 1),
        ("result = (", Verdict.FAILED, 1),
        ("import os; os._exit(0)", Verdict.CRASHED, 0),
    ],
)
def test_an_answer_of_ds1000_is_put_into_its_program(
    sandbox: WarmPython, tmp_path: Path, answer: str, verdict: Verdict, passed: int
) -> None:
    benchmark = ds1000(tmp_path, metadata={"problem_id": 7, "library": ""})
    trial = judged(sandbox, benchmark, benchmark.problems[0], answer)

    assert (trial.verdict, sum(one.passed for one in trial.outcomes)) == (verdict, passed)


def test_the_library_of_a_question_is_needed(tmp_path: Path) -> None:
    problem = ds1000(tmp_path).problems[0]

    assert (problem.id, problem.libraries, problem.tags) == ("7", ("numpy",), ("Numpy", "Origin"))
    assert isinstance(problem.check, Suite)


def test_the_answers_of_ds1000_are_read_by_number_and_cut_at_their_marks(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text(json.dumps({"id": 7, "code": "```python\nresult = 3\n```\nThat is it.", "metadata": {}}))
    found = list(read_candidates(str(path), ds1000(tmp_path)))

    assert [(one.problem_id, one.candidate.source) for one in found] == [("7", "result = 3\n")]


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"metadata": []}, "'metadata' must be an object"),
        ({"metadata": {"problem_id": -1}}, "problem_id is a number from 0"),
        ({"code_context": 3}, "'code_context' must be text"),
    ],
)
def test_a_row_that_is_wrong_is_named(tmp_path: Path, other: dict[str, object], said: str) -> None:
    with pytest.raises(InvalidProblem, match=said):
        ds1000(tmp_path, **other)
