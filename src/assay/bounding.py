"""Trials of a bounded size: however much a candidate says, what is kept of it has room in a store and in a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from assay.records import MIB, CaseOutcome, Execution, ProbeOutcome, Suspicion, Trial

TEXT_BYTES = 128_000
"""Of the texts of all cases together: values, errors and the reason of the verdict."""
OUTPUT_BYTES = 4 * MIB
"""Of standard output and standard error of all processes together."""
EVIDENCE_BYTES = 32_000
DETAIL_BYTES = 16_000
SHORT = 80
"""Characters that a text has at least, behind the point where all is used up, while there is `SPARE_BYTES` left."""
SPARE_BYTES = 32_000
CUT = "…"


def bounded(trial: Trial, *, output_bytes: int = OUTPUT_BYTES, stream_bytes: int = OUTPUT_BYTES) -> Trial:
    """The trial with everything that a candidate may have made long cut to a size that does not depend on it.

    The first cases keep their texts, later ones the beginning of theirs, and the last ones nothing; the number of
    cases and how each ended stay. Of the output, `stream_bytes` of each stream are kept (the beginning of standard
    output, the end of standard error) and `output_bytes` in all.

    >>> from assay.records import Candidate, CaseStatus, Verdict
    >>> loud = CaseOutcome(CaseStatus.CRASHED, error="E" * 100_000)
    >>> trial = bounded(Trial("p", Candidate(""), Verdict.CRASHED, (loud,) * 100))
    >>> sum(len(outcome.error) for outcome in trial.outcomes) <= TEXT_BYTES + SPARE_BYTES, len(trial.outcomes)
    (True, 100)
    """
    if _is_small(trial, min(output_bytes, stream_bytes)):
        return trial
    outcomes, executions = trial.outcomes, trial.executions
    if _characters(outcomes) * 4 > TEXT_BYTES:
        outcomes = tuple(_shortened(outcomes))
    if any(execution.stdout or execution.stderr for execution in executions):
        executions = tuple(_quiet(executions, output_bytes, stream_bytes))
    return replace(
        trial,
        outcomes=outcomes,
        executions=executions,
        suspicions=tuple(_short_evidence(trial.suspicions)),
        detail=_cut(trial.detail, DETAIL_BYTES),
        fault=_cut(trial.fault, DETAIL_BYTES),
        probes=tuple(map(_short_probe, trial.probes)),
    )


def _is_small(trial: Trial, output_bytes: int) -> bool:
    output = sum(len(execution.stdout) + len(execution.stderr) for execution in trial.executions)
    texts = _characters(trial.outcomes)
    words = len(trial.detail) + len(trial.fault) + sum(len(each.evidence) for each in trial.suspicions)
    words += sum(len(each.detail) + len(each.fault) for each in trial.probes)
    return output <= output_bytes and texts * 4 <= TEXT_BYTES and words * 4 <= DETAIL_BYTES


def _characters(outcomes: Iterable[CaseOutcome]) -> int:
    return sum(len(outcome.actual) + len(outcome.expected) + len(outcome.error) for outcome in outcomes)


class _Budget:
    """Bytes that are left, and a smaller number for what comes when they are used up."""

    def __init__(self, most: int, spare: int = 0) -> None:
        self.left = most
        self.spare = spare

    def text(self, text: str) -> str:
        """The text, or as much of it as there is room for."""
        if not text:
            return text
        size = _size(text)
        if size <= self.left:
            self.left -= size
            return text
        short = _cut(text, min(SHORT, self.spare))
        self.spare -= _size(short)
        return short


def _shortened(outcomes: Sequence[CaseOutcome]) -> Iterator[CaseOutcome]:
    budget = _Budget(TEXT_BYTES, SPARE_BYTES)
    for outcome in outcomes:
        if not (outcome.error or outcome.actual or outcome.expected):
            yield outcome
            continue
        error, actual, expected = map(budget.text, (outcome.error, outcome.actual, outcome.expected))
        whole = error is outcome.error and actual is outcome.actual and expected is outcome.expected
        yield outcome if whole else replace(outcome, error=error, actual=actual, expected=expected)


def _quiet(executions: Sequence[Execution], left: int, stream_bytes: int) -> Iterator[Execution]:
    for execution in executions:
        stdout = execution.stdout[: min(stream_bytes, left)]
        left -= len(stdout)
        stderr = execution.stderr[max(0, len(execution.stderr) - min(stream_bytes, left)) :]
        left -= len(stderr)
        yield replace(execution, stdout=stdout, stderr=stderr)


def _short_evidence(suspicions: Sequence[Suspicion]) -> Iterator[Suspicion]:
    budget = _Budget(EVIDENCE_BYTES)
    for suspicion in suspicions:
        evidence = budget.text(suspicion.evidence)
        yield suspicion if evidence == suspicion.evidence else replace(suspicion, evidence=evidence)


def _short_probe(probe: ProbeOutcome) -> ProbeOutcome:
    return replace(probe, detail=_cut(probe.detail, DETAIL_BYTES), fault=_cut(probe.fault, DETAIL_BYTES))


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def _cut(text: str, most: int) -> str:
    """The beginning of a text, of at most so many bytes and a sign that there was more."""
    if len(text) * 4 <= most or _size(text) <= most:
        return text
    if most <= 0:
        return ""
    start = text[:most].encode("utf-8", "surrogatepass")[:most]
    return start.decode("utf-8", "ignore") + CUT
