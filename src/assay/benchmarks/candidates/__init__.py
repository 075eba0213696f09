"""Candidates as other harnesses and users write them, read one by one and matched with their problems."""

from assay.benchmarks.candidates.entries import Format
from assay.benchmarks.candidates.reading import Reading, extracting_of, form_of, read_candidates
from assay.benchmarks.candidates.selecting import select_problems
from assay.extraction import Extracting

__all__ = [
    "Extracting",
    "Format",
    "Reading",
    "extracting_of",
    "form_of",
    "read_candidates",
    "select_problems",
]
