"""The languages by name, alias and file suffix."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import PurePath
from types import MappingProxyType

from assay.errors import UnknownNameError
from assay.languages.base import Language
from assay.languages.bash import BASH
from assay.languages.c import C
from assay.languages.cpp import CPP
from assay.languages.csharp import CSHARP
from assay.languages.go import GO
from assay.languages.java import JAVA
from assay.languages.javascript import JAVASCRIPT
from assay.languages.kotlin import KOTLIN
from assay.languages.php import PHP
from assay.languages.python import PYTHON
from assay.languages.ruby import RUBY
from assay.languages.rust import RUST
from assay.languages.scala import SCALA
from assay.languages.swift import SWIFT
from assay.languages.typescript import TYPESCRIPT

UNKNOWN = "unknown"
"""What detection says when nothing fits."""

LANGUAGES: Mapping[str, Language] = MappingProxyType(
    {
        one.name: one
        for one in (
            PYTHON,
            JAVASCRIPT,
            TYPESCRIPT,
            JAVA,
            C,
            CPP,
            CSHARP,
            GO,
            RUST,
            PHP,
            RUBY,
            KOTLIN,
            SWIFT,
            SCALA,
            BASH,
        )
    }
)
"""Every language that can be read, by its name."""


@lru_cache(maxsize=256)
def language(name: str) -> Language:
    """The language of that name or alias, whatever the case.

    >>> language("C++").name, language("py").title
    ('cpp', 'Python')
    """
    wanted = name.strip().lower()
    for one in LANGUAGES.values():
        if wanted == one.name or wanted in one.aliases:
            return one
    raise UnknownNameError(
        "language", name, [*LANGUAGES, *(alias for one in LANGUAGES.values() for alias in one.aliases)]
    )


def language_of_path(path: str | PurePath) -> str:
    """The name of the language a file's suffix stands for, or `unknown`.

    >>> language_of_path("src/main.rs"), language_of_path("README")
    ('rust', 'unknown')
    """
    suffix = PurePath(path).suffix.lower()
    return next((one.name for one in LANGUAGES.values() if suffix and suffix in one.suffixes), UNKNOWN)
