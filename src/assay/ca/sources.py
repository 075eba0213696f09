"""A program as the user names it: source text or a file, in a language that is said or can be seen."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from assay.errors import InvalidValue
from assay.sandbox.recipes import language_of, recipe

MAX_SOURCE_BYTES = 16 << 20
_LONGEST_PATH = 4096
AUTO = "auto"


@dataclass(frozen=True, slots=True)
class Source:
    """One program's source."""

    data: bytes
    language: str
    path: str = ""
    """Empty for source text."""


def read_source(value: str | bytes | os.PathLike[str], language: str | None = None) -> Source:
    """The program that a text or a path means.

    A path object is a file. A text is source, Python unless said otherwise, except where it is one line that names a
    file with the suffix of a language. The language `auto` is what the text looks like.

    >>> read_source("print(1)").language
    'python'
    """
    if isinstance(value, str) and not _is_file(value):
        return Source(value.encode("utf-8", "surrogateescape"), _language(language, value))
    if isinstance(value, bytes):
        return Source(value, _language(language, value))
    path = Path(value)
    found = recipe(language).name if language and language != AUTO else language_of(path)
    if found is None:
        raise InvalidValue(f"{str(path)!r}: no language has the suffix {path.suffix!r}; name one with language=")
    try:
        if path.stat().st_size > MAX_SOURCE_BYTES:
            raise InvalidValue(f"{str(path)!r}: a source file may have {MAX_SOURCE_BYTES} bytes, this has more")
        return Source(path.read_bytes(), found, str(path))
    except OSError as error:
        raise InvalidValue(f"{str(path)!r} cannot be read: {error.strerror}") from error


def _language(name: str | None, text: str | bytes) -> str:
    if name != AUTO:
        return recipe(name or "python").name
    from assay.languages.detection import detect_language

    return recipe(detect_language(text)).name


def _is_file(text: str) -> bool:
    if "\n" in text or "\0" in text or len(text) > _LONGEST_PATH or language_of(text) is None:
        return False
    return os.path.isfile(text)
