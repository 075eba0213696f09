"""Alerts while the service runs: their rules are checked soon after something was observed, and now and then."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from assay.monitoring.alerting.courier import Courier
from assay.monitoring.alerting.patrol import Patrol
from assay.monitoring.alerting.reading import read_rules
from assay.monitoring.alerting.watchman import Watchman
from assay.service.context import Context

_PART = "patrol"


@contextmanager
def patrolling(context: Context) -> Iterator[None]:
    """Check the rules of the settings as long as the service runs; without rules there is nothing to do."""
    if context.settings.rules is None:
        yield
        return
    book = read_rules(context.settings.rules)
    watchman = Watchman(context.store, book, now=context.now)
    patrol = Patrol(watchman, Courier(context.store, book.webhooks, now=context.now))
    context.parts[_PART] = patrol
    patrol.start()
    try:
        yield
    finally:
        patrol.stop()
        del context.parts[_PART]


def patrol_of(context: Context) -> Patrol | None:
    """Return the patrol of a service; `None`: it has no rules."""
    found: Patrol | None = context.parts.get(_PART)
    return found


def noticed(context: Context) -> None:
    """Say that something was observed, so that the rules are checked soon."""
    patrol = patrol_of(context)
    if patrol is not None:
        patrol.noticed()
