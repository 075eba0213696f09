"""docs/equivalence.md is true: its examples run, and its table of the grammar is that of the module."""

from __future__ import annotations

import doctest
from pathlib import Path

from assay.probes.inputs import grammar

PAGE = Path(__file__).parents[2] / "docs" / "equivalence.md"


def test_the_examples_of_the_page_run() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)

    assert tried >= 5
    assert failed == 0


def test_the_page_and_the_module_name_the_same_parts() -> None:
    documented = grammar.__doc__ or ""
    parts = [line.split("|")[1] for line in documented.splitlines() if line.startswith("| `")]

    assert len(parts) == 9
    assert [part for part in parts if part not in PAGE.read_text("utf-8")] == []
