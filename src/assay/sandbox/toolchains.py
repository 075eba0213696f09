"""The languages Assay knows, as data, and which of their toolchains this machine has."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterable
from dataclasses import dataclass

from assay.errors import UsageError

PROBE_SECONDS = 5.0
"""What all probes together may take; one that has not answered by then counts as absent."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language and how its toolchain is found."""

    name: str
    commands: tuple[str, ...]
    """The first one on the PATH is taken."""
    version_arguments: tuple[str, ...]
    source: str
    """What installs it."""


@dataclass(frozen=True, slots=True)
class Toolchain:
    """What one language has on this machine."""

    language: str
    command: str
    version: str | None
    """`None`: not usable, see `detail`."""
    detail: str
    """Where it is, or why it is absent and what installs it."""


class MissingToolchain(UsageError):
    """A program cannot be built or run here, because its language's toolchain is absent; that is never a score."""

    def __init__(self, toolchain: Toolchain) -> None:
        super().__init__(
            f"{toolchain.language} programs need {toolchain.command!r} on this machine: {toolchain.detail}"
        )
        self.toolchain = toolchain


LANGUAGES = (
    Language("Python", ("python3",), ("--version",), "apt install python3"),
    Language("JavaScript", ("node", "nodejs"), ("--version",), "apt install nodejs"),
    Language("TypeScript", ("tsc",), ("--version",), "apt install node-typescript, or npm install -g typescript"),
    Language("Java", ("javac",), ("-version",), "apt install default-jdk-headless"),
    Language("C", ("gcc", "clang", "cc"), ("--version",), "apt install gcc libc6-dev"),
    Language("C++", ("g++", "clang++", "c++"), ("--version",), "apt install g++"),
    Language("Rust", ("rustc",), ("--version",), "apt install rustc, or rustup"),
    Language("Go", ("go",), ("version",), "apt install golang-go"),
    Language("Ruby", ("ruby",), ("--version",), "apt install ruby"),
    Language("PHP", ("php",), ("--version",), "apt install php-cli"),
    Language("Perl", ("perl",), ("-e", "print $^V"), "apt install perl"),
    Language("Bash", ("bash",), ("--version",), "apt install bash"),
    Language("C#", ("dotnet", "mcs"), ("--version",), "the .NET SDK, or apt install mono-mcs"),
)

_VERSION = re.compile(r"\d+(?:\.\d+)+")
_QUIET = {"DOTNET_NOLOGO": "1", "DOTNET_CLI_TELEMETRY_OPTOUT": "1", "LC_ALL": "C.UTF-8"}


def examine_toolchains(languages: Iterable[Language] = LANGUAGES, *, path: str | None = None) -> list[Toolchain]:
    """Ask every language's toolchain for its version, all at the same time.

    `path` is where to look, as in `PATH`, which it is by default.
    """
    deadline = time.monotonic() + PROBE_SECONDS
    probes = [(language, _start(language, path)) for language in languages]
    return [_absent(language) if probe is None else probe.finish(language, deadline) for language, probe in probes]


@dataclass(frozen=True, slots=True)
class _Probe:
    """A toolchain that was asked for its version, or could not be."""

    file: str
    process: subprocess.Popen[bytes] | None
    error: str = ""

    def finish(self, language: Language, deadline: float) -> Toolchain:
        version, problem = self._answer(deadline)
        command = os.path.basename(self.file)
        if version is None:
            return Toolchain(language.name, command, None, f"{self.file}: {problem}; {language.source}")
        return Toolchain(language.name, command, version, self.file)

    def _answer(self, deadline: float) -> tuple[str | None, str]:
        if self.process is None:
            return None, self.error
        try:
            output, _ = self.process.communicate(timeout=max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            _end(self.process)
            return None, "did not tell its version in time"
        if self.process.returncode:
            return None, f"ended with status {self.process.returncode} when asked for its version"
        match = _VERSION.search(output.decode("utf-8", "replace"))
        return (match[0], "") if match else (None, "told no version")


def _start(language: Language, path: str | None) -> _Probe | None:
    file = next(filter(None, (shutil.which(command, path=path) for command in language.commands)), None)
    if file is None:
        return None
    try:
        process = subprocess.Popen(
            [file, *language.version_arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=os.environ | _QUIET,
            start_new_session=True,
        )
    except OSError as error:
        return _Probe(file, None, f"cannot be started ({error.strerror})")
    return _Probe(file, process)


def _absent(language: Language) -> Toolchain:
    return Toolchain(language.name, language.commands[0], None, f"not found; {language.source}")


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the probe with everything it started, without waiting for whoever still holds its output."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stdout is not None:
        process.stdout.close()
