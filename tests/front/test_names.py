"""What `import assay` offers: few names, all of them documented, none loaded before it is used."""

from __future__ import annotations

import ast
import inspect
import json
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import assay

ROOT = Path(__file__).parents[2]
WANTED = {
    "evaluate", "judge", "Problem", "Case", "Cases", "Suite", "Candidate", "Limits", "Verdict", "Trial", "pass_at_k",
    "codebleu", "compare", "evaluate_quality", "computational_accuracy", "open_store", "load_benchmark", "aevaluate",
    "ajudge",
}  # fmt: skip


def test_there_are_some_twenty_names_and_all_that_is_promised() -> None:
    assert set(assay.__all__) >= WANTED
    assert len(assay.__all__) < 40  # statistics and reports of runs are at the door as well as what makes runs
    assert set(assay.__all__) <= set(dir(assay))


@pytest.mark.parametrize("name", assay.__all__)
def test_a_name_is_documented_and_is_no_part_of_the_package(name: str) -> None:
    found = getattr(assay, name)

    assert (inspect.getdoc(found) or "").strip()
    assert name not in {module.name for module in pkgutil.iter_modules(assay.__path__)}


def test_a_type_checker_sees_the_same_names() -> None:
    tree = ast.parse(Path(str(assay.__file__)).read_text("utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If) and isinstance(node.test, ast.Name)]
    seen = {
        alias.asname: f"{node.module}.{alias.name}"
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }

    assert sorted(map(str, seen)) == sorted(assay.__all__)
    assert {name: f"{assay._HOMES[name]}.{name}" for name in assay.__all__} == seen


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'assay' has no attribute 'evalute'"):
        getattr(assay, "evalute")  # noqa: B009  # a type checker knows better


def test_importing_the_front_door_loads_nothing_behind_it() -> None:
    script = "import assay, json, sys; print(json.dumps([name for name in sys.modules if name.startswith('assay')]))"
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)

    assert json.loads(done.stdout) == ["assay"]
