"""A candidate out of the text of a model, at a bounded cost: what is too long to be an answer is not looked into."""

from __future__ import annotations

from assay.extraction import Form, assemble
from assay.records import Candidate, Problem

LONGEST_ANSWER = 2**18
"""Characters of an answer, thoughts included; a model that says all of 64k tokens stays below."""


def candidate_of(problem: Problem, text: str, form: Form, *, attempt: int = 0, origin: str = "") -> Candidate:
    """Return the candidate that a text is; one that is too long has no source, and its verdict is invalid.

    >>> from assay.records import Case, Cases
    >>> one = Problem("one", Cases("one", (Case((), 1),)))
    >>> candidate_of(one, "Here:\\n```\\ndef one(): return 1\\n```", Form.CHAT).source
    'def one(): return 1\\n'
    >>> candidate_of(one, "x" * 300_000, Form.CHAT).error
    'the answer has 300,000 characters, and at most 262,144 are looked at'
    """
    if len(text) > LONGEST_ANSWER:
        reason = f"the answer has {len(text):,} characters, and at most {LONGEST_ANSWER:,} are looked at"
        return Candidate("", attempt, origin, error=reason)
    return Candidate(assemble(problem, text, form).source, attempt, origin)
