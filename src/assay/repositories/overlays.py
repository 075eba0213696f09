"""What a tree of a base commit needs besides its own files before its tests can run: made once, kept, laid over it.

That is metadata such as `*.egg-info`, a `_version.py`, and the compiled files of a released wheel. Nothing is installed
into the environment, which all trees of a recipe share.
"""

from __future__ import annotations

import json
import re
import zipfile
from importlib import resources
from pathlib import Path, PurePosixPath

from assay.hashing import content_digest
from assay.records import MIB, Execution, KilledBy, Limits, Program
from assay.repositories.archives import MOST_BYTES, Entry, check_entries, read_archive, write_archive
from assay.repositories.environments import Environment
from assay.repositories.faults import BuildFailed, MissingSource
from assay.repositories.recipes import CompiledFiles, EnvironmentRecipe
from assay.sandbox.artefacts import ArtefactCache, key_of
from assay.sandbox.base import Keep
from assay.sandbox.programs import ProgramEnvironment
from assay.sandbox.warm import WarmPython
from assay.settings import default_cache_folder

FORMAT = "2"
CACHE_BYTES = 2048 * MIB
SCRATCH_BYTES = 2048 * MIB
OVERLAY = "overlay.tar"
MADE = "made.tar"
COMPILED = re.compile(r".+\.(?:pyd|so(?:\.[0-9]+)*)")
"""Names of compiled files, libraries that a wheel brings along among them."""
_SAID = 1000


def overlay_of(
    sandbox: WarmPython,
    recipe: EnvironmentRecipe,
    environment: Environment,
    tree: bytes,
    cache: ArtefactCache | None = None,
) -> bytes:
    """Return a tar archive of what the recipe adds to a tree or changes in it; empty where it does nothing.

    The recipe's commands run in the sandbox, without a network. Raises `BuildFailed`.
    """
    if not recipe.install and recipe.compiled is None:
        return b""
    cache = cache or ArtefactCache(default_cache_folder() / "overlays", max_bytes=CACHE_BYTES)
    key = key_of([FORMAT, environment.digest, _deciding(recipe), content_digest(tree)])
    kept = cache.get(key)
    if kept is None:
        kept = {OVERLAY: _made(sandbox, recipe, environment, tree)}
        cache.put(key, kept)
    return kept[OVERLAY]


def _deciding(recipe: EnvironmentRecipe) -> str:
    """Return everything of a recipe that decides what is laid over a tree, besides the environment."""
    return repr((recipe.install, recipe.compiled, recipe.path, recipe.variables))


def _made(sandbox: WarmPython, recipe: EnvironmentRecipe, environment: Environment, tree: bytes) -> bytes:
    entries: dict[str, Entry] = {}
    if recipe.compiled is not None:
        entries = _compiled(recipe.compiled, environment.wheel, recipe.name)
    if recipe.install:
        entries |= _installed(sandbox, recipe, environment, (tree, write_archive(entries.values())))
    return write_archive(entries.values())


def _compiled(wanted: CompiledFiles, wheel: Path | None, name: str) -> dict[str, Entry]:
    """Return the compiled files of a wheel, and those that are named besides, where they go in the tree."""
    if wheel is None:
        raise BuildFailed(f"{name}: the wheel {wanted.wheel} is not in its environment; `assay env build {name}`")
    entries, size = {}, 0
    try:
        with zipfile.ZipFile(wheel) as archive:
            for member in archive.infolist():
                if not COMPILED.fullmatch(member.filename) and member.filename not in wanted.also:
                    continue
                size += member.file_size
                if size > MOST_BYTES:
                    raise BuildFailed(f"{wheel}: holds more than {MOST_BYTES:,} bytes of compiled files")
                path = str(PurePosixPath(wanted.folder, member.filename))
                entries[path] = Entry(path, archive.read(member))
        check_entries(entries, str(wheel))
    except (OSError, zipfile.BadZipFile, MissingSource) as error:
        raise BuildFailed(f"{name}: {wheel} cannot be read: {error}") from None
    missing = [one for one in wanted.also if str(PurePosixPath(wanted.folder, one)) not in entries]
    if missing or not entries:
        raise BuildFailed(f"{name}: {wheel.name} holds no {', '.join(missing) or 'compiled files'}")
    return entries


def _installed(
    sandbox: WarmPython, recipe: EnvironmentRecipe, environment: Environment, archives: tuple[bytes, ...]
) -> dict[str, Entry]:
    """Run the recipe's commands in the tree, and return what they added or changed."""
    files = {f"{number}.tar": data for number, data in enumerate(archives)}
    job = {
        "archives": list(files),
        "commands": recipe.install,
        "variables": dict(recipe.variables),
        "path": recipe.path,
        "seconds": recipe.install_seconds,
    }
    driver = (resources.files("assay.repositories.drivers") / "installer.py").read_bytes()
    program = Program(
        (environment.python, "-B", "-s", "installer.py"), {**files, "installer.py": driver}, json.dumps(job).encode()
    )
    execution, left = sandbox.run_keeping(
        program,
        Keep((MADE,), most_bytes=MOST_BYTES),
        _limits(recipe),
        ProgramEnvironment(read=environment.read, scratch_bytes=SCRATCH_BYTES),
    )
    if execution.exit_code != 0 or MADE not in left.files:
        raise BuildFailed(f"{recipe.name}: its commands could not be run in the tree: {_reason(execution)}")
    try:
        return read_archive(left.files[MADE], f"{recipe.name}: what its commands made")
    except MissingSource as error:
        raise BuildFailed(str(error)) from None


def _limits(recipe: EnvironmentRecipe) -> Limits:
    return Limits(
        seconds=recipe.install_seconds * len(recipe.install) + 60,
        memory_bytes=max(recipe.memory_bytes, 2048 * MIB),
        file_bytes=MOST_BYTES,
        open_files=512,
        processes=256,
    )


def _reason(execution: Execution) -> str:
    if execution.killed_by is KilledBy.TIME:
        return "they took too long"
    if execution.killed_by is not None:
        return f"a limit ended them: {execution.killed_by.value}"
    said = " ".join(execution.stderr.decode("utf-8", "replace").split())
    return said[-_SAID:] or f"they ended with status {execution.exit_code}"
