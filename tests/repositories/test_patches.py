"""Diffs in the forms that people and models write, and which of their files matter."""

from __future__ import annotations

import re

import pytest

from assay.records import Repository
from assay.repositories import patches
from assay.repositories.patches import CONFIGURATION, ChangeKind, FileChange, changes, support_patterns, touched

GIT = """diff --git a/old name.py b/new.py
similarity index 90%
rename from old name.py
rename to new.py
diff --git a/gone.py b/gone.py
deleted file mode 100644
--- a/gone.py
+++ /dev/null
@@ -1 +0,0 @@
---- a/inner
diff --git "a/\\303\\244.py" "b/\\303\\244.py"
new file mode 100644
--- /dev/null
+++ "b/\\303\\244.py"
@@ -0,0 +1,2 @@
+++ b/not a file
+x
diff --git a/empty.py b/empty.py
new file mode 100644
index 0000000..e69de29
diff --git a/p.png b/p.png
index 1..2 100644
GIT binary patch
literal 0
"""


def test_every_file_of_a_diff_is_found_and_no_line_of_a_hunk_is_taken_for_one() -> None:
    assert changes(GIT) == [
        FileChange("new.py", ChangeKind.CHANGED, "old name.py"),
        FileChange("gone.py", ChangeKind.DELETED, "gone.py"),
        FileChange("ä.py", ChangeKind.ADDED, "ä.py"),
        FileChange("empty.py", ChangeKind.ADDED, "empty.py"),
        FileChange("p.png", ChangeKind.CHANGED, "p.png"),
    ]
    assert "old name.py" in touched(GIT)


@pytest.mark.parametrize("text", ["", "words", "@@ -1 +1 @@\n-a\n+b\n", "diff --git \n", "--- \n+++ \n"])
def test_what_is_no_diff_is_about_no_file_that_matters(text: str) -> None:
    assert not any(change.path.endswith(".py") for change in changes(text))


def test_a_plain_diff_of_several_files_is_read() -> None:
    one = "--- a/{0}\t2020-01-01\n+++ b/{0}\t2020-01-02\n@@ -1 +1 @@\n-1\n+2\n"

    assert [change.path for change in changes(one.format("x.py") + one.format("y.py"))] == ["x.py", "y.py"]


def test_reading_takes_time_in_proportion_to_the_text() -> None:
    assert changes("@@ -1 +1 @@\n" * 200_000 + "--- a/\n" * 200_000) is not None


@pytest.mark.parametrize(
    ("ids", "files", "expected"),
    [
        (("tests/test_a.py::test_x",), (), ("tests/test_a.py",)),
        (("test_x (a.B)",), (), ("tests/test_a.py", "tests/roots/conf.py")),
        (("test_x",), ("own.py",), ("own.py",)),
    ],
)
def test_test_files_are_those_with_ids(ids: tuple[str, ...], files: tuple[str, ...], expected: tuple[str, ...]) -> None:
    names = ("tests/test_a.py", "tests/roots/conf.py", "tests/conftest.py", "tests/__init__.py", "tests/data.json")
    diff = "".join(f"--- a/{name}\n+++ b/{name}\n@@ -1 +1 @@\n-1\n+2\n" for name in names)

    assert patches.test_files(Repository("it", "abc", diff, ids, files=files)) == expected


@pytest.mark.parametrize(
    "path",
    ["conftest.py", "a/b/conftest.py", "pytest.ini", ".pytest.ini", "setup.cfg", "tox.ini", "pyproject.toml", "x.pth",
     "sitecustomize.py", "a.egg-info/entry_points.txt", "tests/__pycache__/a.cpython-39.pyc", ".coveragerc"],
)  # fmt: skip
def test_configuration_of_tests_is_known(path: str) -> None:
    assert any(re.fullmatch(pattern, path) for pattern in CONFIGURATION)


@pytest.mark.parametrize(
    "path", ["pkg/config.py", "setup.py", "my_conftest.py", "docs/pytest.ini.rst", "pkg/setup.cfgs"]
)
def test_other_files_are_not(path: str) -> None:
    assert not any(re.fullmatch(pattern, path) for pattern in CONFIGURATION)


def test_support_is_what_lies_in_the_folders_of_tests_only() -> None:
    (pattern,) = support_patterns(["sympy/core/tests/test_a.py", "sympy/core/tests/test_b.py"])

    assert re.fullmatch(pattern, "sympy/core/tests/helpers.py")
    assert not re.fullmatch(pattern, "sympy/core/add.py")
