"""The two scores of APPS under their own names, for the sets that are measured by them."""

from __future__ import annotations

from collections.abc import Sequence

from assay.metrics.base import Metric, RunView, ScoringTerms
from assay.records import Score

BENCHMARKS = frozenset({"apps", "taco"})


def _is_asked(terms: ScoringTerms) -> bool:
    return terms.benchmark in BENCHMARKS


def _strict(run: RunView) -> list[Score]:
    """Return the share of attempts that pass all tests, averaged over problems."""
    return [run.mean("strict-accuracy", [cell.passed / cell.judged for cell in run.problems.values() if cell.judged])]


def _average(run: RunView) -> list[Score]:
    """Return the share of tests that pass, averaged over problems; who does not compile passes none."""
    return [run.mean("test-case-average", [cell.case_rate() for cell in run.problems.values() if cell.judged])]


def _strict_names(terms: ScoringTerms) -> Sequence[str]:
    return ("strict-accuracy",) if _is_asked(terms) else ()


def _average_names(terms: ScoringTerms) -> Sequence[str]:
    return ("test-case-average",) if _is_asked(terms) else ()


METRICS = (
    Metric(
        "strict-accuracy",
        "APPS and TACO: the share of the attempts that pass all their tests, averaged over problems",
        _strict,
        "{share} strict accuracy",
        place=31,
        names=_strict_names,
    ),
    Metric(
        "test-case-average",
        "APPS and TACO: the share of the tests that pass, averaged over problems",
        _average,
        "{share} test case average",
        place=41,
        names=_average_names,
        needs_all_cases=True,
    ),
)
