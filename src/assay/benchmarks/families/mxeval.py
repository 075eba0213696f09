"""MBXP and multilingual HumanEval of mxeval: MBPP and HumanEval as functions of a dozen languages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from assay.benchmarks.base import Benchmark
from assay.benchmarks.families.humaneval import prelude_of
from assay.benchmarks.family import Family, LoadOptions, PublicFile, has
from assay.benchmarks.native import LIMITS, native_benchmark, part_of
from assay.benchmarks.rows import Row
from assay.records import Check, NativeSuite, Problem, Suite, SuiteStyle

_BASE = "https://raw.githubusercontent.com/amazon-science/mxeval/main/data"


def _read(family: Family, options: LoadOptions) -> Benchmark:
    content, rows = family.rows(options)
    part = part_of(family, rows, lambda row: row.text("language"))
    return native_benchmark(part, content, rows, problem_of, errata=ERRATA)


def _recognises(row: Row, *, humaneval: bool) -> bool:
    own = has(row, "task_id", "prompt", "entry_point", "test", "language", "description", "canonical_solution")
    return own and str(row.data["task_id"]).startswith("HumanEval") is humaneval


def problem_of(row: Row) -> Problem:
    """Return one problem; most rows have no reference."""
    prompt, language = row.text("prompt"), row.text("language")
    solution = row.text("canonical_solution") if row.data.get("canonical_solution") is not None else None
    return Problem(
        row.text("task_id"),
        _check_of(row, prompt, language),
        prompt=prompt,
        reference="" if solution is None else prompt + solution,
        language=language,
    )


def _check_of(row: Row, prompt: str, language: str) -> Check:
    entry_point, tests = row.text("entry_point"), row.text("test")
    if language == "python":
        return Suite(entry_point, tests, SuiteStyle.CHECK, prelude_of(prompt))
    libraries = ("mathjs",) if language == "typescript" else ()
    return NativeSuite(tests, entry_point=entry_point, libraries=libraries)


def _files(folder: str, files: Mapping[str, tuple[str, str, int]]) -> dict[str, PublicFile]:
    """Return the file of each part at its public place."""
    return {
        part: PublicFile(file, (f"{_BASE}/{folder}/{file}",), sha, size, "Apache-2.0")
        for part, (file, sha, size) in files.items()
    }


def _version(file: str) -> str:
    """Return the version that the name of a file says; those of Python say none."""
    name, _, version = file.removesuffix(".jsonl").rpartition("_v")
    return version if name else "1"


_MBXP = {
    "cpp": (
        "mbcpp_release_v1.2.jsonl",
        "34a842515927e230eb2bd6e409a44c80a852b0afcbe1172786bd08cfef8b85b0",
        1_304_509,
    ),
    "csharp": (
        "mbcsp_release_v1.2.jsonl",
        "e11db33a6c5582a5c8d548ef75a23f0307540a765f889dcd2b7d13e99ea538e4",
        2_170_855,
    ),
    "go": (
        "mbgp_release_v1.1.jsonl",
        "90f519222a4c45bdbed8309076433d2f573c6f37329a848581fa789839b67da8",
        1_674_633,
    ),
    "java": (
        "mbjp_release_v1.2.jsonl",
        "139a0fcdff2f4c6d456c546c82f43a1f389dfe3125f5f2c3f6a12f478483dffd",
        2_420_406,
    ),
    "javascript": (
        "mbjsp_release_v1.2.jsonl",
        "9e443a1911bcedd8b5193f43d3217666fbf669cd00d54265941a8eb17e396f5a",
        1_425_621,
    ),
    "kotlin": (
        "mbkp_release_v1.2.jsonl",
        "54969bac04fddaad74f78b7aa591348d3f010af2b2325f3db0e5a4f9b9154367",
        1_675_599,
    ),
    "php": (
        "mbphp_release_v1.2.jsonl",
        "aec706039e49bc1bd1c9aaf4cf4815a34777b8387bdc59c1b274312071f3a605",
        1_413_807,
    ),
    "perl": (
        "mbplp_release_v1.jsonl",
        "1293f40e442bda81f1d39ab3769ab8136dfc823f7b41420294c1a1d3bf1d2b2f",
        1_199_031,
    ),
    "python": (
        "mbpp_release_v1.jsonl",
        "2ea7949f20ed5ecaacf4c9970d29430ec3f13772f4dd379665b1234f14b0ec3e",
        936_808,
    ),
    "ruby": (
        "mbrbp_release_v1.2.jsonl",
        "fe8c043b7d56f5d122c6aaf24e1dcb78816175a0687a73c03873043a6349b85d",
        1_140_233,
    ),
    "scala": (
        "mbscp_release_v1.jsonl",
        "e690daa347855a0da4fcd0652894b1db4e6a561c24e9824c40c629158ed94bec",
        1_458_469,
    ),
    "swift": (
        "mbswp_release_v1.jsonl",
        "b390ee15df6170386e5f5771f227ef4df3ea7eb994b09d39ecec888e77daefc9",
        1_258_497,
    ),
    "typescript": (
        "mbtsp_release_v1.2.jsonl",
        "7c4fbf66cd8189d5f3f6a78ce201782571d083a1d89ee3730c0235317d44d769",
        1_545_093,
    ),
}
"""By language: the name of the file, its SHA-256 and its size."""
_HUMANEVAL = {
    "python": (
        "HumanEval.jsonl",
        "ee8ed1495a18a21d3c285c031d38940e3208f1616dc386a32a8d28e968fe94d8",
        287_428,
    ),
    "csharp": (
        "HumanEval_csharp_v1.jsonl",
        "fd8b4981c4ae4daadbe06f082cf0ef91b060851bf715faa461d0db23d20a2364",
        594_927,
    ),
    "go": (
        "HumanEval_go_v1.jsonl",
        "b3797a20b951627d67dec749cc1954e4a151cf0096d1649f96d62597a76a47af",
        455_466,
    ),
    "java": (
        "HumanEval_java_v1.1.jsonl",
        "2373bd083b7be445a5273add8a932e0fea3d1e3c1a59d55beba369e90e5d0d02",
        628_908,
    ),
    "javascript": (
        "HumanEval_javascript_v1.1.jsonl",
        "cbd4421a18387fcf791a047e2904e1ff8287b11fede50a7fb5e3cd3814cb1653",
        416_623,
    ),
    "kotlin": (
        "HumanEval_kotlin_v1.1.jsonl",
        "1324d829effc94e0cb603be8833537f00b5597fcd152fe2d06b623e622feb458",
        492_137,
    ),
    "perl": (
        "HumanEval_perl_v1.1.jsonl",
        "2d084582af233b5a0eeac1670c9e577915f61852dc974348e87f39425b031981",
        388_922,
    ),
    "php": (
        "HumanEval_php_v1.1.jsonl",
        "f1ef51aec5418c01bef60177ea3e3c907bcf55528c77e33a1ebbe83f739a67f5",
        392_210,
    ),
    "ruby": (
        "HumanEval_ruby_v1.1.jsonl",
        "08562903613e277d36eb4d3d793c90ce2191ac9ccac96f1ff31d1550134be880",
        344_268,
    ),
    "scala": (
        "HumanEval_scala_v1.1.jsonl",
        "8fcd9ab950dfcd293d1acfd1d26f31b84e554926765a22c1375c6a0ffa82413b",
        455_568,
    ),
    "swift": (
        "HumanEval_swift_v1.1.jsonl",
        "b0de1f4a223d9830c9ffc34eb313aa0a54d5565a6b71b2f88cab67f6db8ccfe0",
        413_647,
    ),
    "typescript": (
        "HumanEval_typescript_v1.jsonl",
        "6039fe3b75bd1670702bab22ebb21b8c29ac29fa91211d7d9e59b13ae581b7a7",
        379_319,
    ),
}

ERRATA: dict[str, str] = {}
MBXP = Family(
    "mbxp",
    "MBPP as functions of 13 languages, with assertions in each (Athiwaratkun et al. 2022)",
    _read,
    aliases=("mxeval-mbxp",),
    variants=_files("mbxp", _MBXP),
    versions={sha: _version(file) for file, sha, _ in _MBXP.values()},
    recognises=partial(_recognises, humaneval=False),
    limits=LIMITS,
)
MULTI_HUMANEVAL = Family(
    "multi-humaneval",
    "HumanEval as functions of 12 languages, with assertions in each (Athiwaratkun et al. 2022)",
    _read,
    aliases=("humaneval-mx", "multilingual-humaneval"),
    variants=_files("multilingual_humaneval", _HUMANEVAL),
    versions={sha: _version(file) for file, sha, _ in _HUMANEVAL.values()},
    recognises=partial(_recognises, humaneval=True),
    limits=LIMITS,
)

FAMILIES = (MBXP, MULTI_HUMANEVAL)
