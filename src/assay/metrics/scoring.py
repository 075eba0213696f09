"""All scores of a run from its tallies, each with n, an interval and a signature; and its tallies by group."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum

from assay.errors import InvalidValue, UnknownNameError
from assay.metrics.base import Metric, ReadTrials, RunView, ScoringTerms, no_trials
from assay.metrics.catalog import all_metrics, built_in
from assay.metrics.tally import Tallies
from assay.records import Problem, Score
from assay.settings import flag_of
from assay.spec import FIRST_FAILURE

UNSAID = "(none)"
"""The group of problems that have no difficulty or no tag, and of trials that have no model or no version."""
NOT_ALL_CASES = f"left out: candidates were stopped at their first failed case ({flag_of('first_failure')})"
METRIC_FAILED = "the metric failed: "
"""Begins the note of a plug-in's score that could not be had."""


class By(StrEnum):
    """What scores can be grouped by."""

    KIND = "kind"
    DIFFICULTY = "difficulty"
    TAG = "tag"
    MODEL = "model"
    MODEL_VERSION = "model_version"


def score_run(tallies: Tallies, terms: ScoringTerms, trials: ReadTrials = no_trials) -> list[Score]:
    """Return every score of a run, in a fixed order that starts with pass@k.

    A metric that has nothing to measure has the value `None` and a note, and so has a plug-in's metric that fails. A k
    above the attempts is left out with a note, whether it was asked for or not; where no k is left, pass@1 stands.

    >>> from assay.metrics.tally import Tally
    >>> from assay.records import Writer
    >>> counted = Tallies({(name, Writer()): Tally(judged=1, passed=name < "c") for name in "abcd"})
    >>> print(score_run(counted, ScoringTerms("starter", "1", {"time": "3s"}))[0])
    pass@1 = 50.0% [15.0, 85.0] (n=4) starter:1|k:1|attempts:1|time:3s
    """
    return _scores(chosen_metrics(terms), RunView(tallies.by_problem(), terms, trials))


def score_group(tallies: Tallies, terms: ScoringTerms, trials: ReadTrials = no_trials) -> list[Score]:
    """Return the scores of one group of the trials of a run; those that only a whole run has are left out."""
    chosen = [metric for metric in chosen_metrics(terms) if not metric.whole_run]
    return _scores(chosen, RunView(tallies.by_problem(), terms, trials))


def chosen_metrics(terms: ScoringTerms) -> list[Metric]:
    """Return the metrics that a run is scored with: all but those that nobody asked for, or that are for others."""
    asked = [one for one in all_metrics() if not (one.on_request or one.probe) or one.name in terms.requested]
    return [one for one in asked if one.score_names(terms)]


def is_left_out(metric: Metric, terms: ScoringTerms) -> bool:
    """Say whether a metric has nothing to say because candidates were stopped at their first failed case."""
    return metric.needs_all_cases and terms.facts.get("stop") == FIRST_FAILURE


def _scores(metrics: Sequence[Metric], run: RunView) -> list[Score]:
    scores: dict[str, Score] = {}
    for metric in metrics:
        if is_left_out(metric, run.terms):
            found: Sequence[Score] = [_nothing(metric, run, NOT_ALL_CASES)]
        elif metric.name in built_in():
            found = metric.score(run)
        else:
            found = _of_plug_in(metric, run, scores)
        scores |= {score.metric: score for score in found}
    return list(scores.values())


def _of_plug_in(metric: Metric, run: RunView, taken: Collection[str]) -> Sequence[Score]:
    """Return the scores of a plug-in's metric; whatever is wrong with it costs no other score."""
    try:
        scores = list(metric.score(run))
        for score in scores:
            _check(score, taken)
    except (Exception, SystemExit) as error:
        return [_nothing(metric, run, f"{METRIC_FAILED}{type(error).__name__}: {error}")]
    return scores


def _check(score: object, taken: Collection[str]) -> None:
    if not isinstance(score, Score):
        raise InvalidValue(f"a metric gives scores, got {score!r}")
    if score.metric in taken:
        raise InvalidValue(f"another metric has a score of the name {score.metric!r}")
    numbers = [number for number in (score.value, score.pooled, *(score.interval or ())) if number is not None]
    if not all(math.isfinite(number) and 0 <= number <= 1 for number in numbers):
        raise InvalidValue(f"the numbers of a score are from 0 to 1, got {score!r}")


def _nothing(metric: Metric, run: RunView, note: str) -> Score:
    return Score(metric.name, None, 0, None, run.terms.signature(run.problems), note=note)


def group(tallies: Tallies, *, by: str, problems: Mapping[str, Problem]) -> dict[str, Tallies]:
    """Return the tallies of each group, in the order of the groups' names; a problem of two tags is in both.

    >>> from assay.metrics.tally import Tally
    >>> from assay.records import Writer
    >>> both = Tallies({("a", Writer("m", "v2")): Tally(), ("a", Writer("m", "v1")): Tally()})
    >>> list(group(both, by="model_version", problems={})), list(group(both, by="model", problems={}))
    (['v1', 'v2'], ['m'])
    """
    known = [one.value for one in By]
    if by not in known:
        raise UnknownNameError("group", by, known)
    if by == By.MODEL:
        return tallies.by_writer(lambda writer: writer.model or UNSAID)
    if by == By.MODEL_VERSION:
        several = len({writer.model for writer in tallies.writers()}) > 1
        return tallies.by_writer(lambda writer: str(writer) if several else writer.model_version or UNSAID)
    members: dict[str, list[str]] = {}
    for problem_id, name in _memberships(tallies, By(by), problems):
        members.setdefault(name, []).append(problem_id)
    return {name: tallies.of(members[name]) for name in sorted(members)}


def _memberships(tallies: Tallies, by: By, problems: Mapping[str, Problem]) -> Iterator[tuple[str, str]]:
    for problem_id in sorted({problem_id for problem_id, _ in tallies.cells}):
        for name in groups_of(problems.get(problem_id), by):
            yield problem_id, name


def groups_of(problem: Problem | None, by: By) -> Sequence[str]:
    """Return the kind, the difficulty or the tags of a problem, as its groups are named."""
    if problem is None:
        return (UNSAID,)
    if by is By.KIND:
        return (problem.kind.value,)
    if by is By.DIFFICULTY:
        return (UNSAID if problem.difficulty is None else str(problem.difficulty),)
    return tuple(sorted(set(problem.tags))) or (UNSAID,)
