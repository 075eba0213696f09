"""Digests of candidates: of what a reader reads, within the bounds of the reader."""

from __future__ import annotations

from pathlib import Path

from assay.benchmarks.candidates.files import check_file
from assay.benchmarks.candidates.folders import read_folder
from assay.benchmarks.candidates.streams import STDIN, Stream
from assay.files import Folder
from assay.hashing import running_digest


def digests_of(path: str) -> list[tuple[str, bytes]]:
    """Return the SHA-256 of every file that is read for candidates, each with its path in the folder that was named.

    The path of a file that was named itself is empty.
    """
    if not Path(path).is_dir():
        digest = running_digest()
        with Stream(path, sinks=(digest.update,)) as stream:
            check_file(stream)
        return [("", digest.digest())]
    folder = Folder(Path(path))
    for _ in read_folder(folder):
        pass
    return sorted(folder.digests.items())


def copy_stdin(target: Path) -> None:
    """Write what comes on standard input to a file, as far as a reader of candidates would read it."""
    with target.open("wb") as file, Stream(STDIN, sinks=(file.write,)) as stream:
        check_file(stream)
