"""A model that answers as it is told: for tests, for trying strategies, and for examples that run anywhere."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from assay.models.base import ModelUnavailable
from assay.solutions import AS_SERVED, Completion, Message, Sampling

Answer = str | Completion | Exception
"""A text, a completion with its costs, or an exception that is raised."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request that a scripted model got."""

    messages: tuple[Message, ...]
    sampling: Sampling
    number: int


class ScriptedModel:
    """Answers with the given texts in their order, or with what a function returns.

    A function is given the messages and the number of the answer. What was asked is kept in `asked`. When the answers
    are used up, it is as unavailable as a server that went away.

    >>> model = ScriptedModel(["def one(): return 1"])
    >>> model.complete([Message("user", "one?")]).text
    'def one(): return 1'
    >>> ScriptedModel(lambda messages, number: f"{messages[-1].content} {number}").complete([Message("user", "a")]).text
    'a 0'
    """

    def __init__(
        self,
        answers: Iterable[Answer] | Callable[[Sequence[Message], int], Answer],
        *,
        name: str = "scripted",
        cost_usd: float | None = 0.0,
        seconds: float = 0.0,
    ) -> None:
        self.name = name
        self.signature = name
        self.asked: list[Asked] = []
        self._answers = answers if callable(answers) else iter(answers)
        self._cost_usd = cost_usd
        self._seconds = seconds
        self._lock = threading.Lock()

    def complete(self, messages: Sequence[Message], *, sampling: Sampling = AS_SERVED, number: int = 0) -> Completion:
        """Return the next answer; words count as tokens, and every answer costs and takes what the model was given."""
        with self._lock:
            self.asked.append(Asked(tuple(messages), sampling, number))
            answer = self._next(messages, number)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, Completion):
            return answer if answer.model else replace(answer, model=self.name)
        tokens_in = sum(len(message.content.split()) for message in messages)
        return Completion(
            answer,
            tokens_in,
            len(answer.split()),
            cost_usd=self._cost_usd,
            seconds=self._seconds,
            finish_reason="stop",
            model=self.name,
        )

    def _next(self, messages: Sequence[Message], number: int) -> Answer:
        if callable(self._answers):
            return self._answers(messages, number)
        answer = next(self._answers, None)
        return ModelUnavailable(f"{self.name}: the script has no more answers") if answer is None else answer
