"""Everything that the tests of one problem need, got ready: recipe, environment, the tree and what is laid over it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from assay.records import Problem, Repository
from assay.repositories.environments import Environment, Environments, Say
from assay.repositories.faults import Unprepared
from assay.repositories.overlays import overlay_of
from assay.repositories.recipes import EnvironmentRecipe, recipe_for
from assay.repositories.sources import tree_of
from assay.sandbox.warm import WarmPython


@dataclass(frozen=True, slots=True)
class Checkout:
    """The base commit of a repository with an environment in which its tests run."""

    recipe: EnvironmentRecipe
    environment: Environment
    tree: bytes
    """The files of the base commit, as a tar archive."""
    overlay: bytes = b""
    """What the recipe's commands add to them, as a tar archive; empty: nothing."""


class Checkouts(Protocol):
    """Where checkouts come from."""

    def get(self, check: Repository, problem_id: str, sandbox: WarmPython) -> Checkout:
        """Return the checkout of a problem; raises a `Fault` where this machine cannot make one."""


def build_environments(problems: Iterable[Problem], say: Say, environments: Environments | None = None) -> None:
    """Build the environments that these problems need, one after the other, and say what is done.

    What cannot be built is passed over: whoever judges such a problem says why nobody can.
    """
    kept = environments or Environments()
    needed: dict[str, EnvironmentRecipe] = {}
    for problem in problems:
        with contextlib.suppress(Unprepared):
            if isinstance(problem.check, Repository):
                recipe = recipe_for(problem.check, problem.id)
                needed[recipe.name] = recipe
    for number, recipe in enumerate(needed.values(), start=1):
        place = f" ({number} of {len(needed)})" if len(needed) > 1 else ""
        with contextlib.suppress(Unprepared):
            kept.get(recipe, partial(_say_where, say, place))


def _say_where(say: Say, place: str, text: str) -> None:
    say(f"{text}{place}")


class PreparedCheckouts:
    """Checkouts made of recipes, environments and sources of this machine; the last one is kept at hand."""

    def __init__(self, environments: Environments | None = None) -> None:
        self.environments = environments or Environments()
        self._last: tuple[Repository, str, Checkout] | None = None

    def get(self, check: Repository, problem_id: str, sandbox: WarmPython) -> Checkout:
        """Return the checkout of a problem, whose environment is built now where it is not there."""
        if self._last is not None and self._last[:2] == (check, problem_id):
            return self._last[2]
        recipe = recipe_for(check, problem_id)
        environment = self.environments.get(recipe)
        tree = tree_of(check, problem_id)
        made = Checkout(recipe, environment, tree, overlay_of(sandbox, recipe, environment, tree))
        self._last = check, problem_id, made
        return made
