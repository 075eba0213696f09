"""The warm Python sandbox: interpreters that are already there, and one fork per candidate."""

from __future__ import annotations

import itertools
import os
import random
import re
import socket
from collections.abc import Callable
from contextlib import AbstractContextManager
from types import NoneType
from typing import Any, Literal, NamedTuple, Self, TypeVar

from assay.errors import SandboxUnavailable, naming, require
from assay.records import Execution, Limits, Program
from assay.sandbox import isolation, standard_library
from assay.sandbox.base import HostJob, Keep, KeptFiles, SessionJob
from assay.sandbox.guest import privileges
from assay.sandbox.interpreters import interpreter
from assay.sandbox.programs import (
    Listener,
    Look,
    ProgramEnvironment,
    behaves_alike_when_warm,
    run_keeping,
    run_program,
    run_script,
)
from assay.sandbox.session import WarmSession
from assay.sandbox.worker import SCRIPT, Worker
from assay.settings import flag_of

PRELOAD = (
    "bisect", "collections", "collections.abc", "copy", "functools", "heapq", "itertools", "math", "operator",
    "random", "re", "string", "typing",
)  # fmt: skip
"""Standard modules that candidates import most. Every page of them makes every fork dearer, and `threading` (with
whatever needs it) most of all: `python -m benchmarks faults` shows what each one costs."""
SCRIPT_PRELOAD = (*PRELOAD, "json")
"""The same for Python programs."""
RESERVE_BYTES = 2 << 30
"""What a candidate may reserve beyond its memory: an allocator's arena takes a GiB, the stack of a thread 8 MiB.

It is also the most that a candidate can have used beyond its memory before that is noticed.
"""
PLAIN = ProgramEnvironment()
MOST_LIMITS = 6
"""Different limits (those of time aside) for which a sandbox keeps warm parents; for more, the oldest of them end."""
UIDS = 400
"""Users that workers of a root user's runs are spread over."""
OWN_FOLDER = os.path.realpath(os.path.join(os.path.dirname(__file__), os.pardir))
"""This package, with the answers of its own benchmark: installed among the libraries, it stays closed."""

Role = Literal["function", "host", "shared", "program", "script"]
"""What the children of a warm parent run: functions of a candidate, test code alone, test code together with a
candidate, any program, or Python programs."""
Serve = Callable[[socket.socket], AbstractContextManager[Look]]
"""Is given a socket that listens, and serves it until it is left."""
T = TypeVar("T")

_workers = itertools.cycle(random.SystemRandom().sample(range(UIDS), UIDS))


class ParentKind(NamedTuple):
    """Everything that decides what a warm parent process is like; jobs of one kind share a parent."""

    role: Role
    libraries: tuple[str, ...]
    """Heavy libraries that are loaded before a child is forked."""
    environment: ProgramEnvironment
    open_files: int
    file_bytes: int
    processes: int
    memory_bytes: int
    output_bytes: int

    @classmethod
    def of(
        cls,
        role: Role,
        limits: Limits,
        libraries: tuple[str, ...] = (),
        environment: ProgramEnvironment = PLAIN,
    ) -> Self:
        """Return the kind for a job under these limits; those of time are the child's own."""
        fixed = limits.open_files, limits.file_bytes, limits.processes, limits.memory_bytes, limits.output_bytes
        return cls(role, libraries, environment, *fixed)

    @property
    def limits(self) -> tuple[int, ...]:
        """The limits that its children have from it."""
        return self.open_files, self.file_bytes, self.processes, self.memory_bytes, self.output_bytes

    @property
    def is_program(self) -> bool:
        """Whether its children may start processes."""
        return self.role in ("program", "script")


