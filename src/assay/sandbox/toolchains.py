"""Which toolchains this machine has."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace

from assay.errors import UsageError
from assay.languages.base import Language
from assay.languages.known import languages
from assay.languages.running import ToolchainFacts

PROBE_SECONDS = 5.0
"""What all probes together may take; one that has not answered by then counts as absent."""


@dataclass(frozen=True, slots=True)
class Toolchain:
    """What one language has on this machine."""

    language: str
    command: str
    version: str | None
    """`None`: not usable, see `detail`."""
    detail: str
    """Where it is, or why it is absent and what installs it."""
    tests: bool = False
    """Whether tests in the language are run with the candidates that they are about, where it is installed."""


class MissingToolchain(UsageError):
    """A program cannot be built or run here, because its language's toolchain is absent; that is never a score."""

    def __init__(self, toolchain: Toolchain) -> None:
        super().__init__(
            f"{toolchain.language} programs need {toolchain.command!r} on this machine: {toolchain.detail}"
        )
        self.toolchain = toolchain


_VERSION = re.compile(r"\d+(?:\.\d+)+")
_QUIET = {"DOTNET_NOLOGO": "1", "DOTNET_CLI_TELEMETRY_OPTOUT": "1", "LC_ALL": "C.UTF-8"}


def examine_toolchains(
    known: Iterable[Language] | None = None, *, path: str | None = None, seconds: float = PROBE_SECONDS
) -> list[Toolchain]:
    """Ask the toolchain of every language that has one for its version, all at the same time.

    `known` are all languages by default. `path` is where to look, as in `PATH`, which it is by default.
    """
    deadline = time.monotonic() + seconds
    asked = languages().values() if known is None else known
    probes = [(one, one.toolchain, _start(one.toolchain, path)) for one in asked if one.toolchain is not None]
    found = [
        (one, Toolchain(one.title, facts.commands[0], None, f"not found; {facts.source}"))
        if probe is None
        else (one, probe.finish(one.title, facts, deadline))
        for one, facts, probe in probes
    ]
    return [replace(tool, tests=one.suite is not None or one.name == "python") for one, tool in found]


@dataclass(frozen=True, slots=True)
class _Probe:
    """A toolchain that was asked for its version, or could not be."""

    file: str
    process: subprocess.Popen[bytes] | None
    error: str = ""

    def finish(self, title: str, facts: ToolchainFacts, deadline: float) -> Toolchain:
        version, problem = self._answer(deadline)
        command = os.path.basename(self.file)
        if version is None:
            return Toolchain(title, command, None, f"{self.file}: {problem}; {facts.source}")
        return Toolchain(title, command, version, self.file)

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


def _start(facts: ToolchainFacts, path: str | None) -> _Probe | None:
    file = next(filter(None, (shutil.which(command, path=path) for command in facts.commands)), None)
    if file is None:
        return None
    try:
        process = subprocess.Popen(
            [file, *facts.version_arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=os.environ | _QUIET,
            start_new_session=True,
        )
    except OSError as error:
        return _Probe(file, None, f"cannot be started ({error.strerror})")
    return _Probe(file, process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the probe with everything it started, without waiting for whoever still holds its output."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stdout is not None:
        process.stdout.close()
