"""Reading what a candidate's process says, as bytes that may mean anything."""

from __future__ import annotations

from dataclasses import dataclass

from assay.records import CaseStatus, Suspicion, SuspicionKind, Verdict
from assay.sandbox.guest import wire

MAX_SHOWN = 500
MAX_SUSPICIONS = 64


@dataclass(frozen=True, slots=True)
class Raised:
    """An exception of the candidate's, described by its own side."""

    stage: str
    name: str
    message: str
    bases: tuple[str, ...]
    where: str
    exit_code: object

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
        return "SystemExit" in self.bases and (self.exit_code is None or self.exit_code == 0)

    def __str__(self) -> str:
        if self.stage == "missing":
            return f"no function {self.name!r}"
        text = f"{self.name}: {self.message}" if self.message else self.name
        return f"{text}\n{self.where}" if self.where else text


def read_raised(body: bytes) -> Raised:
    """The exception in a message; raises `Malformed` for anything else."""
    fields = wire.decode(body)
    if type(fields) is not tuple or len(fields) != 6:
        raise wire.Malformed("not an exception")
    stage, name, message, bases, where, code = fields
    if not all(type(text) is str for text in (stage, name, message, where)) or type(bases) is not list:
        raise wire.Malformed("not an exception")
    return Raised(stage, name, message, tuple(str(base) for base in bases), where, code)


def read_suspicion(body: bytes) -> Suspicion | None:
    """What the candidate's side reports about itself; `None` where it makes no sense."""
    try:
        kind, evidence = wire.decode(body)  # type: ignore[misc]  # checked by the unpacking
        return Suspicion(SuspicionKind(kind), str(evidence)[:MAX_SHOWN])
    except (wire.Malformed, wire.TooLarge, TypeError, ValueError):
        return None


def shown(value: object) -> str:
    """A value as text for a report, cut; never fails."""
    try:
        text = repr(value)
    except Exception as error:
        return f"<{type(value).__name__} that cannot be shown: {type(error).__name__}>"
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def contains_opaque(value: object) -> wire.Opaque | None:
    """The first object of the candidate's own in a plain structure."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, wire.Opaque):
            return item
        if isinstance(item, dict):
            stack.extend([*item.keys(), *item.values()])
        elif isinstance(item, (list, tuple, set, frozenset)):
            stack.extend(item)
    return None
