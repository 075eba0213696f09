"""Problems that carry properties: read from files, judged beside the cases, reported like them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from assay.benchmarks.families import load_benchmark
from assay.cli.main import main
from assay.errors import InvalidProblem
from assay.evaluation.digests import problem_digest
from assay.evaluation.replay import replay
from assay.judges.separate import SeparateJudge
from assay.judges.shared import SharedJudge
from assay.probes.properties.preparing import with_inputs
from assay.records import (
    Candidate,
    Case,
    CaseKind,
    Cases,
    CaseStatus,
    Limits,
    Problem,
    ProgramInput,
    Programs,
    PropertyCheck,
    Suite,
    Trial,
    Verdict,
)
from assay.sandbox.warm import WarmPython

REFERENCE = "def f(xs: list[int]):\n if len(xs) > 6: raise ValueError\n return sorted(xs)\n"
CASES = Cases("f", (Case(([2, 1],), [1, 2]), Case(([],), [])))


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as made:
        yield made


def sorting(*properties: str | PropertyCheck, reference: str = REFERENCE) -> Problem:
    asked = tuple(PropertyCheck(one, examples=20) if isinstance(one, str) else one for one in properties)
    problem = Problem("sort", CASES, reference=reference, properties=asked)
    return with_inputs([problem], WarmPython)[0]


def judged(sandbox: WarmPython, problem: Problem, source: str, *, first_failure: bool = False) -> Trial:
    with SeparateJudge(sandbox, Limits(seconds=1), first_failure=first_failure) as judge:
        return judge.judge(problem, Candidate(source))


BOTH = sorting("sorted", "permutation")


def test_a_property_is_one_case_more(sandbox: WarmPython) -> None:
    trial = judged(sandbox, BOTH, REFERENCE)

    assert trial.verdict is Verdict.PASSED
    assert [outcome.name for outcome in trial.outcomes[2:]] == ["property: sorted", "property: permutation"]
    assert BOTH.counts() == (4, 0)


@pytest.mark.parametrize(
    ("source", "verdict", "statuses"),
    [
        pytest.param("def f(xs): return sorted(set(xs))", Verdict.FAILED, "passed passed passed failed", id="one"),
        pytest.param("def f(xs): return [1, 2][:len(xs)]", Verdict.FAILED, "passed passed passed failed", id="cheats"),
        pytest.param("def f(xs):\n if len(xs) > 2: raise KeyError\n return sorted(xs)", Verdict.CRASHED,
                     "passed passed crashed crashed", id="refuses-what-the-reference-accepts"),
        pytest.param("def f(xs):\n while len(xs) > 2: pass\n return sorted(xs)", Verdict.TIMED_OUT,
                     "passed passed timed_out timed_out", id="loops", marks=pytest.mark.slow),
        pytest.param("import os\ndef f(xs):\n if len(xs) > 2: os._exit(0)\n return sorted(xs)", Verdict.CRASHED,
                     "passed passed crashed crashed", id="exits"),
        pytest.param("def g(xs): return xs", Verdict.INVALID, "not_run not_run not_run not_run", id="no-function"),
    ],
)  # fmt: skip
def test_properties_decide_like_cases(sandbox: WarmPython, source: str, verdict: Verdict, statuses: str) -> None:
    trial = judged(sandbox, BOTH, source)

    assert " ".join(outcome.status.value for outcome in trial.outcomes) == statuses
    assert trial.verdict is verdict


def test_the_counterexample_is_said(sandbox: WarmPython) -> None:
    trial = judged(sandbox, BOTH, "def f(xs): return sorted(set(xs))")

    assert trial.outcomes[3].error.startswith("f([")
    assert "does not hold the items of" in trial.detail


def test_a_candidate_is_stopped_at_its_first_failure(sandbox: WarmPython) -> None:
    early = judged(sandbox, BOTH, "def f(xs): return None", first_failure=True)
    late = judged(sandbox, sorting("permutation", "sorted"), "def f(xs): return sorted(set(xs))", first_failure=True)

    assert [one.status for one in early.outcomes] == [CaseStatus.FAILED, *[CaseStatus.NOT_RUN] * 3]
    assert [one.status for one in late.outcomes[2:]] == [CaseStatus.FAILED, CaseStatus.NOT_RUN]


def test_a_reference_that_breaks_a_property_fails_it(sandbox: WarmPython) -> None:
    problem = sorting("unique")

    assert judged(sandbox, problem, REFERENCE).outcomes[2].status is CaseStatus.FAILED


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        pytest.param(Problem("p", CASES, properties=(PropertyCheck("sorted"),)), "has no inputs", id="not-ready"),
        pytest.param(sorting("commutative"), "none of its", id="tests-nothing"),
    ],
)
def test_a_property_that_tests_nothing_is_the_problems_mistake(
    sandbox: WarmPython, problem: Problem, words: str
) -> None:
    with pytest.raises(InvalidProblem, match=words):
        judged(sandbox, problem, REFERENCE)


def test_only_functions_have_properties(sandbox: WarmPython) -> None:
    with pytest.raises(InvalidProblem, match="properties belong to a function"):
        Problem("p", Programs((ProgramInput(expected=b""),)), properties=(PropertyCheck("sorted"),))
    with pytest.raises(InvalidProblem, match="properties must all be PropertyChecks, got"):
        Problem("p", CASES, properties=("sorted",))  # type: ignore[arg-type]  # the mistake that is meant
    shared = Problem("p", Suite("f", "assert f([]) == []"), properties=BOTH.properties)
    with pytest.raises(InvalidProblem, match="the separate judge"):
        SharedJudge(sandbox).judge(shared, Candidate(REFERENCE))


def test_without_a_reference_the_cases_are_the_inputs() -> None:
    problem = with_inputs([Problem("p", CASES, properties=(PropertyCheck("sorted"),))], WarmPython)[0]

    assert [given for given, _ in problem.properties[0].inputs] == [([2, 1],), ([],)]


def test_a_name_that_a_property_takes_must_be_there(sandbox: WarmPython) -> None:
    problem = sorting("round_trip(g)", reference="def f(xs: list[int]): return xs\ndef g(xs): return xs")
    trial = judged(sandbox, replace(problem, check=Cases("f", (Case(([],), []),))), "def f(xs): return xs")

    assert (trial.verdict, trial.outcomes[1].status) == (Verdict.INVALID, CaseStatus.NOT_RUN)
    assert "no function 'g'" in trial.detail


def test_a_property_moves_the_digest_of_its_problem() -> None:
    plain = Problem("sort", CASES, reference=REFERENCE)
    digests = {
        problem_digest(one)
        for one in (plain, BOTH, sorting("sorted"), sorting(PropertyCheck("sorted", examples=20, kind=CaseKind.EDGE)))
    }

    assert len(digests) == 4


def test_a_broken_property_can_be_replayed(sandbox: WarmPython) -> None:
    source = "def f(xs): return sorted(set(xs))"
    trial = judged(sandbox, BOTH, source)
    done = subprocess.run(
        [sys.executable, "-c", replay(BOTH, trial, source)], capture_output=True, text=True, check=False
    )

    assert done.returncode == 1
    assert "does not hold the items of" in done.stderr


OWN = """
entry_point = "f"
properties = [
  "sorted",
  {property = "no zero", source = "def holds(f, xs):\\n    return 0 not in f(xs) or 0 in xs", kind = "edge"},
]
reference = '''
def f(xs: list[int]):
    return sorted(xs)
'''

