"""Survivors held against the original: an input that tells them apart is a missing test."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from assay.errors import Fault, InvalidValue
from assay.probes.equivalence import SEARCH_LIMITS, Budget, EquivalenceResult, equivalence
from assay.probes.inputs.base import Input
from assay.probes.inputs.portfolio import Portfolio
from assay.probes.inputs.signatures import functions_of
from assay.probes.mutation.asking import Watch, ignore
from assay.probes.mutation.mutants import Mutant
from assay.probes.mutation.results import Finding, MutantOutcome, MutationResult, SurvivorTriage
from assay.probes.sides import SAME, Behaviour, Side, same
from assay.records import Case
from assay.sandbox.base import Sandbox
from assay.sandbox.calling import CallEnd
from assay.sandbox.warm import WarmPython

MOST_TRIES = 3
"""Inputs of one survivor that are looked at closely."""
CONFIRMING_INPUTS = 32
FIRST_BATCH = 64
LARGEST_BATCH = 256
Given = Callable[[str], Sequence[Input]]
"""Inputs that are known for a function of that name."""


BUDGET = Budget(cpu_seconds=2.0, inputs=1_000)


@dataclass(frozen=True, slots=True)
class TriageOptions:
    """How long survivors are looked at."""

    budget: Budget = BUDGET
    """Of one survivor."""
    seed: int = 0
    watch: Watch = ignore
    """Is called with how many survivors are done, and how many there are."""


def triage(
    result: MutationResult,
    source: str,
    *,
    entry_point: str | None = None,
    given: Given | None = None,
    options: TriageOptions | None = None,
    sandbox: Sandbox | None = None,
) -> MutationResult:
    """Return the result with what is known about each survivor: the test that is missing, or that none was found.

    Args:
        result: of `mutate_problem` or `mutate_project`.
        source: the original.
        entry_point: the function that is called; by default the one at the top of the file that a mutant stands in.
        given: returns inputs to begin with, by the name of the function.
        options: how long to search, and who watches.
        sandbox: where all of it runs; by default one that lives as long as the call.

    When it is interrupted, what is known by then is returned, marked as stopped.
    """
    options = options or TriageOptions()
    survivors = result.survivors
    found: dict[int, SurvivorTriage] = {}
    stopped = result.stopped
    box = sandbox or WarmPython()
    search = _Searches(box, source, given, options)
    try:
        for outcome in survivors:
            found[outcome.mutant.number] = search.of(outcome.mutant, entry_point)
            options.watch(len(found), len(survivors))
    except KeyboardInterrupt:
        stopped = True
    finally:
        if sandbox is None:
            box.close()
    outcomes = tuple(_with(outcome, found.get(outcome.mutant.number)) for outcome in result.outcomes)
    return replace(result, outcomes=outcomes, stopped=stopped)


def _with(outcome: MutantOutcome, found: SurvivorTriage | None) -> MutantOutcome:
    return outcome if found is None else replace(outcome, triage=found)


class _Original:
    """One function of the original: inputs, and what it does with them, made once for all its mutants."""

    def __init__(self, sandbox: Sandbox, source: str, name: str, given: Sequence[Input], seed: int) -> None:
        self._side = Side(sandbox, source, name, limits=SEARCH_LIMITS)
        self._portfolio = Portfolio(name, (source,), given, sandbox=sandbox, seed=seed)
        self._batches: list[tuple[list[Input], list[Behaviour]]] = []

    def batch(self, number: int) -> tuple[list[Input], list[Behaviour]]:
        """Return a batch of inputs with what the original does; each is larger than the one before, up to a limit."""
        while len(self._batches) <= number:
            inputs = self._portfolio.batch(min(FIRST_BATCH << len(self._batches), LARGEST_BATCH))
            behaviours = self._side.behaviours(inputs) if inputs else []
            self._portfolio.learn([one for one, did in zip(inputs, behaviours, strict=True) if did.answered])
            self._batches.append((inputs, behaviours))
        return self._batches[number]


class _Searches:
    """Looks for inputs that tell survivors from the original."""

    def __init__(self, sandbox: Sandbox, source: str, given: Given | None, options: TriageOptions) -> None:
        self._sandbox = sandbox
        self._source = source
        self._given = given
        self._options = options
        self._functions = frozenset(functions_of(source))
        self._originals: dict[str, _Original] = {}

    def of(self, mutant: Mutant, entry_point: str | None) -> SurvivorTriage:
        """Return what is found out about one survivor."""
        name = entry_point or mutant.scope.partition(".")[0]
        if name not in self._functions:
            return SurvivorTriage(Finding.NOT_SEARCHED, reason="it is in no function that can be called by itself")
        try:
            return self._searched(mutant, name)
        except (InvalidValue, Fault) as error:
            return SurvivorTriage(Finding.NOT_SEARCHED, reason=str(error))

    def _searched(self, mutant: Mutant, name: str) -> SurvivorTriage:
        if name not in self._originals:
            given = list(self._given(name)) if self._given is not None else []
            self._originals[name] = _Original(self._sandbox, self._source, name, given, self._options.seed)
        side = Side(self._sandbox, mutant.source, name, limits=SEARCH_LIMITS)
        compared = number = tries = 0
        budget = self._options.budget
        while compared < budget.inputs and side.cpu_seconds < budget.cpu_seconds:
            inputs, originals = self._originals[name].batch(number)
            number += 1
            if not inputs:
                break
            behaviours = side.behaviours(inputs)
            compared += sum(one.answered for one in originals)
            for one, theirs, ours in zip(inputs, originals, behaviours, strict=True):
                if theirs.end is CallEnd.NOT_LOADED:
                    return SurvivorTriage(Finding.NOT_SEARCHED, reason=f"the file cannot be loaded: {theirs.error}")
                if tries < MOST_TRIES and theirs.known and ours.known and not same(ours, theirs):
                    tries += 1
                    found = self._confirmed(mutant, name, one, compared)
                    if found is not None:
                        return found
        if not compared:
            return SurvivorTriage(Finding.NOT_SEARCHED, reason="the function accepts none of the inputs")
        return SurvivorTriage(Finding.NO_DIFFERENCE, inputs=compared)

    def _confirmed(self, mutant: Mutant, name: str, one: Input, compared: int) -> SurvivorTriage | None:
        """Return the smallest input like this one that tells a mutant from the original for sure."""
        result = equivalence(
            mutant.source,
            self._source,
            entry_point=name,
            given=[one],
            sandbox=self._sandbox,
            budget=Budget(self._options.budget.cpu_seconds, CONFIRMING_INPUTS),
            seed=self._options.seed,
        )
        if not result.different or result.candidate is None:
            return None
        return SurvivorTriage(
            Finding.MISSING_TEST,
            inputs=compared,
            missing_test=_in_a_line(result),
            behaviour=result.candidate.text(),
            case=_case(result),
        )


def _in_a_line(result: EquivalenceResult) -> str:
    """Return the statements of the missing test, one after the other."""
    lines = [line.strip() for line in result.test().splitlines()[1:]]
    text = ""
    for line in lines:
        text += line if not text else f" {line}" if text.endswith(":") else f"; {line}"
    return text


def _case(result: EquivalenceResult) -> Case | None:
    """Return the missing test as a case; `None` where only what becomes of the arguments differs."""
    given, behaviour, mutant = result.counterexample, result.reference, result.candidate
    if given is None or behaviour is None or mutant is None:
        return None
    if behaviour.end is CallEnd.RAISED:
        known = getattr(builtins, behaviour.exception, None)
        return Case(given.arguments, None, dict(given.keywords), raises=behaviour.exception) if known else None
    if behaviour.end is not CallEnd.RETURNED or behaviour.changed is not None or mutant.changed is not None:
        return None
    return Case(given.arguments, behaviour.value, dict(given.keywords), comparator=SAME)
