"""The probes of a run: asked about passes or problems, once each; what fails in one costs nothing but its answer."""

from __future__ import annotations

import pytest

from assay.errors import Fault, InvalidOption
from assay.judges.probing import PROBES, Probed, ProbeKind, Probing, check_probes
from assay.records import (
    Candidate,
    Case,
    Cases,
    Limits,
    ProbeOutcome,
    Problem,
    Suspicion,
    SuspicionKind,
    Trial,
    Verdict,
)
from assay.registry import Registry
from assay.sandbox.base import Sandbox
from assay.sandbox.scripted import ScriptedSandbox

PROBLEM = Problem("p", Cases("f", (Case((1,), 1),)))
CANDIDATE = Candidate("def f(x): return x")
OLD = Suspicion(SuspicionKind.HARD_CODED, "seen by the judge")
NEW = Suspicion(SuspicionKind.HARD_CODED, "seen by the probe")


class AsksPasses:
    """A probe of candidates, which always finds something."""

    of_problem = False

    def __init__(self, sandbox: Sandbox, limits: Limits) -> None:
        self.asked = 0

    def probe(self, problem: Problem, candidate: Candidate) -> Probed:
        self.asked += 1
        return Probed(ProbeOutcome("passes", 1, 1, f"asked {self.asked} times"), (NEW,))


class AsksProblems(AsksPasses):
    """A probe of problems."""

    of_problem = True

    def probe(self, problem: Problem, candidate: Candidate) -> Probed:
        self.asked += 1
        return Probed(ProbeOutcome("problems", 3, 4, f"asked {self.asked} times"))


class Fails(AsksPasses):
    """A probe that our side fails in."""

    def probe(self, problem: Problem, candidate: Candidate) -> Probed:
        raise Fault("no sandbox")


class IsWrong(AsksPasses):
    """A probe with a mistake."""

    def probe(self, problem: Problem, candidate: Candidate) -> Probed:
        raise ZeroDivisionError("division by zero")


KNOWN: Registry[ProbeKind] = Registry(
    "probe", {"passes": f"{__name__}:AsksPasses", "problems": f"{__name__}:AsksProblems",
              "fails": f"{__name__}:Fails", "wrong": f"{__name__}:IsWrong"}
)  # fmt: skip


def probing(*names: str) -> Probing:
    return Probing(names, ScriptedSandbox(), Limits(), KNOWN)


def trial(verdict: Verdict = Verdict.PASSED) -> Trial:
    return Trial("p", CANDIDATE, verdict, suspicions=(OLD,))


def test_a_pass_is_asked_about_and_a_failure_is_not() -> None:
    asked = probing("passes")

    passed = asked.trial(PROBLEM, CANDIDATE, trial())
    failed = asked.trial(PROBLEM, CANDIDATE, trial(Verdict.FAILED))

    assert [one.detail for one in passed.probes] == ["asked 1 times"]
    assert passed.suspicions == (NEW,)
    assert failed == trial(Verdict.FAILED)


def test_a_problem_is_asked_about_once_whatever_its_candidates_do() -> None:
    asked = probing("problems")

    found = [asked.trial(PROBLEM, CANDIDATE, trial(verdict)) for verdict in (Verdict.FAILED, Verdict.PASSED)]

    assert [one.probes for one in found] == [(ProbeOutcome("problems", 3, 4, "asked 1 times"),)] * 2


@pytest.mark.parametrize(("name", "fault"), [("fails", "no sandbox"), ("wrong", "ZeroDivisionError: division by zero")])
def test_a_probe_that_fails_costs_neither_the_verdict_nor_other_answers(name: str, fault: str) -> None:
    found = probing(name, "passes").trial(PROBLEM, CANDIDATE, trial())

    assert found.verdict is Verdict.PASSED
    assert [(one.probe, one.of, one.fault) for one in found.probes] == [(name, 0, fault), ("passes", 1, "")]


def test_answers_that_are_left_out_are_said() -> None:
    asked = probing("passes", "problems")

    passed, failed = (asked.left_out(trial(verdict), "it ended") for verdict in (Verdict.PASSED, Verdict.FAILED))

    assert [(one.probe, one.fault) for one in passed.probes] == [("passes", "it ended"), ("problems", "it ended")]
    assert [one.probe for one in failed.probes] == ["problems"]


def test_a_name_that_no_probe_has_is_refused() -> None:
    with pytest.raises(InvalidOption, match=r"No probe is named 'overfitt'\. Did you mean 'overfit'"):
        check_probes(["overfitt"])


def test_every_probe_that_is_built_in_can_be_made() -> None:
    for name in PROBES:
        assert callable(PROBES.get(name)(ScriptedSandbox(), Limits()).probe)
