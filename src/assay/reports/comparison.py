"""Two runs held against each other: what changed, how sure that is, and which problems changed sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assay.reports.report import Report
from assay.reports.trials import TrialLine
from assay.statistics.deciding import Difference


@dataclass(frozen=True, slots=True)
class Flip:
    """A problem that one run solves and the other does not, or solves more often."""

    problem: str
    first: TrialLine
    """The attempt of the first run that shows its side: one that failed where it lost."""
    second: TrialLine
    first_share: float
    """Of its attempts that passed."""
    second_share: float
    diff: str = ""
    """From the first candidate to the second, as a unified diff, bounded."""

    @property
    def gained(self) -> bool:
        """Whether the second run is the better one here."""
        return self.second_share > self.first_share


@dataclass(frozen=True, slots=True)
class ComparedPart:
    """The problems of one kind, difficulty or tag, or the trials of one class of error, in both runs."""

    by: str
    """`kind`, `difficulty`, `tag` or `error`."""
    name: str
    first: float
    second: float
    difference: Difference | None
    """`None` for classes of error, which are shares of trials and not compared by a test."""


@dataclass(frozen=True, slots=True)
class RunComparison:
    """The second of two runs beside the first, on the problems that both have answered."""

    first: Report
    second: Report
    metric: str
    """What is compared, such as `pass@1`."""
    first_value: float
    """On the shared problems, which may be fewer than the run's own."""
    second_value: float
    difference: Difference
    parts: tuple[ComparedPart, ...] = ()
    flips: tuple[Flip, ...] = ()
    """Those that the second run lost first."""
    quarantined: Mapping[str, str] = field(default_factory=dict)
    """Problems left out on both sides, each with the reason."""
    only_first: int = 0
    """Problems that only the first run has answered."""
    only_second: int = 0
    differences: tuple[str, ...] = ()
    """What keeps the runs from being comparable, where the caller wanted them compared anyway."""
    notes: tuple[str, ...] = ()
