"""The chance that a model solves a problem, estimated from past runs, and how far such estimates can be trusted."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from types import NoneType
from typing import TYPE_CHECKING, Any

from assay.errors import InvalidValue, require, require_number, require_text
from assay.hashing import content_digest
from assay.records import Problem, ProblemKind, Untested
from assay.solvers.visible import VisibleProblem, visible_part
from assay.statistics.intervals import wilson
from assay.statistics.logistic import chances_of, fit_logistic

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FEWEST_PROBLEMS = 30
"""With a history of fewer problems than this, nothing is fitted."""
FOLDS = 5
BINS = 10
THRESHOLD = 0.7
"""The estimated chance from which on a problem is attempted, as the accuracy document has it."""
OWN_WEIGHT = 1.0
"""A model's own pass rate at a problem counts for half of the estimate when it attempted it so many times."""
RIDGE = 3.0
"""How strongly estimates are drawn to the base rate: of 1, 3 and 10 the best with 40 problems, level with 1 at 164."""
MOST_NAMES = 50
"""Models, and languages, that get a coefficient of their own: the most frequent ones."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What is known of a problem before anybody attempts it."""

    key: str
    """A digest of its content: the same problem in two runs has the same."""
    difficulty: int | None = None
    kind: ProblemKind = ProblemKind.FUNCTION
    language: str = "python"
    prompt_characters: int = 0
    visible_cases: int = 0


@dataclass(frozen=True, slots=True)
class PastAttempts:
    """How a model did at one problem in past runs."""

    problem: Traits
    model: str
    passed: int
    of: int
    """Judged attempts; at least 1."""

    @property
    def rate(self) -> float:
        """The share of attempts that passed."""
        return self.passed / self.of


@dataclass(frozen=True, slots=True)
class Estimate:
    """The estimated chance that an attempt at a problem passes."""

    chance: float
    calibrated: bool
    """Whether it rests on past runs of the model that was asked about."""
    basis: str
    """What it rests on, in words."""


def traits_of(problem: VisibleProblem) -> Traits:
    """Return what is known of a problem before anybody attempts it."""
    return Traits(
        statement_key(problem),
        problem.difficulty,
        problem.kind,
        problem.language,
        len(problem.prompt),
        sum(problem.check.counts()),
    )


def statement_key(problem: Problem) -> str:
    """Return a digest of what a problem asks for; its id counts only where there is no prompt."""
    name = "" if problem.prompt else problem.id
    return content_digest(problem.language, problem.prompt, problem.check.entry_point, name).hex()


class Estimator:
    """Estimates the chance of a pass by logistic regression on past attempts.

    Each pair of a problem and a model counts once, however many attempts there were. A problem that the same model
    attempted before is estimated by the regression and by its own pass rate, the latter with the more weight the more
    attempts there were. With fewer than 30 problems, the usual rate of the kind of problem is all there is.

    >>> Estimator().estimate(Traits("a", kind=ProblemKind.ALGORITHM))
    Estimate(chance=0.4, calibrated=False, basis='the usual rate for complex problems; the history has 0 problems')
    """

    def __init__(self, past: Iterable[PastAttempts] = ()) -> None:
        self._own = merged(past)
        rows = list(self._own.values())
        self.problems = len({row.problem.key for row in rows})
        self._of_model = Counter(row.model for row in rows)
        self._regression = _Regression(rows) if self.problems >= FEWEST_PROBLEMS else None

    @property
    def signature(self) -> str:
        """A digest of the history that estimates rest on; `none` where there is too little."""
        if self._regression is None:
            return "none"
        rows = sorted((row.problem.key, row.model, row.passed, row.of) for row in self._own.values())
        return f"sha256-{content_digest(repr(rows)).hex()[:8]}"

    def estimate(self, problem: Traits, model: str = "") -> Estimate:
        """Return the chance that an attempt at a problem passes; without a model, that of any model so far."""
        if self._regression is None:
            from assay.metrics.words import TYPICAL

            usual = TYPICAL[problem.kind]
            chance = (usual.low + usual.high) / 2
            basis = f"the usual rate for {usual.name} problems"
        else:
            chance = self._regression.chances([problem], [model])[0]
            basis = "a regression on past runs"
        known = self._of_model[model] if model else self.problems
        calibrated = self._regression is not None and known >= FEWEST_PROBLEMS
        own = self._own.get((problem.key, model))
        if own is not None:
            chance = (own.passed + OWN_WEIGHT * chance) / (own.of + OWN_WEIGHT)
            basis += f" and {own.passed} passes of {own.of} attempts at this very problem"
        if not calibrated:
            of_model = f" of {model}" if model else ""
            basis += f"; the history{of_model} has {known} problem{'s' * (known != 1)}"
        return Estimate(round(chance, 6), calibrated, basis)


