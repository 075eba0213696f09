"""HumanEvalPack: HumanEval-X with a buggy solution for each problem, to be written anew or repaired (OctoPack)."""

from __future__ import annotations

from dataclasses import replace

from assay.benchmarks.base import Benchmark, Wrong
from assay.benchmarks.families.humaneval_x import STRLEN, TWO_KEYS, part_name, written_after
from assay.benchmarks.family import Family, LoadOptions, PublicFile, expect_family, has
from assay.benchmarks.native import LIMITS, native_benchmark, part_of
from assay.benchmarks.rows import Row, read_content, rows_of
from assay.records import Problem

_HEADERS = (
    *("stdlib.h", "algorithm", "cmath", "math.h", "numeric", "stdio.h", "vector", "set", "map", "queue", "stack"),
    *("list", "deque", "string", "climits", "cstring", "iostream", "sstream", "fstream"),
)
INCLUDES = "".join(f"#include <{name}>\n" for name in _HEADERS) + "using namespace std;\n"
"""What upstream puts in front of every C++ candidate, without Boost, which two problems include themselves."""


def _read(family: Family, options: LoadOptions) -> Benchmark:
    content, rows = family.rows(options)
    return native_benchmark(part_of(family, rows, part_name), content, rows, problem_of, errata=ERRATA)


def _read_fix(family: Family, options: LoadOptions) -> Benchmark:
    content = read_content(family.find(options))
    rows = rows_of(content)
    expect_family(PACK.name, rows)
    made = native_benchmark(part_of(family, rows, part_name), content, rows, repair_of, errata=ERRATA)
    buggy = zip(made.problems, rows, strict=True)
    return replace(made, wrong={problem.id: (_buggy(problem, row),) for problem, row in buggy})


def _buggy(problem: Problem, row: Row) -> Wrong:
    """Return the solution that is to be repaired, which must not pass."""
    return Wrong("buggy_solution", problem.opening + row.text("buggy_solution"), None)


def _recognises(row: Row) -> bool:
    return has(row, "prompt", "declaration", "canonical_solution", "test", "buggy_solution")


def problem_of(row: Row) -> Problem:
    """Return the problem of writing the function of a row."""
    return written_after(row.text("prompt"), row, INCLUDES)


def repair_of(row: Row) -> Problem:
    """Return the problem of repairing the buggy function of a row, from its words and without its tests."""
    made = problem_of(row)
    buggy = made.prompt + row.text("buggy_solution")
    prompt = f"{buggy}\nFix bugs in {row.text('entry_point')}.\n\n{made.prompt}"
    return replace(made, prompt=prompt, opening=made.prompt)


def _files() -> dict[str, PublicFile]:
    """Return the file of each part at its public place."""
    base = "https://raw.githubusercontent.com/bigcode-project/octopack/main/evaluation/create/humaneval-x/data"
    return {
        name: PublicFile(f"humanevalpack_{name}.jsonl", (f"{base}/{name}/data/humanevalpack.jsonl",), sha, size, "MIT")
        for name, (sha, size) in _SUMS.items()
    }


_SUMS = {
    "cpp": ("891a390c1b9d2cb85dd8fbebcf1d88dbdd565734a6b2b3259f9ddb3fe95e33d7", 519_422),
    "go": ("0ee2cdca46d70afb33d913a0d4b205624fe4ded2f28c2efdb241727221837993", 520_781),
    "java": ("a8d077d300bbdc2eda91e1a733deb2944678bce8fcc7eb272214626516768cc1", 710_974),
    "js": ("04c86c1fac5f33818d9187cba278ed1dfc66cc259372dd8342126aa580fb7569", 479_665),
    "python": ("b1376d72be4bd016a62ad043d9de3846edb8d63edf1222da802a31330c14c3a7", 537_907),
    "rust": ("01ece28eaf490d7af037ce53095083dacfd38022cf5b82662ccb78024dc269a1", 497_152),
}
"""SHA-256 and size of the file."""
ERRATA = {"CPP/23": STRLEN, "Go/95": TWO_KEYS, "JavaScript/162": "its reference needs the package js-md5"}
PACK = Family(
    "humanevalpack",
    "HumanEval-X as OctoPack cleaned it, 164 problems in each of six languages (Muennighoff et al. 2023)",
    _read,
    aliases=("humanevalsynthesize",),
    variants=_files(),
    versions={digest: "1.0" for digest, _ in _SUMS.values()},
    recognises=_recognises,
    limits=LIMITS,
)
FIX = Family(
    "humanevalfix",
    "HumanEvalPack as repair: 164 buggy functions in each of six languages, with words on what they should do",
    _read_fix,
    aliases=("humanevalfixdocs",),
    variants=_files(),
    versions={digest: "1.0" for digest, _ in _SUMS.values()},
    limits=LIMITS,
)

FAMILIES = (PACK, FIX)
