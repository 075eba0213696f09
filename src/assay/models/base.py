"""What every model can do, how it says that it cannot, and by what two requests are the same."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Protocol

from assay.errors import Fault, InvalidValue, UsageError
from assay.hashing import content_digest
from assay.solutions import AS_SERVED, Completion, Message, Sampling


class ModelUnavailable(Fault):
    """The model gave no answer, however often it was asked: the same request may succeed later."""


class ModelRefused(UsageError):
    """The model will refuse every request: a wrong key, a name or an address that is not there."""


class PromptRefused(ModelRefused):
    """The model refuses this one request, such as one that is too long; others may succeed."""


class Model(Protocol):
    """Text in, text out; may be asked from several threads at once."""

    @property
    def name(self) -> str:
        """What it is called, as `--model` says it."""

    @property
    def signature(self) -> str:
        """What decides its answers, beside the request: its name, and where it is."""

    def complete(self, messages: Sequence[Message], *, sampling: Sampling = AS_SERVED, number: int = 0) -> Completion:
        """Return one answer; `number` tells several answers to the same request apart, from 0.

        Raises:
            ModelUnavailable: there is no answer now.
            PromptRefused: there will never be one to this request.
            ModelRefused: there will never be one to any request.
        """


def require_model(model: object) -> None:
    """Raise `InvalidValue` unless an object has what a `Model` has."""
    missing = [name for name in ("name", "signature", "complete") if not hasattr(model, name)]
    if missing:
        hint = f"; assay.models.opening.open_model({model!r:.80}) opens one" if isinstance(model, str) else ""
        raise InvalidValue(f"model: must be a Model, which has {', '.join(missing)}, got {model!r:.80}{hint}")


class NoModel:
    """Stands where there is no model, as beside an agent: refuses every request."""

    name = signature = "none"

    def complete(self, messages: Sequence[Message], *, sampling: Sampling = AS_SERVED, number: int = 0) -> Completion:
        """Raise: there is nobody to answer."""
        raise ModelRefused("this strategy asks a model, and none was given")


def request_key(model: str, messages: Sequence[Message], sampling: Sampling, number: int, salt: str = "") -> str:
    """Return the digest of everything that decides an answer, with the number of the answer.

    `model` is a model's signature. `salt` keeps answers of one run apart from those of others.

    >>> ask = [Message("user", "hi")]
    >>> request_key("m", ask, Sampling(), 0) == request_key("m", ask, Sampling(), 1)
    False
    """
    asked = [model, [[one.role, one.content] for one in messages], asdict(sampling), number, salt]
    return content_digest(json.dumps(asked, sort_keys=True)).hex()
