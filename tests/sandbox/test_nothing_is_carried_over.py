"""Whatever a candidate does, the next candidate of the same worker finds everything as in a fresh worker."""

from __future__ import annotations

import ast
import errno
import os
import time
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Case, Cases, KilledBy, Limits, Problem, Program, Verdict
from assay.sandbox.warm import WarmPython
from tests.granted import programs

PROBLEM = Problem("p", Cases("f", (Case((1,), 2),)))
LIMITS = Limits(seconds=1.0, output_bytes=1 << 17, processes=16)
OBSERVER = """
import ctypes, fcntl, os, resource, signal, sys, time

def folder(path):
    found, room = os.stat(path), os.statvfs(path)
    times = [found.st_atime_ns] if "main.py" in os.listdir(path) else [found.st_atime_ns, found.st_mtime_ns]
    return [oct(found.st_mode), found.st_size, found.st_nlink, found.st_uid == os.getuid(), found.st_gid == os.getgid(),
            times, sorted(os.listdir(path)), room.f_bavail, room.f_favail]

def temporary(path):
    try:
        found, names = os.stat(path), os.listdir(path)
    except OSError as error:
        return error.errno
    names = [name for name in names if not os.environ["HOME"].startswith(f"{path}/{name}/")]
    return [oct(found.st_mode), found.st_size, found.st_nlink, found.st_mtime_ns, names, os.statvfs(path).f_bavail]

def descriptor(fd):
    try:
        found = os.fstat(fd)
    except OSError as error:
        return error.errno
    try:
        place = os.lseek(fd, 0, os.SEEK_CUR)
    except OSError as error:
        place = error.errno
    return [oct(found.st_mode), found.st_size, found.st_nlink, found.st_blocks, place,
            oct(fcntl.fcntl(fd, fcntl.F_GETFL)), fcntl.fcntl(fd, fcntl.F_GETFD)]

def alive(pid):
    try:
        os.kill(pid, 0)
        return True
    except ProcessLookupError:
        return False
    except OSError as error:
        return error.errno

def locked(path):
    # Programs of other workers may hold the lock for a moment; one that outlived its candidate would stay.
    for _ in range(200):
        with open(path) as file:
            try:
                return fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(0.01)
            except OSError as error:
                return error.errno
    return "held"

def refused(path):
    try:
        return os.listdir(path) if path.endswith("fd") else os.readlink(path)
    except OSError as error:
        return error.errno

name = ctypes.create_string_buffer(16)
ctypes.CDLL(None).prctl(16, name, 0, 0, 0)
home = os.getcwd()
seen = {
    "descriptors": [descriptor(fd) for fd in range(20)],
    "folders": [folder("."), folder("/dev/shm"), temporary("/tmp")],
    "home": [home == os.environ["HOME"] == os.environ["TMPDIR"], os.path.basename(home)],
    "umask": os.umask(0o22),
    "limits": [resource.getrlimit(number) for number in range(16) if number != resource.RLIMIT_DATA],
    "mask": sorted(signal.pthread_sigmask(signal.SIG_BLOCK, ())),
    "pending": sorted(signal.sigpending()),
    "handlers": [str(signal.getsignal(number)).split(" at ")[0] for number in range(1, 32)],
    "timers": [signal.getitimer(which) for which in (0, 1, 2)],
    "environment": {key: value.replace(home, "HOME") for key, value in sorted(os.environ.items())},
    "arguments": [text.replace(home, "HOME") for text in sys.argv],
    "input": os.read(0, 10),
    "priority": os.getpriority(os.PRIO_PROCESS, 0),
    "processors": sorted(os.sched_getaffinity(0)),
    "group": [os.getpgrp() == os.getpid(), os.getsid(0) == os.getpid()],
    "parent": os.getppid(),
    "files of the first": [refused(f"/proc/1/{name}") for name in ("fd", "fd/1", "fd/4", "cwd", "exe", "root")],
    "others": [pid for pid in range(2, 300) if pid != os.getpid() and alive(pid) is True],
    "lock": locked(os.__file__),
    "name": name.value,
}
os.write(1, repr(seen).encode())
os.write(2, b"done")
def f(x): return 2
"""
ACTS = (
    "fcntl.fcntl(FD, fcntl.F_SETFL, 0)",
    "fcntl.fcntl(FD, fcntl.F_SETFL, os.O_NONBLOCK)",
    "fcntl.fcntl(FD, fcntl.F_SETFL, os.O_DIRECT | os.O_NOATIME)",
    "fcntl.fcntl(FD, fcntl.F_SETFD, fcntl.FD_CLOEXEC)",
    "fcntl.fcntl(FD, fcntl.F_SETFL, 0); os.lseek(FD, 1 << 40, os.SEEK_SET)",
    "os.lseek(FD, 77, os.SEEK_SET)",
    "os.ftruncate(FD, 0)",
    "os.ftruncate(FD, 12345)",
    "os.ftruncate(FD, 1 << 40)",
    "os.posix_fallocate(FD, 0, 1 << 16)",
    "os.fchmod(FD, 0)",
    "os.utime(FD, (1, 1))",
    "os.close(FD)",
    "os.dup2(os.open('kept', os.O_CREAT | os.O_RDWR), FD)",
    "os.dup2(FD, 9)",
    "os.dup2(0, 1); os.dup2(0, 2)",
    "os.dup2(3, 0)",
    "os.dup2(os.pipe()[1], 1)",
    "os.set_blocking(FD, False)",
    "os.write(FD, b'x')",
    "os.write(FD, b'y' * 4097)",
    "os.write(FD, b'z' * 200_000)",
    "print('left in a buffer', end='')",
    "fcntl.flock(FD, fcntl.LOCK_EX)",
    "fcntl.lockf(FD, fcntl.LOCK_EX)",
    "fcntl.flock(os.open(os.__file__, os.O_RDONLY), fcntl.LOCK_EX)",
    "os.chmod('.', 0)",
    "os.chmod('.', 0o7777)",
    "os.chmod('/dev/shm', 0)",
    "os.utime('.', (5, 5))",
    "os.utime('/dev/shm', (5, 5))",
    "os.listdir('.'); os.listdir('/dev/shm')",
    "open('a file', 'w').write('x' * 10_000)",
    "open('/dev/shm/a file', 'w').write('x' * 10_000)",
    "open('/tmp/a file', 'w').write('x' * 10_000); os.makedirs('/tmp/a/b'); os.chmod('/tmp/a', 0)",
    "[os.rename(f'/tmp/{name}', '/tmp/moved') for name in os.listdir('/tmp')]; os.chmod('/tmp', 0)",
    "[open(f'/tmp/{name}/left', 'w') for name in os.listdir('/tmp')]; os.utime('/tmp', (5, 5))",
    "open('/dev/shm/gone', 'w'); os.unlink('/dev/shm/gone'); os.utime('/dev/shm', (0, 0))",
    "open('gone', 'w'); os.unlink('gone'); os.utime('.', (0, 0))",
    "open('sized', 'wb').truncate(1 << 23)",
    "open(b'odd \\xff\\n\\x01', 'w'); open('-rf', 'w'); open('n' * 255, 'w')",
    "os.makedirs('a/b/c/d'); os.symlink('/', 'a/b/root'); os.symlink('nowhere', 'dangling')",
    "os.link(os.__file__, 'hard')",
    "os.mkdir('closed', 0); os.makedirs('deep/er'); os.mkdir('deep/er/closed', 0)",
    "os.makedirs('c/l/o'); open('c/l/o/sed', 'w'); os.chmod('c/l/o', 0); os.chmod('c/l', 0); os.chmod('c', 0)",
    "os.umask(0o777); os.makedirs('x/y/z')",
    "os.mkdir('many'); [open(f'many/{i}', 'w').close() for i in range(500)]",
    "open('full', 'wb').write(b'x' * (1 << 24)); open('full2', 'wb').write(b'x' * (1 << 24))",
    "os.umask(0)",
    "os.mkdir('here'); os.chdir('here'); os.rmdir('../here')",
    "os.rename('.', '../elsewhere')",
    "os.environ['HOME'] = '/'; os.putenv('LEFT', '1')",
    "signal.signal(signal.SIGINT, signal.SIG_IGN); signal.signal(signal.SIGTERM, signal.SIG_IGN)",
    "signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32)); os.kill(os.getpid(), signal.SIGTERM)",
    "signal.setitimer(signal.ITIMER_REAL, 0.001)",
    "signal.setitimer(signal.ITIMER_REAL, 50)",
    "signal.alarm(1)",
    "open('/proc/1/fd/4', 'wb').close()",
    "open('/proc/1/fd/4', 'wb').write(b'1')",
    "open('/proc/1/fd/FD', 'a').write('word for the next')",
    "os.chdir('/proc/1/cwd'); open('left', 'w')",
    "os.kill(os.getppid(), signal.SIGINT)",
    "os.kill(os.getppid(), signal.SIGKILL)",
    "os.kill(os.getppid(), signal.SIGSTOP)",
    "os.kill(0, signal.SIGINT)",
    "os.kill(-1, signal.SIGTERM)",
    "os.killpg(0, signal.SIGKILL)",
    "resource.setrlimit(resource.RLIMIT_NOFILE, (5, 5))",
    "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))",
    "os.nice(5)",
    "os.sched_setaffinity(0, [0])",
    "os.setsid()",
    "ctypes.CDLL(None).prctl(15, b'somebody', 0, 0, 0)",
    "threading.Thread(target=time.sleep, args=(9,), daemon=True).start()",
    "threading.Thread(target=lambda: [os.write(1, b't') for _ in range(50_000)], daemon=True).start()",
    "os.fork() or time.sleep(9)",
    "os.fork() or (os.setsid(), os.fork(), os.write(1, b'daemon'), time.sleep(9))",
    "subprocess.Popen(['sleep', '9'], start_new_session=True)",
    "multiprocessing.Lock().acquire()",
    "shared_memory.SharedMemory('left', create=True, size=5000)",
    "socket.socketpair()[0].send(b'x' * 1000)",
    "s = socket.socket(); s.bind(('127.0.0.1', 9999)); s.listen()",
    "random.seed(5); sys.setrecursionlimit(5000); sys.path.append('/x'); sys.modules['json'] = None",
    "sys.stdout.close()",
    "os.write(3, b'rubbish')",
    "os.close(3)",
    "os._exit(0)",
    "os._exit(7)",
    "os.abort()",
    "raise SystemExit(3)",
    "os.kill(os.getpid(), signal.SIGKILL)",
)
BEGINNING = """
import ctypes, fcntl, multiprocessing, os, random, resource, signal, socket, subprocess, sys, threading, time
from multiprocessing import shared_memory
def f(x): return 2
"""


