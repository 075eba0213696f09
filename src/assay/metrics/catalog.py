"""The correctness metrics by name, listed with a line on each before any of them is imported."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from assay.registry import Registry

_BUILTIN: Mapping[str, tuple[str, str]] = {
    "pass@k": (
        "assay.metrics.passk:pass_at_k",
        "The chance that at least one of k attempts at a problem passes, averaged over problems",
    ),
    "pass^k": (
        "assay.metrics.passk:pass_hat_k",
        "The chance that all of k attempts at a problem pass, averaged over problems",
    ),
    "functional-correctness": (
        "assay.metrics.rates:functional_correctness",
        "The share of the attempts that pass all their cases",
    ),
    "test-case-pass-rate": (
        "assay.metrics.rates:test_case_pass_rate",
        "The share of the cases that pass, averaged over problems; pooled over all cases beside it",
    ),
    "edge-case-pass-rate": (
        "assay.metrics.rates:edge_case_pass_rate",
        "The share of the edge cases that pass, averaged over the problems that have any",
    ),
    "consistency": (
        "assay.metrics.rates:consistency",
        "The chance that two attempts at one problem agree: both pass, or neither does",
    ),
    "partial-correctness": (
        "assay.metrics.partial:partial_correctness",
        "Credit for what is right: 0.2 parses, 0.2 loads, 0.3 basic cases, 0.3 edge cases",
    ),
    "exact-match": (
        "assay.metrics.matching:exact_match_rate",
        "The share of the candidates that are the reference, but for blanks and line ends",
    ),
    "semantic-agreement": (
        "assay.metrics.matching:semantic_agreement",
        "The share of the cases on which two candidates do the same",
    ),
    "error-analysis": (
        "assay.metrics.analysis:error_analysis",
        "Why attempts fail: syntax, runtime, logic, edge case or timeout",
    ),
}

METRICS: Registry[Callable[..., Any]] = Registry(  # Any: each metric says itself what it takes and gives
    "metric", {name: path for name, (path, _) in _BUILTIN.items()}
)
"""Each is a pure function on records; the scores of a whole run come from `assay.metrics.scoring`."""

DESCRIPTIONS: Mapping[str, str] = {name: description for name, (_, description) in _BUILTIN.items()}
"""One line on each built-in metric; a plug-in's is in its own docstring."""
