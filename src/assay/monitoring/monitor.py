"""The monitor: log what happened in production, and ask how accurate the agent is now and was over time."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from types import NoneType, TracebackType
from typing import Any, Self

from assay.errors import InvalidValue, require, require_text
from assay.monitoring.drift import watch
from assay.monitoring.watched import Watched
from assay.monitoring.windows import TrendPoint, in_production, level_of, trend
from assay.observations import HOUR, Chosen, Observation, feedback_of, observation_of, time_of
from assay.store.base import Store

PAGE = 1000
"""Observations that are read from the store at a time."""


def _now() -> datetime:
    return datetime.now(UTC)


class AccuracyMonitor:
    """Keeps outcomes of an agent in a store, and says how accurate it is.

    >>> monitor = AccuracyMonitor("memory:")
    >>> monitor.current_accuracy() is None
    True
    >>> _ = monitor.log_result("fix-login", True, model_version="2.3", team="checkout")
    >>> monitor.current_accuracy(model_version="2.3")
    1.0
    """

    def __init__(
        self, place: Store | str | os.PathLike[str] | None = None, *, now: Callable[[], datetime] = _now
    ) -> None:
        """Take a store, or open the one at a path or URL; without one, as `assay.open_store` does."""
        if not callable(now):
            raise InvalidValue(f"now: must be a function that returns the time, got {now!r:.80}")
        if isinstance(place, str):
            require_text("place", place, "a store, or the path or URL of one")
        if place is None or isinstance(place, (str, os.PathLike)):
            from assay.store.opening import open_store

            place = open_store(place)
        elif not hasattr(place, "add_observations"):
            raise InvalidValue(f"place: must be a store, or the path or URL of one, got {place!r:.80}")
        self.store: Store = place
        self._now = now

    def log_result(
        self,
        task_id: str,
        passed: bool,
        timestamp: datetime | str | float | None = None,
        *,
        observation_id: str = "",
        **labels: Any,  # Any: fields of an observation, or labels of one's own
    ) -> str:
        """Keep one outcome, and return its id; what is logged again under the same id changes nothing.

        Fields of an observation (`model_version`, `task_type`, `error_class`, `cost_usd`, …) are kept as such, any
        other text as a label. A missing time is now.
        """
        require("observation_id", observation_id, (str, NoneType), "text")
        moment = self._now()
        at = None if timestamp is None else time_of("timestamp", timestamp, now=moment)
        data = {**labels, "task_id": task_id, "passed": passed, "at": at, "id": observation_id}
        found = observation_of(data, now=moment)
        self.store.add_observations([found])
        return found.id

    def log_feedback(self, observation_id: str, **said: Any) -> str:  # Any: fields of a feedback
        """Keep what a person said of an observation, and return its id.

        `thumb` and `accepted` are true or false, `stars` from 1 to 5, `text`, `edit` and `by` texts.
        """
        require_text("observation_id", observation_id, "the id of an observation")
        found = feedback_of({**said, "observation": observation_id}, now=self._now())
        self.store.add_feedback([found])
        return found.id

    @property
    def results(self) -> list[dict[str, Any]]:  # Any: a text, a bool and a time
        """Every observation in the order of time, each with `task_id`, `passed` and `timestamp`."""
        found: list[Observation] = []
        while page := self.store.observations(Chosen(), after=found[-1].id if found else None, limit=PAGE):
            found += page
        return [{"task_id": one.task_id, "passed": one.passed, "timestamp": one.at} for one in reversed(found)]

    def current_accuracy(self, window: timedelta = HOUR, **slices: str) -> float | None:
        """Return the share that passed in the last hour, or another window; `None` where there is nothing."""
        now = self._now()
        require("window", window, (timedelta,), "a timedelta such as timedelta(hours=1)")
        if window <= timedelta(0):
            raise InvalidValue(f"window: must be positive, got {window!r}")
        chosen = Chosen(now - window, now + timedelta(microseconds=1), slices)
        return level_of(self.store, in_production(chosen)).accuracy

    def accuracy_trend(
        self,
        by: str = "hour",
        since: datetime | str | float | None = None,
        until: datetime | str | float | None = None,
        zone: str = "UTC",
        **slices: str,
    ) -> list[TrendPoint]:
        """Return accuracy by hour, day or week, the oldest first; gaps are points of n = 0 without an accuracy."""
        now = self._now()
        start = None if since is None else time_of("since", since, now=now)
        end = None if until is None else time_of("until", until, now=now)
        return trend(self.store, in_production(Chosen(start, end, slices)), by=by, zone=zone, now=now)

    def watch(self, **slices: str) -> Watched:
        """Return whether accuracy has changed, since when, and by how much."""
        return watch(self.store, Chosen(slices=slices), now=self._now())

    def close(self) -> None:
        """Let go of the store's files and connections."""
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
