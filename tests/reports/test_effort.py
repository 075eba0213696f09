"""What a solved run took: hand-computed numbers, unknown prices, abstentions, and what is kept and shown of it."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest

from assay.metrics.tally import Tally
from assay.records import Score
from assay.reports.effort import NOTHING_SOLVED, Effort, Measured, effort_of
from assay.reports.report import Report
from assay.reports.terminal import console, render
from assay.solutions import (
    Completion,
    Cost,
    Draft,
    EndedBy,
    Solution,
    Step,
    StepKind,
    first_token_seconds,
)
from assay.spec import Run, RunState

COST = Cost(calls=2, reused=1, tokens_in=100, tokens_out=20, tokens_cached=10, cost_usd=0.02, seconds=4.0)
ANSWER = Draft("def f(): ...")


def solution(name: str, attempts: int = 1, *, cost: Cost = COST, **fields: object) -> Solution:
    return Solution(name, (ANSWER,) * attempts, cost=cost, **fields)  # type: ignore[arg-type]  # fields of a solution


def verdicts(**letters: str) -> dict[str, Tally]:
    """`verdicts(a="PF?")` is problem a: one attempt passed, one failed, one is unjudged."""
    return {
        name: Tally(judged=len(text) - text.count("?"), passed=text.count("P"), faults=text.count("?"))
        for name, text in letters.items()
    }


def effort(solutions: list[Solution], problems: dict[str, Tally], *, selected: int = 0) -> Effort:
    found = effort_of(solutions, problems, selected=selected, signature="mine:1")
    assert found is not None
    return found


def test_one_attempt_a_problem() -> None:
    found = effort(
        [solution("a"), solution("b"), solution("c", cost=Cost(1, 0, 60, 0, 0, 0.05, 10.0))],
        verdicts(a="P", b="F", c="P"),
        selected=3,
    )

    assert (found.selected, found.asked, found.attempted, found.attempts) == (3, 3, 3, 3)
    assert (found.calls, found.reused, found.tokens_in, found.tokens_out, found.tokens_cached) == (5, 2, 260, 40, 20)
    assert found.cost_usd == pytest.approx(0.09)
    assert found.coverage.value == 1.0
    assert found.accuracy_all.value == found.accuracy_attempted.value == pytest.approx(2 / 3)
    assert found.cost_per_problem.value == found.cost_per_attempt.value == pytest.approx(0.03)
    assert found.cost_per_solved.value == pytest.approx(0.045)
    assert found.tokens_per_problem.value == 100
    assert (found.seconds_p50.value, found.seconds_p95.value, found.seconds_p95.n) == (4.0, 10.0, 3)
    assert found.signature == "mine:1"
    assert found.first_token_p50 is None


@pytest.mark.parametrize(
    ("accuracy", "cost", "expected"),
    [(0.62, 0.010, 0.016129), (0.70, 0.030, 0.042857), (0.60, 0.020, 0.033333), (0.70, 0.028, 0.04)],
)
def test_cost_per_solved_is_cost_per_attempt_by_pass_rate(accuracy: float, cost: float, expected: float) -> None:
    names = [f"p{number}" for number in range(50)]
    passed = round(accuracy * 50)
    counted = {name: Tally(judged=1, passed=int(place < passed)) for place, name in enumerate(names)}
    found = effort([solution(name, cost=Cost(cost_usd=cost)) for name in names], counted)

    assert found.cost_per_solved.value == pytest.approx(expected, abs=1e-6)
    assert found.cost_per_solved.interval is not None
    assert found.cost_per_solved.interval[0] < expected < found.cost_per_solved.interval[1]
    assert found.cost_per_problem.interval == pytest.approx((cost, cost))  # every problem cost the same


def test_several_attempts_count_by_problem() -> None:
    found = effort([solution("a", 4), solution("b", 4)], verdicts(a="PPFF", b="FFFF"))

    assert found.attempts == 8
    assert found.accuracy_all.value == 0.25
    assert found.cost_per_attempt.value == pytest.approx(0.04 / 8)
    assert found.cost_per_solved.value == pytest.approx(0.02)


def test_an_unjudged_attempt_is_neither_passed_nor_failed() -> None:
    found = effort([solution("a", 2), solution("b", 1)], verdicts(a="P?", b="?"))

    assert (found.accuracy_all.value, found.accuracy_all.n) == (1.0, 1)
    assert found.coverage.value == 1.0
    assert found.cost_per_solved.value == pytest.approx(0.04 / 3)  # three attempts, all judged ones pass


def test_what_is_not_attempted_counts_as_failed_over_all() -> None:
    left = Solution("c", abstained=True, detail="too hard")
    spent = Solution("d", ended=EndedBy.COST, cost=COST)
    found = effort([solution("a"), solution("b", ended=EndedBy.MODEL), left, spent], verdicts(a="P", b="F"), selected=5)

    assert (found.asked, found.attempted, found.abstained) == (4, 2, 1)
    assert found.ended == {"cost": 1, "model": 1}
    assert (found.coverage.value, found.coverage.n) == (0.4, 5)
    assert (found.accuracy_attempted.value, found.accuracy_attempted.n) == (0.5, 2)
    assert (found.accuracy_all.value, found.accuracy_all.n) == (0.2, 5)
    assert found.cost_per_problem.value == pytest.approx(0.015)  # leaving one costs nothing
    assert found.cost_per_attempt.value == pytest.approx(0.03)
    assert found.seconds_p50.n == 3  # the one that was left was not worked on


@pytest.mark.parametrize(
    ("name", "note"),
    [("cost_per_problem", "price unknown of 1 of 2 problems"), ("cost_per_solved", "price unknown of 1 of 2 problems")],
)
def test_an_unknown_price_is_never_zero(name: str, note: str) -> None:
    found = effort([solution("a"), solution("b", cost=replace(COST, cost_usd=None))], verdicts(a="P", b="P"))

    assert found.cost_usd is None
    assert getattr(found, name) == Measured(None, 2, note=note)


def test_nothing_solved_has_no_cost_per_solved() -> None:
    found = effort([solution("a"), solution("b")], verdicts(a="F", b="F"))

    assert found.cost_per_solved == Measured(None, 2, note=NOTHING_SOLVED)


def test_nothing_judged_or_attempted_is_none() -> None:
    found = effort([Solution("a", abstained=True)], {})

    assert found.accuracy_attempted.value is None
    assert found.accuracy_all.value == 0.0
    assert found.cost_per_attempt.note == "nothing is attempted"
    assert found.seconds_p50 == Measured(None, 0, note="no problem was worked on")


def test_latency_has_intervals_from_order_statistics() -> None:
    times = [solution(f"p{n}", cost=Cost(seconds=float(n), calls=1), first_token_seconds=n / 10) for n in range(1, 101)]
    found = effort(times, {})

    assert found.seconds_p95 == Measured(95.0, 100, (90.0, 100.0))
    assert found.seconds_p50 == Measured(50.0, 100, (40.0, 61.0))
    assert found.first_token_p50 == Measured(5.0, 100, (4.0, 6.1))


def test_a_run_without_solutions_has_no_effort() -> None:
    assert effort_of([], verdicts(a="P")) is None


def test_the_same_seed_gives_the_same_numbers() -> None:
    many = [solution(f"p{n}", cost=Cost(cost_usd=n / 100)) for n in range(30)]

    assert effort(many, {}) == effort(many[::-1], {})


def asked(stage: int, first: float | None) -> Step:
    return Step(StepKind.ASKED, stage, completion=Completion("", first_token_seconds=first))


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        pytest.param([], None, id="no-steps"),
        pytest.param([Step(StepKind.NOTED), asked(2, 0.5), asked(3, 0.1)], 0.5, id="of-the-first-stage"),
        pytest.param([asked(1, 0.5), asked(1, 0.2)], 0.2, id="the-first-side-by-side"),
        pytest.param([asked(1, None), asked(2, 0.2)], None, id="first-answer-in-one-piece"),
    ],
)
def test_time_to_the_first_token(steps: list[Step], expected: float | None) -> None:
    assert first_token_seconds(steps) == expected


def test_a_solution_keeps_its_first_token() -> None:
    kept = solution("a", first_token_seconds=0.25)

    assert Solution.from_dict(json.loads(json.dumps(kept.to_dict()))) == kept


# ---- in a report ---------------------------------------------------------------------------------------------------

RUN = Run("ab12", "mine", "1", state=RunState.FINISHED, problems=1, trials=1)
FOUND = effort(
    [solution("a", first_token_seconds=0.5), Solution("b", abstained=True)], verdicts(a="P"), selected=2
)  # fmt: skip
REPORT = Report(RUN, (Score("pass@1", 1.0, 1, None, "mine:1|k:1"),), effort=FOUND)


def text_of(report: Report) -> str:
    file = io.StringIO()
    render(report, console(file, terminal=False), terminal=False)
    return " ".join(file.getvalue().split())


def test_a_report_keeps_its_effort() -> None:
    assert Report.from_dict(RUN, json.loads(json.dumps(REPORT.to_dict()))) == REPORT


def test_a_report_of_an_older_version_has_none() -> None:
    data = REPORT.to_dict()
    del data["effort"]

    assert Report.from_dict(RUN, data) == replace(REPORT, effort=None)


@pytest.mark.parametrize(
    "shown",
    [
        "coverage 50.0 %",
        "1 of 2 problems attempted, 1 abstained",
        "accuracy, all 50.0 %",
        "cost per problem $0.01",
        "$0.02 in all; 1 of 2 answers reused",
        "100 in, 10 of them cached, 20 out, 2 answers",
        "latency p50 4 s",
        "first token p95 0.5 s",
        "too few problems for an interval",
    ],
)
def test_the_text_of_a_solved_run_has(shown: str) -> None:
    assert shown in text_of(REPORT)


def test_an_unknown_price_is_said() -> None:
    unpriced = effort([solution("a", cost=replace(COST, cost_usd=None, reused=0))], verdicts(a="P"))

    text = text_of(replace(REPORT, effort=unpriced))
    assert "cost per problem – 1 price unknown of 1 of 1 problems" in text
    assert "$0" not in text


def test_a_run_of_candidates_from_files_says_nothing_of_it() -> None:
    assert "what it took" not in text_of(replace(REPORT, effort=None))
