"""A service to look around in: a month of invented observations, and two runs that are judged for real."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, nullcontext
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
from assay.evaluation.pump import Watcher, ignore
from assay.monitoring.alerting.reading import rules_of
from assay.monitoring.alerting.watchman import Watchman
from assay.monitoring.demonstration import feedback_of_month, month
from assay.observations import Observation
from assay.quality.human import HumanEvaluationScore, Rating, candidate_name
from assay.records import Trial
from assay.store.base import Store
from assay.store.opening import open_store

BATCH: Final = 2_000
"""Observations that are kept at a time."""
CHECKS: Final = (110, 90, 72, 48, 0)
"""So many hours before now the rules are held against what was there, so that alerts have a history."""
RATERS: Final = ("ana", "ben", "chi")
RATED: Final = 24
"""Answers of each run that the invented people have rated."""
ANSWER_SECONDS: Final = "1s"
"""For each answer: some of the weak model's never end."""
RULES: Final = """\
# The rules of the demonstration; `assay monitor rules --example` prints one that explains each field.
channels:
  log: {kind: log}
rules:
  - {name: drift, kind: drift, false_alarm_days: 100, severity: critical, notify: [log]}
  - {name: accuracy by task type, kind: accuracy, below: 0.75, window: 1d, by: task_type, notify: [log]}
  - {name: a bad night, kind: accuracy, below: 0.79, window: 6h, certain: false, severity: info, notify: [log]}
  - {name: dear, kind: cost, mean_above: 0.10, window: 1d, notify: [log]}
  - {name: slow, kind: latency, p95_above: 300, window: 6h, notify: [log]}
  - {name: silence, kind: no_data, window: 2h, notify: [log]}
"""


@dataclass(frozen=True, slots=True)
class DemonstrationStore:
    """A store in a temporary folder, filled, and the file with the rules of its alerts."""

    store: Store
    rules: Path


@contextmanager
def demonstration(
    *, now: Callable[[], datetime], say: Callable[[str], None], seed: int = 0, runs: bool = True
) -> Iterator[DemonstrationStore]:
    """Give a store in which every page has something to show; afterwards nothing is left of it.

    `say` is told what is being done. Without `runs` nothing is judged, which takes most of the time.
    """
    with TemporaryDirectory(prefix="assay-demo-") as folder, closing(open_store(f"{folder}/store.sqlite")) as store:
        rules = Path(folder, "alerts.yaml")
        rules.write_text(RULES, "utf-8")
        judged = "; judging the prepared answers of two models" if runs else ""
        say(f"inventing a month of observations{judged}")
        with ThreadPoolExecutor(1) as pool:
            judging = pool.submit(_judge, store, now(), seed=seed) if runs else None
            _observe(store, now, seed=seed)
            if judging is not None:
                judging.result()
        yield DemonstrationStore(store, rules)


def _observe(store: Store, now: Callable[[], datetime], *, seed: int) -> None:
    """Keep a month of observations, and what people said of them."""
    observed = list(month(seed, now=now()))
    _watch(store, observed, now())
    store.add_feedback(list(feedback_of_month(observed, seed=seed, now=now())))


def _watch(store: Store, observed: Sequence[Observation], now: datetime) -> None:
    """Keep observations as they came, and hold the rules against them now and then, as a service would have done."""
    book = rules_of(RULES)
    quiet = replace(book, rules=tuple(replace(rule, notify=()) for rule in book.rules))
    place = 0
    for hours in CHECKS:
        at = now - timedelta(hours=hours)
        end = next((later for later in range(place, len(observed)) if observed[later].at > at), len(observed))
        for start in range(place, end, BATCH):
            store.add_observations(observed[start : min(start + BATCH, end)])
        place = end
        Watchman(store, quiet, now=lambda at=at: at).check()  # type: ignore[misc]  # each has a moment of its own
    store.add_observations(observed[place:])


def _judge(store: Store, now: datetime, *, seed: int) -> None:
    """Judge what the weak and the good model answered, and have people rate some of it."""
    chosen = Choices().changed(time=ANSWER_SECONDS)
    choices = replace(chosen, benchmark=replace(chosen.benchmark, place=BENCHMARK))
    benchmark = load(choices.benchmark, choices.judging, cache_folder=choices.resources.cache_folder)
    with closing(open_engine(choices.resources)) as engine:
        engine.start(judging_of(choices, benchmark))
        for path in candidate_files():
            if path.stem != CHEAT:
                report = judge_prepared(path, choices, benchmark, engine, store, _unwatched)
                _rate(store, report.run.id, list(store.trials(report.run.id)), now, seed=seed)


def _unwatched(title: str) -> nullcontext[Watcher]:
    return nullcontext(ignore)


def _rate(store: Store, run: str, trials: Sequence[Trial], now: datetime, *, seed: int) -> None:
    """Keep invented ratings: people agree for the most part, and like what passes."""
    draw = random.Random(f"{seed} {len(trials)}")
    for trial in draw.sample(list(trials), min(RATED, len(trials))):
        middle = 4.2 if trial.passed else 2.3
        for rater in RATERS[: draw.randint(1, len(RATERS))]:
            first, second, third, last = (min(5, max(1, round(draw.gauss(middle, 0.8)))) for _ in range(4))
            score = HumanEvaluationScore(first, second, third, last)
            name = candidate_name(trial.problem_id, trial.candidate.attempt)
            store.add_rating(Rating(name, rater, score, now.isoformat(), run).as_dict())
