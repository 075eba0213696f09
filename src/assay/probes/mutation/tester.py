"""`MutationTester`: the mutation score of the accuracy document, as one plain number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import NoneType

from assay.errors import InvalidValue, require, require_method
from assay.probes.mutation.forms import Tests, problem_of
from assay.probes.mutation.mutants import Mutant, MutantSet
from assay.probes.mutation.mutators import change_constants, modify_conditions, swap_operators
from assay.probes.mutation.problems import mutate_problem
from assay.sandbox.base import Sandbox

Mutator = Callable[[str], Sequence[str]]
"""Makes mutants of a source: a list of sources."""


class MutationTester:
    """Measures how many mutants of a piece of code its tests notice.

    >>> MutationTester().test_robustness("def add(a, b):\\n    return a + b\\n", ["assert add(1, 2) == 3"])
    1.0
    """

    mutators: Sequence[Mutator] = (swap_operators, change_constants, modify_conditions)
    """What makes the mutants; each takes a source and returns sources. A tester's own list may be changed."""
    swap_operators = staticmethod(swap_operators)
    change_constants = staticmethod(change_constants)
    modify_conditions = staticmethod(modify_conditions)

    def __init__(self, *, entry_point: str | None = None, sandbox: Sandbox | None = None) -> None:
        """`entry_point` is the function that cases call; by default the only one that the code defines."""
        require("entry_point", entry_point, (str, NoneType), "the name of a function")
        if sandbox is not None:
            require_method("sandbox", sandbox, "session", "a Sandbox")
        self.mutators = list(self.mutators)
        self._entry_point = entry_point
        self._sandbox = sandbox

    def test_robustness(self, code: str, tests: Tests) -> float | None:
        """Return the share of the mutants that the tests notice; `None` where there are no mutants.

        Raises `BrokenTests` where the tests fail on the code itself.
        """
        problem = problem_of(code, tests, entry_point=self._entry_point)
        return mutate_problem(problem, code, mutants=self._mutants(code), sandbox=self._sandbox).score

    def _mutants(self, code: str) -> MutantSet:
        """Return what the mutators make, as replacements of the whole source, in which any line may differ."""
        whole = code.encode()
        lines = max(1, len(code.splitlines()))
        made: list[Mutant] = []
        for mutator in self.mutators:
            name = getattr(mutator, "__name__", type(mutator).__name__)
            for source in mutator(code):
                if not isinstance(source, str):
                    raise InvalidValue(f"mutators: {name} must return sources, got {source!r:.80}")
                made.append(Mutant(len(made) + 1, name, 1, 1, 1, lines, "", code, source, 0, len(whole), whole))
        return MutantSet(tuple(made))
