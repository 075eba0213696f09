"""The calls, commands and settings of the four source documents, by their names and orders, and what bad input says.

Each of the first tests does what one example of a document does, with other values. `CALLS` holds the same calls once
more, each with input that makes no sense. The last tests read the documents themselves, where they are at hand.
"""

from __future__ import annotations

import ast
import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

import assay
from assay.benchmarks.family import families
from assay.ca import evaluate_ca, run_ca_benchmark
from assay.errors import AssayError
from assay.judges.functional import FunctionalCorrectnessEvaluator, FunctionalCorrectnessMetrics
from assay.metrics.analysis import ErrorAnalysis, error_analysis
from assay.metrics.codebleu import SemanticClosenessMetrics, calculate_code_bleu, evaluate_codebleu
from assay.metrics.codebleu.lite import (
    calculate_ast_match,
    calculate_dataflow_match,
    calculate_ngram_match,
    calculate_weighted_ngram_match,
    extract_dataflows,
    extract_node_types,
    tokenize_code,
)
from assay.metrics.matching import exact_match_rate, normalize, same_outcomes
from assay.metrics.partial import PartialCorrectnessScore, partial_correctness
from assay.metrics.passk import calculate_pass_at_k, calculate_pass_at_k_for_multiple, compute_pass_at_k
from assay.metrics.rates import functional_correctness, pooled_case_pass_rate, test_case_pass_rate
from assay.metrics.words import in_words
from assay.models.base import ModelRefused
from assay.models.scripted import ScriptedModel
from assay.monitoring.experiments import compare_arms
from assay.probes.mutation.tester import MutationTester
from assay.probes.properties.library import LIBRARY
from assay.quality.evaluator import CodeQualityEvaluator, detect_language
from assay.quality.human import HumanEvaluationScore
from assay.quality.records import WEIGHTS, Dimension
from assay.records import CaseStatus, Score, Trial, Verdict
from assay.sandbox.warm import WarmPython
from assay.solvers import AttemptIf, Cascade, Ensemble, Once, Remembered, Route
from assay.solvers.calibration import estimate_success_probability, should_attempt
from assay.solvers.documented import ensemble_generation, generate_with_verification, iterative_refinement
from assay.solvers.prompts import builtin_templates, failures_of, feedback_of, load_template
from tests.cli.typed import typed

test_case_pass_rate.__test__ = False  # type: ignore[attr-defined]  # the document's name, and no test

TESTS = [assay.Case((2,), 4), assay.Case((0,), 0)]
RIGHT, WRONG, BROKEN = "def double(x): return 2 * x", "def double(x): return x", "def double(x return x"
PROBLEM = assay.Problem("double", assay.Cases("double", tuple(TESTS)), prompt="def double(x):")
SPEC = Path(__file__).parents[2] / "shared" / "spec"
NAMES = Path(__file__).parents[1] / "docs" / "names.md"


def solved(*answers: str) -> ScriptedModel:
    """Return a model that stands for an agent with prepared answers."""
    return ScriptedModel(list(answers))


class Texts:
    """A model whose answers are bare texts."""

    name = signature = "texts"

    def __init__(self) -> None:
        self.calls = 0

    def complete(self, *given: object, **named: object) -> str:
        self.calls += 1
        return RIGHT


def by_insertion(items: list[int]) -> list[int]:
    found: list[int] = []
    for one in items:
        place = sum(1 for other in found if other <= one)
        found.insert(place, one)
    return found


# -- accuracy: metrics ---------------------------------------------------------------------------------------------


def test_pass_at_k_of_one_problem_by_its_counts() -> None:
    assert [compute_pass_at_k(n=8, c=2, k=k) for k in (1, 4, 7)] == [0.25, pytest.approx(11 / 14), 1.0]


def test_a_score_is_told_in_words() -> None:
    assert in_words(Score("pass@1", 0.65, 20, k=1)).startswith("65 % solved on the first try")
    assert in_words(Score("pass@10", 0.85, 20, k=10)).startswith("85 % solved within 10 tries")


def trials_of(*codes: str) -> list[assay.Trial]:
    return [assay.judge(code, PROBLEM) for code in codes]


def test_functional_correctness_and_test_case_pass_rate_of_results() -> None:
    results = trials_of(RIGHT, WRONG)

    assert functional_correctness(results) == 0.5
    assert test_case_pass_rate(results) == pooled_case_pass_rate(results) == 0.75
    assert functional_correctness([]) is None
    assert [(one.passed, len(one.outcomes)) for one in results] == [(True, 2), (False, 2)]


def test_partial_correctness_has_four_parts() -> None:
    score = PartialCorrectnessScore(syntax_correct=True, compiles=False, passes_basic_tests=0.5, passes_edge_cases=0.0)

    assert score.compute_score() == pytest.approx(0.35)


def test_exact_match_looks_over_blanks_at_ends() -> None:
    assert normalize("a = 1 \r\n") == normalize("a = 1")
    assert exact_match_rate(generated=["a = 1 ", "b"], expected=["a = 1", "c"]) == 0.5


def test_semantic_equivalence_takes_the_names_of_the_document() -> None:
    def same(one: str, other: str) -> bool:
        return assay.semantic_equivalence(solution1=one, solution2=other, test_suite=TESTS)

    assert same(RIGHT, "def double(x): return x + x")
    assert not same(RIGHT, WRONG)
    assert not same(RIGHT, BROKEN)
    assert not same(BROKEN, RIGHT)
    assert not same(BROKEN, BROKEN)
    assert not same(RIGHT, "")


