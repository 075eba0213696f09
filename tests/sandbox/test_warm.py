"""The warm sandbox: limits enforced from outside, nothing left behind, our faults told from the candidate's."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.errors import InvalidValue, UnknownNameError
from assay.judges.separate import SeparateJudge
from assay.records import MIB, Candidate, Case, Cases, Execution, KilledBy, Limits, Problem, Trial, Verdict
from assay.sandbox.base import CallsJob, HostJob, ServeJob
from assay.sandbox.guest import frames
from assay.sandbox.warm import MOST_LIMITS, WarmPython

SOURCE = Path(__file__).resolve().parents[2] / "src"
PROBLEM = Problem("p", Cases("f", (Case((1,), 2),)))


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as made:
        yield made


def judged(sandbox: WarmPython, source: str, **limits: float) -> Trial:
    given: dict[str, float] = {"seconds": 1.0, **limits}
    return SeparateJudge(sandbox, Limits(**given)).judge(PROBLEM, Candidate(source))  # type: ignore[arg-type]  # numbers


def test_the_same_worker_serves_many_candidates(sandbox: WarmPython) -> None:
    pids = {judged(sandbox, f"def f(x): return x + {i}").executions[0].exit_code for i in range(5)}

    assert pids == {0}


@pytest.mark.parametrize("first", range(95, 100))
def test_it_starts_whatever_numbers_its_descriptors_have(first: int) -> None:
    """With many workers in one process they go beyond a hundred."""
    held = [os.open(os.devnull, os.O_RDONLY)]
    while held[-1] < first - 1:
        held.append(os.open(os.devnull, os.O_RDONLY))
    try:
        with WarmPython() as sandbox:
            assert judged(sandbox, "def f(x): return x + 1").verdict is Verdict.PASSED
    finally:
        for fd in held:
            os.close(fd)


@pytest.mark.parametrize(
    ("source", "killed_by"),
    [
        pytest.param("def f(x):\n while True: pass", KilledBy.TIME, id="a busy loop"),
        pytest.param("import time\ndef f(x): time.sleep(99)", KilledBy.TIME, id="sleeping counts"),
        pytest.param("import os, signal\ndef f(x): os.kill(os.getpid(), signal.SIGSTOP)", KilledBy.TIME, id="stopped"),
        pytest.param("while True: pass", KilledBy.TIME, id="while it is loaded"),
        pytest.param(
            "import threading\ndef g():\n while True: pass\ndef f(x):\n threading.Thread(target=g).start(); g()",
            KilledBy.TIME,
            id="two busy threads",
        ),
    ],
)
def test_time_is_limited_from_outside(sandbox: WarmPython, source: str, killed_by: KilledBy) -> None:
    trial = judged(sandbox, source, seconds=0.3)

    assert trial.verdict is Verdict.TIMED_OUT
    assert killed_by in {execution.killed_by for execution in trial.executions}


def test_what_ignores_every_signal_ends_all_the_same(sandbox: WarmPython) -> None:
    source = """
import signal
for number in range(1, 64):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
def f(x):
    while True: pass
"""
    assert judged(sandbox, source, seconds=0.3).verdict is Verdict.TIMED_OUT


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("def f(x): return bytearray(1 << 33)", id="one large block"),
        pytest.param("def f(x):\n a = []\n while True: a.append('x' * 1000000)", id="many blocks"),
        pytest.param("def f(x): return 1 << (1 << 33)", id="a huge number"),
        pytest.param("hog = [0] * (1 << 30)", id="while it is loaded"),
    ],
)
def test_memory_is_limited(sandbox: WarmPython, source: str) -> None:
    trial = judged(sandbox, source, memory_bytes=200 * MIB, seconds=3)

    assert trial.verdict is Verdict.OUT_OF_MEMORY
    assert all(execution.memory_bytes < 250 * MIB for execution in trial.executions)


def test_shared_memory_does_not_go_around_the_limit(sandbox: WarmPython) -> None:
    trial = judged(sandbox, "import mmap\ndef f(x): return mmap.mmap(-1, 1 << 30) and 2", memory_bytes=200 * MIB)

    assert trial.verdict is Verdict.CRASHED


def test_chatter_is_cut_and_is_not_a_failure(sandbox: WarmPython) -> None:
    trial = judged(sandbox, "def f(x):\n for _ in range(300): print('x' * 10000)\n return 2", output_bytes=MIB)

    assert trial.verdict is Verdict.PASSED
    assert trial.executions[0].truncated
    assert trial.executions[0].stdout.startswith(b"xxx")
    assert len(trial.executions[0].stdout) == MIB


def test_output_of_one_candidate_is_not_shown_for_the_next(sandbox: WarmPython) -> None:
    judged(sandbox, "import sys\nprint('first'); print('err', file=sys.stderr)\ndef f(x): return 2")

    trial = judged(sandbox, "def f(x): return 2")

    assert (trial.executions[0].stdout, trial.executions[0].stderr) == (b"", b"")


def test_files_are_bounded_and_gone_afterwards(sandbox: WarmPython) -> None:
    writes = "import os\ndef f(x):\n os.mkdir('d'); open('d/a', 'w').write('x')\n return 2"
    big = "def f(x):\n open('big', 'wb').write(b'x' * (1 << 26))\n return 2"
    looks = "import os\ndef f(x): return 2 if os.listdir('.') == [] else 3"

    assert judged(sandbox, writes).verdict is Verdict.PASSED
    assert judged(sandbox, big).verdict is Verdict.CRASHED
    assert judged(sandbox, looks).verdict is Verdict.PASSED


def test_threads_are_bounded(sandbox: WarmPython) -> None:
    source = """
