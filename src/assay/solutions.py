"""What a solver does and leaves behind: messages to models, their answers, the steps, the drafts, and what it cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from typing import Any


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation with a model."""

    role: str
    """`system`, `user` or `assistant`."""
    content: str


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a model is to draw its answer; `None`: as the server does by itself."""

    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int | None = None
    seed: int | None = None
    stop: tuple[str, ...] = ()


AS_SERVED = Sampling()
"""Nothing is asked of the server but an answer."""


@dataclass(frozen=True, slots=True)
class Completion:
    """One answer of a model, with what it took."""

    text: str
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0
    """Of `tokens_in`: those that the server had from before, and charges less for."""
    cost_usd: float | None = None
    """`None`: nobody knows the price of this model."""
    seconds: float = 0.0
    """From the request to the end of the answer, earlier tries of the same request not counted."""
    first_token_seconds: float | None = None
    """From the request to the first piece of text; `None`: the answer came in one piece."""
    finish_reason: str = ""
    model: str = ""
    """What the server says it is."""
    fingerprint: str = ""
    """What the server says of the system behind the model."""
    tries: int = 1
    """How often the request was sent."""
    reused: bool = False
    """Whether it was paid for earlier, and kept."""


class StepKind(StrEnum):
    """What a solver did."""

    ASKED = "asked"
    """A model."""
    TRIED = "tried"
    """A draft, on the cases that may be seen."""
    NOTED = "noted"
    """Something a reader must know: what was chosen, and why."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that a solver did on the way to its answer."""

    kind: StepKind
    stage: int = 0
    """Steps of one stage ran side by side; stages follow each other."""
    template: str = ""
    """The prompt's name and version, such as `plain@1`."""
    model: str = ""
    """Who was asked, by the name that the user gave."""
    messages: tuple[Message, ...] = ()
    completion: Completion | None = None
    number: int = 0
    """Which answer to these very messages it is, from 0."""
    source: str = ""
    """The code that was tried."""
    passed: int = 0
    of: int = 0
    """How many visible cases there were; `passed` of them passed."""
    seconds: float = 0.0
    """What trying took."""
    text: str = ""
    """What was noted, or how a try ended."""

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the step as plain data; what is as usual is left out."""
        return changed_fields(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Step:  # Any: JSON
        """Return the step that `to_dict` wrote."""
        given = dict(data)
        given["kind"] = StepKind(given["kind"])
        given["messages"] = tuple(Message(**one) for one in given.get("messages", ()))
        if given.get("completion") is not None:
            given["completion"] = Completion(**given["completion"])
        return cls(**given)


@dataclass(frozen=True, slots=True)
class Draft:
    """Code that a solver has written, and how it did on the cases that may be seen."""

    source: str
    passed: int = 0
    of: int = 0
    """Visible cases; 0: there are none, or it was not tried."""
    valid: bool = True
    """Whether it parses and defines what is asked for, as far as anybody looked."""
    model: str = ""
    model_version: str = ""
    confidence: float | None = None
    """The estimated chance that it is right; `None`: nobody estimated."""

    @property
    def passes_all(self) -> bool:
        """Whether there were visible cases, and it passed them all."""
        return 0 < self.of == self.passed

    @property
    def rank(self) -> tuple[float, bool]:
        """What drafts of one problem are compared by: the share of visible cases, then whether it is valid."""
        return (self.passed / self.of if self.of else 0.0, self.valid)


class EndedBy(StrEnum):
    """What ended a solver before its strategy did."""

    CALLS = "calls"
    TOKENS = "tokens"
    COST = "cost"
    SECONDS = "seconds"
    """The four budgets."""
    MODEL = "model"
    """The model did not answer."""
    PROMPT = "prompt"
    """The model refused what it was asked, such as a prompt that is too long."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What some steps took together.

    >>> Cost(calls=1, tokens_in=10, cost_usd=0.5) + Cost(calls=1, cost_usd=0.25)
    Cost(calls=2, reused=0, tokens_in=10, tokens_out=0, tokens_cached=0, cost_usd=0.75, seconds=0.0)
    """

    calls: int = 0
    """Answers of models."""
    reused: int = 0
    """Of `calls`: those that were paid for in an earlier run."""
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0
    cost_usd: float | None = 0.0
    """What the answers cost when they were paid for; `None`: the price of one of them is not known."""
    seconds: float = 0.0
    """From the first request to the answer; steps side by side count as the longest of them."""

    @property
    def tokens(self) -> int:
        """All tokens, in and out."""
        return self.tokens_in + self.tokens_out

    def __add__(self, other: Cost) -> Cost:
        together = {one.name: getattr(self, one.name) for one in fields(self)}
        for name, value in together.items():
            more = getattr(other, name)
            together[name] = None if value is None or more is None else value + more
        return Cost(**together)


@dataclass(frozen=True, slots=True)
class Solution:
    """What a solver made of one problem: its drafts in the order of the attempts, and everything that led there."""

    problem_id: str
    drafts: tuple[Draft, ...] = ()
    """The answers; none: it abstained, or had none when it ended."""
    steps: tuple[Step, ...] = ()
    ended: EndedBy | None = None
    """What ended it early; its drafts are the best until then."""
    detail: str = ""
    """Why it ended early, or abstained."""
    abstained: bool = False
    confidence: float | None = None
    """The chance of success as estimated before it began; `None`: nobody estimated."""
    cost: Cost = field(default_factory=Cost)
    first_token_seconds: float | None = None
    """From the first request to the first piece of text; `None`: no answer came in pieces."""

    @property
    def is_final(self) -> bool:
        """Whether trying again would change nothing; it may where the model did not answer and there is no draft."""
        return self.ended is not EndedBy.MODEL or bool(self.drafts)

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the solution as plain data."""
        data = changed_fields(self)
        data["steps"] = [step.to_dict() for step in self.steps]
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Solution:  # Any: JSON
        """Return the solution that `to_dict` wrote."""
        given = dict(data)
        given["drafts"] = tuple(Draft(**one) for one in given.get("drafts", ()))
        given["steps"] = tuple(map(Step.from_dict, given["steps"]))
        if given.get("ended") is not None:
            given["ended"] = EndedBy(given["ended"])
        given["cost"] = Cost(**given.get("cost", {}))
        return cls(**given)


