"""A program cannot go around its limits by starting processes, by stopping them, or by what it leaves behind."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator

import pytest

from assay.records import MIB, Execution, KilledBy, Limits, Program
from assay.sandbox.warm import WarmPython
from tests.granted import programs

SECONDS = 0.5
HONEST = "print('honest')"


@pytest.fixture(scope="module", params=[True, False], ids=["control groups", "no control groups"])
def sandbox(request: pytest.FixtureRequest) -> Iterator[WarmPython]:
    with programs(control_groups=request.param) as made:
        yield made


def python(sandbox: WarmPython, source: str, **limits: float) -> Execution:
    given: dict[str, float] = {"seconds": SECONDS, **limits}
    program = Program(("main.py",), {"main.py": ("import os, signal, time\n" + source).encode()})
    return sandbox.run_script(program, Limits(**given))  # type: ignore[arg-type]  # numbers


def pids(sandbox: WarmPython) -> list[int]:
    return [worker.process.pid for worker in sandbox._pool.values()]


FORKS = """
{before}
while True:
    pid = os.fork()
    if pid == 0:
        {child}
        os._exit(0)
    {parent}
"""


def forks(child: str, parent: str = "os.waitpid(pid, 0)", before: str = "") -> str:
    return FORKS.format(child=child, parent=parent, before=before)


SPINS = "end = time.process_time() + 0.02\n        while time.process_time() < end: pass"
IGNORED = "signal.signal(signal.SIGCHLD, signal.SIG_IGN)"


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(forks("time.sleep(0.02)"), id="children that sleep a little"),
        pytest.param(forks(SPINS), id="children that work a little"),
        pytest.param(forks(SPINS, "time.sleep(0.01)", IGNORED), id="children that nobody waits for"),
        pytest.param(forks("os.setsid(); time.sleep(0.02)", "time.sleep(0.01)", IGNORED), id="sessions of their own"),
        pytest.param(
            forks("time.sleep(0.02); os.fork(); time.sleep(0.02)", "time.sleep(0.03)", IGNORED), id="double forks"
        ),
        pytest.param(
            "pid = os.fork()\nif pid: time.sleep(99)\nwhile True:\n    if os.fork(): os._exit(0)\n    time.sleep(0.01)",
            id="a child that is always another one",
        ),
        pytest.param(
            "import subprocess\nwhile True: subprocess.run(['sleep', '0.02'])", id="programs started one by one"
        ),
        pytest.param(
            "import threading\nwhile True:\n t = threading.Thread(target=time.sleep, args=(.01,)); t.start(); t.join()",
            id="threads",
        ),
        pytest.param("os.kill(os.getpid(), signal.SIGSTOP)", id="stops itself"),
        pytest.param("if os.fork() == 0: os.kill(os.getppid(), signal.SIGSTOP)\ntime.sleep(99)", id="is stopped"),
        pytest.param(
            "if os.fork() == 0: os.kill(os.getpid(), signal.SIGSTOP)\nos.wait()", id="waits for a stopped one"
        ),
    ],
)
def test_processes_do_not_postpone_the_time_limit(sandbox: WarmPython, source: str) -> None:
    execution = python(sandbox, source)

    assert execution.killed_by is KilledBy.TIME
    assert execution.effective_seconds < 4 * SECONDS
    assert python(sandbox, HONEST).stdout == b"honest\n"


def test_work_of_children_counts_once(sandbox: WarmPython) -> None:
    """Each child works for a fifth of the limit, three one after the other: that is within it."""
    source = f"""
for _ in range(3):
    if os.fork() == 0:
        end = time.process_time() + {SECONDS / 5}
        while time.process_time() < end: pass
        os._exit(0)
    os.wait()
time.sleep({SECONDS / 5})
print("done")
"""
    execution = python(sandbox, source, seconds=2 * SECONDS)

    assert (execution.stdout, execution.killed_by) == (b"done\n", None)


HOLD = "time.sleep(1)"
FIRST_THREADS_END = f"""
import ctypes, threading
threading.stack_size(1 << 20)
def work():
    time.sleep(0.1)
    mine = bytearray(os.urandom(1 << 20)) * 30
    {HOLD}
    os._exit(0)