import threading, time
threading.stack_size(65536)
def f(x):
    for i in range(500):
        threading.Thread(target=time.sleep, args=(5,), daemon=True).start()
    return 2
"""
    trial = judged(sandbox, source, processes=50)

    assert trial.verdict is Verdict.CRASHED
    assert "thread" in trial.detail


def test_open_files_are_bounded(sandbox: WarmPython) -> None:
    source = "def f(x):\n keep = [open('/dev/null') for _ in range(1000)]\n return 2"

    assert "Too many open files" in judged(sandbox, source).detail


def test_the_environment_is_fixed(sandbox: WarmPython) -> None:
    source = """
import os, time, locale, random
def f(x):
    assert hash('a') == hash('a') and os.environ['TZ'] == 'UTC' and time.tzname[0] == 'UTC'
    assert os.getcwd() == os.environ['HOME'] == os.environ['TMPDIR']
    assert not [name for name in os.environ if 'ASSAY' in name or 'SECRET' in name]
    return hash('assay') % 1000, random.random()
"""
    os.environ["SECRET_OF_THE_USER"] = "1"
    try:
        with WarmPython() as fresh:
            answers = {judged(box, source).detail for box in (sandbox, fresh) for _ in range(2)}
    finally:
        del os.environ["SECRET_OF_THE_USER"]

    assert len(answers) == 1
    assert "got (" in answers.pop()


def test_folders_of_a_killed_run_are_swept_up() -> None:
    gone = subprocess.Popen([sys.executable, "-S", "-c", ""])
    gone.wait()
    left, kept = (Path(tempfile.gettempdir(), f"assay-{pid}-test") for pid in (gone.pid, os.getpid()))
    for folder in (left, kept):
        folder.mkdir()
        (folder / "scratch").mkdir()
    start = f"import sys; sys.path.insert(0, {str(SOURCE)!r}); from assay.sandbox import worker"
    sweep = f"{start}; worker._remove_abandoned_folders()"
    try:
        subprocess.run([sys.executable, "-c", sweep], check=True)

        assert not left.exists()
        assert kept.exists()
    finally:
        shutil.rmtree(kept)


def test_a_dead_parent_is_replaced(sandbox: WarmPython) -> None:
    judged(sandbox, "def f(x): return 2")
    for worker in sandbox._pool.values():
        worker.process.kill()
        worker.process.wait()

    trial = judged(sandbox, "def f(x): return 2")

    assert (trial.verdict, trial.fault) == (Verdict.PASSED, "")


def test_a_parent_killed_in_the_middle_is_not_held_against_the_candidate(sandbox: WarmPython) -> None:
    session = sandbox.session(ServeJob(b"import time\ndef f(x): time.sleep(60)", ("f",)), Limits(seconds=20))
    frame = session.next()
    assert frame is not None
    assert frame.kind == frames.LOADED
    child = session.pid
    session.worker.process.kill()

    execution = session.end()

    assert execution.signal == signal.SIGKILL
    assert is_gone(child)
    assert judged(sandbox, "def f(x): return 2").verdict is Verdict.PASSED


def test_nothing_survives_when_the_supervisor_is_killed(tmp_path: Path) -> None:
    """With SIGKILL, in the middle of a candidate: parent and child are gone a moment later."""
    program = f"""
