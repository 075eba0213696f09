"""Programs are built once, in the sandbox, and run as often as wanted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.errors import InvalidValue, SandboxUnavailable
from assay.records import Limits
from assay.sandbox.artefacts import ArtefactCache
from assay.sandbox.recipes import tools
from assay.sandbox.runner import Built, NotStarted, Runner
from assay.sandbox.toolchains import MissingToolchain

C = '#include <stdio.h>\nint main(void) { puts("built"); return 0; }\n'


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
    with Runner(cache=ArtefactCache(tmp_path_factory.mktemp("cache"))) as made:
        try:
            made.sandbox.facts(program=True)
            tools("c")
        except (SandboxUnavailable, MissingToolchain) as error:
            pytest.skip(str(error))
        yield made


def test_a_program_is_built_once(runner: Runner) -> None:
    first = runner.build(C, "c")
    files = {path: path.stat().st_mtime_ns for path in runner.cache.folder.iterdir()}

    assert runner.build(C, "c") == first
    assert len(files) == len(list(runner.cache.folder.iterdir())) == 1
    assert runner.run(first).stdout == b"built\n"


def test_another_source_is_another_artefact(runner: Runner) -> None:
    built = runner.build(C.replace("built", "other"), "c")

    assert runner.run(built).stdout == b"other\n"


def test_a_failure_is_not_kept(runner: Runner) -> None:
    before = len(list(runner.cache.folder.iterdir()))

    assert "main.c:1:" in runner.build("int main( {", "c").error
    assert len(list(runner.cache.folder.iterdir())) == before


@pytest.mark.parametrize("language", ["java", "c", "rust", "typescript", "go", "cpp"])
@pytest.mark.parametrize("source", ["", "// nothing but a remark\n"], ids=["empty", "a remark"])
def test_a_source_that_holds_no_program_says_so_in_the_languages_words(
    runner: Runner, language: str, source: str
) -> None:
    try:
        tools(language)
    except MissingToolchain as error:
        pytest.skip(str(error))

    said = runner.build(source, language).error

    assert "tar:" not in said
    if language == "java":
        assert said == "the source holds no class; the compiler made nothing to run"
    elif language != "typescript":  # an empty script is a program
        assert "main" in said


def test_what_was_not_built_cannot_run(runner: Runner) -> None:
    with pytest.raises(InvalidValue, match="not built"):
        runner.run(runner.build("int main( {", "c"))


def test_the_compiler_sees_no_file_of_ours(runner: Runner, tmp_path: Path) -> None:
    secret = tmp_path / "secret.h"
    secret.write_text("#define SECRET 1\n")
    secret.chmod(0o644)

    error = runner.build(f'#include "{secret}"\n#include "/etc/shadow"\nint main(void) {{ return SECRET; }}', "c").error

    assert "secret.h" in error
    assert "SECRET 1" not in error


def test_a_compiler_that_is_fed_a_bomb_is_stopped(runner: Runner) -> None:
    small = Limits(seconds=20, memory_bytes=512 << 20, output_bytes=1 << 20, file_bytes=8 << 20, open_files=128)
    bounded = Runner(runner.sandbox, cache=runner.cache, build_limits=small)

    assert bounded.build("char x[1 << 28] = {1};\nint main(void) { return x[0]; }", "c").error


def test_a_build_leaves_nothing_for_the_next_program(runner: Runner) -> None:
    runner.build(C, "c")

    assert runner.run(runner.build("import os; print(os.listdir())", "python")).stdout == b"['main.py']\n"


def test_an_extra_file_cannot_replace_the_program(runner: Runner) -> None:
    with pytest.raises(InvalidValue, match="is the program itself"):
        runner.run(runner.build(C, "c"), files={"main": b""})


def test_what_is_larger_than_the_program_may_have_is_an_error_and_not_kept(runner: Runner) -> None:
    source = "char big[3 << 20] = {1};\nint main(void) { return big[5]; }"
    before = len(list(runner.cache.folder.iterdir()))

    assert "a file of" in runner.build(source, "c", Limits(file_bytes=2 << 20)).error
    assert len(list(runner.cache.folder.iterdir())) == before
    assert runner.run(runner.build(source, "c", Limits(file_bytes=8 << 20))).exit_code == 0
    assert "a file of" in runner.build(source, "c", Limits(file_bytes=2 << 20)).error


def test_a_source_that_is_run_as_it_is_may_be_too_large_too(runner: Runner) -> None:
    small = Limits(file_bytes=1000)

    assert "a file of 2000 bytes" in runner.build("#" * 2000, "python", small).error
    assert "a file of 2000 bytes" in runner.build("#" * 2000, "bash", small).error


def test_a_program_that_cannot_be_executed_is_told_from_a_mistake_of_the_caller(runner: Runner) -> None:
    for content in (b"no program", b"#!/nonexistent\n", b""):
        with pytest.raises(NotStarted, match="cannot be started"):
            runner.run(Built("c", ("./main",), {"main": content}))
    with pytest.raises(InvalidValue, match="a file and a folder") as caught:
        runner.run(runner.build(C, "c"), files={"a": b"", "a/b": b""})
    assert not isinstance(caught.value, NotStarted)
