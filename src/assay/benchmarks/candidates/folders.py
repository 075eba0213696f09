"""A folder of candidates: one file a problem, one folder a problem and one file an attempt, MultiPL-E's, or Aider's.

A file is a program in Python; in a folder without any, it is a patch.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from assay.benchmarks.candidates.entries import MAX_MODEL, Entry, Format
from assay.benchmarks.candidates.files import read_file
from assay.benchmarks.candidates.streams import MAX_LINE_BYTES, Stream
from assay.errors import InvalidValue
from assay.extraction import Form
from assay.files import Folder, decoded, is_hidden
from assay.hashing import running_digest
from assay.judges.bundle import joined_files

_ROWS = (".json", ".json.gz")
_PROGRAM = (".py",)
_PATCH = (".diff", ".patch")
_PRACTICE = ("exercises", "practice")
_CODE = {
    "cpp": (".cpp", ".cc", ".h", ".hpp"),
    "go": (".go",),
    "java": (".java",),
    "javascript": (".js", ".mjs"),
    "python": (".py",),
    "rust": (".rs",),
}
"""What the code of an exercise is called, by the name of the folder of its language."""
_TESTS = re.compile(r"_test\.\w+$|\.spec\.m?js$|/(?:src/)?tests?/|/test_utils\.py$|/benches/")
_BUILT = ("node_modules", "target", "build", "__pycache__")
"""Folders that tools leave behind."""


def read_folder(given: Folder) -> Iterator[tuple[Format, Entry | str]]:
    """Each program with the folder's format; the path of what is none, as text."""
    folder = given.root
    exercises = _exercises(given)
    if exercises:
        yield from ((Format.AIDER, _exercise(path, given)) for path in exercises)
        return
    entries = sorted((path for path in given.entries() if not path.name.startswith(".")), key=_natural)
    if any(path.name.endswith(_ROWS) for path in entries):
        yield from _rows(entries, given)
        return
    for endings in (_PROGRAM, _PATCH):
        programs = {path for path in entries if path.suffix in endings and not path.is_dir()}
        folders = {path for path in entries if path.name != "__pycache__" and _has(path, endings, given)}
        if programs or folders:
            break
    if programs and folders:
        raise InvalidValue(
            f"{folder}: holds both programs ({min(programs).name!r}) and folders of programs ({min(folders).name!r});"
            f" use <id>{endings[0]} for every problem, or <id>/<n>{endings[0]}"
        )
    if not programs and not folders:
        raise InvalidValue(f"{folder}: holds neither <id>.py nor <id>/<n>.py, nor patches <id>.diff or <id>/<n>.diff")
    found = Format.PATCHES if endings is _PATCH else Format.FOLDER if programs else Format.EVALPLUS_FOLDER
    for path in entries:
        if path in programs:
            yield found, _entry(path, path.stem, given)
        elif path in folders:
            yield from ((found, item) for item in _attempts(path, endings, given))
        elif path.name != "__pycache__":
            yield found, str(path)


def _rows(paths: list[Path], given: Folder) -> Iterator[tuple[Format, Entry | str]]:
    """Yield the candidates of MultiPL-E: one file a problem, and beside it perhaps one with results."""
    names = {path.name for path in paths}
    for path in paths:
        base = path.name.removesuffix(".gz").removesuffix(".json")
        plain = base.removesuffix(".results")
        beside = plain != base and {f"{plain}.json", f"{plain}.json.gz"} & names
        if beside or not path.name.endswith(_ROWS):
            yield Format.MULTIPL_E, str(path)
            continue
        digest = running_digest()
        with Stream(str(path), within=given.root, sinks=(digest.update,)) as stream:
            yield from read_file(stream)
            given.add(path, stream.size, digest.digest())


def _attempts(folder: Path, endings: tuple[str, ...], given: Folder) -> Iterator[Entry | str]:
    for path in sorted(given.entries(folder), key=_natural):
        if path.suffix in endings and not path.is_dir():
            yield _entry(path, folder.name, given)
        elif not path.name.startswith((".", "__pycache__")):
            yield str(path)


def _has(folder: Path, endings: tuple[str, ...], given: Folder) -> bool:
    """Return whether something is a folder with such files; a link to a folder is none."""
    is_folder = folder.is_dir() and not folder.is_symlink()
    return is_folder and any(path.suffix in endings for path in given.entries(folder))


def _exercises(given: Folder) -> list[Path]:
    """Return the folders of Aider's exercises."""
    places = [path.joinpath(*_PRACTICE) for path in given.entries()]
    return [path for place in places if place.is_dir() for path in given.entries(place) if path.is_dir()]


def _exercise(folder: Path, given: Folder) -> Entry:
    """Return the answer to one exercise: all the code in its folder that is not its tests."""
    language = folder.parents[2].name
    files = {}
    for path in given.files(_is_left_out, folder):
        name = path.relative_to(folder)
        if path.suffix in _CODE.get(language, ()) and not _TESTS.search(f"/{name}"):
            files[name.as_posix()] = _text(path, given)
    return Entry(
        str(folder),
        folder.name,
        joined_files(dict(sorted(files.items()))),
        Form.SOLUTION,
        model=_aider_model(folder / ".aider.results.json", given),
        benchmark=f"aider-polyglot:{language}",
    )


def _is_left_out(path: Path) -> bool:
    return is_hidden(path) or path.name in _BUILT


def _aider_model(path: Path, given: Folder) -> str:
    """Return the model that the results beside an exercise name; empty where they name none."""
    try:
        model = json.loads(_text(path, given))["model"] if path.is_file() else ""
    except (ValueError, TypeError, KeyError, RecursionError):
        return ""
    return model[:MAX_MODEL] if isinstance(model, str) else ""


def _entry(path: Path, name: str, given: Folder) -> Entry:
    return Entry(str(path), name, _text(path, given), Form.SOLUTION)


def _text(path: Path, given: Folder) -> str:
    return decoded(given.read(path, MAX_LINE_BYTES), str(path))


def _natural(path: Path) -> tuple[int, int, str]:
    """Numbers in their order, 2 before 10, and before names."""
    stem = path.stem
    return (0, int(stem), path.name) if stem.isascii() and stem.isdigit() and len(stem) < 19 else (1, 0, path.name)
