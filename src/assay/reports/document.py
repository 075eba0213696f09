"""What a report file is made from, whatever its format: the reports of some runs, their attempts, and what changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from assay.records import Trial
from assay.reports.comparison import RunComparison
from assay.reports.report import Report
from assay.reports.trials import ProblemPage, TrialLine, TrialPage


def _no_trials(place: int) -> Iterator[Trial]:
    return iter(())


@dataclass(frozen=True, slots=True)
class Document:
    """One or more runs, ready to be written in any format; where there are several, the first is the baseline."""

    reports: tuple[Report, ...]
    lines: tuple[tuple[TrialLine, ...], ...]
    """The attempts of each run, in the order of `reports`."""
    pages: Callable[[int], Iterator[TrialPage]]
    """Gives everything about each attempt of the run at that place, in the order of its `lines`, as often as asked."""
    problems: Mapping[str, ProblemPage] = field(default_factory=dict)
    comparisons: tuple[RunComparison, ...] = ()
    """The baseline beside each further run of the same benchmark; first those that can be compared with it."""
    seconds: tuple[tuple[float, ...], ...] = ()
    """What the solver of each run took for each problem; empty where the candidates came from elsewhere."""
    made: str = ""
    """When, in local time with its zone, as people read it."""
    trials: Callable[[int], Iterator[Trial]] = _no_trials
    """Gives the same attempts as the store has them, unbounded, for files that lose nothing."""
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Runs that no comparison is about, by their ids, each with the reason."""

    def left_out_lines(self) -> list[str]:
        """Return one line for each run that is not compared, with the reason."""
        baseline = self.reports[0].run.id
        return [f"run {run} is not compared with run {baseline}: {why}" for run, why in self.left_out.items()]
