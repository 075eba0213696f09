"""The languages by name, alias and file suffix.

Every module of this package that holds a `LANGUAGE` is a language: a new one is a new file here and nothing else.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib import import_module
from pathlib import PurePath
from types import MappingProxyType

import assay.languages as package
from assay.errors import UnknownNameError, require
from assay.languages.base import Language

UNKNOWN = "unknown"
"""What detection says when nothing fits."""


@cache
def languages() -> Mapping[str, Language]:
    """Return every language by its name, in order of rank."""
    modules = (import_module(f"{package.__name__}.{found.name}") for found in pkgutil.iter_modules(package.__path__))
    found: list[Language] = [module.LANGUAGE for module in modules if hasattr(module, "LANGUAGE")]
    return MappingProxyType({one.name: one for one in sorted(found, key=lambda one: (one.rank, one.name))})


@cache
def readable() -> Mapping[str, Language]:
    """Return the languages that have a grammar, by their names."""
    return MappingProxyType({name: one for name, one in languages().items() if one.grammar})


@lru_cache(maxsize=256)
def language(name: str) -> Language:
    """Return the readable language of that name or alias, whatever the case.

    >>> language("C++").name, language("py").title
    ('cpp', 'Python')
    """
    return named(name, readable().values())


def named(name: str, known: Iterable[Language], kind: str = "language") -> Language:
    """Return the one of the `known` languages that has the name or alias; `kind` says in the error what they are."""
    require(kind, name, (str,), "a name")
    wanted = name.strip().lower()
    by_name = {each: one for one in known for each in (one.name, *one.aliases)}
    if wanted not in by_name:
        raise UnknownNameError(kind, name, by_name)
    return by_name[wanted]


def language_of_path(path: str | PurePath) -> str:
    """Return the name of the readable language a file's suffix stands for, or `unknown`.

    >>> language_of_path("src/main.rs"), language_of_path("README")
    ('rust', 'unknown')
    """
    suffix = PurePath(path).suffix.lower()
    return next((one.name for one in readable().values() if suffix and suffix in one.suffixes), UNKNOWN)
