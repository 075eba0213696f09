"""The weights of CodeBLEU's four components: given in any of the usual shapes, checked once."""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping, Sequence

from assay.errors import InvalidValue

COMPONENTS = ("ngram", "weighted_ngram", "syntax", "dataflow")
Weights = Mapping[str, float] | Sequence[float] | None
"""By component, or four in their order; `None`: a quarter each."""
_ALIASES = {"ast": "syntax", "ngram_match": "ngram", "weighted_ngram_match": "weighted_ngram"}
_ALIASES |= {"ast_match": "syntax", "syntax_match": "syntax", "dataflow_match": "dataflow"}


def checked_weights(weights: Weights = None) -> tuple[float, float, float, float]:
    """The four weights in the order of the components; they must be at least 0 and sum to 1.

    >>> checked_weights({"ngram": 0.1, "weighted_ngram": 0.1, "ast": 0.4, "dataflow": 0.4})
    (0.1, 0.1, 0.4, 0.4)
    """
    if weights is None:
        return (0.25, 0.25, 0.25, 0.25)
    numbers = _by_name(weights) if isinstance(weights, Mapping) else list(weights)
    if len(numbers) != len(COMPONENTS):
        raise InvalidValue(f"weights must be four, for {', '.join(COMPONENTS)}, got {weights!r}")
    for number in numbers:
        if type(number) not in (int, float) or not 0 <= number <= 1:
            raise InvalidValue(f"each of the weights must be a number from 0 to 1, got {number!r} in {weights!r}")
    if not math.isclose(math.fsum(numbers), 1.0, abs_tol=1e-9):
        raise InvalidValue(f"weights must sum to 1, got {math.fsum(numbers):g} from {weights!r}")
    first, second, third, fourth = map(float, numbers)
    return (first, second, third, fourth)


def configured_weights(configuration: Mapping[str, object]) -> tuple[float, float, float, float]:
    """The weights at `metrics.code_bleu.weights` of a configuration read from YAML or TOML; a quarter each without.

    >>> configured_weights({"metrics": {"enabled": False, "code_bleu": {"weights": [0.1, 0.1, 0.4, 0.4]}}})
    (0.1, 0.1, 0.4, 0.4)
    """
    place: object = configuration
    path = ""
    for name in ("metrics", "code_bleu", "weights"):
        if not isinstance(place, Mapping):
            raise InvalidValue(f"{path or 'the configuration'} must be a mapping, got {place!r}")
        if place.get(name) is None:
            return checked_weights()
        place = place[name]
        path = f"{path}.{name}".lstrip(".")
    if not isinstance(place, Mapping | list | tuple):
        raise InvalidValue(f"{path} must be four weights, by name or in order, got {place!r}")
    try:
        return checked_weights(place)
    except InvalidValue as error:
        raise InvalidValue(f"{path}: {error}") from None


def _by_name(weights: Mapping[str, float]) -> list[float]:
    found: dict[str, float] = {}
    for key, value in weights.items():
        name = _ALIASES.get(key, key)
        if name not in COMPONENTS:
            close = difflib.get_close_matches(str(key), [*COMPONENTS, *_ALIASES], n=1)
            hint = f" Did you mean {close[0]!r}?" if close else ""
            raise InvalidValue(f"weights has no component {key!r}.{hint} Known: {', '.join(COMPONENTS)}.")
        if name in found:
            raise InvalidValue(f"weights names {name!r} twice, got {dict(weights)!r}")
        found[name] = value
    absent = [name for name in COMPONENTS if name not in found]
    if absent:
        raise InvalidValue(f"weights lacks {', '.join(absent)}, got {dict(weights)!r}")
    return [found[name] for name in COMPONENTS]
