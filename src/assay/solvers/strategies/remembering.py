"""The solution cache: a problem that was solved with high confidence before is not asked about again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from assay.errors import require_method
from assay.hashing import content_digest, stable_bytes
from assay.models.base import Model
from assay.solutions import Draft, best
from assay.solvers.base import Strategy
from assay.solvers.desk import Desk
from assay.solvers.strategies.composing import as_strategy
from assay.solvers.strategies.shared import require_share, signature_of
from assay.solvers.visible import VisibleProblem
from assay.store.base import Solutions

CONFIDENCE = 0.9
LEAST = 1e-9
"""What fails a visible case has no confidence at all, and is never kept."""
PASSED_CASES = 2
"""Visible cases that must have passed for a draft to be known as a solution."""
PASSED_CONFIDENCE = 0.95
"""The confidence of a draft that passes all visible cases, where there are at least so many."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """Return the known solution of a problem with the same content, and keep new ones that are likely right.

    What counts is what may be seen of a problem: its prompt, entry point, language and visible cases. A known solution
    is tried on the visible cases again. Whoever measures a model with this measures the cache too.
    """

    inner: Strategy | Model
    confidence: float = CONFIDENCE
    """The least confidence of solutions that are kept and returned."""
    known: Solutions = field(kw_only=True)
    """Where solutions are kept."""

    def __post_init__(self) -> None:
        as_strategy(self.inner, "inner")
        require_method("known", self.known, "known_solution", "an open store")
        require_share("confidence", self.confidence)

    @property
    def signature(self) -> str:
        """The name with the strategy for problems without a known solution."""
        wanted = None if self.confidence == CONFIDENCE else self.confidence
        return signature_of("remembered", as_strategy(self.inner).signature, confidence=wanted)

    def solve(self, problem: VisibleProblem, desk: Desk) -> Sequence[Draft]:
        """Return the known solution, or what the inner strategy returns."""
        key = content_key(problem)
        known = self._known(key, desk)
        if known is not None:
            return [known]
        drafts = as_strategy(self.inner).solve(problem, desk)
        found = best([desk.tried_out(draft) for draft in drafts])
        certainty = 0.0 if found is None else confidence_of(found)
        if found is not None and certainty >= max(self.confidence, LEAST):
            self.known.keep_known_solution(key, replace(found, confidence=certainty))
            desk.note(f"remembered: kept with confidence {certainty:.2f}")
        return drafts

    def _known(self, key: str, desk: Desk) -> Draft | None:
        found = self.known.known_solution(key)
        if found is None or (found.confidence or 0.0) < self.confidence:
            return None
        tried = desk.try_out(found)
        if not tried.valid or tried.passed < tried.of:
            desk.note("remembered: the known solution does not pass the visible cases any more")
            return None
        desk.note(f"remembered: a solution known with confidence {found.confidence or 0.0:.2f}, without a call")
        return tried


def content_key(problem: VisibleProblem) -> str:
    """Return a digest of all that may be seen of a problem; its id counts only where there is no prompt."""
    check = problem.check
    name = "" if problem.prompt else problem.id
    stated = (problem.language, problem.prompt, name, check.entry_point, type(check).__name__)
    return content_digest(*stated, *(stable_bytes(part) for part in check.content())).hex()


def confidence_of(draft: Draft) -> float:
    """Return how sure one can be of a draft: by the visible cases where there are some, and what it says itself.

    >>> confidence_of(Draft("", 2, 2)), confidence_of(Draft("", 1, 2, confidence=1.0)), confidence_of(Draft("", 1, 1))
    (0.95, 0.0, 0.0)
    """
    if draft.of and not draft.passes_all:
        return 0.0
    stated = draft.confidence or 0.0
    return max(stated, PASSED_CONFIDENCE) if draft.of >= PASSED_CASES else stated
