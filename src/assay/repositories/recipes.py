"""Recipes of environments: which Python, packages and commands the tests of a repository need, read from TOML files.

A recipe is data that anybody can add to (`docs/environments.md`): a file for each repository, a table for each range of
its versions.
"""

from __future__ import annotations

import difflib
import functools
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import Any

from assay.errors import InvalidValue
from assay.files import read_text
from assay.records import MIB, Repository
from assay.repositories.faults import NoRecipe
from assay.settings import parse_memory, parse_seconds
from assay.tables import toml_of

FOLDERS_VARIABLE = "ASSAY_RECIPES"
"""Of the environment: more folders of recipes, with a colon between them; what they say goes before our own."""
OWN_FOLDER = Path(__file__).parent / "recipes"
MAX_FILE_BYTES = MIB
FILE_KEYS = ("repository", "recipe")
RECIPE_KEYS = (
    "name", "versions", "instances", "python", "packages", "install", "install_seconds", "compiled", "path",
    "variables", "runner", "arguments", "seconds", "memory",
)  # fmt: skip
COMPILED_KEYS = ("wheel", "folder", "also")
_PIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(?:\[[A-Za-z0-9,._-]+\])?==[A-Za-z0-9][A-Za-z0-9.!+_-]*")
_PYTHON = re.compile(r"\d\.\d{1,2}", re.ASCII)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class Runner(StrEnum):
    """How tests are run and how their ids read."""

    PYTEST = "pytest"
    UNITTEST = "unittest"
    FUNCTIONS = "functions"


@dataclass(frozen=True, slots=True)
class CompiledFiles:
    """Files of a released wheel that are laid into the tree in place of a build that takes minutes."""

    wheel: str
    """A pin, such as `scikit-learn==0.21.3`."""
    folder: str = "."
    """Where in the tree the top of the wheel is."""
    also: tuple[str, ...] = ()
    """Files of the wheel that are taken besides its compiled ones, such as `matplotlib/_version.py`."""


@dataclass(frozen=True, slots=True)
class EnvironmentRecipe:
    """What the tests of some versions of a repository need."""

    name: str
    repository: str
    python: str
    """Such as `3.9`."""
    versions: tuple[str, ...] = ()
    """Versions of the repository that it is for."""
    instances: tuple[str, ...] = ()
    """Problems that it is for, whatever their version; it goes before a recipe for their version."""
    packages: tuple[str, ...] = ()
    """Pins, with everything that they depend on; `pip` among them is installed first and installs the others."""
    install: tuple[tuple[str, ...], ...] = ()
    """Commands that are run once in the tree of the base commit, in the sandbox; `python` is the environment's."""
    install_seconds: float = 300.0
    """Of each of these commands."""
    compiled: CompiledFiles | None = None
    path: tuple[str, ...] = (".",)
    """Folders of the tree in which Python finds modules."""
    variables: tuple[tuple[str, str], ...] = ()
    """Of the environment, for tests and for `install`."""
    runner: Runner = Runner.PYTEST
    arguments: tuple[str, ...] = ()
    """For the runner, before the test files."""
    seconds: float = 600.0
    """Effective time that all tests of one run may take."""
    memory_bytes: int = 2048 * MIB
    file: str = ""
    """Where it was read."""

    def fits(self, repository: str, version: str) -> bool:
        """Whether it is for that version of that repository, named problems aside."""
        return self.repository == repository and version in self.versions

    def content(self) -> EnvironmentRecipe:
        """Return it with nothing but what moves a verdict: neither how it is called nor what it is for."""
        return replace(self, name="", repository="", versions=(), instances=(), file="")


