"""Two runs held against each other: what changed, how sure that is, and which problems changed sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from assay.reports.figures import counted, interval_of_points, points, probability
from assay.reports.report import Report, who
from assay.reports.tradeoff import title_of
from assay.reports.trials import TrialLine
from assay.results import Result
from assay.spec import Run
from assay.statistics.deciding import Decision, Difference

LONGEST_NAME = 60
"""Characters of the name of a run in a sentence or above a column."""


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

    @property
    def is_whole(self) -> bool:
        """Whether one run always passes and the other never does, however many attempts they have."""
        return {self.first_share, self.second_share} == {0.0, 1.0}

    @property
    def now(self) -> str:
        """What became of it, in words: `now passes` only where no attempt passed before and all do now."""
        if self.is_whole:
            return "now passes" if self.gained else "now fails"
        return "passes more often" if self.gained else "passes less often"


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
class ComparedMeasure:
    """What both runs took by one measure: money, time, or how much they answered."""

    name: str
    unit: str
    """`dollars`, `seconds` or `share`."""
    first: float | None
    """`None`: it is not known."""
    second: float | None
    ratio: float | None = None
    """How many times as much the second run takes on the same problem, as a geometric mean; `None`: not measured."""
    ratio_interval: tuple[float, float] | None = None
    n: int = 0
    """Problems behind the ratio."""


@dataclass(frozen=True, slots=True)
class SplitChange:
    """The change between two runs over all their own problems, split by where it comes from.

    Where the two runs have answered different problems, their scores differ also because those are harder or easier.
    """

    by: str
    """What tells hard problems from easy ones: `kind` or `difficulty`."""
    total: float
    """Second minus first, over all problems that each of them has answered."""
    mix: float
    """What of it comes from other problems."""
    performance: float
    """What of it comes from other answers to such problems."""

    def sentence(self) -> str:
        """Say it.

        >>> SplitChange("difficulty", -0.08, -0.10, 0.02).sentence()
        'over all that each has answered −8.0 points: −10.0 from harder problems, +2.0 from the answers (by difficulty)'
        """
        problems = "harder problems" if self.mix < 0 else "easier problems" if self.mix > 0 else "other problems"
        return (
            f"over all that each has answered {points(self.total)} points: {points(self.mix)} from {problems}, "
            f"{points(self.performance)} from the answers (by {self.by})"
        )


@dataclass(frozen=True, slots=True, repr=False)
class RunComparison(Result):
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
    measures: tuple[ComparedMeasure, ...] = ()
    """Beside the score: cost per solved problem, latency, coverage; those that one of the runs knows."""
    split: SplitChange | None = None
    """Where the runs have answered different problems of one benchmark."""
    paired: bool = True
    """Whether the runs share problems; where they share none, two independent sets of problems are compared."""
    incomparable: tuple[str, ...] = ()
    """Why the runs cannot be compared, where nobody asked to compare them anyway: the numbers then decide nothing."""
    among: int = 1
    """Of how many comparisons this is one; p, and so the decision, allows for that."""

    @property
    def names(self) -> tuple[str, str]:
        """What the two runs are called beside each other."""
        return names_of(self.first, self.second)

    @property
    def now_pass(self) -> int:
        """How many problems the second run solves and the first does not, or solves more often."""
        return sum(flip.gained for flip in self.flips)

    @property
    def now_fail(self) -> int:
        """How many problems the first run solves and the second does not, or solves more often."""
        return len(self.flips) - self.now_pass

    def changes(self) -> str:
        """Say how many problems changed sides, or pass more or less often where attempts repeat; empty: none did."""
        if not self.flips:
            return ""
        more, less = ("now pass", "now fail") if self.only_whole_flips else ("pass more often", "less often")
        return f"{counted(len(self.flips), 'problem')} changed: {self.now_pass:,} {more} · {self.now_fail:,} {less}"

    @property
    def only_whole_flips(self) -> bool:
        """Whether each problem that changed passes always in one run and never in the other."""
        return all(flip.is_whole for flip in self.flips)

    @property
    def decision(self) -> Decision:
        """What can be said of the second run."""
        return self.difference.decision

    def sentence(self) -> str:
        """Say in words what came out, with the difference, its interval, how many problems, and p."""
        found, (first, second) = self.difference, self.names
        if self.incomparable:
            return f"{first} and {second} cannot be compared: {'; '.join(self.incomparable)}"
        what = self.figures()
        adjusted = f" (adjusted for {self.among} comparisons)" if self.among > 1 else ""
        chance = "" if found.p is None else f", p {probability(found.p)}{adjusted}"
        margin = f"±{100 * found.margin:.3g} points"
        match found.decision:
            case Decision.BETTER | Decision.WORSE:
                return f"{second} is {found.decision.value} than {first}: {what}{chance}"
            case Decision.SAME:
                return f"No difference beyond {margin}: {second} against {first} {what}"
        more = f"; some {found.needed:,} more problems would tell {margin}" if found.needed else ""
        few = "; so few problems do not bear out the interval" if found.is_unborne else ""
        return f"Not enough data: {second} against {first} {what}{chance}{few}{more}"

    def figures(self) -> str:
        """Return by how many points the second run is above the first, with the interval, and on how many problems."""
        return f"{points(self.difference.value)} points{_within(self.difference)}, {self.extent()}"

    def undecided(self, *reasons: str) -> RunComparison:
        """Return the comparison with the same numbers, none of which says that a run is better, for these reasons."""
        parts = tuple(
            part if part.difference is None else replace(part, difference=_undecided(part.difference))
            for part in self.parts
        )
        return replace(self, difference=_undecided(self.difference), parts=parts, incomparable=reasons)

    def extent(self) -> str:
        """Return how many problems are compared, in words; both numbers where the runs share none."""
        if self.paired:
            return counted(self.difference.n, "problem")
        return f"{self.only_first:,} and {counted(self.only_second, 'problem')}"

    def headline(self) -> str:
        """Return the sentence."""
        return self.sentence()

    def table(self) -> list[dict[str, Any]]:  # Any: texts and numbers
        """Return one row for the whole comparison, then one for each part."""
        whole = ComparedPart("", "", self.first_value, self.second_value, self.difference)
        return [_row(part) for part in (whole, *self.parts)]

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the comparison as one JSON object."""
        return {
            "sentence": self.sentence(),
            "decision": self.decision.value,
            "metric": self.metric,
            "first": _side(self.first, self.names[0], self.first_value),
            "second": _side(self.second, self.names[1], self.second_value),
            "difference": self.difference.to_dict(),
            "measures": [asdict(measure) for measure in self.measures],
            "paired": self.paired,
            "among": self.among,
            "parts": [asdict(part) for part in self.parts],
            "now_pass": self.now_pass,
            "now_fail": self.now_fail,
            "flips": [{**asdict(flip), "gained": flip.gained} for flip in self.flips],
            "quarantined": dict(self.quarantined),
            "only_first": self.only_first,
            "only_second": self.only_second,
            "split": None if self.split is None else asdict(self.split),
            "differences": list(self.differences),
            "incomparable": list(self.incomparable),
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class RunPair:
    """Two of several runs, by their ids, and how far the second is above the first."""

    first: str
    second: str
    difference: Difference


@dataclass(frozen=True, slots=True)
class SeveralCompared:
    """Several runs beside one of them, the baseline."""

    comparisons: tuple[RunComparison, ...]
    """One for each run but the baseline, which is the first of each; what they say allows for their being several."""
    pairs: tuple[RunPair, ...]
    """Any two of the runs that share problems, on those that both have answered; not adjusted."""

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return all of it as plain data."""
        return {
            "comparisons": [one.to_dict() for one in self.comparisons],
            "pairs": [asdict(pair) for pair in self.pairs],
        }


@dataclass(frozen=True, slots=True)
class Baselined:
    """The runs of a report beside the first of them."""

    comparisons: tuple[RunComparison, ...] = ()
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Runs that have nothing to be put beside the baseline, by their ids, each with the reason."""


def names_of(first: Report, second: Report) -> tuple[str, str]:
    """Return what two runs are called beside each other: by model where that tells them apart, else by name or id.

    >>> a, b = Report(Run("a1", "mine", "1", model="m"), ()), Report(Run("b2", "mine", "1", model="n"), ())
    >>> names_of(a, b), names_of(a, a)
    (('m', 'n'), ('run a1', 'run a1'))
    """
    said = [
        (who(first.run, first.writers), who(second.run, second.writers)),
        (first.run.name, second.run.name),
        (_title(first), _title(second)),
    ]
    for one, other in said:
        if one and other and _named(one) != _named(other):
            return _named(one), _named(other)
    return f"run {first.run.id}", f"run {second.run.id}"


def signature_of(report: Report) -> str:
    """Return the signature of a run's first score; empty where it has none."""
    return report.scores[0].signature if report.scores else ""


def _title(report: Report) -> str:
    title = title_of(report)
    return f"run {title}" if title == report.run.id else title


def _named(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _undecided(found: Difference) -> Difference:
    return replace(found, p=None, mid_p=None, needed=None, decision=Decision.UNCLEAR)


def _within(found: Difference) -> str:
    """Return the interval that decides: that of 90 % where there is no difference, else that of 95 %."""
    if found.decision is Decision.SAME and found.inner is not None:
        return f" (90 % interval {interval_of_points(found.inner)})"
    return "" if found.interval is None else f" ({interval_of_points(found.interval)})"


def _row(part: ComparedPart) -> dict[str, Any]:  # Any: texts and numbers
    found = part.difference
    low, high = (None, None) if found is None or found.interval is None else found.interval
    return {
        "by": part.by,
        "name": part.name,
        "first": part.first,
        "second": part.second,
        "difference": part.second - part.first,
        "low": low,
        "high": high,
        "p": None if found is None else found.p,
        "n": None if found is None else found.n,
        "decision": "" if found is None else found.decision.value,
    }


def _side(report: Report, name: str, value: float) -> dict[str, Any]:  # Any: JSON
    run: Run = report.run
    return {
        "run": run.id,
        "called": name,
        "name": run.name,
        "model": who(run, report.writers),
        "benchmark": run.benchmark,
        "benchmark_version": run.benchmark_version,
        "state": run.state.value,
        "value": value,
        "signature": signature_of(report),
    }
