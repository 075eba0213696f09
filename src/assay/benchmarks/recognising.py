"""Which public family a problem file belongs to, by the fields of its rows: one is never judged as another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from assay.benchmarks.rows import Row
from assay.errors import UsageError
from assay.settings import flag_of

REWRITTEN = "mbpp-plus as rewritten for other harnesses"
FIELDS: Mapping[str, frozenset[str]] = {
    "plus": frozenset(("base_input", "plus_input")),
    "mbpp": frozenset(("test_list", "text")),
    REWRITTEN: frozenset(("test_list", "prompt", "test")),
    "mbpp-sanitized": frozenset(("test_list", "prompt")),
    "humaneval": frozenset(("prompt", "entry_point", "canonical_solution", "test")),
}
"""What the rows of each have; a row belongs to the first whose fields it has, for HumanEval+ repeats HumanEval's."""


def family_of(row: Row) -> str | None:
    """The family that a row is written in; `None` for one of no known family.

    >>> family_of(Row("f", 1, {"task_id": "Mbpp/2", "base_input": [], "plus_input": []}))
    'mbpp-plus'
    >>> family_of(Row("f", 1, {"task_id": "mine", "call": "f()"})) is None
    True
    """
    for name, fields in FIELDS.items():
        if fields <= row.data.keys():
            return name if name != "plus" else _plus(row)
    return None


def _plus(row: Row) -> str:
    return "mbpp-plus" if str(row.data.get("task_id", "")).lower().startswith("mbpp") else "humaneval-plus"


def expect_family(name: str, rows: Iterable[Row]) -> None:
    """Raises `UsageError`, with the command that is meant, where rows are those of another family than `name`."""
    for row in rows:
        found = family_of(row)
        if found not in (name, None):
            raise UsageError(
                f"{row.where}: a problem in the format of {found}, not of {name}; {_command(found, row.file)}"
            )


def _command(found: str | None, file: str) -> str:
    if found == REWRITTEN:
        return "assay run mbpp-plus takes the file that `assay fetch mbpp-plus` gets"
    return f"judge it with: assay run {found} {flag_of('problem_file')} {file}"
