"""Operators on the candidate's objects, as test code uses them.

An operator between objects of the candidate's own is its own business. One that meets plain data of the tests is
carried over only for an object that the tests made themselves, by calling a class they name: otherwise
`abs(solve(1) - 1.5) < 1e-6` would be decided by the object under test. Where any other object meets plain data and
gives an object again, as in `(vector.unit() * 10).x`, that one is tainted, see `Taint`.
"""

from __future__ import annotations

import operator

from assay.judges.host.links import (
    Taint,
    ask,
    data_of,
    is_data,
    is_named,
    is_object_handle,
    link_of,
    meant_methods,
    reads_as_data,
    refused_answer,
    tainted,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "lshift", "rshift", "divmod")
BITWISE = {"and": "and_", "or": "or_", "xor": "xor"}
UNARY = ("neg", "pos", "invert", "abs", "int", "float", "complex", "index", "round")


def _operator(operation: str, *, swapped: bool = False) -> Callable[..., Any]:
    def method(self: Any, *operands: Any) -> Any:
        return _operate(operation, (*operands, self) if swapped else (self, *operands))

    return method


def _operate(operation: str, operands: tuple[Any, ...]) -> Any:
    """Have the candidate carry out an operator, as far as it does not decide about plain data; see above."""
    own = list(filter(is_object_handle, operands))
    remote = own[0]._assay.remote
    plain = [operand for operand in operands if not is_object_handle(operand)]
    if any(operand._assay.trusted for operand in own):
        value = remote.ask(operation, *operands)
        if plain and link_of(value) is None:  # what is given may be the expected answer, as in `Num("3/4") - 0.75`
            remote.decide()
        return value
    is_plain = all(is_data(operand._assay) for operand in own)
    between = all(map(callable, plain)) or (operation == "add" and operands[0] is ZERO)
    if between and not (is_plain and all(_computes_as_data(operand, operation) for operand in own)):
        return _between(operation, own, operands)
    if is_plain:
        return _OPERATORS[operation](*map(_as_data, operands))
    value = remote.ask(operation, *operands)
    if link_of(value) is None:
        raise refused_answer(remote, operation)
    return tainted(remote, value, operation, _taint_of(operation, own, plain))


def _computes_as_data(operand: Any, operation: str) -> bool:
    """Return whether an operator is that of the data in an object, whose class the tests do not name."""
    methods = (f"__{prefix}{operation.rstrip('_')}__" for prefix in ("", "r"))
    return reads_as_data(operand) and not any(ask(operand, "overrides", method) for method in methods)


def _as_data(operand: Any) -> Any:
    return data_of(operand) if is_object_handle(operand) else operand


ZERO = 0
"""What `sum` begins with."""
ORDERS = frozenset(("lt", "le", "gt", "ge"))


def _between(operation: str, own: list[Any], operands: tuple[Any, ...]) -> Any:
    """Return the result of an operator between objects of the candidate's own.

    It gives an object, or says which comes first. Plain data comes only of objects of classes that the tests name: any
    other object poses as a number.
    """
    remote = own[0]._assay.remote
    value = remote.ask(operation, *operands)
    if operation in ORDERS and link_of(value) is None and any(operand._assay.taint for operand in own):
        raise refused_answer(remote, operation)
    if value is True and operation in ("lt", "gt"):
        return _ordered(remote, operation, operands)
    return _result_between(operation, own, value)


def _result_between(operation: str, own: list[Any], value: Any) -> Any:
    taint = max(operand._assay.taint for operand in own)
    if operation not in ORDERS and link_of(value) is None and not all(map(is_named, own)):
        taint = Taint.DATA
    return tainted(own[0]._assay.remote, value, operation, taint) if taint else value


SCALARS = frozenset((bool, int, float, complex, str))
DIFFERENCES = frozenset(("sub", "truediv", "floordiv", "mod", "xor", "divmod"))
"""Operators that make the same of everything that is equal: with a measured number the answer may be known by heart."""


