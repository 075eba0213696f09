"""Cascade, Route, AttemptIf, Remembered and --prefer: what they answer, what they cost, what they say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from assay.errors import UsageError
from assay.models import ModelUnavailable, PromptRefused, ScriptedModel
from assay.records import Problem, Untested
from assay.solutions import Draft, EndedBy
from assay.solvers import AttemptIf, Cascade, Ensemble, Once, Remembered, Repeat, Route, Verify
from assay.solvers.budget import Budget
from assay.solvers.calibration import Estimator, PastAttempts, Traits
from assay.solvers.preferring import preferred
from assay.solvers.strategies.remembering import content_key
from assay.solvers.visible import visible_part
from assay.store.memory import MemoryStore
from tests.solvers.composing_kit import (
    HALF,
    RIGHT,
    SHOWN,
    WRONG,
    Says,
    accuracy,
    algorithm,
    cost,
    model,
    notes,
    problem,
    solve,
)

FOUR = [problem(number) for number in range(4)]

# ---- Cascade -------------------------------------------------------------------------------------------------------

VERIFY = "verify(3, prompt=plain@1+feedback@1+review@1"


def test_a_cascade_is_as_accurate_as_the_strong_model_and_asks_it_only_where_the_cheap_one_failed() -> None:
    small, large = model("small", {0, 1}, cost_usd=0.01), model("large", {0, 1, 2}, cost_usd=0.10)

    cheap, strong = solve(Once(model=small), FOUR), solve(Once(model=large), FOUR)
    small.asked.clear()
    large.asked.clear()
    found = solve(Cascade((small, large)), FOUR)

    assert (accuracy(cheap), accuracy(strong), accuracy(found)) == (0.5, 0.75, 0.75)
    assert (cost(cheap), cost(strong), cost(found)) == (0.04, 0.40, 0.24)
    assert (len(small.asked), len(large.asked)) == (4, 2)


def test_an_ensemble_in_a_cascade_runs_only_where_one_attempt_was_not_sure() -> None:
    usual = model("usual", {0, 1, 2})

    found = solve(Cascade((Once(), Ensemble(5))), FOUR, usual)

    assert [one.cost.calls for one in found] == [1, 1, 1, 6]


def test_a_cascade_notes_what_each_stage_said() -> None:
    (found,) = solve(Cascade((model("small", ()), model("large", {0}))), FOUR[0])

    assert notes(found) == [
        "cascade: stage 1 of 2: 0 of 2 visible cases pass; the next stage follows",
        "cascade: stage 2 of 2: 2 of 2 visible cases pass",
    ]


def draft(source: str = WRONG, **fields: Any) -> Draft:
    return replace(Draft(source), **fields)


@pytest.mark.parametrize(
    ("stages", "chosen", "stages_run"),
    [
        pytest.param([draft("a", confidence=0.7), draft("b")], "a", 1, id="sure-at-the-bound"),
        pytest.param([draft("a", confidence=0.69), draft("b")], "b", 2, id="unsure-just-below"),
        pytest.param([draft("a"), draft("b")], "b", 2, id="no-confidence-is-not-sure"),
        pytest.param([draft("a", confidence=0.6), draft("b", confidence=0.4)], "a", 2, id="higher-confidence-wins"),
        pytest.param([draft("a", confidence=0.4), draft("b", confidence=0.4)], "b", 2, id="of-equal-ones-the-later"),
        pytest.param([draft("a", confidence=0.6), draft("b", valid=False)], "a", 2, id="valid-beats-invalid"),
        pytest.param([draft("a", passed=1, of=3), draft("b", passed=2, of=3)], "b", 2, id="more-cases"),
        pytest.param([draft("a", passed=2, of=3), draft("b", passed=1, of=3)], "a", 2, id="fewer-cases-later"),
        pytest.param([draft("a", passed=3, of=3), draft("b", passed=3, of=3)], "a", 1, id="all-cases"),
        pytest.param([draft("a", passed=2, of=3, confidence=1.0), draft("b")], "a", 2, id="cases-before-confidence"),
        pytest.param([None, draft("b")], "b", 2, id="a-stage-that-abstains"),
        pytest.param([draft("a"), None], "a", 2, id="the-last-abstains"),
        pytest.param([None, None], None, 2, id="all-abstain"),
        pytest.param([draft("a")], "a", 1, id="one-stage"),
    ],
)
def test_which_draft_a_cascade_returns(stages: list[Draft | None], chosen: str | None, stages_run: int) -> None:
    steps = tuple(Says(() if one is None else (one,)) for one in stages)

    (found,) = solve(Cascade(steps), problem(shown=False))

    assert [one.source for one in found.drafts] == ([] if chosen is None else [chosen])
    assert sum(note.startswith("cascade: stage") for note in notes(found)) == stages_run
    assert found.abstained is (chosen is None)


def test_a_quality_bound_ends_a_cascade_where_there_are_no_visible_cases() -> None:
    good = 'def f(value: int) -> int:\n    """Return twice the value."""\n    return 2 * value\n'
    stages = (Says((draft(good),)), Says((draft("x = 1"),)))

    (bounded,) = solve(Cascade(stages, quality_bound=0.3), problem(shown=False))
    (unbounded,) = solve(Cascade(stages), problem(shown=False))

    assert (bounded.drafts[0].source, unbounded.drafts[0].source) == (good, "x = 1")
    assert notes(bounded)[-1].startswith("cascade: stage 1 of 2: form ")


@pytest.mark.parametrize("error", [ModelUnavailable("down"), PromptRefused("too long")])
def test_where_the_model_of_a_stage_gives_no_answer_the_next_is_asked(error: Exception) -> None:
    (found,) = solve(Cascade((ScriptedModel([error], name="down"), model("large", {0}))), FOUR[0])

    assert (accuracy([found]), found.ended) == (1.0, None)
    assert f"without an answer ({error}), the next stage follows" in notes(found)[-2]


def test_where_the_last_model_is_gone_the_best_so_far_is_returned_and_marked() -> None:
    half = ScriptedModel([HALF])

    (found,) = solve(Cascade((half, ScriptedModel([], name="gone"))), FOUR[0])

    assert [one.source.strip() for one in found.drafts] == [HALF]
    assert (found.ended, found.is_final) == (EndedBy.MODEL, True)


def test_a_budget_ends_a_cascade_with_the_best_so_far() -> None:
    usual = model("usual", ())

    (found,) = solve(Cascade((Once(), Verify(3), Ensemble(5))), FOUR[0], usual, budget=Budget(calls=2))

    assert (len(usual.asked), found.cost.calls, found.ended) == (2, 2, EndedBy.CALLS)
    assert [one.source.strip() for one in found.drafts] == [WRONG]


@pytest.mark.parametrize(
    "make",
    [
        lambda: Cascade(()),
        lambda: Cascade(("once",)),  # type: ignore[arg-type]  # on purpose
        lambda: Cascade((Once(),), sure=1.1),
        lambda: Cascade((Once(),), quality_bound=-1),
        lambda: Route(Once(), 3),  # type: ignore[arg-type]  # on purpose
        lambda: Route(Once(), Once(), by="mood"),
        lambda: Route(Once(), Once(), by="length", bound=0),
        lambda: Route(Once(), Once(), by="estimate", bound=2),
        lambda: AttemptIf(1.5),
        lambda: AttemptIf(True),
        lambda: Remembered(Once(), 2, known=MemoryStore()),
        lambda: preferred("money", [model("m", ())]),
        lambda: preferred("speed", []),
    ],
)
def test_parameters_that_make_no_sense_are_refused(make: Any) -> None:
    with pytest.raises(UsageError):
        make()


# ---- Route ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "given", "way"),
    [
        ({}, problem(difficulty=1), "simple"),
        ({}, problem(difficulty=2), "hard"),
        ({"bound": 3}, problem(difficulty=2), "simple"),
        ({}, problem(), "simple"),
        ({}, algorithm(0), "hard"),
        ({"by": "length"}, problem(), "simple"),
        ({"by": "length"}, problem(words=200), "hard"),
        ({"by": "length", "bound": len(problem().prompt)}, problem(), "hard"),
        ({"by": "length", "bound": len(problem().prompt) + 1}, problem(), "simple"),
        ({"by": "estimate"}, problem(), "simple"),
        ({"by": "estimate"}, algorithm(0), "hard"),
        ({"by": "estimate", "bound": 0.775}, problem(), "simple"),
        ({"by": "estimate", "bound": 0.776}, problem(), "hard"),
    ],
)
def test_where_a_problem_is_sent(options: dict[str, Any], given: Problem, way: str) -> None:
    (found,) = solve(Route(Says((draft("simple"),)), Says((draft("hard"),)), **options), given)

    assert found.drafts[0].source == way
    assert notes(found)[0].startswith(f"route: {way} (")


def test_a_route_saves_the_calls_of_the_strong_model() -> None:
    small, large = model("small", range(3), cost_usd=0.01), model("large", range(4), cost_usd=0.10)
    given = [problem(number, difficulty=1 + 2 * (number == 3)) for number in range(4)]

    found = solve(Route(small, large), given)

    assert (accuracy(found), cost(found)) == (1.0, 0.13)
    assert (len(small.asked), len(large.asked)) == (3, 1)


# ---- AttemptIf -----------------------------------------------------------------------------------------------------


def test_abstaining_costs_nothing_and_is_marked() -> None:
    usual = model("usual", {0, 1}, cost_usd=0.01)

    found = solve(AttemptIf(0.7, Once()), [*FOUR[:3], algorithm(0), algorithm(1)], usual)

    attempted = [one for one in found if not one.abstained]
    assert [one.abstained for one in found] == [False, False, False, True, True]
    assert [one.confidence for one in found] == [0.775, 0.775, 0.775, 0.4, 0.4]
    assert (len(attempted) / len(found), accuracy(attempted), cost(found)) == (0.6, 2 / 3, 0.03)
    assert found[3].detail.startswith("abstained: estimated chance 0.40 by the usual rate for complex problems")


def test_the_estimate_is_that_of_the_model_that_would_be_asked() -> None:
    past = [
        PastAttempts(Traits(f"k{number}", prompt_characters=100), name, int(name == "good"), 1)
        for number in range(40)
        for name in ("good", "bad")
    ]
    estimator = Estimator(past)

    for name, abstains in (("good", False), ("bad", True)):
        asked = model(name, {0})
        for strategy in (AttemptIf(inner=Once(model=asked), estimator=estimator),
                         AttemptIf(inner=asked, estimator=estimator),
                         AttemptIf(inner=Repeat(2, Once(model=asked)), estimator=estimator)):  # fmt: skip
            assert solve(strategy, FOUR[0])[0].abstained is abstains
        assert solve(AttemptIf(estimator=estimator), FOUR[0], asked)[0].abstained is abstains


def test_a_chance_of_exactly_the_threshold_is_attempted() -> None:
    assert not solve(AttemptIf(0.775), FOUR[0])[0].abstained
    assert solve(AttemptIf(0.776), FOUR[0])[0].abstained


# ---- Remembered ----------------------------------------------------------------------------------------------------


def test_a_solution_that_is_known_is_returned_without_a_call() -> None:
    known, usual = MemoryStore(), model("usual", {0}, cost_usd=0.01)
    strategy = Remembered(Once(), known=known)

    first = solve(strategy, FOUR, usual)
    again = solve(strategy, FOUR, usual)

    assert (cost(first), cost(again), accuracy(first), accuracy(again)) == (0.04, 0.03, 0.25, 0.25)
    assert notes(first[0]) == ["remembered: kept with confidence 0.95"]
    assert notes(again[0]) == ["remembered: a solution known with confidence 0.95, without a call"]
    assert (again[0].cost.calls, again[0].drafts[0].model, again[0].drafts[0].passed) == (0, "usual", 2)


@pytest.mark.parametrize(
    ("found", "kept"),
    [
        pytest.param(draft(passed=2, of=2), 0.95, id="all-of-two-cases"),
        pytest.param(draft(passed=1, of=1), None, id="one-case-is-too-few"),
        pytest.param(draft(passed=1, of=2, confidence=1.0), None, id="a-failed-case-outweighs-agreement"),
        pytest.param(draft(confidence=0.9), 0.9, id="agreement"),
        pytest.param(draft(confidence=0.89), None, id="too-little-agreement"),
        pytest.param(draft(), None, id="nothing-known"),
        pytest.param(None, None, id="abstained"),
    ],
)
def test_what_is_kept_as_a_solution(found: Draft | None, kept: float | None) -> None:
    known = MemoryStore()

    given = problem(shown=False)
    solve(Remembered(Says(() if found is None else (found,)), known=known), given)

    there = known.known_solution(content_key(visible_part(given)))
    assert (there and there.confidence) == kept


def test_known_code_that_does_not_pass_any_more_is_not_returned() -> None:
    known = MemoryStore()
    known.keep_known_solution(content_key(visible_part(FOUR[0])), Draft(WRONG, 2, 2, confidence=1.0))

    (found,) = solve(Remembered(model("m", {0}), known=known), FOUR[0])

    assert (accuracy([found]), found.cost.calls) == (1.0, 1)
    assert notes(found)[0] == "remembered: the known solution does not pass the visible cases any more"


def test_a_higher_bound_does_not_return_what_a_lower_one_kept() -> None:
    known = MemoryStore()
    solve(Remembered(model("m", {0}), known=known), FOUR[0])

    assert solve(Remembered(model("m", {0}), 0.99, known=known), FOUR[0])[0].cost.calls == 1


def test_problems_are_told_apart_by_what_may_be_seen_of_them() -> None:
    one = problem(1)
    other_cases = replace(one, examples=replace(SHOWN, cases=SHOWN.cases[:1]))
    same = [replace(one, id="other"), replace(one, reference="def f(): ..."), replace(one, check=Untested("f"))]
    different = [problem(2), other_cases, replace(one, examples=None), replace(one, language="go"),
                 replace(one, check=Untested("g"), examples=replace(SHOWN, entry_point="g"))]  # fmt: skip
    without_prompt = [Problem("a", Untested("f")), Problem("b", Untested("f"))]

    def key(given: Problem) -> str:
        return content_key(visible_part(given))

    assert {key(given) for given in same} == {key(one)}
    assert len({key(given) for given in [one, *different, *without_prompt]}) == 8


# ---- --prefer ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prefer", "names", "signature", "calls"),
    [
        ("speed", "m", "once(prompt=plain@1)", [1]),
        ("balanced", "m", f"{VERIFY})", [3]),
        (
            "accuracy",
            "m",
            f"cascade({VERIFY}), ensemble(5, select=auto, prompt=plain@1))",
            [8],
        ),
        ("speed", "s l", "once(prompt=plain@1, model=s)", [1, 0]),
        (
            "balanced",
            "s l",
            f"cascade(once(prompt=plain@1, model=s), {VERIFY}, model=l))",
            [1, 3],
        ),
        (
            "accuracy",
            "s l",
            f"cascade({VERIFY}, model=l), ensemble(5, select=auto, prompt=plain@1, model=l))",
            [0, 8],
        ),
    ],
)
def test_what_a_preference_stands_for(prefer: str, names: str, signature: str, calls: list[int]) -> None:
    models = [ScriptedModel(lambda _, number: f"def f(): return {number}", name=name) for name in names.split()]

    chosen = preferred(prefer, models)
    (found,) = solve(chosen, FOUR[0], models[0])

    assert chosen.signature == signature
    assert notes(found)[0] == f"prefer {prefer}: {signature}"
    assert [len(one.asked) for one in models] == calls


def test_a_preference_asks_no_more_once_a_draft_passes() -> None:
    small, large = model("s", {0}), model("l", {0, 1})

    found = solve(preferred("balanced", [small, large]), FOUR[:2])

    assert (accuracy(found), len(small.asked), len(large.asked)) == (1.0, 2, 1)
    assert RIGHT in found[0].drafts[0].source
