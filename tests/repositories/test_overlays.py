"""Overlays: what a recipe's commands and a wheel's compiled files add to a tree, made in the sandbox and kept."""

from __future__ import annotations

import importlib.util
import io
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from assay.repositories.archives import Entry, read_archive, write_archive
from assay.repositories.environments import Environment
from assay.repositories.faults import BuildFailed
from assay.repositories.overlays import overlay_of
from assay.repositories.recipes import CompiledFiles, EnvironmentRecipe
from assay.sandbox.artefacts import ArtefactCache
from assay.sandbox.interpreters import interpreter
from assay.sandbox.warm import WarmPython
from tests.granted import programs

SETUP = b"""
import os
from setuptools import setup
setup(name="tiny", version=os.environ["TINY_VERSION"], package_dir={"": "src"}, packages=["tiny"],
      entry_points={"console_scripts": ["tiny=tiny:main"]})
"""
TREE = write_archive([Entry("setup.py", SETUP), Entry("src/tiny/__init__.py", b"def main(): pass\n")])
EGG_INFO = ("python", "setup.py", "-q", "egg_info")


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with programs() as made:
        yield made


@pytest.fixture
def cache(tmp_path: Path) -> ArtefactCache:
    return ArtefactCache(tmp_path / "cache")


def environment(recipe: EnvironmentRecipe, wheel: Path | None = None) -> Environment:
    """An environment of the Python that runs the tests."""
    return Environment(recipe, "0" * 24, Path("/nowhere"), sys.executable, interpreter().read, wheel)


def recipe(*commands: tuple[str, ...]) -> EnvironmentRecipe:
    variables = (("TINY_VERSION", "1.2.3"),)
    return EnvironmentRecipe("tiny", "me/tiny", "3", ("1",), install=commands, path=("src",), variables=variables)


def laid(made: bytes) -> dict[str, bytes]:
    return {path: entry.data for path, entry in read_archive(made, "overlay").items()}


def test_metadata_of_a_setuptools_project_is_laid_over_its_tree(sandbox: WarmPython, cache: ArtefactCache) -> None:
    if importlib.util.find_spec("setuptools") is None:
        pytest.skip("the Python that runs the tests has no setuptools")
    wanted = recipe(EGG_INFO)

    files = laid(overlay_of(sandbox, wanted, environment(wanted), TREE, cache))

    assert {path.rpartition("/")[0] for path in files} == {"src/tiny.egg-info"}
    assert b"\nVersion: 1.2.3\n" in files["src/tiny.egg-info/PKG-INFO"]
    assert b"tiny = tiny:main" in files["src/tiny.egg-info/entry_points.txt"]


def test_only_what_commands_add_or_change_is_in_an_overlay_and_it_is_kept(
    sandbox: WarmPython, cache: ArtefactCache
) -> None:
    script = (
        "import os, tiny; open('src/tiny/__init__.py', 'a').write('x = 1\\n'); open('new', 'w').write(os.getcwd()[-4:])"
    )
    wanted = recipe(("python", "-c", script))

    made = overlay_of(sandbox, wanted, environment(wanted), TREE, cache)

    assert laid(made) == {"new": b"tree", "src/tiny/__init__.py": b"def main(): pass\nx = 1\n"}
    other = replace(wanted, install=(("python", "-c", "raise SystemExit('again')"),))
    assert overlay_of(sandbox, wanted, environment(wanted), TREE, cache) == made
    with pytest.raises(BuildFailed, match="again"):
        overlay_of(sandbox, other, environment(other), TREE, cache)


def test_a_recipe_that_does_nothing_has_no_overlay(sandbox: WarmPython, cache: ArtefactCache) -> None:
    assert overlay_of(sandbox, recipe(), environment(recipe()), TREE, cache) == b""


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("python", "-c", "print('no such thing'); raise SystemExit(3)"), "ended with status 3: no such thing"),
        (("assay-has-no-such-command",), "assay-has-no-such-command: cannot be started"),
        (("python", "-c", "import time; time.sleep(60)"), "did not end within 0.5 s"),
        (("python", "-c", "import socket; socket.create_connection(('192.0.2.1', 80), 5)"), "ended with status 1"),
    ],
)
def test_a_command_that_fails_says_why_and_reaches_nothing(
    sandbox: WarmPython, cache: ArtefactCache, command: tuple[str, ...], message: str
) -> None:
    wanted = replace(recipe(command), install_seconds=0.5 if "sleep" in command[-1] else 60.0)

    with pytest.raises(BuildFailed, match=f"^tiny: its commands could not be run in the tree: .*{message}"):
        overlay_of(sandbox, wanted, environment(wanted), TREE, cache)


def test_links_that_commands_leave_are_not_laid_over_a_tree(sandbox: WarmPython, cache: ArtefactCache) -> None:
    script = "import os; os.symlink('/etc/passwd', 'l'); os.link('setup.py', 'h')"
    wanted = recipe(("python", "-c", script))

    files = laid(overlay_of(sandbox, wanted, environment(wanted), TREE, cache))

    assert files == {"h": SETUP, "setup.py": SETUP}


def wheel(file: Path, files: dict[str, bytes]) -> Path:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    file.write_bytes(buffer.getvalue())
    return file


def test_compiled_files_of_a_wheel_go_where_the_recipe_says(
    sandbox: WarmPython, cache: ArtefactCache, tmp_path: Path
) -> None:
    files = {
        "tiny/_fast.so": b"\x7fELF",
        "tiny.libs/libdeep-3300acd3.so.1.0.0": b"\x7fELF",
        "tiny/_version.py": b"v = 1",
        "tiny/__init__.py": b"released",
        "tiny/some.so.txt": b"text",
    }
    made = wheel(tmp_path / "tiny.whl", files)
    compiled = CompiledFiles("tiny==1.0", "lib", ("tiny/_version.py",))
    wanted = replace(recipe(), compiled=compiled)

    assert laid(overlay_of(sandbox, wanted, environment(wanted, made), TREE, cache)) == {
        "lib/tiny/_fast.so": b"\x7fELF",
        "lib/tiny.libs/libdeep-3300acd3.so.1.0.0": b"\x7fELF",
        "lib/tiny/_version.py": b"v = 1",
    }


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"tiny/__init__.py": b""}, "tiny.whl holds no compiled files"),
        ({"../../up.so": b""}, "'../../up.so' is not a path inside the tree"),
        (None, "the wheel tiny==1.0 is not in its environment; `assay env build tiny`"),
    ],
)
def test_a_wheel_that_does_not_fit_is_named(
    sandbox: WarmPython, cache: ArtefactCache, tmp_path: Path, files: dict[str, bytes] | None, message: str
) -> None:
    made = wheel(tmp_path / "tiny.whl", files) if files is not None else None
    wanted = replace(recipe(), compiled=CompiledFiles("tiny==1.0"))

    with pytest.raises(BuildFailed) as error:
        overlay_of(sandbox, wanted, environment(wanted, made), TREE, cache)

    assert message in str(error.value)
