"""Answers of models, drafts and solutions to compact bytes and back; the steps of a solution stand apart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from assay.solutions import Completion, Draft, Solution, Step, changed_fields
from assay.store.codec import pack_json, unpack_json

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PackedSolution:
    """A solution as bytes: its steps, which take most of the space, and all the rest."""

    body: bytes
    steps: bytes


def pack_completion(completion: Completion) -> bytes:
    """The answer of a model as bytes.

    >>> unpack_completion(pack_completion(Completion("text", 3, cost_usd=None))).tokens_in
    3
    """
    return pack_json(changed_fields(completion))


def unpack_completion(body: bytes) -> Completion:
    """The answer that was packed; `ValueError` where the bytes are none."""
    return _read(body, lambda data: Completion(**data))


def pack_draft(draft: Draft) -> bytes:
    """A draft as bytes."""
    return pack_json(changed_fields(draft))


def unpack_draft(body: bytes) -> Draft:
    """The draft that was packed; `ValueError` where the bytes are none."""
    return _read(body, lambda data: Draft(**data))


def pack_solution(solution: Solution) -> PackedSolution:
    """A solution as bytes.

    >>> from assay.solutions import Cost
    >>> packed = pack_solution(Solution("p", (Draft("x = 1"),), cost=Cost(calls=1)))
    >>> unpack_solution(packed.body, packed.steps).drafts[0].source
    'x = 1'
    """
    body = pack_json(replace(solution, steps=()).to_dict())
    return PackedSolution(body, pack_json([step.to_dict() for step in solution.steps]))


def unpack_solution(body: bytes, steps: bytes | None) -> Solution:
    """The solution that was packed, without its steps where they are not given; `ValueError` where it is none."""
    solution = _read(body, Solution.from_dict)
    if steps is None:
        return solution
    return replace(solution, steps=_read(steps, lambda data: tuple(map(Step.from_dict, data))))


def _read(body: bytes, make: Callable[[Any], T]) -> T:  # Any: JSON
    data = unpack_json(body)
    try:
        return make(data)
    except (LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"{type(error).__name__}: {error}") from error
