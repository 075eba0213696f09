"""`assay check` finds what makes a benchmark unfit, and says why."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import pytest

from assay.benchmarks.base import Benchmark, Wrong
from assay.benchmarks.checking import Rule, check_benchmark
from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Case, CaseOutcome, Cases, CaseStatus, Check, Limits, Problem, Suite, Trial, Verdict
from assay.sandbox.warm import WarmPython

GOOD = "def double(x): return x + x"


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox, Limits(seconds=0.5)) as made:
        yield made


def problem(id_: str = "double", reference: str = GOOD, check: Check | None = None) -> Problem:
    return Problem(id_, check or Cases("double", (Case((2,), 4), Case(("a",), "aa"))), reference=reference)


def test_a_fit_benchmark_breaks_no_rule(judge: SeparateJudge) -> None:
    wrong = {
        "double": (
            Wrong("squares", "def double(x): return x * x", Verdict.CRASHED),
            Wrong("constant", "def double(x): return 4", Verdict.FAILED),
            Wrong("broken", "def double(x", Verdict.INVALID),
            Wrong("endless", "def double(x):\n    while True: pass", Verdict.TIMED_OUT),
        )
    }
    seen: list[tuple[int, int]] = []

    report = check_benchmark(
        Benchmark("mine", "1", (problem(), problem("two")), wrong=wrong), [judge, judge], lambda *at: seen.append(at)
    )

    assert report.breaches == ()
    assert report.passed
    assert (report.repeat, report.quarantined, report.unjudged) == (2, {}, ())
    assert (report.problems, report.cases, report.wrong) == (2, 4, 4)
    assert seen == [(1, 2), (2, 2)]


@pytest.mark.parametrize(
    ("found", "rule", "why"),
    [
        pytest.param(problem(reference=""), Rule.REFERENCE, "it has no reference", id="no-reference"),
        pytest.param(
            problem(reference="def double(x): return x * 2.5"), Rule.REFERENCE, "is judged failed: ", id="fails"
        ),
        pytest.param(
            problem(reference="import os\ndef double(x): return os.urandom(9)"), Rule.DETERMINISTIC, "case 0", id="luck"
        ),
        pytest.param(problem(check=Suite("double", "assert (")), Rule.STATED, "does not compile", id="tests"),
        pytest.param(problem(check=Suite("double", "x = 1")), Rule.STATED, "has no case", id="no-case"),
    ],
)
def test_a_problem_that_is_unfit_is_listed(judge: SeparateJudge, found: Problem, rule: Rule, why: str) -> None:
    report = check_benchmark(Benchmark("mine", "1", (problem("fine"), found)), [judge, judge])

    assert not report.passed
    assert {breach.problem_id for breach in report.breaches} == {"double"}
    assert any(breach.rule is rule and why in breach.why for breach in report.breaches)


def test_a_wrong_candidate_with_another_verdict_is_listed(judge: SeparateJudge) -> None:
    wrong = {
        "double": (Wrong("right", GOOD, Verdict.FAILED), Wrong("half", "def double(x): return 4", Verdict.CRASHED))
    }

    report = check_benchmark(Benchmark("mine", "1", (problem(),), wrong=wrong), [judge, judge])

    assert [str(breach) for breach in report.breaches] == [
        "double: wrong: wrong candidate 'right' is judged passed, not failed",
        "double: wrong: wrong candidate 'half' is judged failed, not crashed: expected 'aa', got 4",
    ]


class Endless:
    """A judge to which everything takes too long."""

    name = "endless"

    def __init__(self) -> None:
        self.judged: list[Candidate] = []

    def judge(self, problem: Problem, candidate: Candidate) -> Trial:
        self.judged.append(candidate)
        outcome = CaseOutcome(CaseStatus.TIMED_OUT)
        return Trial(
            problem.id, candidate, Verdict.TIMED_OUT, (outcome,), detail="the test code did not come to an end"
        )


def test_a_problem_that_does_not_end_is_judged_once() -> None:
    judge = Endless()
    wrong = {"double": (Wrong("half", "def double(x): return 4", Verdict.FAILED),)}

    report = check_benchmark(Benchmark("mine", "1", (problem(),), wrong=wrong), [judge, judge])

    assert [candidate.source for candidate in judge.judged] == [GOOD]
    assert [str(breach) for breach in report.breaches] == [
        "double: reference: the reference is judged timed_out: the test code did not come to an end;"
        " nothing else of it was checked"
    ]
    assert report.quarantined == {"double": "its reference fails (1 of 1): the test code did not come to an end"}


def test_a_known_error_of_the_data_set_is_named_as_such(judge: SeparateJudge) -> None:
    bad = problem(reference="def double(x): return 4")

    report = check_benchmark(Benchmark("mine", "1", (bad,), errata={"double": "its tests are wrong"}), [judge, judge])

    assert report.passed
    assert [breach.known for breach in report.breaches] == ["its tests are wrong"]
    assert str(report.breaches[0]).endswith("(known: its tests are wrong)")
    assert report.quarantined == {"double": "its reference fails (2 of 2): expected 'aa', got 4"}


class Scripted:
    """A judge that gives one verdict after the other, whatever it is asked."""

    name = "scripted"

    def __init__(self, *verdicts: Verdict | None, statuses: tuple[CaseStatus, ...] = ()) -> None:
        self.verdicts = list(verdicts)
        self.statuses = list(statuses)

    def judge(self, problem: Problem, candidate: Candidate) -> Trial:
        verdict = self.verdicts.pop(0)
        if verdict is None:
            return Trial(problem.id, candidate, None, fault="no room")
        usual = CaseStatus.PASSED if verdict.passed else CaseStatus.FAILED
        outcome = CaseOutcome(self.statuses.pop(0) if self.statuses else usual, actual="2")
        return Trial(problem.id, candidate, verdict, (outcome,), detail="" if verdict.passed else "expected 4, got 2")


P, F, T = Verdict.PASSED, Verdict.FAILED, Verdict.TIMED_OUT
ALWAYS = "its reference fails ({0} of {0}): expected 4, got 2"
SOMETIMES = "its reference failed {} of {} times: expected 4, got 2"


@pytest.mark.parametrize(
    ("verdicts", "reason", "unjudged"),
    [
        pytest.param([P, P, P], None, False, id="always-passes"),
        pytest.param([F, F, F], ALWAYS.format(3), False, id="always-fails"),
        pytest.param([F, P, P], SOMETIMES.format(1, 3), False, id="fails-first"),
        pytest.param([P, P, F, F, P], SOMETIMES.format(2, 5), False, id="fails-later"),
        pytest.param([P, T, P], SOMETIMES.format(1, 2), False, id="takes-too-long-once"),
        pytest.param([F], ALWAYS.format(1), False, id="one-try"),
        pytest.param([None, P, P], None, True, id="our-fault"),
        pytest.param([F, None, P], ALWAYS.format(1), False, id="our-fault-after-a-failure"),
    ],
)
def test_a_problem_whose_reference_ever_fails_is_quarantined(
    verdicts: list[Verdict | None], reason: str | None, unjudged: bool
) -> None:
    judge = Scripted(*verdicts)

    report = check_benchmark(Benchmark("mine", "1", (problem(),)), [judge] * len(verdicts))

    assert report.quarantined == ({} if reason is None else {"double": reason})
    assert report.unjudged == (("double",) if unjudged else ())
    assert report.passed == (set(verdicts) == {P})
    assert ("times" in str(report.breaches)) == ("times" in (reason or ""))


def test_a_case_that_does_not_decide_and_is_luck_is_a_reason_too() -> None:
    judge = Scripted(P, P, statuses=(CaseStatus.PASSED, CaseStatus.FAILED))

    report = check_benchmark(Benchmark("mine", "1", (problem(),)), [judge, judge])

    assert report.quarantined == {"double": "its reference is flaky: case 0 is passed, then failed with 2"}
    assert [breach.rule for breach in report.breaches] == [Rule.DETERMINISTIC]


class Careful:
    """Judges by cases of which it can leave some out."""

    def __init__(self, *rounds: dict[str, CaseStatus], verdict: Verdict = Verdict.FAILED) -> None:
        self.rounds = list(rounds)
        self.verdict = verdict
        self.left_out: set[str] = set()

    def judge(self, problem: Problem, candidate: Candidate) -> Trial:
        outcomes = tuple(CaseOutcome(status, name=name) for name, status in self.rounds.pop(0).items())
        passed = all(outcome.passed for outcome in outcomes)
        return Trial(problem.id, candidate, Verdict.PASSED if passed else self.verdict, outcomes)

    def set_aside(self, problem: Problem, names: Collection[str]) -> None:
        self.left_out |= set(names)


HELD, BROKE = CaseStatus.PASSED, CaseStatus.FAILED


def test_a_judge_that_can_do_without_a_case_that_flickers_does_so() -> None:
    judge = Careful({"a": HELD, "b": HELD}, {"a": HELD, "b": BROKE}, {"a": HELD, "b": HELD})

    report = check_benchmark(Benchmark("mine", "1", (problem(),)), [judge] * 3)

    assert (report.passed, report.quarantined, report.set_aside) == (True, {}, {"double": ("b",)})
    assert judge.left_out == {"b"}


@pytest.mark.parametrize(
    "judge",
    [
        pytest.param(Careful({"a": BROKE, "b": HELD}, {"a": BROKE, "b": BROKE}), id="another-always-fails"),
        pytest.param(Careful({"a": HELD}, {"a": BROKE}, verdict=Verdict.CRASHED), id="did-not-come-to-its-end"),
    ],
)
def test_where_more_is_wrong_than_a_case_that_flickers_nothing_is_left_out(judge: Careful) -> None:
    report = check_benchmark(Benchmark("mine", "1", (problem(),)), [judge] * 2)

    assert (report.passed, report.set_aside, judge.left_out) == (False, {}, set())
    assert "double" in report.quarantined


def test_a_problem_without_a_reference_is_not_quarantined(judge: SeparateJudge) -> None:
    report = check_benchmark(Benchmark("mine", "1", (problem(reference=""),)), [judge])

    assert (report.passed, report.quarantined) == (False, {})
