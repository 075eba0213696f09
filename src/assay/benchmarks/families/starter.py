"""The bundled benchmark, as a family: it needs no download and takes no problem file."""

from __future__ import annotations

from assay.benchmarks.base import Benchmark
from assay.benchmarks.family import Family, LoadOptions
from assay.benchmarks.starter import load
from assay.errors import InvalidOption


def _read(family: Family, options: LoadOptions) -> Benchmark:
    if options.problem_file is not None:
        given = str(options.problem_file)
        raise InvalidOption("problem_file", f"{family.name!r} comes with Assay and takes none, got {given!r}")
    return load()


STARTER = Family(
    "starter",
    "our own problems, with wrong candidates and prepared candidate files; needs no download",
    _read,
)

FAMILIES = (STARTER,)
