"""A folder of programs: one file a problem, or one folder a problem and one file an attempt."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from assay.benchmarks.candidates.entries import Entry, Format
from assay.benchmarks.candidates.streams import MAX_LINE_BYTES
from assay.errors import InvalidValue
from assay.extraction import Form


def read_folder(folder: Path) -> Iterator[tuple[Format, Entry | str]]:
    """Each program with the folder's format; the path of what is none, as text."""
    entries = sorted((path for path in _listing(folder) if not path.name.startswith(".")), key=_natural)
    programs = [path for path in entries if path.suffix == ".py" and path.is_file()]
    folders = [path for path in entries if path.is_dir() and path.name != "__pycache__" and _programs(path)]
    if programs and folders:
        raise InvalidValue(
            f"{folder}: holds both programs ({programs[0].name!r}) and folders of programs ({folders[0].name!r});"
            " use <id>.py for every problem, or <id>/<n>.py"
        )
    if not programs and not folders:
        raise InvalidValue(f"{folder}: holds neither <id>.py nor <id>/<n>.py")
    found = Format.FOLDER if programs else Format.EVALPLUS_FOLDER
    for path in entries:
        if path in programs:
            yield found, _entry(path, path.stem)
        elif path in folders:
            yield from ((found, item) for item in _attempts(path))
        elif path.name != "__pycache__":
            yield found, str(path)


def _attempts(folder: Path) -> Iterator[Entry | str]:
    for path in sorted(_listing(folder), key=_natural):
        if path.suffix == ".py" and path.is_file():
            yield _entry(path, folder.name)
        elif not path.name.startswith((".", "__pycache__")):
            yield str(path)


def _programs(folder: Path) -> list[Path]:
    return [path for path in _listing(folder) if path.suffix == ".py"]


def _listing(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError as error:
        raise InvalidValue(f"{folder}: cannot be read: {error.strerror or error}") from None


def _entry(path: Path, name: str) -> Entry:
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
    return Entry(str(path), name, text, Form.SOLUTION)


def _natural(path: Path) -> tuple[int, int, str]:
    """Numbers in their order, 2 before 10, and before names."""
    stem = path.stem
    return (0, int(stem), path.name) if stem.isascii() and stem.isdigit() and len(stem) < 19 else (1, 0, path.name)
