"""Recipes: ours fit every version of SWE-bench Lite once, a user's go before them, and what is wrong is named."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from assay.errors import InvalidValue
from assay.records import Repository
from assay.repositories.faults import NoRecipe
from assay.repositories.recipes import (
    FOLDERS_VARIABLE,
    OWN_FOLDER,
    CompiledFiles,
    EnvironmentRecipe,
    Runner,
    read_folder,
    read_recipes,
    recipe_for,
    recipes,
)

LITE = {
    "astropy/astropy": "4.3 5.1 5.2",
    "django/django": "3.0 3.1 3.2 4.0 4.1 4.2 5.0",
    "matplotlib/matplotlib": "3.3 3.5 3.6 3.7",
    "mwaskom/seaborn": "0.12 0.13",
    "pallets/flask": "2.0 2.3",
    "psf/requests": "0.14 2.3 2.4 2.7 2.10",
    "pydata/xarray": "0.12",
    "pylint-dev/pylint": "2.13 2.14 2.15",
    "pytest-dev/pytest": "4.4 4.5 4.6 5.0 5.2 5.4 6.0 6.3 7.0 8.0",
    "scikit-learn/scikit-learn": "0.20 0.21 0.22 1.3",
    "sphinx-doc/sphinx": "3.1 3.2 3.3 3.4 3.5 4.0 5.0 5.1 7.1",
    "sympy/sympy": "1.0 1.1 1.2 1.4 1.5 1.6 1.7 1.8 1.9 1.10 1.11 1.12 1.13",
}
"""The versions of SWE-bench Lite by repository; astropy 1.3 needs packages that have no wheels."""
WHOLE = """
repository = "me/mine"

