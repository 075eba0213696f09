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
from assay.judges.bundle import joined_files

_ROWS = (".json", ".json.gz")
_PROGRAM = (".py",)
_PATCH = (".diff", ".patch")
_PRACTICE = "exercises/practice"
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


def read_folder(folder: Path) -> Iterator[tuple[Format, Entry | str]]:
    """Each program with the folder's format; the path of what is none, as text."""
    exercises = sorted(folder.glob(f"*/{_PRACTICE}/*/"))
    if exercises:
        yield from ((Format.AIDER, _exercise(path)) for path in exercises)
        return
    entries = sorted((path for path in _listing(folder) if not path.name.startswith(".")), key=_natural)
    if any(path.name.endswith(_ROWS) for path in entries):
        yield from _rows(entries)
        return
    for endings in (_PROGRAM, _PATCH):
        programs = [path for path in entries if path.suffix in endings and path.is_file()]
        folders = [path for path in entries if path.is_dir() and path.name != "__pycache__" and _has(path, endings)]
        if programs or folders:
            break
    if programs and folders:
        raise InvalidValue(
            f"{folder}: holds both programs ({programs[0].name!r}) and folders of programs ({folders[0].name!r});"
            f" use <id>{endings[0]} for every problem, or <id>/<n>{endings[0]}"
        )
    if not programs and not folders:
        raise InvalidValue(f"{folder}: holds neither <id>.py nor <id>/<n>.py, nor patches <id>.diff or <id>/<n>.diff")
    found = Format.PATCHES if endings is _PATCH else Format.FOLDER if programs else Format.EVALPLUS_FOLDER
    for path in entries:
        if path in programs:
            yield found, _entry(path, path.stem)
        elif path in folders:
            yield from ((found, item) for item in _attempts(path, endings))
        elif path.name != "__pycache__":
            yield found, str(path)


def _rows(paths: list[Path]) -> Iterator[tuple[Format, Entry | str]]:
    """Yield the candidates of MultiPL-E: one file a problem, and beside it perhaps one with results."""
    names = {path.name for path in paths}
    for path in paths:
        base = path.name.removesuffix(".gz").removesuffix(".json")
        plain = base.removesuffix(".results")
        beside = plain != base and {f"{plain}.json", f"{plain}.json.gz"} & names
        if beside or not path.name.endswith(_ROWS):
            yield Format.MULTIPL_E, str(path)
            continue
        with Stream(str(path)) as stream:
            yield from read_file(stream)


def _attempts(folder: Path, endings: tuple[str, ...]) -> Iterator[Entry | str]:
    for path in sorted(_listing(folder), key=_natural):
        if path.suffix in endings and path.is_file():
            yield _entry(path, folder.name)
        elif not path.name.startswith((".", "__pycache__")):
            yield str(path)


def _has(folder: Path, endings: tuple[str, ...]) -> bool:
    return any(path.suffix in endings for path in _listing(folder))


def _listing(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError as error:
        raise InvalidValue(f"{folder}: cannot be read: {error.strerror or error}") from None


def _exercise(folder: Path) -> Entry:
    """Return the answer to one exercise: all the code in its folder that is not its tests."""
    language = folder.parents[2].name
    files = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        hidden = any(part.startswith(".") or part in _BUILT for part in name.parts)
        if path.suffix in _CODE.get(language, ()) and path.is_file() and not hidden and not _TESTS.search(f"/{name}"):
            files[name.as_posix()] = _text(path)
    return Entry(
        str(folder),
        folder.name,
        joined_files(files),
        Form.SOLUTION,
        model=_aider_model(folder / ".aider.results.json"),
        benchmark=f"aider-polyglot:{language}",
    )


def _aider_model(path: Path) -> str:
    """Return the model that the results beside an exercise name; empty where they name none."""
    try:
        model = json.loads(_text(path))["model"] if path.is_file() else ""
    except (ValueError, TypeError, KeyError, RecursionError):
        return ""
    return model[:MAX_MODEL] if isinstance(model, str) else ""


def _entry(path: Path, name: str) -> Entry:
    return Entry(str(path), name, _text(path), Form.SOLUTION)


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_LINE_BYTES + 1)
        text = raw.decode("utf-8")
    except OSError as error:
        raise InvalidValue(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InvalidValue(f"{path}, line {line}: not UTF-8: {raw[error.start : error.end]!r}") from None
    if len(raw) > MAX_LINE_BYTES:
        raise InvalidValue(f"{path}: longer than {MAX_LINE_BYTES:,} bytes")
    return text


def _natural(path: Path) -> tuple[int, int, str]:
    """Numbers in their order, 2 before 10, and before names."""
    stem = path.stem
    return (0, int(stem), path.name) if stem.isascii() and stem.isdigit() and len(stem) < 19 else (1, 0, path.name)
