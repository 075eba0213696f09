"""The benchmarks that requests may name: those that are known by name, and those the service was started with."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

from assay.benchmarks.base import Benchmark
from assay.benchmarks.families import family_name
from assay.benchmarks.family import families
from assay.errors import InvalidValue, UnknownNameError
from assay.evaluation.planning import load
from assay.spec import BenchmarkRef, Judging


class Shelf:
    """Benchmarks by name, each loaded when it is first asked for; a name is never a path.

    `own` are paths, or `name=path`, where the name of a public benchmark says where its problems are.

    >>> Shelf(["mine/tasks.jsonl"], Judging()).names()[-1]
    'tasks'
    """

    def __init__(self, own: Sequence[str], judging: Judging) -> None:
        self._judging = judging
        self._refs = {name: BenchmarkRef(name) for name in families()}
        self._refs |= dict(_ref(text) for text in own)
        self._locks = {name: threading.Lock() for name in self._refs}
        self._loaded: dict[str, Benchmark] = {}

    def names(self) -> list[str]:
        """Return the names that are known."""
        return list(self._refs)

    def get(self, name: str) -> Benchmark:
        """Return the benchmark of that name; the first time this may take as long as its references run."""
        known = name if name in self._refs else family_name(name)
        if known is None or known not in self._refs or "/" in name:
            raise UnknownNameError("benchmark", name[:80], self._refs)
        with self._locks[known]:
            if known not in self._loaded:
                self._loaded[known] = load(self._refs[known], self._judging)
            return self._loaded[known]

    def ref(self, name: str) -> BenchmarkRef:
        """Return what the benchmark of that name is loaded by."""
        return self._refs[name if name in self._refs else family_name(name) or name]

    def again(self, ref: BenchmarkRef) -> Benchmark:
        """Return the benchmark that a run was made on; an error where its problems are not those any more."""
        names = [name for name, known in self._refs.items() if _is_same(known, ref)]
        found = self.get(names[0] if names else ref.name)
        if ref.digest not in ("", found.digest):
            raise InvalidValue(f"the problems of {ref.name} were changed since")
        return found


def _ref(text: str) -> tuple[str, BenchmarkRef]:
    name, equals, path = text.partition("=")
    if equals and family_name(name) is not None:
        known = family_name(name) or name
        return known, BenchmarkRef(known, problem_file=path)
    place = path if equals else text
    return name if equals else Path(place).name.removesuffix(".gz").removesuffix(".jsonl"), BenchmarkRef(place)


def _is_same(known: BenchmarkRef, ref: BenchmarkRef) -> bool:
    return known.place == ref.place or str(Path(known.place).resolve()) == ref.place
