"""A family of benchmarks as one record: names, public file, the look of its rows, limits, and what reads it."""

from __future__ import annotations

import importlib
import os
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from assay.benchmarks.base import Benchmark
from assay.benchmarks.pacing import warm
from assay.benchmarks.rows import Content, MissingField, Row, read_content, rows_of
from assay.errors import InvalidProblem, UnknownNameError, UsageError
from assay.records import Limits, Problem
from assay.registry import Registry
from assay.sandbox.base import Sandbox
from assay.settings import default_cache_folder, flag_of

PACKAGE = "assay.benchmarks.families"
"""Each module in it has a tuple `FAMILIES`."""
PLUG_INS: Registry[Callable[..., Benchmark]] = Registry("benchmark", {})
"""Loaders of other packages, called with no argument, or with the path that the user gave as problem file."""


_ALIKE = 0.4
"""Share of the fields of a format that a row must have to be near it."""


@dataclass(frozen=True, slots=True)
class PublicFile:
    """One problem file at its public place."""

    file: str
    """Its name in the cache folder; a plain copy without `.gz`, or a packed one with it, is found as well."""
    urls: tuple[str, ...]
    """Tried in this order."""
    sha256: str
    """Of the file as it is served: packed for HumanEval and EvalPlus, plain for MBPP."""
    size: int
    """In bytes, as it is served; a download that goes beyond it is cut off."""
    licence: str
    """Of its content, as an SPDX identifier."""


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """What whoever loads a benchmark can choose."""

    problem_file: str | Path | None = None
    """The file with the problems; `None`: the one in the cache folder."""
    cache_folder: Path = field(default_factory=default_cache_folder)
    sandbox: Callable[[], Sandbox] = warm
    """Makes the sandbox in which references are run, each when a problem is first looked at."""
    progress: Callable[[int, int], None] | None = None
    """Called with how many problems, out of all, have the answers of their references at hand."""
    challenge: bool = False
    """The challenge assertions decide, where the family has some."""
    repos: Path | None = None
    """The folder with the trees of repository tasks, see `assay.benchmarks.trees`."""


def _never(row: Row) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Family:
    """All that is known about one family of benchmarks."""

    name: str
    summary: str
    read: Callable[[Family, LoadOptions], Benchmark]
    """Makes the benchmark."""
    aliases: tuple[str, ...] = ()
    """Names that other tools have for it."""
    source: PublicFile | None = None
    """`None`: it brings its problems along, or `obtain` says where they are."""
    obtain: str = ""
    """Where a user gets the problem file, in words, for a set that is not one public file."""
    variants: Mapping[str, PublicFile | None] = field(default_factory=dict)
    """Its parts by name, such as the languages of a set: `name:part` loads one; `None`: as `obtain` says."""
    versions: Mapping[str, str] = field(default_factory=dict)
    """SHA-256 of the unpacked content → version."""
    recognises: Callable[[Row], bool] = _never
    """Whether a row of some problem file is written in the format of this family, and of no other."""
    rewritten: Callable[[Row], bool] = _never
    """Whether a row holds a problem of this family in a format of other harnesses, which is not read here."""
    fields: tuple[str, ...] = ()
    """What its rows have, by which the nearest format of a row is found that none reads."""
    prefix: str = ""
    """What stands before the number in an id."""
    limits: Limits = field(default_factory=Limits)
    has_challenge: bool = False

    def part(self, variant: str) -> Family:
        """Return one part of this family as a family of its own."""
        if variant not in self.variants:
            raise UnknownNameError(f"part of {self.name}", variant, self.variants)
        return replace(self, name=f"{self.name}:{variant}", source=self.variants[variant], variants={})

    def load(self, options: LoadOptions) -> Benchmark:
        """Return the problems of the family, or of a file in its format, plain or gzip."""
        return self.read(self, options)

    def rows(self, options: LoadOptions) -> tuple[Content, list[Row]]:
        """Return the content of the problem file and its rows, none of which may be of another family."""
        content = read_content(self.find(options))
        rows = rows_of(content)
        expect_family(self.name, rows)
        return content, rows

    def benchmark(
        self,
        content: Content,
        rows: Iterable[Row],
        make: Callable[[Row], Problem],
        **more: Any,  # Any: further fields of a benchmark
    ) -> Benchmark:
        """Return the benchmark whose problems `make` makes of the rows."""
        known = self.versions.get(content.digest)
        problems = _unique((row, _located(row, make)) for row in rows)
        public = self.source if known else None  # of a changed file nobody knows who wrote it
        return Benchmark(
            self.name,
            known or f"file-{content.digest[:8]}",
            problems,
            self.summary,
            content.digest,
            licence=public.licence if public else "",
            source=public.urls[0] if public else "",
            eval_only=self.source is not None,
            **{"prefix": self.prefix, "limits": self.limits, **more},
        )

    def find(self, options: LoadOptions) -> Path:
        """Return the path of the problem file: the one that is named, else the one in the cache folder."""
        if options.problem_file is not None:
            path = Path(os.path.expanduser(options.problem_file))
            if not path.is_file():
                kind = "is a folder" if path.is_dir() else "does not exist"
                raise UsageError(f"problem file {str(options.problem_file)!r} {kind}")
            return path
        if self.source is None and (self.variants or self.obtain):
            raise UsageError(self._how_to_obtain())
        source, folder = self.public_file(), options.cache_folder
        plain = source.file.removesuffix(".gz")
        for file in (source.file, plain, f"{plain}.gz"):
            if (folder / file).is_file():
                return folder / file
        raise UsageError(
            f"the problems of {self.name} are not here: {folder / source.file} does not exist. "
            f"`assay fetch {self.name}` downloads it ({source.size:,} bytes, {source.licence}); without a network, "
            f"copy it there from {source.urls[0]} or name a copy with {flag_of('problem_file')} PATH"
        )

    def _how_to_obtain(self) -> str:
        """Return in words how a user gets the problems of a family that has no single public file."""
        if self.variants:
            parts = ", ".join(f"{self.name}:{one}" for one in self.variants)
            return f"{self.name} has several parts: name one of {parts}, or a file with {flag_of('problem_file')} PATH"
        here = f"the problems of {self.name} are not here: {self.obtain}"
        return f"{here}; name the file with {flag_of('problem_file')} PATH"

    def public_file(self) -> PublicFile:
        """Return where the problem file can be downloaded; raises `UnknownNameError` where it cannot."""
        if self.source is None and (self.variants or self.obtain):
            raise UsageError(self._how_to_obtain())
        if self.source is None:
            raise _not_public(self.name)
        return self.source