# -- accuracy: methods ---------------------------------------------------------------------------------------------


def test_one_test_is_executed_within_a_timeout() -> None:
    def execute_test(code: str) -> assay.Trial:
        return assay.judge(code, PROBLEM, limits=assay.Limits(seconds=1))

    wrong = execute_test(WRONG).outcomes[0]
    assert (wrong.status, wrong.actual, wrong.expected) == (CaseStatus.FAILED, "2", "4")
    assert "ValueError: no" in execute_test("def double(x): raise ValueError('no')").outcomes[0].error
    assert execute_test("def double(x):\n    while True: pass").verdict is Verdict.TIMED_OUT


def test_properties_of_a_function_are_checked_on_lists() -> None:
    names = ["sorted", "same_length", "permutation"]

    found = assay.check_properties(by_insertion, names, strategy=st.lists(st.integers()))

    assert set(names) <= set(LIBRARY)
    assert [one.verdict.value for one in found.properties] == ["holds"] * 3


def test_a_mutation_tester_has_its_mutators_as_methods() -> None:
    tester = MutationTester()

    assert [mutator.__name__ for mutator in tester.mutators] == [
        "swap_operators",
        "change_constants",
        "modify_conditions",
    ]
    assert tester.swap_operators("def f(x): return x + 1") == ["def f(x): return x - 1"]
    assert tester.test_robustness("def double(x):\n    return 2 * x\n", tests=TESTS) == 1.0


def test_a_human_evaluation_has_an_accuracy_score() -> None:
    score = HumanEvaluationScore(correctness=5, completeness=3, edge_case_handling=3, code_quality=2, comments="ok")

    assert score.accuracy_score() == pytest.approx(0.76)


# -- accuracy: improving -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("technique", ["clear", "few-shot", "chain-of-thought", "test-driven"])
def test_every_technique_of_prompting_is_a_template(technique: str) -> None:
    assert technique in builtin_templates()


def test_generate_with_verification_gives_failures_back() -> None:
    model = solved(WRONG, RIGHT)

    code = asyncio.run(generate_with_verification("def double(x):", TESTS, model=model, max_attempts=2))

    assert code == RIGHT


def test_strategies_take_the_names_of_the_document() -> None:
    def run(made: Callable[[ScriptedModel], object]) -> object:
        return asyncio.run(made(solved(WRONG, RIGHT, RIGHT)))  # type: ignore[arg-type]  # a coroutine

    assert run(lambda model: generate_with_verification("Double a number.", TESTS, model=model, entry_point="double"))
    assert run(lambda model: iterative_refinement(WRONG, TESTS, max_iterations=2, model=model)) == RIGHT
    assert run(lambda model: ensemble_generation("def double(x):", n_samples=3, tests=TESTS, model=model)) == RIGHT
    assert run(lambda model: ensemble_generation("def double(x):", n_samples=3, model=model)) == RIGHT


def test_training_examples_are_exported(tmp_path: Path) -> None:
    answer = {"task_id": "two_teams", "solution": "def never(): pass"}
    (tmp_path / "answers.jsonl").write_text(json.dumps(answer) + "\n")
    typed(tmp_path, "run", "starter", "-c", "answers.jsonl", "--problems", "two_teams", "-q")
    assert "left out: 1 failed" in typed(tmp_path, "export", "latest", "--format", "sft").stderr

    from assay.benchmarks.families import load_benchmark

    reference = next(one for one in load_benchmark("starter").problems if one.id == "two_teams").reference
    (tmp_path / "answers.jsonl").write_text(json.dumps({**answer, "solution": reference}) + "\n")
    typed(tmp_path, "run", "starter", "-c", "answers.jsonl", "--problems", "two_teams", "-q")
    training_examples = typed(tmp_path, "export", "latest", "--format", "sft").stdout.splitlines()
    assert {"instruction", "input", "output"} <= json.loads(training_examples[0]).keys()


# -- accuracy: monitoring and decisions ----------------------------------------------------------------------------


def test_naive_times_are_local_and_trends_unpack() -> None:
    monitor = assay.AccuracyMonitor("memory:")
    with pytest.warns(UserWarning, match="has no time zone and is read as local time"):
        monitor.log_result("t1", True, datetime.now() - timedelta(minutes=1))
    monitor.log_result(task_id="t2", passed=False, timestamp=datetime.now(UTC))

    assert [(one["task_id"], one["passed"]) for one in monitor.results] == [("t1", True), ("t2", False)]
    assert monitor.current_accuracy(window=timedelta(hours=1)) == 0.5
    rates = [rate for hour, rate in monitor.accuracy_trend() if hour]
    assert rates in ([0.5], [1.0, 0.0])


def test_arms_are_compared_and_users_are_heard() -> None:
    monitor = assay.AccuracyMonitor("memory:")
    for number in range(40):
        name = monitor.log_result(f"t{number}", number % 4 != 0, arm="short" if number % 2 else "long")
    monitor.log_feedback(name, thumb=False, text="It does not compile.")

    experiment = compare_arms(monitor.store, "long", "short")
    assert experiment.to_dict()
    assert [one.text for one in monitor.store.feedback(observation_id=name)] == ["It does not compile."]


