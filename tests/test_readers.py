"""Files that others wrote are read by `assay.files` alone: no other module opens, lists, walks or hashes them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "assay"
RAW = {
    "open", "read_bytes", "read_text", "walk", "rglob", "glob", "iglob", "iterdir", "scandir", "listdir", "fdopen",
    "file_digest", "copyfile", "copytree", "unpack_archive", "fromfile", "memmap", "mmap", "GzipFile", "ZipFile",
    "TarFile", "BZ2File", "LZMAFile", "open_code", "fwalk", "input",
}  # fmt: skip
"""Names of functions and methods that read what lies on a disk."""
SAFE = {"files"}
"""The one reader."""
OURS = {
    "sandbox": "the sandbox reads /proc, its own folders and its own caches",
    "judges": "reads programs of its own package",
    "repositories/drivers": "runs inside the sandbox",
    "repositories/environments": "reads folders that it has made",
    "repositories/interpreters": "looks for installed interpreters",
    "repositories/overlays": "reads packages that were fetched by digest",
    "repositories/calibration": "reads its own cache",
    "repositories/running": "reads programs of its own package",
    "repositories/archives": "unpacks bytes that were read within a bound",
    "repositories/recipes": "lists recipes of its own package or of the user's own folder",
    "probes/mutation/guest": "runs inside the sandbox",
    "probes/mutation/projects": "reads programs of its own package",
    "languages/driving": "reads programs of its own package",
    "quality": "reads what analysers wrote into a folder of ours",
    "evaluation/digests": "hashes its own package",
    "solvers/prompts/reading": "lists templates of its own package",
    "service": "reads pages of its own package",
    "reports": "reads pages of its own package",
    "store/leases": "reads /proc",
    "benchmarks/fetching": "checks and writes files that it has fetched",
    "benchmarks/pacing": "reads its own cache",
    "benchmarks/expected": "reads its own cache",
    "benchmarks/candidates/digests": "writes a copy of standard input",
    "benchmarks/families/apps": "lists a folder of problems that the user trusts",
    "benchmarks/families/quixbugs": "lists a folder of problems that the user trusts",
    "models/replay": "appends to a file of its own",
    "front/strengthening": "reads a file of its own that was begun",
    "cli/main": "opens the null device",
    "store/connections": "reads the last bytes of a journal beside a store, before SQLite obeys it",
    "hashing": "is used for files that were fetched",
}
"""Modules that read only what Assay, its package or the machine wrote, each with what that is."""
WRAPPERS = {"read_text", "read_bytes", "opened"}
"""Names that `assay.files` and `assay.settings` have too: called as plain functions they are no raw readers."""


def raw_calls(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of every call that reads a file by itself."""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name) and node.func.id in RAW - WRAPPERS - {"walk"}:
            yield node.lineno, node.func.id
        if isinstance(node.func, ast.Attribute) and node.func.attr in RAW:
            owner = node.func.value
            if isinstance(owner, ast.Name) and owner.id in ("ast", "messages", "webbrowser"):
                continue
            if node.func.attr == "walk" and not node.args:  # a cursor on a syntax tree
                continue
            yield node.lineno, node.func.attr


def is_listed(module: str) -> bool:
    return module in SAFE or any(module == known or module.startswith(f"{known}/") for known in OURS)


def modules() -> dict[str, str]:
    paths = (path for path in sorted(SOURCE.rglob("*.py")))
    return {path.relative_to(SOURCE).with_suffix("").as_posix(): path.read_text("utf-8") for path in paths}


def test_only_one_module_reads_what_others_wrote() -> None:
    found = {
        f"{module}:{line}: {name}"
        for module, text in modules().items()
        if not is_listed(module)
        for line, name in raw_calls(text)
    }

    assert found == set()


def test_every_exception_is_still_one() -> None:
    reading = {module for module, text in modules().items() if any(raw_calls(text))}

    assert [known for known in OURS if not any(f"{one}/".startswith(f"{known}/") for one in reading)] == []


@pytest.mark.parametrize(
    "text",
    [
        "open('x')", "Path('x').read_bytes()", "path.open('rb')", "os.walk('.')", "folder.rglob('*')", "gzip.open(p)",
        "hashlib.file_digest(f, 'sha256')", "os.scandir('.')", "numpy.fromfile(p)", "zipfile.ZipFile(p)",
        "io.open(p)", "os.fdopen(3)", "os.listdir(p)", "shutil.copytree(a, b)",
    ],
)  # fmt: skip
def test_a_raw_reader_is_seen(text: str) -> None:
    assert list(raw_calls(text))
