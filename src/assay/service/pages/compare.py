"""The page on which runs are compared: the answer in a sentence, the problems that changed sides, then the figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from assay.errors import UsageError
from assay.evaluation.comparing import compare_for_report
from assay.reports.comparison import Baselined, RunComparison
from assay.reports.page.changes import FIRST_FLIPS, MOST_SHOWN, ShownComparison, ShownFlip, shown_comparisons
from assay.reports.page.view import shown_run
from assay.reports.report import who
from assay.service.context import Context, context_of
from assay.service.links import trial_address
from assay.service.rendering import render
from assay.service.runs import Recent, benchmark_of, report_for, stamp_of
from assay.spec import Run
from assay.text import one_line

router = APIRouter(include_in_schema=False)
MOST_COMPARED = 8
"""Runs on one page."""
OFFERED = 100
"""Runs that can be chosen in the form, the newest."""
KEPT_COMPARISONS = 8
_LONGEST_TEXT = 300


@dataclass(frozen=True, slots=True)
class LinkedFlip:
    """A problem that changed sides, with the ways to both trials and what changed in the code."""

    shown: ShownFlip
    first: str
    """The address of the trial of the baseline."""
    second: str
    diff: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LinkedComparison:
    """The baseline beside one further run."""

    shown: ShownComparison
    runs: tuple[Run, Run]
    flips: tuple[LinkedFlip, ...]


@dataclass(frozen=True, slots=True)
class _Asked:
    """The runs that an address names, the baseline first, and what is wrong with it."""

    runs: tuple[Run, ...]
    wrong: tuple[str, ...] = ()


@router.get("/compare")
def compare(request: Request, a: str = "", b: str = "", run: Annotated[Sequence[str], Query()] = ()) -> Response:
    """Return runs beside each other: `a`, the baseline, and `b`; or each `run`, of which the oldest is the baseline."""
    context = context_of(request)
    asked = _asked(context, [one for one in (a, b) if one], run)
    offered = context.store.runs(limit=OFFERED)
    missing = [one for one in asked.runs if one.id not in {known.id for known in offered}]
    found = _compared(context, asked.runs) if len(asked.runs) > 1 else Baselined()
    shown = list(_linked(found.comparisons))
    return render(
        request,
        "compare.html",
        asked=asked,
        chosen=(asked.runs[0].id if asked.runs else a, asked.runs[1].id if len(asked.runs) > 1 else b),
        offered=[(one.id, _title(one)) for one in (*offered, *missing)],
        comparisons=shown,
        left_out=[f"Run {name} is not compared: {one_line(why)}." for name, why in found.left_out.items()],
        scores=_scores(context, asked.runs) if shown or found.left_out else [],
        first_flips=FIRST_FLIPS,
    )


def _asked(context: Context, pair: Sequence[str], several: Sequence[str]) -> _Asked:
    """Return the runs that are meant; what cannot be found, or is named twice, is said."""
    found: dict[str, Run] = {}
    wrong: list[str] = []
    for name in [*pair, *several][: MOST_COMPARED + 1]:
        try:
            run = context.store.find_run(name)
        except UsageError as error:
            wrong.append(one_line(str(error))[:_LONGEST_TEXT])
            continue
        if run.id in found:
            wrong.append(f"Run {run.id} is named twice: choose another one beside it.")
        found[run.id] = run
    if len(pair) + len(several) > MOST_COMPARED:
        wrong.append(f"At most {MOST_COMPARED} runs are compared on one page: the others are left out.")
    if len(found) == 1 and not wrong:
        wrong.append("Choose a second run to compare it with.")
    runs = list(found.values())[:MOST_COMPARED]
    return _Asked(tuple(runs if pair else sorted(runs, key=lambda run: run.created)), tuple(wrong))


def _compared(context: Context, runs: Sequence[Run]) -> Baselined:
    recent: Recent[Baselined] = context.parts.setdefault("comparisons", Recent(KEPT_COMPARISONS))
    made = tuple(stamp_of(context, run) for run in runs)
    return recent.get(made, lambda: compare_for_report(runs, context.store, benchmark_of(context, runs[0])))


def _linked(comparisons: Sequence[RunComparison]) -> Iterable[LinkedComparison]:
    for found, shown in zip(comparisons, shown_comparisons(comparisons), strict=True):
        first, second = found.first.run, found.second.run
        flips = tuple(
            LinkedFlip(
                one,
                trial_address(first.id, flip.problem, flip.first.attempt),
                trial_address(second.id, flip.problem, flip.second.attempt),
                tuple(filter(None, flip.diff.split("\n"))),
            )
            for one, flip in zip(shown.flips, found.flips[:MOST_SHOWN], strict=True)
        )
        yield LinkedComparison(shown, (first, second), flips)


def _scores(context: Context, runs: Sequence[Run]) -> list[object]:
    """Return the first score of each run, as rows of one table."""
    shown = [shown_run(report_for(context, run)) for run in runs]
    return [replace(one.scores[0], name=f"{one.who} ({one.id})", note="") for one in shown if one.scores]


def _title(run: Run) -> str:
    """Return what a run is called in a list to choose from."""
    parts = (run.id, f"{run.benchmark} {run.benchmark_version}", who(run), run.name, run.created[:16].replace("T", " "))
    return " · ".join(one_line(part) for part in parts if part)
