"""How far two programs agree that were given the same inputs: the records of computational accuracy."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Agreement(StrEnum):
    """What became of one input, or of one pair of programs."""

    PERFECT = "perfect"
    CLOSE = "close"
    """Equal after normalisation."""
    PARTIAL = "partial"
    """Equal return codes, different output; of several inputs: some agree and others do not."""
    FAILED = "failed"
    """Different return codes, or the prediction could not be run to its end."""
    GROUNDTRUTH_FAILED = "groundtruth_failed"
    """The ground truth could not be run to its end: it shows nothing about the prediction, whatever that one did."""
    NONDETERMINISTIC = "nondeterministic"
    """The ground truth does not agree with itself."""
    NO_TOOLCHAIN = "no_toolchain"
    """One of the two is in a language that this machine cannot build or run."""
    MISSING = "missing"
    """There is no prediction."""
    FAULT = "fault"
    """Our side broke: not judged."""


SCORES = {Agreement.PERFECT: 1.0, Agreement.CLOSE: 0.9, Agreement.PARTIAL: 0.5, Agreement.FAILED: 0.0}
"""Of one input; the other classes say nothing about the prediction, and have none."""


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """What is kept of one program's run on one input: the facts, and excerpts of what it printed."""

    returncode: int | None = None
    failure: str = ""
    """`crash`, `build`, `start`, `source` or the limit that ended it; empty when it did not fail."""
    output: str = ""
    """Standard output as the checker sees it: normalised, or as it is where bytes decide."""
    raw_output: str = ""
    stderr: str = ""
    truncated: bool = False
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two programs on one input; its size does not depend on how much they printed."""

    groundtruth: ProgramRun
    prediction: ProgramRun
    found: Agreement
    """The class of this input, where the ground truth agrees with itself."""
    exact: bool
    normalised: bool
    same_returncode: bool
    applied: tuple[str, ...] = ()
    """The normalisers without which the outputs would differ."""
    error: str = ""
    diff: str = ""
    varies: bool = False
    """Whether the ground truth gave something else the next time."""

    @property
    def score(self) -> float | None:
        """1.0, 0.9, 0.5 or 0.0; `None` where the ground truth failed."""
        return SCORES.get(self.found)

    @property
    def agreement(self) -> Agreement:
        """The class of this input."""
        return Agreement.NONDETERMINISTIC if self.varies else self.found


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How far a program agrees with its ground truth, over all inputs."""

    comparisons: tuple[Comparison, ...] = ()
    """One for each input; their texts have a bounded size in all."""
    worst: Comparison | None = None
    """The first of those with the lowest score, with all its texts; `None` where nothing was compared."""
    set_aside: Agreement | None = None
    """Why nothing could be compared."""

    @property
    def counted(self) -> tuple[Comparison, ...]:
        """The inputs that show something about the prediction, because the ground truth took them."""
        return tuple(found for found in self.comparisons if found.score is not None)

    @property
    def score(self) -> float | None:
        """The mean over the inputs that count; `None` when none does."""
        scores = [found.score for found in self.comparisons if found.score is not None]
        return sum(scores) / len(scores) if scores else None

    @property
    def agreement(self) -> Agreement:
        """The class of all inputs together."""
        if self.set_aside is not None:
            return self.set_aside
        if any(found.varies for found in self.comparisons):
            return Agreement.NONDETERMINISTIC
        kinds = {comparison.found for comparison in self.counted}
        if not kinds:
            return Agreement.GROUNDTRUTH_FAILED
        if len(kinds) == 1:
            return kinds.pop()
        if kinds <= {Agreement.PERFECT, Agreement.CLOSE}:
            return Agreement.CLOSE
        return Agreement.PARTIAL  # one kind at least has points
