"""docs/solving.md says the truth: its examples run, and it names every strategy and every way to choose."""

from __future__ import annotations

import doctest
from pathlib import Path

from assay import solvers
from assay.solvers.strategies.choosing import SELECTIONS

PAGE = Path(__file__).parents[2] / "docs" / "solving.md"


def test_the_examples_of_the_page_run() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")

    assert results.attempted > 15
    assert results.failed == 0


def test_the_page_names_what_there_is() -> None:
    text = PAGE.read_text("utf-8")

    assert [name for name in ("Once", "Repeat", "Verify", "Refine", "Ensemble") if name not in solvers.__all__] == []
    assert [name for name in SELECTIONS if f"| `{name}` |" not in text] == []
