"""What the candidate's side tells about an exception or about an object that is not data."""

from __future__ import annotations

from assay.sandbox.guest import wire

FILE_NAME = "<candidate>"
MAX_TEXT = 4000


def unheld(value: object) -> object:
    """A handle that nobody will follow: what it is, whether it would lie, whether it is true."""
    kind = type(value)
    name = kind.__name__ if type(kind.__name__) is str else "?"
    try:
        truth = bool(value)
    except Exception:
        truth = True
    return wire.tagged("handle", 0, 0, name[:100], defines_equality(kind), truth)


def defines_equality(kind: type) -> bool:
    """Whether a Python class of the candidate's says itself how its objects compare."""
    if type(kind) is not type:
        return True
    return any("__eq__" in base.__dict__ and _is_own(base) for base in type.mro(kind))


def _is_own(kind: type) -> bool:
    """Whether a class is the candidate's: of its module, of a file of its repository, or one that equals anything."""
    if kind.__module__ in ("candidate", "unittest.mock"):
        return True
    code = getattr(kind.__dict__["__eq__"], "__code__", None)
    name = getattr(code, "co_filename", "/")
    return type(name) is str and name.startswith(FILE_NAME)


def describe(error: BaseException, stage: str) -> bytes:
    """An exception as data: stage, type, message, the built-in types it derives from, where it was raised."""
    kind = type(error)
    try:
        message = str(error)[:MAX_TEXT]
    except BaseException as second:
        message = f"<its message raised {type(second).__name__}>"
    code = error.code if isinstance(error, SystemExit) and type(error.code) in (int, type(None)) else ""
    bases = [base.__name__ for base in type.mro(kind) if base.__module__ == "builtins"]
    return wire.encode((stage, str(kind.__name__)[:200], message, bases, _where(error), code))


def _where(error: BaseException) -> str:
    """The frames of the candidate's own code, innermost last."""
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
