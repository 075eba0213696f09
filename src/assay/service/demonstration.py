"""A service to look around in: a month of invented observations, and two runs that are judged for real."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from assay.benchmarks.starter import candidate_files
from assay.choices import Choices
from assay.engines.opening import open_engine
from assay.evaluation.demonstration import BENCHMARK, CHEAT, judge_prepared
from assay.evaluation.planning import judging_of, load
from assay.evaluation.pump import ignore
from assay.monitoring.alerting.example import EXAMPLE
from assay.monitoring.alerting.reading import rules_of
from assay.monitoring.alerting.watchman import Watchman
from assay.monitoring.demonstration import feedback_of_month, month
from assay.quality.human import HumanEvaluationScore, Rating, candidate_name
from assay.records import Trial
from assay.store.base import Store
from assay.store.memory import MemoryStore

BATCH: Final = 2_000
"""Observations that are kept at a time."""
CHECKS: Final = 12
"""How often the rules are held against the last days, so that alerts have a history."""
BETWEEN_CHECKS: Final = timedelta(hours=12)
RATERS: Final = ("ana", "ben", "chi")
RATED: Final = 24
"""Answers of each run that the invented people have rated."""
ANSWER_SECONDS: Final = "1s"
"""For each answer: some of the weak model's never end."""


@dataclass(frozen=True, slots=True)
class DemonstrationStore:
    """A store in memory, filled, and the file with the rules of its alerts."""

    store: Store
    rules: Path


@contextmanager
def demonstration(
    *, now: Callable[[], datetime], say: Callable[[str], None], seed: int = 0, runs: bool = True
) -> Iterator[DemonstrationStore]:
    """Give a store in which every page has something to show; it is in memory, and nothing is left of it.

    `say` is told what is being done. Without `runs` nothing is judged, which takes most of the time.
    """
    with TemporaryDirectory(prefix="assay-demo-") as folder, closing(MemoryStore()) as store:
        rules = Path(folder, "alerts.yaml")
        rules.write_text(EXAMPLE, "utf-8")
        say("inventing a month of observations")
        _observe(store, seed=seed, now=now())
        say("holding rules against them")
        _check_rules(store, now())
        if runs:
            say("judging the prepared answers of two models")
            _judge(store, now(), seed=seed)
        yield DemonstrationStore(store, rules)


def _observe(store: Store, *, seed: int, now: datetime) -> None:
    observed = list(month(seed, now=now))
    for start in range(0, len(observed), BATCH):
        store.add_observations(observed[start : start + BATCH])
    store.add_feedback(list(feedback_of_month(observed, seed=seed, now=now)))


def _check_rules(store: Store, now: datetime) -> None:
    """Hold the rules against the last days, moment by moment, as a service would have done."""
    book = rules_of(EXAMPLE)
    quiet = replace(book, rules=tuple(replace(rule, notify=()) for rule in book.rules))
    for step in reversed(range(CHECKS)):
        at = now - step * BETWEEN_CHECKS
        Watchman(store, quiet, now=lambda at=at: at).check()  # type: ignore[misc]  # each has a moment of its own


def _judge(store: Store, now: datetime, *, seed: int) -> None:
    """Judge what the weak and the good model answered, and have people rate some of it."""
    chosen = Choices().changed(time=ANSWER_SECONDS)
    choices = replace(chosen, benchmark=replace(chosen.benchmark, place=BENCHMARK))
    benchmark = load(choices.benchmark, choices.judging, cache_folder=choices.resources.cache_folder)
    with closing(open_engine(choices.resources)) as engine:
        engine.start(judging_of(choices, benchmark))
        for path in candidate_files():
            if path.stem != CHEAT:
                report = judge_prepared(path, choices, benchmark, engine, store, lambda title: _unwatched())
                _rate(store, report.run.id, list(store.trials(report.run.id)), now, seed=seed)


@contextmanager
def _unwatched() -> Iterator[Callable[..., None]]:
    yield ignore


def _rate(store: Store, run: str, trials: Sequence[Trial], now: datetime, *, seed: int) -> None:
    """Keep invented ratings: people agree for the most part, and like what passes."""
    draw = random.Random(f"{seed} {len(trials)}")
    for trial in draw.sample(list(trials), min(RATED, len(trials))):
        middle = 4.2 if trial.passed else 2.3
        for rater in RATERS[: draw.randint(1, len(RATERS))]:
            grades = [min(5, max(1, round(draw.gauss(middle, 0.8)))) for _ in range(4)]
            name = candidate_name(trial.problem_id, trial.candidate.attempt)
            store.add_rating(Rating(name, rater, HumanEvaluationScore(*grades), now.isoformat(), run))