def hostile(acts: list[str]) -> str:
    """A candidate that does one act after the other, whatever comes of each."""
    steps = "".join(f"\ntry:\n    {act}\nexcept Exception: pass\n" for act in acts)
    return BEGINNING + steps


@pytest.fixture(scope="module")
def used() -> Iterator[WarmPython]:
    """The one sandbox that every hostile candidate of this file has been in."""
    with programs() as made:
        yield made


def as_function(sandbox: WarmPython, source: str) -> tuple[object, ...]:
    trial = SeparateJudge(sandbox, LIMITS).judge(PROBLEM, Candidate(source))
    execution = trial.executions[-1]
    return trial.verdict, trial.fault, execution.exit_code, execution.truncated, execution.stdout, execution.stderr


def as_program(sandbox: WarmPython, source: str, *, warm: bool = True) -> tuple[object, ...]:
    execution = sandbox.run_script(Program(("main.py",), {"main.py": source.encode()}), LIMITS, warm=warm)
    return execution.exit_code, execution.killed_by, execution.truncated, execution.stdout, execution.stderr


@pytest.fixture(scope="module")
def fresh() -> dict[str, tuple[object, ...]]:
    """What the observer sees as the first candidate of a worker."""
    seen = {}
    for mode, run in (("function", as_function), ("program", as_program)):
        with WarmPython() as sandbox:
            seen[mode] = run(sandbox, OBSERVER)
    return seen


