"""`assay rate` on the trials of a run: the ratings go to the store, and come back as a table of agreement."""

from __future__ import annotations

import getpass
from typing import TYPE_CHECKING

from assay.cli import rate
from assay.cli.run import opened
from assay.cli.runs import benchmark_of, choices_with
from assay.errors import InvalidValue
from assay.quality.human import Rating, candidate_name
from assay.reports.figures import counted

if TYPE_CHECKING:
    from assay.evaluation.opinions import Opinions
    from assay.spec import Run
    from assay.store.base import Store


class StoreRatings:
    """The ratings of a store, as records."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def add_rating(self, rating: Rating) -> None:
        self.store.add_rating(rating.as_dict())

    def ratings(self, run: str | None = None) -> list[Rating]:
        return [Rating.from_dict(row) for row in self.store.ratings(run)]


def take_from(file: str, name: str, *, store: str | None) -> None:
    """Take ratings of a run's candidates from a file into the store."""
    found = rate.load(file)
    with opened(choices_with(store)) as kept:
        run = kept.find_run(name)
        known = {candidate_name(trial.problem_id, trial.candidate.attempt): None for trial in kept.trials(run.id)}
        count = rate.keep_all(found, StoreRatings(kept), run=run.id, known=known)
    print(f"{count} ratings of run {run.id} taken from {file}")


def grade(
    name: str, *, rater: str | None, limit: int | None, again: bool, report: bool, as_json: bool, store: str | None
) -> None:
    """Ask for grades, or show how far the raters agree."""
    choices = choices_with(store)
    with opened(choices) as kept:
        ratings = StoreRatings(kept)
        run = kept.find_run(name)
        if not report:
            who = rater or getpass.getuser()
            if not who.strip():
                raise InvalidValue("--rater: say who rates")
            prompts = {problem.id: problem.prompt for problem in benchmark_of(run, choices) or ()}
            items = rate.items_of(kept.trials(run.id), run=run.id, prompts=prompts)
            count = rate.run(items, ratings, rater=who, again=again, limit=limit, ask=input)
            print(f"{counted(count, 'candidate')} graded by {who}")
        found = ratings.ratings(run.id)
        if report or found:
            rate.report(found, _opinions(run, kept, ratings), as_json=as_json)


def _opinions(run: Run, store: Store, ratings: StoreRatings) -> Opinions:
    """Return what people say of the run, beside its verdicts and beside other runs of the same benchmark."""
    from assay.evaluation.opinions import opinions_of

    alike = [one for one in store.runs(benchmark=run.benchmark) if one.benchmark_version == run.benchmark_version]
    names = {one.id: " · ".join(part for part in (one.id, one.name, one.model) if part) for one in alike}
    return opinions_of(run, store.trials(run.id), ratings.ratings(), names)
