"""The report of a run, from one pass over its trials."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from assay.benchmarks.base import Benchmark
from assay.metrics.analysis import missing_package
from assay.metrics.scoring import By, group, score_run
from assay.metrics.tally import Tallies, tally
from assay.metrics.words import TYPICAL, in_words
from assay.records import Problem, ProblemKind, Run, Trial, Verdict
from assay.reports.report import Group, Report

if TYPE_CHECKING:
    from assay.store.base import Store


@dataclass(slots=True)
class _Remarks:
    """What is noted while the trials pass by."""

    faults: Counter[str] = field(default_factory=Counter)
    packages: Counter[str] = field(default_factory=Counter)
    suspected_passes: int = 0
    problems: set[str] = field(default_factory=set)

    def watch(self, trials: Iterator[Trial], model_version: str) -> Iterator[Trial]:
        for trial in trials:
            self._note(trial)
            if model_version and not trial.candidate.model_version:
                trial = replace(trial, candidate=replace(trial.candidate, model_version=model_version))
            yield trial

    def _note(self, trial: Trial) -> None:
        self.problems.add(trial.problem_id)
        if trial.verdict is None:
            self.faults[trial.fault.partition("\n")[0][:200]] += 1
        elif trial.verdict is Verdict.PASSED:
            self.suspected_passes += bool(trial.suspicions)
        elif name := missing_package(trial):
            self.packages[name] += 1


def make_report(
    run: Run, store: Store, benchmark: Benchmark | None, *, k: Sequence[int] | None = None, seed: int = 0
) -> Report:
    """Everything a run says; without its benchmark, all but what only the problems know."""
    problems = {} if benchmark is None else {problem.id: problem for problem in benchmark}
    remarks = _Remarks()
    counted = tally(remarks.watch(store.trials(run.id), run.model_version), problems)
    scores = score_run(counted, facts=run.facts, benchmark=run.benchmark, version=run.benchmark_version, k=k, seed=seed)
    errors = counted.errors()
    errata = {} if benchmark is None else benchmark.errata
    return Report(
        replace(run, problems=len(remarks.problems)),
        tuple(scores),
        in_words(scores[0]) if scores else "",
        tuple(_groups(counted, run, problems, seed)),
        {verdict.value: count for verdict, count in counted.verdicts().items()},
        errors.by_class(),
        errors.most_common_error(),
        counted.unjudged,
        dict(remarks.faults.most_common()),
        {kind.value: count for kind, count in counted.suspicions().items()},
        remarks.suspected_passes,
        dict(remarks.packages.most_common()),
        {problem: errata[problem] for problem in problems if problem in remarks.problems and problem in errata},
    )


def _groups(counted: Tallies, run: Run, problems: dict[str, Problem], seed: int) -> Iterator[Group]:
    """All scores and errors of each part, the parts of one kind side by side."""
    for by in By:
        parts = group(counted, by=by, problems=problems)
        if len(parts) < 2 and by is not By.KIND:
            continue
        for name, part in parts.items():
            scores = score_run(
                part, facts=run.facts, benchmark=run.benchmark, version=run.benchmark_version, k=None, seed=seed
            )
            yield Group(by.value, name, tuple(scores), _typical(by, name), part.errors().by_class())


def _typical(by: By, name: str) -> tuple[float, float] | None:
    if by is not By.KIND or name not in set(ProblemKind):
        return None
    found = TYPICAL[ProblemKind(name)]
    return found.low, found.high