def cost_of(steps: Iterable[Step]) -> Cost:
    """Return what these steps took: sums, and of the time the longest of each stage.

    >>> steps = [Step(StepKind.ASKED, 1, completion=Completion("", seconds=2.0)),
    ...          Step(StepKind.ASKED, 1, completion=Completion("", seconds=3.0)), Step(StepKind.TRIED, 2, seconds=0.5)]
    >>> cost_of(steps).seconds
    3.5
    """
    total, longest = Cost(), dict[int, float]()
    for step in steps:
        done = step.completion
        took = step.seconds if done is None else done.seconds
        longest[step.stage] = max(longest.get(step.stage, 0.0), took)
        if done is not None:
            total += Cost(1, int(done.reused), done.tokens_in, done.tokens_out, done.tokens_cached, done.cost_usd)
    return total + Cost(seconds=sum(longest.values()))


def first_token_seconds(steps: Iterable[Step]) -> float | None:
    """Return how long the first stage that asked a model waited for a piece of text; `None`: that is not known.

    >>> first_token_seconds([Step(StepKind.ASKED, 1, completion=Completion("", first_token_seconds=0.25))])
    0.25
    """
    asked = [(step.stage, step.completion) for step in steps if step.completion is not None]
    first = min((stage for stage, _ in asked), default=0)
    known = [done.first_token_seconds for stage, done in asked if stage == first]
    return min((seconds for seconds in known if seconds is not None), default=None)


def best(drafts: Sequence[Draft]) -> Draft | None:
    """Return the draft that did best on the visible cases; of equal ones the first.

    >>> best([Draft("a", 1, 3), Draft("b", 2, 3), Draft("c", 2, 3)]).source
    'b'
    """
    return max(drafts, key=lambda draft: draft.rank, default=None)


def changed_fields(record: Any) -> dict[str, Any]:  # Any: one of the records above, and JSON
    """Return the fields that are not as usual, and those without a usual value."""
    data = asdict(record)
    usual = {one.name: one.default for one in fields(record)}
    return {name: value for name, value in data.items() if value != usual[name]}
