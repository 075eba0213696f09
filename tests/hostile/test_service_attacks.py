"""Every attack of `service_attacks` has the outcome that it must have."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from assay.service.context import Context, ServiceSettings
from assay.store.memory import MemoryStore
from assay.store.sql import SqlStore
from tests.hostile.service_attacks import ATTACKS, Place, ServiceAttack
from tests.hostile.service_fifth import FIFTH, FOUND
from tests.hostile.service_more import MORE
from tests.hostile.service_seventh import FOUND as FOUND_SEVENTH
from tests.hostile.service_seventh import SEVENTH
from tests.hostile.service_sixth import FOUND as FOUND_SIXTH
from tests.hostile.service_sixth import SIXTH
from tests.service.local import in_process, on_loopback

QUICK = (
    "bytes: headers behind a body",
    "request: judge, a style that is a list",
    "request: row, nothing but nothing",
    "view: events before a number beyond 64 bits",
    "role: everything without a token",
    "a problem: a home of no user",
    "rules: a window in other digits",
    "secret: a header with a line end",
    "secret: rules that a reader sees",
    "store: a log that is taken away",
    "export: two problems of one name",
    "server: an endless count",
)
"""Attacks of the third round that are always tried; the others are slow together."""
QUICK_OF_FIFTH = (
    "assay run -c: an id in digits of another script",
    "request: one id with two contents",
    "view: a sign-in beside a dot",
    "role: a sign-in with letters beyond ASCII",
    "report: a formula behind a line end of another kind",
    "honest: lines of Windows",
    "honest: a batch that is sent again",
)
"""The same of the fifth round."""
QUICK_OF_SIXTH = (
    "inputs of programs: arguments that are text",
    "request: feedback, feedback of nothing",
    "bytes: a type in quotes",
    "rows: two ids",
    "replay: an encoding",
    "honest: rows of another program",
)
"""The same of the sixth round."""
QUICK_OF_SEVENTH = (
    "archive: a name above",
    "forwarded: a dearer service",
    "agent: a role in a list",
    "judged: an answer of one in a list",
    "observed: two alike",
    "pickle: a call",
)
"""The same of the seventh round."""
KNOWN = {**FOUND, **FOUND_SIXTH, **FOUND_SEVENTH}
"""What is not mended yet: name → what came of it."""
EVERY = (
    *ATTACKS,
    *(replace(attack, slow=attack.name not in QUICK) for attack in MORE),
    *(replace(attack, slow=attack.name not in QUICK_OF_FIFTH) for attack in FIFTH),
    *(replace(attack, slow=attack.name not in QUICK_OF_SIXTH) for attack in SIXTH),
    *(replace(attack, slow=attack.name not in QUICK_OF_SEVENTH) for attack in SEVENTH),
)


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    settings, folder = ServiceSettings(workers=1), tmp_path_factory.mktemp("service")
    with (
        closing(SqlStore(folder / "assay.db")) as store,  # which has bounds that memory has not
        in_process(Context(store, settings), timeout=100) as client,
        on_loopback(Context(MemoryStore(), settings)) as address,
    ):
        yield Place(folder, client, address)


def marked(attack: ServiceAttack) -> object:
    marks = [pytest.mark.slow] if attack.slow else []
    if attack.name in KNOWN:  # until it is mended, which a pass tells
        marks.append(pytest.mark.xfail(strict=True, reason=KNOWN[attack.name]))
    return pytest.param(attack, id=attack.name, marks=marks)


@pytest.mark.parametrize("attack", [marked(attack) for attack in EVERY])
def test_an_attack_on_the_service_has_its_outcome(services: Place, tmp_path: Path, attack: ServiceAttack) -> None:
    assert attack.act(replace(services, folder=tmp_path)) == attack.expected


def test_each_attack_is_another_one() -> None:
    assert len({attack.name for attack in EVERY}) == len(EVERY) >= 600
    assert len({attack.mechanism for attack in EVERY}) >= 500
