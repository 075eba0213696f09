"""The tasks that fail most, counted from the rows of failures."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from assay.observations import FailingTask, FailingTasks
from assay.store.codec import from_column
from assay.store.hours import moment

MOST_CLASSES = 5
"""Error classes that are named of each task."""


def most_failing(rows: Sequence[tuple[str, str, int, str]], most: int) -> FailingTasks:
    """Return the tasks with the most failures; the rows are task, error class, time and id, the newest first."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    newest: dict[str, tuple[int, str]] = {}
    for task, error_class, at, name in rows:
        counts[task][error_class] += 1
        newest.setdefault(task, (at, name))
    named = sorted(((from_column(task), task) for task in counts), key=lambda one: (-counts[one[1]].total(), one[0]))
    return FailingTasks(
        len(rows),
        tuple(
            FailingTask(
                name,
                counts[task].total(),
                tuple(map(from_column, _by_count(counts[task]))),
                moment(newest[task][0]),
                from_column(newest[task][1]),
            )
            for name, task in named[:most]
        ),
    )


def _by_count(classes: Counter[str]) -> list[str]:
    return sorted(classes, key=lambda name: (-classes[name], name))[:MOST_CLASSES]
