"""Rows that a request sends, kept all or none, or the good ones alone where it asks for that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, TypeVar

from assay.errors import InvalidValue
from assay.observations import Added
from assay.service.answers import LONGEST_ERROR, Refused, bad
from assay.text import one_line

MOST_AT_ONCE = 10_000
SHOWN_REFUSALS = 100


class _Identified(Protocol):
    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=_Identified)


@dataclass(frozen=True, slots=True)
class Sent:
    """The rows of one request, and whether the good ones are wanted without the bad."""

    rows: Sequence[object]
    now: datetime
    partial: bool = False

    def kept(self, read: Callable[..., T], keep: Callable[[Sequence[T]], Added]) -> tuple[Added, dict[str, Any]]:
        """Keep what the rows describe; return what became of it, and the same as an answer.

        `read` makes a record of a row, `keep` puts records into the store.
        """
        good: list[T] = []
        refused: list[Refused] = []
        for index, row in enumerate(self.rows):
            if isinstance(row, Refused):  # a line that could not be read
                refused.append(row)
                continue
            try:
                good.append(read(row, now=self.now))
            except InvalidValue as error:
                found = bad(error, index=index)
                if not self.partial:
                    raise found from None
                refused.append(found)
        added = keep(good) if good else Added(0)
        answer: dict[str, Any] = {  # Any: JSON
            "accepted": added.accepted,
            "duplicates": added.duplicates,
            "ids": [one.id for one in good],
        }
        if self.partial:
            answer |= {"refused": [_refusal(one) for one in refused[:SHOWN_REFUSALS]], "refused_count": len(refused)}
        return added, answer


def _refusal(found: Refused) -> dict[str, Any]:  # Any: JSON
    return {"index": found.index, "field": found.field, "error": one_line(found.detail)[:LONGEST_ERROR]}