class WarmPython:
    """A sandbox that runs Python candidates in children of warm interpreters, one at a time.

    >>> from assay.records import Limits
    >>> from assay.sandbox.base import CallsJob
    >>> with WarmPython() as sandbox:
    ...     session = sandbox.session(CallsJob(b"def f(): return 1", "f"), Limits())
    ...     session.end().killed_by is None
    True
    """

    def __init__(
        self,
        *,
        python: str | None = None,
        isolation_level: str = "full",
        control_groups: bool = True,
        hash_seed: int = 0,
    ) -> None:
        """Prepare a sandbox; `control_groups=False` does without them where the machine would grant them.

        `hash_seed` decides the order of sets of texts in functions and in test code; a program has the seed of its
        environment.
        """
        require("python", python, (str, os.PathLike, NoneType), "the path of an interpreter")
        with naming("isolation_level", isolation_level):
            self.level = isolation.level(isolation_level)
        self.interpreter = interpreter(python)
        self.python = self.interpreter.version
        self._control_groups = control_groups
        self._seeds = {"PYTHONHASHSEED": str(hash_seed)}
        self._pool: dict[ParentKind, Worker] = {}
        self._named = ""

    @property
    def isolation(self) -> str:
        """The layers in force; starts an interpreter to find out."""
        if not self._named:
            self.function_parent()
        return self._named

    def session(self, job: SessionJob, limits: Limits) -> WarmSession:
        return self._with_worker(_kind_for(job, limits), lambda worker: WarmSession(worker, job, limits, self._named))

    def run(
        self,
        program: Program,
        limits: Limits,
        environment: ProgramEnvironment = PLAIN,
        listener: Listener | None = None,
    ) -> Execution:
        """Run a program to its end; a `listener` gets its standard output while it runs, besides."""
        kind = ParentKind.of("program", limits, environment=environment)
        return self._with_worker(kind, lambda worker: run_program(worker, program, limits, self._named, listener))

    def renew(self, limits: Limits, environment: ProgramEnvironment = PLAIN) -> None:
        """Let the next program with these limits start in new namespaces and folders, whose counters begin anew."""
        self._drop(ParentKind.of("program", limits, environment=environment))

    def run_keeping(
        self,
        program: Program,
        keep: Keep,
        limits: Limits,
        environment: ProgramEnvironment = PLAIN,
        look: Look | None = None,
    ) -> tuple[Execution, KeptFiles]:
        """Run a program to its end, and return the facts with the files that it left."""
        kind = ParentKind.of("program", limits, environment=environment)
        return self._with_worker(kind, lambda worker: run_keeping(worker, program, keep, limits, self._named, look))

    def run_served(
        self, program: Program, keep: Keep, limits: Limits, environment: ProgramEnvironment, serve: Serve
    ) -> tuple[Execution, KeptFiles]:
        """Run a program as `run_keeping` does, while somebody serves the socket that it can connect to.

        No other program is run in the same network. Raises `SandboxUnavailable` where there are no namespaces.
        """
        kind = ParentKind.of("program", limits, environment=environment)

        def run(worker: Worker) -> tuple[Execution, KeptFiles]:
            with serve(worker.take_gateway()) as look:
                return run_keeping(worker, program, keep, limits, self._named, look)

        self._drop(kind)
        try:
            return self._with_worker(kind, run)
        finally:
            self._drop(kind)

    def check_served(self, limits: Limits, environment: ProgramEnvironment) -> None:
        """Raise `SandboxUnavailable` where `run_served` would."""
        kind = ParentKind.of("program", limits, environment=environment)
        self._worker(kind)
        self._drop(kind)

    def run_script(
        self, program: Program, limits: Limits, environment: ProgramEnvironment = PLAIN, *, warm: bool = True
    ) -> Execution:
        """Run a Python program (its file `main.py`, `argv` begins with that name) as a fresh interpreter would.

        It starts in a warm one, except where the program could tell, or where `warm` is false.
        """

        def run(worker: Worker) -> Execution:
            cold = "" if warm and behaves_alike_when_warm(program, worker.modules) else self.interpreter.path
            return run_script(worker, program, limits, self._named, cold=cold)

        libraries = _libraries(program.files.get(SCRIPT, b"")) if warm else ()
        return self._with_worker(ParentKind.of("script", limits, libraries, environment), run)

    def _with_worker(self, kind: ParentKind, use: Callable[[Worker], T]) -> T:
        """Use a worker; what fails before the candidate's first line is tried again with a new one."""
        try:
            return use(self._worker(kind))
        except SandboxUnavailable:
            self._drop(kind)
        return use(self._worker(kind))

    def function_parent(self) -> Worker:
        """Return the worker for functions under the default limits."""
        return self._worker(ParentKind.of("function", Limits()))

    def facts(self, *, program: bool) -> dict[str, str]:
        """Return each layer with why it is not in force; empty when it is."""
        return dict(self._worker(ParentKind.of("program" if program else "function", Limits())).facts)

    def restart(self) -> None:
        self.close()

    def close(self) -> None:
        while self._pool:
            self._pool.popitem()[1].close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _drop(self, kind: ParentKind) -> None:
        worker = self._pool.pop(kind, None)
        if worker is not None:
            worker.close()

    def _worker(self, kind: ParentKind) -> Worker:
        worker = self._pool.pop(kind, None)
        if worker is not None:
            self._pool[kind] = worker  # the one that was used last stands last
            if worker.usable:
                return worker
        self._drop(kind)
        self._make_space(kind)
        self._pool[kind] = worker = self._start(self._config(kind))
        self._named = isolation.describe(worker.facts, self.level.name)
        return worker

    def _make_space(self, kind: ParentKind) -> None:
        """End the parents of the limits that were used longest ago, where there are too many different ones.

        The process that runs test code is never among them: it lives on while candidates come and go.
        """
        known = list(dict.fromkeys(one.limits for one in reversed(self._pool) if one.role != "host"))
        for limits in known[MOST_LIMITS - 1 :] if kind.limits not in known else ():
            for one in [one for one in self._pool if one.limits == limits and one.role != "host"]:
                self._drop(one)

    def _start(self, config: dict[str, Any]) -> Worker:
        try:
            return Worker(self.interpreter.path, config)
        except SandboxUnavailable as error:
            if error.layer in ("", "gateway"):
                raise
            hint = f"{flag_of('isolation')} {isolation.accepts(error.layer)} accepts a run without it"
            raise SandboxUnavailable(f"{error}; {hint}", layer=error.layer) from error

    def _config(self, kind: ParentKind) -> dict[str, Any]:
        index = (os.getpid() * 8 + next(_workers)) % UIDS
        return {
            "program": kind.is_program,
            "needed": sorted(self.level.needed),
            "namespaces": self.level.name != "process",
            "landlock": self.level.name == "full",
            "seccomp": self.level.name != "process",
            "control_groups": self._control_groups,
            "uid": privileges.worker_uid(index) if os.getuid() == 0 else os.getuid(),
            "site": list(self.interpreter.site),
            "open_files": kind.open_files,
            "file_bytes": kind.file_bytes,
            "processes": kind.processes + 4,
            "memory_bytes": kind.memory_bytes,
            "output_bytes": kind.output_bytes,
            "script": SCRIPT if kind.role == "script" else "",
            "preload": [*(SCRIPT_PRELOAD if kind.role == "script" else PRELOAD), *kind.libraries],
            "reserve_bytes": 0 if kind.role == "host" else RESERVE_BYTES,
            "environment": kind.environment.variables if kind.is_program else self._seeds,
            "read": [*self.interpreter.read, *standard_library.openings(), *kind.environment.read],
            "allowed": (standard_library.READS, standard_library.COMMANDS),
            "hidden": [OWN_FOLDER],
            "gateway": kind.environment.gateway_port if kind.role == "program" else 0,
            "scratch_bytes": kind.environment.scratch_bytes,
        }


def _kind_for(job: SessionJob, limits: Limits) -> ParentKind:
    """Return the kind of parent for a session.

    Test code alone must notice itself that its memory is used up, so it has a kind of its own.
    """
    if isinstance(job, HostJob):
        return ParentKind.of("shared" if job.source else "host", limits)
    return ParentKind.of("function", limits, _libraries(job.source))


IMPORTS = re.compile(rb"^[ \t\f]*+(?:import|from)[ \t]++(numpy|pandas)\b", re.MULTILINE)


def _libraries(source: bytes) -> tuple[str, ...]:
    """Return the heavy libraries that a candidate imports, so that they are there before its clock runs."""
    if b"numpy" not in source and b"pandas" not in source:
        return ()
    found = IMPORTS.findall(source)
    return ("numpy", "pandas") if b"pandas" in found else ("numpy",) if found else ()
