"""Detection of damage: a store whose values make no sense says so, whichever of its methods meets them."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from functools import wraps
from inspect import getattr_static, isfunction, isgeneratorfunction
from typing import Any, TypeVar

from assay.errors import AssayError
from assay.store.connections import corrupt

T = TypeVar("T")
UNREADABLE = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    EOFError,
    MemoryError,
    zlib.error,
)
"""What reading raises that is given other values than were written."""


def damage(where: str, error: BaseException) -> BaseException:
    """Return what to say of a value that cannot be read; an error that was raised on purpose is returned as it is."""
    if isinstance(error, AssayError):
        return error
    return corrupt(where, f"a value in it cannot be read: {type(error).__name__}: {error!s:.200}")


def tells_damage(store: type[T]) -> type[T]:
    """Make every public method of a store raise `StoreCorrupt` where it reads a value that was never written."""
    for name in dir(store):
        method = getattr_static(store, name)
        if isfunction(method) and not name.startswith("_"):
            setattr(store, name, _generator(method) if isgeneratorfunction(method) else _function(method))
    return store


def _function(method: Callable[..., Any]) -> Callable[..., Any]:  # Any: a method of any signature
    @wraps(method)
    def call(self: Any, *given: Any, **named: Any) -> Any:  # Any: likewise
        try:
            found = method(self, *given, **named)
        except UNREADABLE as error:
            raise _told(self, error) from error
        return _each(self, found) if isinstance(found, Iterator) else found

    return call


def _generator(method: Callable[..., Any]) -> Callable[..., Any]:  # Any: likewise
    @wraps(method)
    def call(self: Any, *given: Any, **named: Any) -> Iterator[Any]:  # Any: likewise
        return _each(self, method(self, *given, **named))

    return call


def _each(store: Any, found: Iterator[Any]) -> Iterator[Any]:  # Any: a store, and whatever it gives
    try:
        yield from found
    except UNREADABLE as error:
        raise _told(store, error) from error


def _told(store: Any, error: BaseException) -> BaseException:  # Any: a store
    """Return the error to raise: one that was raised on purpose, or a wrong call, stays as it is."""
    inner = error.__traceback__ and error.__traceback__.tb_next
    return error if inner is None else damage(store.location, error)
