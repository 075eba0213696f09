"""How similar the candidates are to the references, as a metric of a run."""

from __future__ import annotations

from collections.abc import Sequence

from assay.metrics.base import Metric, RunView, ScoringTerms
from assay.records import Score
from assay.statistics.means import Means
from assay.weights import COMPONENTS

NO_CORRECTNESS = "similarity, not correctness"


def _scores(run: RunView) -> list[Score]:
    """Return CodeBLEU and its components against the references, on average over problems that have one."""
    from assay.metrics.codebleu import CodeBleu

    scorers: dict[str, CodeBleu] = {}
    means = Means()
    for trial, problem in run.trials():
        source = trial.candidate.source
        if problem is None or not problem.reference or source is None:
            continue
        text = source.decode("utf-8", "replace") if isinstance(source, bytes) else source
        if problem.language not in scorers:
            scorers[problem.language] = CodeBleu(problem.language, weights=run.terms.weights)
        sample = scorers[problem.language].sample(text, problem.reference)
        found = {"codebleu": sample.codebleu} | {f"codebleu.{name}": part for name, part in sample.components.items()}
        means.add(trial.problem_id, {name: value for name, value in found.items() if value is not None})
    signature = CodeBleu(weights=run.terms.weights).signature(*sorted(scorers))
    return means.scores(run.terms.selection(signature), note=NO_CORRECTNESS)


def _names(terms: ScoringTerms) -> Sequence[str]:
    return ["codebleu", *(f"codebleu.{component}" for component in COMPONENTS)]


METRICS = (
    Metric(
        "codebleu",
        "How similar the code is to the reference: n-grams, syntax and data flow; no sign of correctness",
        _scores,
        place=100,
        names=_names,
        on_request=True,
        whole_run=True,
    ),
)
