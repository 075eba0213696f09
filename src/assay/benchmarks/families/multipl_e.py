"""MultiPL-E: HumanEval and MBPP translated into many languages by rules, prompts and tests (Cassano et al. 2022)."""

from __future__ import annotations

from assay.benchmarks.base import Benchmark
from assay.benchmarks.families.humaneval import prelude_of
from assay.benchmarks.family import Family, LoadOptions, PublicFile, has
from assay.benchmarks.native import LIMITS, declared_name, native_benchmark, part_of, python_suite
from assay.benchmarks.rows import Row
from assay.records import Check, NativeSuite, Problem

_BASE = "https://raw.githubusercontent.com/nuprl/MultiPL-E/main/prompts"
LANGUAGES = {
    "cs": "csharp",
    "go_test.go": "go",
    "jl": "julia",
    "js": "javascript",
    "pl": "perl",
    "py": "python",
    "rb": "ruby",
    "rkt": "racket",
    "rs": "rust",
    "sh": "bash",
    "ts": "typescript",
}
"""The language of a row, where it is not called by its name."""


def _read(family: Family, options: LoadOptions) -> Benchmark:
    content, rows = family.rows(options)
    part = part_of(family, rows, part_name)
    return native_benchmark(part, content, rows, problem_of, errata=ERRATA)


def _recognises(row: Row) -> bool:
    return has(row, "name", "language", "prompt", "tests", "stop_tokens")


def part_name(row: Row) -> str:
    """Return the part of the set that a row belongs to: the set it was made of, and its language."""
    source = row.text("name").partition("_")[0].lower()
    return f"{source}-{row.text('language').removesuffix('_test.go')}"


def problem_of(row: Row) -> Problem:
    """Return one problem; there are no references."""
    language = row.text("language")
    return Problem(
        row.text("name"),
        _check_of(row, LANGUAGES.get(language, language)),
        prompt=row.text("prompt"),
        language=LANGUAGES.get(language, language),
    )


def _check_of(row: Row, language: str) -> Check:
    prompt = row.text("prompt")
    if language == "python":
        return python_suite(row, "tests", prelude_of(prompt))
    return NativeSuite(
        row.text("tests"),
        entry_point=declared_name(prompt),
        libraries=("org.javatuples",) if language == "java" else (),
        stops=tuple(row.texts("stop_tokens")),
    )


def _files() -> dict[str, PublicFile]:
    """Return the file of each part at its public place."""
    files = {part: f"{part}-reworded.json" for part in _SUMS}
    return {
        part: PublicFile(files[part], (f"{_BASE}/{files[part]}",), sha, size, "LicenseRef-BSD-3-Clause-ML-Restriction")
        for part, (sha, size) in _SUMS.items()
    }


