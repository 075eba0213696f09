"""Which requests are let in while others are in work: nobody can take all the room, least of all without a token.

A request whose body is still on its way is counted apart from those in work, and so is one whose answer is a stream
without end. Everything here happens in the thread of the event loop.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import TYPE_CHECKING

from fastapi import Request

from assay.hashing import content_digest
from assay.service.answers import Refused
from assay.service.context import ServiceSettings

if TYPE_CHECKING:
    from assay.service.authority import Sender

STRANGERS = 0.5
"""The share of the room that all may take together who have not shown a valid token before."""
ONE_ADDRESS = 0.25
"""The share that strangers of one address may take."""
ONE_TOKEN = 0.75
ARRIVING_STRANGERS = 0.125
"""The share of the bodies on their way that may be those of strangers."""
STRANGER_BODY_BYTES = 64 << 10
"""Of what somebody may send without a token: the form that asks for one is all that there is to send."""
MOST_KNOWN = 1000
"""Tokens and sessions that are remembered as valid; whoever is forgotten is a stranger once more, for one request."""
EVICTED = "others wait, and the request came too slowly"
SOON = {"Retry-After": "1"}
VISIT = "visit"
"""Under which name the state of a request has it."""


class _Stage(Enum):
    IN_WORK = "in work"
    ARRIVING = "arriving"
    """Its body is on its way."""
    STREAM = "stream"
    OVER = "over"


class Visit:
    """One request, from its head to the end of its answer."""

    def __init__(self, admission: Admission, sender: str, digest: bytes | None, *, is_known: bool) -> None:
        self.admission = admission
        self.sender = sender
        """Whom it is counted for: a token that was seen to be valid before, or an address."""
        self.digest = digest
        """Of the secret that it shows, valid or not; `None`: it shows none."""
        self.is_known = is_known
        self.stage = _Stage.IN_WORK
        self.is_evicted = False
        self._timeout: asyncio.Timeout | None = None

    @contextmanager
    def waiting(self, timeout: asyncio.Timeout) -> Iterator[None]:
        """Let a wait for more of the body be ended by `evict`."""
        self._timeout = timeout
        try:
            yield
        finally:
            self._timeout = None

    def evict(self) -> None:
        """End the wait for the rest of its body, now or when it begins."""
        self.is_evicted = True
        self.stage = _Stage.OVER
        if self._timeout is not None:
            self._timeout.reschedule(asyncio.get_running_loop().time())


class Admission:
    """Counts the requests of a service, by whoever sends them."""

    def __init__(self, settings: ServiceSettings) -> None:
        self._bounds = settings.bounds
        self._asks_tokens = settings.tokens_required
        self._visits: dict[Visit, None] = {}
        """The oldest first."""
        self._known: OrderedDict[bytes, str] = OrderedDict()
        """The digest of a secret that was seen to be valid → whose it is."""

    def visit(self, address: str, secret: str | None) -> Visit:
        """Return a request that is not counted yet."""
        digest = None if secret is None else content_digest(secret)
        known = None if digest is None else self._known.get(digest)
        if known is None:
            return Visit(self, f"address {address}", digest, is_known=not self._asks_tokens)
        return Visit(self, known, digest, is_known=True)

    def enter(self, visit: Visit) -> None:
        """Count a request as in work, or refuse it."""
        in_work = self._all(_Stage.IN_WORK)
        full = Refused(503, "too many requests are in work; try again", headers=SOON)
        if len(in_work) >= self._bounds.requests:
            raise full
        same = sum(one.sender == visit.sender for one in in_work)
        if not visit.is_known and sum(not one.is_known for one in in_work) >= self._share(STRANGERS):
            raise full
        if self._asks_tokens and same >= self._share(ONE_TOKEN if visit.is_known else ONE_ADDRESS):
            raise Refused(429, "too many requests of yours are in work; try again", headers=SOON)
        self._visits[visit] = None

    def learn(self, visit: Visit, sender: Sender | None) -> None:
        """Take over who sends a request, once that is found out."""
        if sender is None or sender.token is None or visit.digest is None:
            return
        visit.sender = f"token {sender.token.parent or sender.token.id}"
        visit.is_known = True
        self._known[visit.digest] = visit.sender
        self._known.move_to_end(visit.digest)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    def forget(self, visit: Visit) -> None:
        """Treat a secret that is not valid, or not any more, as that of a stranger."""
        if visit.digest is not None:
            self._known.pop(visit.digest, None)

    def await_body(self, visit: Visit) -> None:
        """Count a request as on its way; where too many are, the oldest of whoever has the most is given up."""
        if visit.stage is not _Stage.IN_WORK:
            return
        visit.stage = _Stage.ARRIVING
        crowd = self._all(_Stage.ARRIVING)
        most = self._bounds.requests
        if not visit.is_known:
            crowd, most = [one for one in crowd if not one.is_known], self._share(ARRIVING_STRANGERS)
        if len(crowd) > most:
            ((greediest, _),) = Counter(one.sender for one in crowd).most_common(1)
            next(one for one in crowd if one.sender == greediest).evict()

    def has_arrived(self, visit: Visit) -> None:
        """Count a request as in work again: all of it is there."""
        if visit.stage is _Stage.ARRIVING:
            visit.stage = _Stage.IN_WORK

    def stream(self, visit: Visit) -> None:
        """Count a request as a stream, and no more as in work; refuses it where there are enough."""
        streams = self._all(_Stage.STREAM)
        same = sum(one.sender == visit.sender for one in streams)
        if len(streams) >= self._bounds.streams or (self._asks_tokens and same >= self._bounds.streams_each):
            raise Refused(429, "too many streams are open; try again later", headers={"Retry-After": "5"})
        visit.stage = _Stage.STREAM

    def leave(self, visit: Visit) -> None:
        """Count a request no more."""
        visit.stage = _Stage.OVER
        self._visits.pop(visit, None)

    def _all(self, stage: _Stage) -> Collection[Visit]:
        return [one for one in self._visits if one.stage is stage]

    def _share(self, share: float) -> int:
        return max(1, int(self._bounds.requests * share))


def begin_stream(request: Request) -> None:
    """Count the request as a stream without end, or refuse it."""
    visit: Visit = request.scope["state"][VISIT]
    visit.admission.learn(visit, request.scope["state"].get("sender"))
    visit.admission.stream(visit)
