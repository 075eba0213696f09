"""The thread that has the rules checked."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from assay.alerts import Alert
from assay.errors import Fault
from assay.monitoring.alerting.courier import Courier
from assay.monitoring.alerting.patrol import Patrol
from assay.monitoring.alerting.reading import rules_of
from assay.monitoring.alerting.watchman import RoundLeft, Watchman
from assay.observations import Observation
from assay.store.memory import MemoryStore

RULES = rules_of("rules: [{name: low, kind: accuracy, below: 0.9, min_n: 2, certain: false}]")


class Noted(Watchman):
    """A watchman that says when it has checked, and breaks when it is told to."""

    def __init__(self, store: MemoryStore) -> None:
        super().__init__(store, RULES, now=lambda: datetime(2026, 3, 14, tzinfo=UTC))
        self.checked = threading.Semaphore(0)
        self.breaks: list[Exception] = []

    def check(self, *, is_over: Callable[[], bool] = lambda: False) -> list[Alert]:
        try:
            if self.breaks:
                raise self.breaks.pop()
            return super().check(is_over=is_over)
        finally:
            self.checked.release()


def test_what_was_observed_is_checked_soon_and_a_round_that_breaks_is_not_the_last() -> None:
    store = MemoryStore()
    watchman = Noted(store)
    patrol = Patrol(watchman, Courier(store, {}), every_seconds=3600, pause_seconds=0).start()
    try:
        assert watchman.checked.acquire(timeout=30)  # the first round, at once
        watchman.breaks = [Fault("the disk is full"), ZeroDivisionError("ours")]
        for _ in range(2):
            patrol.noticed()
            assert watchman.checked.acquire(timeout=30)
        at = datetime(2026, 3, 14, tzinfo=UTC)
        store.add_observations([Observation("t", False, at) for _ in range(5)])
        patrol.noticed()
        assert watchman.checked.acquire(timeout=30)
    finally:
        patrol.stop()

    assert [alert.state.value for alert in patrol.alerts] == ["firing"]
    assert patrol.error == ""


def test_an_error_is_kept_to_be_shown() -> None:
    watchman = Noted(MemoryStore())
    watchman.breaks = [Fault("the disk is full")]
    patrol = Patrol(watchman, Courier(MemoryStore(), {}))
    patrol.walk_once()

    assert patrol.error == "the disk is full"
    patrol.stop()


def test_a_check_that_is_over_keeps_nothing() -> None:
    store = MemoryStore()
    store.add_observations([Observation("t", False, datetime(2026, 3, 13, 23, 30, tzinfo=UTC)) for _ in range(5)])
    watchman = Watchman(store, RULES, now=lambda: datetime(2026, 3, 14, tzinfo=UTC))

    with pytest.raises(RoundLeft):
        watchman.check(is_over=lambda: True)
    assert store.alerts() == []
    assert [alert.state.value for alert in watchman.check()] == ["firing"]
