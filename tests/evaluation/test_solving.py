"""Attempts that a solver writes while they are judged: kept before they are judged, gone on with, paid for once."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

import assay
from assay.errors import InvalidOption
from assay.models import Message, ModelRefused, ModelUnavailable, PromptRefused, ScriptedModel
from assay.records import Case, Cases, Problem
from assay.reports.report import Report
from assay.solutions import EndedBy
from assay.spec import RunState
from assay.store.memory import MemoryStore

RIGHT, WRONG = "def double(x): return 2 * x", "def double(x): return x"


def problems(count: int) -> list[Problem]:
    return [
        Problem(
            f"p{number}",
            Cases("double", (Case((2,), 4), Case((5,), 10))),
            prompt=f"Problem {number}.",
            examples=Cases("double", (Case((2,), 4),)),
        )
        for number in range(count)
    ]


def solve(on: Sequence[Problem], model: ScriptedModel, store: MemoryStore, **options: Any) -> Report:  # Any: by option
    return assay.solve(on, model, store=store, workers=1, **options)


def number_of(messages: Sequence[Message]) -> int:
    """The number of the problem that a prompt is about."""
    text = messages[-1].content
    return int(text[text.index("Problem ") + 8 :].partition(".")[0])


def test_a_model_solves_what_it_can_and_the_report_says_so() -> None:
    model = ScriptedModel(lambda messages, number: RIGHT if number_of(messages) % 2 else WRONG, cost_usd=0.25)
    store = MemoryStore()

    report = solve(problems(4), model, store)

    assert report.verdicts["passed"] == 2
    assert report.verdicts["failed"] == 2
    assert report.run.model == "scripted"
    assert "strategy:once" in report.scores[0].signature
    kept = {solution.problem_id: solution for solution in store.solutions(report.run.id)}
    assert sorted(kept) == ["p0", "p1", "p2", "p3"]
    assert kept["p1"].cost.cost_usd == 0.25
    assert kept["p1"].steps[0].messages


def test_several_attempts_are_several_trials() -> None:
    model = ScriptedModel(lambda messages, number: RIGHT if number == 0 else WRONG)

    report = solve(problems(3), model, MemoryStore(), strategy="repeat(4)")

    assert report.run.trials == 12
    assert report.scores[0].value == 0.25


def test_the_same_run_again_pays_for_nothing_that_was_answered() -> None:
    store = MemoryStore()
    asked = []

    def answer(messages: Sequence[Message], number: int) -> str | Exception:
        asked.append(number_of(messages))
        return RIGHT if number_of(messages) < 3 or len(asked) > 6 else ModelUnavailable("gone")

    model = ScriptedModel(answer)
    with pytest.raises(ModelUnavailable, match="3 problems have no answer"):
        solve(problems(6), model, store, concurrency=1)
    (left,) = store.runs()
    assert left.state is RunState.INTERRUPTED

    report = solve(problems(6), model, store, concurrency=1)

    assert report.run.id == left.id
    assert report.passed
    assert sorted(asked) == [0, 1, 2, 3, 3, 4, 4, 5, 5]


def test_answers_of_earlier_runs_are_used_unless_they_are_not_to_be() -> None:
    store = MemoryStore()
    first, second, third = (ScriptedModel(lambda messages, number: RIGHT) for _ in range(3))

    solve(problems(2), first, store)
    again = solve(problems(2), second, store, fresh=True)
    solve(problems(2), third, store, cache=False)

    assert [len(model.asked) for model in (first, second, third)] == [2, 0, 2]
    assert sum(solution.cost.reused for solution in store.solutions(again.run.id)) == 2


def test_a_model_that_is_gone_ends_the_run_soon() -> None:
    model = ScriptedModel(lambda messages, number: ModelUnavailable("connection refused"))

    with pytest.raises(ModelUnavailable, match="none of 8 problems in a row: connection refused"):
        solve(problems(100), model, MemoryStore(), concurrency=2)

    assert len(model.asked) < 12


def test_a_model_that_refuses_every_prompt_ends_the_run_soon() -> None:
    model = ScriptedModel(lambda messages, number: PromptRefused("max_tokens is too large"))

    with pytest.raises(ModelUnavailable, match="max_tokens is too large"):
        solve(problems(100), model, MemoryStore(), concurrency=1)


def test_a_wrong_key_ends_the_run_at_once() -> None:
    model = ScriptedModel(lambda messages, number: ModelRefused("401: the key is wrong"))

    with pytest.raises(ModelRefused, match="the key is wrong"):
        solve(problems(100), model, MemoryStore(), concurrency=1)

    assert len(model.asked) == 1


def test_a_prompt_that_is_refused_costs_its_problem_alone() -> None:
    model = ScriptedModel(lambda messages, number: PromptRefused("too long") if number_of(messages) == 1 else RIGHT)
    store = MemoryStore()

    report = solve(problems(3), model, store)

    assert report.verdicts["passed"] == 2
    assert report.run.problems == 2
    (refused,) = store.solutions(report.run.id, problem="p1")
    assert refused.ended is EndedBy.PROMPT
    assert refused.detail == "too long"


def test_a_budget_of_the_run_ends_it_and_is_no_error() -> None:
    model = ScriptedModel(lambda messages, number: RIGHT, cost_usd=1.0)
    store = MemoryStore()

    report = solve(problems(10), model, store, total_budget="cost=3", concurrency=1)

    assert len(model.asked) == 3
    assert report.run.problems == 3
    ended = [solution.ended for solution in store.solutions(report.run.id)]
    assert ended == [None] * 3 + [EndedBy.COST] * 7


def test_money_is_not_spent_without_a_price() -> None:
    model = ScriptedModel(lambda messages, number: RIGHT, cost_usd=None)

    with pytest.raises(InvalidOption, match="a budget of cost needs the price of 'scripted'"):
        solve(problems(10), model, MemoryStore(), budget="cost=3", concurrency=1)

    assert len(model.asked) == 1


@pytest.mark.parametrize(
    ("option", "value", "text"),
    [
        ("budget", "calls=0", "budget: calls must be a whole number above 0, got '0'"),
        ("total_budget", "euros=3", "total_budget: a budget is calls=N, tokens=N, cost=N, seconds=N, got 'euros=3'"),
        ("strategy", "verfy(3)", "strategy: .*verify"),
        ("strategy", "verify(0)", "strategy: .*attempts"),
        ("prompt", "plian", "plain"),
        ("temperature", 3, "temperature: must be a number from 0 to 2, got 3"),
    ],
)
def test_what_makes_no_sense_is_refused_before_anybody_is_asked(option: str, value: object, text: str) -> None:
    model = ScriptedModel(lambda messages, number: RIGHT)

    with pytest.raises(assay.AssayError, match=text):
        solve(problems(1), model, MemoryStore(), **{option: value})

    assert not model.asked


def test_problems_are_solved_side_by_side_as_many_as_asked_for() -> None:
    together = threading.Barrier(3, timeout=20)

    @dataclass
    class Waiting(ScriptedModel):
        """Answers when three are asked at a time."""

        def __init__(self) -> None:
            super().__init__(lambda messages, number: RIGHT)

        def complete(self, *given: object, **more: object):  # type: ignore[no-untyped-def]
            together.wait()
            return super().complete(*given, **more)  # type: ignore[arg-type]

    report = solve(problems(6), Waiting(), MemoryStore(), concurrency=3)

    assert report.passed


def test_a_stopped_run_goes_on_with_what_was_answered() -> None:
    store, seen = MemoryStore(), []

    def answer(messages: Sequence[Message], number: int) -> str:
        seen.append(number_of(messages))
        if len(seen) == 3:
            raise KeyboardInterrupt
        return RIGHT

    with pytest.raises(KeyboardInterrupt):
        solve(problems(6), ScriptedModel(answer), store, concurrency=1)
    (left,) = store.runs()
    assert left.state is RunState.INTERRUPTED

    report = solve(problems(6), ScriptedModel(answer), store, concurrency=1)

    assert report.run.id == left.id
    assert report.passed
    assert sorted(seen) == [0, 1, 2, 2, 3, 4, 5]
