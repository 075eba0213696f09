"""Whether two candidates are the same: letter by letter after a normaliser, or case by case in what they do."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

from assay.errors import InvalidValue, require, require_each
from assay.metrics.base import Metric, RunView
from assay.metrics.kinds import OutcomeLike, TrialLike, require_trial
from assay.records import CaseStatus, Score

_LINE_END = re.compile(r"\r\n|\r|\n")


def normalize(code: str | bytes) -> str:
    """Return the code without what an editor may change: line ends, trailing blanks, blank lines, indentation.

    Bytes are read as UTF-8 and a byte order mark is dropped. Names, comments, quotes and case stay as they are.

    >>> normalize("  x = 1  \\r\\n\\n  y = 2")
    'x = 1\\ny = 2'
    """
    require("code", code, (str, bytes), "text or bytes")
    text = code.decode("utf-8", "replace") if isinstance(code, bytes) else code
    lines = (line.rstrip() for line in _LINE_END.split(text.removeprefix("\ufeff")))
    return textwrap.dedent("\n".join(line for line in lines if line))


def exact_match(candidate: str | bytes, reference: str | bytes) -> bool:
    """Say whether a candidate is the reference, after `normalize`.

    >>> exact_match("x = 1\\r\\n", "x = 1"), exact_match("x = 1", "x = 2")
    (True, False)
    """
    return normalize(candidate) == normalize(reference)


def exact_match_rate(generated: Sequence[str | bytes], expected: Sequence[str | bytes]) -> float | None:
    """Return the share of the pairs that match after `normalize`; `None` of none.

    >>> exact_match_rate(["a", "b"], ["a ", "c"])
    0.5
    """
    for name, texts in (("generated", generated), ("expected", expected)):
        require_each(name, texts, (str, bytes), "a list of texts")
    if len(generated) != len(expected):
        raise InvalidValue(
            f"expected: there must be one text for each of generated, got {len(expected)!r} for {len(generated)!r}"
        )
    if not generated:
        return None
    return sum(exact_match(one, other) for one, other in zip(generated, expected, strict=True)) / len(generated)


def semantic_agreement(one: TrialLike, other: TrialLike) -> float | None:
    """Return the share of the cases on which two candidates for one problem do the same; `None` of no cases.

    On a case they do the same when both pass, both return the same wrong value, both raise the same type, or both run
    out of time or of memory. A case that was not run or was skipped shows no agreement, on whichever side. Values
    are compared as the outcomes keep them, that is cut after some hundred characters.

    >>> from assay.records import Candidate, CaseOutcome, Trial, Verdict
    >>> right, wrong = CaseOutcome(CaseStatus.PASSED, actual="1"), CaseOutcome(CaseStatus.FAILED, actual="2")
    >>> one = Trial("a", Candidate(""), Verdict.PASSED, (right, right))
    >>> semantic_agreement(one, Trial("a", Candidate(""), Verdict.FAILED, (right, wrong)))
    0.5
    """
    for name, trial in (("one", one), ("other", other)):
        require_trial(name, trial)
    if one.problem_id != other.problem_id:
        raise InvalidValue(
            f"semantic agreement is about one problem, got trials of {one.problem_id!r} and {other.problem_id!r}"
        )
    cases = max(len(one.outcomes), len(other.outcomes))
    if not cases:
        return None
    return sum(_same(first, second) for first, second in zip(one.outcomes, other.outcomes, strict=False)) / cases


def same_outcomes(one: TrialLike, other: TrialLike) -> bool:
    """Say whether two candidates do the same on every case, and there is at least one.

    >>> from assay.records import Candidate, Trial, Verdict
    >>> same_outcomes(Trial("a", Candidate(""), Verdict.PASSED), Trial("a", Candidate(""), Verdict.PASSED))
    False
    """
    return semantic_agreement(one, other) == 1.0


def _same(one: OutcomeLike, other: OutcomeLike) -> bool:
    if one.status != other.status or one.status in (CaseStatus.NOT_RUN, CaseStatus.SKIPPED):
        return False
    if one.status == CaseStatus.FAILED:
        # An outcome of test code may have no value; then the failure itself is all that is known.
        return one.actual == other.actual and (one.actual != "" or one.error == other.error)
    return one.status != CaseStatus.CRASHED or _raised(one) == _raised(other)


def _raised(outcome: OutcomeLike) -> str:
    """Return the exception's type, which stands before its message."""
    return outcome.error.splitlines()[0].partition(":")[0] if outcome.error else ""


def _exact_match(run: RunView) -> list[Score]:
    counts = [(cell.matched, cell.compared) for cell in run.problems.values() if cell.compared]
    note = "n counts attempts" if counts else "no candidate could be held against a reference"
    return [run.share("exact-match", counts, note=note)]


METRICS = (
    Metric(
        "exact-match",
        "The share of the candidates that are the reference, but for blanks and line ends",
        _exact_match,
        "{share} are the reference to the letter",
        place=80,
        counts="candidates",
    ),
)