def estimate_success_probability(
    problem: Problem | str, model: str = "", *, estimator: Estimator | None = None
) -> float:
    """Return the chance that an attempt of a model at a problem passes.

    Args:
        problem: of which only the visible part is looked at; or what is asked for, as text.
        model: its name in past runs; empty: any model.
        estimator: has learned from past runs, see `assay.evaluation.history.estimator_from`; without one it is the
            usual rate of the kind of problem.

    >>> estimate_success_probability("Return the sum of a list.")
    0.775
    """
    require("problem", problem, (Problem, str), "a Problem or a text")
    require("model", model, (str,), "the name of a model")
    require("estimator", estimator, (Estimator, NoneType), "an Estimator")
    if isinstance(problem, str):
        require_text("problem", problem, "a Problem or a text")
        problem = Problem("task", Untested("solution"), prompt=problem)
    return (estimator or Estimator()).estimate(traits_of(visible_part(problem)), model).chance


def should_attempt(
    problem: Problem | str,
    confidence_threshold: float = THRESHOLD,
    *,
    model: str = "",
    estimator: Estimator | None = None,
) -> bool:
    """Return whether the chance that an attempt passes is at least the threshold.

    >>> should_attempt("Return the sum of a list."), should_attempt("Return the sum of a list.", 0.8)
    (True, False)
    """
    require_number("confidence_threshold", confidence_threshold, 0, 1)
    return estimate_success_probability(problem, model, estimator=estimator) >= confidence_threshold


