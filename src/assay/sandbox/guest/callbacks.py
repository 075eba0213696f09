"""Functions and iterators of the test code, as the candidate sees them: each use asks the judge's side."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class CallbackIterator:
    """An iterator of the test code's."""

    def __init__(self, ask: Callable[[], object]) -> None:
        self._next = ask

    def __iter__(self) -> CallbackIterator:
        return self

    def __next__(self) -> object:
        return self._next()


class CallbackObject:
    """An object of the test code's, which can be handed on; whoever looks into it asks the judge's side."""

    __slots__ = ("__weakref__", "_ask")

    def __init__(self, ask: Callable[[str], object]) -> None:
        self._ask = ask

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._ask(name)


async def awaited(ask: Callable[[], object]) -> object:
    """Return what a coroutine of the test code's returns."""
    return ask()


def coroutine_function(function: Callable[..., Any]) -> Callable[..., object]:
    """Return what calls a function that gives something to await, as a coroutine function does."""

    async def later(*given: Any, **named: Any) -> object:
        return await function(*given, **named)

    later.__wrapped__ = function  # type: ignore[attr-defined]  # where its parameters are looked up
    return later


MISSING = object()


def function_like(call: Callable[..., object], parameters: list[tuple[str, int, bool]] | None) -> Callable[..., object]:
    """Return a function with the parameters of another, for candidates that look at them; `None`: it takes anything."""
    if parameters is None:
        return lambda *given, **named: call(*given, **named)
    words, after_star = [], False
    for name, kind, optional in parameters:
        if kind == 3 and not after_star:
            words.append("*")
        after_star = after_star or kind in (2, 3)
        words.append({2: "*", 4: "**"}.get(kind, "") + name + ("=MISSING" if optional else ""))
        if kind == 0 and not any(
            later == 0 for _, later, _ in parameters[parameters.index((name, kind, optional)) + 1 :]
        ):
            words.append("/")
    values = ", ".join(name for name, *_ in parameters)
    scope: dict[str, Any] = {"MISSING": MISSING, "passed": _passed, "call": call, "parameters": parameters}
    exec(f"def function({', '.join(words)}): return passed(call, parameters, [{values}])", scope)
    return scope["function"]  # type: ignore[no-any-return]  # made by the line above


def _passed(call: Callable[..., object], parameters: list[tuple[str, int, bool]], values: list[Any]) -> object:
    """Call with the arguments that were given; those after one that was left out go by name."""
    given: list[Any] = []
    named: dict[str, Any] = {}
    by_name = False
    for (name, kind, _), value in zip(parameters, values, strict=True):
        by_name = by_name or value is MISSING or kind >= 3
        if kind == 2:
            given += value
        elif kind == 4:
            named.update(value)
        elif value is not MISSING and by_name:
            named[name] = value
        elif value is not MISSING:
            given.append(value)
    return call(*given, **named)
