"""Comparators: whether a returned value is the expected one, and what a comparator is called."""

from assay.judges.comparators.matching import compares_types, describe, matches

__all__ = ["compares_types", "describe", "matches"]
