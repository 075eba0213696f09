"""Survivors held against the original: an input that tells them apart is a missing test."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from dataclasses import replace

from assay.errors import Fault, InvalidValue
from assay.probes.equivalence import Budget, EquivalenceResult, equivalence
from assay.probes.inputs.base import Input
from assay.probes.inputs.signatures import functions_of
from assay.probes.mutation.mutants import Mutant
from assay.probes.mutation.results import Finding, MutantOutcome, MutationResult, SurvivorTriage
from assay.probes.sides import SAME
from assay.records import Case
from assay.sandbox.base import Sandbox
from assay.sandbox.calling import CallEnd
from assay.sandbox.warm import WarmPython

BUDGET = Budget(cpu_seconds=2.0, inputs=1_000)
"""For one survivor."""
Watch = Callable[[int, int], None]
Given = Callable[[str], Sequence[Input]]
"""Inputs that are known for a function of that name."""


def triage(
    result: MutationResult,
    source: str,
    *,
    entry_point: str | None = None,
    given: Given | None = None,
    budget: Budget = BUDGET,
    seed: int = 0,
    sandbox: Sandbox | None = None,
    watch: Watch | None = None,
) -> MutationResult:
    """Return the result with what is known about each survivor: the test that is missing, or that none was found.

    Args:
        result: of `mutate_problem` or `mutate_project`.
        source: the original.
        entry_point: the function that is called; by default the one at the top of the file that a mutant stands in.
        given: returns inputs to begin with, by the name of the function.
        budget: of one survivor.
        seed: of the search.
        sandbox: where all of it runs; by default one that lives as long as the call.
        watch: is called with how many survivors are done, and how many there are.

    When it is interrupted, what is known by then is returned, marked as stopped.
    """
    survivors = result.survivors
    found: dict[int, SurvivorTriage] = {}
    stopped = result.stopped
    box = sandbox or WarmPython()
    try:
        for outcome in survivors:
            found[outcome.mutant.number] = _searched(outcome.mutant, source, entry_point, given, budget, seed, box)
            if watch is not None:
                watch(len(found), len(survivors))
    except KeyboardInterrupt:
        stopped = True
    finally:
        if sandbox is None:
            box.close()
    outcomes = tuple(_with(outcome, found.get(outcome.mutant.number)) for outcome in result.outcomes)
    return replace(result, outcomes=outcomes, stopped=stopped)


def _with(outcome: MutantOutcome, found: SurvivorTriage | None) -> MutantOutcome:
    return outcome if found is None else replace(outcome, triage=found)


def _searched(
    mutant: Mutant,
    source: str,
    entry_point: str | None,
    given: Given | None,
    budget: Budget,
    seed: int,
    sandbox: Sandbox,
) -> SurvivorTriage:
    name = entry_point or mutant.scope.partition(".")[0]
    if not name or (entry_point is None and name not in functions_of(source)):
        return SurvivorTriage(Finding.NOT_SEARCHED, reason="it is in no function that can be called by itself")
    known = list(given(name)) if given is not None else []
    try:
        result = equivalence(
            mutant.source, source, entry_point=name, given=known, sandbox=sandbox, budget=budget, seed=seed
        )
    except (InvalidValue, Fault) as error:
        return SurvivorTriage(Finding.NOT_SEARCHED, reason=str(error))
    if result.different is None:
        return SurvivorTriage(Finding.NOT_SEARCHED, reason=result.note)
    if not result.different or result.candidate is None:
        return SurvivorTriage(Finding.NO_DIFFERENCE, inputs=result.inputs)
    return SurvivorTriage(
        Finding.MISSING_TEST,
        inputs=result.inputs,
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
