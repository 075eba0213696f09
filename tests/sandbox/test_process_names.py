"""The name of a process is the candidate's own text: it changes nothing about what we read of its memory and time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Case, Cases, Limits, Problem, Program, Suite, Verdict
from assay.sandbox.warm import WarmPython

NAMES = (b"\xff\xfe", b"\rVmPTE: x", b"\rVmPTE: -999999", b"\rRssAnon:", b") Z 1 (", b"\nVmPTE: -99999")
RENAMED = "import ctypes, time\nctypes.CDLL(None).prctl(15, {!r}, 0, 0, 0)\n"
SLOW = "import os, time\nassert os.listdir('.') == []\ndef f(x):\n    time.sleep(0.1)\n    return x + 1\n"
CASES = Problem("p", Cases("f", (Case((1,), 2),)))
SUITE = Problem("s", Suite("f", "x = f(1)\nassert x == 2"))
GREEDY = "import mmap\nkept = [bytearray(40 << 20) for _ in range({})]\nimport time\ntime.sleep(0.5)\nprint('held')\n"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython(control_groups=False) as made:
        yield made


@pytest.mark.parametrize("name", NAMES)
def test_a_name_harms_neither_its_bearer_nor_the_next(sandbox: WarmPython, name: bytes) -> None:
    bearer = RENAMED.format(name) + SLOW.replace("assert os.listdir('.') == []", "open('left', 'w').close()")
    with SeparateJudge(sandbox) as judge:
        for problem in (CASES, SUITE):
            assert judge.judge(problem, Candidate(bearer)).verdict is Verdict.PASSED
            assert judge.judge(problem, Candidate(SLOW)).verdict is Verdict.PASSED


@pytest.mark.parametrize("name", NAMES)
def test_a_name_hides_no_memory(sandbox: WarmPython, name: bytes) -> None:
    fork = "import os\nfor _ in range(4):\n    if os.fork() == 0: break\n"
    source = RENAMED.format(name) + fork + GREEDY.format(2)

    done = sandbox.run_script(
        Program(("main.py",), {"main.py": source.encode()}), Limits(seconds=10, memory_bytes=100 << 20)
    )

    assert done.killed_by is not None
    assert done.killed_by.value == "memory"
