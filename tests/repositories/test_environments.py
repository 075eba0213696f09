"""Environments: built from wheels by real processes, killed in between, two at once, then checked and removed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

from assay.repositories import interpreters
from assay.repositories.environments import STAMP, Cleaned, Environments
from assay.repositories.faults import BuildFailed, MissingInterpreter
from assay.repositories.recipes import EnvironmentRecipe, read_folder
from tests.granted import programs

OWN = f"{sys.version_info.major}.{sys.version_info.minor}"
RECIPES = f"""
repository = "me/tiny"

[[recipe]]
name = "tiny-1"
versions = ["1.0"]
python = "{OWN}"
packages = ["Tiny_Thing==1.0"]

[[recipe]]
name = "tiny-future"
versions = ["2.0"]
python = "3.99"
"""


class Place:
    """A cache folder with one wheel in its wheelhouse, and a folder with two recipes: one can be built, one cannot."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "cache" / "environments"
        self.recipes = folder / "recipes"
        self.recipes.mkdir()
        (self.recipes / "tiny.toml").write_text(RECIPES, encoding="utf-8")
        wheelhouse = self.folder / "wheels" / OWN
        wheelhouse.mkdir(parents=True)
        write_wheel(wheelhouse / "tiny_thing-1.0-py3-none-any.whl")
        # Nothing but wheels that are there already: whatever pip asked for would have to come from nowhere.
        self.variables = {
            **os.environ,
            "ASSAY_CACHE": str(folder / "cache"),
            "ASSAY_RECIPES": str(self.recipes),
            "PIP_NO_INDEX": "1",
        }

    @property
    def recipe(self) -> EnvironmentRecipe:
        return read_folder(self.recipes)[0]

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Start `assay env` with these words, in a process group of its own."""
        return subprocess.Popen(
            [sys.executable, "-m", "assay", "env", *words],
            env=self.variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def ask(self, *words: str) -> tuple[int, Any, str]:  # Any: JSON
        """Return the exit code, the JSON object and what was said besides."""
        process = self.start(*words, "--json")
        out, err = process.communicate()
        return process.returncode, json.loads(out) if out else None, err

    def states(self) -> dict[str, str]:
        listed = self.ask("list", "me/tiny")[1]
        return {one["recipe"]: one["state"] for one in listed["environments"]}


def write_wheel(file: Path) -> None:
    folder = "tiny_thing-1.0.dist-info"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("tiny_thing.py", "answer = 42\n")
        archive.writestr(f"{folder}/METADATA", "Metadata-Version: 2.1\nName: tiny-thing\nVersion: 1.0\n")
        archive.writestr(f"{folder}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{folder}/RECORD", "")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    try:
        interpreters.find(OWN)
    except MissingInterpreter as error:
        pytest.skip(str(error))
    return Place(tmp_path_factory.mktemp("environments"))


@pytest.fixture(scope="module")
def killed(place: Place) -> dict[str, str]:
    """How the recipes stand after a build that was killed in the middle."""
    process = place.start("build", "tiny-1")
    assert process.stderr is not None
    for line in process.stderr:
        if "installing" in line:
            break
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    return place.states()


@pytest.fixture(scope="module")
def two(place: Place, killed: dict[str, str]) -> list[tuple[int, str]]:
    """The exit codes and words of two processes that build the same environment at once."""
    both = [place.start("build", "tiny-1"), place.start("build", "tiny-1")]
    said = [process.communicate()[1] for process in both]
    return list(zip([process.returncode for process in both], said, strict=True))


def test_a_build_that_was_killed_is_not_taken_for_finished(killed: dict[str, str]) -> None:
    assert killed == {"tiny-1": "not built", "tiny-future": "no Python"}


def test_of_two_processes_that_build_at_once_one_builds_and_both_have_it(
    place: Place, two: list[tuple[int, str]]
) -> None:
    assert [code for code, _ in two] == [0, 0]
    assert sum("making an environment" in said for _, said in two) == 1
    assert place.states()["tiny-1"] == "built"


@pytest.mark.usefixtures("two")
def test_what_was_built_runs_in_the_sandbox_and_has_its_packages(place: Place) -> None:
    environment = Environments(place.folder).get(place.recipe)

    done = subprocess.run([environment.python, "-c", "import tiny_thing as t; print(t.answer)"], capture_output=True)
    assert done.stdout == b"42\n"
    with programs():
        code, found, _ = place.ask("check", "tiny-1")
    assert (code, [one["state"] for one in found["environments"]]) == (0, ["whole"])


@pytest.mark.usefixtures("two")
def test_an_environment_is_shared_by_recipes_of_the_same_content(place: Place) -> None:
    kept = Environments(place.folder)
    other = EnvironmentRecipe("other", "you/yours", OWN, ("9",), packages=place.recipe.packages)
    different = EnvironmentRecipe("other", "you/yours", OWN, ("9",), packages=("tiny-thing==2.0",))

    assert kept.get(other).folder == kept.get(place.recipe).folder
    assert kept.built(different) is None
    assert [(one.packages, one.size_bytes > 0) for one in kept.all()] == [(place.recipe.packages, True)]


@pytest.mark.usefixtures("two")
def test_what_is_damaged_is_named(place: Place) -> None:
    kept = Environments(place.folder)
    environment = kept.get(place.recipe)
    (info,) = environment.folder.glob("venv/lib/python*/site-packages/tiny_thing-1.0.dist-info")
    info.rename(info.with_name("away"))
    try:
        assert kept.check(environment) == ("Tiny_Thing==1.0 is not installed",)
        code, found, _ = place.ask("check", "tiny-1")
        assert (code, found["environments"][0]["wrong"]) == (1, ["Tiny_Thing==1.0 is not installed"])
    finally:
        info.with_name("away").rename(info)


@pytest.mark.usefixtures("two")
def test_what_is_in_use_is_not_removed(place: Place) -> None:
    using = Environments(place.folder)
    using.get(place.recipe)

    found = place.ask("clean", "tiny-1")[1]

    assert (found["removed"], found["stayed"]) == (0, 1)
    assert using.check(using.get(place.recipe)) == ()


@pytest.mark.usefixtures("two")
def test_cleaning_removes_what_was_left_unfinished_and_what_is_named(place: Place) -> None:
    unfinished = place.folder / ("0" * 24)
    (unfinished / "venv").mkdir(parents=True)

    assert place.ask("clean")[1]["removed"] == 1
    assert place.states()["tiny-1"] == "built"
    assert not unfinished.exists()
    assert place.ask("clean", "tiny-1")[1]["removed"] == 1
    assert place.states()["tiny-1"] == "not built"


def test_a_command_that_outlives_its_build_keeps_others_away(place: Place) -> None:
    kept = Environments(place.folder)
    process = place.start("build", "tiny-1")
    while not list(place.folder.glob("*/venv/bin")):
        time.sleep(0.01)
    process.kill()
    process.communicate()

    assert kept.clean(()) == Cleaned(0, 1, 0)
    os.killpg(process.pid, signal.SIGKILL)
    while kept.clean(()).stayed:
        time.sleep(0.01)


@pytest.mark.usefixtures("two")
def test_wheels_that_no_recipe_names_are_removed(place: Place) -> None:
    wheelhouse = place.folder / "wheels" / OWN
    write_wheel(wheelhouse / "old_thing-1.0-py3-none-any.whl")
    given_up, begun = wheelhouse / ".new-given-up", wheelhouse / ".new-begun"
    given_up.mkdir()
    os.utime(given_up, (0, 0))
    begun.mkdir()

    assert place.ask("clean")[1]["freed_bytes"] > 0
    assert sorted(path.name for path in wheelhouse.iterdir()) == [".new-begun", "tiny_thing-1.0-py3-none-any.whl"]


def test_a_missing_interpreter_is_named_by_the_command(place: Place) -> None:
    code, found, _ = place.ask("build", "tiny-future")

    assert code == 3
    assert found["environments"][0]["state"] == "no Python"
    assert found["environments"][0]["why"].startswith("Python 3.99 is not on this machine")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["build"], "assay: say which environments to build"),
        (["build", "tiny-i"], "assay: No recipe is named 'tiny-i'. Did you mean 'tiny-1'?"),
        (["clean", "tiny-1", "--all"], "assay: --all: removes everything"),
    ],
)
def test_what_makes_no_sense_is_said(place: Place, words: list[str], message: str) -> None:
    process = place.start(*words)

    assert process.communicate()[1].startswith(message)
    assert process.returncode == 2


@pytest.mark.slow
def test_a_package_without_a_wheel_fails_the_build_and_leaves_nothing_finished(tmp_path: Path, place: Place) -> None:
    recipe = EnvironmentRecipe("none", "me/none", OWN, ("1",), packages=("assay-has-no-such-package==1.0",))
    kept = Environments(tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PIP_NO_INDEX", "1")
        patch.setenv("PIP_FIND_LINKS", str(tmp_path))
        with pytest.raises(BuildFailed, match=r"^none: .*assay-has-no-such-package"):
            kept.get(recipe)

    assert (kept.all(), list(tmp_path.glob(f"*/{STAMP}"))) == ((), [])
