"""The bundled benchmark: sixty problems written for it, and three prepared files of candidates."""

from __future__ import annotations

from pathlib import Path

from assay.benchmarks.base import Benchmark
from assay.benchmarks.own import load_own

FOLDER = Path(__file__).resolve().parent
CANDIDATES = ("weak", "good", "cheating")
"""The prepared candidate files: like a small model, like a strong one, and one that tries to pass without solving."""


def load() -> Benchmark:
    """The problems of `starter`, with their wrong candidates.

    >>> benchmark = load()
    >>> benchmark.name, len(benchmark), benchmark.find("wrap_words").difficulty
    ('starter', 60, 2)
    """
    return load_own(FOLDER)


def candidates(name: str) -> Path:
    """The path of a prepared candidate file.

    >>> candidates("weak").name
    'weak.jsonl'
    """
    if name not in CANDIDATES:
        from assay.errors import UnknownNameError

        raise UnknownNameError("candidate file", name, CANDIDATES)
    return FOLDER / "candidates" / f"{name}.jsonl"
