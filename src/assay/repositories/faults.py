"""Why the tests of a repository cannot be run on this machine: never the fault of a candidate."""

from __future__ import annotations

from assay.errors import Fault


class Unprepared(Fault):
    """Something that the tests of a repository need is not here; whoever is judged stays unjudged."""


class NoRecipe(Unprepared):
    """No recipe says which environment the tests of that repository and version need."""


class MissingInterpreter(Unprepared):
    """This machine has no Python of the version that a recipe names."""


class BuildFailed(Unprepared):
    """An environment, or what a tree needs before its tests can run, could not be made."""


class MissingSource(Unprepared):
    """The tree of the base commit is not to be had, or is not one that may be unpacked."""
