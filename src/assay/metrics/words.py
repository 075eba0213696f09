"""What a score means, in words, and what is typical for such problems."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from assay.errors import InvalidValue, require
from assay.metrics.base import Metric
from assay.metrics.catalog import metric_of
from assay.metrics.passk import AS_FAILED
from assay.records import ProblemKind, Score

_ONE_ATTEMPT = re.compile(r"(?:^|\|)attempts:1(?:\||$)")
_ATTEMPTS = re.compile(r"(?:^|\|)attempts:")
_FIRST_TRY = ("pass@1", f"pass@1{AS_FAILED}")
"""Scores that are a count over n where there is one attempt at each problem."""
_UNKNOWN = Metric("", "", lambda run: ())
"""Stands for the metric of a score that no metric at hand gives."""


@dataclass(frozen=True, slots=True)
class TypicalRange:
    """The pass@1 that is usual for one kind of problem: context for a reader, not a bar."""

    name: str
    low: float
    high: float

    def place(self, value: float) -> str:
        """Say where a value stands: `below`, `within` or `above` the range.

        >>> TYPICAL[ProblemKind.FUNCTION].place(0.65)
        'below'
        """
        if value < self.low:
            return "below"
        return "above" if value > self.high else "within"


TYPICAL: Mapping[ProblemKind, TypicalRange] = {
    ProblemKind.FUNCTION: TypicalRange("simple", 0.70, 0.85),
    ProblemKind.ALGORITHM: TypicalRange("complex", 0.30, 0.50),
    ProblemKind.REPOSITORY: TypicalRange("repository", 0.10, 0.30),
}


def in_words(score: Score) -> str:
    """Return the score as a sentence that needs no glossary.

    >>> in_words(Score("pass@1", 107 / 164, 164, (0.577, 0.721), k=1))
    '65 % solved on the first try (107 of 164; likely between 58 % and 72 %)'
    """
    require("score", score, (Score,), "a Score")
    if score.value is None:
        return f"{score.metric}: nothing to measure" + (f" ({score.note})" if score.note else "")
    likely = ""
    if score.interval is not None:
        likely = f"; likely between {percent(score.interval[0])} and {percent(score.interval[1])}"
    metric = metric_of(score.metric) or _UNKNOWN
    return f"{_phrase(score, metric)} ({_basis(score, metric)}{likely})"


def in_context(kind: ProblemKind, score: Score) -> str:
    """Say how a pass@1 compares with what is typical for that kind of problem; empty for other scores.

    >>> in_context(ProblemKind.ALGORITHM, Score("pass@1", 0.4, 10, k=1))
    'within the typical 30–50 % for complex problems'
    """
    if score.metric != "pass@1" or score.value is None:
        return ""
    usual = TYPICAL[kind]
    return f"{usual.place(score.value)} the typical {usual.low:.0%}–{usual.high:.0%} for {usual.name} problems".replace(
        "%–", "–"
    ).replace("%", " %")


def percent(share: float) -> str:
    """Return a share as a whole percentage, with a decimal where it would wrongly read as none or all.

    >>> percent(0.654), percent(0.9984), percent(1.0), percent(0.00001)
    ('65 %', '99.8 %', '100 %', '0.1 %')
    """
    if not 0 <= share <= 1:
        raise InvalidValue(f"a share is from 0 to 1, got {share!r}")
    whole = f"{100 * share:.0f}"
    if share in (0, 1) or whole not in ("0", "100"):
        return f"{whole} %"
    return f"{min(99.9, max(0.1, 100 * share)):.1f} %"


def _phrase(score: Score, metric: Metric) -> str:
    share = percent(score.value or 0.0)
    if callable(metric.phrase):
        return metric.phrase(score, share)
    return metric.phrase.format(share=share) if metric.phrase else f"{score.metric} is {share}"


def _basis(score: Score, metric: Metric) -> str:
    """Return what the number rests on: a count over n where it is one, and otherwise how many there were."""
    solved = (score.value or 0.0) * score.n
    repeated = _ATTEMPTS.search(score.signature) and not _ONE_ATTEMPT.search(score.signature)
    counted = metric.counts != "problems" or (score.metric in _FIRST_TRY and not repeated)
    if counted and abs(solved - round(solved)) < 1e-6:
        return f"{round(solved)} of {score.n}"
    return f"{score.n} {metric.counts if score.n != 1 else metric.counts.removesuffix('s')}"
