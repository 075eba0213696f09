"""All operators by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assay.errors import UnknownNameError
from assay.probes.mutation.operators import calls, control, expressions, statements, values
from assay.probes.mutation.operators.base import Operator

OPERATORS: tuple[Operator, ...] = (
    *expressions.OPERATORS,
    *values.OPERATORS,
    *control.OPERATORS,
    *calls.OPERATORS,
    *statements.OPERATORS,
)
"""In the order in which they are listed, and in which mutants at the same place are numbered."""


def operator_names() -> list[str]:
    """Return the names of all operators."""
    return [one.name for one in OPERATORS]


def chosen(names: Iterable[str] | None, known: Sequence[str] = ()) -> list[str]:
    """Return the names of the operators in use: those that are named, or all; raise for a name that is not `known`."""
    known = known or operator_names()
    if names is None:
        return list(known)
    wanted = [names] if isinstance(names, str) else list(names)
    for name in wanted:
        if name not in known:
            raise UnknownNameError("mutation operator", name, known)
    return [name for name in known if name in wanted]
