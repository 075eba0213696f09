"""What mutants came to when tests were run on them: a score with its interval, a kill matrix, the survivors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from assay.probes.mutation.mutants import Mutant, MutantSet
from assay.records import Case
from assay.results import Result
from assay.statistics.intervals import wilson


class MutantStatus(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    """A test failed."""
    TIMED_OUT = "timed_out"
    """It used much more time than the original, or was blocked: the tests notice."""
    CRASHED = "crashed"
    """It ended its process, or used up its memory: the tests notice."""
    SURVIVED = "survived"
    """All tests pass that reach it."""
    NOT_COVERED = "not_covered"
    """No test reaches it."""
    ERROR = "error"
    """It could not be judged, and that is our fault: it counts nowhere."""

    @property
    def detected(self) -> bool:
        """Whether the tests notice it."""
        return self in (MutantStatus.KILLED, MutantStatus.TIMED_OUT, MutantStatus.CRASHED)


class Finding(StrEnum):
    """What a search for an input that tells a survivor from the original came to."""

    MISSING_TEST = "missing_test"
    NO_DIFFERENCE = "no_difference"
    NOT_SEARCHED = "not_searched"


@dataclass(frozen=True, slots=True)
class SurvivorTriage:
    """Whether an input tells a survivor from the original."""

    finding: Finding
    inputs: int = 0
    """How many were tried."""
    missing_test: str = ""
    """A test that the original passes and the mutant fails, such as `assert clamp(11, 0, 10) == 10`."""
    behaviour: str = ""
    """What the mutant does there."""
    reason: str = ""
    """Why nothing was searched."""
    case: Case | None = None
    """The same test as a case of a problem; `None` where a case cannot say it."""

    def text(self) -> str:
        """Return it in a few words."""
        if self.finding is Finding.MISSING_TEST:
            return f"missing test: {self.missing_test}"
        if self.finding is Finding.NO_DIFFERENCE:
            return f"no difference found in {self.inputs:,} inputs"
        return f"not searched: {self.reason}"


@dataclass(frozen=True, slots=True)
class MutantOutcome:
    """One mutant and what became of it."""

    mutant: Mutant
    status: MutantStatus
    test: str = ""
    """The first test that noticed it."""
    message: str = ""
    """What that test said, or why it could not be judged."""
    killers: tuple[int, ...] = ()
    """Numbers of the tests that notice it: all of them with a kill matrix, else the first."""
    ran: tuple[int, ...] = ()
    """Numbers of the tests that were run on it."""
    triage: SurvivorTriage | None = None

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return everything as plain data."""
        data = {
            **self.mutant.to_dict(),
            "status": self.status.value,
            "test": self.test,
            "message": self.message,
            "killers": list(self.killers),
            "ran": list(self.ran),
        }
        if self.triage is not None:
            data["triage"] = {
                "finding": self.triage.finding.value,
                "inputs": self.triage.inputs,
                "missing_test": self.triage.missing_test,
                "behaviour": self.triage.behaviour,
                "reason": self.triage.reason,
            }
        return data


