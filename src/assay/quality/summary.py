"""What a quality score is made of: the numbers of one evaluation, and the line that pins them."""

from __future__ import annotations

from collections.abc import Iterable

from assay import __version__
from assay.quality.evaluator import CodeQualityEvaluator
from assay.quality.records import Dimension, QualityRecord
from assay.records import Score
from assay.signature import build_signature
from assay.statistics.means import Means

RULES_VERSION = "1"
"""Changes whenever a rule does, for then two scores cannot be compared."""


def signature(evaluator: CodeQualityEvaluator) -> str:
    """Return what moves a quality score: the rules, the weights, the threshold.

    >>> signature(CodeQualityEvaluator()).partition("|assay:")[0]
    'quality:1|weights:0.3,0.25,0.2,0.1,0.1,0.05|threshold:0.7'
    """
    weights = ",".join(f"{evaluator.weights[dimension]:g}" for dimension in Dimension)
    facts = {"quality": RULES_VERSION, "weights": weights, "threshold": f"{evaluator.pass_threshold:g}"}
    return build_signature({**facts, "assay": __version__})


def numbers_of(record: QualityRecord) -> dict[str, float]:
    """Return form, quality and every dimension of both, by the names of their scores such as `form.testing`."""
    found = {"form": record.overall, "quality": record.quality}
    found |= {f"form.{name}": value for name, value in record.dimensions.items()}
    return found | {f"quality.{name}": value for name, value in record.quality_dimensions.items()}


def summarise(records: Iterable[QualityRecord], *, signature: str = "") -> list[Score]:
    """Return the mean form, the mean quality and the mean of each dimension of both, over pieces of code that differ.

    >>> evaluator = CodeQualityEvaluator()
    >>> [score.metric for score in summarise([evaluator.evaluate("x = 1", language="python")])][:2]
    ['form', 'quality']
    """
    means = Means()
    for position, record in enumerate(records):
        means.add(str(position), numbers_of(record))
    return means.scores(signature)
