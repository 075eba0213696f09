"""What a score means, in words, and what is typical for such problems."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from assay.errors import InvalidValue
from assay.metrics.scoring import AS_FAILED
from assay.records import ProblemKind, Score

_PHRASES = {
    "functional-correctness": "{share} of the attempts are correct",
    "test-case-pass-rate": "{share} of the cases pass on the average problem",
    "edge-case-pass-rate": "{share} of the edge cases pass on the average problem",
    "consistency": "two attempts at the same problem agree {share} of the time",
    "partial-correctness": "{share} of the credit for partly correct solutions",
    "exact-match": "{share} are the reference to the letter",
}
_COUNTED = {"functional-correctness": "attempts", "exact-match": "candidates"}
"""What n counts, where it is not problems."""
_ONE_ATTEMPT = re.compile(r"(?:^|\|)attempts:1(?:\||$)")
_ATTEMPTS = re.compile(r"(?:^|\|)attempts:")
_WHOLE = ("pass@1", f"pass@1{AS_FAILED}", *_COUNTED)
"""Scores that are a count over n: all of them, or those of one attempt at each problem."""


@dataclass(frozen=True, slots=True)
class TypicalRange:
    """The pass@1 that is usual for one kind of problem: context for a reader, not a bar."""

    name: str
    low: float
    high: float

    def place(self, value: float) -> str:
        """Where a value stands: `below`, `within` or `above` the range.

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
    """The score as a sentence that needs no glossary.

    >>> in_words(Score("pass@1", 107 / 164, 164, (0.577, 0.721), k=1))
    '65 % solved on the first try (107 of 164; likely between 58 % and 72 %)'
    """
    if score.value is None:
        return f"{score.metric}: nothing to measure" + (f" ({score.note})" if score.note else "")
    likely = ""
    if score.interval is not None:
        likely = f"; likely between {percent(score.interval[0])} and {percent(score.interval[1])}"
    return f"{_phrase(score)} ({_basis(score)}{likely})"


def in_context(kind: ProblemKind, score: Score) -> str:
    """How a pass@1 compares with what is typical for that kind of problem; empty for other scores.

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
    """A share as a whole percentage, with a decimal where it would wrongly read as none or all.

    >>> percent(0.654), percent(0.9984), percent(1.0), percent(0.00001)
    ('65 %', '99.8 %', '100 %', '0.1 %')
    """
    if not 0 <= share <= 1:
        raise InvalidValue(f"a share is from 0 to 1, got {share!r}")
    whole = f"{100 * share:.0f}"
    if share in (0, 1) or whole not in ("0", "100"):
        return f"{whole} %"
    return f"{min(99.9, max(0.1, 100 * share)):.1f} %"


def _phrase(score: Score) -> str:
    share = percent(score.value or 0.0)
    name = score.metric.removesuffix(AS_FAILED)
    tail = ", with every unjudged trial as failed" if name != score.metric else ""
    if name == "pass@1":
        return f"{share} solved on the first try{tail}"
    if name.startswith("pass@"):
        return f"{share} solved within {score.k} tries{tail}"
    if name.startswith("pass^"):
        return f"{share} solved {score.k} times in a row"
    return _PHRASES.get(name, f"{name} is {{share}}").format(share=share)


def _basis(score: Score) -> str:
    """What the number rests on: a count over n where it is one, and otherwise how many there were."""
    noun = _COUNTED.get(score.metric, "problems")
    solved = (score.value or 0.0) * score.n
    repeated = _ATTEMPTS.search(score.signature) and not _ONE_ATTEMPT.search(score.signature)
    counted = score.metric in _COUNTED or (score.metric in _WHOLE and not repeated)
    if counted and abs(solved - round(solved)) < 1e-6:
        return f"{round(solved)} of {score.n}"
    return f"{score.n} {noun if score.n != 1 else noun.removesuffix('s')}"
