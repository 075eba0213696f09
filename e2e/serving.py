"""The served model as a process of its own, and `assay` as a command: what the check and the page are made with."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from e2e.serve import NAME, WITHOUT_WHEELS, WheelMissing

ROOT = Path(__file__).parents[1]
FIRST_STEPS = "e2e/first_steps.jsonl"
"""Problems that are easy enough for a model of this size."""


class ServedModel:
    """Starts `python -m e2e.serve` and waits until it answers; ends it when the `with` block is left."""

    def __init__(self, port: int = 0) -> None:
        self._port = port
        self._process: subprocess.Popen[str] | None = None
        self.base_url = ""

    def __enter__(self) -> ServedModel:
        command = [sys.executable, "-m", "e2e.serve", "--port", str(self._port)]
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        assert self._process.stdout is not None
        self.base_url = self._process.stdout.readline().strip()
        if not self.base_url:
            code = self._process.wait()
            self._process.stdout.close()
            if code == WITHOUT_WHEELS:
                raise WheelMissing("the model or its server is not installed")
            raise RuntimeError(f"the server ended with {code} before it answered")
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def port(self) -> int:
        """Where it listens on 127.0.0.1."""
        return int(self.base_url.rpartition(":")[2].partition("/")[0])

    def kill(self) -> None:
        """End the server at once, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None


@dataclass(frozen=True, slots=True)
class Said:
    """What a command printed, and how it ended."""

    out: str
    err: str
    code: int


@dataclass(frozen=True, slots=True)
class Assay:
    """Runs the command `assay` of this environment on one store."""

    folder: Path
    """Holds the store, and nothing of the user's."""
    base_url: str
    options: tuple[str, ...] = field(default=())
    """Of every `assay solve`."""

    def solve(self, benchmark: str, *more: str) -> list[str]:
        """Return the arguments that let the model solve a benchmark, one request at a time."""
        return ["solve", benchmark, "--model", NAME, "--base-url", self.base_url, *self.options, *more]

    def start(self, arguments: Sequence[str]) -> subprocess.Popen[str]:
        """Start a command; no setting of the user's reaches it."""
        settings = {name: value for name, value in os.environ.items() if not name.startswith(("ASSAY_", "OPENAI_"))}
        return subprocess.Popen(
            [sys.executable, "-m", "assay", *arguments],
            cwd=ROOT,
            env={**settings, "ASSAY_STORE": str(self.folder / "assay.db"), "COLUMNS": "110", "NO_COLOR": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, arguments: Sequence[str]) -> Said:
        """Run a command to its end."""
        with self.start(arguments) as process:
            out, err = process.communicate()
        return Said(out, err, process.returncode)

    def report(self, arguments: Sequence[str]) -> dict[str, Any]:  # Any: JSON
        """Return the report that a command prints with `--json`; raises where the command fails."""
        said = self.run([*arguments, "--json"])
        if said.code:
            raise RuntimeError(f"assay {' '.join(arguments)} ended with {said.code}: {said.err.strip()}")
        found: dict[str, Any] = json.loads(said.out)  # Any: JSON
        return found