for _ in range(10):
    if os.fork() == 0:
        threading.Thread(target=work).start()
        ctypes.CDLL(None).syscall(60 if os.uname().machine == "x86_64" else 93, 0)
for _ in range(10): assert os.wait()[1] == 0
"""
PAGE_TABLES = f"""
import ctypes
mmap = ctypes.CDLL(None).mmap
mmap.restype = ctypes.c_void_p
mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
for place in [mmap(None, 50 << 30, 1, 0x4022, -1, 0) for _ in range(3)]:
    for offset in range(0, 50 << 30, 2 << 20): ctypes.c_char.from_address(place + offset).value
{HOLD}
"""


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(f"for _ in range(8):\n    if os.fork() == 0:\n        "
                     f"mine = bytearray(os.urandom(1 << 20)) * 60\n        {HOLD}\n        os._exit(0)\n{HOLD}",
                     id="many processes, each within the limit"),
        pytest.param(f"fds = [os.memfd_create(str(i)) for i in range(30)]\n"
                     f"[os.write(fd, bytes(15 << 20)) for fd in fds]\n{HOLD}", id="files in memory"),
        pytest.param(f"import mmap\nm = [mmap.mmap(-1, 60 << 20) for _ in range(8)]\n"
                     f"[x.write(bytes(60 << 20)) for x in m]\n{HOLD}", id="shared memory"),
        pytest.param(f"import mmap\nfor i in range(12):\n f = open(f'/dev/shm/{{i}}', 'w+b'); f.truncate(15 << 20)\n "
                     f"m = mmap.mmap(f.fileno(), 0); m.write(bytes(15 << 20))\n{HOLD}", id="files that are mapped"),
        pytest.param(FIRST_THREADS_END, id="processes whose first thread has ended"),
        pytest.param(PAGE_TABLES, id="page tables"),
    ],
)  # fmt: skip
def test_no_way_around_the_memory_limit(sandbox: WarmPython, source: str) -> None:
    execution = python(sandbox, source + "\nprint('got it')", memory_bytes=100 * MIB, seconds=5.0)

    assert execution.killed_by is KilledBy.MEMORY or b"got it" not in execution.stdout, execution
    assert python(sandbox, HONEST).stdout == b"honest\n"


CHILDREN_GO_TOO_FAR = """
for _ in range(6):
    if os.fork() == 0:
        mine = bytearray(os.urandom(1 << 20)) * 60
        time.sleep(9)
time.sleep(0.4)
"""


@pytest.mark.parametrize(
    "end",
    [
        pytest.param("time.sleep(9)", id="its time"),
        pytest.param("os.write(1, bytes(3 << 20)); time.sleep(9)", id="its output"),
        pytest.param("os.kill(os.getpid(), 9)", id="a signal"),
    ],
)
def test_memory_of_children_is_not_held_against_the_next_program(sandbox: WarmPython, end: str) -> None:
    """Whatever limit ended the first process, that children were killed for memory is told about this program."""
    execution = python(sandbox, CHILDREN_GO_TOO_FAR + end, memory_bytes=100 * MIB, seconds=1.0)
    after = python(sandbox, HONEST, memory_bytes=100 * MIB)

    assert execution.signal == signal.SIGKILL
    assert (after.stdout, after.killed_by) == (b"honest\n", None)


def test_the_next_program_has_all_of_its_memory(sandbox: WarmPython) -> None:
    """The kernel frees page tables a moment after their process is gone."""
    for _ in range(4):
        python(sandbox, PAGE_TABLES, memory_bytes=100 * MIB, seconds=5.0)
        after = python(sandbox, "x = bytearray(os.urandom(1 << 20)) * 80\nprint(len(x))", memory_bytes=100 * MIB)

        assert (after.stdout, after.killed_by) == (b"83886080\n", None)


def test_many_threads_fit_into_the_default_memory(sandbox: WarmPython) -> None:
    """Each reserves a stack of the size that the main one may have, and touches next to nothing of it."""
    source = """
