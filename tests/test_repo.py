"""The repository keeps its own promises: its pages name what exists, and nothing ties it to one machine."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer.main

from assay.cli.main import app

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "assay"

REGISTRY_HOSTS = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("crates", "io"),
        ("rubygems", "org"),
        ("maven", "org"),
        ("anaconda", "org"),
    )
)
MACHINE_PATH = re.compile(r"(?<![\w.$}/-])/(?:root|work|home/(?!<|\{)\w+)(?![\w-])")
ON_PURPOSE = (
    "tests/hostile/",
    "tests/sandbox/",
    "tests/judges/",
    "tests/test_repo.py",
    "src/assay/sandbox/guest/namespaces.py",
)
"""Where folders are named that a candidate must not be able to read."""


def files() -> dict[str, str]:
    """Every text file that is tracked, or would be."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout, so nobody knows which files are tracked")
    names = [os.fsdecode(name) for name in listed.stdout.split(b"\0") if name]
    contents = {}
    for name in names:
        data = (ROOT / name).read_bytes() if (ROOT / name).is_file() else b"\0"
        if b"\0" not in data:
            contents[name] = data.decode("utf-8", "replace")
    return contents


def test_no_file_names_the_host_of_a_package_registry() -> None:
    named = [(name, host) for name, text in files().items() for host in REGISTRY_HOSTS if host in text]

    assert named == []


def test_no_file_names_a_folder_of_one_machine() -> None:
    named = [
        (name, match[0])
        for name, text in files().items()
        if not name.startswith(ON_PURPOSE)
        for match in MACHINE_PATH.finditer(text)
    ]

    assert named == []


@pytest.mark.parametrize("text", ["/root/x", "see /work", "'/home/ann/lib'", "=/root"])
def test_a_folder_of_one_machine_is_recognised(text: str) -> None:
    assert MACHINE_PATH.search(text)


@pytest.mark.parametrize(
    "text", ["/home", "chroot/work", "/workers", "a/root", "/home/<user>", "$HOME/work", "/root-x"]
)
def test_other_paths_are_left_alone(text: str) -> None:
    assert not MACHINE_PATH.search(text)


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z][a-z0-9-]*):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", ".ci/run"])
def test_every_make_command_of_a_page_is_a_target(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    commands = set(re.findall(r"(?:^|[`\n])make ([a-z][a-z0-9-]*)", text))

    assert commands
    assert commands - make_targets() == set()


def test_the_readme_shows_the_first_commands() -> None:
    text = (ROOT / "README.md").read_text("utf-8")

    assert [command for command in ("make demo", "make test", "assay doctor") if command not in text] == []


def test_every_assay_command_of_the_readme_exists() -> None:
    known = set(vars(typer.main.get_command(app))["commands"])
    text = (ROOT / "README.md").read_text("utf-8")
    named = re.findall(r"(?:^|`)(?:\.venv/bin/)?assay ([a-z][a-z-]*)", text, re.MULTILINE)

    assert named
    assert set(named) - known == set()


def test_the_help_of_make_lists_every_target() -> None:
    shown = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout

    assert set(re.findall(r"^  ([a-z0-9-]+)", shown, re.MULTILINE)) == make_targets()


@pytest.mark.parametrize("page", sorted(path.name for path in ROOT.glob("*.md")))
def test_every_link_of_a_page_leads_to_a_file(page: str) -> None:
    links = re.findall(r"\]\((?!https?://|#)([^)#]+)", (ROOT / page).read_text("utf-8"))

    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_module_is_named_in_the_architecture() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    modules = [path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py") if path.name != "__init__.py"]

    assert [module for module in sorted(modules) if f"`{module}`" not in text] == []


def test_every_module_that_the_architecture_names_exists() -> None:
    named = re.findall(r"`([a-z_/]+\.py)`", (ROOT / "ARCHITECTURE.md").read_text("utf-8"))

    assert named
    assert [module for module in named if not (PACKAGE / module).exists() and not (ROOT / module).exists()] == []


def documented() -> list[str]:
    """Modules whose docstrings show an example."""
    return [
        ".".join(("assay", *path.relative_to(PACKAGE).with_suffix("").parts))
        for path in sorted(PACKAGE.rglob("*.py"))
        if "    >>> " in path.read_text("utf-8")
    ]


@pytest.mark.parametrize("module", documented())
def test_the_examples_of_a_module_say_the_truth(module: str) -> None:
    results = doctest.testmod(importlib.import_module(module))

    assert results.attempted
    assert results.failed == 0


def test_the_example_of_the_readme_runs_and_says_what_the_readme_says() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    promised = re.findall(r"^ *print\(.*\)  # (.*)$", example, re.MULTILINE)

    done = subprocess.run(
        [sys.executable, "-c", example],
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=True,
    )

    assert promised
    assert done.stdout.splitlines() == promised
