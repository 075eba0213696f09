"""Which candidates people should rate next: those with the fewest ratings, in an order that tells nothing of models."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assay.hashing import content_digest
from assay.quality.human import LONGEST_RATED, Rating, candidate_name
from assay.store.base import TrialKey

_DIGITS = 32


@dataclass(frozen=True, slots=True)
class ToRate:
    """A candidate that can be rated."""

    run: str
    problem: str
    attempt: int
    key: str
    """Names it without saying which run it is of; another seed gives another key, and another order."""
    ratings: int = 0
    """How many people have rated it."""
    done: bool = False
    """Whether the one who asks has rated it."""

    @property
    def candidate(self) -> str:
        """What it is called in a rating."""
        return candidate_name(self.problem, self.attempt)


@dataclass(frozen=True, slots=True)
class RatingQueue:
    """The candidates of some runs, for one rater."""

    waiting: tuple[ToRate, ...]
    """Those that the rater has not rated, the ones with the fewest ratings first."""
    done: tuple[ToRate, ...]
    """Those that the rater has rated."""
    rated: int
    """Those that anybody has rated."""

    @property
    def total(self) -> int:
        return len(self.waiting) + len(self.done)

    def find(self, key: str) -> ToRate | None:
        """Return the candidate of that key; `None` where there is none."""
        return next((one for one in (*self.waiting, *self.done) if one.key == key), None)


def queue_of(
    trials: Iterable[tuple[str, TrialKey]], ratings: Sequence[Rating], *, rater: str, seed: int = 0
) -> RatingQueue:
    """Return the queue of one rater; candidates that are rated equally often come in the order of the seed.

    `trials` has the run of each with its problem and attempt. One whose name is too long for a rating is left out.

    >>> queue = queue_of([("r", ("p", 0)), ("r", ("p", 1))], [], rater="ann")
    >>> len(queue.waiting), queue.rated
    (2, 0)
    """
    given = {(one.run, one.candidate, one.rater) for one in ratings}
    counts = Counter((run, candidate) for run, candidate, _ in given)
    found = []
    for run, (problem, attempt) in trials:
        name = candidate_name(problem, attempt)
        if len(name) <= LONGEST_RATED:
            key = content_digest(str(seed), run, problem, str(attempt)).hex()[:_DIGITS]
            found.append(ToRate(run, problem, attempt, key, counts[run, name], (run, name, rater) in given))
    found.sort(key=lambda one: (one.ratings, one.key))
    return RatingQueue(
        tuple(one for one in found if not one.done),
        tuple(one for one in found if one.done),
        sum(one.ratings > 0 for one in found),
    )
