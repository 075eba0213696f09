"""SWE-bench, its Lite and its Verified selection: an issue of a repository in, a patch out, judged by the tests that
came with the real fix.

The tests of an instance are those of the files that its test patch touches; `FAIL_TO_PASS` and `PASS_TO_PASS` name
them as upstream's logs did. How they are run, and on what, is in `docs/swebench.md`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from assay.benchmarks.base import Benchmark
from assay.benchmarks.family import Family, LoadOptions, expect_family, has
from assay.benchmarks.own_repositories import LIMITS, PATCH
from assay.benchmarks.rows import Row, parsed, read_content, rows_of
from assay.records import Problem, ProblemKind, Repository

_JUNK = re.compile(r"\[(?:[ \d]{0,4}%\][-= ]*)?")
"""What a log parser took for the id of a test: the progress that pytest prints at the end of a line."""
_NEEDS_INTERNET = "its tests name hosts of the internet, which no sandbox here lets anybody reach"
_UPSTREAM_FAILS = "the published reports of the gold patch in Docker do not resolve it"
ERRATA: Mapping[str, str] = {
    "astropy__astropy-14365": "a data file of its base commit is missing from some mirrors",
    "astropy__astropy-14995": "a data file of its base commit is missing from some mirrors",
    "django__django-11099": "1 of its 3 FAIL_TO_PASS tests passes without any patch",
    "django__django-13321": "337 of its 355 FAIL_TO_PASS tests pass without any patch",
    "django__django-13660": "one of two published reports of the gold patch in Docker does not resolve it",
    "matplotlib__matplotlib-23964": "4 of its 16 PASS_TO_PASS tests need TeX or Ghostscript",
    "matplotlib__matplotlib-25433": "one of its PASS_TO_PASS tests needs TeX",
    "psf__requests-1963": _NEEDS_INTERNET,
    "psf__requests-2148": _NEEDS_INTERNET,
    "psf__requests-2317": _NEEDS_INTERNET,
    "psf__requests-2674": _NEEDS_INTERNET,
    "psf__requests-863": _NEEDS_INTERNET,
    "pydata__xarray-4094": _UPSTREAM_FAILS,
    "pydata__xarray-4493": _UPSTREAM_FAILS,
    "pytest-dev__pytest-5227": "3 of its PASS_TO_PASS names are pieces of pytest's progress, not tests; left out",
    "sympy__sympy-13177": _UPSTREAM_FAILS,
    "sympy__sympy-13437": "its test_bell takes minutes, or does not end, with the gold patch",
}
"""Instance → what is wrong with it. Measured on 202 instances of Lite, or told by published reports."""


def _read(family: Family, options: LoadOptions) -> Benchmark:
    content = read_content(family.find(options))
    rows = rows_of(content)
    expect_family(SWE_BENCH.name, rows)  # the three have one format, which is told apart under one name
    made = family.benchmark(content, rows, problem_of)
    errata = {problem.id: ERRATA[problem.id] for problem in made if problem.id in ERRATA}
    return replace(made, judge="repository", errata=errata, eval_only=True)


def _recognises(row: Row) -> bool:
    return has(row, "instance_id", "repo", "base_commit", "patch")


def problem_of(row: Row) -> Problem:
    """Return one instance as a problem whose reference is the gold patch."""
    return Problem(
        row.filled("instance_id"),
        Repository(
            row.filled("repo"),
            _commit(row),
            row.filled("test_patch"),
            _ids(row, "FAIL_TO_PASS"),
            _ids(row, "PASS_TO_PASS"),
            version=row.text("version", ""),
        ),
        prompt=row.text("problem_statement"),
        reference=row.text("patch"),
        language=PATCH,
        kind=ProblemKind.REPOSITORY,
        tags=(row.filled("repo"),),
        published=_day(row),
    )


def _commit(row: Row) -> str:
    """Return the base commit, which is given to git and must not be anything else."""
    value = row.filled("base_commit")
    if re.fullmatch(r"[0-9a-f]{7,64}", value) is None:
        raise row.wrong("base_commit", value, "the hexadecimal id of a commit")
    return value


def _ids(row: Row, name: str) -> tuple[str, ...]:
    """Return the ids of tests in a field: a list, or the JSON text of one; pieces of a progress bar are none."""
    value = row.data.get(name)
    if isinstance(value, str):
        value = parsed(value, f"{row.where}: field {name!r}")
    if not isinstance(value, list) or not all(isinstance(one, str) and one for one in value):
        raise row.wrong(name, row.data.get(name), "a list of ids of tests, or the JSON text of one")
    return tuple(dict.fromkeys(one for one in value if _JUNK.fullmatch(one) is None))


def _day(row: Row) -> str:
    """Return the day on which the fix was proposed."""
    value = row.text("created_at", "")
    if value and re.match(r"\d{4}-\d\d-\d\d(?!\d)", value) is None:
        raise row.wrong("created_at", value, "a moment such as 2021-12-15T15:04:13Z")
    return value[:10]


SWE_BENCH = Family(
    "swe-bench",
    "2,294 issues of twelve Python repositories, with the tests of their fixes (Jimenez et al. 2024)",
    _read,
    aliases=("swebench-full", "swe-bench-full"),
    obtain="save the data set princeton-nlp/SWE-bench as JSON Lines, as docs/swebench.md shows",
    recognises=_recognises,
    fields=("instance_id", "repo", "base_commit", "patch", "test_patch", "problem_statement"),
    limits=LIMITS,
)
LITE = Family(
    "swe-bench-lite",
    "300 of SWE-bench's issues whose fix touches one file",
    _read,
    aliases=("swebench_lite",),
    obtain="save the data set princeton-nlp/SWE-bench_Lite as JSON Lines, as docs/swebench.md shows",
    limits=LIMITS,
)
VERIFIED = Family(
    "swe-bench-verified",
    "500 of SWE-bench's issues that people found solvable and fairly tested (OpenAI 2024)",
    _read,
    aliases=("swebench_verified",),
    obtain="save the data set princeton-nlp/SWE-bench_Verified as JSON Lines, as docs/swebench.md shows",
    limits=LIMITS,
)

FAMILIES = (SWE_BENCH, LITE, VERIFIED)
