"""Limits follow the reference: measured when first needed, kept on disk, and never more than a copy."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from assay.benchmarks.base import Benchmark
from assay.benchmarks.families import load_benchmark
from assay.benchmarks.pacing import UNKNOWN, LazyPace, Paces, with_paces
from assay.errors import SandboxUnavailable
from assay.evaluation.digests import problem_digest
from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Case, Cases, Limits, Pace, Problem, Suite, SuiteStyle, Verdict
from assay.sandbox.base import Sandbox, SessionJob
from assay.sandbox.session import WarmSession
from assay.sandbox.warm import WarmPython
from assay.spec import time_facts

SLOW = "import time\ndef f(x):\n    time.sleep(0.3 if x == 1 else 0)\n    return x\n"
CASES = tuple(Case((number,), number) for number in range(3))
LIMITS = Limits(seconds=0.5, case_seconds=0.1, reference_factor=4.0)


def counted() -> tuple[Callable[[], Sandbox], list[int]]:
    """Makes sandboxes, and a list that grows with each."""
    made: list[int] = []

    def make() -> Sandbox:
        made.append(1)
        return WarmPython()

    return make, made


@pytest.mark.parametrize(
    "problem",
    [
        pytest.param(Problem("p", Cases("f", CASES), reference=SLOW), id="cases"),
        pytest.param(
            Problem("p", Suite("f", "y = f(0)\nassert y == 0\nassert f(1) == y + 1"), reference=SLOW), id="suite"
        ),
    ],
)
def test_a_reference_is_measured_case_by_case(problem: Problem, tmp_path: Path) -> None:
    pace = Paces("separate", tmp_path, WarmPython).of(problem)

    assert pace.seconds >= 0.3
    assert list(pace.cases) == [1]
    assert 0.15 <= pace.cases[1] <= pace.seconds + 0.01


def test_it_is_measured_when_first_looked_at_and_then_kept(tmp_path: Path) -> None:
    make, made = counted()
    problem = Problem("p", Cases("f", CASES), reference=SLOW)
    benchmark = with_paces(Benchmark("mine", "1", (problem,), limits=LIMITS), tmp_path, make)

    assert (made, list(tmp_path.iterdir())) == ([], [])
    pace = benchmark.problems[0].pace
    assert pace is not None
    first = pace.seconds
    kept = list((tmp_path / "pace").iterdir())
    again = with_paces(Benchmark("mine", "1", (problem,), limits=LIMITS), tmp_path, make).problems[0].pace
    assert again is not None
    assert (again.seconds, len(kept)) == (first, 1)

    kept[0].write_text('{"seconds": "half of it')
    anew = with_paces(Benchmark("mine", "1", (problem,), limits=LIMITS), tmp_path, make).problems[0].pace
    assert anew is not None
    assert anew.seconds >= 0.3


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path) -> None:
    (tmp_path / "pace").write_text("in the way")

    assert Paces("separate", tmp_path, WarmPython).of(Problem("p", Cases("f", CASES), reference=SLOW)).seconds >= 0.3


@pytest.mark.parametrize("reference", ["def f(x): return 7", "def f(x:", "def g(x): return x"])
def test_a_reference_that_does_not_pass_prolongs_nothing(reference: str, tmp_path: Path) -> None:
    problem = Problem("p", Cases("f", CASES), reference=reference)
    for _ in range(2):
        pace = Paces("separate", tmp_path, WarmPython).of(problem)
        assert not pace.known
        assert LIMITS.beside(pace) == LIMITS.beside(None)


@pytest.mark.parametrize(
    "text",
    [
        '{"seconds": 1e308, "cases": {}}',
        '{"seconds": 1e12, "cases": {}}',
        '{"seconds": NaN, "cases": {}}',
        '{"seconds": -1, "cases": {}}',
        f'{{"seconds": {"9" * 400}, "cases": {{}}}}',
        '{"seconds": 1, "cases": {"0": 1e400}}',
    ],
)
def test_a_kept_pace_that_no_reference_can_have_is_measured_anew(text: str, tmp_path: Path) -> None:
    problem = Problem("p", Cases("f", CASES), reference="def f(x): return x")
    Paces("separate", tmp_path, WarmPython).of(problem)
    (kept,) = (tmp_path / "pace").iterdir()
    kept.write_text(text)

    assert Paces("separate", tmp_path, WarmPython).of(problem).seconds < 1
    assert kept.read_text() != text


@pytest.mark.parametrize("number", [99, -9])
def test_a_pace_of_cases_that_are_not_there_does_no_harm(number: int) -> None:
    problem = Problem("p", Cases("f", CASES), pace=Pace(1.0, {number: 3.0}))
    with WarmPython() as sandbox, SeparateJudge(sandbox, LIMITS) as judge:
        assert judge.judge(problem, Candidate("def f(x): return x")).verdict is Verdict.PASSED


class _OutOfOrder(WarmPython):
    """A sandbox that cannot be used for a while."""

    def session(self, job: SessionJob, limits: Limits) -> WarmSession:
        raise SandboxUnavailable("not now")


def test_a_reference_that_could_not_be_judged_is_measured_another_time(tmp_path: Path) -> None:
    problem = Problem("p", Cases("f", CASES), reference=SLOW)

    assert Paces("separate", tmp_path, _OutOfOrder).of(problem) == UNKNOWN
    assert Paces("separate", tmp_path, WarmPython).of(problem).seconds >= 0.3


LOOP = """
def check(candidate):
    for i in range(5):
        assert candidate(2 + i % 2) == 2 + i % 2
    assert candidate(1) == 1
    assert candidate(0) == 0
