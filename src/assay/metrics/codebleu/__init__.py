"""CodeBLEU: n-grams, syntax and data flow of a prediction against its reference. Similarity is not correctness."""

from __future__ import annotations

from assay.metrics.codebleu.files import Comparison, FileScore, compare_paths
from assay.metrics.codebleu.lite import SemanticClosenessMetrics, calculate_code_bleu
from assay.metrics.codebleu.scoring import CodeBleu, Corpus, Profile, Sample, evaluate_codebleu
from assay.metrics.codebleu.weights import COMPONENTS, checked_weights, configured_weights

__all__ = [
    "COMPONENTS",
    "CodeBleu",
    "Comparison",
    "Corpus",
    "FileScore",
    "Profile",
    "Sample",
    "SemanticClosenessMetrics",
    "calculate_code_bleu",
    "checked_weights",
    "compare_paths",
    "configured_weights",
    "evaluate_codebleu",
]
