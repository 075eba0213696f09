"""What is told of a run at its end: the first failures in the benchmark's order, and what changed since another."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assay.benchmarks.base import Benchmark
from assay.evaluation.briefing import LARGEST_COMPARED, brief_of, change_of, previous_run
from assay.evaluation.reporting import make_report
from assay.evaluation.viewing import disagreements_of, nearest_problem, problem_rows, suspects_of
from assay.records import (
    Candidate,
    Case,
    CaseOutcome,
    Cases,
    CaseStatus,
    Problem,
    Suspicion,
    SuspicionKind,
    Trial,
    Verdict,
)
from assay.spec import Run, RunState
from assay.statistics.deciding import Decision
from assay.store.memory import MemoryStore

VERDICTS = {"P": Verdict.PASSED, "F": Verdict.FAILED, "C": Verdict.CRASHED, "I": Verdict.INVALID, "?": None}
SMALL = Benchmark("mine", "1", tuple(Problem(f"p/{number}", Cases("f", (Case((1,), 2),))) for number in range(40)))


def run(name: str, minute: int, **changed: object) -> Run:
    made = Run(name, "mine", "1", created=f"2026-03-15T11:{minute:02}:00+00:00", state=RunState.FINISHED, model="m",
               facts={"time": "3s"}, problems=40, selected_problems=40, trials=40)  # fmt: skip
    return replace(made, **changed)  # type: ignore[arg-type]  # by field


def stored(*runs: tuple[Run, str | dict[str, str]]) -> MemoryStore:
    """A store with these runs; `"PF"`: the first problem passed, the second failed; a dict has attempts by problem."""
    store = MemoryStore()
    for one, given in runs:
        letters = given if isinstance(given, dict) else {f"p/{place}": letter for place, letter in enumerate(given)}
        found = [
            trial(problem, attempt, letter) for problem, all_ in letters.items() for attempt, letter in enumerate(all_)
        ]
        store.add_run(one)
        store.add_trials(one.id, list(enumerate(found)))
    return store


def trial(problem: str, attempt: int, letter: str) -> Trial:
    verdict = VERDICTS[letter]
    status = CaseStatus.PASSED if letter == "P" else CaseStatus.FAILED
    suspicions = (Suspicion(SuspicionKind.EARLY_EXIT, "left"),) if letter == "C" else ()
    outcome = CaseOutcome(status, actual="1", expected="2")
    fault = "worker died" if verdict is None else ""
    return Trial(problem, Candidate("x", attempt), verdict, (outcome,), suspicions, fault=fault)


def test_the_first_failures_come_in_the_order_of_the_benchmark_one_of_each_problem() -> None:
    one = run("a", 1)
    letters = {f"p/{number}": "P" for number in range(40)} | {"p/9": "FF", "p/3": "C", "p/7": "PI", "p/30": "F",
                                                              "p/31": "F", "p/32": "F", "p/1": "?"}  # fmt: skip
    store = stored((one, letters))

    found = brief_of(make_report(one, store, SMALL), store, SMALL).failures

    assert [(line.problem, line.attempt, line.verdict) for line in found] == [
        ("p/1", 0, "unjudged"), ("p/3", 0, "crashed"), ("p/7", 1, "invalid"), ("p/9", 0, "failed"),
        ("p/30", 0, "failed"),
    ]  # fmt: skip
    assert found[3].call == "f(1)"


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({}, "old"),
        ({"facts": {"time": "10s"}}, None),
        ({"benchmark_version": "2"}, None),
        ({"state": RunState.INTERRUPTED}, None),
        ({"selected_problems": 10}, None),
        ({"problems": 39}, None),
        ({"created": "2026-03-15T11:59:00+00:00"}, None),
        ({"model": "other"}, "old"),
    ],
)
def test_only_a_comparable_run_is_the_run_before(changed: dict[str, object], found: str | None) -> None:
    new = run("new", 30)
    store = stored((run("old", 10, **changed), "PF"), (new, "PP"))

    previous = previous_run(new, store)

    assert (previous and previous.id) == found


def test_a_run_of_the_same_model_is_preferred() -> None:
    new = run("new", 30)
    store = stored((run("same", 5), "P"), (run("other", 10, model="x"), "P"), (new, "P"))

    assert getattr(previous_run(new, store), "id", None) == "same"


def test_the_change_of_single_attempts_has_a_word() -> None:
    old, new = run("old", 1), run("new", 2)
    store = stored((old, "P" * 10 + "F" * 30), (new, "P" * 38 + "FF"))

    change = change_of(new, store)

    assert change is not None
    assert (change.previous, change.decision) == (old, Decision.BETTER)
    assert change.value == pytest.approx(0.7)


def test_repeated_attempts_and_large_runs_have_none() -> None:
    old, new = run("old", 1), run("new", 2)
    repeated = change_of(new, stored((old, {"p/0": "PF"}), (new, {"p/0": "PP"})))
    large = change_of(replace(new, trials=LARGEST_COMPARED + 1), stored((old, "P"), (new, "P")))
    apart = change_of(new, stored((old, {"p/0": "P"}), (new, {"p/1": "P"})))

    assert repeated is not None
    assert (repeated.value, repeated.decision) == (0.5, None)
    assert large is not None
    assert large.value is None
    assert apart is None


def test_the_problems_of_a_run_have_letters_and_the_first_failure() -> None:
    one = run("a", 1)
    rows = problem_rows(one, stored((one, {"p/2": "PFC", "p/1": "P", "gone": "?"})), SMALL)

    assert [(row.problem, row.letters, row.passed, row.judged, row.failed) for row in rows] == [
        ("p/1", "P", 1, 1, False), ("p/2", "PFC", 1, 3, True), ("gone", "?", 0, 0, True)
    ]  # fmt: skip
    assert rows[1].first is not None
    assert (rows[1].first.attempt, rows[1].first.what) == (1, "expected 2, got 1")


def test_every_reason_to_suspect_is_given() -> None:
    one = run("a", 1)

    assert [(found.problem, found.kind, found.evidence) for found in suspects_of(one, stored((one, "PCF")))] == [
        ("p/1", "early_exit", "left")
    ]


def test_runs_disagree_where_their_shares_differ() -> None:
    first, second = run("a", 1), run("b", 2)
    store = stored((first, {"p/0": "P", "p/1": "F", "p/2": "PF", "p/3": "?", "p/4": "P"}),
                   (second, {"p/0": "P", "p/1": "P", "p/2": "FF", "p/3": "P"}))  # fmt: skip

    assert [(one.problem, one.results) for one in disagreements_of([first, second], store, SMALL)] == [
        ("p/1", ("F", "P")), ("p/2", ("1/2", "0/2"))
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "expected"),
    [("41", "HumanEval/41"), ("humaneval/41", "HumanEval/41"), ("HUMANEVAL/4", "HumanEval/4"), ("Double", "double"),
     ("5", None), ("", None), ("humaneval", None)],
)  # fmt: skip
def test_an_id_may_be_typed_short(name: str, expected: str | None) -> None:
    assert nearest_problem(name, ["HumanEval/4", "HumanEval/41", "double", "a/5", "b/5"]) == expected
