"""The warm Python sandbox: interpreters that are already there, and one fork per candidate."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Callable
from typing import Any, Self

from assay.errors import SandboxUnavailable
from assay.records import Execution, Limits, Program
from assay.sandbox import isolation, standard_library
from assay.sandbox.base import Job
from assay.sandbox.guest import privileges
from assay.sandbox.interpreters import interpreter
from assay.sandbox.programs import Surroundings, faithful, run_program, run_script
from assay.sandbox.worker import SCRIPT, WarmSession, Worker
from assay.settings import flag_of

PRELOAD = (
    "bisect", "collections", "collections.abc", "copy", "functools", "heapq", "itertools", "math", "operator",
    "random", "re", "string", "typing",
)  # fmt: skip
"""Standard modules that candidates import most. Every page of them makes every fork dearer, and `threading` (with
whatever needs it) most of all: `python -m benchmarks faults` shows what each one costs."""
SCRIPT_PRELOAD = (*PRELOAD, "json")
"""The same for Python programs."""
FLAVOURS = {"numpy": ("numpy",), "pandas": ("numpy", "pandas")}
RESERVE_BYTES = 2 << 30
"""What a candidate may reserve beyond its memory: an allocator's arena takes a GiB, the stack of a thread 8 MiB.

It is also the most that a candidate can have used beyond its memory before that is noticed.
"""
PLAIN = Surroundings()
UIDS = 400
"""Users that workers of a root user's runs are spread over."""

_workers = itertools.count()
OWN_FOLDER = os.path.realpath(os.path.join(os.path.dirname(__file__), os.pardir))
"""This package, with the answers of its own benchmark: installed among the libraries, it stays closed."""


