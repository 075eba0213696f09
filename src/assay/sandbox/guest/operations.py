"""What the judge's side can have done to an object of the candidate's own, by name."""

from __future__ import annotations

import operator
import sys

from assay.sandbox.guest.wire import derived

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _equal(left: object, right: object) -> tuple[bool, bool]:
    """Return what the candidate's own equality says, and whether it says the same of something it cannot know.

    Many honest classes do not check what they are compared with, so the second question may well raise.
    """
    return _lies(lambda other: left == other, right)


def _contains(container: Any, item: object) -> tuple[bool, bool]:
    """Return the same for `in`."""
    return _lies(lambda other: other in container, item)


def _lies(says: Callable[[object], object], of: object) -> tuple[bool, bool]:
    if not says(of):
        return False, False
    try:
        return True, bool(says(object()))
    except Exception:
        return True, False


def _belongs(says: bool, kind: type, to: type) -> tuple[bool, bool]:
    """Return an answer of `isinstance` or `issubclass`, and whether it is the candidate's word against the bases."""
    return says, says is not (to in type.mro(kind))


def _leave(value: Any, error: BaseException | None) -> bool:
    return bool(type(value).__exit__(value, type(error) if error is not None else None, error, None))


def _copy(value: Any, deep: bool) -> object:
    import copy

    return copy.deepcopy(value) if deep else copy.copy(value)


def _data_class_fields(value: Any) -> list[str] | None:
    fields = getattr(value, "__dataclass_fields__", None)
    names = sys.modules["dataclasses"].fields(value) if fields is not None and "dataclasses" in sys.modules else None
    return None if names is None else [field.name for field in names]


def _signature(value: Any) -> list[Any]:
    import inspect

    return [
        (name, int(parameter.kind), parameter.default is not parameter.empty, parameter.default)
        for name, parameter in inspect.signature(value).parameters.items()
    ]


OPERATIONS: dict[str, Callable[..., object]] = {
    "getattr": getattr,
    "setattr": setattr,
    "delattr": delattr,
    "getitem": operator.getitem,
    "setitem": operator.setitem,
    "delitem": operator.delitem,
    "iter": iter,
    "next": next,
    "aiter": lambda value: value.__aiter__(),
    "len": len,
    "bool": bool,
    "str": str,
    "repr": repr,
    "format": format,
    "hash": hash,
    "dir": lambda value: [name for name in dir(value) if type(name) is str],
    "int": int,
    "float": float,
    "complex": complex,
    "round": round,
    "divmod": divmod,
    "reversed": reversed,
    "isinstance": lambda value, kind: _belongs(isinstance(value, kind), type(value), kind),
    "issubclass": lambda value, kind: _belongs(issubclass(value, kind), value, kind),
    "equal": _equal,
    "holds": _contains,
    "data": derived.fields_of,
    "overrides": derived.overrides,
    "place": lambda value: derived.library_of(type(value)),
    "copy": _copy,
    "signature": _signature,
    "data_class_fields": _data_class_fields,
    "enter": lambda value: type(value).__enter__(value),
    "exit": _leave,
    **{
        name: getattr(operator, name)
        for name in (
            "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and_", "or_", "xor",
            "lshift", "rshift", "lt", "le", "gt", "ge", "neg", "pos", "invert", "abs", "index", "contains",
            "iadd", "isub", "imul", "itruediv", "ifloordiv", "imod", "ipow", "imatmul", "iand", "ior", "ixor",
            "ilshift", "irshift",
        )
    },
}  # fmt: skip
