"""`assay serve`: the service, from its options to its socket."""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from assay.choices import ENGINES
from assay.cli.run import opened
from assay.cli.runs import choices_with
from assay.errors import InvalidOption, MissingExtra
from assay.settings import one_of

if TYPE_CHECKING:
    from assay.service.context import ServiceSettings
    from assay.store.base import Store


@dataclass(frozen=True, slots=True)
class Serving:
    """What the command was asked for."""

    host: str
    port: int
    workers: int | None
    isolation: str
    rules: str | None
    allow_host: tuple[str, ...]
    token_required: bool
    demo: bool
    benchmarks: tuple[str, ...] = ()
    engine: str = "local"
    address: str | None = None


def run(asked: Serving, *, store: str | None) -> None:
    """Serve until a signal says stop."""
    try:
        from assay.service.context import Context
        from assay.service.running import address_of, listening, serve
    except ImportError as error:
        raise MissingExtra("The service", "FastAPI", "web") from error
    if asked.rules is not None:
        from assay.monitoring.alerting.reading import read_rules

        read_rules(asked.rules)  # a mistake in it is told before anything starts
    with _filled(asked, store) as (kept, asked):
        _check_tokens(asked, kept)
        sock = listening(asked.host, asked.port)
        port = sock.getsockname()[1]
        settings = _settings(asked, port)
        serve(
            Context(kept, settings),
            sock,
            announce=lambda: print(f"Assay listens on {address_of(settings, port)}   (Ctrl-C stops it)", flush=True),
        )
    gc.freeze()  # the process ends now, and looking through all that it loaded once more would take a second


@contextmanager
def _filled(asked: Serving, store: str | None) -> Iterator[tuple[Store, Serving]]:
    """Give the store that is served; for a demonstration one that is filled now, with rules of its own."""
    if not asked.demo:
        with opened(choices_with(store)) as kept:
            yield kept, asked
        return
    if store is not None:
        raise InvalidOption("store", "a demonstration has a store of its own: leave out this, or --demo")
    from assay.service.demonstration import demonstration

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the folder is gone at the end, whatever ends it

    def say(words: str) -> None:
        print(f"{words} …", file=sys.stderr, flush=True)

    with demonstration(now=lambda: datetime.now(UTC), say=say) as found:
        yield found.store, replace(asked, rules=asked.rules or str(found.rules))


def _check_tokens(asked: Serving, store: Store) -> None:
    """Refuse to listen where a token is needed and nobody has one."""
    from assay.service.running import is_local

    if _needs_tokens(asked) and not store.tokens():
        why = "--token-required" if is_local(asked.host) else f"{asked.host} can be reached from other machines, which"
        raise InvalidOption(
            "host" if not is_local(asked.host) else "token_required",
            f"{why} needs a token, and the store has none; make one first: assay token create --role admin --name NAME",
        )


def _needs_tokens(asked: Serving) -> bool:
    from assay.service.running import is_local

    return asked.token_required or not is_local(asked.host)


def _settings(asked: Serving, port: int) -> ServiceSettings:
    from assay.service.context import ServiceSettings

    return ServiceSettings(
        host=asked.host,
        port=port,
        tokens_required=_needs_tokens(asked),
        isolation=asked.isolation,
        workers=asked.workers,
        rules=asked.rules,
        is_demo=asked.demo,
        benchmarks=asked.benchmarks,
        engine=one_of(*ENGINES)(asked.engine),
        address=asked.address,
        allowed_hosts=asked.allow_host,
    )
