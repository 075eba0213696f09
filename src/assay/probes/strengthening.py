"""More cases for a problem: inputs like the given ones, on which faults show that the tests at hand miss.

The reference says what is right. Which of many inputs are kept is decided by mutants of the reference, by mistakes that
people make, and by wrong candidates where some are known: a few inputs that tell all of them from the reference.
"""

from __future__ import annotations

import ast
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assay.errors import InvalidProblem
from assay.judges.suites import as_cases
from assay.probes.added import added_check
from assay.probes.ground import Ground
from assay.probes.inputs.base import GIVEN, Input
from assay.probes.inputs.domain import Domain
from assay.probes.inputs.features import Feature, features_of
from assay.probes.inputs.shrinking import weight
from assay.probes.mistakes import with_mistakes
from assay.probes.mutation.mutants import mutants_of
from assay.probes.sides import Behaviour, Side, same
from assay.records import Cases, Limits, Problem, Suite
from assay.results import Result
from assay.sandbox.base import Sandbox
from assay.sandbox.calling import CallEnd

POOL = 600
"""Inputs that are made for one problem."""
MOST_MUTANTS = 400
SUSPECT_LIMITS = Limits(seconds=4.0, case_seconds=0.1)
LONGEST = 400
"""Characters of an input, and of its answer, in a case."""
POOL_SECONDS = 0.5
"""CPU time that the reference may take for all inputs that are tried."""
SUSPECTS_SECONDS = 12.0
"""CPU time of all suspects of one problem; those that are left over are not tried."""
Row = tuple[Input, Behaviour]
SLOWEST = 0.1
"""Seconds that the reference may take for one case."""


@dataclass(frozen=True, slots=True)
class StrengtheningOptions:
    """How many cases are added, and what decides about them."""

    most: int = 12
    """Cases that are added to one problem at most."""
    pool: int = POOL
    seed: int = 0


@dataclass(frozen=True, slots=True)
class AddedCase:
    """One more case: an input and what the reference gives for it."""

    input: Input
    answer: Behaviour
    kills: int
    """Suspects that it tells from the reference and no case before it does."""


