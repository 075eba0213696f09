"""What people say about candidates: ratings from 1 to 5, checked, kept as plain data, and how far raters agree."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any, Literal

from assay.errors import InvalidValue, MissingExtra

Level = Literal["nominal", "ordinal", "interval"]
LOWEST, HIGHEST = 1, 5
PASS_GRADE = 4
"""The correctness from which on people are said to pass a candidate; of several raters, the mean."""
COMMENT_LIMIT = 10_000
FEWEST_RESAMPLED = 5
"""Candidates that two people have rated, from which on there is an interval."""
LONGEST_RATED = 200
"""Characters of the name of a candidate or a rater."""


class Axis(StrEnum):
    """What is rated."""

    CORRECTNESS = "correctness"
    COMPLETENESS = "completeness"
    EDGE_CASE_HANDLING = "edge_case_handling"
    CODE_QUALITY = "code_quality"


QUESTIONS: Mapping[Axis, str] = {
    Axis.CORRECTNESS: "Does it do what is asked for?",
    Axis.COMPLETENESS: "Does it do all of it?",
    Axis.EDGE_CASE_HANDLING: "Does it mind the borders?",
    Axis.CODE_QUALITY: "Would you be glad to maintain it?",
}
"""What a rater is asked on each axis."""
ACCURACY_WEIGHTS: Mapping[Axis, float] = {
    Axis.CORRECTNESS: 0.4,
    Axis.COMPLETENESS: 0.3,
    Axis.EDGE_CASE_HANDLING: 0.3,
}


@dataclass(frozen=True, slots=True)
class HumanEvaluationScore:
    """One person's opinion of one candidate.

    >>> HumanEvaluationScore(5, 4, 3, 4, "fine").accuracy_score()
    0.82
    """

    correctness: int
    completeness: int
    edge_case_handling: int
    code_quality: int
    comments: str = ""

    def __post_init__(self) -> None:
        for axis in Axis:
            value = getattr(self, axis)
            if type(value) is not int or not LOWEST <= value <= HIGHEST:
                raise InvalidValue(f"{axis} must be a whole number from {LOWEST} to {HIGHEST}, got {value!r}")
        if type(self.comments) is not str or len(self.comments) > COMMENT_LIMIT:
            raise InvalidValue(
                f"comments must be text of at most {COMMENT_LIMIT} characters, got {self.comments!r:.80}"
            )

    def accuracy_score(self) -> float:
        """Return correctness, completeness and edge cases as one number from 0.2 to 1."""
        total = math.fsum(weight * getattr(self, axis) for axis, weight in ACCURACY_WEIGHTS.items())
        return round(total / HIGHEST, 9)


@dataclass(frozen=True, slots=True)
class Rating:
    """A score with who gave it, to what and when; one rater has one rating for each candidate, the latest."""

    candidate: str
    """What was rated: a trial's key in the store, or a file name."""
    rater: str
    score: HumanEvaluationScore
    created: str = ""
    """UTC, ISO 8601."""
    run: str = ""
    """The run that the candidate belongs to; empty for files."""

    def __post_init__(self) -> None:
        for field in ("candidate", "rater"):
            value = getattr(self, field)
            if not isinstance(value, str) or not value.strip() or len(value) > LONGEST_RATED:
                raise InvalidValue(f"{field} must be text of 1 to {LONGEST_RATED} characters, got {value!r:.80}")

    def as_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the rating as flat plain data, for the store."""
        data = asdict(self)
        return {**data.pop("score"), **data}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Rating:  # Any: JSON
        """Return the rating that `as_dict` made; anything else is refused with the field's name.

        >>> rating = Rating("a/0", "ann", HumanEvaluationScore(5, 4, 3, 4))
        >>> Rating.from_dict(rating.as_dict()) == rating
        True
        """
        known = {*Axis, "comments", "candidate", "rater", "created", "run"}
        unknown = sorted(str(name) for name in data if name not in known)
        missing = sorted(str(name) for name in (*Axis, "candidate", "rater") if name not in data)
        if unknown or missing:
            wrong = [f"unknown field {name!r}" for name in unknown] + [f"field {name!r} is missing" for name in missing]
            raise InvalidValue(f"a rating has other fields: {'; '.join(wrong)}")
        score = HumanEvaluationScore(**{axis: data[axis] for axis in Axis}, comments=data.get("comments", ""))
        return cls(data["candidate"], data["rater"], score, data.get("created", ""), data.get("run", ""))


@dataclass(frozen=True, slots=True)
class RaterAgreement:
    """How far raters agree on one axis, beyond chance: 1 is always, 0 is chance."""

    axis: str
    alpha: float | None
    """Krippendorff's, for ordinal values; `None` where it is undefined, see `note`."""
    candidates: int
    """Rated by two or more."""
    raters: int
    note: str = ""
    interval: tuple[float, float] | None = None
    """Of 95 % confidence, by drawing candidates again; `None`: it was not asked for, or there are too few."""


