"""Libraries that a problem needs: where one cannot be imported, its candidates are unjudged and never failed."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from assay.agreement import Accuracy, Agreement
from assay.judges.hosting import script
from assay.records import MIB, Candidate, Limits, Problem, SuspicionKind, Trial
from assay.sandbox.base import HostJob, Sandbox
from assay.sandbox.endings import ending_of
from assay.sandbox.guest import messages

MODULES = ("judges.host.importing",)
LIMITS = Limits(seconds=120.0, memory_bytes=4096 * MIB, open_files=253, processes=256)
"""Of importing libraries, which may be large."""
LENGTHS = (300, 400)
MAX_REFERENCES = 4096
SHARED = "shared"
_LACK = re.compile(
    r"\b(?:ModuleNotFoundError|ImportError|PermissionError|URLError|gaierror|ConnectionError|LookupError)\b"
    r"[^\n]{0,160}(?:\n[*\s]+Resource[^\n]{1,100})?"
)
"""How code fails for want of a library, of a right, of a network, or of data that a library downloads."""


@dataclass(slots=True)
class Libraries:
    """What can be imported in one sandbox; every module is tried once."""

    sandbox: Sandbox
    _errors: dict[str, str] = field(default_factory=dict)
    """By module: why it cannot be imported; empty where it can."""
    _references: OrderedDict[int, tuple[Problem, str]] = field(default_factory=OrderedDict)

    def with_all(
        self, problem: Problem, candidate: Candidate, judged: Callable[[Candidate], Trial], *, judge: str
    ) -> Trial:
        """Return the trial of a candidate, without a verdict where the problem lacks a library here.

        Tests that share the candidate's process may also need what the sandbox refuses.
        """
        if not problem.libraries and judge != SHARED:
            return judged(candidate)
        lacking = self._missing(problem)
        if lacking:
            return _set_aside(problem, candidate, lacking, judge)
        trial = judged(candidate)
        lacking = self._missing_to_the_reference(problem, trial, judged)
        return _set_aside(problem, candidate, lacking, judge) if lacking else trial

    def _missing(self, problem: Problem) -> str:
        """Return which library a problem needs and cannot have here, in words; empty where it has all of them."""
        unknown = tuple(name for name in problem.libraries if name not in self._errors)
        if unknown:
            self._errors.update(self._tried(unknown))
        found = next((name for name in problem.libraries if self._errors[name]), None)
        if found is None:
            return ""
        return f"needs the library {found}, which cannot be imported by {self._python()}: {self._errors[found]}"

    def _missing_to_the_reference(self, problem: Problem, trial: Trial, judged: Callable[[Candidate], Trial]) -> str:
        """Return what the reference lacks here as well, where a candidate failed for want of something; in words.

        A library may import another only when it is used, or read what the sandbox keeps closed. What a candidate says
        of itself proves nothing, so the reference decides: if it gets along, the failure is the candidate's own.
        """
        if not problem.reference or trial.passed or not _lack(trial):
            return ""
        known = self._references.get(id(problem))
        if known is None or known[0] is not problem:
            ran = judged(Candidate(problem.reference))
            said = _lack(ran) or _refused(ran)
            known = problem, f"its reference does not run with {self._python()} either: {said}" if said else ""
            self._references[id(problem)] = known
            if len(self._references) > MAX_REFERENCES:
                self._references.popitem(last=False)
        return known[1]

    def _python(self) -> str:
        return f"Python {self.sandbox.python} that runs candidates"

    def _tried(self, names: tuple[str, ...]) -> dict[str, str]:
        """Return what importing each module came to; after one that ends the process, the others get a new one."""
        found: dict[str, str] = {}
        while left := tuple(name for name in names if name not in found):
            session = self.sandbox.session(HostJob(script(MODULES), arguments=left), LIMITS)
            try:
                while (frame := session.next()) is not None:
                    name, error = messages.read_texts(frame.body, *LENGTHS)
                    found[name] = error
            finally:
                execution = session.end()
            fatal = next((name for name in left if name not in found), None)
            if fatal is not None:
                found[fatal] = f"the import {ending_of(execution)}"
        return found


def _set_aside(problem: Problem, candidate: Candidate, reason: str, judge: str) -> Trial:
    """Return the trial of a candidate that nobody can judge here; to judge it again would change nothing."""
    accuracy = Accuracy(set_aside=Agreement.NO_TOOLCHAIN)
    return Trial(problem.id, candidate, None, fault=reason, judge=judge, accuracy=accuracy)


def _lack(trial: Trial) -> str:
    """Return the line with which a trial failed for want of something, or an empty text."""
    for text in (trial.detail, *(outcome.error for outcome in trial.outcomes)):
        found = _LACK.search(text)
        if found is not None:
            return " ".join(found[0].split())
    return ""


def _refused(trial: Trial) -> str:
    """Return the call that the sandbox refused to a trial which then failed, or an empty text.

    Code that catches the error fails later, with words of its own.
    """
    if trial.passed:
        return ""
    for suspicion in trial.suspicions:
        if suspicion.kind is SuspicionKind.SYSTEM_CALL:
            return f"it was refused {suspicion.evidence.partition('(')[0]}"
    return ""
