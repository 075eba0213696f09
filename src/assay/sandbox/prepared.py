"""What tests of a language need besides its toolchain: looked for, or made once and kept in the cache folder."""

from __future__ import annotations

import fcntl
import functools
import os
import subprocess
import tempfile
from pathlib import Path

from assay.errors import SandboxUnavailable
from assay.languages.running import ProgramNames
from assay.languages.suites import Preparation
from assay.sandbox.artefacts import key_of
from assay.sandbox.recipes import Tools
from assay.sandbox.toolchains import MissingToolchain, Toolchain
from assay.settings import default_cache_folder

PREPARE_SECONDS = 900
"""What making a library may take; on a machine with other work it takes minutes."""
_SAID = 300


@functools.lru_cache(maxsize=64)
def prepared(found: Tools, preparation: Preparation, folder: Path | None = None) -> str:
    """Return the folder that a preparation has filled, made now where it is not there; empty where it makes nothing.

    Raises `MissingToolchain` where its command fails. `folder` is where such folders are kept.
    """
    command = found.fill(preparation.command, ProgramNames(""))
    if not preparation.makes:
        with tempfile.TemporaryDirectory() as empty:
            _run(found, preparation, command, Path(empty))
        return ""
    kept = folder or default_cache_folder() / "prepared"
    made = kept / key_of([found.language, found.version, found.tool, *command])[:32]
    ready = made / ".ready"
    if ready.exists():
        return str(made)
    try:
        made.mkdir(parents=True, exist_ok=True)
        with open(made / ".lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # whoever comes second finds it made
            if not ready.exists():
                _run(found, preparation, command, made)
                _open_to_readers(made)
                ready.touch()
    except OSError as error:
        raise SandboxUnavailable(f"{made}: {preparation.name} cannot be prepared there ({error})") from error
    return str(made)


def _run(found: Tools, preparation: Preparation, command: tuple[str, ...], folder: Path) -> None:
    variables = {"PATH": os.environ.get("PATH", os.defpath), "HOME": str(folder), "LC_ALL": "C.UTF-8"}
    try:
        done = subprocess.run(
            command, cwd=folder, env=variables, stdin=subprocess.DEVNULL, capture_output=True, timeout=PREPARE_SECONDS
        )
    except subprocess.TimeoutExpired as error:
        raise SandboxUnavailable(f"{preparation.name} could not be prepared in {PREPARE_SECONDS} s") from error
    if done.returncode or (preparation.makes and not (folder / preparation.makes).exists()):
        said = " ".join(done.stderr.decode("utf-8", "replace").split())[:_SAID]
        detail = f"not found ({said or 'the command that asks for it fails'}); {preparation.source}"
        raise MissingToolchain(Toolchain(found.language, preparation.name, None, detail))


def _open_to_readers(folder: Path) -> None:
    """Let the users that run programs read what was made."""
    for path, _, files in os.walk(folder):
        os.chmod(path, 0o755)
        for name in files:
            os.chmod(os.path.join(path, name), 0o644)