def _not_public(name: str) -> UnknownNameError:
    public = [family.name for family in _built_in() if family.source is not None]
    return UnknownNameError("benchmark to fetch", name, public)


@cache
def _built_in() -> tuple[Family, ...]:
    modules = pkgutil.iter_modules(importlib.import_module(PACKAGE).__path__, f"{PACKAGE}.")
    return tuple(family for module in modules for family in importlib.import_module(module.name).FAMILIES)


def families() -> dict[str, Family]:
    """Return all families by name: those of this package and those of plug-ins, which cannot replace any of them."""
    known = {name: Family(name, "", _plugged_in) for name in PLUG_INS} | {one.name: one for one in _built_in()}
    return dict(sorted(known.items()))


def family_of(name: str) -> Family | None:
    """Return the family of that name, or the part of one that is written as `name:part`; `None` where there is none."""
    whole, colon, variant = name.partition(":")
    built_in = next((one for one in _built_in() if one.name == whole), None)
    found = built_in or families().get(whole)  # plug-ins are looked for only where no family of ours is meant
    return found.part(variant) if found is not None and colon else found


def public_family(name: str) -> Family:
    """Return the family of that name, for fetching its public file."""
    found = family_of(name)
    if found is None:
        raise _not_public(name)
    return found


def _plugged_in(family: Family, options: LoadOptions) -> Benchmark:
    load = PLUG_INS.get(family.name)
    return load() if options.problem_file is None else load(family.find(options))


def has(row: Row, *names: str) -> bool:
    """Return whether a row has all these fields."""
    return row.data.keys() >= set(names)


def expect_family(name: str, rows: Iterable[Row]) -> None:
    """Raise `UsageError`, with the command that is meant, where rows are those of another family than `name`."""
    for row in rows:
        for family in _built_in():
            if family.name != name.partition(":")[0] and family.recognises(row):
                command = f"judge it with: assay run {family.name} {flag_of('problem_file')} {row.file}"
                raise _other_format(row, family.name, name, command)
            if family.rewritten(row):
                command = f"assay run {family.name} takes the file that `assay fetch {family.name}` gets"
                raise _other_format(row, f"{family.name} as rewritten for other harnesses", name, command)


def other_part(row: Row, found: str, wanted: str) -> UsageError:
    """Return the error about a row of another part of a family than `wanted`, with the command that is meant."""
    command = f"judge it with: assay run {found} {flag_of('problem_file')} {row.file}"
    return UsageError(f"{row.where}: a problem of {found}, not of {wanted}; {command}")


def _other_format(row: Row, found: str, wanted: str, command: str) -> UsageError:
    return UsageError(f"{row.where}: a problem in the format of {found}, not of {wanted}; {command}")


def _located(row: Row, make: Callable[[Row], Problem]) -> Problem:
    """Return the problem of a row; an error says where the row stands, and the nearest format if a field is missing."""
    try:
        return make(row)
    except MissingField as error:
        raise InvalidProblem(f"{error}; {_nearest(row)}") from None
    except InvalidProblem as error:
        text = str(error)
        raise error if text.startswith(row.file) else InvalidProblem(f"{row.where}: {text}") from None


def _nearest(row: Row) -> str:
    """Return in words what a row has, and the format that it has most fields of."""
    given = ", ".join(repr(name)[:40] for name in list(row.data)[:12]) or "nothing"
    formats = {one.name: one.fields for one in _built_in() if one.fields}
    shares = {name: len(row.data.keys() & set(fields)) / len(fields) for name, fields in formats.items()}
    best = max(shares, key=lambda name: shares[name])
    if shares[best] < _ALIKE:
        return f"the row has {given}, which is near no format that is known"
    return f"the row has {given}; the nearest format is that of {best}, with {', '.join(map(repr, formats[best]))}"


def _unique(found: Iterable[tuple[Row, Problem]]) -> tuple[Problem, ...]:
    """Return the problems, none of whose ids may be empty or come twice."""
    first: dict[str, Row] = {}
    problems = []
    for row, problem in found:
        if not problem.id:
            raise InvalidProblem(f"{row.where}: the id of a problem must not be empty")
        if problem.id in first:
            raise InvalidProblem(
                f"{row.where}: id {problem.id!r} is taken; it first stands in {first[problem.id].place}"
            )
        first[problem.id] = row
        problems.append(problem)
    return tuple(problems)