def test_errors_are_counted_by_class() -> None:
    analysis = ErrorAnalysis(syntax_errors=1, runtime_errors=0, logic_errors=2, edge_case_failures=0, timeout_errors=5)

    assert (analysis.most_common_error(), analysis.total_errors()) == ("timeout", 8)
    assert error_analysis(trials_of(BROKEN)).most_common_error() == "syntax"


def test_a_threshold_may_stand_behind_the_task() -> None:
    task = "Return the sum of a list."

    assert should_attempt(task, confidence_threshold=0.7)
    assert not should_attempt(task, 0.999)
    assert 0.7 <= estimate_success_probability(task) < 0.999


@pytest.mark.parametrize(
    ("prefer", "asked"), [("speed", "cheap"), ("balanced", "cheap + strong"), ("accuracy", "strong")]
)
def test_a_preference_chooses_among_two_models(prefer: str, asked: str) -> None:
    models = [ScriptedModel(lambda messages, number: RIGHT, name=name) for name in ("cheap", "strong")]

    report = assay.solve([PROBLEM], model=models, prefer=prefer, store="memory:")

    assert f"{asked}: pass@1 = 100.0%" in repr(report)


def test_a_run_is_filed_under_every_model_that_its_strategy_asks() -> None:
    cheap, strong = (ScriptedModel(lambda messages, number: RIGHT, name=name) for name in ("cheap", "strong"))

    report = assay.solve([PROBLEM], cheap, Cascade((cheap, strong)), store="memory:", workers=1)
    assert report.run.model == "cheap + strong"


def test_every_benchmark_of_the_document_has_a_family() -> None:
    assert {"humaneval", "mbpp", "apps", "swe-bench"} <= set(families())


# -- metrics -------------------------------------------------------------------------------------------------------


def test_a_generated_function_is_compared_with_its_reference() -> None:
    def reference(df: Any) -> dict[str, int]:  # Any: a frame
        return {"result": len(df)}

    pandas = pytest.importorskip("pandas")
    given = [{"input": {"df": pandas.DataFrame({"A": [3, 4]})}}, {"input": {"df": pandas.DataFrame({"B": []})}}]

    metrics = FunctionalCorrectnessEvaluator().evaluate(
        generated_func=lambda df: {"result": max(1, len(df))}, reference_func=reference, test_cases=given
    )

    assert isinstance(metrics, FunctionalCorrectnessMetrics)
    assert (metrics.tests_passed, metrics.tests_total, metrics.pass_rate) == (1, 2, 0.5)
    assert [(one["expected"], one["actual"]) for one in metrics.errors] == [({"result": 0}, {"result": 1})]
    assert FunctionalCorrectnessEvaluator().outputs_match({"result": [{"a": 1}]}, {"result": [{"a": 1}]})


def test_pass_at_k_of_results() -> None:
    assert calculate_pass_at_k(n_samples=4, n_correct=1, k=2) == 0.5
    assert calculate_pass_at_k_for_multiple(results=[True, False, True, False, True], k_values=[1, 2, 3]) == {
        "pass@1": 0.6,
        "pass@2": 0.9,
        "pass@3": 1.0,
    }


def test_code_bleu_has_four_parts() -> None:
    candidate, reference = "total = data.sum()", "total = data.mean()"
    weights = {"ngram": 0.25, "weighted_ngram": 0.25, "ast": 0.25, "dataflow": 0.25}

    metrics = calculate_code_bleu(candidate, reference, weights=weights)

    assert tokenize_code("a.b(1)") == ["a", ".", "b", "(", "1", ")"]
    assert metrics == SemanticClosenessMetrics(
        code_bleu=metrics.code_bleu,
        ngram_match=calculate_ngram_match(candidate, reference, n=4),
        weighted_ngram_match=calculate_weighted_ngram_match(
            candidate, reference, weights={1: 0.1, 2: 0.2, 3: 0.3, 4: 0.4}
        ),
        ast_match=calculate_ast_match(candidate, reference),
        dataflow_match=calculate_dataflow_match(candidate, reference),
    )
    assert 0 < metrics.dataflow_match < metrics.ast_match == 1
    tree = ast.parse("x = data.sum()")
    assert extract_node_types(tree) >= {"Assign", "Call"}
    assert extract_dataflows(tree) == {("x", "assign"), ("x", "use"), ("data", "use"), ("sum", "call")}


