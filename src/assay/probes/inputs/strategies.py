"""Strategies as users write them, such as `lists(integers(0, 9)), text("ab")`: read, and bounded, but never executed.

A text that passes here is made of names of `hypothesis.strategies` and of literals only. It is carried out in the
sandbox, see `assay.probes.inputs.drawing`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from assay.errors import InvalidValue, UnknownNameError, require
from assay.probes.inputs.base import Input
from assay.probes.inputs.drawing import DRAWN
from assay.syntax import UNREADABLE

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

MAX_TEXT = 5_000
MAX_DEPTH = 20
MAX_SIZE = 1_000
"""Of a collection or a text that is drawn."""
NAMES = (
    "binary", "booleans", "characters", "complex_numbers", "decimals", "dictionaries", "fixed_dictionaries", "floats",
    "fractions", "frozensets", "integers", "just", "lists", "none", "one_of", "permutations", "sampled_from", "sets",
    "text", "tuples",
)  # fmt: skip
"""The strategies that a text may name."""
SIZES = ("min_size", "max_size")


def read_strategy(text: str) -> str:
    """Return the strategy for all positional arguments that a text means, in a form that can be drawn from.

    The text has one strategy for each argument, with commas between. Raises `InvalidValue` for anything else.

    >>> read_strategy("lists(integers(0, 9), max_size=5), text('ab') | none()")
    "tuples(lists(integers(0, 9), max_size=5), text('ab') | none())"
    """
    if len(text) > MAX_TEXT:
        raise InvalidValue(f"strategy: at most {MAX_TEXT} characters, got {len(text)}")
    try:
        body = ast.parse(text.strip(), mode="eval").body
    except UNREADABLE as error:
        raise InvalidValue(f"strategy: not Python: {error}: {text[:80]!r}") from None
    parts = body.elts if isinstance(body, ast.Tuple) else [body]
    if not parts:
        raise InvalidValue("strategy: names nothing; give one strategy for each argument")
    return f"tuples({', '.join(_strategy(part, 0) for part in parts)})"


def drawn_here(strategy: SearchStrategy[Any], count: int, seed: int) -> Iterator[Input]:  # Any: whatever it draws
    """Yield inputs of a strategy of the caller's own, drawn in this process, in which no candidate runs.

    A tuple holds the positional arguments; another value is the only one.
    """
    import hypothesis

    require("strategy", strategy, (hypothesis.strategies.SearchStrategy,), "a text or a strategy of Hypothesis")
    found: list[object] = []

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(strategy)
    def collect(value: object) -> None:
        found.append(value)

    collect()
    for value in found:
        yield Input(value if isinstance(value, tuple) else (value,), origin=DRAWN)


def _strategy(node: ast.expr, depth: int) -> str:
    """Return the text of one strategy, made anew from what was read."""
    if depth > MAX_DEPTH:
        raise InvalidValue(f"strategy: nested more than {MAX_DEPTH} deep")
    match node:
        case ast.BinOp(left, ast.BitOr(), right):
            return f"{_strategy(left, depth + 1)} | {_strategy(right, depth + 1)}"
        case ast.Call(ast.Name(name), arguments, keywords):
            if name not in NAMES:
                raise UnknownNameError("strategy", name, NAMES)
            if any(one.arg is None for one in keywords):
                raise InvalidValue(f"strategy: {name} must be called without * and **")
            given = [_argument(one, depth + 1) for one in arguments]
            given += [f"{one.arg}={_named(name, one, depth + 1)}" for one in keywords]
            return f"{name}({', '.join(given)})"
    raise InvalidValue(f"strategy: must be a call such as integers(0, 9), got {_shown(node)}")


def _named(name: str, keyword: ast.keyword, depth: int) -> str:
    text = _argument(keyword.value, depth)
    if keyword.arg in SIZES and text != "None" and not (text.isdigit() and int(text) <= MAX_SIZE):
        raise InvalidValue(f"strategy: {keyword.arg} of {name} must be a number up to {MAX_SIZE}, got {text:.80}")
    return text


def _argument(node: ast.expr, depth: int) -> str:
    """Return the text of an argument: another strategy, a list or a table of them, or a literal."""
    match node:
        case ast.Call() | ast.BinOp(_, ast.BitOr(), _):
            return _strategy(node, depth)
        case ast.List(items) if any(isinstance(item, ast.Call) for item in items):
            return f"[{', '.join(_argument(item, depth + 1) for item in items)}]"
        case ast.Dict(keys, values) if any(isinstance(item, ast.Call) for item in values):
            pairs = [(_literal(key), _strategy(value, depth + 1)) for key, value in zip(keys, values, strict=True)]
            return f"{{{', '.join(f'{key}: {value}' for key, value in pairs)}}}"
    return _literal(node)


def _literal(node: ast.expr | None) -> str:
    try:
        if node is None:
            raise ValueError("** is no literal")
        return repr(ast.literal_eval(node))
    except (*UNREADABLE, TypeError):
        raise InvalidValue(f"strategy: must be made of strategies and literals, got {_shown(node)}") from None


def _shown(node: ast.expr | None) -> str:
    try:
        return repr("**" if node is None else ast.unparse(node)[:80])
    except RecursionError:
        return "something nested too deeply"
