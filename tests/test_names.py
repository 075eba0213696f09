"""docs/names.md is true: whatever it says is here, is here; what is to come is not promised by two tables."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
import typer.main

from assay.choices import ALL_METRICS, OPTIONS
from assay.cli.main import app

PAGE = Path(__file__).parents[1].joinpath("docs", "names.md").read_text("utf-8")
HERE, TO_COME = PAGE.split("## To come")
ENTRIES = sorted(set(re.findall(r"^\| .+? \| `([^`]+)` \|", HERE, re.MULTILINE)))
DOCUMENTED = ("Accuracy", "Metrics", "Computational accuracy", "Quality")


@cache
def found(path: str) -> Any:  # Any: whatever the path leads to
    """The module, class, function or attribute at a dotted path."""
    parts = path.split(".")
    for split in range(len(parts), 0, -1):
        try:
            place: Any = importlib.import_module(".".join(parts[:split]))  # Any: see above
        except ModuleNotFoundError:
            continue
        for name in parts[split:]:
            place = getattr(place, name)
        return place
    raise ModuleNotFoundError(path)


@cache
def called(path: str) -> Any:  # Any: the mapping that a function returns
    """What one of the documents' functions returns for a small example."""
    examples: dict[str, Callable[[Any], Any]] = {
        "assay.ca.evaluate_ca": lambda function: function("print(1)", "print(1)"),
        "assay.ca.run_ca_benchmark": _run_on_two_folders,
        "assay.metrics.codebleu.evaluate_codebleu": lambda function: function("x = 1", "x = 1", "python"),
    }
    return examples[path](found(path))


def _run_on_two_folders(function: Any) -> Any:  # Any: the function of the documents
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        for side in ("truth", "new"):
            Path(folder, side).mkdir()
            Path(folder, side, "a.py").write_text("print(1)")
        return function(Path(folder, "truth"), Path(folder, "new"), cache_folder=folder, workers=1)


def is_here(entry: str) -> bool:
    """Whether an entry of the page leads to something; the forms are those that the page names."""
    if entry.startswith("["):
        return entry.strip("[]") in {ALL_METRICS, *(option.file_key for option in OPTIONS.values())}
    if " " in entry:
        _, command, flag = entry.split()
        parameters = typer.main.get_command(app).commands[command].params  # type: ignore[attr-defined]  # it is a group
        return any(flag in parameter.opts for parameter in parameters)
    path, bracket, rest = re.fullmatch(r"([\w.]+)(?:(\()(.*))?", entry).groups()  # type: ignore[union-attr]  # every other entry is such a path
    if not bracket:
        return found(path) is not None
    if rest.startswith(")"):
        value = called(path)
        for key in re.findall(r'\["(\w+)"\]', rest):
            value = value[key]
        return True
    return rest.rstrip(")") in arguments(found(path))


def arguments(function: Any) -> set[str]:  # Any: a function or a class
    """The names of all arguments, with those of a typed dictionary of options."""
    parameters = inspect.signature(function).parameters
    several = [one.name for one in parameters.values() if one.kind is inspect.Parameter.VAR_KEYWORD]
    options = [get_args(get_type_hints(function)[name])[0].__annotations__ for name in several]
    return {*parameters}.union(*options)


def test_there_is_a_table_for_each_document() -> None:
    assert re.findall(r"^## (.+)$", HERE, re.MULTILINE) == list(DOCUMENTED)
    assert len(ENTRIES) > 120


def test_every_row_has_an_entry_that_can_be_held() -> None:
    rows = [line for line in HERE.splitlines() if line.startswith("| ") and not line.startswith("| there")]

    assert [row for row in rows if not re.match(r"\| .+? \| `[^`]+` \|", row)] == []


@pytest.mark.parametrize("entry", ENTRIES)
def test_what_the_page_names_is_here(entry: str) -> None:
    assert is_here(entry)


def test_what_is_to_come_is_not_said_to_be_here() -> None:
    coming = set(re.findall(r"`([A-Za-z_]+)`", TO_COME))
    classes = {name for name in coming if name[0].isupper() or "_" in name}
    said_here = {entry.rpartition(".")[2] for entry in ENTRIES}

    assert {"AccuracyMonitor", "log_result"} <= classes
    assert classes & said_here == set()
