"""What every store can do, what it says when it cannot, and how a run is found by what a user typed."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from assay.access import Token
from assay.alerts import Alert, AlertEvent, AlertState, Delivery, DeliveryState
from assay.errors import Fault, InvalidValue, UnknownNameError, UsageError
from assay.observations import Added, Chosen, Counted, FailingTasks, Feedback, Observation, Passed, Passes
from assay.records import Trial, Verdict
from assay.solutions import Completion, Draft, Solution
from assay.spec import Run, RunState

if TYPE_CHECKING:
    from assay.store.leases import Holder

UNJUDGED: Final = "unjudged"
"""Asks for the trials that have a fault and no verdict."""
LATEST = "latest"
LONGEST_ID = 500
"""Characters of a run's or a problem's id: an index of PostgreSQL takes no more."""
CACHE_BYTES = 1 << 30
"""What each cache (of verdicts, answers of models, known solutions) may hold before what was not used for longest
leaves it."""

TrialKey = tuple[str, int]
"""Problem id and attempt: one trial of a run."""
Wanted = Verdict | Literal["unjudged"]
Rating = dict[str, Any]  # Any: JSON
"""The fields of `RATING_TEXTS` and `RATING_GRADES`, as `assay.quality.human.Rating.as_dict` gives them."""
RATING_TEXTS = ("run", "candidate", "rater", "created", "comments")
RATING_GRADES = ("correctness", "completeness", "edge_case_handling", "code_quality")

LONGEST_AGE = timedelta(days=365_000)
"""What is older than a thousand years was never kept."""
_LARGEST = 2**63 - 1
_SHOWN = 10


class StoreFault(Fault):
    """The store could not do its work; what it had written before is still there."""


class StoreCorrupt(StoreFault):
    """What the store holds cannot be read: the file was damaged, or is no store."""


class StoreUnusable(UsageError):
    """The place that was named cannot be a store."""


class UnknownRun(UnknownNameError):
    """No run has that id, prefix or name."""

    def __init__(self, text: str, known: Sequence[str]) -> None:
        close = difflib.get_close_matches(text, known, n=3)
        hint = f" Did you mean {' or '.join(map(repr, close))}?" if close else ""
        rest = f" and {len(known) - _SHOWN:,} more" if len(known) > _SHOWN else ""
        listed = f" Known, newest first: {', '.join(known[:_SHOWN])}{rest}." if known else " The store has no runs yet."
        UsageError.__init__(self, f"No run is named {text!r}.{hint}{listed}")


@dataclass(frozen=True, slots=True)
class StoreSize:
    """How much a store holds."""

    location: str
    total_bytes: int
    runs: int
    trials: int
    verdicts: int
    """Verdicts in the cache."""
    cache_bytes: int
    """What these verdicts take."""
    solutions: int = 0
    responses: int = 0
    """Answers of models that are kept, so that they are not paid for again."""
    response_bytes: int = 0
    known_solutions: int = 0
    observations: int = 0
    feedback: int = 0


@dataclass(frozen=True, slots=True)
class Pruned:
    """What was taken out of a store."""

    runs: int
    trials: int
    verdicts: int
    """Verdicts that left the cache."""
    freed_bytes: int
    solutions: int = 0
    responses: int = 0
    """Answers of models that would have to be paid for again."""
    known_solutions: int = 0
    observations: int = 0
    feedback: int = 0


class Runs(Protocol):
    """Keeps runs. A run whose holder is gone comes out as interrupted."""

    def add_run(self, run: Run) -> None:
        """Keep a new run; its id must not be taken."""

    def update_run(self, run: Run) -> None:
        """Keep the run as it stands now, under its id."""

    def get_run(self, run_id: str) -> Run:
        """The run of exactly that id."""

    def find_run(self, text: str) -> Run:
        """The run meant by an id, a name (the newest of that name), a unique prefix of an id, or `latest`."""

    def runs(
        self,
        *,
        limit: int | None = None,
        benchmark: str | None = None,
        labels: Mapping[str, str] | None = None,
        after: str | None = None,
    ) -> list[Run]:
        """Runs, the newest first; with `labels`, those that carry all of them; `after`: those that follow this one."""

    def unfinished(self, plan: str) -> Run | None:
        """The newest run of that plan that is not finished."""

    def delete_run(self, run_id: str) -> None:
        """Take a run out, with its trials, its solutions, its report, its observations and what people said of them."""


class Leases(Protocol):
    """Knows who makes a run (`assay.store.leases`)."""

    def hold(self, run_id: str, holder: Holder, *, by_force: bool = False) -> Holder:
        """Who has the run from now on: `holder`, unless another one has it that lives; with `by_force` in any case.

        A holder says so again every few seconds, or is taken for gone.
        """


class Reports(Protocol):
    """Keeps what a finished run says, as plain data."""

    def keep_report(self, run_id: str, report: Mapping[str, Any]) -> None:  # Any: JSON
        """Keep the report of a run, in the place of the one before."""

    def report(self, run_id: str) -> dict[str, Any] | None:  # Any: JSON
        """The report that was kept with a run."""


class Trials(Protocol):
    """Keeps the trials of runs.

    What goes in comes out equal to `assay.store.codec.kept` of it: all but the returned and expected values of
    cases that passed or never ran, and fractions of a microsecond in the time of a case.
    """

    def add_trials(self, run_id: str, trials: Sequence[tuple[int, Trial]]) -> None:
        """Keep trials with their place in the run, all or none; one that is there already is replaced."""

    def replace_trials(self, run_id: str, trials: Sequence[Trial]) -> None:
        """Put trials where those of the same problem and attempt stand, all or none."""

    def trials(self, run_id: str, *, problem: str | None = None, verdict: Wanted | None = None) -> Iterator[Trial]:
        """The trials in their order, a few at a time in memory; places that are equal in the order of adding."""

    def judged(self, run_id: str) -> set[TrialKey]:
        """The trials that have a verdict; one with a fault may be tried again."""

    def counts(self, run_id: str) -> dict[Verdict | None, int]:
        """How many trials have each verdict; `None` counts the unjudged."""

    def remove_trials(self, run_id: str, keys: Collection[TrialKey]) -> int:
        """Take trials out; how many there were."""


class Verdicts(Protocol):
    """The verdict cache: what need not be judged again."""

    def cached(self, keys: Collection[str]) -> dict[str, Trial]:
        """The trials that the cache has under these keys."""

    def cache(self, items: Iterable[tuple[str, Trial]]) -> None:
        """Keep trials under the content of all that decided them; unjudged ones are left out."""


class Ratings(Protocol):
    """Keeps what people say of candidates."""

    def add_rating(self, rating: Rating) -> None:
        """Keep what a person says of a candidate, in the place of what the same person said of it before."""

    def ratings(self, run: str | None = None) -> list[Rating]:
        """What people said, of one run or of all, in the order of run, candidate and rater."""


class Quarantines(Protocol):
    """Keeps which problems of a benchmark cannot be trusted, because their own reference does not always pass."""

    def quarantine(self, digest: str, problems: Mapping[str, str]) -> None:
        """Keep why each of these problems is not trusted, in the place of all that was kept under this digest.

        The digest is that of the benchmark's content; problems that are not named are trusted again.
        """

    def quarantined(self, digest: str) -> dict[str, str]:
        """The reason for each problem that is not trusted, in the order of their ids."""


class Responses(Protocol):
    """Keeps what models answered, so that no request is paid for twice; see `assay.models.caching`."""

    def response(self, key: str) -> Completion | None:
        """The answer that was kept under a key of `assay.models.base.request_key`."""

    def keep_response(self, key: str, completion: Completion) -> None:
        """Keep an answer; when this returns, it outlives the process, however that ends."""


class Solutions(Protocol):
    """Keeps what solvers did, problem by problem."""

    def add_solutions(self, run_id: str, solutions: Sequence[Solution]) -> None:
        """Keep solutions of a run, all or none; one of a problem that is there already is replaced."""

    def solutions(self, run_id: str, *, problem: str | None = None, steps: bool = True) -> Iterator[Solution]:
        """The solutions of a run in the order of adding, a few at a time in memory; without `steps`, much faster."""

    def known_solution(self, key: str) -> Draft | None:
        """The code that solved a problem with this content before, with the confidence that it is right."""

    def keep_known_solution(self, key: str, draft: Draft) -> None:
        """Keep code that solves a problem with this content, in the place of what was kept before."""


class Feedbacks(Protocol):
    """Keeps what people said of observations."""

    def add_feedback(self, feedback: Sequence[Feedback]) -> Added:
        """Keep what people said, all or none; one whose id is known changes nothing."""

    def feedback(
        self,
        *,
        observation_id: str | None = None,
        chosen: Chosen | None = None,
        after: str | None = None,
        limit: int = 100,
    ) -> list[Feedback]:
        """At most `limit` of what people said, the newest first; `chosen` is about when they said so."""


class ObservationCounts(Protocol):
    """Counts what happened in production."""

    def tallies(self, chosen: Chosen, *, by: Sequence[str] = (), hourly: bool = False) -> list[Counted]:
        """Counts of the observations, told apart by these fields of `SLICED` or `error_class`, and by hour.

        They are exact whatever the time, in the order of hours and fields; a slice without observations is left out.
        """

    def passes(self, chosen: Chosen, *, by: Sequence[str] = ()) -> list[Passes]:
        """How many passed in each hour, told apart by these fields of `SLICED` or `error_class`.

        The same as `tallies` in whole numbers only, in the order of hours and fields.
        """

    def passes_between(self, moments: Sequence[datetime], slices: Mapping[str, str]) -> list[Passed]:
        """How many passed between each of these moments, the earliest first, and the next one; exact at any time."""

    def observed(self) -> str:
        """A text that is another one whenever observations came or left, at the same price however many there are."""

    def latencies(self, chosen: Chosen, *, by: Sequence[str] = ()) -> list[tuple[dict[str, str], dict[int, int]]]:
        """How many observations lie in which bucket of `assay.observations.latency_bucket`, for each slice."""

    def values(self, field: str, chosen: Chosen) -> list[tuple[str, datetime, datetime, int]]:
        """Each value of a field of `SLICED`, with the first and the last hour that has it, and how many have it."""


class Observations(Feedbacks, ObservationCounts, Protocol):
    """Keeps what happened in production, with hourly counts that are written in the same transaction."""

    def add_observations(self, observations: Sequence[Observation]) -> Added:
        """Keep observations, all or none; one whose id is known changes nothing, also where it is sent twice at once.

        When this returns, they outlive the process, however that ends.
        """

    def remove_observations(self, run_id: str) -> int:
        """Take out the observations of a run, also of all counts; how many there were. What people said stays."""

    def observation(self, observation_id: str) -> Observation | None:
        """The observation of exactly that id."""

    def observations(
        self,
        chosen: Chosen,
        *,
        passed: bool | None = None,
        task_id: str | None = None,
        error_class: str | None = None,
        after: str | None = None,
        limit: int = 100,
    ) -> list[Observation]:
        """At most `limit` observations, the newest first; `after`: those that follow the one of this id in the list."""

    def failing_tasks(self, chosen: Chosen, *, newest: int, most: int) -> FailingTasks:
        """At most `most` tasks, those with the most failures among the newest so many first."""


class Alerts(Protocol):
    """Keeps how alerts stand, what happened to them, and the messages about them that are still to be sent."""

    def alert(self, rule: str, about: str = "") -> Alert | None:
        """The alert of a rule about a slice; `None`: nothing was ever kept about it."""

    def alerts(
        self, *, state: AlertState | None = None, after: tuple[str, str] | None = None, limit: int = 10_000
    ) -> list[Alert]:
        """At most `limit` alerts in the order of rule and slice; `after`: those that follow this rule and slice."""

    def change_alerts(
        self, changed: Sequence[Alert], *, events: Sequence[AlertEvent] = (), deliveries: Sequence[Delivery] = ()
    ) -> bool:
        """Keep alerts, events and messages, all or none; `False`: somebody else changed one of the alerts meanwhile.

        Each alert comes with the version that it was read at, and is kept with the next one.
        """

    def alert_events(
        self, *, since: datetime | None = None, after: int | None = None, limit: int = 100
    ) -> list[AlertEvent]:
        """At most `limit` of what happened, the newest first; `after`: those older than the event of this number."""

    def deliveries(
        self,
        *,
        state: DeliveryState | None = None,
        since: datetime | None = None,
        after: str | None = None,
        limit: int = 100,
    ) -> list[Delivery]:
        """At most `limit` messages, the newest first; `since` is about when they were made."""

    def claim_deliveries(
        self, channels: Collection[str], *, now: datetime, until: datetime, limit: int = 20
    ) -> list[Delivery]:
        """Messages to these channels that are due, each moved on to `until`: nobody else takes it before then."""

    def update_delivery(self, delivery: Delivery) -> None:
        """Keep how a message stands after an attempt."""


class Tokens(Protocol):
    """Keeps who may use a service."""

    def add_token(self, token: Token) -> None:
        """Keep a new token; its id must not be taken."""

    def token(self, token_id: str) -> Token | None:
        """The token or the session of exactly that id."""

    def tokens(self) -> list[Token]:
        """All tokens, the oldest first; sessions are not among them."""

    def note_token_use(self, token_id: str, at: datetime) -> None:
        """Keep when a token was used."""

    def revoke_token(self, token_id: str) -> bool:
        """Take out a token with all its sessions, or a session; whether there was one."""

    def drop_expired_sessions(self, now: datetime) -> None:
        """Take out sessions whose time is over."""


class Upkeep(Protocol):
    """The store as a thing that takes space."""

    location: str
    """Where it is, for people: a path, a URL without its password, or `memory`."""

    def check_writable(self) -> None:
        """Raise `StoreFault` if the last write failed and a small one, tried now, fails too."""

    def size(self) -> StoreSize:
        """How much is in it."""

    def prune(
        self,
        *,
        keep_runs: int | None = None,
        older_than: timedelta | None = None,
        cache_bytes: int | None = None,
        with_counts: bool = False,
    ) -> Pruned:
        """Take out runs that are neither among the newest nor young, and give their space back.

        Runs in work stay, and all runs when neither bound is given. The caches of verdicts, of answers and of known
        solutions are cut to `cache_bytes` each, and with `older_than` lose what nobody used since.

        With `older_than`, observations and feedback of whole hours before then leave too. The counts of these hours
        stay; with `with_counts`, those of whole days leave as well. From then on, such an hour belongs to the time
        that it begins in, and an observation that is sent again counts again.
        """

    def close(self) -> None:
        """Let go of files and connections."""


class Store(
    Runs,
    Leases,
    Reports,
    Trials,
    Verdicts,
    Ratings,
    Quarantines,
    Responses,
    Solutions,
    Observations,
    Alerts,
    Tokens,
    Upkeep,
    Protocol,
):
    """All of it in one place; whoever needs less asks for less."""


def choose_run(text: str, listing: Sequence[tuple[str, str]]) -> str:
    """The id meant by `text` among (id, name) pairs, the newest first.

    >>> choose_run("ab", [("abc1", "weak"), ("abd2", "good"), ("b3", "weak")][:1])
    'abc1'
    >>> choose_run("weak", [("abc1", "weak"), ("abd2", "good"), ("b3", "weak")])
    'abc1'
    """
    if text == LATEST and listing:
        return listing[0][0]
    for matches in (
        [run_id for run_id, _ in listing if run_id == text],
        [run_id for run_id, name in listing if name == text][:1],
        [run_id for run_id, _ in listing if run_id.startswith(text)],
    ):
        if text and len(matches) == 1:
            return matches[0]
        if text and matches:
            rest = f" and {len(matches) - _SHOWN:,} more" if len(matches) > _SHOWN else ""
            shown = ", ".join(matches[:_SHOWN])
            raise InvalidValue(f"{len(matches):,} runs begin with {text!r}: {shown}{rest}; type more of the id")
    raise UnknownRun(text, list(dict.fromkeys(word for pair in listing for word in pair if word)))


def pruned(before: StoreSize, after: StoreSize) -> Pruned:
    """Return what a store held before, and does not hold any more."""
    return Pruned(
        runs=before.runs - after.runs,
        trials=before.trials - after.trials,
        verdicts=before.verdicts - after.verdicts,
        freed_bytes=before.total_bytes - after.total_bytes,
        solutions=before.solutions - after.solutions,
        responses=before.responses - after.responses,
        known_solutions=before.known_solutions - after.known_solutions,
        observations=before.observations - after.observations,
        feedback=before.feedback - after.feedback,
    )


def check_run(run: Run) -> None:
    """Refuse a run whose id no store could find again."""
    if not 0 < len(run.id) <= LONGEST_ID:
        raise InvalidValue(f"a run's id must have 1 to {LONGEST_ID} characters, got {run.id[:80]!r}")
    for name in ("problems", "selected_problems", "benchmark_problems", "trials"):
        _check_integer(name, getattr(run, name))
    for score in run.scores:
        _check_integer(f"n of {score.metric}", score.n)
        _check_integer(f"k of {score.metric}", score.k or 0)


def check_trials(trials: Sequence[tuple[int, Trial]]) -> None:
    """Refuse trials that not every store can keep, before the first is written."""
    for sequence, trial in trials:
        _check_integer("sequence", sequence)
        _check_integer("attempt", trial.candidate.attempt)
        _check_problem_id(trial.problem_id)


def check_solutions(solutions: Sequence[Solution]) -> None:
    """Refuse solutions that not every store can keep, before the first is written."""
    for solution in solutions:
        _check_problem_id(solution.problem_id)


def check_quarantine(digest: str, problems: Mapping[str, str]) -> None:
    """Refuse a quarantine that not every store can keep, before anything is written."""
    if not 0 < len(digest) <= LONGEST_ID:
        raise InvalidValue(f"the digest of a benchmark must have 1 to {LONGEST_ID} characters, got {digest[:80]!r}")
    for problem_id in problems:
        _check_problem_id(problem_id)


def missing_trial(run_id: str, trial: Trial) -> InvalidValue:
    """What to say when there is nothing to replace."""
    return InvalidValue(
        f"run {run_id!r} has no attempt {trial.candidate.attempt!r} at problem {trial.problem_id!r} to replace"
    )


def check_rating(rating: Mapping[str, Any]) -> None:  # Any: JSON
    """Refuse a rating that lacks a field or has one of another kind."""
    wanted = dict.fromkeys(RATING_TEXTS, str) | dict.fromkeys(RATING_GRADES, int)
    if set(rating) != set(wanted):
        raise InvalidValue(f"a rating has the fields {', '.join(wanted)}, got {', '.join(map(str, rating))}")
    for name, kind in wanted.items():
        if type(rating[name]) is not kind:
            raise InvalidValue(f"{name} of a rating must be {kind.__name__}, got {rating[name]!r:.80}")


def check_bounds(keep_runs: int | None, older_than: timedelta | None, cache_bytes: int | None) -> None:
    """Refuse bounds that make no sense, before anything is taken out."""
    if keep_runs is not None and keep_runs < 0:
        raise InvalidValue(f"keep_runs must not be negative, got {keep_runs!r}")
    if older_than is not None and not timedelta(0) <= older_than <= LONGEST_AGE:
        raise InvalidValue(f"older_than must be from 0 to {LONGEST_AGE.days:,} days, got {older_than!r}")
    if cache_bytes is not None and cache_bytes < 0:
        raise InvalidValue(f"cache_bytes must not be negative, got {cache_bytes!r}")


def prunable(runs: Sequence[Run], *, now: float, keep_runs: int | None, older_than: timedelta | None) -> list[str]:
    """The ids, among runs from the newest on, that these bounds do not protect."""
    from datetime import UTC, datetime

    if keep_runs is None and older_than is None:
        return []
    border = None if older_than is None else datetime.fromtimestamp(now, UTC) - older_than
    return [
        run.id
        for place, run in enumerate(runs)
        if run.state is not RunState.RUNNING
        and (keep_runs is None or place >= keep_runs)
        and (border is None or _is_before(run.created, border.timestamp()))
    ]


def _is_before(created: str, seconds: float) -> bool:
    from datetime import UTC, datetime

    try:
        moment = datetime.fromisoformat(created)
    except ValueError:
        return False  # nobody knows when it was, so it is not known to be old
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() < seconds


def _check_problem_id(problem_id: str) -> None:
    if len(problem_id) > LONGEST_ID:
        raise InvalidValue(f"a problem's id must have at most {LONGEST_ID} characters, got {problem_id[:80]!r}…")


def _check_integer(name: str, value: int) -> None:
    if not -_LARGEST <= value <= _LARGEST:
        raise InvalidValue(f"{name} must fit into 64 bits, got {str(value)[:40] if value.bit_length() < 200 else '…'}")