import threading
barrier = threading.Barrier(61)
threads = [threading.Thread(target=barrier.wait) for _ in range(60)]
for thread in threads: thread.start()
barrier.wait()
for thread in threads: thread.join()
print("met")
"""
    cold = Program((sys.executable, "-c", source))

    assert python(sandbox, source, seconds=5.0).stdout == b"met\n"
    assert sandbox.run(cold, Limits(seconds=5.0)).stdout == b"met\n"


def test_forked_processes_that_share_their_memory_are_within_the_limit(sandbox: WarmPython) -> None:
    source = """
kept = bytearray(os.urandom(1 << 20)) * 50
for _ in range(10):
    if os.fork() == 0:
        time.sleep(0.5)
        os._exit(0)
for _ in range(10): os.wait()
print(len(kept))
"""
    execution = python(sandbox, source, memory_bytes=100 * MIB, seconds=5.0)

    assert (execution.stdout, execution.killed_by) == (b"52428800\n", None)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("os.chmod('.', 0)", id="a closed folder"),
        pytest.param("os.chmod('.', 0o500)", id="a folder that cannot be written"),
        pytest.param("os.chmod('/dev/shm', 0)", id="closed shared memory"),
        pytest.param("os.makedirs('a/b'); os.chmod('a/b', 0); os.chmod('a', 0); os.chmod('.', 0)", id="closed inside"),
        pytest.param("for i in range(3000): open(str(i), 'w').close()", id="three thousand files"),
        pytest.param("for i in range(900): os.mkdir('d'); os.chdir('d')", id="deep folders"),
        pytest.param("for i in range(300): os.mkdir('d', 0o300); os.chdir('d')", id="deep folders that stay closed"),
        pytest.param(
            "try:\n for i in range(99): open(str(i), 'wb').write(bytes(1 << 20))\nexcept OSError: pass", id="full"
        ),
        pytest.param(
            "try:\n for i in range(9999): os.mkdir(str(i), 0)\nexcept OSError: pass", id="no number left for a file"
        ),
        pytest.param("os.mkfifo('p')\nos.symlink('p', 'q')\nos.mkdir('d')\nos.rename('d', 'e')", id="odd files"),
        pytest.param("os.unlink('main.py'); os.mkdir('main.py', 0)", id="a folder in place of the program"),
    ],
)  # fmt: skip
def test_whatever_is_left_behind_is_put_right_by_the_same_worker(sandbox: WarmPython, source: str) -> None:
    python(sandbox, HONEST)
    before = pids(sandbox)

    left = python(sandbox, source + "\nprint('left')", seconds=3.0)
    listed = python(sandbox, "print(oct(os.stat('.').st_mode), os.listdir('.'), os.listdir('/dev/shm'))")

    assert left.stdout == b"left\n" or left.exit_code == 1
    assert listed.stdout == b"0o40700 ['main.py'] []\n"
    assert pids(sandbox) == before


ORPHANS = """
failed = 0
for _ in range({count}):
    pid = os.fork()
    if pid == 0:
        try:
            if os.fork() == 0: {work}
        except OSError:
            os._exit(1)
        os._exit(0)
    failed += os.waitpid(pid, 0)[1] != 0
print("failed", failed)
"""


def test_orphans_that_have_ended_are_not_counted_as_processes(sandbox: WarmPython) -> None:
    execution = python(sandbox, ORPHANS.format(count=150, work="os._exit(0)"), seconds=20.0, processes=48)

    assert (execution.stdout, execution.killed_by) == (b"failed 0\n", None)


def test_work_of_orphans_counts(sandbox: WarmPython) -> None:
    work = "\n                end = time.process_time() + 0.01\n                while time.process_time() < end: pass"
    execution = python(sandbox, ORPHANS.format(count=40, work=work) + "time.sleep(0.3)", seconds=20.0)

    assert execution.killed_by is None
    assert execution.cpu_seconds > 0.4


def test_many_processes_do_not_keep_the_supervisor_busy(sandbox: WarmPython) -> None:
    source = "for _ in range(120):\n    if os.fork() == 0: time.sleep(60)\ntime.sleep(1)\nprint('end')"
    python(sandbox, HONEST, processes=128)
    begun = time.thread_time()
    execution = python(sandbox, source, processes=128, seconds=10.0)
    used = time.thread_time() - begun

    assert execution.stdout == b"end\n"
    assert used < 0.15 * execution.wall_seconds
