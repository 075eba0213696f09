"""How similar one candidate is to the reference, and how good its form: for pages that show attempts one by one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from assay.records import Problem, Trial
from assay.spec import EVEN_WEIGHTS, Scoring

if TYPE_CHECKING:
    from assay.metrics.codebleu import CodeBleu
    from assay.quality.evaluator import CodeQualityEvaluator


@dataclass(frozen=True, slots=True)
class Appraisal:
    """What can be said of one candidate without running it; `None`: it was not asked for, or cannot be said."""

    similarity: float | None = None
    quality: float | None = None


@dataclass(slots=True)
class Appraiser:
    """Measures candidates one by one, as far as it was asked for; each takes some milliseconds."""

    codebleu: bool = False
    quality: bool = False
    weights: tuple[float, float, float, float] = EVEN_WEIGHTS
    _scorers: dict[str, CodeBleu] = field(default_factory=dict)
    _evaluator: CodeQualityEvaluator | None = None

    @classmethod
    def of(cls, scoring: Scoring | None, *, codebleu: bool = False, quality: bool = False) -> Appraiser:
        """Return one for what a run asked for, and for what is asked for besides."""
        if scoring is None:
            return cls(codebleu, quality)
        return cls(codebleu or scoring.codebleu, quality or scoring.quality, scoring.codebleu_weights)

    @property
    def wanted(self) -> bool:
        """Whether there is anything to measure."""
        return self.codebleu or self.quality

    def appraise(self, trial: Trial, problem: Problem | None) -> Appraisal:
        """Return what was asked for about a candidate."""
        if problem is None:
            return Appraisal()
        return Appraisal(
            self._similarity(trial, problem) if self.codebleu and problem.reference else None,
            self._quality(trial, problem) if self.quality else None,
        )

    def _similarity(self, trial: Trial, problem: Problem) -> float | None:
        from assay.metrics.codebleu import CodeBleu

        source = trial.candidate.source
        text = source.decode("utf-8", "replace") if isinstance(source, bytes) else source
        if problem.language not in self._scorers:
            self._scorers[problem.language] = CodeBleu(problem.language, weights=self.weights)
        return self._scorers[problem.language].sample(text, problem.reference or "").codebleu

    def _quality(self, trial: Trial, problem: Problem) -> float | None:
        from assay.quality.evaluator import CodeQualityEvaluator
        from assay.quality.summary import numbers_of

        if self._evaluator is None:
            self._evaluator = CodeQualityEvaluator()
        source = trial.candidate.source
        found = self._evaluator.evaluate(source, problem.prompt, problem.language, verdict=trial.verdict)
        return numbers_of(found).get("quality")
