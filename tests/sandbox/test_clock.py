"""Effective time: sleeping counts, work counts, waiting for a CPU does not, nor does a helper's work."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import time

from assay.sandbox import clock
from assay.sandbox.clock import Clock

BUSY = "import time\nend = time.process_time() + float({seconds})\nwhile time.process_time() < end: pass\ninput()"


def start(program: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-S", "-c", program], stdin=subprocess.PIPE)


def stop(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.communicate()


def test_effective_time_is_never_less_than_cpu_time() -> None:
    process = start(BUSY.format(seconds=0.3))
    try:
        watch = Clock(lambda: [process.pid])
        while clock.cpu(process.pid) < 0.3:
            time.sleep(0.02)
        effective, used = watch.effective(), clock.cpu(process.pid)
    finally:
        stop(process)

    assert effective >= 0.3
    assert effective <= watch.wall() + used


def test_a_process_that_shares_its_cpu_waits_and_that_is_not_its_time() -> None:
    """Two busy processes on one CPU: each runs for half of the time, and waits for the other half."""
    cpu = min(os.sched_getaffinity(0))
    pair = [start(f"import os; os.sched_setaffinity(0, [{cpu}])\n" + BUSY.format(seconds=60)) for _ in range(2)]
    try:
        watch = Clock(lambda: [pair[0].pid])
        before = clock.waited(pair[0].pid)
        while watch.wall() < 1.0:
            time.sleep(0.05)
        wall, effective = watch.wall(), watch.effective()
        waited = clock.waited(pair[0].pid) - before
    finally:
        for process in pair:
            stop(process)

    assert waited > 0.2 * wall
    assert effective < 0.9 * wall


def test_the_work_of_a_helper_is_not_the_candidates() -> None:
    helper = start(BUSY.format(seconds=0.4))
    try:
        watch = Clock(tuple)
        watch.exclude_time_of(lambda: [helper.pid])
        while clock.cpu(helper.pid) < 0.4:
            time.sleep(0.02)
        wall, effective = watch.wall(), watch.effective()
    finally:
        stop(helper)

    assert effective <= wall - 0.3


def test_a_process_that_is_gone_has_no_time() -> None:
    process = start("pass")
    process.communicate()

    assert (clock.cpu(process.pid), clock.waited(process.pid)) == (0.0, 0.0)
    assert clock.tree(process.pid) == []


def test_the_tree_holds_every_descendant() -> None:
    nested = "import subprocess, sys; subprocess.run([sys.executable, '-S', '-c', 'input()'])"
    process = start(nested)
    try:
        for _ in range(250):
            found = clock.tree(process.pid)
            if found:
                break
            time.sleep(0.02)
    finally:
        for pid in found:
            os.kill(pid, 9)
        stop(process)

    assert len(found) == 1


def test_time_before_a_process_was_forked_is_not_its_time() -> None:
    watch = Clock(lambda: [process.pid])
    time.sleep(0.3)
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(5)"]) as process:
        time.sleep(0.1)
        effective, wall = watch.effective(), watch.wall()
        process.kill()

    assert wall - effective >= 0.25
    assert clock.age(process.pid) == math.inf


def test_threads_that_wait_in_turn_have_all_waited() -> None:
    before = clock.ProcessTimes({"1": 5.0, "2": 1.0}, 0.0, 0.0)
    now = clock.ProcessTimes({"1": 5.0, "2": 3.0, "3": 0.5}, 0.0, 0.0)

    assert now.waited_since(before) == 2.0
    assert clock.NOTHING.waited_since(before) == 0.0
