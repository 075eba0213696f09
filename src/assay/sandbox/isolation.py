"""Levels of isolation: which layers a run insists on, and which of them this machine grants."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from assay.errors import SandboxUnavailable, UnknownNameError
from assay.records import Limits
from assay.sandbox import cgroups, clock
from assay.sandbox.toolchains import Toolchain, examine_toolchains


@dataclass(frozen=True, slots=True)
class Level:
    """A name for the layers that may not be missing."""

    name: str
    needed: frozenset[str]
    summary: str


LEVELS = {
    "full": Level(
        "full",
        frozenset(("landlock", "seccomp", "user", "capabilities", "namespaces")),
        "every layer; programs get namespaces of their own",
    ),
    "seccomp": Level("seccomp", frozenset(("seccomp", "capabilities")), "accepts a kernel without Landlock: files are open to reading"),
    "process": Level("process", frozenset(), "a process of its own with resource limits; the kernel enforces nothing else"),
}
ALWAYS = frozenset(("session", "descriptors", "environment", "scratch", "no_new_privs", "rlimits"))


def level(name: str) -> Level:
    if name not in LEVELS:
        raise UnknownNameError("isolation level", name, LEVELS)
    return LEVELS[name]


def describe(facts: Mapping[str, str], level_name: str) -> str:
    """The layers in force, as they stand in records and signatures."""
    layers = [name for name in ("landlock", "seccomp", "namespaces") if facts.get(name) == ""]
    text = "+".join(layers) or "process"
    return text if clock.available() else f"{text}+cpu_clock"


def accepts(layer: str) -> str:
    """The strongest level that does without `layer`."""
    return next((name for name, candidate in LEVELS.items() if layer not in candidate.needed), "process")


@dataclass(frozen=True, slots=True)
class Layer:
    """One wall between a candidate and the machine."""

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
        """The layers that a level needs and that are not in force."""
        needed = level(name).needed | ALWAYS
        return [layer for layer in self.layers if layer.name in needed and not layer.in_force]

    def as_dict(self) -> dict[str, Any]:  # Any: JSON
        return asdict(self)


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
    """Starts the sandbox at the strongest level that works and reports every layer, in force or why not."""
    from assay.sandbox.interpreters import interpreter

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


def _strongest(python: str | None) -> tuple[str, dict[str, str], dict[str, str]]:
    from assay.sandbox.warm import WarmPython

    reasons: dict[str, str] = {}
    for name in LEVELS:
        with WarmPython(python=python, isolation_level=name) as sandbox:
            try:
                facts = sandbox.facts(program=True) | sandbox.facts(program=False)
            except SandboxUnavailable as error:
                reasons[error.layer or "session"] = str(error)
                continue
            return name, facts, reasons
    return "none", {}, reasons


def _layer(name: str, facts: Mapping[str, str], reasons: Mapping[str, str]) -> Layer:
    needed = name in LEVELS["full"].needed | ALWAYS
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
        Fact("memory_bytes", str(limits.memory_bytes), "data segment; peak memory is checked besides"),
        Fact("output_bytes", str(limits.output_bytes), "kept of each stream, the rest is dropped"),
        Fact("file_bytes", str(limits.file_bytes), "largest file"),
        Fact("open_files", str(limits.open_files), "file descriptors"),
        Fact("processes", str(limits.processes), "threads of a function, processes of a program"),
    ]
