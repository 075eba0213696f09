"""Form and quality of the candidates' code, as metrics of a run."""

from __future__ import annotations

from collections.abc import Sequence

from assay.metrics.base import Metric, RunView, ScoringTerms
from assay.records import Score
from assay.statistics.means import Means


def _scores(run: RunView) -> list[Score]:
    """Return form and quality in six dimensions, on average over problems; quality is capped by the verdict."""
    from assay.quality.evaluator import CodeQualityEvaluator
    from assay.quality.summary import numbers_of, signature

    evaluator = CodeQualityEvaluator()
    means = Means()
    for trial, problem in run.trials():
        if problem is not None and trial.candidate.source is not None:
            record = evaluator.evaluate(trial.candidate.source, problem.prompt, problem.language, verdict=trial.verdict)
            means.add(trial.problem_id, numbers_of(record))
    return means.scores(run.terms.selection(signature(evaluator)))


def _names(terms: ScoringTerms) -> Sequence[str]:
    from assay.quality.records import Dimension

    return [f"{side}{part}" for side in ("form", "quality") for part in ("", *(f".{one}" for one in Dimension))]


METRICS = (
    Metric(
        "quality",
        "Form and quality of the code in six dimensions, without running it, averaged over problems",
        _scores,
        place=90,
        names=_names,
        on_request=True,
        whole_run=True,
    ),
)
