"""What every judge does: one candidate in, one trial out."""

from __future__ import annotations

from typing import Protocol

from assay.records import Candidate, Problem, Trial


class Judge(Protocol):
    """Decides about a candidate."""

    def judge(self, problem: Problem, candidate: Candidate) -> Trial:
        """The trial of one attempt; our own failure is a trial with a fault and no verdict, never an exception."""
