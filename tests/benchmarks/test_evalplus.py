"""HumanEval+ and MBPP+: inputs decoded, answers computed by references and kept, compared as EvalPlus compares."""

from __future__ import annotations

import ast
import json
import pickle
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from assay.benchmarks.base import Benchmark
from assay.benchmarks.families import evalplus
from assay.benchmarks.families.evalplus import HUMANEVAL_PLUS, MBPP_INPUTS, MBPP_PLUS, MBPP_TABLES
from assay.benchmarks.family import Family, LoadOptions
from assay.benchmarks.rows import read_content, rows_of
from assay.errors import InvalidProblem
from assay.judges.large import LargeCase
from assay.judges.separate import SeparateJudge
from assay.records import EXACT, Candidate, Case, CaseKind, Cases, ComparatorKind, Problem, Verdict
from assay.sandbox.warm import WarmPython
from tests.checks import cases_of
from tests.public_data import data_file, rows


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox, MBPP_PLUS.limits) as made:
        yield made


def row(number: int = 1, **changes: object) -> dict[str, object]:
    """A row of either family: a function that doubles a number."""
    made: dict[str, object] = {
        "task_id": f"Mbpp/{number}",
        "prompt": '"""Double."""\n',
        "entry_point": "f",
        "canonical_solution": "def f(x): return x + x",
        "base_input": [[1]],
        "plus_input": [[2], [0.5]],
        "atol": 0,
    }
    return {**made, **changes}