def candidate_name(problem_id: str, attempt: int) -> str:
    """Return what a candidate of a run is called where it is rated.

    >>> candidate_name("HumanEval/0", 2)
    'HumanEval/0#2'
    """
    return f"{problem_id}#{attempt}"


def agreement(ratings: Iterable[Rating], *, resamples: int = 0, seed: int = 0) -> tuple[RaterAgreement, ...]:
    """Return Krippendorff's alpha of each axis, for any number of raters; some may not have rated all candidates.

    With `resamples`, each has its interval, for which the candidates are drawn again so many times.
    """
    latest = {(rating.run, rating.candidate, rating.rater): rating for rating in ratings}
    raters = sorted({rating.rater for rating in latest.values()})
    rated = list(dict.fromkeys((rating.run, rating.candidate) for rating in latest.values()))
    counts = [sum((*key, rater) in latest for rater in raters) for key in rated]
    both = [key for key, count in zip(rated, counts, strict=True) if count > 1]
    if not both:
        return tuple(RaterAgreement(axis, None, 0, len(raters), "no candidate has two raters") for axis in Axis)
    found = tuple(_agreement(axis, both, raters, latest) for axis in Axis)
    if not resamples or len(both) < FEWEST_RESAMPLED:
        return found
    drawn = _drawn(len(both), resamples, seed)
    return tuple(
        replace(
            one, interval=None if one.alpha is None else _alpha_interval(_table(one.axis, both, raters, latest), drawn)
        )
        for one in found
    )


def mean_accuracy(ratings: Iterable[Rating]) -> dict[str, float]:
    """Return the mean accuracy score of each candidate over its raters."""
    scores: dict[str, list[float]] = {}
    for rating in ratings:
        scores.setdefault(rating.candidate, []).append(rating.score.accuracy_score())
    return {candidate: round(math.fsum(given) / len(given), 9) for candidate, given in scores.items()}


def _agreement(
    axis: Axis, keys: Sequence[tuple[str, str]], raters: Sequence[str], latest: Mapping[tuple[str, str, str], Rating]
) -> RaterAgreement:
    table = _table(axis, keys, raters, latest)
    values = {value for row in table for value in row if not math.isnan(value)}
    if len(values) < 2:
        note = "all ratings are the same, so chance and agreement cannot be told apart"
        return RaterAgreement(axis, None, len(keys), len(raters), note)
    return RaterAgreement(axis, krippendorff_alpha(table), len(keys), len(raters))


def _table(
    axis: str, keys: Sequence[tuple[str, str]], raters: Sequence[str], latest: Mapping[tuple[str, str, str], Rating]
) -> list[list[float]]:
    """Return a row for each rater and a column for each candidate, NaN where one is missing."""
    return [
        [float(getattr(latest[*key, rater].score, axis)) if (*key, rater) in latest else math.nan for key in keys]
        for rater in raters
    ]


def _drawn(candidates: int, resamples: int, seed: int) -> list[list[int]]:
    import random

    chance = random.Random(seed)
    return [chance.choices(range(candidates), k=candidates) for _ in range(resamples)]


def _alpha_interval(table: list[list[float]], drawn: Iterable[Sequence[int]]) -> tuple[float, float] | None:
    """Return the middle 95 % of alpha over candidates that were drawn again; those of one grade only have none."""
    found = []
    for places in drawn:
        again = [[row[place] for place in places] for row in table]
        if len({value for row in again for value in row if not math.isnan(value)}) > 1:
            found.append(krippendorff_alpha(again))
    if len(found) < 20:
        return None
    found.sort()
    return found[round(0.025 * (len(found) - 1))], found[round(0.975 * (len(found) - 1))]


def krippendorff_alpha(table: list[list[float]], *, level: Level = "ordinal") -> float:
    """Return Krippendorff's alpha of a row for each rater and a column for each candidate, NaN where one is missing."""
    try:
        import krippendorff
    except ImportError:
        raise MissingExtra("Agreement between raters", "krippendorff", "agreement") from None
    return round(float(krippendorff.alpha(reliability_data=table, level_of_measurement=level)), 9)