@dataclass(frozen=True, slots=True, repr=False)
class MutationResult(Result):
    """How many mutants of a source its tests notice.

    >>> MutationResult("clamp.py", (), ("test_low", "test_high"))
    <MutationResult clamp.py: no mutants, 2 tests>
    """

    name: str
    """Of the source."""
    outcomes: tuple[MutantOutcome, ...]
    tests: tuple[str, ...] = ()
    matrix: bool = False
    """Whether every test was run on every mutant that it reaches, even after one had noticed it."""
    cpu_seconds: float = 0.0
    """Of everything that ran: the original, all mutants, and what started them."""
    facts: Mapping[str, object] = field(default_factory=dict)
    """What moves the score besides code and tests: operators, sample, seed, versions."""
    left_out: Mapping[str, int] = field(default_factory=dict)
    """Mutants that were made and not run: those that compile to the same as the original or as another, and so on."""
    stopped: bool = False
    """Whether it was stopped before all mutants were run: those that were not are missing in `outcomes`."""

    def count(self, status: MutantStatus) -> int:
        """Return how many mutants came to that."""
        return sum(one.status is status for one in self.outcomes)

    @property
    def judged(self) -> int:
        """How many mutants could be judged."""
        return len(self.outcomes) - self.count(MutantStatus.ERROR)

    @property
    def detected(self) -> int:
        """How many mutants the tests notice: killed, timed out or crashed."""
        return sum(one.status.detected for one in self.outcomes)

    @property
    def score(self) -> float | None:
        """The share of the judged mutants that the tests notice; `None` where there are none."""
        return self.detected / self.judged if self.judged else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's interval of the score, as if the mutants were drawn from all faults that there could be."""
        return wilson(self.detected, self.judged) if self.judged else None

    @property
    def survivors(self) -> list[MutantOutcome]:
        """The mutants that no test notices, those that no test reaches among them."""
        return [one for one in self.outcomes if one.status in (MutantStatus.SURVIVED, MutantStatus.NOT_COVERED)]

    def missing_cases(self) -> list[Case]:
        """Return the cases that a search for inputs found missing: each kills a survivor."""
        found = (one.triage.case for one in self.outcomes if one.triage is not None)
        return [case for case in found if case is not None]

    def kill_matrix(self) -> list[dict[str, Any]]:  # Any: numbers and booleans
        """Return one row for each mutant: for each test true (noticed), false (passed) or `None` (not run)."""
        rows = []
        for one in self.outcomes:
            row: dict[str, Any] = {"mutant": one.mutant.number}  # Any: as above
            for number, name in enumerate(self.tests):
                row[name] = number in one.killers if number in one.ran or number in one.killers else None
            rows.append(row)
        return rows

    def idle_tests(self) -> list[str]:
        """Return the tests that kill no mutant; without a kill matrix, those that were never the first to."""
        killers = {number for one in self.outcomes for number in one.killers}
        return [name for number, name in enumerate(self.tests) if number not in killers]

    def headline(self) -> str:
        """Return the score, the interval and the counts in one line."""
        tests = f"{len(self.tests)} test{'s' * (len(self.tests) != 1)}"
        stopped = "; stopped before the end" if self.stopped else ""
        if self.score is None or self.interval is None:
            return f"{self.name}: no mutants, {tests}{stopped}"
        low, high = self.interval
        counts = ", ".join(f"{count} {name}" for name, count in self.counts().items() if count and name != "killed")
        return (
            f"{self.name}: mutation score {self.score:.1%} [{100 * low:.1f}, {100 * high:.1f}], "
            f"{self.detected} of {self.judged} mutants killed, {tests}{f' ({counts})' if counts else ''}{stopped}"
        )

    def counts(self) -> dict[str, int]:
        """Return how many mutants came to what."""
        found = Counter(one.status for one in self.outcomes)
        return {status.value: found[status] for status in MutantStatus}

    def table(self) -> list[dict[str, Any]]:  # Any: texts and numbers
        """Return a row for each mutant."""
        return [
            {
                "mutant": one.mutant.number,
                "operator": one.mutant.operator,
                "change": one.mutant.one_line(),
                "status": one.status.value,
                "test": one.test,
                "triage": one.triage.text() if one.triage else "",
            }
            for one in self.outcomes
        ]

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return everything as plain data."""
        return {
            "name": self.name,
            "score": self.score,
            "interval": self.interval,
            "judged": self.judged,
            "counts": self.counts(),
            "left_out": dict(self.left_out),
            "stopped": self.stopped,
            "matrix": self.matrix,
            "tests": list(self.tests),
            "idle_tests": self.idle_tests(),
            "cpu_seconds": self.cpu_seconds,
            "facts": dict(self.facts),
            "mutants": [one.to_dict() for one in self.outcomes],
        }


def left_out_of(made: MutantSet) -> dict[str, int]:
    """Return how many mutants were made and are not run, by reason."""
    names = ("equivalent", "duplicates", "not_compiling", "not_made")
    return {name: getattr(made, name) for name in names}
