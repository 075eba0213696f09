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
"""What is released; of several at once the first is named. A fingerprint is the server's word about its version."""
_MOST: Final = 200
_EARLIER: Final = timedelta(days=7)


def releases_in(store: Observations, chosen: Chosen, start: datetime) -> list[Release]:
    """Return what was seen for the first time after the first hour, the oldest first."""
    found = [
        Release(field, value, first)
        for field in FIELDS[:-1]
        if field not in chosen.slices
        for value, first, _, _ in store.values(field, chosen)[:_MOST]
        if value and first > start
    ]
    found += _fingerprints(store, chosen, start)
    return sorted(found, key=lambda one: (one.at, one.field, one.value))


def is_behind(store: Observations, chosen: Chosen, shift: Shift, release: Release) -> bool:
    """Tell whether a release has the new level itself, and had it before the change too if it is older."""
    slices = {**chosen.slices, release.field: release.value}
    after = level_of(store, Chosen(max(release.at, shift.since), shift.until or chosen.until, slices))
    older = release.at < shift.since
    earlier = level_of(store, Chosen(release.at, shift.since, slices)) if older else Level()
    return _lies_beyond(shift.before, after, shift) and not _lies_beyond(earlier, after, shift)


def release_before(store: Observations, chosen: Chosen, shift: Shift, releases: Sequence[Release]) -> Release | None:
    """Return the release that came most lately before a change, in the last week, and has had the new level since."""
    near = [one for one in releases if shift.since - _EARLIER <= one.at <= shift.since]
    for one in sorted(near, key=lambda one: (-one.at.timestamp(), FIELDS.index(one.field))):
        if is_behind(store, chosen, shift, one):
            return one
    return None


def _lies_beyond(level: Level, after: Level, shift: Shift) -> bool:
    """Tell whether one level lies beyond another in the direction of the change, and not by chance."""
    if not level.n or not after.n:
        return False
    low, high = newcombe(level.passed, level.n, after.passed, after.n)
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
