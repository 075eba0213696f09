"""The courier: sends messages that wait in the store to webhooks, again and again until they arrive or are given up."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from assay.alerts import Delivery, DeliveryState
from assay.errors import InvalidValue
from assay.monitoring.alerting.rules import Webhook
from assay.monitoring.alerting.signing import DELIVERY_HEADER, HEADER, signature_of
from assay.text import one_line

if TYPE_CHECKING:
    import httpx

    from assay.store.base import Alerts

MOST_TRIES: Final = 10
FIRST_PAUSE: Final = timedelta(seconds=15)
LONGEST_PAUSE: Final = timedelta(hours=2)
MOST_READ: Final = 4096
"""Bytes of an answer that are read: enough for a reason."""
AT_ONCE: Final = 8
_CLAIM = timedelta(minutes=5)
"""How long a message belongs to the courier that took it; if that dies, another one sends it after this."""
_SHOWN = 300


class Courier:
    """Sends what is due. A message arrives at least once; its id lets the receiver drop what comes twice."""

    def __init__(
        self,
        store: Alerts,
        webhooks: Mapping[str, Webhook],
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        environment: Mapping[str, str] = os.environ,
        seed: int | None = None,
    ) -> None:
        self._store = store
        self._webhooks = webhooks
        self._now = now
        self._environment = environment
        self._random = random.Random(seed)  # pauses are no secret

    def deliver(self) -> list[Delivery]:
        """Try every message that is due once, and return how each stands after that."""
        done: list[Delivery] = []
        while self._webhooks:
            now = self._now()
            claimed = self._store.claim_deliveries(list(self._webhooks), now=now, until=now + _CLAIM, limit=AT_ONCE)
            if not claimed:
                break
            done += asyncio.run(self._attempts(claimed))
        return done

    async def _attempts(self, claimed: list[Delivery]) -> list[Delivery]:
        import httpx

        # Neither a proxy's nor a user's settings are taken: a message goes where the rules say, with what they say.
        async with httpx.AsyncClient(follow_redirects=False, trust_env=False) as client:
            return list(await asyncio.gather(*(self._attempt(client, one) for one in claimed)))

    async def _attempt(self, client: httpx.AsyncClient, delivery: Delivery) -> Delivery:
        error = await self._send(client, self._webhooks[delivery.channel], delivery)
        now, tries = self._now(), delivery.tries + 1
        if not error:
            after = replace(delivery, state=DeliveryState.SENT, tries=tries, error="", ended=now)
        elif tries >= MOST_TRIES:
            after = replace(delivery, state=DeliveryState.FAILED, tries=tries, error=error, ended=now)
        else:
            after = replace(delivery, tries=tries, error=error, due=now + self._pause(tries))
        self._store.update_delivery(after)
        return after

    async def _send(self, client: httpx.AsyncClient, webhook: Webhook, delivery: Delivery) -> str:
        """Return why a message did not arrive; nothing where it did."""
        import httpx

        body = delivery.body.encode("utf-8", "backslashreplace")
        try:
            headers = {
                "User-Agent": "assay",
                **webhook.all_headers(self._environment),
                "Content-Type": "application/json",
                DELIVERY_HEADER: delivery.id,
            }
            if secret := webhook.secret(self._environment):
                headers[HEADER] = signature_of(body, secret, self._now())
            async with (
                asyncio.timeout(webhook.timeout_seconds),
                client.stream("POST", webhook.address(self._environment), content=body, headers=headers) as response,
            ):
                if 200 <= response.status_code < 300:
                    return ""
                return await _refusal(response, is_told=not webhook.sends_secrets)
        except TimeoutError:
            return f"no answer within {webhook.timeout_seconds:g} s"
        except InvalidValue as error:
            return str(error)[:_SHOWN]
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError, ValueError) as error:
            # The text of an error may repeat the address or a header.
            said = "" if webhook.sends_secrets else f": {error}"
            return one_line(f"{type(error).__name__}{said}")[:_SHOWN]

    def _pause(self, tries: int) -> timedelta:
        """Return how long to wait before the next attempt: twice as long each time, and never the same for all."""
        longest = min(LONGEST_PAUSE, FIRST_PAUSE * int(2 ** (tries - 1)))
        return longest * (0.5 + 0.5 * self._random.random())


async def _refusal(response: httpx.Response, *, is_told: bool) -> str:
    """Return how a receiver refused a message; what it wrote is told only if it was sent no secret to repeat."""
    moved = ", which is not followed" if response.is_redirect else ""
    if not is_told:
        return f"HTTP {response.status_code}{moved}"
    text = b""
    async for part in response.aiter_raw(MOST_READ):
        text += part[: MOST_READ - len(text)]
        if len(text) >= MOST_READ:
            break
    said = one_line(" ".join(text.decode("utf-8", "replace").split()))
    return f"HTTP {response.status_code}{moved}{': ' if said else ''}{said}"[:_SHOWN]
