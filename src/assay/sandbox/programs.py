"""Programs that may start processes: run to their end in namespaces of their own, every descendant gone after."""

from __future__ import annotations

import contextlib
import os
import re
import select
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

from assay.errors import InvalidValue, SandboxUnavailable
from assay.records import MIB, Execution, KilledBy, Limits, Program
from assay.sandbox import clock, memory
from assay.sandbox.base import Keep, KeptFiles, ProgramJob
from assay.sandbox.guest import frames
from assay.sandbox.session import WarmSession
from assay.sandbox.worker import GROUP_OVERHEAD, SCRIPT, Ending, Worker

LOOK_SECONDS = 0.1
"""How often a program's time and output are looked at."""
MEMORY_LOOK_SECONDS = 0.03
"""The same for its memory, where no control group counts it."""
LONGEST_PAUSE = 0.5
PAUSE_FOR_WORK = 19
"""How much longer than a look the pause after it is at least: looking at many processes takes a while."""
PAUSE_AT_THE_END = 4
"""The same when the time is nearly over."""
UNFAITHFUL = re.compile(
    rb"\b(?:modules|gc|getrefcount|getallocatedblocks|tracemalloc|weakref|__del__|addaudithook|_xoptions|__loader__)\b"
)
"""What a program can use to tell a warm interpreter from a cold one: it gets a cold one."""
OWN_FILE = re.compile(
    rb"\b(?:__file__|argv|orig_argv|main\.py|inspect|traceback|linecache|runpy|tokenize|listdir|scandir|walk|glob|iglob"
    rb"|pathlib|multiprocessing|concurrent|subprocess|system|popen|exec\w*|spawn\w*|numpy|pandas|doctest|unittest|pdb"
    rb"|sys\.exc_info|co_filename|__import__|importlib|pkgutil|zipimport|coding)\b"
)
"""What a program can use to see its own file, or what must be seen in its source before it starts."""


@dataclass(frozen=True, slots=True)
class ProgramEnvironment:
    """What the processes of a program find besides their own files."""

    hash_seed: int = 0
    """Of Python's and Perl's hashes."""
    read: tuple[str, ...] = ()
    """More folders that may be read and executed, for a toolchain that lives elsewhere."""
    scratch_bytes: int = 64 * MIB
    gateway_port: int = 0
    """Where programs find somebody on loopback, the only address that they can reach; 0: there is nobody."""
    more_variables: tuple[tuple[str, str], ...] = ()

    @property
    def variables(self) -> dict[str, str]:
        seed = str(self.hash_seed)
        seeds = {"PYTHONHASHSEED": seed, "PERL_HASH_SEED": seed, "PERL_PERTURB_KEYS": "0"}
        return seeds | dict(self.more_variables)


Listener = Callable[[bytes], None]
"""Is given what a program has written to its standard output since the last time, while it runs."""
Look = Callable[[], None]
"""Is called now and then while a program runs; what it raises ends the program."""


def run_program(
    worker: Worker, program: Program, limits: Limits, isolation: str, listener: Listener | None = None
) -> Execution:
    """Run a program and return the facts; a command that does not exist is the caller's mistake."""
    _check(program)
    return _run(worker, ProgramJob(program), limits, isolation, listener)


def run_keeping(
    worker: Worker, program: Program, keep: Keep, limits: Limits, isolation: str, look: Look | None = None
) -> tuple[Execution, KeptFiles]:
    """Run a program, and read files of it after its end, however it ended."""
    _check(program)
    execution = _run(worker, ProgramJob(program, keep=keep), limits, isolation, look=look)
    return execution, worker.take_kept()


def run_script(worker: Worker, program: Program, limits: Limits, isolation: str, *, cold: str = "") -> Execution:
    """Run a Python program, the file `main.py` of `program`, whose `argv` begins with that name.

    It starts in a warm interpreter, or in a new one of `cold` where it could tell the difference.
    """
    _check(program)
    if program.argv[0] != SCRIPT or SCRIPT not in program.files:
        raise InvalidValue(f"a Python program is the file {SCRIPT!r} and argv begins with it, got {program.argv!r}")
    if cold:
        return run_program(worker, Program((cold, *program.argv), program.files, program.stdin), limits, isolation)
    return _run(worker, ProgramJob(program, warm=True), limits, isolation)


def behaves_alike_when_warm(program: Program, loaded: Iterable[str]) -> bool:
    """Return whether a program behaves in a warm interpreter as it does in a cold one.

    Its files must not hide a module that is already `loaded`, and it must not look at what only the interpreter's
    start can have left there.
    """
    names = {path.lstrip("./").partition("/")[0].removesuffix(".py") for path in program.files if path != SCRIPT}
    if not names.isdisjoint(loaded):
        return False
    return not any(UNFAITHFUL.search(content) for path, content in program.files.items() if path.endswith(".py"))


def runs_as_bytecode(source: bytes) -> bool:
    """Return whether a Python program does the same where its file holds bytecode.

    >>> runs_as_bytecode(b"print(int(input()))"), runs_as_bytecode(b"print(open(__file__).read())")
    (True, False)
    """
    return not UNFAITHFUL.search(source) and not OWN_FILE.search(source)


