"""The sets in many languages, judged: references pass, buggy solutions do not, and what cannot be asked is refused."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from assay.benchmarks.base import Benchmark
from assay.benchmarks.checking import check_benchmark
from assay.benchmarks.families import load_benchmark
from assay.benchmarks.writing import problem_row
from assay.errors import InvalidProblem, InvalidValue
from assay.evaluation.replay import replay
from assay.judges.base import judge_kind
from assay.probes.run_mutation import MutationProbe
from assay.records import Candidate, CaseOutcome, CaseStatus, Limits, NativeSuite, Problem, Trial, Verdict
from assay.sandbox.warm import WarmPython
from tests.public_data import data_file

TOOLS = {"cpp": "g++", "go": "go", "java": "javac", "js": "node", "python": "python3", "rust": "rustc"}
ONE = Problem("one", NativeSuite("console.assert(f() === 1)", entry_point="f"), prompt="const f = () => {\n",
              reference="const f = () => 1", language="javascript")  # fmt: skip


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as found:
        yield found


def loaded(family: str, language: str) -> Benchmark:
    if shutil.which(TOOLS[language]) is None:
        pytest.skip(f"{TOOLS[language]} is not installed")
    folder = "humaneval-x" if family == "humaneval-x" else "humanevalpack"
    file = "humaneval" if family == "humaneval-x" else "humanevalpack"
    return load_benchmark(family, problem_file=data_file(f"{folder}/{file}_{language}.jsonl.gz"))


@pytest.mark.parametrize("language", ["js", "python"])
def test_a_bug_is_seen_and_its_repair_passes(sandbox: WarmPython, language: str) -> None:
    made = loaded("humanevalfix", language)
    judge = judge_kind(made.judge)(sandbox, made.limits)
    problem = made.problems[0]

    assert judge.judge(problem, Candidate(problem.reference)).verdict is Verdict.PASSED
    assert judge.judge(problem, Candidate(made.wrong[problem.id][0].source)).verdict is Verdict.FAILED


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("language", TOOLS)
@pytest.mark.parametrize("family", ["humaneval-x", "humanevalfix"])
def test_references_pass_and_bugs_do_not(sandbox: WarmPython, family: str, language: str) -> None:
    made = loaded(family, language)

    report = check_benchmark(made, [judge_kind(made.judge)(sandbox, made.limits)])

    told = [str(breach) for breach in report.unexpected]
    assert [text for text in told if "is not on this machine" not in text] == []


def test_a_language_that_is_not_run_here_is_named(sandbox: WarmPython) -> None:
    swift = Problem("one", ONE.check, language="swift")

    with pytest.raises(InvalidProblem, match="'one': tests in 'swift' are not run here"):
        judge_kind("shared")(sandbox, Limits()).judge(swift, Candidate(""))


def test_a_case_in_another_language_is_not_shown_again_in_python() -> None:
    trial = Trial("one", Candidate(""), Verdict.FAILED, (CaseOutcome(CaseStatus.FAILED),))

    with pytest.raises(InvalidValue, match="its tests are in javascript, and only Python is shown again"):
        replay(ONE, trial, "one.js")


def test_tests_in_another_language_are_not_written_as_a_problem_of_your_own() -> None:
    with pytest.raises(InvalidProblem, match="NativeSuite cannot be written"):
        problem_row(ONE)


def test_a_probe_says_what_it_cannot_ask(sandbox: WarmPython) -> None:
    found = MutationProbe(sandbox, Limits()).probe(ONE, Candidate(ONE.reference))

    assert "only the tests of Python functions are measured" in str(found)
