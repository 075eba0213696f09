"""Lists in pages: a request says where to go on and how many it wants, the answer says where the next page begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar

from fastapi import Depends, Query, Request

T = TypeVar("T")

USUAL = 50
MOST = 500


@dataclass(frozen=True, slots=True)
class Paging:
    """Which page of a list a request asks for."""

    after: str | None = None
    """The cursor that the page before ended with."""
    limit: int = USUAL

    @property
    def enough(self) -> int:
        """How many to ask the store for: one more than is shown tells whether there is a next page."""
        return self.limit + 1


@dataclass(frozen=True, slots=True)
class Paged(Generic[T]):
    """One page of a list."""

    items: Sequence[T]
    next: str | None = None
    """The cursor of the page that follows; `None` on the last one."""

    def to_dict(self, each: Callable[[T], Any]) -> dict[str, Any]:  # Any: JSON
        """Return the page as plain data."""
        return {"items": [each(one) for one in self.items], "next": self.next}


def _asked(
    after: Annotated[str | None, Query(max_length=500, description="`next` of the page before.")] = None,
    limit: Annotated[int, Query(ge=1, le=MOST, description="How many on a page.")] = USUAL,
) -> Paging:
    return Paging(after or None, limit)


AskedPage = Annotated[Paging, Depends(_asked)]
"""The type of a parameter of an endpoint that gives a list."""


def cut(found: Sequence[T], paging: Paging, cursor: Callable[[T], str]) -> Paged[T]:
    """Return the page of things that were found with `paging.enough` as the limit."""
    shown = found[: paging.limit]
    return Paged(shown, cursor(shown[-1]) if len(found) > paging.limit else None)


def page_of(everything: Sequence[T], paging: Paging, cursor: Callable[[T], str]) -> Paged[T]:
    """Return a page of a list that is there as a whole; a cursor that is not known begins at the start."""
    first = next((place + 1 for place, one in enumerate(everything) if cursor(one) == paging.after), 0)
    return cut(everything[first : first + paging.enough], paging, cursor)


def next_address(request: Request, page: Paged[T]) -> str | None:
    """Return the path and query of the page that follows, with all other parameters as they are."""
    if page.next is None:
        return None
    url = request.url.include_query_params(after=page.next)
    return f"{url.path}?{url.query}"
