"""Toolchains are asked for their version; an absent or broken one says what to do."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from assay.languages.base import Language
from assay.languages.known import languages
from assay.languages.running import ToolchainFacts
from assay.sandbox import toolchains
from assay.sandbox.toolchains import Toolchain, examine_toolchains

QUACK = Language(
    name="quack", title="Quack", toolchain=ToolchainFacts(("quackc", "quack"), ("--version",), "apt install quack")
)


def tool(folder: Path, name: str, script: str) -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def test_every_language_is_examined_in_order() -> None:
    found = examine_toolchains()

    assert [tool.language for tool in found] == [
        "Python", "JavaScript", "TypeScript", "Java", "C", "C++", "Rust", "Go", "Ruby", "PHP", "Perl", "Bash", "C#",
        "Kotlin", "Lua", "R",
    ]  # fmt: skip
    assert all(tool.detail for tool in found)


def test_a_real_interpreter_tells_its_version(tmp_path: Path) -> None:
    tool(tmp_path, "python3", f'exec "{sys.executable}" "$@"')
    version = ".".join(str(number) for number in sys.version_info[:3])

    assert examine_toolchains([languages()["python"]], path=str(tmp_path)) == [
        Toolchain("Python", "python3", version, str(tmp_path / "python3"), tests=True)
    ]


def test_an_absent_toolchain_names_what_installs_it(tmp_path: Path) -> None:
    assert examine_toolchains([QUACK], path=str(tmp_path)) == [
        Toolchain("Quack", "quackc", None, "not found; apt install quack")
    ]


def test_the_first_command_on_the_path_is_taken(tmp_path: Path) -> None:
    file = tool(tmp_path, "quack", "echo quack version 3.14 >&2")

    assert examine_toolchains([QUACK], path=str(tmp_path)) == [Toolchain("Quack", "quack", "3.14", str(file))]


@pytest.mark.parametrize(
    ("output", "version"),
    [
        ("go version go1.21.5 linux/amd64", "1.21.5"),
        ("GNU bash, version 5.2.15(1)-release", "5.2.15"),
        ("ruby 3.1.2p20 (2022-04-12 revision 4491bb740a)", "3.1.2"),
        ("v20.20.2", "20.20.2"),
        ("gcc (Debian 12.2.0-14) 12.2.0", "12.2.0"),
        ("Mono C# compiler version 6.8.0.105", "6.8.0.105"),
    ],
)
def test_the_version_is_found_in_what_the_tool_prints(tmp_path: Path, output: str, version: str) -> None:
    tool(tmp_path, "quack", f"echo '{output}'")

    assert [found.version for found in examine_toolchains([QUACK], path=str(tmp_path))] == [version]


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        pytest.param("echo 1.2; exit 7", "ended with status 7 when asked for its version", id="fails"),
        pytest.param("echo hello", "told no version", id="no-version"),
        pytest.param("printf '\\377\\376'", "told no version", id="not-text"),
    ],
)
def test_a_tool_that_does_not_work_is_not_counted_as_present(tmp_path: Path, script: str, problem: str) -> None:
    file = tool(tmp_path, "quack", script)

    assert examine_toolchains([QUACK], path=str(tmp_path)) == [
        Toolchain("Quack", "quack", None, f"{file}: {problem}; apt install quack")
    ]


def test_a_file_that_cannot_be_started_is_not_counted_as_present(tmp_path: Path) -> None:
    file = tmp_path / "quack"
    file.write_bytes(b"\x7fELF not really")
    file.chmod(0o755)

    (found,) = examine_toolchains([QUACK], path=str(tmp_path))

    assert found.version is None
    assert found.detail == f"{file}: cannot be started (Exec format error); apt install quack"


def test_a_tool_that_hangs_is_killed_with_what_it_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchains, "PROBE_SECONDS", 0.2)
    marker = f"sleep 970.{time.monotonic_ns()}"
    tool(tmp_path, "quack", f"{marker} & {marker}")

    (found,) = examine_toolchains([QUACK], path=str(tmp_path))

    assert found.detail == f"{tmp_path / 'quack'}: did not tell its version in time; apt install quack"
    assert _ends(marker)


def _ends(command: str) -> bool:
    """Whether no process has that command any more; one that was killed may take a moment to go."""
    deadline = time.monotonic() + 20
    while _is_running(command) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not _is_running(command)


def _is_running(command: str) -> bool:
    return any(command.encode().replace(b" ", b"\0") in _command_line(path) for path in Path("/proc").glob("[0-9]*"))


def _command_line(process: Path) -> bytes:
    try:
        return (process / "cmdline").read_bytes()
    except OSError:  # it ended meanwhile
        return b""
