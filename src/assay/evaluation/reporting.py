"""The report of a run, from one pass over its trials."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING

from assay.benchmarks.base import Benchmark
from assay.benchmarks.candidates import select_problems
from assay.evaluation.cautions import (
    QUARANTINED,
    cautions,
    control_cautions,
    errata_cautions,
    mend_cautions,
    metric_cautions,
    quarantine_cautions,
)
from assay.evaluation.stopping import anytime_scores, scored_k
from assay.judges.base import ControlGap, control_gap
from assay.metrics.analysis import missing_package
from assay.metrics.base import ReadTrials, ScoringTerms
from assay.metrics.catalog import requested
from assay.metrics.failures import Failures
from assay.metrics.kinds import TrialLike
from assay.metrics.scoring import By, group, score_group, score_run
from assay.metrics.tally import Tallies, tally
from assay.metrics.words import TYPICAL, in_words
from assay.records import Problem, ProblemKind, Trial, Verdict, Writer
from assay.reports.effort import Effort, effort_of
from assay.reports.report import Report, ScoreGroup
from assay.spec import Run, RunState, stopped_at

if TYPE_CHECKING:
    from assay.store.base import Store


KEPT = ("scores", "words", "groups", "verdicts", "errors", "most_common_error", "unjudged", "faults", "suspicions",
        "suspected_passes", "missing_packages", "errata", "cautions", "writers", "mended",
        "effort")  # fmt: skip
MAX_WRITERS = 64
"""Models and versions that one report tells apart: a row may name any, and each costs as much as a run."""
OTHERS = Writer("(others)")


@dataclass(slots=True)
class _Remarks:
    """What is noted while the trials pass by."""

    faults: Counter[str] = field(default_factory=Counter)
    packages: Counter[str] = field(default_factory=Counter)
    mends: Counter[str] = field(default_factory=Counter)
    mended_passes: int = 0
    suspected_passes: int = 0
    control_gaps: Counter[ControlGap] = field(default_factory=Counter)
    problems: set[str] = field(default_factory=set)
    failures: Failures = field(default_factory=Failures)
    failed: Counter[str] = field(default_factory=Counter)
    """By problem."""
    _writers: set[Writer] = field(default_factory=set)

    def watch(self, run: Run, trials: Iterator[Trial], problems: Mapping[str, Problem]) -> Iterator[Trial]:
        """Give the trials again, each with who wrote it."""
        for trial in trials:
            problem = problems.get(trial.problem_id)
            self._note(trial, problem)
            yield self.written(run, trial)

    def written(self, run: Run, trial: Trial) -> Trial:
        """Return the trial with who wrote it: the model of its row, or that of the run."""
        writer = self._writer(run.writer(trial.candidate))
        if writer == (trial.candidate.model, trial.candidate.model_version):
            return trial
        return replace(trial, candidate=replace(trial.candidate, **writer._asdict()))

    def _writer(self, writer: Writer) -> Writer:
        if writer not in self._writers and len(self._writers) >= MAX_WRITERS:
            return OTHERS
        self._writers.add(writer)
        return writer

    def _note(self, trial: Trial, problem: Problem | None) -> None:
        self.problems.add(trial.problem_id)
        if problem is None:
            self.failures.add(trial)
        else:
            self.failures.add(trial, problem.prompt, problem.language)
        if trial.verdict not in (None, Verdict.PASSED):
            self.failed[trial.problem_id] += 1
        if trial.candidate.mend is not None:
            self.mends[trial.candidate.mend.value] += 1
            self.mended_passes += trial.verdict is Verdict.PASSED
        if trial.verdict is None:
            self.faults[trial.fault.partition("\n")[0][:200]] += 1
        elif trial.verdict is Verdict.PASSED:
            self.suspected_passes += bool(trial.suspicions)
            if gap := control_gap(trial):
                self.control_gaps[gap] += 1
        elif name := missing_package(trial):
            self.packages[name] += 1


def keep_report(store: Store, report: Report) -> Report:
    """Keep a report with its run, first the report: a finished run always has one."""
    report = replace(report, run=replace(report.run, scores=report.scores))
    data = report.to_dict()
    store.keep_report(report.run.id, {key: data[key] for key in KEPT})
    store.update_run(report.run)
    return report


def report_of(run: Run, store: Store) -> Report | None:
    """The report that was kept with a run, or the scores that were; `None` where it is not finished."""
    if run.state is not RunState.FINISHED:
        return None
    kept = store.report(run.id)
    if kept is not None:
        return _with_quarantine(Report.from_dict(run, kept), store)
    if not run.scores:
        return None
    counts = store.counts(run.id)
    verdicts = {verdict.value: count for verdict, count in counts.items() if verdict is not None}
    return Report(run, run.scores, verdicts=verdicts, unjudged=counts.get(None, 0))


def make_report(
    run: Run, store: Store, benchmark: Benchmark | None, *, k: Sequence[int] | None = None, seed: int = 0
) -> Report:
    """Return everything a run says; without its benchmark, all but what only the problems know."""
    problems = {} if benchmark is None else {problem.id: problem for problem in benchmark}
    remarks = _Remarks()
    counted = tally(remarks.watch(run, store.trials(run.id), problems), problems)
    run = _covered(run, benchmark, len(remarks.problems))
    writers = counted.writers()
    rule = None if run.spec is None else run.spec.subset.stop_when
    terms = replace(_terms(run, benchmark, len(writers), sum(remarks.mends.values())), k=scored_k(k, rule), seed=seed)
    trials = partial(_read_trials, run, store, benchmark, remarks)
    scores = anytime_scores(score_run(counted, terms, trials), counted.by_problem(), run)
    errors = counted.errors()
    errata = {} if benchmark is None else benchmark.errata
    return Report(
        run,
        tuple(scores),
        in_words(scores[0]) if scores else "",
        tuple(_groups(counted, run, problems, terms, trials)),
        {verdict.value: count for verdict, count in counted.verdicts().items()},
        errors.by_class(),
        errors.most_common_error(),
        counted.unjudged,
        dict(remarks.faults.most_common()),
        {kind.value: count for kind, count in counted.suspicions().items()},
        remarks.suspected_passes,
        dict(remarks.packages.most_common()),
        {problem: errata[problem] for problem in problems if problem in remarks.problems and problem in errata},
        (
            *cautions(remarks.failures, counted, run),
            *mend_cautions(remarks.mends, remarks.mended_passes, counted),
            *errata_cautions(remarks.failed, () if benchmark is None else benchmark.with_errors(remarks.failed)),
            *metric_cautions(scores),
            *control_cautions(remarks.control_gaps, counted.verdicts().get(Verdict.PASSED, 0)),
            *quarantine_cautions(run, _quarantined(run, store), remarks.problems),
        ),
        writers,
        dict(remarks.mends.most_common()),
        _effort(run, store, counted, terms),
    )


def _with_quarantine(report: Report, store: Store) -> Report:
    """Return a kept report with what is quarantined by now: problems may be checked after they were judged."""
    quarantined = _quarantined(report.run, store)
    problems = {problem for problem, _ in store.judged(report.run.id)} if quarantined else ()
    others = (caution for caution in report.cautions if caution.kind != QUARANTINED)
    return replace(report, cautions=(*others, *quarantine_cautions(report.run, quarantined, problems)))


def _quarantined(run: Run, store: Store) -> dict[str, str]:
    """Return the problems of a run's benchmark that the last check of exactly this content quarantined."""
    return {} if run.spec is None else store.quarantined(run.spec.benchmark.digest)


