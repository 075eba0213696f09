"""The command that makes a run again, from what was kept with it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from assay.records import Limits
from assay.settings import flag_of, format_memory, format_seconds, options_of
from assay.spec import FROM_PYTHON, PROGRAM_PAIRS, Run

PARTS = ("benchmark", "subset", "reading", "judging", "scoring", "about")


def command_of(run: Run) -> str:
    """Return what to type to make a run again; empty where no command does that.

    None does where nobody noted what decided the run, where its candidates or inputs are not kept (those of a Python
    caller, pairs of programs), and where a name in it would not arrive as it is shown.

    >>> from assay.spec import BenchmarkRef, RunSpec, Subset
    >>> spec = RunSpec(BenchmarkRef("humaneval"), subset=Subset(limit=3))
    >>> command_of(Run("r", "humaneval", "1", source="my samples.jsonl", spec=spec))
    "assay run humaneval --candidates 'my samples.jsonl' --limit 3 --time 3s"
    """
    spec = run.spec
    if spec is None or spec.benchmark.place == PROGRAM_PAIRS:
        return ""
    if spec.solving is None and run.source in ("", FROM_PYTHON):
        return ""
    words = ["assay", "run" if spec.solving is None else "solve", spec.benchmark.place]
    if spec.solving is None:
        words += [flag_of("candidates"), run.source]
    else:
        words += [word for model in spec.solving.models for word in (flag_of("model"), model)]
        words += _chosen(spec.solving)
    for part in PARTS:
        words += _chosen(getattr(spec, part))
    words += _limits(spec.judging.limits)
    return shlex.join(words) if all(map(str.isprintable, words)) else ""


def _chosen(record: Any) -> Iterator[str]:  # Any: a part of a spec
    """Give the flags of the options that differ from the usual."""
    for name, option in options_of(type(record)).items():
        value = getattr(record, name)
        if value == option.default or not option.has_flag:
            continue
        if not option.metavar:
            yield flag_of(option.name if value else f"no_{option.name}")
        else:
            yield from (word for text in _texts(value, option.repeated) for word in (flag_of(option.name), text))


def _texts(value: Any, repeated: bool) -> list[str]:  # Any: of an option
    if isinstance(value, Mapping):
        return [f"{key}={text}" for key, text in value.items()]
    if isinstance(value, list | tuple):
        texts = [str(one) for one in value]
        return texts if repeated else [",".join(texts)]
    return [str(value)]


def _limits(limits: Limits) -> list[str]:
    """Return the limits that a flag can say; a time that depends on the reference is the benchmark's own."""
    usual = limits.flat(limits.seconds) == limits
    words = [flag_of("time"), format_seconds(limits.seconds)] if usual else []
    if limits.memory_bytes != Limits().memory_bytes:
        words += [flag_of("memory"), format_memory(limits.memory_bytes)]
    return words
