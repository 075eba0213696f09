"""Where this machine has a Python of some version: on the PATH, under pyenv, with uv, or the one that runs this."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from assay.repositories.faults import MissingInterpreter

ASK_SECONDS = 30
_QUESTION = (
    "import ensurepip, os, ssl, sys, venv; "
    "base = os.path.join(sys.base_prefix, 'bin', 'python%d.%d' % sys.version_info[:2]); "
    "print('%d.%d' % sys.version_info[:2]); "
    "print(base if os.path.exists(base) else sys.executable)"
)


def find(version: str, *, path: str | None = None, pyenv: Path | None = None) -> Path:
    """Return a Python of that version that can make environments; raises `MissingInterpreter`.

    `path` is where to look, as in `PATH`; `pyenv` is the folder of pyenv. Both are those of this user by default.
    """
    root = pyenv or Path(os.path.expanduser(os.environ.get("PYENV_ROOT") or "~/.pyenv"))
    found = _find(version, os.environ.get("PATH", os.defpath) if path is None else path, root)
    if found is None:
        raise MissingInterpreter(
            f"Python {version} is not on this machine, or has no venv, ensurepip or ssl: install it with "
            f"`pyenv install {version}` or `uv python install {version}`, or put python{version} on the PATH"
        )
    return found


@functools.cache
def _find(version: str, path: str, pyenv: Path) -> Path | None:
    return next(filter(None, (_usable(one, version) for one in _places(version, path, pyenv))), None)


def _places(version: str, path: str, pyenv: Path) -> Iterator[str]:
    name = f"python{version}"
    for folder in path.split(os.pathsep):
        if folder and os.access(os.path.join(folder, name), os.X_OK):
            yield os.path.join(folder, name)
    versions = [place for place in pyenv.glob(f"versions/{version}.*") if place.name.replace(".", "").isdecimal()]
    for place in sorted(versions, key=lambda one: int(one.name.split(".")[2]), reverse=True):
        yield str(place / "bin" / name)
    uv = shutil.which("uv", path=path)
    if uv:
        yield from _asked([uv, "python", "find", "--no-python-downloads", version])[:1]
    yield sys.executable


def _usable(python: str, version: str) -> Path | None:
    """Return the interpreter behind a command, where it is of that version and has all that an environment needs."""
    answer = _asked([python, "-s", "-c", _QUESTION])
    return Path(answer[1]) if len(answer) == 2 and answer[0] == version else None


def _asked(command: list[str]) -> list[str]:
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=ASK_SECONDS, check=True, env=_clean()
        )
    except (OSError, subprocess.SubprocessError):
        return []
    return done.stdout.decode("utf-8", "replace").splitlines()


def _clean() -> dict[str, str]:
    """Return the variables of this process without those that change what a Python is."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
