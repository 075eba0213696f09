"""Several runs weighed against each other by accuracy, cost and latency: which are on the Pareto front, and why not."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from string import ascii_uppercase
from typing import Any

from assay.errors import InvalidValue
from assay.reports import figures
from assay.reports.effort import Effort, Measured
from assay.reports.figures import UNKNOWN, Figure
from assay.reports.report import Report, who
from assay.settings import flag_of
from assay.spec import Run, RunState, stopped_at
from assay.statistics.pareto import dominators

MOST_RUNS = len(ascii_uppercase)
"""Each has a letter."""
NOT_SOLVED = "the candidates came from elsewhere"
FACTS = ("problems", "limit", "time", "case", "failed", "ref", "mem", "judge", "stop", "iso", "py", "hashseed", "clock",
         "retried")  # fmt: skip
"""What must be the same in two runs, by its key in the signature: which problems, under which limits, judged how."""


class Criterion(StrEnum):
    """What runs are weighed by."""

    ACCURACY = "accuracy"
    COST = "cost"
    LATENCY = "latency"

    @property
    def label(self) -> str:
        """What it is called beside a number."""
        return {"accuracy": "accuracy", "cost": "cost per problem", "latency": "latency p50"}[self.value]

    @property
    def figure(self) -> Figure:
        """How a number of it is written."""
        return {"accuracy": figures.share, "cost": figures.dollars, "latency": figures.seconds}[self.value]


@dataclass(frozen=True, slots=True)
class Contender:
    """One run among others, with the numbers that it is weighed by and where that puts it."""

    letter: str
    """What tables and pictures call it."""
    run: str
    """Its id."""
    title: str
    """Its name, or its model and strategy."""
    accuracy: Measured
    """Over all selected problems: those without an answer count as failed. Of a run that ended early, its pass@1."""
    attempted: Measured
    """Accuracy on the attempted problems."""
    coverage: Measured
    cost_per_problem: Measured
    cost_per_solved: Measured
    seconds_p50: Measured
    seconds_p95: Measured
    tokens_per_problem: Measured
    signature: str = ""
    model: str = ""
    strategy: str = ""
    notes: tuple[str, ...] = ()
    """What a reader must know of this run."""
    on_front: bool | None = None
    """Whether no other run dominates it; `None`: nobody can tell, since a number of it is not known."""
    dominated_by: tuple[str, ...] = ()
    """The letters of the runs that dominate it."""

    def value(self, criterion: Criterion) -> float | None:
        """Return what it is weighed by."""
        return self.measured(criterion).value

    def measured(self, criterion: Criterion) -> Measured:
        """Return the same with its interval."""
        return {
            Criterion.ACCURACY: self.accuracy,
            Criterion.COST: self.cost_per_problem,
            Criterion.LATENCY: self.seconds_p50,
        }[criterion]


@dataclass(frozen=True, slots=True)
class TradeOff:
    """Runs side by side, with the Pareto front among them."""

    contenders: tuple[Contender, ...]
    criteria: tuple[Criterion, ...]
    """What they are weighed by: the criteria that at least one run has."""
    differences: tuple[str, ...] = ()
    """What keeps them from being comparable, in words; the caller wanted them beside each other anyway."""
    counting: tuple[str, ...] = ()
    """How accuracy counts what a comparison problem by problem leaves out, in words; empty: there is no such thing."""

    @property
    def front(self) -> tuple[Contender, ...]:
        """The runs that no other dominates."""
        return tuple(one for one in self.contenders if one.on_front)

    @property
    def accuracy_label(self) -> str:
        """What accuracy is called, with what it is over where the same runs may be compared on fewer problems."""
        return "accuracy over all problems" if self.counting else Criterion.ACCURACY.label

    def sentences(self) -> Iterator[str]:
        """Give one sentence on each run that is not on the front, what accuracy is over, and criteria that none has."""
        missing = [criterion.label for criterion in Criterion if criterion not in self.criteria]
        if not self.criteria:
            yield "Neither accuracy nor cost nor latency is known of any run: there is nothing to weigh."
            return
        if missing:
            yield f"Not known of any run: {', '.join(missing)}; the front is over {_listed(self.criteria)}."
        if self.counting and Criterion.ACCURACY in self.criteria:
            yield f"Accuracy is over all problems that each run was given: {'; '.join(self.counting)}."
        by_letter = {one.letter: one for one in self.contenders}
        for one in self.contenders:
            if one.on_front is None:
                yield _not_placed(one, [criterion for criterion in self.criteria if one.value(criterion) is None])
            elif one.dominated_by:
                yield self._domination(one, by_letter[one.dominated_by[0]])

    def _domination(self, one: Contender, above: Contender) -> str:
        more = len(one.dominated_by) - 1
        rest = f" (and by {more} more)" if more else ""
        parts = [_against(above, one, criterion, self._label(criterion)) for criterion in self.criteria]
        return f"{one.letter} is dominated by {above.letter}{rest}: {', '.join(parts)}."

    def _label(self, criterion: Criterion) -> str:
        return self.accuracy_label if criterion is Criterion.ACCURACY else criterion.label

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the comparison as plain data."""
        return {
            "runs": [asdict(one) for one in self.contenders],
            "criteria": [criterion.value for criterion in self.criteria],
            "front": [one.run for one in self.front],
            "sentences": list(self.sentences()),
            "differences": list(self.differences),
        }