def _pause(left: float, usual: float, cost: float) -> float:
    """Return the seconds until the next look at a program that has `left`, after a look that cost `cost` of CPU."""
    pause = min(LONGEST_PAUSE, max(usual, cost * PAUSE_FOR_WORK))
    return min(pause, max(left, cost * PAUSE_AT_THE_END))


def _run(
    worker: Worker,
    job: ProgramJob,
    limits: Limits,
    isolation: str,
    listener: Listener | None = None,
    look: Look | None = None,
) -> Execution:
    session = ProgramSession(worker, job, limits, isolation)
    session.listener, session.look = listener, look
    try:
        session.wait()
    finally:
        execution = session.end()
    if session.refused:
        raise InvalidValue(f"program {job.program.argv[0]!r} cannot be started: {session.refused}")
    return execution


def _check(program: Program) -> None:
    if not program.argv:
        raise InvalidValue("argv must name a program, got ()")
    for text in program.argv:
        if "\0" in text:
            raise InvalidValue(f"argv: {text!r} holds a NUL, which no argument can")
    for path in program.files:
        if path == SCRIPT:
            continue
        pure = PurePosixPath(path)
        if pure.is_absolute() or ".." in pure.parts or not pure.parts or "\0" in path:
            raise InvalidValue(f"files: {path!r} is not a relative path inside the scratch folder")


class ProgramSession(WarmSession):
    """A session whose process becomes another program: nothing to talk about, only to wait for."""

    _spawn_kind = b"P"
    _watched = False
    """The control group, or `_crossed_limit`, counts the memory of all its processes together."""
    refused = ""
    listener: Listener | None = None
    look: Look | None = None
    _heard = 0
    """Bytes of its standard output that the listener has."""
    _fault = ""
    _reported = False
    """Its end has been told, and waits to be read."""
    _ending: Ending | None = None
    _out_of_memory = False
    """Whether the kernel ended one of its processes for want of memory, the first or any other."""

    def wait(self) -> None:
        """Wait until the program's first process has ended and all others are gone, or a limit ends it."""
        root = self.worker.root_pid()
        self._clock = watch = clock.TreeClock(lambda: clock.tree(root), reaper=root)
        look_again = LOOK_SECONDS if self.worker.group else MEMORY_LOOK_SECONDS
        cost = 0.0
        poller = select.poll()
        poller.register(self.worker.control, select.POLLIN)
        self._write_all()
        while True:
            left = self.seconds_left()
            if left <= 0:
                break
            if poller.poll(_pause(left, look_again, cost) * 1000):
                self._reported = True
                break
            self.worker.started()  # read early, and remembered
            self._listen()
            if self.look is not None:
                self.look()
            begun = time.thread_time()
            watch.sample()
            why = self._crossed_limit(root)
            if why is not None:
                self._stop(why)
                break
            cost = time.thread_time() - begun
        if self.killed_by is None:
            self._read_refusal()
        if not self.worker.started():
            raise self._failed_to_start(self._fault or "its process ended")

    def _listen(self) -> None:
        if self.listener is None or self._output is None:
            return
        said = os.pread(self._output.stdout, self.limits.output_bytes, self._heard)
        if said:
            self._heard += len(said)
            self.listener(said)

    def _reap(self) -> Ending | None:
        if self._ending is None:  # there is one report for each program, and no second
            self._ending = self.worker.reap(ended=self._reported)
            # Always asked here, whatever else ended it, or the next program would get the answer.
            self._out_of_memory = self.worker.ran_out_of_memory()
            self._leave_a_usable_worker()
        return self._ending

    def _leave_a_usable_worker(self) -> None:
        """Make sure that the next program finds all of its memory, and a parent process that lives."""
        if self.worker.usable:
            self.worker.settle()
        if self._out_of_memory and self.worker.gone():
            self.worker.usable = False

    def _limit_crossed(self, code: int, size: int, ending: Ending | None) -> KilledBy | None:
        if self._out_of_memory:
            return KilledBy.MEMORY
        return super()._limit_crossed(code, size, ending)

    def _write_all(self) -> None:
        """Write the job itself: files and input may be larger than the channel's buffer."""
        while self._outgoing and self._open and self.seconds_left() > 0:
            self._exchange(0.05)

    def _crossed_limit(self, root: int) -> KilledBy | None:
        if self._output is not None and self._output.exceeds(self.limits.output_bytes):
            return KilledBy.OUTPUT
        if self.worker.group is None:
            limit = self.limits.memory_bytes + GROUP_OVERHEAD
            if memory.exceeds(clock.tree(root), limit, inherited=self.worker.empty_bytes):
                return KilledBy.MEMORY
        return None

    def _read_refusal(self) -> None:
        with contextlib.suppress(SandboxUnavailable):
            self._exchange(0)
            frame = self._parse()
            if frame is not None and frame.kind == frames.FAULT:
                self._fault = frame.body.decode("utf-8", "replace")
            if frame is not None and frame.kind == frames.REFUSED:
                self.refused = frame.body.decode("utf-8", "replace") or "unknown"
