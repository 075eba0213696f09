"""What the candidate's side tells about an exception or about an object that is not data."""

from __future__ import annotations

import builtins
import sys

from assay.sandbox.guest import wire
from assay.sandbox.guest.wire.derived import FILE_NAME, defines_equality

MAX_TEXT = 4000
_BUILT_IN = {
    id(kind): kind.__name__
    for kind in vars(builtins).values()
    if isinstance(kind, type) and issubclass(kind, BaseException)
}
"""The names of Python's own exception classes by identity, noted before any candidate is loaded."""


def place_of_error(kind: type) -> tuple[str, str]:
    """Return module and name of an exception class; only the very class that a module offers is of that module."""
    if id(kind) in _BUILT_IN:
        return "builtins", _BUILT_IN[id(kind)]
    module, path = kind.__module__, kind.__qualname__
    known = type(module) is str and type(path) is str and getattr(sys.modules.get(module), path, None) is kind
    return (module, path) if known and module != "builtins" else ("candidate", str(path)[:200])


def opaque_handle(value: object) -> object:
    """Return the description of an object that is not data: its class, whether that defines equality, its truth.

    One that raises when it is asked has no truth.
    """
    kind = type(value)
    name = kind.__name__ if type(kind.__name__) is str else "?"
    try:
        truth: bool | None = bool(value)
    except Exception:
        truth = None
    return wire.tagged("handle", 0, 0, name[:100], defines_equality(kind), truth)


def describe(error: BaseException, stage: str) -> bytes:
    """Return an exception as data: stage, type, message, built-in exceptions it derives from, where it was raised."""
    kind = type(error)
    try:
        message = str(error)[:MAX_TEXT]
    except BaseException as second:
        message = f"<its message raised {type(second).__name__}>"
    code = error.code if isinstance(error, SystemExit) and type(error.code) in (int, type(None)) else ""
    bases = [_BUILT_IN[id(base)] for base in type.mro(kind) if id(base) in _BUILT_IN]
    return wire.encode((stage, str(kind.__name__)[:200], message, bases, _where(error), code))


def _where(error: BaseException) -> str:
    """Return the lines of the candidate's own code that it came through, innermost last."""
    lines = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename.startswith(FILE_NAME):
            file = code.co_filename[len(FILE_NAME) + 1 :]
            lines.append(f"{f'{file}, ' if file else ''}line {trace.tb_lineno}, in {code.co_name}")
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and type(error.filename) is str and error.filename.startswith(FILE_NAME):
        lines.append(f"line {error.lineno}")
    if len(lines) > 12:
        lines[6:-6] = ["..."]
    return "\n".join(lines)
