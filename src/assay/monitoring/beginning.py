"""What to type first: the commands that bring observations into an empty store."""

from __future__ import annotations

from typing import Final

FIRST_COMMANDS: Final = (
    ("assay log task-1 --passed --task-type refactor", "Log one outcome of your agent"),
    ("assay log - < outcomes.jsonl", "Log many: one JSON object on each line, with at least task_id and passed"),
    ("assay serve --demo", "Or look around in a month of invented outcomes first"),
)
"""Commands, each with what it does."""
