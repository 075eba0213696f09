"""A Python program in a warm interpreter: what the child still needs, and a short exit where nobody can tell."""

from __future__ import annotations

import _socket
import atexit
import gc
import os
import resource
import signal
import sys
from marshal import dumps, loads
from weakref import ref

from assay.sandbox.guest import frames, kernel, scratch
from assay.sandbox.guest.launch import launch, lay_out
from assay.sandbox.guest.parent import CONTROL, LAYER_FAILED, SPAWN, START, STARTED, Parent, take_streams

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType, ModuleType
    from typing import Any

NAME = "main.py"
_setrlimit, _CPU = resource.setrlimit, resource.RLIMIT_CPU
_signal, _SIGINT, _interrupt = __import__("_signal").signal, int(signal.SIGINT), signal.default_int_handler
"""Without the detour over names of signals, which every child would pay for."""
WARM_UPS = 40

_streams: list[int] = []
"""Which objects the standard streams were. The objects must be able to go: that is what writes the last they hold."""
_preloaded: dict[str, ModuleType] = {}
_random: dict[str, ModuleType] = {}
_kernel: dict[str, ModuleType] = {}
"""Our own modules, out of the programs' sight."""
_frames: list[FrameType] = []


def main(facts: dict[str, str], settings: dict[str, Any]) -> None:
    """Serve until the other side closes; return in children, which go on as a program."""
    control = _socket.socket(fileno=CONTROL)
    kernel.set_dumpable(False)  # programs could open the descriptors of this process in /proc
    for name in [name for name in sys.modules if name.partition(".")[0] in ("ctypes", "_ctypes")]:
        del sys.modules[name]  # a fresh interpreter does not have them
    parent = ScriptParent(control, settings["writable"], guarded=not facts["namespaces"])
    parent.in_memory, parent.spared = settings["in_memory"], settings["spared"]
    scratch.wipe(settings["writable"][0])
    _preload(settings["preload"], facts)
    _prepare(settings["warm_up"], facts)
    facts["rss"] = str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
    gc.collect()
    gc.freeze()
    control.send(dumps(("ready", facts), 2))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # programs may send it to any process that they can see
    keep_frames()
    if not parent.serve():
        os._exit(0)


class ScriptParent(Parent):
    """A parent of children that become programs; every layer is in force already."""

    def __init__(self, control: _socket.socket, writable: list[str], *, guarded: bool) -> None:
        super().__init__(control, writable)
        self.guarded = guarded
        """Whether the end of this process ends its children too."""

    def become(self, rights: tuple[int, ...], message: bytes) -> bool:
        channel = self.channel
        try:
            take_streams(rights)
            os.setsid()
            _signal(_SIGINT, _interrupt)
            if not self.guarded:
                _die_with_the_parent()
            cpu_seconds = SPAWN.unpack_from(message)[1]
            _setrlimit(_CPU, (cpu_seconds, cpu_seconds + 1))
            os.pwrite(START, STARTED.pack(os.getpid()), 0)
            os.closerange(START, 0x7FFFFFFF)
            kind, argv, files, stdin = loads(channel.receive()[1])
        except BaseException as error:
            channel.send(frames.FAULT, f"{type(error).__name__}: {error}".encode())
            os._exit(LAYER_FAILED)
        try:
            if kind == "program":
                launch(argv, files, stdin)
            begin(CONTROL, argv, files, stdin)
        except (OSError, ValueError) as error:
            channel.send(frames.REFUSED, f"{type(error).__name__}: {error}".encode("utf-8", "replace"))
            os._exit(0)
        self.control.detach()  # its number is free now, and must not be closed for whoever gets it
        return True


def _die_with_the_parent() -> None:
    kernel.set_pdeathsig(signal.SIGKILL)


def _preload(names: list[str], facts: dict[str, str]) -> None:
    register, os.register_at_fork = os.register_at_fork, lambda **hooks: None
    import random

    os.register_at_fork = register
    _random["random"] = random
    for name in names:
        try:
            __import__(name)
        except Exception as error:  # the interpreter's own business: a program that needs it says so itself
            facts[f"preload {name}"] = str(error)


