"""`assay ab`: two arms of a live comparison, and whether it can end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from assay.cli.monitor import margin_of, moment_of, slices_of
from assay.cli.run import opened
from assay.cli.runs import choices_with
from assay.cli.screens import put, screen
from assay.text import json_text, one_line

if TYPE_CHECKING:
    from assay.monitoring.experiments import Experiment
    from assay.reports.screen import Screen


@dataclass(frozen=True, slots=True)
class AbCommand:
    """What a user can choose."""

    first: str
    second: str
    by: str = "arm"
    since: str | None = None
    until: str | None = None
    where: Sequence[str] = ()
    margin: str = "0.02"
    as_json: bool = False
    store: str | None = None


def run(command: AbCommand) -> None:
    """Print what to do, and why."""
    from assay.monitoring.experiments import compare_arms

    now = datetime.now(UTC)
    since, until = (moment_of(name, getattr(command, name), "UTC", now) for name in ("since", "until"))
    margin = margin_of(command.margin)
    with opened(choices_with(command.store)) as store:
        found = compare_arms(
            store,
            command.first,
            command.second,
            by=command.by,
            since=since,
            until=until,
            slices=slices_of(command.where),
            margin=margin,
        )
    if command.as_json:
        print(json_text(found.to_dict()))
        return
    put(_lines(found, screen()))


def _lines(found: Experiment, page: Screen) -> Iterator[str]:
    from assay.reports import figures

    yield page.bold(found.sentence)
    yield ""
    width = max(len(one_line(name)) for name in (found.first, found.second))
    for name, level in zip((found.first, found.second), found.levels, strict=True):
        ends = figures.interval_of_shares(level.interval)
        yield f"  {one_line(name):<{width}}   {figures.share(level.accuracy):>8}   {ends:<13}   n = {level.n:,}"
    for words, one in (("as observed", found.difference), ("same mix", found.stratified)):
        if one is not None:
            ends = figures.interval_of_points(one.interval)
            evidence = figures.evidence(one.e_value)
            yield f"  {words:<11}   {figures.points(one.value):>6} points ({ends}), e-value {evidence}"
    for warning in found.warnings:
        yield page.warning(f"! {warning}")
    yield ""
    yield page.faint("the intervals of differences hold however often you look; 20 or more is enough of an e-value")