def recipe_for(
    check: Repository, problem_id: str, known: Iterable[EnvironmentRecipe] | None = None
) -> EnvironmentRecipe:
    """Return the recipe of a check: the one it names, the one for its problem, or the one for its version.

    `known` are the recipes of `recipes()` by default. Raises `NoRecipe`.
    """
    known = recipes() if known is None else tuple(known)
    if check.environment:
        named = [one for one in known if one.name == check.environment]
        if not named:
            close = difflib.get_close_matches(check.environment, [one.name for one in known], n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise NoRecipe(f"{problem_id}: no recipe is named {check.environment!r}{hint}")
        return named[0]
    found = [one for one in known if problem_id in one.instances and one.repository == check.repository]
    found += [one for one in known if one.fits(check.repository, check.version)]
    if not found:
        versions = [version for one in known if one.repository == check.repository for version in one.versions]
        has = (
            f"those of {check.repository} are for {', '.join(versions)}" if versions else "there is none for it at all"
        )
        raise NoRecipe(
            f"{problem_id}: no recipe is for version {check.version!r} of {check.repository!r}: {has}; "
            f"see docs/environments.md on how to add one"
        )
    return found[0]


def recipes(folders: Sequence[Path] | None = None) -> tuple[EnvironmentRecipe, ...]:
    """Return all recipes: those in the user's folders, then our own; of one name, the first counts.

    `folders` are those of the variable `ASSAY_RECIPES` by default.
    """
    if folders is None:
        folders = [
            Path(os.path.expanduser(part)) for part in os.environ.get(FOLDERS_VARIABLE, "").split(os.pathsep) if part
        ]
    found: dict[str, EnvironmentRecipe] = {}
    for folder in folders:
        if not folder.is_dir():
            raise InvalidValue(f"{FOLDERS_VARIABLE}: {str(folder)!r} is not a folder")
        for one in read_folder(folder):
            found.setdefault(one.name, one)
    for one in _own():
        found.setdefault(one.name, one)
    return tuple(found.values())


@functools.cache
def _own() -> tuple[EnvironmentRecipe, ...]:
    return read_folder(OWN_FOLDER)


def read_folder(folder: Path) -> tuple[EnvironmentRecipe, ...]:
    """Return the recipes of all `.toml` files of a folder; no two of them may be for the same problem."""
    found: list[EnvironmentRecipe] = []
    for file in sorted(folder.glob("*.toml")):
        found += read_recipes(file)
    taken: dict[tuple[str, ...], EnvironmentRecipe] = {}
    for one in found:
        keys: list[tuple[str, ...]] = [("name", one.name)]
        keys += [("instance", one.repository, instance) for instance in one.instances]
        keys += [("version", one.repository, version) for version in one.versions]
        for key in keys:
            if key in taken:
                raise InvalidValue(
                    f"{one.file}, {one.name}: {key[0]} {key[-1]!r} is taken by {taken[key].name} in {taken[key].file}"
                )
            taken[key] = one
    return tuple(found)


def read_recipes(file: Path) -> tuple[EnvironmentRecipe, ...]:
    """Return the recipes of one file, checked; raises `InvalidValue`, which names file, field and value."""
    top = _Table(toml_of(read_text(file, MAX_FILE_BYTES), str(file)), str(file), FILE_KEYS)
    repository = top.text("repository")
    return tuple(_recipe(one, repository) for one in top.tables("recipe", RECIPE_KEYS))


def _recipe(table: _Table, repository: str) -> EnvironmentRecipe:
    name = table.matching("name", _NAME, "letters, digits, dots and dashes")
    table.where = f"{table.file}, {name}"
    versions, instances = table.texts("versions"), table.texts("instances")
    if not versions and not instances:
        raise table.wrong("versions", "a list of versions, unless instances names problems")
    return EnvironmentRecipe(
        name,
        repository,
        table.matching("python", _PYTHON, "a version of Python such as '3.9'"),
        versions,
        instances,
        packages=table.pins("packages"),
        install=table.commands("install"),
        install_seconds=table.amount("install_seconds", parse_seconds, 300.0),
        compiled=_compiled(table),
        path=tuple(map(table.path, table.texts("path"))) or (".",),
        variables=table.variables("variables"),
        runner=Runner(table.one_of("runner", tuple(Runner), Runner.PYTEST)),
        arguments=table.texts("arguments"),
        seconds=table.amount("seconds", parse_seconds, 600.0),
        memory_bytes=int(table.amount("memory", parse_memory, 2048 * MIB)),
        file=table.file,
    )


def _compiled(table: _Table) -> CompiledFiles | None:
    if "compiled" not in table.data:
        return None
    if not isinstance(table.data["compiled"], dict):
        raise table.wrong("compiled", "a table")
    inner = _Table(table.data["compiled"], table.file, COMPILED_KEYS, f"{table.where}, compiled")
    wheel = inner.matching("wheel", _PIN, "a pin such as 'numpy==1.25.2'")
    folder = inner.path(inner.text("folder", "."), "folder")
    return CompiledFiles(wheel, folder, tuple(inner.path(one, "also") for one in inner.texts("also")))


class _Table:
    """A table of a recipe file, whose fields are checked when they are asked for."""

    def __init__(self, data: Mapping[str, Any], file: str, keys: Sequence[str], where: str = "") -> None:  # Any: TOML
        self.data = data
        self.file = file
        self.where = where or file
        for key, value in data.items():
            if key not in keys:
                close = difflib.get_close_matches(key, keys, n=1)
                hint = f" Did you mean {close[0]!r}?" if close else ""
                raise InvalidValue(f"{self.where}: unknown key {key!r} with value {value!r:.80}.{hint}")

    def wrong(self, key: str, wanted: str) -> InvalidValue:
        if key not in self.data:
            return InvalidValue(f"{self.where}: {key} is missing; it must be {wanted}")
        return InvalidValue(f"{self.where}: {key} must be {wanted}, got {self.data[key]!r:.80}")

    def text(self, key: str, default: str | None = None) -> str:
        value = self.data.get(key, default)
        if not isinstance(value, str) or not value or "\0" in value:
            raise self.wrong(key, "text")
        return value

    def matching(self, key: str, form: re.Pattern[str], wanted: str) -> str:
        value = self.text(key)
        if not form.fullmatch(value):
            raise self.wrong(key, wanted)
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) and one and "\0" not in one for one in value):
            raise self.wrong(key, "a list of texts")
        return tuple(value)

    def pins(self, key: str) -> tuple[str, ...]:
        found = self.texts(key)
        for pin in found:
            if not _PIN.fullmatch(pin):
                raise InvalidValue(f"{self.where}: {key}: {pin!r} is not a pin such as 'numpy==1.25.2'")
        names = [re.split(r"\[|==", pin)[0].lower().replace("_", "-").replace(".", "-") for pin in found]
        for name in names:
            if names.count(name) > 1:
                raise InvalidValue(f"{self.where}: {key}: {name!r} is pinned twice")
        return found

    def commands(self, key: str) -> tuple[tuple[str, ...], ...]:
        value = self.data.get(key, [])
        right = isinstance(value, list) and all(
            isinstance(words, list) and words and all(isinstance(word, str) and "\0" not in word for word in words)
            for words in value
        )
        if not right:
            raise self.wrong(key, "a list of commands, each a list of words")
        return tuple(map(tuple, value))

    def variables(self, key: str) -> tuple[tuple[str, str], ...]:
        value = self.data.get(key, {})
        if not isinstance(value, dict) or not all(isinstance(one, str) and "\0" not in one for one in value.values()):
            raise self.wrong(key, "a table of texts")
        for name in value:
            if not _VARIABLE.fullmatch(name):
                raise InvalidValue(f"{self.where}: {key}: {name!r} cannot be the name of a variable")
        return tuple(value.items())

    def path(self, value: str, key: str = "path") -> str:
        pure = PurePosixPath(value)
        if pure.is_absolute() or ".." in pure.parts:
            raise InvalidValue(f"{self.where}: {key}: {value!r} is not a relative path inside the tree")
        return str(pure)

    def one_of(self, key: str, allowed: Sequence[str], default: str) -> str:
        value = self.text(key, default)
        if value not in allowed:
            raise self.wrong(key, f"one of {', '.join(allowed)}")
        return value

    def amount(self, key: str, read: Callable[[object], float], default: float) -> float:
        try:
            return float(read(self.data[key])) if key in self.data else default
        except InvalidValue as error:
            raise InvalidValue(f"{self.where}: {key} {error}") from None

    def tables(self, key: str, keys: Sequence[str]) -> list[_Table]:
        value = self.data.get(key)
        if not isinstance(value, list) or not value or not all(isinstance(one, dict) for one in value):
            raise self.wrong(key, "a list of tables, [[recipe]]")
        return [_Table(one, self.file, keys, f"{self.where}, {key}[{number}]") for number, one in enumerate(value)]
