"""Messages as a hostile candidate's process would write them: real ones with parts exchanged, and bytes of no form."""

from __future__ import annotations

import decimal
from collections.abc import Callable
from fractions import Fraction

from hypothesis import strategies as st

from assay.sandbox.guest import frames, runtime, wire

try:
    import numpy
    import pandas
except ImportError:  # the libraries are extras
    numpy = pandas = None  # type: ignore[assignment]

NASTY: list[object] = [
    None,
    True,
    0,
    -1,
    10**5000,
    -(2**200),
    float("nan"),
    float("inf"),
    0j,
    "",
    "x" * 10_000,
    "\0\x1b[31m\ud800",
    b"",
    b"\xff" * 300,
    (),
    [],
    {},
    [[]] * 50,
    {10**5000: "large"},
    decimal.Decimal("sNaN"),
    decimal.Decimal("1e999999"),
    Fraction(1, 3),
    range(10**18),
    ValueError,
    KeyError(10**5000),
    wire.tagged("handle", 1, 2, "Thing", True, 0),
    wire.tagged("handle", 10**50, -1, "", False, 2**70),
    wire.tagged("callback", 0),
    wire.tagged("argument", 3),
    wire.tagged("function", "eval"),
    wire.tagged("no such tag", 1),
]
if numpy is not None:
    NASTY += [numpy.arange(4), numpy.float64("nan"), pandas.DataFrame({"a": [1, 2]}), pandas.Series([1, 2])]


def body_of(value: object) -> bytes:
    """The bytes of any value, tagged ones too; what cannot be written is a number."""
    try:
        return wire.encode(value, lambda foreign: foreign if type(foreign) is tuple else 0)
    except (TypeError, ValueError, wire.TooLarge):
        return wire.encode(0)


def values() -> st.SearchStrategy[object]:
    plain = st.integers(0, len(NASTY) - 1).map(lambda index: NASTY[index]) | st.text(max_size=8) | st.integers()
    return st.recursive(plain, lambda inner: st.lists(inner, max_size=4) | st.tuples(inner, inner), max_leaves=12)


def exceptions() -> st.SearchStrategy[bytes]:
    """Descriptions of exceptions in which any field may be something else."""
    field = values()
    texts = st.sampled_from(["call", "compile", "run", "missing", "arguments", "KeyError", "x" * 9000, "\ud800\0"])
    bases = st.lists(st.sampled_from(["SystemExit", "MemoryError", "BaseException"]) | field, max_size=200)
    return st.tuples(texts | field, texts | field, texts | field, bases | field, texts | field, field).map(body_of)


@st.composite
def mutated(draw: st.DrawFn, seeds: list[bytes]) -> bytes:
    """A real message with some bytes changed, cut out or put in."""
    body = bytearray(draw(st.sampled_from(seeds)))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(body)))
        body[at : at + draw(st.integers(0, 4))] = draw(st.binary(max_size=4))
    return bytes(body)


def seeds(*functions: Callable[[], object]) -> list[tuple[int, bytes]]:
    """What honest candidates write: the answers of these functions, as kind and body."""
    channel = frames.Channel(-1)
    for function in functions:
        runtime.answer(channel, function, (), {})
    return [(data[frames.HEADER.size - 1], data[frames.HEADER.size :]) for data in channel.pending]


def leave(code: object) -> Callable[[], object]:
    def function() -> object:
        raise SystemExit(code)

    return function


REAL = seeds(
    lambda: 1,
    lambda: [1, (2, "x"), {"k": {3}}],
    lambda: object(),
    lambda: [0] * 2_000_000,
    lambda: 1 // 0,
    lambda: {"a": 1}["missing"],
    leave(0),
    leave(None),
    leave(10**5000),
)
