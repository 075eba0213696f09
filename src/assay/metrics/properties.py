"""The share of the properties that hold, over the problems that carry some."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from assay.metrics.base import Metric, RunView
from assay.metrics.kinds import TrialLike
from assay.metrics.tally import tally
from assay.records import Score


def property_pass_rate(trials: Iterable[TrialLike]) -> float | None:
    """Return the share of the properties that an attempt keeps, averaged by attempts, then problems; `None` of none.

    >>> from assay.records import Candidate, CaseOutcome, CaseStatus, Trial, Verdict
    >>> outcomes = (CaseOutcome(CaseStatus.PASSED), CaseOutcome(CaseStatus.FAILED, name="property: sorted"))
    >>> property_pass_rate([Trial("a", Candidate(""), Verdict.FAILED, outcomes)])
    0.0
    """
    cells = [cell for cell in tally(trials).by_problem().values() if cell.judged and cell.properties.size]
    return math.fsum(cell.property_rate() for cell in cells) / len(cells) if cells else None


def _scores(run: RunView) -> Sequence[Score]:
    judged = [cell for cell in run.problems.values() if cell.judged]
    cells = [cell for cell in judged if cell.properties.size]
    if not cells:
        return []
    left_out = len(judged) - len(cells)
    note = f"{left_out} of {len(judged)} problems carry no properties and are left out" if left_out else ""
    return [run.mean("property-pass-rate", [cell.property_rate() for cell in cells], note=note)]


METRICS = (
    Metric(
        "property-pass-rate",
        "The share of the properties that hold, averaged over the problems that carry some",
        _scores,
        "{share} of the properties hold on the average problem",
        place=55,
        needs_all_cases=True,
    ),
)
