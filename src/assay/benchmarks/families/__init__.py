"""Benchmarks by name or by path: the families, one module each in this package, and a user's own."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from assay.benchmarks.base import Benchmark
from assay.benchmarks.family import Family, LoadOptions, families, family_of
from assay.benchmarks.own import MARK, load_own
from assay.benchmarks.pacing import warm, with_paces
from assay.benchmarks.trees import with_trees
from assay.errors import InvalidOption, UnknownNameError, UsageError, require
from assay.languages.known import languages
from assay.sandbox.base import Sandbox
from assay.settings import default_cache_folder


def family_name(name: str) -> str | None:
    """Return the name of the family that a name stands for, however it is written; `None` where it stands for none.

    >>> [family_name(name) for name in ("HumanEval+", "mbppplus", "human-eval", "sanitized_mbpp", "mine")]
    ['humaneval-plus', 'mbpp-plus', 'humaneval', 'mbpp-sanitized', None]
    """
    known = families()
    if name in known:
        return name
    name, colon, variant = name.partition(":")
    if colon and "/" not in name:
        whole = family_name(name)
        return whole and f"{whole}:{_part_name(known[whole], variant)}"
    written = {_plain(alias): one.name for one in known.values() for alias in (*one.aliases, one.name)}
    return written.get(_plain(name))


def _part_name(family: Family, written: str) -> str:
    """Return the part that is meant: by its name, or by another name of the language in it."""
    source, dash, language = written.lower().rpartition("-")
    alike = {f"{source}{dash}{name}" for name in _names_of(language)}
    return written if written in family.variants else next((one for one in family.variants if one in alike), written)


def _names_of(language: str) -> set[str]:
    """Return all names that a language has, among them the one that is given."""
    found = (one for one in languages().values() if language in (one.name, *one.aliases))
    return {language, *(name for one in found for name in (one.name, *one.aliases))}


def _plain(name: str) -> str:
    """A name without what people write in different ways; one that is meant as a path stays as it is."""
    if "/" in name or "." in name:
        return name
    return name.lower().replace("+", "plus").translate({ord(sign): None for sign in "-_ "})


def load_benchmark(
    name_or_path: str | Path,
    *,
    problem_file: str | Path | None = None,
    cache_folder: Path | None = None,
    sandbox: Callable[[], Sandbox] | None = None,
    progress: Callable[[int, int], None] | None = None,
    challenge: bool = False,
    repos: Path | None = None,
) -> Benchmark:
    """Return the benchmark of that name, or the user's own at that path; the rest is as in `LoadOptions`."""
    require("name_or_path", name_or_path, (str, os.PathLike), "the name or the path of a benchmark")
    cache_folder = cache_folder or default_cache_folder()
    options = LoadOptions(problem_file, cache_folder, sandbox or warm, progress, challenge, repos)
    name = family_name(str(name_or_path)) or str(name_or_path)
    family = family_of(name)
    challenged = [one.name for one in families().values() if one.has_challenge]
    if challenge and name not in challenged:
        raise InvalidOption(
            "challenge", f"only {' and '.join(challenged)} has challenge assertions, got benchmark {name!r}"
        )
    made = with_trees(family.load(options) if family is not None else _load_own(name, options), options.repos)
    if not made.limits.reference_factor:
        return made
    return with_paces(made, options.cache_folder, options.sandbox)


def _load_own(name: str, options: LoadOptions) -> Benchmark:
    path = _own(name)
    if path is None:
        raise UnknownNameError("benchmark", name, families())
    if options.problem_file is not None:
        raise InvalidOption(
            "problem_file", f"{name!r} is a benchmark of your own and takes none, got {str(options.problem_file)!r}"
        )
    made = load_own(path)
    if not any(problem.properties for problem in made):
        return made
    from assay.probes.properties.preparing import with_inputs

    return replace(made, problems=with_inputs(made.problems, options.sandbox))


def _own(name: str) -> Path | None:
    """The path that a name is, if it is meant as one."""
    path = Path(os.path.expanduser(name))
    if path.is_dir() or path.is_file():
        return path
    if "/" in name or name.endswith((".jsonl", ".toml", ".gz")):
        raise UsageError(f"benchmark {name!r} does not exist: give a folder with a {MARK}, a .jsonl file, or a name")
    return None
