"""docs/python.md says the truth: its examples run, in their order, in an empty folder."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import assay
from assay.choices import OPTIONS

PAGE = Path(__file__).parents[2] / "docs" / "python.md"


def test_the_examples_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    results = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")

    assert results.attempted > 25
    assert results.failed == 0


def test_the_page_names_what_there_is() -> None:
    text = PAGE.read_text("utf-8")
    (listed,) = re.findall(r"are arguments: (.*?) and so on", text, re.DOTALL)

    assert [name for name in assay.__all__ if name not in text] == []
    assert set(re.findall(r"`(\w+)", listed)) <= set(OPTIONS)
