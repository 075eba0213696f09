"""`assay env`: environments of repositories' tests built, listed, checked and removed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from assay.cli.layout import Page
from assay.cli.progress import saying
from assay.cli.screens import program
from assay.errors import InvalidValue, UnknownNameError
from assay.records import MIB, Limits, Program
from assay.repositories.environments import Built, Environment, Environments
from assay.repositories.faults import MissingInterpreter, Unprepared
from assay.repositories.recipes import EnvironmentRecipe, recipes
from assay.sandbox.programs import ProgramEnvironment
from assay.sandbox.warm import WarmPython
from assay.text import json_text

FAULT = 3
"""The exit code where our side broke."""
START_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Standing:
    """How the environment of a recipe stands on this machine."""

    recipe: EnvironmentRecipe
    state: str
    """Such as `built` or `no Python`."""
    built: Built | None = None
    why: str = ""
    seconds: float | None = None
    """What building it took."""
    wrong: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        recipe = self.recipe
        data: dict[str, Any] = {  # Any: JSON
            "recipe": recipe.name, "repository": recipe.repository, "versions": list(recipe.versions),
            "instances": list(recipe.instances), "python": recipe.python, "state": self.state,
        }  # fmt: skip
        if self.built is not None:
            data |= {
                "digest": self.built.digest, "folder": str(self.built.folder), "python": self.built.python,
                "size_bytes": self.built.size_bytes, "built": self.built.built,
            }  # fmt: skip
        more = {"why": self.why, "wrong": list(self.wrong)}
        data |= {key: value for key, value in more.items() if value}
        return data if self.seconds is None else data | {"seconds": round(self.seconds, 1)}


def build(names: Sequence[str], *, everything: bool, as_json: bool, quiet: bool) -> int:
    """Build what is named, say how it went, and return the exit code."""
    if not names and not everything:
        raise InvalidValue("say which environments to build: names of `assay env list`, a repository, or --all")
    kept = Environments()
    with saying(quiet=quiet) as say:
        done = [_built_one(kept, recipe, say) for recipe in _chosen(names)]
    failed = [one for one in done if one.state != "built"]
    if as_json:
        print(json_text({"environments": [one.to_dict() for one in done]}))
        return FAULT if failed else 0
    _table(done)
    return FAULT if failed else 0


def show(names: Sequence[str], *, as_json: bool) -> None:
    """List recipes with how their environments stand."""
    kept = Environments()
    found = [_standing(kept, recipe) for recipe in _chosen(names)]
    total = sum(one.size_bytes for one in kept.all())
    if as_json:
        data = {"environments": [one.to_dict() for one in found], "folder": str(kept.folder), "size_bytes": total}
        print(json_text(data))
        return
    _table(found)
    page = Page()
    page.line()
    page.text(f"{_counted(len(kept.all()))} with {_size(total)} in {kept.folder}")


def check(names: Sequence[str], *, as_json: bool, quiet: bool) -> int:
    """Look at the environments that are built, or at those that are named, and return the exit code."""
    kept = Environments()
    with saying(quiet=quiet) as say, WarmPython() as sandbox:
        found = [_checked(kept, recipe, sandbox, say) for recipe in _chosen(names)]
    if not names:
        found = [one for one in found if one.built is not None]
    bad = [one for one in found if one.wrong or one.built is None]
    if as_json:
        print(json_text({"environments": [one.to_dict() for one in found]}))
    elif found:
        _table(found)
    else:
        print(f"no environment is built; {program()} env build --all builds them")
    return 1 if bad else 0


def clean(names: Sequence[str], *, everything: bool, as_json: bool) -> None:
    """Remove what is named, everything, or what is of no use to any recipe."""
    if names and everything:
        raise InvalidValue("--all: removes everything, so no name is needed")
    kept = Environments()
    done = kept.clean(None if everything else _digests(kept, names))
    freed = done.freed_bytes
    if not names:
        freed += kept.clean_wheels(() if everything else _pins(recipes()))
    if as_json:
        print(json_text({"removed": done.removed, "stayed": done.stayed, "freed_bytes": freed}))
        return
    stayed = f"; {done.stayed} in use or being built, kept" if done.stayed else ""
    print(f"{_counted(done.removed)} removed, {_size(freed)} given back{stayed}")


def _counted(count: int) -> str:
    return "1 environment" if count == 1 else f"{count} environments"


def _digests(kept: Environments, names: Sequence[str]) -> set[str]:
    """Return the environments that are meant; where none is named, those that no recipe is for."""
    if names:
        return {one.built.digest for one in (_standing(kept, recipe) for recipe in _chosen(names)) if one.built}
    needed = {one.built.digest for one in (_standing(kept, recipe) for recipe in recipes()) if one.built}
    return {one.digest for one in kept.all()} - needed


def _pins(known: Iterable[EnvironmentRecipe]) -> set[str]:
    """Return every wheel that a recipe is for."""
    compiled = {one.compiled.wheel for one in known if one.compiled is not None}
    return compiled.union(*(one.packages for one in known))


def _chosen(names: Sequence[str]) -> list[EnvironmentRecipe]:
    """Return the recipes of these names or repositories; all where there are no names."""
    known = recipes()
    if not names:
        return list(known)
    found: dict[str, EnvironmentRecipe] = {}
    for name in names:
        meant = [one for one in known if name in (one.name, one.repository)]
        if not meant:
            raise UnknownNameError("recipe", name, {one.name for one in known} | {one.repository for one in known})
        found |= {one.name: one for one in meant}
    return list(found.values())


def _standing(kept: Environments, recipe: EnvironmentRecipe) -> Standing:
    try:
        built = kept.built(recipe)
    except MissingInterpreter as error:
        return Standing(recipe, "no Python", why=str(error))
    return Standing(recipe, "not built" if built is None else "built", built)


def _built_one(kept: Environments, recipe: EnvironmentRecipe, say: Callable[[str], None]) -> Standing:
    before = _standing(kept, recipe)
    if before.built is not None:
        return before
    begun = time.monotonic()
    try:
        kept.get(recipe, say)
    except Unprepared as error:
        return Standing(recipe, "no Python" if before.state == "no Python" else "failed", why=str(error))
    return Standing(recipe, "built", kept.built(recipe), seconds=time.monotonic() - begun)


def _checked(
    kept: Environments, recipe: EnvironmentRecipe, sandbox: WarmPython, say: Callable[[str], None]
) -> Standing:
    found = _standing(kept, recipe)
    environment = kept.find(recipe) if found.built is not None else None
    if environment is None:
        return found
    say(f"{recipe.name}: looking at it")
    wrong = kept.check(environment) or _started(environment, sandbox)
    return Standing(recipe, "damaged" if wrong else "whole", found.built, wrong=wrong)


def _started(environment: Environment, sandbox: WarmPython) -> tuple[str, ...]:
    """Return why the Python of an environment cannot be used in the sandbox; empty when it can."""
    started = Program((environment.python, "-B", "-c", "import ssl, ctypes, sqlite3"))
    limits = Limits(seconds=START_SECONDS, memory_bytes=256 * MIB)
    execution = sandbox.run(started, limits, ProgramEnvironment(read=environment.read))
    if execution.exit_code == 0:
        return ()
    said = execution.stderr.decode("utf-8", "replace").strip().splitlines()
    return (f"its Python does not start in the sandbox: {said[-1] if said else execution.exit_code}",)


def _table(found: Sequence[Standing]) -> None:
    rows = [
        (
            one.recipe.name,
            one.built.python if one.built else one.recipe.python,
            one.state,
            _size(one.built.size_bytes) if one.built else "",
            one.why or "; ".join(one.wrong) or _whom(one.recipe),
        )
        for one in found
    ]
    Page().rows(("recipe", "Python", "state", ">size", "for"), rows)


def _whom(recipe: EnvironmentRecipe) -> str:
    return f"{recipe.repository} {', '.join((*recipe.versions, *recipe.instances))}"


def _size(size_bytes: int) -> str:
    return f"{size_bytes / MIB:,.0f} MiB"
