"""The recipes by which programs are built and run, and the commands that they need on this machine."""

from __future__ import annotations

import functools
import glob
import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from assay.languages.base import Language
from assay.languages.known import languages, named
from assay.languages.running import ProgramNames, Recipe
from assay.records import MIB
from assay.sandbox.interpreters import SYSTEM
from assay.sandbox.toolchains import MissingToolchain, Toolchain, examine_toolchains

_LOCATE_SECONDS = 20
_SMALLEST_HEAP = 16


@dataclass(frozen=True, slots=True)
class Tools:
    """The commands of one language on this machine."""

    language: str
    tool: str
    runner: str
    version: str
    read: tuple[str, ...]
    """Folders outside of the system's that they have to read."""
    prepared: str = ""
    """The folder of what was made for them once, `{prepared}`."""

    def beside(self, prepared: str) -> Tools:
        """Return the same commands with a folder that was made for them; an empty name is none."""
        return replace(self, prepared=prepared, read=(*self.read, prepared)) if prepared else self

    def fill(self, words: tuple[str, ...], names: ProgramNames) -> tuple[str, ...]:
        """Return a command of the recipe with all names in place."""
        values = {
            "{tool}": self.tool,
            "{runner}": self.runner,
            "{file}": names.file,
            "{main}": names.main,
            "{prepared}": self.prepared,
        }
        return tuple(functools.reduce(lambda text, item: text.replace(*item), values.items(), word) for word in words)


def with_heap(argv: tuple[str, ...], memory_bytes: int) -> tuple[str, ...]:
    """Return the command that runs a program, with a heap of all the memory that it may have.

    >>> with_heap(("java", "-Xmx{heap}m"), 1 << 30)
    ('java', '-Xmx1024m')
    """
    heap = str(max(_SMALLEST_HEAP, memory_bytes // MIB))
    return tuple(word.replace("{heap}", heap) for word in argv)


@functools.cache
def recipes() -> Mapping[str, Recipe]:
    """Return the recipes of all languages that can be run, by name."""
    return {name: one.recipe for name, one in languages().items() if one.recipe is not None}


@functools.lru_cache(maxsize=256)
def runnable(language: str) -> Language:
    """Return the language of that name or alias; raises `UnknownNameError` where it has no recipe.

    >>> runnable("C++").name
    'cpp'
    """
    return named(language, map(languages().__getitem__, recipes()), "language that can be run")


def recipe(language: str) -> Recipe:
    """Return the recipe of a language by its name or alias.

    >>> recipe("C++").file
    'main.cpp'
    """
    return recipes()[runnable(language).name]


def language_of(path: str | os.PathLike[str]) -> str | None:
    """Return the language of a source file by its name, `None` where no recipe takes it.

    >>> language_of("a/b.rs"), language_of("notes.txt")
    ('rust', None)
    """
    suffix = Path(path).suffix.lower()
    taken = {name: known.suffixes or languages()[name].suffixes for name, known in recipes().items()}
    return next((name for name, suffixes in taken.items() if suffix in suffixes), None)


@functools.cache
def tools(language: str) -> Tools:
    """Return the commands of a language; raises `MissingToolchain` where this machine has none."""
    one, known = runnable(language), recipe(language)
    (found,) = examine_toolchains([one], seconds=_LOCATE_SECONDS)  # a score waits for this one, a list does not
    if found.version is None:
        raise MissingToolchain(found)
    tool = _real_tool(known, found)
    runner = _beside(tool, known, found) if known.runner else tool
    patterns = [path for pattern in known.read for path in sorted(glob.glob(pattern))]
    read = tuple(dict.fromkeys([*filter(None, map(_home_of, (tool, runner))), *patterns]))
    return Tools(one.name, tool, runner, found.version, read)


def _real_tool(known: Recipe, found: Toolchain) -> str:
    """Return the command itself: what stands on the PATH may only look for it in the user's home, and call it."""
    if not known.home:
        return found.detail
    try:
        done = subprocess.run([found.detail, *known.home], capture_output=True, timeout=_LOCATE_SECONDS, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        broken = Toolchain(
            found.language, found.command, None, f"{found.detail}: does not tell where it lives: {error}"
        )
        raise MissingToolchain(broken) from error
    real = os.path.join(done.stdout.decode("utf-8", "replace").strip(), "bin", found.command)
    return real if os.access(real, os.X_OK) else found.detail


def _beside(tool: str, known: Recipe, found: Toolchain) -> str:
    """Return the command that runs what was built: the one beside the compiler, or that of another language."""
    beside = os.path.join(os.path.dirname(os.path.realpath(tool)), known.runner)
    if os.access(beside, os.X_OK):
        return beside
    owners = [one for one in languages().values() if one.toolchain and known.runner in one.toolchain.commands]
    if not owners and (elsewhere := shutil.which(known.runner)):
        return elsewhere
    others = examine_toolchains(owners[:1])
    if not others or others[0].version is None:
        detail = others[0].detail if others else f"not found beside {tool}"
        raise MissingToolchain(Toolchain(found.language, known.runner, None, detail))
    return others[0].detail


def _home_of(tool: str) -> str | None:
    """Return the folder to open for a command that is not one of the system's: the one that holds its `bin`."""
    real = os.path.realpath(tool)
    if any(real.startswith(f"{folder}/") for folder in SYSTEM):
        return None
    folder = os.path.dirname(real)
    return os.path.dirname(folder) if os.path.basename(folder) == "bin" else folder
