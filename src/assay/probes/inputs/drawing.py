"""Inputs drawn by Hypothesis, which runs in a process of the sandbox that no candidate shares."""

from __future__ import annotations

import string
from collections.abc import Sequence

from assay.errors import InvalidValue
from assay.probes.inputs.base import Input
from assay.probes.inputs.shapes import Shape
from assay.records import Limits
from assay.sandbox.base import Sandbox
from assay.sandbox.calling import CallEnd, call

DRAWN = "drawn"
"""The origin of what is made here."""
DRAW_LIMITS = Limits(seconds=20.0)
MAX_SIZE = 8
"""Items of a collection that is drawn from a shape."""
ALPHABETS = ("ab", "abAB 01", "abcdefghijklmnopqrstuvwxyz  ", string.printable, "aéßİıſﬀΣςǅ²٣日本\u00a0\x00😀\u0301A1 ")
DRAWER = """
def draw(text, count, seed):
    import hypothesis
    from hypothesis import strategies

    names = {name: getattr(strategies, name) for name in strategies.__all__}
    strategy = eval(text, {"__builtins__": {"float": float, "tuple": tuple}}, names)
    found = []

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(strategy)
    def collect(value):
        found.append(value)

    collect()
    return found
"""
"""Runs in the sandbox: gives values of the strategy that a text names."""
_SCALARS = {
    "bool": "booleans()",
    "complex": "complex_numbers(max_magnitude=1e6)",
    "none": "none()",
    "bytes": "binary(max_size=12)",
    "float": "one_of(integers(-20, 20).map(float), floats(-1e6, 1e6), floats(allow_nan=False))",
}
_COLLECTIONS = {
    "list": f"lists(%s, max_size={MAX_SIZE})",
    "tuple of": f"lists(%s, max_size={MAX_SIZE}).map(tuple)",
    "set": f"sets(%s, max_size={MAX_SIZE})",
    "frozenset": f"frozensets(%s, max_size={MAX_SIZE})",
}


def drawn(sandbox: Sandbox, strategy: str, count: int, seed: int) -> list[Input]:
    """Return inputs whose positional arguments are tuples of the strategy that a text names.

    Raises `InvalidValue` for a text that names none. Where the sandbox's interpreter has no Hypothesis there are none.
    """
    (result,) = call(sandbox, DRAWER, "draw", [((strategy, count, seed), {})], limits=DRAW_LIMITS)
    if result.end is CallEnd.RAISED and result.exception not in ("ModuleNotFoundError", "ImportError"):
        raise InvalidValue(f"nothing can be drawn from {strategy[:200]!r}: {result.error.splitlines()[0]}")
    if not isinstance(result.value, list):
        return []
    return [Input(value, origin=DRAWN) for value in result.value if isinstance(value, tuple)]


def arguments_strategy(shapes: Sequence[Shape], constants: Sequence[object] = ()) -> str:
    """Return the text of a strategy for positional arguments of these shapes; constants are drawn now and then.

    >>> arguments_strategy([Shape("list", (Shape("bool"),))])
    'tuples(lists(booleans(), max_size=8),)'
    """
    return f"tuples({' '.join(f'{strategy_text(shape, constants)},' for shape in shapes)})"


def strategy_text(shape: Shape, constants: Sequence[object] = ()) -> str:
    """Return the text of a strategy for values of a shape."""
    kind = shape.kind
    if kind == "int":
        return f"one_of(integers(-10, 20), integers(-1000, 1000), integers(){_sampled(constants, int)})"
    if kind == "str":
        return f"one_of({', '.join(map(_letters, ALPHABETS))}{_sampled(constants, str)})"
    if kind in _SCALARS:
        return _SCALARS[kind]
    parts = [strategy_text(part, constants) for part in shape.parts]
    if kind in _COLLECTIONS:
        return _COLLECTIONS[kind] % parts[0]
    if kind == "dict":
        return f"dictionaries({parts[0]}, {parts[1]}, max_size={MAX_SIZE})"
    if kind == "tuple":
        return f"tuples({' '.join(f'{part},' for part in parts)})"
    if kind == "union":
        return f"one_of({', '.join(parts)})"
    return "one_of(integers(-10, 20), text('ab ', max_size=5), lists(integers(-10, 20), max_size=5))"


def _letters(alphabet: str) -> str:
    """Return the text of a strategy for texts; Hypothesis's own would first read all of Unicode, for two seconds."""
    return f"lists(sampled_from({alphabet!r}), max_size=12).map(''.join)"


def _sampled(constants: Sequence[object], kind: type) -> str:
    alike = [value for value in constants if type(value) is kind]
    return f", sampled_from({alike!r})" if alike else ""
