"""`assay fetch` and `assay check`: the problems of a benchmark, got and looked over."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

from assay.cli import configuration
from assay.cli.run import load
from assay.errors import AssayError
from assay.settings import format_memory


class BrokenBenchmark(AssayError):
    """A benchmark breaks a rule that its scores rely on."""

    exit_code = 1


def fetch(benchmark: str, *, folder: str | None) -> None:
    """Gets the problem file of a benchmark and says where it is."""
    from assay.benchmarks.fetching import fetch as get

    settings = configuration.settings()
    place = folder or settings.cache
    done = get(benchmark, cache_folder=None if place is None else Path(place), progress=_counted(benchmark))
    state = "was there already" if done.was_there else "fetched"
    print(f"{benchmark}: {state}, {format_memory(done.size)}, {done.path}")


class _counted:
    """Says how much is here, on a terminal."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.shown = sys.stderr.isatty()

    def __call__(self, here: int, whole: int) -> None:
        if self.shown:
            end = "\n" if here >= whole else "\r"
            print(f"{self.name}: {here:,} of {whole:,} bytes", end=end, file=sys.stderr, flush=True)
