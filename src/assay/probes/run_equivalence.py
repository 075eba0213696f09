"""`--probe equivalence`: for how many passes of a run no difference from the reference is found."""

from __future__ import annotations

from assay.judges.probing import Probed
from assay.probes.equivalence import EquivalenceResult
from assay.probes.ground import Ground, Kept
from assay.records import Candidate, Limits, ProbeOutcome, Problem
from assay.sandbox.base import Sandbox

INPUTS = 500
"""Inputs that each candidate is tried with; those that the reference does not answer are left out."""


class EquivalenceProbe:
    """Counts the passes that do as the reference does with every input that was made, unlike those of the tests too."""

    of_problem = False

    def __init__(self, sandbox: Sandbox, limits: Limits) -> None:
        self._grounds = Kept(lambda problem: Ground(sandbox, problem, size=INPUTS, seed=0, domain=False))

    def probe(self, problem: Problem, candidate: Candidate) -> Probed:
        found = self._grounds.of(problem).findings(candidate, tolerant=False)
        known, difference = not found.note, found.difference
        if difference is None:
            detail = found.note or f"no difference from the reference in {found.inputs:,} inputs"
        else:
            inputs, ours, theirs = difference.input, difference.candidate, difference.reference
            detail = EquivalenceResult(problem.check.entry_point, True, inputs, ours, theirs).headline()
        return Probed(ProbeOutcome("equivalence", int(known and difference is None), int(known), detail, found.inputs))
