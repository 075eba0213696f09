"""The page of one run: the sections of `assay report`, the attempts filtered and paged here rather than by a script."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Request, Response

from assay.evaluation.briefing import change_of
from assay.reports.drawing import charts_of
from assay.reports.page.view import FIRST_SCORES, SIGNS, ShownChart, groups_title, shown_charts, shown_run
from assay.reports.trials import TrialLine
from assay.service.context import Context, context_of
from assay.service.links import asked_with
from assay.service.pages.missing import missing
from assay.service.rendering import render
from assay.service.runs import MOST_LINES, lines_for, report_for, run_named
from assay.spec import Run

router = APIRouter(include_in_schema=False)
PAGE = 50
"""Attempts on a page."""
FAILING, ALL, SUSPICIOUS = "failing", "all", "suspicious"


@dataclass(frozen=True, slots=True)
class AttemptFilter:
    """Which attempts of a run are wanted."""

    text: str = ""
    show: str = FAILING
    """A verdict, or one of `FAILING`, `ALL`, `SUSPICIOUS`."""
    kind: str = ""

    def fits(self, line: TrialLine) -> bool:
        """Tell whether an attempt is wanted; every word must occur in one of its texts."""
        if self.show == FAILING and line.passed:
            return False
        if self.show == SUSPICIOUS and not line.suspicions:
            return False
        if self.show not in (FAILING, ALL, SUSPICIOUS, line.verdict) or self.kind not in ("", line.kind):
            return False
        if not self.text:
            return True
        texts = (line.problem, line.verdict, line.kind, line.call, line.what, line.error_class, *line.suspicions)
        hay = "\n".join(texts).casefold()
        return all(word in hay for word in self.text.casefold().split())


@dataclass(frozen=True, slots=True)
class AttemptsPage:
    """Some attempts of a run, and where they stand among those that were asked for."""

    lines: tuple[TrialLine, ...]
    total: int
    number: int
    """Of the page, from 1 on."""
    pages: int

    @property
    def first(self) -> int:
        return (self.number - 1) * PAGE + 1

    @property
    def last(self) -> int:
        return self.first + len(self.lines) - 1


@router.get("/runs/{run_id}")
def run(
    request: Request, run_id: str, text: str = "", show: str = FAILING, kind: str = "", page: str = "1"
) -> Response:
    """Return the page of a run."""
    context = context_of(request)
    found = run_named(context, run_id)
    if found is None:
        return missing(request, f"There is no run {run_id!r:.80}.", back="/runs")
    report = report_for(context, found)
    lines = lines_for(context, found)
    charts = shown_charts(charts_of((report,), (lines,)))
    wanted = AttemptFilter(text, show or FAILING, kind)
    attempts = paged([line for line in lines if wanted.fits(line)], page)
    return render(
        request,
        "run.html",
        run=shown_run(report),
        kept=found,
        change=_change(context, found),
        attempts=attempts,
        wanted=wanted,
        shows=list(_shows(lines)),
        kinds=sorted({line.kind for line in lines} - {""}),
        several=any(line.attempt for line in lines),
        unlisted=max(0, sum(context.store.counts(found.id).values()) - MOST_LINES),
        earlier=asked_with(request, page=str(attempts.number - 1)) if attempts.number > 1 else None,
        later=asked_with(request, page=str(attempts.number + 1)) if attempts.number < attempts.pages else None,
        groups=charts["groups"],
        groups_title=_groups_title(charts["groups"]),
        first_scores=FIRST_SCORES,
        signs=SIGNS,
    )


def paged(lines: Sequence[TrialLine], page: str) -> AttemptsPage:
    """Return one page of these attempts; the nearest where there is no page of that number."""
    pages = max(1, -(-len(lines) // PAGE))
    number = min(pages, max(1, int(page))) if page.isdecimal() and len(page) < 10 else 1
    return AttemptsPage(tuple(lines[(number - 1) * PAGE : number * PAGE]), len(lines), number, pages)


def _change(context: Context, run: Run) -> tuple[Run, str] | None:
    """Return the run before this one, and what changed since, in words."""
    found = change_of(run, context.store)
    return None if found is None else (found.previous, found.sentence(context.now()))


def _groups_title(charts: Sequence[ShownChart]) -> str:
    return groups_title(charts) if charts else ""


def _shows(lines: Sequence[TrialLine]) -> Iterator[tuple[str, str]]:
    """Give what can be chosen to be shown, each with how many there are."""
    verdicts = Counter(line.verdict for line in lines)
    failing = len(lines) - verdicts["passed"]
    yield FAILING, f"failures ({failing:,})"
    yield ALL, f"all ({len(lines):,})"
    if suspicious := sum(bool(line.suspicions) for line in lines):
        yield SUSPICIOUS, f"suspicious ({suspicious:,})"
    for verdict, count in verdicts.most_common():
        yield verdict, f"{verdict.replace('_', ' ')} ({count:,})"
