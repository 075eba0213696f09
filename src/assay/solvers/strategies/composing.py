"""What strategies that are made of others share: a model among them means one attempt with it."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeGuard, cast

from assay.errors import InvalidValue
from assay.models.base import Model
from assay.solvers.base import Strategy
from assay.solvers.strategies.once import Once


def as_strategy(item: Strategy | Model, name: str = "strategy") -> Strategy:
    """Return a strategy as it is, and for a model one attempt with it; `name` is that of the argument."""
    given: object = item  # from Python it may be anything
    if is_model(given):
        return Once(model=given)
    if _is_strategy(given):
        return given
    raise InvalidValue(f"{name}: must be a strategy or a model, got {item!r:.80}")


def is_model(item: object) -> TypeGuard[Model]:
    """Return whether something answers messages, and is not a strategy."""
    return hasattr(item, "complete")


def _is_strategy(item: object) -> TypeGuard[Strategy]:
    return hasattr(item, "solve")


def asked_model(item: Strategy | Model, usual: Model) -> str:
    """Return the name of the model that a strategy asks; `usual` is the one that it asks where it names none."""
    if is_model(item):
        return item.name
    named: Model | None = getattr(item, "model", None)
    inner: Strategy | Model | None = getattr(item, "inner", None)
    if named is None and inner is not None:
        return asked_model(inner, usual)
    return (named or usual).name


def warmed(strategy: Strategy, temperature: float) -> Strategy:
    """Return a strategy, with all that it is made of, at a temperature; what has one already keeps it."""
    given: Any = strategy  # Any: a strategy need not be a dataclass
    if not is_dataclass(given):
        return strategy
    changed: dict[str, object] = {}
    for one in fields(given):
        value = getattr(given, one.name)
        if one.name == "temperature" and value is None:
            changed[one.name] = temperature
        elif "Strategy" in str(one.type):  # its own model, and the one that judges, stay as they are
            parts = value if isinstance(value, tuple) else (value,)
            warm = tuple(warmed(as_strategy(part), temperature) for part in parts)
            changed[one.name] = warm if isinstance(value, tuple) else warm[0]
    return cast(Strategy, replace(given, **changed))  # type: ignore[type-var]  # no class, but a strategy


def models_asked(item: Strategy | Model, usual: Model) -> list[Model] | None:
    """Return the models that a strategy may ask, with those of its parts; `None`: it does not say.

    `usual` is the one that is asked where a strategy names none.
    """
    if is_model(item):
        return [item]
    given: Any = item  # Any: a strategy need not be a dataclass
    if not is_dataclass(given):
        return None
    found: list[Model] = []
    for one in fields(given):
        value = getattr(given, one.name)
        if one.name == "model":
            found.append(value or usual)
        elif is_model(value):
            found.append(value)
        elif "Strategy" in str(one.type):
            for part in value if isinstance(value, tuple) else (value,):
                inner = models_asked(part, usual)
                if inner is None:
                    return None
                found += inner
    return found
