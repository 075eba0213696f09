"""Repository tasks in a user's own benchmark: a base commit, the tests of the fix, and where both are found."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

from assay.benchmarks.fields import Fields
from assay.errors import InvalidProblem
from assay.files import read_text
from assay.records import MIB, Limits, Problem, Repository

REPOSITORY_KEYS = (
    "name", "base", "source", "test_patch", "test_patch_file", "fail_to_pass", "pass_to_pass", "version", "environment",
    "files",
)  # fmt: skip
LIMITS = Limits(seconds=600.0, memory_bytes=2048 * MIB, file_bytes=256 * MIB, open_files=1024, processes=256)
"""Of benchmarks that hold nothing but repository tasks. Ten minutes for one run of the tests: those of SWE-bench Lite
that were tried need 316 s at most."""
PATCH = "diff"
"""What a candidate is written in."""
MAX_PATCH_BYTES = 16 * MIB


def read_repository(fields: Fields) -> Repository:
    """Return the check of a problem whose candidates are patches of a repository."""
    asked = Fields(fields.table("repository"), replace(fields.place, label="repository"), REPOSITORY_KEYS)
    base = asked.text("base")
    if re.fullmatch(r"[0-9a-f]{7,64}", base) is None:
        raise asked.wrong("base", "the hexadecimal id of a commit")
    source = asked.text("source", "")
    return Repository(
        asked.text("name"),
        base,
        either(asked, "test_patch"),
        tuple(dict.fromkeys(asked.texts("fail_to_pass"))),
        tuple(dict.fromkeys(asked.texts("pass_to_pass"))),
        version=asked.text("version", ""),
        environment=asked.text("environment", ""),
        files=tuple(asked.texts("files")),
        source=str(beside(asked, "source", source)) if source else "",
    )


def either(fields: Fields, key: str) -> str:
    """Return a text that stands in the table, or in a file that `<key>_file` names from where the table stands."""
    named = f"{key}_file"
    if not fields.has(named):
        return fields.text(key, "")
    if fields.has(key):
        raise InvalidProblem(f"{fields.place.of(named)}: give either {key} or {named}, got both")
    path = beside(fields, named, fields.text(named))
    return read_text(path, MAX_PATCH_BYTES, wrong=lambda why: InvalidProblem(f"{fields.place.of(named)}: {why}"))


def beside(fields: Fields, key: str, path: str) -> Path:
    """Return a path as it is meant in a problem file: from the folder of that file."""
    found = Path(fields.place.file).parent / Path(os.path.expanduser(path))
    if not os.path.exists(found):  # which raises for no name
        raise fields.wrong(key, f"a path from {str(found.parent)!r} at which there is something")
    return found.resolve()


def read_texts(problem: Problem) -> bytes:
    """Return what a problem has from files beside its own, for the digest of its benchmark."""
    if not isinstance(problem.check, Repository):
        return b""
    return repr((problem.check.content(), problem.reference)).encode("utf-8", "surrogateescape")
