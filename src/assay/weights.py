"""Weights that users give: by name, in order or as text, checked in one place."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from assay.errors import InvalidValue, UnknownNameError, naming

Weights = Mapping[str, float] | Sequence[float] | None
"""By name, or in the order of the names; `None`: those that are usual."""
COMPONENTS = ("ngram", "weighted_ngram", "syntax", "dataflow")
"""Of CodeBLEU, in the order of their weights."""
_COMPONENT_ALIASES = {
    "ast": "syntax",
    "ngram_match": "ngram",
    "weighted_ngram_match": "weighted_ngram",
    "ast_match": "syntax",
    "syntax_match": "syntax",
    "dataflow_match": "dataflow",
}
_NO_ALIASES: Mapping[str, str] = MappingProxyType({})
_NUMBERS = {4: "four", 6: "six"}


def parse_weights(given: object, names: Sequence[str], aliases: Mapping[str, str] = _NO_ALIASES) -> dict[str, float]:
    """Return the weight of each name, from a mapping by name, a list in order, or text with commas; their sum is 1.

    >>> parse_weights("0.7,0.3", ("form", "content"))
    {'form': 0.7, 'content': 0.3}
    """
    with naming("weights", given):
        numbers = _by_name(given, names, aliases) if isinstance(given, Mapping) else _in_order(given)
    if len(numbers) != len(names):
        count = _NUMBERS.get(len(names), len(names))
        raise InvalidValue(f"weights must be {count} numbers, for {', '.join(names)}, got {given!r}")
    found: dict[str, float] = {}
    for name, number in zip(names, numbers, strict=True):
        if isinstance(number, bool) or not isinstance(number, int | float) or not 0 <= number <= 1:
            raise InvalidValue(f"weights: {name} must be a number from 0 to 1, got {number!r} in {given!r}")
        found[name] = float(number)
    total = math.fsum(found.values())
    if not math.isclose(total, 1.0, abs_tol=1e-9):
        raise InvalidValue(f"weights must sum to 1, got {total:.12g} from {given!r}")
    return found


def code_bleu_weights(given: object = None) -> tuple[float, float, float, float]:
    """Return the weights of CodeBLEU's four components in their order; a quarter each where none are given.

    >>> code_bleu_weights({"ngram": 0.1, "weighted_ngram": 0.2, "ast": 0.3, "dataflow": 0.4})
    (0.1, 0.2, 0.3, 0.4)
    """
    if given is None:
        return (0.25, 0.25, 0.25, 0.25)
    first, second, third, fourth = parse_weights(given, COMPONENTS, _COMPONENT_ALIASES).values()
    return first, second, third, fourth


def _by_name(given: Mapping[object, object], names: Sequence[str], aliases: Mapping[str, str]) -> list[object]:
    found: dict[str, object] = {}
    for key, value in given.items():
        name = aliases.get(str(key), str(key))
        if name not in names:
            raise UnknownNameError("weight", name, [*names, *aliases])
        if name in found:
            raise InvalidValue(f"weights names {name!r} twice, got {dict(given)!r}")
        found[name] = value
    absent = [name for name in names if name not in found]
    if absent:
        raise InvalidValue(f"weights lacks {', '.join(absent)}, got {dict(given)!r}")
    return [found[name] for name in names]


def _in_order(given: object) -> Sequence[object]:
    """Return the numbers of a list or of text; nothing where it is neither."""
    if isinstance(given, str):
        try:
            return [float(part) for part in given.split(",")]
        except ValueError:
            return ()
    return given if isinstance(given, Sequence) else ()
