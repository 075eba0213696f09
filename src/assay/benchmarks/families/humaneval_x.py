"""HumanEval-X: the problems of HumanEval in C++, Go, Java, JavaScript, Python and Rust, with tests in each of them."""

from __future__ import annotations

from dataclasses import replace

from assay.benchmarks.base import Benchmark
from assay.benchmarks.families.humaneval import prelude_of
from assay.benchmarks.family import Family, LoadOptions, PublicFile, has
from assay.benchmarks.native import LIMITS, declared_name, native_benchmark, part_of, python_suite
from assay.benchmarks.rows import Row
from assay.languages.known import languages, named
from assay.records import Check, NativeSuite, Problem

INCLUDES = "".join(
    f"#include <{name}>\n"
    for name in ("stdlib.h", "algorithm", "math.h", "stdio.h", "vector", "string", "climits", "cstring", "iostream")
)
"""What upstream puts in front of every C++ candidate."""
HEADERS = ("openssl/md5.h", "boost/any.hpp")
"""What references in C++ include beyond the standard library."""
CRATES = ("rand", "regex", "md5")
"""What upstream's Rust project offers, and every declaration imports."""
PARTS = {"CPP": "cpp", "Go": "go", "Java": "java", "JavaScript": "js", "Python": "python", "Rust": "rust"}
"""What stands before the number in an id → the part of the set, as its files are called."""


def part_name(row: Row) -> str:
    """Return the part of the set that a row belongs to, by its id."""
    before = row.text("task_id").partition("/")[0]
    if before not in PARTS:
        raise row.wrong("task_id", row.data.get("task_id"), f"one of {', '.join(PARTS)} with / and a number")
    return PARTS[before]


def language_of(row: Row) -> str:
    """Return the language of a row, by its id."""
    return named(part_name(row), languages().values()).name


def _read(family: Family, options: LoadOptions) -> Benchmark:
    content, rows = family.rows(options)
    part = part_of(family, rows, part_name)
    return native_benchmark(part, content, rows, problem_of, errata=ERRATA)


def _recognises(row: Row) -> bool:
    return has(row, "prompt", "declaration", "canonical_solution", "test") and not has(row, "buggy_solution")


def examples_of(row: Row, check: Check) -> NativeSuite | None:
    """Return the tests of a row that whoever solves it may see."""
    tests = row.data.get("example_test")
    if not isinstance(check, NativeSuite) or tests is None or not row.text("example_test").strip():
        return None
    return replace(check, tests=row.text("example_test"))


def problem_of(row: Row) -> Problem:
    """Return one problem; that of Rust declares the function before its words, as upstream puts them together."""
    prompt = row.text("prompt")
    if language_of(row) == "rust":
        prompt = row.text("declaration") + prompt
    return written_after(prompt, row, INCLUDES)


def written_after(prompt: str, row: Row, includes: str) -> Problem:
    """Return the problem of writing what comes after a prompt; the includes are those of candidates in C++."""
    language = language_of(row)
    check = check_of(row, language, includes)
    return Problem(
        row.text("task_id"),
        check,
        prompt=prompt,
        reference=prompt + row.text("canonical_solution"),
        language=language,
        examples=examples_of(row, check),
    )


def check_of(row: Row, language: str, includes: str) -> Check:
    """Return the tests of a row, with what upstream puts in front of a candidate."""
    if language == "python":
        return python_suite(row, "test", prelude_of(row.text("prompt")))
    before = {"cpp": includes, "go": row.text("test_setup", "")}.get(language, "")
    libraries = {"cpp": HEADERS, "rust": CRATES}.get(language, ())
    name = row.text("entry_point", "") or declared_name(row.text("declaration"))
    return NativeSuite(row.text("test"), before, name, libraries=libraries)


def _files() -> dict[str, PublicFile]:
    """Return the file of each part at its public place."""
    base = "https://raw.githubusercontent.com/THUDM/CodeGeeX/main/codegeex/benchmark/humaneval-x"
    return {
        name: PublicFile(
            f"humaneval_{name}.jsonl.gz", (f"{base}/{name}/data/humaneval_{name}.jsonl.gz",), sha, size, "Apache-2.0"
        )
        for name, (sha, size, _) in _SUMS.items()
    }


_SUMS = {
    "cpp": (
        "dcf2e280a1e91bbc3c5f90edb41397e8a9ac1ccc9f5d2b70082f0b0fbfb6dbb0",
        50_995,
        "af420b4b58c1b5e7f4cac9c1257daad7b20b5c77e88d59ccc120e63825f03325",
    ),
    "go": (
        "09126ef64ac68f87296c5f3781186aedc5dec799b114d9df99d6de4a715a7830",
        56_743,
        "87aba5e8ab3be26aec48a355b77c73790900ebae3731c44ea9e3fdd5ea51f1fe",
    ),
    "java": (
        "276f36db2eb7aeb864f36a19a2f4e1bb2460fb6e22ff100f0b5bedabe3799967",
        55_950,
        "2157a77a6ff808020adc20142228b4ff698048c0696b33110786400c47c5d79c",
    ),
    "js": (
        "fe5d467f2c1a027b3f6f18d3729aca01f6458c1de2e2d1292a019c5aa9bed424",
        52_009,
        "da529500a73fcbc86bc8f6c7855c0f2c0fc7af1c4dc530e26a54bbfd17f97cef",
    ),
    "python": (
        "5752fb122efddb0e9b47c77907ae6ce9a15aac4dea14e44c46032c831e6b987a",
        53_055,
        "f0e21637407b08a725dbc5bfcc20f909049f73564dd0d55dcc11619fa0838849",
    ),
    "rust": (
        "ae5cabbbfc8fe25244a608b04f09ac3b324c645ac969dfc033756c12f0f9924c",
        46_660,
        "36938439d536c34418b582db82f7bfa5d0331990424fc69b1915c5067634b4e7",
    ),
}
"""SHA-256 and size of the packed file, and SHA-256 of what is in it."""
TWO_KEYS = "its reference looks at two keys of a map, in an order that Go leaves to chance"
STRLEN = "its tests call the strlen of the C library, which fits them better than the candidate's"
ERRATA = {
    "CPP/23": STRLEN,
    "Go/95": TWO_KEYS,
    "Rust/32": "all of its tests are a comment",
    "JavaScript/112": "one of its assertions does not hold for the reference",
    "JavaScript/155": "one of its assertions does not hold for the reference",
    "JavaScript/162": "its reference needs the package js-md5",
}
HUMANEVAL_X = Family(
    "humaneval-x",
    "HumanEval in C++, Go, Java, JavaScript, Python and Rust, 164 each (Zheng et al. 2023)",
    _read,
    aliases=("codegeex-humaneval-x",),
    variants=_files(),
    versions={digest: "1.0" for _, _, digest in _SUMS.values()},
    recognises=_recognises,
    fields=("task_id", "prompt", "declaration", "canonical_solution", "test"),
    limits=LIMITS,
)

FAMILIES = (HUMANEVAL_X,)
