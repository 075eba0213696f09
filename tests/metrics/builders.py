"""Small trials: `attempts("a", "PFX")` is problem a, attempted three times."""

from __future__ import annotations

from assay.records import Candidate, CaseKind, CaseOutcome, CaseStatus, Trial, Verdict

VERDICTS: dict[str, Verdict | None] = {
    "P": Verdict.PASSED,
    "F": Verdict.FAILED,
    "C": Verdict.CRASHED,
    "T": Verdict.TIMED_OUT,
    "M": Verdict.OUT_OF_MEMORY,
    "I": Verdict.INVALID,
    "X": None,
}
STATUSES = {
    "p": CaseStatus.PASSED,
    "f": CaseStatus.FAILED,
    "c": CaseStatus.CRASHED,
    "t": CaseStatus.TIMED_OUT,
    "m": CaseStatus.OUT_OF_MEMORY,
    "s": CaseStatus.SKIPPED,
    "n": CaseStatus.NOT_RUN,
}


def outcomes(basic: str = "", edge: str = "") -> tuple[CaseOutcome, ...]:
    """`outcomes("pf", "p")`: two basic cases, the second failed, and an edge case that passed."""
    return (
        *(CaseOutcome(STATUSES[letter], CaseKind.BASIC) for letter in basic),
        *(CaseOutcome(STATUSES[letter], CaseKind.EDGE) for letter in edge),
    )


def trial(
    problem: str = "a",
    verdict: str = "P",
    cases: tuple[CaseOutcome, ...] = (),
    *,
    source: str = "",
    detail: str = "",
    version: str = "",
) -> Trial:
    judged = VERDICTS[verdict]
    fault = "the sandbox stopped" if judged is None else ""
    return Trial(problem, Candidate(source, model_version=version), judged, cases, fault=fault, detail=detail)


def attempts(problem: str, letters: str, *, version: str = "") -> list[Trial]:
    """One trial for each letter, without cases."""
    return [trial(problem, letter, version=version) for letter in letters]


def run_of(**problems: str) -> list[Trial]:
    """`run_of(a="PF", b="P")`: two problems with their attempts."""
    return [one for problem, letters in problems.items() for one in attempts(problem, letters)]
