"""A model whose answers are kept: no request is paid for twice, by this run or by a later one."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from assay.models.base import Model, request_key
from assay.models.forwarding import Forwarded, body_key, forward_to
from assay.solutions import AS_SERVED, Completion, Message, Sampling


class AnswerKeeper(Protocol):
    """Keeps answers under keys; a store does (`assay.store.base.Responses`)."""

    def response(self, key: str) -> Completion | None:
        """Return the answer that was kept under a key."""

    def keep_response(self, key: str, completion: Completion) -> None:
        """Keep an answer; when this returns, it outlives the process."""


@dataclass(slots=True)
class _Turn:
    """Lets one thread at a time ask for the same answer."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    users: int = 0


class CachedModel:
    """Answers with what was kept of an earlier request, and keeps every new answer before it returns it.

    The same request from several threads is sent once. Requests that differ in their `number` are different ones.

    Args:
        model: who is asked where nothing was kept.
        keeper: where answers are kept.
        salt: answers that were kept with another salt are not used.

    >>> from assay.models.scripted import ScriptedModel
    >>> class Kept(dict):
    ...     response, keep_response = dict.get, dict.__setitem__
    >>> model = CachedModel(ScriptedModel(["one", "two"]), Kept())
    >>> [model.complete([Message("user", "hi")]).text for _ in range(3)]
    ['one', 'one', 'one']
    """

    def __init__(self, model: Model, keeper: AnswerKeeper, *, salt: str = "") -> None:
        self._model = model
        self._keeper = keeper
        self._salt = salt
        self._turns: dict[str, _Turn] = {}
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    @property
    def signature(self) -> str:
        """The model's signature: that an answer was kept does not change it."""
        return self._model.signature

    def complete(self, messages: Sequence[Message], *, sampling: Sampling = AS_SERVED, number: int = 0) -> Completion:
        """Return the kept answer, marked as reused, or a new one."""
        key = request_key(self.signature, messages, sampling, number, self._salt)
        with self._turn(key):
            kept = self._keeper.response(key)
            if kept is not None:
                return replace(self._priced(kept), reused=True)
            completion = self._model.complete(messages, sampling=sampling, number=number)
            self._keeper.keep_response(key, completion)
            return completion

    def forward(self, body: Mapping[str, Any], *, number: int = 0) -> Forwarded:  # Any: JSON
        """Return the kept answer to somebody else's request, marked as reused, or a new one."""
        key = body_key(self.signature, body, number, self._salt)
        with self._turn(key):
            kept = self._keeper.response(key)
            if kept is not None:
                return Forwarded.from_kept(replace(self._priced(kept), reused=True))
            found = forward_to(self._model, body, number=number)
            self._keeper.keep_response(key, found.to_keep())
            return found

    def _priced(self, kept: Completion) -> Completion:
        """Return a kept answer with its cost, where that was not known at the time and the model knows it now."""
        priced = getattr(self._model, "priced", None)  # a model without prices has none
        return kept if priced is None else priced(kept)

    @contextmanager
    def _turn(self, key: str) -> Iterator[None]:
        """Wait until nobody else asks for the same answer."""
        with self._lock:
            turn = self._turns.setdefault(key, _Turn())
            turn.users += 1
        try:
            with turn.lock:
                yield
        finally:
            with self._lock:
                turn.users -= 1
                if not turn.users:
                    del self._turns[key]
