"""The records of quality: dimensions, weights, evidence, and what an evaluation came to."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from assay.records import Verdict
from assay.weights import parse_weights


class Dimension(StrEnum):
    """What is looked at, in the order of the report."""

    CORRECTNESS = "correctness"
    """Whether it parses; nothing is executed."""
    COMPLETENESS = "completeness"
    CODE_QUALITY = "code_quality"
    DOCUMENTATION = "documentation"
    ERROR_HANDLING = "error_handling"
    TESTING = "testing"


WEIGHTS: Mapping[str, float] = {
    Dimension.CORRECTNESS: 0.30,
    Dimension.COMPLETENESS: 0.25,
    Dimension.CODE_QUALITY: 0.20,
    Dimension.DOCUMENTATION: 0.10,
    Dimension.ERROR_HANDLING: 0.10,
    Dimension.TESTING: 0.05,
}

PASS_THRESHOLD = 0.7
EVIDENCE_LIMIT = 20
"""At most so many lines are listed for one rule."""


class ScoreSide(StrEnum):
    """Which of the two scores a piece of evidence moves."""

    FORM = "form"
    """`overall`, the documented points; `quality` starts from them."""
    QUALITY = "quality"
    """`quality` alone: what the form hides."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One rule applied to one piece of code: the points it gave or withheld, and where one can see why."""

    dimension: Dimension
    rule: str
    given: float
    withheld: float
    line: int | None = None
    """Counts from 1; `None` where there is nothing to point at."""
    text: str = ""
    """That line, cut."""
    detail: str = ""
    side: ScoreSide = ScoreSide.FORM


@dataclass(frozen=True, slots=True)
class Wish:
    """Something the task's description asks for, and whether the code has it."""

    kind: str
    """`name`, `argument`, `error` or `case`."""
    text: str
    found: bool
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Shape:
    """How complex code is: the largest and the sum over its functions."""

    functions: int = 0
    cyclomatic: int = 1
    """Of the most complex function; of the code outside of functions where there are none."""
    cyclomatic_sum: int = 0
    """Decisions in all of the code."""
    cognitive: int = 0
    cognitive_sum: int = 0
    nesting: int = 0
    longest_function: int = 0
    """In lines."""


@dataclass(frozen=True, slots=True)
class QualityRecord:
    """What an evaluation came to: `overall` is the documented score (form), `quality` the one with evidence."""

    overall: float
    passed: bool
    """`overall` is at least the threshold. Never to be called pass@1: nothing was executed."""
    dimensions: Mapping[str, float]
    evidence: tuple[Evidence, ...]
    quality: float
    quality_dimensions: Mapping[str, float]
    language: str
    shape: Shape = field(default_factory=Shape)
    wishes: tuple[Wish, ...] = ()
    """What the task's description asked for."""
    verdict: Verdict | None = None
    """Of an execution, where there was one: it caps `quality`."""
    pass_threshold: float = PASS_THRESHOLD

    def as_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the record as plain data, for `--json` and the store."""
        return asdict(self)


def quality_weights(given: object = None) -> dict[str, float]:
    """Return the weights of the six dimensions, by name, in order or as text; the documented ones where none are given.

    >>> quality_weights()[Dimension.CORRECTNESS], quality_weights("1,0,0,0,0,0")[Dimension.CORRECTNESS]
    (0.3, 1.0)
    """
    return {**WEIGHTS} if given is None else parse_weights(given, [one.value for one in Dimension])


def weighted(dimensions: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return the weighted sum, rounded to 1e-9 so that a threshold means what it says.

    >>> weighted(dict(zip(Dimension, (1.0, 0.7, 0.8, 0.5, 0.3, 0.2))), WEIGHTS)
    0.725
    """
    return round(math.fsum(weight * dimensions[dimension] for dimension, weight in weights.items()), 9)
