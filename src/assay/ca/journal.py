"""What was judged before a run was cut short: one line for each pair, under the content of all that decided it."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from assay import __version__
from assay.ca.evaluating import Pair, Terms
from assay.errors import InvalidValue
from assay.hashing import content_digest


def key_of(pair: Pair, terms: Terms, isolation: str) -> str:
    """One name for everything that decides a pair's result."""
    parts: list[object] = [__version__, isolation, pair.name, terms]
    for source in (pair.groundtruth, pair.prediction):
        parts += [source.language, source.error, source.data]
    for given in pair.inputs:
        parts += [given.name, given.stdin, given.arguments, sorted(given.files.items())]
    return content_digest(*(part if isinstance(part, bytes) else repr(part) for part in parts)).hex()


def journal_path(output: Path | None, cache_folder: Path, plan: str) -> Path:
    """Beside the results, or in the cache folder when nobody asked for a file."""
    if output is not None:
        return output.with_name(output.name + ".partial")
    return cache_folder / "ca" / f"{plan}.partial"


class Journal:
    """A file that is there while results are incomplete; where it cannot be written, a run only cannot go on later."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> dict[str, dict[str, Any]]:  # Any: JSON
        """The rows that were written whole."""
        rows: dict[str, dict[str, Any]] = {}
        try:
            lines = self.path.read_text("utf-8").split("\n")
        except (OSError, UnicodeDecodeError):
            return {}
        for line in lines:
            try:
                entry = json.loads(line)
                rows[str(entry["key"])] = dict(entry["row"])
            except (ValueError, KeyError, TypeError):  # cut off in the middle
                continue
        return rows

    def add(self, key: str, row: dict[str, Any]) -> None:  # Any: JSON
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(json.dumps({"key": key, "row": row}) + "\n")

    def remove(self) -> None:
        with contextlib.suppress(OSError):
            self.path.unlink()


def check_output(path: Path) -> None:
    """Raises `InvalidValue` where no results could be written, before anything runs for them."""
    if path.is_dir():
        raise InvalidValue(f"output file {str(path)!r} cannot be written: it is a folder")
    with _named_in_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path.parent).close()


def write_whole(path: Path, data: object) -> None:
    """Writes JSON so that the file is there whole or as it was before."""
    new = path.with_name(f".{path.name}.{os.getpid()}")
    with _named_in_errors(path):
        new.write_text(json.dumps(data, indent=2) + "\n", "utf-8")
        os.replace(new, path)


@contextlib.contextmanager
def _named_in_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        where = f": {str(error.filename)!r}" if error.filename else ""
        raise InvalidValue(f"output file {str(path)!r} cannot be written: {error.strerror}{where}") from error
