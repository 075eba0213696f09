"""Means over problems: numbers of many trials, summed up problem by problem."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping

from assay.records import Score
from assay.statistics.intervals import clustered


class Means:
    """Numbers of many trials, kept as one sum and one count for each problem.

    >>> means = Means()
    >>> for problem, value in (("a", 1.0), ("a", 0.5), ("b", 0.25)):
    ...     means.add(problem, {"length": value})
    >>> [(score.metric, score.value, score.n) for score in means.scores("lengths:1")]
    [('length', 0.5, 2)]
    """

    def __init__(self) -> None:
        self._cells: dict[str, dict[str, list[float]]] = defaultdict(dict)

    def add(self, problem_id: str, values: Mapping[str, float]) -> None:
        """Add the numbers of one trial, by the names of their scores."""
        for name, value in values.items():
            cell = self._cells[name].setdefault(problem_id, [0.0, 0.0])
            cell[0] += value
            cell[1] += 1

    def scores(self, signature: str, *, note: str = "") -> list[Score]:
        """Return the mean of each number over problems, with an interval where there are two problems or more."""
        return [self._score(name, signature, note) for name in self._cells]

    def _score(self, name: str, signature: str, note: str) -> Score:
        means = [min(max(total / count, 0.0), 1.0) for total, count in self._cells[name].values()]
        interval = clustered(means) if len(means) > 1 else None
        return Score(name, round(math.fsum(means) / len(means), 9), len(means), interval, signature, note=note)
