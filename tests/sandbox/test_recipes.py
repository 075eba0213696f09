"""Languages as data: names, suffixes, commands, and toolchains that live outside of the system."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.errors import UnknownNameError
from assay.languages.java import java_names
from assay.languages.known import languages
from assay.languages.running import ProgramNames
from assay.sandbox import recipes
from assay.sandbox.recipes import language_of, recipe, runnable, tools, with_heap
from assay.sandbox.toolchains import MissingToolchain


@pytest.fixture
def path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A PATH with nothing on it but what a test puts there."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    (tmp_path / "bin").mkdir()
    recipes.tools.cache_clear()
    yield tmp_path
    recipes.tools.cache_clear()


def command(folder: Path, name: str, script: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
    return file


def test_the_languages_of_the_issue_have_recipes() -> None:
    first = "python javascript typescript java c cpp rust go ruby php perl bash"
    assert list(recipes.recipes())[:12] == first.split()
    assert {"lua", "r"} <= set(recipes.recipes())
    assert all(languages()[name].toolchain for name in recipes.recipes())


def test_no_two_languages_share_a_suffix() -> None:
    suffixes = [
        suffix for name, known in recipes.recipes().items() for suffix in known.suffixes or languages()[name].suffixes
    ]

    assert len(suffixes) == len(set(suffixes))


@pytest.mark.parametrize(
    ("name", "expected"), [("C++", "cpp"), ("JS", "javascript"), (" Python ", "python"), ("golang", "go")]
)
def test_a_language_has_other_names(name: str, expected: str) -> None:
    assert runnable(name).name == expected


def test_an_unknown_language_is_named_with_a_hint() -> None:
    with pytest.raises(UnknownNameError, match=r"'jav'.*Did you mean 'java'"):
        recipe("jav")


@pytest.mark.parametrize(
    ("file", "expected"),
    [("a.py", "python"), ("a.CPP", "cpp"), ("a.mjs", "javascript"), ("Makefile", None), ("a.in", None)],
)
def test_a_file_shows_its_language(file: str, expected: str | None) -> None:
    assert language_of(file) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("public class A { public static void main(String[] a) {} }", ProgramNames("A.java", "A")),
        ("class B { static void main(String[] a) {} }", ProgramNames("B.java", "B")),
        ("class Help {} class Start { public static void main(String... a) {} }", ProgramNames("Start.java", "Start")),
        ("public class A {} class M { public static void main(String[] a) {} }", ProgramNames("A.java", "M")),
        ("package x . y;\npublic final class A { static class In {} public static void main(String[] a){} }",
         ProgramNames("A.java", "x.y.A")),
        ('// public class No {}\n/* class Nor {} */ class Yes { String s = "class Not {"; static void main() {} }',
         ProgramNames("Yes.java", "Yes")),
        ("public enum E { X; public static void main(String[] a) {} }", ProgramNames("E.java", "E")),
        ("nothing at all", ProgramNames("Main.java", "Main")),
        (f"public class {'A' * 300} {{ static void main(String[] a) {{}} }}", ProgramNames("Main.java", "Main")),
        (f"public class {'é' * 150} {{ static void main(String[] a) {{}} }}", ProgramNames("Main.java", "Main")),
        (f"package {'a.' * 1500}a; class B {{ static void main(String[] a) {{}} }}", ProgramNames("Main.java", "Main")),
        (f"class {'A' * 200} {{ static void main(String[] a) {{}} }}", ProgramNames(f"{'A' * 200}.java", "A" * 200)),
    ],
)  # fmt: skip
def test_java_files_are_called_after_their_class(source: str, expected: ProgramNames) -> None:
    assert java_names(source) == expected


@pytest.mark.parametrize(("memory", "heap"), [(1 << 30, "1024"), (512 << 20, "512"), (1 << 20, "16")])
def test_a_heap_is_all_of_the_memory_of_the_program(memory: int, heap: str) -> None:
    assert f"-Xmx{heap}m" in with_heap(recipe("java").run, memory)
    assert f"--max-old-space-size={heap}" in with_heap(recipe("javascript").run, memory)
    assert with_heap(("./main",), memory) == ("./main",)


@pytest.mark.parametrize(
    ("source", "file"),
    [
        ("console.log(1)", "main.js"),
        ("import fs from 'fs'", "main.mjs"),
        ("export default 3", "main.mjs"),
        ("// import x\nconst fs = require('fs')", "main.js"),
        ("importantThing()", "main.js"),
    ],
)
def test_a_script_that_imports_is_a_module(source: str, file: str) -> None:
    assert recipe("javascript").names_of(source).file == file


def test_a_missing_toolchain_says_what_installs_it(path: Path) -> None:
    with pytest.raises(MissingToolchain, match=r"Java programs need 'javac' on this machine: not found; apt install"):
        tools("java")


def test_a_compiler_without_its_runner_is_missing_too(path: Path) -> None:
    command(path / "bin", "tsc", "echo Version 5.4.3")

    with pytest.raises(MissingToolchain, match=r"TypeScript programs need 'node'.*apt install nodejs"):
        tools("typescript")


def test_a_toolchain_outside_of_the_system_is_opened_with_its_folder(path: Path) -> None:
    home = path / "opt" / "node-9"
    command(home / "bin", "node", "echo v9.8.7")
    (path / "bin" / "node").symlink_to(home / "bin" / "node")

    found = tools("javascript")

    assert (found.version, found.read[0]) == ("9.8.7", str(home))


def test_a_stand_in_is_asked_where_it_lives(path: Path) -> None:
    home = path / "rustup" / "stable"
    real = command(home / "bin", "rustc", "echo rustc 1.2.3")
    command(path / "bin", "rustc", f'case "$1" in --print) echo {home};; *) echo rustc 1.2.3;; esac')

    found = tools("rust")

    assert (found.tool, found.read) == (str(real), (str(home),))


def test_a_stand_in_that_does_not_know_is_missing(path: Path) -> None:
    command(path / "bin", "rustc", 'case "$1" in --print) exit 1;; *) echo rustc 1.2.3;; esac')

    with pytest.raises(MissingToolchain, match="does not tell where it lives"):
        tools("rust")
