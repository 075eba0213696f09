"""Imports that lead nowhere: packages that a model made up, or that nobody allowed."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from assay.quality.facts import Facts

_PYTHON_FROM = re.compile(r"from\s++([\w.]*+)\s++import\b")
_PYTHON_IMPORT = re.compile(r"import\s+(.+)", re.DOTALL)
_QUOTED = re.compile(r"['\"`]([^'\"`\n]{1,200})['\"`]")
_PATHS = {
    "java": re.compile(r"import\s+(?:static\s+)?([\w.]+)"),
    "csharp": re.compile(r"using\s+(?:static\s+|\w+\s*=\s*)?([\w.]+)"),
    "rust": re.compile(r"(?:pub\s+)?(?:use|extern\s+crate)\s+(?:::)?(\w+)"),
    "php": re.compile(r"use\s+(?:function\s+|const\s+)?\\?([\w\\]+)"),
}
_INCLUDE = re.compile(r"#\s*include\s*[<\"]([^>\"\n]{1,200})[>\"]")
_OWN = {
    "java": ("java.", "javax."),
    "csharp": ("System",),
    "rust": ("std", "core", "alloc", "crate", "self", "super"),
    "javascript": ("node:", ".", "/"),
    "typescript": ("node:", ".", "/"),
}
_NODE = frozenset(
    ("assert", "async_hooks", "buffer", "child_process", "cluster", "console", "constants", "crypto", "dgram", "dns",
     "domain", "events", "fs", "http", "http2", "https", "inspector", "module", "net", "os", "path", "perf_hooks",
     "process", "punycode", "querystring", "readline", "repl", "stream", "string_decoder", "sys", "timers", "tls",
     "trace_events", "tty", "url", "util", "v8", "vm", "wasi", "worker_threads", "zlib")
)  # fmt: skip
_MADE_AT_RUN_TIME = frozenset({"os.path"})


@dataclass(frozen=True, slots=True)
class MissingImport:
    """An import that cannot work, or is not allowed."""

    module: str
    line: int
    optional: bool = False
    """It stands in a `try`, so that its absence may be meant."""


def modules_of(facts: Facts, language: str) -> list[tuple[str, int]]:
    """The modules that are imported, with their rows; relative ones are left out."""
    found: list[tuple[str, int]] = []
    for row, text in facts.imports:
        found += [(name, row) for name in _names(text, language)]
    return found


def missing_imports(
    facts: Facts, language: str, *, allow: Collection[str] | None = None, path: Sequence[str] | None = None
) -> tuple[MissingImport, ...]:
    """Imports that neither this interpreter nor the allow-list has.

    Python without an allow-list is held against the standard library and what is installed (or lies on `path`);
    nothing is imported for that. Other languages need an allow-list, their own standard library is always allowed.
    """
    missing = []
    for name, row in modules_of(facts, language):
        if _is_known(name, language, allow, tuple(path) if path is not None else None):
            continue
        missing.append(MissingImport(name, row + 1, row in facts.optional_imports))
    return tuple(missing)


def _is_known(name: str, language: str, allow: Collection[str] | None, path: tuple[str, ...] | None) -> bool:
    if allow is not None and _is_allowed(name, allow):
        return True
    if language == "python":
        top = name.partition(".")[0]
        if allow is not None:
            return top in sys.stdlib_module_names and exists(name, path)
        return exists(name, path)
    return allow is None or _is_own(name, language)


def _is_allowed(name: str, allow: Collection[str]) -> bool:
    return any(name == each or name.startswith((f"{each}.", f"{each}/", f"{each}\\")) for each in allow)


def _is_own(name: str, language: str) -> bool:
    if language in ("javascript", "typescript") and name.partition("/")[0] in _NODE:
        return True
    if language == "go":
        return "." not in name.partition("/")[0]
    return name.startswith(_OWN.get(language, ("\0",)))


@lru_cache(maxsize=4096)
def exists(name: str, path: tuple[str, ...] | None = None) -> bool:
    """Whether the interpreter would find a module; looked up, never imported.

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


def _names(text: str, language: str) -> Iterator[str]:
    if language == "python":
        yield from _python_names(text)
    elif language in ("javascript", "typescript", "go", "ruby"):
        names = _QUOTED.findall(text)
        yield from (name for name in (names if language == "go" else names[-1:]) if not name.startswith((".", "/")))
    elif language in ("c", "cpp"):
        yield from _INCLUDE.findall(text)
    elif language in _PATHS and (match := _PATHS[language].match(text)):
        yield match[1]


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
