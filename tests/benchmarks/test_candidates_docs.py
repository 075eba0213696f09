"""The page on candidates is true: every example is read as the format it stands under."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from assay.benchmarks.base import Benchmark
from assay.benchmarks.candidates import Format, read_candidates
from assay.records import Case, Cases, Problem

PAGE = Path(__file__).resolve().parents[2] / "docs" / "candidates.md"
EXAMPLES = re.findall(r"^### `([a-z-]+)`$.*?^```jsonl?\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
PROBLEMS = tuple(
    Problem(f"HumanEval/{n}", Cases(name, (Case((), n + 1),)), prompt=f"def {name}():\n")
    for n, name in enumerate(["one", "two"])
)


@pytest.mark.parametrize(("name", "content"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_an_example_is_read(tmp_path: Path, name: str, content: str) -> None:
    path = tmp_path / "example"
    path.write_text(content)
    reading = read_candidates(path, Benchmark("humaneval", "1", PROBLEMS, prefix="HumanEval/"))

    sources = {one.candidate.source for one in reading if one.candidate.source}

    assert reading.format == Format(name)
    assert sources <= {"def one():\n    return 1\n", "def two():\n    return 2\n"}
    assert sources


def test_every_format_is_on_the_page() -> None:
    text = PAGE.read_text()

    assert {found.value for found in Format if f"`{found.value}`" not in text} == set()
