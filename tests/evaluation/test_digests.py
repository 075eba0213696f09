"""What decides a verdict of a repository task besides the task itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.evaluation.digests import Keys
from assay.records import Candidate, Problem, Repository
from assay.spec import Judging, Machine

TASK = Problem("shop-1", Repository("me/shop", "4f2c9a1", "", ("t.py::test_a",), files=("t.py",), version="2.0"))
RECIPE = """
repository = "me/shop"

[[recipe]]
name = "{name}"
versions = ["2.0"]
python = "3.11"
packages = ["pytest=={pytest}"]
"""


def key_with(monkeypatch: pytest.MonkeyPatch, folder: Path, name: str, pytest_version: str) -> str:
    """Return the key of a candidate where the repository has that recipe."""
    (folder / "shop.toml").write_text(RECIPE.format(name=name, pytest=pytest_version), encoding="utf-8")
    monkeypatch.setenv("ASSAY_RECIPES", str(folder))
    return Keys(Judging(judge="repository"), Machine("full", "3.11.7")).key(TASK, Candidate("diff"))


def test_a_recipe_that_installs_something_else_is_another_key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first = key_with(monkeypatch, tmp_path, "shop-2", "8.3.5")

    assert key_with(monkeypatch, tmp_path, "another-name", "8.3.5") == first
    assert key_with(monkeypatch, tmp_path, "shop-2", "8.3.4") != first


def test_a_task_without_a_recipe_has_a_key() -> None:
    assert Keys(Judging(judge="repository"), Machine("full", "3.11.7")).key(TASK, Candidate("diff"))
