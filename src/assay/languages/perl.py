"""Perl: all that Assay knows about it."""

from __future__ import annotations

from assay.languages.base import Language
from assay.languages.running import Recipe, ToolchainFacts
from assay.languages.script_suites import driven
from assay.languages.suites import Preparation, SuiteRules


def module(name: str, source: str) -> Preparation:
    """Return the need for a module of Perl."""
    return Preparation(("{tool}", f"-M{name}", "-e", "1"), name, source)


LANGUAGE = Language(
    name="perl",
    title="Perl",
    rank=11,
    suffixes=(".pl",),
    toolchain=ToolchainFacts(("perl",), ("-e", "print $^V"), "apt install perl"),
    recipe=Recipe(
        file="main.pl",
        run=("{tool}", "{file}"),
        crash=r" at \S+ line \d+[.,]|^Out of memory",
        exhausted="^Out of memory",
    ),
    suite=SuiteRules(
        program=driven(
            ".pl",
            ("{tool}",),
            libraries=(
                ("Test::Deep", module("Test::Deep", "apt install libtest-deep-perl")),
                ("Data::Compare", module("Data::Compare", "apt install libdata-compare-perl")),
            ),
        ),
        assertion=r"^Exception -- test case \d+ did not pass|^a test failed$",
    ),
)
