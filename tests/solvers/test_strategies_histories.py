"""Strategies with models of known behaviour: drafts, calls, temperatures, cost and history are as computed by hand."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from assay.errors import UsageError
from assay.models import ScriptedModel
from assay.solutions import Cost, Draft
from assay.solvers import Cascade, Ensemble, Once, Refine, Repeat, Verify
from assay.solvers.base import Strategy
from tests.solvers.solving_kit import (
    WITHOUT_CASES,
    answer,
    asked_cost,
    code,
    history,
    letters_of,
    model_of,
    scripted,
    solved,
)

PASSED = {"a": 0, "b": 1, "c": 2, "p": 3, "q": 3}
STOPPED = "stopped: the same code as before, 2 times in a row"
STAGES = (
    "cascade: stage 1 of 2: 2 of 3 visible cases pass; the next stage follows",
    "cascade: stage 2 of 2: 3 of 3 visible cases pass",
)
AGAIN = "the same code as before: not tried again"


@dataclass(frozen=True)
class Row:
    """One strategy, the answers that it gets, and what must come of it."""

    strategy: Strategy
    answers: str
    drafts: str
    history: list[str]
    temperatures: list[float]
    seconds: float
    """Of the answers; those side by side count once."""
    passed: dict[str, int] = field(default_factory=lambda: PASSED)


ROWS = {
    "once": Row(Once(), "a", "a", ["plain a"], [0.0], 2.0),
    "once-warm": Row(Once(temperature=0.5), "a", "a", ["plain a"], [0.5], 2.0),
    "repeat-one": Row(Repeat(1), "b", "b", ["plain b"], [0.0], 2.0),
    "repeat": Row(
        Repeat(3),
        "cap",
        "cap",
        ["plain c", "plain a", "plain p"],
        [0.8] * 3,
        2.0,
    ),
    "a-cascade-tries-what-was-asked-once": Row(
        Cascade((Once(), Verify(1))),
        "cp",
        "p",
        ["plain c", "tried c 2", *STAGES[:1], "plain p", "tried p 3", *STAGES[1:]],
        [0.0] * 2,
        4.0,
    ),
    "a-cascade-tries-the-same-code-once": Row(
        Cascade((Repeat(2), Verify(1))),
        "ccp",
        "p",
        ["plain c", "plain c", "tried c 2", *STAGES[:1], "plain p", "tried p 3", *STAGES[1:]],
        [0.8, 0.8, 0.0],
        4.0,
    ),
    "repeat-a-strategy": Row(
        Repeat(2, Verify(2)),
        "apbc",
        "pc",
        ["plain a", "tried a 0", "feedback p", "tried p 3", "plain b", "tried b 1", "feedback c", "tried c 2"],
        [0.8] * 4,
        8.0,
    ),
    "verify-passes-at-once": Row(Verify(), "p", "p", ["plain p", "tried p 3"], [0.0], 2.0),
    "verify-feeds-back": Row(
        Verify(), "ap", "p", ["plain a", "tried a 0", "feedback p", "tried p 3"], [0.0, 0.0], 4.0
    ),
    "verify-returns-the-best-not-the-last": Row(
        Verify(),
        "bca",
        "c",
        ["plain b", "tried b 1", "feedback c", "tried c 2", "feedback a", "tried a 0"],
        [0.0] * 3,
        6.0,
    ),
    "verify-warms-a-model-that-repeats-itself": Row(
        Verify(),
        "aap",
        "p",
        ["plain a", "tried a 0", "feedback a", AGAIN, "feedback p", "tried p 3"],
        [0.0, 0.0, 0.8],
        6.0,
    ),
    "verify-stops-when-it-repeats-itself-again": Row(
        Verify(9), "baaa", "b",
        ["plain b", "tried b 1", "feedback a", "tried a 0", "feedback a", AGAIN, "feedback a", STOPPED],
        [0.0, 0.0, 0.0, 0.8], 8.0,
    ),
    "verify-stops-in-a-circle": Row(
        Verify(9), "abab", "b",
        ["plain a", "tried a 0", "feedback b", "tried b 1", "feedback a", AGAIN, "feedback b", STOPPED],
        [0.0, 0.0, 0.0, 0.8], 8.0,
    ),
    "refine": Row(Refine(), "ap", "p", ["plain a", "tried a 0", "fix p", "tried p 3"], [0.0, 0.0], 4.0),
    "refine-drops-a-change-for-the-worse": Row(
        Refine(),
        "cabp",
        "p",
        ["plain c", "tried c 2", "fix a", "tried a 0", "fix b", "tried b 1", "fix p", "tried p 3"],
        [0.0, 0.0, 0.8, 0.8],
        8.0,
    ),
    "refine-returns-the-best-not-the-last": Row(
        Refine(2), "bca", "c", ["plain b", "tried b 1", "fix c", "tried c 2", "fix a", "tried a 0"], [0.0] * 3, 6.0
    ),
    "refine-from-code": Row(
        Refine(start=code("b")), "p", "p", ["tried b 1", "fix p", "tried p 3"], [0.0], 2.0
    ),
    "refine-from-code-that-passes": Row(Refine(start=code("q")), "", "q", ["tried q 3"], [], 0.0),
    "ensemble": Row(
        Ensemble(3),
        "bca",
        "c",
        ["plain b", "plain c", "plain a", "tried b 1", "tried c 2", "tried a 0"],
        [0.8] * 3,
        2.0,
    ),
    "ensemble-the-first-of-the-best": Row(
        Ensemble(3),
        "aqp",
        "q",
        ["plain a", "plain q", "plain p", "tried a 0", "tried q 3", "tried p 3"],
        [0.8] * 3,
        2.0,
    ),
    "ensemble-early": Row(
        Ensemble(5, early=True),
        "bapc",
        "p",
        [
            "plain b", "plain a", "tried b 1", "tried a 0",
            "plain p", "plain c", "tried p 3", "tried c 2",
            "stopped after 4 of 5 answers: one is good enough",
        ],
        [0.8] * 4,
        4.0,
    ),
    "ensemble-early-to-the-end": Row(
        Ensemble(3, early=True),
        "bac",
        "c",
        ["plain b", "plain a", "tried b 1", "tried a 0", "plain c", "tried c 2"],
        [0.8] * 3,
        4.0,
    ),
}  # fmt: skip


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS.keys())
def test_each_strategy_does_what_was_computed_by_hand(row: Row) -> None:
    model = model_of(row.answers)

    solution = solved(row.strategy, model, scripted(row.passed))

    calls = len(row.temperatures)
    assert letters_of(solution) == row.drafts
    assert sorted(history(solution.steps)) == sorted(row.history)
    assert [asked.sampling.temperature for asked in model.asked] == row.temperatures
    assert asked_cost(solution) == Cost(calls, 0, 10 * calls, 5 * calls, 2 * calls, 0.5 * calls, row.seconds)
    assert solution.ended is None
    assert not solution.abstained


@pytest.mark.parametrize(
    "row", [row for row in ROWS.values() if row.seconds == 2.0 * len(row.temperatures)], ids=lambda row: row.answers
)
def test_what_is_done_in_turn_is_kept_in_its_order(row: Row) -> None:
    solution = solved(row.strategy, model_of(row.answers), scripted(row.passed))

    assert history(solution.steps) == row.history


def test_answers_to_the_same_messages_are_told_apart_by_their_numbers() -> None:
    model = model_of("abcde")

    solved(Repeat(5), model, scripted(PASSED))

    assert sorted(asked.number for asked in model.asked) == [0, 1, 2, 3, 4]


def test_feedback_shows_the_code_and_what_failed_and_nothing_of_other_attempts() -> None:
    model = model_of("abp")

    solved(Verify(), model, scripted(PASSED))

    second, third = (asked.messages[-1].content for asked in model.asked[1:])
    assert code("a") in second
    assert "0 of 3 visible cases passed" in second
    assert code("b") in third
    assert code("a") not in third


def test_refine_works_on_the_best_code_so_far() -> None:
    model = model_of("cabp")

    solved(Refine(), model, scripted(PASSED))

    assert [code("c") in asked.messages[-1].content for asked in model.asked] == [False, True, True, True]


@pytest.mark.parametrize(
    ("strategy", "answers", "drafts", "expected"),
    [
        pytest.param(
            Verify(), "a", "a", ["plain a", "not verified: there are no visible cases"], id="nothing-to-verify"
        ),
        pytest.param(Verify(1), "a", "a", ["plain a"], id="one-attempt-says-nothing-of-it"),
        pytest.param(Refine(2), "abc", "c", ["plain a", "review b", "review c"], id="the-newest-review"),
        pytest.param(
            Refine(), "abb", "b", ["plain a", "review b", "review b", "stopped: the model has nothing to change"],
            id="until-nothing-changes",
        ),
        pytest.param(Refine(start=code("a"), iterations=1), "b", "b", ["review b"], id="code-that-was-given"),
        pytest.param(Refine(quality_bound=0.0), "a", "a", ["plain a"], id="any-form-is-enough"),
        pytest.param(Verify(quality_bound=0.0), "a", "a", ["plain a"], id="verify-any-form-is-enough"),
        pytest.param(
            Verify(3, quality_bound=1.0), "abc", "a", ["plain a", "review b", "review c"], id="no-form-is-enough"
        ),
        pytest.param(
            Ensemble(5, "cases", early=True, quality_bound=0.0), "ab", "a",
            [
                "plain a", "plain b", "stopped after 2 of 5 answers: one is good enough",
                "there are no visible cases to choose by: the first valid draft is taken",
            ],
            id="ensemble-stops-at-its-bound",
        ),
    ],
)  # fmt: skip
def test_without_visible_cases(strategy: Strategy, answers: str, drafts: str, expected: list[str]) -> None:
    solution = solved(strategy, model_of(answers), scripted({}), WITHOUT_CASES)

    assert letters_of(solution) == drafts
    assert history(solution.steps) == expected


def test_a_review_that_does_not_parse_is_not_returned() -> None:
    model = ScriptedModel([answer("a"), "def f(x) return"])

    solution = solved(Refine(1), model, scripted({}), WITHOUT_CASES)

    assert letters_of(solution) == "a"


def test_a_documented_draft_reaches_a_quality_bound_that_a_bare_one_does_not() -> None:
    good = (
        '"""Give back."""\nimport math\n\ndef f(x: int) -> int:\n    """Return x."""\n    # as it is\n'
        "    if not isinstance(x, int):\n        raise TypeError(x)\n    return x\n"
    )
    model = ScriptedModel([answer("a"), f"```python\n{good}```", answer("b")])

    solution = solved(Verify(3, quality_bound=0.7), model, scripted({}), WITHOUT_CASES)

    assert [draft.source.strip() for draft in solution.drafts] == [good.strip()]
    assert solution.cost.calls == 2


@pytest.mark.parametrize(
    ("strategy", "expected"),
    [
        (Once(), "once(prompt=plain@1)"),
        (Repeat(5), "repeat(5, once(prompt=plain@1))"),
        (Repeat(2, Verify()), "repeat(2, verify(3, prompt=plain@1+feedback@1+review@1))"),
        (
            Verify(4, prompt="few-shot", quality_bound=0.5),
            "verify(4, prompt=few-shot@1+feedback@1+review@1, quality_bound=0.5)",
        ),
        (Refine(2, start="x"), "refine(2, start=given, prompt=plain@1+fix@1+review@1)"),
        (Refine(model=model_of("")), "refine(3, prompt=plain@1+fix@1+review@1, model=scripted)"),
        (Ensemble(), "ensemble(5, select=auto, prompt=plain@1)"),
        (Ensemble(3, "vote", early=True), "ensemble(3, select=vote, prompt=plain@1, early=true)"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_signature_says_what_decides(strategy: Strategy, expected: str) -> None:
    assert strategy.signature == expected


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Repeat(0), "n must be a whole number above 0, got 0"),
        (lambda: Verify(True), "attempts must be a whole number above 0, got True"),
        (lambda: Refine(-1), "iterations must be a whole number above 0, got -1"),
        (lambda: Ensemble(5, "votes"), "Did you mean 'vote'?"),
        (lambda: Ensemble(quality_bound=2.0), "quality_bound must be a number from 0 to 1, got 2.0"),
        (lambda: Once("plian").signature, "Did you mean 'plain'?"),
    ],
    ids=["repeat", "verify", "refine", "select", "bound", "prompt"],
)
def test_a_slip_is_an_error_in_words(make: type[object], said: str) -> None:
    with pytest.raises(UsageError, match=said.replace("?", r"\?")):
        make()


def test_a_draft_that_could_not_be_tried_is_returned_and_not_improved() -> None:
    class Broken:
        """A tester whose sandbox never works."""

        def trial(self, problem: object, source: str) -> object:
            from assay.records import Candidate, Trial

            return Trial("p", Candidate(source), None, fault="no sandbox")

    model = model_of("abc")

    solution = solved(Verify(), model, Broken())  # type: ignore[arg-type]  # that is all of it that is used

    assert solution.drafts == (Draft(code("a") + "\n", model="scripted"),)
    assert len(model.asked) == 1
