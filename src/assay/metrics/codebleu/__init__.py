"""CodeBLEU: n-grams, syntax and data flow of a prediction against its reference. Similarity is not correctness."""

from __future__ import annotations

from assay.metrics.codebleu.files import FileScore, PathComparison, compare_paths
from assay.metrics.codebleu.lite import SemanticClosenessMetrics, calculate_code_bleu
from assay.metrics.codebleu.scoring import CodeBleu, Corpus, Profile, Sample, evaluate_codebleu
from assay.weights import COMPONENTS

__all__ = [
    "COMPONENTS",
    "CodeBleu",
    "Corpus",
    "FileScore",
    "PathComparison",
    "Profile",
    "Sample",
    "SemanticClosenessMetrics",
    "calculate_code_bleu",
    "compare_paths",
    "evaluate_codebleu",
]
