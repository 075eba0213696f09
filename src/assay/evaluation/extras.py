"""What a run says beyond correctness, where asked: form and quality of the code, similarity to the references."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from assay.benchmarks.base import Benchmark
from assay.metrics.intervals import clustered
from assay.records import Problem, Score, Trial
from assay.spec import Run

if TYPE_CHECKING:
    from assay.quality.records import QualityRecord
    from assay.store.base import Store

    Measured = Mapping[str, float]
    Measure = Callable[[Trial, Problem], Measured]

NO_CORRECTNESS = "similarity, not correctness"


class Means:
    """Numbers of many trials, kept as one sum and one count for each problem."""

    def __init__(self) -> None:
        self._cells: dict[str, dict[str, list[float]]] = defaultdict(dict)

    def add(self, problem_id: str, values: Measured) -> None:
        for name, value in values.items():
            cell = self._cells[name].setdefault(problem_id, [0.0, 0.0])
            cell[0] += value
            cell[1] += 1

    def scores(self, signature: str, *, note: str = "", seed: int = 0) -> Iterator[Score]:
        """The mean of each number over problems, with its interval; one problem shows no spread and has none."""
        for name, cells in self._cells.items():
            means = [min(max(total / count, 0.0), 1.0) for total, count in cells.values()]
            interval = clustered(means, seed=seed) if len(means) > 1 else None
            value = round(math.fsum(means) / len(means), 9)
            yield Score(name, value, len(means), interval, signature, note=note)


def summarise(records: Iterable[QualityRecord], *, signature: str = "") -> list[Score]:
    """The mean form, the mean quality and the mean of each dimension of both, over pieces of code that differ.

    >>> from assay.quality.evaluator import CodeQualityEvaluator
    >>> evaluator = CodeQualityEvaluator()
    >>> [score.metric for score in summarise([evaluator.evaluate("x = 1", language="python")])][:2]
    ['form', 'quality']
    """
    from assay.quality.summary import numbers_of

    means = Means()
    for position, record in enumerate(records):
        means.add(str(position), numbers_of(record))
    return list(means.scores(signature))


def quality_scores(run: Run, store: Store, benchmark: Benchmark) -> list[Score]:
    """Form and quality in six dimensions, on average over problems; quality is capped by the verdict."""
    from assay.quality.evaluator import CodeQualityEvaluator
    from assay.quality.summary import numbers_of, signature

    evaluator = CodeQualityEvaluator()

    def measure(trial: Trial, problem: Problem) -> Measured:
        record = evaluator.evaluate(trial.candidate.source, problem.prompt, problem.language, verdict=trial.verdict)
        return numbers_of(record)

    return list(_measured(run, store, benchmark, measure).scores(signature(evaluator)))


def similarity_scores(
    run: Run, store: Store, benchmark: Benchmark, *, weights: tuple[float, float, float, float] | None = None
) -> list[Score]:
    """CodeBLEU and its components against the references, on average over problems that have one."""
    from assay.metrics.codebleu import CodeBleu

    scorers: dict[str, CodeBleu] = {}

    def measure(trial: Trial, problem: Problem) -> Measured:
        source = trial.candidate.source
        text = source.decode("utf-8", "replace") if isinstance(source, bytes) else source
        scorer = scorers.setdefault(problem.language, CodeBleu(problem.language, weights=weights))
        sample = scorer.sample(text, problem.reference)
        found = {"codebleu": sample.codebleu} | {f"codebleu.{name}": part for name, part in sample.components.items()}
        return {name: value for name, value in found.items() if value is not None}

    means = _measured(run, store, benchmark, measure, only_with_reference=True)
    signature = CodeBleu(weights=weights).signature(*sorted(scorers))
    return list(means.scores(signature, note=NO_CORRECTNESS))


def _measured(
    run: Run, store: Store, benchmark: Benchmark, measure: Measure, *, only_with_reference: bool = False
) -> Means:
    means = Means()
    for trial in store.trials(run.id):
        problem = benchmark.find(trial.problem_id)
        if problem is not None and (problem.reference or not only_with_reference):
            means.add(trial.problem_id, measure(trial, problem))
    return means