def test_a_pasted_configuration_is_read(tmp_path: Path) -> None:
    settings = """
metrics:
  enabled: true
  code_bleu:
    weights:
      ngram: 0.4
      weighted_ngram: 0.2
      ast: 0.2
      dataflow: 0.2
  pass_at_k:
    k_values: [1, 2]
"""
    (tmp_path / "assay.yaml").write_text(settings)
    rows = [{"task_id": "two_teams", "solution": "x = 1"}] * 2
    (tmp_path / "answers.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

    done = typed(tmp_path, "run", "starter", "-c", "answers.jsonl", "--problems", "two_teams", "-q", "--json")

    assert done.returncode == 0, done.stderr
    assert "pass@2" in done.stdout
    (tmp_path / "assay.yaml").write_text(settings.replace("k_values: [1, 2]", "k_values: [0]"))
    assert "k_values" in typed(tmp_path, "run", "starter", "-c", "answers.jsonl").stderr


# -- computational accuracy ----------------------------------------------------------------------------------------


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    """A folder with ground truths in `truth` and predictions in `new`."""
    for side, texts in {
        "truth": {"echo": "print(input())", "sum": "print(1 + 1)", "case": "print('A')"},
        "new": {"echo": "print(input())", "sum": "print(3)", "case": "print('a')"},
    }.items():
        (tmp_path / side).mkdir()
        for name, text in texts.items():
            (tmp_path / side / f"{name}.py").write_text(text)
    return tmp_path


def test_two_sources_and_two_files_are_compared(folders: Path) -> None:
    result = evaluate_ca("print(2 ** 3)", "print(8)")

    assert (result["ca_score"], result["exact_match"], result["returncode_match"]) == (1.0, True, True)
    of_files = evaluate_ca(folders / "truth" / "case.py", folders / "new" / "case.py")
    assert (of_files["ca_score"], of_files["exact_match"], of_files["normalized_match"]) == (0.9, False, True)
    assert of_files["groundtruth_output"] == of_files["prediction_output"] == "a"


@pytest.mark.parametrize(
    ("prediction", "options", "score"),
    [
        ("print('HELLO')", {}, 0.9),
        ("print('HELLO')", {"strict_match": True}, 0.5),
        ("print('HELLO')", {"normalize": False}, 0.5),
        ("print('bye')", {}, 0.5),
        ("raise SystemExit(3)", {}, 0.0),
        ("while True: pass", {"timeout": 0.5}, 0.0),
    ],
)
def test_computational_accuracy_has_four_tiers(prediction: str, options: dict[str, Any], score: float) -> None:
    result = evaluate_ca("print('hello')", prediction, **options)

    assert result["ca_score"] == score
    assert bool(result["error"]) == ("while" in prediction)


def test_programs_read_their_input() -> None:
    program = "print(input()[::-1])"

    assert evaluate_ca(program, program, input_data="abc\n")["groundtruth_output"] == "cba"


def test_folders_are_compared_with_their_inputs(folders: Path) -> None:
    output_file = folders / "results" / "ca.json"

    results = run_ca_benchmark(
        data_dir=folders / "truth",
        prediction_dir=folders / "new",
        output_file=output_file,
        input_data_map={"echo": "seven\n"},
        cache_folder=folders,
        workers=1,
    )

    summary = results["summary"]
    assert (summary["perfect_matches"], summary["num_files"]) == (1, 3)
    assert summary["mean_ca_score"] == pytest.approx(0.8)
    assert json.loads(output_file.read_text())["summary"] == summary


@pytest.mark.parametrize("flags", [["-o", "results.json"], ["--timeout", "60"], ["--strict"]])
def test_folders_are_compared_in_the_terminal(folders: Path, flags: list[str]) -> None:
    done = typed(folders, "ca", "truth/", "new/", *flags)

    assert done.returncode == 0, done.stderr
    assert (folders / "results.json").exists() == ("-o" in flags)


def test_the_module_is_a_command() -> None:
    done = subprocess.run([sys.executable, "-m", "assay.ca", "--help"], capture_output=True, text=True, check=True)

    assert all(flag in done.stdout for flag in ("-o", "--timeout", "--strict"))


def test_likeness_and_behaviour_stand_side_by_side() -> None:
    prediction_code, groundtruth_code = "print(sum([1, 2]))", "print(1 + 2)"

    assert evaluate_codebleu(prediction_code, groundtruth_code)["codebleu"] < 0.9
    assert evaluate_ca(groundtruth_code, prediction_code)["ca_score"] == 1.0


# -- quality -------------------------------------------------------------------------------------------------------

TENDED = '''def root(number: float) -> float:
    """Return the square root of a number."""
    if number < 0:
        raise ValueError("number must not be negative")
    if number == 0:
        return 0.0
    return number ** 0.5

assert root(4) == 2
'''


def test_code_has_six_dimensions() -> None:
    evaluator = CodeQualityEvaluator(pass_threshold=0.7)

    result = evaluator.evaluate(TENDED, "Return the square root.", detect_language(TENDED))
    bare = evaluator.evaluate("def r(x):\n    if x==0:return 0\n    return x**0.5\n", language="python")

    assert result.overall == pytest.approx(sum(WEIGHTS[name] * result.dimensions[name] for name in Dimension))
    assert (result.overall, result.passed) == (0.8, True)
    assert (bare.overall, bare.passed) == (0.675, False)


@pytest.mark.parametrize(
    ("language", "code"),
    [
        ("python", "def f(n):\n    return n\n"),
        ("javascript", "const f = (n) => { return n; };\nconsole.log(f(1));\n"),
        ("java", "public class A { public static void main(String[] args) { System.out.println(1); } }\n"),
    ],
)
def test_languages_are_told_apart(language: str, code: str) -> None:
    assert detect_language(code) == language


def test_quality_is_a_command_and_a_column_of_a_run(tmp_path: Path) -> None:
    (tmp_path / "root.py").write_text(TENDED)
    rows = [{"task_id": "two_teams", "solution": "def two_teams(x):\n    return x\n"}]
    (tmp_path / "answers.jsonl").write_text(json.dumps(rows[0]) + "\n")

    alone = typed(tmp_path, "quality", "root.py", "--task", "Return the square root.")
    run = typed(tmp_path, "run", "starter", "-c", "answers.jsonl", "--problems", "two_teams", "--quality", "--details")

    assert "0.80" in alone.stdout
    assert "quality" in run.stdout


# -- bad input -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Call:
    """One documented call with arguments that it takes, and for some of them values that it does not."""

    name: str
    call: Callable[..., object]
    good: Mapping[str, Any]
    bad: Mapping[str, Sequence[Any]]


def waited(made: Callable[..., Any]) -> Callable[..., object]:
    return lambda **given: asyncio.run(made(**given))


def given_to(method: str) -> Callable[..., object]:
    return lambda **given: getattr(assay.AccuracyMonitor("memory:"), method)(**given)


NO_TEXT = (None, 3, ["x"])
NO_COUNT = (None, "2", [1], 1.5, True, -1)
NO_SHARE = (None, "0.5", [0.5], True, -0.1, 1.5)
NO_FLAG = (None, "yes", 3)
NO_TRIALS = (None, 3, "x", [3], [None])
NO_TESTS: tuple[object, ...] = (None, 3, "", [], [3], {"a": 1})
NO_PROGRAM = (None, 3, ["x"], Path("nowhere.py"))
GRADES = ("correctness", "completeness", "edge_case_handling", "code_quality")
ERRORS = ("syntax_errors", "runtime_errors", "logic_errors", "edge_case_failures", "timeout_errors")
SIDES = {"candidate": "x = 1", "reference": "x = 1"}
NO_SIDES = dict.fromkeys(SIDES, NO_TEXT)
BESIDE_CA = {
    "timeout": (None, "5", [3], True, 0, -1, float("nan")),
    "normalize": NO_FLAG,
    "strict_match": NO_FLAG,
    "language": (3, ["python"], "klingon"),
}
DRAFTS = {"model": solved(), "entry_point": "double"}
CALLS = [
    Call("compute_pass_at_k", compute_pass_at_k, {"n": 5, "c": 2, "k": 2}, dict.fromkeys("nck", NO_COUNT)),
    Call(
        "calculate_pass_at_k",
        calculate_pass_at_k,
        {"n_samples": 5, "n_correct": 2, "k": 2},
        {"n_samples": NO_COUNT, "n_correct": (*NO_COUNT, 6), "k": (*NO_COUNT, 0, 6)},
    ),
    Call(
        "calculate_pass_at_k_for_multiple",
        calculate_pass_at_k_for_multiple,
        {"results": [True, False], "k_values": [1]},
        {"results": (None, 3, "yes", [1], ["no"]), "k_values": (3, "12", ["a"], [0], [3], [1.5])},
    ),
    *(
        Call(call.__name__, call, {"trials": []}, {"trials": NO_TRIALS})
        for call in (functional_correctness, test_case_pass_rate, pooled_case_pass_rate, error_analysis)
    ),
    Call("pass_at_k", assay.pass_at_k, {"trials": [], "k": 1}, {"trials": NO_TRIALS, "k": (*NO_COUNT, 0)}),
    Call("partial_correctness", partial_correctness, {}, {"trial": (None, 3, "x", [])}),
    Call(
        "PartialCorrectnessScore",
        PartialCorrectnessScore,
        {"syntax_correct": True, "compiles": True, "passes_basic_tests": 1.0, "passes_edge_cases": 0.5},
        {
            "syntax_correct": (None, "yes", 2),
            "compiles": (None, "no", -1),
            "passes_basic_tests": ("1", -1, [1]),
            "passes_edge_cases": ("1", 1.5, [1]),
        },
    ),
    Call(
        "exact_match_rate",
        exact_match_rate,
        {"generated": ["a"], "expected": ["a"]},
        dict.fromkeys(("generated", "expected"), (None, 3, "a", [3], {"a": 1})),
    ),
    Call("normalize", normalize, {}, {"code": NO_TEXT}),
    Call("in_words", in_words, {}, {"score": (None, 3, "pass@1")}),
    Call(
        "semantic_equivalence",
        assay.semantic_equivalence,
        {"solution1": RIGHT, "solution2": RIGHT, "test_suite": TESTS},
        {
            "solution1": NO_TEXT,
            "solution2": NO_TEXT,
            "test_suite": (*NO_TESTS, "x"),
            "limits": (3, "5s", []),
            "sandbox": (3, "x", []),
        },
    ),
    Call("judge", assay.judge, {"code": RIGHT, "problem": PROBLEM}, {"code": NO_TEXT, "problem": (None, 3, "double")}),
    *(Call(call.__name__, call, {}, {"trial": (None, 3, "x", [])}) for call in (feedback_of, failures_of)),
    Call(
        "same_outcomes",
        same_outcomes,
        dict.fromkeys(("one", "other"), Trial("double", assay.Candidate(RIGHT), Verdict.PASSED)),
        dict.fromkeys(("one", "other"), (None, 3, "x")),
    ),
    Call("load_template", load_template, {}, {"name": (None, 3, ["plain"])}),
    Call(
        "evaluate",
        lambda **given: assay.evaluate(**given, store="memory:", workers=1),
        {"candidates": [assay.Candidate(RIGHT)], "on": PROBLEM},
        {
            "candidates": (None, 3, "", " ", [], b"x", {"a": 1}, [3]),
            "on": (None, 3, "", "humanevil", [], [3]),
            "engine": (3, [1], "abacus"),
            "watch": (None, 3, "x"),
        },
    ),
    Call(
        "mutate",
        assay.mutate,
        {"code": RIGHT, "tests": ["assert double(1) == 2"]},
        {"code": (None, 3, []), "tests": (None, 3, "", "x", [3]), "entry_point": (3, ["x"]), "python": (3, ["x"])},
    ),
    Call("Cascade", Cascade, {}, {"stages": (None, 3, "", (), [3], {"a": 1})}),
    Call(
        "Route",
        Route,
        {"simple": Once(), "hard": Once()},
        {
            **dict.fromkeys(("simple", "hard"), (None, 3, "verify")),
            "by": (None, 3, ["length"], "weight"),
            "bound": ("2", [1], -1, 0),
            "estimator": (None, 3, "x"),
        },
    ),
    Call("AttemptIf", AttemptIf, {}, {"threshold": (-1, 2, "x"), "inner": (None, 3, "once"), "estimator": (None, 3)}),
    Call(
        "Remembered",
        Remembered,
        {"inner": Once(), "known": assay.open_store("memory:")},
        {"inner": (None, 3, "once"), "confidence": (-1, 2, "x"), "known": (None, 3, "memory:")},
    ),
    Call("Ensemble", Ensemble, {}, {"n": NO_COUNT, "select": (None, 3, ["vote"], "best")}),
    Call("WarmPython", WarmPython, {}, {"python": (3, ["x"]), "isolation_level": (None, 3, "none", ["full"])}),
    Call("Limits", assay.Limits, {}, {"seconds": (None, "5", [5], True, 0, -1)}),
    Call(
        "Case",
        assay.Case,
        {},
        {
            "arguments": (None, 3, "ab", {"x": 2}),
            "keywords": (None, 3, [1]),
            "raises": (3, [ValueError]),
            "kind": (None, 3, "edgy"),
        },
    ),
    Call(
        "Problem", assay.Problem, {"id": "p", "check": PROBLEM.check}, {"id": NO_TEXT, "check": (None, 3, "x", TESTS)}
    ),
    Call(
        "check of a problem",
        lambda **given: assay.Problem("p", assay.Cases(**given)),
        {"entry_point": "double", "cases": tuple(TESTS)},
        {"entry_point": (None, 3, "", "two words"), "cases": (None, 3, "x", (3,))},
    ),
    Call(
        "check_properties",
        assay.check_properties,
        {"code": "def s(xs: list[int]): return sorted(xs)", "properties": "sorted"},
        {
            "code": (None, 3, "", ["x"], len),
            "properties": (None, 3, []),
            "strategy": (3, [1], ["lists"]),
            "examples": (*NO_COUNT, 0),
            "seed": (None, "a", 1.5),
            "entry_point": (3, ["s"], "nowhere"),
        },
    ),
    Call(
        "MutationTester.test_robustness",
        MutationTester().test_robustness,
        {"code": RIGHT, "tests": TESTS},
        {"code": (*NO_TEXT, ""), "tests": NO_TESTS},
    ),
    *(
        Call(one.__name__, one, {}, {"code": NO_TEXT})
        for one in (MutationTester.swap_operators, MutationTester.change_constants, MutationTester.modify_conditions)
    ),
    Call(
        "HumanEvaluationScore",
        HumanEvaluationScore,
        {**dict.fromkeys(GRADES, 4), "comments": ""},
        {**dict.fromkeys(GRADES, (*NO_COUNT, 0, 6)), "comments": NO_TEXT},
    ),
    Call(
        "generate_with_verification",
        waited(generate_with_verification),
        {"task": "Double a number.", "tests": TESTS, **DRAFTS},
        {
            "task": (*NO_TEXT, ""),
            "tests": NO_TESTS,
            "max_attempts": (*NO_COUNT, 0),
            "model": (None, 3, "gpt-4o"),
            "entry_point": (3, ["a"], "two words"),
        },
    ),
    Call(
        "iterative_refinement",
        waited(iterative_refinement),
        {"initial_solution": RIGHT, "tests": TESTS, **DRAFTS},
        {"initial_solution": (*NO_TEXT, ""), "tests": NO_TESTS, "max_iterations": (*NO_COUNT, 0), "model": (None, 3)},
    ),
    Call(
        "ensemble_generation",
        waited(ensemble_generation),
        {"task": "Double a number.", "tests": TESTS, **DRAFTS},
        {"task": (*NO_TEXT, ""), "tests": NO_TESTS[1:], "n_samples": (*NO_COUNT, 0), "model": (None, 3, "gpt-4o")},
    ),
    Call(
        "should_attempt",
        should_attempt,
        {"problem": "Sort."},
        {"problem": (*NO_TEXT, ""), "confidence_threshold": (*NO_SHARE, float("nan")), "estimator": (3, "x")},
    ),
    Call("estimate_success_probability", estimate_success_probability, {}, {"problem": (*NO_TEXT, "")}),
    Call(
        "AccuracyMonitor",
        assay.AccuracyMonitor,
        {},
        {"place": (3, ["x"], ""), "now": (None, 3, "x")},
    ),
    Call(
        "log_result",
        given_to("log_result"),
        {"task_id": "t", "passed": True},
        {
            "task_id": (*NO_TEXT, ""),
            "passed": (None, "yes", 1),
            "timestamp": ("yesterday", [1], -1, True, "2026-01-01T00:00:00"),
        },
    ),
    Call(
        "log_feedback",
        given_to("log_feedback"),
        {"observation_id": "a1", "thumb": True},
        {"observation_id": (*NO_TEXT, ""), "thumb": ("up", 1, []), "stars": (0, 6, "5")},
    ),
    Call(
        "current_accuracy",
        given_to("current_accuracy"),
        {},
        {"window": (None, "1h", 3, timedelta(0), timedelta(hours=-1)), "model_version": (None, 3, ["x"])},
    ),
    Call(
        "accuracy_trend",
        given_to("accuracy_trend"),
        {},
        {"by": (None, "minute", ["hour"]), "since": ("x", [1], -1), "zone": (None, 3, "Mars")},
    ),
    Call(
        "compare_arms",
        lambda **given: compare_arms(assay.open_store("memory:"), **given),
        {"first": "a", "second": "b"},
        {"by": ("month", 3, None), "margin": (None, "x", -1)},
    ),
    Call("ErrorAnalysis", ErrorAnalysis, {}, dict.fromkeys(ERRORS, NO_COUNT)),
    Call(
        "FunctionalCorrectnessEvaluator.evaluate",
        FunctionalCorrectnessEvaluator().evaluate,
        {"generated_func": len, "reference_func": len, "test_cases": [{"input": {"obj": "a"}}]},
        {
            "generated_func": (*NO_TEXT, ""),
            "reference_func": (*NO_TEXT, ""),
            "test_cases": (None, 3, "x", [3], [{}], [{"input": 3}], {"input": {}}),
        },
    ),
    Call(
        "FunctionalCorrectnessEvaluator",
        FunctionalCorrectnessEvaluator,
        {},
        {"sandbox": (3, "x", []), "limits": (3, "x", []), "comparator": (None, 3, "x")},
    ),
    Call("tokenize_code", tokenize_code, {}, {"code": NO_TEXT}),
    Call("calculate_ngram_match", calculate_ngram_match, SIDES, {**NO_SIDES, "n": (*NO_COUNT, 0)}),
    Call(
        "calculate_weighted_ngram_match",
        calculate_weighted_ngram_match,
        SIDES,
        {**NO_SIDES, "weights": (None, 3, "x", [1], {}, {0: 1}, {"a": 1}, {1: -1}, {1: "x"})},
    ),
    Call("calculate_ast_match", calculate_ast_match, SIDES, NO_SIDES),
    Call("calculate_dataflow_match", calculate_dataflow_match, SIDES, NO_SIDES),
    Call("extract_node_types", extract_node_types, {}, {"tree": NO_TEXT}),
    Call("extract_dataflows", extract_dataflows, {}, {"tree": NO_TEXT}),
    Call(
        "calculate_code_bleu",
        calculate_code_bleu,
        SIDES,
        {**NO_SIDES, "weights": (3, "x", [1], {"a": 1}, {"ngram": 2}, [-1, 1, 1, 0])},
    ),
    Call(
        "evaluate_codebleu",
        evaluate_codebleu,
        {"prediction": "x = 1", "reference": "x = 1", "language": "python"},
        {
            "prediction": NO_TEXT,
            "reference": (None, 3, [], [3]),
            "language": (3, "klingon", ["python"]),
            "profile": (None, 3, "stricter", ["strict"]),
        },
    ),
    Call(
        "evaluate_ca",
        evaluate_ca,
        {"groundtruth": "print(1)", "prediction": "print(1)"},
        {"groundtruth": NO_PROGRAM, "prediction": NO_PROGRAM, "input_data": (3, [], [3], {}), **BESIDE_CA},
    ),
    Call(
        "run_ca_benchmark",
        run_ca_benchmark,
        {"data_dir": Path(__file__).parent, "prediction_dir": Path(__file__).parent},
        {
            "data_dir": (None, 3, ["x"], "", "nowhere"),
            "prediction_dir": (None, 3, ["x"], "", "nowhere"),
            "output_file": (3, ["x"], str(Path(__file__).parent)),
            "input_data_map": (3, ["x"], "nowhere.json"),
            "workers": ("1", 0, -1, 1.5),
            **BESIDE_CA,
        },
    ),
    Call(
        "CodeQualityEvaluator",
        CodeQualityEvaluator,
        {},
        {"pass_threshold": (*NO_SHARE, float("nan")), "weights": (3, "x", [1])},
    ),
    Call(
        "CodeQualityEvaluator.evaluate",
        CodeQualityEvaluator().evaluate,
        {"code": "x = 1"},
        {"code": NO_TEXT, "task_description": NO_TEXT, "language": (3, "", ["python"]), "verdict": (3, "x", [])},
    ),
    Call("detect_language", detect_language, {}, {"code": NO_TEXT}),
]
MISTAKES = [(call, argument, value) for call in CALLS for argument in call.bad for value in call.bad[argument]]


def parts_of(value: object) -> Iterator[str]:
    """Yield what an error may show of a value: the beginning of it, or of one thing in it."""
    yield repr(value)[:30]
    yield str(value)[:30] if isinstance(value, Path) and str(value) else repr(value)[:30]
    if isinstance(value, list | tuple):
        yield from (repr(one)[:30] for one in value)
    if isinstance(value, dict):
        yield from (repr(one) for pair in value.items() for one in pair)


@pytest.mark.parametrize(
    ("call", "argument", "value"),
    [pytest.param(*one, id=f"{one[0].name}({one[1]}={one[2]!r:.30})") for one in MISTAKES],
)
def test_a_mistake_is_named_with_its_argument_and_value(call: Call, argument: str, value: object) -> None:
    with pytest.raises(AssayError) as caught:
        call.call(**{**call.good, argument: value})

    said = str(caught.value)
    assert re.search(rf"\b{argument}\b", said), said
    assert any(part in said for part in parts_of(value)), said


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_every_call_has_three_mistakes(call: Call) -> None:
    assert sum(len(values) for values in call.bad.values()) >= 3


@pytest.mark.parametrize("call", [evaluate_ca, run_ca_benchmark])
def test_an_unknown_option_is_named(call: Callable[..., object]) -> None:
    with pytest.raises(TypeError, match="has no option 'time_out'"):
        call(__file__, __file__, time_out=3)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["ca", "nowhere", "new"], "'nowhere' is neither a file nor a folder"),
        (["ca", "truth", "new", "--timeout", "-1"], "--timeout"),
        (["ca", "truth", "new", "--timeout", "soon"], "'soon'"),
        (["quality", "nowhere.py"], "nowhere.py"),
        (["quality", "-", "--threshold", "7"], "'--threshold': Input should be less than or equal to 1, got '7'"),
        (["ca", "truth", "new", "--repeat", "none"], "got 'none'"),
        (["run", "humanevil", "-c", "truth"], "'humanevil'"),
        (["run", "starter", "-c", ""], "'': no such file or folder"),
        (["export", "latest", "--format", "sftp"], "sftp"),
        (["log", "", "--passed"], "task_id: must not be empty, got ''"),
    ],
)
def test_a_mistake_in_a_command_is_named(folders: Path, command: list[str], words: str) -> None:
    done = typed(folders, *command)

    assert done.returncode == 2
    assert words in " ".join(done.stderr.split())


