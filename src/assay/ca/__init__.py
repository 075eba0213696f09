"""Computational accuracy: two programs, the same inputs, the same behaviour?"""

from assay.ca.batch import run_ca_benchmark
from assay.ca.evaluating import evaluate_ca

__all__ = ["evaluate_ca", "run_ca_benchmark"]
