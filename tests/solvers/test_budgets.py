"""Budgets hold, however many answers are drawn side by side and however many problems are in work."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import assay
from assay.models import Completion, ModelUnavailable, ScriptedModel
from assay.records import Case, Cases, Problem
from assay.solutions import Cost, EndedBy
from assay.solvers.budget import Budget, Purse
from assay.store.memory import MemoryStore

CODE = "def one(): return 1"


def problems(count: int) -> list[Problem]:
    return [Problem(f"p{number}", Cases("one", (Case((), 1),)), prompt=f"One, {number}.") for number in range(count)]


def priced(cost_usd: float = 0.002, tokens: int = 1_000) -> ScriptedModel:
    return ScriptedModel(lambda messages, number: Completion(CODE, tokens, 100, cost_usd=cost_usd))


@pytest.mark.parametrize(
    ("strategy", "options", "calls"),
    [
        ("repeat(40)", {"total_budget": "calls=3"}, 3),
        ("repeat(40)", {"budget": "calls=5"}, 10),
        ("ensemble(20)", {"budget": "cost=0.0001"}, 2),
        ("ensemble(20)", {"budget": "cost=0.005"}, 6),
        ("repeat(20)", {"total_budget": "cost=0.01"}, 5),
        ("repeat(20)", {"budget": "tokens=3000"}, 6),
    ],
)
def test_two_problems_side_by_side_ask_no_more_than_the_budget(
    strategy: str,
    options: dict[str, Any],
    calls: int,  # Any: by option
) -> None:
    model, store = priced(), MemoryStore()

    report = assay.solve(problems(2), model, strategy, store=store, workers=1, concurrency=8, **options)

    assert len(model.asked) == calls
    ended = {solution.ended for solution in store.solutions(report.run.id)}
    assert ended & {EndedBy.CALLS, EndedBy.COST, EndedBy.TOKENS}


def test_the_same_run_with_kept_answers_has_as_many() -> None:
    store, given = MemoryStore(), {"strategy": "once", "workers": 1, "total_budget": "calls=3", "concurrency": 8}

    first = assay.solve(problems(8), priced(), store=store, **given)  # type: ignore[arg-type]  # a table of options
    again = assay.solve(problems(8), priced(), store=store, fresh=True, **given)  # type: ignore[arg-type]

    assert [report.run.problems for report in (first, again)] == [3, 3]


def test_before_the_first_answer_one_is_asked_for_at_a_time_where_money_is_limited() -> None:
    purse = Purse(Budget(cost=1.0))
    assert purse.reserve(5) == 1
    purse.pay(Cost(calls=1, cost_usd=0.25), reserved=1)

    assert purse.reserve(9) == 3
    assert purse.used_up() is None


def test_who_finds_no_room_waits_for_what_is_on_its_way() -> None:
    purse, found = Purse(Budget(calls=2)), []
    assert purse.reserve(2) == 2
    waiting = threading.Thread(target=lambda: found.append(purse.reserve(1)))
    waiting.start()

    purse.pay(Cost(calls=1), reserved=1)
    purse.pay(Cost(), reserved=1)  # no answer came: there is room again
    waiting.join(20)

    assert found == [1]


def test_who_waits_is_told_when_the_budget_is_used_up_or_the_run_is_stopped() -> None:
    purse, found = Purse(Budget(calls=1)), []
    assert purse.reserve(1) == 1
    waiting = threading.Thread(target=lambda: found.append(purse.reserve(1)))
    waiting.start()

    assert purse.reserve(1, stopped=lambda: True) == 0
    purse.pay(Cost(calls=1), reserved=1)
    waiting.join(20)

    assert found == [EndedBy.CALLS]


def test_an_answer_that_does_not_come_costs_nothing() -> None:
    model = ScriptedModel([ModelUnavailable("gone"), CODE, CODE], cost_usd=0.5)

    report = assay.solve(
        problems(1), model, "cascade(once, verify(2))", store=MemoryStore(), workers=1, budget="calls=1"
    )

    assert report.run.problems == 1
    assert len(model.asked) == 2
