"""A first look at Assay: what a weak, a good and a cheating model score, and what cheating would bring elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from assay.benchmarks.base import Benchmark
from assay.benchmarks.starter import candidate_files
from assay.choices import Choices
from assay.engines.base import Engine
from assay.evaluation.evaluating import Evaluation
from assay.evaluation.one_process import OneProcessOutcome, fits_one_process, run_in_one_process
from assay.evaluation.planning import candidates_at, judging_of, load, read, spec_of
from assay.evaluation.pump import Watcher
from assay.records import Limits, Problem, Score, Trial
from assay.reports.report import Report
from assay.sandbox.warm import WarmPython
from assay.spec import Judging
from assay.statistics.intervals import clustered
from assay.store.base import Store

BENCHMARK = "starter"
ELSEWHERE = ("good", "cheating")
"""Models whose answers are also run with tests and answer in one process. The weak one's are left out: several of
them never end, and each would take all of its time once more."""
CHEAT = "cheating"
NO_EXCEPTION = "no_exception"
EXIT_STATUS = "exit_status"
RULES = (NO_EXCEPTION, EXIT_STATUS)
"""What counts as a pass where tests and answer share a process: that no exception came up, or that the status is 0."""
HARNESSES = 2
"""How many processes of the other harness run side by side."""

Watching = Callable[[str], AbstractContextManager[Watcher]]
"""Makes a watcher for the run with that title."""
AnswerKey = tuple[str, int]
"""A problem and the number of the attempt."""


@dataclass(frozen=True, slots=True)
class DemonstratedModel:
    """What one of the models got."""

    model: str
    run: str
    answers: int
    passed: int
    score: Score
    """pass@1, as Assay judges it."""
    elsewhere: Mapping[str, Score] | None = None
    """pass@1 by rule where tests and answer share a process; `None`: it was not run there."""
    passed_elsewhere: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Trick:
    """Answers of the cheating model that draw the same suspicion."""

    kind: str
    """The suspicion; empty for answers that draw none."""
    answers: int
    passed: int
    passed_elsewhere: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One answer that does not pass here, and would elsewhere."""

    problem: str
    attempt: int
    source: str
    verdict: str
    rule: str
    """By which it passes elsewhere."""