# ---- how far estimates can be trusted ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Forecast:
    """A chance that was said beforehand, and the share of attempts that passed."""

    chance: float
    rate: float

    @property
    def brier(self) -> float:
        """The mean square of the distance between the chance and the outcome (0 or 1) of one attempt."""
        return (self.chance - self.rate) ** 2 + self.rate * (1 - self.rate)


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """Forecasts of about the same chance, and what came of them."""

    low: float
    high: float
    n: int
    predicted: float
    """The mean of the chances."""
    observed: float
    """The mean of the pass rates."""
    interval: tuple[float, float]
    """Wilson's, of the observed rate."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """How far estimates for problems that were not seen before can be trusted."""

    problems: int
    forecasts: int
    """Pairs of a problem and a model."""
    base_rate: float | None = None
    brier: float | None = None
    """Of the estimates; 0 is perfect, and `None` means that there was too little history."""
    base_brier: float | None = None
    """Of always saying the base rate."""
    bins: tuple[ReliabilityBin, ...] = ()
    note: str = ""

    @property
    def skill(self) -> float | None:
        """The share of the base rate's Brier score that the estimates save; below 0, they are worse than it."""
        if self.brier is None or not self.base_brier:
            return None
        return 1 - self.brier / self.base_brier

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the calibration as plain data."""
        return {**asdict(self), "skill": self.skill}


def calibration_of(past: Iterable[PastAttempts], *, model: str = "", seed: int = 0) -> Calibration:
    """Return how far estimates can be trusted: each is made from the history without a fifth of the problems.

    With a model, the estimates for that one are looked at; they are still made from the history of all.
    """
    rows = list(merged(past).values())
    wanted = [row for row in rows if model in ("", row.model)]
    problems = len({row.problem.key for row in wanted})
    if problems < FEWEST_PROBLEMS:
        note = f"too little history: {problems} problems, and {FEWEST_PROBLEMS} are needed"
        return Calibration(problems, len(wanted), note=note)
    found = out_of_fold(rows, seed=seed)
    forecasts = [one for row, one in zip(rows, found, strict=True) if model in ("", row.model)]
    base = math.fsum(one.rate for one in forecasts) / len(forecasts)
    return Calibration(
        problems,
        len(forecasts),
        base,
        brier_score(forecasts),
        brier_score([Forecast(base, one.rate) for one in forecasts]),
        reliability(forecasts),
    )


def out_of_fold(rows: Sequence[PastAttempts], *, seed: int = 0) -> list[Forecast]:
    """Return a forecast for each row by a regression that has seen no attempt at its problem."""
    keys = sorted({row.problem.key for row in rows}, key=lambda key: content_digest(str(seed), key))
    fold_of = {key: place % FOLDS for place, key in enumerate(keys)}
    chances = [0.0] * len(rows)
    for fold in range(FOLDS):
        inside = [number for number, row in enumerate(rows) if fold_of[row.problem.key] == fold]
        others = [row for row in rows if fold_of[row.problem.key] != fold]
        if not inside or not others:
            continue
        asked = [rows[number] for number in inside]
        found = _Regression(others).chances([row.problem for row in asked], [row.model for row in asked])
        for number, chance in zip(inside, found, strict=True):
            chances[number] = chance
    return [Forecast(chance, row.rate) for chance, row in zip(chances, rows, strict=True)]


def brier_score(forecasts: Sequence[Forecast]) -> float:
    """Return the mean square of the distance between chances and outcomes.

    >>> brier_score([Forecast(0.75, 1.0), Forecast(0.5, 0.0)])
    0.15625
    """
    if not forecasts:
        raise InvalidValue("the Brier score of no forecasts is undefined")
    return math.fsum(one.brier for one in forecasts) / len(forecasts)


def reliability(forecasts: Iterable[Forecast], *, bins: int = BINS) -> tuple[ReliabilityBin, ...]:
    """Return the reliability curve: forecasts in bins of equal width, those without any left out."""
    groups: dict[int, list[Forecast]] = {}
    for one in forecasts:
        groups.setdefault(min(int(one.chance * bins), bins - 1), []).append(one)
    found = []
    for place, group in sorted(groups.items()):
        passed = math.fsum(one.rate for one in group)
        n = len(group)
        predicted = math.fsum(one.chance for one in group) / n
        observed = min(passed / n, 1.0)
        interval = wilson(min(passed, n), n)
        found.append(ReliabilityBin(place / bins, (place + 1) / bins, n, predicted, observed, interval))
    return tuple(found)


def merged(past: Iterable[PastAttempts]) -> dict[tuple[str, str], PastAttempts]:
    """Return the attempts of each pair of a problem and a model as one record; the newest traits are the last ones."""
    found: dict[tuple[str, str], PastAttempts] = {}
    for row in past:
        if not 0 <= row.passed <= row.of or not row.of:
            raise InvalidValue(f"passed must be from 0 to the attempts, of which 1 is the least, got {row!r}")
        key = (row.problem.key, row.model)
        before = found.get(key)
        passed, of = (0, 0) if before is None else (before.passed, before.of)
        found[key] = PastAttempts(row.problem, row.model, passed + row.passed, of + row.of)
    return found


# ---- the regression ------------------------------------------------------------------------------------------------


class _Regression:
    """Coefficients of what is known of a problem, and of models."""

    def __init__(self, rows: Sequence[PastAttempts]) -> None:
        import numpy as np

        self._models = _frequent(row.model for row in rows)
        self._languages = _frequent(row.problem.language for row in rows)
        columns = self._columns([row.problem for row in rows], [row.model for row in rows])
        self._middle, spread = np.nanmean(columns, axis=0), np.nanstd(columns, axis=0)
        self._used = spread > 0
        # Amounts are scaled to the spread that they have; yes and no stay as they are.
        self._scale = np.where(np.isin(np.arange(columns.shape[1]), _AMOUNTS) & self._used, spread, 1.0)
        rates = np.array([row.rate for row in rows])
        self._coefficients = fit_logistic(self._scaled(columns), rates, ridge=RIDGE)

    def chances(self, problems: Sequence[Traits], models: Sequence[str]) -> list[float]:
        """Return the chance of each pair of a problem and a model."""
        import numpy as np

        columns = self._scaled(self._columns(problems, models))
        design = np.hstack([np.ones((len(columns), 1)), columns])
        return [float(chance) for chance in chances_of(design, self._coefficients)]

    def _scaled(self, columns: NDArray[np.float64]) -> NDArray[np.float64]:
        import numpy as np

        scaled: NDArray[np.float64] = np.nan_to_num((columns - self._middle) / self._scale) * self._used
        return scaled

    def _columns(self, problems: Sequence[Traits], models: Sequence[str]) -> NDArray[np.float64]:
        import numpy as np

        rows = [
            [
                math.log1p(problem.prompt_characters),
                math.log1p(problem.visible_cases),
                0.0 if problem.difficulty is None else problem.difficulty - 2.0,
                float(problem.difficulty is None),
                float(problem.visible_cases == 0),
                *_one_hot(problem.kind, _KINDS),
                *_one_hot(problem.language, self._languages),
                *_one_hot(model, self._models),
            ]
            for problem, model in zip(problems, models, strict=True)
        ]
        return np.array(rows, dtype=np.float64)


_AMOUNTS = (0, 1)
"""The columns that are amounts: length of the prompt and number of visible cases, both as logarithms."""
_KINDS: Mapping[str, int] = {kind: place for place, kind in enumerate(ProblemKind)}


def _frequent(names: Iterable[str]) -> Mapping[str, int]:
    counted = sorted(Counter(filter(None, names)).items(), key=lambda item: (-item[1], item[0]))
    return {name: place for place, (name, _) in enumerate(counted[:MOST_NAMES])}


def _one_hot(name: str, known: Mapping[str, int]) -> list[float]:
    """Return a 1 at the place of the name; of a name that is not known, what stands for the mean of all."""
    if name not in known:
        return [math.nan] * len(known)
    return [float(place == known[name]) for place in range(len(known))]
