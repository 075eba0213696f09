"""What a solved run took: how much it attempted, what it cost, how long it lasted, and how accurate that made it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from assay.metrics.tally import Tally
from assay.solutions import Cost, Solution
from assay.statistics.intervals import clustered, ratio_interval, wilson
from assay.statistics.quantiles import quantile

PRICE_UNKNOWN = "price unknown"
NOTHING_SOLVED = "nothing is solved"


@dataclass(frozen=True, slots=True)
class Measured:
    """A number about a whole run, with how much it rests on."""

    value: float | None
    """`None`: it is not known; `note` says why."""
    n: int
    """How many problems it is about."""
    interval: tuple[float, float] | None = None
    """Of 95 % confidence; `None`: there are too few problems for one."""
    note: str = ""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Measured:  # Any: JSON
        """Return the number whose fields these are."""
        interval = data["interval"]
        return cls(data["value"], data["n"], None if interval is None else (interval[0], interval[1]), data["note"])


@dataclass(frozen=True, slots=True)
class Effort:
    """What a solver spent on a run, and what came of it.

    Amounts of money are what answers cost when they were paid for, also where they were kept from an earlier run.
    """

    signature: str
    """What moves all these numbers: that of the run's scores."""
    selected: int
    """Problems that the run is about."""
    asked: int
    """Problems that the solver was given."""
    attempted: int
    """Problems that it has an answer to."""
    attempts: int
    """Its answers to all of them together."""
    abstained: int
    """Problems that it chose to leave."""
    ended: Mapping[str, int]
    """Problems that were ended early, by what ended them: a budget, or a model that did not answer."""
    coverage: Measured
    """Attempted problems of the selected."""
    accuracy_attempted: Measured
    """How often an attempt passes, the mean over attempted problems."""
    accuracy_all: Measured
    """The same over all selected problems: those without an answer count as failed."""
    cost_usd: float | None
    """Of everything; `None`: the price of an answer is not known."""
    cost_per_problem: Measured
    cost_per_attempt: Measured
    cost_per_solved: Measured
    """Cost per attempt ÷ pass rate: what an answer that passes costs, with all those that do not."""
    calls: int
    """Answers of models."""
    reused: int
    """Of `calls`: those that were paid for in an earlier run."""
    tokens_in: int
    tokens_out: int
    tokens_cached: int
    """Of `tokens_in`."""
    tokens_per_problem: Measured
    """In and out together."""
    seconds_p50: Measured
    """Half of the problems were answered in so many seconds, or fewer."""
    seconds_p95: Measured
    first_token_p50: Measured | None = None
    """From the first request of a problem to the first piece of text; `None`: no answer came in pieces."""
    first_token_p95: Measured | None = None

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the record as plain data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Effort:  # Any: JSON
        """Return the record that `to_dict` wrote."""
        given = {one.name: data[one.name] for one in fields(cls) if one.name in data}
        for name, value in given.items():
            if isinstance(value, Mapping) and name != "ended":
                given[name] = Measured.from_dict(value)
        return cls(**given)


def effort_of(
    solutions: Iterable[Solution],
    problems: Mapping[str, Tally],
    *,
    selected: int = 0,
    signature: str = "",
    seed: int = 0,
) -> Effort | None:
    """Return what these solutions took, read once; `None` where there are none, as in a run of candidates from files.

    Args:
        solutions: without their steps.
        problems: the verdicts on the drafts, by problem.
        selected: how many problems the run is about; at least those that have a solution.
        signature: of the run.
        seed: of the resampling.
    """
    columns = _Columns()
    for solution in solutions:
        columns.add(solution, problems.get(solution.problem_id, _UNTRIED))
    if not columns.asked:
        return None
    selected = max(selected, columns.asked)
    total, attempts = columns.total, sum(columns.drafts)
    return Effort(
        signature,
        selected=selected,
        asked=columns.asked,
        attempted=columns.attempted,
        attempts=attempts,
        abstained=columns.abstained,
        ended=dict(sorted(columns.ended.items())),
        coverage=Measured(columns.attempted / selected, selected, wilson(columns.attempted, selected)),
        accuracy_attempted=_accuracy(columns.rates, columns.once, 0, seed),
        accuracy_all=_accuracy(columns.rates, columns.once, selected - columns.attempted, seed),
        cost_usd=total.cost_usd,
        cost_per_problem=columns.price([1.0] * columns.asked, seed),
        cost_per_attempt=columns.price([float(number) for number in columns.drafts], seed),
        cost_per_solved=columns.price(columns.solved(), seed, NOTHING_SOLVED),
        calls=total.calls,
        reused=total.reused,
        tokens_in=total.tokens_in,
        tokens_out=total.tokens_out,
        tokens_cached=total.tokens_cached,
        tokens_per_problem=Measured(
            total.tokens / columns.asked, columns.asked, ratio_interval(columns.tokens, seed=seed)
        ),
        seconds_p50=_quantile(columns.seconds, 0.5),
        seconds_p95=_quantile(columns.seconds, 0.95),
        first_token_p50=_quantile(columns.first_tokens, 0.5) if columns.first_tokens else None,
        first_token_p95=_quantile(columns.first_tokens, 0.95) if columns.first_tokens else None,
    )