import sys; sys.path.insert(0, {str(SOURCE)!r})
from assay.sandbox.warm import MOST_LIMITS, WarmPython
from assay.sandbox.base import CallsJob
from assay.records import Limits
sandbox = WarmPython()
session = sandbox.session(CallsJob(b"def f(x): pass\\nwhile True: pass", "f"), Limits(seconds=60))
while not session.pid: session.next(0.01)
print(session.pid, session.worker.process.pid, flush=True)
session.next()
"""
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE)
    assert process.stdout is not None
    pids = [int(number) for number in process.stdout.readline().split()]
    process.stdout.close()
    assert len(pids) == 2

    process.kill()
    process.wait()

    assert all(is_gone(pid) for pid in pids)


def test_closing_leaves_no_process_no_folder_and_no_descriptor() -> None:
    with WarmPython() as first:
        judged(first, "def f(x): return 2")
    before = len(os.listdir("/proc/self/fd"))

    with WarmPython() as again:
        judged(again, "def f(x): return 2")
        bases = [worker.base for worker in again._pool.values()]
        pids = [worker.process.pid for worker in again._pool.values()]

    assert len(os.listdir("/proc/self/fd")) == before
    assert not [base for base in bases if os.path.exists(base)]
    assert all(is_gone(pid) for pid in pids)


def test_an_unknown_level_and_an_unknown_interpreter_are_the_callers_mistakes() -> None:
    with pytest.raises(UnknownNameError, match="Known: full, process, seccomp"):
        WarmPython(isolation_level="ful")
    with pytest.raises(InvalidValue, match="no interpreter at '/no/python'"):
        WarmPython(python="/no/python")
    with pytest.raises(InvalidValue, match="is not a Python"):
        WarmPython(python="/bin/false")


@pytest.mark.parametrize("level", ["seccomp", "process"])
def test_a_weaker_level_judges_and_says_so(level: str) -> None:
    with WarmPython(isolation_level=level) as weaker:
        trial = judged(weaker, "def f(x): return x + 1")

    assert trial.verdict is Verdict.PASSED
    assert "landlock" not in trial.isolation


def test_another_interpreter_needs_nothing_of_ours(tmp_path: Path) -> None:
    """A venv with nothing in it runs candidates; its own version stands in the record."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv")], check=True)
    os.chmod(tmp_path, 0o755)

    with WarmPython(python=str(tmp_path / "venv/bin/python")) as other:
        trial = judged(other, "import sys\ndef f(x): return 2 if 'venv' in sys.executable else sys.executable")
        missing = judged(other, "import typer\ndef f(x): return 2")

    assert trial.verdict is Verdict.PASSED
    assert "ModuleNotFoundError" in missing.detail


def is_gone(pid: int) -> bool:
    """Waits a moment for a process to disappear; a zombie whose parent is elsewhere counts as gone."""
    for _ in range(200):
        try:
            with open(f"/proc/{pid}/stat") as file:
                if file.read().rpartition(")")[2].split()[0] == "Z":
                    return True
        except OSError:
            return True
        time.sleep(0.02)
    return False


def test_facts_are_plain_numbers(sandbox: WarmPython) -> None:
    execution = judged(sandbox, "def f(x): return sum(range(2000000)) and 2").executions[0]

    assert isinstance(execution, Execution)
    assert 0 < execution.cpu_seconds < 3
    assert 0 < execution.effective_seconds <= execution.wall_seconds
    assert execution.memory_bytes >= 0


WAITING = "def main(channel, source, arguments):\n    channel.recv(1)"


def test_parents_are_kept_for_a_bounded_number_of_different_limits() -> None:
    with WarmPython() as sandbox:
        host = sandbox.session(HostJob((("waiting", WAITING),)), Limits())
        for more in range(MOST_LIMITS + 3):
            limits = Limits(memory_bytes=(100 + more) * MIB)
            assert sandbox.session(CallsJob(b"def f(): return 1", "f"), limits).end().killed_by is None
        kept = [kind.memory_bytes // MIB for kind in sandbox._pool if kind.role == "function"]
        last = 100 + MOST_LIMITS + 2

        assert kept == list(range(last - MOST_LIMITS + 1, last + 1))
        assert [kind.role for kind in sandbox._pool].count("host") == 1
        host.end()