def test_a_case_kind_may_be_a_text() -> None:
    assert assay.Case(kind="edge") == assay.Case(kind=assay.Case().kind.__class__.EDGE)  # type: ignore[arg-type]


def test_a_model_that_answers_with_a_text_is_refused_at_once() -> None:
    model = Texts()

    with pytest.raises(ModelRefused, match=r"must return an assay\.solutions\.Completion, got "):
        asyncio.run(generate_with_verification(WRONG, TESTS, model=model))  # type: ignore[arg-type]  # on purpose
    assert model.calls == 1


def test_the_name_of_a_model_says_how_to_open_one() -> None:
    with pytest.raises(AssayError, match=r"got 'gpt-4o'; assay.models.opening.open_model\('gpt-4o'\) opens one"):
        asyncio.run(generate_with_verification(WRONG, TESTS, model="gpt-4o"))  # type: ignore[arg-type]  # on purpose


# -- the documents themselves --------------------------------------------------------------------------------------

JUDGED = {"factorial", "f"}
"""Functions that the documents show as code to be judged."""
BLOCK_OF_RST = re.compile(r"^\.\. code-block:: python\n\n((?:    .*\n|\n)+)", re.MULTILINE)
BLOCK_OF_MD = re.compile(r"^```(?:python|bash)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(path: Path) -> list[str]:
    """Return the pieces of code in a document."""
    text = path.read_text("utf-8")
    found = BLOCK_OF_RST.findall(text) if path.suffix == ".rst" else BLOCK_OF_MD.findall(text)
    return [re.sub("^    ", "", one, flags=re.MULTILINE) if path.suffix == ".rst" else one for one in found]


def documented_names(code: str) -> Iterator[str]:
    """Yield the functions, classes, fields, arguments, imported names and flags of a piece of code."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        yield from re.findall(r" (--?[a-z]+)\b", code)
        return
    inner = {one for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) for one in node.body}
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                arguments = [one.arg for one in node.args.args if one.arg != "self"]
                is_test = name.startswith("test_") and not arguments
                if not name.startswith("__") and node not in inner and not is_test:
                    yield name
                    yield from (one for one in arguments if not name.startswith("_"))
            case ast.ClassDef(name=name):
                yield name
                yield from (
                    one.target.id
                    for one in node.body
                    if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
                )
            case ast.Call(func=ast.Name(id=name)) if name in imported or name[0].isupper():
                yield from (one.arg for one in node.keywords if one.arg)
            case ast.ImportFrom(module=("evals.ca" | "evals.codebleu" | "quality_evaluator")):
                yield from (alias.name for alias in node.names)


def elsewhere(name: str) -> set[str]:
    """Return what docs/names.md gives as the names here of a name there: the last words of its entries."""
    found = set()
    for there, here in re.findall(r"^\| (.+?) \| `([^`]+)` \|", NAMES.read_text("utf-8"), re.MULTILINE):
        if f"`{name}`" in there or f"`_{name}`" in there:
            found.add(re.findall(r"[A-Za-z_]\w*|--?[a-z]+", here)[-1])
    return found


@pytest.mark.skipif(not SPEC.is_dir(), reason="the source documents are not at hand")
@pytest.mark.parametrize("document", ["accuracy.rst", "metrics.md", "computational_accuracy.md", "quality.md"])
def test_every_name_of_a_document_is_called_here(document: str) -> None:
    here = set(re.findall(r"[A-Za-z_]\w*|--?[a-z]+", Path(__file__).read_text("utf-8")))
    names = {name.lstrip("_") for block in blocks(SPEC / document) for name in documented_names(block)} - JUDGED

    assert len(names) > 3
    assert sorted(name for name in names if not ({name} | elsewhere(name)) & here) == []