[[cases]]
call = "f([2, 1])"
returns = "[1, 2]"
"""


def own(folder: Path, text: str = OWN) -> Path:
    (folder / "problems").mkdir(parents=True)
    (folder / "benchmark.toml").write_text('name = "mine"\n')
    (folder / "problems" / "sort.toml").write_text(text)
    return folder


def test_a_benchmark_of_your_own_with_properties(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = own(tmp_path / "mine")
    rows = [{"task_id": "sort", "solution": "def f(xs): return sorted(xs)"},
            {"task_id": "sort", "solution": "def f(xs): return xs if len(xs) > 2 else sorted(xs)"}]  # fmt: skip
    samples = str(tmp_path / "samples.jsonl")
    Path(samples).write_text("\n".join(map(json.dumps, rows)))
    store = ["--store", str(tmp_path / "assay.db")]

    with pytest.raises(SystemExit) as ended:
        main(["run", str(place), "--candidates", samples, "--json", "--quiet", "--workers", "1", *store])

    assert ended.value.code == 0
    scores = {one["metric"]: one["value"] for one in json.loads(capsys.readouterr().out)["scores"]}
    assert (scores["pass@1"], scores["property-pass-rate"]) == (0.5, 0.75)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        pytest.param('properties = ["sortd"]', "Did you mean 'sorted'", id="unknown"),
        pytest.param("properties = 3", "a list of texts and tables", id="no-list"),
        pytest.param('properties = ["sorted", "sorted"]', "two properties are 'sorted'", id="twice"),
        pytest.param('properties = [{property = "sorted", example = 1}]', "Did you mean 'examples'", id="key"),
        pytest.param('properties = [{property = "sorted", examples = 0}]', "from 1 to", id="none"),
        pytest.param(
            'properties = [{property = "sorted", strategy = "open(1)"}]', "No strategy is named", id="strategy"
        ),
        pytest.param('properties = [{property = "x", source = "def other(f)"}]', "not Python", id="source"),
        pytest.param('properties = [{source = "def holds(f): pass"}]', "property", id="no-name"),
    ],
)
def test_a_property_of_a_file_that_cannot_be_read_says_where(tmp_path: Path, given: str, words: str) -> None:
    text = 'entry_point = "f"\n' + given + '\n[[cases]]\ncall = "f(1)"\nreturns = "1"\n'
    with pytest.raises(InvalidProblem) as caught:
        load_benchmark(str(own(tmp_path / "mine", text)))

    assert words in str(caught.value)
    assert "sort.toml" in str(caught.value)


def test_the_command_says_it_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.py").write_text("def f(xs: list[int]):\n    return xs\n")
    command = ["properties", str(tmp_path / "mine.py"), "--property", "sorted", "--property", "same_length"]

    with pytest.raises(SystemExit) as ended:
        main([*command, "--examples", "20"])

    shown = capsys.readouterr().out
    assert ended.value.code == 1
    assert shown.splitlines()[:2] == [
        "f: 1 of 2 properties hold",
        "  sorted: broken by f([1, 0]): [1, 0] is not sorted",
    ]
    assert shown.splitlines()[-1].startswith("next: the same with --tests FILE")


def test_the_command_writes_tests_that_fail_until_the_properties_hold(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def f(xs: list[int]):\n    return xs[:1]\n")
    asked = ["--property", "same_length", "--property", "permutation", "--property", "idempotent"]
    tests = tmp_path / "test_mine.py"

    with pytest.raises(SystemExit):
        main(["properties", str(tmp_path / "mine.py"), *asked, "--tests", str(tests), "--examples", "50"])

    def outcome() -> str:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests)]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False).stdout

    assert "2 failed" in outcome()
    (tmp_path / "mine.py").write_text("def f(xs: list[int]):\n    return xs\n")
    assert "2 passed" in outcome()


def test_the_command_gives_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.py").write_text("def f(xs: list[int]):\n    return xs\n")
    asked = ["--property", "same_length", "--given", "f([3, 1])", "--examples", "20", "--json"]

    with pytest.raises(SystemExit) as ended:
        main(["properties", str(tmp_path / "mine.py"), "--entry", "f", *asked])

    assert ended.value.code == 0
    assert json.loads(capsys.readouterr().out)["holds"] is True


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        pytest.param(["--property", "sortd"], "--property", id="property"),
        pytest.param(["--property", "sorted", "--strategy", "open()"], "--strategy", id="strategy"),
        pytest.param(["--property", "sorted", "--given", "g(1)"], "--given", id="given"),
        pytest.param(["--property", "sorted", "--examples", "0"], "--examples", id="examples"),
    ],
)
def test_the_command_names_the_flag_that_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], flags: list[str], words: str
) -> None:
    (tmp_path / "mine.py").write_text("def f(xs): return xs")
    with pytest.raises(SystemExit) as ended:
        main(["properties", str(tmp_path / "mine.py"), *flags])

    assert ended.value.code == 2
    assert words in capsys.readouterr().err
