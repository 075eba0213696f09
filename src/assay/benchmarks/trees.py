"""Where in a folder of the user the tree of a repository task lies: an archive of its own, a clone or a mirror."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from assay.benchmarks.base import Benchmark
from assay.errors import InvalidOption
from assay.records import Problem, Repository

ARCHIVES = (".tar.gz", ".tgz", ".tar")
"""How the name of a tree ends that is an archive of one base commit."""


def with_trees(benchmark: Benchmark, folder: Path | None) -> Benchmark:
    """Return the benchmark whose repository tasks know where their trees are; one that is not there stays unknown."""
    tasks = [problem for problem in benchmark if isinstance(problem.check, Repository)]
    if folder is None:
        return benchmark
    if not tasks:
        raise InvalidOption("repos", f"{benchmark.name} has no repository tasks, got {str(folder)!r}")
    if not folder.is_dir():
        raise InvalidOption("repos", f"no folder at {str(folder)!r}")
    found = tuple(_placed(problem, folder) for problem in benchmark)
    if not any(map(source_of, found)):
        looked = ", ".join(_names(tasks[0]))
        raise InvalidOption("repos", f"{str(folder)!r} holds no tree of {benchmark.name}; of {tasks[0].id}: {looked}")
    return replace(benchmark, problems=found)


def source_of(problem: Problem) -> str:
    """Return where the tree of a problem is; empty where nobody said, or it has none."""
    return problem.check.source if isinstance(problem.check, Repository) else ""


def is_git(path: Path) -> bool:
    """Return whether a folder is a clone, or a bare mirror."""
    return (path / ".git").exists() or ((path / "HEAD").is_file() and (path / "objects").is_dir())


def _placed(problem: Problem, folder: Path) -> Problem:
    check = problem.check
    if not isinstance(check, Repository) or check.source:
        return problem
    found = _first(folder / name for name in _names(problem))
    return problem if found is None else replace(problem, check=replace(check, source=str(found.resolve())))


def _first(paths: Iterable[Path]) -> Path | None:
    """Return the first path that is an archive or a repository of git."""
    return next((path for path in paths if (path.name.endswith(ARCHIVES) and path.is_file()) or is_git(path)), None)


def _names(problem: Problem) -> Iterator[str]:
    """Yield the names under which the tree of a problem may lie: its own archive first, then its repository."""
    if "/" not in problem.id:
        yield from (f"{problem.id}{ending}" for ending in ARCHIVES)
    assert isinstance(problem.check, Repository), "only of repository tasks"
    owner, slash, name = problem.check.repository.rstrip("/").removesuffix(".git").rpartition("/")
    owner = owner.rpartition("/")[2].rpartition(":")[2]
    wholes = [f"{owner}__{name}", f"{owner}+{name}", f"{owner}/{name}"] if slash and owner.strip(".") else []
    names = [*wholes, name] if name.strip(".") else []  # a row of a stranger does not lead out of the folder
    yield from (f"{one}{ending}" for one in names for ending in ("", ".git"))
