"""Trials compressed to what the metrics need, in one pass: a few counts for each problem and each model version."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from assay.metrics.analysis import ErrorAnalysis, ErrorClass, error_class, from_counts
from assay.metrics.kinds import OutcomeLike, TrialLike, checked_trials
from assay.metrics.matching import normalize
from assay.metrics.partial import COMPILES_WEIGHT, SYNTAX_WEIGHT, loads, parses, weights
from assay.records import (
    PROPERTY,
    CaseKind,
    CaseStatus,
    Part,
    ProbeOutcome,
    Problem,
    SuspicionKind,
    Verdict,
    Writer,
)

Key = TypeVar("Key")


@dataclass(slots=True)
class CaseCounts:
    """The cases of one kind over all attempts at a problem; whole numbers only, so that no order changes a sum."""

    passed: dict[int, int] = field(default_factory=dict)
    """Number of cases of an attempt → how many of them passed, over all attempts with so many."""
    shown: int = 0
    """The cases of all attempts together."""
    size: int = 0
    """The most cases that the problem is known to have."""

    def add(self, passed: int, cases: int) -> None:
        """Count one attempt."""
        if cases:
            self.passed[cases] = self.passed.get(cases, 0) + passed
            self.shown += cases
            self.size = max(self.size, cases)

    def rates(self) -> float:
        """Return the sum over the attempts of the share that passed; an attempt without these cases adds nothing."""
        return sum(passed / cases for cases, passed in sorted(self.passed.items()))

    def __add__(self, other: CaseCounts) -> CaseCounts:
        return CaseCounts(_added(self.passed, other.passed), self.shown + other.shown, max(self.size, other.size))


@dataclass(frozen=True, slots=True)
class ProbeCounts:
    """What one probe found, over all attempts at a problem."""

    count: int = 0
    of: int = 0
    silent: int = 0
    """Answers that say nothing: there was nothing to compare with, for example."""
    faults: int = 0

    @classmethod
    def of_outcome(cls, outcome: ProbeOutcome) -> ProbeCounts:
        failed = bool(outcome.fault)
        return cls(outcome.count, outcome.of, int(not failed and not outcome.of), int(failed))

    def __add__(self, other: ProbeCounts) -> ProbeCounts:
        return ProbeCounts(
            self.count + other.count, self.of + other.of, self.silent + other.silent, self.faults + other.faults
        )


@dataclass(slots=True)
class Tally:
    """The attempts at one problem, counted."""

    judged: int = 0
    passed: int = 0
    faults: int = 0
    """Unjudged, never failed."""
    verdicts: dict[Verdict, int] = field(default_factory=dict)
    errors: dict[ErrorClass, int] = field(default_factory=dict)
    suspicions: dict[SuspicionKind, int] = field(default_factory=dict)
    """In how many trials there is a suspicion of that kind."""
    suspected: int = 0
    """Trials with at least one suspicion."""
    parsed: int = 0
    loaded: int = 0
    blank: int = 0
    """Judged attempts of which no case is known."""
    blank_passed: int = 0
    cases: CaseCounts = field(default_factory=CaseCounts)
    basic: CaseCounts = field(default_factory=CaseCounts)
    edge: CaseCounts = field(default_factory=CaseCounts)
    properties: CaseCounts = field(default_factory=CaseCounts)
    """Those cases that are properties, each of which is also a basic or an edge case."""
    basic_passed: int = 0
    """Attempts that passed every basic case."""
    whole_passed: int = 0
    """Attempts that passed every case, those that do not decide included."""
    compared: int = 0
    """Judged attempts whose text was held against a reference."""
    matched: int = 0
    probes: dict[str, ProbeCounts] = field(default_factory=dict)
    """What each probe found, by its name."""

    @property
    def attempts(self) -> int:
        """Judged or not."""
        return self.judged + self.faults

    def passed_part(self, part: Part) -> int:
        """Return the number of attempts that passed these cases, whichever cases decided about their verdict."""
        return self.basic_passed if part is Part.BASIC else self.whole_passed

    def case_rate(self) -> float:
        """Return the share of its cases that an attempt passes, on average."""
        return (self.cases.rates() + self.blank_passed) / self.judged

    def edge_rate(self) -> float:
        """Return the share of its edge cases that an attempt passes, on average."""
        return (self.edge.rates() + self.blank_passed) / self.judged

    def property_rate(self) -> float:
        """Return the share of its properties that an attempt keeps, on average."""
        return (self.properties.rates() + self.blank_passed) / self.judged

    def partial(self) -> float:
        """Return the partial correctness of an attempt, on average."""
        basic, edge = weights(basic=bool(self.basic.size), edge=bool(self.edge.size))
        whole = SYNTAX_WEIGHT * self.parsed + COMPILES_WEIGHT * self.loaded + (basic + edge) * self.blank_passed
        whole += basic * self.basic.rates() + edge * self.edge.rates()
        return round(whole / self.judged, 12)

    def pooled(self, group: CaseCounts) -> tuple[int, int]:
        """Return the cases passed and all cases; an attempt of which none is known counts as if it had all."""
        passed = sum(group.passed.values()) + self.blank_passed * group.size
        return passed, group.shown + self.blank * group.size

    def add(self, trial: TrialLike, reference: str | None = None) -> None:
        """Count one attempt; `reference` is the normalised one, `None` where there is none."""
        self._suspect(trial)
        for probe in trial.probes:
            self.probes[probe.probe] = self.probes.get(probe.probe, ProbeCounts()) + ProbeCounts.of_outcome(probe)
        if trial.verdict is None:
            self.faults += 1
            return
        verdict = Verdict(trial.verdict)
        self.judged += 1
        self.passed += verdict is Verdict.PASSED
        _count(self.verdicts, verdict)
        found = error_class(verdict, trial.outcomes, trial.detail)
        if found is not None:
            _count(self.errors, found)
        self.parsed += parses(verdict, trial.detail)
        self.loaded += loads(verdict, trial.outcomes)
        self._cases(verdict, trial.outcomes)
        source = trial.candidate.source
        if reference is not None and source is not None:
            self.compared += 1
            self.matched += normalize(source) == reference

    def expect(self, problem: Problem) -> None:
        """Note which cases a problem has, for attempts that never got to them."""
        basic, edge = problem.counts()
        own = len(problem.properties)
        sizes = ((self.cases, basic + edge), (self.basic, basic), (self.edge, edge), (self.properties, own))
        for group, size in sizes:
            group.size = max(group.size, size)

    def __add__(self, other: Tally) -> Tally:
        return Tally(**{one.name: _plus(getattr(self, one.name), getattr(other, one.name)) for one in fields(self)})

    def _suspect(self, trial: TrialLike) -> None:
        if not trial.suspicions:
            return
        kinds = {suspicion.kind for suspicion in trial.suspicions}
        self.suspected += 1
        for kind in kinds:
            _count(self.suspicions, SuspicionKind(kind))

    def _cases(self, verdict: Verdict, outcomes: Sequence[OutcomeLike]) -> None:
        if not outcomes:
            self.blank += 1
            right = verdict is Verdict.PASSED
            self.blank_passed += right
            self.basic_passed += right
            self.whole_passed += right
            return
        passed = edge = edge_passed = own = own_passed = 0
        for outcome in outcomes:
            right = outcome.status == CaseStatus.PASSED
            passed += right
            if outcome.name.startswith(PROPERTY):
                own += 1
                own_passed += right
            if outcome.kind == CaseKind.EDGE:
                edge += 1
                edge_passed += right
        basic = len(outcomes) - edge
        self.basic_passed += passed - edge_passed == basic if basic else verdict is Verdict.PASSED
        self.whole_passed += verdict is Verdict.PASSED and passed == len(outcomes)
        self.cases.add(passed, len(outcomes))
        self.basic.add(passed - edge_passed, len(outcomes) - edge)
        self.edge.add(edge_passed, edge)
        self.properties.add(own_passed, own)


@dataclass(slots=True)
class Tallies:
    """The tally of every problem; `one + other` is the tally of both streams together."""

    cells: dict[tuple[str, Writer], Tally] = field(default_factory=dict)
    """By problem id and who wrote the attempts."""

    def by_problem(self) -> dict[str, Tally]:
        """Return one tally for each problem over all models, in the order of their ids.

        >>> one, two = Writer("m", "1"), Writer("m", "2")
        >>> both = Tallies({("b", one): Tally(judged=1), ("b", two): Tally(judged=2), ("a", one): Tally()})
        >>> {problem: tally.judged for problem, tally in both.by_problem().items()}
        {'a': 0, 'b': 3}
        """
        merged: dict[str, Tally] = {}
        for (problem, _), cell in sorted(self.cells.items(), key=lambda item: item[0]):
            merged[problem] = merged[problem] + cell if problem in merged else cell
        return merged

    def writers(self) -> dict[Writer, int]:
        """Return the models and their versions, in order, with the number of trials of each."""
        counts: dict[Writer, int] = {}
        for (_, writer), cell in self.cells.items():
            counts[writer] = counts.get(writer, 0) + cell.attempts
        return dict(sorted(counts.items()))

    def of(self, problems: Iterable[str]) -> Tallies:
        """Return the part about some problems.

        >>> both = Tallies({("a", Writer()): Tally(), ("b", Writer()): Tally()})
        >>> [problem for problem, _ in both.of(["a"]).cells]
        ['a']
        """
        wanted = frozenset(problems)
        return Tallies({key: cell for key, cell in self.cells.items() if key[0] in wanted})

    def by_writer(self, name: Callable[[Writer], str]) -> dict[str, Tallies]:
        """Return the part of each group of writers, in the order of the groups' names, which `name` gives.

        >>> both = Tallies({("a", Writer("m", "2")): Tally(), ("a", Writer("m", "1")): Tally()})
        >>> list(both.by_writer(str)), list(both.by_writer(lambda writer: writer.model))
        (['m 1', 'm 2'], ['m'])
        """
        parts: dict[str, dict[tuple[str, Writer], Tally]] = {}
        for key, cell in self.cells.items():
            parts.setdefault(name(key[1]), {})[key] = cell
        return {group: Tallies(parts[group]) for group in sorted(parts)}

    @property
    def trials(self) -> int:
        """Judged or not."""
        return sum(cell.attempts for cell in self.cells.values())

    @property
    def judged(self) -> int:
        return sum(cell.judged for cell in self.cells.values())

    @property
    def passed(self) -> int:
        return sum(cell.passed for cell in self.cells.values())

    @property
    def unjudged(self) -> int:
        """Trials that a fault of ours left without a verdict."""
        return sum(cell.faults for cell in self.cells.values())

    @property
    def suspected(self) -> int:
        """Trials with at least one suspicion."""
        return sum(cell.suspected for cell in self.cells.values())

    def verdicts(self) -> dict[Verdict, int]:
        """Return how many trials got each verdict, those with none left out."""
        return _in_order(Verdict, (cell.verdicts for cell in self.cells.values()))

    def suspicions(self) -> dict[SuspicionKind, int]:
        """Return the number of trials with a suspicion of each kind."""
        return _in_order(SuspicionKind, (cell.suspicions for cell in self.cells.values()))

    def errors(self) -> ErrorAnalysis:
        """Return why attempts failed.

        >>> Tallies({("a", Writer()): Tally(errors={ErrorClass.LOGIC: 2})}).errors().most_common_error()
        'logic'
        """
        return from_counts(_in_order(ErrorClass, (cell.errors for cell in self.cells.values())))

    def __add__(self, other: Tallies) -> Tallies:
        cells = dict(self.cells)
        for key, cell in other.cells.items():
            cells[key] = cells[key] + cell if key in cells else cell
        return Tallies(cells)


def tally(trials: Iterable[TrialLike], problems: Mapping[str, Problem] | None = None) -> Tallies:
    """Return all that the metrics need to know about a stream of trials, which is read once and not kept.

    `problems`, by id, adds what trials do not say: references for the exact match, and which groups of cases exist.

    >>> from assay.records import Candidate, Trial
    >>> counted = tally([Trial("a", Candidate(""), Verdict.PASSED), Trial("a", Candidate(""), None)])
    >>> counted.judged, counted.passed, counted.unjudged
    (1, 1, 1)
    """
    known = problems or {}
    references: dict[str, str | None] = {}
    cells: dict[tuple[str, Writer], Tally] = {}
    for trial in checked_trials(trials):
        key = trial.problem_id, Writer(trial.candidate.model, trial.candidate.model_version)
        cell = cells.get(key)
        if cell is None:
            cell = cells[key] = Tally()
            problem = known.get(trial.problem_id)
            if problem is not None:
                cell.expect(problem)
                references[problem.id] = normalize(problem.reference) if problem.reference else None
        cell.add(trial, references.get(trial.problem_id))
    return Tallies(cells)


def _count(counts: dict[Key, int], key: Key) -> None:
    counts[key] = counts.get(key, 0) + 1


def _added(one: Mapping[Key, Any], other: Mapping[Key, Any]) -> dict[Key, Any]:  # Any: what can be added
    return {**one, **{key: one[key] + value if key in one else value for key, value in other.items()}}


def _plus(one: Any, other: Any) -> Any:  # Any: a field of a tally, a number, counts or a group
    return _added(one, other) if isinstance(one, dict) else one + other


def _in_order(keys: Iterable[Key], parts: Iterable[Mapping[Key, int]]) -> dict[Key, int]:
    """Return the sums in the order of the keys, without zeros."""
    total: dict[Key, int] = {}
    for part in parts:
        for key, count in part.items():
            total[key] = total.get(key, 0) + count
    return {key: total[key] for key in keys if key in total}
