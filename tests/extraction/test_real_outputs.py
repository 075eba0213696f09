"""Real programs survive extraction: references of public benchmarks, and what models answered."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable

import pytest

from assay.extraction import How, extract, extraction_of
from assay.extraction.parsing import Reader
from assay.records import Problem
from tests import public_data

ANSWER = (
    "Certainly! Here's a solution:\n\n```python\n{}\n```\n\nIt's O(n), isn't it? Let me know.\n\n```\nOutput: 3\n```"
)


@pytest.mark.parametrize("load", [public_data.humaneval, public_data.mbpp], ids=["humaneval", "mbpp"])
def test_every_reference_survives(load: Callable[[], list[Problem]]) -> None:
    changed = []
    for problem in load():
        alone = extract(problem.reference, entry_point=problem.check.entry_point, prompt=problem.prompt)
        fenced = extract(ANSWER.replace("{}", problem.reference), entry_point=problem.check.entry_point)
        if alone != problem.reference or not _same_definitions(problem.reference, fenced):
            changed.append(problem.id)

    assert changed == []


def test_every_body_finds_its_prompt() -> None:
    lost = []
    for row in public_data.rows("humaneval/HumanEval.jsonl.gz"):
        found = extraction_of(row["canonical_solution"], entry_point=row["entry_point"], prompt=row["prompt"])
        if found.how is not How.BODY or found.source != row["prompt"] + row["canonical_solution"]:
            lost.append(row["task_id"])

    assert lost == []


def test_answers_of_models_survive() -> None:
    rows = random.Random(5).sample(public_data.rows("samples-jamesmurdza/runs.jsonl.gz"), 300)
    names = {row["task_id"]: row["entry_point"] for row in public_data.rows("humaneval/HumanEval.jsonl.gz")}
    changed = []
    for row in rows:
        name, code = names[row["task_id"]], row["code"]
        if extraction_of(code, entry_point=name).how is How.UNCHANGED:
            found = extract(ANSWER.replace("{}", code), entry_point=name)
            if not _same_definitions(code, found):
                changed.append((row["task_id"], code, found))

    assert changed == []


def _same_definitions(one: str, other: str) -> bool:
    """Whether all that binds a name is in both; examples may be gone."""
    return _definitions(one) == _definitions(other)


def _definitions(source: str) -> list[str]:
    piece = Reader().piece(source)
    assert piece is not None
    return [ast.dump(node) for node in piece.tree.body if not isinstance(node, ast.Expr | ast.Assert)]