@dataclass(frozen=True, slots=True, repr=False)
class StrengthenedProblem(Result):
    """A problem with more cases."""

    problem: Problem
    added: tuple[AddedCase, ...] = ()
    cases: int = 0
    """Cases that it had before."""
    suspects: int = 0
    """Mutants, functions with common mistakes and wrong candidates that were tried."""
    killed_before: int = 0
    killed: int = 0
    """Of the suspects, by all cases together."""
    note: str = ""
    """Why nothing was added."""

    def headline(self) -> str:
        """Return what was added, and what it is good for."""
        if self.note:
            return f"{self.problem.id}: as it was: {self.note}"
        return (
            f"{self.problem.id}: {self.cases} cases and {len(self.added)} more; "
            f"{self.killed_before} → {self.killed} of {self.suspects} faults found"
        )

    def table(self) -> list[dict[str, Any]]:  # Any: texts and numbers
        """Return one row for each added case."""
        return [
            {"input": one.input.text(), "answer": one.answer.text(), "origin": one.input.origin, "kills": one.kills}
            for one in self.added
        ]

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the numbers and the added cases as plain data."""
        return {
            "problem": self.problem.id,
            "cases": self.cases,
            "added": self.table(),
            "suspects": self.suspects,
            "killed_before": self.killed_before,
            "killed": self.killed,
            "note": self.note,
        }


def strengthened(
    problem: Problem, sandbox: Sandbox, *, wrong: Sequence[str] = (), options: StrengtheningOptions | None = None
) -> StrengthenedProblem:
    """Return a problem with more cases, or as it is with the reason.

    `wrong` are sources of candidates that should fail: inputs that tell them from the reference come first.
    """
    options = options or StrengtheningOptions()
    unchanged = added_check(problem, ())
    if isinstance(unchanged, str):
        return StrengthenedProblem(problem, cases=_count(problem), note=unchanged)
    ground = Ground(sandbox, problem, size=options.pool, seed=options.seed, domain=Domain)
    if ground.note:
        return StrengthenedProblem(problem, cases=_count(problem), note=ground.note)
    pool = _affordable(sandbox, ground, _writable(ground))
    suspects = _Suspects(sandbox, ground, pool)
    suspects.add(wrong, weight=100.0)
    suspects.add(with_mistakes(problem.reference, ground.name, ground.given), weight=1.0)
    suspects.add(_mutants(problem.reference), weight=1.0)
    added = suspects.chosen(options.most)
    if not added:
        return StrengthenedProblem(problem, cases=_count(problem), note="no other input of its kind was found")
    check = added_check(problem, [(one.input, one.answer) for one in added])
    assert not isinstance(check, str), "it was asked above"
    return StrengthenedProblem(
        replace(problem, check=check),
        tuple(added),
        cases=_count(problem),
        suspects=suspects.count,
        killed_before=suspects.killed_before,
        killed=suspects.killed_before + sum(1 for one in suspects.left if one.kills & set(suspects.places)),
    )


def _mutants(reference: str) -> list[str]:
    return [mutant.source for mutant in mutants_of(reference, sample=MOST_MUTANTS)]


def _count(problem: Problem) -> int:
    check = problem.check
    if isinstance(check, Cases):
        return len(check.cases)
    try:
        cases = as_cases(problem, check) if isinstance(check, Suite) else None
    except InvalidProblem:
        cases = None
    return len(cases) if cases is not None else sum(problem.check.counts())


def _writable(ground: Ground) -> list[Row]:
    """Return the inputs that can stand in a file with their answers, and are not given already."""
    rows = zip(ground.inputs, ground.answers, strict=True)
    return [(one, answer) for one, answer in rows if one.origin != GIVEN and _is_writable(one, answer)]


def _affordable(sandbox: Sandbox, ground: Ground, pool: list[Row]) -> list[Row]:
    """Return as many of these inputs, of all kinds, as the reference does in `POOL_SECONDS`: suspects do them all."""
    side = Side(sandbox, ground.problem.reference, ground.name, limits=SUSPECT_LIMITS, changes=False)
    quick = [row for row, one in zip(pool, side.behaviours([one for one, _ in pool]), strict=True) if one.answered]
    step = max(1, math.ceil(side.cpu_seconds / POOL_SECONDS))
    return quick[::step]


def _is_writable(one: Input, answer: Behaviour) -> bool:
    if answer.seconds > SLOWEST or answer.end is not CallEnd.RETURNED:
        return False
    try:
        texts = one.text(), repr(answer.value)
        if max(map(len, texts)) > LONGEST:
            return False
        again = ast.literal_eval(texts[1])
        places = ast.literal_eval(f"[{', '.join(map(repr, one.arguments))}]")
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return False
    return type(again) is type(answer.value) and again == answer.value and tuple(places) == one.arguments


@dataclass(slots=True)
class _Suspect:
    """A source with a fault, and the places of the inputs on which it shows."""

    kills: set[int]
    weight: float
    found: int = 0
    """How many of the chosen inputs tell it from the reference."""


class _Suspects:
    """Sources with faults that pass the given inputs, and which inputs of the pool tell them from the reference."""

    def __init__(self, sandbox: Sandbox, ground: Ground, pool: list[Row]) -> None:
        self._sandbox = sandbox
        self._ground = ground
        self._inputs = [one for one, _ in pool]
        self._answers = [answer for _, answer in pool]
        rows = list(zip(ground.inputs, ground.answers, strict=True))
        self._given = [one for one, _ in rows if one.origin == GIVEN]
        self._given_answers = [answer for one, answer in rows if one.origin == GIVEN]
        self._cpu_seconds = 0.0
        self.count = 0
        self.killed_before = 0
        self.left: list[_Suspect] = []
        self.places: list[int] = []
        """Of the inputs that were chosen."""

    def add(self, sources: Iterable[str], *, weight: float) -> None:
        """Run sources on the given inputs and, where they pass, on the pool."""
        for source in sources:
            if self._cpu_seconds > SUSPECTS_SECONDS:
                return
            self.count += 1
            side = Side(self._sandbox, source, self._ground.name, limits=SUSPECT_LIMITS, changes=False)
            if _differing(side, self._given, self._given_answers):
                self.killed_before += 1
            else:
                self.left.append(_Suspect(_differing(side, self._inputs, self._answers), weight))
            self._cpu_seconds += side.cpu_seconds

    def chosen(self, most: int) -> list[AddedCase]:
        """Return the inputs that tell most suspects from the reference, then those that are least like the others."""
        features = [features_of(one, answer.value) for one, answer in zip(self._inputs, self._answers, strict=True)]
        rarity = Counter(feature for some in features for feature in some)
        seen: Counter[Feature] = Counter()
        weights = [weight(one) for one in self._inputs]
        found: list[AddedCase] = []
        free = set(range(len(self._inputs)))

        def novelty(place: int) -> float:
            return sum((1 / (1 + 9 * seen[one]) / math.sqrt(rarity[one]) for one in features[place]), 0.0)

        while free and len(found) < most:
            by_suspects = max(map(self._worth, free)) > 0
            value = self._worth if by_suspects else novelty
            place = min(free, key=lambda place: (-round(value(place), 6), weights[place]))
            kills = sum(1 for one in self.left if place in one.kills and not one.found)
            for one in self.left:
                one.found += place in one.kills
            seen.update(features[place])
            free.discard(place)
            self.places.append(place)
            found.append(AddedCase(self._inputs[place], self._answers[place], kills))
        return found

    def _worth(self, place: int) -> float:
        """Return how much an input adds: suspects that few inputs tell apart count more."""
        left = (one for one in self.left if place in one.kills and not one.found)
        return sum((one.weight / math.sqrt(len(one.kills)) for one in left), 0.0)


def _differing(side: Side, inputs: Sequence[Input], answers: Sequence[Behaviour]) -> set[int]:
    """Return the places of the inputs on which a function does not do what the reference does."""
    ours = side.behaviours(list(inputs))
    pairs = zip(ours, answers, strict=True)
    return {place for place, (mine, right) in enumerate(pairs) if mine.known and not same(mine, right)}
