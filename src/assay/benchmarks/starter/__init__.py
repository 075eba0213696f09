"""The bundled benchmark: sixty problems written for it, and three prepared files of candidates."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from assay.benchmarks.base import Benchmark
from assay.benchmarks.own import load_own

FOLDER = Path(__file__).resolve().parent
CANDIDATES = ("weak", "good", "cheating")
"""Like a small model, like a strong one, and like one that wants to pass without solving anything."""


def load() -> Benchmark:
    """The problems of `starter`, with their wrong candidates.

    >>> benchmark = load()
    >>> benchmark.name, len(benchmark), benchmark.find("wrap_words").difficulty
    ('starter', 60, 2)
    """
    # not in benchmark.toml: its digest would change, and no run that is kept would find its problems any more
    return replace(load_own(FOLDER), licence="Apache-2.0", source="written for Assay")


def candidate_files() -> list[Path]:
    """The prepared candidate files, the weakest first.

    >>> [path.name for path in candidate_files()]
    ['weak.jsonl', 'good.jsonl', 'cheating.jsonl']
    """
    return [FOLDER / "candidates" / f"{name}.jsonl" for name in CANDIDATES]
