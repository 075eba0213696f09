"""Benchmarks by name or by path: the public families, the bundled one, and a user's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from assay.benchmarks.base import Benchmark
from assay.benchmarks.own import MARK, load_own
from assay.benchmarks.pacing import warm, with_paces
from assay.benchmarks.sources import DESCRIPTIONS as PUBLIC
from assay.benchmarks.sources import SOURCES, find_file
from assay.errors import InvalidOption, UsageError
from assay.registry import Registry
from assay.sandbox.base import Sandbox
from assay.settings import default_cache_folder

BENCHMARKS: Registry[Callable[..., Benchmark]] = Registry(
    "benchmark",
    {
        "humaneval": "assay.benchmarks.humaneval:load",
        "humaneval-plus": "assay.benchmarks.evalplus:load_humaneval_plus",
        "mbpp": "assay.benchmarks.mbpp:load",
        "mbpp-plus": "assay.benchmarks.evalplus:load_mbpp_plus",
        "mbpp-sanitized": "assay.benchmarks.mbpp:load_sanitized",
        "starter": "assay.benchmarks.starter:load",
    },
)
"""Loaders. A plug-in is called with no argument, or with the path that the user gave as problem file."""

DESCRIPTIONS: Mapping[str, str] = {
    **PUBLIC,
    "starter": "our own problems, with wrong candidates and prepared candidate files; needs no download",
}
"""What `assay list` says of each."""

COMPUTED = frozenset({"humaneval-plus", "mbpp-plus"})
"""Families whose expected values come from their references."""


ALIASES: Mapping[str, str] = {"sanitizedmbpp": "mbpp-sanitized", "openaihumaneval": "humaneval"}
"""Names that other tools have for a family, as `_plain` writes them."""


def family_name(name: str) -> str | None:
    """The benchmark that a name stands for, however it is written; `None` where it stands for none.

    >>> [family_name(name) for name in ("HumanEval+", "mbppplus", "human-eval", "sanitized_mbpp", "mine")]
    ['humaneval-plus', 'mbpp-plus', 'humaneval', 'mbpp-sanitized', None]
    """
    if name in BENCHMARKS:
        return name
    return {**ALIASES, **{_plain(one): one for one in BENCHMARKS}}.get(_plain(name))


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
) -> Benchmark:
    """The benchmark of that name, or the user's own at that path.

    `sandbox` makes the sandbox in which references compute expected values and are timed, each when a problem is first
    looked at and no kept file has them; `progress` is told of how many problems, out of all, they are at hand then.
    `challenge` lets the challenge assertions of MBPP decide.
    """
    name = family_name(str(name_or_path)) or str(name_or_path)
    if challenge and name != "mbpp":
        raise InvalidOption("challenge", f"only mbpp has challenge assertions, got benchmark {name!r}")
    if name not in BENCHMARKS and (own := _own(name)) is not None:
        if problem_file is not None:
            raise InvalidOption(
                "problem_file", f"{name!r} is a benchmark of your own and takes none, got {str(problem_file)!r}"
            )
        return _paced(load_own(own), cache_folder, sandbox)
    load = BENCHMARKS.get(name)
    if name not in SOURCES:
        return _paced(_without_source(name, load, problem_file), cache_folder, sandbox)
    path = find_file(name, problem_file=problem_file, folder=cache_folder)
    if name in COMPUTED:
        return load(path, cache_folder=cache_folder, sandbox=sandbox, progress=progress)
    made = load(path, challenge=True) if challenge else load(path)
    return _paced(made, cache_folder, sandbox)


def _paced(benchmark: Benchmark, cache_folder: Path | None, sandbox: Callable[[], Sandbox] | None) -> Benchmark:
    """The benchmark with the paces of its references, where its limits depend on them."""
    if not benchmark.limits.reference_factor:
        return benchmark
    return with_paces(benchmark, cache_folder or default_cache_folder(), sandbox or warm)


def _without_source(name: str, load: Callable[..., Benchmark], problem_file: str | Path | None) -> Benchmark:
    if problem_file is None:
        return load()
    if name == "starter":
        raise InvalidOption("problem_file", f"'starter' comes with Assay and takes none, got {str(problem_file)!r}")
    return load(find_file(name, problem_file=problem_file))


def _own(name: str) -> Path | None:
    """The path that a name is, if it is meant as one."""
    path = Path(name).expanduser()
    if path.is_dir() or path.is_file():
        return path
    if "/" in name or name.endswith((".jsonl", ".toml", ".gz")):
        raise UsageError(f"benchmark {name!r} does not exist: give a folder with a {MARK}, a .jsonl file, or a name")
    return None
