"""Runs the commands that a tree needs before its tests can run, and packs what they made.

It is started in the sandbox with the Python of an environment. The job, as JSON, comes on standard input: where the
archives are, the commands, their variables and their time. What was added or changed is written to `made.tar`.
"""

import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from typing import Any

LONGEST = 4000
"""Bytes that are told of what a failing command said."""


def main() -> int:
    job = json.load(sys.stdin)
    top = os.path.abspath("tree")
    os.mkdir(top)
    for name in job["archives"]:
        with tarfile.open(name) as archive:
            archive.extractall(top)
        os.unlink(name)
    before = snapshot(top)
    for command in job["commands"]:
        problem = run(command, top, job)
        if problem:
            sys.stderr.write(problem)
            return 1
    pack(top, before)
    return 0


def run(command: "list[str]", top: str, job: "dict[str, Any]") -> str:  # Any: JSON
    """Return what went wrong with a command; empty when nothing did."""
    variables = dict(os.environ)
    variables.update(job["variables"])
    path = [os.path.normpath(os.path.join(top, folder)) for folder in job["path"]]
    variables["PYTHONPATH"] = os.pathsep.join(path)
    variables["PATH"] = os.path.dirname(sys.executable) + os.pathsep + variables.get("PATH", os.defpath)
    words = [sys.executable if word == "python" and not place else word for place, word in enumerate(command)]
    shown = " ".join(command)
    try:
        done = subprocess.run(
            words,
            cwd=top,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=job["seconds"],
        )
    except subprocess.TimeoutExpired:
        return f"{shown}: did not end within {job['seconds']} s"
    except OSError as error:
        return f"{shown}: cannot be started: {error}"
    if done.returncode:
        said = done.stdout[-LONGEST:].decode("utf-8", "replace")
        return f"{shown}: ended with status {done.returncode}: {said}"
    return ""


def snapshot(top: str) -> "dict[str, tuple[int, ...]]":
    """Return what tells whether a file was changed: who it is, its size and its time."""
    return {path: state(path) for path in files(top)}


def state(path: str) -> "tuple[int, ...]":
    status = os.lstat(path)
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def files(top: str) -> "Iterator[str]":
    for folder, folders, names in os.walk(top):
        folders[:] = [name for name in folders if name != "__pycache__"]
        for name in names:
            path = os.path.join(folder, name)
            if os.path.isfile(path) and not os.path.islink(path):
                yield path


def pack(top: str, before: "dict[str, tuple[int, ...]]") -> None:
    with tarfile.open("made.tar", "w", format=tarfile.GNU_FORMAT, dereference=True) as archive:
        for path in files(top):
            if before.get(path) != state(path):
                archive.add(path, os.path.relpath(path, top))


sys.exit(main())
