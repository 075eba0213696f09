"""The tests of a repository run again by hand: a folder with the tree and both patches, and the commands to give."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from assay.errors import InvalidValue
from assay.judges.separate import source_bytes
from assay.records import Problem, Repository, Trial
from assay.repositories.archives import Entry, EntryKind, read_archive
from assay.repositories.checkouts import Checkout, Checkouts, PreparedCheckouts
from assay.repositories.patches import test_files
from assay.repositories.recipes import Runner
from assay.sandbox.warm import WarmPython

TREE, CANDIDATE, TESTS, SCRIPT = "testbed", "candidate.diff", "tests.diff", "run.sh"
HEAD = """#!/bin/sh
# Runs the tests of {problem} after the candidate's patch, attempt {attempt}.
# It runs the candidate on this machine, without any protection: read candidate.diff before you run it.
set -e
cd "$(dirname "$0")/{tree}"
git apply --whitespace=nowarn ../{candidate} || patch --batch --fuzz=5 -p1 -i ../{candidate}
git apply --whitespace=nowarn ../{tests}
"""


def write_folder(problem: Problem, trial: Trial, folder: Path, checkouts: Checkouts | None = None) -> Path:
    """Write the tree, the patches and a script into a new folder, and return the script."""
    check = problem.check
    if not isinstance(check, Repository):
        raise InvalidValue(f"{problem.id}: its check is {type(check).__name__}, and only a repository has a folder")
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise InvalidValue(f"{str(folder)!r} cannot be made: {error.strerror}") from None
    with WarmPython() as sandbox:
        checkout = (checkouts or PreparedCheckouts()).get(check, problem.id, sandbox)
    for archive in filter(None, (checkout.tree, checkout.overlay)):
        for entry in read_archive(archive, problem.id).values():
            _write(folder / TREE, entry)
    (folder / CANDIDATE).write_bytes(source_bytes(trial.candidate))
    (folder / TESTS).write_bytes(check.test_patch.encode("utf-8", "surrogateescape"))
    script = folder / SCRIPT
    script.write_text(script_of(problem, check, trial, checkout))
    script.chmod(0o755)
    return script


def script_of(problem: Problem, check: Repository, trial: Trial, checkout: Checkout) -> str:
    """Return the commands that run the tests as the judge ran them, without its sandbox and its recorder."""
    head = HEAD.format(problem=problem.id, attempt=trial.candidate.attempt, tree=TREE, candidate=CANDIDATE, tests=TESTS)
    recipe = checkout.recipe
    path = ":".join(f"$PWD/{folder}" if folder != "." else "$PWD" for folder in recipe.path)
    variables = {**dict(recipe.variables), "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"}
    exports = [f"export {name}={shlex.quote(value)}" for name, value in variables.items()]
    command = shlex.join([checkout.environment.python, *_arguments(checkout, test_files(check))])
    return "\n".join([head.rstrip("\n"), f'export PYTHONPATH="{path}"', *exports, command, ""])


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
