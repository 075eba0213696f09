"""A warm interpreter made ready: it looks as if a script had been started, and has done everything once before."""

from __future__ import annotations

import _imp
import mmap
import os
import sys
from marshal import dumps
from types import FunctionType

from assay.sandbox.guest import frames, runtime
from assay.sandbox.guest.parent import CONTROL, SPAWN, take_streams

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SCRIPT_NAME = "candidate.py"
"""What a candidate was started by, as far as it can see."""
WARM_UPS = 40


def look_like_a_script(folder: str) -> None:
    """Make `sys`, `__main__` and the stack look as if the candidate had been started as a script.

    Our own code gets names that are no paths: whatever shows a stack would try to read it, and may not.
    """
    sys.argv[:] = [SCRIPT_NAME]
    sys.orig_argv[:] = [sys.executable, SCRIPT_NAME]
    sys.path.insert(0, folder)
    main = sys.modules["__main__"].__dict__
    for name in [name for name in main if not name.startswith("__")]:
        del main[name]
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "assay":
            for value in list(module.__dict__.values()):
                _rename_code(value, name)


def _rename_code(value: object, module: str) -> None:
    """Give the code of a function, or of all functions of a class, the name of its module in place of its path."""
    if getattr(value, "__module__", None) != module:
        return
    if isinstance(value, type):
        for member in list(value.__dict__.values()):
            _rename_code(getattr(member, "__func__", getattr(member, "fget", member)), module)
    elif isinstance(value, FunctionType):
        fix = _imp.__dict__["_fix_co_filename"]  # in place: copies of the code would cost every child some pages
        fix(value.__code__, f"<{module}>")


def complete_the_builtins() -> None:
    """Add `exit`, `help` and the like, which the start-up code that is skipped would have made."""
    import site

    site.setquit()
    site.setcopyright()
    site.sethelper()


WARM_UP = b"""
from typing import List
class Pair:
    def __init__(self, a, b=1, *c, d=None, **e): self.a = a
    @property
    def sum(self): return [x for x in {1: 2}.items() if x and not None]
def solve(a: List[int]) -> int:
    '''text'''
    try:
        with open('/dev/null') as f: pass
        for i, x in enumerate(sorted(a, key=lambda v: -v)):
            while i < 3: i += 1
        return f"{a!r:>10}" + str(max(a)) if a else (yield_ for yield_ in a)
    except (ValueError, OSError) as e:
        raise KeyError from e
    finally:
        pass
"""


def warm_up() -> None:
    """Run the whole path often enough that nothing is done for the first time, or adapts its code, in a child.

    The first `compile` alone would cost every child more than a millisecond, and each function that is still being
    specialised by the interpreter some pages of its own.
    """
    fd = os.open("/dev/null", os.O_RDWR)
    ahead = mmap.mmap(-1, frames.AHEAD_BYTES)
    for _ in range(WARM_UPS):
        channel = frames.Channel(fd)
        channel.ahead = ahead
        runtime.make_candidate_module()
        channel.receive = _rehearsal(channel)  # type: ignore[method-assign]  # the one message there will be
        module = runtime.load(channel, WARM_UP, ("solve",))
        runtime.load(channel, b"def", ("solve",))
        if module is not None:
            runtime.answer_cases(channel, module.__dict__["solve"])
        SPAWN.unpack_from(SPAWN.pack(b"S", 1))
        take_streams((CONTROL, 0, 1, 2))
    os.close(fd)
    ahead.close()
    runtime.make_candidate_module()


def _rehearsal(channel: frames.Channel) -> Callable[[], tuple[int, bytes]]:
    cases = [dumps(((argument,), {}), 2) for argument in ([1, 2], "ab", [], 3, (1.5, None))]
    body = dumps((False, cases), 2)

    def receive() -> tuple[int, bytes]:
        reader, writer = os.pipe()
        os.write(writer, frames.frame(frames.JOB, body))
        os.close(writer)
        try:
            return frames.Channel(reader).receive()
        finally:
            os.close(reader)

    return receive
