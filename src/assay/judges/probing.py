"""What a probe is: a question about a candidate that passed, or about a problem; and the probes by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from assay.errors import AssayError, Fault, InvalidOption, UnknownNameError
from assay.records import Candidate, Limits, ProbeOutcome, Problem, Suspicion, Trial
from assay.registry import Registry
from assay.sandbox.base import Sandbox


@dataclass(frozen=True, slots=True)
class Probed:
    """The answer of a probe."""

    outcome: ProbeOutcome
    suspicions: tuple[Suspicion, ...] = ()
    """What goes to the suspicions of the trial; one replaces an earlier one of its kind."""


class Probe(Protocol):
    """Answers its question about one candidate after the other; what it learns about a problem it may keep."""

    def probe(self, problem: Problem, candidate: Candidate) -> Probed:
        """Return the answer; raise `Fault` for a failure of ours, which costs the trial nothing but this answer."""


class ProbeKind(Protocol):
    """The class of a probe. Its scores are those of the metrics that name it (`assay.metrics.base.Metric.probe`)."""

    of_problem: bool
    """Whether it asks about the problem, once, whatever the candidate; else about every candidate that passed."""

    def __call__(self, sandbox: Sandbox, limits: Limits) -> Probe:
        """Return a probe that runs code in this sandbox; `limits` are those of the run."""


PROBES: Registry[ProbeKind] = Registry(
    "probe",
    {
        "equivalence": "assay.probes.run_equivalence:EquivalenceProbe",
        "mutation": "assay.probes.run_mutation:MutationProbe",
        "overfit": "assay.probes.overfit:OverfitProbe",
    },
)
"""The probes that a run can ask for."""


def check_probes(names: Sequence[str]) -> None:
    """Raise `InvalidOption` for a name that no probe has."""
    for name in names:
        if name not in PROBES:
            raise InvalidOption("probe", str(UnknownNameError("probe", name, PROBES)))


class Probing:
    """The probes of a run in one worker."""

    def __init__(
        self, names: Sequence[str], sandbox: Sandbox, limits: Limits, known: Registry[ProbeKind] = PROBES
    ) -> None:
        self._known = known
        self._names = tuple(names)
        self._sandbox = sandbox
        self._limits = limits
        self._probes: dict[str, Probe] = {}
        self._answers: dict[tuple[str, str], tuple[Problem, Probed]] = {}
        """Answers about problems: name of the probe and id of the problem → the problem, what was found."""

    def trial(self, problem: Problem, candidate: Candidate, trial: Trial) -> Trial:
        """Return a trial that has a verdict with the answers of all probes that have a question about it."""
        for name in self._names:
            try:
                probed = self._answer(name, problem, candidate, trial)
            except AssayError as error:
                probed = Probed(ProbeOutcome(name, fault=str(error) or type(error).__name__))
            except Exception as error:  # of a plug-in, or a mistake of ours: the verdict stands
                probed = Probed(ProbeOutcome(name, fault=f"{type(error).__name__}: {error}"))
            if probed is not None:
                trial = _with(trial, probed)
        return trial

    def left_out(self, trial: Trial, why: str) -> Trial:
        """Return a trial with a fault in place of each answer that it would have."""
        asked = [name for name in self._names if trial.passed or self._known.get(name).of_problem]
        outcomes = tuple(ProbeOutcome(name, fault=why) for name in asked)
        return replace(trial, probes=(*trial.probes, *outcomes))

    def _answer(self, name: str, problem: Problem, candidate: Candidate, trial: Trial) -> Probed | None:
        kind = self._known.get(name)
        if not kind.of_problem:
            return self._probe(name, kind).probe(problem, candidate) if trial.passed else None
        known = self._answers.get((name, problem.id))
        if known is None or known[0] is not problem:
            known = problem, self._probe(name, kind).probe(problem, candidate)
            self._answers[name, problem.id] = known
        return known[1]

    def _probe(self, name: str, kind: ProbeKind) -> Probe:
        if name not in self._probes:
            self._probes[name] = kind(self._sandbox, self._limits)
        return self._probes[name]


def _with(trial: Trial, probed: Probed) -> Trial:
    if not isinstance(probed, Probed):
        raise Fault(f"a probe must answer with Probed, got {probed!r:.80}")
    new = {suspicion.kind for suspicion in probed.suspicions}
    kept = tuple(suspicion for suspicion in trial.suspicions if suspicion.kind not in new)
    return replace(trial, probes=(*trial.probes, probed.outcome), suspicions=(*kept, *probed.suspicions))
