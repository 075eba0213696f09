"""Comparators: whether a returned value is the expected one, and what a comparator is called."""

from assay.judges.comparators.matching import describe, matches

__all__ = ["describe", "matches"]