def trade_off(
    reports: Sequence[Report], *, allow_different: bool = False, quarantined: Collection[str] = ()
) -> TradeOff:
    """Return these runs weighed against each other.

    Reports have the scores of whole runs: `quarantined` problems count in them, and where there are any that is said.

    Raises `InvalidValue` where they are fewer than two or too many, where one comes twice, and, unless
    `allow_different`, where they are not about the same problems under the same limits.
    """
    found = check_runs([report.run for report in reports], allow_different=allow_different)
    contenders = [_contender(letter, report) for letter, report in zip(ascii_uppercase, reports, strict=False)]
    criteria = tuple(
        criterion for criterion in Criterion if any(one.value(criterion) is not None for one in contenders)
    )
    counting = tuple(_counting(contenders, reports, quarantined))
    return TradeOff(tuple(_placed(contenders, criteria)), criteria, found, counting)


def _counting(
    contenders: Sequence[Contender], reports: Sequence[Report], quarantined: Collection[str]
) -> Iterator[str]:
    """Give how accuracy counts the problems that a comparison problem by problem leaves out, where there are any."""
    early = {report.run.id for report in reports if stopped_at(report.run)}
    if any(one.run not in early and one.coverage.value is not None and one.coverage.value < 1 for one in contenders):
        yield "without an answer counts as failed"
    if early:
        yield "a run that ended early counts those that it judged"
    if quarantined:
        yield f"quarantined ones included ({len(quarantined):,})"


def check_runs(runs: Sequence[Run], *, allow_different: bool) -> tuple[str, ...]:
    """Return in what runs differ that matters; raise `InvalidValue` where they are not to be put side by side."""
    if not 2 <= len(runs) <= MOST_RUNS:
        raise InvalidValue(f"a comparison takes from 2 to {MOST_RUNS} runs, got {len(runs)}")
    twice = next((run.id for place, run in enumerate(runs) if run.id in {one.id for one in runs[:place]}), None)
    if twice is not None:
        raise InvalidValue(f"run {twice!r} is given twice")
    return check_alike(runs, allow_different=allow_different)


def check_alike(runs: Sequence[Run], *, allow_different: bool) -> tuple[str, ...]:
    """Return in what runs differ that matters; raise `InvalidValue` where they do and that is not wanted."""
    found = tuple(differences(runs))
    if found and not allow_different:
        anyway = f"({flag_of('allow_different')} compares anyway)"
        raise InvalidValue(f"These runs cannot be compared: {'; '.join(found)} {anyway}")
    return found


def differences(runs: Sequence[Run]) -> Iterator[str]:
    """Give what is not the same in all runs, in words: the benchmark, its problems, or a limit.

    >>> list(differences([Run("a", "mine", "1", facts={"time": "3s"}), Run("b", "mine", "1", facts={"time": "9s"})]))
    ['time 3s against 9s']
    """
    for name, values in _compared(runs).items():
        first = values[0]
        other = next((place for place, value in enumerate(values) if value != first), None)
        if other is not None:
            where = f" in run {runs[other].id}" if len(runs) > 2 else ""
            yield f"{name} {first} against {values[other]}{where}"


def _compared(runs: Sequence[Run]) -> dict[str, list[str]]:
    """What must be the same, by its name, with the values of the runs."""
    compared = {
        "benchmark": [run.benchmark for run in runs],
        "version": [run.benchmark_version for run in runs],
    }
    specs = [run.spec for run in runs if run.spec is not None]
    if len(specs) == len(runs):
        compared["problem file"] = [spec.benchmark.digest[:16] or "unknown" for spec in specs]
        compared[flag_of("challenge")] = ["on" if spec.benchmark.challenge else "off" for spec in specs]
    return compared | {key: [str(run.facts.get(key, "not set")) for run in runs] for key in FACTS}


