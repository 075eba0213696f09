"""A program as the user names it: source text or a file, in a language that is said or can be seen."""

from __future__ import annotations

import os
from pathlib import Path

from assay.ca.inputs import given_bytes
from assay.errors import InvalidValue
from assay.files import leads_out, read_bytes
from assay.records import ProgramSource
from assay.sandbox.recipes import language_of, runnable

MAX_SOURCE_BYTES = 16 << 20
_LONGEST_PATH = 4096
_TOO_LARGE = f"the source is larger than {MAX_SOURCE_BYTES} bytes"
_SHOWN = 60
AUTO = "auto"


def read_source(
    value: str | bytes | os.PathLike[str], language: str | None = None, *, argument: str = ""
) -> ProgramSource:
    """The program that a text or a path means.

    A path object is a file. A text is source, Python unless said otherwise, except where it is one line that names a
    file with the suffix of a language. The language `auto` is what the text looks like. A file that does not exist is
    the caller's mistake and raises `InvalidValue` with the caller's name of the `argument`; a program that is too large
    has an `error` instead of its data.

    >>> read_source("print(1)").language
    'python'
    """
    if isinstance(value, str) and not _is_file(value):
        return _of_text(value, language)
    if isinstance(value, bytes):
        return _of_text(value, language)
    path = Path(value)
    if not path.exists():
        raise InvalidValue(f"{argument and f'{argument}: '}{str(path)!r} cannot be read: there is no such file")
    return listed_source(path, language)


def listed_source(path: Path, language: str | None = None, *, error: str = "") -> ProgramSource:
    """The program in a file that a folder lists; whatever is wrong with that file is in its `error`.

    With an `error` that is known already, the file is not opened.
    """
    found = runnable(language).name if language and language != AUTO else language_of(path)
    if found is None:
        raise InvalidValue(f"{str(path)!r}: no language has the suffix {path.suffix!r}; name one with language=")
    if error:
        return ProgramSource(b"", found, str(path), error)
    try:
        return ProgramSource(read_bytes(path, MAX_SOURCE_BYTES), found, str(path))
    except InvalidValue as failed:
        return ProgramSource(b"", found, str(path), str(failed))


def linked_out(path: Path, folder: Path) -> str:
    """Why a file of a folder is not to be read: it is a link that leads out of it; empty when it is not."""
    target = leads_out(path, folder)
    return f"the file is a link that leads out of its folder, to {target!r}, and is not followed" if target else ""


def _of_text(text: str | bytes, language: str | None) -> ProgramSource:
    if len(text) > MAX_SOURCE_BYTES:
        return ProgramSource(b"", _language(language, text[:_LONGEST_PATH]), error=_TOO_LARGE)
    found = _language(language, text)
    try:
        data = given_bytes(text, "the program")
    except InvalidValue as error:
        return ProgramSource(b"", found, error=str(error))
    return ProgramSource(data, found) if len(data) <= MAX_SOURCE_BYTES else ProgramSource(b"", found, error=_TOO_LARGE)


def _language(name: str | None, text: str | bytes) -> str:
    if name != AUTO:
        return runnable(name or "python").name
    from assay.languages.detection import detect_language
    from assay.languages.known import UNKNOWN

    found = detect_language(text)
    if found == UNKNOWN:
        raise InvalidValue(f"language: it cannot be told from the program {text[:_SHOWN]!r}, so name it")
    return runnable(found).name


def _is_file(text: str) -> bool:
    if "\n" in text or "\0" in text or len(text) > _LONGEST_PATH or language_of(text) is None:
        return False
    return os.path.isfile(text)
