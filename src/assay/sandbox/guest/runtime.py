"""The candidate's side of the channel: load the source, answer calls, report what happens.

This code shares its process with the candidate and is therefore believed by nobody: it helps honest candidates
to be understood. What it writes is checked by the reader as if the candidate had written it.
"""

from __future__ import annotations

import sys
from itertools import islice
from marshal import loads
from time import perf_counter
from types import CoroutineType, GeneratorType, ModuleType

from assay.sandbox.guest import frames, output, reports, wire
from assay.sandbox.guest.describe import describe, opaque_handle
from assay.sandbox.guest.launch import launch
from assay.sandbox.guest.objects import Server
from assay.sandbox.guest.wire.derived import FILE_NAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

FLUSH_SECONDS = 0.002
MOST_ITEMS = 10_000
"""Of an iterator that is looked into."""
ITERATORS = (GeneratorType, map, filter, zip, enumerate, reversed)


def run(channel: frames.Channel) -> None:
    """Do one job, from its first frame to its last; every layer is in force already."""
    kind, *fields = loads(channel.receive()[1])
    if kind not in ("calls", "returning"):  # everything else is sent at once
        channel.ahead = None
    if kind == "program":
        start_program(channel, *fields)
    elif kind == "host":
        run_modules(channel, *fields)
    else:
        source, names = fields
        reports.start()
        module = load(channel, source, names)
        if module is None:
            return
        if kind == "calls":
            answer_cases(channel, module.__dict__[names[0]])
        elif kind == "returning":
            answer_cases(channel, returning_arguments(module.__dict__[names[0]]))
        else:
            Server(channel, module.__dict__).serve()


def start_program(
    channel: frames.Channel, argv: tuple[str, ...], files: Sequence[tuple[str, bytes]], stdin: bytes
) -> None:
    """Become a program, or say why it cannot be started."""
    try:
        launch(argv, files, stdin)
    except (OSError, ValueError) as error:
        channel.send(frames.REFUSED, f"{type(error).__name__}: {error}".encode("utf-8", "replace"))


def run_modules(
    channel: frames.Channel, source: bytes, arguments: tuple[str, ...], modules: Sequence[tuple[str, str]]
) -> None:
    """Load modules of ours that came with the job, and call `main` of the last one."""
    if source:  # without a candidate it is our own code alone: test code may read what it likes
        reports.start()
    sys.modules.update(OWN_MODULES)
    for name, text in modules:
        module = sys.modules[name] = ModuleType(name)
        exec(compile(text, f"<{name}>", "exec"), module.__dict__)
    module.__dict__["main"](channel, source, arguments)


OWN_MODULES: dict[str, ModuleType] = {}
"""Assay's own modules, kept by the parent process before it takes them out of the candidates' sight."""


def make_candidate_module() -> None:
    """Make the module that a candidate is loaded into; the parent process does it, so that no child has to."""
    module = sys.modules["candidate"] = ModuleType("candidate")
    module.__file__ = FILE_NAME


def load(channel: frames.Channel, source: bytes, names: tuple[str, ...]) -> ModuleType | None:
    """Load the candidate and return its module, or `None` after sending why there is none."""
    stage = "compile"
    module = sys.modules["candidate"]
    try:
        code = compile(source, FILE_NAME, "exec", dont_inherit=True)
        stage = "run"
        exec(code, module.__dict__)
    except BaseException as error:
        output.flush()
        channel.send(frames.UNLOADED, describe(error, stage))
        return None
    missing = [name for name in names if name not in module.__dict__]
    if missing or not callable(module.__dict__[names[0]]):
        channel.send(frames.UNLOADED, wire.encode(("missing", missing[0] if missing else names[0], "", [], "", None)))
        return None
    channel.queue(frames.LOADED)
    return module


def answer_cases(channel: frames.Channel, function: Callable[..., object]) -> None:
    """Call the entry point with the arguments of every case; answers go out in batches while they come fast."""
    _, body = channel.receive()
    tagged, cases = loads(body)
    flushed = perf_counter()
    for case in cases:
        arguments, keywords = wire.decode(case, wire.only_data) if tagged else loads(case)  # a pair by agreement
        answer(channel, function, arguments, keywords)
        if perf_counter() - flushed > FLUSH_SECONDS:
            channel.flush()
            flushed = perf_counter()
    output.flush()  # whoever reads the next message may end this process at once
    channel.queue(frames.DONE)
    channel.flush()


def returning_arguments(function: Callable[..., object]) -> Callable[..., object]:
    """Return the function with its arguments beside its value, as they are when it has returned."""

    def call(*arguments: object, **keywords: object) -> object:
        return as_data(function(*arguments, **keywords)), arguments, keywords

    return call


def as_data(value: Any) -> object:
    """Return what a value holds that would be no data: what a coroutine returns, items of an iterator, attributes."""
    kind = type(value)
    if kind is CoroutineType:
        import asyncio

        return ("<awaited>", as_data(asyncio.run(value)))
    if kind in ITERATORS:
        return ("<iterator>", [as_data(item) for item in islice(value, MOST_ITEMS)])
    if kind.__module__ == "candidate" and not isinstance(value, BaseException | type):
        try:
            return (f"<{kind.__name__}>", dict(vars(value)))
        except TypeError:  # without attributes, or not a class written in Python
            return value
    return value


def answer(channel: frames.Channel, function: Callable[..., object], arguments: Any, keywords: Any) -> None:
    try:
        value = function(*arguments, **keywords)
    except BaseException as error:
        channel.queue(frames.RAISED, describe(error, "call"))
        return
    try:
        body = wire.encode(value, opaque_handle, None, True)
        if len(body) > wire.MAX_BYTES:
            raise wire.TooLarge(f"{len(body)} bytes")
    except wire.NoRoom as error:
        channel.queue(frames.RAISED, describe(error, "call"))
    except wire.TooLarge as error:
        channel.queue(frames.TOO_LARGE, wire.encode(str(error)))
    except BaseException:  # a value that cannot be looked at is no data
        channel.queue(frames.VALUE, wire.encode(opaque_handle(None)))
    else:
        channel.queue(frames.VALUE, body)
