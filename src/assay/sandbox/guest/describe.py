"""What the candidate's side tells about an exception or about an object that is not data."""

from __future__ import annotations

from assay.sandbox.guest import wire
from assay.sandbox.guest.derived import FILE_NAME, defines_equality

MAX_TEXT = 4000


def opaque_handle(value: object) -> object:
    """Return the description of an object that is not data: its class, whether that defines equality, its truth."""
    kind = type(value)
    name = kind.__name__ if type(kind.__name__) is str else "?"
    try:
        truth = bool(value)
    except Exception:
        truth = True
    return wire.tagged("handle", 0, 0, name[:100], defines_equality(kind), truth)


def describe(error: BaseException, stage: str) -> bytes:
    """Return an exception as data: stage, type, message, the built-in types it derives from, where it was raised."""
    kind = type(error)
    try:
        message = str(error)[:MAX_TEXT]
    except BaseException as second:
        message = f"<its message raised {type(second).__name__}>"
    code = error.code if isinstance(error, SystemExit) and type(error.code) in (int, type(None)) else ""
    bases = [base.__name__ for base in type.mro(kind) if base.__module__ == "builtins"]
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
