"""Whole programs of the public data, by language, each with an input."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from tests.public_data import DATA, rows


@dataclass(frozen=True, slots=True)
class PublicProgram:
    """A program that somebody published."""

    name: str
    source: str
    stdin: str = ""


def _exercises() -> list[PublicProgram]:
    path = DATA / "exercises/zhiwehu_100_exercises.jsonl"
    if not path.exists():
        pytest.skip("the public exercises are not beside this checkout")
    found = [json.loads(line) for line in path.read_text("utf-8").split("\n") if line.strip()]
    return [
        PublicProgram(f"exercise-{row['question_no']}", row["python3"], row["stdin"] or "3\n4 5\n")
        for row in found
        if row["python3"]
    ]


def _translation(language: str) -> list[PublicProgram]:
    return [
        PublicProgram(f"{name}-{row['id']}", row["code"], row["tests"][0]["input"])
        for name in ("avatar", "codenet")
        for row in rows(f"translation/{name}.jsonl.gz")
        if row["language"] == language and row["tests"]
    ]


def _rosetta(suffix: str) -> list[PublicProgram]:
    """Those that are one file."""
    return [
        PublicProgram(f"rosetta-{row['task']}", next(iter(row["programs"][suffix].values())))
        for row in rows("exercises/rosetta_simonjsaunders.jsonl.gz")
        if len(row["programs"].get(suffix, {})) == 1
    ]


def _humaneval_x(language: str, assemble: Callable[[dict[str, Any]], str]) -> list[PublicProgram]:
    return [PublicProgram(row["task_id"], assemble(row)) for row in rows(f"humaneval-x/humaneval_{language}.jsonl.gz")]


def _transcoder(field: str) -> list[PublicProgram]:
    found = rows("translation/transcoder_gfg_test_scripts.jsonl.gz")
    return [
        PublicProgram(f"gfg-{row['name']}", row[field]) for row in found if row[field] and "TOFILL" not in row[field]
    ]


def _joined(row: dict[str, Any]) -> str:
    return f"{row['prompt']}{row['canonical_solution']}\n{row['test']}"


SOURCES: dict[str, Callable[[], list[PublicProgram]]] = {
    "python": lambda: [*_exercises(), *_translation("Python"), *_humaneval_x("python", _joined)],
    "javascript": lambda: _humaneval_x("js", _joined),
    "java": lambda: [*_translation("Java"), *_rosetta("java")],
    "c": lambda: _rosetta("c"),
    "cpp": lambda: _rosetta("cpp"),
    "rust": lambda: [program for program in _rosetta("rs") if "[dependencies]" not in program.source],
}
"""Perl and Bash are not among them: the public data holds no whole program in either (its `.pl` files are Prolog)."""


def programs(language: str, *, sample: int | None = None) -> list[PublicProgram]:
    """All programs in a language, or a seeded sample of them; those that take minutes by design are left out."""
    found = [
        program for program in SOURCES[language]() if not re.search(r"rosetta-(?:.*mersenne|.*billion)", program.name)
    ]
    if sample is None or sample >= len(found):
        return found
    return random.Random(f"{language}-5").sample(found, sample)