class Loaded:
    """Loads crafted rows with a cache folder of their own, and counts the references that were run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.progress: list[tuple[int, int]] = []

    def __call__(self, *found: dict[str, object], family: Family = MBPP_PLUS) -> Benchmark:
        path = self.folder / "plus.jsonl"
        path.write_text("\n".join(map(json.dumps, found)))
        return family.load(LoadOptions(path, self.folder / "cache", WarmPython, self._count))

    @property
    def computed(self) -> int:
        return len(self.progress)

    def _count(self, done: int, of: int) -> None:
        self.progress.append((done, of))

    def only(self, **changes: object) -> Problem:
        (problem,) = self(row(**changes)).problems  # type: ignore[arg-type]  # a builder
        return problem


@pytest.fixture
def loaded(tmp_path: Path) -> Loaded:
    return Loaded(tmp_path)


def looked_at(problem: Problem) -> tuple[Case, ...]:
    """The cases, for which the reference is run where its answers are not kept."""
    return cases_of(problem)


def passes(judge: SeparateJudge, problem: Problem, source: str) -> bool:
    return judge.judge(problem, Candidate(source)).verdict is Verdict.PASSED


def test_answers_come_from_the_reference(loaded: Loaded) -> None:
    problem = loaded.only()

    assert [(case.arguments, case.expected, case.kind) for case in cases_of(problem)] == [
        ((1,), 2, CaseKind.BASIC),
        ((2,), 4, CaseKind.EDGE),
        ((0.5,), 1.0, CaseKind.EDGE),
    ]
    assert problem.reference.startswith('"""Double."""\ndef f')


def test_answers_are_computed_once(loaded: Loaded) -> None:
    first, second = loaded(row(), row(3)), loaded(row(), row(3))

    assert first == second
    assert loaded.computed == 2


def test_only_the_reference_that_is_needed_is_run(loaded: Loaded) -> None:
    broken = row(3, canonical_solution="def f(x:")
    benchmark = loaded(row(), row(4), broken)

    assert loaded.computed == 0
    assert cases_of(benchmark.problems[1])[0].expected == 2
    assert loaded.progress == [(1, 3)]


def test_known_errors_of_a_part_run_no_other_reference(loaded: Loaded) -> None:
    benchmark = loaded(row(), row(4), row(5))

    assert benchmark.with_errors(["Mbpp/4"]) == []
    assert loaded.computed == 1


def test_answers_of_a_part_are_kept_for_the_whole(loaded: Loaded) -> None:
    first = cases_of(loaded(row(), row(4), row(3)).problems[1])
    whole = loaded(row(), row(4), row(3))

    assert [cases_of(problem)[0].expected for problem in whole] == [2, 2, 2]
    assert cases_of(whole.problems[1]) == first
    assert loaded.progress == [(1, 3), (1, 3), (3, 3)]


def test_answers_are_kept_for_another_file_with_the_same_row(loaded: Loaded) -> None:
    looked_at(loaded(row(), row(4)).problems[1])
    looked_at(loaded(row(4)).problems[0])

    assert loaded.computed == 1


def test_a_problem_sent_to_another_process_takes_its_cases_along(loaded: Loaded) -> None:
    problem = loaded(row()).problems[0]
    again = pickle.loads(pickle.dumps(problem))

    assert (again.id, cases_of(again), again.reference) == (problem.id, cases_of(problem), problem.reference)
    assert loaded.computed == 1
    assert cases_of(replace(problem, prompt="x")) == cases_of(problem)


def test_the_number_of_cases_is_known_without_them(loaded: Loaded) -> None:
    problem = loaded(row()).problems[0]

    assert problem.check.counts() == Cases.counts(problem.check)  # type: ignore[arg-type]  # they are cases
    assert sum(problem.check.counts()) == len(cases_of(problem))


def test_threads_that_need_the_same_answer_run_the_reference_once(loaded: Loaded) -> None:
    problem = loaded(row()).problems[0]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: cases_of(problem), range(4)))

    assert all(cases == found[0] for cases in found)
    assert loaded.computed == 1


def test_another_row_has_other_answers(loaded: Loaded) -> None:
    looked_at(loaded(row()).problems[0])
    problem = loaded.only(canonical_solution="def f(x): return 7")

    assert {case.expected for case in cases_of(problem)} == {7}


@pytest.mark.parametrize("harm", [b"", b"{}\n", b"garbage", None])
def test_a_broken_cache_file_is_computed_again(loaded: Loaded, harm: bytes | None) -> None:
    first = looked_at(loaded(row()).problems[0])
    (kept,) = (loaded.folder / "cache" / "expected").iterdir()
    kept.write_bytes(kept.read_bytes()[:-3] if harm is None else harm)

    assert looked_at(loaded(row()).problems[0]) == first
    assert loaded.computed == 2


def test_a_cache_folder_that_cannot_be_written_costs_only_time(loaded: Loaded) -> None:
    (loaded.folder / "cache").write_text("a file where the folder should be")

    assert cases_of(loaded.only())[0].expected == 2


def test_the_reference_keeps_no_hold_on_its_arguments(loaded: Loaded) -> None:
    problem = loaded.only(
        canonical_solution="def f(x):\n    x.append(1)\n    return len(x)", base_input=[[[]], [[]]], plus_input={}
    )

    assert [(case.arguments, case.expected) for case in cases_of(problem)] == [(([],), 1), (([],), 1)]


def test_an_input_without_a_comparable_answer_is_left_out_by_name(loaded: Loaded) -> None:
    source = "def f(x):\n    if x == 2: raise ValueError('no')\n    return object() if x == 0.5 else x"
    benchmark = loaded(row(canonical_solution=source))

    assert [case.arguments for case in cases_of(benchmark.problems[0])] == [(1,)]
    assert benchmark.errata["Mbpp/1"].startswith("2 of 3 inputs are left out: ValueError: no; it returns ")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        pytest.param({"canonical_solution": "def f(x:"}, "the reference does not load: SyntaxError", id="syntax"),
        pytest.param({"canonical_solution": "def f(x): 1 / 0"}, "the reference answers no input: ZeroDiv", id="raises"),
        pytest.param(
            {"base_input": 3}, "line 1: field 'base_input' must be a list of lists of arguments, got 3", id="input"
        ),
        pytest.param({"plus_input": [1]}, "line 1: field 'plus_input' must be a list of lists", id="no-list"),
        pytest.param({"atol": -1}, "line 1: field 'atol' must be a number that is not negative, got -1", id="atol"),
        pytest.param(
            {"task_id": "Mbpp/252", "base_input": [["x"]]}, "line 1: field 'base_input' does not hold", id="decode"
        ),
        pytest.param({"base_input": [], "plus_input": []}, "line 1: base_input and plus_input are empty", id="none"),
    ],
)
def test_a_row_that_is_wrong_is_named(loaded: Loaded, changes: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidProblem) as caught:
        looked_at(loaded(row(**changes)).problems[0])  # type: ignore[arg-type]  # a builder
    assert message in str(caught.value)


ONE = "def f(*x): return {}"


@pytest.mark.parametrize(
    ("number", "reference", "atol", "candidate", "accepted"),
    [
        pytest.param(1, "0.3", 0, "0.1 + 0.2", True, id="floats-have-a-tolerance"),
        pytest.param(1, "[0.3]", 0, "[0.30001]", False, id="not-a-large-one"),
        pytest.param(1, "[0.3, 1]", 0, "[0.1 + 0.2, 1]", False, id="floats-among-others-have-none"),
        pytest.param(1, "100", 1e-4, "100.00001", True, id="the-row's-own-tolerance"),
        pytest.param(1, "[1, 2]", 0, "[2, 1]", False, id="order-counts"),
        pytest.param(1, "(1, 2)", 0, "[1, 2]", False, id="a-list-is-no-tuple"),
        pytest.param(7, "[1, 2]", 0, "(2, 1, 1)", True, id="a-set"),
        pytest.param(7, "[1, 2]", 0, "[2]", False, id="another-set"),
        pytest.param(295, "6", 0, "0", True, id="also-zero"),
        pytest.param(295, "6", 0, "1", False, id="no-other"),
        pytest.param(164, "True", 0, "False", False, id="not-anything-at-all"),
    ],
)
def test_values_are_compared_as_the_problem_wants(
    loaded: Loaded, judge: SeparateJudge, number: int, reference: str, atol: float, candidate: str, accepted: bool
) -> None:
    problem = loaded.only(number=number, canonical_solution=ONE.format(reference), atol=atol)

    assert passes(judge, problem, ONE.format(candidate)) is accepted
    assert passes(judge, problem, problem.reference)


@pytest.mark.parametrize(
    ("number", "call", "answers"),
    [(558, [1, 23], {"1": True, "4": True, "3": False}), (581, [3, 4], {"33": True, "35": True, "34": False})],
)
def test_a_task_with_two_readings_accepts_both(
    loaded: Loaded, judge: SeparateJudge, number: int, call: list[int], answers: dict[str, bool]
) -> None:
    sources = {
        558: "def f(a, b): return sum(abs(int(c) - int(d)) for c, d in zip(str(a), str(b)))",
        581: "def f(b, s): return 2 * b * s + b ** 2",
    }
    problem = loaded.only(number=number, canonical_solution=sources[number], base_input=[call], plus_input=[])

    assert {answer: passes(judge, problem, ONE.format(answer)) for answer in answers} == answers


def test_a_match_of_re_counts_by_its_truth(loaded: Loaded, judge: SeparateJudge) -> None:
    source = "import re\ndef check_str(x): return re.match('a', x)"
    problem = loaded.only(
        entry_point="check_str", canonical_solution=source, base_input=[["ab"], ["ba"]], plus_input=[]
    )

    assert [case.expected for case in cases_of(problem)] == [True, False]
    assert passes(judge, problem, source)
    assert passes(judge, problem, "def check_str(x): return x.startswith('a')")
    assert not passes(judge, problem, "def check_str(x): return True")


def test_any_zero_of_a_polynomial_is_accepted(loaded: Loaded, judge: SeparateJudge) -> None:
    found = row(
        task_id="HumanEval/32",
        entry_point="find_zero",
        canonical_solution="def find_zero(xs): return 1.0",
        base_input=[[[-1, 0, 1]]],
        plus_input=[],
        atol=1e-4,
    )
    (problem,) = loaded(found, family=HUMANEVAL_PLUS).problems

    verdicts = [passes(judge, problem, f"def find_zero(xs): return {x}") for x in ("1", "-1.00001", "1.1", "None")]
    assert verdicts == [True, True, False, False]


@pytest.mark.parametrize(
    ("number", "call", "decoded"),
    [
        (1, [[1, [2]]], ([1, [2]],)),
        (2, [[1], [2]], ((1,), (2,))),
        (63, [[[1, 2], [3]]], ([(1, 2), (3,)],)),
        (75, [[[1]], 5], ([(1,)], 5)),
        (106, [[1], [2]], ([1], (2,))),
        (115, [[[1, 1], []]], ([{1}, {}],)),
        (124, ["1.5", "2j"], (1.5, 2j)),
        (250, [[1], 2], ((1,), 2)),
        (252, ["(1+2j)"], (1 + 2j,)),
        (259, [[[1], [2]], [[3]]], (((1,), (2,)), ((3,),))),
        (278, [[1, [2, [3]]]], ((1, (2, [3])),)),
        (307, [[1], 2, 3], ((1,), 2, 3)),
        (580, [[1, [2, [3]]]], ((1, (2, (3,))),)),
        (722, [{"a": [1]}, 2], ({"a": (1,)}, 2)),
    ],
)
def test_inputs_become_what_json_cannot_say(number: int, call: list[object], decoded: tuple[object, ...]) -> None:
    decode = MBPP_INPUTS.get(number, list)

    assert repr(tuple(decode(call))) == repr(decoded)


@pytest.mark.slow
def test_inputs_are_those_that_evalplus_publishes_as_python() -> None:
    published = {}
    for found in rows("mbppplus/MbppPlus-OriginFmt.jsonl.gz"):
        text = found["test"].split("\ninputs = ", 1)[1].partition("\n")[0]
        calls = eval(
            text, {"inf": float("inf"), "nan": float("nan"), "__builtins__": {"set": set}}
        )  # published data; complex numbers are sums
        published[f"Mbpp/{found['task_id']}"] = {str(tuple(call)) for call in calls}
    content = rows_of(read_content(data_file("mbppplus/MbppPlus.jsonl.gz")))
    ours = {}
    for found_row in content:
        question, _ = evalplus._parts(found_row, "mbpp-plus", MBPP_TABLES, "")
        ours[question.id] = {str(call) for call in question.calls}

    strange = {id_ for id_, calls in published.items() if not calls <= ours[id_]}
    assert len(published) == 378
    assert strange <= {"Mbpp/252"}  # -0-3j, which Python writes in a way that reads as another number


PUBLIC = {
    "humaneval-plus": (HUMANEVAL_PLUS, "humanevalplus/HumanEvalPlus.jsonl.gz", 164, 124_253),
    "mbpp-plus": (MBPP_PLUS, "mbppplus/MbppPlus.jsonl.gz", 378, 41_015),
}


@pytest.mark.parametrize("name", PUBLIC)
def test_a_sample_of_references_passes(tmp_path: Path, judge: SeparateJudge, name: str) -> None:
    family, file, _, _ = PUBLIC[name]
    lines = read_content(data_file(file)).data.decode().strip().split("\n")
    slow = {
        "HumanEval/32",
        "HumanEval/36",
        "HumanEval/59",
        "HumanEval/83",
        "HumanEval/94",
        "HumanEval/139",
        "HumanEval/130",
        "HumanEval/15",
        "Mbpp/599",
        "Mbpp/392",
        "Mbpp/271",
        "Mbpp/255",
        "Mbpp/630",
    }
    quick = [line for line in lines if len(line) < 20_000 and json.loads(line)["task_id"] not in slow]
    path = tmp_path / "sample.jsonl"
    path.write_text("\n".join(random.Random("plus 3").sample(quick, 8)))

    benchmark = family.load(LoadOptions(path, tmp_path))

    failed = [problem.id for problem in benchmark if not passes(judge, problem, problem.reference)]
    assert (len(benchmark), failed, dict(benchmark.errata)) == (8, [], {})


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", PUBLIC)
def test_all_references_pass_on_all_inputs(tmp_path: Path, name: str) -> None:
    family, file, problems, inputs = PUBLIC[name]
    benchmark = family.load(LoadOptions(data_file(file), tmp_path))
    cases = sum(len(cases_of(problem)) for problem in benchmark)
    left_out = sum(int(text.split(" of ")[0]) for text in benchmark.errata.values() if "left out" in text)

    with WarmPython() as sandbox, SeparateJudge(sandbox, benchmark.limits) as judge:
        trials = [judge.judge(problem, Candidate(problem.reference)) for problem in benchmark]

    assert {trial.problem_id: trial.detail for trial in trials if trial.verdict is not Verdict.PASSED} == {}
    assert (len(benchmark), cases + left_out) == (problems, inputs)
    assert set(benchmark.errata) <= {"HumanEval/100", "HumanEval/130", "Mbpp/255"}


def test_nothing_of_a_problem_file_is_executed_here() -> None:
    tree = ast.parse(Path(evalplus.__file__).read_text())

    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert called.isdisjoint({"eval", "exec", "compile", "__import__"})


def test_a_large_answer_stays_packed_and_is_the_same(loaded: Loaded, judge: SeparateJudge) -> None:
    source = "def f(x): return [x / 7] * 20_000 if x == 2 else 'a' * 100_000 if x == 1 else x"
    benchmark = loaded(row(canonical_solution=source))
    first, second, third = cases_of(benchmark.problems[0])

    assert [type(case) for case in (first, second, third)] == [LargeCase, LargeCase, Case]
    assert (first.expected, second.expected) == ("a" * 100_000, [2 / 7] * 20_000)
    assert (first.comparator.kind, second.comparator.kind) == (ComparatorKind.EXACT, ComparatorKind.CLOSE)
    assert passes(judge, benchmark.problems[0], source)
    assert not passes(judge, benchmark.problems[0], "def f(x): return x")
    assert loaded(row(canonical_solution=source)) == benchmark
    assert loaded.computed == 1


def test_a_large_case_is_copied_and_pickled_like_any_other() -> None:
    case = LargeCase((1,), [1, 2], {}, None, EXACT, CaseKind.EDGE, "large")

    for again in (pickle.loads(pickle.dumps(case)), replace(case, name="large")):
        assert again == case
        assert (again.expected, again.kind, again.name) == ([1, 2], CaseKind.EDGE, "large")


def test_many_answers_of_some_size_are_kept(loaded: Loaded) -> None:
    found = row(canonical_solution="def f(x): return list(range(x, x + 3000))", base_input=[[n] for n in range(400)])

    first, second = loaded(found), loaded(found)

    assert cases_of(first.problems[0])[399].expected == list(range(399, 3399))
    assert [case.expected for case in cases_of(first.problems[0])] == [
        case.expected for case in cases_of(second.problems[0])
    ]
    assert loaded.computed == 1
