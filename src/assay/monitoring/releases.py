"""New versions, models and fingerprints: when each was first seen, and which of them a change began with."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from assay.monitoring.watched import Release, Shift
from assay.monitoring.windows import Level, level_of
from assay.observations import Chosen
from assay.statistics.independent import newcombe
from assay.store.base import Observations

FIELDS: Final = ("agent_version", "model_version", "model", "fingerprint")
"""What is released, in the order in which they are named. A fingerprint is the server's word about its version."""
_MOST: Final = 200
_NAMED: Final = 3
"""Releases of one hour that are named together."""
_EARLIER: Final = timedelta(days=7)
_SURER: Final = 0.995
_FEWEST: Final = 50
"""Observations of others beside a release, from which on they can clear it."""


def releases_in(store: Observations, chosen: Chosen, start: datetime) -> list[Release]:
    """Return what was seen for the first time after the first hour, the oldest first."""
    known = {field: store.values(field, chosen)[:_MOST] for field in FIELDS[:-1]}
    told_apart = all(any(value for value, *_ in known[field]) for field in FIELDS[:2])
    found = [
        Release(field, value, first, is_told_apart=told_apart)
        for field, values in known.items()
        if field not in chosen.slices
        for value, first, _, _ in values
        if value and first > start
    ]
    found += _fingerprints(store, chosen, start)
    return sorted(found, key=lambda one: (one.at, one.field, one.value))


def behind(store: Observations, chosen: Chosen, shift: Shift, releases: Sequence[Release]) -> tuple[Release, ...]:
    """Return those of some releases of one hour that a change can be due to, as their own observations show.

    `chosen` ends where the level after the change does.
    """
    found = [one for one in releases if _is_behind(store, chosen, shift, one)]
    if any(one.field != "fingerprint" for one in found):
        found = [one for one in found if one.field != "fingerprint"]
    return tuple(sorted(found, key=lambda one: (FIELDS.index(one.field), one.value))[:_NAMED])


def rolled_out(store: Observations, chosen: Chosen, shift: Shift, releases: Sequence[Release]) -> tuple[Release, ...]:
    """Return the release of the last week before a change whose few observations had the new level even then."""
    near = [one for one in releases if shift.since - _EARLIER <= one.at < shift.since]
    for one in sorted(near, key=lambda one: (-one.at.timestamp(), FIELDS.index(one.field))):
        earlier = level_of(store, Chosen(one.at, shift.since, {**chosen.slices, one.field: one.value}))
        if _lies_beyond(shift.before, earlier, shift) and _is_behind(store, chosen, shift, one):
            return (one,)
    return ()


def _is_behind(store: Observations, chosen: Chosen, shift: Shift, release: Release) -> bool:
    """Tell whether a release has the new level itself, had it before the change too if it is older, and is alone in it.

    Where all others fell as far as the release in the same time, it is not due to the release.
    """
    slices = {**chosen.slices, release.field: release.value}
    since = max(release.at, shift.since)
    after = level_of(store, Chosen(since, chosen.until, slices))
    older = release.at < shift.since
    earlier = level_of(store, Chosen(release.at, shift.since, slices)) if older else Level()
    # The hour of the change was chosen to have the better hours before it, so that more is asked of them.
    if not _lies_beyond(shift.before, after, shift) or _lies_beyond(earlier, after, shift, confidence=_SURER):
        return False
    everything = level_of(store, Chosen(since, chosen.until, chosen.slices))
    others = Level(everything.n - after.n, everything.passed - after.passed)
    fell_alike = _lies_beyond(shift.before, others, shift) and not _lies_beyond(others, after, shift)
    return others.n < _FEWEST or not fell_alike


def _lies_beyond(level: Level, after: Level, shift: Shift, *, confidence: float = 0.95) -> bool:
    """Tell whether one level lies beyond another in the direction of the change, and not by chance."""
    if not level.n or not after.n:
        return False
    low, high = newcombe(level.passed, level.n, after.passed, after.n, confidence=confidence)
    return high < 0 if shift.change < 0 else low > 0


def _fingerprints(store: Observations, chosen: Chosen, start: datetime) -> list[Release]:
    """Return fingerprints that came while their model kept the name of its version."""
    seen: dict[tuple[str, str], set[str]] = {}
    for one in store.tallies(chosen, by=("model", "model_version", "fingerprint")):
        if one.slices["fingerprint"]:
            seen.setdefault((one.slices["model"], one.slices["model_version"]), set()).add(one.slices["fingerprint"])
    found = []
    for (model, version), prints in seen.items():
        if len(prints) < 2:
            continue
        of = Chosen(chosen.since, chosen.until, {**chosen.slices, "model": model, "model_version": version})
        values = [one for one in store.values("fingerprint", of)[:_MOST] if one[0]]
        oldest = min(first for _, first, _, _ in values)
        found += [Release("fingerprint", value, first) for value, first, _, _ in values if first > max(oldest, start)]
    return found
