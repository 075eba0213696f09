"""From cheap to strong: the next stage runs only where the one before was not sure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.errors import InvalidValue
from assay.models.base import Model
from assay.solutions import Draft, EndedBy, best
from assay.solvers.base import Strategy
from assay.solvers.desk import Desk
from assay.solvers.strategies.composing import as_strategy
from assay.solvers.strategies.shared import form_of, require_share, signature_of
from assay.solvers.visible import VisibleProblem

SURE = 0.7
"""The confidence from which on a draft needs no further stage, where there are no visible cases."""


@dataclass(frozen=True, slots=True)
class Cascade:
    """Go from cheap to strong strategies or models, and stop as soon as one is sure of its draft.

    A draft is sure that passes all visible cases. Where there are none, it is one whose confidence is at least `sure`,
    such as the share of an ensemble that agrees. The answer is the best draft of all stages; of two that did equally
    well it is the later one, unless the earlier has the higher confidence.
    """

    stages: tuple[Strategy | Model, ...]
    """The cheapest first; a model stands for one attempt with it."""
    sure: float = SURE
    quality_bound: float | None = None
    """Where there are no visible cases: the form of code, as `assay.quality` sees it, with which a draft is sure."""

    def __post_init__(self) -> None:
        given: object = self.stages  # from Python it may be anything
        if not isinstance(given, tuple | list) or not given:
            raise InvalidValue(f"stages: must be at least one strategy or model, got {given!r:.80}")
        object.__setattr__(self, "stages", tuple(given))
        for stage in self.stages:
            as_strategy(stage, "stages")
        require_share("sure", self.sure)
        require_share("quality_bound", self.quality_bound)

    @property
    def signature(self) -> str:
        """The name with the signatures of the stages."""
        return signature_of(
            "cascade",
            *(as_strategy(stage).signature for stage in self.stages),
            sure=None if self.sure == SURE else self.sure,
            quality_bound=self.quality_bound,
        )

    def solve(self, problem: VisibleProblem, desk: Desk) -> Sequence[Draft]:
        """Return the best draft of the stages up to the first that is sure."""
        found: Draft | None = None
        for number, stage in enumerate(self.stages, 1):
            draft = best([desk.tried_out(one) for one in as_strategy(stage).solve(problem, desk)])
            is_last = number == len(self.stages)
            if draft is not None and self._is_better(draft, found):
                found = draft
            is_sure, why = self._said(draft, problem)
            if not is_sure and not is_last:
                why += self._go_on(desk)
            desk.note(f"cascade: stage {number} of {len(self.stages)}: {why}")
            if is_sure or desk.ended is not None:
                break
        return [] if found is None else [found]

    def _go_on(self, desk: Desk) -> str:
        """Return what follows an unsure stage; where its model gave no answer, that of the next stage still may."""
        if desk.ended is None:
            return "; the next stage follows"
        if desk.ended.by not in (EndedBy.MODEL, EndedBy.PROMPT):
            return f"; ended by {desk.ended.by}"
        why = f"; without an answer ({desk.ended.detail}), the next stage follows"
        desk.ended = None
        return why

    def _said(self, draft: Draft | None, problem: VisibleProblem) -> tuple[bool, str]:
        """Return whether a stage is sure, and why."""
        if draft is None:
            return False, "no draft"
        if draft.of:
            return draft.passes_all, f"{draft.passed} of {draft.of} visible cases pass"
        if draft.confidence is not None and draft.confidence >= self.sure:
            return True, f"confidence {draft.confidence:.2f} of at least {self.sure:g}"
        if self.quality_bound is not None and draft.valid:
            form = form_of(draft, problem.language)
            return form >= self.quality_bound, f"form {form:.2f}, and {self.quality_bound:g} is wanted"
        stated = "no confidence" if draft.confidence is None else f"confidence {draft.confidence:.2f}"
        return False, f"no visible cases, {stated}, and {self.sure:g} is wanted"

    @staticmethod
    def _is_better(draft: Draft, before: Draft | None) -> bool:
        if before is None or draft.rank != before.rank:
            return before is None or draft.rank > before.rank
        if draft.confidence is None or before.confidence is None:
            return True
        return draft.confidence >= before.confidence
