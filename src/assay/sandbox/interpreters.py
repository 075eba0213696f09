"""Which folders an interpreter must be able to read, and nothing more."""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from assay.errors import InvalidOption

SYSTEM = ("/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/etc/alternatives")
INTERPRETER_PARTS = ("bin", "lib", "lib64", "include", "pyvenv.cfg")
OLDEST = (3, 11)
QUESTION = (
    "import json, platform, sys, sysconfig; "
    "print(json.dumps({'version': platform.python_version(), 'prefixes': [sys.prefix, sys.exec_prefix, "
    "sys.base_prefix, sys.base_exec_prefix], 'paths': sysconfig.get_paths()}))"
)


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A Python that runs candidates."""

    path: str
    version: str
    read: tuple[str, ...]
    """What its processes may read."""
    site: tuple[str, ...]
    """Where its installed packages are; the start-up code that packages put there is not run."""


@functools.cache
def interpreter(path: str | None = None) -> Interpreter:
    """Return the interpreter at `path`, or the one that runs this."""
    if path is None or path == sys.executable:
        prefixes = [sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix]
        version = ".".join(map(str, sys.version_info[:3]))
        return _interpreter(sys.executable, version, prefixes, sysconfig.get_paths())
    found = examine(path)
    if tuple(map(int, found.version.split(".")[:2])) < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        raise InvalidOption("python", f"{path!r} is Python {found.version}; candidates need {oldest} or newer")
    return found


def examine(path: str) -> Interpreter:
    """Return the interpreter at `path`, however old it is."""
    found = shutil.which(path)
    if found is None:
        raise InvalidOption("python", f"no interpreter at {path!r}")
    answer = _ask(found)
    return _interpreter(found, answer["version"], answer["prefixes"], answer["paths"])


def _interpreter(path: str, version: str, prefixes: list[str], paths: Mapping[str, str]) -> Interpreter:
    site = tuple(dict.fromkeys((paths["purelib"], paths["platlib"])))
    return Interpreter(path, version, _roots(prefixes, paths), site)


def _ask(path: str) -> dict[str, Any]:
    try:
        done = subprocess.run([path, "-s", "-c", QUESTION], capture_output=True, timeout=30, check=True)
        answer: dict[str, Any] = json.loads(done.stdout)
        return answer
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode("utf-8", "replace").strip().splitlines()
        raise InvalidOption("python", f"{path!r} is not a Python that runs: {said[-1] if said else error}") from None
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        raise InvalidOption("python", f"{path!r} is not a Python that runs: {error}") from None


def _roots(prefixes: list[str], paths: Mapping[str, str]) -> tuple[str, ...]:
    """Return the folders of the interpreter and its libraries, but never the whole of a prefix."""
    folders = [os.path.join(prefix, part) for prefix in prefixes for part in INTERPRETER_PARTS]
    folders += [paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    folders += [path for folder in list(folders) for path in (os.path.realpath(folder),)]
    folders += SYSTEM
    return tuple(sorted({folder for folder in folders if os.path.exists(folder)}))
