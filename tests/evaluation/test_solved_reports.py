"""The report of a run that a solver made says what it took, equal to what can be computed by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import assay
from assay.evaluation.reporting import report_of
from assay.models import Message, ScriptedModel
from assay.records import Case, Cases, Problem
from assay.reports.report import Report
from assay.reports.tradeoff import trade_off
from assay.solutions import Completion
from assay.store.memory import MemoryStore

RIGHT, WRONG = "def double(x): return 2 * x", "def double(x): return x"
PROBLEMS = [
    Problem(
        f"p{number}",
        Cases("double", (Case((2,), 4), Case((5,), 10))),
        prompt=f"Problem {number}.",
        examples=Cases("double", (Case((2,), 4),)),
    )
    for number in range(4)
]


def answer(messages: Sequence[Message], number: int) -> Completion:
    """Right for problem 0 at once, for problem 1 when it is told what fails; each answer costs a cent and a second."""
    text = "\n".join(message.content for message in messages)
    right = "Problem 0." in text or ("Problem 1." in text and "WRONG" in text)
    return Completion(RIGHT if right else f"{WRONG}  # WRONG", 100, 10, 0, 0.01, 1.0, 0.25)


def solved(strategy: str, store: MemoryStore) -> Report:
    return assay.solve(PROBLEMS, ScriptedModel(answer, name="m"), strategy, store=store, workers=1, cache=False)


def test_a_solved_run_says_what_it_took_and_is_weighed_against_others() -> None:
    store = MemoryStore()
    once, verify = solved("once", store), solved("verify(2)", store)

    effort = once.effort
    assert effort is not None
    assert (effort.asked, effort.attempted, effort.calls) == (4, 4, 4)
    assert effort.cost_usd == pytest.approx(0.04)
    assert effort.accuracy_all.value == effort.accuracy_attempted.value == 0.25
    assert effort.cost_per_solved.value == pytest.approx(0.04)
    assert effort.first_token_p50 is not None
    assert effort.first_token_p50.value == 0.25
    assert "strategy:once" in effort.signature
    assert report_of(once.run, store) == once

    assert verify.effort is not None
    assert verify.effort.accuracy_all.value == 0.5
    assert verify.effort.calls == 7  # one for the first problem, two for each of the others
    assert verify.effort.cost_per_problem.value == pytest.approx(0.07 / 4)
    assert verify.effort.cost_per_solved.value == pytest.approx(0.035)
    weighed = trade_off([once, verify])
    assert [one.on_front for one in weighed.contenders] == [True, True]
    assert weighed.contenders[1].strategy.startswith("verify(2")
