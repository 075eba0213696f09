"""The tests of a repository run again by hand: a folder with the tree and both patches, and the commands to give."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path, PurePosixPath

from assay.errors import InvalidValue
from assay.judges.separate import source_bytes
from assay.records import Problem, Repository, Trial
from assay.repositories.archives import Entry, EntryKind, read_archive
from assay.repositories.checkouts import Checkout, Checkouts, PreparedCheckouts
from assay.repositories.patches import CONFIGURATION, support_patterns, test_files, touched
from assay.repositories.recipes import Runner
from assay.sandbox.warm import WarmPython
from assay.text import one_line

BASE, TREE, CANDIDATE, TESTS, SCRIPT = "base", "testbed", "candidate.diff", "tests.diff", "run.sh"
HEAD = """#!/bin/sh
# Runs the tests of {problem} after the candidate's patch, attempt {attempt}, in a new copy of `{base}`.
# It runs the candidate on this machine, without any protection: read {candidate} before you run it.
set -e
cd "$(dirname "$0")"
export GIT_CEILING_DIRECTORIES="$(pwd -P)"
rm -rf {tree}
cp -a {base} {tree}
cd {tree}
git apply --whitespace=nowarn ../{candidate} ||
    git apply --whitespace=nowarn --recount --ignore-whitespace ../{candidate} ||
    patch --batch --fuzz=5 -p1 --forward --no-backup-if-mismatch -r - -i ../{candidate}
"""
TAKEN_BACK = """# What the judge takes back: files of the tests, and those that decide how tests are run.
for path in {paths}; do
    rm -rf "$path"
    if [ -e "../{base}/$path" ]; then mkdir -p "$(dirname "$path")" && cp -a "../{base}/$path" "$path"; fi
done
"""


def folder_name(problem_id: str, attempt: int) -> str:
    """Return what the folder of an attempt is called; an id that is a path leads nowhere else.

    >>> folder_name("pallets__flask-4045", 0), folder_name("../shop/tax", 1)
    ('pallets__flask-4045-0', '_shop_tax-1')
    """
    name = re.sub(r"[^A-Za-z0-9_.+-]", "_", problem_id).lstrip(".-")
    return f"{name}-{attempt}"


def write_folder(problem: Problem, trial: Trial, folder: Path, checkouts: Checkouts | None = None) -> Path:
    """Write the tree, the patches and a script into a new folder, and return the script."""
    check = problem.check
    if not isinstance(check, Repository):
        raise InvalidValue(f"{problem.id}: its check is {type(check).__name__}, and only a repository has a folder")
    if folder.exists():
        raise InvalidValue(f"{str(folder)!r} cannot be made: something is there")
    with WarmPython() as sandbox:
        checkout = (checkouts or PreparedCheckouts()).get(check, problem.id, sandbox)
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise InvalidValue(f"{str(folder)!r} cannot be made: {error.strerror}") from None
    entries = _entries(checkout, problem.id)
    for entry in entries.values():
        _write(folder / BASE, entry)
    (folder / CANDIDATE).write_bytes(_ended(source_bytes(trial.candidate)))
    (folder / TESTS).write_bytes(_ended(check.test_patch.encode("utf-8", "surrogateescape")))
    script = folder / SCRIPT
    back = _taken_back(problem, check, trial, entries)
    script.write_bytes(os.fsencode(_script(problem, check, trial, checkout, back)))
    script.chmod(0o755)
    return script


def _entries(checkout: Checkout, where: str) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for archive in filter(None, (checkout.tree, checkout.overlay)):
        found |= read_archive(archive, where)
    return found


def _script(problem: Problem, check: Repository, trial: Trial, checkout: Checkout, back: Sequence[str]) -> str:
    """Return the commands that run the tests as the judge ran them, without its sandbox and its recorder."""
    parts = [
        HEAD.format(
            problem=one_line(problem.id), attempt=trial.candidate.attempt, base=BASE, tree=TREE, candidate=CANDIDATE
        )
    ]
    if back:
        parts.append(TAKEN_BACK.format(paths=shlex.join(back), base=BASE))
    if check.test_patch.strip():
        parts.append(f"git apply --whitespace=nowarn ../{TESTS}\n")
    recipe, python = checkout.recipe, checkout.environment.python
    path = ":".join(f"$PWD/{folder}" if folder != "." else "$PWD" for folder in recipe.path)
    parts.append(f'export PYTHONPATH="{path}"\nexport PATH={shlex.quote(os.path.dirname(python))}:"$PATH"\n')
    variables = {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "TZ": "UTC", **dict(recipe.variables)}
    parts += [f"export {name}={shlex.quote(value)}\n" for name, value in variables.items()]
    return "".join([*parts, shlex.join([python, *_arguments(checkout, test_files(check))]), "\n"])


def _taken_back(problem: Problem, check: Repository, trial: Trial, base: Collection[str]) -> list[str]:
    """Return the paths that are as in the base commit again before the test patch is applied.

    New files that the judge takes back because they would hide a module of Python are not among them.
    """
    patch = source_bytes(trial.candidate).decode("utf-8", "surrogateescape")
    changed = {path for path in touched(patch) if _is_inside(path)}
    own = changed - touched(problem.reference)
    back = changed & touched(check.test_patch)
    back |= {path for path in own if _fits(path, CONFIGURATION)}
    back |= {path for path in own if path in base and _fits(path, support_patterns(test_files(check)))}
    return sorted(back)


def _fits(path: str, patterns: Iterable[str]) -> bool:
    return any(re.fullmatch(pattern, path, re.DOTALL) for pattern in patterns)


def _is_inside(path: str) -> bool:
    return not path.startswith("/") and ".." not in PurePosixPath(path).parts


def _ended(patch: bytes) -> bytes:
    """Return a patch whose last line is whole, as the judge applies it."""
    return patch + b"\n" if patch and not patch.endswith(b"\n") else patch


def _arguments(checkout: Checkout, files: tuple[str, ...]) -> list[str]:
    arguments = list(checkout.recipe.arguments)
    if checkout.recipe.runner is Runner.PYTEST:
        return ["-m", "pytest", "-rA", *arguments, *files]
    if checkout.recipe.runner is Runner.FUNCTIONS:
        return ["bin/test", "-C", "--verbose", *arguments, *files]
    if arguments and arguments[0].endswith(".py"):
        folder = os.path.dirname(arguments[0])
        labels = [os.path.relpath(file, folder or ".").removesuffix(".py").replace("/", ".") for file in files]
        return [*arguments, *labels]
    return ["-m", "unittest", *arguments, *files]


def _write(root: Path, entry: Entry) -> None:
    """Write an entry; none of a tree leads out of it."""
    place = root / entry.path
    if entry.kind is EntryKind.FOLDER:
        place.mkdir(parents=True, exist_ok=True)
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    place.unlink(missing_ok=True)
    if entry.kind is EntryKind.LINK:
        place.symlink_to(os.fsdecode(entry.data))
        return
    place.write_bytes(entry.data)
    place.chmod(0o755 if entry.executable else 0o644)