class WarmPython:
    """Runs Python candidates in children of warm interpreters, one at a time.

    >>> from assay.records import Limits
    >>> from assay.sandbox.base import Job
    >>> with WarmPython() as sandbox:
    ...     session = sandbox.session(Job(b"def f(): return 1", ("f",)), Limits())
    ...     session.end().killed_by is None
    True
    """

    def __init__(
        self, *, python: str | None = None, isolation_level: str = "full", control_groups: bool = True
    ) -> None:
        """`control_groups=False` does without them where the machine would grant them."""
        self.level = isolation.level(isolation_level)
        self.interpreter = interpreter(python)
        self.python = self.interpreter.version
        self._control_groups = control_groups
        self._pool: dict[tuple[object, ...], Worker] = {}
        self._named = ""

    @property
    def isolation(self) -> str:
        """The layers in force; starts an interpreter to find out."""
        if not self._named:
            self._worker(Limits(), (), program=False)
        return self._named

    def session(self, job: Job, limits: Limits) -> WarmSession:
        flavour = _flavour_of(job)
        try:
            return WarmSession(self._worker(limits, flavour, program=False), job, limits, self._named)
        except SandboxUnavailable:
            self._drop(self._key(limits, flavour, program=False))
        return WarmSession(self._worker(limits, flavour, program=False), job, limits, self._named)

    def run(self, program: Program, limits: Limits, around: Surroundings = PLAIN) -> Execution:
        return self._run(lambda worker: run_program(worker, program, limits, self._named), limits, (), around)

    def run_script(
        self, program: Program, limits: Limits, around: Surroundings = PLAIN, *, warm: bool = True
    ) -> Execution:
        """Runs a Python program (its file `main.py`, `argv` begins with that name) as a fresh interpreter would.

        It starts in a warm one, except where the program could tell, or where `warm` is false.
        """

        def act(worker: Worker) -> Execution:
            cold = "" if warm and faithful(program, worker.modules) else self.interpreter.path
            return run_script(worker, program, limits, self._named, cold=cold)

        flavour = _flavour(program.files.get(SCRIPT, b"")) if warm else ()
        return self._run(act, limits, flavour, around, script=True)

    def _run(
        self,
        act: Callable[[Worker], Execution],
        limits: Limits,
        flavour: tuple[str, ...],
        around: Surroundings,
        *,
        script: bool = False,
    ) -> Execution:
        """What fails before the program's first line is tried again with a new parent process."""
        try:
            return act(self._worker(limits, flavour, program=True, script=script, around=around))
        except SandboxUnavailable:
            self._drop(self._key(limits, flavour, program=True, script=script, around=around))
        return act(self._worker(limits, flavour, program=True, script=script, around=around))

    def facts(self, *, program: bool) -> dict[str, str]:
        """Each layer with why it is not in force; empty when it is."""
        return dict(self._worker(Limits(), (), program=program).facts)

    def restart(self) -> None:
        self.close()

    def close(self) -> None:
        while self._pool:
            self._pool.popitem()[1].close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @staticmethod
    def _key(
        limits: Limits,
        flavour: tuple[str, ...],
        *,
        program: bool,
        script: bool = False,
        around: Surroundings = PLAIN,
    ) -> tuple[object, ...]:
        fixed = (limits.open_files, limits.file_bytes, limits.processes, limits.output_bytes)
        return (program, flavour, *fixed, limits.memory_bytes, script, around)

    def _drop(self, key: tuple[object, ...]) -> None:
        worker = self._pool.pop(key, None)
        if worker is not None:
            worker.close()

    def _worker(
        self,
        limits: Limits,
        flavour: tuple[str, ...],
        *,
        program: bool,
        script: bool = False,
        around: Surroundings = PLAIN,
    ) -> Worker:
        key = self._key(limits, flavour, program=program, script=script, around=around)
        worker = self._pool.get(key)
        if worker is not None and worker.usable:
            return worker
        self._drop(key)
        config = self._config(limits, flavour, program) | {
            "script": SCRIPT if script else "",
            "preload": [*(SCRIPT_PRELOAD if script else PRELOAD), *(name for name in flavour if name not in OWN)],
            "reserve_bytes": 0 if flavour == HOST else RESERVE_BYTES,
            "environment": around.environment if program else {},
            "read": [*self.interpreter.read, *standard_library.openings(), *around.read],
            "excused": (standard_library.READS, standard_library.COMMANDS),
            "hidden": [OWN_FOLDER],
            "scratch_bytes": around.scratch_bytes,
        }
        self._pool[key] = worker = self._start(config)
        self._named = isolation.describe(worker.facts, self.level.name)
        return worker

    def _start(self, config: dict[str, Any]) -> Worker:
        try:
            return Worker(self.interpreter.path, config)
        except SandboxUnavailable as error:
            if not error.layer:
                raise
            hint = f"{flag_of('isolation')} {isolation.accepts(error.layer)} accepts a run without it"
            raise SandboxUnavailable(f"{error}; {hint}", layer=error.layer) from error

    def _config(self, limits: Limits, flavour: tuple[str, ...], program: bool) -> dict[str, Any]:
        return {
            "program": program,
            "needed": sorted(self.level.needed),
            "namespaces": self.level.name != "process",
            "landlock": self.level.name == "full",
            "seccomp": self.level.name != "process",
            "control_groups": self._control_groups,
            "uid": privileges.worker_uid((os.getpid() * 8 + next(_workers)) % UIDS)
            if os.getuid() == 0
            else os.getuid(),
            "site": list(self.interpreter.site),
            "open_files": limits.open_files,
            "file_bytes": limits.file_bytes,
            "processes": limits.processes + 4,
            "memory_bytes": limits.memory_bytes,
            "output_bytes": limits.output_bytes,
        }


HOST, TOGETHER = ("host",), ("together",)
"""Flavours of our own scripts: test code without a candidate, which must notice itself that its memory is used up, and
test code with one."""
OWN = (*HOST, *TOGETHER)


def _flavour_of(job: Job) -> tuple[str, ...]:
    if job.mode == "script":
        return TOGETHER if job.source else HOST
    return _flavour(job.source)


IMPORTS = re.compile(rb"^[ \t\f]*+(?:import|from)[ \t]++(numpy|pandas)\b", re.MULTILINE)


def _flavour(source: bytes) -> tuple[str, ...]:
    """The heavy libraries a candidate imports, so that they are there before its clock runs."""
    if b"numpy" not in source and b"pandas" not in source:
        return ()
    found = {match.decode() for match in IMPORTS.findall(source)}
    return FLAVOURS["pandas"] if "pandas" in found else FLAVOURS["numpy"] if found else ()
