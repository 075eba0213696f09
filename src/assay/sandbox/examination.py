"""What this machine grants: every layer, in force or why not, the limits, the toolchains."""

from __future__ import annotations

import os
import platform
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field

from assay.errors import SandboxUnavailable
from assay.records import Limits
from assay.sandbox import cgroups, clock, isolation
from assay.sandbox.calling import call
from assay.sandbox.interpreters import interpreter
from assay.sandbox.toolchains import Toolchain, examine_toolchains
from assay.sandbox.warm import WarmPython
from assay.sandbox.worker import ENVIRONMENT


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of protection between a candidate and the machine."""

    name: str
    in_force: bool
    needed: bool
    """By the level `full`."""
    detail: str
    """What it does, or why it is missing."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A limit, with its default."""

    name: str
    value: str
    detail: str


@dataclass(frozen=True, slots=True)
class Examination:
    """What this machine grants."""

    level: str
    """The strongest level it can hold."""
    layers: list[Layer]
    limits: list[Fact]
    toolchains: list[Toolchain]
    python: str
    machine: str
    faults: list[str] = field(default_factory=list)

    def missing(self, name: str) -> list[Layer]:
        """Return the layers that a level needs and that are not in force."""
        needed = isolation.level(name).needed | isolation.ALWAYS
        return [layer for layer in self.layers if layer.name in needed and not layer.in_force]


LAYERS = {
    "session": "no terminal, no signals from the keyboard",
    "descriptors": "only standard streams and one channel are open",
    "environment": "no variable of yours is visible; hash seed, time zone and locale are fixed",
    "scratch": "the one folder it can write, emptied after each candidate",
    "no_new_privs": "no program can raise its privileges",
    "rlimits": "CPU, memory, file size, open files, core files",
    "landlock": "reads the interpreter's folders, writes scratch, no network, no signals outside",
    "seccomp": "system calls by allow-list; no new processes for functions",
    "user": "a user of its own when Assay runs as root",
    "capabilities": "none left",
    "namespaces": "own mounts, network, IPC; own processes for programs",
    "cgroups": "memory and processes of a whole tree (optional)",
    "clock": "run-queue delay is known, so that a busy machine does not move a verdict (optional)",
}


def examine(python: str | None = None) -> Examination:
    """Start the sandbox at the strongest level that works and return every layer, in force or why not."""
    strongest, facts, reasons = _strongest(python)
    chosen = interpreter(python)
    return Examination(
        level=strongest,
        layers=[_layer(name, facts, reasons) for name in LAYERS],
        limits=_limits(),
        toolchains=examine_toolchains(),
        python=f"{chosen.version} ({chosen.path})",
        machine=f"{platform.system()} {platform.release()} {platform.machine()}, {os.cpu_count()} cores",
        faults=list(reasons.values()),
    )


PROBE = """
import ctypes, os, resource

def denied(function, *arguments):
    try:
        function(*arguments)
    except OSError:
        return True
    return False

def fork():
    if os.fork() == 0:
        os._exit(0)

def exists(fd):
    return not denied(os.fstat, fd)

def probe(environment, outside):
    with open("mine", "w") as file:
        file.write("x")
    return {
        "descriptors": [fd for fd in range(256) if exists(fd)] == [0, 1, 2, 3],
        "environment": not set(os.environ) & set(environment),
        "scratch": os.listdir(".") == ["mine"],
        "no_new_privs": ctypes.CDLL(None).prctl(39, 0, 0, 0, 0) == 1,
        "rlimits": resource.getrlimit(resource.RLIMIT_CORE) == (0, 0),
        "landlock": denied(open, outside),
        "seccomp": denied(fork),
        "user": os.getuid() != 0,
    }
"""
SET_BY_US = frozenset(ENVIRONMENT) | {"HOME", "TMPDIR"}


def probe(sandbox: WarmPython) -> dict[str, str]:
    """Run a candidate that tries every layer, and return why each does not hold; empty where it does."""
    with tempfile.NamedTemporaryFile(prefix="assay-doctor-") as outside:
        os.chmod(outside.name, 0o644)
        names = [name for name in os.environ if name not in SET_BY_US]
        (found,) = call(sandbox, PROBE, "probe", [((names, outside.name), {})])
    if not isinstance(found.value, dict):
        return dict.fromkeys(LAYERS, f"the candidate that looks gave no answer: {found.error}")
    # Asked from outside: within its own process namespace the number of an outer session reads as 0.
    leader = sandbox.function_parent().process.pid
    held = {"session": os.getsid(leader) == leader, **found.value}
    return {name: "" if holds else "a candidate got past it" for name, holds in held.items()}


def _strongest(python: str | None) -> tuple[str, dict[str, str], dict[str, str]]:
    reasons: dict[str, str] = {}
    for name in isolation.LEVELS:
        with WarmPython(python=python, isolation_level=name) as sandbox:
            try:
                facts = sandbox.facts(program=True) | sandbox.facts(program=False)
                seen = probe(sandbox)
            except SandboxUnavailable as error:
                reasons[error.layer or "session"] = str(error)
                continue
            return name, facts | {layer: why for layer, why in seen.items() if not facts.get(layer)}, reasons
    return "none", {}, reasons


def _layer(name: str, facts: Mapping[str, str], reasons: Mapping[str, str]) -> Layer:
    needed = name in isolation.LEVELS["full"].needed | isolation.ALWAYS
    if name == "cgroups":
        granted, why = cgroups.available()
        return Layer(name, granted, needed, LAYERS[name] if granted else why)
    if name == "clock":
        return Layer(name, clock.available(), needed, LAYERS[name])
    if name in reasons or not facts:
        return Layer(name, False, needed, reasons.get(name, "the sandbox did not start"))
    why = facts.get(name, "")
    return Layer(name, not why, needed, why or LAYERS[name])


def _limits() -> list[Fact]:
    limits = Limits()
    return [
        Fact("seconds", f"{limits.seconds:g}", "effective time: wall minus waiting for a CPU"),
        Fact("wall_seconds", f"{limits.wall_seconds:g}", "last resort"),
        Fact(
            "memory_bytes", str(limits.memory_bytes), "what is used beyond the warm parent; 2 GiB more may be reserved"
        ),
        Fact("output_bytes", str(limits.output_bytes), "kept of each stream, the rest is dropped"),
        Fact("file_bytes", str(limits.file_bytes), "largest file"),
        Fact("open_files", str(limits.open_files), "file descriptors"),
        Fact("processes", str(limits.processes), "threads of a function, processes of a program"),
    ]
