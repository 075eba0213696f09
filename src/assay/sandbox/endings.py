"""How a call or a process of a candidate's ended: as its own side describes it, and as it was seen from outside."""

from __future__ import annotations

from dataclasses import dataclass

from assay.records import CaseStatus, Execution, KilledBy, Verdict
from assay.sandbox.guest import messages
from assay.sandbox.guest.parent import BROKEN, UNHEARD, UNREADABLE
from assay.text import legible

MAX_ERROR = 2000
"""The longest message of an exception, and the longest list of places it came through."""
IN_WORDS = {
    UNHEARD: "closed the channel to the judge",
    UNREADABLE: "cannot read the arguments",
    BROKEN: "kept its own process from going on",
}
"""Our own code in a candidate's process ended it. By then the candidate has run: it has brought that about."""
MAX_LAST_WORDS = 200


@dataclass(frozen=True, slots=True)
class Raised:
    """An exception of the candidate's, as its own process describes it."""

    stage: str
    name: str
    message: str
    bases: tuple[str, ...]
    where: str
    exit_code: int | str | None
    """Only `None` and small numbers are told apart from others."""

    @property
    def status(self) -> CaseStatus:
        return CaseStatus.OUT_OF_MEMORY if "MemoryError" in self.bases else CaseStatus.CRASHED

    @property
    def verdict(self) -> Verdict:
        """What it means when it kept the candidate from loading."""
        if self.stage in ("compile", "missing"):
            return Verdict.INVALID
        return Verdict.OUT_OF_MEMORY if self.status is CaseStatus.OUT_OF_MEMORY else Verdict.CRASHED

    @property
    def leaves(self) -> bool:
        """Whether it is an exit that claims success."""
        return "SystemExit" in self.bases and self.exit_code in (None, 0)

    def __str__(self) -> str:
        if self.stage == "missing":
            return f"no function {self.name!r}"
        text = (f"{self.name}: {self.message}" if self.message else self.name)[:MAX_ERROR]
        return f"{text}\n{self.where[:MAX_ERROR]}" if self.where else text


def read_raised(body: bytes) -> Raised:
    """Return the exception in a message; raise `Malformed` for anything else."""
    stage, name, message, bases, where, code = messages.read_raised(body)
    return Raised(stage, legible(name), legible(message), bases, legible(where), code)


def ending_of(execution: Execution) -> str:
    """Return how a process ended, in words."""
    if execution.killed_by is KilledBy.SYSTEM_CALL:
        return "made a system call that has no honest use"
    if execution.killed_by is not None:
        return f"went over its limit: {execution.killed_by.value}"
    if execution.signal is not None:
        return f"was ended by signal {execution.signal}"
    if execution.exit_code in IN_WORDS:
        return IN_WORDS[execution.exit_code] + _last_words(execution.stderr)
    return f"left early with status {execution.exit_code}"


def _last_words(stderr: bytes) -> str:
    """Return what our code in the candidate's process wrote last; the candidate can have written it too."""
    said = stderr.rpartition(b"assay: ")[2] if b"assay: " in stderr else b""
    return f": {legible(said[:MAX_LAST_WORDS].decode('utf-8', 'replace'))}" if said else ""
