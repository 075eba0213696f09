"""`--probe mutation`: how many small faults in the reference of each problem its tests notice."""

from __future__ import annotations

from assay.judges.probing import Probed
from assay.probes.mutation.asking import BrokenTests, MutationOptions
from assay.probes.mutation.problems import mutate_problem
from assay.records import Candidate, Cases, Limits, ProbeOutcome, Problem, Suite
from assay.sandbox.base import Sandbox

SAMPLE = 100
"""Mutants of one reference, at most."""


class MutationProbe:
    """Counts the mutants of a problem's reference that its tests kill; asked once for each problem."""

    of_problem = True

    def __init__(self, sandbox: Sandbox, limits: Limits) -> None:
        self._sandbox = sandbox

    def probe(self, problem: Problem, candidate: Candidate) -> Probed:
        if problem.language != "python" or not isinstance(problem.check, Cases | Suite):
            return _silent("only the tests of Python functions are measured")
        if not problem.reference:
            return _silent("the problem has no reference")
        try:
            result = mutate_problem(problem, None, MutationOptions(sample=SAMPLE), sandbox=self._sandbox)
        except BrokenTests as error:
            return _silent(str(error))
        return Probed(ProbeOutcome("mutation", result.detected, result.judged, result.headline()))


def _silent(why: str) -> Probed:
    return Probed(ProbeOutcome("mutation", detail=why))
