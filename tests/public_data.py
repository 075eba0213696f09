"""Problems out of the public data that lies beside the repository; tests that need it skip where it is absent."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from assay.benchmarks.families.humaneval import HUMANEVAL
from assay.benchmarks.families.mbpp import MBPP, SANITIZED
from assay.benchmarks.family import LoadOptions
from assay.records import Problem

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


def data_file(name: str) -> Path:
    """The path of a public data file; skips the test when there is none."""
    path = DATA / name
    if not path.exists():
        pytest.skip(f"the public data file {name} is not beside this checkout")
    return path


def rows(name: str) -> list[dict[str, Any]]:
    """The records of a packed JSON Lines file; skips the test when there is none."""
    with gzip.open(data_file(name), "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file.read().split("\n") if line.strip()]


def humaneval(name: str = "humaneval/HumanEval.jsonl.gz") -> list[Problem]:
    return list(HUMANEVAL.load(LoadOptions(data_file(name))))


def mbpp() -> list[Problem]:
    return list(MBPP.load(LoadOptions(data_file("mbpp/mbpp.jsonl.gz"))))


def mbpp_sanitized() -> list[Problem]:
    return list(SANITIZED.load(LoadOptions(data_file("mbpp/sanitized-mbpp.json.gz"))))
