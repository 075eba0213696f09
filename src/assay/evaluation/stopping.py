"""Runs that end as soon as they are sure of their score: problems in random order, looked at one after the other.

A decision is made on the problems in their order, whichever trial ends first; so the same candidates come to the same
decision however many workers there are, and however often the run is interrupted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from assay.hashing import content_digest
from assay.metrics.tally import Tally
from assay.records import Attempt, Score, Trial
from assay.settings import flag_of
from assay.spec import RANDOM_ORDER, STOPPED, Run, stopped_at
from assay.statistics.finite import AnytimeMean

Placed = tuple[int, Attempt]
"""An attempt and its place in the source."""
Kept = tuple[int, Trial]
"""A trial and its place in the run."""


def place_of(problem_id: str) -> bytes:
    """Return what problems are sorted by to come in random order: the same for every run, whatever else is in it."""
    return content_digest(RANDOM_ORDER, problem_id)


@dataclass(frozen=True, slots=True)
class MetRule:
    """A rule of stopping that is met."""

    rule: str
    """Such as `below 0.6`."""
    is_certain: bool
    """Whether it is met whatever becomes of the other problems; if not, it is 95 % sure."""

    def __str__(self) -> str:
        return f"pass@1 is {_in_words(self.rule)} ({'certain' if self.is_certain else '95 % sure'})"


class Stopping:
    """Watches the trials of a run, and says when it may end.

    Only trials of problems up to the one that decides are kept; later ones, which other workers had in work by then,
    are given up. An attempt that our side could not judge may have passed or not: both are allowed for.
    """

    def __init__(self, rule: str, attempts: Iterable[Attempt], *, room: int) -> None:
        self.met: MetRule | None = None
        """The rule that decided; `None`: none is met so far."""
        self._rule = rule
        self._attempts: dict[str, list[Placed]] = {}
        for place, attempt in enumerate(attempts):
            self._attempts.setdefault(attempt.problem_id, []).append((place, attempt))
        self._order = sorted(self._attempts, key=place_of)
        self._places = {problem: place for place, problem in enumerate(self._order)}
        self._ahead = max(1, room * len(self._order) // max(1, sum(map(len, self._attempts.values()))))
        """How many problems may be begun behind the one that is looked at next."""
        self._open: dict[str, _Open] = {}
        self._next = 0
        self._seen = _Seen(max(1, len(self._order)))

    @property
    def decided(self) -> bool:
        """Whether a rule is met."""
        return self.met is not None

    @property
    def problems(self) -> int:
        """How many problems have been looked at."""
        return self._next

    @property
    def stopped_early(self) -> bool:
        """Whether there are problems left that need not be judged."""
        return self.decided and self._next < len(self._order)

    def fact(self) -> dict[str, str]:
        """Return what a signature says of a run that ended early."""
        return {STOPPED: f"{self._next}/{len(self._order)}"} if self.stopped_early else {}

    def notes(self) -> tuple[str, ...]:
        """Return what to say of a run that was judged to its end, since no rule was met before."""
        if self.stopped_early:
            return ()
        if self.met is not None:
            said = f"{_in_words(self.met.rule)} only with the last problem"
        else:
            surely = "" if self._seen.is_exact else "surely "
            said = " and ".join(f"not {surely}{_in_words(part)}" for part in self._rule.split(" or "))
        return (f"{flag_of('stop_when')}: pass@1 is {said}; judged to the end",)

    def attempts(self) -> Iterator[Placed | None]:
        """Give the attempts, problem by problem in random order, until it is decided; `None`: wait for trials."""
        for problem in self._order:
            for placed in self._attempts[problem]:
                while not self.decided and self._places[problem] > self._next + self._ahead:
                    yield None
                if self.decided:
                    return
                yield placed

    def recall(self, trial: Trial) -> None:
        """Take a trial into account that was kept before."""
        self._of(trial.problem_id).note(trial)
        self._advance()

    def admit(self, sequence: int, trial: Trial) -> Sequence[Kept]:
        """Take a trial into account, and return those that are to be kept now."""
        if self._places[trial.problem_id] < self._next:  # of a problem that was looked at: another try after a fault
            return [(sequence, trial)]
        if self.decided:
            return []
        here = self._of(trial.problem_id)
        here.note(trial)
        here.held.append((sequence, trial))
        return self._advance()

    def miss(self, problem_id: str, attempt: int) -> Sequence[Kept]:
        """Be told of an attempt that could not be judged and is not waited for; return what is to be kept now."""
        self._of(problem_id).verdicts.setdefault(attempt, None)
        return self._advance()

    def _of(self, problem_id: str) -> _Open:
        return self._open.setdefault(problem_id, _Open())

    def _advance(self) -> list[Kept]:
        """Look at all problems that are complete, in their order, until it is decided."""
        released: list[Kept] = []
        while not self.decided and self._next < len(self._order):
            problem = self._order[self._next]
            here = self._of(problem)
            if len(here.verdicts) < len(self._attempts[problem]):
                break
            self._look(here)
            released += here.held
            del self._open[problem]
        return released

    def _look(self, here: _Open) -> None:
        self._seen.add(*here.shares())
        self._next += 1
        self.met = self._seen.met(self._rule)


def met_rule(problems: Mapping[str, Tally], run: Run) -> MetRule | None:
    """Return the rule that ended a run early, from its problems; `None`: none is met by them."""
    stopped = stopped_at(run)
    if stopped is None or run.spec is None or run.spec.subset.stop_when is None:
        return None
    return _replayed(problems, stopped.of).met(run.spec.subset.stop_when)


def scored_k(k: Sequence[int] | None, rule: str | None) -> Sequence[int] | None:
    """Return the k of pass@k to score: with 1 where a rule of stopping is about pass@1.

    >>> scored_k((5,), "below 0.6"), scored_k((5,), None), scored_k(None, "below 0.6")
    ((1, 5), (5,), None)
    """
    return (1, *k) if k is not None and rule is not None and 1 not in k else k


def anytime_scores(scores: Sequence[Score], problems: Mapping[str, Tally], run: Run) -> list[Score]:
    """Return the scores of a run; where it ended early, pass@1 with the interval that allows for that.

    It is the interval of the score that the run would have had at its end.
    """
    stopped = stopped_at(run)
    if stopped is None:
        return list(scores)
    low, high = _replayed(problems, stopped.of).interval
    note = f"interval for all {stopped.of} problems, valid at any time of stopping"
    return [
        replace(
            score,
            interval=(min(low, score.value), max(high, score.value)),
            note="; ".join(filter(None, (score.note, note))),
        )
        if score.metric == "pass@1" and score.value is not None
        else score
        for score in scores
    ]


def _replayed(problems: Mapping[str, Tally], size: int) -> _Seen:
    """Return what was known after these problems of so many, in the order in which they are looked at."""
    seen = _Seen(size)
    for problem in sorted(problems, key=place_of):
        cell = problems[problem]
        seen.add(cell.passed / cell.attempts, (cell.passed + cell.faults) / cell.attempts)
    return seen


def _in_words(rule: str) -> str:
    """Return a rule as it is said of a score."""
    return rule.replace("within", "known within")


class _Seen:
    """What is known of pass@1 after some problems: with attempts that nobody could judge as failed, and as passed."""

    def __init__(self, size: int) -> None:
        self._least, self._most = AnytimeMean(size), AnytimeMean(size)

    def add(self, least: float, most: float) -> None:
        """Take the share of one more problem into account, at least and at most."""
        self._least.add(least)
        self._most.add(most)

    @property
    def interval(self) -> tuple[float, float]:
        return self._least.interval[0], self._most.interval[1]

    @property
    def is_exact(self) -> bool:
        """Whether all attempts were judged."""
        return self._least.mean == self._most.mean

    def met(self, rule: str) -> MetRule | None:
        """Return the part of a rule that is met, one that is certain first."""
        low, high = self._least.possible[0], self._most.possible[1]
        found = []
        for part in rule.split(" or "):
            word, share = part.split()[0], float(part.split()[1])
            if word == "below":
                met, is_certain = self._most.is_below(share), high < share
            elif word == "above":
                met, is_certain = self._least.is_above(share), low > share
            else:
                met, is_certain = self.interval[1] - self.interval[0] <= 2 * share, high - low <= 2 * share
            found += [MetRule(part, is_certain)] if met else []
        return min(found, key=lambda one: not one.is_certain, default=None)


class _Open:
    """A problem whose attempts are not all judged."""

    def __init__(self) -> None:
        self.verdicts: dict[int, bool | None] = {}
        """By attempt, whether it passed; `None`: nobody knows."""
        self.held: list[Kept] = []

    def note(self, trial: Trial) -> None:
        self.verdicts[trial.candidate.attempt] = None if trial.verdict is None else trial.verdict.passed

    def shares(self) -> tuple[float, float]:
        """Return the share that passed, with those that nobody knows as failed, and as passed."""
        known = list(self.verdicts.values())
        return known.count(True) / len(known), (known.count(True) + known.count(None)) / len(known)