def _prepare(text: bytes, facts: dict[str, str]) -> None:
    """Get this process ready, once, and note the names of the modules that programs find loaded.

    `random` is put aside: it draws the same numbers in every child, unless a program that names it gets it seeded.
    """
    atexit.register(_leave)
    _streams[:] = (id(sys.stdout), id(sys.stderr))
    _rehearse(text)
    del sys.modules["random"]
    sys.path_importer_cache[os.path.join(os.getcwd(), NAME)] = None  # as importlib notes "no importer"
    for name in [name for name in sys.modules if name.partition(".")[0] == "assay"]:
        _kernel[name.rpartition(".")[2]] = sys.modules.pop(name)
    keep = {"sys", "builtins", "__main__", "io", "_io", "codecs", "encodings", "site"}
    _preloaded.update((name, module) for name, module in sys.modules.items() if name not in keep)
    facts["modules"] = ",".join({name.partition(".")[0] for name in [*sys.modules, "random"]})


def keep_frames() -> None:
    """Keep a reference to every frame on the stack, so that children need not free them page by page."""
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        _frames.append(frame)
        frame = frame.f_back


def _rehearse(text: bytes) -> None:
    """Run the whole path so often that nothing is done for the first time, or adapts its code, in a child."""
    kept, arguments = os.dup(0), [list(sys.argv), list(sys.orig_argv)]
    for _ in range(WARM_UPS):
        exec(compile(text, NAME, "exec", dont_inherit=True), {"__name__": "warm"})
        reader, writer = os.pipe()
        os.write(writer, frames.frame(frames.JOB, dumps(("python", (NAME, "a"), ((NAME, text),), b"input"), 2)))
        os.close(writer)
        _, argv, files, stdin = loads(frames.Channel(reader).receive()[1])
        begin(reader, argv, files, stdin)
        os.unlink(NAME)
        _status()
        _has_finalizers()
        take_streams((CONTROL, 0, 1, 2))
    os.dup2(kept, 0)
    os.close(kept)
    sys.argv[:], sys.orig_argv[:] = arguments


def begin(channel: int, arguments: Sequence[str], files: Sequence[tuple[str, bytes]], stdin: bytes) -> None:
    """Make this child what a fresh interpreter would be before the first line of the program."""
    lay_out(files, stdin)
    sys.argv[:] = arguments
    sys.orig_argv[1:] = arguments
    for _, content in files:
        if b"random" in content:
            _seed()
            break
    os.close(channel)


def _seed() -> None:
    module = sys.modules["random"] = _random["random"]
    generator = module.__dict__["_inst"]
    generator.seed()
    os.register_at_fork(after_in_child=generator.seed)
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].__dict__["seed"]()


def _leave() -> None:
    """Exit at once where taking the interpreter down would have no visible effect; runs last of all at exit.

    Otherwise it is taken down as ever; where that can show something, everything in it is, as in a cold one.
    """
    if _has_finalizers():
        gc.unfreeze()
        return
    status = _status()
    if status is not None and [id(sys.stdout), id(sys.stderr)] == _streams:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
        except Exception:  # the interpreter will say it in its own words
            pass
    for name in _preloaded:
        sys.modules.pop(name, None)


def _status() -> int | None:
    """Return the exit status, where it is known: after `SystemExit` the module still has the script's name."""
    main = sys.modules.get("__main__")
    if main is None or "__file__" in main.__dict__ or "__cached__" in main.__dict__:
        return None
    raised = getattr(sys, "last_type", None)
    if raised is None:
        return 0
    return 1 if isinstance(raised, type) and not issubclass(raised, KeyboardInterrupt) else None


def _has_finalizers() -> bool:
    """Return whether an object of the program's would do something at its end: files, generators, `__del__`."""
    objects = gc.get_objects()
    kinds = set(map(type, objects))
    kinds -= PLAIN
    for kind in kinds:
        if any("__del__" in base.__dict__ for base in kind.__mro__):
            return True
        if issubclass(kind, ref) and any(type(o) is kind and _calls_back(o) for o in objects):
            return True
    return False


PLAIN = frozenset(
    (
        dict,
        list,
        tuple,
        set,
        frozenset,
        type,
        type(sys),
        type(len),
        type(lambda: 0),
        type(sys._getframe()),
        type({}.get),
    )
)
"""What every program has many of, and what ends without a sound."""


def _calls_back(weak: object) -> bool:
    callback = getattr(weak, "__callback__", None)
    return callback is not None and type(callback) is not type(len)
