"""What people say of a run beside its verdicts: both combined, how far they agree, and who was graded higher."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from assay.errors import InvalidValue
from assay.quality.human import PASS_GRADE, Rating, candidate_name
from assay.records import Trial
from assay.spec import Run
from assay.statistics.intervals import clustered, wilson
from assay.statistics.people import Combined, cohen_kappa, combine, kappa_interval
from assay.statistics.strengths import Strength, bradley_terry

IMAGINED_WINS = 0.5
"""Added each way to every pair of runs that a rater has compared, so that one that always wins has a strength."""


@dataclass(frozen=True, slots=True)
class PassShare:
    """A share of passes over problems."""

    value: float
    interval: tuple[float, float]
    """Of 95 % confidence."""
    n: int
    """Problems."""


@dataclass(frozen=True, slots=True)
class VerdictAgreement:
    """On how many candidates people and verdicts say the same."""

    both: int
    """Passed by both."""
    verdict_only: int
    people_only: int
    neither: int
    kappa: float | None
    """Cohen's; `None`: all candidates are in one class, so that chance and agreement cannot be told apart."""
    kappa_interval: tuple[float, float] | None = None
    """Of 95 % confidence."""

    @property
    def n(self) -> int:
        return self.both + self.verdict_only + self.people_only + self.neither

    @property
    def agreed(self) -> int:
        return self.both + self.neither


@dataclass(frozen=True, slots=True)
class Opinions:
    """People's judgements of a run beside the verdicts; people pass a candidate of a mean correctness of 4 or more."""

    automatic: PassShare | None
    """By the verdicts, on all problems; `None`: nothing is judged."""
    people: PassShare | None
    """By people, on the problems they have graded; `None`: they have graded none."""
    combined: Combined | None
    """By both; `None`: fewer than two problems are graded."""
    agreement: VerdictAgreement | None
    strengths: tuple[Strength, ...] = ()
    """Of the runs of this benchmark that one person has graded on the same problems, by who got the higher grade."""
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the judgements as plain data."""
        return {"pass_grade": PASS_GRADE, **asdict(self)}


def opinions_of(run: Run, trials: Iterable[Trial], ratings: Sequence[Rating], runs: Mapping[str, str]) -> Opinions:
    """Hold what people say of a run against its verdicts, and the run against others that they have graded.

    `ratings` are of all runs; `runs` has the runs of the same benchmark, each with the name to show. A problem counts
    once, however many of its attempts there are; trials without a verdict are left out.
    """
    graded = _graded(run.id, ratings)
    passed: dict[str, list[float]] = defaultdict(list)
    pairs: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    known = 0
    for trial in trials:
        if trial.verdict is None:
            continue
        passed[trial.problem_id].append(trial.verdict.passed)
        people = graded.get(candidate_name(trial.problem_id, trial.candidate.attempt))
        if people is not None:
            pairs[trial.problem_id].append((people, trial.verdict.passed))
            known += 1
    strengths, why = _strengths(ratings, runs)
    left_out = len(graded) - known
    notes = [f"{left_out} graded candidates have no verdict in this run and are left out"] if left_out else []
    return Opinions(
        _share([_mean(one) for one in passed.values()]),
        _share([_mean([people for people, _ in one]) for one in pairs.values()]),
        _combined(passed, pairs),
        _agreement([pair for one in pairs.values() for pair in one]),
        strengths,
        (*notes, *why),
    )


def _graded(run: str, ratings: Iterable[Rating]) -> dict[str, bool]:
    """Return for each graded candidate of a run whether people pass it: by the mean of the raters' correctness."""
    latest = {(one.candidate, one.rater): one.score.correctness for one in ratings if one.run == run}
    grades: dict[str, list[float]] = defaultdict(list)
    for (candidate, _), grade in latest.items():
        grades[candidate].append(grade)
    return {candidate: _mean(given) >= PASS_GRADE for candidate, given in grades.items()}


def _combined(passed: Mapping[str, list[float]], pairs: Mapping[str, list[tuple[bool, bool]]]) -> Combined | None:
    if len(pairs) < 2:
        return None
    people = [_mean([one for one, _ in graded]) for graded in pairs.values()]
    machine = [_mean([one for _, one in graded]) for graded in pairs.values()]
    return combine([_mean(one) for one in passed.values()], list(zip(people, machine, strict=True)))


def _agreement(pairs: Sequence[tuple[bool, bool]]) -> VerdictAgreement | None:
    if not pairs:
        return None
    both, neither = pairs.count((True, True)), pairs.count((False, False))
    people_only, verdict_only = pairs.count((True, False)), pairs.count((False, True))
    table = [[both, people_only], [verdict_only, neither]]
    return VerdictAgreement(both, verdict_only, people_only, neither, cohen_kappa(table), kappa_interval(table))


def _strengths(ratings: Iterable[Rating], runs: Mapping[str, str]) -> tuple[tuple[Strength, ...], tuple[str, ...]]:
    """Return the strengths of the runs from who was graded higher, or why there are none.

    Only grades of one person are compared, on one problem: what one means by a 4, another may call a 3. Equal grades
    are a tie. Where a run has several graded attempts at a problem, their mean stands for it; where several people have
    graded both runs on a problem, each has a part of its one comparison.
    """
    grades: dict[str, dict[str, dict[str, list[float]]]] = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for rating in ratings:
        if rating.run in runs:
            problem = rating.candidate.rpartition("#")[0]
            grades[problem][rating.rater][rating.run].append(rating.score.accuracy_score())
    wins: dict[tuple[str, str], float] = defaultdict(float)
    for by_rater in grades.values():
        found: dict[tuple[str, str], list[float]] = defaultdict(list)
        for by_run in by_rater.values():
            for (first, one), (second, other) in combinations(sorted(by_run.items()), 2):
                found[first, second].append(_won(_mean(one), _mean(other)))
        for (first, second), won in found.items():
            wins[first, second] += _mean(won)
            wins[second, first] += 1 - _mean(won)
    if not wins:
        return (), ()
    shown = {(runs[winner], runs[loser]): count for (winner, loser), count in wins.items()}
    try:
        return tuple(bradley_terry(shown, imagined=IMAGINED_WINS)), ()
    except InvalidValue as error:
        return (), (f"no strengths of the graded runs: {error}",)


def _won(one: float, other: float) -> float:
    return 0.5 if one == other else float(one > other)


def _share(values: Sequence[float]) -> PassShare | None:
    """Return the mean with its interval: Wilson's where all values are 0 or 1, else one by resampling."""
    if not values:
        return None
    once = all(value in (0, 1) for value in values)
    interval = wilson(math.fsum(values), len(values)) if once else clustered(values)
    return PassShare(_mean(values), interval, len(values))


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
