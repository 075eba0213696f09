"""What pages compare: the time since a drop against the time before it, or a period against the one before."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from assay.monitoring.drift import watch
from assay.monitoring.failures import period_before
from assay.monitoring.watched import Watched
from assay.observations import Chosen
from assay.service.context import Context
from assay.service.filters import Filters
from assay.service.remembering import remembered


@dataclass(frozen=True, slots=True)
class Periods:
    """Two periods that are held against each other."""

    now: Chosen
    before: Chosen | None
    """`None`: there is nothing before."""
    since: datetime | None = None
    """When the drop began that parts them; `None`: they are parted by the time that was chosen."""


def watched_of(context: Context, filters: Filters, now: datetime) -> Watched:
    """Return what watching the chosen slices has found, worked out once for each state of the store."""
    asked = ("watched", tuple(sorted(filters.slices.items())), filters.zone)
    return remembered(
        context, asked, lambda: watch(context.store, Chosen(slices=filters.slices), now=now, zone=filters.zone)
    )


def periods_of(watched: Watched, chosen: Chosen, *, now: datetime) -> Periods:
    """Return what is compared: while there is an alarm about a drop within the chosen time, that drop parts it."""
    dropped = None if watched.alarm is None else watched.alarm.since
    is_within = dropped is not None and (
        (chosen.since is None or chosen.since < dropped) and dropped < (chosen.until or now)
    )
    if not is_within:
        return Periods(chosen, period_before(chosen, now=now))
    return Periods(replace(chosen, since=dropped), replace(chosen, until=dropped), dropped)
