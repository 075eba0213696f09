"""From a problem to candidates: models are asked, drafts are tried on visible cases, and the best are returned."""

from assay.solvers.strategies.ensemble import Ensemble
from assay.solvers.strategies.once import Once
from assay.solvers.strategies.refine import Refine
from assay.solvers.strategies.repeat import Repeat
from assay.solvers.strategies.verify import Verify

__all__ = ["Ensemble", "Once", "Refine", "Repeat", "Verify"]
