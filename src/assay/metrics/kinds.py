"""What a metric reads of a trial: the attributes, whoever holds them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from assay.errors import InvalidValue, require
from assay.records import CaseKind, CaseStatus, ProbeOutcome, Suspicion, Verdict


class OutcomeLike(Protocol):
    """What one case came to; `CaseOutcome` is one."""

    @property
    def status(self) -> CaseStatus: ...

    @property
    def kind(self) -> CaseKind: ...

    @property
    def name(self) -> str: ...

    @property
    def actual(self) -> str: ...

    @property
    def error(self) -> str: ...


class CandidateLike(Protocol):
    """The code under judgement; `Candidate` is one."""

    @property
    def source(self) -> str | bytes | None:
        """`None`: it was not kept, so nothing is said about its text."""

    @property
    def model(self) -> str: ...

    @property
    def model_version(self) -> str: ...


class TrialLike(Protocol):
    """One attempt at one problem; `Trial` is one, and so is a row of a store with these attributes."""

    @property
    def problem_id(self) -> str: ...

    @property
    def candidate(self) -> CandidateLike: ...

    @property
    def verdict(self) -> Verdict | None:
        """`None`: unjudged, a fault of ours."""

    @property
    def outcomes(self) -> Sequence[OutcomeLike]: ...

    @property
    def suspicions(self) -> Sequence[Suspicion]: ...

    @property
    def probes(self) -> Sequence[ProbeOutcome]: ...

    @property
    def detail(self) -> str: ...


def require_trial(name: str, value: object) -> None:
    """Raise `InvalidValue` unless an object has what metrics read of a `Trial`.

    >>> require_trial("trial", None)
    Traceback (most recent call last):
    assay.errors.InvalidValue: trial: must be a Trial, got None
    """
    if not (hasattr(value, "verdict") and hasattr(value, "outcomes")):
        raise InvalidValue(f"{name}: must be a Trial, got {value!r:.80}")


def checked_trials(trials: Iterable[TrialLike]) -> Iterator[TrialLike]:
    """Yield the trials; raise `InvalidValue` at the first thing that is none."""
    given: object = trials  # from Python it may be anything, and the characters of a text are no trials
    require("trials", given, () if isinstance(given, str | bytes) else (Iterable,), "a list of trials")
    for trial in trials:
        require_trial("trials", trial)
        yield trial