[[recipe]]
name = "mine-1"
versions = ["1.0", "1.1"]
python = "3.9"
packages = ["numpy==1.25.2", "pytest[testing]==7.4.4"]
install = [["python", "setup.py", "-q", "egg_info"]]
install_seconds = "2min"
compiled = { wheel = "mine==1.0.1", folder = "lib", also = ["mine/_version.py"] }
path = ["src"]
variables = { LANG = "C" }
runner = "unittest"
arguments = ["--quiet"]
seconds = 60
memory = "1GiB"
"""


def check(repository: str = "me/mine", version: str = "1.0", environment: str = "") -> Repository:
    return Repository(repository, "0" * 40, "", ("t",), version=version, environment=environment)


def written(folder: Path, text: str, name: str = "mine.toml") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


@pytest.mark.parametrize(("repository", "version"), [(name, one) for name in LITE for one in LITE[name].split()])
def test_every_version_of_lite_has_one_recipe(repository: str, version: str) -> None:
    fitting = [one for one in read_folder(OWN_FOLDER) if one.fits(repository, version)]

    assert len(fitting) == 1
    assert recipe_for(check(repository, version), "p", fitting) == fitting[0]


def test_our_recipes_pin_a_runner_and_name_what_is_in_no_other_recipe() -> None:
    ours = read_folder(OWN_FOLDER)
    needs_pytest = [one for one in ours if one.runner is Runner.PYTEST and one.repository != "pytest-dev/pytest"]

    assert [one.name for one in needs_pytest if not any(pin.startswith("pytest==") for pin in one.packages)] == []
    assert len({one.name for one in ours}) == len(ours)


def test_a_recipe_is_read_whole(tmp_path: Path) -> None:
    file = written(tmp_path, WHOLE)

    assert read_recipes(file) == (
        EnvironmentRecipe(
            "mine-1",
            "me/mine",
            "3.9",
            ("1.0", "1.1"),
            packages=("numpy==1.25.2", "pytest[testing]==7.4.4"),
            install=(("python", "setup.py", "-q", "egg_info"),),
            install_seconds=120.0,
            compiled=CompiledFiles("mine==1.0.1", "lib", ("mine/_version.py",)),
            path=("src",),
            variables=(("LANG", "C"),),
            runner=Runner.UNITTEST,
            arguments=("--quiet",),
            seconds=60.0,
            memory_bytes=1 << 30,
            file=str(file),
        ),
    )


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('name = "mine-1"', "", "recipe[0]: name is missing; it must be text"),
        ('name = "mine-1"', 'name = "a b"', "name must be letters, digits, dots and dashes, got 'a b'"),
        ('versions = ["1.0", "1.1"]', "", "mine-1: versions is missing; it must be a list of versions"),
        ('versions = ["1.0", "1.1"]', "versions = [1.0]", "mine-1: versions must be a list of texts, got [1.0]"),
        ('python = "3.9"', "python = 3.9", "mine-1: python must be text, got 3.9"),
        ('python = "3.9"', 'python = "3.9.1"', "python must be a version of Python such as '3.9', got '3.9.1'"),
        ('"numpy==1.25.2"', '"numpy>=1.25"', "packages: 'numpy>=1.25' is not a pin such as 'numpy==1.25.2'"),
        ('"numpy==1.25.2"', '"--pre"', "packages: '--pre' is not a pin"),
        ('"numpy==1.25.2"', '"PyTest==7.0"', "packages: 'pytest' is pinned twice"),
        ('[["python", "setup.py", "-q", "egg_info"]]', '["make"]', "install must be a list of commands"),
        ('"2min"', '"soon"', "mine-1: install_seconds must be an amount such as 3s or 500ms, got 'soon'"),
        ('wheel = "mine==1.0.1"', 'wheel = "mine"', "mine-1, compiled: wheel must be a pin"),
        ('folder = "lib"', 'folder = "../lib"', "compiled: folder: '../lib' is not a relative path inside the tree"),
        ('path = ["src"]', 'path = ["/src"]', "path: '/src' is not a relative path inside the tree"),
        ('LANG = "C"', "LANG = 1", "variables must be a table of texts"),
        ('LANG = "C"', '"A=B" = "C"', "variables: 'A=B' cannot be the name of a variable"),
        ('runner = "unittest"', 'runner = "nose"', "runner must be one of pytest, unittest, functions, got 'nose'"),
        ('memory = "1GiB"', 'memory = "1"', "mine-1: memory must have a unit"),
        ("arguments", "argumens", "unknown key 'argumens' with value ['--quiet']. Did you mean 'arguments'?"),
        ('repository = "me/mine"', "", "repository is missing; it must be text"),
        ("[[recipe]]", "[recipe]", "recipe must be a list of tables"),
        ("[[recipe]]", "[[recipe]", "not TOML"),
    ],
)
def test_what_is_wrong_is_said_with_file_field_and_value(tmp_path: Path, before: str, after: str, message: str) -> None:
    assert before in WHOLE
    file = written(tmp_path, WHOLE.replace(before, after))

    with pytest.raises(InvalidValue) as error:
        read_recipes(file)

    assert str(error.value).startswith(str(file))
    assert message in str(error.value)


def test_two_recipes_of_a_folder_cannot_be_for_one_version(tmp_path: Path) -> None:
    written(tmp_path, WHOLE)
    written(tmp_path, WHOLE.replace("mine-1", "mine-2").replace('"1.0", ', ""), "other.toml")

    with pytest.raises(InvalidValue, match=r"other\.toml, mine-2: version '1\.1' is taken by mine-1 in .*mine\.toml"):
        read_folder(tmp_path)


def test_recipes_of_the_user_go_before_ours(tmp_path: Path) -> None:
    ours = recipes([])
    text = WHOLE.replace("me/mine", "pallets/flask").replace('"1.0", "1.1"', '"2.3", "9.9"')
    written(tmp_path / "own", text.replace("mine-1", "flask-mine"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDERS_VARIABLE, os.pathsep.join([str(tmp_path / "own")]))

        assert recipe_for(check("pallets/flask", "2.3"), "p").name == "flask-mine"
        assert recipe_for(check("pallets/flask", "2.0"), "p").name == "flask-2.0"
        assert len(recipes()) == len(ours) + 1


def test_a_folder_of_recipes_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match=r"ASSAY_RECIPES: '.*nowhere' is not a folder"):
        recipes([tmp_path / "nowhere"])


def test_a_check_gets_the_recipe_that_it_names_then_that_of_its_problem_then_that_of_its_version() -> None:
    by_version = EnvironmentRecipe("by-version", "me/mine", "3.9", ("1.0",))
    by_problem = EnvironmentRecipe("by-problem", "me/mine", "3.9", instances=("p",))
    known = (by_version, by_problem)

    assert recipe_for(check(environment="by-version"), "p", known) is by_version
    assert recipe_for(check(), "p", known) is by_problem
    assert recipe_for(check(), "q", known) is by_version


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (check(version="2.0"), r"^p: no recipe is for version '2\.0' of 'me/mine': those of me/mine are for 1\.0;"),
        (check("you/yours"), r"^p: no recipe is for version '1\.0' of 'you/yours': there is none for it at all;"),
        (check(environment="by-versoin"), r"^p: no recipe is named 'by-versoin'; did you mean 'by-version'\?"),
    ],
)
def test_a_check_without_a_recipe_is_told_what_there_is(asked: Repository, message: str) -> None:
    with pytest.raises(NoRecipe, match=message):
        recipe_for(asked, "p", [EnvironmentRecipe("by-version", "me/mine", "3.9", ("1.0",))])


def test_the_recipe_of_the_documentation_can_be_read(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "environments.md").read_text("utf-8")
    (recipe,) = read_recipes(written(tmp_path, page.partition("```toml\n")[2].partition("```")[0]))

    assert (recipe.name, recipe.path, recipe.runner) == ("shop-2", ("src",), Runner.PYTEST)