_UNTRIED = Tally()


@dataclass(slots=True)
class _Columns:
    """The solutions of a run as columns of numbers."""

    asked: int = 0
    attempted: int = 0
    abstained: int = 0
    unpriced: int = 0
    once: bool = True
    """Whether no problem has more than one judged attempt."""
    total: Cost = field(default_factory=Cost)
    ended: Counter[str] = field(default_factory=Counter)
    costs: list[float] = field(default_factory=list)
    tokens: list[float] = field(default_factory=list)
    drafts: list[int] = field(default_factory=list)
    passed: list[int] = field(default_factory=list)
    judged: int = 0
    rates: list[float] = field(default_factory=list)
    """The pass rate of each problem that has a judged attempt."""
    seconds: list[float] = field(default_factory=list)
    """Of the problems that were worked on."""
    first_tokens: list[float] = field(default_factory=list)

    def add(self, solution: Solution, counted: Tally) -> None:
        cost = solution.cost
        self.asked += 1
        self.attempted += bool(solution.drafts)
        self.abstained += solution.abstained
        self.total += cost
        self.unpriced += cost.cost_usd is None
        self.costs.append(cost.cost_usd or 0.0)
        self.tokens.append(cost.tokens)
        self.drafts.append(len(solution.drafts))
        self.passed.append(counted.passed)
        self.judged += counted.judged
        if solution.ended is not None:
            self.ended[solution.ended.value] += 1
        if counted.judged:
            self.rates.append(counted.passed / counted.judged)
            self.once = self.once and counted.judged == 1
        if solution.drafts or cost.calls:
            self.seconds.append(cost.seconds)
        if solution.first_token_seconds is not None:
            self.first_tokens.append(solution.first_token_seconds)

    def solved(self) -> list[float]:
        """Return how many attempts of each problem pass, with those that nobody judged counted like the others."""
        scale = sum(self.drafts) / self.judged if self.judged else 0.0
        return [scale * passed for passed in self.passed]

    def price(self, wholes: list[float], seed: int, nothing: str = "nothing is attempted") -> Measured:
        """Return the cost of everything, divided by the sum of `wholes`."""
        if self.unpriced:
            return Measured(None, self.asked, note=f"{PRICE_UNKNOWN} of {self.unpriced:,} of {self.asked:,} problems")
        whole = math.fsum(wholes)
        if not whole:
            return Measured(None, self.asked, note=nothing)
        interval = ratio_interval(self.costs, wholes, seed=seed)
        return Measured(math.fsum(self.costs) / whole, self.asked, interval)


def _accuracy(rates: list[float], once: bool, failed: int, seed: int) -> Measured:
    """Return the mean pass rate, with so many problems more that count as failed."""
    values = [*rates, *([0.0] * failed)]
    if not values:
        return Measured(None, 0, note="no attempt is judged")
    total = math.fsum(values)
    interval = wilson(total, len(values)) if once else clustered(values, seed=seed)
    return Measured(total / len(values), len(values), interval)


def _quantile(values: list[float], place: float) -> Measured:
    if not values:
        return Measured(None, 0, note="no problem was worked on")
    value, interval = quantile(values, place)
    return Measured(value, len(values), interval, "" if interval else "too few problems for an interval")
