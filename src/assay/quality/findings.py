"""What static analysis finds: one record for every tool."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

FINDING_LIMIT = 200
"""Findings kept of one tool for one snippet; all are counted."""


class FindingKind(StrEnum):
    """How much a finding matters."""

    CRASH = "crash"
    """It would not run: undefined names, broken syntax."""
    BUG = "bug"
    SECURITY = "security"
    SECRET = "secret"
    TYPE = "type"
    STYLE = "style"


@dataclass(frozen=True, slots=True)
class Finding:
    """One complaint of one tool about one line."""

    tool: str
    rule: str
    kind: FindingKind
    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Findings:
    """The complaints about one snippet: the first of them, and how many there were."""

    kept: tuple[Finding, ...] = ()
    total: int = 0


class Collector:
    """Findings by snippet, the first of each kept."""

    def __init__(self) -> None:
        self._kept: dict[int, list[Finding]] = {}
        self._total: dict[int, int] = {}

    def add(self, position: int, finding: Finding) -> None:
        self._total[position] = self._total.get(position, 0) + 1
        kept = self._kept.setdefault(position, [])
        if len(kept) < FINDING_LIMIT:
            kept.append(finding)

    def of(self, position: int) -> Findings:
        return Findings(tuple(self._kept.get(position, ())), self._total.get(position, 0))

    @classmethod
    def merged(cls, parts: Iterable[Collector]) -> Collector:
        """Return the findings of several batches without a common snippet."""
        whole = cls()
        for part in parts:
            whole._kept |= part._kept
            whole._total |= part._total
        return whole
