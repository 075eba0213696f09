"""Estimated chances of success: the arithmetic, what they rest on, and that held-out problems stay held out."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from assay.choices import Choices
from assay.cli.main import main
from assay.errors import InvalidValue
from assay.evaluation.history import estimator_from, history_of
from assay.front.evaluating import evaluate
from assay.records import Case, Cases, Problem, ProblemKind
from assay.solvers.calibration import (
    Estimator,
    Forecast,
    PastAttempts,
    Traits,
    brier_score,
    calibration_of,
    estimate_success_probability,
    merged,
    out_of_fold,
    reliability,
    should_attempt,
    traits_of,
)
from assay.solvers.visible import visible_part
from assay.store.memory import MemoryStore
from tests.public_data import data_file, rows

DOUBLE = Problem("double", Cases("double", (Case((2,), 4),)), prompt="Double it.")


@pytest.mark.parametrize(
    ("forecasts", "expected"),
    [
        ([(1.0, 1.0), (0.0, 0.0)], 0.0),
        ([(0.0, 1.0), (1.0, 0.0)], 1.0),
        ([(0.5, 1.0), (0.5, 0.0)], 0.25),
        ([(0.8, 1.0)], 0.04),
        ([(0.8, 0.5)], (0.04 + 0.64) / 2),
        ([(0.25, 0.25)], 0.25 * 0.75),
    ],
)
def test_the_brier_score_by_hand(forecasts: list[tuple[float, float]], expected: float) -> None:
    assert brier_score([Forecast(*one) for one in forecasts]) == pytest.approx(expected)


def test_the_brier_score_of_nothing_is_refused() -> None:
    with pytest.raises(InvalidValue):
        brier_score([])


def test_the_reliability_curve_by_hand() -> None:
    low, high = reliability([Forecast(0.0, 0.0), Forecast(0.4, 1.0), Forecast(0.5, 1.0), Forecast(1.0, 0.5)], bins=2)

    assert (low.low, low.high, low.n, low.predicted, low.observed) == (0.0, 0.5, 2, 0.2, 0.5)
    assert (high.low, high.high, high.n, high.predicted, high.observed) == (0.5, 1.0, 2, 0.75, 0.75)
    assert low.interval == pytest.approx((0.094531, 0.905469), abs=1e-6)


@pytest.mark.parametrize(
    ("kind", "chance"), [(ProblemKind.FUNCTION, 0.775), (ProblemKind.ALGORITHM, 0.4), (ProblemKind.REPOSITORY, 0.2)]
)
def test_without_history_it_is_the_usual_rate_and_says_so(kind: ProblemKind, chance: float) -> None:
    found = Estimator().estimate(Traits("k", kind=kind), "m")

    assert (found.chance, found.calibrated) == (chance, False)
    assert found.basis.endswith("; the history of m has 0 problems")


def test_the_calls_of_the_document() -> None:
    assert estimate_success_probability(DOUBLE) == 0.775
    assert [should_attempt(DOUBLE, bound) for bound in (0.7, 0.775, 0.776)] == [True, True, False]
    assert should_attempt(DOUBLE)
    assert should_attempt("Double it.")
    with pytest.raises(InvalidValue, match="confidence_threshold: must be a number from 0 to 1, got 70"):
        should_attempt(DOUBLE, 70)


def chance_of(problem: Traits, model: str) -> float:
    """The law behind the made-up history."""
    odds = {"weak": 0.0, "strong": 1.5}[model] - 1.2 * ((problem.difficulty or 2) - 2)
    return 1 / (1 + math.exp(-odds - 0.8 * (6.0 - math.log1p(problem.prompt_characters))))


def made_up(count: int, *, attempts: int = 1, seed: int = 0) -> Iterator[PastAttempts]:
    draw = random.Random(seed)
    for number in range(count):
        problem = Traits(f"k{seed}-{number}", draw.choice((1, 2, 3)), prompt_characters=draw.randint(50, 2_000))
        for model in ("weak", "strong"):
            passed = sum(draw.random() < chance_of(problem, model) for _ in range(attempts))
            yield PastAttempts(problem, model, passed, attempts)


def test_known_chances_are_recovered() -> None:
    estimator = Estimator(made_up(800, attempts=10))

    wrong = [
        abs(estimator.estimate(problem, model).chance - chance_of(problem, model))
        for problem in (Traits("new", difficulty, prompt_characters=length)
                        for difficulty in (1, 2, 3) for length in (100, 500, 1_500))
        for model in ("weak", "strong")
    ]  # fmt: skip
    assert max(wrong) < 0.04


def test_estimates_of_new_problems_are_calibrated_and_beat_the_base_rate() -> None:
    found = calibration_of(made_up(500))

    assert (found.problems, found.forecasts) == (500, 1_000)
    assert found.brier is not None
    assert found.base_brier is not None
    assert found.base_rate is not None
    assert found.base_brier == pytest.approx(found.base_rate * (1 - found.base_rate))
    assert found.brier < 0.85 * found.base_brier
    full = [one for one in found.bins if one.n >= 30]
    assert sum(one.interval[0] <= one.predicted <= one.interval[1] for one in full) >= len(full) - 1


def test_held_out_problems_say_nothing_about_themselves() -> None:
    """Each problem passes always or never, by a coin: nothing that is known of it helps, and no estimate may."""
    coin = random.Random(3)
    problems = [Traits(f"k{number}", prompt_characters=100 + number) for number in range(1_000)]

    found = calibration_of(PastAttempts(problem, "m", coin.randint(0, 1), 1) for problem in problems)

    assert found.skill is not None
    assert -0.02 < found.skill < 0.005


def test_the_folds_keep_all_models_of_a_problem_together_and_follow_the_seed() -> None:
    past = list(made_up(60))

    def chances(seed: int) -> list[float]:
        return [one.chance for one in out_of_fold(past, seed=seed)]

    flipped = [replace(row, passed=1 - row.passed) if row.problem == past[0].problem else row for row in past]
    assert [one.chance for one in out_of_fold(flipped)][:2] == chances(0)[:2]
    assert chances(0) == chances(0) != chances(1)


def test_a_problem_of_the_past_is_estimated_by_its_own_rate_too() -> None:
    past = list(made_up(100))
    seen = replace(past[0].problem, key="seen")
    alone = Estimator(past).estimate(seen, "weak").chance

    found = Estimator([*past, PastAttempts(seen, "strong", 0, 9)]).estimate(seen, "strong")
    other = Estimator([*past, PastAttempts(seen, "strong", 0, 9)]).estimate(seen, "weak")

    assert found.chance < 0.1
    assert found.basis == "a regression on past runs and 0 passes of 9 attempts at this very problem"
    assert other.chance == pytest.approx(alone, abs=0.03)


def test_an_unknown_model_gets_the_mean_of_the_known_ones_and_is_not_calibrated() -> None:
    estimator = Estimator(made_up(400))
    problem = Traits("new", 2, prompt_characters=400)

    weak, unknown, strong = (estimator.estimate(problem, name) for name in ("weak", "unknown", "strong"))

    assert weak.chance < unknown.chance < strong.chance
    assert (weak.calibrated, unknown.calibrated, strong.calibrated) == (True, False, True)
    assert estimator.estimate(problem).chance == unknown.chance


def test_outcomes_that_are_all_alike_do_no_harm() -> None:
    estimator = Estimator(PastAttempts(Traits(f"k{number}"), "m", 1, 1) for number in range(40))

    assert estimator.estimate(Traits("new"), "m").chance > 0.95


def test_attempts_at_one_problem_by_one_model_are_added_up() -> None:
    problem = Traits("k")

    found = merged(
        [PastAttempts(problem, "m", 1, 2), PastAttempts(problem, "m", 3, 3), PastAttempts(problem, "n", 0, 1)]
    )

    assert [(one.model, one.passed, one.of) for one in found.values()] == [("m", 4, 5), ("n", 0, 1)]


@pytest.mark.parametrize(("passed", "of"), [(2, 1), (-1, 1), (0, 0)])
def test_counts_that_cannot_be_are_refused(passed: int, of: int) -> None:
    with pytest.raises(InvalidValue):
        Estimator([PastAttempts(Traits("k"), "m", passed, of)])


def test_the_history_behind_estimates_has_a_signature() -> None:
    past = list(made_up(40))

    assert Estimator(past[:10]).signature == "none"
    assert Estimator(past).signature == Estimator(reversed(past)).signature != Estimator(past[:-1]).signature


def test_too_little_history_is_said() -> None:
    found = calibration_of(made_up(29))

    assert (found.brier, found.bins, found.skill) == (None, (), None)
    assert found.note == "too little history: 29 problems, and 30 are needed"
    assert calibration_of(made_up(40), model="other").note.startswith("too little history: 0 problems")


# ---- from runs -----------------------------------------------------------------------------------------------------


def test_the_history_of_a_store_is_what_its_runs_judged() -> None:
    store = MemoryStore()
    wrong = {"task_id": "HumanEval/0", "completion": "    return 1"}
    path = str(data_file("humaneval/HumanEval.jsonl.gz"))
    for model in ("a", "b"):
        evaluate([wrong], "humaneval", store=store, workers=1, model=model, problem_file=path, problems="HumanEval/0")

    found = history_of(store, Choices())

    assert (found.runs, found.left_out) == (2, ())
    assert [(one.model, one.passed, one.of) for one in found.attempts] == [("b", 0, 1), ("a", 0, 1)]
    assert found.attempts[0].problem.prompt_characters > 100
    assert history_of(store, Choices(), benchmark="mbpp").runs == 0
    assert estimator_from(store, Choices()).signature == "none"


def test_runs_whose_problems_are_gone_are_left_out() -> None:
    store = MemoryStore()
    evaluate(["def double(x): return 2 * x"], DOUBLE, store=store, workers=1)

    found = history_of(store, Choices())

    assert (found.runs, len(found.left_out), found.attempts) == (0, 1, ())


def test_traits_are_those_of_the_visible_part() -> None:
    shown = Cases("double", (Case((1,), 2), Case((2,), 4)))

    found = traits_of(visible_part(replace(DOUBLE, difficulty=3, examples=shown)))

    assert (found.difficulty, found.kind, found.prompt_characters, found.visible_cases) == (3, "function", 10, 2)
    assert found.key == traits_of(visible_part(replace(DOUBLE, id="other"))).key


def test_the_command_says_when_there_is_too_little(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = f"{tmp_path}/store.db"
    with pytest.raises(SystemExit) as ended:
        main(["calibration", "--store", place])
    said = capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["calibration", "--store", place, "--json"])
    data = json.loads(capsys.readouterr().out)

    assert (ended.value.code or 0, "too little history: 0 problems" in said) == (0, True)
    assert (data["problems"], data["runs"], data["brier"], data["bins"]) == (0, 0, None, [])


@pytest.mark.slow
def test_on_public_samples_of_three_models_estimates_beat_the_base_rate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [{"task_id": row["task_id"], "solution": row["code"], "model": row["model"]}
             for row in rows("samples-jamesmurdza/runs.jsonl.gz") if row["run"] in (0, 1)]  # fmt: skip
    place = f"{tmp_path}/store.db"
    problem_file = str(data_file("humaneval/HumanEval.jsonl.gz"))
    evaluate(given, "humaneval", store=place, problem_file=problem_file)

    with pytest.raises(SystemExit):
        main(["calibration", "--store", place, "--json"])
    data = json.loads(capsys.readouterr().out)
    with pytest.raises(SystemExit):
        main(["calibration", "--store", place])

    assert data["models"] == ["codellama-34b-instruct", "gpt-3.5-turbo", "gpt-4"]
    assert data["forecasts"] == 492
    assert data["brier"] < 0.9 * data["base_brier"]
    assert "better than the base rate" in capsys.readouterr().out
