"""The page on which people rate candidates, one after the other, without seeing whose they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import RedirectResponse

from assay.errors import InvalidValue
from assay.evaluation.queueing import RatingQueue, ToRate, queue_of
from assay.evaluation.viewing import problem_of, problem_page, trial_page
from assay.quality.human import HIGHEST, LONGEST_RATED, LOWEST, QUESTIONS, Axis, HumanEvaluationScore, Rating
from assay.records import Trial
from assay.reports.trials import TrialPage
from assay.service.context import Context, Role, context_of, require
from assay.service.forms import checked_form
from assay.service.pages.missing import missing
from assay.service.rendering import render
from assay.service.runs import benchmark_of
from assay.spec import Run
from assay.store.base import TrialKey

router = APIRouter(include_in_schema=False)
MOST_RUNS = 10
"""Runs of a benchmark whose candidates are in the queue, the newest."""
PLACE = "/feedback/rate"


@dataclass(frozen=True, slots=True)
class RatingPlace:
    """Where a rater is: whose queue it is, of which benchmark, in which order, and how many were passed over."""

    benchmark: str
    rater: str
    seed: int = 0
    skip: int = 0

    @classmethod
    def of(cls, fields: Mapping[str, str]) -> RatingPlace:
        """Return the place that the fields of a query or a form name; numbers that are none are 0."""
        return cls(
            fields.get("benchmark", ""),
            fields.get("rater", "").strip()[:LONGEST_RATED],
            _number(fields.get("seed", "")),
            _number(fields.get("skip", "")),
        )

    def address(self, *, skip: int | None = None) -> str:
        """Return where this place is."""
        fields = {
            "benchmark": self.benchmark,
            "rater": self.rater,
            "seed": self.seed,
            "skip": self.skip if skip is None else skip,
        }
        return f"{PLACE}?{urlencode({name: value for name, value in fields.items() if value})}"


@router.get(PLACE, dependencies=[Depends(require(Role.WRITE))])
def rate(request: Request) -> Response:
    """Return the next candidate to rate, with the form."""
    return _form(request, RatingPlace.of(request.query_params))


@router.post(PLACE, dependencies=[Depends(require(Role.WRITE))])
def keep_rating(request: Request, fields: Annotated[dict[str, str], Depends(checked_form)]) -> Response:
    """Keep a rating, and go on to the next candidate."""
    context = context_of(request)
    place = RatingPlace.of(fields)
    found = _queue(context, place).find(fields.get("candidate", ""))
    if found is None:
        return missing(request, "There is no such candidate any more to rate.", back=place.address())
    try:
        grades = {axis.value: _grade(axis, fields) for axis in Axis}
        score = HumanEvaluationScore(**grades, comments=fields.get("comments", "").strip())
        made = context.now().isoformat(timespec="microseconds")
        rating = Rating(found.candidate, place.rater, score, made, found.run)
    except InvalidValue as error:
        return _form(request, place, wrong=str(error), given=fields, candidate=found)
    context.store.add_rating(rating.as_dict())
    return RedirectResponse(place.address(), 303)


def _form(
    request: Request,
    place: RatingPlace,
    *,
    wrong: str = "",
    given: Mapping[str, str] | None = None,
    candidate: ToRate | None = None,
) -> Response:
    context = context_of(request)
    benchmarks = sorted({run.benchmark for run in context.store.runs(limit=100)})
    queue = _queue(context, place) if place.benchmark in benchmarks and place.rater else RatingQueue((), (), 0)
    found = candidate or (queue.waiting[place.skip % len(queue.waiting)] if queue.waiting else None)
    run = None if found is None else context.store.get_run(found.run)
    trial = None if found is None else _trial(context, found)
    problem = None if run is None or trial is None else problem_of(benchmark_of(context, run), trial)
    return render(
        request,
        "rate.html",
        status=422 if wrong else 200,
        place=place,
        benchmarks=benchmarks,
        queue=queue,
        found=found,
        page=None if trial is None else _blind(trial_page(trial, problem)),
        problem=None if problem is None else problem_page(problem),
        questions=[(axis.value, axis.value.replace("_", " "), text) for axis, text in QUESTIONS.items()],
        grades=range(LOWEST, HIGHEST + 1),
        given=given or {},
        wrong=wrong,
        skipping=place.address(skip=place.skip + 1),
    )


def _blind(page: TrialPage) -> TrialPage:
    """Return the page without what tells how the candidate did."""
    return replace(page, failing_line=None)


def _trial(context: Context, found: ToRate) -> Trial | None:
    trials = context.store.trials(found.run, problem=found.problem)
    return next((one for one in trials if one.candidate.attempt == found.attempt), None)


def _queue(context: Context, place: RatingPlace) -> RatingQueue:
    runs = context.store.runs(limit=MOST_RUNS, benchmark=place.benchmark)
    ratings = [Rating.from_dict(row) for run in runs for row in context.store.ratings(run.id)]
    return queue_of(_keys(context, runs), ratings, rater=place.rater, seed=place.seed)


def _keys(context: Context, runs: list[Run]) -> Iterator[tuple[str, TrialKey]]:
    return ((run.id, key) for run in runs for key in context.store.judged(run.id))


def _grade(axis: Axis, fields: Mapping[str, str]) -> int:
    text = fields.get(axis.value, "")
    if len(text) != 1 or not text.isdecimal() or not text.isascii():
        raise InvalidValue(f"{axis.value.replace('_', ' ')}: choose a grade from {LOWEST} to {HIGHEST}")
    return int(text)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0