PLACES = st.sampled_from(["0", "1", "2", "3"])
STEPS = st.builds(lambda act, place: act.replace("FD", place), st.sampled_from(ACTS), PLACES)


def test_the_observer_sees_something(fresh: dict[str, tuple[object, ...]]) -> None:
    assert fresh["function"][0] is Verdict.PASSED, fresh["function"]
    assert fresh["program"][0] == 0, fresh["program"]
    assert b"'descriptors': [" in str(fresh["program"]).encode()


@pytest.mark.parametrize("warm", [True, False])
def test_nothing_of_the_first_process_can_be_opened(used: WarmPython, warm: bool) -> None:
    said = as_program(used, OBSERVER, warm=warm)[3]

    assert isinstance(said, bytes)
    assert ast.literal_eval(said.decode())["files of the first"] == [errno.EACCES] * 6


@settings(max_examples=25, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(STEPS, min_size=1, max_size=6))
@example(["fcntl.fcntl(1, fcntl.F_SETFL, 0)", "os.lseek(1, 1 << 40, 0)"])
@example(["os.fchmod(1, 0)", "os.set_blocking(0, False)", "os.fork() or time.sleep(9)"])
def test_the_next_candidate_sees_what_the_first_one_did(
    used: WarmPython, fresh: dict[str, tuple[object, ...]], acts: list[str]
) -> None:
    as_function(used, hostile(acts))
    assert as_function(used, OBSERVER) == fresh["function"]

    as_program(used, hostile(acts))
    assert as_program(used, OBSERVER) == fresh["program"]