def _taint_of(operation: str, own: list[Any], plain: list[Any]) -> Taint:
    """Return what plain data leaves on the result of an operator; see `Taint`."""
    strictest: Taint = max(operand._assay.taint for operand in own)
    named = all(map(is_named, own))
    names = {f"__{operation.rstrip('_')}__", f"__r{operation.rstrip('_')}__"}
    meant = named and any(names & meant_methods(operand) for operand in own)
    harmless = meant or _is_harmless(operation, set(map(type, plain)), named=named)
    return max(strictest, Taint.SCALED) if harmless else Taint.DATA


def _is_harmless(operation: str, plain: set[type], *, named: bool) -> bool:
    """Return whether plain data of these types cannot be the expected answer; `named`: the tests name the classes."""
    if named:
        return plain <= (SCALARS if operation not in DIFFERENCES else SCALARS - {float, complex})
    text = plain == {str} and operation in ("add", "truediv", "mod")
    return text or (plain <= {int, str} and operation in ("add", "mul", "lshift", "rshift", "matmul"))


def _ordered(remote: Any, operation: str, operands: tuple[Any, ...]) -> bool:
    """Return true, unless the other order holds as well: an order in which each comes before the other is none."""
    if remote.ask(operation, *reversed(operands)) is not True:
        return True
    remote.suspect("lying_equality", f"two objects that are both {operation!r} than the other")
    raise refused_answer(remote, operation)


def _in_place(operation: str) -> Callable[..., Any]:
    """Return a method: an object that changes itself and hands itself back is still the one that the tests made."""

    def method(self: Any, other: Any) -> Any:
        link = self._assay
        trusted = link.trusted
        if not trusted and link_of(other) is None:
            return _in_place_with_data(self, operation, other)
        value = ask(self, operation, other)
        if value is self:
            link.trusted = trusted
        return value if trusted else _result_between(operation, [self, other], value)

    return method


def _in_place_with_data(self: Any, operation: str, other: Any) -> Any:
    """Do as in `basket += 3`: an object that takes data in and stays what it is says nothing about it."""
    if operation[1:].rstrip("_") in DIFFERENCES and not callable(other):
        return NotImplemented
    value = ask(self, operation, other)
    if value is self:
        return self
    if link_of(value) is None:
        raise refused_answer(self._assay.remote, operation)
    return tainted(self._assay.remote, value, operation, _taint_of(operation[1:], [self], [other]))


def _unary(operation: str) -> Callable[..., Any]:
    """Return a method for an operator or a conversion.

    Plain data comes of the data in an object, or if the tests name its class.
    """

    def method(self: Any, *operands: Any) -> Any:
        if reads_as_data(self):
            return _CONVERSIONS[operation](data_of(self), *operands)
        value = ask(self, operation, *operands)
        return value if is_named(self) else tainted(self._assay.remote, value, operation, Taint.DATA)

    return method


_CONVERSIONS: dict[str, Callable[..., Any]] = {
    **{name: getattr(operator, name) for name in ("neg", "pos", "invert", "abs", "index")},
    **{kind.__name__: kind for kind in (int, float, complex)},
    "round": round,
}

_OPERATORS: dict[str, Callable[..., Any]] = {
    **{name: getattr(operator, name) for name in (*BINARY[:-1], *BITWISE.values(), *ORDERS)},
    "divmod": divmod,
    "pow": pow,
}
"""Operators as they are carried out here."""
METHODS: dict[str, Callable[..., Any]] = {
    **{f"__{name}__": _operator(name) for name in (*BINARY, *ORDERS)},
    **{f"__r{name}__": _operator(name, swapped=True) for name in BINARY},
    **{f"__{name}__": _operator(function) for name, function in BITWISE.items()},
    **{f"__r{name}__": _operator(function, swapped=True) for name, function in BITWISE.items()},
    **{f"__i{name}__": _in_place(f"i{name}") for name in (*BINARY[:-1], *BITWISE)},
    **{f"__{name}__": _unary(name) for name in UNARY},
}
"""The special methods of every handle on an object."""
