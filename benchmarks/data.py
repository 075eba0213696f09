"""The public data that the benches run on, found beside the repository."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parent.parent
DATA = REPOSITORY.parent / "shared" / "data"

HUMANEVAL = DATA / "humaneval" / "HumanEval.jsonl.gz"
HUMANEVAL_PLUS = DATA / "humanevalplus" / "HumanEvalPlus.jsonl.gz"

Row = dict[str, Any]  # Any: JSON


def rows(path: Path) -> list[Row]:
    """The records of a compressed JSON-lines file (split on the newline alone: some texts hold U+2028)."""
    text = gzip.decompress(path.read_bytes()).decode("utf-8")
    return [json.loads(line) for line in text.split("\n") if line.strip()]


def missing(*paths: Path) -> str:
    """Why a bench cannot run, or nothing."""
    absent = [str(path) for path in paths if not path.is_file()]
    return f"the data is absent: {', '.join(absent)}" if absent else ""


def check_program(row: Row) -> str:
    """A HumanEval reference with its tests, as one program that raises unless all hold."""
    return f"{row['prompt']}{row['canonical_solution']}\n{row['test']}\ncheck({row['entry_point']})"


def reference(row: Row) -> str:
    return f"{row['prompt']}{row['canonical_solution']}"
