"""Perl: all that Assay knows about it."""

from __future__ import annotations

from assay.languages.base import Language
from assay.languages.running import Recipe, ToolchainFacts

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
)