def _effort(run: Run, store: Store, counted: Tallies, terms: ScoringTerms) -> Effort | None:
    """Return what a solver spent; of a run that is not finished, on the problems that it was given so far."""
    solutions = store.solutions(run.id, steps=False)
    first = list(islice(solutions, 1))
    if not first:  # candidates from files: nothing is to be counted
        return None
    problems = counted.by_problem()
    return effort_of(
        chain(first, solutions),
        problems,
        selected=run.selected_problems if run.state is RunState.FINISHED else 0,
        signature=terms.signature(problems),
        seed=terms.seed,
    )


def _terms(run: Run, benchmark: Benchmark | None, writers: int, mended: int) -> ScoringTerms:
    scoring = None if run.spec is None else run.spec.scoring
    probes = () if run.spec is None else run.spec.judging.probes
    return ScoringTerms(
        run.benchmark,
        run.benchmark_version,
        facts_about(run, writers, mended),
        parts={} if benchmark is None else benchmark.parts,
        requested=requested(scoring, probes),
        weights=None if scoring is None else scoring.codebleu_weights,
    )


def _read_trials(
    run: Run, store: Store, benchmark: Benchmark | None, remarks: _Remarks
) -> Iterator[tuple[Trial, Problem | None]]:
    for trial in store.trials(run.id):
        yield remarks.written(run, trial), None if benchmark is None else benchmark.find(trial.problem_id)


def _covered(run: Run, benchmark: Benchmark | None, problems: int) -> Run:
    """Return the run with how much of its benchmark it is about; without the benchmark, as far as it was noted."""
    run = replace(run, problems=problems)
    if benchmark is None:
        return run
    selected = select_problems(benchmark, None if run.spec is None else run.spec.subset)
    return replace(run, selected_problems=len(selected), benchmark_problems=len(benchmark))


def facts_about(run: Run, writers: int, mended: int) -> dict[str, str]:
    """Return the facts of a run with what its trials show: a part of a benchmark, mended texts, several models."""
    facts = dict(run.facts)
    stopped = stopped_at(run)
    if run.problems < run.benchmark_problems and (stopped is None or stopped.of < run.benchmark_problems):
        facts["answered"] = f"{run.problems}/{run.benchmark_problems}"
    if mended:
        facts["mended"] = str(mended)
    if writers > 1:
        facts["models"] = str(writers)
    return facts


def _groups(
    counted: Tallies, run: Run, problems: dict[str, Problem], terms: ScoringTerms, trials: ReadTrials
) -> Iterator[ScoreGroup]:
    """Give all scores and errors of each part, the parts of one kind side by side."""
    text = terms.facts.get("mended", "")
    mended = int(text) if text.isdecimal() and len(text) < 10 else 0
    for by in By:
        parts = group(counted, by=by, problems=problems)
        if len(parts) < 2 and by is not By.KIND:
            continue
        if by is By.MODEL_VERSION and len(parts) == len({writer.model for writer in counted.writers()}):
            continue  # one version of each model: the groups by model again
        for name, part in parts.items():
            about = replace(run, problems=len(part.by_problem())) if by in (By.MODEL, By.MODEL_VERSION) else run
            facts = facts_about(about, len(part.writers()), mended)
            scores = score_group(part, replace(terms, facts=facts, k=None, parts={}), partial(_part_of, trials, part))
            yield ScoreGroup(by.value, name, tuple(scores), _typical(by, name), part.errors().by_class())


def _part_of(trials: ReadTrials, part: Tallies) -> Iterator[tuple[TrialLike, Problem | None]]:
    for trial, problem in trials():
        if (trial.problem_id, Writer(trial.candidate.model, trial.candidate.model_version)) in part.cells:
            yield trial, problem


def _typical(by: By, name: str) -> tuple[float, float] | None:
    if by is not By.KIND or name not in set(ProblemKind):
        return None
    found = TYPICAL[ProblemKind(name)]
    return found.low, found.high
