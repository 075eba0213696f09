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

import assay
from assay.choices import ALL_METRICS, OPTIONS
from assay.cli.main import app

PAGE = Path(__file__).parents[1].joinpath("docs", "names.md").read_text("utf-8")
HERE, TO_COME = PAGE.split("## To come")
ENTRIES = sorted(set(re.findall(r"^\| .+? \| `([^`]+)` \|", HERE, re.MULTILINE)))
DEFINED = re.compile(r"^ *(?:async )?(?:class|def) ([A-Za-z]\w*)", re.MULTILINE)
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
    options = [one.__annotations__ for name in several for one in get_args(get_type_hints(function)[name])]
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


def simple(name: str) -> str:
    """Return a name without what people write in different ways."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


@cache
def public_names() -> frozenset[str]:
    """Return every public module, class, function and method of the package, and every command, as `simple` has it."""
    place = Path(assay.__file__).parent
    found = {*typer.main.get_command(app).commands}  # type: ignore[attr-defined]  # it is a group
    for module in place.rglob("*.py"):
        found |= {module.stem, *DEFINED.findall(module.read_text("utf-8"))}
    return frozenset(simple(name) for name in found if not name.startswith("_"))


def exists(entry: str) -> bool:
    """Whether something that the documents name can be found in the package by that name."""
    return simple(entry) in public_names()


def test_what_is_to_come_cannot_be_found_in_the_package() -> None:
    rows = re.findall(r"^\| (.+?) \| .+ \|$", TO_COME, re.MULTILINE)[1:]
    coming = [word for row in rows for word in re.split(r"[,()]", row) if simple(word)]

    assert coming
    assert [word for word in coming if exists(word)] == []


@pytest.mark.parametrize("entry", ["`AccuracyMonitor`", "`log_result`", "APPS", "SWE-bench", "`accuracy_trend`"])
def test_what_is_here_would_be_found_among_what_is_to_come(entry: str) -> None:
    assert exists(entry)
