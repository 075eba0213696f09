"""Many evaluations as scores: the mean of each dimension with its interval, and the line that pins it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from assay import __version__
from assay.quality.evaluator import CodeQualityEvaluator
from assay.quality.records import Dimension, QualityRecord
from assay.records import Score
from assay.signature import build_signature

RULES_VERSION = "1"
"""Changes whenever a rule does, for then two scores cannot be compared."""
RESAMPLES = 2000
SEED = 20_261_115
CONFIDENCE = 0.95


def signature(evaluator: CodeQualityEvaluator) -> str:
    """What moves a quality score: the rules, the weights, the threshold.

    >>> signature(CodeQualityEvaluator()).partition("|assay:")[0]
    'quality:1|weights:0.3,0.25,0.2,0.1,0.1,0.05|threshold:0.7'
    """
    weights = ",".join(f"{evaluator.weights[dimension]:g}" for dimension in Dimension)
    facts = {"quality": RULES_VERSION, "weights": weights, "threshold": f"{evaluator.pass_threshold:g}"}
    return build_signature({**facts, "assay": __version__})


def summarise(records: Iterable[QualityRecord], *, signature: str = "") -> tuple[Score, ...]:
    """Mean form, mean quality, and the mean of each dimension in both (`form.testing`, `quality.testing`).

    The interval is a bootstrap over the records with a fixed seed, so that the same records give the same one.
    """
    known = list(records)
    columns: dict[str, list[float]] = {
        "form": [record.overall for record in known],
        "quality": [record.quality for record in known],
    }
    for dimension in Dimension:
        columns[f"form.{dimension}"] = [record.dimensions[dimension] for record in known]
    for dimension in Dimension:
        columns[f"quality.{dimension}"] = [record.quality_dimensions[dimension] for record in known]
    return tuple(_score(name, values, signature) for name, values in columns.items())


def _score(name: str, values: Sequence[float], signature: str) -> Score:
    if not values:
        return Score(name, None, 0, signature=signature, note="nothing was evaluated")
    mean = round(math.fsum(values) / len(values), 9)
    return Score(name, mean, len(values), _interval(values, mean), signature)


def _interval(values: Sequence[float], mean: float) -> tuple[float, float] | None:
    if len(values) < 2:
        return None
    if min(values) == max(values):
        return (mean, mean)
    import numpy as np

    draws = np.random.default_rng(SEED)
    given = np.asarray(values, dtype=np.float64)
    counts = draws.multinomial(len(given), np.full(len(given), 1 / len(given)), size=RESAMPLES)
    means = counts @ given / len(given)
    low, high = np.quantile(means, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return (round(float(low), 9), round(float(high), 9))