@dataclass(frozen=True, slots=True)
class Demonstration:
    """The three models, and what the cheating one tried."""

    benchmark: str
    problems: int
    compared: int
    """Problems whose tests can be run in one process with an answer."""
    models: tuple[DemonstratedModel, ...]
    tricks: tuple[Trick, ...]
    exhibit: Exhibit | None

    def of(self, model: str) -> DemonstratedModel:
        """Return what became of the model of that name."""
        return next(one for one in self.models if one.model == model)

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the demonstration as plain data."""
        return asdict(self)


def demonstrate(choices: Choices, engine: Engine, store: Store, watching: Watching) -> Demonstration:
    """Judge the three prepared sets of answers, keep the runs, and run two of the sets elsewhere as well."""
    choices = replace(choices, benchmark=replace(choices.benchmark, place=BENCHMARK))
    benchmark = load(choices.benchmark, choices.judging, cache_folder=choices.resources.cache_folder)
    engine.start(judging_of(choices, benchmark))
    limits, problems = choices.bounds.of(benchmark.limits), {problem.id: problem for problem in benchmark}
    models: list[DemonstratedModel] = []
    answered: set[str] = set()
    tricks: tuple[Trick, ...] = ()
    exhibit: Exhibit | None = None
    for path in candidate_files():
        report = judge_prepared(path, choices, benchmark, engine, store, watching)
        trials = list(store.trials(report.run.id))
        answered.update(trial.problem_id for trial in trials)
        name = Path(path).stem
        found = dict(_elsewhere(trials, problems, limits, choices.judging)) if name in ELSEWHERE else {}
        models.append(_model(name, report, trials, found))
        if name == CHEAT:
            tricks, exhibit = _tricks(trials, found), _exhibit(trials, found)
    compared = sum(fits_one_process(problems[name]) for name in answered)
    return Demonstration(benchmark.name, len(answered), compared, tuple(models), tricks, exhibit)


def judge_prepared(
    path: Path, choices: Choices, benchmark: Benchmark, engine: Engine, store: Store, watching: Watching
) -> Report:
    """Judge one prepared file of answers, and keep the run; the engine must have been started for the benchmark."""
    spec = spec_of(choices, benchmark, candidates_at(str(path)), fallback_model=path.stem)
    with watching(path.stem) as watch:
        return Evaluation(
            spec,
            read(spec, benchmark, str(path)),
            engine=engine,
            store=store,
            benchmark=benchmark,
            sitting=choices.sitting,
            watch=watch,
        ).finish()


def _elsewhere(
    trials: Sequence[Trial], problems: Mapping[str, Problem], limits: Limits, judging: Judging
) -> Iterator[tuple[AnswerKey, OneProcessOutcome]]:
    """Give what a harness with one process believes about each answer."""

    def run(part: Sequence[Trial]) -> list[tuple[AnswerKey, OneProcessOutcome]]:
        with closing(WarmPython(python=judging.python, isolation_level=judging.isolation)) as sandbox:
            return [
                (_key(trial), run_in_one_process(problems[trial.problem_id], _source(trial), sandbox, limits))
                for trial in part
            ]

    wanted = [trial for trial in trials if fits_one_process(problems[trial.problem_id])]
    with ThreadPoolExecutor(HARNESSES) as pool:
        for part in pool.map(run, [wanted[place::HARNESSES] for place in range(HARNESSES)]):
            yield from part


def _source(trial: Trial) -> bytes:
    source = trial.candidate.source
    return source if isinstance(source, bytes) else source.encode("utf-8", "surrogatepass")


def _key(trial: Trial) -> AnswerKey:
    return trial.problem_id, trial.candidate.attempt


def _model(
    name: str, report: Report, trials: Sequence[Trial], found: Mapping[AnswerKey, OneProcessOutcome]
) -> DemonstratedModel:
    score = next(score for score in report.scores if score.metric == "pass@1")
    passed = sum(trial.passed for trial in trials)
    if not found:
        return DemonstratedModel(name, report.run.id, len(trials), passed, score)
    by_rule = {rule: {key: _passes(one, rule) for key, one in found.items()} for rule in RULES}
    return DemonstratedModel(
        name,
        report.run.id,
        len(trials),
        passed,
        score,
        {rule: _pass_at_1(passes, score.signature) for rule, passes in by_rule.items()},
        {rule: sum(passes.values()) for rule, passes in by_rule.items()},
    )


def _passes(one: OneProcessOutcome, rule: str) -> bool:
    return one.reached_end if rule == NO_EXCEPTION else one.status_zero


def _pass_at_1(passes: Mapping[AnswerKey, bool], signature: str) -> Score:
    """Return pass@1 with its interval over problems; the signature says that it is another harness's."""
    answers: Counter[str] = Counter(problem for problem, _ in passes)
    right: Counter[str] = Counter(problem for (problem, _), passed in passes.items() if passed)
    shares = [right[problem] / count for problem, count in answers.items()]
    elsewhere = signature.replace("judge:separate", "judge:one-process")
    return Score("pass@1", sum(shares) / len(shares), len(shares), clustered(shares), elsewhere, k=1)


def _tricks(trials: Iterable[Trial], found: Mapping[AnswerKey, OneProcessOutcome]) -> tuple[Trick, ...]:
    """Return the answers by the first suspicion that they draw, the most frequent first and those without any last."""
    by_kind: dict[str, list[Trial]] = {}
    for trial in trials:
        kind = trial.suspicions[0].kind.value if trial.suspicions else ""
        by_kind.setdefault(kind, []).append(trial)
    rows = [
        Trick(
            kind,
            len(group),
            sum(trial.passed for trial in group),
            {rule: sum(_passes(found[key], rule) for key in map(_key, group) if key in found) for rule in RULES},
        )
        for kind, group in by_kind.items()
    ]
    return tuple(sorted(rows, key=lambda row: (not row.kind, -row.answers, row.kind)))


def _exhibit(trials: Iterable[Trial], found: Mapping[AnswerKey, OneProcessOutcome]) -> Exhibit | None:
    """Return the shortest suspicious answer that does not pass here, and does elsewhere by the stricter rule."""
    deceives = [
        trial
        for trial in trials
        if trial.suspicions and not trial.passed and _key(trial) in found and found[_key(trial)].reached_end
    ]
    if not deceives:
        return None
    one = min(deceives, key=lambda trial: (len(_source(trial).splitlines()), _key(trial)))
    source = _source(one).decode("utf-8", "replace")
    verdict = "unjudged" if one.verdict is None else one.verdict.value
    return Exhibit(one.problem_id, one.candidate.attempt, source, verdict, NO_EXCEPTION)
