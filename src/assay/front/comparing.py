"""`assay.computational_accuracy`, `assay.codebleu` and `assay.evaluate_quality`: measures of code without a problem.

Wherever two pieces of code are compared, the prediction comes first and then the reference. The functions of the same
purpose that have the names of the source documents (`evaluate_ca`, `evaluate_codebleu`) keep the order of those.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from assay.ca.evaluating import PairOptions, evaluate_ca
from assay.errors import require
from assay.front.arguments import require_program
from assay.metrics.codebleu import evaluate_codebleu
from assay.quality.evaluator import CodeQualityEvaluator
from assay.quality.records import PASS_THRESHOLD, QualityRecord
from assay.records import Verdict
from assay.results import Result
from assay.weights import COMPONENTS

Source = str | bytes | os.PathLike[str]
"""The text of a program, or the path of one (a `Path`: a text is always source)."""
SAME = ("perfect", "close")
"""The classes of programs that do the same."""


@dataclass(frozen=True, slots=True, repr=False)
class BehaviourResult(Result):
    """Whether two programs do the same with the same inputs."""

    score: float | None
    """From 0 to 1; `None`: the reference itself fails, which says nothing about the prediction."""
    agreement: str
    """The class: `perfect`, `close`, `partial`, `failed`, `groundtruth_failed` or `nondeterministic`."""
    data: Mapping[str, Any]  # Any: JSON
    """All that `assay.ca.evaluate_ca` says."""

    @property
    def passed(self) -> bool:
        """Whether they do the same, up to what the comparison leaves out."""
        return self.agreement in SAME

    def headline(self) -> str:
        """Return the class, the score, the languages, and the first reason where they differ."""
        score = "no score" if self.score is None else f"{self.score:.3g}"
        languages = dict.fromkeys((self.data["prediction_language"], self.data["groundtruth_language"]))
        reason = self.data["error"] or self.data["diff"] or ""
        return f"{' against '.join(languages)}: {self.agreement}, {score}{f'; {reason}' if reason else ''}"

    def table(self) -> list[dict[str, Any]]:  # Any: JSON
        """Return one row for each input."""
        names = ("ca_score", "class", "exact_match", "normalized_match", "returncode_match", "error")
        rows = self.data["inputs"] or [{"input": "", **self.data}]
        return [{"input": row["input"], **{name: row[name] for name in names}} for row in rows]

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the documented mapping."""
        return dict(self.data)


@dataclass(frozen=True, slots=True, repr=False)
class SimilarityResult(Result):
    """How alike two pieces of code are. There is no `passed`: similarity is not correctness."""

    score: float | None
    """From 0 to 1; `None`: they could not be compared."""
    components: Mapping[str, float | None]
    """`ngram`, `weighted_ngram`, `syntax` and `dataflow`; `None`: the reference has no such thing."""
    data: Mapping[str, Any]  # Any: JSON
    """All that `assay.metrics.codebleu.evaluate_codebleu` says."""

    def headline(self) -> str:
        """Return the language, the profile and the score."""
        score = "no score" if self.score is None else f"{self.score:.4g}"
        parts = ", ".join(f"{name} {value:.3g}" for name, value in self.components.items() if value is not None)
        return f"{self.data['language']}, {self.data['profile']}: {score} ({parts})"

    def table(self) -> list[dict[str, Any]]:  # Any: texts and numbers
        """Return one row for each component."""
        missing = self.data["missing"]
        return [
            {"component": name, "match": value, "note": missing.get(name, "")}
            for name, value in self.components.items()
        ]

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the documented mapping."""
        return dict(self.data)


def computational_accuracy(
    prediction: Source,
    reference: Source,
    *,
    input_data: object = None,
    files: Mapping[str, str | bytes] | None = None,
    **options: Unpack[PairOptions],
) -> BehaviourResult:
    """Run two programs on the same inputs, in the sandbox, and return whether they do the same.

    Args:
        prediction: the program under judgement: its text, or a `Path`.
        reference: the program that is right.
        input_data: standard input, or several inputs, in any form that docs/computational-accuracy.md lists.
        files: what lies beside both programs, path → content.
        options: those of `assay.ca.evaluating.PairOptions`, such as `language`, `timeout` or `strict_match`.

    >>> computational_accuracy("print('HELLO')", "print('hello')")
    <BehaviourResult python: close, 0.9>
    """
    require_program("prediction", prediction)
    require_program("reference", reference)
    data = evaluate_ca(reference, prediction, input_data=input_data, files=files, **options)
    return BehaviourResult(data["ca_score"], data["class"], data)


async def acomputational_accuracy(
    prediction: Source,
    reference: Source,
    *,
    input_data: object = None,
    files: Mapping[str, str | bytes] | None = None,
    **options: Unpack[PairOptions],
) -> BehaviourResult:
    """Do as `computational_accuracy` does, beside the event loop; cancelled programs end at the latest by `timeout`."""
    return await asyncio.to_thread(
        computational_accuracy, prediction, reference, input_data=input_data, files=files, **options
    )


def codebleu(
    prediction: str,
    reference: str | Sequence[str],
    language: str | None = None,
    *,
    profile: str = "strict",
    weights: Mapping[str, float] | Sequence[float] | None = None,
) -> SimilarityResult:
    """Return how alike a piece of code and its reference are, or the most similar of several references.

    Args:
        prediction: the code to measure.
        reference: what it is compared with.
        language: of both; by default seen from the reference.
        profile: `strict`; `compat`, which equals codebleu 0.7.0; or `lite`, for Python only.
        weights: of n-gram, weighted n-gram, syntax and dataflow match.

    >>> codebleu("x = 1", "x = 1", "python").score
    1.0
    """
    data = evaluate_codebleu(prediction, reference, language, profile, weights)
    return SimilarityResult(data["codebleu"], {name: data[f"{name}_match"] for name in COMPONENTS}, data)


def evaluate_quality(
    code: str | bytes,
    task_description: str = "",
    language: str | None = None,
    *,
    verdict: Verdict | None = None,
    pass_threshold: float = PASS_THRESHOLD,
    weights: Mapping[str, float] | None = None,
) -> QualityRecord:
    """Return six dimensions of a piece of code with the evidence for each, without running it.

    Args:
        code: what to look at.
        task_description: what it was asked to do; what is named there is looked for.
        language: by default seen from the code.
        verdict: of an execution, where there was one: code that failed cannot be of high quality.
        pass_threshold: the least form that passes.
        weights: of all six dimensions, together 1.

    >>> evaluate_quality("def double(number):\\n    return 2 * number\\n")
    <QualityRecord python: form 0.625 (not passed at 0.7), quality 0.625>
    """
    require("code", code, (str, bytes), "text or bytes")
    return CodeQualityEvaluator(pass_threshold, weights).evaluate(code, task_description, language, verdict=verdict)
