"""Memory is counted also where the limits of a process do not see it, and honest candidates keep all of theirs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from assay.judges.separate import SeparateJudge
from assay.records import MIB, Candidate, Case, Cases, Limits, Problem, Verdict
from assay.sandbox import clock, memory
from assay.sandbox.warm import WarmPython

PROBLEM = Problem("p", Cases("f", (Case((1,), 2),)))
LIBC = """
import ctypes, os, threading, time
libc = ctypes.CDLL(None, use_errno=True)
word = ctypes.c_size_t
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [word, word, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
libc.mprotect.argtypes = [word, word, ctypes.c_int]
EXIT = 60 if os.uname().machine == "x86_64" else 93
def fill(size, protection):
    place = libc.mmap(0, size, 3, 0x22, -1, 0)
    if place in (None, 2**64 - 1): raise MemoryError
    ctypes.memset(place, 1, size)
    libc.mprotect(place, size, protection)
"""
ANSWER = "\ndef f(x): return 2\n"


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox, Limits(seconds=4, memory_bytes=100 * MIB)) as made:
        yield made


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("for _ in range(8): fill(40 << 20, 1)", id="pages that become read-only"),
        pytest.param("for _ in range(8): fill(40 << 20, 0)", id="pages that become unreadable"),
        pytest.param("def work():\n    for _ in range(8): fill(40 << 20, 1)\n    time.sleep(9)\n"
                     "threading.Thread(target=work).start()\nlibc.syscall(EXIT, 0)", id="behind an ended first thread"),
        pytest.param("for _ in range(8): fill(12 << 20, 0); time.sleep(0.02)\nfill(30 << 20, 0)", id="slowly"),
    ],
)  # fmt: skip
def test_a_function_cannot_hide_its_memory(judge: SeparateJudge, source: str) -> None:
    assert judge.judge(PROBLEM, Candidate(LIBC + source + ANSWER)).verdict is Verdict.OUT_OF_MEMORY


@pytest.mark.parametrize(
    ("source", "library"),
    [
        pytest.param("kept = bytearray(1 << 30)", "", id="one block"),
        pytest.param("kept = bytearray(140 << 20)\ndel kept", "", id="given back at once"),
        pytest.param("kept = []\nwhile True: kept.append([len(kept)])", "", id="small objects"),
        pytest.param("kept = numpy.ones(1 << 27)", "numpy", id="an array"),
        pytest.param("import threading\nkept = []\ndef work(): kept.append(numpy.ones(1 << 24))\n"
                     "threads = [threading.Thread(target=work) for _ in range(4)]\nfor t in threads: t.start()\n"
                     "for t in threads: t.join()", "numpy", id="arrays of threads"),
        pytest.param("import mmap\nkept = mmap.mmap(-1, 1 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)\n"
                     "for at in range(0, 1 << 30, 4096): kept[at] = 1", "", id="a mapping"),
        pytest.param("kept = bytes(60 << 30)", "", id="more than can be reserved"),
    ],
)  # fmt: skip
def test_what_a_function_takes_beyond_its_limit_is_out_of_memory(
    judge: SeparateJudge, source: str, library: str
) -> None:
    trial = judge.judge(PROBLEM, Candidate(_with(library, source)))

    assert trial.verdict is Verdict.OUT_OF_MEMORY


@pytest.mark.parametrize(
    ("source", "library"),
    [
        pytest.param("kept = bytes(1 << 30)", "", id="one block"),
        pytest.param("kept = numpy.zeros(1 << 27)\nkept[::1 << 23] = 1", "numpy", id="an array that is nearly empty"),
        pytest.param("import threading\ndone = threading.Event()\n"
                     "threads = [threading.Thread(target=done.wait) for _ in range(48)]\nfor t in threads: t.start()\n"
                     "done.set()\nfor t in threads: t.join()", "", id="stacks of threads"),
        pytest.param("pyarrow.set_memory_pool(pyarrow.mimalloc_memory_pool())\nkept = pyarrow.array(['x'] * 1000)",
                     "pyarrow", id="an allocator's arena"),
        pytest.param("import importlib\nkept = importlib.import_module('pandas')", "pandas", id="a large library"),
    ],
)  # fmt: skip
def test_what_a_function_only_reserves_does_not_count(judge: SeparateJudge, source: str, library: str) -> None:
    trial = judge.judge(PROBLEM, Candidate(_with(library, source)))

    assert trial.verdict is Verdict.PASSED, trial.detail


def _with(library: str, source: str) -> str:
    if library:
        pytest.importorskip(library)
    return f"{f'import {library}' if library else ''}\n{source}{ANSWER}"


def test_page_tables_of_a_function_are_bounded(judge: SeparateJudge) -> None:
    """Reading a page of each table of a large reservation makes tables, which no other limit counts."""
    source = "assert libc.mmap(0, 60 << 30, 1, 0x4022, -1, 0) in (None, 2**64 - 1)"

    assert judge.judge(PROBLEM, Candidate(LIBC + source + ANSWER)).verdict is Verdict.PASSED


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("kept = bytearray(90 << 20)\nimport time\ntime.sleep(0.2)", id="nearly all of it"),
        pytest.param("for _ in range(6):\n    kept = None\n    kept = bytearray(70 << 20)", id="again and again"),
        pytest.param("import threading, time\nthreads = [threading.Thread(target=time.sleep, args=(0.1,)) "
                     "for _ in range(8)]\nfor t in threads: t.start()\nfor t in threads: t.join()", id="threads"),
        pytest.param("import numpy\nkept = numpy.ones(10 << 20)\nimport time\ntime.sleep(0.1)", id="numpy"),
    ],
)  # fmt: skip
def test_a_function_has_all_of_its_memory(judge: SeparateJudge, source: str) -> None:
    if "numpy" in source:
        pytest.importorskip("numpy")

    assert judge.judge(PROBLEM, Candidate(source + ANSWER)).verdict is Verdict.PASSED


def test_a_process_whose_first_thread_has_ended_tells_its_memory_and_its_children() -> None:
    source = (
        LIBC
        + """
def work():
    kept = bytearray(os.urandom(1 << 20)) * 30
    child = os.fork() or time.sleep(9)
    print("ready", flush=True)
    time.sleep(9)
threading.Thread(target=work).start()
libc.syscall(EXIT, 0)
"""
    )
    with subprocess.Popen([sys.executable, "-c", source], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == b"ready\n"
            children = clock.tree(process.pid)
            assert memory.resident(process.pid) > 30 * MIB
            assert memory.share(process.pid, otherwise=0) > 10 * MIB
            assert len(children) == 1
            assert memory.exceeds([process.pid, *children], 30 * MIB, inherited=0)
            assert not memory.exceeds([process.pid, *children], 60 * MIB, inherited=0)
        finally:
            subprocess.run(["kill", "-9", *map(str, clock.tree(process.pid))], check=False)
            process.kill()
