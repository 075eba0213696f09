"""What two pieces of Python compile to, compared without their line numbers (trivial compiler equivalence)."""

from __future__ import annotations

from types import CodeType

from assay.syntax import UNREADABLE, compile_foreign

Key = tuple[object, ...]


def compiled_key(source: str, *, flags: int = 0) -> Key | None:
    """Return what a piece of source compiles to, as a value that can be compared; `None` where it does not compile.

    Positions are left out; constants count with their types.

    >>> compiled_key("x = 2 * 3") == compiled_key("x = (6)  # comment")
    True
    >>> compiled_key("x = 1") == compiled_key("x = 1.0")
    False
    """
    try:
        return _key(compile_foreign(source, flags=flags))
    except UNREADABLE:
        return None


def _key(code: CodeType) -> Key:
    return (
        code.co_name,
        code.co_code,
        tuple(map(_constant, code.co_consts)),
        code.co_names,
        code.co_varnames,
        code.co_freevars,
        code.co_cellvars,
        code.co_flags,
        (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount),
        getattr(code, "co_exceptiontable", b""),
    )


def _constant(value: object) -> Key:
    """Return a constant with its type: `1`, `True` and `1.0` are equal in Python, as are `0.0` and `-0.0`."""
    if isinstance(value, CodeType):
        return _key(value)
    if isinstance(value, tuple):
        return (tuple, *map(_constant, value))
    if isinstance(value, frozenset):
        return frozenset, frozenset(map(_constant, value))
    if isinstance(value, float | complex):
        return type(value), repr(value)
    return type(value), value
