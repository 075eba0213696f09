"""`assay rate` on the trials of a run: the ratings go to the store, and come back as a table of agreement."""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from typing import TYPE_CHECKING

from assay.cli import rate
from assay.cli.run import opened
from assay.cli.runs import benchmark_of, settings_with
from assay.errors import InvalidValue
from assay.quality.human import Rating

if TYPE_CHECKING:
    from assay.benchmarks.base import Benchmark
    from assay.records import Run
    from assay.store.base import Store


class StoreRatings:
    """The ratings of a store, as records."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def add_rating(self, rating: Rating) -> None:
        self.store.add_rating(rating.as_dict())

    def ratings(self, run: str | None = None) -> list[Rating]:
        return [Rating.from_dict(row) for row in self.store.ratings(run)]


def grade(
    name: str, *, rater: str | None, limit: int | None, again: bool, report: bool, file: str | None, as_json: bool,
    store: str | None,
) -> None:  # fmt: skip
    """Asks for grades, takes them from a file, or shows how far the raters agree."""
    settings = settings_with(store)
    with opened(settings) as kept:
        ratings = StoreRatings(kept)
        if file is not None:
            print(f"{rate.load(file, ratings)} ratings taken from {file}")
            return
        run = kept.find_run(name)
        if not report:
            who = rater or getpass.getuser()
            if not who.strip():
                raise InvalidValue("--rater: say who rates")
            count = rate.run(
                _items(kept, run, benchmark_of(run, settings)), ratings, rater=who, again=again, limit=limit
            )
            print(f"{count} candidates graded by {who}")
        found = ratings.ratings(run.id)
        if report or found:
            rate.report(found, as_json=as_json)


def _items(store: Store, run: Run, benchmark: Benchmark | None) -> Iterator[rate.Item]:
    for trial in store.trials(run.id):
        problem = None if benchmark is None else benchmark.find(trial.problem_id)
        source = trial.candidate.source
        code = source.decode("utf-8", "replace") if isinstance(source, bytes) else source
        prompt = "" if problem is None else problem.prompt
        yield rate.Item(f"{trial.problem_id}#{trial.candidate.attempt}", code, prompt, run.id)
