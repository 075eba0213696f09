"""Which observations a request is about: a time and slices, as parameters of its address."""

from __future__ import annotations

import inspect
from datetime import datetime
from typing import Annotated, Any

from fastapi import Depends, Query, Request

from assay.observations import LONGEST_NAME, SLICED, Chosen, time_of
from assay.service.context import context_of

_MOMENT = "A time with its zone, such as 2026-03-14T09:00:00Z, or seconds since 1970."


def moment_of(name: str, text: str | None, *, now: datetime) -> datetime | None:
    """Return the time that a parameter names; numbers are seconds since 1970."""
    if text is None or not text:
        return None
    try:
        value: object = float(text)
    except ValueError:
        value = text
    return time_of(name, value, now=now)


def _asked(request: Request, **given: Any) -> Chosen:  # Any: as the signature below says
    now = context_of(request).now()
    return Chosen(
        moment_of("since", given["since"], now=now),
        moment_of("until", given["until"], now=now),
        {name: given[name] for name in SLICED if given[name] is not None},
    )


def _parameters() -> list[inspect.Parameter]:
    """Return a parameter for each end of the time and for each field that observations are counted by."""
    times = {
        "since": Query(max_length=40, description=f"From then on. {_MOMENT}"),
        "until": Query(max_length=40, description=f"Before then. {_MOMENT}"),
    }
    slices = {name: Query(max_length=LONGEST_NAME, description=f"Only those of this {name}.") for name in SLICED}
    kind = inspect.Parameter.KEYWORD_ONLY
    return [
        inspect.Parameter("request", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Request),
        *(
            inspect.Parameter(name, kind, default=None, annotation=Annotated[str | None, query])
            for name, query in {**times, **slices}.items()
        ),
    ]


_asked.__signature__ = inspect.Signature(_parameters())  # type: ignore[attr-defined]  # as FastAPI reads it

AskedObservations = Annotated[Chosen, Depends(_asked)]
"""The type of a parameter of an endpoint that is about observations."""
