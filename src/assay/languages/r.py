"""R: how its programs and tests in it are run."""

from __future__ import annotations

from assay.languages.base import Language
from assay.languages.running import Recipe, ToolchainFacts
from assay.languages.script_suites import driven
from assay.languages.suites import SuiteRules
from assay.records import MIB

LANGUAGE = Language(
    name="r",
    title="R",
    rank=19,
    suffixes=(".r",),
    hash_comments=True,
    toolchain=ToolchainFacts(("Rscript",), ("--version",), "apt install r-base-core"),
    recipe=Recipe(
        file="main.R",
        run=("{tool}", "--vanilla", "{file}"),
        runtime_bytes=64 * MIB,
        open_files=256,
        crash="^Error",
        exhausted="^Error: cannot allocate vector",
        read=("/etc/R",),
    ),
    suite=SuiteRules(program=driven(".R", ("{tool}", "--vanilla")), assertion=r"^Error.* is not TRUE|is not TRUE$"),
)
