"""From a problem to candidates: models are asked, drafts are tried on visible cases, and the best are returned."""

from assay.solvers.strategies.attempting import AttemptIf
from assay.solvers.strategies.cascade import Cascade
from assay.solvers.strategies.ensemble import Ensemble
from assay.solvers.strategies.once import Once
from assay.solvers.strategies.refine import Refine
from assay.solvers.strategies.remembering import Remembered
from assay.solvers.strategies.repeat import Repeat
from assay.solvers.strategies.route import Route
from assay.solvers.strategies.verify import Verify

__all__ = [
    "AttemptIf",
    "Cascade",
    "Ensemble",
    "Once",
    "Refine",
    "Remembered",
    "Repeat",
    "Route",
    "Verify",
]
