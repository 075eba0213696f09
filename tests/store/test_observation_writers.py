"""Processes that write observations at the same time, and one that is killed: nothing is lost or counted twice."""

from __future__ import annotations

import random
import signal
from contextlib import closing
from pathlib import Path

import pytest

from assay.observations import Chosen, Observation
from assay.store.sql import SqlStore
from tests.store.test_files import finished, start
from tests.store.test_observations import an_observation, counts_of, recount, rounded

SIZE = 40
WRITER = """
    import sys
    from assay.store.sql import SqlStore
    from tests.store.test_observation_writers import a_batch
    place, seed, first, batches = sys.argv[1], *map(int, sys.argv[2:])
    store = SqlStore(place)
    for number in range(first, first + batches):
        print(number, store.add_observations(a_batch(number, seed)).accepted, flush=True)
"""


def a_batch(number: int, seed: int = 0) -> list[Observation]:
    """Observations of some hours; every sender shuffles them in another way, and batches that touch share half."""
    found = [_numbered(number * SIZE // 2 + place) for place in range(SIZE)]
    random.Random(1000 * seed + number).shuffle(found)
    return found


def _numbered(number: int) -> Observation:
    numbers = random.Random(number)
    return an_observation(
        numbers.uniform(0, 4000),
        passed=numbers.random() < 0.7,
        id=f"{numbers.getrandbits(32):08x}-{number}",
        model_version=numbers.choice("abc"),
        cost_usd=numbers.random(),
        latency_seconds=numbers.lognormvariate(0, 1),
    )


def check_counts(store: SqlStore, expected: list[Observation]) -> None:
    """Hold observations and all counts against what they should be."""
    page = store.observations(Chosen(), limit=1_000_000)
    assert sorted(one.id for one in page) == sorted(one.id for one in expected)
    for by, hourly in (((), False), (("error_class", "model_version"), True), (("error_class",), False)):
        found = store.tallies(Chosen(), by=by, hourly=hourly)
        assert rounded(found) == rounded(recount(expected, Chosen(), by, hourly=hourly))
    assert store.latencies(Chosen()) == counts_of(expected)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_four_processes_send_the_same_observations(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    place = str(tmp_path / "assay.db") if kind == "sqlite" else request.getfixturevalue("postgres_url")
    batches = 12
    senders = [start(WRITER, place, seed, 0, batches) for seed in range(4)]
    accepted = [int(line.split()[1]) for sender in senders for line in finished(sender).splitlines()]
    expected = {one.id: one for number in range(batches) for one in a_batch(number)}

    assert sum(accepted) == len(expected)
    with closing(SqlStore(place)) as store:
        check_counts(store, list(expected.values()))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.parametrize("seed", range(6))
def test_what_was_added_outlives_a_killed_process(
    kind: str, seed: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    place = str(tmp_path / "assay.db") if kind == "sqlite" else request.getfixturevalue("postgres_url")
    SqlStore(place).close()
    kept_batches = random.Random(seed).randrange(1, 25)
    sender = start(WRITER, place, seed, 0, 1_000_000)
    assert sender.stdout is not None
    lines = [sender.stdout.readline() for _ in range(kept_batches)]
    sender.send_signal(signal.SIGKILL)
    lines += sender.communicate(timeout=60)[0].splitlines()
    acknowledged = [int(line.split()[0]) for line in lines if len(line.split()) == 2]

    with closing(SqlStore(place)) as store:
        # The batch after the last acknowledged one is there as a whole or not at all.
        highest = acknowledged[-1]
        extra = next(one for one in a_batch(highest + 1) if one.id not in {two.id for two in a_batch(highest)})
        if store.observation(extra.id) is not None:
            highest += 1
        expected = {one.id: one for number in range(highest + 1) for one in a_batch(number)}
        check_counts(store, list(expected.values()))