_SUMS = {
    "humaneval-cpp": ("f542d3856be80fa6f6730ca9034dde6ca734025bbf060451f7bd5ac1ad33e523", 272_292),
    "humaneval-cs": ("9083ccef8dd33869e943484b7943ccbf31cb977a692b9b8aee9691c8055e43a9", 316_446),
    "humaneval-d": ("53592b7b05b10ac0cfb559326f51660d5c003b51f269a6ec1f90328ea1432b8f", 216_760),
    "humaneval-go": ("9f1ec0b4d92b665ed4df664158582978bcefcc08a1f7c2eb8ec56bb82bc88738", 288_105),
    "humaneval-java": ("52a70c7833a56555795a6a9a7bd71148939ca0ce810ae2194c13f7578563d043", 321_168),
    "humaneval-jl": ("b2a10d68d747acb8c42539fa82cbd11440dee441149148d36225a8b12950aa86", 204_754),
    "humaneval-js": ("3c1214cfce4a4624d078f47e03379322c8f55c446c527000d958a12dc6fbb116", 217_879),
    "humaneval-lua": ("08dcf9096684316bc4fffea790e4c1edd6fb02d844865f3f350a55c26d62cb77", 217_651),
    "humaneval-php": ("1350030c6c6199fa780e35884df51137a19a42ccb232c56a33f823679cdc2084", 263_859),
    "humaneval-pl": ("7e15eb5237681ee2ea006682caff8e44a537987c21527d2e7e6fee6d050ce001", 284_783),
    "humaneval-py": ("ffc69fb12e4ba1ea5a8792e1b11e966a0829ce8780375c065d463e151154315e", 211_941),
    "humaneval-r": ("36fd77474010e67460dc7f115859016de9416bab897aa987462660d492c31fbc", 219_425),
    "humaneval-rb": ("cfee8e0dd27914ea607ff790a9650be294068d29e4a521a7fd4ea78327e1a7d6", 224_165),
    "humaneval-rkt": ("34e874a142bb5a6b6331d974e60b065a828d1e31138a96bb5203b2fc2bf5714f", 225_564),
    "humaneval-rs": ("d2f21fd098738803271c0af77a64b02bef32950a6226832db3b510b0195f529e", 219_745),
    "humaneval-scala": ("82c3e778aabe16c81c22e994c9103dd5ead7f8668ab1f3a6b59ee8520e591272", 272_898),
    "humaneval-sh": ("8815523eb302b5e8d988fc8fdfa1571b0bef3ab282589def9ac89d64b3d528ed", 202_548),
    "humaneval-swift": ("09819dc30ec82b98b5ba202259320db993476e26e32ecf6c1de398ba565766fe", 237_768),
    "humaneval-ts": ("f2dad634e8f1eeabc9bf3b9b34703e8628fb68c08ca721efb7bf0e4868ae4cd3", 221_555),
    "mbpp-cpp": ("eb36cbe92b924724dfab42c25ea15552cc9725b60a276038cf424164798ca806", 430_658),
    "mbpp-cs": ("825c794e2bd786a87f709e8cb4fffea88ca8d35d2e2bf69619846161f5d5b718", 486_755),
    "mbpp-d": ("ad6c497b5b655bdf0bb6ffd70d2f9c62baf094447f83cde424f8a8c27fe67e2b", 305_763),
    "mbpp-go": ("907fd563ab2389a3f416e8ded356302c68d024fe9eff43187d4ebe0c6d6f509c", 488_487),
    "mbpp-java": ("7850ff178467f6deb06054d3124f8716e93a085a60cbf744ac10f92d6181793a", 492_251),
    "mbpp-jl": ("871396c42881f6d284ed2df9d1764609f3e644ab6cfd48349db40a263dc7e82b", 307_735),
    "mbpp-js": ("b8fbdeda7b0cd0f678cfb72a0a2a52ee15cc0ab6bd877b9a2e2575e2d51a21f7", 335_460),
    "mbpp-lua": ("f4130e8ff4dc368ff6178e6e18258da14d68b4ca29be74d594f2a217f24d7206", 337_777),
    "mbpp-php": ("855a492cf7d0cb4e4404cf85f54d6fd5676c572517cf26126e130ba5f36d6f4d", 390_886),
    "mbpp-pl": ("4d43a77aa232596f9251cae5a8e490b3c9114c9185778b562d2e4b1e092bdfd2", 404_532),
    "mbpp-py": ("3dec363b2045e0e0b2daa83cda8af47e425f539749f1d2b3e5685727fd949bfb", 332_215),
    "mbpp-r": ("519d02d0d282aabdf3a9764a72d2d2bdbb6a3e5642c745c012ceba95acd076ce", 325_113),
    "mbpp-rb": ("fa54eac3855c786245177b8ec8b697ddfc547a4db57d5ce0f24c0306e53675c6", 345_607),
    "mbpp-rkt": ("a63d4babbe98f1bea5cfa15c1822434e89c87e5d316f1a07d2883acdb76fa2ca", 348_453),
    "mbpp-rs": ("4cdc793ba56561d2c30246113ee975c04a8c14b9a6d6c4e36f5bd987264ccd62", 279_361),
    "mbpp-scala": ("501c4509f809f4f3ecbcb04287a8df318525c4327905374e9396aecd3173f21d", 401_693),
    "mbpp-sh": ("e797d5a82b654675e2bb6dd756a0f41cdcce2733215d9b80a6d6881eee796e00", 291_030),
    "mbpp-swift": ("997ae308fd92e82c5d6ad452d1159c6250a49c1b4913b9c9fce7e22084524121", 391_401),
    "mbpp-ts": ("4dced3586f4ecb15e9652a634366b09a78584c407baa8591e0b0cdd34a65e122", 343_213),
}
"""SHA-256 and size of the file."""
ERRATA: dict[str, str] = {}
MULTIPL_E = Family(
    "multipl-e",
    "HumanEval and MBPP translated into 19 languages, prompts and tests (Cassano et al. 2022)",
    _read,
    aliases=("nuprl/MultiPL-E",),
    variants=_files(),
    versions={digest: "reworded" for digest, _ in _SUMS.values()},
    recognises=_recognises,
    fields=("name", "language", "prompt", "tests", "stop_tokens"),
    limits=LIMITS,
)

FAMILIES = (MULTIPL_E,)
