"""The three mutators of the accuracy document: source in, mutated sources out."""

from __future__ import annotations

from assay.errors import require
from assay.probes.mutation.mutants import mutants_of

OPERATOR_SWAPS = ("arithmetic", "comparison", "boolean", "unary", "augmented")
CONSTANT_CHANGES = ("constants", "defaults")


def swap_operators(code: str) -> list[str]:
    """Return the code once for each operator in it that is swapped for another, removed or turned around.

    >>> swap_operators("x = a + b")
    ['x = a - b']
    """
    return _sources(code, *OPERATOR_SWAPS)


def change_constants(code: str) -> list[str]:
    """Return the code once for each constant in it that gets another value.

    >>> change_constants("x = True")
    ['x = False']
    """
    return _sources(code, *CONSTANT_CHANGES)


def modify_conditions(code: str) -> list[str]:
    """Return the code once for each condition in it that is turned around, always true or always false.

    >>> modify_conditions("x = 1 if y else 2")
    ['x = 1 if not y else 2', 'x = 1 if True else 2', 'x = 1 if False else 2']
    """
    return _sources(code, "conditions")


def _sources(code: str, *operators: str) -> list[str]:
    require("code", code, (str,), "source text")
    return [mutant.source for mutant in mutants_of(code, operators=operators)]
