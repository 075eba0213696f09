"""Problems out of the public data that lies beside the repository; tests that need it skip where it is absent."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from assay.judges.suites import imports_of, names_taken
from assay.records import Problem, Suite, SuiteStyle

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


def rows(name: str) -> list[dict[str, Any]]:
    """The records of a packed JSON Lines file; skips the test when there is none."""
    path = DATA / name
    if not path.exists():
        pytest.skip(f"the public data file {name} is not beside this checkout")
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file.read().split("\n") if line.strip()]


def humaneval() -> list[Problem]:
    return [
        Problem(
            id=row["task_id"],
            entry_point=row["entry_point"],
            suite=Suite(row["test"], SuiteStyle.CHECK, prelude=row["prompt"]),
            prompt=row["prompt"],
            reference=row["prompt"] + row["canonical_solution"],
        )
        for row in rows("humaneval/HumanEval.jsonl.gz")
    ]


def mbpp() -> list[Problem]:
    return [_mbpp_problem(row) for row in rows("mbpp/mbpp.jsonl.gz")]


def _mbpp_problem(row: dict[str, Any]) -> Problem:
    reference = row["code"].replace("\r", "")
    tests, edge = "\n".join(row["test_list"]), "\n".join(row["challenge_test_list"])
    entry_point = names_taken(tests, reference)[0]
    names = names_taken(f"{row['test_setup_code']}\n{tests}\n{edge}", reference)
    return Problem(
        id=f"Mbpp/{row['task_id']}",
        entry_point=entry_point,
        suite=Suite(
            source=f"{row['test_setup_code']}\n{tests}",
            prelude=imports_of(reference),
            names=tuple(name for name in names if name != entry_point),
            edge_source=edge,
        ),
        prompt=row["text"],
        reference=reference,
    )
