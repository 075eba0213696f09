"""The page of what people say: users of what came out in production, and raters of candidates of runs."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from fastapi import APIRouter, Request, Response

from assay.errors import MissingExtra, UsageError
from assay.evaluation.opinions import Opinions, opinions_of
from assay.evaluation.queueing import queue_of
from assay.observations import Chosen, Feedback
from assay.quality.human import PASS_GRADE, RaterAgreement, Rating, agreement
from assay.reports import figures
from assay.reports.page.view import ShownScore
from assay.reports.report import who
from assay.service.context import Context, context_of
from assay.service.drawing.canvas import Drawing
from assay.service.drawing.timeline import Reading, Timeline, draw_timeline
from assay.service.links import asked_with
from assay.service.pages.missing import missing
from assay.service.rendering import render
from assay.service.runs import Recent, run_named
from assay.service.shown import Row, table
from assay.spec import Run
from assay.statistics.intervals import clustered, wilson
from assay.text import one_line

router = APIRouter(include_in_schema=False)
PAGE = 25
"""What people said, on a page."""
DAYS = (1, 7, 30, 90)
"""What can be looked back at."""
MOST_COUNTED = 20_000
"""Of what users said, the newest that are counted; the page says so where there are more."""
RESAMPLES = 200
OFFERED = 100
"""Runs that can be chosen, the newest."""
_READ = 1_000


@dataclass(frozen=True, slots=True)
class UserFeedback:
    """What users said in some time, counted."""

    n: int
    cut: bool
    """Whether there is more than was counted."""
    rows: tuple[ShownScore, ...]
    trend: Drawing | None
    """How many of each day's thumbs are up, or of its answers were kept; `None` where that is one day's only."""


@dataclass(frozen=True, slots=True)
class HumanEvaluation:
    """What raters say of the candidates of a run, beside its verdicts."""

    run: Run
    rated: int
    total: int
    raters: int
    agreements: tuple[RaterAgreement, ...]
    why_none: str
    """Why there are no figures of agreement."""
    opinions: Opinions
    rows: tuple[ShownScore, ...]


@router.get("/feedback")
def feedback(request: Request, days: str = "30", after: str = "", run: str = "") -> Response:
    """Return what users and raters say."""
    context = context_of(request)
    span = int(days) if days.isdecimal() and len(days) < 5 and int(days) else 30
    chosen = Chosen(since=context.now() - timedelta(days=span))
    try:
        said = context.store.feedback(chosen=chosen, after=after or None, limit=PAGE + 1)
    except UsageError as error:
        return missing(request, str(error), back="/feedback")
    runs = context.store.runs(limit=OFFERED)
    rated_run = _rated_run(context, runs, run)
    return render(
        request,
        "feedback.html",
        days=span,
        spans=sorted({*DAYS, span}),
        users=count_feedback(_all(context, chosen)),
        said=said[:PAGE],
        following=asked_with(request, after=said[PAGE - 1].id) if len(said) > PAGE else None,
        is_first=not after,
        runs=[(one.id, _title(one)) for one in runs],
        benchmarks=sorted({one.benchmark for one in runs}),
        human=None if rated_run is None else human_evaluation(context, rated_run),
        unknown_run=run if run and (rated_run is None or rated_run.id != run) else "",
        pass_grade=PASS_GRADE,
    )


def count_feedback(said: Iterable[Feedback]) -> UserFeedback:
    """Return shares and means of what users said, each with its interval, and day by day."""
    kept = list(said)
    thumbs = [one.thumb for one in kept if one.thumb is not None]
    accepted = [one.accepted for one in kept if one.accepted is not None]
    stars = [one.stars for one in kept if one.stars is not None]
    edits = sum(bool(one.edit) for one in kept)
    rows = [
        *_share("thumbs up", thumbs),
        *_share("kept by the user", accepted, f"{edits:,} with an edit" if edits else ""),
        *_stars(stars),
    ]
    return UserFeedback(len(kept), len(kept) >= MOST_COUNTED, tuple(rows), _trend(kept))


def human_evaluation(context: Context, run: Run) -> HumanEvaluation:
    """Return how much of a run is rated, how far its raters agree, and what they make of it."""
    everything = [Rating.from_dict(row) for row in context.store.ratings()]
    own = [one for one in everything if one.run == run.id]
    keys = context.store.judged(run.id)
    queue = queue_of(((run.id, key) for key in keys), own, rater="")
    alike = [
        one for one in context.store.runs(benchmark=run.benchmark) if one.benchmark_version == run.benchmark_version
    ]
    names = {one.id: _title(one) for one in alike}
    opinions = opinions_of(run, context.store.trials(run.id) if own else (), everything, names)
    found, why = _agreements(context, own)
    raters = len({one.rater for one in own})
    return HumanEvaluation(run, queue.rated, queue.total, raters, found, why, opinions, tuple(_opinion_rows(opinions)))


def _trend(said: Sequence[Feedback]) -> Drawing | None:
    """Return the days as a chart: thumbs, or what was kept where that is said more often."""
    by_thumb = [(one.at, one.thumb) for one in said if one.thumb is not None]
    by_keeping = [(one.at, one.accepted) for one in said if one.accepted is not None]
    daily: dict[datetime, list[bool]] = defaultdict(list)
    for at, is_good in max(by_thumb, by_keeping, key=len):
        daily[at.replace(hour=0, minute=0, second=0, microsecond=0)].append(is_good)
    if len(daily) < 2:
        return None
    readings = []
    for day, values in sorted(daily.items()):
        low, high = wilson(sum(values), len(values))
        readings.append(Reading(day + timedelta(hours=12), sum(values) / len(values), low, high, len(values)))
    what = "thumbs up" if len(by_thumb) >= len(by_keeping) else "kept by the user"
    rows: list[Row] = [
        [f"{one.at:%Y-%m-%d}", figures.share(one.value), figures.interval_of_shares((one.low, one.high)), f"{one.n:,}"]
        for one in reversed(readings)
    ]
    days = table(f"{what}, day by day", ["day (UTC)", "share #", "95 % interval #", "n #"], rows)
    return draw_timeline(Timeline(f"{what.capitalize()}, day by day", readings, line=what, table=days))


def _agreements(context: Context, ratings: Sequence[Rating]) -> tuple[tuple[RaterAgreement, ...], str]:
    """Return the agreement on each axis, or why there is none."""
    recent: Recent[tuple[RaterAgreement, ...]] = context.parts.setdefault("agreements", Recent(8))
    key = tuple((one.run, one.candidate, one.rater, one.score) for one in ratings)
    try:
        found = recent.get(key, lambda: agreement(ratings, resamples=RESAMPLES))
    except MissingExtra as error:
        return (), str(error)
    notes = {one.note for one in found}
    return ((), notes.pop()) if len(notes) == 1 and "" not in notes else (found, "")


def _opinion_rows(opinions: Opinions) -> Iterator[ShownScore]:
    rows = (
        ("by verdicts", opinions.automatic),
        ("by people", opinions.people),
        ("by both", opinions.combined),
    )
    for name, one in rows:
        if one is not None:
            yield _row(name, one.value, one.interval, one.n)


def _share(name: str, values: Sequence[bool], note: str = "") -> Iterator[ShownScore]:
    if values:
        yield _row(name, sum(values) / len(values), wilson(sum(values), len(values)), len(values), note)


def _stars(stars: Sequence[int]) -> Iterator[ShownScore]:
    """Give the mean of the stars; on the line, 1 star stands at its left end and 5 at its right."""
    if not stars:
        return
    low, high = clustered([(one - 1) / 4 for one in stars])
    mean = math.fsum(stars) / len(stars)
    yield ShownScore(
        "stars",
        f"{mean:.2f} of 5",
        f"{1 + 4 * low:.2f} – {1 + 4 * high:.2f}",
        f"{len(stars):,}",
        "",
        25 * (mean - 1),
        100 * low,
        100 * high,
    )


def _row(name: str, value: float, interval: tuple[float, float], n: int, note: str = "") -> ShownScore:
    ends = figures.interval_of_shares(interval)
    return ShownScore(
        name, figures.share(value), ends, f"{n:,}", note, 100 * value, 100 * interval[0], 100 * interval[1]
    )


def _all(context: Context, chosen: Chosen) -> Iterator[Feedback]:
    """Give what users said, the newest first, at most `MOST_COUNTED`."""
    after: str | None = None
    for _ in range(MOST_COUNTED // _READ):
        some = context.store.feedback(chosen=chosen, after=after, limit=_READ)
        yield from some
        if len(some) < _READ:
            return
        after = some[-1].id


def _rated_run(context: Context, runs: Sequence[Run], wanted: str) -> Run | None:
    """Return the run that was asked for, or else the newest that somebody has rated, or else the newest."""
    if wanted and (found := run_named(context, wanted)) is not None:
        return found
    rated = {row["run"] for row in context.store.ratings()}
    return next((run for run in runs if run.id in rated), runs[0] if runs else None)


def _title(run: Run) -> str:
    """Return what a run is called in a list to choose from."""
    return " · ".join(one_line(part) for part in (run.id, run.benchmark, who(run), run.name) if part)