def _contender(letter: str, report: Report) -> Contender:
    effort = report.effort
    made = _unsolved(letter, report) if effort is None else _solved(letter, report, effort)
    stopped = stopped_at(report.run)
    if stopped is not None:
        made = replace(made, accuracy=_pass_at_1(report))
    notes = [] if report.run.state is RunState.FINISHED else [f"{report.run.state.value}: only what there is so far"]
    notes += [f"ended early: its accuracy is over {stopped.problems:,} of {stopped.of:,} problems"] if stopped else []
    notes += [f"{report.unjudged:,} trials are unjudged"] if report.unjudged else []
    shown = report.run.facts.get("shown")
    notes += [f"its solver saw the first {shown} of the cases that decide"] if shown else []
    strategy = report.run.facts.get("strategy", "")
    return replace(made, model=who(report.run, report.writers), strategy=strategy, notes=tuple(notes))


def _solved(letter: str, report: Report, effort: Effort) -> Contender:
    return Contender(
        letter,
        report.run.id,
        title_of(report),
        effort.accuracy_all,
        effort.accuracy_attempted,
        effort.coverage,
        effort.cost_per_problem,
        effort.cost_per_solved,
        effort.seconds_p50,
        effort.seconds_p95,
        effort.tokens_per_problem,
        effort.signature,
    )


def _unsolved(letter: str, report: Report) -> Contender:
    """A run of candidates from files: nobody knows what they cost."""
    attempted = _pass_at_1(report)
    signature = next((score.signature for score in report.scores if score.metric == "pass@1"), "")
    selected = max(report.run.selected_problems, attempted.n)
    unknown = Measured(None, 0, note=NOT_SOLVED)
    answered = Measured(attempted.n / selected, selected) if selected else unknown
    return Contender(
        letter, report.run.id, title_of(report), _over(attempted, selected), attempted, answered,
        unknown, unknown, unknown, unknown, unknown, signature,
    )  # fmt: skip


def _pass_at_1(report: Report) -> Measured:
    score = next((score for score in report.scores if score.metric == "pass@1"), None)
    if score is None or score.value is None:
        return Measured(None, 0, note="pass@1 was not measured")
    return Measured(score.value, score.n, score.interval)


def _over(attempted: Measured, selected: int) -> Measured:
    """Accuracy over all problems, where those that have no candidate count as failed."""
    if attempted.value is None or attempted.n == selected:
        return attempted
    scale = attempted.n / selected
    interval = attempted.interval and (attempted.interval[0] * scale, attempted.interval[1] * scale)
    return Measured(attempted.value * scale, selected, interval)


def title_of(report: Report) -> str:
    """Return what a run is called beside others: its name, else its model and strategy, else its file."""
    run = report.run
    named = " · ".join(filter(None, (who(run, report.writers), run.facts.get("strategy", ""))))
    return run.name or named or run.source or run.id


def _placed(contenders: Sequence[Contender], criteria: Sequence[Criterion]) -> Iterator[Contender]:
    """The runs with who dominates them; those that lack a number dominate nobody, and nobody them."""
    if not criteria:
        yield from contenders
        return
    known = [one for one in contenders if all(one.value(criterion) is not None for criterion in criteria)]
    found = dominators([[_better(criterion, one.value(criterion)) for criterion in criteria] for one in known])
    by_letter = {one.letter: places for one, places in zip(known, found, strict=True)}
    for one in contenders:
        if one.letter not in by_letter:
            yield one
            continue
        above = sorted(by_letter[one.letter], key=lambda place: bool(found[place]))  # those on the front first
        letters = tuple(known[place].letter for place in above)
        yield replace(one, on_front=not letters, dominated_by=letters)


def _better(criterion: Criterion, value: float | None) -> float:
    """The number with more being better."""
    assert value is not None, "only runs that have all numbers are weighed"
    return value if criterion is Criterion.ACCURACY else -value


def _not_placed(one: Contender, unknown: Sequence[Criterion]) -> str:
    reasons = sorted({one.measured(criterion).note for criterion in unknown} - {""})
    why = f" ({'; '.join(reasons)})" if reasons else ""
    names = " and its ".join(criterion.label for criterion in unknown)
    return f"{one.letter} is not placed: its {names} {'is' if len(unknown) == 1 else 'are'} not known{why}."


def _against(above: Contender, one: Contender, criterion: Criterion, label: str) -> str:
    theirs, own = above.value(criterion), one.value(criterion)
    if theirs == own:
        return f"the same {label}"
    return f"{label} {_written(theirs, criterion)} against {_written(own, criterion)}"


def _written(value: float | None, criterion: Criterion) -> str:
    return UNKNOWN if value is None else criterion.figure(value)


def _listed(criteria: Sequence[Criterion]) -> str:
    return " and ".join(criterion.label for criterion in criteria)
