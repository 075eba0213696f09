"""Interpreters are found on the PATH, under pyenv or with uv; one that is missing or broken is named."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from assay.repositories.faults import MissingInterpreter
from assay.repositories.interpreters import find

OWN = f"{sys.version_info.major}.{sys.version_info.minor}"


def script(file: Path, *lines: str) -> Path:
    """Make a command that says these lines, whatever it is asked."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("#!/bin/sh\n" + "".join(f"echo '{line}'\n" for line in lines))
    file.chmod(0o755)
    return file


def test_the_python_that_runs_this_is_found_as_the_one_below_its_environment(tmp_path: Path) -> None:
    found = find(OWN, path="", pyenv=tmp_path)

    prefix = subprocess.run(
        [found, "-c", "import sys; print(sys.prefix == sys.base_prefix, *sys.version_info[:2], sep='.')"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert prefix.stdout.strip() == f"True.{OWN}"


def test_a_missing_interpreter_is_named_with_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(MissingInterpreter, match=r"Python 3\.99 is not on this machine.*`pyenv install 3\.99`"):
        find("3.99", path=str(tmp_path), pyenv=tmp_path)


def test_the_newest_of_pyenv_that_works_is_taken(tmp_path: Path) -> None:
    for patch in ("2", "9", "10"):
        script(tmp_path / "versions" / f"3.99.{patch}" / "bin" / "python3.99", "3.99", f"/the/{patch}")
    script(tmp_path / "versions" / "3.99.11" / "bin" / "python3.99", "broken")

    assert find("3.99", path="", pyenv=tmp_path) == Path("/the/10")


def test_a_command_of_another_version_on_the_path_is_passed_over_and_uv_is_asked(tmp_path: Path) -> None:
    script(tmp_path / "bin" / "python3.98", "3.97", "/wrong")
    right = script(tmp_path / "uv-made", "3.98", "/right")
    script(tmp_path / "bin" / "uv", str(right))

    assert find("3.98", path=str(tmp_path / "bin"), pyenv=tmp_path) == Path("/right")
