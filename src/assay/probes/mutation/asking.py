"""What a user asks of a mutation run, and what is wrong with tests that cannot be measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from assay.errors import InvalidOption, UsageError
from assay.probes.mutation.mutants import MutantSet, mutants_of

Watch = Callable[[int, int], None]
"""Is called with how many mutants are done, and how many there are."""
MOST_WORKERS = 64


def ignore(done: int, whole: int) -> None:
    """Take no notice."""


class BrokenTests(UsageError):
    """The tests fail on the original, or do not agree with themselves: they can tell nothing about a mutant."""


@dataclass(frozen=True, slots=True)
class MutationOptions:
    """Which mutants are made, and how they are run."""

    operators: tuple[str, ...] | None = None
    """Names of the operators; `None`: all."""
    within: str | None = None
    """Only inside the function of that name."""
    sample: int | None = None
    """At most so many mutants, drawn at random with `seed`."""
    seed: int = 0
    matrix: bool = False
    """Run every test that reaches a mutant, and not only until one notices it."""
    workers: int = 1
    """How many mutants run side by side."""
    watch: Watch = ignore

    def __post_init__(self) -> None:
        if self.sample is not None and self.sample < 1:
            raise InvalidOption("sample", f"must be at least 1, got {self.sample!r}")
        if not 1 <= self.workers <= MOST_WORKERS:
            raise InvalidOption("workers", f"must be from 1 to {MOST_WORKERS}, got {self.workers!r}")

    def mutants(self, source: str, language: str = "python") -> MutantSet:
        """Return the mutants of a source that are wanted."""
        return mutants_of(
            source,
            operators=self.operators,
            language=language,
            within=self.within,
            sample=self.sample,
            seed=self.seed,
        )

    def facts(self, **versions: str) -> dict[str, object]:
        """Return what moves a score besides code and tests."""
        operators: object = "all" if self.operators is None else list(self.operators)
        return {"operators": operators, "within": self.within, "sample": self.sample, "seed": self.seed, **versions}