@pytest.mark.slow
@pytest.mark.parametrize("place", ["0", "1", "2"])
@pytest.mark.parametrize("act", ACTS)
def test_every_single_act(used: WarmPython, fresh: dict[str, tuple[object, ...]], act: str, place: str) -> None:
    acts = [act.replace("FD", place)]
    as_function(used, hostile(acts))
    assert as_function(used, OBSERVER) == fresh["function"]

    as_program(used, hostile(acts))
    assert as_program(used, OBSERVER) == fresh["program"]


def test_workers_are_kept_whatever_candidates_did(used: WarmPython) -> None:
    """Being put right is not being replaced: that would cost every later candidate the start of a worker."""
    as_program(used, OBSERVER)
    before = [worker.process.pid for worker in used._pool.values()]
    for act in ("os.chmod('.', 0)", "os.mkdir('a', 0o700); os.mkdir('a/b', 0)", "os.kill(1, signal.SIGINT)"):
        as_program(used, hostile([act]))
        as_function(used, hostile([act]))

    as_program(used, OBSERVER)
    assert [worker.process.pid for worker in used._pool.values()] == before


def test_a_program_that_stops_itself_is_ended_in_time(used: WarmPython) -> None:
    assert as_program(used, "import os; os.kill(os.getpid(), 19)")[1] is KilledBy.TIME


@pytest.mark.parametrize(
    ("said", "read_before", "counts"),
    [(b"", True, True), (b"1", True, True), (b"1", False, False), (b"1234567", False, False), (b"9" * 9, False, False)],
)
def test_what_a_child_said_first_of_its_start_counts(
    used: WarmPython, said: bytes, read_before: bool, counts: bool
) -> None:
    worker = used.function_parent()
    channel, output = worker.spawn(LIMITS)
    while not os.fstat(worker.start).st_size:
        time.sleep(0.001)
    if read_before:
        assert worker.started() > 0
    os.ftruncate(worker.start, 0)
    os.pwrite(worker.start, said, 0)

    assert (worker.started() > 0) is counts
    channel.close()
    output.close()
    assert worker.reap() is not None
