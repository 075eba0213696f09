"""Runs, their attempts and their problems put together for a report file."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from assay.benchmarks.base import Benchmark
from assay.evaluation.appraising import Appraiser
from assay.evaluation.comparing import compare_for_report
from assay.evaluation.reporting import make_report, report_of
from assay.evaluation.viewing import problem_page, trial_line, trial_page
from assay.records import Problem, Trial
from assay.reports.comparison import Baselined
from assay.reports.document import Document
from assay.reports.trials import ProblemPage, TrialLine, TrialPage
from assay.solutions import Cost
from assay.spec import Run
from assay.store.base import Store

KEPT_BYTES = 64 << 20
"""About so much of the trials of a run is kept in memory, so that they are read from the store once."""


def document_of(
    runs: Sequence[Run],
    store: Store,
    find_benchmark: Callable[[Run], Benchmark | None],
    *,
    made: str = "",
    codebleu: bool = False,
    quality: bool = False,
) -> Document:
    """Return what a report file of these runs is made from; the first of several is the baseline.

    Args:
        runs: at least one.
        store: has them; it must stay open until the file is written.
        find_benchmark: gives the problems of a run, or `None` where they are not to be had: then everything is left
            out that only they know.
        made: when, for people.
        codebleu: show the similarity of each candidate to the reference, also where the run did not ask for it.
        quality: the same for the quality of each.
    """
    sources = [_Source(run, store, find_benchmark(run)) for run in runs]
    for source in sources:
        scoring = None if source.run.spec is None else source.run.spec.scoring
        source.appraiser = Appraiser.of(scoring, codebleu=codebleu, quality=quality)
    lines = tuple(tuple(source.lines()) for source in sources)
    compared = compare_for_report(runs, store, sources[0].benchmark) if len(runs) > 1 else Baselined()
    return Document(
        tuple(report_of(one.run, store) or make_report(one.run, store, one.benchmark) for one in sources),
        lines,
        lambda place: sources[place].pages(),
        _problems(sources, lines),
        compared.comparisons,
        tuple(tuple(_seconds(one.costs)) for one in sources),
        made,
        lambda place: sources[place].trials(),
        compared.left_out,
    )


@dataclass(slots=True)
class _Source:
    """One run, read from the store once where its trials are few enough to be kept."""

    run: Run
    store: Store
    benchmark: Benchmark | None
    costs: Mapping[str, Cost] = field(init=False)
    """What the solver took for each problem; nothing where the candidates came from elsewhere."""
    appraiser: Appraiser = field(default_factory=Appraiser)
    _trials: list[Trial] | None = None
    _lines: list[TrialLine] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.costs = _costs(self.run, self.store)

    def lines(self) -> Iterator[TrialLine]:
        """Give a line for each attempt, in the order of the store; asked for once."""
        kept: list[Trial] | None = []
        left = KEPT_BYTES
        for trial in self.store.trials(self.run.id):
            if kept is not None:
                kept.append(trial)
                left -= _size(trial)
                kept = kept if left > 0 else None
            line = trial_line(trial, self.problem(trial.problem_id))
            self._lines.append(line)
            yield line
        self._trials = kept

    def pages(self) -> Iterator[TrialPage]:
        """Give everything about each attempt, in the same order."""
        known: Iterable[TrialLine | None] = itertools.repeat(None) if self._trials is None else self._lines
        for trial, line in zip(self.trials(), known, strict=False):
            problem = self.problem(trial.problem_id)
            page = trial_page(trial, problem, line)
            if self.appraiser.wanted:
                found = self.appraiser.appraise(trial, problem)
                page = replace(page, similarity=found.similarity, quality=found.quality)
            cost = self.costs.get(trial.problem_id)
            yield page if cost is None else replace(page, cost_usd=cost.cost_usd, seconds=cost.seconds)

    def trials(self) -> Iterator[Trial]:
        """Give the attempts as the store has them, in the same order."""
        return self.store.trials(self.run.id) if self._trials is None else iter(self._trials)

    def problem(self, problem_id: str) -> Problem | None:
        """Return a problem of the run, where its benchmark is at hand."""
        return None if self.benchmark is None else self.benchmark.find(problem_id)


def _costs(run: Run, store: Store) -> dict[str, Cost]:
    return {one.problem_id: one.cost for one in store.solutions(run.id, steps=False)}


def _seconds(costs: Mapping[str, Cost]) -> Iterator[float]:
    return (cost.seconds for cost in costs.values() if cost.calls)


def _size(trial: Trial) -> int:
    """Return about how many bytes a trial takes."""
    failing = (one for one in trial.outcomes if not one.passed)
    told = sum(len(one.actual) + len(one.expected) + len(one.error) for one in failing)
    return 500 + len(trial.candidate.source) + len(trial.detail) + 100 * len(trial.outcomes) + told


def _problems(sources: Sequence[_Source], lines: Sequence[Sequence[TrialLine]]) -> dict[str, ProblemPage]:
    """Return the problems that have an attempt, each once."""
    found: dict[str, ProblemPage] = {}
    for source, attempts in zip(sources, lines, strict=True):
        for name in dict.fromkeys(line.problem for line in attempts):
            problem = source.problem(name)
            if problem is not None and name not in found:
                found[name] = problem_page(problem)
    return found
