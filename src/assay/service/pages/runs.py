"""The page of all runs: what each scored, cost and took; some of them are chosen to be compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from fastapi import APIRouter, Request, Response

from assay.reports import figures
from assay.reports.effort import Effort, Measured
from assay.reports.figures import UNKNOWN, Figure
from assay.reports.report import who
from assay.service.context import Context, context_of
from assay.service.links import asked_with
from assay.service.pages.missing import missing
from assay.service.rendering import render
from assay.spec import Run, RunState
from assay.store.base import UnknownRun

router = APIRouter(include_in_schema=False)
PAGE = 25
"""Runs on a page."""
_READ = 100
"""Runs that are read at a time where most of them may not fit the filter."""
_MOST_READ = 5_000
"""Runs that are looked at for one page: who looks for older ones asks for the next page."""


@dataclass(frozen=True, slots=True)
class RunFilter:
    """Which runs are wanted; an empty text wants all."""

    benchmark: str = ""
    model: str = ""
    state: str = ""
    text: str = ""

    def fits(self, run: Run) -> bool:
        """Tell whether a run is wanted; the benchmark is asked of the store."""
        texts = (run.id, run.name, run.benchmark, who(run), *run.labels.values())
        return (
            self.model in ("", run.model)
            and self.state in ("", run.state.value)
            and all(word in " ".join(texts).casefold() for word in self.text.casefold().split())
        )

    @property
    def is_empty(self) -> bool:
        return self == RunFilter()


@dataclass(frozen=True, slots=True)
class RunRow:
    """One run in the table."""

    run: Run
    who: str
    metric: str
    score: str
    interval: str
    n: str
    cost: str
    latency: str
    """The median and what 95 of 100 stay below."""
    created: datetime | None


@dataclass(frozen=True, slots=True)
class _Found:
    """The runs of one page."""

    runs: tuple[Run, ...]
    last: str | None
    """The id after which the next page begins; `None`: there is none."""


@router.get("/runs")
def runs(
    request: Request, benchmark: str = "", model: str = "", state: str = "", text: str = "", after: str = ""
) -> Response:
    """Return the table of runs, the newest first."""
    context = context_of(request)
    wanted = RunFilter(benchmark, model, state, text)
    try:
        found = _page(context, wanted, after or None)
    except UnknownRun:
        return missing(request, f"There is no run {after!r:.80} any more to go on from.", back="/runs")
    known = context.store.runs(limit=_READ)
    return render(
        request,
        "runs.html",
        rows=[_row(context, run) for run in found.runs],
        wanted=wanted,
        benchmarks=_choices((run.benchmark for run in known), benchmark),
        models=_choices((run.model for run in known), model),
        states=[one.value for one in RunState],
        following=None if found.last is None else asked_with(request, after=found.last),
        is_first=not after,
        has_runs=bool(known),
    )


def _page(context: Context, wanted: RunFilter, after: str | None) -> _Found:
    """Return the next runs that fit; the runs of the store are read in parts."""
    found: list[Run] = []
    last = after
    for _ in range(_MOST_READ // _READ):
        some = context.store.runs(limit=_READ, benchmark=wanted.benchmark or None, after=last)
        for run in some:
            if wanted.fits(run):
                if len(found) == PAGE:
                    return _Found(tuple(found), found[-1].id)
                found.append(run)
        if len(some) < _READ:
            return _Found(tuple(found), None)
        last = some[-1].id
    return _Found(tuple(found), last)


def _choices(values: Iterator[str], chosen: str) -> list[str]:
    return sorted({*filter(None, values), *filter(None, [chosen])}, key=str.casefold)


def _row(context: Context, run: Run) -> RunRow:
    score = run.scores[0] if run.scores else None
    kept = context.store.report(run.id) or {}
    effort = None if kept.get("effort") is None else Effort.from_dict(kept["effort"])
    cost = None if effort is None else effort.cost_usd
    return RunRow(
        run,
        who(run),
        "" if score is None else score.metric,
        figures.share(None if score is None else score.value),
        figures.interval_of_shares(None if score is None else score.interval),
        "" if score is None else f"{score.n:,}",
        UNKNOWN if cost is None else figures.dollars(cost),
        UNKNOWN if effort is None else _latency(effort),
        created_at(run),
    )


def created_at(run: Run) -> datetime | None:
    """Return when a run was begun; `None` where it does not say so as a time with a zone."""
    try:
        found = datetime.fromisoformat(run.created)
    except ValueError:
        return None
    return None if found.tzinfo is None else found


def _latency(effort: Effort) -> str:
    return f"{_figure(effort.seconds_p50, figures.seconds)} / {_figure(effort.seconds_p95, figures.seconds)}"


def _figure(measured: Measured, figure: Figure) -> str:
    return UNKNOWN if measured.value is None else figure(measured.value)
