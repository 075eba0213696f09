"""Small builders of observations for the tests of monitoring."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from assay.observations import HOUR, Observation

NOW = datetime(2026, 3, 18, 15, 20, tzinfo=UTC)


def seen(passed: bool, at: datetime, **fields: Any) -> Observation:  # Any: fields of an observation
    """Return one observation."""
    return Observation("t", passed, at, error_class="" if passed else "logic", **fields)


def level(n: int, passed: int, at: datetime, **fields: Any) -> list[Observation]:  # Any: fields of an observation
    """Return `n` observations of one moment, of which `passed` passed."""
    return [seen(number < passed, at, **fields) for number in range(n)]


def steady(
    rate: float, *, days: int, per_hour: int, until: datetime = NOW, seed: int = 0, **fields: Any
) -> Iterator[Observation]:  # Any: fields of an observation
    """Yield observations of a constant rate up to a moment, the oldest first."""
    draw = Random(seed)
    for hour in range(days * 24, 0, -1):
        at = until - hour * HOUR + timedelta(minutes=1)
        for _ in range(per_hour):
            yield seen(draw.random() < rate, at, **fields)