"""


def test_every_call_of_a_case_has_the_time_that_the_reference_needs_for_the_case(tmp_path: Path) -> None:
    problem = Problem("p", Suite("f", LOOP, SuiteStyle.CHECK), reference=SLOW)
    pace = Paces("separate", tmp_path, WarmPython).of(problem)
    with WarmPython() as sandbox, SeparateJudge(sandbox, LIMITS) as judge:
        trial = judge.judge(replace(problem, pace=pace), Candidate(SLOW))

    assert list(pace.cases) == [1]
    assert trial.verdict is Verdict.PASSED, "it is the reference itself"


def test_a_case_takes_as_long_as_all_of_its_calls(tmp_path: Path) -> None:
    suite = Suite(
        "f", "def check(candidate):\n    for i in range(3):\n        assert candidate(i) == i\n", SuiteStyle.CHECK
    )

    pace = Paces("separate", tmp_path, WarmPython).of(Problem("p", suite, reference=SLOW))

    assert pace.cases[0] >= 0.2, "the second of the calls is slow"


def test_a_pace_that_travels_is_a_plain_one() -> None:
    problem = Problem("p", Cases("f", CASES), reference=SLOW, pace=LazyPace(lambda: Pace(1.5, {2: 0.5})))

    arrived = pickle.loads(pickle.dumps(problem))

    assert (type(arrived.pace), arrived.pace) == (Pace, Pace(1.5, {2: 0.5}))
    assert problem_digest(arrived) == problem_digest(problem)
    assert problem_digest(replace(arrived, pace=Pace(1.6, {2: 0.5}))) != problem_digest(problem)


def test_a_users_own_benchmark_gives_slow_references_time(tmp_path: Path) -> None:
    (tmp_path / "problems").mkdir()
    (tmp_path / "benchmark.toml").write_text('name = "mine"\n')
    reference = "import time\ndef f(x):\n    time.sleep(0.4)\n    return x\n"
    (tmp_path / "problems" / "p.toml").write_text(
        f'entry_point = "f"\nreference = """{reference}"""\n[[cases]]\ncall = "f(1)"\nreturns = "1"\n'
    )
    benchmark = load_benchmark(tmp_path, cache_folder=tmp_path / "cache")
    with WarmPython() as sandbox, SeparateJudge(sandbox, benchmark.limits) as judge:
        slow = judge.judge(benchmark.problems[0], Candidate(reference.replace("0.4", "1.2")))
        endless = judge.judge(benchmark.problems[0], Candidate("def f(x):\n    while True: pass"))

    assert slow.verdict is Verdict.PASSED, "more than a second, less than four times the reference"
    assert endless.verdict is Verdict.TIMED_OUT
    assert endless.executions[0].cpu_seconds < 2.5, "the limit of the case, not that of the candidate"


def test_the_signature_says_where_limits_come_from() -> None:
    assert time_facts(LIMITS) == {"time": "0.5s", "case": "0.1s", "ref": "4x"}
    assert time_facts(LIMITS.flat(2.0)) == {"time": "2s"}
