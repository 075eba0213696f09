"""Imports that lead nowhere: packages that a model made up, or that nobody allowed."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from assay.languages.quality_rules import QualityRules
from assay.quality.facts import Facts

_PYTHON_FROM = re.compile(r"from\s++([\w.]*+)\s++import\b")
_PYTHON_IMPORT = re.compile(r"import\s+(.+)", re.DOTALL)
_MADE_AT_RUN_TIME = frozenset({"os.path"})


@dataclass(frozen=True, slots=True)
class MissingImport:
    """An import that cannot work, or is not allowed."""

    module: str
    line: int
    optional: bool = False
    """It stands in a `try`, so that its absence may be meant."""


def modules_of(facts: Facts, language: str, rules: QualityRules) -> list[tuple[str, int]]:
    """Return the modules that are imported, with their rows; relative ones are left out."""
    names_in = _python_names if language == "python" else partial(_names, rules)
    return [(name, row) for row, text in facts.imports for name in names_in(text)]


def missing_imports(
    facts: Facts,
    language: str,
    rules: QualityRules,
    *,
    allow: Collection[str] | None = None,
    path: Sequence[str] | None = None,
) -> tuple[MissingImport, ...]:
    """Return the imports that neither this interpreter nor the allow-list has.

    Python without an allow-list is held against the standard library and what is installed (or lies on `path`);
    nothing is imported for that. Other languages need an allow-list, their own standard library is always allowed.
    """

    def is_known(name: str) -> bool:
        if allow is not None and _is_allowed(name, allow):
            return True
        if language != "python":
            return allow is None or rules.own_module.match(name) is not None
        standard = allow is None or name.partition(".")[0] in sys.stdlib_module_names
        return standard and exists(name, tuple(path) if path is not None else None)

    return tuple(
        MissingImport(name, row + 1, row in facts.optional_imports)
        for name, row in modules_of(facts, language, rules)
        if not is_known(name)
    )


def _is_allowed(name: str, allow: Collection[str]) -> bool:
    return any(name == each or name.startswith((f"{each}.", f"{each}/", f"{each}\\")) for each in allow)


@lru_cache(maxsize=4096)
def exists(name: str, path: tuple[str, ...] | None = None) -> bool:
    """Return whether the interpreter would find a module; looked up, never imported.

    >>> exists("os.path"), exists("json.decoder"), exists("json.encrypter"), exists("pandas_ai_helpers")
    (True, True, False, False)
    """
    from importlib.machinery import PathFinder

    top, *rest = name.split(".")
    if name in _MADE_AT_RUN_TIME or (not rest and (top in sys.stdlib_module_names or top in sys.builtin_module_names)):
        return True
    where = list(path) if path is not None else [entry for entry in sys.path if entry]
    spec = PathFinder.find_spec(top, where)
    if spec is None:
        return top in sys.stdlib_module_names
    dotted = top
    for part in rest:
        if spec.submodule_search_locations is None:
            return True  # a module may make more modules when it is run, as `six.moves`
        dotted = f"{dotted}.{part}"
        inner = PathFinder.find_spec(dotted, list(spec.submodule_search_locations))
        if inner is None:
            return False
        spec = inner
    return True


def _names(rules: QualityRules, text: str) -> Iterator[str]:
    names = rules.module_name.findall(text)
    for name in names[-1:] if rules.last_module else names:
        if not name.startswith(rules.relative_modules):
            yield name


def _python_names(text: str) -> Iterator[str]:
    match = _PYTHON_FROM.match(text)
    if match:
        if match[1] and not match[1].startswith("."):
            yield match[1]
        return
    match = _PYTHON_IMPORT.match(text)
    for part in match[1].split(",") if match else ():
        name = part.split(" as ")[0].strip(" \\\n\t()")
        if re.fullmatch(r"\w+(?:\.\w+)*", name):
            yield name
