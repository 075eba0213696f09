"""Levels of isolation: which layers a run insists on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assay.errors import UnknownNameError
from assay.sandbox import clock


@dataclass(frozen=True, slots=True)
class IsolationLevel:
    """A name for the layers that may not be missing."""

    name: str
    needed: frozenset[str]
    summary: str


LEVELS = {
    "full": IsolationLevel(
        "full",
        frozenset(("landlock", "seccomp", "user", "capabilities", "namespaces")),
        "every layer; programs get namespaces of their own",
    ),
    "seccomp": IsolationLevel(
        "seccomp", frozenset(("seccomp", "capabilities")), "without Landlock: files are open to reading"
    ),
    "process": IsolationLevel("process", frozenset(), "a process of its own with resource limits, and no more"),
}
ALWAYS = frozenset(("session", "descriptors", "environment", "scratch", "no_new_privs", "rlimits"))


def level(name: str) -> IsolationLevel:
    if name not in list(LEVELS):
        raise UnknownNameError("isolation level", name, LEVELS)
    return LEVELS[name]


def describe(facts: Mapping[str, str], level_name: str) -> str:
    """Return the layers in force, as they stand in records and signatures."""
    layers = [name for name in ("landlock", "seccomp", "namespaces") if facts.get(name) == ""]
    text = "+".join(layers) or "process"
    return text if clock.available() else f"{text}+cpu_clock"


def accepts(layer: str) -> str:
    """Return the strongest level that does without `layer`."""
    return next((name for name, candidate in LEVELS.items() if layer not in candidate.needed), "process")
