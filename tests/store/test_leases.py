"""A run belongs to the process that makes it, for as long as that lives."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from assay.spec import RunState
from assay.store.leases import Holder, Holding, TakenOver, take_up
from assay.store.memory import MemoryStore
from assay.store.sql import SqlStore
from tests.store.builders import a_run

HOLD = """
import sys
from assay.store.leases import Holder
from assay.store.sql import SqlStore
SqlStore(sys.argv[1]).hold("r1", Holder.here())
print("held", flush=True)
sys.stdin.read()
"""


def test_a_killed_process_holds_nothing(tmp_path: Path) -> None:
    store = SqlStore(tmp_path / "assay.db")
    store.add_run(a_run())
    command = [sys.executable, "-c", HOLD, str(tmp_path / "assay.db")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        living = store.get_run("r1").state
        process.kill()

    assert (living, store.get_run("r1").state) == (RunState.RUNNING, RunState.INTERRUPTED)


class Heard(MemoryStore):
    """Notes when somebody has held a run three times."""

    def __init__(self) -> None:
        super().__init__()
        self.times = 0
        self.thrice = threading.Event()

    def hold(self, run_id: str, holder: Holder, *, by_force: bool = False) -> Holder:
        self.times += 1
        if self.times == 3:
            self.thrice.set()
        return super().hold(run_id, holder, by_force=by_force)


def test_holding_says_so_again_and_again() -> None:
    store = Heard()
    store.add_run(a_run())
    with closing(Holding(store, "r1", Holder.here(), every_seconds=0.001).start()) as holding:
        assert store.thrice.wait(60)
        holding.check()


def test_who_was_taken_over_is_told_and_stops_renewing() -> None:
    store = MemoryStore()
    store.add_run(a_run())
    mine, other = Holder.here(), Holder("there boot pid:[1]", 7, "1", "other")
    store.hold("r1", mine)
    with closing(Holding(store, "r1", mine, every_seconds=0.001).start()) as holding:
        store.hold("r1", other, by_force=True)
        with pytest.raises(TakenOver, match="run r1 was taken over by process 7 on there"):
            _check_until_told(holding)

    assert store.hold("r1", Holder.here()) == other


def test_a_run_is_taken_up_only_from_nobody() -> None:
    store = MemoryStore()
    first, mine = take_up(store, None, lambda: a_run("first"))
    other, _ = take_up(store, store.get_run("first"), lambda: a_run("second"))
    same, theirs = take_up(store, store.get_run("first"), lambda: a_run("third"), by_force=True)

    assert [run.id for run in (first, other, same)] == ["first", "second", "first"]
    assert {run.state for run in store.runs()} == {RunState.RUNNING}
    assert store.hold("first", mine) == theirs


def _check_until_told(holding: Holding) -> None:
    for _ in range(3000):
        holding.check()
        time.sleep(0.01)
