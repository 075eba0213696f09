"""Every attack of `service_attacks` has the outcome that it must have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from assay.service.context import Context, ServiceSettings
from assay.store.memory import MemoryStore
from tests.hostile.service_attacks import ATTACKS, Place, ServiceAttack
from tests.service.local import in_process, on_loopback


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    settings = ServiceSettings(workers=1)
    with (
        in_process(Context(MemoryStore(), settings), timeout=100) as client,
        on_loopback(Context(MemoryStore(), settings)) as address,
    ):
        yield Place(tmp_path_factory.mktemp("service"), client, address)


def marked(attack: ServiceAttack) -> object:
    return pytest.param(attack, id=attack.name, marks=[pytest.mark.slow] if attack.slow else [])


@pytest.mark.parametrize("attack", [marked(attack) for attack in ATTACKS])
def test_an_attack_on_the_service_has_its_outcome(services: Place, tmp_path: Path, attack: ServiceAttack) -> None:
    assert attack.act(replace(services, folder=tmp_path)) == attack.expected


def test_each_attack_is_another_one() -> None:
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS) >= 150
    assert len({attack.mechanism for attack in ATTACKS}) >= 100
